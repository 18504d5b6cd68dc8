"""`tablebases verify`: results, a release and the package; tests/faults has every damage to results."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import shutil
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import ANY
from zipfile import ZipFile

import pytest

from scripts.figures import shown_figures
from scripts.package_answers import ANSWERS, digests, known_results
from tablebases import database as databases
from tablebases import locations, messages, nine_tiles, verification
from tablebases.errors import DamagedDataError, InputError, MissingDataError
from tablebases.files import HEADER_BYTES, content_digest, read_sums
from tablebases.locations import PACKAGED, Place
from tablebases.puzzles import PUZZLES
from tablebases.verification import KNOWN, Outcome, Verification, known_databases, verify
from tests.command_lines.typed import Fresh, Typed, run_fresh, run_typed
from tests.databases import change_and_seal, write_sums

CHECKOUT = Path(__file__).parents[2]
LIST = "SHA256SUMS"
ADVICE = "run `python -m scripts.package_answers`"


# --- folders with results ------------------------------------------------------------------------


def as_package(folder: Path) -> Path:
    """A copy of the packaged answers."""
    shutil.copytree(PACKAGED, folder)
    return folder


def as_results(folder: Path) -> Path:
    """The packaged answers as finished results, a folder for each puzzle."""
    for puzzle, name in ANSWERS.items():
        (folder / puzzle / "figures").mkdir(parents=True)
        shutil.copy(PACKAGED / puzzle / name, folder / puzzle)
        (folder / puzzle / "figures" / "chart.svg").write_text("<svg/>")
        write_sums(folder / puzzle)
    return folder


def as_release(folder: Path) -> Path:
    """The packaged answers as a release, with another file."""
    folder.mkdir()
    for puzzle, name in ANSWERS.items():
        shutil.copy(PACKAGED / puzzle / name, folder)
    (folder / "README.md").write_text("a release")
    write_sums(folder)
    return folder


LAYOUTS = {"package": as_package, "results": as_results, "release": as_release}
DATABASE = {"package": "millijan/millijan.db", "results": "millijan/millijan.db", "release": "millijan.db"}
"""Layout -> the database of MilliJan there."""
MILLIJAN_FIGURES = sum(figure.puzzle == "millijan" for figure in shown_figures())


@pytest.fixture(params=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> str:
    """The name of a layout."""
    return str(request.param)


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


def list_again(folder: Path) -> None:
    """List what is there, as somebody would who made the change on purpose; the package has no list of databases."""
    if (folder / LIST).exists():
        write_sums(folder)


def flip(path: Path) -> None:
    """Change a byte in the middle of a file."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def checked(found: Verification, outcome: Outcome) -> dict[str, str]:
    """Check -> what was found, of the checks with an outcome."""
    return {result.check: result.text for result in found.results if result.outcome is outcome}


def run_verify(*words: str | Path) -> Typed:
    """Run `tablebases verify`."""
    return run_typed(["verify", *map(str, words)])


# --- what agrees -----------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_packaged_file_is_what_the_declared_figures_and_the_data_files_give() -> None:
    assert (PACKAGED / KNOWN).read_text(encoding="utf-8") == known_results(), ADVICE


def test_the_package_lists_the_digests_of_its_files() -> None:
    assert (PACKAGED / LIST).read_text(encoding="utf-8") == digests(), ADVICE
    listed = read_sums(PACKAGED / LIST)
    assert {KNOWN, "config.yaml", "data/checksums.csv", "data/nine_tiles_panic/tiles.csv"} < listed.keys()
    assert not any(name.endswith(".db") for name in listed)


def test_the_known_databases_are_those_of_all_puzzles() -> None:
    assert {puzzle for puzzle, _ in known_databases().values()} == set(PUZZLES)
    assert set(ANSWERS.values()) < known_databases().keys()
    with (CHECKOUT / "data" / "checksums.csv").open(encoding="utf-8", newline="") as file:
        artifacts = {row["artifact"] for row in csv.DictReader(file)}
    assert known_databases().keys() == {name for name in artifacts if name.endswith(".db") and "/" not in name}


