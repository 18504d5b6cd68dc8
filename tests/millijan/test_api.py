"""The functions of `tablebases.millijan`: examples, text, errors, and that the commands say the same."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, asdict
from pathlib import Path
from typing import Any

import pytest

from tablebases import DamagedDataError, Error, InputError, MissingDataError, millijan
from tablebases.locations import Place
from tablebases.millijan import families, questions
from tablebases.text_tables import text_width
from tests.millijan.commands import FAR, HOPELESS, THIRTEEN, TWELVE, data_of, where
from tests.millijan.helpers import RULES, TILES, YEARS, units_file
from tests.millijan.results import HAND_FILE, Asked, Results, in_words
from tests.millijan.results import questions as asked_hands
from tests.oracle import millijan as oracle

pytestmark = pytest.mark.usefixtures("_in_the_folder_of_the_project")

CALLED = HOPELESS[1::2]
SIZES: dict[str, set[int]] = {"score": set(range(1, 14)), "waits": {12}, "distance": {12, 13}, "discards": {13}}
COMMAND_OF = {"discards": "discard"}


def plain(answer: Any) -> Any:
    """An answer as JSON has it: tuples are lists, and only `score` names loose tiles."""
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    return answer


def without_loose(splits: Any) -> list[Any]:
    return [{key: value for key, value in split.items() if key != "loose"} for split in splits]


def answer_data(name: str, answer: Any) -> Any:
    """What `--json` should print for an answer."""
    data = plain(asdict(answer))
    if name == "score":
        del data["seen"]
        return {**data, "n_splits": answer.n_splits}
    if name == "waits":
        return [{**wait, "splits": without_loose(wait["splits"])} for wait in data["waits"]]
    if name == "discards":
        return data["discards"]
    return {key: data[key] for key in ("hand", "distance", "discard", "accepted_copies", "accepted", "nearest_win")}


def keywords_of(asked: Asked) -> dict[str, Any]:
    main = None if asked.main is None else TILES[asked.main].name
    return {"main": main, "called": [str(number) for number in asked.numbers]}


def options_of(keywords: dict[str, Any]) -> list[str]:
    """Keywords as options of a command."""
    words = []
    for name, value in keywords.items():
        for one in value if isinstance(value, list) else [value]:
            words += [] if one is None else [f"--{name}", one]
    return words


def lines_of(answer: object) -> list[str]:
    return str(answer).split("\n")


# --- examples, imports, types ----------------------------------------------------------------


@pytest.mark.parametrize("module", [questions, families])
def test_the_examples_are_right(module: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    results = doctest.testmod(module)
    assert results.attempted
    assert results.failed == 0


def test_every_function_has_an_example() -> None:
    finder = doctest.DocTestFinder()
    for name in millijan.__all__:
        function = getattr(millijan, name)
        if callable(function) and not isinstance(function, type):
            assert any(test.examples for test in finder.find(function)), name


def test_all_public_names_are_there_and_no_other() -> None:
    assert dir(millijan) == sorted(millijan.__all__)
    assert all(getattr(millijan, name) is not None for name in millijan.__all__)
    assert millijan.NEVER == 14
    with pytest.raises(AttributeError, match="has no attribute 'points'"):
        millijan.points  # noqa: B018


def test_no_module_has_the_name_of_a_public_function() -> None:
    modules = {path.stem for path in Path(millijan.__file__).parent.glob("*.py")}
    assert not modules & set(millijan.__all__)


def test_an_import_loads_nothing_heavy() -> None:
    program = (
        "import sys, tablebases\n"
        "tablebases.millijan, tablebases.millijan.score, tablebases.millijan.summary().decks\n"
        "print(*sorted({'numpy', 'numba', 'rich', 'typer'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_answers_are_frozen() -> None:
    answer = millijan.score("春香")
    with pytest.raises(FrozenInstanceError):
        answer.score = 1  # type: ignore[misc]
    assert hash(answer) == hash(millijan.score("はるか"))


# --- the commands say the same ---------------------------------------------------------------


@pytest.mark.parametrize("name", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_json_has_the_values_of_the_answer(name: str, rules: str) -> None:
    function = getattr(millijan, name)
    compared = 0
    for asked in asked_hands()[::4]:
        if len(asked.hand) + oracle.tiles_used(asked.called) in SIZES[name]:
            keywords = {**keywords_of(asked), "rules": str(rules)}
            hand = in_words(asked.hand)
            expected = data_of(COMMAND_OF.get(name, name), hand, *options_of(keywords))
            assert answer_data(name, function(hand, **keywords)) == expected
            compared += 1
    assert compared >= 2


@pytest.mark.parametrize("name", ["waits", "distance"])
def test_seen_tiles_are_the_same_in_a_command(name: str) -> None:
    keywords = {"seen": "響響 亜美", "rules": "v1.6", "main": "響"}
    answer = getattr(millijan, name)(TWELVE, **keywords)
    assert answer_data(name, answer) == data_of(name, TWELVE, *options_of(keywords))
    assert (answer.seen, answer.main, answer.rules) == (("響", "響", "亜美"), "響", "v1.6")
    assert answer != getattr(millijan, name)(TWELVE)


@pytest.mark.parametrize("rules", RULES)
def test_calls_are_those_of_the_command(rules: str) -> None:
    answer = millijan.chi(TWELVE, "響", rules=rules)
    for call, row in zip(answer.calls, data_of("chi", TWELVE, "響", "--rules", str(rules)), strict=True):
        data = plain(asdict(call))
        assert data.pop("called") is True
        data["splits"] = without_loose(data["splits"])
        assert {key: value or None for key, value in data.items()} == {key: value or None for key, value in row.items()}
        assert call.won is (call.distance == 0)
    assert {call.won for call in answer.calls} == {False, True}


def test_the_hands_of_a_file_are_judged_as_one_by_one() -> None:
    answers = millijan.judge_file(HAND_FILE, rules="v1.6")
    rows = data_of("batch", str(HAND_FILE), "--rules", "v1.6")
    for answer, row in zip(answers, rows, strict=True):
        data = plain(asdict(answer))
        assert data.pop("seen") == []
        data["waits"] = [{**wait, "splits": without_loose(wait["splits"])} for wait in data["waits"]]
        assert {**data, "n_splits": answer.n_splits} == {key: row[key] for key in row if key != "hand_id"}
        again = millijan.judge(answer.hand, called=answer.called, main=answer.main, rules="v1.6")
        assert again == answer


@pytest.mark.parametrize(
    ("words", "keywords"),
    [
        ([], {}),
        (["--idol", "春香"], {"idol": "春香"}),
        (["--missing", "1", TWELVE], {"hand": TWELVE, "missing": 1}),
        (["--missing", "2", "そら 春香", "--idol", "haruka"], {"hand": "そら 春香", "missing": 2, "idol": "haruka"}),
    ],
)
def test_found_units_are_those_of_the_command(words: list[str], keywords: dict[str, Any]) -> None:
    answer = millijan.find_units(**keywords)
    expected = data_of("units", *words)
    assert answer.units
    assert [{key: data[key] for key in expected[0]} for data in plain(asdict(answer))["units"]] == expected


def test_the_summary_says_where_the_results_are_from(results: Results) -> None:
    answer = millijan.summary(results.folder)
    assert (answer.path, answer.source) == (results.database, Place.GIVEN)
    assert [asdict(deck) for deck in answer.decks] == data_of("summary", *where(results))


def test_the_summary_of_the_package_needs_no_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path))
    assert millijan.summary().source in (Place.PACKAGED, Place.FETCHED)
    assert [deck.deck for deck in millijan.summary().decks] == ["all", "AS", "Princess", "Fairy", "Angel"]


# --- keywords --------------------------------------------------------------------------------


def test_a_hand_is_text_or_a_list_of_tiles() -> None:
    expected = millijan.score("春香 千早 美希")
    assert expected.hand == ("春香", "千早", "美希")
    for hand in ("haruka,ちはや/ﾐｷ", ["春香", "千早", "美希"], ("0", "1 2"), (name for name in ("はるか", "千早美希"))):
        assert millijan.score(hand) == expected


@pytest.mark.parametrize("called", ["ハルカナミライ", "4", ["春香+未来"], ("はるかなみらい",)])
def test_a_called_unit_is_named_as_in_the_commands(called: Any) -> None:
    answer = millijan.score("詩花", called=called)
    assert (answer.called, answer.score) == (("ハルカナミライ",), 3000)
    assert [unit.called for unit in answer.splits[0].units] == [False, True]


@pytest.mark.parametrize("year", YEARS)
def test_lists_of_units_have_names_or_are_files(year: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = millijan.find_units(units=year)
    assert len(expected.units) == len(
        oracle.read_units(units_file(year), oracle.read_tiles(units_file("2019").parent / "tiles.csv"))
    )
    monkeypatch.chdir(tmp_path)
    assert millijan.find_units(units=year) == expected
    assert millijan.find_units(units=units_file(year)) == millijan.find_units(units=str(units_file(year))) == expected
    copied = tmp_path / "units.csv"
    copied.write_bytes(units_file(year).read_bytes())
    assert millijan.find_units(units="units.csv") == expected
    copied.write_text("id,name,members\n0,pair,春香 千早\n", encoding="utf-8")
    assert [unit.unit for unit in millijan.find_units(units="units.csv").units] == ["pair"]
    assert millijan.distance(TWELVE, units=copied).distance == millijan.NEVER


def test_tiles_may_be_those_of_a_file(tmp_path: Path) -> None:
    tiles, units = tmp_path / "tiles.csv", tmp_path / "units.csv"
    tiles.write_text("id,name,kana,full_name,type,copies\n0,A,あ,A,x,3\n1,B,い,B,x,3\n", encoding="utf-8")
    units.write_text("id,name,members\n0,pair,A B\n", encoding="utf-8")
    assert millijan.score("A B", tiles=tiles, units=units).score == 2000
    with pytest.raises(Error, match="nobody is called"):
        millijan.score("A B", tiles=tiles)


def test_a_main_idol_changes_nothing_under_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert millijan.score("春香 千早", main="春香").score == millijan.score("春香 千早").score
    assert millijan.score("春香 千早", main="春香", rules="v1.6").score == 4000
    assert capsys.readouterr() == ("", "")


def test_many_rules_and_seen_tiles_are_asked_in_turn() -> None:
    hands = [(rules, main) for rules in RULES for main in ("春香", "千早", "響", "翼", "未来", "静香", None)]
    first = [millijan.waits(TWELVE, rules=rules, main=main) for rules, main in hands]
    assert first == [millijan.waits(TWELVE, rules=rules, main=main) for rules, main in hands]


def test_threads_do_not_disturb_each_other() -> None:
    hands = [in_words(asked.hand) for asked in asked_hands() if len(asked.hand) == 12 and not asked.called]
    expected = [millijan.judge(hand) for hand in hands]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(millijan.judge, hands * 3)) == expected * 3


# --- text ------------------------------------------------------------------------------------


@pytest.mark.parametrize("year", YEARS)
def test_text_has_at_most_80_columns(year: str) -> None:
    answers = [
        *(millijan.judge(in_words(asked.hand), **keywords_of(asked), rules="v1.6") for asked in asked_hands()[::3]),
        millijan.waits(TWELVE, units=year), millijan.waits(FAR, units=year, seen="響響"),
        millijan.distance(FAR, units=year), millijan.distance(THIRTEEN, units=year),
        millijan.discards(f"{FAR} 静香", units=year), millijan.discards("春香", called=CALLED),
        millijan.chi(TWELVE, "響", units=year), millijan.chi(TWELVE, "そら", units=year),
        millijan.find_units(units=year), millijan.find_units(TWELVE, missing=3, units=year), millijan.summary(),
    ]  # fmt: skip
    for answer in answers:
        lines = lines_of(answer)
        assert max(map(text_width, lines)) <= 80, answer
        assert lines[0]
        assert lines[-1]
        assert "\x1b" not in str(answer)


def test_parts_of_answers_have_text_of_one_line() -> None:
    judged = millijan.judge(TWELVE)
    assert str(judged.waits[0]) == "響: 24000 points, copies left: 3"
    assert str(judged.splits[0].units[0]).endswith(" points")
    assert "\n" not in str(millijan.discards(THIRTEEN).discards[0])
    assert lines_of(judged.splits[0])[0].split() == ["unit", "members", "points"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda: millijan.score(THIRTEEN), "won, 24000 points; 1 best split"),
        (lambda: millijan.score("春香 千早 そら"), "loose: そら"),
        (lambda: millijan.waits(FAR), "not tenpai: no tile completes this hand; its distance is 2"),
        (lambda: millijan.distance(f"{FAR} 静香", seen="響"), "seen: 響"),
        (lambda: millijan.distance(f"{FAR} 静香"), "accepted, 3 copies: 未来"),
        (lambda: millijan.distance("春香", called=CALLED), "distance never: nothing wins"),
        (lambda: millijan.chi(TWELVE, "そら"), "no unit of this hand has そら"),
    ],
)
def test_text_has_the_sentences_of_the_command(answer: Callable[[], object], said: str) -> None:
    assert said in lines_of(answer())


def test_nothing_is_drawn() -> None:
    assert not hasattr(millijan.score("春香"), "_repr_svg_")


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: millijan.score(""), "the hand is empty; name its tiles, as in 春香 千早 美希"),
        (lambda: millijan.score([]), "the hand is empty; name its tiles, as in 春香 千早 美希"),
        (lambda: millijan.score("春花"), "nobody is called '春花'; perhaps "),
        (lambda: millijan.score("春香", rules="v2"), "there is no rule set 'v2'; take seed, 2019-10-08, v1.6"),
        (lambda: millijan.score("春香", units="2020"), "there is no list of units '2020'; take 2019 or 2025, or "),
        (lambda: millijan.score("春香", units="\0"), "there is no file '\\x00'; a path has no null characters"),
        (lambda: millijan.score("春香", tiles="\0"), "there is no file '\\x00'; a path has no null characters"),
        (lambda: millijan.score("春香", called="誰か"), "there is no unit '誰か'"),
        (lambda: millijan.score("春香", main=""), "nobody is called ''"),
        (
            lambda: millijan.score("春香", seen="春香 春香 春香"),
            "all that is seen has 4 copies of 春香, but there are 3",
        ),
        (lambda: millijan.waits("春香"), "the hand has 1 tiles, but must have 12"),
        (lambda: millijan.distance("春香"), "the hand has 1 tiles, but must have 12 or 13"),
        (lambda: millijan.discards(TWELVE), "the hand has 12 tiles, but must have 13"),
        (lambda: millijan.chi(THIRTEEN, "響"), "the hand has 13 tiles, but must have 12"),
        (lambda: millijan.chi(TWELVE, ""), "nobody is called ''"),
        (lambda: millijan.find_units("春香"), "missing needs a hand, and a hand needs missing"),
        (lambda: millijan.find_units(missing=1), "missing needs a hand, and a hand needs missing"),
        (lambda: millijan.find_units("", missing=1), "the hand is empty; "),
        (lambda: millijan.judge_file("\0"), "there is no file '\\x00'; a path has no null characters"),
        (lambda: millijan.summary("no/folder"), "there is no folder no/folder; "),
    ],
)
def test_bad_input_is_an_input_error(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(InputError) as error:
        ask()
    assert str(error.value).startswith(said)
    assert len(str(error.value).splitlines()) == 1


def test_files_that_are_missing_are_named(tmp_path: Path) -> None:
    path = tmp_path / "no.csv"
    for ask in (
        lambda: millijan.score("春香", units=path),
        lambda: millijan.score("春香", tiles=path),
        lambda: millijan.judge_file(path),
    ):
        with pytest.raises(Error, match=f"cannot read {path}: No such file or directory"):
            ask()


def test_results_that_are_missing_or_damaged_are_errors_of_their_class(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="does not exist"):
        millijan.summary(tmp_path)
    (tmp_path / "millijan.db").write_bytes(b"mine\n" * 99)
    with pytest.raises(DamagedDataError, match="is not a SQLite database"):
        millijan.summary(str(tmp_path))
