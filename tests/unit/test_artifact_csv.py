"""CSV artifacts: whole or absent, with their provenance beside them."""

from __future__ import annotations

import csv
import fcntl
import json
from pathlib import Path

import pandas as pd
import pytest

from pipeline.artifacts import (
    LINES_BATCH,
    CsvWriter,
    ProvenanceNotes,
    check_csv_artifact,
    create_csv,
    create_file,
    open_csv_artifact,
    write_frame,
)
from pipeline.nine_tiles_panic.stages import cover
from tablebases.errors import Error
from tablebases.files import MACHINE, PROVENANCE_SUFFIX, content_digest, file_digest, open_csv, read_provenance
from tablebases.files import provenance_file as sidecar

COLUMNS = ("id", "text")
STAGE_FILE = cover.__file__
STAGE = "nine_tiles_panic_cover"


def fill(writer: CsvWriter, last: int) -> None:
    """Rows, of which the last differs."""
    writer.row((1, "plain"))
    writer.row((2, 'a "quoted", 宇宙人'))
    writer.lines(f"{i},\n" for i in (3, last))


def write(path: Path, last: int = 4, note: str = "") -> None:
    """A CSV artifact."""
    provenance = ProvenanceNotes(STAGE_FILE, [], {"a": 1})
    provenance.notes["note"] = note
    with create_csv(path, COLUMNS, provenance) as writer:
        fill(writer, last)


def test_rows_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.csv"
    write(path)
    assert path.read_bytes().startswith(b"id,text\n1,plain\n")
    with open_csv_artifact(path, STAGE) as reader:
        assert list(reader) == [
            {"id": "1", "text": "plain"},
            {"id": "2", "text": 'a "quoted", 宇宙人'},
            {"id": "3", "text": ""},
            {"id": "4", "text": ""},
        ]


