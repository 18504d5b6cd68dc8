"""The arrow puzzle oracle agrees with the known answers, with its figures, and with itself."""

from __future__ import annotations

import random
from itertools import product
from math import comb, gcd, prod

import pytest

from tests.known import KnownAnswers
from tests.oracle import arrow_puzzle as oracle
from tests.oracle.arrow_puzzle import HEXAGON, LEVELS, SQUARE, Board, Level, Taps

HEXAGON_LEVELS = ("hard", "expert")

KNOWN_ANSWERS = KnownAnswers("arrow_puzzle")
known_rows = KNOWN_ANSWERS.rows
figure = KNOWN_ANSWERS.figure
whole = KNOWN_ANSWERS.whole


def known_boards(level: str, *, solvable: bool) -> list[Board]:
    return [
        oracle.parse_board(row["board"], LEVELS[level].m)
        for row in known_rows(f"{level}")
        if row["solvable"] == str(int(solvable))
    ]


def up(level: Level) -> Board:
    return (0,) * len(level.cells())


def random_boards(level: Level, number: int) -> list[Board]:
    """Make boards of which every second one is solvable, the same ones every time."""
    chance = random.Random(20)  # noqa: S311 - boards, not secrets
    matrix = level.matrix()
    boards = []
    for i in range(number):
        some = tuple(chance.randrange(level.m) for _ in level.cells())
        boards.append(oracle.after_taps(up(level), some, matrix, level.m) if i % 2 else some)
    return boards


def all_solutions_of_all_boards(level: Level) -> dict[Board, list[Taps]]:
    """Apply all taps to the solved board: it stands where a board is solved by the rest to m."""
    matrix = level.matrix()
    found: dict[Board, list[Taps]] = {}
    for taps in product(range(level.m), repeat=len(level.cells())):
        board = oracle.after_taps(up(level), taps, matrix, level.m)
        found.setdefault(board, []).append(tuple(-count % level.m for count in taps))
    return {board: sorted(every) for board, every in found.items()}


# --- rules -----------------------------------------------------------------------------------


def test_a_tap_in_a_square_turns_the_block_around_it_cut_at_the_edges() -> None:
    turned = oracle.turned_by(oracle.square_cells(4), SQUARE)
    assert turned[0, 0] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert turned[0, 1] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert turned[1, 2] == [(r, c) for r in (0, 1, 2) for c in (1, 2, 3)]


def test_a_tap_in_a_hexagon_turns_the_tile_and_its_up_to_six_neighbours() -> None:
    turned = oracle.turned_by(oracle.hexagon_cells(4), HEXAGON)
    assert turned[0, 0] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert turned[0, 3] == [(0, 2), (0, 3), (1, 3), (1, 4)]
    assert turned[3, 0] == [(2, 0), (3, 0), (3, 1), (4, 1)]
    assert turned[3, 3] == [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]
    assert sorted(len(cells) for cells in turned.values()) == [4] * 6 + [5] * 12 + [7] * 19


def test_a_hexagon_of_side_4_has_rows_of_4_to_7_to_4_tiles() -> None:
    rows = [row for row, _ in oracle.hexagon_cells(4)]
    assert [rows.count(row) for row in range(7)] == [4, 5, 6, 7, 6, 5, 4]


@pytest.mark.parametrize("name", LEVELS)
def test_levels_have_the_known_numbers_of_tiles_and_directions(name: str) -> None:
    level = LEVELS[name]
    assert len(level.cells()) == whole(f"{name}_tiles")
    assert level.m == whole(f"{name}_directions")
    assert level.m ** len(level.cells()) == whole(f"{name}_boards")


@pytest.mark.parametrize("name", LEVELS)
def test_reading_a_board_column_by_column_gives_the_same_tap_matrix(name: str) -> None:
    level = LEVELS[name]
    by_column = sorted(level.cells(), key=lambda cell: (cell[1], cell[0]))
    assert oracle.tap_matrix(by_column, level.shape) == level.matrix()


@pytest.mark.parametrize("name", LEVELS)
def test_tap_matrices_are_symmetric_and_every_tap_turns_its_own_tile(name: str) -> None:
    matrix = LEVELS[name].matrix()
    assert [list(column) for column in zip(*matrix, strict=True)] == matrix
    assert all(matrix[tile][tile] == 1 for tile in range(len(matrix)))


