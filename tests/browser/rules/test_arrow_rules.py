"""The rules of the arrow puzzle's page: its solver against the oracle, its practice against Python."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

import pytest

from oracle import arrow_puzzle as oracle
from tablebases.arrow.answers import find_level
from tablebases.arrow.boards import layout_of, parse_steps
from tablebases.arrow.practice import daily_board
from tablebases.practice import Draws
from tests.browser.atlases import LEVELS
from tests.browser.dates import DATES
from tests.browser.practised import Round, seeded_board
from tests.browser.rules.node import Rules, needs_node
from tests.browser.typed import TEXTS
from tests.known import KnownAnswers

pytestmark = needs_node

MAX_MILLISECONDS = 100
GAME = ("easy", "medium", "hard", "expert")

known_rows = KnownAnswers("arrow_puzzle").rows


@pytest.fixture
def rules(rules_in: Callable[[str, str], Rules]) -> Rules:
    return rules_in("arrow_puzzle", "arrow_puzzle")


@pytest.mark.parametrize("level", GAME)
def test_the_page_solves_all_known_boards(rules: Rules, level: str) -> None:
    rows = known_rows(level)
    found = rules.ask("knownColumns", level, [row["board"] for row in rows])
    assert len(rows) == 60
    for row, answer in zip(rows, found, strict=True):
        # The tables leave out columns that follow from the level or from others.
        expected = {key: row[key] for key in row if row[key] and key not in ("kind", "board")}
        assert {key: answer[key] for key in expected} == expected
        assert answer["single_tile_fixes"] == row["single_tile_fixes"]


def test_the_page_solves_boards_of_other_levels_as_the_oracle_does(rules: Rules) -> None:
    draw = random.Random(4)  # noqa: S311 - boards, not secrets
    for level in LEVELS[4:7]:
        m, matrix = level.directions, level.tap_matrix.tolist()
        boards = [tuple(draw.randrange(m) for _ in range(level.tiles)) for _ in range(8)]
        solved = tuple([0] * level.tiles)
        boards += [oracle.after_taps(solved, [draw.randrange(m) for _ in solved], matrix, m) for _ in range(8)]
        found = rules.ask("solutions", level.name, boards)
        for board, (fewest, few_tiles, mistakes) in zip(boards, found, strict=True):
            every = oracle.solutions(board, matrix, m)
            least = min(map(sum, every), default=0)
            assert [tuple(x) for x in fewest] == [x for x in every if sum(x) == least]
            costs = [(sum(1 for taps in x if taps), sum(x)) for x in every]
            assert [tuple(x) for x in few_tiles] == [
                x for x, cost in zip(every, costs, strict=True) if cost == min(costs)
            ]
            fixes = oracle.single_tile_fixes(board, level.cells, matrix, m)
            assert mistakes == [[level.cells.index(cell), shown - 1] for cell, shown in fixes]


def test_random_boards_are_solvable_at_once(rules: Rules) -> None:
    solved, milliseconds = rules.ask("randomBoards", 5)
    assert solved == [True] * len(LEVELS)
    assert milliseconds < MAX_MILLISECONDS


def test_the_page_reads_boards_as_the_command_does(rules: Rules) -> None:
    for name, texts in TEXTS["boards"].items():
        level = next(level for level in LEVELS if level.name == name)
        plain = [unicodedata.normalize("NFKC", text) for text in texts]
        expected = [parse_steps(text, level, layout_of(text, level, None)) for text in plain]
        assert rules.ask("reads", name, texts, 1) == expected
        if level.directions < 10:
            from_zero = [text.translate(str.maketrans("123456", "012345")) for text in plain]
            assert rules.ask("reads", name, from_zero, 0) == expected


FAULTS = (
    ("easy", "↗34131344", "notANumber"),
    ("easy", "434=131344", "notANumber"),
    ("easy", "↑↑", "tooShort"),
    ("square-2-3", "↑↓↑↓", "notANumber"),
    ("hexagon-2-12", "↑↑", "notANumber"),
    ("hard", "↑" * 38, "tooLong"),
)


def test_the_page_says_what_is_wrong_in_arrows(rules: Rules) -> None:
    assert [rules.ask("reads", name, [text], 1) for name, text, _ in FAULTS] == [[fault] for *_, fault in FAULTS]


# --- practice --------------------------------------------------------------------------------


def test_pages_draw_the_numbers_of_python(rules: Rules) -> None:
    texts, bounds = ["", "arrow 2026-11-24", *(f"millijan {seed}" for seed in range(50))], (1, 2, 54, 162, 2**21)
    assert rules.ask("draws", texts, bounds) == [[draws.below(n) for n in bounds] for draws in map(Draws, texts)]


def test_daily_boards_are_those_of_python(rules: Rules) -> None:
    boards = map(daily_board, DATES)
    assert rules.ask("dailyBoards", DATES) == [[board.level.name, list(board.steps)] for board in boards]


@pytest.mark.parametrize("name", GAME)
def test_the_page_judges_random_taps_as_python_does(rules: Rules, name: str) -> None:
    draw = random.Random(name)  # noqa: S311 - taps, not secrets
    level = find_level(name)
    seeds = draw.sample(range(10**7), 5)
    taps = [[draw.randrange(level.tiles) for _ in range(12)] for _ in seeds]
    found = rules.ask("practised", name, seeds, taps)
    for seed, tiles, (board, fewest, after) in zip(seeds, taps, found, strict=True):
        played = Round(seeded_board(level, seed))
        assert (tuple(board), fewest) == (played.board.steps, played.fewest)
        expected = []
        for tile in tiles:
            was_needed = played.tap(tile)
            expected.append([played.left, was_needed])
        assert after == expected
