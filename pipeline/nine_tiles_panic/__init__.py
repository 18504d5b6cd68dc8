"""How the tablebases of Nine Tiles Panic are made."""
