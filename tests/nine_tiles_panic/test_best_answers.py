"""Distances, round robins, matches, and the best answers for one, two and three cards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import nine_tiles_panic as oracle
from pipeline.nine_tiles_panic.stages import best_towns
from pipeline.nine_tiles_panic.stages.most_win import _squared, play_all
from pipeline.nine_tiles_panic.stages.most_win_match import find_matches
from tablebases.errors import Error
from tablebases.files import seal
from tablebases.nine_tiles.rules.distances import distances, squared
from tablebases.nine_tiles.rules.round_robin import OccurringTriples, pareto_best, round_robin
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tests.nine_tiles_panic.helpers import by_hand, figure, known_rows, real_towns, whole
from tests.nine_tiles_panic.results import synonyms_of, triples_of

Vector = tuple[int, ...]

SCORES = st.one_of(st.integers(-6, 6), st.integers(-128, 127))


def score_arrays(vectors: list[Vector]) -> Any:
    """Vectors for the pipeline: int8 (themes, n)."""
    return np.array(vectors, dtype=np.int8).T.copy()


@settings(max_examples=25)
@given(st.lists(st.tuples(SCORES, SCORES, SCORES), min_size=1, max_size=30, unique=True))
def test_squared_distances_are_those_of_the_oracle(vectors: list[Vector]) -> None:
    squares = squared(distances(score_arrays(vectors)))
    expected = oracle.squared_distances(vectors)
    assert list(map(tuple, squares.T.tolist())) == [expected[vector] for vector in vectors]


def test_a_distance_is_a_rank_among_the_occurring_scores() -> None:
    assert distances(score_arrays([(5, -4), (3, -1), (0, -1)])).tolist() == [[0, 1, 2], [1, 0, 0]]
    assert squared(distances(np.arange(-128, 128).astype(np.int8)[np.newaxis])).max() == 255**2


def test_known_scores_have_the_known_distance() -> None:
    # All occurring scores, and the theme synonym with the smallest distance.
    occurring = [[int(s) for s in row["scores"].split()] for row in known_rows("occurring_scores")]
    best = [int(s) for s in figure("theme_synonym_1547940_scores").split()]
    total = 0
    for score, scores in zip(best, occurring, strict=True):
        ranks = distances(np.array([scores], dtype=np.int8))[0].tolist()
        total += ranks[scores.index(score)] ** 2
    assert total == whole("distance_min")


def assert_occurring_triples(ranks: Any) -> None:
    """Stop unless the occurring triples are the distinct columns of three rows, ascending."""
    occurring = OccurringTriples(ranks)
    for theme_set in all_theme_sets(range(len(ranks))):
        expected = np.unique(ranks[list(theme_set.indices)], axis=1).T.tolist()
        assert occurring.triples_of(*theme_set.indices).tolist() == expected, theme_set.id


@pytest.mark.thorough
@settings(max_examples=20)
@given(st.integers(3, 6), st.data())
def test_occurring_triples_are_the_distinct_columns(themes: int, data: st.DataObject) -> None:
    # Long rows of distances make the bits of a theme lie across two words.
    best = st.one_of(st.integers(0, 3), st.integers(0, 70))
    columns = data.draw(st.lists(st.tuples(*[best] * themes), min_size=1, max_size=30))
    assert_occurring_triples(np.array(columns, dtype=np.uint8).T.copy())


def test_occurring_triples_of_more_vectors_than_a_block() -> None:
    ranks = np.random.default_rng(7).integers(0, 14, (4, 10_000)).astype(np.uint8)
    ranks[:, -1] = 17  # seen in the last block only
    assert_occurring_triples(ranks)


TRIPLES = st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=30, unique=True)


def best_triples(triples: list[oracle.Triple]) -> list[oracle.Triple]:
    """The best triples by the round robin of the pipeline, ascending."""
    array = np.array(triples, dtype=np.int64)
    return sorted(map(tuple, array[round_robin(array).is_best].tolist()))


@settings(max_examples=40)
@given(TRIPLES)
def test_round_robins_are_those_of_the_oracle(triples: list[oracle.Triple]) -> None:
    assert best_triples(triples) == oracle.round_robin(triples)
    result = round_robin(np.array(triples, dtype=np.int64))
    for i, triple in enumerate(triples):
        assert result.wins[i] == sum(oracle.wins(triple, other) for other in triples)
        assert result.losses[i] == sum(oracle.wins(other, triple) for other in triples)
    assert (result.rounds[result.is_best] == result.rounds.max()).all()
    assert (result.rounds[~result.is_best] < result.rounds.max()).all()
    ascending = sorted(triples)
    expected = [
        not any(other != triple and all(a <= b for a, b in zip(other, triple, strict=True)) for other in triples)
        for triple in ascending
    ]
    assert pareto_best(np.array(ascending, dtype=np.int64)).tolist() == expected


@pytest.mark.parametrize(("rows", "best"), by_hand("round robins"))
def test_round_robins_by_hand(rows: list[list[int]], best: list[list[int]]) -> None:
    triples: Any = list(map(tuple, rows))
    assert best_triples(triples) == oracle.round_robin(triples) == list(map(tuple, best))


def test_known_best_triples_stay_the_best_among_themselves() -> None:
    for row in known_rows("most_win"):
        squares = [tuple(map(int, text.split())) for text in row["squared_distances"].split("; ")]
        triples = [tuple(round(n**0.5) for n in triple) for triple in squares]
        assert len(triples) == int(row["kept"])
        assert best_triples(triples) == sorted(triples), row["theme_set"]


def test_triples_are_written_squared() -> None:
    assert [_squared(0, 1, 4), _squared(255, 0, 2)] == ["(0, 1, 16)", "(65025, 0, 4)"]


def assert_matches_as_the_oracle(vectors: list[Vector]) -> None:
    """Stop unless all theme sets have the best answers, and all vectors the match sets, of the oracle."""
    synonyms = synonyms_of(list(map(list, vectors)))
    winners: dict[str, list[oracle.Triple]] = {}
    for theme_set, a, b, c, *_, kept, _ in play_all(synonyms):
        if kept:
            winners.setdefault(theme_set, []).append((a, b, c))
    squares = {theme_set: [(a * a, b * b, c * c) for a, b, c in best] for theme_set, best in winners.items()}
    assert squares == oracle.best_answers(vectors)
    found = find_matches(synonyms, winners)
    assert found.match_sets[0] == ()
    assert len({frozenset(ids) for ids in found.match_sets}) == len(found.match_sets)
    assert all(list(ids) == sorted(ids) for ids in found.match_sets)
    expected = oracle.matches(vectors)
    assert [frozenset(found.match_sets[i]) for i in found.match_set_of.tolist()] == [expected[v] for v in vectors]
    assert found.by_all == sorted(frozenset.intersection(*expected.values()))


@pytest.mark.thorough
def test_best_answers_and_matches_of_real_towns_are_those_of_the_oracle() -> None:
    assert_matches_as_the_oracle(oracle.theme_synonym_order(real_towns((0, 3, 5, 7, 8), 2, 2).scores)[::60])


@pytest.mark.thorough
@settings(max_examples=1)
@given(st.lists(st.tuples(*[st.integers(-1, 2)] * len(oracle.THEMES)), min_size=2, max_size=8, unique=True))
def test_best_answers_and_matches_of_random_vectors_are_those_of_the_oracle(vectors: list[Vector]) -> None:
    assert_matches_as_the_oracle(vectors)


def test_find_matches_refuses_rounds_of_other_themes() -> None:
    with pytest.raises(Error) as error:
        find_matches(synonyms_of([[0, 0, 0]]), {"01_02_04": [(0, 0, 0)]})
    assert str(error.value) == (
        "rounds.db is not about the themes of theme_synonyms.npz; run `snakemake -R nine_tiles_panic_most_win`"
    )


@pytest.mark.thorough
@settings(max_examples=12)
@given(st.lists(st.lists(st.integers(-2, 1), min_size=4, max_size=4), min_size=1, max_size=12), st.data())
def test_best_answers_for_any_cards_are_those_of_the_oracle(vectors: list[list[int]], data: st.DataObject) -> None:
    ids = list(range(1, len(vectors) + 1))
    cover = data.draw(st.lists(st.sampled_from(ids), unique=True))
    synonyms = synonyms_of(vectors)
    found = [tuple(row.values()) for row in best_towns.best_answers(synonyms, triples_of(synonyms), cover)]
    best_first = [sorted({vector[card] for vector in vectors}, reverse=True) for card in range(4)]
    expected = []
    for cards in (cards for size in (1, 2, 3) for cards in combinations(range(4), size)):
        nothing = (None,) * (3 - len(cards))
        ranks = [tuple(best_first[card].index(vector[card]) for card in cards) for vector in vectors]
        triples = {(*ranks_of_vector, 0, 0)[:3] for ranks_of_vector in ranks}
        won = {triple: sum(oracle.wins(triple, other) for other in triples) for triple in triples}
        lost = {triple: sum(oracle.wins(other, triple) for other in triples) for triple in triples}
        others = sorted(triples - {*oracle.round_robin(triples)}, key=lambda each: (lost[each], -won[each], each))
        runner_up = (*others[0][: len(cards)], *nothing) if others else (None,) * 3
        for place, triple in enumerate(oracle.round_robin(triples), 1):
            best = triple[: len(cards)]
            with_them = [i for i in ids if ranks[i - 1] == best]
            scores = tuple(vectors[with_them[0] - 1][card] for card in cards)
            example = next((id_ for id_ in cover if id_ in with_them), with_them[0])
            name = "_".join(f"{card + 1:02d}" for card in cards)
            numbers = (won[triple], lost[triple], *runner_up, len(with_them), sum(with_them), example)
            expected.append((name, place, *best, *nothing, *scores, *nothing, *numbers))
    assert [(*row[:10], *row[11:]) for row in found] == expected


def test_best_towns_refuses_answers_about_other_themes(artifacts: Path, tmp_path: Path) -> None:
    other = tmp_path / "answers.db"
    other.write_bytes((artifacts / "answers.db").read_bytes())
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("DELETE FROM themes WHERE no = 26")
        connection.commit()
    seal(other)
    with pytest.raises(Error, match=r"is not about the themes of"):
        best_towns.main(artifacts / "theme_synonyms.npz", artifacts / "success_pattern.db", other, tmp_path / "out.db")
