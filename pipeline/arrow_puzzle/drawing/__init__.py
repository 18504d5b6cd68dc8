"""Boards of the arrow puzzle as text and as pictures."""
