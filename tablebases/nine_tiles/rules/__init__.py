"""The rules: tiles, cards, laid towns, and what they score."""
