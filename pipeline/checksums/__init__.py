"""Digests of all artifacts, by which a copy can be told from a damaged one."""
