"""The arrow puzzle of Exponential Idle: fewest taps for every board, or a clear "unsolvable"."""

COMMANDS = {
    "summary": "summary.summary",
    "solve": "boards.solve",
    "check": "boards.check",
    "apply": "boards.apply",
    "generate": "boards.generate",
    "algebra": "algebra.algebra",
}
