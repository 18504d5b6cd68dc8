"""The rules of the Godomachi page: its table and games against the oracle, its practice against Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

import pytest

from oracle import godomachi as oracle
from tablebases import godomachi
from tablebases.godomachi.practice import daily
from tests.browser.atlases import MAX_CELLS
from tests.browser.dates import WIDEST, YEARS
from tests.browser.rules.node import Rules, needs_node

pytestmark = needs_node


@pytest.fixture
def rules(rules_in: Callable[[str, str], Rules]) -> Rules:
    return rules_in("godomachi", "godomachi")


def some_pairs(cells: int, count: int) -> list[tuple[int, int, int]]:
    """Size and numbers of pairs of different polyominoes."""
    draw = random.Random(cells)  # noqa: S311 - pairs, not secrets
    numbers = range(len(oracle.polyominoes(cells)))
    return [(cells, *draw.sample(numbers, 2)) for _ in range(count)]  # type: ignore[misc]


def every_pair(cells: int) -> list[tuple[int, int, int]]:
    """All pairs of a size, also of equal polyominoes."""
    count = len(oracle.polyominoes(cells))
    return [(cells, a, b) for a in range(count) for b in range(count)]


PAIRS = [*(pair for cells in range(1, 6) for pair in every_pair(cells)), *some_pairs(6, 80), *some_pairs(7, 60)]


@cache
def cuts_of(cells: oracle.Cells) -> frozenset[oracle.Cut]:
    """All cuts of `cells` by the oracle."""
    return frozenset(oracle.cuts(cells))


def cells_of(part: list[list[int]]) -> oracle.Cells:
    """The cells of a part, as the page lists them."""
    return frozenset((x, y) for x, y in part)


def test_the_page_recognises_every_shape_and_finds_every_cut(rules: Rules) -> None:
    every = [shape for cells in range(1, MAX_CELLS + 1) for shape in oracle.polyominoes(cells)]
    numbers = [(cells, n) for cells in range(1, MAX_CELLS + 1) for n in range(len(oracle.polyominoes(cells)))]
    texts = [[oracle.format_shape(image) for image in oracle.images(shape)] for shape in every]
    for images, (cells, number), answers in zip(texts, numbers, rules.ask("namesOf", texts), strict=True):
        assert answers == [[cells, number, image] for image in images]
    for shape, cuts in zip(every, rules.ask("cuts", 6), strict=False):
        places = {(cells_of(piece), cells_of(rest)) for piece, rest in cuts}
        assert len(places) == len(cuts)
        assert places == cuts_of(frozenset(shape))


@pytest.mark.parametrize("max_cut", ["any", "half"])
def test_plies_and_moves_are_those_of_the_oracle(rules: Rules, max_cut: oracle.MaxCut) -> None:
    for (cells, a, b), (plies, moves) in zip(PAIRS, rules.ask("pliesAndMoves", PAIRS, max_cut), strict=True):
        one, other = oracle.polyominoes(cells)[a], oracle.polyominoes(cells)[b]
        assert plies == oracle.value(one, other, max_cut)
        kinds = {}
        for value, size, piece, rest_a, rest_b, *parts in moves:
            rests = oracle.polyominoes(cells - size)
            kind = (oracle.polyominoes(size)[piece], rests[rest_a], rests[rest_b])
            piece_a, left_a, piece_b, left_b = map(cells_of, parts)
            assert (piece_a, left_a) in cuts_of(frozenset(one))
            assert (piece_b, left_b) in cuts_of(frozenset(other))
            assert oracle.canonical(piece_a) == oracle.canonical(piece_b) == kind[0]
            assert (oracle.canonical(left_a), oracle.canonical(left_b)) == kind[1:]
            kinds[kind] = value
        assert len(kinds) == len(moves)
        assert kinds == oracle.move_kinds(one, other, max_cut)
        values = [move[0] for move in moves]
        assert values == sorted(values, key=oracle.preference)


def test_puzzles_have_one_kind_of_winning_first_move(rules: Rules) -> None:
    pairs = [*some_pairs(6, 400), *some_pairs(7, 200)]
    found, drawn = rules.ask("puzzles", pairs, [1, 6, 7, 8])
    for (cells, a, b), is_puzzle in zip(pairs, found, strict=True):
        one, other = oracle.polyominoes(cells)[a], oracle.polyominoes(cells)[b]
        plies = oracle.value(one, other)
        assert is_puzzle == (plies >= 3 and plies % 2 == 1 and len(oracle.winning_kinds(one, other)) == 1)
    assert {cells for (cells, *_), is_puzzle in zip(pairs, found, strict=True) if is_puzzle} == {6, 7}
    assert drawn == [[6, True], [6, True], [7, True], None]


def test_a_weaker_table_sees_no_win_or_only_one_at_once(rules: Rules) -> None:
    late, at_once = (rules.ask("movesByStrength", pair, 60) for pair in ((6, 0, 25), (5, 0, 1)))
    assert (late["perfect"], at_once["perfect"]) == ([[3], False], [[1], False])
    assert at_once["onePly"] == [[1], False]
    for values, has_mistake in (late["random"], late["onePly"], at_once["random"]):
        assert 2 in values
        assert not has_mistake  # the page names only mistakes of the player


def test_the_table_plays_perfectly_to_the_end(rules: Rules) -> None:
    games = [
        (*pair, reader_begins, is_perfect)
        for pair in [*every_pair(5), *some_pairs(6, 30), *some_pairs(7, 30)]
        for reader_begins in (True, False)
        for is_perfect in (True, False)
    ]
    for (cells, a, b, begins, is_perfect), (reader_won, plies) in zip(games, rules.ask("games", games), strict=True):
        left = [frozenset(oracle.polyominoes(cells)[number]) for number in (a, b)]
        start = oracle.value(*left)
        for number, (by_reader, is_mistake, *pieces) in enumerate(plies):
            assert by_reader == (begins == (number % 2 == 0))
            before = oracle.value(*left)
            removed = [cells_of(piece) for piece in pieces]
            for i in (0, 1):
                assert (removed[i], left[i] - removed[i]) in cuts_of(left[i])
                left[i] -= removed[i]
            assert oracle.canonical(removed[0]) == oracle.canonical(removed[1])
            after = oracle.value(*left)
            assert is_mistake == (before % 2 == 1 and after % 2 == 1)
            assert by_reader or after + 1 == before
        assert oracle.canonical(left[0]) == oracle.canonical(left[1])
        assert reader_won == (begins == (len(plies) % 2 == 1))
        if is_perfect:
            assert len(plies) == start
        if begins != (start % 2 == 1):  # The table can win.
            assert not reader_won
            assert len(plies) <= start


# --- practice --------------------------------------------------------------------------------


@pytest.mark.parametrize("cells", [6, 7])
def test_the_page_calls_cuts_right_that_win_by_the_solver(rules: Rules, cells: int) -> None:
    draw = random.Random(cells)  # noqa: S311 - puzzles, not secrets
    for a, b, verdicts in rules.ask("practised", cells, draw.sample(range(10**7), 15)):
        assert all(is_legal for is_legal, _, _ in verdicts)
        moves = godomachi.solve(a, b).moves
        assert sorted((size, is_right) for _, size, is_right in verdicts) == sorted(
            (move.piece.count("#"), move.wins) for move in moves
        )
        assert [move.wins for move in moves].count(True) == 1


def test_daily_cuts_are_those_of_python(rules: Rules) -> None:
    days = ("2026-11-24", "2026-11-25")
    for day, puzzles in zip(days, rules.ask("dailyPuzzles", days), strict=True):
        assert [f"{cells}:{a} {cells}:{b}" for cells, a, b in puzzles] == [*daily(day).puzzles]


def test_the_widest_date_of_godomachi_has_the_widest_content(rules_in: Callable[[str, str], Rules]) -> None:
    days = [str(date(YEARS[0], 1, 1) + timedelta(days)) for days in range(len(YEARS) * 365 + 1)]
    widths = dict(zip(days, rules_in("godomachi", "whole").ask("dailyWidths", days), strict=True))
    assert widths[WIDEST["godomachi"]] == [max(of_day[i] for of_day in widths.values()) for i in range(2)] == [6, 8]
