"""Commands, configurations, SQL and links of the documents work as printed."""

from __future__ import annotations

import csv
import re
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
import yaml

from oracle import nine_tiles_panic as oracle
from pipeline.configuration import configuration_of_puzzles
from scripts.shown_examples import ShownProgram, ShownQuery, shown_programs, shown_queries
from scripts.translations import sections
from tests.command_lines.typed import run_typed
from tests.workflow.workspace import (
    CHECKOUT,
    CONFIG_FILE,
    LARGE,
    OUTPUT,
    OUTPUTS,
    SMALL,
    THEMES,
    TILES,
    Workspace,
    database,
    run,
)

README, DOCS = CHECKOUT / "README.md", CHECKOUT / "docs"
NINE_TILES, RUNNING, COOKBOOK, PLAY, ARTICLE = (
    DOCS / f"{name}.md" for name in ("nine-tiles-panic", "running", "cookbook", "play", "from-the-article")
)
PUZZLES = [DOCS / f"{name}.md" for name in ("arrow-puzzle", "godomachi", "millijan")]
OCCURRING = CHECKOUT / "tests" / "known_answers" / "nine_tiles_panic" / "occurring_scores.csv"
DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *DOCS.rglob("*.md")])
QUERIES = [
    q for path in (README, NINE_TILES, COOKBOOK, ARTICLE, DOCS / "tables.md", *PUZZLES) for q in shown_queries(path)
]
OF_PROGRAMS = (COOKBOOK, ARTICLE, DOCS / "python.md", DOCS / "checking.md", *PUZZLES)
SHOWING_COMMANDS = (README, PLAY, NINE_TILES, ARTICLE, RUNNING, *PUZZLES)
PROGRAMS = [p for path in OF_PROGRAMS for p in shown_programs(path)]
FINDS_NOTHING_ON_A_SMALL_BOARD = {
    "towns with minimum scores in three themes",
    "plies of one pair of 10 cells",
    "theme synonym of a town by its pattern",
}
ON_A_SMALL_BOARD = {"2004525": "1", "036582714004421544": "12031565"}
"""Theme synonym or town of the documents -> one of the miniature."""
FULL_NAMES = {"arrow": "arrow_puzzle", "godomachi": "godomachi", "millijan": "millijan"}


def _commands() -> list[str]:
    """The commands in tables and in indented lines of the README and of the documents for players and runs."""
    found: list[str] = []
    for text in (path.read_text(encoding="utf-8") for path in SHOWING_COMMANDS):
        rows = re.findall(r"^\|[^|\n]+\|([^|\n]+)\|$", text, re.M)
        shown = [command for row in rows for command in re.findall(r"`([^`]+)`", row)]
        shown += re.findall(r"^    ([^ #\n][^#\n]*)", text, re.M)
        found += [command.strip() for command in shown if PROGRAM.match(command)]
    return sorted(set(found))


PROGRAM = re.compile(r"(make|snakemake|python|tablebases|\.venv/bin/tablebases)\b")
COMMANDS = _commands()
MAKE = [command for command in COMMANDS if command.startswith("make")]
VERIFIED = "python -m scripts.verify"
"""`test_verify.py` tests it."""
SERVED = ("tablebases atlas", "tablebases atlas --lan")
"""They serve pages until they are stopped; tests of the server test them."""
OTHERS = [command for command in COMMANDS if not command.startswith("make") and command not in (VERIFIED, *SERVED)]


def test_the_readme_is_short_and_documents_show_queries_and_commands() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= 900
    assert len(QUERIES) >= 13
    assert len(shown_queries(NINE_TILES)) >= 6
    assert len(shown_queries(COOKBOOK)) + len(shown_programs(COOKBOOK)) == 17
    assert all(len(shown_queries(path)) >= 5 for path in PUZZLES)
    assert (len(shown_queries(ARTICLE)), len(shown_programs(ARTICLE))) == (7, 2)
    assert len(MAKE) >= 6
    assert len(OTHERS) >= 6


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: f"{query.database}: {query.title}")
def test_queries_answer(query: ShownQuery, finished: Workspace) -> None:
    paths = (finished.folder / folder / query.database for folder in OUTPUTS.values())
    (path,) = (path for path in paths if path.exists())
    with database(path) as connection:
        rows = connection.execute(query.sql).fetchall()
    assert bool(rows) != (query.title in FINDS_NOTHING_ON_A_SMALL_BOARD)


