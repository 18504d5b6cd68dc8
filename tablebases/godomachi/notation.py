"""Shapes as text: every notation that functions and commands take.

A shape is written row by row, `#` a cell, `.` or a blank a gap, and `/` or a line end between rows. Rows need not be of
the same length. Other signs, squares, full-width characters and what commands draw are read, too:

    ##/#.      XX/X.      11/10      ■■/■□      🟦🟦/🟦⬜      ████
                                                              ██

`5:3` is the polyomino of 5 cells with the number 3; `shapes(5)` lists all of them in the order of their numbers. A
letter alone is a pentomino. A list has rows of texts, of 0 and 1, or of truth values; or it has different cells (x, y).
Pairs of 0 and 1 that are both are refused if they are different polyominoes.

>>> [Shape.parse(given).text for given in ("3:1", ["XX", "X"], [[0, 1, 1], [0, 1, 0]], [(5, 5), (6, 5), (5, 6)])]
['##/#.', '##/#.', '##/#.', '##/#.']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from tablebases.answer.base import Answer
from tablebases.answer.fields import Notated, figure
from tablebases.answer.text import Block, Drawing
from tablebases.arguments import Texts, checked
from tablebases.errors import InputError
from tablebases.godomachi.drawing import IS_CELL, cells_of, draw_shape, shape_lines, side_by_side, size_of
from tablebases.godomachi.wording import SHAPES
from tablebases.languages import t
from tablebases.messages import counted

if TYPE_CHECKING:
    from tablebases.godomachi.polyominoes import Cells, Shapes

GAPS = ". "
MAX_CELLS = 18
"""Larger shapes have too many connected parts for a laptop."""
MAX_CELLS_LISTED = 12
"""All polyominoes of more cells take too long to list."""

SQUARES = str.maketrans("■□⬜🟥🟧🟨🟩🟦🟪🟫", "#..#######", "\N{VARIATION SELECTOR-16}")
SIGNS = ("X.", "x.", "@.", "*.", "10")  # of cells and gaps
BLOCK = "█"
"""Two of them are a cell where commands draw shapes."""
PENTOMINOES = "ILYPUVTNFWZX"  # by number
NUMBERED = re.compile(r"(?P<cells>\d{1,2}):(?P<number>\d{1,7})")


@dataclass(frozen=True)
class Shape(Notated, Answer):
    """A polyomino in one orientation, from `Shape.parse` or `shapes`.

    >>> import tablebases
    >>> shape = tablebases.godomachi.Shape.parse("###/..#")
    >>> print(shape)
    ██████
        ██
    >>> len(shape), shape.width, shape.height, shape.holes, shape.symmetry
    (4, 3, 2, 0, 1)
    >>> shape.canonical()
    Shape(text='##/#./#.', number=1)
    """

    text: str
    """Row by row, such as `##/#.`, without gaps around it."""
    number: int | None = field(default=None, compare=False)
    """Among those of its size, if given or listed by number."""

    @classmethod
    @checked
    def parse(cls, text: Texts, name: str = "the shape") -> Shape:
        """Read a shape in any notation.

        >>> Shape.parse("##/##/##x")
        Traceback (most recent call last):
        tablebases.errors.InputError: the shape: 'x' in row 3, column 3 is neither # for a cell nor . for a gap

        An InputError says that the text is not a shape of 1 to 18 cells, or that there is no shape with that number.
        """
        return check_shape(text, name)

    def __len__(self) -> int:
        """How many cells it has."""
        return self.text.count(IS_CELL)

    def blocks(self) -> Iterator[Block]:
        """The shape, drawn."""
        yield Drawing(side_by_side([shape_lines(self.text)]))

    def svg(self) -> str:
        """The shape as SVG."""
        return draw_shape(self.text)

    @property
    def notation(self) -> str:
        """Its text."""
        return self.text

    @property
    def cells(self) -> tuple[tuple[int, int], ...]:
        """Its cells as (x, y), column and row from 0, sorted; games letter them in this order."""
        return tuple(cells_of(self.text))

    @figure
    def n(self) -> int:
        """Number of cells."""
        return len(self)

    @figure
    def width(self) -> int:
        """Number of columns."""
        return size_of(self.text)[0]

    @figure
    def height(self) -> int:
        """Number of rows."""
        return size_of(self.text)[1]

    @figure
    def holes(self) -> int:
        """Number of holes: empty regions without an edge to the outside."""
        from tablebases.godomachi.polyominoes import holes

        return holes(array_of(self))

    @figure
    def symmetry(self) -> int:
        """Number of its 8 images that equal it: 1, 2, 4 or 8."""
        from tablebases.godomachi.polyominoes import symmetry

        return symmetry(array_of(self))

    def canonical(self) -> Shape:
        """The same polyomino as in lists, numbered up to 12 cells."""
        text = canonical_text(array_of(self))
        number = _numbers(len(self))[text] if len(self) <= MAX_CELLS_LISTED else None
        return Shape(text, number)


def check_shape(value: Shape | Texts, name: str) -> Shape:
    """A shape given as an object or in any notation; errors call it `name`."""
    if isinstance(value, Shape):
        return replace(drawn_shape(str(value.text), name), number=value.number)  # its text may be wrong
    if isinstance(value, int | str):
        return named_shape(str(value), name) or drawn_shape(str(value), name)
    return _listed_shape(value, name)


def check_pair(a: Shape | Texts, b: Shape | Texts) -> tuple[Shape, Shape]:
    """Two shapes of the same size; an InputError if they are not."""
    one, other = (check_shape(*given) for given in zip((a, b), SHAPES, strict=True))
    if len(one) != len(other):
        raise InputError(
            "the shapes have {a} and {b} cells; a pair needs two of the same size", a=len(one), b=len(other)
        )
    return one, other


def named_shape(text: str, name: str) -> Shape | None:
    """The shape of a text such as `5:3` or `F`, None for others; an InputError for a number alone."""
    word = normalize("NFKC", text)
    if len(word) == 1 and word.upper() in PENTOMINOES:
        word = f"5:{PENTOMINOES.index(word.upper())}"
    if word.isdecimal():
        fault = "{shape}: {number} alone is no shape; write the number of cells before it, such as 12:{number}"
        raise InputError(fault, shape=t(name), number=word)
    numbered = NUMBERED.fullmatch(word)
    if not numbered:
        return None
    cells, number = map(int, numbered.groups())
    shapes = shapes_of_size(cells)
    check_number(cells, number, len(shapes))
    return shape_of(shapes[number], number)


def _listed_shape(rows: Sequence[Any], name: str) -> Shape:
    """The shape of a list of rows, or of cells (x, y)."""
    rows = [row if isinstance(row, list) else [row] for row in rows]
    texts = ["".join(x if isinstance(x, str) else ".#"[x] if x in (0, 1) else "?" for x in row) for row in rows]
    readings = [partial(parse_shape, plain_signs("\n".join(texts)))]
    if all([*map(type, row)] == [int, int] for row in rows) and len({*map(tuple, rows)}) == len(rows):
        readings.insert(0, partial(in_corner, [(x, y) for x, y in rows]))
    found = []
    for reading in readings:
        with suppress(InputError):
            found.append(reading(name, MAX_CELLS))
    if len({*map(canonical_text, found)}) > 1:
        text = "{shape}: these pairs are cells (x, y), or rows of 0 and 1; write rows, as in ['##', '#.']"
        raise InputError(text, shape=t(name))
    return shape_of(found[0] if found else readings[0](name, MAX_CELLS))


def drawn_shape(text: str, name: str) -> Shape:
    """The shape of 1 to 18 cells drawn in a text."""
    return shape_of(parse_shape(plain_signs(text), name, MAX_CELLS))


def plain_signs(text: str) -> str:
    """Any drawing in `#` and `.`: full-width, squares, other signs, or by commands."""
    if BLOCK in text:
        text = "\n".join(row[::2] for row in text.splitlines()).replace(BLOCK, IS_CELL)
    text = normalize("NFKC", text).translate(SQUARES)
    text = text.replace("⬛", "." if IS_CELL in text else IS_CELL)
    signs = next((signs for signs in SIGNS if signs[0] in text and {*text} <= {*signs, *GAPS, *"/\r\n"}), "#.")
    return text.translate(str.maketrans(signs, "#."))


def looks_like_shape(word: str) -> bool:
    """Whether a word is a drawing, not a file name."""
    return IS_CELL in plain_signs(word) or set(word) <= set("./ ")


def split_pictures(text: str) -> list[str]:
    """Pictures with empty lines between them."""
    lines = [line.rstrip() for line in text.splitlines()]
    return ["\n".join(picture) for has_cells, picture in groupby(lines, key=bool) if has_cells]


# Shapes as arrays.


def parse_shape(text: str, name: str, most_cells: int) -> Cells:
    """A shape in the corner, sorted by (x, y): int8 (cells, 2).

    Rows of `##/#.`, or of a picture of several lines, need not be of the same length. An InputError says that the shape
    `name` has other characters, no cells, more than `most_cells`, or is not connected.
    """
    rows = text.strip("\r\n").replace("/", "\n").splitlines()
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    for (x, y), sign in signs.items():
        if sign not in IS_CELL + GAPS:
            raise InputError(
                "{shape}: '{sign}' in row {row}, column {column} is neither # for a cell nor . for a gap",
                shape=t(name),
                sign=sign,
                row=y + 1,
                column=x + 1,
            )
    return in_corner([place for place, sign in signs.items() if sign == IS_CELL], name, most_cells)


def in_corner(cells: Sequence[tuple[int, int]], name: str, most_cells: int) -> Cells:
    """Different cells as `parse_shape` returns them."""
    import numpy as np

    from tablebases.godomachi.polyominoes import components

    if not cells:
        raise InputError("{shape} has no cells; write # for each, as in ##/#.", shape=t(name))
    if len(cells) > most_cells:
        raise InputError(
            "{shape} has {cells} cells, but {most} is the most", shape=t(name), cells=len(cells), most=most_cells
        )
    parts = len(components(cells))
    if parts > 1:
        raise InputError(
            "{shape} is not connected: it is in {parts} parts that do not meet at edges", shape=t(name), parts=parts
        )
    left, top = map(min, zip(*cells, strict=True))
    moved: Cells = np.array(sorted((x - left, y - top) for x, y in cells), dtype=np.int8)
    return moved


def array_of(shape: Shape) -> Cells:
    """A shape as an array, its cells by (x, y): int8 (cells, 2)."""
    import numpy as np

    found: Cells = np.array(shape.cells, dtype=np.int8)
    return found


def shape_of(cells: Cells, number: int | None = None) -> Shape:
    """The shape of an array in the corner, with its number if it is known."""
    from tablebases.godomachi.polyominoes import shape_text

    return Shape(shape_text(cells), number)


def canonical_text(cells: Cells) -> str:
    """The canonical form of a shape, row by row."""
    from tablebases.godomachi.polyominoes import canonical_shapes

    return shape_of(canonical_shapes(cells[None])[0]).text


# Polyominoes by their numbers.


def shapes_of_size(cells: int) -> Shapes:
    """All polyominoes of a size: int8 (shapes, cells, 2)."""
    from tablebases.godomachi.polyominoes import free_polyominoes

    if cells not in range(1, MAX_CELLS_LISTED + 1):
        raise InputError(
            "polyominoes are listed for 1 to {most} cells, not for {cells}", most=MAX_CELLS_LISTED, cells=cells
        )
    return free_polyominoes(cells)[-1]


@cache
def _numbers(cells: int) -> dict[str, int]:
    """Canonical text of a polyomino of a size -> its number."""
    return {shape_of(shape).text: number for number, shape in enumerate(shapes_of_size(cells))}


def check_number(cells: int, number: int, count: int) -> None:
    """Raise an InputError unless `number` is one of `count` polyominoes."""
    if number not in range(count):
        raise InputError(
            "polyominoes of {cells} have the numbers 0 to {last}, not {number}",
            cells=counted(cells, "cell"),
            last=count - 1,
            number=number,
        )
