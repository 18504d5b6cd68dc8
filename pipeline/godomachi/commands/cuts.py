"""`tablebases godomachi cuts`: all ways to cut a piece off a shape."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from pipeline.godomachi.commands.asking import MaxCutOption, ShapeArgument, read_shape
from pipeline.godomachi.drawing.terminal import SPACE_BETWEEN, picture, side_by_side
from pipeline.godomachi.game.cuts import MaxCut
from pipeline.godomachi.game.notation import marked_text
from pipeline.godomachi.game.parts import CutKind, Parts, parts_of
from pipeline.godomachi.game.polyominoes import shape_size, shape_text
from pipeline.godomachi.words import counted
from pipeline.output import CsvOption, JsonOption, OutputFormat, output_format, show

COLUMNS = ("k", "piece", "rest", "ways", "example")


def _draw(parts: Parts, kinds: Sequence[CutKind]) -> None:
    """Print an example of each kind, as many beside each other as there is room for."""
    console = Console(highlight=False)
    across = max(1, console.width // (2 * shape_size(parts.cells)[0] + SPACE_BETWEEN))
    for first in range(0, len(kinds), across):
        blocks = [
            picture(parts.cells, kind.left, kind.piece) for kind in kinds[first : first + across]
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
    kinds = parts.kinds_of_cuts(parts.whole, max_cut)
    if output is OutputFormat.TABLE:
        total = sum(kind.ways for kind in kinds)
        print(f"{counted(len(kinds), 'kind')} of cuts, {counted(total, 'cut')}")
        print()
        _draw(parts, kinds)
        return
    rows = [
        {
            "k": kind.piece.bit_count(),
            "piece": shape_text(parts.form(kind.piece)),
            "rest": shape_text(parts.form(kind.left)),
            "ways": kind.ways,
            "example": marked_text(parts.cells, kind.left, kind.piece),
        }
        for kind in kinds
    ]
    show(rows, COLUMNS, output)
