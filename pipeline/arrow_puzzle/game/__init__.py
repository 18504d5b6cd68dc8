"""The arrow puzzle itself; nothing here knows files."""
