"""Check finished artifacts, and compare them with every known figure."""