def test_verify_agrees_with_the_packaged_answers_in_every_layout(folder: Path, layout: str) -> None:
    found = verify(folder)
    assert found.agrees
    assert found.source is Place.GIVEN
    agreed, left_out = checked(found, Outcome.AGREES), checked(found, Outcome.LEFT_OUT)
    prefix = "" if layout == "release" else "millijan/"
    assert agreed[f"Checksum, stage and version of {prefix}millijan.db"] == "version 3"
    assert agreed[f"Content of {prefix}millijan.db, by the digest in its provenance"] == "as in the full run"
    assert agreed["Deals of 13 tiles that win, whole deck"] == "72,205,095,764,193"
    assert agreed["Draws to a win of a player alone, whole deck"] == "31.0 ± 1.6"
    assert left_out["15 figures of Godomachi"] == "its results are not there"
    of_success_pattern = {"release": ""}.get(layout, "nine_tiles_panic/") + "success_pattern.db"
    assert left_out[f"9 figures of {of_success_pattern}"] == "the database is not there"
    assert left_out["10 figures of studies.definitions"] == "`python -m studies.definitions` computes them"
    assert left_out["8 figures of studies.compare_rules"] == "`python -m studies.compare_rules` computes them"
    lists = [check for check in (*agreed, *left_out) if check.startswith("Files that")]
    assert len(lists) == {"package": 4, "results": 3, "release": 1}[layout]
    assert all((check in left_out) == (layout == "package" and "/" in check) for check in lists)


def test_verify_accepts_the_folder_of_one_puzzle(results: Path) -> None:
    found = verify(results / "arrow_puzzle")
    assert found.agrees
    assert {result.puzzle for result in found.results} == {"arrow_puzzle"}
    assert checked(found, Outcome.LEFT_OUT) == {}
    assert checked(found, Outcome.AGREES)["Files that SHA256SUMS lists"] == "2 files"
    assert checked(found, Outcome.AGREES)["Hard boards that can be solved"] == "8,589,934,592"


def test_verify_writes_nothing(folder: Path) -> None:
    paths = (folder, *folder.rglob("*"))
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in paths}
    try:
        assert verify(folder).agrees
        assert {path: path.stat().st_mtime_ns for path in (folder, *folder.rglob("*"))} == before
    finally:
        for path in paths:
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_verify_reads_every_file_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    look = verification._digests

    def note(path: Path, report: verification.Report) -> tuple[str, str]:
        read.append(path)
        return look(path, report)

    def refuse(_: Path) -> Any:
        raise AssertionError("a file is read again")

    verification.read_known(locations.PACKAGED)  # the figures and digests to compare with
    monkeypatch.setattr(verification, "_digests", note)
    monkeypatch.setattr("tablebases.files._known_checksum", refuse)
    monkeypatch.setattr(databases, "check_seal", refuse)
    monkeypatch.setattr("tablebases.files._sha256", refuse)
    assert verify(folder).agrees
    assert len(read) == len(set(read)) >= len(ANSWERS)


# --- what differs ----------------------------------------------------------------------------------


def test_verify_does_not_take_a_damaged_provenance_file_for_another_configuration(results: Path) -> None:
    page = results / "millijan" / "page" / "millijan"
    page.mkdir(parents=True)
    (page / "data.json").write_text("{}\n")
    origin = verification.read_known(PACKAGED).origins["millijan"]["page/millijan/data.json"]
    notes = {"stage": origin.stage, "content_digest": "", "parameters": json.dumps(dict(origin.parameters))}
    notes |= {f"input {file}": digest for file, digest in origin.data.items()}
    provenance = page / "data.json.provenance.json"
    provenance.write_text(json.dumps(notes))
    write_sums(results / "millijan")
    before = verify(results)
    assert before.agrees
    provenance.write_text(provenance.read_text().replace(next(iter(origin.data.values())), "0" * 64))
    found = verify(results)
    assert checked(found, Outcome.LEFT_OUT) == checked(before, Outcome.LEFT_OUT)
    assert "millijan/page/millijan/data.json.provenance.json" in checked(found, Outcome.DIFFERS)


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_verify_reports_damage_and_still_runs_the_other_checks(folder: Path, layout: str, damage: str) -> None:
    name = DATABASE[layout]
    if damage == "missing":
        (folder / name).unlink()
    else:
        flip(folder / name)
    found = verify(folder)
    differing, left_out = checked(found, Outcome.DIFFERS), checked(found, Outcome.LEFT_OUT)
    assert checked(found, Outcome.AGREES)["Hard boards that can be solved"] == "8,589,934,592"
    figures = left_out[f"{MILLIJAN_FIGURES} figures of {name}"]
    if damage == "missing":
        assert (differing[name], figures) == ("it is missing", "the database is not there")
    else:
        assert "is damaged or was changed" in differing[f"Checksum, stage and version of {name}"]
        assert figures == "the database is damaged or foreign"
        if layout != "package":
            assert differing[name] == "it does not have the digest that SHA256SUMS lists"