def test_many_lines_are_all_written(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    count = 2 * LINES_BATCH + 1
    with create_csv(path, ("n",), ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        writer.lines(f"{i}\n" for i in range(count))
    assert path.read_text() == "n\n" + "".join(f"{i}\n" for i in range(count))


def test_a_frame_is_written_like_rows(tmp_path: Path) -> None:
    frame = pd.DataFrame({"id": [1, 2], "text": ["plain", 'a "quoted", 宇宙人']})
    write_frame(tmp_path / "frame.csv", frame, ProvenanceNotes(STAGE_FILE, [], {}))
    with create_csv(tmp_path / "rows.csv", COLUMNS, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        for row in frame.itertuples(index=False):
            writer.row(row)
    assert (tmp_path / "frame.csv").read_bytes() == (tmp_path / "rows.csv").read_bytes()
    check_csv_artifact(tmp_path / "frame.csv", STAGE)


def test_a_file_of_any_form_has_its_provenance_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    with create_file(path, ProvenanceNotes(STAGE_FILE, [], {})) as partial:
        partial.write_bytes(bytes(range(256)))
        assert not path.exists()
    assert path.read_bytes() == bytes(range(256))
    assert read_provenance(path)["content_digest"] == file_digest(path)


def test_provenance_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(path, note="宇宙人")
    notes = read_provenance(path)
    assert {p.name for p in tmp_path.iterdir()} == {"a.csv", "a.csv.provenance.json"}
    assert notes.items() <= json.loads(sidecar(path).read_text(encoding="utf-8")).items()
    assert notes["stage"] == STAGE
    assert notes["parameters"] == '{"a": 1}'
    assert notes["note"] == "宇宙人"
    assert notes["content_digest"] == file_digest(path) == content_digest(path)


def test_equal_content_gives_equal_bytes_and_an_equal_digest(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", note="first")
    write(tmp_path / "b.csv", note="second")
    write(tmp_path / "c.csv", last=5)
    a, b, c = (tmp_path / name for name in ("a.csv", "b.csv", "c.csv"))
    assert a.read_bytes() == b.read_bytes()
    assert read_provenance(a)["content_digest"] == read_provenance(b)["content_digest"]
    assert read_provenance(a)["content_digest"] != read_provenance(c)["content_digest"]


class BrokenOffError(Exception):
    """Something goes wrong while an artifact is written."""


def fail_to_write(path: Path) -> None:
    """Begin to write an artifact, and fail."""
    with create_csv(path, COLUMNS, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        fill(writer, 5)
        raise BrokenOffError


def test_an_exception_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(BrokenOffError):
        fail_to_write(tmp_path / "a.csv")
    assert list(tmp_path.iterdir()) == []


def test_an_exception_keeps_the_earlier_file_and_its_provenance(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(path)
    before = path.read_bytes(), sidecar(path).read_bytes()
    with pytest.raises(BrokenOffError):
        fail_to_write(path)
    assert (path.read_bytes(), sidecar(path).read_bytes()) == before
    assert len(list(tmp_path.iterdir())) == 2


def test_leftovers_of_dead_processes_are_removed_and_of_living_ones_not(tmp_path: Path) -> None:
    for name in (f".a.csv.{MACHINE}.1.partial", f".a.csv{PROVENANCE_SUFFIX}.{MACHINE}.1.partial"):
        (tmp_path / name).write_text("half")
    living = tmp_path / f".a.csv.{MACHINE}.2.partial"
    with living.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write(tmp_path / "a.csv")
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"a.csv", "a.csv.provenance.json", living.name}


# --- faults ----------------------------------------------------------------------------------


def message(path: Path) -> str:
    """What is said when this file is read."""
    with pytest.raises(Error) as error, open_csv(path) as reader:
        list(reader)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    assert message(path) == f"cannot read {path}: No such file or directory"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert message(tmp_path) == f"cannot read {tmp_path}: Is a directory"


@pytest.mark.parametrize("damage", [b"", b"id,text\n", b"id,text\n1,plain\n"])
def test_what_is_not_as_it_was_written_is_no_artifact(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "a.csv"
    write(path)
    path.write_bytes(damage)
    with pytest.raises(Error) as error:
        check_csv_artifact(path, STAGE)
    assert str(error.value) == (
        f"{path} has been changed since it was made; remove it and run `snakemake -R {STAGE}` to make it again"
    )


def test_an_artifact_of_another_stage_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(path)
    with pytest.raises(Error) as error:
        check_csv_artifact(path, "most_win")
    assert str(error.value).startswith(f"{path} was not written by the stage most_win; remove it")


def test_a_file_without_provenance_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")
    with open_csv(path) as reader:
        assert list(reader) == [{"x": "1", "y": "2"}]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"id,text\n1,\x80\n"])
def test_a_file_in_another_encoding_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    assert message(path).startswith(f"{path} is not a CSV file in UTF-8: ")


def test_a_field_that_never_ends_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('id,text\n1,"' + "x" * (csv.field_size_limit() + 1))
    assert message(path).startswith(f"{path} is not a CSV file in UTF-8: ")


NO_PROVENANCE = [
    None,
    "",
    "{",
    "\x80",
    "[]",
    "3",
    "[" * 100_000,
    '{"stage": "cover"}',
    '{"stage": "cover", "content_digest": 5, "parameters": "{}"}',
    '{"stage": "cover", "content_digest": "5", "parameters": "{}", "python": 3}',
    '{"stage": "cover", "content_digest": "5", "parameters": "{"}',
    '{"stage": "cover", "content_digest": "5", "parameters": "[]"}',
    '{"stage": "cover", "content_digest": "5", "parameters": {}}',
]


@pytest.mark.parametrize("content", NO_PROVENANCE, ids=range(len(NO_PROVENANCE)))
def test_missing_or_damaged_provenance_is_named(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "a.csv"
    write(path)
    if content is None:
        sidecar(path).unlink()
    else:
        sidecar(path).write_text(content, encoding="latin-1")
    with pytest.raises(Error) as error:
        read_provenance(path)
    assert str(error.value) == (
        f"{sidecar(path)} is missing or damaged; remove a.csv and run `snakemake` to make it again"
    )


def test_a_place_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "a.csv"
    with pytest.raises(Error) as error:
        write(path)
    assert str(error.value).startswith(f"cannot write {sidecar(path)}: ")
    assert "\n" not in str(error.value)
