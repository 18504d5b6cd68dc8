"""Damaged artifacts, and what reads them."""
