"""Towns with a road that the published rules read differently from its two ends, on one sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.nine_tiles_panic.drawing.sheet import Cell, draw_sheet
from pipeline.nine_tiles_panic.drawing.town_drawing import DrawingOptions, draw_town
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTown

IN_A_ROW = 3

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


def _cell(town: LaidTown, row: RoadAnswers) -> Cell:
    """A town with its road pointed at, and what the rules say of the road."""
    (road,) = [road for road in town.roads if road.name == row["road"]][:1]
    return draw_town(town, DrawingOptions(highlight=Highlight(roads=frozenset(road.tile_roads)))), _lines(row)


def draw_two_answers(towns: Sequence[tuple[LaidTown, Sequence[RoadAnswers]]]) -> str:
    """A sheet of towns, each with the first of its roads that is read differently, as SVG."""
    title = "Towns with a road that the published rules read differently from its two ends"
    return draw_sheet(title, [_cell(town, of_roads[0]) for town, of_roads in towns], IN_A_ROW)
