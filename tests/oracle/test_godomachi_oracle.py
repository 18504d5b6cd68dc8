"""The Godomachi oracle agrees with known answers, and with shapes and cuts counted by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from oracle import godomachi as oracle
from oracle.godomachi import MaxCut, Shape
from tests.known import KnownAnswers

KNOWN = KnownAnswers("godomachi")
RULES: list[MaxCut] = ["any", "half"]


def shape_of(text: str) -> Shape:
    return oracle.canonical(oracle.parse(text))


# Shapes.


def test_canonical_form_is_the_smallest_of_all_images() -> None:
    assert shape_of("####") == ((0, 0), (0, 1), (0, 2), (0, 3))
    assert shape_of(".#/.#/##") == ((0, 0), (0, 1), (0, 2), (1, 0))
    for shape in oracle.polyominoes(6):
        assert {oracle.canonical(image) for image in oracle.images(shape)} == {shape}
        assert oracle.canonical((x - 3, y + 7) for x, y in reversed(shape)) == shape


@pytest.mark.parametrize("n", [4, 5, 6])
def test_known_shapes_have_their_numbers(n: int) -> None:
    rows = [row for row in KNOWN.rows("polyominoes") if row["n"] == str(n)]
    assert [(int(row["id"]), row["shape"]) for row in rows] == [
        (number, oracle.format_shape(shape)) for number, shape in enumerate(oracle.polyominoes(n))
    ]
    assert all(oracle.number(oracle.parse(row["shape"])) == int(row["id"]) for row in rows)


def test_pentominoes_have_their_names() -> None:
    drawn = (
        ("F", ".##/##./.#."), ("I", "#####"), ("L", "#./#./#./##"), ("N", ".#/.#/##/#."), ("P", "##/##/#."),
        ("T", "###/.#./.#."), ("U", "#.#/###"), ("V", "#../#../###"), ("W", "#../##./.##"), ("X", ".#./###/.#."),
        ("Y", ".#/##/.#/.#"), ("Z", "##./.#./.##"),
    )  # fmt: skip
    assert " ".join(oracle.PENTOMINOES) == KNOWN.figure("pentominoes")
    assert {name: oracle.pentomino(name) for name in oracle.PENTOMINOES} == {
        name: shape_of(text) for name, text in drawn
    }


def test_cells_that_touch_at_a_corner_are_not_connected() -> None:
    assert oracle.connected([(0, 0)])
    assert not oracle.connected([])
    assert oracle.components([(0, 0), (1, 1), (1, 2)]) == [{(0, 0)}, {(1, 1), (1, 2)}]


# Cuts.


def test_cuts_of_small_shapes_agree_with_counts_by_hand() -> None:
    a, b, c = (0, 0), (0, 1), (1, 0)
    expected = [([b], [a, c]), ([c], [a, b]), ([a, b], [c]), ([a, c], [b])]
    assert oracle.cuts([a, b, c]) == [(frozenset(one), frozenset(two)) for one, two in expected]
    single, domino = shape_of("#"), shape_of("##")
    assert oracle.cut_kinds([a, b, c]) == {(single, domino): 2, (domino, single): 2}
    assert oracle.cut_kinds([a, b, c], "half") == {(single, domino): 2}
    assert len(oracle.cuts(oracle.parse("###/#.#/###"))) == 8 * 7  # each stretch of 1 to 7 cells
    assert (single, shape_of("###/#.#/###")) in oracle.cut_kinds(oracle.parse("###/###/###"))


def test_rule_half_allows_pieces_of_at_most_half() -> None:
    line = oracle.cuts(oracle.parse("#####"))
    assert [len(removed) for removed, _ in oracle.allowed(line, "half")] == [1, 1, 2, 2]
    assert oracle.allowed(line, "any") == line


# Values and moves.


def test_mover_prefers_a_quick_win_to_a_slow_one_to_a_late_defeat() -> None:
    assert sorted([1, 2, 3, 4, 5, 6], key=oracle.preference) == [1, 3, 5, 6, 4, 2]


@pytest.mark.parametrize("max_cut", RULES)
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_positions_take_the_known_plies(n: int, max_cut: MaxCut) -> None:
    matrix = oracle.value_matrix(n, max_cut)
    rows = [row["plies"] for row in KNOWN.rows("plies") if row["n"] == str(n)]
    assert ["".join(map(str, row)) for row in matrix] == rows
    if n > 3:
        found = Counter(plies for row in matrix for plies in row if plies)
        assert [found[plies] // 2 for plies in range(1, n - 2)] == KNOWN.wholes(f"n{n}_plies")


def test_second_player_wins_the_known_pairs_of_pentominoes() -> None:
    pairs = [(a, b) for b in oracle.PENTOMINOES for a in oracle.PENTOMINOES[: oracle.PENTOMINOES.index(b)]]
    won = [a + b for a, b in pairs if oracle.value(oracle.pentomino(a), oracle.pentomino(b)) == 2]
    assert won == KNOWN.figure("n5_second_wins_names").split()


@pytest.mark.parametrize("max_cut", RULES)
def test_moves_are_all_pairs_of_cuts_with_congruent_pieces_the_best_first(max_cut: MaxCut) -> None:
    for a, b in list(combinations(oracle.polyominoes(5), 2))[::4]:
        every = oracle.moves(a, b, max_cut)
        kinds_a, kinds_b = oracle.cut_kinds(a, max_cut), oracle.cut_kinds(b, max_cut)
        ways = {
            (piece, rest_a, rest_b): kinds_a[piece, rest_a] * kinds_b[other, rest_b]
            for piece, rest_a in kinds_a
            for other, rest_b in kinds_b
            if piece == other
        }
        assert Counter(move.kind() for move in every) == ways
        order = [oracle.preference(move.plies) for move in every]
        assert order == sorted(order)
        assert every[0].plies == oracle.value(a, b, max_cut)
        kinds = oracle.move_kinds(a, b, max_cut)
        assert {move.kind(): move.plies for move in every} == kinds
        assert oracle.winning_kinds(a, b, max_cut) == sorted(kind for kind, plies in kinds.items() if plies % 2)


def test_game_is_over_when_the_shapes_are_congruent() -> None:
    a, b = oracle.parse("#./##/.#"), oracle.parse(".##/##.")
    assert oracle.value(a, b) == 0
    assert oracle.moves(a, b) == []
    assert oracle.move_kinds(a, b) == {}
