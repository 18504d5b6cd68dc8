"""Score vectors in the order of their names."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tablebases.nine_tiles.score_vectors import distinct_keys, merge_counted, name_keys, places_of_keys, scores_of_keys
from tests.oracle import nine_tiles_panic as oracle

Vector = tuple[int, ...]

# Scores like those of the game, and now and then any that can be kept.
SCORES = st.one_of(st.integers(-12, 21), st.integers(-128, 127))


def vectors_of(themes: int) -> st.SearchStrategy[list[Vector]]:
    """Vectors with this many scores, some of them alike."""
    alike = st.tuples(*[st.sampled_from([-10, -1, -2, 0, 1, 10, 100])] * themes)
    return st.lists(st.one_of(alike, st.tuples(*[SCORES] * themes)), max_size=20)


VECTORS = st.one_of([vectors_of(themes) for themes in (1, 2, 3, 8, 9, 26)])


def keys_of(vectors: list[Vector], themes: int | None = None) -> Any:
    """The name keys of vectors."""
    themes = len(vectors[0]) if themes is None else themes
    return name_keys(np.array(vectors, dtype=np.int8).reshape(len(vectors), themes).T)


@given(VECTORS.filter(bool))
@example([(1, 2), (10, 0), (-1, 0), (1, -2), (1, 20), (1, 2)])
@example([(0, 1), (0, 10), (0, -1), (0, -10), (0, 0), (0, 2)])
def test_keys_sort_as_names_do_as_bytes(vectors: list[Vector]) -> None:
    keys = [tuple(key) for key in keys_of(vectors).tolist()]
    by_key = [vector for _, vector in sorted(zip(keys, vectors, strict=True))]
    by_name = sorted(vectors, key=lambda v: oracle.theme_synonym_name(v).encode())
    assert by_key == by_name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((-1, 0), (-2, 0)),  # the minus comes first, then the digits
        ((-2, 0), (0, 0)),
        ((10, 0), (1, 0)),  # before an underscore, 0 comes first
        ((0, 1), (0, 10)),  # before the ending .txt, the point comes first
        ((0, -1), (0, -10)),
        ((-10, 0), (-1, 0)),
    ],
)
def test_examples_of_the_order_of_names(first: Vector, second: Vector) -> None:
    a, b = keys_of([first, second]).tolist()
    assert a < b
    assert oracle.theme_synonym_order([second, first]) == [first, second]


@given(VECTORS.filter(bool))
def test_keys_hold_their_scores(vectors: list[Vector]) -> None:
    scores = scores_of_keys(keys_of(vectors), len(vectors[0]))
    assert scores.dtype == np.int8
    assert list(map(tuple, scores.T.tolist())) == vectors


@pytest.mark.parametrize(("themes", "words"), [(1, 1), (8, 1), (9, 2), (16, 2), (26, 4)])
def test_a_word_holds_eight_themes(themes: int, words: int) -> None:
    assert keys_of([(0,) * themes]).shape == (1, words)
    assert keys_of([], themes).shape == (0, words)


@given(VECTORS.filter(bool))
def test_distinct_keys_are_ascending_and_every_key_finds_its_place(vectors: list[Vector]) -> None:
    keys, place = distinct_keys(keys_of(vectors))
    expected = oracle.theme_synonym_order(vectors)
    assert list(map(tuple, scores_of_keys(keys, len(vectors[0])).T.tolist())) == expected
    assert place.tolist() == [expected.index(vector) for vector in vectors]


def test_no_keys_have_no_distinct_ones() -> None:
    keys, place = distinct_keys(keys_of([], 26))
    assert (keys.shape, place.shape) == ((0, 4), (0,))


@settings(max_examples=40)
@given(st.lists(vectors_of(9), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_merging_adds_the_counts_of_equal_keys(parts: list[list[Vector]], rng: Any) -> None:
    total: Counter[Vector] = Counter()
    counted = []
    for part in parts:
        keys, _ = distinct_keys(keys_of(part, 9))
        counts = [rng.randrange(1, 1000) for _ in keys]
        for vector, count in zip(oracle.theme_synonym_order(part), counts, strict=True):
            total[vector] += count
        counted.append((keys, np.array(counts, dtype=np.int64)))
    keys, merged = merge_counted(counted)
    vectors = list(map(tuple, scores_of_keys(keys, 9).T.tolist()))
    assert vectors == oracle.theme_synonym_order(total)
    assert merged.tolist() == [total[vector] for vector in vectors]


@given(vectors_of(9), vectors_of(9))
def test_places_among_other_keys(some: list[Vector], others: list[Vector]) -> None:
    among, _ = distinct_keys(keys_of(some + others, 9))
    keys, _ = distinct_keys(keys_of(some, 9))
    expected = oracle.theme_synonym_order(some + others)
    places = [expected.index(vector) for vector in oracle.theme_synonym_order(some)]
    assert places_of_keys(keys, among).tolist() == places


@pytest.mark.parametrize("missing", [(-5, 0), (3, 3), (99, 99)])
def test_a_key_that_is_not_among_the_others_is_refused(missing: Vector) -> None:
    among, _ = distinct_keys(keys_of([(0, 0), (1, 1), (5, 5)]))
    keys, _ = distinct_keys(keys_of([(1, 1), missing]))
    with pytest.raises(ValueError, match=r"^a key is not among the others$"):
        places_of_keys(keys, among)
