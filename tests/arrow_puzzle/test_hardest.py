"""Boards that need many taps: simulated annealing, and the search through all boards of levels with halves."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from tablebases.arrow import hardest
from tablebases.arrow.batches import averaging_bound, exact_tap_counts, hard_boards
from tablebases.arrow.boards import after_taps
from tablebases.arrow.families import family_of, least_images, solved_by, symmetries
from tablebases.arrow.hardest import Halves, Search, halves_of, hardest_families
from tablebases.compiled import in_plain_python
from tests.arrow_puzzle.helpers import (
    HEXAGON_NAMES,
    Vectors,
    algebra,
    all_solutions,
    as_board,
    level_of,
    random_boards,
    solver,
    tuples,
    whole,
)

OF_ANNEALING = "1441515231662415665145363423146253553"
MOST_SYMMETRIC = "5554135151412555316135552141515314555"
"""Expert boards that need 81 taps; the second one has three images and 290 solutions of 81 taps."""


def boards_of(name: str, taps: Vectors) -> list[tuple[int, ...]]:
    """The boards that these taps solve."""
    return tuples(after_taps(level_of(name), np.zeros_like(taps), -taps.astype(np.int64)))


def proven_taps(name: str, taps: Vectors) -> list[int]:
    """The fewest taps of the boards that these taps solve, by the oracle."""
    return [min(map(sum, all_solutions(name, board))) for board in boards_of(name, taps)]


@pytest.mark.parametrize(("name", "most", "steps"), [("easy", 27, 2_000), ("medium", 48, 5_000), ("hard", 19, 20_000)])
def test_the_search_finds_boards_that_need_as_many_taps_as_the_bound(name: str, most: int, steps: int) -> None:
    taps = hard_boards(solver(name), 4 if name == "hard" else 1, steps, seed=1)
    assert set(proven_taps(name, taps)) == {most} == {averaging_bound(algebra(name))}


SMALL = ["hexagon-1-2", "hexagon-2-2", "hexagon-2-5", "hexagon-2-6", "square-1-100", "square-2-12", "square-3-3"]


@pytest.mark.parametrize("name", SMALL)
def test_the_search_finds_the_most_taps_of_exact_counts(name: str) -> None:
    taps = hard_boards(solver(name), 6, 5_000, seed=1)
    assert set(proven_taps(name, taps)) == {max(exact_tap_counts(algebra(name)))}


@pytest.mark.thorough
def test_a_short_search_finds_expert_boards_that_need_79_taps_and_none_above_the_bound() -> None:
    taps = hard_boards(solver("expert"), 4, 200_000, seed=1)
    (most,) = set(proven_taps("expert", taps))
    assert 79 <= most <= whole("expert_fewest_taps_bound")
    assert set(solver("expert").fewest(taps).min_taps.tolist()) == {most}


@pytest.mark.parametrize("name", ["expert", "hexagon-3-16"])
def test_the_same_seed_gives_the_same_boards_and_another_seed_others(name: str) -> None:
    first, same, other = (hard_boards(solver(name), 3, 500, seed) for seed in (4, 4, 5))
    assert first.dtype == np.uint8
    assert first.tolist() == same.tolist() != other.tolist()


@pytest.mark.parametrize("name", ["expert", "hexagon-3-4", "hexagon-3-16"])
def test_the_search_lists_each_board_once_and_all_need_the_same_taps(name: str) -> None:
    taps = hard_boards(solver(name), 12, 300, seed=2)
    assert len(set(proven_taps(name, taps))) == 1
    assert len(set(boards_of(name, taps))) == len(taps) <= 12


def test_boards_come_in_the_order_of_their_best_solutions() -> None:
    taps = hard_boards(solver("hexagon-2-6"), 30, 3_000, seed=1)
    assert len(taps) > 1
    assert tuples(taps) == sorted(tuples(taps))
    assert solver("hexagon-2-6").fewest(taps).solutions.tolist() == taps.tolist()


def test_a_search_without_improvement_gives_the_board_where_it_began() -> None:
    for seed in range(20):
        (taps,) = hard_boards(solver("expert"), 1, 1, seed)
        assert solver("expert").fewest(taps[np.newaxis]).min_taps > 40  # as random boards do


def test_a_board_that_needs_as_many_taps_as_the_bound_ends_the_search() -> None:
    # Otherwise a million million steps would not end.
    assert proven_taps("easy", hard_boards(solver("easy"), 1, 10**12, seed=1)) == [27]


# --- symmetries and families -----------------------------------------------------------------


@pytest.mark.parametrize(("name", "number"), [("easy", 8), ("square-5-6", 8), ("hexagon-2-6", 12), ("expert", 12)])
def test_symmetries_keep_the_tap_matrix_and_are_all_different(name: str, number: int) -> None:
    moves, matrix = symmetries(level_of(name)), level_of(name).tap_matrix
    assert len({tuple(move) for move in moves.tolist()}) == number
    assert all((matrix[np.ix_(move, move)] == matrix).all() for move in moves)


@pytest.mark.parametrize("name", ["easy", "hexagon-2-6", "expert"])
def test_the_least_image_is_the_smallest_of_all_and_images_are_counted_once(name: str) -> None:
    moves = symmetries(level_of(name))
    boards = random_boards(name, 40).astype(np.int64)
    boards[:8] = boards[:8, :1]  # boards of one number are their own images
    boards[8:16] = np.maximum(boards[8:16], boards[8:16][:, moves[1]])
    least, orbits = least_images(boards, moves)
    for board, smallest, size in zip(boards, least.tolist(), orbits.tolist(), strict=True):
        images = {tuple(board[move].tolist()) for move in moves}
        assert (tuple(smallest), size) == (min(images), len(images))
    assert set(orbits.tolist()) > {1, len(moves)}


def test_a_family_has_a_board_for_each_choice_of_ways() -> None:
    parts = [([0, 3], [[1, 2], [2, 1]]), ([1], [[0], [3], [5]])]
    family = family_of(4, 1, 12, [9, 9, 4, 9, 0, 1, 0], parts)
    assert (family.taps, family.ways, family.size) == ("a b 4 a 0 1 0", ("12 21", "0 3 5", ""), 6)
    assert family.solutions().tolist() == [
        [a, b, 4, c, 0, 1, 0] for a, c in ((1, 2), (2, 1)) for b in (0, 3, 5)
    ]  # fmt: skip
    assert family_of(4, 1, 1, [12, 0, 3, 1]).solutions().tolist() == [[12, 0, 3, 1]]


# --- the search through all boards -----------------------------------------------------------

CLASSES = [{0, 5, 11, 25, 31, 36}, {3, 7, 12, 24, 29, 33}, {15, 16, 17, 19, 20, 21}]
GROUPS = [{1, 4, 14, 27, 28, 34}, {2, 8, 9, 22, 32, 35}, {6, 10, 13, 23, 26, 30}]
"""Tiles of hard and expert, from the specification of the method."""


def halves(name: str) -> Halves:
    """The halves of a level that has some."""
    found = halves_of(algebra(name))
    assert found is not None
    return found


@pytest.mark.parametrize(("name", "cosets", "block"), [("hard", 4, 4), ("expert", 108, 12)])
def test_hard_and_expert_fall_into_the_same_halves(name: str, cosets: int, block: int) -> None:
    found = halves(name)
    assert list(map(set, found.classes)) == CLASSES
    assert list(map(set, found.groups)) == GROUPS
    assert (len(found.cosets), found.block) == (cosets, block)


@pytest.mark.parametrize("name", ["easy", "hexagon-2-6", "hexagon-3-6", "hexagon-4-4", "hexagon-4-10", "square-4-5"])
def test_other_levels_have_no_halves(name: str) -> None:
    assert halves_of(algebra(name)) is None


@pytest.mark.parametrize("name", HEXAGON_NAMES)
def test_halves_have_the_properties_that_the_search_relies_on(name: str) -> None:
    """Every kernel vector is one of the cosets plus shifts; blocks and projections have every number equally often."""
    found, m = halves(name), level_of(name).directions
    shifts = np.array(list(product(range(m), repeat=2))) @ found.shifts % m
    half = [tile for tiles in found.classes for tile in tiles]
    assert not shifts[:, half].any()
    assert not found.shifts[0, found.groups[1]].any()
    assert not found.shifts[1, found.groups[0]].any()
    assert (found.shifts[0, found.groups[2]] == found.shifts[1, found.groups[2]]).all()
    every = (found.cosets[:, None] + shifts).reshape(-1, level_of(name).tiles) % m
    assert sorted(every.tolist()) == sorted(found.kernel.tolist())
    for block in found.cosets.reshape(-1, found.block, level_of(name).tiles):
        for tile in half:
            assert set(Counter(block[:, tile].tolist()).values()) == {found.block // m}
    for one, other in permutations(found.classes, 2):
        for projection in np.unique(found.cosets[:, one], axis=0):
            alike = found.cosets[(found.cosets[:, one] == projection).all(axis=1)]
            assert all((np.bincount(alike[:, tile], minlength=m) * m == len(alike)).all() for tile in other)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in plain Python, which need not be compiled."""
    monkeypatch.setattr(hardest, "CHUNK", 64)  # as many as there are ways to tap a group of the level hard
    monkeypatch.setattr(hardest, "_search", in_plain_python(hardest._search))


