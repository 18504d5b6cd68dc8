"""The atlas: pages of all puzzles, written into one folder."""
