"""Versioned artifacts: SQLite databases and CSV files that exist only when they are complete."""
