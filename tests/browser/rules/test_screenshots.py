"""Boards on screenshots: the exact decision against enumeration, and drawn screens of two programs."""

from __future__ import annotations

import copy
import itertools
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from oracle import arrow_puzzle as oracle
from pipeline.arrow_puzzle.stages.page import page_data
from tablebases.arrow.answers import find_level
from tablebases.arrow.boards import Level, Shape
from tablebases.arrow.linear import algebra_of
from tablebases.locations import ATLAS
from tests.browser.rules.node import NODE, Rules, needs_node

pytest.importorskip("PIL", reason="Pillow is not installed")
from PIL import Image, ImageDraw, ImageOps

from tests.browser.rules.rates import LEVELS, Draw, Rates, rates_of
from tests.browser.rules.screens import FONTS, HARMS, KINDS, draw_screen, font_file

pytestmark = needs_node

MISSING = [name for name in FONTS if font_file(name) is None]
needs_fonts = pytest.mark.skipif(
    bool(MISSING), reason="screens need Latin Modern, which is not installed: apt-get install fonts-lmodern"
)
REPOSITORY = Path(__file__).parents[3]
FEW, MANY = 5, 1000
"""Pictures of each level, kind and harm; few ones of all four levels are 20."""


@pytest.fixture
def rules(rules_in: Callable[[str, str], Rules]) -> Rules:
    return rules_in("arrow_puzzle", "arrow_puzzle")


# --- the decision ------------------------------------------------------------------------------


def best_by_enumeration(boards: list[tuple[int, ...]], logs: list[list[float]]) -> tuple[Any, ...]:
    """The likeliest of all solvable boards, and by how much changing each tile makes it less likely."""
    ranked = sorted(boards, key=lambda board: -sum(log[value] for log, value in zip(logs, board, strict=True)))
    score = [sum(log[value] for log, value in zip(logs, board, strict=True)) for board in ranked]
    margins = [
        score[0] - next(s for s, board in zip(score, ranked, strict=True) if board[tile] != ranked[0][tile])
        for tile in range(len(logs))
    ]
    return list(ranked[0]), margins


def assert_decision(found: Any, boards: list[tuple[int, ...]], logs: list[list[float]]) -> None:
    best, margins = best_by_enumeration(boards, logs)
    assert found["turns"] == best
    assert found["margins"] == pytest.approx(margins)
    for tile, other in enumerate(found["others"]):
        assert other != best[tile]


@pytest.mark.parametrize(("shape", "side", "directions"), [("square", 2, 3), ("square", 3, 2), ("hexagon", 2, 6)])
def test_the_decision_is_the_best_of_all_solvable_boards(rules: Rules, shape: str, side: int, directions: int) -> None:
    level = Level("small", Shape(shape), side, directions)
    small = copy.copy(rules)
    small.data = page_data([algebra_of(level)], {})
    matrix = oracle.Level(shape, side, directions).matrix()
    tiles = len(matrix)
    solved = tuple([0] * tiles)
    every = itertools.product(range(directions), repeat=tiles)
    boards = sorted({oracle.after_taps(solved, taps, matrix, directions) for taps in every})
    rng = random.Random(side)  # noqa: S311 - likelihoods, not secrets
    for _ in range(5):
        logs = [[rng.uniform(-9, 0) for _ in range(directions)] for _ in range(tiles)]
        assert_decision(small.ask("decision", "small", logs), boards, logs)


@pytest.mark.parametrize("name", ["hard", "expert"])
def test_the_decision_finds_tiles_that_were_not_read(rules: Rules, name: str) -> None:
    level, rng = oracle.LEVELS[name], random.Random(name)  # noqa: S311 - boards, not secrets
    matrix, m = level.matrix(), level.m
    for _ in range(3):
        taps = [rng.randrange(m) for _ in range(37)]
        board = oracle.after_taps(tuple([0] * 37), taps, matrix, m)
        unread = rng.sample(range(37), 4 if m > 2 else 7)
        logs = [[0.0 if value == board[tile] else -50.0 for value in range(m)] for tile in range(37)]
        for tile in unread:
            logs[tile] = [rng.uniform(-3, 0) for _ in range(m)]
        changed = (dict(zip(unread, values, strict=True)) for values in itertools.product(range(m), repeat=len(unread)))
        boards = [tuple(change.get(tile, value) for tile, value in enumerate(board)) for change in changed]
        solvable = [tried for tried in boards if oracle.solvable(tried, matrix, m)]
        scores = {tried: sum(log[value] for log, value in zip(logs, tried, strict=True)) for tried in solvable}
        found = rules.ask("decision", name, logs)
        assert tuple(found["turns"]) == max(scores, key=lambda tried: scores[tried])
        assert found["likelihood"] == pytest.approx(max(scores.values()))


# --- drawn screens -----------------------------------------------------------------------------


def measured(rules: Rules, draw: Draw, level: str, kind: str, harm: str, count: int, folder: Path) -> Rates:
    screens = (draw(find_level(level), kind, harm, seed) for seed in range(count))
    return rates_of(rules, level, screens, folder)


