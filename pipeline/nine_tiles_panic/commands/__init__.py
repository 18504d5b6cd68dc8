"""The commands that answer questions about Nine Tiles Panic."""
