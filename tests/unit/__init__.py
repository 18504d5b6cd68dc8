"""Tests of what all puzzles share: artifacts, recipes, the configuration."""
