"""Stages that are given damaged, foreign or outdated artifacts stop with one sentence."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.workflow.workspace import (
    ARTIFACTS,
    SHARDS,
    Workspace,
    error_sentence,
    file_bytes,
    stage_options,
)

DATABASE_READERS = [
    ("theme_synonyms", "towns"),
    ("success_pattern", "towns"),
    ("success_pattern", "theme_synonyms"),
    ("distances", "theme_synonyms"),
    ("most_win_match", "most_win"),
    ("cover", "most_win_match"),
    ("cover", "success_pattern"),
    ("learn", "most_win_match"),
    ("answers", "cover"),
    ("best_towns", "answers"),
    ("best_towns", "success_pattern"),
]
"""A stage, and the stage that writes a database which it reads."""

SCORES_READERS = [
    "success_pattern",
    "distances",
    "theme_sets",
    "most_win",
    "most_win_match",
    "answers",
    "best_towns",
]
"""Stages that read the NumPy file of scores."""

CSV_READERS = [
    ("towns", "town_synonyms"),
    ("success_pattern", "town_synonyms"),
    ("answers", "theme_sets"),
    ("answers", "learn"),
]


def artifact_of(stage: str) -> str:
    """The database of a stage, or its CSV file if it writes none."""
    names = ARTIFACTS.get(stage, SHARDS)
    return next((name for name in names if name.endswith(".db")), names[0])


def change_database(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def remove(path: Path) -> None:
    path.unlink()


def make_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_short(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) - 4096])


def cut_to_its_first_bytes(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20])


def replace_by_text(path: Path) -> None:
    path.write_text("not a database\n" * 100)


def replace_by_foreign(path: Path) -> None:
    path.unlink()
    change_database(path, "CREATE TABLE birds (name TEXT)", "INSERT INTO birds VALUES ('robin')")


def replace_by_foreign_with_provenance(path: Path) -> None:
    path.unlink()
    change_database(
        path,
        "CREATE TABLE provenance (key TEXT, value TEXT)",
        "INSERT INTO provenance VALUES ('painter', 'unknown')",
    )


def replace_by_other_stage(path: Path) -> None:
    folder = path.parent.parent if path.parent.name in ("shards", "parts") else path.parent
    other = "theme_synonym_distance.db" if path.name == "theme_synonyms.db" else "theme_synonyms.db"
    path.write_bytes((folder / other).read_bytes())


def raise_version(path: Path) -> None:
    """As another version of this program would have written it: its checksum is right."""
    change_database(path, "PRAGMA user_version = 1000")
    content = path.read_bytes()
    checksum = zlib.crc32(content[:68] + bytes(4) + content[72:])
    path.write_bytes(content[:68] + checksum.to_bytes(4, "big") + content[72:])


def take_table_away(path: Path) -> None:
    change_database(path, "DROP TABLE themes")


def overwrite_its_middle(path: Path) -> None:
    """All pages but the first are lost, though the file is as long as it was."""
    content = path.read_bytes()
    page_size = int.from_bytes(content[16:18], "big")
    page_size = 65536 if page_size == 1 else page_size
    path.write_bytes(content[:page_size] + b"\xa5" * (len(content) - page_size))


@pytest.fixture
def artifacts(with_shards: Workspace, tmp_path: Path) -> Path:
    """Copies of all artifacts, shards included, to damage."""
    folder = tmp_path / "artifacts"
    for path in with_shards.output.rglob("*"):
        if path.suffix in (".csv", ".db", ".npz", ".json"):
            copy = folder / path.relative_to(with_shards.output)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    return folder


def sentence_of(workspace: Workspace, stage: str, artifacts: Path) -> str:
    """How a stage stops that reads these artifacts, none of which it may touch."""
    new = artifacts.parent / "new"
    before = file_bytes(artifacts)
    sentence = error_sentence(workspace.stage(stage, *stage_options(stage, artifacts, new)))
    assert file_bytes(artifacts) == before
    assert not new.exists() or not file_bytes(new)
    return sentence


@pytest.mark.parametrize("damage", [cut_short, replace_by_foreign, replace_by_other_stage])
@pytest.mark.parametrize(("stage", "writer"), DATABASE_READERS)
def test_a_database_that_is_not_what_a_stage_reads_is_named(
    with_shards: Workspace,
    artifacts: Path,
    stage: str,
    writer: str,
    damage: Callable[[Path], None],
) -> None:
    path = artifacts / artifact_of(writer)
    damage(path)
    assert str(path) in sentence_of(with_shards, stage, artifacts)


@pytest.mark.parametrize(
    "damage",
    [
        remove,
        make_a_folder,
        empty,
        cut_to_its_first_bytes,
        replace_by_text,
        replace_by_foreign_with_provenance,
        overwrite_its_middle,
        take_table_away,
    ],
)
def test_whatever_has_happened_to_a_database_it_is_named(
    with_shards: Workspace, artifacts: Path, damage: Callable[[Path], None]
) -> None:
    path = artifacts / "theme_synonyms.db"
    damage(path)
    assert str(path) in sentence_of(with_shards, "distances", artifacts)


@pytest.mark.parametrize("damage", [remove, make_a_folder, empty, cut_short, cut_to_its_first_bytes, replace_by_text])
@pytest.mark.parametrize("stage", SCORES_READERS)
def test_whatever_has_happened_to_the_scores_they_are_named(
    with_shards: Workspace, artifacts: Path, stage: str, damage: Callable[[Path], None]
) -> None:
    path = artifacts / "theme_synonyms.npz"
    damage(path)
    assert str(path) in sentence_of(with_shards, stage, artifacts)


@pytest.mark.parametrize(("stage", "writer"), DATABASE_READERS)
def test_a_database_of_another_schema_version_names_the_rule_to_run(
    with_shards: Workspace, artifacts: Path, stage: str, writer: str
) -> None:
    path = artifacts / artifact_of(writer)
    raise_version(path)
    sentence = sentence_of(with_shards, stage, artifacts)
    assert all(part in sentence for part in (str(path), "1000", f"snakemake -R nine_tiles_panic_{writer}"))


def keep_the_header_only(path: Path) -> None:
    path.write_bytes(path.read_bytes().split(b"\n")[0] + b"\n")


def change_the_header(path: Path) -> None:
    path.write_bytes(b"other_" + path.read_bytes())


def cut_a_row_in_two(path: Path) -> None:
    """The last row ends in the middle of a value, as on a disk that was full."""
    content = path.read_bytes()
    half = content[: len(content) // 2]
    end = half.rfind(b"\n")
    row = content[end + 1 : content.find(b"\n", end + 1)]
    path.write_bytes(content[: end + 1] + row[: len(row) // 2])


def cut_off_the_last_digit(path: Path) -> None:
    """A cut that leaves as many values as there were."""
    content = path.read_bytes().rstrip(b"\n,")
    path.write_bytes(content[:-1])


def cut_between_two_rows(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]))


def put_zeros_into_its_middle(path: Path) -> None:
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(content[:middle] + b"\x00" * 100 + content[middle + 100 :])


def put_no_text_into_its_middle(path: Path) -> None:
    content = path.read_bytes()
    middle = len(content) // 2
    path.write_bytes(content[:middle] + b"\xff" * 100 + content[middle + 100 :])


def add_a_value(path: Path) -> None:
    lines = path.read_bytes().splitlines()
    lines[len(lines) // 2] += b",7"
    path.write_bytes(b"\n".join(lines) + b"\n")


@pytest.mark.parametrize(
    "damage",
    [keep_the_header_only, cut_a_row_in_two, cut_between_two_rows, put_no_text_into_its_middle],
)
@pytest.mark.parametrize(("stage", "writer"), CSV_READERS)
def test_a_damaged_csv_file_is_named(
    with_shards: Workspace,
    artifacts: Path,
    stage: str,
    writer: str,
    damage: Callable[[Path], None],
) -> None:
    path = artifacts / artifact_of(writer)
    damage(path)
    assert str(path) in sentence_of(with_shards, stage, artifacts)


@pytest.mark.parametrize(
    "damage",
    [
        remove,
        make_a_folder,
        empty,
        change_the_header,
        cut_off_the_last_digit,
        put_zeros_into_its_middle,
        add_a_value,
    ],
)
def test_whatever_has_happened_to_a_csv_file_it_is_named(
    with_shards: Workspace, artifacts: Path, damage: Callable[[Path], None]
) -> None:
    path = artifacts / "town_synonyms.csv"
    damage(path)
    assert str(path) in sentence_of(with_shards, "towns", artifacts)


def test_a_list_of_town_synonyms_of_another_board_is_refused(
    with_shards: Workspace, finished_large: Workspace, artifacts: Path
) -> None:
    path = artifacts / "town_synonyms.csv"
    for file in (path, path.with_name(f"{path.name}.provenance.json")):
        file.write_bytes((finished_large.output / file.name).read_bytes())
    assert f"{path} is about another board" in sentence_of(with_shards, "towns", artifacts)


@pytest.mark.parametrize("stage", ["theme_synonyms", "success_pattern"])
def test_a_missing_shard_is_noticed(with_shards: Workspace, artifacts: Path, stage: str) -> None:
    """Half of the shards would give half of the towns."""
    (artifacts / SHARDS[1]).write_bytes((artifacts / SHARDS[0]).read_bytes())
    assert "shard" in sentence_of(with_shards, stage, artifacts)


@pytest.mark.parametrize("stage", ["theme_synonyms", "success_pattern"])
def test_fewer_shards_than_there_are_is_noticed(with_shards: Workspace, artifacts: Path, stage: str) -> None:
    options = stage_options(stage, artifacts, artifacts.parent / "new")
    place = options.index(artifacts / SHARDS[1])
    del options[place - 1 : place + 1]
    assert "shard" in error_sentence(with_shards.stage(stage, *options))


def test_shards_of_other_tiles_than_the_theme_synonyms_are_refused(
    with_shards: Workspace, finished_large: Workspace, artifacts: Path
) -> None:
    path = artifacts / "theme_synonyms.db"
    path.write_bytes((finished_large.output / "theme_synonyms.db").read_bytes())
    assert str(path) in sentence_of(with_shards, "success_pattern", artifacts)


def test_matches_of_another_board_than_the_towns_are_refused(
    with_shards: Workspace, finished_large: Workspace, artifacts: Path
) -> None:
    name = "parts/match_sets.db"
    (artifacts / name).write_bytes((finished_large.output / name).read_bytes())
    assert "success_pattern.db" in sentence_of(with_shards, "cover", artifacts)


def test_the_workflow_shows_the_sentence_of_a_stage_that_found_a_damaged_artifact(
    workspace: Workspace,
) -> None:
    cut_between_two_rows(workspace.output / "theme_sets.csv")
    before = file_bytes(workspace.output)
    done = workspace.snakemake("--forcerun", "nine_tiles_panic_answers")
    assert done.status == 1, str(done)
    assert done.said.count("error: ") >= 1, str(done)
    assert "results/mini/theme_sets.csv has been changed" in done.said, str(done)
    assert "Traceback" not in done.said, str(done)
    assert {**before, **file_bytes(workspace.output)} == before


def test_sentences_go_to_standard_error(with_shards: Workspace, tmp_path: Path) -> None:
    """So that scripts can tell results from errors."""
    done = subprocess.run(
        [sys.executable, "-m", "pipeline.nine_tiles_panic.stages.theme_sets", "--scores",
         "none.npz", "--out", tmp_path / "new.csv"],
        cwd=with_shards.folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("error: cannot read none.npz: No such file")
