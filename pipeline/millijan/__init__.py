"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""

COMMANDS = {
    "summary": "summary.summary",
    "score": "score.score",
    "waits": "waits.waits",
    "distance": "distance.distance",
    "discard": "distance.discard",
    "chi": "chi.chi",
    "units": "units.units",
    "batch": "batch.batch",
}