def test_the_query_finds_a_town_by_any_rotation_and_spelling(finished: Workspace) -> None:
    """Other spellings have the largest of the directions in which a tile looks the same.

    It finds all listed rotations: several if the roads of the town look the same after a turn.
    """
    (sql,) = (query.sql for query in QUERIES if query.title == "theme synonym of a town by its pattern")
    tiles = {number: oracle.load_tiles(CHECKOUT / TILES)[number] for number in SMALL["tiles"]}

    def spelled(pattern: str, choose: Callable[[Iterable[int]], int]) -> str:
        numbers, directions = oracle.split_pattern(pattern, 2, 2)
        for place, direction in enumerate(directions):
            seen = [oracle.face_shown(tiles[numbers[place]], d) for d in range(8)]
            same = range(direction // 4 * 4, direction // 4 * 4 + 4)
            directions[place] = choose(d for d in same if seen[d] == seen[direction])
        return oracle.join_pattern(numbers, directions)

    with database(finished.output / "success_pattern.db") as connection:
        towns = connection.execute("SELECT position || direction, theme_synonym_id FROM towns").fetchall()
        listed = dict(towns)
        assert len(listed) == len(towns)
        for pattern, _ in towns[::7]:
            rotations = oracle.rotations(pattern, 2, 2)
            shortlist = {spelled(turned, min) for turned in rotations} & listed.keys()
            listed_rotations = {(each[:4], each[4:], listed[each]) for each in shortlist}
            for turned in (spelled(turned, max) for turned in rotations):
                query = sql.replace("036582714", turned[:4]).replace("004421544", turned[4:])
                found = connection.execute(query).fetchall()
                assert {(position, direction, id_) for id_, position, direction in found} == listed_rotations
                assert len(found) == len(listed_rotations)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.title)
def test_programs_answer(program: ShownProgram, finished: Workspace) -> None:
    folders = {full: finished.folder / miniature for full, miniature in OUTPUTS.items()}
    assert len(program.run(folders)) > 0


@pytest.mark.parametrize("command", MAKE)
def test_make_knows_its_targets(command: str) -> None:
    done = run([*shlex.split(command), "--dry-run"], CHECKOUT)
    assert done.status == 0, str(done)


@pytest.fixture(scope="module")
def copy(finished: Workspace, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A copy of the miniature, whose profile for Slurm does not need the plugin."""
    workspace = finished.copy(tmp_path_factory.mktemp("shown") / "workspace")
    path = workspace.folder / "profiles" / "slurm" / "config.yaml"
    settings = yaml.safe_load(path.read_text(encoding="utf-8"))
    others = {key: value for key, value in settings.items() if not key.startswith("slurm-")}
    path.write_text(yaml.safe_dump({**others, "executor": "dryrun"}), encoding="utf-8")
    return workspace


def of_the_miniature(command: str) -> list[str]:
    """The words of a command, changed to read the miniature's results and to start no stage."""
    for full, miniature in OUTPUTS.items():
        command = command.replace(full, miniature)
    program, *words = shlex.split(command)
    if program == "snakemake":
        if "--configfile" in words:
            words[words.index("--configfile") + 1] = CONFIG_FILE
        else:
            words += ["--configfile", CONFIG_FILE]
        return words if {"--touch", "--report"} & set(words) else [*words, "--dry-run"]
    match words:
        case ["verify"]:  # the miniature has folders of other names, so the packaged answers are verified
            return words
        case ["nine-tiles", "draw" | "score" | "complete" | "judge", *_]:
            return words
        case ["nine-tiles", *_]:
            return [*(ON_A_SMALL_BOARD.get(word, word) for word in words), "--results", OUTPUT]
        case [puzzle, "summary" | "pair" | "puzzle", *_]:
            return [*words, "--results", OUTPUTS[f"results/{FULL_NAMES[puzzle]}"]]
    return words


@pytest.mark.parametrize("command", OTHERS)
def test_commands_run(command: str, copy: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    words = of_the_miniature(command)
    if command.startswith(("snakemake", "python")):
        done = copy.module(*words[1:] if words[0] == "-m" else ["snakemake", *words])
        assert done.status == 0, str(done)
    elif "--all" in words and "towns" in words:  # too much output for memory
        assert copy.command(*words).status == 0
    else:
        monkeypatch.chdir(copy.folder)
        typed = run_typed(words)
        assert typed.status == 0, typed.errors


def test_the_miniature_configuration_is_the_one_of_these_tests() -> None:
    blocks = re.findall(r"^```yaml\n# mini.yaml\n(.*?)^```$", NINE_TILES.read_text(encoding="utf-8"), re.M | re.S)
    (section,) = (yaml.safe_load(block)["nine_tiles_panic"] for block in blocks)
    assert section.pop("output") == "results/mini"
    assert section == LARGE


def _anchors(path: Path) -> set[str]:
    """The anchors of a document: its headings, as GitHub writes them."""
    return {section.anchor for section in sections(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)|src=\"([^\"]+)\"", text):
        place, _, anchor = "".join(link).partition("#")
        target = path.parent / place if place else path
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def test_the_configuration_of_the_document_on_running_is_valid() -> None:
    """The file of the document replaces these keys of config.yaml."""
    (shown,) = re.findall(r"^```yaml\n(.*?)^```$", RUNNING.read_text(encoding="utf-8"), re.M | re.S)
    full = yaml.safe_load((CHECKOUT / "config.yaml").read_text(encoding="utf-8"))
    changed = {name: {**full[name], **section} for name, section in yaml.safe_load(shown).items()}
    assert {name: section.output for name, section in configuration_of_puzzles({**full, **changed})}["godomachi"] == (
        "results/godomachi_8"
    )


@pytest.mark.parametrize("index", [DOCS / "README.md", DOCS / "ja" / "README.md"], ids=lambda path: path.parent.name)
def test_every_document_is_in_the_index(index: Path) -> None:
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
