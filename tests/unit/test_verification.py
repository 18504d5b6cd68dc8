"""`tablebases verify`: damaged, missing and foreign files are found, in results, in a release and in the package."""

from __future__ import annotations

import csv
import doctest
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scripts.figures import shown_figures
from scripts.package_answers import ANSWERS, known_results
from tablebases import database as databases
from tablebases import locations, messages, verification
from tablebases.cli import main
from tablebases.errors import DamagedDataError, InputError, MissingDataError
from tablebases.files import seal
from tablebases.locations import PACKAGED, Place
from tablebases.puzzles import PUZZLES
from tablebases.verification import KNOWN, Outcome, Result, Verification, known_databases, value_texts, verify

CHECKOUT = Path(__file__).parents[2]
LIST = "SHA256SUMS"
ADVICE = "run `python -m scripts.package_answers`"


# --- folders with results ------------------------------------------------------------------------


def write_list(folder: Path) -> None:
    """List the digests of all files of a folder, as a run and a release do."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != LIST)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder)}\n" for path in paths]
    (folder / LIST).write_text("".join(lines), encoding="utf-8")


def as_package(folder: Path) -> Path:
    """A copy of the packaged answers."""
    shutil.copytree(PACKAGED, folder, ignore=shutil.ignore_patterns("atlas.zip", "fonts", "boards.csv"))
    return folder


def as_results(folder: Path) -> Path:
    """The packaged answers as finished results, a folder for each puzzle."""
    for puzzle, name in ANSWERS.items():
        (folder / puzzle / "figures").mkdir(parents=True)
        shutil.copy(PACKAGED / puzzle / name, folder / puzzle)
        (folder / puzzle / "figures" / "chart.svg").write_text("<svg/>")
        write_list(folder / puzzle)
    return folder


def as_release(folder: Path) -> Path:
    """The packaged answers as a release, with another file."""
    folder.mkdir()
    for puzzle, name in ANSWERS.items():
        shutil.copy(PACKAGED / puzzle / name, folder)
    (folder / "README.md").write_text("a release")
    write_list(folder)
    return folder


LAYOUTS = {"package": as_package, "results": as_results, "release": as_release}
PARTS = {"package": "millijan/millijan.db", "results": "millijan/millijan.db", "release": "millijan.db"}
"""Layout -> a database there."""
MILLIJAN_FIGURES = sum(figure.puzzle == "millijan" for figure in shown_figures())


@pytest.fixture(params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> str:
    """The name of a layout."""
    name: str = request.param
    return name


@pytest.fixture
def folder(layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of this layout; if it is that of the package, the package is there."""
    monkeypatch.chdir(tmp_path)
    made = LAYOUTS[layout](tmp_path / layout)
    if layout == "package":
        monkeypatch.setattr(locations, "PACKAGED", made)
    return made


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Finished results."""
    monkeypatch.chdir(tmp_path)
    return as_results(tmp_path / "results")


def change(path: Path, *statements: str) -> None:
    """Change a database as a wrong program would: the checksum is right."""
    with closing(sqlite3.connect(path)) as connection:
        for sql in statements:
            connection.execute(sql)
        connection.commit()
    seal(path)


def flip(path: Path) -> None:
    """Change a byte in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def checked(found: Verification, outcome: Outcome) -> dict[str, str]:
    """Check -> what was found, of the checks with an outcome."""
    return {result.check: result.text for result in found.results if result.outcome is outcome}


class Ran:
    """How `tablebases verify` ended."""

    def __init__(self, *words: str | Path) -> None:
        arguments = ["verify", *map(str, words)]
        done = CliRunner().invoke(main.app, arguments)
        self.output = done.stdout
        self.status = done.exit_code
        self.error = str(done.exception) if done.exception and not isinstance(done.exception, SystemExit) else ""
        self.stderr = done.stderr


# --- what agrees -----------------------------------------------------------------------------------


def test_the_examples_of_the_module_run() -> None:
    done = doctest.testmod(verification, raise_on_error=False)
    assert done.attempted >= 8
    assert done.failed == 0


def test_the_packaged_file_is_what_the_declared_figures_and_the_data_files_give() -> None:
    assert (PACKAGED / KNOWN).read_text(encoding="utf-8") == known_results(), ADVICE