@pytest.mark.usefixtures("plain")
def test_the_search_lists_every_hard_board_that_needs_19_taps_and_none_needs_20() -> None:
    families = hardest_families(halves("hard"), 19)
    assert sum(family.size * family.orbit for family in families) == exact_tap_counts(algebra("hard"))[19]
    solutions = np.concatenate([family.solutions() for family in families])
    boards, orbits = least_images(solved_by(level_of("hard"), solutions), symmetries(level_of("hard")))
    assert len({board.tobytes() for board in boards}) == len(boards) == sum(family.size for family in families)
    assert orbits.tolist() == [family.orbit for family in families for _ in range(family.size)]
    fewest = solver("hard").fewest(solutions.astype(np.uint8))
    assert set(fewest.min_taps.tolist()) == {19}
    assert fewest.n_min_solutions.tolist() == [each.n_min_solutions for each in families for _ in range(each.size)]
    assert hardest_families(halves("hard"), 20) == []


@pytest.mark.usefixtures("plain")
def test_the_search_finds_hard_boards_that_annealing_finds() -> None:
    families = hardest_families(halves("hard"), 19)
    listed, _ = least_images(
        solved_by(level_of("hard"), np.concatenate([family.solutions() for family in families])),
        symmetries(level_of("hard")),
    )
    found = hard_boards(solver("hard"), 8, 20_000, seed=2).astype(np.int64)
    least, _ = least_images(solved_by(level_of("hard"), found), symmetries(level_of("hard")))
    assert {board.tobytes() for board in least} <= {board.tobytes() for board in listed}


