"""The game of Nine Tiles Panic: tiles, boards, towns, themes; nothing here knows of files."""
