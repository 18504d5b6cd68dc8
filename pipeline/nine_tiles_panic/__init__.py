"""The workflow of Nine Tiles Panic."""
