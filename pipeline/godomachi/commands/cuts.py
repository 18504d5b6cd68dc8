"""`tablebases godomachi cuts`: all ways to cut a piece off a shape."""

from __future__ import annotations

from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, show
from pipeline.core.words import counted
from pipeline.godomachi.commands.arguments import MaxCutOption, ShapeArgument

COLUMNS = ("k", "piece", "rest", "ways", "example")


def cuts(
    shape: ShapeArgument, max_cut: MaxCutOption = "any", as_json: JsonOption = False, as_csv: CsvOption = False
) -> None:
    """Show all kinds of cuts of a shape: a connected piece, and what is left, connected too.

    Cuts are of the same kind if their pieces are congruent and what is left is, too. The piece is
    drawn lighter, in tables as o; ways says how many cuts there are of a kind.

    Examples:
    tablebases godomachi cuts "#../###/.#."

    tablebases godomachi cuts 5:11 --json
    """
    output = output_format(as_json, as_csv)
    from pipeline.godomachi.commands.answers import print_cuts
    from pipeline.godomachi.commands.shapes import read_shape
    from pipeline.godomachi.game.max_cut import MaxCut
    from pipeline.godomachi.game.notation import marked_text
    from pipeline.godomachi.game.parts import parts_of
    from pipeline.godomachi.game.polyominoes import shape_text

    (parts,) = parts_of(read_shape(shape))
    kinds = parts.kinds_of_cuts(parts.whole, MaxCut(max_cut))
    if output is OutputFormat.TABLE:
        total = sum(kind.ways for kind in kinds)
        print(f"{counted(len(kinds), 'kind')} of cuts, {counted(total, 'cut')}")
        print()
        print_cuts(parts, kinds)
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
