"""Tiles that lie elsewhere in sight: they cannot be drawn, so wins with them are out of reach."""

from __future__ import annotations

import random
from collections import Counter

from tablebases.millijan.table import Table
from tablebases.millijan.units import NEVER
from tests.millijan.commands import TWELVE, csv_of, data_of, refused, text_of
from tests.millijan.helpers import TILES, game_units, random_short_list
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Tiles


def nearest(hand: Tiles, wins: set[Tiles]) -> tuple[int, set[int]]:
    """By definition: 13 less the largest overlap with a win, NEVER without wins, and the kinds that raise it."""
    overlaps = {win: oracle.overlap(hand, win) for win in wins}
    most = max(overlaps.values(), default=oracle.WINNING_TILES - NEVER)
    missing = [Counter(win) - Counter(hand) for win, overlap in overlaps.items() if overlap == most]
    return oracle.WINNING_TILES - most, set().union(*missing)


def test_only_wins_that_do_without_the_seen_tiles_count() -> None:
    chance = random.Random(1)  # noqa: S311 - tiles, not secrets
    found: Counter[int] = Counter()
    for _ in range(100):
        kinds = chance.randint(6, 8)
        units = random_short_list(chance, kinds)
        all_wins = oracle.winning_hands(units)
        wall = Counter(dict.fromkeys(range(kinds), oracle.COPIES))
        near = chance.sample(chance.choice(sorted(all_wins)), 11) if all_wins and chance.random() < 0.7 else []
        others = list((wall - Counter(near)).elements())
        chance.shuffle(others)
        apart = oracle.WINNING_TILES - len(near)
        hand, seen = (*near, *others[:apart]), others[apart : apart + chance.randint(1, len(others) - apart)]
        wins = {win for win in all_wins if max(Counter((*win, *seen)).values()) <= oracle.COPIES}
        table = Table(TILES[:kinds], game_units(units), seen=seen)
        left = table.copies_left(hand)
        assert left == [oracle.COPIES - [*hand, *seen].count(kind) for kind in range(kinds)]
        for one in table.discards(hand):
            rest = oracle.without(tuple(sorted(hand)), [one.kind])
            assert rest is not None
            distance, accepted = nearest(rest, wins)
            assert (one.distance, set(one.accepted)) == (distance, accepted), (units, hand, seen, one)
            assert one.copies == sum(left[kind] for kind in accepted)
            assert set(table.waits(rest)) == (accepted if distance == 1 else set())
            found[distance] += 1
    assert min(found[distance] for distance in (1, 2, 3, NEVER)) > 10


def test_a_kind_of_which_all_tiles_are_seen_is_no_wait() -> None:
    before = {wait["tile"]: wait for wait in data_of("waits", TWELVE)}
    assert before["響"]["copies_left"] == 3
    two, three = (data_of("waits", TWELVE, "--seen", "ひびき" * count) for count in (2, 3))
    assert {wait["tile"]: wait for wait in two} == before | {"響": {**before["響"], "copies_left": 1}}
    assert {wait["tile"] for wait in three} == set(before) - {"響"}


def test_every_question_about_what_may_be_drawn_takes_seen_tiles() -> None:
    seen = ["--seen", "響", "--seen", "hibiki 7"]
    plain, less = (data_of("distance", TWELVE, *options) for options in ([], seen))
    assert plain["accepted"] == less["accepted"]
    assert plain["accepted_copies"] - less["accepted_copies"] == 2 + ("貴音" in plain["accepted"])
    all_left, fewer = (csv_of("discard", f"{TWELVE} 志保", *options) for options in ([], seen))
    by_discard = {row["discard"]: row for row in fewer}
    for one in all_left:
        accepted = one["accepted"].split()
        gone = 2 * ("響" in accepted) + ("貴音" in accepted)
        assert by_discard[one["discard"]] == one | {"accepted_copies": str(int(one["accepted_copies"]) - gone)}
    called, called_less = (data_of("chi", TWELVE, "響", *options) for options in ([], ["--seen", "千早"]))
    assert called != called_less
    assert "seen: 響 響 貴音" in text_of("waits", TWELVE, *seen)


def test_more_tiles_than_there_are_cannot_be_seen() -> None:
    assert (
        refused("waits", TWELVE, "--seen", "春香春香春香") == "all that is seen has 4 copies of 春香, but there are 3"
    )
    assert refused("chi", TWELVE, "響", "--seen", "響 響 響") == "all that is seen has 4 copies of 響, but there are 3"
    assert "nobody is called 'harukaa'; perhaps 春香" in refused("discard", f"{TWELVE} 響", "--seen", "harukaa")
