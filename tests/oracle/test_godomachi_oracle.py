"""The Godomachi oracle agrees with the known answers, with its figures, and with itself."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.known import KnownAnswers
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Cut, Cutter, MaxCut, Shape

GROWING = [oracle.cuts_cell_by_cell, oracle.cuts_with_fixed_lumps, oracle.cuts_with_current_lumps]
INCOMPLETE = GROWING[:2]
MAX_CUTS: list[MaxCut] = ["any", "half"]

KNOWN_ANSWERS = KnownAnswers("godomachi")
known_rows = KNOWN_ANSWERS.rows
figure = KNOWN_ANSWERS.figure
whole = KNOWN_ANSWERS.whole
wholes = KNOWN_ANSWERS.wholes
terms = KNOWN_ANSWERS.terms


def shape_of(text: str) -> Shape:
    return oracle.canonical(oracle.parse(text))


def random_pairs(n: int, count: int) -> list[tuple[Shape, Shape]]:
    """Choose pairs of different shapes, the same ones every time."""
    chance = random.Random(20)  # noqa: S311 - shapes, not secrets
    shapes = oracle.polyominoes(n)
    return [(a, b) for a, b in (chance.sample(shapes, 2) for _ in range(count))]


# --- shapes ----------------------------------------------------------------------------------


def test_congruent_cells_have_the_same_canonical_form_and_others_have_not() -> None:
    for n in range(1, 7):
        for shape in oracle.polyominoes(n):
            assert {oracle.canonical(image) for image in oracle.images(shape)} == {shape}
            assert oracle.canonical((x - 3, y + 7) for x, y in reversed(shape)) == shape
            assert oracle.connected(shape)
            assert len(set(shape)) == n


def test_the_canonical_form_is_the_smallest_image_moved_to_zero() -> None:
    assert shape_of("####") == ((0, 0), (0, 1), (0, 2), (0, 3))
    assert shape_of(".#/.#/##") == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert oracle.format_shape(shape_of(".#/.#/##")) == "##/#./#."


def test_numbers_of_free_polyominoes() -> None:
    known = terms("polyominoes")
    for n in range(1, 10):
        assert len(oracle.polyominoes(n)) == known[n]
        assert list(oracle.polyominoes(n)) == sorted(set(oracle.polyominoes(n)))


def test_numbers_of_fixed_polyominoes_and_of_polyominoes_with_holes() -> None:
    """The figures are OEIS A001168 and A001419."""
    each = [oracle.polyominoes(n) for n in range(1, 9)]
    fixed = [sum(len(set(oracle.images(shape))) for shape in shapes) for shapes in each]
    with_holes = [sum(oracle.holes(shape) > 0 for shape in shapes) for shapes in each]
    assert fixed == [1, 2, 6, 19, 63, 216, 760, 2725]
    assert with_holes == [0, 0, 0, 0, 0, 0, 1, 6]
    assert oracle.holes(oracle.parse("###/#.#/##.")) == 1
    assert oracle.holes(oracle.parse("###../#.###/###.#/..###")) == 2


@pytest.mark.parametrize("n", [4, 5, 6])
def test_all_known_shapes_have_the_known_numbers(n: int) -> None:
    rows = [row for row in known_rows("polyominoes") if row["n"] == str(n)]
    assert [int(row["id"]) for row in rows] == list(range(len(rows)))
    assert tuple(oracle.parse(row["shape"]) for row in rows) == oracle.polyominoes(n)
    for row in rows:
        assert oracle.format_shape(oracle.parse(row["shape"])) == row["shape"]
        assert oracle.number(oracle.parse(row["shape"])) == int(row["id"])


def test_pentominoes_have_the_known_names() -> None:
    assert " ".join(oracle.PENTOMINOES) == figure("pentominoes")
    drawn = {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "#./#./#./##",
        "N": ".#/.#/##/#.",
        "P": "##/##/#.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "#../#../###",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": ".#/##/.#/.#",
        "Z": "##./.#./.##",
    }
    assert {name: shape_of(text) for name, text in drawn.items()} == {
        name: oracle.pentomino(name) for name in oracle.PENTOMINOES
    }


@pytest.mark.parametrize("text", ["", "...", "#x", "##/#", "##//##", "# #"])
def test_text_that_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="rows of"):
        oracle.parse(text)


def test_cells_that_touch_at_a_corner_only_are_not_connected() -> None:
    assert oracle.connected([(0, 0)])
    assert not oracle.connected([])
    assert not oracle.connected([(0, 0), (1, 1)])
    assert oracle.components([(0, 0), (1, 1), (1, 2)]) == [{(0, 0)}, {(1, 1), (1, 2)}]


# --- cuts ------------------------------------------------------------------------------------


def test_all_cuts_of_a_small_shape() -> None:
    a, b, c = (0, 0), (0, 1), (1, 0)
    expected = [([b], [a, c]), ([c], [a, b]), ([a, b], [c]), ([a, c], [b])]
    assert oracle.cuts([a, b, c]) == [(frozenset(one), frozenset(two)) for one, two in expected]
    domino, single = shape_of("##"), shape_of("#")
    assert oracle.cut_kinds([a, b, c]) == {(single, domino): 2, (domino, single): 2}
    assert oracle.cut_kinds([a, b, c], "half") == {(single, domino): 2}


def test_cuts_leave_a_hole_if_they_want() -> None:
    ring = oracle.parse("###/#.#/###")
    assert len(oracle.cuts(ring)) == 8 * 7  # each stretch of 1 to 7 cells
    full = oracle.parse("###/###/###")
    assert (shape_of("#"), oracle.canonical(ring)) in oracle.cut_kinds(full)


def test_every_cut_splits_into_two_connected_parts_and_stands_there_both_ways() -> None:
    for shape in oracle.polyominoes(6):
        some = oracle.cuts(shape)
        assert len(some) == len(set(some))
        for removed, rest in some:
            assert removed | rest == set(shape)
            assert not removed & rest
            assert oracle.connected(removed)
            assert oracle.connected(rest)
            assert (rest, removed) in some


def test_numbers_of_ways_to_split() -> None:
    known = terms("splits")
    for n in range(2, 9):
        assert sum(len(oracle.cuts(shape)) for shape in oracle.polyominoes(n)) == 2 * known[n]


def test_half_allows_to_remove_at_most_half_and_unknown_rules_are_refused() -> None:
    line = oracle.parse("#####")
    assert [len(removed) for removed, _ in oracle.allowed(oracle.cuts(line), "half")] == [
        1,
        1,
        2,
        2,
    ]
    assert len(oracle.allowed(oracle.cuts(line), "any")) == 8
    with pytest.raises(ValueError, match="most"):
        oracle.allowed([], "most")  # type: ignore[arg-type]


# --- cuts that are found by growing ----------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8])
def test_growing_by_lumps_of_what_is_left_finds_all_cuts_in_the_same_order(n: int) -> None:
    for shape in oracle.polyominoes(n):
        assert oracle.cuts_with_current_lumps(shape) == oracle.cuts(shape)


@pytest.mark.parametrize("cutter", INCOMPLETE)
def test_the_other_ways_of_growing_find_nothing_wrong(cutter: Cutter) -> None:
    for n in range(1, 8):
        for shape in oracle.polyominoes(n):
            every = cutter(shape)
            assert len(every) == len(set(every))
            assert set(every) <= set(oracle.cuts(shape))


@pytest.mark.parametrize(
    ("n", "cell_by_cell", "fixed_lumps"),
    [
        (4, 0, 0),
        (5, 0, 0),
        (6, whole("cell_by_cell_n6_shapes"), 0),
        (7, whole("cell_by_cell_n7_shapes"), 0),
    ],
)
def test_numbers_of_shapes_with_missed_cuts(n: int, cell_by_cell: int, fixed_lumps: int) -> None:
    missed = [len(oracle.shapes_with_missed_cuts(n, cutter)) for cutter in GROWING]
    assert missed == [cell_by_cell, fixed_lumps, 0]


def test_fixed_lumps_miss_cuts_of_some_shapes_with_8_cells() -> None:
    missed = oracle.shapes_with_missed_cuts(8, oracle.cuts_with_fixed_lumps)
    assert len(missed) == whole("fixed_lumps_n8_shapes")
    example = oracle.parse(figure("fixed_lumps_n8_example"))
    assert example in missed
    every, found = (
        set(oracle.cut_kinds(example, "half", cutter)) for cutter in (oracle.cuts, oracle.cuts_with_fixed_lumps)
    )
    tetromino = shape_of("#./#./##")
    assert every - found == {(tetromino, tetromino)}


def test_growing_cell_by_cell_misses_two_arms_and_the_cell_between_them() -> None:
    shape = oracle.parse("#./##/#./#./#.")
    kind = (shape_of("#./##"), shape_of("###"))
    assert shape in oracle.shapes_with_missed_cuts(6, oracle.cuts_cell_by_cell)
    missed = set(oracle.cut_kinds(shape, "half")) - set(oracle.cut_kinds(shape, "half", oracle.cuts_cell_by_cell))
    assert missed == {kind}


@pytest.mark.parametrize("max_cut", MAX_CUTS)
def test_numbers_of_wrong_winners_after_missed_cuts(max_cut: MaxCut) -> None:
    cell_by_cell, fixed_lumps = INCOMPLETE
    expected = whole("cell_by_cell_n6_wrong_winners")
    assert len(oracle.wrong_winners(6, cell_by_cell, max_cut)) == expected
    for n in range(3, 8):
        assert oracle.wrong_winners(n, fixed_lumps, max_cut) == []
        assert oracle.wrong_winners(n, oracle.cuts_with_current_lumps, max_cut) == []
        if n < 6:
            assert oracle.wrong_winners(n, cell_by_cell, max_cut) == []


def test_numbers_of_wrong_winners_in_larger_positions() -> None:
    cell_by_cell, fixed_lumps = INCOMPLETE
    assert len(oracle.wrong_winners(7, cell_by_cell)) == whole("cell_by_cell_n7_wrong_winners")
    assert len(oracle.wrong_winners(8, fixed_lumps)) == whole("fixed_lumps_n8_wrong_winners")


# --- values ----------------------------------------------------------------------------------


def test_a_quick_win_is_preferred_to_a_slow_one_and_that_to_a_late_defeat() -> None:
    assert sorted([1, 2, 3, 4, 5, 6], key=oracle.preference) == [1, 3, 5, 6, 4, 2]
    assert oracle.best([4, 5, 2, 3]) == 3
    assert oracle.best([2, 6, 4]) == 6


@pytest.mark.parametrize("n", [3, 4, 5, 6])
@pytest.mark.parametrize("max_cut", MAX_CUTS)
def test_all_positions_have_the_known_plies(n: int, max_cut: MaxCut) -> None:
    rows = [row for row in known_rows("plies") if row["n"] == str(n)]
    assert [int(row["id"]) for row in rows] == list(range(len(rows)))
    matrix = oracle.value_matrix(n, max_cut)
    assert ["".join(map(str, row)) for row in matrix] == [row["plies"] for row in rows]


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_numbers_of_positions_by_plies(n: int) -> None:
    found = oracle.histogram(oracle.value_matrix(n))
    longest = max(found)
    assert longest == terms("longest_game")[n] == n - 3
    assert [found[plies] for plies in range(1, longest + 1)] == wholes(f"n{n}_plies")
    assert sum(found.values()) == terms("pairs")[n]
    assert sum(found[plies] for plies in found if plies % 2 == 1) == terms("first_wins")[n]
    assert sum(found[plies] for plies in found if plies % 2 == 0) == terms("second_wins")[n]


def test_pairs_of_pentominoes_that_each_player_wins() -> None:
    names = oracle.PENTOMINOES
    values = {
        first + second: oracle.value(oracle.pentomino(first), oracle.pentomino(second))
        for second in names
        for first in names[: names.index(second)]
    }
    second_wins = [pair for pair, plies in values.items() if plies % 2 == 0]
    assert second_wins == figure("n5_second_wins_names").split()
    assert {values[pair] for pair in second_wins} == {2}
    assert {plies for pair, plies in values.items() if pair not in second_wins} == {1}
    assert len(values) == terms("pairs")[5]


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8])
def test_both_rules_for_the_largest_cut_agree_in_small_positions(n: int) -> None:
    assert n <= whole("max_cut_agree_up_to")
    assert oracle.value_matrix(n, "any") == oracle.value_matrix(n, "half")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("max_cut", MAX_CUTS)
def test_values_without_memo_are_the_same(n: int, max_cut: MaxCut) -> None:
    shapes = oracle.polyominoes(n)
    without = [[oracle.value_without_memo(a, b, max_cut) for b in shapes] for a in shapes]
    assert without == oracle.value_matrix(n, max_cut)


def test_values_depend_neither_on_the_place_of_the_cells_nor_on_which_shape_is_first() -> None:
    for a, b in random_pairs(7, 50):
        plies = oracle.value(a, b)
        assert oracle.value(b, a) == plies
        assert oracle.value(oracle.images(a)[5], [(x + 4, y - 9) for x, y in b]) == plies
        assert oracle.value(a, oracle.images(a)[2]) == 0


def test_shapes_of_different_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="5 and 4 cells"):
        oracle.value(oracle.parse("#####"), oracle.parse("####"))


def test_a_stuck_player_would_be_noticed() -> None:
    def no_cuts(_: object) -> list[Cut]:
        return []

    with pytest.raises(ValueError, match="empty"):
        oracle.value(oracle.parse("###"), oracle.parse("##/#."), "any", no_cuts)


@pytest.mark.parametrize("max_cut", MAX_CUTS)
def test_the_largest_known_position(max_cut: MaxCut) -> None:
    """All subsets would be too many here; the third way of growing finds the same cuts."""
    rectangle, line = oracle.parse("#####/#####/#####"), oracle.parse("#" * 15)
    plies = oracle.value(rectangle, line, max_cut, oracle.cuts_with_current_lumps)
    assert plies == whole("rectangle_3x5_against_i15_plies")


# --- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize("max_cut", MAX_CUTS)
def test_every_move_removes_congruent_parts_and_says_the_plies_afterwards(max_cut: MaxCut) -> None:
    for a, b in random_pairs(6, 60):
        every = oracle.moves(a, b, max_cut)
        for move in every:
            assert (move.removed_a, move.rest_a) in oracle.cuts(a)
            assert (move.removed_b, move.rest_b) in oracle.cuts(b)
            assert oracle.canonical(move.removed_a) == oracle.canonical(move.removed_b)
            assert move.plies == 1 + oracle.value(move.rest_a, move.rest_b, max_cut)
            assert max_cut == "any" or len(move.removed_a) <= len(move.rest_a)
        order = [oracle.preference(move.plies) for move in every]
        assert order == sorted(order)
        assert every[0].plies == oracle.value(a, b, max_cut)
        kinds = oracle.move_kinds(a, b, max_cut)
        assert {move.kind(): move.plies for move in every} == kinds
        assert oracle.winning_kinds(a, b, max_cut) == sorted({move.kind() for move in every if move.plies % 2 == 1})
        assert oracle.best_kinds(a, b, max_cut) == sorted(
            {move.kind() for move in every if move.plies == every[0].plies}
        )


def test_a_move_of_each_combination_of_cuts_is_there() -> None:
    for a, b in combinations(oracle.polyominoes(5), 2):
        cuts_a, cuts_b = oracle.cut_kinds(a), oracle.cut_kinds(b)
        expected = sum(
            times_a * times_b
            for (removed_a, _), times_a in cuts_a.items()
            for (removed_b, _), times_b in cuts_b.items()
            if removed_a == removed_b
        )
        assert len(oracle.moves(a, b)) == expected


def test_the_game_is_over_when_the_shapes_are_congruent() -> None:
    a, b = oracle.parse("#./##/.#"), oracle.parse(".##/##.")
    assert oracle.value(a, b) == 0
    assert oracle.moves(a, b) == []
    assert oracle.move_kinds(a, b) == {}
    assert oracle.winning_kinds(a, b) == []


def test_mean_number_of_kinds_of_moves() -> None:
    assert round(oracle.mean_move_kinds(8), 1) == float(figure("n8_mean_moves_about"))
