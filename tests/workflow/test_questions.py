"""The commands that answer questions, asked of a finished run of the 2x3 board."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.workflow.workspace import OUTPUT, Finished, Workspace, database, run

COMMANDS = ["draw", "score", "best", "find", "towns", "learn", "summary"]

LOADED = """
import sys
from tablebases.cli.main import main
try:
    main()
finally:
    print("loaded:", *{"matplotlib", "numba", "numpy", "pandas", "resvg_py", "scipy"} & sys.modules.keys())
"""


def ask(workspace: Workspace, *words: str) -> Finished:
    """Ask a question as people do, of the workspace's results."""
    return workspace.command("nine-tiles", *words)


def answer(workspace: Workspace, command: str, *words: str) -> list[dict[str, Any]]:
    done = ask(workspace, command, *words, "--results", str(workspace.output), "--json")
    assert done.status == 0, str(done)
    rows: list[dict[str, Any]] = json.loads(done.said)
    return rows


def refusal(workspace: Workspace, command: str, *words: str) -> str:
    done = ask(workspace, command, *words, "--results", str(workspace.output))
    assert done.status != 0, str(done)
    assert "Traceback" not in done.said, str(done)
    return " ".join(done.said.split())


def triples(workspace: Workspace, *columns: str) -> list[tuple[tuple[int, ...], int]]:
    """The different scores in some themes, each with its number of towns."""
    names = ", ".join(columns)
    sql = f"SELECT {names}, sum(n_towns) FROM theme_synonyms GROUP BY {names}"
    with database(workspace.output / "theme_synonyms.db") as connection:
        return [(row[:-1], row[-1]) for row in connection.execute(sql)]


def wins_and_losses(triple: tuple[int, ...], others: list[tuple[int, ...]]) -> tuple[int, int]:
    """How a triple of scores fares: one wins that is better in more themes."""
    results = [
        sum(a > b for a, b in zip(triple, other, strict=True)) - sum(a < b for a, b in zip(triple, other, strict=True))
        for other in others
    ]
    return sum(r > 0 for r in results), sum(r < 0 for r in results)


# --- best ------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [("5", "12", "23"), ("2", "5", "18"), ("4", "10", "15"), ("5", "8"), ("6",)])
def test_the_best_answers_are_those_of_a_tournament_of_all_scores(
    finished_large: Workspace, cards: tuple[str, ...]
) -> None:
    columns = [f"t{int(card):02d}" for card in cards]
    towns = dict(triples(finished_large, *columns))
    fared = {triple: wins_and_losses(triple, list(towns)) for triple in towns}
    answers = answer(finished_large, "best", *cards)
    assert answers
    for row in answers:
        scores = tuple(row["scores"])
        assert (row["wins"], row["losses"]) == fared[scores]
        assert row["towns"] == towns[scores]
        assert row["best"] == [max(t[i] for t in towns) for i in range(len(cards))]
        assert [row[column] for column in columns] == row["scores"]
        for i, score in enumerate(scores):
            below = sum(count for triple, count in towns.items() if triple[i] < score)
            assert row["better_than"][i] == below / sum(towns.values())
            occurring = sorted({t[i] for t in towns}, reverse=True)
            assert row["ranks"][i] == occurring.index(score) + 1
    fewest = min(losses for _, losses in fared.values())
    assert {fared[tuple(row["scores"])][1] for row in answers} == {fewest}


def test_the_towns_of_an_answer_have_its_scores(finished_large: Workspace) -> None:
    (example, *_) = answer(finished_large, "best", "5", "12", "23")
    (first, *_) = answer(finished_large, "best", "5", "12", "23", "--towns", "3")
    assert first["pattern"][0] == example["pattern"][0]
    assert 1 <= len(first["pattern"]) <= 3
    sql = "SELECT t05, t12, t23 FROM towns WHERE position || direction = ?"
    with database(finished_large.output / "success_pattern.db") as connection:
        for pattern in first["pattern"]:
            assert list(connection.execute(sql, (pattern,)).fetchone()) == first["scores"]


@pytest.mark.parametrize(
    "cards",
    [
        ("longest road", "Life with Dogs", "residential"),
        ("道が長い", "犬の数が多い", "となりあっている『家があるタイル』の数が多い"),
        ("23", "longest_road", "LIFE WITH DOGS"),
        ("05_12_23",),
        ("5,\uff11\uff12", "23"),
        ("5 12 23",),
        ("「longest road」, (life with dogs)、residential",),
    ],
)
def test_cards_are_known_by_name_in_english_and_japanese(finished_large: Workspace, cards: tuple[str, ...]) -> None:
    assert answer(finished_large, "best", *cards) == answer(finished_large, "best", "5", "12", "23")