def test_verify_finds_a_missing_folder_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "PACKAGED", as_package(tmp_path / "package"))
    shutil.rmtree(locations.PACKAGED / "millijan")
    assert checked(verify(locations.PACKAGED), Outcome.DIFFERS)["millijan/millijan.db"] == "it is missing"


def test_verify_finds_a_database_that_is_not_listed(results: Path) -> None:
    path = results / "arrow_puzzle" / LIST
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.endswith(".db\n")), encoding="utf-8")
    differing = checked(verify(results), Outcome.DIFFERS)
    assert differing["arrow_puzzle/arrow_puzzle.db"] == "SHA256SUMS does not list it"


def test_verify_reads_the_results_beside_an_atlas(results: Path) -> None:
    """`snakemake all atlas` puts the atlas there for a configuration with its own `output`."""
    folder = results / "nine_tiles_panic"
    with ZipFile(locations.ATLAS) as archive:
        archive.extractall(folder)
    before = verify(folder)
    assert before.agrees
    assert {"Files that SHA256SUMS lists", "Files that atlas/SHA256SUMS lists"} < checked(before, Outcome.AGREES).keys()
    (folder / "best_towns.db").write_bytes(b"")
    flip(folder / "atlas" / "index.html")
    found = checked(verify(folder), Outcome.DIFFERS)
    assert {"best_towns.db", "atlas/index.html", "Checksum, stage and version of best_towns.db"} < found.keys()


def test_verify_finds_the_missing_list_of_an_atlas(results: Path) -> None:
    with ZipFile(locations.ATLAS) as archive:
        archive.extractall(results)
    for folder in (results, results / "atlas"):
        assert verify(folder).agrees
    for folder in (results, results / "atlas"):
        (results / "atlas" / LIST).unlink(missing_ok=True)
        found = checked(verify(folder), Outcome.DIFFERS)
        assert list(found.values()) == ["there is no such list, although a run made this folder"]


def test_verify_needs_no_list_of_single_downloaded_files(tmp_path: Path) -> None:
    shutil.copy(PACKAGED / "millijan" / "millijan.db", tmp_path)
    with ZipFile(locations.ATLAS) as archive:
        archive.extractall(tmp_path)
    assert verify(tmp_path).agrees
    assert checked(verify(tmp_path), Outcome.LEFT_OUT)["Files that SHA256SUMS lists"] == "there is no such list"


LONG = Path(*["long" * 50] * 3)
"""A path that SQLite cannot open."""


def test_verify_does_not_call_a_database_with_a_long_path_damaged(results: Path) -> None:
    shutil.copytree(results, results.parent / LONG)
    ran = run_verify(LONG)
    assert ran.status == 2
    assert ran.errors.startswith("error: SQLite cannot open ")
    assert ran.errors.endswith(" bytes; move it to a path of at most 500\n")
    assert "remove" not in ran.errors
    summary = run_typed(["millijan", "summary", "--results", str(LONG)])
    assert summary == Typed(2, "", summary.errors)
    assert summary.first_line.startswith("error: SQLite cannot open ")


PATHS = (b"/etc/passwd", b"../../secret", b"..\\secret", b"\x1b]0;title\x07")


