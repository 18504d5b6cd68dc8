"""Boards in the terminal and as pictures: that all is there, in its place, and fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import dist, pi, sqrt
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from tablebases.arrow.boards import Layout
from tablebases.arrow.drawing import (
    ACCENT,
    ARROW,
    BRIGHT,
    DARK,
    GAP,
    PALE,
    QUIET,
    SUSPECT,
    TAPPED,
    TILE,
    board_text,
    draw_board,
    places,
)
from tablebases.pictures import FONT, to_png
from tests.arrow_puzzle.helpers import GAME_NAMES, algebra, level_of, random_boards

ROWS, COLUMNS = Layout
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"
BOARDS = [*GAME_NAMES, "hexagon-1-4", "hexagon-2-6", "hexagon-3-12", "square-1-2", "square-2-100"]
Point = tuple[float, float]


def picture(name: str, layout: Layout = ROWS, taps: Sequence[int] = (), fixes: dict[int, str] | None = None) -> str:
    """A picture of a random board."""
    board = random_boards(name, 1)[0].tolist()
    return draw_board(level_of(name), layout, board, taps, fixes or {})


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)  # noqa: S314 - our own


def tile_groups(svg: str) -> list[ElementTree.Element]:
    return parsed(svg).findall(f"{SVG}g")


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(NUMBER, text)]


def middle(group: ElementTree.Element) -> Point:
    match = re.fullmatch(rf"translate\(({NUMBER}) ({NUMBER})\)", group.attrib["transform"])
    assert match
    return float(match[1]), float(match[2])


def part(group: ElementTree.Element, tag: str) -> ElementTree.Element:
    (found,) = group.findall(f"{SVG}{tag}")
    return found


def corners(group: ElementTree.Element) -> list[Point]:
    """The corners of a tile, in the picture."""
    x, y = middle(group)
    values = numbers(part(group, "polygon").attrib["points"])
    return [(x + a, y + b) for a, b in zip(values[::2], values[1::2], strict=True)]


def turned_by(group: ElementTree.Element) -> float:
    match = re.fullmatch(rf"rotate\(({NUMBER})\)", part(group, "path").attrib["transform"])
    assert match
    return float(match[1])


def sides(polygon: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(polygon, [*polygon[1:], polygon[0]], strict=True)


def depth_behind(point: Point, side: tuple[Point, Point]) -> float:
    """How far a point is behind the side of a polygon with clockwise corners; below 0 outside."""
    (x1, y1), (x2, y2) = side
    return ((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / dist(*side)


def depth_inside(point: Point, polygon: Sequence[Point]) -> float:
    """How far inside a convex polygon a point is; below 0 outside."""
    return min(depth_behind(point, side) for side in sides(polygon))


def gap_between(one: Sequence[Point], other: Sequence[Point]) -> float:
    """How far apart two convex polygons are, seen along the best of their sides."""
    return max(
        min(-depth_behind(point, side) for point in points)
        for polygon, points in ((one, other), (other, one))
        for side in sides(polygon)
    )


def view_box(svg: str) -> Point:
    left, top, width, height = numbers(parsed(svg).attrib["viewBox"])
    assert (left, top) == (0, 0)
    return width, height


def text_width(text: ElementTree.Element) -> float:
    font = FontProperties(family=FONT, weight="bold")
    path = TextPath((0, 0), text.text or "", size=float(text.attrib["font-size"]), prop=font)
    return float(path.get_extents().width)


# --- text ------------------------------------------------------------------------------------

TEXTS = [
    ("square-2-4", ROWS, "abcd", "a b", "c d"),
    ("square-2-4", COLUMNS, "abcd", "a c", "b d"),
    ("easy", ROWS, "123456789", "1 2 3", "4 5 6", "7 8 9"),
    ("easy", COLUMNS, "123456789", "1 4 7", "2 5 8", "3 6 9"),
    ("hexagon-1-4", ROWS, "x", "x"),
    ("hexagon-1-4", COLUMNS, "x", "x"),
    ("hexagon-2-6", ROWS, "abcdefg",
     " a b",
     "c d e",
     " f g"),
    ("hexagon-2-6", COLUMNS, "abcdefg",
     "  c",
     "a   f",
     "  d",
     "b   g",
     "  e"),
    ("hexagon-3-6", ROWS, "abcdefghijklmnopqrs",
     "  a b c",
     " d e f g",
     "h i j k l",
     " m n o p",
     "  q r s"),
    ("hexagon-3-6", COLUMNS, "abcdefghijklmnopqrs",
     "    h",
     "  d   m",
     "a   i   q",
     "  e   n",
     "b   j   r",
     "  f   o",
     "c   k   s",
     "  g   p",
     "    l"),
    ("expert", ROWS, "0041010210542003500212014121311220345",
     "   0 0 4 1",
     "  0 1 0 2 1",
     " 0 5 4 2 0 0",
     "3 5 0 0 2 1 2",
     " 0 1 4 1 2 1",
     "  3 1 1 2 2",
     "   0 3 4 5"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "layout", "values", "lines"), [(*t[:3], t[3:]) for t in TEXTS])
def test_a_board_is_printed_in_its_own_shape(name: str, layout: Layout, values: str, lines: tuple[str, ...]) -> None:
    assert board_text(level_of(name), layout, values) == "\n".join(lines)


def test_words_of_two_digits_are_set_apart_and_end_in_their_columns() -> None:
    values = [1, 12, ".", 3, 10, 7, 8]
    assert board_text(level_of("hexagon-2-12"), ROWS, values).split("\n") == [
        "    1  12",
        "  .   3  10",
        "    7   8",
    ]
    assert board_text(level_of("square-2-12"), ROWS, values[:4]).split("\n") == [
        "  1  12",
        "  .   3",
    ]
    assert board_text(level_of("hexagon-2-12"), COLUMNS, values).split("\n") == [
        "      .",
        "  1       7",
        "      3",
        " 12       8",
        "     10",
    ]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_every_tile_is_printed_once_and_alone(name: str, layout: Layout) -> None:
    words = [f"<{tile}>" for tile in range(level_of(name).tiles)]
    lines = board_text(level_of(name), layout, words).split("\n")
    assert sorted(word for line in lines for word in line.split()) == sorted(words)
    assert all(line == line.rstrip() for line in lines)
    assert all(lines)


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["easy", "expert", "hexagon-2-6"])
def test_the_other_layout_is_the_mirror_image(name: str) -> None:
    level = level_of(name)
    assert places(level, COLUMNS) == [(y, x) for x, y in places(level, ROWS)]
    assert min(x for x, _ in places(level, ROWS)) == min(y for _, y in places(level, ROWS)) == 0


@pytest.mark.parametrize("name", ["hard", "hexagon-2-6", "hexagon-5-6"])
def test_a_tap_on_a_hexagon_turns_what_is_drawn_beside_it(name: str) -> None:
    level = level_of(name)
    for layout in Layout:
        drawn = [middle(group) for group in tile_groups(picture(name, layout))]
        for one, other in combinations(range(level.tiles), 2):
            assert (dist(drawn[one], drawn[other]) < 1.1 * TILE) == level.tap_matrix[one, other]


# --- pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_there_is_one_outline_and_one_arrow_a_tile_and_no_text_without_taps(name: str, layout: Layout) -> None:
    level, board = level_of(name), random_boards(name, 1)[0].tolist()
    groups = tile_groups(draw_board(level, layout, board))
    assert len(groups) == level.tiles
    for group, steps in zip(groups, board, strict=True):
        assert [element.tag.removeprefix(SVG) for element in group] == ["polygon", "path"]
        assert len(corners(group)) == (4 if level.shape == "square" else 6)
        assert part(group, "path").attrib["d"] == ARROW
        assert part(group, "path").attrib["fill"] == DARK
        assert part(group, "polygon").attrib["fill"] == QUIET
        assert turned_by(group) == pytest.approx(360 * steps / level.directions, abs=0.001)


def test_the_arrow_that_is_not_turned_points_up_around_the_middle_of_its_tile() -> None:
    values = numbers(ARROW)
    points = list(zip(values[::2], values[1::2], strict=True))
    tip = min(points, key=lambda point: point[1])
    assert tip[0] == 0
    assert sorted(points) == sorted((-x, y) for x, y in points)
    assert abs(max(y for _, y in points) + tip[1]) <= 1


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_tiles_keep_their_distance_and_stay_in_the_picture(name: str, layout: Layout) -> None:
    svg = picture(name, layout)
    width, height = view_box(svg)
    outlines = [corners(group) for group in tile_groups(svg)]
    assert all(0 <= x <= width and 0 <= y <= height for points in outlines for x, y in points)
    for points in outlines:
        assert all(depth_inside(point, points) > -1e-6 for point in points)  # convex, clockwise
    for one, other in combinations(outlines, 2):
        assert gap_between(one, other) >= GAP - 0.05
    nearest = [
        min(gap_between(one, other) for other in outlines if other is not one)
        for one in outlines if len(outlines) > 1
    ]  # fmt: skip
    assert nearest == pytest.approx([GAP] * len(nearest), abs=0.05)


@pytest.mark.parametrize("name", ["easy", "expert"])
def test_arrows_stay_on_their_tiles_however_they_are_turned(name: str) -> None:
    values = numbers(ARROW)
    for group in tile_groups(picture(name)):
        x, y = middle(group)
        turned = turned_by(group) * pi / 180
        for a, b in zip(values[::2], values[1::2], strict=True):
            place = complex(a, b) * np.exp(1j * turned)
            assert depth_inside((x + place.real, y + place.imag), corners(group)) > 3


@pytest.mark.parametrize("layout", Layout)
def test_squares_lie_in_rows_or_in_columns(layout: Layout) -> None:
    drawn = [middle(group) for group in tile_groups(picture("easy", layout))]
    left, top = drawn[0]
    for (row, column), place in zip(level_of("easy").cells, drawn, strict=True):
        across, down = (column, row) if layout is ROWS else (row, column)
        assert place == pytest.approx((left + TILE * across, top + TILE * down), abs=0.02)


@pytest.mark.parametrize("layout", Layout)
def test_hexagons_lie_in_shifted_rows_or_in_shifted_columns(layout: Layout) -> None:
    drawn = [middle(group) for group in tile_groups(picture("expert", layout))]
    level = level_of("expert")
    if layout is COLUMNS:
        drawn = [(y, x) for x, y in drawn]
    centre = drawn[level.cells.index((3, 3))]
    for (row, column), place in zip(level.cells, drawn, strict=True):
        shifted = column - 3 - (row - 3) / 2
        expected = (centre[0] + TILE * shifted, centre[1] + TILE * sqrt(3) / 2 * (row - 3))
        assert place == pytest.approx(expected, abs=0.02)


# --- taps and mistakes -----------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_taps_are_written_on_the_tiles_to_tap(name: str, layout: Layout) -> None:
    taps = random_boards(name, 1, seed=2)[0].tolist()
    groups = tile_groups(picture(name, layout, taps))
    for group, times in zip(groups, taps, strict=True):
        texts = group.findall(f"{SVG}text")
        assert [text.text for text in texts] == ([str(times)] if times else [])
        assert part(group, "polygon").attrib["fill"] == (TAPPED if times else QUIET)
        assert part(group, "path").attrib["fill"] == (BRIGHT if times else PALE)
        assert all(text.attrib["fill"] == DARK for text in texts)


def test_likely_numbers_are_written_on_the_tiles_that_may_be_mistyped() -> None:
    groups = tile_groups(picture("expert", fixes={3: "6", 36: "1"}))
    for tile, group in enumerate(groups):
        texts = [text.text for text in group.findall(f"{SVG}text")]
        assert texts == {3: ["6"], 36: ["1"]}.get(tile, [])
        assert part(group, "polygon").attrib["fill"] == (SUSPECT if texts else QUIET)
        assert part(group, "path").attrib["fill"] == (BRIGHT if texts else DARK)
        assert all(text.attrib["fill"] == ACCENT for text in group.findall(f"{SVG}text"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("expert", "5"), ("hexagon-3-12", "11"), ("square-2-100", "99"),
        ("hexagon-3-4", "2/4"), ("hexagon-2-100", "100"),
        ("hexagon-3-6", "1/3/5"),
        ("hexagon-3-12", "2/4/6/8/10/12"),
    ],
)  # fmt: skip
def test_what_is_written_on_a_tile_stays_on_it(name: str, text: str) -> None:
    group = tile_groups(picture(name, fixes={0: text}))[0]
    written = part(group, "text")
    assert written.attrib["text-anchor"] == "middle"
    assert text_width(written) <= TILE - GAP


@pytest.mark.parametrize("name", BOARDS)
def test_taps_of_a_solution_stay_on_their_tiles(name: str) -> None:
    taps = [level_of(name).directions - 1] * level_of(name).tiles
    for group in tile_groups(picture(name, taps=taps)):
        assert text_width(part(group, "text")) <= TILE - GAP


@pytest.mark.parametrize(
    ("taps", "fixes", "title"),
    [
        ([], {}, "A board of level expert"),
        ([2, *[0] * 35, 5], {}, "7 taps solve this board of level expert"),
        ([0] * 37, {}, "0 taps solve this board of level expert"),
        ([], {4: "2"}, "This board of level expert cannot be solved; one of the marked tiles may "
                       "be mistyped"),
    ],
)  # fmt: skip
def test_a_picture_says_in_words_what_it_shows(taps: list[int], fixes: dict[int, str], title: str) -> None:
    root = parsed(picture("expert", taps=taps, fixes=fixes))
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == title


@pytest.mark.parametrize("name", ["easy", "expert"])
def test_the_same_board_gives_the_same_bytes(name: str) -> None:
    taps = algebra(name).one_solution(random_boards(name, 1))[0]
    one = picture(name, taps=taps.tolist())
    other = picture(name, taps=[int(times) for times in taps])
    assert one == other
    assert one.endswith("</svg>\n")


@pytest.mark.parametrize("layout", Layout)
def test_a_picture_becomes_a_png_with_something_on_it(layout: Layout) -> None:
    png = to_png(picture("expert", layout, taps=[1] * 37), 300)
    assert png.startswith(b"\x89PNG")
    assert len(png) > 3000
