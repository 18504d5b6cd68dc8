"""`python -m scripts.verify` and `tablebases verify` accept a good run, and report a wrong value in any column."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import yaml
from sqlalchemy import Table

from oracle import millijan as millijan_oracle
from pipeline.configuration import checked, configuration_model
from scripts.puzzles import modules_of_puzzles
from scripts.release.files import write_checksums
from scripts.verify import arrow_puzzle, every_puzzle, nine_tiles_panic
from scripts.verify.artifacts import Artifacts, check_origins
from scripts.verify.checks import Check, Level, ask
from scripts.verify.nine_tiles_panic import answers, synonyms
from scripts.verify.nine_tiles_panic.synonyms import play
from scripts.verify.run import verify_puzzles
from tablebases import verification as library
from tablebases.cli.output import OutputFormat
from tablebases.errors import Error, InputError
from tablebases.files import file_digest, seal
from tablebases.verification import Outcome
from tablebases.yaml_file import read_configuration
from tests.workflow.workspace import CHECKOUT, CONFIG_FILE, MINIATURE, OUTPUTS, Finished, Workspace

MODULES = modules_of_puzzles("scripts.verify")
SAMPLE = 0.02
"""Sizes of samples, as a share of those for the full run."""

TABLES = yaml.safe_load(Path(__file__).with_name("verify.yaml").read_text(encoding="utf-8"))


def verify(workspace: Workspace, *words: str) -> Finished:
    """Run `python -m scripts.verify` with the code of the checkout."""
    return workspace.module("scripts.verify", *words, code=CHECKOUT)


def artifacts_of(workspace: Workspace, puzzle: str) -> Artifacts[Any]:
    """The artifacts of a puzzle, with the miniature's configuration."""
    content = yaml.safe_load((CHECKOUT / "config.yaml").read_text(encoding="utf-8"))
    for name, section in yaml.safe_load((workspace.folder / CONFIG_FILE).read_text(encoding="utf-8")).items():
        content[name] |= section
    section = getattr(checked(configuration_model(), content), puzzle)
    found: Artifacts[Any] = MODULES[puzzle].Artifacts(workspace.folder / section.output, section, SAMPLE)
    return found


def checks_of(puzzle: str) -> list[Check[Any]]:
    """The checks of a puzzle for any run, except digests and level records."""
    by_digest = {every_puzzle.digests, every_puzzle.headers}
    checks = [check for check in (*every_puzzle.checks, *MODULES[puzzle].checks) if Level.FULL.includes(check.level)]
    return [check for check in checks if not check.of_full_run and check.run not in by_digest]


def test_verify_reports_damage_and_still_runs_the_other_checks_and_writes_them_to_files(workspace: Workspace) -> None:
    path = workspace.output_of("arrow_puzzle") / "parts" / "tap_counts.db"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    unsaved = workspace.output_of("millijan") / "verification.json"
    unsaved.unlink(missing_ok=True)
    unsaved.mkdir()
    done = verify(workspace, "--config", CONFIG_FILE, "--csv")
    assert done.status == 1
    assert f"note: cannot write {unsaved.relative_to(workspace.folder)}" in done.said
    assert "puzzle,level,outcome,check,found\n" in done.said
    assert "\narrow_puzzle,quick,differs," in done.said
    assert f"{path.relative_to(workspace.folder)} does not have the digest that SHA256SUMS lists" in done.said
    for puzzle in sorted(set(MINIATURE) - {"millijan"}):
        output = workspace.output_of(puzzle)
        found = json.loads((output / "verification.json").read_text(encoding="utf-8"))
        differs = {"differs"} if puzzle == "arrow_puzzle" else set()
        assert (found["outcome"], found["level"]) == (*(differs or {"agrees"}), "quick")
        assert {check["outcome"] for check in found["checks"]} == {"agrees", "left out"} | differs
        assert found["artifacts"] == file_digest(output / "SHA256SUMS")


