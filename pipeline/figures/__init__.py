"""The page of all figures: how sure each is, where it comes from, and integer sequences."""
