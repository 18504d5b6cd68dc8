"""What the web pages of all puzzles share."""
