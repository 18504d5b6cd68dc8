"""The command `tablebases`, and what the commands of all puzzles share."""
