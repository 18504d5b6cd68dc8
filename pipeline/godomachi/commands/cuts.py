"""`tablebases godomachi cuts`: all ways to cut a piece off a shape."""

from __future__ import annotations

from collections import Counter

from rich.console import Console

from pipeline.godomachi.commands.asking import MaxCutOption, ShapeArgument, read_shape
from pipeline.godomachi.drawing.terminal import SPACE_BETWEEN, picture, side_by_side
from pipeline.godomachi.game.cuts import MaxCut
from pipeline.godomachi.game.notation import marked_text
from pipeline.godomachi.game.parts import Bits, Parts, parts_of
from pipeline.godomachi.game.polyominoes import shape_size, shape_text
from pipeline.godomachi.words import counted
from pipeline.output import CsvOption, JsonOption, OutputFormat, output_format, show

COLUMNS = ("k", "piece", "rest", "ways", "example")


def _draw(parts: Parts, examples: list[tuple[Bits, Bits]]) -> None:
    """Print an example of each kind, as many beside each other as there is room for."""
    console = Console(highlight=False)
    across = max(1, console.width // (2 * shape_size(parts.cells)[0] + SPACE_BETWEEN))
    for first in range(0, len(examples), across):
        blocks = [
            picture(parts.cells, rest, piece) for piece, rest in examples[first : first + across]
        ]
        console.print(side_by_side(blocks), soft_wrap=True)


def cuts(
    shape: ShapeArgument,
    max_cut: MaxCutOption = MaxCut.ANY,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Show all kinds of cuts of a shape: a connected piece, and what is left, connected too.

    Cuts are of the same kind if their pieces are congruent and what is left is, too. The piece is
    drawn lighter, in tables as o; ways says how many cuts there are of a kind.

    Examples:
    tablebases godomachi cuts "#../###/.#."

    tablebases godomachi cuts 5:11 --json
    """
    output = output_format(as_json, as_csv)
    (parts,) = parts_of(read_shape(shape))
    ways = Counter[tuple[tuple[int, int], tuple[int, int]]]()
    examples: dict[tuple[tuple[int, int], tuple[int, int]], tuple[Bits, Bits]] = {}
    for piece, rest in parts.ways_to_cut(parts.whole, max_cut) if len(parts.cells) > 1 else ():
        kind = parts.name_of(piece), parts.name_of(rest)
        ways[kind] += 1
        examples.setdefault(kind, (piece, rest))
    if output is OutputFormat.TABLE:
        print(f"{counted(len(ways), 'kind')} of cuts, {counted(ways.total(), 'cut')}")
        print()
        _draw(parts, list(examples.values()))
        return
    rows = [
        {
            "k": piece.bit_count(),
            "piece": shape_text(parts.form(piece)),
            "rest": shape_text(parts.form(rest)),
            "ways": ways[kind],
            "example": marked_text(parts.cells, rest, piece),
        }
        for kind, (piece, rest) in examples.items()
    ]
    show(rows, COLUMNS, output)
