"""Names as people write them, and what is said of those that nobody has."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.errors import InputError
from tablebases.millijan.names import Names, folded, unit_named
from tablebases.millijan.units import Unit
from tests.millijan.helpers import AS_IDOLS, KINDS, TILES, table_of
from tests.millijan.known_hands import hand_of, known_rows

NAMES = Names(TILES)
ANY_SIZE = range(1, 14)
UNITS = table_of("2019").units

KATAKANA = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}
FULL_WIDTH = {code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}

FULL_NAMES_WITH_BLANKS = {
    "天海 春香": 0, "菊地 真": 5, "双海 亜美": 10, "双海 真美": 11, "我那覇 響": 12,
    "島原 エレナ": 17, "所 恵美": 19, "徳川 まつり": 20, "野々原 茜": 22,
    "エミリー スチュアート": 31, "馬場 このみ": 38, "福田 のり子": 42, "白石 紬": 50,
    "早坂 そら": 53,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_an_idol_is_known_by_name_kana_full_name_and_number(kind: int) -> None:
    tile = TILES[kind]
    for name in (tile.name, tile.kana, tile.full_name, str(kind)):
        for written in (
            name,
            name.translate(KATAKANA),
            name.translate(FULL_WIDTH),
            normalize("NFD", name),
            normalize("NFD", name.translate(KATAKANA)),
            f" {name}\u3000",
        ):
            assert NAMES.kind(written) == kind
            assert NAMES.hand(written, [1]) == (kind,)


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("ハルカ", 0),
        ("はるか", 0),
        ("ﾊﾙｶ", 0),
        ("ヤヨイ", 4),
        ("ろこ", 24),
        ("ﾛｺ", 24),
        ("ロコ", 24),
        ("えみりー", 31),
        ("ｴﾐﾘｰ", 31),
        ("じゅりあ", 49),
        ("ｼﾞｭﾘｱ", 49),
        ("ジュリア", 49),
        ("えれな", 17),
        ("ノリコ", 42),
        ("のり子", 42),
        ("ノリ子", 42),
        ("天海 春香", 0),
        ("天海春香", 0),
        ("\uff15", 5),
        ("53", 53),
        ("ソラ", 53),
    ],
)
def test_width_and_kana_of_either_kind_are_the_same(written: str, kind: int) -> None:
    assert NAMES.kind(written) == kind


@pytest.mark.parametrize("name", ["春香", "AbC", "\uff21\uff42\uff23", "ヴァンパイア", "ｳﾞｧﾝﾊﾟｲｱ", "ヶゖ", "ー"])
def test_folding_twice_changes_nothing_more(name: str) -> None:
    assert folded(folded(name)) == folded(name)
    assert folded(name) == folded(f" {name.upper()} ")


def test_folding_keeps_names_apart() -> None:
    for names in ([tile.name for tile in TILES], [tile.kana for tile in TILES]):
        assert len({folded(name) for name in names}) == len(TILES)
    assert folded("ヴァイ") == folded("ｳﾞｧｲ") == "ゔぁい"
    assert folded("A b") == "ab"


# --- hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "kind"), FULL_NAMES_WITH_BLANKS.items())
@pytest.mark.parametrize("blank", [" ", "\u3000", ""])
def test_full_names_may_have_a_blank(written: str, kind: int, blank: str) -> None:
    name = written.replace(" ", blank)
    assert NAMES.hand(name, [1]) == (kind,)
    assert NAMES.hand(f"千早 {name} {name},千早", [4]) == (1, kind, kind, 1)


def test_a_name_with_a_dot_in_it_is_one_name() -> None:
    assert NAMES.hand("エミリー・スチュアート", [1]) == (31,)
    assert NAMES.hand("エミリー・エミリー", [2]) == (31, 31)


@pytest.mark.parametrize(
    "written",
    [
        "春香 千早 美希",
        "春香\u3000千早\u3000美希",
        "春香、千早、美希",
        "春香\uff0c千早\uff0c美希",
        "春香,千早,美希",
        "春香, 千早 ,美希,",
        "春香・千早・美希",
        "春香･千早･美希",
        "春香/千早/美希",
        "春香\n千早\n美希\n",
        "春香\r\n千早\r\n美希\r\n",
        "春香\t千早\t美希",
        "  春香   千早  美希 ",
        "はるか チハヤ 星井 美希",
        "0 1 2",
        "\uff10、\uff11、\uff12",
        "0 千早 みき",
    ],
)
def test_names_may_be_separated_in_many_ways(written: str) -> None:
    assert NAMES.hand(written, [3]) == (0, 1, 2)


def test_numbers_side_by_side_are_not_joined() -> None:
    assert NAMES.hand("1 2 3 4", [4]) == (1, 2, 3, 4)
    assert NAMES.hand("5 3", [2]) == (5, 3)


@given(
    st.permutations([kind for kind in KINDS for _ in range(3)]).map(lambda wall: wall[:13]),
    st.data(),
)
def test_a_hand_is_read_however_each_tile_is_written(hand: list[int], data: st.DataObject) -> None:
    written = []
    for kind in hand:
        tile = TILES[kind]
        name = data.draw(st.sampled_from([tile.name, tile.kana, tile.full_name, str(kind)]))
        written.append(data.draw(st.sampled_from([name, name.translate(KATAKANA)])))
    between = data.draw(st.sampled_from([" ", "、", " , ", "\u3000", "/", "・"]))
    assert NAMES.hand(between.join(written), [13]) == tuple(hand)


def test_the_order_of_a_hand_is_kept() -> None:
    for row in known_rows("hands13"):
        assert NAMES.hand(row["hand"], [13]) == hand_of(row)
        hand = hand_of(row)
        assert NAMES.hand(" ".join(TILES[kind].name for kind in hand), [12, 13]) == hand


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("春日", "未来"),
        ("はるが", "春香"),
        ("如月", "千早"),
        ("ジュリ", "ジュリア"),
        ("まつ", "まつり"),
        ("百合", "百合子"),
        ("エミリ", "エミリー"),
        ("早坂", "そら"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(written: str, near: str) -> None:
    with pytest.raises(InputError, match=f"nobody is called '{written}'; perhaps .*{near}.*\\?"):
        NAMES.kind(written)
    with pytest.raises(InputError, match=f"nobody is called '{written}'; perhaps .*{near}.*\\?"):
        NAMES.hand(f"春香 {written} 美希", ANY_SIZE)


def test_each_of_the_nearest_is_said_once_and_at_most_three() -> None:
    with pytest.raises(InputError) as caught:
        NAMES.kind("双海")
    meant = str(caught.value).split("perhaps ")[1].rstrip("?").split(" or ")
    assert {"亜美", "真美"} <= set(meant)
    assert len(meant) == len(set(meant)) <= 3


@pytest.mark.parametrize("written", ["xyzzy", "?", "-1", "54", "999", ""])
def test_what_is_near_nobody_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="nobody is called"):
        NAMES.kind(written)


def test_nothing_near_means_nobody_is_proposed() -> None:
    with pytest.raises(InputError, match=r"^nobody is called 'xyzzy'; the tile file has all names$"):
        NAMES.kind("xyzzy")


@pytest.mark.parametrize("written", ["", " ", "\u3000", "\n\n", ",", "、 、", "・", "\t/"])
def test_an_empty_hand_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="the hand is empty; name its tiles"):
        NAMES.hand(written, [12, 13])


@pytest.mark.parametrize(
    ("count", "sizes", "said"),
    [
        (1, [13], "has 1 tiles, but must have 13"),
        (12, [13], "has 12 tiles, but must have 13"),
        (11, [13, 12], "has 11 tiles, but must have 12 or 13"),
        (14, [12, 13], "has 14 tiles, but must have 12 or 13"),
        (14, ANY_SIZE, "has 14 tiles, but must have 1 to 13"),
    ],
)
def test_a_hand_of_another_size_is_refused(count: int, sizes: list[int], said: str) -> None:
    written = " ".join(TILES[kind].name for kind in range(count))
    with pytest.raises(InputError, match=f"the hand {said}"):
        NAMES.hand(written, sizes)
    assert NAMES.hand(written, [count]) == tuple(range(count))


def test_a_fourth_copy_is_refused() -> None:
    assert NAMES.hand("春香 春香 千早 はるか", [4]) == (0, 0, 1, 0)
    with pytest.raises(InputError, match="the hand has 4 copies of 春香, but there are 3"):
        NAMES.hand("春香 ハルカ 天海春香 千早 0", ANY_SIZE)
    with pytest.raises(InputError, match="the hand has 13 copies of ロコ, but there are 3"):
        NAMES.hand("ろこ " * 13, ANY_SIZE)


def test_called_units_count_as_tiles_and_as_copies_of_the_hand() -> None:
    trio = Unit("trio", (0, 1, 2))
    assert NAMES.hand("春香 千早 美希 雪歩", [7], [trio]) == (0, 1, 2, 3)
    with pytest.raises(InputError, match="the hand has 4 tiles, but must have 9 or 10"):
        NAMES.hand("春香 千早 美希 雪歩", [12, 13], [trio])
    with pytest.raises(InputError, match="the hand with its called units has 4 copies of 春香, but there are 3"):
        NAMES.hand("春香 春香 春香", ANY_SIZE, [trio])
    with pytest.raises(InputError, match="the called units have 15 tiles, which leaves none for the hand"):
        NAMES.hand("春香", ANY_SIZE, [trio] * 5)


# --- units -----------------------------------------------------------------------------------


def test_a_unit_is_known_by_name_number_and_members() -> None:
    for number, unit in enumerate(UNITS):
        assert unit_named(unit.name, UNITS, NAMES) == number
        assert unit_named(unit.name.translate(FULL_WIDTH), UNITS, NAMES) == number
        members = [TILES[kind].kana for kind in unit.members]
        if len(members) > 1:
            assert unit_named("+".join(reversed(members)), UNITS, NAMES) == number


def test_a_number_is_a_unit_unless_one_is_called_so() -> None:
    units = (Unit("1", (0, 1)), Unit("two", (1, 2)), Unit("two", (2, 3)))
    assert [unit_named(name, units, NAMES) for name in ("1", "0", "2", "two")] == [0, 0, 2, 1]


@pytest.mark.parametrize("name", ["Clove", "アイ", "春香+千早+そら", "999"])
def test_an_unknown_unit_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="there is no unit"):
        unit_named(name, UNITS, NAMES)


def test_an_unknown_unit_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"there is no unit 'Clove'; perhaps .*Clover"):
        unit_named("Clove", UNITS, NAMES)
    with pytest.raises(InputError, match="nobody is called 'xyzzy'"):
        unit_named("春香+xyzzy", UNITS, NAMES)


def test_the_members_of_a_unit_are_found_among_all_stars() -> None:
    written = "+".join(TILES[kind].name for kind in AS_IDOLS)
    assert UNITS[unit_named(written, UNITS, NAMES)].members == tuple(AS_IDOLS)