@pytest.mark.parametrize(
    ("puzzle", "config", "sentence"),
    [
        ("chess", [], "there is no puzzle chess; choose one of nine_tiles_panic, arrow_puzzle, godomachi, millijan"),
        (None, [Path("no.yaml")], "cannot read no.yaml: No such file or directory"),
    ],
)
def test_verify_rejects_an_unknown_puzzle_and_a_missing_file(
    finished: Workspace, monkeypatch: pytest.MonkeyPatch, puzzle: str | None, config: list[Path], sentence: str
) -> None:
    monkeypatch.chdir(finished.folder)
    with pytest.raises(Error, match=re.escape(sentence)):
        verify_puzzles(puzzle, Level.QUICK, config, "", OutputFormat.TABLE)


def test_the_library_verifies_all_results_and_a_release(finished: Workspace, tmp_path: Path) -> None:
    release = tmp_path / "release"
    release.mkdir()
    for full, output in OUTPUTS.items():
        shutil.copytree(finished.folder / output, tmp_path / full)
        for path in (finished.folder / output).glob("*.db"):
            shutil.copy(path, release)
    write_checksums(sorted(release.iterdir()), release / "SHA256SUMS")
    for folder in (tmp_path / "results", release):
        found = library.verify(folder)
        assert found.agrees
        reasons = [result.text for result in found.results if result.outcome is Outcome.LEFT_OUT]
        assert len(reasons) == len(OUTPUTS)
        agreed = [result.check for result in found.results if result.outcome is Outcome.AGREES]
        assert sum(check.startswith("Checksum, stage and version of ") for check in agreed) == 8
        assert all("these results are not: " in reason for reason in reasons)
        (folder / "godomachi.db" if folder == release else folder / "godomachi" / "godomachi.db").unlink()
        assert not library.verify(folder).agrees


def with_setting(artifacts: Artifacts[Any], place: str, value: object) -> Artifacts[Any]:
    """The same artifacts, with another value in the configuration at a place such as `board.rows`."""
    content = artifacts.section.model_dump()
    *path, last = (int(step) if step.isdecimal() else step for step in place.split("."))
    inner = content
    for step in path:
        inner = inner[step]
    inner[last] = value
    return type(artifacts)(artifacts.folder, type(artifacts.section).model_validate(content), SAMPLE)


@pytest.mark.parametrize("puzzle", MODULES)
def test_verify_tells_artifacts_of_another_configuration_from_wrong_ones(
    finished: Workspace, monkeypatch: pytest.MonkeyPatch, puzzle: str
) -> None:
    monkeypatch.chdir(finished.folder)
    artifacts = artifacts_of(finished, puzzle)
    check_origins(artifacts)
    named = set()
    for place, value in TABLES["other settings"][puzzle].items():
        with pytest.raises(InputError) as error:
            check_origins(with_setting(artifacts, place, value))
        assert "was made with" in str(error.value)
        named |= {file for file in artifacts.origins if file in str(error.value)}
    assert named == {file for file, origin in artifacts.origins.items() if origin.parameters}


