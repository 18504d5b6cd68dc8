"""Comparisons of the pipelines with the obvious way, in one run."""
