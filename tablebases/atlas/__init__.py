"""The web pages of all puzzles, and what they share."""
