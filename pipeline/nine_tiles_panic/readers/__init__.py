"""What the stages of Nine Tiles Panic have written, read back."""