def test_a_tap_adds_one_to_what_is_shown_and_wraps_to_1() -> None:
    matrix = LEVELS["easy"].matrix()
    board = oracle.parse_board("123412341", 4)
    after = oracle.after_taps(board, (1, 0, 0, 0, 0, 0, 0, 0, 0), matrix, 4)
    assert oracle.format_board(after) == "233122341"


@pytest.mark.parametrize("shown", ["1230", "1235", "12a4"])
def test_digits_that_are_never_shown_are_refused(shown: str) -> None:
    with pytest.raises(ValueError, match="1"):
        oracle.parse_board(shown, 4)


# --- known answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
def test_all_known_boards_have_the_known_best_solutions(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    rows = known_rows(f"{name}")
    assert len(rows) == 60
    for row in rows:
        board = oracle.parse_board(row["board"], level.m)
        assert oracle.format_board(board) == row["board"]
        best = oracle.fewest_taps(board, matrix, level.m)
        assert oracle.solvable(board, matrix, level.m) == (best is not None)
        assert row["solvable"] == str(int(best is not None)), row
        if best is None:
            assert (row["n_solutions"], row["min_taps"], row["solution"]) == ("0", "", ""), row
            continue
        assert best.taps == int(row["min_taps"]), row
        assert oracle.format_taps(best.solution) == row["solution"], row
        assert oracle.is_solved(oracle.after_taps(board, best.solution, matrix, level.m)), row
        if name in HEXAGON_LEVELS:
            assert best.optimal == int(row["n_min_solutions"]), row
            assert best.tiles == int(row["min_tiles"]), row


@pytest.mark.parametrize("name", LEVELS)
def test_all_known_solvable_boards_have_the_known_number_of_solutions(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    for row in known_rows(f"{name}"):
        board = oracle.parse_board(row["board"], level.m)
        every = oracle.solutions(board, matrix, level.m)
        assert len(every) == len(set(every)) == int(row["n_solutions"]), row
        assert len(every) in (0, whole(f"{name}_solutions"))
        assert every == sorted(every)


@pytest.mark.parametrize("name", HEXAGON_LEVELS)
def test_all_known_boards_have_the_known_single_tile_fixes(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    cells = level.cells()
    for row in known_rows(f"{name}"):
        board = oracle.parse_board(row["board"], level.m)
        fixes = oracle.single_tile_fixes(board, cells, matrix, level.m)
        assert oracle.format_fixes(fixes) == row["single_tile_fixes"], row


def test_known_solutions_are_written_as_they_are_read() -> None:
    for row in known_rows("expert"):
        assert oracle.format_taps(oracle.parse_taps(row["solution"])) == row["solution"]


@pytest.mark.parametrize("name", LEVELS)
def test_every_listed_solution_solves_its_board(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    board = known_boards(name, solvable=True)[0]
    every = oracle.solutions(board, matrix, level.m)
    # Of the 3,888 solutions of the expert board every ninth one: tapping one by one is slow.
    for taps in every[:: 9 if name == "expert" else 1]:
        assert oracle.is_solved(oracle.after_taps(board, taps, matrix, level.m))


# --- the ways to all solutions agree ---------------------------------------------------------

# Each has few enough taps to try all of them. The hexagon of side 2 and the square of side 2 have
# unsolvable boards for every m; 4, 6 and 12 are no primes.
SMALL_LEVELS = [
    Level(HEXAGON, 2, 2),
    Level(HEXAGON, 2, 3),
    Level(HEXAGON, 2, 4),
    Level(SQUARE, 2, 2),
    Level(SQUARE, 2, 3),
    Level(SQUARE, 2, 4),
    Level(SQUARE, 2, 6),
    Level(SQUARE, 2, 12),
    Level(SQUARE, 3, 2),
]


@pytest.mark.parametrize("level", SMALL_LEVELS, ids=str)
def test_elimination_finds_what_trying_all_taps_finds_on_all_small_boards(level: Level) -> None:
    matrix = level.matrix()
    known = all_solutions_of_all_boards(level)
    for board in product(range(level.m), repeat=len(level.cells())):
        assert oracle.solvable(board, matrix, level.m) == (board in known)
        # The tables of the largest ones hold the same lists again and again: look at some.
        if sum(board) % (1 if level.m <= 4 else level.m) == 0:
            assert oracle.solutions(board, matrix, level.m) == known.get(board, [])


@pytest.mark.parametrize("level", [Level(HEXAGON, 2, 2), *(Level(SQUARE, 2, m) for m in (2, 3, 4))], ids=str)
def test_all_three_ways_find_the_same_on_all_small_boards(level: Level) -> None:
    matrix = level.matrix()
    for board in product(range(level.m), repeat=len(level.cells())):
        by_elimination = oracle.solutions(board, matrix, level.m)
        assert by_elimination == oracle.all_solutions_by_brute_force(board, matrix, level.m)
        assert by_elimination == oracle.all_solutions_by_search(board, matrix, level.m)


@pytest.mark.parametrize(
    ("level", "boards"),
    [
        (LEVELS["easy"], 10),
        (LEVELS["medium"], 2),
        (LEVELS["hard"], 20),
        (Level(HEXAGON, 2, 6), 20),
        (Level(HEXAGON, 2, 12), 2),
        (Level(HEXAGON, 3, 2), 20),
        (Level(HEXAGON, 3, 4), 10),
        (Level(HEXAGON, 3, 6), 4),
        (Level(HEXAGON, 2, 8), 4),
        (Level(SQUARE, 3, 6), 2),
        (Level(SQUARE, 5, 2), 4),
    ],
    ids=str,
)
def test_search_finds_what_elimination_finds_on_random_boards(level: Level, boards: int) -> None:
    matrix = level.matrix()
    found = 0
    for board in random_boards(level, boards):
        by_search = oracle.all_solutions_by_search(board, matrix, level.m)
        assert by_search == oracle.solutions(board, matrix, level.m)
        found += len(by_search)
    assert found > 0


# --- algebra ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("shape", "side"), [(SQUARE, 3), (SQUARE, 4), (HEXAGON, 2), (HEXAGON, 3), (HEXAGON, 4)])
def test_smith_normal_forms_are_as_known(shape: str, side: int) -> None:
    diagonal = oracle.smith_normal_form(Level(shape, side, 2).matrix())
    assert " ".join(map(str, diagonal)) == figure(f"{shape}_{side}_smith_normal_form")


@pytest.mark.parametrize("side", [1, 2, 3, 4])
@pytest.mark.parametrize("m", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("shape", [SQUARE, HEXAGON])
def test_the_smith_normal_form_gives_the_number_of_solutions(shape: str, side: int, m: int) -> None:
    level = Level(shape, side, m)
    diagonal = oracle.smith_normal_form(level.matrix())
    expected = prod(gcd(entry, m) for entry in diagonal)
    assert len(oracle.solutions(up(level), level.matrix(), m)) == expected


@pytest.mark.parametrize("side", [2, 3])
def test_other_hexagons_with_6_directions_have_the_known_numbers_of_solutions(side: int) -> None:
    level = Level(HEXAGON, side, 6)
    every = oracle.solutions(up(level), level.matrix(), 6)
    assert len(every) == whole(f"hexagon_{side}_directions_6_solutions")
    assert len(every) == {2: 36, 3: 72}[side]


def test_ranks_of_the_hexagon_are_as_known() -> None:
    matrix = LEVELS["expert"].matrix()
    assert oracle.rank(matrix, 2) == whole("hexagon_4_rank_mod_2") == 33
    assert oracle.rank(matrix, 3) == whole("hexagon_4_rank_mod_3") == 32
    assert oracle.rank(matrix, 5) == 33


@pytest.mark.parametrize("name", LEVELS)
def test_one_board_in_as_many_as_there_are_solutions_is_solvable(name: str) -> None:
    level = LEVELS[name]
    every = oracle.solutions(up(level), level.matrix(), level.m)
    assert len(every) == whole(f"{name}_solutions")
    assert whole(f"{name}_boards") == whole(f"{name}_solvable_boards") * len(every)


@pytest.mark.parametrize("p", [2, 3])
def test_kernel_vectors_change_nothing_and_are_0_at_the_centre(p: int) -> None:
    level, matrix = LEVELS["expert"], LEVELS["expert"].matrix()
    basis = oracle.kernel_basis(matrix, p)
    assert len(basis) == len(matrix) - oracle.rank(matrix, p)
    for vector in basis:
        assert oracle.after_taps(up(level), vector, matrix, p) == up(level)
        assert vector[level.cells().index((3, 3))] == 0


@pytest.mark.parametrize("name", HEXAGON_LEVELS)
def test_solvable_means_that_the_dot_products_with_all_kernel_vectors_are_0(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    primes = [p for p, _ in oracle.prime_powers(level.m)]
    checks = {p: oracle.kernel_basis(matrix, p) for p in primes}
    # A check modulo 2 and one modulo 3 make one modulo 6, so the larger number of them is enough.
    assert max(len(basis) for basis in checks.values()) == whole(f"{name}_checks")
    for row in known_rows(f"{name}"):
        board = oracle.parse_board(row["board"], level.m)
        passed = all(
            sum(a * b for a, b in zip(vector, board, strict=True)) % p == 0
            for p, basis in checks.items()
            for vector in basis
        )
        assert row["solvable"] == str(int(passed)), row


@pytest.mark.parametrize("name", HEXAGON_LEVELS)
def test_only_the_centre_is_tapped_equally_often_in_all_solutions(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    cells = level.cells()
    every = oracle.solutions(known_boards(name, solvable=True)[0], matrix, level.m)
    same = [cell for tile, cell in enumerate(cells) if len({taps[tile] for taps in every}) == 1]
    assert [f"{row}{column}" for row, column in same] == [figure("hexagon_4_tiles_with_one_tap_count")]


# --- fewest taps -----------------------------------------------------------------------------


def test_the_best_solutions_are_counted_over_all_solutions() -> None:
    # In the square of side 2, any tap turns all: 3 taps are 1 of 3, 2 and 1, or 1, 1 and 1.
    best = oracle.fewest_taps((1, 1, 1, 1), Level(SQUARE, 2, 4).matrix(), 4)
    assert best == oracle.FewestTaps(taps=3, optimal=20, solution=(0, 0, 0, 3), tiles=1)
    assert oracle.fewest_taps((1, 0, 0, 0), Level(SQUARE, 2, 4).matrix(), 4) is None


@pytest.mark.parametrize("level", [Level(HEXAGON, 2, 3), Level(SQUARE, 2, 4)], ids=str)
def test_the_best_solutions_of_all_small_boards_are_as_by_trying_all_taps(level: Level) -> None:
    for board, every in all_solutions_of_all_boards(level).items():
        best = oracle.fewest_taps(board, level.matrix(), level.m)
        assert best is not None
        counts = sorted(sum(taps) for taps in every)
        assert (best.taps, best.optimal) == (counts[0], counts.count(counts[0]))
        assert best.solution == min(every, key=lambda taps: (sum(taps), taps))
        assert best.tiles == min(len(taps) - taps.count(0) for taps in every)


def test_fewest_taps_do_not_split_over_the_primes() -> None:
    matrix = LEVELS["expert"].matrix()

    def counts_modulo(taps: Taps) -> tuple[int, int]:
        return sum(count % 2 for count in taps), sum(count % 3 for count in taps)

    # Boards whose best solutions are not the best modulo 2, nor modulo 3.
    not_best_modulo_2 = not_best_modulo_3 = 0
    for board in known_boards("expert", solvable=True)[:10]:
        every = oracle.solutions(board, matrix, 6)
        fewest = min(sum(taps) for taps in every)
        best = [counts_modulo(taps) for taps in every if sum(taps) == fewest]
        modulo_2, modulo_3 = zip(*(counts_modulo(taps) for taps in every), strict=True)
        not_best_modulo_2 += min(modulo_2) not in [of_2 for of_2, _ in best]
        not_best_modulo_3 += min(modulo_3) not in [of_3 for _, of_3 in best]
    assert not_best_modulo_2 > 0
    assert not_best_modulo_3 > 0


def test_the_known_distribution_of_hard_boards_fits_together() -> None:
    boards = list(KNOWN_ANSWERS.terms("hard_boards_by_taps").values())
    assert sum(boards) == whole("hard_solvable_boards") == 2**33
    assert len(boards) - 1 == whole("hard_fewest_taps_max") == 19
    assert boards[-1] == whole("hard_fewest_taps_max_boards") == 256_000
    mean = sum(taps * number for taps, number in enumerate(boards)) / 2**33
    assert f"{mean:.4f}" == figure("hard_fewest_taps_mean") == "13.2128"


def test_as_many_hard_boards_need_few_taps_as_there_are_ways_to_tap() -> None:
    matrix = LEVELS["hard"].matrix()
    boards = list(KNOWN_ANSWERS.terms("hard_boards_by_taps").values())
    every = oracle.solutions(up(LEVELS["hard"]), matrix, 2)
    lightest = min(sum(taps) for taps in every if any(taps))
    # Two tap patterns of one board differ by one that changes nothing. With fewer taps than half
    # of the lightest of these, each pattern has a board of its own.
    assert lightest == 12
    for taps in range(lightest // 2):
        assert boards[taps] == comb(37, taps)


def test_a_hard_board_needs_the_largest_number_of_taps() -> None:
    board = oracle.parse_board(figure("hard_fewest_taps_max_example"), 2)
    best = oracle.fewest_taps(board, LEVELS["hard"].matrix(), 2)
    assert best is not None
    assert best.taps == whole("hard_fewest_taps_max")


def test_an_expert_board_needs_the_largest_number_of_taps_known() -> None:
    board = oracle.parse_board(figure("expert_fewest_taps_largest_known_example"), 6)
    best = oracle.fewest_taps(board, LEVELS["expert"].matrix(), 6)
    assert best is not None
    assert best.taps == whole("expert_fewest_taps_largest_known_example_taps")


def test_no_expert_board_needs_more_taps_than_the_mean_of_its_solutions_which_is_at_most_95() -> None:
    level, matrix = LEVELS["expert"], LEVELS["expert"].matrix()
    centre = level.cells().index((3, 3))
    for board in known_boards("expert", solvable=True)[:3]:
        every = oracle.solutions(board, matrix, 6)
        for tile in range(37):
            counts = [taps[tile] for taps in every]
            if tile != centre:
                each = {count: counts.count(count) for count in range(6)}
                assert set(each.values()) == {whole("expert_solutions_per_tap_count")}
        assert sum(map(sum, every)) == len(every) * (90 + every[0][centre])
    assert whole("expert_fewest_taps_bound_by_means") == 90 + 5


# --- typing mistakes -------------------------------------------------------------------------


@pytest.mark.parametrize("name", HEXAGON_LEVELS)
def test_typing_mistakes_have_the_known_patterns(name: str) -> None:
    level = LEVELS[name]
    patterns = oracle.mistake_patterns(level.cells(), level.matrix(), level.m)
    assert sum(patterns.values()) == whole(f"{name}_mistakes_noticed")
    assert len(patterns) == whole(f"{name}_mistake_patterns")
    named = [len({cell for cell, _ in pattern}) for pattern in patterns]
    assert set(named) <= {1, 2, 6}
    assert named.count(1) == whole(f"{name}_mistake_patterns_naming_1_tile")
    assert named.count(2) == whole(f"{name}_mistake_patterns_naming_2_tiles")
    assert named.count(6) == whole(f"{name}_mistake_patterns_naming_6_tiles")
    # Each tile is named with one number only, and each mistake is one of those its pattern names.
    assert all(count == len(pattern) for pattern, count in patterns.items())
    assert named == [len(pattern) for pattern in patterns]


@pytest.mark.parametrize("name", HEXAGON_LEVELS)
def test_only_a_mistyped_centre_is_not_noticed(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    unnoticed = []
    for tile, (row, column) in enumerate(level.cells()):
        board = list(known_boards(name, solvable=True)[0])
        board[tile] = (board[tile] + 1) % level.m
        if oracle.solvable(tuple(board), matrix, level.m):
            unnoticed.append(f"{row}{column}")
    assert unnoticed == [figure("hexagon_4_tiles_with_unnoticed_mistakes")]


def test_levels_whose_boards_are_all_solvable_notice_no_mistake() -> None:
    for name in ("easy", "medium"):
        level = LEVELS[name]
        assert not oracle.mistake_patterns(level.cells(), level.matrix(), level.m)


def test_a_solvable_board_has_no_fixes() -> None:
    level = LEVELS["expert"]
    assert oracle.single_tile_fixes(up(level), level.cells(), level.matrix(), 6) == []


# --- the published method --------------------------------------------------------------------


@pytest.mark.parametrize("name", HEXAGON_LEVELS)
def test_the_published_method_solves_all_known_solvable_boards(name: str) -> None:
    level, matrix = LEVELS[name], LEVELS[name].matrix()
    for board in known_boards(name, solvable=True):
        taps = oracle.published(board, level.m)
        assert taps is not None
        assert taps == oracle.published_corrected(board, level.m)
        assert oracle.is_solved(oracle.after_taps(board, taps, matrix, level.m))


def test_the_published_method_does_not_search_for_the_fewest_taps() -> None:
    boards = known_boards("expert", solvable=True)
    best = [int(row["min_taps"]) for row in known_rows("expert") if row["min_taps"]]
    found = [sum(oracle.published(board, 6) or ()) for board in boards]
    assert all(taps >= fewest for taps, fewest in zip(found, best, strict=True))
    mean = sum(found) / len(found)
    assert abs(mean - whole("published_first_solution_mean_about")) < 5
    assert mean > sum(best) / len(best) + 15


def test_the_published_method_says_nothing_on_known_unsolvable_expert_boards() -> None:
    # Each of these runs through all choices: two boards of the twenty.
    for board in known_boards("expert", solvable=False)[::14]:
        assert oracle.published(board, 6) is None


def test_the_corrected_method_says_unsolvable_on_all_known_unsolvable_hard_boards() -> None:
    for board in known_boards("hard", solvable=False):
        assert oracle.published_corrected(board, 2) is None


def test_the_published_method_is_wrong_where_only_the_last_tile_is_off() -> None:
    board = oracle.parse_board(figure("published_wrong_board"), 6)
    level, matrix = LEVELS["expert"], LEVELS["expert"].matrix()
    assert oracle.format_board(board) == "1" * 36 + "2"
    taps = oracle.published(board, 6)
    assert taps is not None
    after = oracle.after_taps(board, taps, matrix, 6)
    assert oracle.is_solved(after[:-1])
    assert not oracle.is_solved(after)
    assert not oracle.solvable(board, matrix, 6)
    assert ((6, 6), 1) in oracle.single_tile_fixes(board, level.cells(), matrix, 6)
    assert oracle.published_corrected(board, 6) is None


@pytest.mark.parametrize("level", [LEVELS["hard"], Level(HEXAGON, 2, 6)], ids=str)
def test_the_published_method_answers_wrongly_exactly_where_the_last_tile_is_a_fix(
    level: Level,
) -> None:
    matrix, cells = level.matrix(), level.cells()
    boards = random_boards(level, 60)
    if level == LEVELS["hard"]:
        boards += known_boards("hard", solvable=False)
    wrong = 0
    for board in boards:
        search = oracle.published_search(board, level.m, check_last_tile=False, side=level.side)
        answered = next(search, None) is not None
        fixes = oracle.single_tile_fixes(board, cells, matrix, level.m)
        last_is_a_fix = cells[-1] in [cell for cell, _ in fixes]
        assert answered == (oracle.solvable(board, matrix, level.m) or last_is_a_fix)
        wrong += last_is_a_fix
    assert wrong > 0


def test_the_corrected_method_accepts_exactly_the_solutions_of_an_expert_board() -> None:
    board = known_boards("expert", solvable=True)[0]
    every = list(oracle.published_search(board, 6, check_last_tile=True))
    assert sorted(every) == oracle.solutions(board, LEVELS["expert"].matrix(), 6)
    cells = LEVELS["expert"].cells()
    free = [tile for tile, (r, c) in enumerate(cells) if (r - 1, c - 1) not in cells]
    assert [cells[tile] for tile in free[4:]] == [(1, 0), (2, 0), (3, 0)]
    assert len(free) == whole("published_free_tiles")
    assert 6 ** len(free) == whole("published_choices")
    # The free tiles say which solution it is.
    chosen = {tuple(taps[tile] for tile in free) for taps in every}
    assert len(chosen) == len(every) == whole("published_choices_working")


@pytest.mark.parametrize("level", [Level(HEXAGON, 2, 2), Level(HEXAGON, 2, 3), Level(HEXAGON, 3, 2)], ids=str)
def test_the_corrected_method_accepts_exactly_the_solutions_of_other_boards(level: Level) -> None:
    matrix = level.matrix()
    for board in random_boards(level, 40):
        search = oracle.published_search(board, level.m, check_last_tile=True, side=level.side)
        assert sorted(search) == oracle.solutions(board, matrix, level.m)


# --- the files of known answers --------------------------------------------------------------


@pytest.mark.parametrize("name", LEVELS)
def test_known_answer_files_have_one_header(name: str) -> None:
    header = "kind,board,solvable,n_solutions,min_taps,n_min_solutions,min_tiles,solution,single_tile_fixes"
    assert list(known_rows(f"{name}")[0]) == header.split(",")