def test_the_known_databases_are_those_of_all_puzzles() -> None:
    assert {puzzle for puzzle, _ in known_databases().values()} == set(PUZZLES)
    assert set(ANSWERS.values()) < known_databases().keys()
    with (CHECKOUT / "data" / "checksums.csv").open(encoding="utf-8", newline="") as file:
        artifacts = {row["artifact"] for row in csv.DictReader(file)}
    assert known_databases().keys() == {name for name in artifacts if name.endswith(".db") and "/" not in name}


def test_good_files_agree(folder: Path, layout: str) -> None:
    found = verify(folder)
    assert found.agrees
    assert found.source is Place.GIVEN
    agreed, left_out = checked(found, Outcome.AGREES), checked(found, Outcome.LEFT_OUT)
    prefix = "" if layout == "release" else "millijan/"
    assert agreed[f"Checksum, stage and version of {prefix}millijan.db"] == "version 3"
    assert agreed[f"Content of {prefix}millijan.db, by the digest in its provenance"] == "as in the full run"
    assert agreed["Deals of 13 tiles that win, whole deck"] == "72,205,095,764,193"
    assert agreed["Draws to a win with nobody else playing, whole deck"] == "31.0 ± 1.6"
    assert left_out["15 figures of Godomachi"] == "its results are not there"
    of_success_pattern = {"release": ""}.get(layout, "nine_tiles_panic/") + "success_pattern.db"
    assert left_out[f"8 figures of {of_success_pattern}"] == "the database is not there"
    lists = [check for check in (*agreed, *left_out) if check.startswith("Files that")]
    assert len(lists) == (1 if layout == "release" else 3)
    assert all((check in left_out) == (layout == "package") for check in lists)


def test_a_folder_of_one_puzzle_is_verified_alone(results: Path) -> None:
    found = verify(results / "arrow_puzzle")
    assert found.agrees
    assert {result.puzzle for result in found.results} == {"arrow_puzzle"}
    assert checked(found, Outcome.LEFT_OUT) == {}
    assert checked(found, Outcome.AGREES)["Files that SHA256SUMS lists"] == "2 files"
    assert checked(found, Outcome.AGREES)["Hard boards that can be solved"] == "8,589,934,592"


def test_nothing_is_written(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))}
    try:
        assert verify(folder).agrees
        assert {path: path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))} == before
    finally:
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_every_file_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    look = verification._digests

    def note(path: Path, report: verification.Report) -> verification._Digests:
        read.append(path)
        return look(path, report)

    def refuse(_: Path) -> Any:
        raise AssertionError("a file is read again")

    monkeypatch.setattr(verification, "_digests", note)
    monkeypatch.setattr("tablebases.files._checksum", refuse)
    monkeypatch.setattr(databases, "check_seal", refuse)
    monkeypatch.setattr("tablebases.files._sha256", refuse)
    assert verify(folder).agrees
    assert len(read) == len(set(read)) >= len(ANSWERS)


def test_numbers_are_written_with_the_digits_that_their_errors_allow() -> None:
    assert value_texts(31.0, 1.55) == ("31.0", "1.6")
    assert value_texts(7, None) == ("7", "")
    assert Result(None, Outcome.AGREES, "towns", 526070976).text == "526,070,976"


# --- what differs ----------------------------------------------------------------------------------


def test_damage_is_found_and_everything_else_is_verified_too(folder: Path, layout: str) -> None:
    flip(folder / PARTS[layout])
    found = verify(folder)
    differing = checked(found, Outcome.DIFFERS)
    assert "it is damaged or was changed" in differing[f"Checksum, stage and version of {PARTS[layout]}"]
    if layout != "package":
        assert differing[PARTS[layout]] == "it does not have the digest that SHA256SUMS lists"
    assert (
        checked(found, Outcome.LEFT_OUT)[f"{MILLIJAN_FIGURES} figures of {PARTS[layout]}"]
        == "the database is damaged or foreign"
    )
    assert checked(found, Outcome.AGREES)["Hard boards that can be solved"] == "8,589,934,592"


@pytest.mark.parametrize("of", [0, 50, 100, 5000])
def test_a_database_that_is_cut_short_is_found(folder: Path, layout: str, of: int) -> None:
    path = folder / PARTS[layout]
    path.write_bytes(path.read_bytes()[:of])
    assert f"Checksum, stage and version of {PARTS[layout]}" in checked(verify(folder), Outcome.DIFFERS)


