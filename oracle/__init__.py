"""Slow, obvious second implementations, for comparison with the fast ones."""
