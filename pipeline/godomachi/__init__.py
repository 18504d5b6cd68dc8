"""Godomachi: who wins every pair of polyominoes, and in how many plies."""

COMMANDS = {
    "summary": "summary.summary",
    "solve": "solve.solve",
    "pair": "pair.pair",
    "cuts": "cuts.cuts",
    "puzzle": "puzzle.puzzle",
    "play": "play.play",
    "list": "list_shapes.list_shapes",
}
