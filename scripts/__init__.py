"""Programs that people run by hand."""
