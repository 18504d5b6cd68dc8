"""Damaged artifacts and their readers."""
