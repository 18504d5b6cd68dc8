"""Pictures of towns and tiles, as SVG, as PNG and in the terminal."""