@pytest.mark.parametrize("content", [b"", b"\xff", b"millijan.db\n", *(b"0" * 64 + b"  %s\n" % path for path in PATHS)])
def test_verify_finds_a_damaged_list(results: Path, content: bytes) -> None:
    (results / "millijan" / LIST).write_bytes(content)
    found = verify(results / "millijan")
    (fault,) = checked(found, Outcome.DIFFERS).values()
    assert fault.startswith("SHA256SUMS is damaged: ")
    assert checked(found, Outcome.AGREES)["Checksum, stage and version of millijan.db"]


def test_verify_ends_with_a_list_that_has_no_end(results: Path) -> None:
    path = results / "millijan" / LIST
    path.write_text(path.read_text(encoding="utf-8") + "0" * 10**6, encoding="utf-8")
    assert "SHA256SUMS is damaged: it is no list of digests" in checked(verify(results), Outcome.DIFFERS).values()
    path.unlink()
    os.mkfifo(path)
    assert "SHA256SUMS is damaged: it is no list of digests" in checked(verify(results), Outcome.DIFFERS).values()


NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
FOREIGN = {
    "provenance": (f"(key, value) AS {NUMBERS} 'stage', i FROM n WHERE i < 0", "holds a view without end"),
    "winning_deals": (f"(deck, score, share, deals) AS {NUMBERS} i, i, i, i FROM n", "holds a view without end"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_verify_and_commands_end_with_a_view_that_has_no_end(results: Path, name: str) -> None:
    view, fault = FOREIGN[name]
    folder = results / "millijan"
    change_and_seal(folder / "millijan.db", f"DROP TABLE {name}", f"CREATE VIEW {name} {view}")
    write_sums(folder)
    assert any(each.startswith(fault) for each in checked(verify(folder), Outcome.DIFFERS).values())
    summary = run_typed(["millijan", "summary", "--results", str(folder)])
    assert summary.status == 1
    assert f"millijan.db {fault}" in summary.errors


def test_verify_prints_no_control_characters(results: Path) -> None:
    folder = results / "arrow_puzzle"
    sql = "UPDATE levels SET smith_normal_form = char(27) || ']0;title' || char(7)"
    change_and_seal(folder / "arrow_puzzle.db", sql)
    write_sums(folder)
    for form in ((), ("--csv",), ("--json",)):
        printed = run_verify(folder, *form)
        assert printed.status == 1
        assert "x1b]0;title" in printed.output
        assert (printed.output + printed.errors).replace("\n", "").isprintable()


def test_verify_finds_another_value_with_right_checksums(folder: Path, layout: str) -> None:
    path = folder / DATABASE[layout]
    change_and_seal(path, "UPDATE winning_deals SET deals = deals + 1 WHERE deck = 'Angel' AND score = 14000")
    change_and_seal(path, "DELETE FROM units WHERE id = 0")
    list_again(path.parent)
    differing = checked(verify(folder), Outcome.DIFFERS)
    assert differing == {
        "Units in the list of 2019": "154, but 155 is known",
        "Deals of 13 tiles that win, Angel": "123,927,070, but 123,927,069 is known",
    }


def test_verify_finds_a_missing_table_and_other_content(results: Path) -> None:
    path = results / "millijan" / "millijan.db"
    change_and_seal(path, f"UPDATE provenance SET value = '{'0' * 64}' WHERE key = 'content_digest'")
    write_sums(path.parent)
    assert list(checked(verify(results), Outcome.DIFFERS).values()) == ["other than in the full run"]
    change_and_seal(path, "DROP TABLE simulated_games")
    write_sums(path.parent)
    faults = [*checked(verify(results), Outcome.DIFFERS).values()]
    assert sum("no such table: simulated_games" in fault for fault in faults) == 5


@pytest.mark.parametrize("content", ["", "[]", '{"figures": [{"puzzle": 1}]}', "{"])
def test_verify_rejects_a_damaged_list_of_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    monkeypatch.setattr(locations, "PACKAGED", as_package(tmp_path / "package"))
    (locations.PACKAGED / KNOWN).write_text(content)
    with pytest.raises(DamagedDataError, match=r"figures\.json is damaged .*install the package"):
        verify()


# --- the files of the package -------------------------------------------------------------------------


def test_verify_finds_every_damaged_or_missing_file_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = as_package(tmp_path / "package")
    monkeypatch.setattr(locations, "PACKAGED", package)
    assert verify(package).agrees
    for name in read_sums(package / LIST):
        if name in (KNOWN, "data/checksums.csv"):
            continue  # `verify` compares with them; see the tests of commands below
        content = (package / name).read_bytes()
        flip(package / name)
        found = checked(verify(package), Outcome.DIFFERS)
        assert found == {name: "it does not have the digest that SHA256SUMS lists", "Files that SHA256SUMS lists": ANY}
        (package / name).unlink()
        assert checked(verify(package), Outcome.DIFFERS)[name] == "it is missing"
        (package / name).write_bytes(content)
    assert verify(package).agrees


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with a copy of the library, with files instead of links, as a wheel has it."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "tablebases", tmp_path / "site" / "tablebases", ignore=ignored)
    (tmp_path / "here").mkdir()
    units = "millijan: {unit_file: data/millijan/units_2025.csv}\n"
    (tmp_path / "here" / "2025.yaml").write_text(units, encoding="utf-8")
    return tmp_path / "site"


def run_installed(site: Path, *typed: str) -> list[Fresh]:
    """Run command lines with a copy of the library, in a folder without data files."""
    variables = {**os.environ, "PYTHONPATH": str(site), "TABLEBASES_DATA": str(site / "none")}
    return run_fresh(*map(shlex.split, typed), folder=site.parent / "here", variables=variables)


READERS = {
    "data/nine_tiles_panic/tiles.csv": ["nine-tiles score 036582714004421544", "nine-tiles best 2 5 18"],
    "data/nine_tiles_panic/themes.csv": ["nine-tiles score 036582714004421544"],
    "data/millijan/tiles.csv": ["millijan score '春香 千早 美希'", "millijan units --idol haruka"],
    "data/millijan/units_2019.csv": ["millijan score '春香 千早 美希'"],
    "data/millijan/units_2025.csv": ["millijan score '春香 千早 美希' --config 2025.yaml"],
    "config.yaml": ["arrow check easy 434131344"],
    "data/checksums.csv": ["verify"],
    KNOWN: ["verify"],
    "fonts/DejaVuSans.ttf": ["nine-tiles draw 036582714004421544 -o town.png"],
}
"""File of the package -> commands that read it."""


@pytest.mark.thorough
def test_commands_refuse_damaged_files_of_the_package(installed: Path) -> None:
    package = installed / "tablebases" / "packaged"
    typed = [line for lines in READERS.values() for line in lines]
    assert [ran.status for ran in run_installed(installed, *typed)] == [0] * len(typed)
    for name, lines in READERS.items():
        content = (package / name).read_bytes()
        flip(package / name)
        for ran in run_installed(installed, *lines):
            fault = f"{package / name} is damaged (it does not have the digest that SHA256SUMS lists)"
            assert ran.status == 1, name
            assert ran.said.splitlines()[-1] == f"error: {fault}; install the package puzzle-tablebases again"
        (package / name).write_bytes(content)
    for name in (LIST, "data"):
        (package / name).rename(package / "moved")
        (ran,) = run_installed(installed, "nine-tiles score 036582714004421544")
        assert (ran.status, ran.said.count("\n")) == (1, 1), ran.said
        (package / "moved").rename(package / name)


def test_edited_data_files_of_a_checkout_are_not_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tablebases" / "packaged"
    shutil.copytree(PACKAGED, package, symlinks=True)
    shutil.copytree(CHECKOUT / "data", tmp_path / "data")
    shutil.copy(CHECKOUT / "config.yaml", tmp_path)
    monkeypatch.setattr(locations, "PACKAGED", package)
    monkeypatch.chdir(tmp_path / "tablebases")
    tile_file = tmp_path / "data" / "nine_tiles_panic" / "tiles.csv"
    tile_file.write_text(tile_file.read_text(encoding="utf-8").replace(",1,1", ",1,7", 1), encoding="utf-8")
    assert nine_tiles.score("036582714004421544")[1].score == 7
    assert checked(verify(package), Outcome.DIFFERS) == {}
    flip(package / "fonts" / "DejaVuSans.ttf")
    assert "fonts/DejaVuSans.ttf" in checked(verify(package), Outcome.DIFFERS)


# --- many flips --------------------------------------------------------------------------------------


def test_verify_reports_each_seeded_flip(results: Path) -> None:
    before = {folder: verify(folder) for folder in results.iterdir()}
    random = Random(1)  # noqa: S311
    for _ in range(30):
        folder = random.choice(sorted(before))
        file = random.choice(sorted(read_sums(folder / LIST)))
        content = (folder / file).read_bytes()
        position = random.randrange(random.choice((len(content), min(len(content), HEADER_BYTES))))
        changed = bytearray(content)
        changed[position] ^= random.randrange(1, 256)
        (folder / file).write_bytes(changed)
        found = verify(folder)
        (folder / file).write_bytes(content)
        assert any(result.check == file for result in found.differences), (file, position)
        no_longer_agree = [each.check for each in found.results if each not in before[folder].results]
        assert [check for check in no_longer_agree if file not in check and LIST not in check] == []


# --- results of another configuration ----------------------------------------------------------------


def part(path: Path, stage: str, parameters: dict[str, object]) -> None:
    """A part of a run, of which nothing but the provenance is read."""
    path.parent.mkdir(exist_ok=True)
    values = f"('stage', '{stage}'), ('parameters', '{json.dumps(parameters)}')"
    change_and_seal(path, "CREATE TABLE provenance (key TEXT, value TEXT)", f"INSERT INTO provenance VALUES {values}")


FULL_COUNTS: dict[str, Any] = {
    "levels": ["easy=square-3-4", "medium=square-4-4", "hard=hexagon-4-2", "expert=hexagon-4-6"],
    "boards": 1_000_000,
    "seed": 1,
    "search_restarts": 60,
    "search_steps": 1_000_000,
    "search_seed": 1,
}


@pytest.mark.parametrize("directions", [6, 4])
def test_verify_recognises_another_configuration_by_the_settings_of_parts(results: Path, directions: int) -> None:
    levels = [*FULL_COUNTS["levels"][:3], f"expert=hexagon-4-{directions}"]
    folder = results / "arrow_puzzle"
    part(folder / "parts" / "tap_counts.db", "arrow_puzzle_tap_counts", {**FULL_COUNTS, "levels": levels})
    digest = content_digest(CHECKOUT / "data" / "arrow_puzzle" / "hardest_boards.csv")
    made_from = f"INSERT INTO provenance VALUES ('input hardest_boards.csv', '{digest}')"
    change_and_seal(folder / "parts" / "tap_counts.db", made_from)
    change_and_seal(folder / "arrow_puzzle.db", "UPDATE tap_statistics SET most = most + 1")
    write_sums(folder)
    found = verify(folder)
    if directions == 6:
        assert "Taps that the hardest hard board needs" in checked(found, Outcome.DIFFERS)
        return
    assert found.agrees
    (reason,) = checked(found, Outcome.LEFT_OUT).values()
    assert reason.startswith(
        "figures are of the full run, but these results are not: parts/tap_counts.db was made with levels ['easy="
    )
    assert set(checked(found, Outcome.AGREES)) == {
        "Files that SHA256SUMS lists",
        "Checksum, stage and version of arrow_puzzle.db",
    }


@pytest.mark.parametrize("made_from", ["boards.csv", "tap_counts.db"])
def test_verify_recognises_another_configuration_by_the_digests_of_inputs(
    folder: Path, layout: str, made_from: str
) -> None:
    name = DATABASE[layout].replace("millijan", "arrow_puzzle")
    sql = f"UPDATE provenance SET value = '{'0' * 64}' WHERE key = 'input {made_from}'"
    change_and_seal(folder / name, sql, "UPDATE tap_statistics SET most = most + 1")
    list_again((folder / name).parent)
    found = verify(folder)
    assert found.agrees
    reason = checked(found, Outcome.LEFT_OUT)["21 figures of Arrow puzzle"]
    assert reason.endswith(f"these results are not: arrow_puzzle.db was made from another {made_from}")
    assert "Deals of 13 tiles that win, whole deck" in checked(found, Outcome.AGREES)


def test_verify_recognises_another_configuration_by_the_data_files_of_parts(results: Path) -> None:
    path = results / "arrow_puzzle" / "parts" / "tap_counts.db"
    part(path, "arrow_puzzle_tap_counts", FULL_COUNTS)
    write_sums(results / "arrow_puzzle")
    reason = checked(verify(results), Outcome.LEFT_OUT)["21 figures of Arrow puzzle"]
    assert reason.endswith("parts/tap_counts.db was made from another hardest_boards.csv")


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


def test_verify_takes_the_nearest_results_and_reports_their_folder(fetched: Path) -> None:
    assert f"verified {PACKAGED} (the package)\n" in run_verify("--json").errors
    fetched.parent.mkdir()
    as_release(fetched)
    found = verify()
    assert (found.folder, found.source) == (fetched, Place.FETCHED)
    Path("results", "godomachi", "logs").mkdir(parents=True)  # of a run that is under way
    assert verify().source is Place.FETCHED
    shutil.rmtree("results")
    as_results(Path("results"))
    assert "verified results (the working folder)\n" in run_verify("--csv").errors
    assert run_verify("results").output.startswith("results (the folder given)\n")


def test_verify_refuses_a_folder_that_is_not_there_or_has_no_results(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no folder .*none; name one with finished results, such as results"):
        verify(tmp_path / "none")
    (tmp_path / "notes.txt").touch()
    with pytest.raises(MissingDataError, match=r"there are no results in .*; name the folder of all results"):
        verify(tmp_path)


# --- the command -----------------------------------------------------------------------------------------


def test_the_command_prints_what_the_function_finds_and_then_the_error(folder: Path, layout: str) -> None:
    flip(folder / DATABASE[layout])
    found = verify(folder)
    rows = [vars(result) for result in found.results]
    n = 1 if layout == "package" else 3
    mend = "install the package" if layout == "package" else "remove what differs; get the full results with"
    for words in ([], ["--json"], ["--csv"]):
        ran = run_verify(folder, *words)
        assert ran.status == 1
        error = ran.errors.splitlines()[-1]
        assert error.startswith(f"error: {n} check{'s' * (n > 1)} of {folder} found a difference, see above; {mend}")
        if words == ["--json"]:
            expected = {"version": 2, "folder": str(folder), "source": found.source.value, "results": rows}
            assert json.loads(ran.output) == expected
        elif words == ["--csv"]:
            texts = [{**row, "puzzle": row["puzzle"] or "", "found": str(row["found"])} for row in rows]
            assert list(csv.DictReader(io.StringIO(ran.output))) == texts
        else:
            table = ran.output.splitlines()
            assert table[0] == f"{folder} (the folder given)"
            assert table[2].split() == ["outcome", "check", "found"]
            assert table[-1] == found.summary
            assert len(table) == len(rows) + 6


@pytest.mark.usefixtures("results")
def test_a_verification_prints_as_plain_and_narrow_text() -> None:
    flip(Path("results", "millijan", "millijan.db"))
    text = str(verify("results"))
    assert max(map(len, text.splitlines())) <= 80
    assert text.splitlines()[0] == "results (the folder given)"
    assert "\x1b" not in text


def test_the_command_reports_its_progress(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "verifying" not in run_verify(results).errors
    monkeypatch.setattr(messages, "SECONDS_BETWEEN_LINES", 0.0)
    said = run_verify(results).errors
    assert "verifying files: " in said
    assert " bytes (100%), " in said
    assert "verifying figures: " in said


def test_the_command_names_figures_in_japanese() -> None:
    shown = run_typed(["verify", str(PACKAGED), "--lang", "ja"]).output
    names = [figure.ja for figure in shown_figures() if figure.file == ANSWERS.get(figure.puzzle)]
    assert len(names) > 50
    assert [name for name in names if name not in shown] == []
