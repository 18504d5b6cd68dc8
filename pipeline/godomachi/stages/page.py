"""Stage page: the page to look up pairs and to play in the browser, for the atlas."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import open_database
from pipeline.godomachi.readers import read_plies, read_shapes
from pipeline.godomachi.tables import DATABASE, RULE
from pipeline.pages import write_page
from pipeline.stage import run_stage
from tablebases.atlas.pages import hand_written
from tablebases.godomachi.answers import Rule, place_of_pair, share_card, solve
from tablebases.godomachi.tablebase import MAX_CELLS_OF_CHARTS, chart_files
from tablebases.messages import say
from tablebases.sharing import Card

CELLS_ON_FRONT = 6
"""Cells of the polyominoes whose chart is on the front page."""
EXAMPLE = ("6:2", "6:14")
"""The pair in the preview."""


def preview(max_cut: Rule) -> Card:
    """A pair with its line, to share."""
    answer = solve(*EXAMPLE, max_cut)
    return share_card(answer, answer.line, place_of_pair(answer))


def main(database: Path, charts: Path, out: Path) -> None:
    """Write the page for up to 7 cells, with all charts."""
    every = read_plies(database, MAX_CELLS_OF_CHARTS)
    pictures = [charts / name for name in chart_files(len(every))]
    provenance = ProvenanceNotes(__file__, [database, *pictures, *hand_written("godomachi")], {})
    both = zip(read_shapes(database, MAX_CELLS_OF_CHARTS), every, strict=True)
    sizes = [
        {"cells": cells, "shapes": shapes, "plies": ["".join(map(str, row)) for row in values.tolist()]}
        for cells, (shapes, values) in enumerate(both, start=1)
    ]
    with open_database(database, DATABASE) as connection:
        max_cut = connection.execute(select(RULE)).scalar_one()
    data = {"max_cut": max_cut, "sizes": sizes, "charts": list(range(1, len(sizes) + 1))}
    description = "Who wins any pair of polyominoes in Godomachi, and a perfect player to play against"
    more = {picture.name: picture.read_text(encoding="utf-8") for picture in pictures}
    front = sizes[min(CELLS_ON_FRONT, len(sizes)) - 1]
    write_page(out, "godomachi", description, data, provenance, more, front=front, preview=preview(max_cut))
    say(f"godomachi page: pairs of at most {len(sizes)} cells in {out}")


if __name__ == "__main__":
    run_stage(main)
