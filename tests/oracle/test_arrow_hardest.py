"""The parts of the search for the hardest expert boards agree with trying everything."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from oracle import arrow_hardest as hardest
from oracle import arrow_puzzle as oracle
from oracle.arrow_hardest import COSETS, LINES, PARITIES, PLACE_VALUES, PLACES, SETTINGS, SHIFTS
from tests.imports import imported_names

pytestmark = pytest.mark.thorough

SYMMETRIC = "5554135151412555316135552141515314555"
"""A board that needs 81 taps, has four symmetries, and 290 solutions with 81 taps."""
FOUND_BY_ANNEALING = "1441515231662415665145363423146253553"
"""Another board that needs 81 taps."""
FLAT = int(np.arange(6) @ PLACE_VALUES)
"""The setting 0, 1, 2, 3, 4, 5."""


@cache
def tables() -> hardest.Tables:
    return hardest.tables()


def kernel() -> hardest.Int64:
    return tables().halves.kernel


def fewest_by_kernel(taps: hardest.Int64) -> int:
    return int(((taps + kernel()) % 6).sum(axis=1).min())


def setting(taps: hardest.Int64, tiles: hardest.Int64) -> int:
    return int(taps[tiles] @ PLACE_VALUES)


def random_taps(seed: int) -> hardest.Int64:
    """Taps of the 36 tiles, with the centre 0."""
    taps = np.random.default_rng(seed).integers(6, size=37)
    taps[tables().halves.centre] = 0
    return taps


def best_solution(shown: str) -> oracle.FewestTaps:
    best = oracle.fewest_taps(oracle.parse_board(shown, 6), hardest.LEVEL.matrix(), 6)
    assert best is not None
    return best


def without_centre(taps: oracle.Taps) -> hardest.Int64:
    found = np.array(taps)
    found[tables().halves.centre] = 0
    return found


def function_of(functions: hardest.Functions, number: int) -> int:
    place = int(np.flatnonzero(functions.settings == number)[0])
    return int(np.searchsorted(functions.settings_starts, place, side="right")) - 1


def taps_on_s(taps: hardest.Int64) -> hardest.Int64:
    """f: the taps on S for each coset."""
    total = np.zeros(COSETS, dtype=np.int64)
    for tiles, each in zip(tables().halves.classes, tables().functions, strict=True):
        total += each.values[function_of(each, setting(taps, tiles)), each.projection]
    return total


def taps_on_t(taps: hardest.Int64) -> hardest.Int64:
    """g: the fewest taps on T for each coset."""
    table = tables()
    first, second, third = (setting(taps, tiles) for tiles in table.halves.groups)
    a, b, c = table.groups
    pairs = np.empty((1, COSETS * SHIFTS), dtype=np.int8)
    hardest.two_groups(a.sixes[first], b.sixes[[second]], table.halves.third, pairs)
    g = np.empty(COSETS, dtype=np.int64)
    known = a.remainders[first] + b.remainders[second] + c.remainders[third]
    hardest.fewest_on_t(pairs[0], c.sixes[third], int(known), g)
    return g


def test_the_search_imports_only_the_oracle() -> None:
    imported = imported_names(Path(hardest.__file__), at_start=False)
    assert "oracle.arrow_puzzle" in {name.rpartition(".")[0] for name in imported} | imported
    assert not [name for name in imported if name.startswith(("tablebases", "pipeline", "scripts", "tests"))]


# --- the kernel and its parts ----------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_fewest_taps_are_the_smallest_sum_of_both_halves(seed: int) -> None:
    taps = random_taps(seed)
    assert (taps_on_s(taps) + taps_on_t(taps)).min() == fewest_by_kernel(taps)


@pytest.mark.parametrize("seed", range(5))
def test_all_solutions_of_a_board_have_the_same_taps_modulo_6(seed: int) -> None:
    assert len(set((((random_taps(seed) + kernel()) % 6).sum(axis=1) % 6).tolist())) == 1


@pytest.mark.parametrize("seed", range(5))
def test_the_taps_on_s_add_up_to_540_over_any_lines_of_the_four_parities(seed: int) -> None:
    f = taps_on_s(random_taps(seed)).reshape(PARITIES, LINES, PLACES)
    lines = np.random.default_rng(seed).integers(LINES, size=(50, PARITIES))
    assert {int(f[range(PARITIES), chosen].sum()) for chosen in lines} == {540}


def test_the_settings_of_t_are_listed_once_up_to_the_kernel() -> None:
    table = tables()
    assert len(table.first.smallest) * len(table.second.smallest) * SETTINGS * len(kernel()) == 6**18
    on_t = kernel()[:, table.halves.groups.ravel()]
    assert len(set(map(tuple, on_t.tolist()))) == len(kernel())
    assert sorted(n for block in table.blocks for n in block.settings.tolist()) == list(range(SETTINGS))


def test_a_hexagon_has_12_symmetries() -> None:
    moves = {tuple(move) for move in hardest.symmetries(oracle.hexagon_cells(4))}
    assert len(moves) == 12
    assert {tuple(a[tile] for tile in b) for a in moves for b in moves} == moves
    assert tuple(range(37)) in moves


# --- search of T -----------------------------------------------------------------------------


@pytest.mark.parametrize("least", [72, 76, 77])
@pytest.mark.parametrize(("first", "number"), [(0, 1), (FLAT, 3), (FLAT, 10), (12_345, 6), (40_000, 11)])
def test_the_search_of_t_lists_every_setting_whose_lines_suffice(first: int, number: int, least: int) -> None:
    table = tables()
    a, b, c = table.groups
    block = table.blocks[number]
    seconds = np.append(np.random.default_rng(number).integers(SETTINGS, size=3), FLAT)
    pairs = np.empty((len(seconds), COSETS * SHIFTS), dtype=np.int8)
    hardest.two_groups(a.sixes[first], b.sixes[seconds], table.halves.third, pairs)
    remainders = a.remainders[first] + b.remainders[seconds]
    room = np.empty((4 * SETTINGS, 2), dtype=np.int64)
    count = hardest.thirds_of_block(pairs, remainders, block.bits, len(block.settings), block.remainder, least, room)
    listed = set(map(tuple, room[:count].tolist()))
    assert len(listed) == count

    sixes = c.sixes[block.settings].astype(np.int64)
    suffices = set()
    for n, pair in enumerate(pairs.reshape(len(seconds), COSETS, SHIFTS)):
        g = remainders[n] + block.remainder + 6 * (pair + sixes).min(axis=2)
        of_lines = g.reshape(-1, PARITIES, LINES, PLACES).sum(axis=3).min(axis=2).sum(axis=1)
        enough = of_lines >= 12 * least - 540
        assert enough.tolist() == [hardest.lines_suffice(each, least) for each in g]
        suffices |= {(n, int(i)) for i in np.flatnonzero(enough)}
    assert suffices <= listed
    assert len(listed) < len(seconds) * len(block.settings) or first == FLAT
    assert suffices or least > 72


# --- search of S -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_the_functions_of_a_class_have_the_taps_of_their_settings(number: int) -> None:
    functions, tiles = tables().functions[number], tables().halves.classes[number]
    assert sorted(functions.settings.tolist()) == list(range(SETTINGS))
    for setting_of_six in (0, FLAT, 31_415):
        taps = (hardest.DIGITS[setting_of_six] + tables().halves.cosets[:, tiles]) % 6
        values = functions.values[function_of(functions, setting_of_six)]
        assert values[functions.projection].tolist() == taps.sum(axis=1).tolist()
        assert set((values - functions.offsets).tolist()) <= set(range(-5, 31))
    for remainder, (start, end) in enumerate(pairwise(functions.starts.tolist())):
        assert ((functions.values[start:end] - functions.offsets - remainder) % 6 == 0).all()
        for p, order in enumerate(functions.descending[:, start:end]):
            assert sorted(order.tolist()) == list(range(start, end))
            assert (np.diff(functions.values[order, p]) <= 0).all()


@pytest.mark.parametrize("seed", range(6))
def test_the_search_of_s_finds_what_trying_all_functions_finds(seed: int) -> None:
    random = np.random.default_rng(seed)
    few = []
    for each in tables().functions:
        chosen = each.values[random.choice(len(each.values), 40, replace=False)]
        few.append(hardest.collect_functions(each.projection, chosen))
    a, b, c = few
    f = [each.values[:, each.projection].astype(np.int64) for each in few]
    sums = {place: f[0][place[0]] + f[1][place[1]] + f[2][place[2]] for place in product(range(40), repeat=3)}
    # Enough taps for one triple of functions, with up to 3 times `seed` to spare.
    g = 76 - sums[3, 1, 4] + random.integers(seed + 1, size=COSETS) * 3
    expected = {place for place, total in sums.items() if (total + g >= 76).all()}
    room = np.empty((len(sums), 3), dtype=np.int64)
    count = hardest.settings_of_s(g, 76, a, b, c, room)
    assert sorted(expected) == sorted(map(tuple, room[:count].tolist()))
    assert (3, 1, 4) in expected


# --- whole boards ----------------------------------------------------------------------------


def row_of(taps: hardest.Int64) -> list[int]:
    """The row of `search_first` that has the board."""
    table = tables()
    first, second, _ = table.halves.groups
    solutions = (taps + kernel()) % 6
    matches = np.isin(solutions[:, first] @ PLACE_VALUES, table.first.smallest)
    matches &= np.isin(solutions[:, second] @ PLACE_VALUES, table.second.smallest)
    (found,) = solutions[matches]
    functions = zip(table.functions, table.halves.classes, strict=True)
    return [setting(found, tiles) for tiles in table.halves.groups] + [
        function_of(each, setting(found, tiles)) for each, tiles in functions
    ]


def boards_of(taps: hardest.Int64 | hardest.Int8) -> list[bytes]:
    """The boards that the taps (n, 37) solve."""
    boards = taps.astype(np.int64) @ -np.array(hardest.LEVEL.matrix()) % 6
    return [board.tobytes() for board in boards.astype(np.int8)]


def is_found(taps: hardest.Int64, least: int) -> bool:
    """Whether the search of its settings of two groups finds a board, and nothing that needs fewer taps."""
    row = row_of(taps)
    found = hardest.search_first(tables(), row[0], np.array([row[1]]), least)
    for each in found.rows[:: 1 + len(found.rows) // 10].tolist():
        assert fewest_by_kernel(hardest.taps_of_row(tables(), each)[-1].astype(np.int64)) >= least
    return row in found.rows.tolist()


def test_the_search_finds_boards_that_need_81_taps() -> None:
    for shown in (SYMMETRIC, FOUND_BY_ANNEALING):
        best = best_solution(shown)
        taps = without_centre(best.solution)
        assert best.taps == 81
        assert fewest_by_kernel(taps) == 76
        assert is_found(taps, 76)
        assert not is_found(taps, 77)


@pytest.mark.parametrize("tile", [0, 6, 9, 17])
def test_the_search_finds_boards_that_need_fewer_taps(tile: int) -> None:
    """Boards that differ from a hard one in one tile."""
    others = np.repeat(without_centre(best_solution(SYMMETRIC).solution)[None], 6, axis=0)
    others[:, tile] = range(6)
    needed = {fewest_by_kernel(other): other for other in others}
    assert {74, 75, 76} <= set(needed)
    assert all(is_found(needed[least], least) for least in (74, 75, 76))


@cache
def rows_of_symmetric_copies() -> hardest.Int64:
    taps = without_centre(best_solution(SYMMETRIC).solution)
    moves = hardest.symmetries(hardest.LEVEL.cells())
    return np.array(sorted({tuple(row_of(taps[move])) for move in moves}))


def test_boards_are_counted_with_their_symmetric_copies() -> None:
    rows = rows_of_symmetric_copies()
    taps = np.concatenate([hardest.taps_of_row(tables(), row) for row in rows.tolist()])
    taps[:, tables().halves.centre] = 5
    moves = hardest.symmetries(hardest.LEVEL.cells())
    smallest = list(map(min, zip(*(boards_of(taps[:, move]) for move in moves), strict=True)))
    boards_by_orbit = Counter(smallest)
    found = hardest.summary(tables(), 81, rows, 0)
    assert (found.n_boards, found.n_harder) == (len(taps), 0)
    assert found.n_orbits == len(boards_by_orbit) == len(found.solutions)
    assert found.orbits_by_size == Counter(boards_by_orbit.values())
    assert 3 in found.orbits_by_size
    assert set(boards_by_orbit) == set(
        map(min, zip(*(boards_of(found.solutions[:, move]) for move in moves), strict=True))
    )
    best = best_solution(oracle.format_board(tuple(np.frombuffer(boards_of(found.solutions)[0], dtype=np.int8))))
    assert best.taps == 81


def test_the_centre_adds_up_to_five_taps() -> None:
    rows = rows_of_symmetric_copies()
    n = hardest.summary(tables(), 81, rows, 0).n_boards
    for taps, n_harder in ((80, 1), (79, 2), (78, 3)):
        found = hardest.summary(tables(), taps, rows, 0)
        assert (found.n_boards, found.n_harder) == (n, n_harder * n)
    assert hardest.summary(tables(), 81, rows[:0], 0)[:5] == (81, 0, 0, 0, {})


def test_the_summary_fails_if_a_board_is_missing_or_listed_twice() -> None:
    rows = rows_of_symmetric_copies()
    assert len(rows) > 1
    for wrong in (rows[1:], np.concatenate([rows, rows[:1]])):
        with pytest.raises(AssertionError, match="the search has"):
            hardest.summary(tables(), 81, wrong, 0)
    with pytest.raises(AssertionError, match="needs fewer taps"):
        hardest.summary(tables(), 82, rows, 0)


def test_the_search_rejects_numbers_of_taps_that_many_boards_need() -> None:
    with pytest.raises(ValueError, match="77 taps or more, not 76"):
        hardest.boards_needing(76)
