"""The arrow puzzle of Exponential Idle: fewest taps for every board, or a clear "unsolvable"."""
