"""Published examples, hands with known answers and figures, for the program and the oracle."""

from __future__ import annotations

import random
from collections import Counter
from unicodedata import is_normalized

import pytest

from oracle import millijan as oracle
from oracle.millijan import Counting, Rules, Units
from scripts.figures import KNOWN_ANSWERS
from tablebases.millijan.names import Names
from tablebases.millijan.units import RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    BY_HAND,
    DATA,
    KINDS,
    SHIIKA,
    TILES,
    YEARS,
    all_splits_table,
    deal,
    distances_of,
    listed,
    table_of,
    units_of,
)
from tests.millijan.known_hands import figure, hand_id, hand_of, known_rows, numbers_of, whole, wholes

UNITS = units_of("2019")
TABLE = table_of("2019")


def unit_names(units: Units) -> list[str]:
    return sorted(unit.name for unit in units)


@pytest.mark.parametrize("example", ["1", "2"])
def test_published_example(example: str) -> None:
    rows = [row for row in known_rows("examples") if row["example"] == example]
    names = {row["what"]: row["names"] for row in rows}
    (printed,) = (row for row in rows if row["what"] == "best as printed")
    known = [(int(row["points"]), sorted(row["names"].split(" | "))) for row in rows if row["what"] == "split"]
    hand = Names(TILES).hand(names["hand"], [oracle.WINNING_TILES])

    candidates = oracle.candidates(hand, UNITS)
    assert tuple(TABLE.candidates(hand)) == oracle.numbers(candidates)
    assert unit_names(candidates) == sorted(names["candidates"].split(" | "))
    assert len(candidates) == wholes(figure("example_candidates"))[int(example) - 1]

    every = oracle.ranked(hand, oracle.splits(hand, UNITS))
    assert [(oracle.score(split, complete=True), unit_names(split)) for split in every] == known
    found = all_splits_table("2019").value(hand)
    assert sorted(found.splits) == sorted(map(oracle.numbers, every))
    assert found.score == 1000 * oracle.WINNING_TILES

    value = TABLE.value(hand)
    assert value.won
    assert value.splits == (oracle.numbers(every[0]),)
    assert value.score == known[0][0] == whole(f"example_{example}_score")
    assert value.score + oracle.WIN == oracle.best_value(hand, UNITS) == int(printed["points"])
    assert oracle.best_packings(hand, UNITS) == [every[0]]
    assert unit_names(every[0]) == sorted(printed["names"].split(" | "))


@pytest.mark.parametrize("row", known_rows("hands13"), ids=hand_id)
def test_known_hand_of_13_tiles(row: dict[str, str]) -> None:
    hand, main = hand_of(row), int(row["main_idol"])
    value = TABLE.value(hand)
    assert len(TABLE.candidates(hand)) == int(row["candidates"])
    assert (value.won, value.score) == (row["win"] == "1", int(row["score"]))
    if value.won:
        assert len(value.splits) == int(row["best_splits"])
        assert len(all_splits_table("2019").value(hand).splits) == int(row["splits"])
        assert table_of("2019", RuleSet.V1_6, main).value(hand).score == int(row["v16_win_score"])
    else:
        assert row["splits"] == "0"
        assert table_of("2019", RuleSet.V1_6).value(hand).score == int(row["v16_partial_score"])


@pytest.mark.parametrize("row", known_rows("hands13")[::3], ids=hand_id)
def test_the_oracle_finds_the_known_answers_for_13_tiles(row: dict[str, str]) -> None:
    hand, main = hand_of(row), int(row["main_idol"])
    every, best = oracle.splits(hand, UNITS), oracle.best_packings(hand, UNITS)
    assert len(oracle.candidates(hand, UNITS)) == int(row["candidates"])
    assert len(every) == int(row["splits"])
    assert oracle.value(hand, best[0]) % oracle.WIN == int(row["score"])
    assert oracle.wins(hand, UNITS) == bool(every) == (row["win"] == "1")
    if every:
        assert len(best) == int(row["best_splits"])
    known = row["v16_win_score" if every else "v16_partial_score"]
    assert oracle.best_value(hand, UNITS, Counting("v1.6", main if every else None)) % oracle.WIN == int(known)


@pytest.mark.parametrize("row", known_rows("hands12"), ids=hand_id)
def test_known_hand_of_12_tiles(row: dict[str, str]) -> None:
    hand = hand_of(row)
    judged = TABLE.judge(hand)
    assert (judged.distance, list(judged.accepted)) == (int(row["distance"]), wholes(row["accepted"]))
    assert judged.accepted_copies == int(row["accepted_copies"])
    assert list(judged.waits.items()) == numbers_of(row["waits"])
    assert tuple(judged.waits) == (judged.accepted if judged.distance == 1 else ())
    target = Counter(kind for number in wholes(row["target_units"]) for kind in UNITS[number].members)
    assert target.total() == oracle.WINNING_TILES
    assert max(target.values()) <= oracle.COPIES
    assert (target - Counter(hand)).total() == judged.distance


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=[pytest.mark.thorough] if n else []) for n, row in enumerate(known_rows("hands12")[::4])],
    ids=hand_id,
)
def test_the_oracle_finds_the_known_answers_for_12_tiles(row: dict[str, str]) -> None:
    hand = hand_of(row)
    distance, accepted = distances_of("2019").distance_and_accepted(hand)
    assert (distance, list(accepted)) == (int(row["distance"]), wholes(row["accepted"]))
    assert sum(accepted.values()) == int(row["accepted_copies"])
    waits = oracle.waits(hand, UNITS, KINDS)
    assert [(wait.kind, wait.score) for wait in waits] == numbers_of(row["waits"])
    assert {wait.kind: wait.copies for wait in waits} == (accepted if distance == 1 else {})


