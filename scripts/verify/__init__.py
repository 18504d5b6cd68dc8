"""Checks of the finished artifacts of the full run against every known figure."""
