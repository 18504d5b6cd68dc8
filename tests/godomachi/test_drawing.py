"""Pictures: shapes in the terminal, games as SVG, wall charts and sheets of all shapes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import godomachi as oracle
from oracle.godomachi import Shape
from tablebases.godomachi import drawing
from tablebases.godomachi.answers import solve
from tablebases.godomachi.pair import marked_text
from tablebases.pictures import write_picture
from tests.godomachi.helpers import as_cells, histogram, pairs, plies_of, polyominoes, shapes

SVG = "{http://www.w3.org/2000/svg}"
SUBPATH = re.compile(r"M(\S+) (\S+)h(\S+)v(\S+)h-(\S+)z")
every_wall_chart = pytest.mark.parametrize("n", [1, 3, 7])


class Box(NamedTuple):
    """A rectangle in a picture."""

    x: float
    y: float
    width: float
    height: float


def root_of(svg: str) -> Element:
    """A picture with a title."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    (title,) = root.findall(f"{SVG}title")
    assert title.text
    return root


def boxes(root: Element, path: Element) -> list[Box]:
    """The rectangles of a path, all of them inside the picture."""
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert SUBPATH.sub("", path.attrib["d"]) == ""
    found = []
    for x, y, box_width, box_height, back in SUBPATH.findall(path.attrib["d"]):
        assert box_width == back
        box = Box(float(x), float(y), float(box_width), float(box_height))
        assert min(box.x, box.y) >= 0
        assert box.x + box.width <= width
        assert box.y + box.height <= height
        found.append(box)
    return found


def texts(root: Element) -> list[str]:
    """All words in a picture."""
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


# The terminal.


@settings(max_examples=50)
@given(polyominoes(1, 18), st.integers(0, 2**18 - 1), st.integers(0, 2**18 - 1))
def test_drawing_shows_every_cell_as_left_cut_off_or_gone(shape: Shape, rest: int, piece: int) -> None:
    whole = 2 ** len(shape) - 1
    rest, piece = rest & ~piece & whole, piece & whole
    text = oracle.format_shape(shape)
    marked = marked_text(as_cells(shape), rest, piece)
    lines, letters = (
        drawing.shape_lines(text, marked),
        drawing.lettered_lines(text, marked_text(as_cells(shape), rest, 0)),
    )
    rows = marked.split("/")
    for cell, (x, y) in enumerate(shape):
        mark, sign = ("o", "▒▒") if piece >> cell & 1 else ("#", "██") if rest >> cell & 1 else (".", "· ")
        assert (rows[y][x], lines[y][2 * x : 2 * x + 2]) == (mark, sign)
        letter = f"{'abcdefghijklmnopqr'[cell]} " if rest >> cell & 1 else "· "
        assert letters[y][2 * x : 2 * x + 2] == letter
    assert sum(len(line.replace(" ", "").replace("·", "..")) for line in lines) == 2 * len(shape)
    assert marked.count("o") + marked.count("#") == (piece | rest).bit_count()


# Colours.


def lightness(colour: str) -> int:
    """The sum of red, green and blue."""
    return sum(int(colour[i : i + 2], base=16) for i in (1, 3, 5))


def test_every_number_of_plies_up_to_10_has_its_colour_the_more_plies_the_darker() -> None:
    colours = [drawing.colour_of(plies) for plies in range(11)]
    assert colours[0] == drawing.CONGRUENT
    assert (colours[1::2], colours[2::2]) == (list(drawing.FIRST_WINS), list(drawing.SECOND_WINS))
    assert len(set(colours)) == 11
    assert (drawing.colour_of(11), drawing.colour_of(14)) == (drawing.colour_of(9), drawing.colour_of(10))
    for shades in (drawing.FIRST_WINS, drawing.SECOND_WINS):
        assert list(shades) == sorted(shades, key=lightness, reverse=True)
    for plies in range(1, 12):
        assert drawing.ink_on(plies) == (drawing.PAPER if lightness(drawing.colour_of(plies)) < 450 else drawing.INK)


# Games.


