"""Drawings of polyominoes: shapes, moves and games as text and as SVG, and wall charts.

Shapes come as text, row by row. A move on a shape is the same text with `o` where the piece is cut off, `#` on the
cells that are left after it, and `.` on the cells that earlier moves have cut off:

    shape    ##/.##/..#      ##        as text    · ▒▒
    move     .o/.o#/..#       ##                    ▒▒██
                               #                      ██

Only the wall charts take arrays and load NumPy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from tablebases.godomachi.wording import move_title
from tablebases.languages import t
from tablebases.messages import counted
from tablebases.pictures import document, text

if TYPE_CHECKING:
    from tablebases.godomachi.cut_tables import Plies
    from tablebases.godomachi.polyominoes import Cells, Shapes

IS_CELL, IS_PIECE = "#", "o"
"""A cell of the rest and a cell of the piece."""
Marks = tuple[str, str]
"""A move, or the rests, on both shapes."""


def cells_of(shape: str) -> list[tuple[int, int]]:
    """The cells of a shape as (x, y), sorted.

    >>> cells_of("##/#.")
    [(0, 0), (0, 1), (1, 0)]
    """
    return sorted((x, y) for y, row in enumerate(shape.split("/")) for x, sign in enumerate(row) if sign == IS_CELL)


def size_of(shape: str) -> tuple[int, int]:
    """Width and height of a shape."""
    rows = shape.split("/")
    return max(map(len, rows)), len(rows)


def left_after(marks: Marks) -> Marks:
    """The rests of both shapes after a move."""
    a, b = (shape.replace(IS_PIECE, ".") for shape in marks)
    return a, b


# Drawings as text: two columns a cell.

REST, PIECE, GONE, GAP = "██", "▒▒", "· ", "  "
"""Cells of the rest, the piece and earlier pieces, and no cell."""
COLOURS = {PIECE: "1;36", f"{GONE}?": "2"}
"""Pattern of a cell -> its colour on a terminal, bold cyan or dim; at the end of a line a lost cell lacks its blank."""
SPACE_BETWEEN = 4


def _signs(shape: str, marked: str) -> Iterator[list[str]]:
    """The signs of a shape, row by row."""
    signs = {IS_CELL: REST, IS_PIECE: PIECE}
    for row, marks in zip(shape.split("/"), marked.split("/"), strict=True):
        yield [signs.get(mark, GONE if cell == IS_CELL else GAP) for cell, mark in zip(row, marks, strict=True)]


def shape_lines(shape: str, marked: str = "") -> list[str]:
    """The lines of a shape, whole or with a move."""
    return list(map("".join, _signs(shape, marked or shape)))


def lettered_lines(shape: str, marked: str = "") -> list[str]:
    """The lines of a shape with lettered cells.

    The first cell of the whole shape is `a`.

    >>> lettered_lines("##/#.", ".#/#.")
    ['· c ', 'b   ']
    """
    rows = list(_signs(shape, marked or shape))
    for cell, (x, y) in enumerate(cells_of(shape)):
        if rows[y][x] != GONE:
            rows[y][x] = f"{chr(ord('a') + cell)} "
    return list(map("".join, rows))


def side_by_side(blocks: Sequence[Sequence[str]], width: int = 0) -> str:
    """Drawings beside each other, on one base line.

    `blocks` has their lines; each drawing takes at least `width` columns.
    """
    widths = [max([width, *map(len, lines)]) + SPACE_BETWEEN for lines in blocks]
    found = ""
    for row in range(-max(map(len, blocks)), 0):
        cells = [lines[row] if row >= -len(lines) else "" for lines in blocks]
        found += "".join(map(str.ljust, cells, widths)).rstrip() + "\n"
    return found


def in_rows(blocks: Iterable[Sequence[str]], across: int, width: int = 0) -> str:
    """Drawings in rows of `across`, an empty line between rows."""
    remaining = iter(blocks)
    rows = []
    while row := list(islice(remaining, across)):
        rows.append(side_by_side(row, width))
    return "\n".join(rows)


def cuts_text(shape: str, examples: Sequence[str], width: int) -> str:
    """A shape with each example of a cut, in `width` columns."""
    across = max(1, width // (2 * size_of(shape)[0] + SPACE_BETWEEN))
    return in_rows((shape_lines(shape, example) for example in examples), across)


def numbered_text(shapes: Iterable[tuple[str, int | None]], width: int) -> str:
    """Shapes above their numbers, in `width` columns; `shapes` has both."""
    blocks = [[*shape_lines(shape), "" if number is None else str(number)] for shape, number in shapes]
    widest = max((len(line) for lines in blocks for line in lines), default=0)
    return in_rows(blocks, max(1, (width + SPACE_BETWEEN) // (widest + SPACE_BETWEEN)), widest)


def pair_text(shapes: Marks, marks: Marks | None = None) -> str:
    """Both shapes of a pair, whole or with a move."""
    return side_by_side([shape_lines(*both) for both in zip(shapes, marks or shapes, strict=True)])


def _steps(shapes: Marks, moves: Sequence[Marks], end: str) -> list[tuple[str, Marks]]:
    """The words above each move of a game and the move; then `end`, and what is left."""
    left = left_after(moves[-1]) if moves else shapes
    return [*((move_title(ply), marks) for ply, marks in enumerate(moves)), (end, left)]


def game_text(shapes: Marks, moves: Sequence[Marks]) -> str:
    """A game step by step, and its congruent end."""
    return "\n".join(f"{words}\n{pair_text(shapes, marks)}" for words, marks in _steps(shapes, moves, t("congruent")))


# Drawings as SVG.

INK, QUIET, PAPER = "#1d2b38", "#8b98a5", "#ffffff"
CELL, CELL_LINE = "#bcc6cf", "#ffffff"
PIECES = ("#2f7fc1", "#e07a1f")
"""The piece of the first shape, and of the second."""

UNIT = 18.0
"""The side of a cell."""
LINE_MARGIN = 16.0
BETWEEN = 40.0
LINE = 26.0
STEP_GAP = 12.0
LETTER_WIDTH = 8.5
"""Of a headline, at most."""


def headline_width(headline: str) -> float:
    """Room for a headline; characters beyond ASCII, such as kana, are twice as wide."""
    return LETTER_WIDTH * sum(1 if sign.isascii() else 2 for sign in headline)


def cells_path(cells: Iterable[tuple[int, int]], unit: float, x: float, y: float) -> str:
    """The path around cells with their corner at (x, y)."""
    return "".join(f"M{x + column * unit:g} {y + row * unit:g}h{unit:g}v{unit:g}h-{unit:g}z" for column, row in cells)


def _shape_paths(shape: str, marked: str, piece_colour: str, x: float, y: float) -> Iterator[str]:
    """A shape with its corner at (x, y): lost cells, rest, piece."""
    rows = marked.split("/")
    for sign, look in (
        (".", f'fill="none" stroke="{QUIET}" stroke-dasharray="2 3"'),
        (IS_CELL, f'fill="{CELL}" stroke="{CELL_LINE}" stroke-width="2"'),
        (IS_PIECE, f'fill="{piece_colour}" stroke="{CELL_LINE}" stroke-width="2"'),
    ):
        chosen = [(column, row) for column, row in cells_of(shape) if rows[row][column] == sign]
        if chosen:
            yield f'<path d="{cells_path(chosen, UNIT, x, y)}" {look}/>'


def _pair_paths(shapes: Marks, marks: Marks, places: tuple[float, float], y: float) -> Iterator[str]:
    """A move on both shapes of a pair, side by side at `places`."""
    for shape, marked, colour, x in zip(shapes, marks, PIECES, places, strict=True):
        yield from _shape_paths(shape, marked, colour, x, y)


def draw_shape(shape: str) -> str:
    """A shape as SVG, at its size."""
    width, height = (2 * LINE_MARGIN + cells * UNIT for cells in size_of(shape))
    content = _shape_paths(shape, shape, PIECES[0], LINE_MARGIN, LINE_MARGIN)
    title = t("A polyomino of {cells}", cells=counted(shape.count(IS_CELL), "cell"))
    return document(width, height, title, content, scale=1)


def draw_cuts(shape: str, examples: Sequence[str], headline: str) -> str:
    """A shape with each example of a cut, as SVG."""
    across = 6
    width, height = (cells * UNIT + LINE_MARGIN for cells in size_of(shape))
    content = [text(LINE_MARGIN, LINE_MARGIN + 14, headline, 15, font_weight="bold", fill=INK)]
    for place, example in enumerate(examples):
        row, column = divmod(place, across)
        x, y = LINE_MARGIN + column * width, LINE_MARGIN + LINE + row * height
        content += _shape_paths(shape, example, PIECES[0], x, y)
    total_width = max(min(across, len(examples)) * width, headline_width(headline) + LINE_MARGIN) + LINE_MARGIN
    total_height = LINE_MARGIN + LINE + -(-len(examples) // across) * height
    return document(total_width, total_height, headline, content)


def draw_game(shapes: Marks, moves: Sequence[Marks], is_over: bool, headline: str) -> str:
    """A game as SVG: each ply below the one before, and its end.

    Without moves the two shapes are drawn whole.
    """
    (width_a, height_a), (width_b, height_b) = map(size_of, shapes)
    x_b = LINE_MARGIN + width_a * UNIT + BETWEEN
    step = max(height_a, height_b) * UNIT + STEP_GAP
    content = [text(LINE_MARGIN, LINE_MARGIN + 14, headline, 15, font_weight="bold", fill=INK)]
    y = LINE_MARGIN + LINE
    for words, marks in _steps(shapes, moves, t("congruent" if is_over else "what is left")):
        if moves:
            content.append(text(LINE_MARGIN, y + 14, words, 12, fill=INK))
            y += LINE
        content += _pair_paths(shapes, marks, (LINE_MARGIN, x_b), y)
        y += step
    width = max(x_b + width_b * UNIT + LINE_MARGIN, 2 * LINE_MARGIN + headline_width(headline))
    return document(width, y - STEP_GAP + LINE_MARGIN, headline, content)


LINE_BOX = (700, 566)
"""Width and height of the place for a line; the steps stand in as many columns as make them largest there."""
STEP_WIDTH = 150
"""Room for the words above a step."""


def draw_line(shapes: Marks, moves: Sequence[Marks], is_over: bool) -> str:
    """A game as SVG, with its steps and end in rows, and no headline; without moves only the shapes."""
    (width_a, height_a), (width_b, height_b) = map(size_of, shapes)
    steps = _steps(shapes, moves, t("congruent") if is_over else "")
    x_b = width_a * UNIT + BETWEEN
    width = max(x_b + width_b * UNIT, STEP_WIDTH if moves else 0) + BETWEEN
    height = max(height_a, height_b) * UNIT + (2 * LINE if moves else LINE_MARGIN)

    def scale(across: int) -> float:
        return min(LINE_BOX[0] / (across * width), LINE_BOX[1] / (-(-len(steps) // across) * height))

    across = max(range(1, len(steps) + 1), key=scale)
    content = []
    for place, (words, marks) in enumerate(steps):
        row, column = divmod(place, across)
        x, y = LINE_MARGIN + column * width, LINE_MARGIN + row * height
        if moves:
            content.append(text(x, y + 10, words, 12, fill=INK))
            y += LINE - 8
        content += _pair_paths(shapes, marks, (x, x + x_b), y)
    down = -(-len(steps) // across)
    return document(2 * LINE_MARGIN + across * width - BETWEEN, LINE_MARGIN + down * height, "", content)


# Wall charts: all pairs of a size, coloured by plies, and a sheet of all shapes.

CONGRUENT = "#d5dbe1"
FIRST_WINS = ("#d6e7f6", "#92bfe4", "#4a8fcd", "#1a5c9f", "#083562")
"""By plies, 1, 3, 5, ..: the longer it takes, the darker."""
SECOND_WINS = ("#fbd7a8", "#f3a04f", "#d9711a", "#9c4a08", "#5e2a00")
"""By plies, 2, 4, 6, .."""
DARK_FROM = 2
"""From this shade on, letters on it must be white."""


def shade(plies: int) -> int:
    """The shade of a number of plies; 0 is lightest."""
    return min((plies - 1) // 2, len(FIRST_WINS) - 1)


def colour_of(plies: int) -> str:
    """The colour of a pair; blue where the first player wins, orange where the second does."""
    if plies == 0:
        return CONGRUENT
    return (FIRST_WINS if plies % 2 else SECOND_WINS)[shade(plies)]


def ink_on(plies: int) -> str:
    """The colour of letters on the colour of a pair."""
    return PAPER if plies and shade(plies) >= DARK_FROM else INK


def wide_cells(cells: Cells) -> list[tuple[int, int]]:
    """The cells of a shape, turned if it is too high."""
    found = [(int(x), int(y)) for x, y in cells]
    width, height = (max(axis) + 1 for axis in zip(*found, strict=True))
    return found if width >= height else [(y, x) for x, y in found]


def tall_cells(cells: Cells) -> list[tuple[int, int]]:
    """The cells of a shape, turned if it is too wide."""
    return [(y, x) for x, y in wide_cells(cells)]


SQUARE = 12.0
"""The side of the square of a pair."""
CHART_MARGIN = 14.0
TITLE = 34.0
LEGEND_LINE = 18.0
NUMBERS = 16.0
"""Room for the numbers beside the matrix."""


def _squares(plies: Plies, left: float, top: float) -> Iterator[str]:
    """The squares of all pairs: one path a colour, with neighbours in a row as one bar."""
    import numpy as np

    for value in np.unique(plies).tolist():
        path = []
        for row, has_value in enumerate(plies == value):
            edges = np.flatnonzero(np.diff(has_value, prepend=False, append=False))
            for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
                width = (end - start) * SQUARE
                path.append(f"M{left + start * SQUARE:g} {top + row * SQUARE:g}h{width:g}v{SQUARE:g}h-{width:g}z")
        yield f'<path fill="{colour_of(value)}" d="{"".join(path)}"/>'


def _digits(plies: Plies, left: float, top: float) -> Iterator[str]:
    """The plies of all pairs as digits: one line of text for each row and ink."""
    inks = {value: ink_on(value) for value in range(1, int(plies.max(initial=0)) + 1)}
    for row, values in enumerate(plies.tolist()):
        for ink in sorted(set(inks.values())):
            columns = [column for column, value in enumerate(values) if inks.get(value) == ink]
            if columns:
                x = " ".join(f"{left + (column + 0.5) * SQUARE:g}" for column in columns)
                y = top + row * SQUARE + 0.72 * SQUARE
                digits = "".join(str(values[column]) for column in columns)
                yield f'<text x="{x}" y="{y:g}" fill="{ink}">{digits}</text>'


def _icons(shapes: Shapes, left: float, top: float, unit: float) -> Iterator[str]:
    """Shapes and their numbers along both sides of the matrix."""
    path = []
    for number, shape in enumerate(shapes):
        at = (number + 0.5) * SQUARE
        width, height = (max(axis) + 1 for axis in zip(*wide_cells(shape), strict=True))
        path.append(cells_path(wide_cells(shape), unit, left - NUMBERS - width * unit, top + at - height * unit / 2))
        path.append(cells_path(tall_cells(shape), unit, left + at - height * unit / 2, top - NUMBERS - width * unit))
        yield text(left - 3, top + at + 2.4, str(number), 6.5, text_anchor="end")
        yield (
            f'<text transform="translate({left + at + 2.4:g} {top - 3:g}) rotate(-90)" font-size="6.5">{number}</text>'
        )
    yield f'<path d="{"".join(path)}"/>'


def _legend(plies: Plies, left: float, top: float) -> Iterator[str]:
    """The meaning of each colour, and its number of pairs."""
    import numpy as np

    values, counts = np.unique(plies[np.triu_indices(len(plies), 1)], return_counts=True)
    for line, (value, count) in enumerate([*zip(values.tolist(), counts.tolist(), strict=True), (0, len(plies))]):
        who_and_when = f"{'first' if value % 2 else 'second'} player wins in {counted(value, 'ply', 'plies')}"
        words = f"{who_and_when}: {counted(count, 'pair')}" if value else "the same shape twice"
        y = top + line * LEGEND_LINE
        yield f'<rect x="{left:g}" y="{y:g}" width="14" height="14" fill="{colour_of(value)}"/>'
        if value:
            yield text(left + 7, y + 10.5, str(value), 9, text_anchor="middle", fill=ink_on(value))
        yield text(left + 20, y + 11, words, 11)


def draw_wall_chart(shapes: Shapes, plies: Plies) -> str:
    """The matrix of all pairs of a size as SVG: blue where the first player wins, else orange."""
    import numpy as np

    count, cells = shapes.shape[:2]
    unit = (SQUARE - 1) / ((cells + 1) // 2)
    left = top = CHART_MARGIN + cells * unit + NUMBERS
    top += TITLE
    side = count * SQUARE
    lines = len(np.unique(plies[np.triu_indices(count, 1)])) + 1
    width = max(left + side + CHART_MARGIN, 330)
    height = top + side + CHART_MARGIN + lines * LEGEND_LINE + CHART_MARGIN
    headline = text(CHART_MARGIN, CHART_MARGIN + 14, f"Godomachi, {counted(cells, 'cell')}", 16, font_weight="bold")
    below = text(CHART_MARGIN, CHART_MARGIN + 28, "plies under best play of every pair", 9, fill=QUIET)
    icons = [f'<g fill="{INK}">', *_icons(shapes, left, top, unit), "</g>"]
    digits = ['<g font-size="7" text-anchor="middle">', *_digits(plies, left, top), "</g>"]
    legend = _legend(plies, CHART_MARGIN, top + side + CHART_MARGIN)
    content = [headline, below, *icons, *_squares(plies, left, top), *digits, *legend]
    title = f"Plies under best play of every pair of polyominoes of {counted(cells, 'cell')}"
    return document(width, height, title, content)


BOXES_ACROSS = 12
CHART_CELL = 12.0


def draw_shapes(shapes: Shapes, plies: Plies) -> str:
    """A sheet of all numbered shapes of a size, as SVG."""
    import numpy as np

    count, cells = shapes.shape[:2]
    upright = [tall_cells(shape) for shape in shapes]
    across = min(BOXES_ACROSS, max(count, 4))
    box_width = (max(x for shape in upright for x, _ in shape) + 1) * CHART_CELL + 26
    box_height = cells * CHART_CELL + 34
    content = [
        text(CHART_MARGIN, CHART_MARGIN + 14, f"Polyominoes of {counted(cells, 'cell')}", 16, font_weight="bold"),
        text(CHART_MARGIN, CHART_MARGIN + 28, "number, and pairs that the second player wins", 9, fill=QUIET),
    ]
    for number, shape in enumerate(upright):
        row, column = divmod(number, across)
        x = CHART_MARGIN + column * box_width
        y = CHART_MARGIN + TITLE + row * box_height
        bottom = y + cells * CHART_CELL
        height = (max(cell_y for _, cell_y in shape) + 1) * CHART_CELL
        path = cells_path(shape, CHART_CELL, x, bottom - height)
        losses = int(np.count_nonzero((plies[number] % 2 == 0) & (plies[number] > 0)))
        content += [
            f'<path d="{path}" fill="{INK}" stroke="{CELL_LINE}" stroke-width="1.5"/>',
            text(x, bottom + 12, str(number), 10, font_weight="bold"),
            text(x + 24, bottom + 12, str(losses), 9, fill=colour_of(6)),
        ]
    rows = -(-count // across)
    width = max(2 * CHART_MARGIN + across * box_width, 330)
    height = 2 * CHART_MARGIN + TITLE + rows * box_height
    return document(width, height, f"All {count} polyominoes of {counted(cells, 'cell')}", content)