def test_missing_files_are_found(folder: Path, layout: str) -> None:
    (folder / PARTS[layout]).unlink()
    found = verify(folder)
    assert checked(found, Outcome.DIFFERS)[PARTS[layout]] == "it is missing"
    assert (
        checked(found, Outcome.LEFT_OUT)[f"{MILLIJAN_FIGURES} figures of {PARTS[layout]}"]
        == "the database is not there"
    )
    assert checked(found, Outcome.AGREES)["Hard boards that can be solved"] == "8,589,934,592"


def test_a_missing_folder_of_the_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "PACKAGED", as_package(tmp_path / "package"))
    shutil.rmtree(locations.PACKAGED / "millijan")
    found = verify(locations.PACKAGED)
    assert checked(found, Outcome.DIFFERS)["millijan/millijan.db"] == "it is missing"


def test_a_file_that_is_no_database_is_found(results: Path) -> None:
    flip(results / "millijan" / "figures" / "chart.svg")
    differing = checked(verify(results), Outcome.DIFFERS)
    assert differing == {
        "Files that millijan/SHA256SUMS lists": "1 file of 2",
        "millijan/figures/chart.svg": "it does not have the digest that SHA256SUMS lists",
    }


def foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE towns (id INTEGER)")
        connection.commit()


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "of another stage": (
        lambda path: shutil.copy(PACKAGED / "arrow_puzzle" / "arrow_puzzle.db", path),
        "was not written by the stage millijan_database",
    ),
    "of another program": (foreign_database, "it has no checksum"),
    "of another version": (lambda path: change(path, "PRAGMA user_version = 2"), "has schema version 2"),
    "no database": (lambda path: path.write_text("towns"), "it is not a SQLite database"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_databases_are_found(folder: Path, layout: str, kind: str) -> None:
    path = folder / PARTS[layout]
    replace, fault = FOREIGN[kind]
    if kind in ("of another program", "no database"):
        path.unlink()
    replace(path)
    if layout != "package":
        write_list(path.parent)  # by someone who lists what is there
    differing = checked(verify(folder), Outcome.DIFFERS)
    assert list(differing) == [f"Checksum, stage and version of {PARTS[layout]}"]
    assert fault in differing[f"Checksum, stage and version of {PARTS[layout]}"] or kind == "no database"


def test_a_database_that_is_not_listed_is_found(results: Path) -> None:
    path = results / "arrow_puzzle" / LIST
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.endswith(".db\n")), encoding="utf-8")
    differing = checked(verify(results), Outcome.DIFFERS)
    assert differing["arrow_puzzle/arrow_puzzle.db"] == "SHA256SUMS does not list it"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"millijan.db\n",
        b"0" * 64 + b"  /etc/passwd\n",
        b"0" * 64 + b"  ../../secret\n",
        b"0" * 64 + b"  ..\\secret\n",
    ],
)
def test_a_damaged_list_is_found(results: Path, content: bytes) -> None:
    (results / "millijan" / LIST).write_bytes(content)
    found = verify(results / "millijan")
    (fault,) = checked(found, Outcome.DIFFERS).values()
    assert fault.startswith("SHA256SUMS is damaged: ")
    assert checked(found, Outcome.AGREES)["Checksum, stage and version of millijan.db"]


def test_another_value_with_right_checksums_is_found(folder: Path, layout: str) -> None:
    path = folder / PARTS[layout]
    change(path, "UPDATE winning_deals SET deals = deals + 1 WHERE deck = 'Angel' AND score = 14000")
    change(path, "DELETE FROM units WHERE id = 0")
    if layout != "package":
        write_list(path.parent)
    differing = checked(verify(folder), Outcome.DIFFERS)
    assert differing == {
        "Units in the list of 2019": "154, but 155 is known",
        "Deals of 13 tiles that win, Angel": "123,927,070, but 123,927,069 is known",
    }


def test_a_table_that_is_not_there_is_found(results: Path) -> None:
    change(results / "millijan" / "millijan.db", "DROP TABLE simulated_games")
    write_list(results / "millijan")
    differing = checked(verify(results), Outcome.DIFFERS)
    assert len(differing) == 5
    assert all("no such table: simulated_games" in fault for fault in differing.values())


def test_content_that_is_not_that_of_the_full_run_is_found(results: Path) -> None:
    path = results / "millijan" / "millijan.db"
    change(path, f"UPDATE provenance SET value = '{'0' * 64}' WHERE key = 'content_digest'")
    write_list(results / "millijan")
    assert list(checked(verify(results), Outcome.DIFFERS).values()) == ["other than in the full run"]


