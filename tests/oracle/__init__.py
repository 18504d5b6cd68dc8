"""Slow, obvious second implementations that the fast ones are checked against."""
