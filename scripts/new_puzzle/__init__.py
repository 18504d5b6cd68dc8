"""Starts a new puzzle from a template."""
