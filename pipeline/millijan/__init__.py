"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""

COMMANDS = {
    "summary": "summary.summary",
    "score": "hand.score",
    "waits": "hand.waits",
    "distance": "hand.distance",
    "discard": "hand.discard",
    "chi": "hand.chi",
    "units": "units.units",
    "batch": "batch.batch",
}
