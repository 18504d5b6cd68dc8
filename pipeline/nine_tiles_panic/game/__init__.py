"""The game of Nine Tiles Panic: tiles, boards, towns, themes. Nothing here reads or writes files."""
