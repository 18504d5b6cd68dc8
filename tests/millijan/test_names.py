"""Names as people write them, of idols, hands and units, and the error for a name that no idol has."""

from __future__ import annotations

from itertools import product
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablebases.errors import InputError
from tablebases.millijan.game_files import load_units
from tablebases.millijan.names import Names, folded, hepburn, spellings, unit_named
from tablebases.millijan.units import Tile, Unit
from tests.millijan.helpers import AS_IDOLS, BY_HAND, KINDS, TILES, units_file

NAMES = Names(TILES)
UNITS = load_units(units_file("2019"), TILES)
ANY_SIZE = range(1, 14)
TRIO = Unit("trio", (0, 1, 2))

KATAKANA = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}
FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}


def test_an_idol_has_a_name_a_kana_a_full_name_and_a_number() -> None:
    for kind, tile in enumerate(TILES):
        for name in (tile.name, tile.kana, tile.full_name, str(kind)):
            katakana = name.translate(KATAKANA)
            decomposed = [normalize("NFD", one) for one in (name, katakana)]
            for written in (name, katakana, name.translate(FULL_WIDTH), *decomposed, f" {name}\u3000"):
                assert NAMES.kind(written) == kind
                assert NAMES.hand(written, [1]) == (kind,)


@pytest.mark.parametrize("name", BY_HAND["written"])
def test_width_kind_of_kana_and_system_of_latin_letters_do_not_matter(name: str) -> None:
    assert {TILES[NAMES.kind(written)].name for written in BY_HAND["written"][name]} == {name}


def test_each_spelling_in_latin_letters_means_one_idol() -> None:
    of_kind = [spellings(tile.kana) for tile in TILES]
    assert sum(map(len, of_kind)) == len(set().union(*of_kind))
    for kind, written in enumerate(of_kind):
        for name in written:
            assert hepburn(name) == name
            assert NAMES.kind(name) == NAMES.kind(name.upper()) == kind


def test_folding_ignores_width_case_and_blanks_and_keeps_names_apart() -> None:
    for name in ("春香", "AbC", "\uff21\uff42\uff23", "ヴァンパイア", "ｳﾞｧﾝﾊﾟｲｱ", "ヶゖ", "ー"):
        assert folded(folded(name)) == folded(name) == folded(f" {name.upper()} ")
    for names in ([tile.name for tile in TILES], [tile.kana for tile in TILES]):
        assert len({folded(name) for name in names}) == len(TILES)
    assert folded("ヴァイ") == folded("ｳﾞｧｲ") == "ゔぁい"


# --- hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "kind"), BY_HAND["full names"].items())
def test_a_full_name_may_have_a_blank(written: str, kind: int) -> None:
    for blank in (" ", "\u3000", ""):
        name = written.replace(" ", blank)
        assert NAMES.hand(name, [1]) == (kind,)
        assert NAMES.hand(f"千早 {name} {name},千早", [4]) == (1, kind, kind, 1)
        assert NAMES.kind(name) == kind
    assert NAMES.hand("エミリー・スチュアート", [1]) == (NAMES.kind("エミリー・スチュアート"),) == (31,)
    assert NAMES.hand("エミリー・エミリー", [2]) == (31, 31)


@pytest.mark.parametrize("written", BY_HAND["ways to write 0 1 2"])
def test_hand_reads_three_tiles_however_people_write_them(written: str) -> None:
    assert NAMES.hand(written, [3]) == (0, 1, 2)


@settings(max_examples=10)
@given(st.permutations([kind for kind in KINDS for _ in range(3)]).map(lambda wall: wall[:13]), st.data())
def test_hand_keeps_the_order_of_tiles(hand: list[int], data: st.DataObject) -> None:
    written = []
    for kind in hand:
        tile = TILES[kind]
        name = data.draw(st.sampled_from([tile.name, tile.kana, tile.full_name, str(kind)]))
        written.append(data.draw(st.sampled_from([name, name.translate(KATAKANA)])))
    between = data.draw(st.sampled_from([" ", "、", " , ", "\u3000", "/", "・"]))
    assert NAMES.hand(between.join(written), [13]) == tuple(hand)


def test_any_two_names_may_stand_side_by_side() -> None:
    letters = [max(spellings(tile.kana), key=len) for tile in TILES]
    forms = [[getattr(tile, form) for tile in TILES] for form in ("name", "kana", "full_name")]
    for written in (*forms, letters):
        for kinds in product(KINDS[::9], KINDS):
            assert NAMES.hand("".join(written[kind] for kind in kinds), [2]) == kinds


def test_the_error_asks_for_a_blank_between_names_with_two_readings() -> None:
    names = Names([Tile(name, name, name, "") for name in ("か", "かな", "なみ", "み")])
    with pytest.raises(InputError, match=r"^'かなみ' may be か なみ or かな み; put blanks between the names$"):
        names.hand("かなみ", [2])
    assert names.hand("かな み", [2]) == (1, 3)


@pytest.mark.parametrize(("written", "kinds"), BY_HAND["numbers of tiles"].items())
def test_a_number_behind_a_name_says_how_many_tiles(written: str, kinds: list[int]) -> None:
    assert NAMES.kinds(written) == tuple(kinds)


