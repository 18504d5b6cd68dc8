"""Small numbers for large keys."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.nine_tiles.boxes import intern_table, interned

# Keys that collide: multiples of large powers of two, and neighbours.
KEYS = st.one_of(
    st.integers(0, 20),
    st.integers(0, 2**64 - 1),
    st.integers(0, 40).map(lambda n: n << 58),
    st.integers(0, 40).map(lambda n: n << 32),
)


@given(st.lists(st.lists(KEYS, max_size=40), max_size=5), st.sampled_from([1, 2, 3, 16, 1024]))
def test_numbers_are_first_come_and_growth_keeps_them(batches: list[list[int]], capacity: int) -> None:
    table = intern_table(capacity)
    expected: dict[int, int] = {}
    for batch in batches:
        keys = np.array(batch, dtype=np.uint64)
        table, numbers = interned(table, keys)
        assert numbers.tolist() == [expected.setdefault(key, len(expected)) for key in batch]
        assert table.in_use.tolist() == list(expected)
    table, numbers = interned(table, np.array(list(expected), dtype=np.uint64))
    assert numbers.tolist() == list(range(len(expected)))


def test_a_table_grows_many_times_over() -> None:
    keys = np.random.default_rng(3).integers(0, 2**63, 5000).astype(np.uint64)
    assert len(np.unique(keys)) == len(keys)
    table, numbers = interned(intern_table(1), np.repeat(keys, 2))
    assert numbers.tolist() == np.repeat(np.arange(len(keys)), 2).tolist()
    assert (table.in_use == keys).all()
    again, numbers = interned(table, keys[::-1].copy())
    assert again is table
    assert numbers.tolist() == list(range(len(keys)))[::-1]


@pytest.mark.parametrize("capacity", [1, 2, 3, 1000])
def test_a_new_table_is_empty_with_room_in_its_slots(capacity: int) -> None:
    table = intern_table(capacity)
    assert len(table.in_use) == 0
    assert len(table.keys) == capacity
    assert len(table.slots) >= 2 * capacity
    assert len(table.slots).bit_count() == 1
