"""The functions of `tablebases.millijan`: their answers, compared with the oracle, and answers as text."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oracle import millijan as oracle
from tablebases import Error, InputError, millijan
from tablebases.answer.text import text_width
from tablebases.locations import PACKAGED, Place
from tablebases.millijan.units import NEVER, RuleSet
from tests.databases import named_rows_of, rows_of
from tests.millijan.helpers import RULES, SHIIKA, SORA, TILES, YEARS, distances_of, table_of, units_file, units_of
from tests.millijan.questions import (
    FAR,
    HOPELESS,
    THIRTEEN,
    TWELVE,
    Answer,
    Case,
    answer_of_2019,
    answer_of_oracle,
    copies_by_oracle,
    in_words,
)
from tests.millijan.questions import questions as questions_of
from tests.millijan.results import HAND_FILE, Results

UNITS = units_of("2019")


def names(kinds: Iterable[int]) -> tuple[str, ...]:
    return tuple(TILES[kind].name for kind in kinds)


# --- the oracle ------------------------------------------------------------------------------


def check_splits(
    splits: Sequence[millijan.Split], hand: Sequence[int], packings: Iterable[Iterable[int]], score: int,
    is_complete: bool, case: Case, rules: RuleSet,
) -> None:  # fmt: skip
    """Check that splits are these, with called units last, and each adds up to the score."""
    main = None if rules is RuleSet.V1_6 else case.main  # whose bonus is none of a unit's points
    for split, packing in zip(splits, packings, strict=True):
        numbers = [*((number, False) for number in packing), *((number, True) for number in case.numbers)]
        for (number, is_called), found in zip(numbers, split.units, strict=True):
            unit = UNITS[number]
            how = oracle.Counting(rules.value, main, (unit,) if is_called else ())
            points = oracle.score(() if is_called else (unit,), is_complete, how)
            assert vars(found) == {
                "unit": unit.name, "id": number, "members": names(unit.members), "points": points, "called": is_called,
            }  # fmt: skip
        has_main = any(case.main in UNITS[number].members for number, _ in numbers)
        assert split.bonus == (2000 if has_main and rules is RuleSet.V1_6 else 0)
        assert sum(unit.points for unit in split.units) + split.bonus == score
        used = Counter(kind for number, is_called in numbers if not is_called for kind in UNITS[number].members)
        assert Counter(split.loose) == Counter(names((Counter(hand) - used).elements()))


def check_nearest_win(
    found: Sequence[millijan.NearUnit], hand: oracle.Tiles, called: oracle.Units, nearest: tuple[int, ...] | None = None
) -> None:
    """Check that units are those of the table, the called ones last, each with the members that the hand lacks."""
    numbers = oracle.numbers(called)
    if nearest is None:
        nearest = table_of("2019").nearest_win(hand, numbers)
    assert [(unit.id, unit.called) for unit in found] == [
        *((number, False) for number in nearest), *((number, True) for number in numbers if nearest),
    ]  # fmt: skip
    missing = Counter(name for unit in found for name in unit.missing)
    members = Counter(name for unit in found if not unit.called for name in unit.members)
    assert missing == members - Counter(names(hand))


def discards_expected(answer: Answer) -> list[tuple[object, ...]]:
    return [(TILES[one.kind].name, one.distance, one.copies, names(one.accepted)) for one in answer.discards]


def discards_found(discards: Iterable[millijan.Discard]) -> list[tuple[object, ...]]:
    return [(one.discard, one.distance, one.accepted_copies, one.accepted) for one in discards]


def check_waits(waits: Sequence[millijan.Wait], case: Case, rules: RuleSet, answer: Answer) -> None:
    """Check that waits are those of the oracle, the best first, each with all splits."""
    copies = copies_by_oracle(case, answer.waits)
    order = sorted(answer.waits, key=lambda kind: (-answer.waits[kind], kind))
    expected = [(TILES[kind].name, answer.waits[kind], copies[kind]) for kind in order]
    assert [(wait.tile, wait.score, wait.copies_left) for wait in waits] == expected
    how = oracle.Counting(rules.value, case.main, case.called)
    for kind, wait in zip(order, waits, strict=True):
        win = (*case.hand, kind)
        best = oracle.best_packings(win, UNITS, how)
        check_splits(wait.splits, win, map(oracle.numbers, best), wait.score, True, case, rules)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", RULES)
def test_answers_about_a_hand_are_those_of_the_oracle(rules: RuleSet) -> None:
    found = set()
    for case in questions_of()[RULES.index(rules) :: 3]:
        answer, text, how = answer_of_2019(case, rules), in_words(case.hand), {**case.keywords, "rules": rules.value}
        score = millijan.score(text, **how)
        assert (score.hand, score.called) == (names(case.hand), tuple(unit.name for unit in case.called))
        assert (score.main, score.rules, score.seen) == (case.row["main"] or None, rules, ())
        assert (score.won, score.score, score.value) == (answer.won, answer.score, answer.value)
        check_splits(score.splits, case.hand, answer.splits, answer.score, answer.value >= oracle.WIN, case, rules)
        assert score.n_splits == len(answer.splits)
        copies = sum(copies_by_oracle(case, answer.accepted).values()) if answer.distance else None
        about = (answer.distance, copies, names(answer.accepted))
        judged = millijan.judge(text, **how)
        assert {key: value for key, value in vars(judged).items() if hasattr(score, key)} == vars(score)
        assert (judged.n_tiles, judged.distance, judged.accepted_copies, judged.accepted) == (answer.n_tiles, *about)
        check_waits(judged.waits, case, rules, answer)
        assert discards_found(judged.discards) == discards_expected(answer)
        if answer.n_tiles == 12:
            waits = millijan.waits(text, **how)
            assert (waits.distance, waits.waits) == (answer.distance, judged.waits)
        if answer.n_tiles >= 12:
            distance = millijan.distance(text, **how)
            assert (distance.distance, distance.accepted_copies, distance.accepted) == about
            best = answer.discards[0].kind if answer.discards and not answer.won else None
            assert distance.discard == (None if best is None else TILES[best].name)
            rest = case.hand if best is None else oracle.without(case.hand, [best])
            assert rest is not None
            check_nearest_win(distance.nearest_win, rest, case.called, answer.splits[0] if answer.won else None)
        if answer.n_tiles == 13:
            discards = millijan.discards(text, **how).discards
            assert discards_found(discards) == discards_expected(answer)
            for one, discard in zip(answer.discards, discards, strict=True):
                rest = oracle.without(case.hand, [one.kind])
                assert rest is not None
                check_nearest_win(discard.nearest_win, rest, case.called)
        found |= {answer.distance, "waits" if answer.waits else "none", "tied" if len(answer.splits) > 1 else "one"}
    assert found >= {0, 1, 2, "waits", "tied"}


@pytest.mark.thorough
@pytest.mark.parametrize("rules", RULES)
def test_calls_are_those_of_the_oracle(rules: RuleSet) -> None:
    calls = [(Case(tuple(range(12))), 12), (Case(tuple(range(12))), SORA)]
    of_12 = [case for case in questions_of() if case.n_tiles == 12][RULES.index(rules) :: 3]
    calls += [(case, (*answer_of_2019(case, RuleSet.SEED).waits, 0)[0]) for case in of_12]
    found = set()
    for case, kind in calls:
        if not copies_by_oracle(case, [kind])[kind]:
            continue
        answer = millijan.chi(in_words(case.hand), TILES[kind].name, **case.keywords, rules=rules.value)
        by_id = {call.id: call for call in answer.calls}
        assert sorted(by_id) == [unit.number for unit in oracle.calls(case.hand, UNITS, kind)]
        order = [(one.distance, -(one.score or 0), -(one.accepted_copies or 0), one.id) for one in answer.calls]
        assert order == sorted(order)
        for number, call in by_id.items():
            unit = UNITS[number]
            rest = oracle.without((*case.hand, kind), unit.members)
            assert rest is not None
            after = replace(case, hand=rest, called=(*case.called, unit))
            expected = answer_of_oracle(after, rules, UNITS, distances_of("2019"))
            assert (call.unit, call.members, call.called) == (unit.name, names(unit.members), True)
            assert (call.won, call.distance, call.score) == (
                expected.won, expected.distance, expected.score if expected.won else None,
            )  # fmt: skip
            assert discards_found(call.all_discards) == ([] if call.won else discards_expected(expected))
            if call.won:
                check_splits(call.splits, rest, expected.splits, expected.score, True, after, rules)
                assert (call.discards, call.accepted_copies, call.nearest_win) == ((), None, ())
            else:
                best = oracle.best_discards(expected.discards)
                assert (call.discards, call.accepted_copies) == (names(one.kind for one in best), best[0].copies)
                assert call.splits == ()
                first = oracle.without(rest, [best[0].kind])
                assert first is not None
                check_nearest_win(call.nearest_win, first, after.called)
                found |= {"tied"} if len(best) > 1 else set()
            found.add(call.distance)
    assert {0, 1} <= found
    assert rules is not RuleSet.SEED or "tied" in found


def test_a_called_unit_of_13_leaves_an_empty_hand() -> None:
    first = millijan.chi(TWELVE, "響").calls[0]
    assert (first.id, first.score, [unit.called for unit in first.splits[0].units]) == (148, 24000, [True])
    (half,) = [call for call in millijan.chi(TWELVE, "響", rules="2019-10-08").calls if call.id == 148]
    assert (half.score, half.points) == (12000, 12000)


# --- seen tiles, units and files -------------------------------------------------------------


@pytest.mark.parametrize(("n_kinds", "n_seen"), [(13, 0), (52, 30)])
def test_every_accepted_tile_of_a_discard_can_still_be_drawn(n_kinds: int, n_seen: int) -> None:
    last_copies = 0
    for seed in range(40):
        tiles = [kind for kind in range(n_kinds) for _ in range(oracle.COPIES)]
        random.Random(seed).shuffle(tiles)  # noqa: S311 - tiles, not secrets
        hand, seen = tiles[:13], tiles[13 : 13 + n_seen]
        out_of_play = Counter(names([*hand, *seen]))
        for one in millijan.discards(hand, seen=seen).discards:
            assert all(out_of_play[kind] < oracle.COPIES for kind in one.accepted)
            assert one.accepted_copies == sum(oracle.COPIES - out_of_play[kind] for kind in one.accepted)
            last_copies += out_of_play[one.discard] == oracle.COPIES
    assert last_copies > 0


def test_seen_tiles_are_fewer_copies_left_and_no_waits() -> None:
    before = {wait.tile: wait for wait in millijan.waits(TWELVE).waits}
    assert before["響"].copies_left == 3
    two, three = (millijan.waits(TWELVE, seen="ひびき" * count) for count in (2, 3))
    assert {wait.tile: wait for wait in two.waits} == before | {"響": replace(before["響"], copies_left=1)}
    assert {wait.tile for wait in three.waits} == set(before) - {"響"}
    seen = ["響", "hibiki 7"]
    plain, less = millijan.distance(TWELVE), millijan.distance(TWELVE, seen=seen)
    assert (less.accepted, less.seen) == (plain.accepted, ("響", "響", "貴音"))
    assert (plain.accepted_copies or 0) - (less.accepted_copies or 0) == 2 + ("貴音" in plain.accepted)
    by_discard = {one.discard: one for one in millijan.discards(f"{TWELVE} 志保", seen=seen).discards}
    for one in millijan.discards(f"{TWELVE} 志保").discards:
        gone = 2 * ("響" in one.accepted) + ("貴音" in one.accepted)
        assert by_discard[one.discard].accepted_copies == one.accepted_copies - gone
    assert millijan.chi(TWELVE, "響", seen="千早").calls != millijan.chi(TWELVE, "響").calls


def test_units_are_all_those_of_an_idol_or_those_that_lack_few_tiles_of_a_hand() -> None:
    every = millijan.find_units().units
    for unit, found in zip(UNITS, every, strict=True):
        about = (unit.number, unit.name, names(unit.members), oracle.score((unit,), True), ())
        assert (found.id, found.unit, found.members, found.points, found.missing) == about
    assert millijan.find_units(rules="v1.6").units == every
    for kind in (0, 20, 51, SHIIKA, SORA):
        expected = [unit.number for unit in UNITS if kind in unit.members]
        assert [unit.id for unit in millijan.find_units(idol=TILES[kind].name).units] == expected
        assert bool(expected) is (kind != SORA)
    for missing in (0, 1, 2, 13):
        for hand in ("春香 千早 美希", TWELVE, "そら", "春香 春香 詩花 百合子"):
            lacking = {unit.number: tuple(n for n in names(unit.members) if n not in hand.split()) for unit in UNITS}
            near = [(n, some) for n, some in lacking.items() if len(some) <= missing and len(some) < UNITS[n].size]
            answer = millijan.find_units(hand, missing=missing)
            assert [(unit.id, unit.missing) for unit in answer.units] == near
            with_idol = millijan.find_units(hand, missing=missing, idol="春香").units
            assert list(with_idol) == [unit for unit in answer.units if "春香" in unit.members]


def test_judge_file_judges_every_hand_as_judge_does() -> None:
    answers = millijan.judge_file(HAND_FILE, rules="v1.6")
    assert answers[len(answers) - 1] is answers.judgements[-1]
    for number, answer in enumerate(answers, start=1):
        judged = millijan.judge(answer.hand, called=answer.called, main=answer.main, rules="v1.6")
        assert answer == replace(judged, hand_id=number)


def test_a_hand_is_text_or_a_list_of_tiles() -> None:
    expected = millijan.score("春香 千早 美希")
    assert expected.hand == ("春香", "千早", "美希")
    for hand in ("haruka,ちはや/ﾐｷ", ["春香", "千早", "美希"], ("0", "1 2"), (name for name in ("はるか", "千早美希"))):
        assert millijan.score(hand) == expected
    for called in ("ハルカナミライ", "4", ["春香+未来"], ("はるかなみらい",)):
        answer = millijan.score("詩花", called=called)
        assert (answer.called, answer.score) == (("ハルカナミライ",), 3000)
    answer = millijan.score("千早", called=["4", "0", "4"])
    assert (answer.called, answer.score) == (("ハルカナミライ", "(詩花)", "ハルカナミライ"), 5000)


@pytest.mark.parametrize("year", YEARS)
def test_lists_of_units_have_names_or_are_files(year: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = millijan.find_units(units=year)
    assert [unit.unit for unit in expected.units] == [unit.name for unit in units_of(year)]
    Path("units.csv").write_bytes(units_file(year).read_bytes())
    for units in (units_file(year), str(units_file(year)), "units.csv"):
        assert millijan.find_units(units=units) == expected


def test_tiles_and_units_may_be_those_of_files(tmp_path: Path) -> None:
    tiles, units = tmp_path / "tiles.csv", tmp_path / "units.csv"
    tiles.write_text("id,name,kana,full_name,type,copies\n0,A,あ,A,x,3\n1,B,い,B,x,3\n", encoding="utf-8")
    units.write_text("id,name,members\n0,pair,A B\n", encoding="utf-8")
    assert millijan.score("A B", tiles=tiles, units=units).score == 2000
    with pytest.raises(Error, match="no idol is called"):
        millijan.score("A B", tiles=tiles)


def test_answers_do_not_depend_on_other_questions_and_threads() -> None:
    hows = [{"rules": rules.value, "main": main} for rules in RULES for main in ("春香", "響", "未来", None)]
    first = [millijan.waits(TWELVE, **how) for how in hows]
    assert first == [millijan.waits(TWELVE, **how) for how in hows]
    hands = [in_words(case.hand) for case in questions_of() if len(case.hand) == 12 and not case.called][::2]
    expected = [millijan.judge(hand) for hand in hands]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(millijan.judge, hands * 2)) == expected * 2


# --- the summary -----------------------------------------------------------------------------


def test_the_summary_has_what_the_database_says_of_each_deck(results: Results) -> None:
    answer = millijan.summary(results.folder)
    assert (answer.path, answer.source) == (results.database, Place.GIVEN)
    every_row = named_rows_of(results.database, "SELECT * FROM simulated_decks ORDER BY rowid")
    for deck, row in zip(answer.decks, every_row, strict=True):
        shared = {key for key in row if hasattr(deck, key)} - {"mean_winning_score", "mean_winning_score_error"}
        assert {key: getattr(deck, key) for key in shared}.items() <= row.items()

        def of_deck(sql: str, name: str = deck.deck) -> Any:
            return rows_of(results.database, f"{sql} WHERE deck = ?", [name])

        assert of_deck("SELECT sum(distance * share) FROM simulated_distances") == [
            (pytest.approx(deck.mean_distance),)
        ]
        chance = deck.exact_win_chance
        expected = chance if chance is None else pytest.approx(chance)
        assert of_deck("SELECT sum(share) FROM winning_deals") == [(expected,)]
        ((mean_score,),) = of_deck("SELECT sum(score * share) / sum(share) FROM winning_deals")
        in_words = mean_score and pytest.approx(mean_score), None if mean_score else row["mean_winning_score_error"]
        assert (deck.mean_winning_score, deck.mean_winning_score_error) == in_words
        waiting = dict(of_deck("SELECT n_tiles, share FROM waiting_deals"))
        assert (deck.exact_tenpai_share, deck.exact_tenpai_share_of_13) == (waiting.get(12), waiting.get(13))
        draws = (deck.mean_draws, deck.mean_draws_error)
        assert of_deck("SELECT mean_draws, mean_draws_error FROM simulated_games") == [draws]
    by_name = {deck.deck: deck for deck in answer.decks}
    assert (by_name["all"].exact_win_chance, by_name["all"].mean_winning_score) == (None, None)
    assert (by_name["AS"].mean_winning_score or 0) > 10_000


# --- text ------------------------------------------------------------------------------------


@pytest.mark.parametrize("year", [YEARS[0], pytest.param(YEARS[1], marks=pytest.mark.thorough)])
def test_text_has_at_most_80_columns(year: str) -> None:
    answers = [
        *(millijan.judge(in_words(case.hand), **case.keywords, rules="v1.6") for case in questions_of()[::5]),
        millijan.waits(TWELVE, units=year), millijan.waits(FAR, units=year, seen="響響"),
        millijan.distance(FAR, units=year), millijan.distance(THIRTEEN, units=year),
        millijan.discards(f"{FAR} 静香", units=year), millijan.discards("春香", called=HOPELESS),
        millijan.chi(TWELVE, "響", units=year), millijan.find_units(units=year),
        millijan.find_units(TWELVE, missing=3, units=year), millijan.summary(),
        millijan.judge_file(HAND_FILE, units=year),
    ]  # fmt: skip
    for answer in answers:
        lines = str(answer).replace(str(PACKAGED), "packaged").split("\n")
        assert max(map(text_width, lines)) <= 80, answer
        assert lines[0]
        assert lines[-1]
        assert "\x1b" not in str(answer)


def test_text_says_that_a_hand_never_wins(tmp_path: Path) -> None:
    units = tmp_path / "units.csv"
    units.write_text("id,name,members\n0,pair,春香 千早\n", encoding="utf-8")
    text = str(millijan.waits(TWELVE, units=units))
    assert "not tenpai: no tile completes this hand; its distance is never: nothing wins" in text
    assert str(NEVER) not in text
    assert str(millijan.distance(TWELVE, units=units)).endswith("distance never: nothing wins")
    assert "nearest" not in str(millijan.discards("春香", called=HOPELESS))


# --- examples, names and errors --------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: millijan.score([]), "the hand is empty; name its tiles, as in 春香 千早 美希"),
        *(
            (ask, " must be a whole number or a text or a list, not b'0 1'; for example tablebases.millijan.")
            for ask in (
                lambda: millijan.score(b"0 1"),  # type: ignore[arg-type]
                lambda: millijan.score("春香", seen=b"0 1"),  # type: ignore[arg-type]
                lambda: millijan.score("春香", called=b"0 1"),  # type: ignore[arg-type]
                lambda: millijan.chi(b"0 1", "春香"),  # type: ignore[arg-type]
            )
        ),
        (lambda: millijan.score("春香", rules="v2"), "there is no rule set 'v2'; take seed, 2019-10-08, v1.6"),
        (lambda: millijan.score("春香", units="2020"), "there is no list of units '2020'; take 2019 or 2025"),
        (lambda: millijan.score("春香", units="\0"), "cannot use \\x00: embedded null byte"),
        (lambda: millijan.score("春香", tiles="\0"), "cannot use \\x00: embedded null byte"),
        (lambda: millijan.score("春香", main=""), "no idol is called ''"),
        (lambda: millijan.chi(TWELVE, ""), "no idol is called ''"),
        (lambda: millijan.find_units("春香"), "a hand needs missing, and missing a hand"),
        (lambda: millijan.find_units(missing=1), "a hand needs missing, and missing a hand"),
        (
            lambda: millijan.find_units("春香", missing=-1),
            "missing must be a whole number from 0 to 1,000,000,000, not -1",
        ),
        (lambda: millijan.find_units("春香", missing=1.5), "missing must be a whole number or None, not 1.5"),  # type: ignore[arg-type]
        (lambda: millijan.judge_file("\0"), "cannot use \\x00: embedded null byte"),
    ],
)
def test_bad_input_is_an_input_error(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError) as error:
        ask()
    assert message in str(error.value)
