"""Nine Tiles Panic: every town, its scores, and the best towns for every theme set."""

COMMANDS = {
    "summary": "summary.summary",
    "score": "score.score",
    "probe": "probe.probe",
    "complete": "complete.complete",
    "draw": "draw.draw",
    "best": "best.best",
    "cards": "cards.cards",
    "find": "find.find",
    "towns": "towns.towns",
    "learn": "learn.learn",
}
