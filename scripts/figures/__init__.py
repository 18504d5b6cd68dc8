"""What the project knows in figures: asked of finished artifacts, kept in data, and told in docs/results.md."""