def squares_by_colour(root: Element) -> dict[str, list[Box]]:
    """Fill -> the cells with it."""
    found: dict[str, list[Box]] = {}
    for path in root.iter(f"{SVG}path"):
        found.setdefault(path.attrib["fill"], []).extend(boxes(root, path))
    return found


@settings(max_examples=12)
@given(pairs(1, 7))
def test_a_game_has_a_square_for_every_cell_after_every_ply(both: tuple[Shape, Shape]) -> None:
    answer = solve(*map(oracle.format_shape, both))
    line = answer.line
    found = squares_by_colour(root_of(answer._repr_svg_()))
    every = [box for of_colour in found.values() for box in of_colour]
    assert {(box.width, box.height) for box in every} == {(drawing.UNIT, drawing.UNIT)}
    assert len(set(every)) == len(every) == 2 * len(both[0]) * (len(line) + 1)
    pieces = sum(move.a.count("o") for move in line)
    left = [move.a.count("#") for move in line]
    assert [len(found.get(colour, [])) for colour in drawing.PIECES] == [pieces, pieces]
    assert len(found[drawing.CELL]) == 2 * (sum(left) + (left[-1] if left else len(both[0])))
    assert set(found) <= {drawing.CELL, *drawing.PIECES, "none"}


def test_drawing_of_a_pair_without_moves_shows_it_as_it_lies() -> None:
    root = root_of(drawing.draw_game(("##/#.", "###"), [], False, "who wins?"))
    squares = squares_by_colour(root)
    assert set(squares) == {drawing.CELL}
    left, top = min(box.x for box in squares[drawing.CELL]), min(box.y for box in squares[drawing.CELL])
    cells = {((box.x - left) / drawing.UNIT, (box.y - top) / drawing.UNIT) for box in squares[drawing.CELL]}
    assert {cell for cell in cells if cell[0] < 2} == {(0, 0), (1, 0), (0, 1)}
    others = sorted(cell for cell in cells if cell[0] > 2)
    assert [(x - others[0][0], y) for x, y in others] == [(0, 0), (1, 0), (2, 0)]
    assert texts(root) == ["who wins?"]


def test_a_game_has_its_moves_and_its_end_as_titles(tmp_path: Path) -> None:
    answer = solve("#####", "##/.##/..#")
    steps = ["1. the first player cuts", "2. the second player cuts"]
    assert texts(root_of(answer._repr_svg_())) == [answer.headline, *steps, "congruent"]
    begun = drawing.draw_game((answer.a.text, answer.b.text), [answer.line[0].marks], False, "so")
    assert texts(root_of(begun)) == ["so", *steps[:1], "what is left"]
    write_picture(begun, tmp_path / "game.png")
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


# Wall charts and sheets of all shapes.


@settings(max_examples=20)
@given(polyominoes(1, 9))
def test_shapes_in_charts_are_turned_to_be_wide_or_tall(shape: Shape) -> None:
    wide, tall = drawing.wide_cells(as_cells(shape)), drawing.tall_cells(as_cells(shape))
    assert oracle.canonical(wide) == oracle.canonical(tall) == oracle.canonical(shape)
    assert oracle.size(wide)[0] >= oracle.size(wide)[1]
    assert oracle.size(tall) == oracle.size(wide)[::-1]


def coloured_squares(root: Element) -> Iterator[tuple[tuple[int, int], str]]:
    """(row, column) in the matrix -> colour, of every square."""
    paths = [path for path in root.findall(f"{SVG}path") if "fill" in path.attrib]
    every = [(box, path.attrib["fill"]) for path in paths for box in boxes(root, path)]
    left, top = min(box.x for box, _ in every), min(box.y for box, _ in every)
    for box, colour in every:
        assert box.height == drawing.SQUARE
        for column in range(round((box.x - left) / drawing.SQUARE), round((box.x - left + box.width) / drawing.SQUARE)):
            yield (round((box.y - top) / drawing.SQUARE), column), colour


