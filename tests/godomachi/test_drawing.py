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

from tablebases.godomachi.answers import Solution, solve
from tablebases.godomachi.drawing import (
    CELL,
    CONGRUENT,
    FIRST_WINS,
    INK,
    PAPER,
    PIECES,
    SECOND_WINS,
    SQUARE,
    UNIT,
    colour_of,
    draw_game,
    draw_shapes,
    draw_wall_chart,
    ink_on,
    lettered_lines,
    lying,
    shape_lines,
    side_by_side,
    standing,
)
from tablebases.godomachi.pair import marked_text
from tablebases.pictures import write_picture
from tests.godomachi.helpers import (
    as_cells,
    drawn,
    histogram,
    pairs,
    plies_of,
    polyominoes,
    shapes,
)
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

SVG = "{http://www.w3.org/2000/svg}"
SUBPATH = re.compile(r"M(\S+) (\S+)h(\S+)v(\S+)h-(\S+)z")
SIZES = range(1, 8)
"""Cells of all wall charts."""


class Box(NamedTuple):
    """A rectangle in a picture."""

    x: float
    y: float
    width: float
    height: float


def root_of(svg: str) -> Element:
    """A picture, which is whole."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    (title,) = root.findall(f"{SVG}title")
    assert title.text
    return root


def boxes(path: Element) -> list[Box]:
    """The rectangles that a path is made of; it has nothing else."""
    data = path.attrib["d"]
    assert SUBPATH.sub("", data) == ""
    found = []
    for x, y, width, height, back in SUBPATH.findall(data):
        assert width == back
        found.append(Box(float(x), float(y), float(width), float(height)))
    return found


def size_of(root: Element) -> tuple[float, float]:
    """Width and height of a picture."""
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    return width, height


def check_is_inside(root: Element, box: Box) -> None:
    """Stop unless a rectangle is on the picture."""
    width, height = size_of(root)
    assert min(box.x, box.y) >= 0
    assert box.x + box.width <= width
    assert box.y + box.height <= height


def texts(root: Element) -> list[str]:
    """All words in a picture."""
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


# --- the terminal ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rest", "piece", "lines"),
    [
        ("##/#.", 0b111, 0, ["████", "██"]),
        ("##/#.", 0b110, 0b001, ["▒▒██", "██"]),
        ("##/#.", 0b010, 0b001, ["▒▒· ", "██"]),
        ("##/.#", 0b001, 0b110, ["██▒▒", "  ▒▒"]),
        ("###/#.#/###", 0b11111111, 0, ["██████", "██  ██", "██████"]),
    ],
)
def test_a_shape_is_drawn_two_columns_a_cell(text: str, rest: int, piece: int, lines: list[str]) -> None:
    found = shape_lines(text, marked_text(drawn(text), rest, piece))
    assert [line.rstrip() for line in found] == [line.rstrip() for line in lines]


def test_letters_follow_the_order_of_the_cells_and_what_is_gone_has_none() -> None:
    assert lettered_lines("##/#.") == ["a c ", "b   "]
    assert lettered_lines("##/#.", "##/..") == ["a c ", "·   "]


@given(polyominoes(1, 18), st.integers(0, 2**18 - 1), st.integers(0, 2**18 - 1))
def test_every_cell_is_drawn_as_what_it_is(shape: Shape, rest: int, piece: int) -> None:
    cells = as_cells(shape)
    whole = 2 ** len(shape) - 1
    rest, piece = rest & ~piece & whole, piece & whole
    text = oracle.format_shape(shape)
    lines = shape_lines(text, marked_text(cells, rest, piece))
    letters = lettered_lines(text, marked_text(cells, rest, 0))
    for cell, (x, y) in enumerate(shape):
        sign = "▒▒" if piece >> cell & 1 else "██" if rest >> cell & 1 else "· "
        assert lines[y][2 * x : 2 * x + 2] == sign
        letter = f"{'abcdefghijklmnopqr'[cell]} " if rest >> cell & 1 else "· "
        assert letters[y][2 * x : 2 * x + 2] == letter
    drawn_cells = sum(len(line.replace(" ", "").replace("·", "..")) // 2 for line in lines)
    assert drawn_cells == len(shape)


def test_shapes_stand_beside_each_other_on_one_line() -> None:
    both = side_by_side([shape_lines(text) for text in ("###", "#/#/#")])
    assert both.split("\n") == ["          ██", "          ██", "██████    ██", ""]
    wide = side_by_side([shape_lines(text) for text in ("#", "#")], width=4)
    assert wide == "██      ██\n"


# --- colours ---------------------------------------------------------------------------------


def lightness(colour: str) -> int:
    """The sum of red, green and blue."""
    return sum(int(colour[i : i + 2], base=16) for i in (1, 3, 5))


def test_every_number_of_plies_up_to_10_has_a_colour_of_its_own() -> None:
    colours = [colour_of(plies) for plies in range(11)]
    assert len(set(colours)) == 11
    assert colours[0] == CONGRUENT
    assert colours[1::2] == list(FIRST_WINS)
    assert colours[2::2] == list(SECOND_WINS)
    assert colour_of(11) == colour_of(9)  # of more plies, the darkest
    assert colour_of(14) == colour_of(10)


@pytest.mark.parametrize("colours", [FIRST_WINS, SECOND_WINS])
def test_the_longer_it_takes_the_darker_the_colour(colours: tuple[str, ...]) -> None:
    found = [lightness(colour) for colour in colours]
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize("plies", range(1, 12))
def test_letters_stand_out_from_their_ground(plies: int) -> None:
    assert ink_on(plies) == (PAPER if lightness(colour_of(plies)) < 450 else INK)


# --- games -----------------------------------------------------------------------------------


def squares_by_colour(root: Element) -> dict[str, list[Box]]:
    """Fill -> the cells that are drawn so."""
    found: dict[str, list[Box]] = {}
    for path in root.iter(f"{SVG}path"):
        found.setdefault(path.attrib["fill"], []).extend(boxes(path))
    return found


@settings(max_examples=60)
@given(pairs(1, 9))
def test_a_game_is_drawn_with_a_square_for_every_cell(both: tuple[Shape, Shape]) -> None:
    answer = solve(*map(oracle.format_shape, both))
    line = answer.line
    root = root_of(answer._repr_svg_())
    found = squares_by_colour(root)
    every = [box for of_colour in found.values() for box in of_colour]
    assert {(box.width, box.height) for box in every} == {(UNIT, UNIT)}
    assert len(set(every)) == len(every) == 2 * len(both[0]) * (len(line) + 1)
    for box in every:
        check_is_inside(root, box)
    pieces = sum(move.a.count("o") for move in line)
    left = [move.a.count("#") for move in line]
    assert [len(found.get(colour, [])) for colour in PIECES] == [pieces, pieces]
    at_the_end = left[-1] if left else len(both[0])
    assert len(found[CELL]) == 2 * (sum(left) + at_the_end)
    assert set(found) <= {CELL, *PIECES, "none"}


def test_a_pair_without_moves_is_drawn_as_it_lies() -> None:
    root = root_of(draw_game(("##/#.", "###"), [], False, "who wins?"))
    squares = squares_by_colour(root)
    assert set(squares) == {CELL}
    left, top = min(box.x for box in squares[CELL]), min(box.y for box in squares[CELL])
    cells = {((box.x - left) / UNIT, (box.y - top) / UNIT) for box in squares[CELL]}
    assert {cell for cell in cells if cell[0] < 2} == {(0, 0), (1, 0), (0, 1)}
    others = sorted(cell for cell in cells if cell[0] > 2)
    assert [(x - others[0][0], y) for x, y in others] == [(0, 0), (1, 0), (2, 0)]
    assert texts(root) == ["who wins?"]


def game_of_two_plies() -> Solution:
    """The straight pentomino against the stairs."""
    return solve(*(oracle.format_shape(oracle.moved_to_zero(oracle.pentomino(name))) for name in "IW"))


def test_a_game_says_who_moves_and_how_it_ends() -> None:
    answer = game_of_two_plies()
    steps = ["1. the first player cuts", "2. the second player cuts"]
    assert texts(root_of(answer._repr_svg_())) == [answer.headline, *steps, "congruent"]
    shapes = answer.a.text, answer.b.text
    begun = draw_game(shapes, [answer.line[0].marks], False, "so")
    assert texts(root_of(begun)) == ["so", *steps[:1], "what is left"]


@pytest.mark.parametrize("n_moves", [0, 2])
def test_a_game_can_be_written_as_png(tmp_path: Path, n_moves: int) -> None:
    answer = game_of_two_plies()
    moves = [move.marks for move in answer.line[:n_moves]]
    write_picture(draw_game((answer.a.text, answer.b.text), moves, True, "so"), tmp_path / "game.png")
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")


# --- shapes in charts ------------------------------------------------------------------------


@given(polyominoes(1, 9))
def test_shapes_are_laid_down_or_stood_up_without_mirroring_them_into_others(shape: Shape) -> None:
    cells = as_cells(shape)
    assert oracle.canonical(lying(cells)) == oracle.canonical(standing(cells))
    assert oracle.canonical(lying(cells)) == oracle.canonical(shape)
    width, height = oracle.size(lying(cells))
    assert width >= height
    assert oracle.size(standing(cells)) == (height, width)


# --- wall charts -----------------------------------------------------------------------------


def coloured_squares(root: Element, count: int) -> Iterator[tuple[tuple[int, int], str]]:
    """(row, column) in the matrix -> colour, of every square."""
    paths = [path for path in root.findall(f"{SVG}path") if "fill" in path.attrib]
    every = [(box, path.attrib["fill"]) for path in paths for box in boxes(path)]
    left, top = min(box.x for box, _ in every), min(box.y for box, _ in every)
    for box, colour in every:
        check_is_inside(root, box)
        assert box.height == SQUARE
        row = round((box.y - top) / SQUARE)
        for column in range(round((box.x - left) / SQUARE),
                            round((box.x - left + box.width) / SQUARE)):  # fmt: skip
            assert row < count
            assert column < count
            yield (row, column), colour


@pytest.mark.parametrize("n", SIZES)
def test_every_pair_is_a_square_in_the_colour_of_its_plies(n: int) -> None:
    plies = plies_of(n)
    root = root_of(draw_wall_chart(shapes(n), plies))
    squares = list(coloured_squares(root, len(plies)))
    assert len(squares) == len(plies) ** 2
    found = dict(squares)
    assert found == {
        (row, column): colour_of(int(plies[row, column])) for row in range(len(plies)) for column in range(len(plies))
    }
    by_colour = Counter(found.values())
    assert by_colour == {
        CONGRUENT: len(plies),
        **{colour_of(value): 2 * count for value, count in histogram(plies).items()},
    }


@pytest.mark.parametrize("n", SIZES)
def test_every_pair_has_its_plies_as_a_digit_in_its_square(n: int) -> None:
    plies = plies_of(n)
    root = root_of(draw_wall_chart(shapes(n), plies))
    (group,) = [g for g in root.findall(f"{SVG}g") if g.get("text-anchor") == "middle"]
    places: dict[tuple[float, float], int] = {}
    inks = {}
    for line in group:
        digits = line.text or ""
        columns = [float(x) for x in line.attrib["x"].split()]
        for x, digit in zip(columns, digits, strict=True):
            places[x, float(line.attrib["y"])] = int(digit)
            inks[int(digit)] = line.attrib["fill"]
    assert inks == {value: ink_on(value) for value in histogram(plies)}
    rows = sorted({y for _, y in places})
    columns = sorted({x for x, _ in places})
    assert {
        (rows.index(y), columns.index(x)): digit for (x, y), digit in places.items()
    } == {
        (row, column): int(plies[row, column])
        for row in range(len(plies))
        for column in range(len(plies))
        if row != column
    }  # fmt: skip
    paths = [path for path in root.findall(f"{SVG}path") if "fill" in path.attrib]
    left = min(box.x for path in paths for box in boxes(path))
    assert [x - left for x in columns] == pytest.approx([(i + 0.5) * SQUARE for i in range(len(columns))], abs=0.01)


LEGENDS = {
    1: [],
    2: [],
    3: ["first player wins in 1 ply: 1 pair"],
    4: ["first player wins in 1 ply: 10 pairs"],
    5: ["first player wins in 1 ply: 53 pairs", "second player wins in 2 plies: 13 pairs"],
    6: ["first player wins in 1 ply: 450 pairs", "second player wins in 2 plies: 69 pairs",
        "first player wins in 3 plies: 76 pairs"],
    7: ["first player wins in 1 ply: 3,296 pairs", "second player wins in 2 plies: 491 pairs",
        "first player wins in 3 plies: 1,432 pairs", "second player wins in 4 plies: 559 pairs"],
}  # fmt: skip


@pytest.mark.parametrize("n", SIZES)
def test_the_legend_says_how_many_pairs_have_each_colour(n: int) -> None:
    root = root_of(draw_wall_chart(shapes(n), plies_of(n)))
    legend = [words for words in texts(root) if " player wins in " in words]
    assert legend == LEGENDS[n]
    keys = [rect.attrib["fill"] for rect in root.findall(f"{SVG}rect")][1:]  # 0 is the paper
    assert keys == [*(colour_of(plies) for plies in range(1, len(legend) + 1)), CONGRUENT]
    assert "the same shape twice" in texts(root)
    assert texts(root)[0] == f"Godomachi, {n} {'cell' if n == 1 else 'cells'}"


@pytest.mark.parametrize("n", SIZES)
def test_every_shape_stands_with_its_number_at_both_sides_of_the_matrix(n: int) -> None:
    root = root_of(draw_wall_chart(shapes(n), plies_of(n)))
    (group,) = [g for g in root.findall(f"{SVG}g") if g.get("fill") == INK]
    numbers = Counter(element.text for element in group.iter(f"{SVG}text"))
    assert numbers == {str(number): 2 for number in range(len(shapes(n)))}
    (path,) = group.findall(f"{SVG}path")
    squares = boxes(path)
    assert len(squares) == len(set(squares)) == 2 * n * len(shapes(n))
    for box in squares:
        check_is_inside(root, box)


# --- sheets of all shapes --------------------------------------------------------------------


@pytest.mark.parametrize("n", SIZES)
def test_a_sheet_has_all_shapes_with_their_numbers_and_losses(n: int) -> None:
    plies = plies_of(n)
    root = root_of(draw_shapes(shapes(n), plies))
    paths = root.findall(f"{SVG}path")
    every = [boxes(path) for path in paths]
    assert len({box for squares in every for box in squares}) == n * len(shapes(n))
    for squares, shape in zip(every, shapes(n), strict=True):
        side = squares[0].width
        left, top = min(box.x for box in squares), min(box.y for box in squares)
        cells = [(round((box.x - left) / side), round((box.y - top) / side)) for box in squares]
        assert oracle.number(cells) == oracle.number(map(tuple, shape.tolist()))
        for box in squares:
            check_is_inside(root, box)
    losses = [sum(int(value) % 2 == 0 and value > 0 for value in row) for row in plies]
    assert texts(root)[2:] == [word for number, lost in enumerate(losses) for word in (str(number), str(lost))]
    assert texts(root)[0] == f"Polyominoes of {n} {'cell' if n == 1 else 'cells'}"
