"""Programs that each gave a table or charts of the documents, from finished results."""