@every_wall_chart
def test_every_pair_is_a_square_in_the_colour_of_its_plies_with_their_digit(n: int) -> None:
    plies = plies_of(n)
    root = root_of(drawing.draw_wall_chart(shapes(n), plies))
    squares = list(coloured_squares(root))
    expected = {(a, b): int(value) for a, row in enumerate(plies) for b, value in enumerate(row)}
    assert len(squares) == len(expected)
    assert dict(squares) == {pair: drawing.colour_of(value) for pair, value in expected.items()}

    (group,) = [g for g in root.findall(f"{SVG}g") if g.get("text-anchor") == "middle"]
    places: dict[tuple[float, float], int] = {}
    for line in group:
        digits, columns = line.text or "", line.attrib["x"].split()
        for x, digit in zip(columns, digits, strict=True):
            places[float(x), float(line.attrib["y"])] = int(digit)
            assert line.attrib["fill"] == drawing.ink_on(int(digit))
    rows, columns = (sorted({place[axis] for place in places}) for axis in (1, 0))
    found = {(rows.index(y), columns.index(x)): digit for (x, y), digit in places.items()}
    assert found == {pair: value for pair, value in expected.items() if value}
    every = [box for path in root.findall(f"{SVG}path") if "fill" in path.attrib for box in boxes(root, path)]
    left, top = min(box.x for box in every), min(box.y for box in every)
    assert [x - left for x in columns] == pytest.approx(
        [(i + 0.5) * drawing.SQUARE for i in range(len(columns))], abs=0.01
    )
    assert [y - top for y in rows] == pytest.approx([(i + 0.72) * drawing.SQUARE for i in range(len(rows))], abs=0.01)


LEGENDS = {
    1: [],
    3: ["first player wins in 1 ply: 1 pair"],
    7: ["first player wins in 1 ply: 3,296 pairs", "second player wins in 2 plies: 491 pairs",
        "first player wins in 3 plies: 1,432 pairs", "second player wins in 4 plies: 559 pairs"],
}  # fmt: skip


@every_wall_chart
def test_legend_counts_the_pairs_of_each_colour(n: int) -> None:
    root = root_of(drawing.draw_wall_chart(shapes(n), plies_of(n)))
    legend = [words for words in texts(root) if " player wins in " in words]
    assert legend == LEGENDS[n]
    keys = [rect.attrib["fill"] for rect in root.findall(f"{SVG}rect")][1:]  # 0 is the paper
    assert keys == [*map(drawing.colour_of, histogram(plies_of(n))), drawing.CONGRUENT]
    assert "the same shape twice" in texts(root)
    assert texts(root)[0] == f"Godomachi, {n} {'cell' if n == 1 else 'cells'}"


@every_wall_chart
def test_every_shape_stands_with_its_number_at_both_sides_of_the_matrix(n: int) -> None:
    root = root_of(drawing.draw_wall_chart(shapes(n), plies_of(n)))
    (group,) = [g for g in root.findall(f"{SVG}g") if g.get("fill") == drawing.INK]
    assert Counter(element.text for element in group.iter(f"{SVG}text")) == {
        str(number): 2 for number in range(len(shapes(n)))
    }
    (path,) = group.findall(f"{SVG}path")
    squares = boxes(root, path)
    assert len(squares) == len(set(squares)) == 2 * n * len(shapes(n))


@every_wall_chart
def test_a_sheet_has_all_shapes_with_their_numbers_and_losses(n: int) -> None:
    plies = plies_of(n)
    root = root_of(drawing.draw_shapes(shapes(n), plies))
    every = [boxes(root, path) for path in root.findall(f"{SVG}path")]
    assert len({box for squares in every for box in squares}) == n * len(shapes(n))
    for squares, shape in zip(every, shapes(n), strict=True):
        left, top = min(box.x for box in squares), min(box.y for box in squares)
        side = squares[0].width
        cells = [(round((box.x - left) / side), round((box.y - top) / side)) for box in squares]
        assert oracle.canonical(cells) == oracle.canonical(map(tuple, shape.tolist()))
    losses = [sum(int(value) % 2 == 0 and value > 0 for value in row) for row in plies]
    assert texts(root)[2:] == [word for number, lost in enumerate(losses) for word in (str(number), str(lost))]
    assert texts(root)[0] == f"Polyominoes of {n} {'cell' if n == 1 else 'cells'}"