def test_a_name_in_the_tile_file_may_have_separators_and_end_like_a_number_of_tiles() -> None:
    names = Names([Tile(name, "", "", "") for name in ("A/B", "C D", "Ex2")])
    assert names.kinds("a/b C D ex2 ex2x2") == (0, 1, 2, 2, 2)
    assert [names.kind(name) for name in ("A/B", "c d", "EX2")] == [0, 1, 2]


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "near"), BY_HAND["nearest names"].items())
def test_the_refusal_of_an_unknown_name_suggests_the_nearest(written: str, near: str) -> None:
    for ask in (lambda: NAMES.kind(written), lambda: NAMES.hand(f"春香 {written} 美希", ANY_SIZE)):
        with pytest.raises(InputError, match=f"no idol is called '{written}'; perhaps .*{near}.*\\?"):
            ask()


@pytest.mark.parametrize(("written", "part", "near"), BY_HAND["wrong parts of hands"])
def test_the_refusal_names_only_the_part_that_is_wrong(written: str, part: str, near: str) -> None:
    with pytest.raises(InputError, match=f"^no idol is called '{part}'; perhaps .*{near}.*\\?$"):
        NAMES.kinds(written)


def test_one_idol_must_be_one_and_names_without_blanks_have_an_end() -> None:
    with pytest.raises(InputError, match=r"^no idol is called '春香 千早'; perhaps 春香.*\?$"):
        NAMES.kind("春香 千早")
    every = " ".join(f"{max(spellings(tile.kana), key=len)} {tile.full_name}" for tile in TILES for _ in range(3))
    assert len(NAMES.kinds(every)) == 6 * len(TILES)
    for read in (NAMES.kinds, NAMES.kind, lambda text: unit_named(text, UNITS, NAMES)):
        with pytest.raises(InputError, match=r"^names without blanks have at most 5,000 characters, not 60,000; "):
            read("春香" * 30_000)


def test_the_refusal_suggests_up_to_three_idols_and_none_twice() -> None:
    with pytest.raises(InputError, match=r"^no idol is called 'xyzzy'; `tablebases millijan units` lists the names$"):
        NAMES.kind("xyzzy")
    with pytest.raises(InputError) as caught:
        NAMES.kind("双海")
    meant = str(caught.value).split("perhaps ")[1].rstrip("?").split(" or ")
    assert {"亜美", "真美"} <= set(meant)
    assert len(meant) == len(set(meant)) <= 3


@pytest.mark.parametrize("written", ["xyzzy", "?", "-1", "54", "999", "", "012"])
def test_a_name_near_no_idol_is_an_error(written: str) -> None:
    with pytest.raises(InputError, match="no idol is called"):
        NAMES.kind(written)


@pytest.mark.parametrize(("written", "sizes", "called", "message"), BY_HAND["wrong hands"])
def test_the_error_names_a_wrong_number_of_tiles_or_copies(
    written: str, sizes: list[int], called: int, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        NAMES.hand(written, sizes, [TRIO] * called)
    assert str(caught.value).startswith(message)


def test_a_hand_may_have_three_copies_called_units_included() -> None:
    assert NAMES.hand("春香 春香 千早 はるか", [4]) == (0, 0, 1, 0)
    assert NAMES.hand("春香 千早 美希 雪歩", [7], [TRIO]) == (0, 1, 2, 3)
    assert NAMES.hand("0 1 2 3 4 5 6 7 8 9 10 11", [12, 13]) == tuple(range(12))


# --- units -----------------------------------------------------------------------------------


def test_unit_named_finds_a_unit_by_name_number_and_members() -> None:
    for number, unit in enumerate(UNITS):
        assert unit_named(unit.name, UNITS, NAMES) == number
        assert unit_named(unit.name.translate(FULL_WIDTH), UNITS, NAMES) == number
        members = [TILES[kind].kana for kind in unit.members]
        if len(members) > 1:
            assert unit_named("+".join(reversed(members)), UNITS, NAMES) == number
    for written in ("天海 春香+春日・未来", "haruka\uff0bmirai", "4", "みらい+0"):
        assert unit_named(written, UNITS, NAMES) == 4
    for written in ("ハルカナミライ", "はるかなみらい", "ﾊﾙｶﾅﾐﾗｲ", "春香+未来"):
        assert unit_named(written, UNITS, NAMES) == 4
    assert UNITS[unit_named("+".join(map(str, AS_IDOLS)), UNITS, NAMES)].members == tuple(AS_IDOLS)


def test_the_name_of_a_unit_goes_before_the_number_of_another() -> None:
    units = (Unit("1", (0, 1)), Unit("two", (1, 2)), Unit("two", (2, 3)))
    assert [unit_named(name, units, NAMES) for name in ("1", "0", "2", "two")] == [0, 0, 2, 1]


@pytest.mark.parametrize(("name", "message"), BY_HAND["unknown units"].items())
def test_the_error_names_an_unknown_unit(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        unit_named(name, UNITS, NAMES)
