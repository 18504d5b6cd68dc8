"""The workflow of the arrow puzzle."""
