"""The arrow puzzle oracle agrees with the rules, published answers, and figures from other programs."""

from __future__ import annotations

import pytest

from oracle import arrow_puzzle as oracle
from oracle.arrow_puzzle import LEVELS, SQUARE, Level
from tests.known import KnownAnswers

KNOWN_ANSWERS = KnownAnswers("arrow_puzzle")
figure, whole = KNOWN_ANSWERS.figure, KNOWN_ANSWERS.whole


# --- rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "tapped", "turned"),
    [
        (Level(SQUARE, 4, 4), (0, 0), [(0, 0), (0, 1), (1, 0), (1, 1)]),
        (Level(SQUARE, 4, 4), (0, 1), [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]),
        (Level(SQUARE, 4, 4), (1, 2), [(r, c) for r in (0, 1, 2) for c in (1, 2, 3)]),
        (LEVELS["expert"], (0, 0), [(0, 0), (0, 1), (1, 0), (1, 1)]),
        (LEVELS["expert"], (0, 3), [(0, 2), (0, 3), (1, 3), (1, 4)]),
        (LEVELS["expert"], (3, 0), [(2, 0), (3, 0), (3, 1), (4, 1)]),
        (LEVELS["expert"], (3, 3), [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]),
    ],
)
def test_a_tap_turns_the_tile_and_its_neighbours(
    level: Level, tapped: tuple[int, int], turned: list[tuple[int, int]]
) -> None:
    row = level.matrix()[level.cells().index(tapped)]
    assert [cell for cell, turns in zip(level.cells(), row, strict=True) if turns] == turned


@pytest.mark.parametrize("side", [1, 2, 3, 4, 7])
def test_a_tap_turns_the_tiles_that_touch_it_on_the_screen(side: int) -> None:
    level = Level(oracle.HEXAGON, side, 6)
    places = oracle.screen(level)
    touching = [(0, 0), (0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)]  # columns, and half tiles down
    expected = [[int((x - a, y - b) in touching) for x, y in places] for a, b in places]
    assert level.matrix() == expected


def test_the_screen_of_the_game_has_13_lines() -> None:
    lines = oracle.lines_of_screen(LEVELS["expert"])
    assert [len(line) for line in lines] == [1, 2, 3, 4, 3, 4, 3, 4, 3, 4, 3, 2, 1]
    assert lines[:3] == [[15], [9, 22], [4, 16, 28]]
    assert oracle.reading_order(LEVELS["expert"], "columns") == list(range(37))
    assert oracle.lines_of_screen(LEVELS["easy"]) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_a_tap_adds_one_to_the_number_shown_and_wraps_to_1() -> None:
    board = oracle.parse_board("123412341", 4)
    after = oracle.after_taps(board, (1, 0, 0, 0, 0, 0, 0, 0, 0), LEVELS["easy"].matrix(), 4)
    assert oracle.format_board(after) == "233122341"


# --- known answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
def test_known_boards_have_their_known_answers(name: str) -> None:
    level, matrix, cells = LEVELS[name], LEVELS[name].matrix(), LEVELS[name].cells()
    for row in KNOWN_ANSWERS.rows(name)[::7]:  # an expert board has 3,888 solutions
        board = oracle.parse_board(row["board"], level.m)
        every, best = oracle.solutions(board, matrix, level.m), oracle.fewest_taps(board, matrix, level.m)
        assert len(set(every)) == int(row["n_solutions"])
        assert every == sorted(every)
        assert oracle.solvable(board, matrix, level.m) == (best is not None) == (row["solvable"] == "1")
        fixes = oracle.single_tile_fixes(board, cells, matrix, level.m)
        assert ";".join(f"{r}{c}={shown}" for (r, c), shown in fixes) == row["single_tile_fixes"]
        found = (str(best.taps), oracle.format_taps(best.solution)) if best else ("", "")
        assert found == (row["min_taps"], row["solution"])
        if best:
            assert not any(oracle.after_taps(board, best.solution, matrix, level.m))
            assert row["n_min_solutions"] in ("", str(best.optimal))
            assert row["min_tiles"] in ("", str(best.tiles))


