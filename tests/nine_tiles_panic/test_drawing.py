"""Pictures of towns show everything in its place."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.errors import Error
from tablebases.nine_tiles.commands import draw
from tablebases.nine_tiles.drawing import (
    SIDE_MIDDLES,
    SIZE,
    DrawingOptions,
    Thing,
    definitions,
    draw_tile,
    draw_town,
    edge_numbers,
    off_road_slots,
    off_road_things,
    road_path,
    synonym_town,
    tile_fragment,
    tile_symbols,
)
from tablebases.nine_tiles.rules.laid_town import Highlight, LaidTile, LaidTown, lay_town
from tablebases.nine_tiles.rules.tiles import SIDES, Board, Face, ObjectKind, OffRoad, Road
from tablebases.nine_tiles.text_drawing import FRAME, OPEN, road_cells, tile_lines, tile_text, town_lines, town_text
from tablebases.pictures import to_png
from tests.command_lines.typed import run_typed
from tests.nine_tiles_panic.helpers import real_tiles

BOARD = Board(3, 3)
TOWN = "206745813361230035"
SYNONYM = "224221113000100031"
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
LAID_TILES = [
    LaidTile(tile.number, side, turns, face)
    for tile in real_tiles()
    for side, face in enumerate(tile.faces)
    for turns in range(4)
]
patterns = st.tuples(st.permutations(range(9)), st.lists(st.integers(0, 7), min_size=9, max_size=9)).map(
    lambda digits: "".join(map(str, [*digits[0], *digits[1]]))
)
roads = st.sampled_from([(a, b) for a in range(SIDES) for b in range(SIDES) if a != b])


def town_of(pattern: str) -> LaidTown:
    return lay_town(pattern, real_tiles(), BOARD)


def parsed(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{fragment}</svg>')  # noqa: S314


def with_class(element: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in element.iter() if name in e.get("class", "").split()]


def drawn_things(picture: ElementTree.Element) -> Counter[str]:
    """Number of drawings of each thing."""
    return Counter(use.attrib["href"].removeprefix("#thing-") for use in picture.iter(f"{SVG}use"))


def things_on(tile: LaidTile) -> Counter[str]:
    """Number of each thing on a tile, from its face."""
    off = tile.face.off_road
    on_roads = {kind.name.lower(): tile.face.count_on_roads(kind) for kind in ObjectKind}
    on_roads["agent"] += off.agents
    names = {"captured-alien": "captured_aliens"} | {
        name: f"{name}s" for name in ("dog", "house", "girl", "boy", "ufo")
    }
    return +Counter(on_roads | {name: getattr(off, field) for name, field in names.items()})


def place(use: ElementTree.Element) -> tuple[float, float]:
    match = re.match(rf"translate\(({NUMBER}) ({NUMBER})\)", use.attrib["transform"])
    assert match
    return float(match[1]), float(match[2])


def pixels(content: str, width: int = 100, box: str = "0 0 100 100") -> np.ndarray:
    """The colours of an SVG, or of the content of one: (height, width, 3)."""
    from matplotlib.image import imread

    svg = content if content.startswith("<svg") else f'<svg xmlns="{SVG[1:-1]}" viewBox="{box}">{content}</svg>'
    return imread(BytesIO(to_png(svg, width)), format="png")[:, :, :3]


def test_tiles_show_their_things_and_their_roads_end_in_the_middle_of_sides() -> None:
    for tile in LAID_TILES:
        fragment = parsed(tile_fragment(tile))
        assert drawn_things(fragment) == things_on(tile)
        ends = []
        for path in with_class(fragment, "road"):
            numbers = [float(n) for n in re.findall(NUMBER, path.attrib["d"])]
            ends += [tuple(numbers[:2]), tuple(numbers[-2:])]
        middles = [SIDE_MIDDLES[s] for road in tile.roads for s in (road.first, road.second)]
        assert len(ends) == len(middles)
        assert all(min(math.dist(middle, end) for end in ends) <= 0.5 for middle in middles)
        crosses = [(r.first, r.second) for r in tile.roads] == [(0, 2), (1, 3)]
        assert len(with_class(fragment, "bridge")) == crosses


def test_things_point_along_their_road_to_the_side_they_face() -> None:
    for tile in LAID_TILES:
        groups = with_class(parsed(tile_fragment(tile)), "on-road")
        facing = {road.facing: road for road in tile.roads if road.facing is not None}
        assert {int(group.attrib["data-facing"]) for group in groups} == set(facing)
        for group in groups:
            road = facing[int(group.attrib["data-facing"])]
            x, y = place(group[0])
            match = re.search(rf"rotate\(({NUMBER})\)", group[0].attrib["transform"])
            assert match
            angle = math.radians(float(match[1]))
            ahead = (x + math.cos(angle), y + math.sin(angle))
            faced, behind = SIDE_MIDDLES[road.facing], SIDE_MIDDLES[road.first + road.second - road.facing]
            assert math.dist(ahead, faced) < math.dist((x, y), faced)
            assert math.dist(ahead, behind) > math.dist((x, y), behind)
            assert with_class(group, "beam" if road.object is ObjectKind.AGENT else "arrow")


@pytest.mark.parametrize("sides", [(0, 1), (1, 2), (3, 2), (3, 0)])
def test_a_curve_is_a_quarter_circle_around_the_corner_between_its_sides(sides: tuple[int, int]) -> None:
    path = f'<path d="{road_path(Road(*sides))}" fill="none" stroke="#000" stroke-width="4"/>'
    dark = pixels(path).mean(axis=2) < 0.2
    corner = np.sum([SIDE_MIDDLES[side] for side in sides], axis=0) - SIZE / 2
    y, x = np.nonzero(dark)
    from_corner = np.hypot(x + 0.5 - corner[0], y + 0.5 - corner[1])
    assert dark.sum() > 250
    assert np.abs(from_corner - SIZE / 2).max() < 3


@pytest.mark.thorough
@settings(max_examples=12)
@given(st.lists(roads, max_size=2).filter(lambda r: len({s for x in r for s in x}) == 2 * len(r)), st.integers(1, 12))
def test_things_off_the_road_keep_clear_of_roads_and_of_each_other(sides: list[tuple[int, int]], count: int) -> None:
    drawn_roads = tuple(Road(*pair) for pair in sides)
    points, size = off_road_slots(drawn_roads, count)
    assert len(set(points)) == count
    lines = "".join(f'<path d="{road_path(r)}" fill="none" stroke="#000"/>' for r in drawn_roads)
    for i, (x, y) in enumerate(points):
        assert size / 2 <= min(x, y, SIZE - x, SIZE - y)
        assert all(math.dist((x, y), other) >= size for other in points[:i])
        on_road = pixels(f'{lines}<circle cx="{x}" cy="{y}" r="{size / 2}" fill="#f00"/>')
        red = (on_road[:, :, 0] > 0.9) & (on_road[:, :, 1] < 0.5)
        assert red.sum() > 0.75 * math.pi * size**2 / 4


def test_drawings_of_turned_tiles_are_turned_with_things_upright() -> None:
    for tile in LAID_TILES:
        straight = parsed(tile_fragment(LaidTile(tile.number, tile.side, 0, tile.face)))
        turned = parsed(tile_fragment(tile))
        for before, after in zip(straight.iter(f"{SVG}use"), turned.iter(f"{SVG}use"), strict=True):
            x, y = place(before)
            for _ in range(tile.turns):
                x, y = y, SIZE - x
            assert place(after) == pytest.approx((x, y), abs=0.02)
            assert "rotate" not in after.attrib["transform"]


def test_the_sprite_has_every_tile_side_and_turn_once() -> None:
    sprite = ElementTree.fromstring(tile_symbols(real_tiles()))  # noqa: S314
    symbols = sprite.findall(f"{SVG}symbol")
    expected = [f"t{number}{side}{turns}" for number in range(9) for side in "fb" for turns in range(4)]
    assert [symbol.attrib["id"] for symbol in symbols] == expected
    assert {symbol.attrib["viewBox"] for symbol in symbols} == {"0 0 100 100"}
    ids = {element.get("id") for element in sprite.iter()}
    assert {use.attrib["href"][1:] for use in sprite.iter(f"{SVG}use")} <= ids


def test_things_look_different_in_black_and_white() -> None:
    contents = (f'<defs>{definitions([thing])}</defs><use href="#thing-{thing}"/>' for thing in Thing)
    pictures = [pixels(content, 40, "-20 -20 40 40").mean(axis=2) for content in contents]
    for i, one in enumerate(pictures):
        for other in pictures[:i]:
            assert np.abs(one - other).mean() > 0.08


@settings(max_examples=12)
@given(patterns, st.booleans(), st.booleans(), st.booleans())
def test_a_picture_of_a_town_has_all_its_things_and_open_borders(
    pattern: str, numbers: bool, legend: bool, monochrome: bool
) -> None:
    town = town_of(pattern)
    svg = draw_town(town, DrawingOptions(numbers, legend, monochrome=monochrome))
    picture = ElementTree.fromstring(svg)  # noqa: S314
    assert len(with_class(picture, "tile")) == 9
    assert len(with_class(picture, "open-border")) == len(town.open_borders())
    assert len(with_class(picture, "closed-road")) == len(town.closed_roads())
    shown = [number.findtext(f"{SVG}text") for number in with_class(picture, "edge-number")]
    assert sorted(map(int, shown)) == (sorted(edge_numbers(BOARD)) if numbers else [])
    kinds = {thing for tile in town.tiles for thing in things_on(tile)}
    assert drawn_things(picture) == sum((things_on(tile) for tile in town.tiles), Counter(kinds if legend else ()))
    if monochrome:
        assert all(c[1:3] == c[3:5] == c[5:7] for c in re.findall(r"#[0-9A-F]{6}\b", svg))


def test_edge_numbers_count_an_inner_border_once_for_the_tile_above_or_left_of_it() -> None:
    assert sorted(edge_numbers(BOARD)) == [
        0, 1, 2, 3, 4, 6, 7, 8, 10, 11, 13, 14, 15, 18, 19, 22, 23, 25, 26, 27, 30, 31, 34, 35,
    ]  # fmt: skip
    assert sorted(edge_numbers(Board(1, 2))) == [0, 1, 2, 3, 4, 6, 7]


def test_a_highlight_outlines_positions_and_colours_roads() -> None:
    town = town_of(TOWN)
    pointed_at = frozenset({(2, 1), (1, 1)})
    picture = parsed(draw_town(town, DrawingOptions(highlight=Highlight(frozenset({1, 2}), pointed_at))))
    assert len(with_class(picture, "highlighted")) == len(pointed_at)
    assert len(with_class(picture, "road")) == sum(len(tile.roads) for tile in town.tiles)
    (outline,), (veil,) = with_class(picture, "outline"), with_class(picture, "veil")
    assert outline.attrib["d"].count("M") == 6  # around two tiles side by side
    assert veil.attrib["d"].count("M") == 7
    with pytest.raises(Error, match="position 9 is not on the board"):
        draw_town(town, DrawingOptions(highlight=Highlight(frozenset({9}))))


def test_the_picture_marks_a_closed_road() -> None:
    curves = [(2, 3), (1, 2), (0, 3), (0, 1)]
    loop = tuple(LaidTile(i, 0, 0, Face((Road(*sides),), OffRoad())) for i, sides in enumerate(curves))
    town = LaidTown(Board(2, 2), loop)
    (mark,) = with_class(parsed(draw_town(town)), "closed-road")
    assert place(mark) == (112, 112)
    assert "row 1 column 1, row 1 column 2, row 2 column 2, row 2 column 1 closes on itself" in town_text(town)


def test_a_town_synonym_has_its_towns_roads_and_nothing_else() -> None:
    town, shape = town_of(TOWN), synonym_town(SYNONYM, BOARD)
    ends = [{frozenset((r.first, r.second)) for r in tile.roads} for tile in town.tiles]
    assert [{frozenset((r.first, r.second)) for r in t.roads} for t in shape.tiles] == ends
    picture = parsed(draw_town(shape))
    assert not list(picture.iter(f"{SVG}use"))
    assert len(with_class(picture, "road")) == sum(map(len, ends))
    assert not with_class(picture, "open-border")


def test_the_picture_of_a_tile_has_both_faces() -> None:
    for tile in real_tiles():
        front, back = (LaidTile(tile.number, side, 0, face) for side, face in enumerate(tile.faces))
        assert drawn_things(parsed(draw_tile(tile))) == things_on(front) + things_on(back)
        assert f"tile {tile.number} front" in tile_text(tile)


@pytest.mark.thorough
def test_a_png_has_the_given_width_and_roads_meet_without_a_seam() -> None:
    picture = pixels(draw_town(town_of(TOWN)), 820)
    assert picture.shape == (820, 820, 3)
    scale = 820 / 324  # the border lies in the middle of a pixel
    row = round((12 + 50) * scale)  # the road from position 1 to 2, beside its dashes
    border = round((12 + 200) * scale)
    around = picture[row + round(5 * scale), border - 4 : border + 5]
    assert np.ptp(around, axis=0).max() < 0.01


def test_words_and_numbers_are_in_the_png_without_fonts_of_the_system() -> None:
    for font in ("DejaVu Sans", "no such font, sans-serif"):
        assert pixels(f'<text x="5" y="60" font-size="40" font-family="{font}">Ab1</text>').min() < 0.2


LETTERS = {
    "alien": "E", "hamburger": "H", "captured-alien": "e",
    "dog": "d", "house": "h", "girl": "g", "boy": "b", "ufo": "u",
}  # fmt: skip


def test_tiles_in_text_have_their_road_ends_and_their_things() -> None:
    for tile in LAID_TILES:
        lines = tile_lines(tile)
        assert [len(line) for line in lines] == [9] * 5
        for side, sign in enumerate((lines[0][4], lines[2][0], lines[4][4], lines[2][8])):
            road = next((r for r in tile.roads if side in (r.first, r.second)), None)
            expected = " " if road is None else "^<v>"[side] if road.facing == side else "│─│─"[side]
            assert sign == expected
        things = things_on(tile)
        off_agents = tile.face.off_road.agents
        agents = {"A": things.pop("agent", 0) - off_agents, "a": off_agents}
        letters = Counter(sign for sign in "".join(lines) if sign.isalpha() and sign != "v")
        assert letters == +Counter(agents | {LETTERS[name]: count for name, count in things.items()})


@pytest.mark.parametrize("sides", [(0, 1), (2, 1), (3, 2), (0, 3), (0, 2), (3, 1)])
def test_a_road_in_text_has_a_cell_for_each_step_from_side_to_side(sides: tuple[int, int]) -> None:
    cells = list(road_cells(Road(*sides)))
    middles = ((0, 4), (2, 0), (4, 4), (2, 8))
    assert (cells[0], cells[-1]) == (middles[sides[0]], middles[sides[1]])
    assert all(math.dist(a, b) == 1 for a, b in pairwise(cells))


@settings(max_examples=12)
@given(patterns)
def test_a_town_in_text_has_lines_of_one_width_and_shows_open_borders(pattern: str) -> None:
    town = town_of(pattern)
    lines = town_lines(town)
    assert {len(line) for line in lines} == {31}
    assert all(unicodedata.east_asian_width(c) in ("Na", "A", "N") for c in town_text(town) if c != "\n")
    assert "".join(lines).count(OPEN) == len(town.open_borders())
    for position, tile in enumerate(town.tiles):
        row, column = divmod(position, 3)
        for side, (y, x) in enumerate(((0, 5), (3, 0), (6, 5), (3, 10))):
            sign = lines[6 * row + y][10 * column + x]
            assert sign == OPEN or (sign not in (" ", FRAME)) == (tile.road_at(side) is not None)


@pytest.mark.thorough
def test_many_things_off_the_road_fit_in_text_and_picture() -> None:
    face = Face((Road(0, 2), Road(1, 3)), OffRoad(9, 9, 9, 9, 9, 9, 9))
    tile = LaidTile(0, 0, 1, face)
    assert len(off_road_things(face.off_road)) == drawn_things(parsed(tile_fragment(tile))).total() == 63
    lines = tile_lines(tile)
    assert {len(line) for line in lines} == {9}
    assert all(f"9{letter}" in "".join(lines) for letter in "hugbdae")
    plain = LaidTile(0, 0, 0, Face((Road(0, 2),), OffRoad()))
    for one, has_key in ((tile, True), (plain, False)):
        town = LaidTown(Board(1, 1), (one,))
        assert (len(town_text(town).split("\n")) > len(town_lines(town))) == has_key


@pytest.mark.thorough
def test_draw_writes_pictures_by_the_ending_of_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = f"{TOWN} -o a.svg -o b.PNG --width 300 --legend --numbers --theme".split()
    done = run_typed(["nine-tiles", "draw", *words, "longest road"])
    assert (done.status, done.output) == (0, "")
    assert "5 The Longest Road, score 6" in done.errors
    assert len(with_class(parsed(Path("a.svg").read_text(encoding="utf-8")), "highlighted")) == 6
    assert int.from_bytes(Path("b.PNG").read_bytes()[16:20], "big") == 300


def test_draw_without_a_file_prints_the_town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ([], ["--text"]):
        done = run_typed(["nine-tiles", "draw", TOWN, *words])
        assert done.output == town_text(town_of(TOWN)) + "\n"
    assert list(tmp_path.iterdir()) == []


def test_the_examples_of_draw_are_complete_towns() -> None:
    examples = re.findall(r"draw (synonym:)?(\d{18})", draw.__doc__ or "")
    assert len(examples) == 4
    for synonym, pattern in examples:
        town = synonym_town(pattern, BOARD) if synonym else town_of(pattern)
        assert not town.open_borders()
