"""What is typed and what comes out: a table for each puzzle."""