@pytest.mark.parametrize(
    ("cards", "parts"),
    [
        (("5", "12", "23", "1"), ["one to 3 cards", "4"]),
        (("5", "12", "12"), ["12 Life with Dogs", "more than once"]),
        (("5", "12", "27"), ["no theme 27", "1 to 26"]),
        (("5", "12", "Abducktion"), ["Abducktion", "nearest", "18 Abduction"]),
        (("5", "12", "roads"), ["several", "10 Many Roads", "15 Few Roads"]),
        (("5", "12", ""), ["''", "number or its name"]),
    ],
)
def test_cards_that_are_not_known_are_answered_with_the_nearest(
    finished_large: Workspace, cards: tuple[str, ...], parts: list[str]
) -> None:
    said = refusal(finished_large, "best", *cards)
    assert all(part in said for part in parts), said


def test_cards_are_listed_with_the_scores_that_occur(finished_large: Workspace) -> None:
    rows = answer(finished_large, "cards")
    assert [row["no"] for row in rows] == list(range(1, 27))
    for row in rows:
        towns = {score: count for (score,), count in triples(finished_large, f"t{row['no']:02d}")}
        assert (row["best"], row["lowest"]) == (max(towns), min(towns))
        assert row["towns at best"] == towns[row["best"]]
        assert row["counts"]


def test_the_first_town_is_drawn_in_the_terminal_and_into_files(finished_large: Workspace, tmp_path: Path) -> None:
    svg, png = tmp_path / "best.svg", tmp_path / "best.png"
    done = ask(
        finished_large, "best", "5", "12", "23", "--results", str(finished_large.output),
        "-o", str(svg), "-o", str(png),
    )  # fmt: skip
    assert done.status == 0, str(done)
    assert "Longest Road" in done.said
    assert any(sign in done.said for sign in "╭╮╰╯─│")
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")


# --- find ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "sql"),
    [
        ("t05>=3 and t11=1", "t05 >= 3 AND t11 = 1"),
        ("t5 > 2 or not (t06 < 4)", "t05 > 2 OR NOT (t06 < 4)"),
        ("t15 = -2 and n_towns between 2 and 9", "t15 = -2 AND n_towns BETWEEN 2 AND 9"),
        ("T05+T06 >= 7 and id != 3", "t05 + t06 >= 7 AND id <> 3"),
    ],
)
def test_theme_synonyms_are_found_by_their_scores(finished_large: Workspace, condition: str, sql: str) -> None:
    found = answer(finished_large, "find", condition, "--order", "t05", "--limit", "1000")
    query = f"SELECT id FROM theme_synonyms WHERE {sql} ORDER BY t05 DESC, id LIMIT 1000"
    with database(finished_large.output / "theme_synonyms.db") as connection:
        expected = [id_ for (id_,) in connection.execute(query)]
    assert expected
    assert [row["id"] for row in found] == expected


@pytest.mark.parametrize(
    ("condition", "order", "sql"),
    [
        ("Longest Road >= 3 and not 道のないタイル = 1", "t05", "t05 >= 3 AND NOT t11 = 1 ORDER BY t05 DESC, id"),
        ("curvy+capture >= 4", "t05 + t11 - t03", "t06 + t01 >= 4 ORDER BY t05 + t11 - t03 DESC, id"),
        ("n_towns > 1", "-t03", "n_towns > 1 ORDER BY t03, id"),
    ],
)
def test_cards_are_named_in_conditions_and_sums_order_rows(
    finished_large: Workspace, condition: str, order: str, sql: str
) -> None:
    found = answer(finished_large, "find", condition, "--order", order, "--limit", "100000")
    with database(finished_large.output / "theme_synonyms.db") as connection:
        expected = [id_ for (id_,) in connection.execute(f"SELECT id FROM theme_synonyms WHERE {sql}")]
        of_all = connection.execute("SELECT count(*) FROM theme_synonyms").fetchone()[0]
    assert len(expected) > 1000
    assert [row["id"] for row in found] == expected
    told = ask(finished_large, "find", condition, "--limit", "2", "--results", OUTPUT).said
    assert f"{len(expected):,} of {of_all:,} theme synonyms have {condition}" in told
    assert "; the first 2\n" in told


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["t01>=3; drop table themes"], ["';'"]),
        (["t27 = 1"], ["'t27'", "t01 to t26"]),
        (["longst = 1"], ["'longst'", "5 The Longest Road"]),
        (["t01 >= "], ["t01 >=", "not a condition"]),
        ([""], ["at least one score"]),
        (["3 = 3"], ["at least one score"]),
        (["t01 >= 'a'"], ["not understood"]),
        (["t01 >= 1", "--order", "size"], ["'size'"]),
        (["t01 >= 1", "--json", "--csv"], ["--json", "--csv"]),
    ],
)
def test_conditions_that_are_not_understood_are_answered_with_what_is(
    finished_large: Workspace, words: list[str], parts: list[str]
) -> None:
    said = refusal(finished_large, "find", *words)
    assert all(part in said for part in parts), said


