"""Boards in the terminal and as pictures."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import dist, hypot, sqrt
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

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
)
from tablebases.pictures import FONT
from tests.arrow_puzzle.helpers import GAME_NAMES, REPOSITORY, level_of, random_boards
from tests.arrow_puzzle.pictures import PICTURES

ROWS, COLUMNS, LINES = Layout
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?"
BOARDS = [*GAME_NAMES, "hexagon-1-4", "hexagon-3-12", "square-1-2"]
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


def points_of(text: str) -> list[Point]:
    values = numbers(text)
    return list(zip(values[::2], values[1::2], strict=True))


def middle(group: ElementTree.Element) -> Point:
    (point,) = points_of(group.attrib["transform"])
    return point


def child(group: ElementTree.Element, tag: str) -> ElementTree.Element:
    (found,) = group.findall(f"{SVG}{tag}")
    return found


def corners(group: ElementTree.Element) -> list[Point]:
    """The corners of a tile, in the picture."""
    x, y = middle(group)
    return [(x + a, y + b) for a, b in points_of(child(group, "polygon").attrib["points"])]


# --- text ------------------------------------------------------------------------------------

TEXTS = yaml.safe_load(Path(__file__).with_name("board_texts.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("drawn", TEXTS)
def test_text_has_the_shape_of_the_board(drawn: dict[str, Any]) -> None:
    tiles = str(drawn["tiles"]).split()
    assert board_text(level_of(drawn["level"]), Layout(drawn["layout"]), tiles) == drawn["text"]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_text_has_every_tile_once_and_alone(name: str, layout: Layout) -> None:
    words = [f"<{tile}>" for tile in range(level_of(name).tiles)]
    lines = board_text(level_of(name), layout, words).split("\n")
    assert sorted(word for line in lines for word in line.split()) == sorted(words)
    assert all(line == line.rstrip() for line in lines)
    assert all(lines)


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("name", ["easy", "expert"])
def test_squares_lie_in_rows_and_hexagons_in_shifted_rows(name: str, layout: Layout) -> None:
    level = level_of(name)
    drawn = [middle(group) for group in tile_groups(picture(name, layout))]
    is_square = name == "easy"
    if layout is COLUMNS or (layout is LINES and not is_square):
        drawn = [(y, x) for x, y in drawn]
    shift, height = (0.0, TILE) if is_square else (0.5, TILE * sqrt(3) / 2)
    left, top = drawn[0]
    for (row, column), place in zip(level.cells, drawn, strict=True):
        assert place == pytest.approx((left + TILE * (column - shift * row), top + height * row), abs=0.02)


# --- pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_a_board_without_taps_has_an_outline_and_an_arrow_on_each_tile(name: str, layout: Layout) -> None:
    level, board = level_of(name), random_boards(name, 1)[0].tolist()
    groups = tile_groups(draw_board(level, layout, board))
    for group, steps in zip(groups, board, strict=True):
        assert [element.tag.removeprefix(SVG) for element in group] == ["polygon", "path"]
        assert len(corners(group)) == (4 if level.shape == "square" else 6)
        assert (child(group, "path").attrib["d"], child(group, "path").attrib["fill"]) == (ARROW, DARK)
        assert child(group, "polygon").attrib["fill"] == QUIET
        (turned,) = numbers(child(group, "path").attrib["transform"])
        assert turned == pytest.approx(360 * steps / level.directions, abs=0.001)


def test_the_unturned_arrow_points_up_and_stays_on_its_tile_when_turned() -> None:
    points = points_of(ARROW)
    tip = min(points, key=lambda point: point[1])
    assert tip[0] == 0
    assert sorted(points) == sorted((-x, y) for x, y in points)
    assert abs(max(y for _, y in points) + tip[1]) <= 1
    assert max(hypot(x, y) for x, y in points) < (TILE - GAP) / 2 - 3


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("layout", Layout)
def test_tiles_keep_their_distance_and_stay_in_the_picture(name: str, layout: Layout) -> None:
    svg = picture(name, layout)
    left, top, width, height = numbers(parsed(svg).attrib["viewBox"])
    assert (left, top) == (0, 0)
    outlines = [corners(group) for group in tile_groups(svg)]
    assert all(0 <= x <= width and 0 <= y <= height for points in outlines for x, y in points)
    sides = [[((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(o, [*o[1:], o[0]], strict=True)] for o in outlines]
    for tile, one in enumerate(sides if len(sides) > 1 else []):
        gaps = [dist(a, b) for number, other in enumerate(sides) if number != tile for a in one for b in other]
        assert min(gaps) == pytest.approx(GAP, abs=0.05)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("name", ["easy", "expert"])
def test_tiles_to_tap_show_their_taps(name: str, layout: Layout) -> None:
    taps = random_boards(name, 1, seed=2)[0].tolist()
    for group, times in zip(tile_groups(picture(name, layout, taps)), taps, strict=True):
        texts = group.findall(f"{SVG}text")
        assert [text.text for text in texts] == ([str(times)] if times else [])
        assert child(group, "polygon").attrib["fill"] == (TAPPED if times else QUIET)
        assert child(group, "path").attrib["fill"] == (BRIGHT if times else PALE)
        assert all(text.attrib["fill"] == DARK for text in texts)


def test_tiles_that_may_be_mistyped_show_the_likely_numbers() -> None:
    for tile, group in enumerate(tile_groups(picture("expert", fixes={3: "6", 36: "1"}))):
        texts = [text.text for text in group.findall(f"{SVG}text")]
        assert texts == {3: ["6"], 36: ["1"]}.get(tile, [])
        assert child(group, "polygon").attrib["fill"] == (SUSPECT if texts else QUIET)
        assert child(group, "path").attrib["fill"] == (BRIGHT if texts else DARK)
        assert all(text.attrib["fill"] == ACCENT for text in group.findall(f"{SVG}text"))


@pytest.mark.parametrize("text", ["5", "11", "99", "100", "2/4", "1/3/5", "2/4/6/8/10/12"])
def test_text_stays_on_its_tile(text: str) -> None:
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    written = child(tile_groups(picture("hexagon-3-12", fixes={0: text}))[0], "text")
    assert written.attrib["text-anchor"] == "middle"
    font = FontProperties(family=FONT, weight="bold")
    path = TextPath((0, 0), written.text or "", size=float(written.attrib["font-size"]), prop=font)
    assert path.get_extents().width <= TILE - GAP


@pytest.mark.parametrize(
    ("taps", "fixes", "title"),
    [
        ([], {}, "Board of the level expert"),
        ([2, *[0] * 35, 5], {}, "7 taps solve this board of level expert"),
        ([0] * 37, {}, "0 taps solve this board of level expert"),
        ([], {4: "2"}, "This board of level expert cannot be solved; one of the marked tiles may be mistyped"),
    ],
)
def test_the_title_of_a_picture_says_what_it_shows(taps: list[int], fixes: dict[int, str], title: str) -> None:
    root = parsed(picture("expert", taps=taps, fixes=fixes))
    assert (root.tag, root.attrib["role"]) == (f"{SVG}svg", "img")
    assert (root[0].tag, root[0].text) == (f"{SVG}title", title)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_the_documents_are_up_to_date(name: str) -> None:
    kept = (REPOSITORY / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == PICTURES[name](), "run `python -m tests.arrow_puzzle.pictures docs/pictures`"