def test_figures_of_studies_are_left_to_them(results: Path) -> None:
    left_out = checked(verify(results), Outcome.LEFT_OUT)
    assert left_out["10 figures of studies.definitions"] == "`python -m studies.definitions` computes them"
    assert left_out["6 figures of studies.compare_rules"] == "`python -m studies.compare_rules` computes them"


@pytest.mark.parametrize("content", ["", "[]", '{"figures": [{"puzzle": 1}]}', "{"])
def test_a_damaged_list_of_figures_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setattr(locations, "PACKAGED", as_package(tmp_path / "package"))
    (locations.PACKAGED / KNOWN).write_text(content)
    with pytest.raises(DamagedDataError, match=r"figures\.json is damaged .*install the package"):
        verify()


# --- results of another configuration ----------------------------------------------------------------


def part(path: Path, stage: str, parameters: dict[str, object]) -> None:
    """A part of a run, of which nothing but the provenance is read."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE provenance (key TEXT, value TEXT)")
        rows = {"stage": stage, "parameters": json.dumps(parameters)}
        connection.executemany("INSERT INTO provenance VALUES (?, ?)", rows.items())
        connection.commit()
    seal(path)


FULL_SEARCH: dict[str, Any] = {
    "levels": ["easy=square-3-4", "medium=square-4-4", "hard=hexagon-4-2", "expert=hexagon-4-6"],
    "restarts": 60,
    "steps": 1_000_000,
    "seed": 1,
}


@pytest.mark.parametrize("directions", [6, 4])
def test_parts_tell_the_configuration(results: Path, directions: int) -> None:
    levels = [*FULL_SEARCH["levels"][:3], f"expert=hexagon-4-{directions}"]
    folder = results / "arrow_puzzle"
    part(folder / "parts" / "hardest_boards.db", "arrow_puzzle_hardest_boards", {**FULL_SEARCH, "levels": levels})
    change(folder / "arrow_puzzle.db", "UPDATE tap_statistics SET most = most + 1")
    write_list(folder)
    found = verify(folder)
    if directions == 6:
        assert "Taps that the hardest hard board needs" in checked(found, Outcome.DIFFERS)
        return
    assert found.agrees
    (reason,) = checked(found, Outcome.LEFT_OUT).values()
    assert reason.startswith(
        "figures are of the full run, but these results are not: parts/hardest_boards.db was made with levels ['easy="
    )
    assert set(checked(found, Outcome.AGREES)) == {
        "Files that SHA256SUMS lists",
        "Checksum, stage and version of arrow_puzzle.db",
    }


@pytest.mark.parametrize("made_from", ["boards.csv", "tap_counts.db"])
def test_without_parts_the_digests_of_inputs_tell_the_configuration(folder: Path, layout: str, made_from: str) -> None:
    name = PARTS[layout].replace("millijan", "arrow_puzzle")
    sql = f"UPDATE provenance SET value = '{'0' * 64}' WHERE key = 'input {made_from}'"
    change(folder / name, sql, "UPDATE tap_statistics SET most = most + 1")
    if layout != "package":
        write_list((folder / name).parent)
    found = verify(folder)
    assert found.agrees
    reason = checked(found, Outcome.LEFT_OUT)["18 figures of Arrow puzzle"]
    assert reason.endswith(f"these results are not: arrow_puzzle.db was made from another {made_from}")
    assert "Deals of 13 tiles that win, whole deck" in checked(found, Outcome.AGREES)


def test_other_data_files_are_another_configuration(results: Path) -> None:
    path = results / "arrow_puzzle" / "parts" / "tap_counts.db"
    part(path, "arrow_puzzle_tap_counts", {"levels": FULL_SEARCH["levels"], "boards": 1_000_000, "seed": 1})
    write_list(results / "arrow_puzzle")
    reason = checked(verify(results), Outcome.LEFT_OUT)["18 figures of Arrow puzzle"]
    assert reason.endswith("parts/tap_counts.db was made from another proven_bounds.csv")


def test_damage_is_found_in_results_of_another_configuration(results: Path) -> None:
    folder = results / "arrow_puzzle"
    part(folder / "parts" / "tap_counts.db", "arrow_puzzle_tap_counts", {"levels": []})
    write_list(folder)
    flip(folder / "arrow_puzzle.db")
    differing = checked(verify(folder), Outcome.DIFFERS)
    assert "Checksum, stage and version of arrow_puzzle.db" in differing


# --- which folder --------------------------------------------------------------------------------------


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of fetched results, where nothing is yet, and a working folder without results."""
    place = tmp_path / "data" / "fetched"
    for module in (locations, verification):
        monkeypatch.setattr(module, "fetched_folder", lambda: place)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return place


