"""Distances, the round robin of every theme set, and who matches what."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.readers import ThemeSynonyms
from pipeline.nine_tiles_panic.stages.most_win import DISTANCES, _triple_texts, play_all
from pipeline.nine_tiles_panic.stages.most_win_match import find_matches
from tablebases.errors import Error
from tablebases.nine_tiles.round_robin import Matcher, OccurringTriples, distances, pareto_best, round_robin, squared
from tablebases.nine_tiles.themes import all_theme_sets
from tests.nine_tiles_panic.helpers import figure, known_rows, real_towns, whole
from tests.oracle import nine_tiles_panic as oracle

Vector = tuple[int, ...]

SCORES = st.one_of(st.integers(-6, 6), st.integers(-128, 127))


def score_arrays(vectors: list[Vector]) -> Any:
    """Vectors as the pipeline takes them: int8 (themes, n)."""
    return np.array(vectors, dtype=np.int8).T.copy()


@cache
def real_vectors(every: int = 1) -> list[Vector]:
    """Theme synonyms of a small board in the order of their ids, or every n-th of them."""
    return oracle.theme_synonym_order(real_towns((0, 3, 5, 7, 8), 2, 2).scores)[::every]


# --- distances -------------------------------------------------------------------------------


@given(st.lists(st.tuples(SCORES, SCORES, SCORES), min_size=1, max_size=30, unique=True))
def test_squared_distances_are_those_of_the_oracle(vectors: list[Vector]) -> None:
    squares = squared(distances(score_arrays(vectors)))
    expected = oracle.squared_distances(vectors)
    assert list(map(tuple, squares.T.tolist())) == [expected[vector] for vector in vectors]


def test_squared_distances_of_real_towns_are_those_of_the_oracle() -> None:
    squares = squared(distances(score_arrays(real_vectors())))
    expected = oracle.squared_distances(real_vectors())
    assert list(map(tuple, squares.T.tolist())) == [expected[v] for v in real_vectors()]


def test_a_distance_is_a_rank_among_the_scores_that_occur() -> None:
    assert distances(score_arrays([(5, -4), (3, -1), (0, -1)])).tolist() == [[0, 1, 2], [1, 0, 0]]


def test_squares_of_the_largest_distances_fit() -> None:
    all_scores = np.arange(-128, 128).astype(np.int8)[np.newaxis]
    assert squared(distances(all_scores)).max() == 255**2


def test_known_scores_have_the_known_distance() -> None:
    # All scores that occur, and the theme synonym with the smallest distance.
    occurring = [[int(s) for s in row["scores"].split()] for row in known_rows("occurring_scores")]
    best = [int(s) for s in figure("theme_synonym_1547940_scores").split()]
    total = 0
    for score, scores in zip(best, occurring, strict=True):
        ranks = distances(np.array([scores], dtype=np.int8))[0].tolist()
        total += ranks[scores.index(score)] ** 2
    assert total == whole("distance_min")


# --- triples ---------------------------------------------------------------------------------


def triples_that_occur(ranks: Any, indices: tuple[int, int, int]) -> list[list[int]]:
    """The different columns of three rows, ascending."""
    triples: list[list[int]] = np.unique(ranks[list(indices)], axis=1).T.tolist()
    return triples


@given(st.integers(3, 6), st.data())
def test_occurring_triples_are_the_different_columns(themes: int, data: st.DataObject) -> None:
    # Long rows of distances make the bits of a theme lie across two words.
    best = st.one_of(st.integers(0, 3), st.integers(0, 70))
    columns = data.draw(st.lists(st.tuples(*[best] * themes), min_size=1, max_size=30))
    ranks = np.array(columns, dtype=np.uint8).T.copy()
    occurring = OccurringTriples(ranks)
    for theme_set in all_theme_sets(range(themes)):
        assert occurring.of(*theme_set.indices).tolist() == triples_that_occur(ranks, theme_set.indices)


def test_occurring_triples_of_more_vectors_than_a_block() -> None:
    ranks = np.random.default_rng(7).integers(0, 14, (4, 10_000)).astype(np.uint8)
    ranks[:, -1] = 17  # seen in the last block only
    occurring = OccurringTriples(ranks)
    for theme_set in all_theme_sets(range(4)):
        expected = triples_that_occur(ranks, theme_set.indices)
        assert occurring.of(*theme_set.indices).tolist() == expected
        assert [17, 17, 17] in expected


def test_occurring_triples_of_real_towns() -> None:
    ranks = distances(score_arrays(real_vectors()))
    occurring = OccurringTriples(ranks)
    for theme_set in all_theme_sets(range(26)):
        expected = triples_that_occur(ranks, theme_set.indices)
        assert occurring.of(*theme_set.indices).tolist() == expected, theme_set.id


# --- round robin -----------------------------------------------------------------------------

TRIPLES = st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=30, unique=True)


def kept_triples(triples: list[oracle.Triple]) -> list[oracle.Triple]:
    """What the round robin of the pipeline keeps, ascending."""
    array = np.array(triples, dtype=np.int64)
    return sorted(map(tuple, array[round_robin(array).kept].tolist()))


@given(TRIPLES)
def test_round_robin_keeps_what_the_oracle_keeps(triples: list[oracle.Triple]) -> None:
    assert kept_triples(triples) == oracle.round_robin(triples)
    squares = [(a * a, b * b, c * c) for a, b, c in triples]
    assert [(a * a, b * b, c * c) for a, b, c in kept_triples(triples)] == oracle.round_robin(squares)


@given(TRIPLES)
def test_wins_and_losses_are_those_of_every_meeting(triples: list[oracle.Triple]) -> None:
    result = round_robin(np.array(triples, dtype=np.int64))
    for i, triple in enumerate(triples):
        assert result.wins[i] == sum(oracle.wins(triple, other) for other in triples)
        assert result.losses[i] == sum(oracle.wins(other, triple) for other in triples)


@given(TRIPLES)
def test_the_kept_triples_lasted_the_most_rounds(triples: list[oracle.Triple]) -> None:
    result = round_robin(np.array(triples, dtype=np.int64))
    assert result.kept.any()
    assert (result.rounds[result.kept] == result.rounds.max()).all()
    assert (result.rounds[~result.kept] < result.rounds.max()).all()


@given(TRIPLES)
def test_pareto_triples_are_those_that_no_other_equals_or_beats_in_all_three(triples: list[oracle.Triple]) -> None:
    ascending = sorted(triples)
    expected = [
        not any(other != triple and all(a <= b for a, b in zip(other, triple, strict=True)) for other in triples)
        for triple in ascending
    ]
    assert pareto_best(np.array(ascending, dtype=np.int64)).tolist() == expected


@pytest.mark.parametrize(
    ("triples", "kept"),
    [
        ([(0, 0, 0), (0, 1, 0), (2, 0, 0)], [(0, 0, 0)]),
        ([(3, 3, 3)], [(3, 3, 3)]),
        # A ring, each beating the next, stays; what loses to all of them goes.
        ([(0, 1, 2), (1, 2, 0), (2, 0, 1), (3, 3, 3)], [(0, 1, 2), (1, 2, 0), (2, 0, 1)]),
        # Two rounds: the last goes for its losses, then the first for its wins.
        ([(0, 1, 2), (1, 2, 0), (2, 0, 1), (2, 1, 1)], [(1, 2, 0)]),
        # Without a loss there are two, one of them without a win.
        ([(0, 1, 1), (1, 0, 1), (0, 2, 1)], [(0, 1, 1)]),
    ],
)
def test_round_robins_by_hand(triples: list[oracle.Triple], kept: list[oracle.Triple]) -> None:
    assert kept_triples(triples) == kept


def test_triples_that_only_exchange_are_all_kept_in_one_round() -> None:
    exchanged = [(0, a, 5 - a) for a in range(6)]  # roads many and few: theme set 04_10_15
    result = round_robin(np.array(exchanged))
    assert result.kept.all()
    assert result.rounds.tolist() == [1] * 6


def test_known_kept_triples_stay_as_they_are() -> None:
    for row in known_rows("most_win"):
        squares = [tuple(map(int, text.split())) for text in row["squared_distances"].split("; ")]
        triples = [tuple(round(n**0.5) for n in triple) for triple in squares]
        assert len(triples) == int(row["kept"])
        assert kept_triples(triples) == sorted(triples), row["theme_set"]


def test_best_answers_of_real_towns_are_those_of_the_oracle() -> None:
    vectors = real_vectors(every=7)
    squared_winners = {
        theme_set: [(a * a, b * b, c * c) for a, b, c in triples] for theme_set, triples in winners(vectors).items()
    }
    assert squared_winners == oracle.best_answers(vectors)


def winners(vectors: list[Vector]) -> dict[str, list[oracle.Triple]]:
    """Theme set -> the triples of distances that are kept, as the stage finds them."""
    n_towns = np.ones(len(vectors), dtype=np.int32)
    triples = play_all(ThemeSynonyms(list(oracle.THEMES), score_arrays(vectors), n_towns))
    found: dict[str, list[oracle.Triple]] = {}
    for theme_set, *triple in triples[triples["kept"] == 1][["theme_set_id", *DISTANCES]].itertuples(index=False):
        found.setdefault(theme_set, []).append(tuple(triple))
    return found


# --- matches ---------------------------------------------------------------------------------


@given(st.integers(1, 200), st.randoms(use_true_random=False))
def test_matcher_finds_the_places_with_given_distances(count: int, rng: Any) -> None:
    ranks = np.array([[rng.randrange(3) for _ in range(count)] for _ in range(4)], dtype=np.uint8)
    matcher = Matcher(ranks)
    themes = (0, 1, 3)
    for triple in np.ndindex(*(int(ranks[theme].max()) + 1 for theme in themes)):
        has_it = ranks[list(themes)].transpose() == np.array(triple)
        expected = np.flatnonzero(has_it.all(axis=1))
        assert matcher.with_distances(themes, triple).tolist() == expected.tolist()


def synonyms_of(vectors: list[Vector]) -> ThemeSynonyms:
    """Theme synonyms with these scores and a town each."""
    return ThemeSynonyms(list(oracle.THEMES), score_arrays(vectors), np.ones(len(vectors), dtype=np.int32))


def matches_found(vectors: list[Vector]) -> tuple[list[frozenset[str]], list[str]]:
    """The match set of each vector, and what all match, found by the stages of the pipeline."""
    synonyms = synonyms_of(vectors)
    found = find_matches(synonyms, winners(vectors))
    assert found.match_sets[0] == ()
    assert len({frozenset(ids) for ids in found.match_sets}) == len(found.match_sets)
    return [frozenset(found.match_sets[i]) for i in found.match_set_of.tolist()], found.by_all


def assert_matches_as_the_oracle(vectors: list[Vector]) -> None:
    """Every vector matches the same theme sets for the oracle."""
    expected = oracle.matches(vectors)
    sets, by_all = matches_found(vectors)
    assert sets == [expected[vector] for vector in vectors]
    assert set(by_all) == frozenset.intersection(*expected.values())
    assert by_all == sorted(by_all)


def test_matches_of_real_towns_are_those_of_the_oracle() -> None:
    assert_matches_as_the_oracle(real_vectors(every=7))


@settings(max_examples=5)
@given(st.lists(st.tuples(*[st.integers(-1, 2)] * 26), min_size=1, max_size=8, unique=True))
def test_matches_of_random_vectors_are_those_of_the_oracle(vectors: list[Vector]) -> None:
    assert_matches_as_the_oracle(vectors)


def test_match_sets_keep_the_order_of_theme_sets() -> None:
    vectors = real_vectors(every=7)
    synonyms = synonyms_of(vectors)
    found = find_matches(synonyms, winners(vectors))
    assert all(list(ids) == sorted(ids) for ids in found.match_sets)


def test_matches_of_other_themes_are_refused() -> None:
    synonyms = ThemeSynonyms([1, 2, 3], np.zeros((3, 1), dtype=np.int8), np.ones(1, dtype=np.int32))
    with pytest.raises(Error) as error:
        find_matches(synonyms, {"01_02_04": [(0, 0, 0)]})
    assert str(error.value) == (
        "rounds.db is not about the themes of theme_synonyms.npz; run `snakemake -R nine_tiles_panic_most_win`"
    )


# --- triples as text -------------------------------------------------------------------------


def test_triples_are_written_squared() -> None:
    triples = pd.DataFrame([(0, 1, 4), (255, 0, 2)], columns=DISTANCES)
    assert _triple_texts(triples).tolist() == ["(0, 1, 16)", "(65025, 0, 4)"]
