"""Single pairs: every position as in the tables, all moves as the oracle finds them, best lines."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import godomachi as oracle
from oracle.godomachi import Shape
from tablebases.godomachi.notation import MAX_CELLS
from tablebases.godomachi.pair import Pair, parts_of
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import (
    KNOWN,
    RULES,
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
)


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(7, 10), pytest.param(9, 25, marks=pytest.mark.thorough)])
def test_a_pair_takes_the_plies_of_the_table(n: int, count: int, max_cut: MaxCut) -> None:
    for a, b in random_numbers(n, count):
        pair = Pair(shapes(n)[a], shapes(n)[b], max_cut)
        assert pair.plies(*pair.start) == plies_of(n, max_cut)[a, b]


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize(("n", "count"), [(5, 6), (8, 1), pytest.param(9, 1, marks=pytest.mark.thorough)])
def test_every_position_takes_the_plies_of_the_table(n: int, count: int, max_cut: MaxCut) -> None:
    for a, b in random_numbers(n, count, seed=n):
        pair = Pair(shapes(n)[a], shapes(n)[b], max_cut)
        numbered: list[list[tuple[int, int]]] = [[], []]  # of both shapes: each part, and its number
        for parts, found in zip((pair.a, pair.b), numbered, strict=True):
            every = (part for part in range(1, parts.whole + 1) if parts.is_part(part))
            found += [(part, number(cells_of(parts.cells, part))) for part in every]
        for part_a, number_a in numbered[0]:
            for part_b, number_b in numbered[1]:
                if part_a.bit_count() == part_b.bit_count():
                    plies = plies_of(part_a.bit_count(), max_cut)[number_a, number_b]
                    assert pair.plies(part_a, part_b) == plies
                    assert pair.is_over(part_a, part_b) == (plies == 0)


@settings(max_examples=25)
@given(both=pairs(2, 6), max_cut=st.sampled_from(MaxCut))
def test_moves_are_those_of_the_oracle_the_best_first(both: tuple[Shape, Shape], max_cut: MaxCut) -> None:
    pair = pair_of(*both, max_cut)
    assert pair.plies(*pair.start) == oracle.value(*both, max_cut.value)
    moves = pair.moves(*pair.start)
    ways = Counter(move.kind() for move in oracle.moves(*both, max_cut.value))
    kinds = oracle.move_kinds(*both, max_cut.value)
    found = {kind_of(pair, move): (move.plies, move.ways) for move in moves}
    assert found == {kind: (plies, ways[kind]) for kind, plies in kinds.items()}
    assert len(found) == len(moves)
    order = [oracle.preference(move.plies) for move in moves]
    assert order == sorted(order)


@pytest.mark.thorough
@pytest.mark.parametrize("max_cut", RULES)
def test_moves_in_the_middle_of_a_game_are_those_of_what_is_left(max_cut: MaxCut) -> None:
    chance = random.Random(4)  # noqa: S311 - moves, not secrets
    checked = 0
    for a, b in random_numbers(9, 15):
        pair = Pair(shapes(9)[a], shapes(9)[b], max_cut)
        position = pair.start
        while moves := pair.moves(*position):
            if position[0].bit_count() <= 7:
                here = [cells_of(parts.cells, part) for parts, part in zip((pair.a, pair.b), position, strict=True)]
                kinds = oracle.move_kinds(here[0], here[1], max_cut.value)
                assert {kind_of(pair, move): move.plies for move in moves} == kinds
                checked += 1
            position = chance.choice(moves).left
    assert checked > 10


@settings(max_examples=15)
@given(both=pairs(2, 8), max_cut=st.sampled_from(MaxCut))
def test_every_move_of_a_best_line_is_legal_and_best(both: tuple[Shape, Shape], max_cut: MaxCut) -> None:
    pair = pair_of(*both, max_cut)
    line = list(pair.best_line(*pair.start))
    positions = [pair.start, *(move.left for move in line)]
    assert len(line) == pair.plies(*pair.start)
    for plies, move, (before, after) in zip(range(len(line), 0, -1), line, pairwise(positions), strict=True):
        check_is_legal(pair, *before, move)
        assert move.plies == pair.plies(*before) == plies
        assert after == move.left
    assert [pair.is_over(*position) for position in positions] == [False] * len(line) + [True]


@settings(max_examples=20)
@given(polyominoes(1, 10), st.integers(0, 7))
def test_congruent_shapes_end_the_game(shape: Shape, image: int) -> None:
    pair = pair_of(shape, oracle.images(shape)[image])
    assert pair.is_over(*pair.start)
    assert pair.plies(*pair.start) == 0
    assert pair.moves(*pair.start) == []


@pytest.mark.thorough
@pytest.mark.parametrize("max_cut", RULES)
def test_the_rectangle_of_3_by_5_takes_9_plies_against_the_straight_shape(max_cut: MaxCut) -> None:
    solved: list[int] = []
    pair = Pair(drawn("#####/#####/#####"), drawn("#" * 15), max_cut, solved.append)
    assert pair.plies(*pair.start) == KNOWN.whole("rectangle_3x5_against_i15_plies") == 9
    assert solved == list(range(2, 16))


def test_the_largest_shapes_can_be_played() -> None:
    assert MAX_CELLS == 18
    pair = pair_of([(0, y) for y in range(18)], [(0, y) for y in range(17)] + [(1, 0)])
    assert pair.plies(*pair.start) == 1  # cut off 17 cells or the cell at the corner
    for move in pair.moves(*pair.start):
        check_is_legal(pair, *pair.start, move)


@settings(max_examples=15)
@given(pairs(1, 8))
def test_congruent_parts_of_both_shapes_have_the_same_name(both: tuple[Shape, Shape]) -> None:
    names: dict[Shape, tuple[int, int]] = {}
    for shape, parts in zip(both, parts_of(*map(as_cells, both)), strict=True):
        assert [cells_of(parts.cells, 1 << i) for i in range(len(shape))] == [{cell} for cell in shape]
        for part in range(1, parts.whole + 1):
            if parts.is_part(part):
                form = oracle.canonical(cells_of(parts.cells, part))
                assert as_shape(parts.form(part)) == form
                assert names.setdefault(form, parts.name_of(part)) == parts.name_of(part)
    assert len(set(names.values())) == len(names)
    assert all(len(form) == size for form, (size, _) in names.items())
