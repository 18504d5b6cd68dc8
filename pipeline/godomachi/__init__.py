"""Godomachi: who wins every pair of polyominoes, and in how many plies."""