@pytest.mark.parametrize("puzzle", MODULES)
def test_verify_tells_artifacts_of_other_data_files_from_wrong_ones(
    finished: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, puzzle: str
) -> None:
    shutil.copytree(finished.folder / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    artifacts = artifacts_of(finished, puzzle)
    if puzzle == "godomachi":
        shutil.copy(artifacts.section.record_file, "records.csv")
        section = artifacts.section.model_copy(update={"record_file": "records.csv"})
        artifacts = type(artifacts)(artifacts.folder, section)
    data = {file for origin in artifacts.origins.values() for file in origin.data}
    check_origins(artifacts)
    for file in data:
        path = Path(file) if Path(file).exists() else Path("data", puzzle, file)
        path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(InputError) as error:
        check_origins(artifacts)
    assert [file for file in data if f"was made from another {file}" not in str(error.value)] == []


def test_verify_tells_artifacts_of_settings_of_the_command_line_from_damaged_ones(workspace: Workspace) -> None:
    made = workspace.output_of("godomachi") / "godomachi.db"
    words = ["godomachi", "--config", CONFIG_FILE]
    workspace.succeed("--config", "godomachi={max_cut: half}", target=str(made.relative_to(workspace.folder)))
    done = verify(workspace, *words)
    assert done.status == 2
    assert "godomachi.db was made with max_cut half, not any; verify it with those of its run, `--config" in done.said
    made.write_bytes(made.read_bytes()[:-1] + b"?")
    done = verify(workspace, *words)
    assert done.status == 1
    assert "godomachi.db does not have the digest that SHA256SUMS lists" in done.said


def test_a_full_run_has_the_default_configuration_and_the_known_data_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CHECKOUT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    sections = checked(configuration_model(), read_configuration())
    artifacts = {name: module.Artifacts(Path(), getattr(sections, name)) for name, module in MODULES.items()}
    data = {
        Path("data", puzzle, file)
        for puzzle, run in artifacts.items()
        for origin in run.origins.values()
        for file in origin.data
    }
    assert data == set(Path().glob("data/*/*.csv"))
    for path in data:
        assert artifacts[path.parent.name].is_full_run
        path.write_bytes(path.read_bytes() + b"\n")
        assert not artifacts[path.parent.name].is_full_run
        path.write_bytes((CHECKOUT / path).read_bytes())
    for puzzle, settings in TABLES["other settings"].items():
        for place, value in settings.items():
            assert with_setting(artifacts[puzzle], place, value).is_full_run == (place == "board.rows")


@pytest.mark.parametrize(("too_few", "outcome"), [(0, Outcome.AGREES), (1, Outcome.DIFFERS)])
def test_the_check_of_bounds_reports_a_wrong_bound(
    finished: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, too_few: int, outcome: Outcome
) -> None:
    (check,) = (one for one in arrow_puzzle.checks if one.run.__name__ == "bounds_again")
    file = tmp_path / "families.csv"
    listed = arrow_puzzle.HARDEST.read_text(encoding="utf-8")
    file.write_text(listed.replace("square,3,4,27,", f"square,3,4,{27 - too_few},"), encoding="utf-8")
    monkeypatch.setattr(arrow_puzzle, "HARDEST", file)
    assert ask(check, artifacts_of(finished, "arrow_puzzle")).outcome is outcome


@pytest.mark.slow
def test_everything_derived_again_agrees_for_larger_polyominoes(finished: Workspace) -> None:
    """The test of columns checks smaller ones, and the other puzzles, before it changes any column."""
    artifacts = artifacts_of(finished, "godomachi")
    found = [ask(check, artifacts) for check in checks_of("godomachi")]
    assert {(result.outcome, result.found) for result in found} == {(Outcome.AGREES, "")}


def other_value(value: object) -> object:
    """Another value of the same type."""
    if isinstance(value, str):
        return str(int(value) + 1) if value.isdecimal() else f"{value}?"
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:] if value else b"?"
    assert isinstance(value, int | float), value
    return value + 1 if isinstance(value, int) else value * 1.01 + 0.001


def change(folder: Path, files: Iterable[str], table: Table, column: str) -> bool:
    """Change a column in the last row of a table in all databases, and seal them; False if it has no value."""
    keys = ["rowid"] if table.dialect_options["sqlite"]["with_rowid"] else table.primary_key.columns.keys()
    order = ", ".join(f"{key} DESC" for key in keys)
    where = " AND ".join(f"{key} = ?" for key in keys)
    for file in files:
        with closing(sqlite3.connect(folder / file)) as connection:
            values = f'SELECT "{column}", {", ".join(keys)} FROM {table.name} WHERE "{column}" IS NOT NULL'
            row = connection.execute(f"{values} ORDER BY {order} LIMIT 1").fetchone()
            if row is None:
                return False
            value, *place = row
            connection.execute(f'UPDATE {table.name} SET "{column}" = ? WHERE {where}', (other_value(value), *place))
            connection.commit()
        seal(folder / file)
    return True