@needs_fonts
@pytest.mark.thorough
@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("kind", KINDS)
def test_screens_are_read(rules: Rules, tmp_path: Path, kind: str, harm: str) -> None:
    for level in LEVELS:
        rates = measured(rules, draw_screen, level, kind, harm, FEW, tmp_path)
        assert rates.wrong == 0
        if harm == "clean" or (harm == "jpeg" and level in ("hard", "expert")):
            assert rates.right == rates.pictures


@needs_fonts
@pytest.mark.slow
@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_many_screens_are_read(rules: Rules, tmp_path: Path, level: str, kind: str, harm: str) -> None:
    rates = measured(rules, draw_screen, level, kind, harm, MANY, tmp_path)
    assert rates.wrong <= 2
    if harm == "clean":
        assert rates.right == MANY
    elif harm == "jpeg" and level in ("hard", "expert"):
        assert rates.right >= 0.98 * MANY


@needs_fonts
def test_the_search_finds_large_circles_on_a_small_picture(rules: Rules, tmp_path: Path) -> None:
    screens = [draw_screen(find_level("easy"), "greys", "clean", seed) for seed in (335, 679, 854)]
    assert rates_of(rules, "easy", screens, tmp_path).right == len(screens)


@needs_fonts
def test_the_grid_fits_on_both_sides_of_a_small_picture(rules: Rules, tmp_path: Path) -> None:
    screen = draw_screen(find_level("expert"), "digits", "clean", 876)
    assert rates_of(rules, "expert", [screen], tmp_path).right == 1


@needs_fonts
def test_a_tile_with_another_grey_of_the_scale_is_doubtful(rules: Rules, tmp_path: Path) -> None:
    """The edge of a disk is no border, no scale is stretched for one tile, and faces have one grey and hue."""
    seeds = (163, 6018, 7008, 7111, 7133, 1334, 1475, 2850)
    screens = [draw_screen(find_level("easy"), "greys", "spoiled", seed) for seed in seeds]
    rates = rates_of(rules, "easy", screens, tmp_path)
    assert (rates.wrong, rates.wrong_alone) == (0, 0)


def ask(rules: Rules, picture: Any, folder: Path) -> Any:
    """What a picture shows."""
    file = folder / "pixels"
    file.write_bytes(picture.convert("RGBA").tobytes())
    return rules.ask("screenshot", LEVELS, str(file), *picture.size)


def test_pictures_without_a_board_are_none(rules: Rules, tmp_path: Path) -> None:
    plain = Image.new("RGB", (400, 700), (51, 51, 51))
    assert ask(rules, plain, tmp_path) is None
    draw = ImageDraw.Draw(plain)
    for row in range(10):
        for column in range(3):
            draw.rectangle(
                (30 + 120 * column, 20 + 66 * row, 120 + 120 * column, 70 + 66 * row), outline=(102, 102, 102)
            )
    assert ask(rules, plain, tmp_path) is None
    assert ask(rules, Image.effect_noise((400, 700), 80), tmp_path) is None


@needs_fonts
def test_greys_of_an_unknown_theme_are_doubtful(rules: Rules, tmp_path: Path) -> None:
    """A shifted or reversed scale is solvable too, so nothing says which one it is."""
    screens = [draw_screen(find_level("expert"), "greys", "clean", seed) for seed in range(8)]
    found = [ask(rules, ImageOps.invert(screen.picture), tmp_path) for screen in screens]
    certain = [screen.turns for screen, read in zip(screens, found, strict=True) if not any(read["doubtful"])]
    assert sum(all(read["doubtful"]) for read in found) == len(found) - len(certain) >= 4
    # These have digits, too.
    assert certain == [tuple(read["turns"]) for read in found if not any(read["doubtful"])]


@needs_fonts
def test_a_tile_is_found_in_the_pixels_of_the_picture(rules: Rules, tmp_path: Path) -> None:
    picture = draw_screen(find_level("hard"), "digits", "clean", 1).picture
    found = ask(rules, picture, tmp_path)
    half = ask(rules, picture.resize((picture.width * 2, picture.height * 2)), tmp_path)
    assert found["turns"] == half["turns"]
    for (x, y), (x2, y2) in zip(found["grid"]["middles"], half["grid"]["middles"], strict=True):
        assert (2 * x, 2 * y) == pytest.approx((x2, y2), abs=3)


@needs_fonts
def test_the_program_for_bots_in_the_document_runs(tmp_path: Path) -> None:
    document = (REPOSITORY / "docs" / "arrow-puzzle.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```js\n(.*?)```", document, re.DOTALL)
    with ZipFile(ATLAS) as archive:
        archive.extract("atlas/arrow/data.json", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "tablebases").symlink_to(REPOSITORY / "tablebases")
    (tmp_path / "read.mjs").write_text(program, encoding="utf-8")
    screen = draw_screen(find_level("expert"), "digits", "clean", 3)
    (tmp_path / "pixels.rgba").write_bytes(screen.picture.convert("RGBA").tobytes())
    assert NODE
    command = [NODE, "--preserve-symlinks", "read.mjs", "pixels.rgba", *map(str, screen.picture.size)]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    level, board, doubts, taps = ran.stdout.split()
    assert (level, board, doubts) == ("expert", oracle.format_board(screen.turns), "0")
    solved = oracle.after_taps(screen.turns, oracle.parse_taps(taps), oracle.LEVELS["expert"].matrix(), 6)
    assert set(solved) == {0}
