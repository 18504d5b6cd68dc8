"""Documents are right: docs/tables.md, and the checks, tests, tables and commands that other documents name."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.main import get_command

from pipeline.schemas import Schema
from scripts import describe, describe_answers, describe_tables
from scripts.figures import figures_of
from scripts.shown_examples import shown_queries
from tablebases.answer.share import configured_address
from tablebases.cli.main import app
from tablebases.puzzles import PUZZLES

CHECKOUT = Path(__file__).parents[2]
VERIFICATION, CHECKING = (
    (CHECKOUT / "docs" / name).read_text(encoding="utf-8") for name in ("verification.md", "checking.md")
)
SCHEMAS: list[Schema] = [
    schema for puzzle in PUZZLES for schema in import_module(f"pipeline.{puzzle.package}.tables").DATABASES
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "least"), [("docs/python.md", 30), ("README.md", 2), ("README.ja.md", 2)])
def test_python_examples_print_what_the_documents_show(
    name: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # without results, which would come before the package
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path / "nothing fetched"))
    results = doctest.testfile(str(CHECKOUT / name), module_relative=False, encoding="utf-8")
    assert results.attempted >= least
    assert results.failed == 0


def test_numbers_beside_those_of_the_article_are_known_figures() -> None:
    """The article's own are written down as they are published there, in the second column."""
    text = (CHECKOUT / "docs" / "from-the-article.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([\d, ]+) \| ([\d, ]+) \|$", text, re.M)
    known = {part for figure in figures_of("nine_tiles_panic") for part in figure.known.split()}
    published = {figure.published for figure in figures_of("nine_tiles_panic")}
    assert len(rows) == 16
    for name, article, here in rows:
        assert set(here.replace(", ", " ").replace(",", "").split()) <= known, name
        assert article == here or article.replace(",", "") in published, name
    assert sum(article != here for _, article, here in rows) == 3


@pytest.mark.parametrize("program", [describe_tables, describe_answers])
def test_documents_of_tables_and_answers_are_up_to_date(program: ModuleType) -> None:
    assert program.DOCUMENT.read_text(encoding="utf-8") == program.document(), "run `make docs`"


@pytest.mark.parametrize("name", describe.PLAY)
def test_a_readme_begins_with_the_page_where_the_atlas_is_on_the_web(name: str) -> None:
    text = (CHECKOUT / name).read_text(encoding="utf-8")
    assert describe.with_address(name, text, configured_address()) == text, "run `make docs`"
    without = describe.with_address(name, text, "")
    for address in ("https://example.org/atlas/", "https://example.org/other/"):
        text = describe.with_address(name, text, address)
        assert text.count("<https://example.org/") == 1
        section = text.partition(describe.PLAY[name][0])[2]
        assert section.index(f"<{address}>") < section.index("pip install")
        assert len(text.split()) <= 900
    assert describe.with_address(name, text, "") == without


def test_every_database_has_an_example_to_run() -> None:
    assert [query.database for query in shown_queries(describe_tables.DOCUMENT)] == [schema.file for schema in SCHEMAS]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.file)
def test_every_column_has_a_meaning(schema: Schema) -> None:
    for table in schema.tables:
        assert table.comment, table.name
        assert [column.name for column in table.columns if not column.comment] == [], table.name


def rows_naming_tests(text: str) -> list[str]:
    """The rows of all tables whose last column names checks or tests."""
    tables = re.findall(r"^\|.* (?:check or )?test \|\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    return [row for table in tables for row in table.splitlines()]


def test_every_row_of_verification_md_names_its_check_or_test() -> None:
    headings = re.findall(r"^(\|.*)\n\|[-|]+\n", VERIFICATION, re.M)
    assert [heading for heading in headings if not heading.endswith(" check or test |")] == []
    assert len(rows_naming_tests(VERIFICATION)) > 35


def test_the_documents_of_verification_name_existing_checks_and_tests() -> None:
    checks = {
        name
        for path in (CHECKOUT / "scripts" / "verify").rglob("*.py")
        for name in re.findall(r"^def (\w+)", path.read_text("utf-8"), re.M)
    }
    for row in rows_naming_tests(VERIFICATION) + rows_naming_tests(CHECKING):
        names = re.findall(r"`([^`]+)`", row.removesuffix("|").rpartition("|")[2])
        assert names, row
        assert [name for name in names if name not in checks and not (CHECKOUT / "tests" / name).is_file()] == [], row


WORDS = (CHECKOUT / "docs" / "ja" / "words.md").read_text(encoding="utf-8")
PLAYERS_WORDS = (
    *("お題", "お題セット", "お題シノニム", "町シノニム", "道シノニム", "最適解"),
    *("初級", "中級", "上級", "エキスパート"),
    *("組", "部分", "n単位マッチ", "ゴドマチック天和", "先手勝ち", "後手勝ち"),
    *("手牌", "捨て牌", "テンパイ", "向聴", "距離"),
)


def names_of_commands_and_options() -> set[str]:
    """All commands, and the options of all of them."""
    whole: Any = get_command(app)
    commands = {f"tablebases {name}": whole.get_command(None, name) for name in whole.list_commands(None)}
    for name, group in list(commands.items()):
        commands |= {f"{name} {each}": group.get_command(None, each) for each in getattr(group, "commands", ())}
    return {*commands, *(option for command in commands.values() for each in command.params for option in each.opts)}


def test_the_page_of_words_has_those_of_players_in_its_first_column() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", WORDS, re.M)
    explained = {re.split(r"\W", word)[0] for row in rows for word in row.split("、")}
    assert [word for word in PLAYERS_WORDS if word not in explained] == []


@pytest.mark.thorough
def test_the_page_of_words_names_tables_columns_and_commands_that_exist() -> None:
    tables = [table for schema in SCHEMAS for table in schema.tables]
    names = {"provenance", "columns", *(schema.file for schema in SCHEMAS), *(str(table.name) for table in tables)}
    names |= {str(column.name) for table in tables for column in table.columns} | names_of_commands_and_options()
    named = set(re.findall(r"`([^`]+)`", WORDS))
    levels = {f"tablebases arrow solve {level}" for level in ("easy", "medium", "hard", "expert")}
    assert named - levels <= names
    assert len(named) > 100
