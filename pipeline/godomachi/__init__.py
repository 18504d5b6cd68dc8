"""The workflow of Godomachi."""
