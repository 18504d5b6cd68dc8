"""Stage hands: the best splits, waits, distances and discards of the hands of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.millijan.game.judged import Judged, judge
from pipeline.millijan.game.rules import RuleSet
from pipeline.millijan.game.table import Table
from pipeline.millijan.hand_file import Question, read_questions
from pipeline.millijan.stage_options import OutOption, RulesOption
from pipeline.millijan.tables import SCHEMA_VERSION, TABLES
from pipeline.millijan.units import GameOption, read_game
from pipeline.progress import Progress, say
from pipeline.stage import run_command


def _rows(question: Question, judged: Judged) -> dict[str, list[tuple[Any, ...]]]:
    """Table -> the rows of one hand."""
    number, value, left = question.number, judged.value, judged.copies_left
    return {
        "hands": [(
            number, question.table.rules.value, question.hand_in_words, question.called_in_words,
            question.main_in_words, judged.n_tiles, value.value, int(value.won), value.score,
            len(value.splits),
        )],
        "splits": [
            (number, split, place, unit)
            for split, units in enumerate(value.splits)
            for place, unit in enumerate(units)
        ],
        "waits": [(number, kind, score, left[kind]) for kind, score in judged.waits.items()],
        "distance": [(number, judged.distance, judged.accepted_copies)]
        if judged.distance is not None
        else [],
        "accepted": [(number, kind, left[kind]) for kind in judged.accepted],
        "discards": [
            (number, discard.kind, place, discard.distance, discard.copies)
            for place, discard in enumerate(judged.discards, start=1)
        ],
    }  # fmt: skip


def main(
    game: GameOption,
    hands: Annotated[Path, typer.Option(help="Hand file, one row a hand.")],
    out: OutOption,
    rules: RulesOption = RuleSet.SEED,
) -> None:
    """Judge the hands of a file: value, all best splits, waits, distance, discards.

    Example: python -m pipeline.millijan.hands --game results/millijan/parts/units.db
    --hands data/millijan/hands.csv --rules seed --out results/millijan/parts/hands.db
    """
    provenance = ProvenanceNotes(__file__, [game, hands], {"rules": rules.value})
    tiles, units = read_game(game)
    content: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES["hands"]}
    questions = list(read_questions(hands, Table(tiles, units, rules)))
    progress = Progress("hands", len(questions), "hands")
    won = 0
    for question in questions:
        judged = judge(question.table, question.hand, question.called)
        for name, rows in _rows(question, judged).items():
            content[name] += rows
        won += judged.value.won
        progress.advance(1)
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["hands"], content)
    say(f"hands: {len(questions)} hands, {won} of them won")


if __name__ == "__main__":
    run_command(main)
