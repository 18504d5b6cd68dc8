"""The MilliJan oracle agrees with the known answers, with their figures, and with itself."""

from __future__ import annotations

import random
from collections import Counter
from math import comb, prod
from pathlib import Path
from unicodedata import is_normalized

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scripts.figures import KNOWN_ANSWERS
from tests.millijan.known_hands import figure, hand_id, hand_of, known_rows, whole, wholes
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

same_every_time = settings(derandomize=True, deadline=None, max_examples=60)
few_examples = settings(same_every_time, max_examples=15)


def triples(text: str) -> list[tuple[int, ...]]:
    """Read entries like 4:2:144 with spaces between them."""
    return [tuple(map(int, entry.split(":"))) for entry in text.split()]


def deals(count: int, tiles: int, kinds: range = KINDS, seed: int = 20) -> list[Tiles]:
    """Deal hands, the same ones every time."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    return [oracle.deal(kinds, tiles, chance.shuffle) for _ in range(count)]


def winning_known_hands() -> list[Tiles]:
    return [hand_of(row) for row in known_rows("hands13") if row["win"] == "1"]


def hands(tiles: int, kinds: range = KINDS) -> st.SearchStrategy[Tiles]:
    wall = [kind for kind in kinds for _ in range(oracle.COPIES)]
    return st.permutations(wall).map(lambda shuffled: tuple(shuffled[:tiles]))


# Short lists of units of few kinds, in which three copies of a kind are soon not enough.
FEW_KINDS = range(7)
short_lists: st.SearchStrategy[Units] = st.sets(
    st.frozensets(st.sampled_from(FEW_KINDS), min_size=1, max_size=5), min_size=2, max_size=5
).map(
    lambda some: tuple(
        Unit(number, str(number), members) for number, members in enumerate(sorted(tuple(sorted(one)) for one in some))
    )
)


# --- data ------------------------------------------------------------------------------------


def test_tiles_and_units_are_what_the_rules_say() -> None:
    assert len(TILES) == whole("kinds")
    assert [tile.kind for tile in TILES] == list(KINDS)
    assert whole("copies") == oracle.COPIES
    assert Counter(tile.type for tile in TILES)["Sora"] == 1
    assert len({tile.name for tile in TILES}) == len({tile.full_name for tile in TILES})
    assert TILES[SHIIKA].full_name == "詩花"
    assert TILES[SORA].full_name == "早坂そら"
    for units, count in [(UNITS, whole("units_2019")), (UNITS_2025, whole("units_2025"))]:
        assert len(units) == count
        assert [unit.number for unit in units] == list(range(count))
        assert len({unit.members for unit in units}) == count
        for unit in units:
            assert list(unit.members) == sorted(set(unit.members))
        held = {kind for unit in units for kind in unit.members}
        assert held == set(KINDS) - {SORA}
        assert [unit.members for unit in units if unit.size == 1] == [(SHIIKA,)]
    assert sorted({unit.size for unit in UNITS}) == wholes(figure("unit_sizes"))


def test_names_of_units_are_different_in_2019_but_not_in_2025() -> None:
    assert len({unit.name for unit in UNITS}) == len(UNITS)
    times = Counter(unit.name for unit in UNITS_2025)
    assert max(times.values()) == 2
    assert sum(count == 2 for count in times.values()) == whole("unit_names_twice_2025")


def test_data_and_known_answers_are_normalised() -> None:
    for path in [*DATA.glob("*.csv"), *(KNOWN_ANSWERS / "millijan").glob("*.csv")]:
        assert is_normalized("NFKC", path.read_text(encoding="utf-8")), path.name


def test_points_by_size() -> None:
    sizes = wholes(figure("unit_sizes"))
    assert [oracle.size_score(size) for size in sizes] == wholes(figure("unit_scores"))


def test_hands_are_read_from_names_of_any_width() -> None:
    assert oracle.parse_hand("そら ロコ 春香 ﾛｺ\n", TILES) == (0, 24, 24, 53)
    with pytest.raises(ValueError, match="天海"):
        oracle.parse_hand("春香 天海", TILES)


def test_a_fourth_copy_and_unknown_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="4 tiles of the kind 7"):
        oracle.copies_left((7, 7, 7, 7))
    with pytest.raises(ValueError, match="no rules"):
        Counting("v1.5")  # type: ignore[arg-type]


# --- the published examples ------------------------------------------------------------------


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
    best = oracle.score(every[0], complete=True)
    assert best == whole(f"example_{example}_score")


# --- hands of 13 tiles -----------------------------------------------------------------------


@pytest.mark.parametrize("row", known_rows("hands13"), ids=hand_id)
def test_known_hand_of_13_tiles(row: dict[str, str]) -> None:
    hand, main_idol = hand_of(row), int(row["main_idol"])
    every = oracle.splits(hand, UNITS)
    best = oracle.best_packings(hand, UNITS)
    with_main_idol = oracle.best_value(hand, UNITS, Counting("v1.6", main_idol))
    without_main_idol = oracle.best_value(hand, UNITS, Counting("v1.6"))
    assert len(oracle.candidates(hand, UNITS)) == int(row["candidates"])
    assert len(every) == int(row["splits"])
    assert oracle.value(hand, best[0]) % oracle.WIN == int(row["score"])
    assert oracle.wins(hand, UNITS) == bool(every) == (row["win"] == "1")
    if every:
        assert len(best) == int(row["best_splits"])
        assert with_main_idol - oracle.WIN == int(row["v16_win_score"])
        assert row["v16_partial_score"] == ""
    else:
        assert without_main_idol == int(row["v16_partial_score"])
        assert row["best_splits"] == row["v16_win_score"] == ""


def hands_of_all_sorts() -> list[Tiles]:
    known = [hand_of(row) for name in ["hands12", "hands13"] for row in known_rows(name)]
    return known + deals(20, 13, AS_IDOLS) + deals(20, 13, range(30))


def test_both_ways_to_all_splits_agree() -> None:
    for hand in hands_of_all_sorts():
        for units in [UNITS, UNITS_2025]:
            assert oracle.splits(hand, units) == oracle.splits_among_packings(hand, units)


@same_every_time
@given(short_lists, st.integers(0, 13), st.data())
def test_both_ways_to_all_splits_agree_with_few_units(units: Units, tiles: int, data: st.DataObject) -> None:
    hand = data.draw(hands(tiles, FEW_KINDS))
    assert oracle.splits(hand, units) == oracle.splits_among_packings(hand, units)


def test_a_split_uses_exactly_the_hand_and_a_packing_no_more() -> None:
    for hand in hands_of_all_sorts():
        for split in oracle.splits(hand, UNITS):
            used = sorted(kind for unit in split for kind in unit.members)
            assert used == sorted(hand)
        every = oracle.packings(hand, UNITS)
        assert len(every) == len(set(every))
        for packing in every:
            used_of_kind = Counter(kind for unit in packing for kind in unit.members)
            assert used_of_kind <= Counter(hand)


@few_examples
@given(hands(13, range(20)), st.data())
def test_the_order_of_the_hand_does_not_matter(hand: Tiles, data: st.DataObject) -> None:
    other = tuple(data.draw(st.permutations(hand)))
    assert oracle.splits(other, UNITS) == oracle.splits(hand, UNITS)
    assert oracle.best_packings(other, UNITS) == oracle.best_packings(hand, UNITS)
    assert oracle.value_with_reuse(other, UNITS) == oracle.value_with_reuse(hand, UNITS)
    assert DISTANCES.distance_and_accepted(other) == DISTANCES.distance_and_accepted(hand)
    assert oracle.discards(other, DISTANCES) == oracle.discards(hand, DISTANCES)
    twelve, other_twelve = hand[1:], tuple(data.draw(st.permutations(hand[1:])))
    assert oracle.waits(other_twelve, UNITS, KINDS) == oracle.waits(twelve, UNITS, KINDS)


def test_published_searches_find_the_same_values() -> None:
    with_cache = oracle.ValuesWithCache(UNITS)
    some = hands_of_all_sorts()
    for hand in some:
        best = oracle.best_value(hand, UNITS)
        assert oracle.value_with_reuse(hand, UNITS) == best
        assert with_cache.value(hand) == best
    for hand in some[:40] + winning_known_hands()[:8]:
        assert oracle.value_by_backtracking(hand, UNITS) == oracle.best_value(hand, UNITS)


def test_the_published_cache_takes_another_order_for_another_hand_and_forgets_nothing() -> None:
    with_cache = oracle.ValuesWithCache(UNITS)
    hand = winning_known_hands()[0]
    assert with_cache.value(hand) == with_cache.value(hand[::-1]) == with_cache.value(hand)
    assert set(with_cache.known) == {hand, hand[::-1]}


def test_all_stars_have_many_splits() -> None:
    assert len(oracle.splits(tuple(AS_IDOLS), UNITS)) == whole("all_stars_splits")


def test_best_packings_are_ranked_by_value_then_fewer_units_then_numbers() -> None:
    units = tuple(
        Unit(number, str(number), members)
        for number, members in enumerate([(0, 1), (2, 3), (0, 2), (1, 3), (0, 1, 2), (3, 4), (4,)])
    )
    hand = (0, 1, 2, 3)
    found = oracle.best_packings(hand, units)
    assert [oracle.numbers(split) for split in found] == [(0, 1), (2, 3)]
    # 6000 with three units, 6000 with two of them, and 4000
    with_more = tuple(sorted([*found[0], units[5]], key=lambda unit: unit.number))
    ranking = oracle.ranked((0, 1, 2, 3, 3, 4, 9), [with_more, (units[4], units[5]), found[0]])
    assert ranking == [(units[4], units[5]), with_more, found[0]]


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


@pytest.mark.parametrize("rules", ["seed", "2019-10-08", "v1.6"])
def test_a_win_is_worth_more_than_any_other_hand(rules: Rules) -> None:
    counting = Counting(rules, main_idol=4)
    won = [oracle.best_value(hand, UNITS, counting) for hand in winning_known_hands()]
    others = [
        oracle.best_value(hand, UNITS, counting) for hand in hands_of_all_sorts() if not oracle.splits(hand, UNITS)
    ]
    assert min(won) >= oracle.WIN > max(others)
    # Each unit has at least 1000 points and at most 2000 for each of its tiles, doubled.
    assert max(others) <= 2 * 2000 * oracle.WINNING_TILES


def test_the_main_idol_can_change_the_best_split_when_her_units_count_double() -> None:
    units = tuple(
        Unit(number, str(number), members) for number, members in enumerate([(0, 1, 2, 3), (4,), (0, 1), (2, 3, 4)])
    )
    hand = (0, 1, 2, 3, 4)
    plain, doubled = (
        oracle.numbers(oracle.best_packings(hand, units, Counting("2019-10-08", main_idol))[0])
        for main_idol in [None, 4]
    )
    assert (plain, doubled) == ((0, 1), (2, 3))
    # A split always uses the main idol if the hand has her, so that v1.6 never changes a split ...
    best = oracle.best_packings(hand, units, Counting("v1.6", 4))
    assert best == oracle.best_packings(hand, units, Counting("v1.6"))
    # ... but it changes packings of hands that have none.
    hand_without_split = (0, 1, 2, 3, 9)
    units = (Unit(0, "0", (0, 1, 2)), Unit(1, "1", (2, 3)))
    packed = [oracle.best_packings(hand_without_split, units, Counting("v1.6", main_idol)) for main_idol in [None, 3]]
    assert packed == [[(units[0],)], [(units[1],)]]


def test_sora_is_in_no_unit_and_never_wins() -> None:
    for hand in winning_known_hands():
        with_her = (*hand[1:], SORA)
        assert oracle.splits(with_her, UNITS) == []
        assert oracle.best_value(with_her, UNITS) < oracle.WIN
        assert DISTANCES.distance(with_her) >= 1


def test_less_than_13_tiles_can_be_split_but_do_not_win() -> None:
    assert oracle.splits((SHIIKA,), UNITS) == [(UNITS[0],)]
    assert oracle.best_value((SHIIKA,), UNITS) == oracle.WIN + 1000
    assert not oracle.wins((SHIIKA,), UNITS)
    assert oracle.best_value((), UNITS) == oracle.WIN
    all_stars = tuple(AS_IDOLS)
    assert oracle.wins(all_stars, UNITS)
    trio = next(unit for unit in UNITS if unit.size == 3)
    twelve = (SHIIKA,) * 3 + trio.members
    assert oracle.splits(twelve, UNITS)
    assert not oracle.wins(twelve, UNITS, called=(trio, trio))
    assert oracle.wins((), UNITS, called=(UNITS[148],))


# --- hands of 12 tiles -----------------------------------------------------------------------


@pytest.mark.parametrize("row", known_rows("hands12"), ids=hand_id)
def test_known_hand_of_12_tiles(row: dict[str, str]) -> None:
    hand = hand_of(row)
    distance, accepted = DISTANCES.distance_and_accepted(hand)
    assert distance == int(row["distance"])
    assert list(accepted) == wholes(row["accepted"])
    assert sum(accepted.values()) == int(row["accepted_copies"])

    found = oracle.waits(hand, UNITS, KINDS)
    assert [(wait.kind, wait.score) for wait in found] == triples(row["waits"])
    if distance == 1:
        assert {wait.kind: wait.copies for wait in found} == accepted
    else:
        assert found == []

    target = tuple(sorted(kind for number in wholes(row["target_units"]) for kind in UNITS[number].members))
    assert oracle.wins(target, UNITS)
    assert max(Counter(target).values()) <= oracle.COPIES
    assert oracle.WINNING_TILES - oracle.overlap(hand, target) == distance


def test_distances_agree_with_integer_programming() -> None:
    for hand in [
        *(hand_of(row) for row in known_rows("hands12")),
        *deals(10, 12),
        *deals(10, 13, AS_IDOLS),
        *deals(10, 8),
    ]:
        assert oracle.distance_by_milp(hand, UNITS) == DISTANCES.distance(hand)
    for hand in deals(10, 13):
        assert oracle.distance_by_milp(hand, UNITS_2025) == Distances(UNITS_2025).distance(hand)


def test_integer_programming_also_says_which_kinds_are_accepted() -> None:
    for row in known_rows("hands12")[::20]:
        hand = hand_of(row)
        distance, accepted = DISTANCES.distance_and_accepted(hand)
        lower = [
            kind
            for kind, copies in {kind: 3 - hand.count(kind) for kind in KINDS}.items()
            if copies and oracle.distance_by_milp((*hand, kind), UNITS) < distance
        ]
        assert lower == list(accepted)


@same_every_time
@given(short_lists, st.integers(9, 13), st.data())
def test_distances_and_accepted_kinds_are_those_of_all_winning_hands(
    units: Units, tiles: int, data: st.DataObject
) -> None:
    winning = oracle.winning_hands(units)
    assume(winning)
    hand = data.draw(hands(tiles, FEW_KINDS))
    common = {target: oracle.overlap(hand, target) for target in winning}
    most = max(common.values())
    nearest = [Counter(target) for target in winning if common[target] == most]
    missing = {kind for target in nearest for kind in target - Counter(hand)}
    distance, accepted = Distances(units).distance_and_accepted(hand)
    assert distance == oracle.WINNING_TILES - most == oracle.distance_by_milp(hand, units)
    assert accepted == {kind: 3 - hand.count(kind) for kind in missing}
    assert 0 not in accepted.values()


@few_examples
@given(short_lists)
def test_what_no_tiles_can_win_is_said(units: Units) -> None:
    assume(not oracle.winning_hands(units))
    hand = tuple(FEW_KINDS) * 2
    with pytest.raises(ValueError, match="no win"):
        Distances(units).distance(hand[:12])
    with pytest.raises(ValueError, match="no win"):
        oracle.distance_by_milp(hand[:12], units)


@few_examples
@given(hands(12, range(16)))
def test_a_draw_of_an_accepted_kind_and_no_other_lowers_the_distance_by_one(hand: Tiles) -> None:
    distance, accepted = DISTANCES.distance_and_accepted(hand)
    for kind in range(16):
        if hand.count(kind) < oracle.COPIES:
            expected = distance - 1 if kind in accepted else distance
            assert DISTANCES.distance((*hand, kind)) == expected


@few_examples
@given(hands(13, range(16)))
def test_13_tiles_are_as_near_as_after_the_best_discard_unless_they_win(hand: Tiles) -> None:
    distance = DISTANCES.distance(hand)
    assert (distance == 0) == oracle.wins(hand, UNITS)
    if distance:
        assert distance == oracle.discards(hand, DISTANCES)[0].distance


def test_a_kind_of_which_all_three_are_held_is_neither_wait_nor_accepted() -> None:
    members = [(0, 1), (0, 2), (0, 3), (0, 4), (5, 6), (5, 6, 7, 8, 9)]
    units = tuple(Unit(number, str(number), some) for number, some in enumerate(members))
    hand = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert oracle.wins((*hand, 0), units)
    assert oracle.waits(hand, units, range(10)) == []
    assert Distances(units).distance_and_accepted(hand) == (2, {5: 2, 6: 2})
    assert oracle.waits((*hand[1:], 5), units, range(10)) == []
    hand = (0, 0, 1, 2, 3, 5, 5, 6, 6, 7, 8, 9)
    assert oracle.waits(hand, units, range(10)) == [oracle.Wait(0, 16000, 1)]
    assert Distances(units).distance_and_accepted(hand) == (1, {0: 1})


def test_called_units_are_part_of_a_win_and_take_copies_away() -> None:
    trio = next(unit for unit in UNITS if unit.size == 3)
    for hand in winning_known_hands():
        for split in oracle.splits(hand, UNITS):
            called, *rest = split
            concealed = tuple(kind for unit in rest for kind in unit.members)
            assert oracle.wins(concealed, UNITS, (called,))
            assert DISTANCES.distance(concealed, (called,)) == 0
            counting = Counting("2019-10-08", called=(called,))
            points = sum(oracle.size_score(unit.size) for unit in rest)
            half = oracle.size_score(called.size) // 2
            assert oracle.best_value(concealed, UNITS, counting) >= oracle.WIN + points + half
            if concealed:
                twelve = concealed[1:]
                distance, accepted = DISTANCES.distance_and_accepted(twelve, (called,))
                found = oracle.waits(twelve, UNITS, KINDS, counting)
                assert distance == 1
                assert {wait.kind: wait.copies for wait in found} == accepted
                own = Counter([*twelve, *called.members])
                assert all(copies == 3 - own[kind] for kind, copies in accepted.items())
    with pytest.raises(ValueError, match="4 tiles"):
        DISTANCES.distance(trio.members[:1] * 3, (trio,))


# --- discards and calls ----------------------------------------------------------------------


@pytest.mark.parametrize("row", known_rows("discards13"), ids=hand_id)
def test_known_discards(row: dict[str, str]) -> None:
    hand = hand_of(row)
    every = oracle.discards(hand, DISTANCES)
    best = oracle.best_discards(every)
    found = sorted((one.kind, one.distance, one.copies) for one in every)
    assert found == triples(row["all_discards"])
    assert [one.kind for one in best] == wholes(row["best_discards"])
    assert {one.distance for one in best} == {int(row["distance"])}
    order = [(one.distance, -one.copies, one.kind) for one in every]
    assert order == sorted(order)
    for one in every:
        assert one.copies == sum(3 - hand.count(kind) for kind in one.accepted)


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ((27, 13, 18, 18, 8, 35, 14, 43, 51, 34, 4, 47, 44), 4),
        ((28, 29, 51, 2, 12, 14, 13, 17, 24, 7, 5, 15, 12), 28),
    ],
)
def test_a_single_tile_too_many_is_not_accepted_again(hand: Tiles, discard: int) -> None:
    """The other tiles have a split, and no unit of two has this one: nothing but a split helps."""
    single = 51
    twelve = oracle.without(hand, [discard])
    assert twelve is not None
    assert oracle.splits(tuple(kind for kind in twelve if kind != single), UNITS)
    for drawn, tenpai in [(single, False), (0, True)]:
        thirteen = (*twelve, drawn)
        left = [oracle.without(thirteen, [kind]) for kind in set(thirteen)]
        found = [rest for rest in left if rest and oracle.waits(rest, UNITS, KINDS)]
        assert bool(found) == tenpai
    assert single not in DISTANCES.accepted(twelve)


def test_calls_are_the_units_with_the_called_tile_and_otherwise_tiles_of_the_hand() -> None:
    for hand in [hand_of(row) for row in known_rows("hands12")]:
        for kind in KINDS:
            found = oracle.calls(hand, UNITS, kind)
            for unit in UNITS:
                others = set(unit.members) - {kind}
                assert (unit in found) == (kind in unit.members and others <= set(hand))
        assert oracle.calls(hand, UNITS, SORA) == ()
        assert oracle.calls(hand, UNITS, SHIIKA) == (UNITS[0],)


# --- figures ---------------------------------------------------------------------------------


def test_chance_and_mean_score_of_random_wins() -> None:
    chance = random.Random(3)  # noqa: S311 - tiles, not secrets
    of_all = oracle.estimate_wins(KINDS, UNITS, 800, chance)
    assert of_all.chance == pytest.approx(float(figure("win_chance")), rel=0.1)
    assert of_all.mean_score == pytest.approx(whole("mean_winning_score"), rel=0.02)
    of_as_idols = oracle.estimate_wins(AS_IDOLS, UNITS, 400, chance)
    assert of_as_idols.chance == pytest.approx(float(figure("as_win_chance")), rel=0.15)


def test_the_estimate_is_right_where_all_winning_hands_can_be_listed() -> None:
    members = [(0, 1), (2, 3, 4), (5, 6, 7, 8), (0, 5), (1, 2, 6), (9,), (3, 7, 9), (4, 8)]
    units = tuple(Unit(number, str(number), some) for number, some in enumerate(members))
    ways = {
        hand: prod(comb(oracle.COPIES, copies) for copies in Counter(hand).values())
        for hand in oracle.winning_hands(units)
    }
    points = {hand: oracle.best_value(hand, units) - oracle.WIN for hand in ways}
    winning = sum(ways.values())
    estimate = oracle.estimate_wins(
        range(10),
        units,
        2000,
        random.Random(4),  # noqa: S311 - tiles, not secrets
    )
    assert estimate.chance == pytest.approx(winning / comb(30, oracle.WINNING_TILES), rel=0.2)
    mean = sum(ways[hand] * points[hand] for hand in ways) / winning
    assert estimate.mean_score == pytest.approx(mean, rel=0.02)


def test_share_of_winning_hands_of_as_idols() -> None:
    dealt = deals(1000, 13, AS_IDOLS)
    share = sum(oracle.wins(hand, UNITS) for hand in dealt) / len(dealt)
    assert share == pytest.approx(float(figure("as_win_chance")), abs=0.02)


def test_distances_of_random_hands() -> None:
    counts = wholes(figure("random_hands12_distances"))
    assert sum(counts) == whole("random_hands12")
    found = Counter(DISTANCES.distance(hand) for hand in deals(80, 12))
    for distance, count in enumerate(counts, start=1):
        assert found[distance] / 80 == pytest.approx(count / sum(counts), abs=0.15)