# --- towns, learn ----------------------------------------------------------------------------


def test_the_towns_of_a_theme_synonym_are_listed(finished_large: Workspace) -> None:
    listed = [row["pattern"] for row in answer(finished_large, "towns", "7", "--limit", "10000")]
    sql = "SELECT position || direction FROM towns WHERE theme_synonym_id = 7"
    with database(finished_large.output / "success_pattern.db") as connection:
        assert listed == sorted(pattern for (pattern,) in connection.execute(sql))


def test_a_theme_synonym_that_is_not_there_is_named(finished_large: Workspace) -> None:
    assert "no theme synonym 99999999" in refusal(finished_large, "towns", "99999999")


def test_towns_to_learn_answer_as_many_theme_sets_as_any(finished_large: Workspace) -> None:
    """Of two, against all pairs of match sets."""
    with (finished_large.output / "most_win_match.csv").open(newline="") as file:
        match_sets = {frozenset(row["matched_theme_set"].split()) for row in csv.DictReader(file)}
    theme_sets = sorted(frozenset().union(*match_sets))
    total = len(theme_sets)
    bit = {theme_set: 1 << place for place, theme_set in enumerate(theme_sets)}
    as_bits = [sum(bit[theme_set] for theme_set in match_set) for match_set in match_sets]
    most = max((a | b).bit_count() for a, b in combinations(as_bits, 2))
    rows = answer(finished_large, "learn", "2")
    assert sum(row["adds"] for row in rows) == most
    assert rows[-1]["share"] == pytest.approx(most / total, abs=1e-4)
    assert rows[0]["theme_sets"] == rows[0]["adds"]


def test_more_towns_to_learn_than_there_are_choices_for_is_refused(
    finished_large: Workspace,
) -> None:
    assert "not of 5000" in refusal(finished_large, "learn", "5000")


def test_csv_and_json_say_the_same(finished_large: Workspace) -> None:
    rows = answer(finished_large, "towns", "7")
    done = ask(finished_large, "towns", "7", "--results", str(finished_large.output), "--csv")
    parsed = list(csv.DictReader(io.StringIO(done.said)))
    assert parsed == [{name: str(value) for name, value in row.items()} for row in rows]


# --- all -------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example(finished_large: Workspace, command: str) -> None:
    done = ask(finished_large, command, "--help")
    assert done.status == 0, str(done)
    assert f"tablebases nine-tiles {command}" in " ".join(done.said.split())


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        *([command, "--help"] for command in COMMANDS),
        ["summary", "--results", OUTPUT],
        ["find", "t05 >= 3 and t06 < 4", "--results", OUTPUT],
        ["find", "t05 >=", "--results", OUTPUT],
        ["towns", "7", "--results", OUTPUT],
        ["best", "5", "12", "Abducktion", "--results", OUTPUT],
        ["learn", "5000", "--results", OUTPUT],
        ["score", "0123"],
        ["draw", "0123"],
    ],
)
def test_what_is_answered_without_computing_loads_no_heavy_package(finished_large: Workspace, words: list[str]) -> None:
    done = run([sys.executable, "-c", LOADED, "nine-tiles", *words], finished_large.folder)
    assert "loaded:" in done.said, str(done)
    assert "Traceback" not in done.said, str(done)
    loaded = done.said.rpartition("loaded:")[2].split()
    assert set(loaded) <= ({"numpy"} if words[0] in ("score", "draw") else set()), str(done)


