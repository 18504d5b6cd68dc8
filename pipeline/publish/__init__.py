"""Checksums, verification and release of finished results."""
