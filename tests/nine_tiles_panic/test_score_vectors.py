"""Score vectors in the order of their names, and small numbers for large keys."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oracle import nine_tiles_panic as oracle
from tablebases.nine_tiles.search.boxes import intern_table, interned
from tablebases.nine_tiles.search.score_vectors import (
    distinct_keys,
    merge_counted,
    name_keys,
    places_of_keys,
    scores_of_keys,
)
from tests.nine_tiles_panic.helpers import by_hand

Vector = tuple[int, ...]

# Scores like those of the game, and sometimes any of 8 bits.
SCORES = st.one_of(st.integers(-12, 21), st.integers(-128, 127))


def vectors_of(themes: int) -> st.SearchStrategy[list[Vector]]:
    """Vectors with `themes` scores, some of them alike."""
    alike = st.tuples(*[st.sampled_from([-10, -1, -2, 0, 1, 10, 100])] * themes)
    return st.lists(st.one_of(alike, st.tuples(*[SCORES] * themes)), max_size=20)


VECTORS = st.one_of([vectors_of(themes) for themes in (1, 2, 3, 8, 9, 26)])


def keys_of(vectors: list[Vector], themes: int | None = None) -> Any:
    """The name keys of vectors."""
    themes = len(vectors[0]) if themes is None else themes
    return name_keys(np.array(vectors, dtype=np.int8).reshape(len(vectors), themes).T)


@settings(max_examples=20)
@given(VECTORS.filter(bool))
@example([(1, 2), (10, 0), (-1, 0), (1, -2), (1, 20), (1, 2)])
@example([(0, 1), (0, 10), (0, -1), (0, -10), (0, 0), (0, 2)])
def test_keys_have_their_scores_and_sort_as_the_bytes_of_names(vectors: list[Vector]) -> None:
    scores = scores_of_keys(keys_of(vectors), len(vectors[0]))
    assert scores.dtype == np.int8
    assert list(map(tuple, scores.T.tolist())) == vectors
    keys = [tuple(key) for key in keys_of(vectors).tolist()]
    by_key = [vector for _, vector in sorted(zip(keys, vectors, strict=True))]
    assert by_key == sorted(vectors, key=lambda v: oracle.theme_synonym_name(v).encode())
    distinct, place = distinct_keys(keys_of(vectors))
    expected = oracle.theme_synonym_order(vectors)
    assert list(map(tuple, scores_of_keys(distinct, len(vectors[0])).T.tolist())) == expected
    assert place.tolist() == [expected.index(vector) for vector in vectors]


@pytest.mark.parametrize(("first", "second"), by_hand("order of names"))
def test_the_order_of_names_by_hand(first: list[int], second: list[int]) -> None:
    vectors: list[Vector] = [tuple(first), tuple(second)]
    a, b = keys_of(vectors).tolist()
    assert a < b
    assert oracle.theme_synonym_order(vectors[::-1]) == vectors


@pytest.mark.parametrize(("themes", "words"), [(1, 1), (8, 1), (9, 2), (16, 2), (26, 4)])
def test_a_word_has_eight_themes(themes: int, words: int) -> None:
    assert keys_of([(0,) * themes]).shape == (1, words)
    keys, place = distinct_keys(keys_of([], themes))
    assert (keys.shape, place.shape) == ((0, words), (0,))


@settings(max_examples=10)
@given(st.lists(vectors_of(9), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_merging_adds_the_counts_of_equal_keys(lists: list[list[Vector]], rng: Any) -> None:
    total: Counter[Vector] = Counter()
    counted = []
    for vectors in lists:
        keys, _ = distinct_keys(keys_of(vectors, 9))
        counts = [rng.randrange(1, 1000) for _ in keys]
        for vector, count in zip(oracle.theme_synonym_order(vectors), counts, strict=True):
            total[vector] += count
        counted.append((keys, np.array(counts, dtype=np.int64)))
    keys, merged = merge_counted(counted)
    vectors = list(map(tuple, scores_of_keys(keys, 9).T.tolist()))
    assert vectors == oracle.theme_synonym_order(total)
    assert merged.tolist() == [total[vector] for vector in vectors]


@settings(max_examples=10)
@given(vectors_of(9), vectors_of(9))
def test_places_among_other_keys(some: list[Vector], others: list[Vector]) -> None:
    among, _ = distinct_keys(keys_of(some + others, 9))
    keys, _ = distinct_keys(keys_of(some, 9))
    expected = oracle.theme_synonym_order(some + others)
    assert places_of_keys(keys, among).tolist() == [expected.index(of) for of in oracle.theme_synonym_order(some)]


@pytest.mark.parametrize("missing", [(-5, 0), (3, 3), (99, 99)])
def test_places_of_keys_refuses_a_key_that_is_not_among_the_others(missing: Vector) -> None:
    among, _ = distinct_keys(keys_of([(0, 0), (1, 1), (5, 5)]))
    keys, _ = distinct_keys(keys_of([(1, 1), missing]))
    with pytest.raises(ValueError, match=r"^a key is not among the others$"):
        places_of_keys(keys, among)


# Keys that collide: multiples of large powers of two, and neighbours.
KEYS = st.one_of(
    st.integers(0, 20),
    st.integers(0, 2**64 - 1),
    st.integers(0, 40).map(lambda n: n << 58),
    st.integers(0, 40).map(lambda n: n << 32),
)


@settings(max_examples=20)
@given(st.lists(st.lists(KEYS, max_size=40), max_size=5), st.sampled_from([1, 2, 3, 16, 1024]))
def test_keys_are_numbered_first_come_and_growth_keeps_their_numbers(batches: list[list[int]], capacity: int) -> None:
    table = intern_table(capacity)
    assert (len(table.in_use), len(table.keys), len(table.slots).bit_count()) == (0, capacity, 1)
    assert len(table.slots) >= 2 * capacity
    expected: dict[int, int] = {}
    for batch in batches:
        table, numbers = interned(table, np.array(batch, dtype=np.uint64))
        assert numbers.tolist() == [expected.setdefault(key, len(expected)) for key in batch]
        assert table.in_use.tolist() == list(expected)
    again, numbers = interned(table, np.array(list(expected)[::-1], dtype=np.uint64))
    assert again is table
    assert numbers.tolist() == list(range(len(expected)))[::-1]


def test_a_table_of_keys_grows_many_times_over() -> None:
    keys = np.random.default_rng(3).integers(0, 2**63, 5000).astype(np.uint64)
    table, numbers = interned(intern_table(1), np.repeat(keys, 2))
    assert numbers.tolist() == np.repeat(np.arange(len(keys)), 2).tolist()
    assert (table.in_use == keys).all()