def test_the_nearest_results_are_verified(fetched: Path) -> None:
    assert verify().source is Place.PACKAGED
    fetched.parent.mkdir()
    as_release(fetched)
    found = verify()
    assert (found.folder, found.source) == (fetched, Place.FETCHED)
    Path("results", "godomachi", "logs").mkdir(parents=True)  # of a run that is under way
    assert verify().source is Place.FETCHED
    shutil.rmtree("results")
    as_results(Path("results"))
    found = verify()
    assert (found.folder, found.source) == (Path("results"), Place.HERE)


@pytest.mark.usefixtures("fetched")
def test_the_command_says_what_it_verifies() -> None:
    ran = Ran("--json")
    assert f"verified {PACKAGED} (the package)\n" in ran.stderr
    as_results(Path("results"))
    assert "verified results (the working folder)\n" in Ran("--csv").stderr
    assert Ran("results").output.startswith("results (the folder given)\n")


def test_a_folder_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no folder .*none; name one with finished results, such as results"):
        verify(tmp_path / "none")
    assert InputError.exit_status == 2


def test_a_folder_without_results_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(MissingDataError, match=r"there are no results in .*; name the folder of all results"):
        verify(tmp_path)


# --- the command -----------------------------------------------------------------------------------------


def test_the_command_agrees_with_the_function(folder: Path, layout: str) -> None:
    flip(folder / PARTS[layout])
    found = verify(folder)
    rows = [vars(result) for result in found.results]
    ran = Ran(folder, "--json")
    assert json.loads(ran.output) == rows
    assert [{**row, "puzzle": row["puzzle"] or "", "found": str(row["found"])} for row in rows] == list(
        csv.DictReader(io.StringIO(Ran(folder, "--csv").output))
    )
    table = Ran(folder).output.splitlines()
    assert table[0] == f"{folder} (the folder given)"
    assert table[2].split() == ["outcome", "check", "found"]
    assert table[-1] == found.summary
    assert len(table) == len(rows) + 6


def test_a_difference_ends_with_an_error_that_says_how_to_mend_it(folder: Path, layout: str) -> None:
    flip(folder / PARTS[layout])
    ran = Ran(folder)
    assert ran.status == 1
    n = 1 if layout == "package" else 3
    assert f"{n} check{'s' * (n > 1)} of {folder} found a difference, see above; " in ran.error
    mend = "install the package" if layout == "package" else "remove what differs; get the full results with"
    assert mend in ran.error


@pytest.mark.parametrize("words", [[], ["--json"], ["--csv"]])
def test_the_whole_answer_is_printed_before_the_error(tmp_path: Path, words: list[str]) -> None:
    release = as_release(tmp_path / "release")
    flip(release / "millijan.db")
    command = [sys.executable, "-m", "tablebases.cli.main", "verify", str(release), *words]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: 3 checks of {release} found a difference, see above; ")
    assert len(re.findall(r"\bdiffers\b", done.stdout)) == 3
    assert not words or done.stdout.rstrip().endswith(("]", "not there"))


@pytest.mark.usefixtures("fetched")
def test_the_text_is_plain_and_narrow() -> None:
    as_results(Path("results"))
    flip(Path("results", "millijan", "millijan.db"))
    text = str(verify())
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[0] == "results (the working folder)"
    assert "\x1b" not in text


def test_work_that_takes_long_reports_its_progress(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "verifying" not in Ran(folder).stderr
    monkeypatch.setattr(messages, "SECONDS_BETWEEN_LINES", 0.0)
    said = Ran(folder).stderr
    assert "verifying files: " in said
    assert " bytes (100%), " in said
    assert "verifying figures: " in said


def modules_after(*words: str) -> Iterator[str]:
    program = (
        "import contextlib, io, sys\nfrom tablebases.cli.main import main\nsys.argv = ['tablebases', *sys.argv[1:]]\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n    main()\n"
        "print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *words], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    yield from done.stdout.split()


@pytest.mark.parametrize("words", [["--help"], [str(PACKAGED)]])
def test_the_command_needs_neither_the_checkout_nor_what_computes(words: list[str]) -> None:
    loaded = {name.partition(".")[0] for name in modules_after("verify", *words)}
    assert "tablebases" in loaded
    assert not loaded & {"scripts", "tests", "pipeline", "numpy", "numba", "pandas", "sqlalchemy", "pydantic"}