def tables_of(artifacts: Artifacts[Any]) -> dict[tuple[str, ...], tuple[Table, list[str]]]:
    """Name and columns -> table and its databases; copies of a table are one entry."""
    found: dict[tuple[str, ...], tuple[Table, list[str]]] = {}
    for file, schema in artifacts.schemas.items():
        for table in schema.tables:
            if "view" not in table.info:
                found.setdefault((table.name, *table.columns.keys()), (table, []))[1].append(file)
    return found


def sampled_columns(table: Table, at_most: int) -> set[str]:
    """Choose up to `at_most` columns of each type among the keys, and among the other columns."""
    of_type = defaultdict(list)
    for column in table.columns:
        if column.computed is None:
            of_type[column.primary_key, type(column.type)].append(column.name)
    random = Random(table.name)  # noqa: S311
    return {name for names in of_type.values() for name in random.sample(names, min(at_most, len(names)))}


def _remember_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute functions of slow checks once for the same arguments, which alone their results depend on."""
    for name in ("Distances", "packings", "splits", "winning_hands"):
        monkeypatch.setattr(millijan_oracle, name, cache(getattr(millijan_oracle, name)))
    waiting = cache(millijan_oracle.waiting_deals)
    monkeypatch.setattr(millijan_oracle, "waiting_deals", lambda units, kinds: waiting(units, tuple(kinds)))
    played: dict[bytes, np.ndarray] = {}

    def play_once(triples: np.ndarray) -> np.ndarray:
        key = repr(triples.shape).encode() + triples.tobytes()
        if key not in played:
            played[key] = play(triples)
        return played[key]

    for module in (answers, synonyms):
        monkeypatch.setattr(module, "play", play_once)
    score, scores = nine_tiles_panic.Artifacts.oracle_scores, {}

    def score_once(artifacts: nine_tiles_panic.Artifacts, pattern: str) -> list[int]:
        if pattern not in scores:
            scores[pattern] = score(artifacts, pattern)
        return scores[pattern]

    monkeypatch.setattr(nine_tiles_panic.Artifacts, "oracle_scores", score_once)


@pytest.mark.parametrize("at_most", [1, pytest.param(100, marks=pytest.mark.slow)], ids=["sample", "all"])
@pytest.mark.parametrize("puzzle", MODULES)
def test_a_listed_check_reports_a_wrong_value_in_any_column(
    finished: Workspace,
    small_godomachi: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    puzzle: str,
    at_most: int,
) -> None:
    """The checksums are right, and every copy of the table has the wrong value.

    All checks agree with the good artifacts, and one column is changed at a time. The test fails if no listed check of
    its table differs then.
    """
    _remember_results(monkeypatch)
    good = artifacts_of(small_godomachi if puzzle == "godomachi" else finished, puzzle)
    assert {f"parts/{path.name}" for path in good.folder.glob("parts/*.db")} <= good.schemas.keys()
    checks = {check.run.__name__: check for check in checks_of(puzzle)}
    assert {name for name, check in checks.items() if ask(check, good).outcome is not Outcome.AGREES} == set()
    folder = tmp_path / "copy"
    shutil.copytree(good.folder, folder)
    tried: set[str] = set()
    unnoticed: set[str] = set()
    for table, files in tables_of(good).values():
        reported_by = TABLES["reported by"][puzzle].items()
        listed = [checks[name] for name, tables in reported_by if table.name in tables.split()]
        for column in sorted(sampled_columns(table, at_most)):
            if not change(folder, files, table, column):
                continue
            tried.add(f"{table.name}.{column}")
            changed = type(good)(folder, good.section, SAMPLE)
            if all(ask(check, changed).outcome is Outcome.AGREES for check in listed):
                unnoticed.add(f"{table.name}.{column}")
            for file in files:
                shutil.copyfile(good.folder / file, folder / file)
    assert unnoticed == set(TABLES["unnoticed"].get(puzzle, [])) & tried
