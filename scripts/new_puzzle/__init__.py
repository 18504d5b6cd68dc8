"""Start a new puzzle from a template."""
