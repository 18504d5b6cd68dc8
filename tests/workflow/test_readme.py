"""What the README shows works as it stands: its commands, its configuration, its SQL."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from scripts.shown_examples import (
    ShownProgram,
    ShownQuery,
    shown_programs,
    shown_queries,
)
from tests.workflow.workspace import CHECKOUT, CONFIG_FILE, LARGE, OUTPUT, Workspace, database, run

README = CHECKOUT / "README.md"
TEXT = README.read_text(encoding="utf-8")
COOKBOOK = CHECKOUT / "docs" / "cookbook.md"
QUERIES = [*shown_queries(README), *shown_queries(COOKBOOK)]
PROGRAMS = shown_programs(COOKBOOK)
FINDS_NOTHING_ON_A_SMALL_BOARD = {"theme synonym with given scores"}
FULL_RESULTS = "results/nine_tiles_panic"
ANY_THEME_SYNONYM = "1"


def _commands() -> list[str]:
    """The commands in the table of what one may want, and in the indented lines."""
    _, _, table = TEXT.partition("| I want to ... | command |\n")
    rows = table[: table.index("\n\n")].splitlines()[1:]
    in_table = [c for row in rows for c in re.findall(r"`([^`]+)`", row.split("|")[2])]
    indented = re.findall(r"^    ((?:make|snakemake|python|tablebases)\b[^#\n]*)", TEXT, re.M)
    return sorted({command.strip() for command in [*in_table, *indented]})


COMMANDS = _commands()
MAKE = [command for command in COMMANDS if command.startswith("make")]
OTHERS = [command for command in COMMANDS if not command.startswith("make")]


def test_the_readme_shows_queries_and_commands() -> None:
    assert len(QUERIES) >= 13
    assert len(shown_queries(COOKBOOK)) + len(PROGRAMS) == 10
    assert len(MAKE) >= 6
    assert len(OTHERS) >= 6


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.title)
def test_queries_answer(query: ShownQuery, finished_large: Workspace) -> None:
    with database(finished_large.output / query.database) as connection:
        rows = connection.execute(query.sql).fetchall()
    assert bool(rows) != (query.title in FINDS_NOTHING_ON_A_SMALL_BOARD)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_programs_answer(program: ShownProgram, finished_large: Workspace) -> None:
    assert len(program.run(finished_large.output)) > 0


@pytest.mark.parametrize("command", MAKE)
def test_make_knows_its_targets(command: str) -> None:
    done = run([*shlex.split(command), "--dry-run"], CHECKOUT)
    assert done.status == 0, str(done)


@pytest.mark.parametrize("command", OTHERS)
def test_commands_run(command: str, workspace: Workspace) -> None:
    words = shlex.split(command.replace(FULL_RESULTS, OUTPUT))
    name = Path(words[0]).name
    if name == "snakemake":
        if "--configfile" not in words:
            words += ["--configfile", CONFIG_FILE]
        else:
            words[words.index("--configfile") + 1] = CONFIG_FILE
        if "profiles/slurm" in words:  # its executor is a plugin that the cluster's users install
            words += ["--executor", "dryrun"]
    elif name == "tablebases" and words[2] not in {"draw", "score"}:
        words = [*(ANY_THEME_SYNONYM if word == "2004525" else word for word in words),
                 "--results", OUTPUT]  # fmt: skip
    done = run([shutil.which(name, path=str(Path(sys.executable).parent)) or name, *words[1:]],
               workspace.folder)  # fmt: skip
    assert done.status == 0, str(done)


def test_the_miniature_configuration_is_the_one_of_these_tests() -> None:
    blocks = re.findall(r"^```yaml\n# mini.yaml\n(.*?)^```$", TEXT, re.M | re.S)
    (section,) = (yaml.safe_load(block)["nine_tiles_panic"] for block in blocks)
    assert section.pop("output") == "results/mini"
    assert section == LARGE
