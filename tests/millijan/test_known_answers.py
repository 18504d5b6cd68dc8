"""The published examples, and all hands with known answers."""

from __future__ import annotations

from collections import Counter

import pytest

from tablebases.millijan.names import Names
from tablebases.millijan.table import Table
from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import AS_IDOLS, TILES, all_splits_table, deal, table_of
from tests.millijan.known_hands import figure, hand_id, hand_of, known_rows, numbers_of, whole, wholes
from tests.oracle import millijan as oracle


def unit_names(table: Table, split: tuple[int, ...]) -> list[str]:
    return sorted(table.units[number].name for number in split)


@pytest.mark.parametrize("example", ["1", "2"])
def test_published_example(example: str) -> None:
    rows = [row for row in known_rows("examples") if row["example"] == example]
    names = {row["what"]: row["names"] for row in rows}
    (printed,) = (row for row in rows if row["what"] == "best as printed")
    splits = [(int(row["points"]), sorted(row["names"].split(" | "))) for row in rows if row["what"] == "split"]
    hand = Names(TILES).hand(names["hand"], [oracle.WINNING_TILES])
    table = table_of("2019")

    candidates = table.candidates(hand)
    assert unit_names(table, tuple(candidates)) == sorted(names["candidates"].split(" | "))
    assert len(candidates) == wholes(figure("example_candidates"))[int(example) - 1]

    value = table.value(hand)
    assert value.won
    assert value.score == whole(f"example_{example}_score")
    assert value.score + oracle.WIN == int(printed["points"])
    best = [split for points, split in splits if points == value.score]
    assert [unit_names(table, split) for split in value.splits] == best
    assert best == [sorted(printed["names"].split(" | "))]

    every = all_splits_table("2019").value(hand)
    assert every.score == 1000 * oracle.WINNING_TILES
    points_of = table.scores.complete
    found = [(sum(int(points_of[unit]) for unit in split), unit_names(table, split)) for split in every.splits]
    assert sorted(found) == sorted(splits)


@pytest.mark.parametrize("row", known_rows("hands13"), ids=hand_id)
def test_known_hand_of_13_tiles(row: dict[str, str]) -> None:
    hand = hand_of(row)
    table = table_of("2019")
    value = table.value(hand)
    assert len(table.candidates(hand)) == int(row["candidates"])
    assert (value.won, value.score) == (row["win"] == "1", int(row["score"]))
    if value.won:
        assert len(value.splits) == int(row["best_splits"])
        assert len(all_splits_table("2019").value(hand).splits) == int(row["splits"])
        main = int(row["main_idol"])
        assert table_of("2019", RuleSet.V1_6, main).value(hand).score == int(row["v16_win_score"])
    else:
        assert row["splits"] == "0"
        assert table_of("2019", RuleSet.V1_6).value(hand).score == int(row["v16_partial_score"])


@pytest.mark.parametrize("row", known_rows("hands12"), ids=hand_id)
def test_known_hand_of_12_tiles(row: dict[str, str]) -> None:
    judged = table_of("2019").judge(hand_of(row))
    assert (judged.distance, list(judged.accepted)) == (int(row["distance"]), wholes(row["accepted"]))
    assert judged.accepted_copies == int(row["accepted_copies"])
    assert list(judged.waits.items()) == numbers_of(row["waits"])
    assert tuple(judged.waits) == (judged.accepted if judged.distance == 1 else ())


@pytest.mark.parametrize("row", known_rows("discards13"), ids=hand_id)
def test_known_discards(row: dict[str, str]) -> None:
    every = table_of("2019").discards(hand_of(row))
    assert sorted((one.kind, one.distance, one.copies) for one in every) == numbers_of(row["all_discards"])
    first = every[0]
    best = [one.kind for one in every if (one.distance, one.copies) == (first.distance, first.copies)]
    assert best == wholes(row["best_discards"])
    assert first.distance == int(row["distance"])


def test_all_stars_have_as_many_splits_as_known() -> None:
    value = all_splits_table("2019").value(AS_IDOLS)
    assert value.won
    assert len(value.splits) == whole("all_stars_splits")


def test_random_hands_are_as_far_from_a_win_as_known() -> None:
    counts = wholes(figure("random_hands12_distances"))
    assert sum(counts) == whole("random_hands12")
    found = Counter(table_of("2019").distance(hand)[0] for hand in deal(200, 12))
    for distance, count in enumerate(counts, start=1):
        assert found[distance] / 200 == pytest.approx(count / sum(counts), abs=0.12)
