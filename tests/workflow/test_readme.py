"""What the README and the documents show works as it stands: commands, configuration, SQL, links."""

from __future__ import annotations

import csv
import re
import shlex
from pathlib import Path

import pytest
import yaml

from scripts.shown_examples import (
    ShownProgram,
    ShownQuery,
    shown_programs,
    shown_queries,
)
from tests.oracle import nine_tiles_panic as oracle
from tests.workflow.workspace import (
    CHECKOUT,
    CONFIG_FILE,
    LARGE,
    OUTPUT,
    OUTPUTS,
    SMALL,
    THEMES,
    TILES,
    Finished,
    Workspace,
    database,
    run,
)

README = CHECKOUT / "README.md"
NINE_TILES = CHECKOUT / "docs" / "nine-tiles-panic.md"
RUNNING = CHECKOUT / "docs" / "running.md"
COOKBOOK = CHECKOUT / "docs" / "cookbook.md"
VERIFICATION = CHECKOUT / "docs" / "verification.md"
PYTHON = CHECKOUT / "docs" / "python.md"
PUZZLES = [CHECKOUT / "docs" / f"{name}.md" for name in ("arrow-puzzle", "godomachi", "millijan")]
TABLES = CHECKOUT / "docs" / "tables.md"
OCCURRING = CHECKOUT / "tests" / "known_answers" / "nine_tiles_panic" / "occurring_scores.csv"
DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md")])
QUERIES = [q for path in (README, NINE_TILES, COOKBOOK, TABLES, *PUZZLES) for q in shown_queries(path)]
PROGRAMS = [p for path in (COOKBOOK, PYTHON, VERIFICATION, *PUZZLES) for p in shown_programs(path)]
FINDS_NOTHING_ON_A_SMALL_BOARD = {
    "theme synonym with given scores",
    "plies of one pair of 10 cells",
    "theme synonym of a town by its pattern",
}
ON_A_SMALL_BOARD = {"2004525": "1", "036582714004421544": "12031565"}
"""A theme synonym and a town that the documents ask for -> one of the miniature."""
FULL_NAMES = {"arrow": "arrow_puzzle", "godomachi": "godomachi", "millijan": "millijan"}


def _commands() -> list[str]:
    """The commands in tables and in indented lines, of the README and of the documents for players and runs."""
    found: list[str] = []
    for text in (path.read_text(encoding="utf-8") for path in (README, NINE_TILES, RUNNING, *PUZZLES)):
        rows = re.findall(r"^\|[^|\n]+\|([^|\n]+)\|$", text, re.M)
        shown = [command for row in rows for command in re.findall(r"`([^`]+)`", row)]
        shown += re.findall(r"^    ([^ #\n][^#\n]*)", text, re.M)
        found += [command.strip() for command in shown if PROGRAM.match(command)]
    return sorted(set(found))


PROGRAM = re.compile(r"(make|snakemake|python|tablebases|\.venv/bin/tablebases)\b")
COMMANDS = _commands()
MAKE = [command for command in COMMANDS if command.startswith("make")]
OTHERS = [command for command in COMMANDS if not command.startswith("make")]


def test_the_readme_shows_queries_and_commands() -> None:
    assert len(QUERIES) >= 13
    assert len(shown_queries(NINE_TILES)) >= 8
    assert len(shown_queries(COOKBOOK)) + len(shown_programs(COOKBOOK)) == 19
    assert all(len(shown_queries(path)) >= 5 for path in PUZZLES)
    assert len(MAKE) >= 6
    assert len(OTHERS) >= 6


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.database}: {query.title}")
def test_queries_answer(query: ShownQuery, finished_large: Workspace) -> None:
    paths = (finished_large.folder / folder / query.database for folder in OUTPUTS.values())
    (path,) = (path for path in paths if path.exists())
    with database(path) as connection:
        rows = connection.execute(query.sql).fetchall()
    assert bool(rows) != (query.title in FINDS_NOTHING_ON_A_SMALL_BOARD)