@pytest.mark.usefixtures("plain")
def test_each_way_to_tap_the_groups_of_expert_is_searched_up_to_symmetry() -> None:
    """The board of annealing and the most symmetric one are found where the search tries their groups."""
    search = Search(halves("expert"))
    places = {(first, second) for first, seconds in search._steps() for second in seconds.tolist()}
    kernel, groups = search.halves.kernel, search.halves.groups
    boards = np.array([as_board(MOST_SYMMETRIC), as_board(OF_ANNEALING)])
    taps = algebra("expert").one_solution(boards).astype(np.int64)
    for solution, least in zip(taps, solver("expert").fewest(taps.astype(np.uint8)).min_taps.tolist(), strict=True):
        images = ((solution[search.moves][:, None] + kernel) % 6).reshape(-1, len(solution))
        numbers = [np.ravel_multi_index(tuple(images[:, group].T), (6,) * 6).tolist() for group in groups]
        first, second, third = next(each for each in zip(*numbers, strict=True) if each[:2] in places)
        totals = search._totals(first, np.array([second]))
        one = search.tables._replace(
            third=search.tables.third[[third]],
            in_chunks=np.repeat(search.tables.third[third][None, :, :, None], hardest.CHUNK, axis=3),
        )
        needed = least - int(solution[18])
        assert hardest._search(needed, totals, one) == [(0, 0)]
        chosen = search._functions_with(needed - (totals[0] + search.tables.third[third]).min(axis=0).astype(np.int64))
        families = [search._family((first, second, third), functions) for functions in chosen]
        found = np.concatenate([solved_by(level_of("expert"), family.solutions()) for family in families])
        board = solved_by(level_of("expert"), images)
        assert {each.tobytes() for each in found} & {each.tobytes() for each in np.unique(board, axis=0)}


@pytest.mark.slow
def test_the_compiled_search_lists_the_same_hard_boards_as_plain_python(request: pytest.FixtureRequest) -> None:
    found = hardest_families(halves("hard"), 19)
    request.getfixturevalue("plain")
    assert hardest_families(halves("hard"), 19) == found