@pytest.mark.parametrize(
    "words", [["best", "2", "5", "18"], ["find", "t01=1"], ["towns", "7"], ["learn", "3"], ["summary"]]
)
def test_results_that_are_not_there_are_named(finished_large: Workspace, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "none").mkdir()
    done = ask(finished_large, *words, "--results", str(tmp_path / "none"))
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said
    assert str(tmp_path / "none") in done.said.replace("\n", "")


# --- towns made of given tiles, and all towns ------------------------------------------------


def spelled_towns(large: Workspace) -> list[tuple[int, str]]:
    with database(large.output / "success_pattern.db") as connection:
        return list(connection.execute("SELECT theme_synonym_id, position || direction FROM towns"))


@pytest.mark.parametrize(
    ("wishes", "pattern"),
    [
        (["tile 3 at row 1 column 1"], r"3.{11}"),
        (["tile 3 front at row 1 column 2"], r".3.{4}.[0-3].{4}"),
        (["Tile 3  back at row 2 column 3"], r".{5}3.{5}[4-7]"),
        (["tile 3 direction 6 at row 2 column 1"], r".{3}3.{5}6.{2}"),
        (["tile 3 back at row 1 column 1", "tile 5 front at row 2 column 2"], r"3.{3}5.[4-7].{3}[0-3]."),
        (["tile 3 at row 1 column 1", "tile 5 at row 1 column 1"], r"x"),
    ],
)
def test_towns_with_tiles_in_their_places_are_counted_and_listed(
    finished_large: Workspace, wishes: list[str], pattern: str
) -> None:
    expected = [(id_, town) for id_, town in spelled_towns(finished_large) if re.fullmatch(pattern, town)]
    options = [part for wish in wishes for part in ("--with", wish)]
    found = answer(finished_large, "towns", *options, "--limit", "1000000")
    assert sorted((row["theme_synonym_id"], row["pattern"]) for row in found) == sorted(expected)
    told = ask(finished_large, "towns", *options, "--limit", "2", "--results", str(finished_large.output)).said
    assert f"{len(expected):,} towns of {len({id_ for id_, _ in expected}):,} theme synonyms" in told


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--with", "tile 3 in the middle"], ["'tile 3 in the middle' cannot be read", "tile 4 back at centre"]),
        (["--with", "tile 3 at centre"], ["'centre' is not a position", "row 1 column 2"]),
        (["--with", "tile 3 at row 3 column 1"], ["outside the board", "2 rows and 3 columns"]),
        (["--with", "tile 3 at row 1 column 1", "--all"], ["one of them"]),
        ([], ["name a theme synonym"]),
        (["7", "--all"], ["one of them"]),
    ],
)
def test_what_towns_cannot_be_asked_for(finished_large: Workspace, options: list[str], parts: list[str]) -> None:
    said = refusal(finished_large, "towns", *options)
    assert all(part in said for part in parts), said


def test_all_towns_are_printed_as_csv(finished_large: Workspace) -> None:
    lines = ask(finished_large, "towns", "--all", "--results", str(finished_large.output)).said.splitlines()
    assert lines[0] == "theme_synonym_id,pattern"
    expected = [f"{id_},{town[:6]}|{town[6:]}" for id_, town in spelled_towns(finished_large)]
    assert sorted(lines[1:]) == sorted(expected)
    ids = [int(line.split(",")[0]) for line in lines[1:]]
    assert ids == sorted(ids)


# --- numbers that are too large --------------------------------------------------------------


@pytest.mark.parametrize("digits", [25, 4000])
@pytest.mark.parametrize(
    "words",
    [["towns", "N"], ["towns", "1", "--limit", "N"], ["find", "t01>=0", "--limit", "N"],
     ["best", "5", "12", "23", "--towns", "N"], ["best", "N", "12", "23"], ["learn", "N"]],
)  # fmt: skip
def test_a_number_that_is_too_large_is_refused(finished_large: Workspace, words: list[str], digits: int) -> None:
    number = "7" * digits
    assert "777" in refusal(finished_large, *(number if word == "N" else word for word in words))


def test_a_condition_with_a_number_that_is_too_large_finds_nothing(finished_large: Workspace) -> None:
    assert answer(finished_large, "find", f"id = {'7' * 25}") == []


def test_a_message_does_not_repeat_all_that_was_typed(finished_large: Workspace) -> None:
    done = ask(finished_large, "score", "7" * 100_000)
    assert done.said.startswith("error: a pattern has ")
    assert len(done.said) < 3000
