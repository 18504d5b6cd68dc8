"""The game itself; nothing here knows files."""
