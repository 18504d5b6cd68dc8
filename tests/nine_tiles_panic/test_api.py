"""What `tablebases.nine_tiles` offers to programs, on the packaged answers and on the artifacts of a small board."""

from __future__ import annotations

import dataclasses
import doctest
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from tablebases import nine_tiles
from tablebases.cli.main import app
from tablebases.errors import Error, InputError, MissingDataError
from tablebases.locations import Place
from tablebases.sources import source_modules
from tests.databases import rows_of

TOWN = "206745813361230035"
SVG = "{http://www.w3.org/2000/svg}svg"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(*words: str) -> Any:
    """What a command says with --json."""
    done = CliRunner().invoke(app, ["nine-tiles", *words, "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def check_text(answer: object) -> None:
    """Fail unless an answer is frozen, and its text is lines of at most 80 columns."""
    assert dataclasses.is_dataclass(answer)
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.source = None  # type: ignore[union-attr]
    assert str(answer)
    assert max(map(len, str(answer).split("\n"))) <= 80


def check_picture(answer: Any) -> None:
    assert ElementTree.fromstring(answer._repr_svg_()).tag == SVG  # noqa: S314 - our own


@pytest.mark.parametrize("name", ["town", "answers"])
def test_examples_are_right(name: str) -> None:
    found = doctest.testmod(import_module(f"tablebases.nine_tiles.{name}"))
    assert found.attempted
    assert not found.failed


def test_all_public_names_are_there() -> None:
    assert dir(nine_tiles) == sorted(nine_tiles.__all__)
    for name in nine_tiles.__all__:
        assert getattr(nine_tiles, name).__doc__, name
    with pytest.raises(AttributeError):
        nine_tiles.nothing  # type: ignore[attr-defined]  # noqa: B018


# --- towns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", [TOWN, "206 745 813 | 361 230 035", "206745813|361230035", f"\uff12\uff10\uff16{TOWN[3:]}"]
)
def test_a_town_is_read_in_any_notation(text: str) -> None:
    town = nine_tiles.Town.parse(text)
    assert (town.pattern, town.is_complete, town.faults) == (TOWN, True, [])
    assert repr(town) == f"Town('{TOWN}')"
    check_text(town)
    check_picture(town)


def test_a_town_is_turned() -> None:
    town = nine_tiles.Town.parse(TOWN)
    assert town.rotate(4) == town == town.rotate().rotate(-1) == town.rotate(2).rotate(2)
    assert all(town.rotate(quarters).is_complete for quarters in range(4))
    small = nine_tiles.Town.parse("201501", rows=1, columns=3)
    turned = small.rotate()
    assert (turned.board.rows, turned.board.columns, turned.pattern) == (3, 1, "102216")
    assert repr(turned) == "Town('102216', Board(rows=3, columns=1))"


def test_a_town_that_is_not_complete_says_why() -> None:
    town = nine_tiles.Town.parse("036582714000000000")
    assert not town.is_complete
    check_text(town)
    check_picture(town)
    with pytest.raises(Error, match="is not a complete town"):
        nine_tiles.score(town)


def test_a_picture_points_at_a_theme() -> None:
    town = nine_tiles.Town.parse(TOWN)
    assert town.svg(theme=5) == town.svg(theme="longest road") != town.svg()
    assert len({town.svg(), town.svg(numbers=True), town.svg(legend=True), town.svg(monochrome=True)}) == 4


# --- answers of the package ------------------------------------------------------------------


def test_cards_agree_with_the_command() -> None:
    cards = nine_tiles.cards()
    rows = [
        {"no": card.number, "card": card.name, "counts": card.counts, "best": card.best, "lowest": card.lowest,
         "towns at best": card.towns_at_best, "ja": card.name_ja}
        for card in cards
    ]  # fmt: skip
    assert rows == command("cards")
    assert cards.source is Place.PACKAGED
    check_text(cards)


@pytest.mark.parametrize("cards", [(2, 5, 18), ("life with dogs",), (4, 10), ("26", "道が長い", 8)])
def test_the_best_towns_agree_with_the_command(cards: tuple[int | str, ...]) -> None:
    best = nine_tiles.best(*cards)
    rows = command("best", *map(str, cards))
    assert best.source is Place.PACKAGED
    for answer, row in zip(best.answers, rows, strict=True):
        assert [of.score for of in answer.scores] == row["scores"]
        assert [of.rank for of in answer.scores] == row["ranks"]
        assert [of.better_than for of in answer.scores] == row["better_than"]
        assert [town.pattern for town in answer.towns] == row["pattern"]
        assert (answer.wins, answer.losses, answer.n_theme_synonyms, answer.n_towns, answer.theme_synonym) == (
            row["wins"], row["losses"], row["ids"], row["towns"], row["id"],
        )  # fmt: skip
        scored = nine_tiles.score(answer.towns[0])
        assert [scored[of.card.number].score for of in answer.scores] == row["scores"]
        check_text(answer)
    check_text(best)
    check_picture(best)


def test_towns_to_learn_agree_with_the_command() -> None:
    learned = nine_tiles.learn(7)
    rows = [
        {"theme_synonym_id": of.theme_synonym, "theme_sets": of.theme_sets, "adds": of.adds, "share": of.share,
         "pattern": of.town.pattern}
        for of in learned
    ]  # fmt: skip
    assert rows == command("learn", "7")
    assert sum(of.adds for of in learned) == learned.answered
    check_text(learned)
    check_picture(learned)


@pytest.mark.parametrize("rule_set", ["published", "impartial"])
def test_scores_agree_with_the_command(rule_set: Any) -> None:
    scored = nine_tiles.score(TOWN, rule_set=rule_set)
    rows = [{"no": of.number, "theme": of.name, "score": of.score, "why": of.why} for of in scored.reasons]
    assert rows == command("score", TOWN, "--rule-set", rule_set)
    check_text(scored)
    check_picture(scored)


def test_an_empty_board_is_completed_as_the_command_does() -> None:
    found = nine_tiles.complete("", 5, 8)
    rows = [
        {"t05": of.scores[0], "t08": of.scores[1], "towns": of.n_towns, "pattern": [town.pattern for town in of.towns]}
        for of in found.answers
    ]
    assert rows == command("complete", "", "5", "8")
    assert found.source is Place.PACKAGED
    check_text(found)
    check_picture(found)


# --- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: nine_tiles.best(), "give one to 3 cards"),
        (lambda: nine_tiles.best(27), "there is no theme 27"),
        (lambda: nine_tiles.best(1, 2, 3, 4), "give one to 3 cards"),
        (lambda: nine_tiles.best("Abducktion"), "18 Abduction"),
        (lambda: nine_tiles.learn(0), "the best choices of 1 to"),
        (lambda: nine_tiles.score("2004"), "nine-tiles towns 2004"),
        (lambda: nine_tiles.score("x" * 18), "a pattern has 18 digits"),
        (lambda: nine_tiles.Town.parse(TOWN, rows=2), "a pattern has 12 digits"),
        (lambda: nine_tiles.complete("33|", 5), "used more than once"),
        (lambda: nine_tiles.cards(results="none"), "there is no folder none"),
    ],
)
def test_bad_input_is_an_input_error(ask: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask()


def test_full_results_that_are_not_there_are_missing() -> None:
    with pytest.raises(MissingDataError, match=r"success_pattern\.db does not exist"):
        nine_tiles.best(2, 5, 18, limit=2)
    with pytest.raises(MissingDataError, match="name a card or place a tile"):
        nine_tiles.complete("")
    with nine_tiles.open_results() as results:
        for ask in (lambda: results.probe(TOWN), lambda: results.find("t01=3"), lambda: results.towns(7)):
            with pytest.raises(MissingDataError):
                ask()


# --- the full results ------------------------------------------------------------------------


def test_results_are_looked_up_as_the_commands_do(artifacts: Path) -> None:
    folder = str(artifacts)
    with nine_tiles.open_results(artifacts) as results:
        found = results.find("t05 >= 2", order="t05 + t06", limit=5)
        rows = command("find", "t05 >= 2", "--order", "t05 + t06", "--limit", "5", "--results", folder)
        columns = [theme.column for theme in found.themes]
        assert [
            {"id": of.id, "n_towns": of.n_towns, **dict(zip(columns, of.scores, strict=True))} for of in found
        ] == rows
        listed = results.towns(found.first[0].id, limit=3)
        rows = command("towns", str(found.first[0].id), "--limit", "3", "--results", folder)
        assert [{"theme_synonym_id": of.theme_synonym, "pattern": of.town.pattern} for of in listed] == rows
        probe = results.probe(listed.first[0].town.rotate(2))
        assert (probe.theme_synonym, probe.n_towns) == (found.first[0].id, found.first[0].n_towns)
        assert listed.n_towns == probe.n_towns
        rows = command("probe", probe.town.pattern, "--results", folder)
        assert [(of.number, of.score, of.rank, of.ranks, of.better_than) for of in probe.places] == [
            tuple(row[name] for name in ("no", "score", "rank", "ranks", "better_than")) for row in rows
        ]
        fitting = results.towns_with("tile 1 at row 1 column 1", limit=4)
        rows = command("towns", "--with", "tile 1 at row 1 column 1", "--limit", "4", "--results", folder)
        assert [{"theme_synonym_id": of.theme_synonym, "pattern": of.town.pattern} for of in fitting] == rows
        for answer in (found, listed, probe, fitting):
            assert answer.source is Place.GIVEN
            check_text(answer)
        for answer in (listed, probe, fitting):
            check_picture(answer)
        with pytest.raises(InputError, match="is not a condition"):
            results.find("t05 >=")
        with pytest.raises(Error, match="there is no theme synonym 999999"):
            results.towns(999_999)
        with pytest.raises(InputError, match="name a tile and its place"):
            results.towns_with()


def test_more_towns_of_an_answer_have_its_scores(artifacts: Path) -> None:
    for cards in ((5, 8), (1, 2, 3), (4, 10, 15)):
        condition = " AND ".join(f"t{card:02d} = ?" for card in cards)
        for answer in nine_tiles.best(*cards, limit=10**6, results=artifacts).answers:
            sql = f"SELECT position || direction FROM towns WHERE {condition}"
            towns = rows_of(artifacts / "success_pattern.db", sql, [of.score for of in answer.scores])
            patterns = [town.pattern for town in answer.towns]
            assert len(patterns) == answer.n_towns
            assert set(patterns) == {pattern for (pattern,) in towns}


def test_the_best_in_everything_has_the_smallest_sum_of_squared_ranks(artifacts: Path) -> None:
    found = nine_tiles.complete("", results=artifacts, limit=10**6)
    sql = "SELECT id FROM distances WHERE all_dist = (SELECT min(all_dist) FROM distances)"
    ids = [id_ for (id_,) in rows_of(artifacts / "theme_synonym_distance.db", sql)]
    marks = ", ".join("?" * len(ids))
    towns = artifacts / "success_pattern.db"
    expected = rows_of(towns, f"SELECT position || direction FROM towns WHERE theme_synonym_id IN ({marks})", ids)
    names = ", ".join(f"t{theme:02d}" for theme in range(1, 27))
    scores = rows_of(towns, f"SELECT {names} FROM theme_synonyms WHERE id IN ({marks})", ids)
    assert rows_of(towns, "SELECT sum(n_towns) FROM theme_synonyms") == [(found.n_towns,)]
    assert {town.pattern for answer in found.answers for town in answer.towns} == {town for (town,) in expected}
    assert [answer.scores for answer in found.answers] == sorted(scores)


def test_a_summary_names_no_files_that_are_not_there(artifacts: Path) -> None:
    assert {row["file"] for row in command("summary")} == {None}
    for row in command("summary", "--results", str(artifacts)):
        assert row["file"] is None or (artifacts / row["file"]).is_file()


LOADED = """
import sys
from tablebases.cli.main import main
try:
    main()
finally:
    loaded = [name for name in sys.modules if name.partition(".")[0] in ("tablebases", "numpy", "numba")]
    print(*loaded, file=sys.stderr)
"""


def test_the_best_towns_need_few_modules() -> None:
    words = [sys.executable, "-c", LOADED, "nine-tiles", "best", "2", "5", "18"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert len([name for name in loaded if name.partition(".")[0] == "tablebases"]) <= 25
    assert not {"numpy", "numba"} & set(loaded)


def test_what_imports_the_game_does_not_depend_on_its_answers() -> None:
    imported = source_modules("pipeline.nine_tiles_panic.stages.towns")
    assert "tablebases.nine_tiles.search" in imported
    assert not {f"tablebases.nine_tiles.{name}" for name in ("answers", "results", "commands")} & set(imported)
