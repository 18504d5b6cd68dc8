"""Towns with a road that the published rules read differently from its two ends, on one sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pipeline.cli.svg import document
from pipeline.nine_tiles_panic.drawing.town_drawing import DrawingOptions, draw_town
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTown

IN_A_ROW = 3
TOWN, CAPTION, GAP = 300, 84, 20
ROOT = re.compile(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"')

RoadAnswers = Mapping[str, object]
"""A row of the table `two_answers`."""


def _lines(row: RoadAnswers) -> list[str]:
    return [
        f"{row['pattern']}",
        f"road {row['road']}",
        f"from its start: {row['caught']} caught, {row['eaten']} in sight",
        f"from its other end: {row['caught_from_end']} caught, {row['eaten_from_end']} in sight",
        f"impartial: {row['caught_impartial']} caught, {row['eaten_impartial']} in sight",
    ]


def _cell(town: LaidTown, row: RoadAnswers, x: int, y: int) -> str:
    """A town with its road pointed at, and below it what the rules say of the road."""
    (road,) = [road for road in town.roads if road.name == row["road"]][:1]
    options = DrawingOptions(highlight=Highlight(roads=frozenset(road.tile_roads)))
    drawn = ROOT.sub(rf'<svg \1x="{x}" y="{y}" width="{TOWN}" height="{TOWN}"', draw_town(town, options), count=1)
    texts = [
        f'<text x="{x + TOWN // 2}" y="{y + TOWN + 16 * (i + 1)}" text-anchor="middle" font-size="12">{line}</text>'
        for i, line in enumerate(_lines(row))
    ]
    return "\n".join([drawn, *texts])


def draw_two_answers(towns: Sequence[tuple[LaidTown, Sequence[RoadAnswers]]]) -> str:
    """A sheet of towns, each with the first of its roads that is read differently, as SVG."""
    rows = max(1, -(-len(towns) // IN_A_ROW))
    width = IN_A_ROW * (TOWN + GAP) + GAP
    height = rows * (TOWN + CAPTION + GAP) + GAP
    cells = [
        _cell(town, of_roads[0], GAP + i % IN_A_ROW * (TOWN + GAP), GAP + i // IN_A_ROW * (TOWN + CAPTION + GAP))
        for i, (town, of_roads) in enumerate(towns)
    ]
    title = "Towns with a road that the published rules read differently from its two ends"
    return document(width, height, title, cells)
