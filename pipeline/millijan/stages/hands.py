"""Stage hands: the best splits, waits, distances and discards of the hands of a file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sqlalchemy import Table as DatabaseTable

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.millijan.readers import read_game
from pipeline.millijan.tables import ACCEPTED, DISCARDS, DISTANCE, HANDS, HANDS_PART, SPLITS, WAITS
from pipeline.stage import run_stage
from tablebases.messages import Progress, say
from tablebases.millijan.game_files import Question, read_questions
from tablebases.millijan.table import Judged, Table
from tablebases.millijan.units import RuleSet

Rows = list[dict[str, object]]


def _rows(question: Question, table: Table, judged: Judged) -> dict[DatabaseTable, Rows]:
    """Table -> the rows of one hand, without its number."""
    value, left = judged.value, judged.copies_left
    return {
        HANDS: [
            {
                "rules": table.rules.value,
                "hand": " ".join(table.tiles[kind].name for kind in question.hand),
                "called": "; ".join(table.units[unit].name for unit in question.called),
                "main": None if table.main is None else table.tiles[table.main].name,
                "n_tiles": judged.n_tiles,
                "value": value.value,
                "won": int(value.won),
                "score": value.score,
                "n_splits": len(value.splits),
            }
        ],
        SPLITS: [
            {"split": split, "place": place, "unit": unit}
            for split, units in enumerate(value.splits)
            for place, unit in enumerate(units)
        ],
        WAITS: [{"kind": kind, "score": score, "copies_left": left[kind]} for kind, score in judged.waits.items()],
        DISTANCE: []
        if judged.distance is None
        else [{"distance": judged.distance, "accepted_copies": judged.accepted_copies}],
        ACCEPTED: [{"kind": kind, "copies_left": left[kind]} for kind in judged.accepted],
        DISCARDS: [
            {"kind": one.kind, "place": place, "distance": one.distance, "accepted_copies": one.copies}
            for place, one in enumerate(judged.discards, start=1)
        ],
    }


def main(game: Path, hands: Path, out: Path, rules: RuleSet = RuleSet.SEED) -> None:
    """Judge the hands of a file: value, all best splits, waits, distance, discards.

    Example: python -m pipeline.millijan.stages.hands --game results/millijan/parts/units.db
    --hands data/millijan/hands.csv --rules seed --out results/millijan/parts/hands.db

    Args:
        game: artifact of the stage units.
        hands: hand file, one row per hand.
        out: where to write the database.
        rules: the rule set.
    """
    provenance = ProvenanceNotes(__file__, [game, hands], {"rules": rules.value})
    tiles, units = read_game(game)

    @cache
    def table_of(main: int | None) -> Table:
        return Table(tiles, units, rules, main)

    questions = list(read_questions(hands, tiles, units))
    progress = Progress("hands", len(questions), "hands")
    content: dict[DatabaseTable, Rows] = {of: [] for of in HANDS_PART.tables}
    won = 0
    for question in questions:
        table = table_of(question.main)
        judged = table.judge(question.hand, question.called)
        for of, rows in _rows(question, table, judged).items():
            content[of] += ({"hand_id": question.number, **row} for row in rows)
        won += judged.value.won
        progress.advance(1)
    with create_database(out, HANDS_PART, provenance) as writer:
        for of, rows in content.items():
            writer.insert(of, rows)
    say(f"hands: {len(questions)} hands, {won} of them won")


if __name__ == "__main__":
    run_stage(main)
