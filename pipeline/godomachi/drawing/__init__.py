"""Polyominoes as pictures and in the terminal."""