@pytest.mark.parametrize("row", known_rows("discards13"), ids=hand_id)
def test_known_discards(row: dict[str, str]) -> None:
    every = TABLE.discards(hand_of(row))
    assert sorted((one.kind, one.distance, one.copies) for one in every) == numbers_of(row["all_discards"])
    best = [one.kind for one in every if (one.distance, one.copies) == (every[0].distance, every[0].copies)]
    assert best == wholes(row["best_discards"])
    assert every[0].distance == int(row["distance"])


@pytest.mark.thorough
@pytest.mark.parametrize("row", known_rows("discards13")[::12], ids=hand_id)
def test_the_oracle_finds_known_discards(row: dict[str, str]) -> None:
    every = oracle.discards(hand_of(row), distances_of("2019"))
    assert sorted((one.kind, one.distance, one.copies) for one in every) == numbers_of(row["all_discards"])
    assert [one.kind for one in oracle.best_discards(every)] == wholes(row["best_discards"])


def test_the_published_searches_find_the_known_values() -> None:
    with_cache = oracle.ValuesWithCache(UNITS)
    for row in known_rows("hands13")[::12]:
        hand, best = hand_of(row), int(row["score"]) + oracle.WIN * int(row["win"])
        assert oracle.value_by_backtracking(hand, UNITS) == oracle.value_with_reuse(hand, UNITS) == best
        assert with_cache.value(hand) == with_cache.value(hand) == best
    assert len(with_cache.known) == len(known_rows("hands13")[::12])


def test_all_stars_have_as_many_splits_as_known() -> None:
    every = oracle.splits(tuple(AS_IDOLS), UNITS)
    assert len(every) == len(all_splits_table("2019").value(AS_IDOLS).splits) == whole("all_stars_splits")


def test_random_hands_are_as_far_from_a_win_as_known() -> None:
    counts = wholes(figure("random_hands12_distances"))
    assert sum(counts) == whole("random_hands12")
    found = Counter(TABLE.distance(hand)[0] for hand in deal(200, 12))
    for distance, count in enumerate(counts, start=1):
        assert found[distance] / 200 == pytest.approx(count / sum(counts), abs=0.12)


@pytest.mark.thorough
def test_chance_and_mean_score_of_random_wins_are_those_known() -> None:
    chance = random.Random(3)  # noqa: S311 - tiles, not secrets
    of_all = oracle.estimate_wins(KINDS, UNITS, 300, chance)
    assert of_all.chance == pytest.approx(float(figure("win_chance")), rel=0.2)
    assert of_all.mean_score == pytest.approx(whole("mean_winning_score"), rel=0.03)
    of_as_idols = oracle.estimate_wins(AS_IDOLS, UNITS, 150, chance)
    assert of_as_idols.chance == pytest.approx(float(figure("as_win_chance")), rel=0.25)


# --- tiles, units and points -----------------------------------------------------------------


def test_units_follow_the_rules() -> None:
    for year in YEARS:
        units = units_of(year)
        assert len({unit.members for unit in units}) == len(units) == whole(f"units_{year}")
        assert [unit.members for unit in units if unit.size == 1] == [(SHIIKA,)]
    times = Counter(Counter(unit.name for unit in units_of("2025")).values())
    assert times == {1: len(units_of("2025")) - 2 * times[2], 2: whole("unit_names_twice_2025")}
    assert len({unit.name for unit in UNITS}) == len(UNITS)
    sizes = wholes(figure("unit_sizes"))
    assert sorted({unit.size for unit in UNITS}) == sizes
    assert [oracle.size_score(size) for size in sizes] == wholes(figure("unit_scores"))


def test_data_and_known_answers_are_normalised() -> None:
    for path in [*DATA.glob("*.csv"), *(KNOWN_ANSWERS / "millijan").glob("*.csv")]:
        assert is_normalized("NFKC", path.read_text(encoding="utf-8")), path.name


@pytest.mark.parametrize(("rules", "main", "called", "complete", "points"), BY_HAND["points"])
def test_the_oracle_counts_points_by_all_rules(
    rules: Rules, main: int | None, called: list[int], complete: bool, points: list[int]
) -> None:
    units = listed([0, 1], [2, 3, 4], [5])
    how = Counting(rules, main, tuple(units[number] for number in called))
    assert oracle.score(units, complete, how) == sum(points)
