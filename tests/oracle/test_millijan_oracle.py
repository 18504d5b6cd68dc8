"""The MilliJan oracle agrees with the known answers and their figures."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from pathlib import Path
from unicodedata import is_normalized

import pytest

from scripts.figures import KNOWN_ANSWERS
from tests.millijan.known_hands import figure, hand_id, hand_of, known_rows, numbers_of, whole, wholes
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Counting, Distances, Rules, Tiles, Unit, Units

DATA = Path(__file__).parent.parent.parent / "data" / "millijan"
TILES = oracle.read_tiles(DATA / "tiles.csv")
UNITS = oracle.read_units(DATA / "units_2019.csv", TILES)
UNITS_2025 = oracle.read_units(DATA / "units_2025.csv", TILES)
DISTANCES = Distances(UNITS)
KINDS = range(len(TILES))
AS_IDOLS = range(13)
SHIIKA, SORA = 52, 53


def listed(*members: Tiles) -> Units:
    return tuple(Unit(number, str(number), some) for number, some in enumerate(members))


# --- data ------------------------------------------------------------------------------------


def test_tiles_and_units_are_what_the_rules_say() -> None:
    assert len(TILES) == whole("kinds")
    assert [tile.kind for tile in TILES] == list(KINDS)
    assert whole("copies") == oracle.COPIES
    assert Counter(tile.type for tile in TILES)["Sora"] == 1
    assert len({tile.name for tile in TILES}) == len({tile.full_name for tile in TILES})
    assert [TILES[kind].full_name for kind in (SHIIKA, SORA)] == ["詩花", "早坂そら"]
    for units, count in [(UNITS, whole("units_2019")), (UNITS_2025, whole("units_2025"))]:
        assert [unit.number for unit in units] == list(range(count))
        assert len({unit.members for unit in units}) == count
        assert all(list(unit.members) == sorted(set(unit.members)) for unit in units)
        assert {kind for unit in units for kind in unit.members} == set(KINDS) - {SORA}
        assert [unit.members for unit in units if unit.size == 1] == [(SHIIKA,)]
    assert len({unit.name for unit in UNITS}) == len(UNITS)
    times = Counter(Counter(unit.name for unit in UNITS_2025).values())
    assert times == {1: len(UNITS_2025) - 2 * times[2], 2: whole("unit_names_twice_2025")}
    sizes = wholes(figure("unit_sizes"))
    assert sorted({unit.size for unit in UNITS}) == sizes
    assert [oracle.size_score(size) for size in sizes] == wholes(figure("unit_scores"))


def test_data_and_known_answers_are_normalised() -> None:
    for path in [*DATA.glob("*.csv"), *(KNOWN_ANSWERS / "millijan").glob("*.csv")]:
        assert is_normalized("NFKC", path.read_text(encoding="utf-8")), path.name


# --- known answers ---------------------------------------------------------------------------


@pytest.mark.parametrize("example", ["1", "2"])
def test_published_example(example: str) -> None:
    rows = [row for row in known_rows("examples") if row["example"] == example]
    names = {row["what"]: row["names"] for row in rows if row["what"] != "split"}
    (printed,) = (row for row in rows if row["what"] == "best as printed")
    hand = oracle.parse_hand(names["hand"], TILES)
    assert len(hand) == oracle.WINNING_TILES

    found = [unit.name for unit in oracle.candidates(hand, UNITS)]
    assert sorted(found) == sorted(names["candidates"].split(" | "))
    assert len(found) == wholes(figure("example_candidates"))[int(example) - 1]

    every = oracle.ranked(hand, oracle.splits(hand, UNITS))
    known = [(int(row["points"]), sorted(row["names"].split(" | "))) for row in rows if row["what"] == "split"]
    assert [(oracle.score(split, complete=True), sorted(unit.name for unit in split)) for split in every] == known
    assert oracle.best_value(hand, UNITS) == int(printed["points"])
    assert oracle.best_packings(hand, UNITS) == [every[0]]
    assert sorted(unit.name for unit in every[0]) == sorted(printed["names"].split(" | "))
    assert known[0][0] == whole(f"example_{example}_score")


@pytest.mark.parametrize("row", known_rows("hands13")[::2], ids=hand_id)
def test_known_hand_of_13_tiles(row: dict[str, str]) -> None:
    hand, main_idol = hand_of(row), int(row["main_idol"])
    every = oracle.splits(hand, UNITS)
    best = oracle.best_packings(hand, UNITS)
    assert len(oracle.candidates(hand, UNITS)) == int(row["candidates"])
    assert len(every) == int(row["splits"])
    assert oracle.value(hand, best[0]) % oracle.WIN == int(row["score"])
    assert oracle.wins(hand, UNITS) == bool(every) == (row["win"] == "1")
    if every:
        assert len(best) == int(row["best_splits"])
        with_main_idol = oracle.best_value(hand, UNITS, Counting("v1.6", main_idol))
        assert with_main_idol - oracle.WIN == int(row["v16_win_score"])
    else:
        assert oracle.best_value(hand, UNITS, Counting("v1.6")) == int(row["v16_partial_score"])


@pytest.mark.parametrize("row", known_rows("hands12")[::2], ids=hand_id)
def test_known_hand_of_12_tiles(row: dict[str, str]) -> None:
    hand = hand_of(row)
    distance, accepted = DISTANCES.distance_and_accepted(hand)
    assert distance == int(row["distance"])
    assert list(accepted) == wholes(row["accepted"])
    assert sum(accepted.values()) == int(row["accepted_copies"])

    found = oracle.waits(hand, UNITS, KINDS)
    assert [(wait.kind, wait.score) for wait in found] == numbers_of(row["waits"])
    assert {wait.kind: wait.copies for wait in found} == (accepted if distance == 1 else {})

    target = Counter(kind for number in wholes(row["target_units"]) for kind in UNITS[number].members)
    assert target.total() == oracle.WINNING_TILES
    assert max(target.values()) <= oracle.COPIES
    assert (target - Counter(hand)).total() == distance


@pytest.mark.parametrize("row", known_rows("discards13")[::6], ids=hand_id)
def test_known_discards(row: dict[str, str]) -> None:
    hand = hand_of(row)
    every = oracle.discards(hand, DISTANCES)
    assert sorted((one.kind, one.distance, one.copies) for one in every) == numbers_of(row["all_discards"])
    assert [one.kind for one in oracle.best_discards(every)] == wholes(row["best_discards"])
    assert every[0].distance == int(row["distance"])
    assert all(one.copies == sum(3 - hand.count(kind) for kind in one.accepted) for one in every)


def test_the_published_searches_find_the_known_values() -> None:
    with_cache = oracle.ValuesWithCache(UNITS)
    for row in known_rows("hands13")[::12]:
        hand, best = hand_of(row), int(row["score"]) + oracle.WIN * int(row["win"])
        assert oracle.value_by_backtracking(hand, UNITS) == oracle.value_with_reuse(hand, UNITS) == best
        assert with_cache.value(hand) == with_cache.value(hand) == best
    assert len(with_cache.known) == len(known_rows("hands13")[::12])


def test_all_stars_have_as_many_splits_as_known() -> None:
    assert len(oracle.splits(tuple(AS_IDOLS), UNITS)) == whole("all_stars_splits")


def test_chance_and_mean_score_of_random_wins_are_those_known() -> None:
    chance = random.Random(3)  # noqa: S311 - tiles, not secrets
    of_all = oracle.estimate_wins(KINDS, UNITS, 300, chance)
    assert of_all.chance == pytest.approx(float(figure("win_chance")), rel=0.2)
    assert of_all.mean_score == pytest.approx(whole("mean_winning_score"), rel=0.03)
    of_as_idols = oracle.estimate_wins(AS_IDOLS, UNITS, 150, chance)
    assert of_as_idols.chance == pytest.approx(float(figure("as_win_chance")), rel=0.25)


# --- rules -----------------------------------------------------------------------------------

DUO, TRIO, SINGLE = Unit(0, "duo", (0, 1)), Unit(1, "trio", (2, 3, 4)), Unit(2, "one", (5,))


@pytest.mark.parametrize(
    ("rules", "main_idol", "called", "complete", "expected"),
    [
        ("seed", None, (), True, 2000 + 4000 + 1000),
        ("seed", 2, (), False, 2000 + 4000 + 1000),
        ("seed", None, (DUO,), True, 2000 + 4000 + 1000 + 2000),
        ("2019-10-08", None, (), True, 2000 + 4000 + 1000),
        ("2019-10-08", 2, (), True, 2000 + 8000 + 1000),
        ("2019-10-08", 2, (), False, 2000 + 8000 + 1000),
        ("2019-10-08", 2, (TRIO, DUO), True, 2000 + 8000 + 1000 + 4000 + 1000),
        ("2019-10-08", None, (SINGLE,), True, 2000 + 4000 + 1000 + 500),
        ("v1.6", None, (), True, 2000 + 4000 + 1000),
        ("v1.6", None, (), False, 1000 + 2000 + 1000),
        ("v1.6", 2, (), True, 2000 + 4000 + 1000 + 2000),
        ("v1.6", 2, (), False, 1000 + 2000 + 1000 + 2000),
        ("v1.6", 2, (TRIO, TRIO), True, 2000 + 4000 + 1000 + 2 * 4000 + 2000),
        ("v1.6", 9, (), True, 2000 + 4000 + 1000),
    ],
)
def test_points_by_rules(rules: Rules, main_idol: int | None, called: Units, complete: bool, expected: int) -> None:
    counting = Counting(rules, main_idol, called)
    assert oracle.score((DUO, TRIO, SINGLE), complete, counting) == expected


def test_all_winning_hands_of_five_single_units_are_dealt_in_all_ways() -> None:
    assert oracle.deals_of(oracle.winning_hands(listed((0,), (1,), (2,), (3,), (4,)))) == comb(15, 13)
