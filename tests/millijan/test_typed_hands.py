"""Hands as people type them: in several words, without blanks, in kana and Latin letters; echoed with what is loose."""

from __future__ import annotations

from itertools import product

import pytest

from tablebases.errors import InputError
from tablebases.millijan.names import Names, hepburn, spellings
from tablebases.millijan.units import Tile
from tests.millijan.commands import TWELVE, as_strings, csv_of, data_of, lines_of, refused, text_of
from tests.millijan.helpers import KINDS, TILES

pytestmark = pytest.mark.usefixtures("_in_the_folder_of_the_project")
NAMES = Names(TILES)
LETTERS = [max(spellings(tile.kana), key=len) for tile in TILES]


@pytest.mark.parametrize(
    "words",
    [["春香", "千早", "美希"], ["春香千早美希"], ["はるかちはやみき"], ["ハルカチハヤミキ"],
     ["天海春香如月千早星井美希"],
     ["haruka", "chihaya", "miki"], ["HARUKA,Chihaya", "miki"], ["harukachihayamiki"], ["haruka", "tihaya", "2"],
     ["春香", "chihaya", "みき"], ["春香千早", "2"], ["haruka".translate({ord("a"): "\uff41"}), "千早美希"]],
)  # fmt: skip
def test_a_hand_may_be_typed_in_many_ways(words: list[str]) -> None:
    assert data_of("score", *words)["hand"] == ["春香", "千早", "美希"]


def test_names_in_latin_letters_are_of_one_idol_each() -> None:
    of_kind = [spellings(tile.kana) for tile in TILES]
    assert sum(map(len, of_kind)) == len(set().union(*of_kind))
    for kind, written in enumerate(of_kind):
        for name in written:
            assert hepburn(name) == name
            assert NAMES.kind(name) == NAMES.kind(name.upper()) == kind


@pytest.mark.parametrize(
    ("written", "name"),
    [("shizuka", "静香"), ("sizuka", "静香"), ("chizuru", "千鶴"), ("tiduru", "千鶴"), ("tsumugi", "紬"),
     ("tumugi", "紬"), ("fuka", "風花"), ("huuka", "風花"), ("fuuka", "風花"), ("shika", "詩花"), ("emily", "エミリー"),
     ("emirii", "エミリー"),
     ("julia", "ジュリア"), ("zyuria", "ジュリア"), ("anna", "杏奈"), ("elena", "エレナ"), ("loco", "ロコ")],
)  # fmt: skip
def test_latin_letters_may_follow_any_system(written: str, name: str) -> None:
    assert TILES[NAMES.kind(written)].name == name


@pytest.mark.parametrize("form", ["name", "kana", "full_name", "letters"])
def test_any_two_names_may_stand_together(form: str) -> None:
    written = LETTERS if form == "letters" else [str(getattr(tile, form)) for tile in TILES]
    for kinds in product(KINDS[::3], KINDS):
        assert NAMES.hand("".join(written[kind] for kind in kinds), [2]) == kinds


def test_names_that_can_be_read_in_two_ways_need_a_blank() -> None:
    names = Names([Tile(name, name, name, "") for name in ("か", "かな", "なみ", "み")])
    with pytest.raises(InputError, match=r"^'かなみ' may be か なみ or かな み; put blanks between the names$"):
        names.hand("かなみ", [2])
    assert names.hand("かな み", [2]) == (1, 3)


def test_numbers_cannot_stand_together_and_what_nobody_is_called_is_named() -> None:
    assert refused("score", "012").startswith("nobody is called '012'")
    assert refused("score", "春香千草") == "nobody is called '春香千草'; perhaps 春香 or 静香?"
    assert refused("score", "harka").startswith("nobody is called 'harka'; perhaps 春香 or ")


def test_a_hand_is_echoed_with_its_called_units() -> None:
    for command, hand in (("score", "千早 miki"), ("waits", TWELVE), ("distance", TWELVE), ("discard", f"{TWELVE} 12")):
        names = [TILES[kind].name for kind in NAMES.hand(hand, range(1, 14))]
        assert text_of(command, hand).splitlines()[0] == f"hand: {' '.join(names)}"
    assert text_of("chi", *TWELVE.split(), "hibiki").startswith("hand: 春香 千早 美希 ")
    assert text_of("score", "千早", "--called", "4").startswith("hand: 千早\ncalled: ハルカナミライ\n")


def test_loose_tiles_are_named() -> None:
    assert lines_of("score", "春香", "千早", "美希", "春香", "そら")[-1] == "loose: 春香 そら"
    assert [split["loose"] for split in data_of("score", "春香 千早 美希")["splits"]] == [[]]
    assert "loose" not in text_of("score", "春香 千早 美希")
    assert lines_of("score", "そら") == ["not won, 0 points; 1 best split", "loose: そら"]
    assert data_of("score", "千早", "--called", "4")["splits"][0]["loose"] == ["千早"]


def test_csv_has_a_row_for_each_unit_and_each_answer() -> None:
    data = data_of("score", TWELVE)
    rows = [{"split": 1, **unit} for unit in data["splits"][0]["units"]]
    columns = ["split", "id", "unit", "members", "points", "called"]
    assert csv_of("score", TWELVE)[: len(rows)] == as_strings(rows, columns)
    waits = csv_of("waits", TWELVE)
    assert {row["tile"] for row in waits} == {wait["tile"] for wait in data_of("waits", TWELVE)}
    assert len(waits) == sum(len(s["units"]) for wait in data_of("waits", TWELVE) for s in wait["splits"])
    assert csv_of("distance", TWELVE) == as_strings(
        [data_of("distance", TWELVE)], ["hand", "distance", "discard", "accepted_copies", "accepted"]
    )
