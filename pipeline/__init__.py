"""Tablebases of four puzzles: Snakemake pipelines that leave SQLite databases."""