def test_a_square_of_side_2_has_the_best_solutions_counted_by_hand() -> None:
    # Any tap turns all four tiles: 3 taps are 3 on one tile, 2 and 1, or 1, 1 and 1, in 4 + 12 + 4 ways.
    best = oracle.fewest_taps((1, 1, 1, 1), Level(SQUARE, 2, 4).matrix(), 4)
    assert best == oracle.FewestTaps(taps=3, optimal=20, solution=(0, 0, 0, 3), tiles=1)
    assert oracle.fewest_taps((1, 0, 0, 0), Level(SQUARE, 2, 4).matrix(), 4) is None


# --- algebra ---------------------------------------------------------------------------------


def test_all_solutions_tap_the_centre_equally_often_and_every_other_tile_evenly() -> None:
    level = LEVELS["expert"]
    board = oracle.parse_board(KNOWN_ANSWERS.rows("expert")[0]["board"], 6)
    every = oracle.solutions(board, level.matrix(), 6)
    for (row, column), counts in zip(level.cells(), zip(*every, strict=True), strict=True):
        if f"{row}{column}" == figure("hexagon_4_tiles_with_one_tap_count"):
            assert len(set(counts)) == 1
        else:
            assert {counts.count(count) for count in range(6)} == {whole("expert_solutions_per_tap_count")}
    # So the mean taps of all solutions are 36 times 2.5 and the taps of the centre, at most 5.
    assert whole("expert_fewest_taps_bound_by_means") == 90 + 5


# --- fewest taps -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "board", "taps"),
    [
        ("hard", "hard_fewest_taps_max_example", "hard_fewest_taps_max"),
        ("expert", "expert_fewest_taps_largest_known_example", "expert_fewest_taps_largest_known_example_taps"),
    ],
)
def test_the_hardest_known_boards_need_the_known_taps(name: str, board: str, taps: str) -> None:
    level = LEVELS[name]
    best = oracle.fewest_taps(oracle.parse_board(figure(board), level.m), level.matrix(), level.m)
    assert best is not None
    assert best.taps == whole(taps)


# --- the published method --------------------------------------------------------------------


def test_the_free_tiles_of_the_published_search_identify_each_solution() -> None:
    level, rows = LEVELS["expert"], KNOWN_ANSWERS.rows("expert")
    free = [tile for tile, (r, c) in enumerate(level.cells()) if (r - 1, c - 1) not in level.cells()]
    assert (len(free), 6 ** len(free)) == (whole("published_free_tiles"), whole("published_choices"))
    every = oracle.solutions(oracle.parse_board(rows[0]["board"], 6), level.matrix(), 6)
    assert len({tuple(taps[tile] for tile in free) for taps in every}) == whole("published_choices_working")


def test_the_published_search_finds_solutions_but_not_the_fewest_taps() -> None:
    hard = LEVELS["hard"]
    for row in KNOWN_ANSWERS.rows("hard")[::6]:
        board = oracle.parse_board(row["board"], 2)
        assert sorted(oracle.published_search(board, 2)) == oracle.solutions(board, hard.matrix(), 2)
    rows = KNOWN_ANSWERS.rows("expert")
    boards = [oracle.parse_board(row["board"], 6) for row in rows if row["solvable"] == "1"]
    found = [sum(next(oracle.published_search(board, 6), ())) for board in boards]
    assert abs(sum(found) / len(found) - whole("published_first_solution_mean_about")) < 5


def test_the_board_that_the_published_program_answers_wrongly_lacks_one_step_at_the_last_tile() -> None:
    level, board = LEVELS["expert"], oracle.parse_board(figure("published_wrong_board"), 6)
    assert oracle.format_board(board) == "1" * 36 + "2"
    assert not oracle.solvable(board, level.matrix(), 6)
    # That program does not check the last tile.
    assert ((6, 6), 1) in oracle.single_tile_fixes(board, level.cells(), level.matrix(), 6)
