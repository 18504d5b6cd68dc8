"""Command lines with their first lines of output, in a table per puzzle."""
