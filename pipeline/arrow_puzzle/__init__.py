"""The arrow puzzle of Exponential Idle: fewest taps for every board, or a clear "unsolvable"."""

COMMANDS = {
    "summary": "summary.summary",
    "solve": "solve.solve",
    "check": "check.check",
    "apply": "apply.apply",
    "generate": "generate.generate",
    "algebra": "algebra.algebra",
}