def test_a_town_is_found_by_its_pattern_however_it_is_turned_and_written(finished: Workspace) -> None:
    """In all four rotations, and with the largest of the directions in which a tile looks the same."""
    (sql,) = (query.sql for query in QUERIES if query.title == "theme synonym of a town by its pattern")
    tiles = {number: oracle.load_tiles(CHECKOUT / TILES)[number] for number in SMALL["tiles"]}

    def otherwise(pattern: str) -> str:
        numbers, directions = oracle.split_pattern(pattern, 2, 2)
        for place, direction in enumerate(directions):
            seen = [oracle.face_shown(tiles[numbers[place]], d) for d in range(8)]
            same = range(direction // 4 * 4, direction // 4 * 4 + 4)
            directions[place] = max(d for d in same if seen[d] == seen[direction])
        return oracle.join_pattern(numbers, directions)

    with database(finished.output / "success_pattern.db") as connection:
        towns = connection.execute("SELECT theme_synonym_id, position || direction FROM towns").fetchall()
        for theme_synonym, pattern in towns[::7]:
            for turned in oracle.rotations(pattern, 2, 2):
                asked = sql.replace("('036582714004421544', 3)", f"('{otherwise(turned)}', 2)")
                ((found, listed_as),) = connection.execute(asked)
                assert found == theme_synonym, turned
                assert (found, listed_as) in towns


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_programs_answer(program: ShownProgram, finished_large: Workspace) -> None:
    folders = {full: finished_large.folder / miniature for full, miniature in OUTPUTS.items()}
    assert len(program.run(folders)) > 0


@pytest.mark.parametrize("command", MAKE)
def test_make_knows_its_targets(command: str) -> None:
    done = run([*shlex.split(command), "--dry-run"], CHECKOUT)
    assert done.status == 0, str(done)


@pytest.mark.parametrize("command", OTHERS)
def test_commands_run(command: str, workspace: Workspace) -> None:
    for full, miniature in OUTPUTS.items():
        command = command.replace(full, miniature)
    words = shlex.split(command)
    name = Path(words[0]).name
    if name == "snakemake":
        if "--configfile" not in words:
            words += ["--configfile", CONFIG_FILE]
        else:
            words[words.index("--configfile") + 1] = CONFIG_FILE
        if "profiles/slurm" in words:  # its executor is a plugin that the cluster's users install
            settings = yaml.safe_load((workspace.folder / "profiles/slurm/config.yaml").read_text(encoding="utf-8"))
            others = {key: value for key, value in settings.items() if not key.startswith("slurm-")}
            profile = {**others, "executor": "dryrun"}
            (workspace.folder / "profiles/slurm/config.yaml").write_text(yaml.safe_dump(profile), encoding="utf-8")
    elif words[1] == "verify":
        pass  # the miniature has folders of other names, so the packaged answers are verified
    elif words[2] == "summary" and words[1] != "nine-tiles":
        words += ["--results", OUTPUTS[f"results/{FULL_NAMES[words[1]]}"]]
    elif words[1] == "godomachi" and words[2] in {"pair", "puzzle"}:
        words += ["--results", OUTPUTS["results/godomachi"]]
    elif words[1] == "nine-tiles" and words[2] not in {"draw", "score", "complete"}:
        words = [*(ON_A_SMALL_BOARD.get(word, word) for word in words), "--results", OUTPUT]
    done = ran(workspace, name, words[1:])
    assert done.status == 0, str(done)


def ran(workspace: Workspace, program: str, words: list[str]) -> Finished:
    """Run a program that the documents show."""
    if program == "tablebases":
        return workspace.command(*words)
    if program == "python" and words[1].startswith("scripts."):  # which a workspace does not have
        return workspace.module(*words[1:], "--config", CONFIG_FILE, code=CHECKOUT)
    return workspace.module(*words[1:] if program == "python" else [program, *words])


def test_the_miniature_configuration_is_the_one_of_these_tests() -> None:
    blocks = re.findall(r"^```yaml\n# mini.yaml\n(.*?)^```$", NINE_TILES.read_text(encoding="utf-8"), re.M | re.S)
    (section,) = (yaml.safe_load(block)["nine_tiles_panic"] for block in blocks)
    assert section.pop("output") == "results/mini"
    assert section == LARGE


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 150


def _anchors(path: Path) -> set[str]:
    """What `#...` may name in a document: its headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)|src=\"([^\"]+)\"", text):
        place, _, anchor = "".join(link).partition("#")
        target = path.parent / place if place else path
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def test_every_document_is_in_the_index() -> None:
    index = CHECKOUT / "docs" / "README.md"
    named = set(re.findall(r"\]\(([\w-]+\.md)\)", index.read_text(encoding="utf-8")))
    assert named == {path.name for path in index.parent.glob("*.md")} - {index.name}


def test_the_cards_are_those_of_the_theme_file_with_the_scores_that_occur() -> None:
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ", NINE_TILES.read_text(encoding="utf-8"), re.M)
    with (CHECKOUT / THEMES).open(encoding="utf-8", newline="") as file:
        cards = [(card["no"], card["name_en"], card["name_ja"]) for card in csv.DictReader(file)]
    assert [row[:3] for row in rows] == cards
    for row, (_, *known) in zip(rows, csv.reader(OCCURRING.read_text(encoding="utf-8").splitlines()[2:]), strict=True):
        scores = [int(score) for score in re.findall(r"-?\d+", " ".join(known))]
        ends = sorted({min(scores), max(scores)})
        assert row[3] == (" to " if ends[0] < 0 else "-").join(map(str, ends))
