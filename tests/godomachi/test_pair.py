"""Single pairs: every position as in the tables, all moves as the oracle finds them, best lines."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.godomachi.notation import MAX_CELLS
from tablebases.godomachi.pair import Pair, Parts, parts_of
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    as_cells,
    as_shape,
    cells_of,
    check_is_legal,
    drawn,
    kind_of,
    number,
    pair_of,
    pairs,
    plies_of,
    polyominoes,
    random_numbers,
    shapes,
    whole,
)
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import MoveKind, Shape

RULES = list(MaxCut)


def numbered_parts(parts: Parts, size: int) -> dict[int, int]:
    """All parts of a size, and the number of the polyomino that each is."""
    return {
        part: number(cells_of(parts.cells, part))
        for part in range(1, parts.whole + 1)
        if part.bit_count() == size and parts.is_part(part)
    }


# --- positions -------------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(8, 80), (9, 50), (10, 30)])
def test_a_pair_takes_the_plies_of_the_table(n: int, count: int, max_cut: MaxCut) -> None:
    for a, b in random_numbers(n, count):
        pair = Pair(shapes(n)[a], shapes(n)[b], max_cut)
        assert pair.plies(*pair.start) == plies_of(n, max_cut)[a, b]


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(5, 6), (8, 4), (9, 3), (10, 2)])
def test_every_position_takes_the_plies_of_the_table(n: int, count: int, max_cut: MaxCut) -> None:
    for a, b in random_numbers(n, count, seed=n):
        pair = Pair(shapes(n)[a], shapes(n)[b], max_cut)
        for size in range(1, n + 1):
            plies = plies_of(size, max_cut)
            parts_b = numbered_parts(pair.b, size)
            for part_a, number_a in numbered_parts(pair.a, size).items():
                for part_b, number_b in parts_b.items():
                    assert pair.plies(part_a, part_b) == plies[number_a, number_b]
                    assert pair.is_over(part_a, part_b) == (number_a == number_b)


@pytest.mark.parametrize("max_cut", RULES)
@settings(max_examples=40)
@given(both=pairs(1, 7))
def test_a_pair_takes_the_plies_of_the_oracle(max_cut: MaxCut, both: tuple[Shape, Shape]) -> None:
    pair = pair_of(*both, max_cut)
    assert pair.plies(*pair.start) == oracle.value(*both, max_cut.value)


@settings(max_examples=40)
@given(pairs(2, 9))
def test_it_does_not_matter_which_shape_comes_first(both: tuple[Shape, Shape]) -> None:
    a, b = both
    one, other = pair_of(a, b), pair_of(b, a)
    assert one.plies(*one.start) == other.plies(*other.start)
    swapped = Counter(
        (piece, rest_a, rest_b, move.plies, move.ways)
        for move in other.moves(*other.start)
        for piece, rest_b, rest_a in [kind_of(other, move)]
    )
    assert swapped == Counter((*kind_of(one, move), move.plies, move.ways) for move in one.moves(*one.start))


@settings(max_examples=40)
@given(pairs(2, 9), st.integers(0, 7), st.integers(0, 7))
def test_turned_and_mirrored_shapes_have_the_same_moves(both: tuple[Shape, Shape], image_a: int, image_b: int) -> None:
    a, b = both
    pair, turned = pair_of(a, b), pair_of(oracle.images(a)[image_a], oracle.images(b)[image_b])
    assert turned.plies(*turned.start) == pair.plies(*pair.start)
    assert known_moves(turned) == known_moves(pair)


@given(polyominoes(1, 10), st.integers(0, 7))
def test_congruent_shapes_are_the_end_of_the_game(shape: Shape, image: int) -> None:
    pair = pair_of(shape, oracle.images(shape)[image])
    assert pair.is_over(*pair.start)
    assert pair.plies(*pair.start) == 0
    assert pair.moves(*pair.start) == []
    assert list(pair.best_line(*pair.start)) == []


# --- moves -----------------------------------------------------------------------------------


def known_moves(pair: Pair) -> dict[MoveKind, tuple[int, int]]:
    """Kind of a first move -> plies, ways; each kind is there once."""
    moves = pair.moves(*pair.start)
    found = {kind_of(pair, move): (move.plies, move.ways) for move in moves}
    assert len(found) == len(moves)
    return found


@pytest.mark.parametrize("max_cut", RULES)
@settings(max_examples=40)
@given(both=pairs(2, 7))
def test_the_moves_are_those_of_the_oracle(max_cut: MaxCut, both: tuple[Shape, Shape]) -> None:
    pair = pair_of(*both, max_cut)
    ways = Counter(move.kind() for move in oracle.moves(*both, max_cut.value))
    kinds = oracle.move_kinds(*both, max_cut.value)
    assert known_moves(pair) == {kind: (plies, ways[kind]) for kind, plies in kinds.items()}


@pytest.mark.parametrize("max_cut", RULES)
@settings(max_examples=40)
@given(both=pairs(2, 9))
def test_moves_are_legal_and_the_best_come_first(max_cut: MaxCut, both: tuple[Shape, Shape]) -> None:
    pair = pair_of(*both, max_cut)
    moves = pair.moves(*pair.start)
    for move in moves:
        check_is_legal(pair, *pair.start, move)
        assert move.plies == 1 + pair.plies(*move.left)
        assert move.wins == (move.plies % 2 == 1)
        assert move.ways >= 1
    order = [oracle.preference(move.plies) for move in moves]
    assert order == sorted(order)
    assert [move.plies for move in moves[:1]] == [pair.plies(*pair.start)] * bool(moves)


@pytest.mark.parametrize("max_cut", RULES)
def test_the_moves_in_the_middle_of_a_game_are_those_of_what_is_left(max_cut: MaxCut) -> None:
    chance = random.Random(4)  # noqa: S311 - moves, not secrets
    looked_at = 0
    for a, b in random_numbers(9, 40):
        pair = Pair(shapes(9)[a], shapes(9)[b], max_cut)
        position = pair.start
        while moves := pair.moves(*position):
            if position[0].bit_count() <= 7:
                here = [cells_of(parts.cells, part) for parts, part in
                        zip((pair.a, pair.b), position, strict=True)]  # fmt: skip
                kinds = oracle.move_kinds(here[0], here[1], max_cut.value)
                assert {kind_of(pair, move): move.plies for move in moves} == kinds
                looked_at += 1
            move = chance.choice(moves)
            position = move.left
    assert looked_at > 30


# --- best lines ------------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", RULES)
@settings(max_examples=40)
@given(both=pairs(2, 10))
def test_a_best_line_takes_as_many_plies_as_stated_and_every_move_is_best(
    max_cut: MaxCut, both: tuple[Shape, Shape]
) -> None:
    pair = pair_of(*both, max_cut)
    line = list(pair.best_line(*pair.start))
    assert len(line) == pair.plies(*pair.start)
    positions = [pair.start, *(move.left for move in line)]
    for plies, (move, (before, after)) in enumerate(
        zip(reversed(line), reversed(list(pairwise(positions))), strict=True), start=1
    ):
        check_is_legal(pair, *before, move)
        assert move.plies == pair.plies(*before) == plies
        assert after == move.left
        assert not pair.is_over(*before)
    assert pair.is_over(*positions[-1])


# --- large pairs -----------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", RULES)
def test_the_rectangle_against_the_straight_shape_takes_9_plies(max_cut: MaxCut) -> None:
    solved: list[int] = []
    pair = Pair(drawn("#####/#####/#####"), drawn("#" * 15), max_cut, solved.append)
    assert pair.plies(*pair.start) == whole("rectangle_3x5_against_i15_plies")
    assert solved == list(range(2, 16))
    line = list(pair.best_line(*pair.start))
    assert len(line) == 9
    position = pair.start
    for move in line:
        check_is_legal(pair, *position, move)
        position = move.left


def test_the_largest_shapes_can_be_played() -> None:
    n = MAX_CELLS
    pair = pair_of([(0, y) for y in range(n)], [(0, y) for y in range(n - 1)] + [(1, 0)])
    assert n == 18
    assert pair.plies(*pair.start) == 1  # cut off 17 cells or the cell at the corner
    moves = pair.moves(*pair.start)
    assert sum(move.plies == 1 for move in moves) >= 1
    for move in moves:
        check_is_legal(pair, *pair.start, move)


# --- parts -----------------------------------------------------------------------------------


@settings(max_examples=40)
@given(polyominoes(1, 9))
def test_the_parts_are_all_connected_subsets(shape: Shape) -> None:
    (parts,) = parts_of(as_cells(shape))
    for part in range(parts.whole + 1):
        assert parts.is_part(part) == oracle.connected(cells_of(parts.cells, part))


@settings(max_examples=40)
@given(pairs(1, 8))
def test_congruent_parts_of_both_shapes_have_the_same_name_and_others_have_not(
    both: tuple[Shape, Shape],
) -> None:
    of_both = parts_of(*map(as_cells, both))
    names: dict[Shape, tuple[int, int]] = {}
    for parts in of_both:
        for part in range(1, parts.whole + 1):
            if parts.is_part(part):
                form = oracle.canonical(cells_of(parts.cells, part))
                assert as_shape(parts.form(part)) == form
                assert names.setdefault(form, parts.name_of(part)) == parts.name_of(part)
    assert len(set(names.values())) == len(names)
    assert {(len(form), size) for form, (size, _) in names.items()} == {
        (size, size) for size in range(1, len(both[0]) + 1)
    }


@settings(max_examples=30)
@given(polyominoes(2, 9))
def test_the_cells_of_a_shape_are_numbered_in_the_order_they_are_given(shape: Shape) -> None:
    (parts,) = parts_of(as_cells(shape))
    assert parts.whole == 2 ** len(shape) - 1
    assert cells_of(parts.cells, parts.whole) == set(shape)
    assert [cells_of(parts.cells, 1 << i) for i in range(len(shape))] == [{c} for c in shape]
