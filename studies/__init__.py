"""Programs that write tables and charts of the documents, from finished results."""
