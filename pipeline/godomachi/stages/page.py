"""Stage page: the page to look up pairs and to play in the browser, for the atlas."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from sqlalchemy import select

from pipeline.artifacts import ProvenanceNotes
from pipeline.godomachi.readers import read_plies, read_shapes
from pipeline.godomachi.tables import DATABASE, RULE
from pipeline.pages import write_page
from pipeline.reading import open_database
from tablebases.answer.share import Card
from tablebases.atlas.pages import hand_written
from tablebases.godomachi.answers import Rule, solve
from tablebases.godomachi.cut_tables import Plies, all_cuts
from tablebases.godomachi.polyominoes import Shapes, free_polyominoes, shape_text
from tablebases.godomachi.puzzles import puzzles_among
from tablebases.godomachi.tablebase import MAX_CELLS_OF_CHARTS, PRACTICE_FILE, MaxCut
from tablebases.messages import say
from tablebases.practice import Draws
from tablebases.puzzles import GODOMACHI

CELLS_ON_FRONT = 6
"""Cells of the polyominoes whose chart is on the front page."""
EXAMPLE = ("6:2", "6:14")
"""The pair in the preview."""
MAX_CELLS_OF_PRACTICE = 10
MOST_PUZZLES = 300
"""Puzzles of each size for practice that is too large for the data of the page."""
DRAWN_PAIRS = 4000
"""Pairs to find them among; about one in seven is a puzzle."""


def practice_puzzles(shapes: Sequence[Shapes], every: Sequence[Plies], max_cut: MaxCut) -> list[tuple[str, str]]:
    """Puzzles of a size, drawn at random and the same in every run: both shapes as text.

    `shapes` and `every` have the polyominoes and the plies of 1, 2, .. cells up to this size.
    """
    draws = Draws(f"godomachi practice {len(every)}")
    drawn = ((draws.below(len(shapes[-1])), draws.below(len(shapes[-1]))) for _ in range(DRAWN_PAIRS))
    pairs = np.array(list({frozenset(pair): pair for pair in drawn}.values()))
    found = puzzles_among(pairs, all_cuts(shapes[-1], shapes[:-1], max_cut), every[:-1], every[-1])
    texts = ([shape_text(shapes[-1][number]) for number in numbers[:MOST_PUZZLES]] for numbers in (found.a, found.b))
    return list(zip(*texts, strict=True))


def preview(max_cut: Rule) -> Card:
    """A pair with its line, to share."""
    answer = solve(*EXAMPLE, max_cut)
    return replace(answer.card(), place=answer.place)


def main(database: Path, charts: list[Path], out: Path, notes: Path) -> None:
    """Write the page for up to 7 cells, with all charts, and puzzles of 8 to 10 cells for practice."""
    solved = read_plies(database, MAX_CELLS_OF_PRACTICE)
    every = solved[:MAX_CELLS_OF_CHARTS]
    provenance = ProvenanceNotes(__file__, [database, *charts, *hand_written(GODOMACHI.package)], {})
    both = zip(read_shapes(database, MAX_CELLS_OF_CHARTS), every, strict=True)
    sizes = [
        {"cells": cells, "shapes": shapes, "plies": ["".join(map(str, row)) for row in values.tolist()]}
        for cells, (shapes, values) in enumerate(both, start=1)
    ]
    with open_database(database, DATABASE) as connection:
        max_cut = connection.execute(select(RULE)).scalar_one()
    data = {"max_cut": max_cut, "sizes": sizes, "charts": list(range(1, len(sizes) + 1))}
    description = "Who wins any pair of polyominoes in Godomachi, and a perfect player to play against"
    larger = range(MAX_CELLS_OF_CHARTS + 1, len(solved) + 1)
    shapes = free_polyominoes(len(solved))
    practice = {cells: practice_puzzles(shapes[:cells], solved[:cells], MaxCut(max_cut)) for cells in larger}
    more = {picture.name: picture.read_text(encoding="utf-8") for picture in charts}
    more[PRACTICE_FILE] = json.dumps(practice, separators=(",", ":"))
    front = sizes[min(CELLS_ON_FRONT, len(sizes)) - 1]
    write_page(
        out, GODOMACHI.package, description, data, provenance, notes, more, front=front, preview=preview(max_cut)
    )
    say(f"godomachi page: pairs of at most {len(sizes)} cells in {out.parent}")
