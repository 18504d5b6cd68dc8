"""Database artifacts: whole or absent, with provenance, told apart from everything else."""

from __future__ import annotations

import errno
import fcntl
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Table, func, select

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import (
    PAGE_SIZE,
    DatabaseWriter,
    Schema,
    create_database,
    integer,
    open_database,
    read_array,
    table,
    text,
    view,
)
from pipeline.nine_tiles_panic.stages import cover, distances
from tablebases.errors import Error
from tablebases.files import MACHINE, content_digest, file_digest, read_provenance

VERSION = 3
STAGE = "nine_tiles_panic_cover"
STAGE_FILE = cover.__file__
NUMBERS = table("numbers", "Numbers.", integer("n", "a number", key=True), integer("square", "its square"))
WORDS = table("words", "Words.", text("word", "a word"))
SCHEMA = Schema(STAGE, VERSION, tables=(NUMBERS, WORDS))


def write(path: Path, *, last: int = 9, stage_file: str = STAGE_FILE, version: int = VERSION,
          inputs: tuple[Path, ...] = (), note: str = "") -> None:  # fmt: skip
    """A database artifact with every kind of content."""
    provenance = ProvenanceNotes(stage_file, inputs, {"b": 2, "a": [1, "x"]})
    provenance.notes["note"] = note
    with create_database(path, Schema(STAGE, version, tables=SCHEMA.tables), provenance) as writer:
        fill(writer, last)


def fill(writer: DatabaseWriter, last: int = 9) -> None:
    """Tables and arrays, which differ in the last number."""
    numbers = np.append(np.arange(1000), 1000 + last)
    writer.insert_columns(NUMBERS, [numbers, numbers**2])
    writer.insert(WORDS, [{"word": "a"}, {"word": "b"}])
    writer.insert_array("table", np.arange(6, dtype=np.int32).reshape(2, 3))


def message(path: Path) -> str:
    """What is said when this artifact is opened; one sentence that begins with its path."""
    with pytest.raises(Error) as error, open_database(path, SCHEMA):
        pass
    text = str(error.value)
    assert text.startswith(f"{path} ")
    assert "\n" not in text
    return text.removeprefix(f"{path} ")


def rows(path: Path, sql: str) -> list[Any]:
    """The answer of a plain SQLite client."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


# --- what is written is read -----------------------------------------------------------------


def test_tables_and_arrays_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "a.db"
    write(path)
    with open_database(path, SCHEMA) as connection:
        assert connection.execute(select(func.count(), func.max(NUMBERS.c.square))).one() == (1001, 1009**2)
        assert connection.execute(select(WORDS)).all() == [("a",), ("b",)]
        assert read_array(connection, "table").tolist() == [[0, 1, 2], [3, 4, 5]]
    assert list(path.parent.iterdir()) == [path]


ARRAYS = st.sampled_from(["u1", "i1", "<i4", "<i8", "<u8"]).flatmap(
    lambda dtype: st.lists(st.integers(0, 100), max_size=24).map(lambda numbers: np.array(numbers, dtype=dtype))
)


@given(ARRAYS, st.integers(0, 4))
def test_arrays_keep_shape_and_type(tmp_path_factory: pytest.TempPathFactory, array: Any, columns: int) -> None:
    path = tmp_path_factory.mktemp("arrays") / "a.db"
    if columns:
        array = array[: len(array) // columns * columns].reshape(-1, columns)
    with create_database(path, SCHEMA, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        writer.insert_array("plain", array)
        writer.insert_array("turned", array.T)
    with open_database(path, SCHEMA) as connection:
        for name, expected in (("plain", array), ("turned", array.T)):
            found = read_array(connection, name)
            assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
            assert (found == expected).all()


def test_a_database_is_opened_for_reading_only(tmp_path: Path) -> None:
    write(tmp_path / "a.db")
    with (
        pytest.raises(Error, match="readonly"),
        open_database(tmp_path / "a.db", SCHEMA) as connection,
    ):
        connection.execute(WORDS.delete())
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM words") == [(2,)]


def test_a_path_with_special_characters_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "50% of #1 & more?" / "ä b.db"
    write(path)
    with open_database(path, SCHEMA) as connection:
        assert connection.execute(select(WORDS)).all() == [("a",), ("b",)]
    write(path, last=8)
    assert rows(path, "SELECT max(n) FROM numbers") == [(1008,)]


def test_inserting_no_rows_inserts_none(tmp_path: Path) -> None:
    with create_database(tmp_path / "a.db", SCHEMA, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        assert writer.insert_values(WORDS, [], b"") == 0
        assert writer.insert_values(WORDS, [("a",)], b"a") == 1


def test_a_copied_table_is_the_same(tmp_path: Path) -> None:
    write(tmp_path / "source.db")
    provenance = ProvenanceNotes(distances.__file__, [tmp_path / "source.db"], {})
    before = table("before", "", integer("n", ""))
    copied = Schema("nine_tiles_panic_distances", 1, tables=(before, *SCHEMA.tables))
    with create_database(tmp_path / "copy.db", copied, provenance) as writer:
        writer.insert_columns(before, [np.arange(3)])
        writer.copy_tables([(tmp_path / "source.db", SCHEMA)])
    assert rows(tmp_path / "copy.db", "SELECT * FROM numbers") == rows(tmp_path / "source.db", "SELECT * FROM numbers")
    assert rows(tmp_path / "copy.db", "SELECT count(*) FROM before") == [(3,)]
    assert read_provenance(tmp_path / "copy.db")["rows numbers"] == "1001"


def test_tables_of_one_database_are_copied_in_several_parts(tmp_path: Path) -> None:
    write(tmp_path / "source.db")
    provenance = ProvenanceNotes(distances.__file__, [tmp_path / "source.db"], {})
    parts = [(tmp_path / "source.db", Schema(STAGE, VERSION, tables=[of])) for of in SCHEMA.tables]
    with create_database(tmp_path / "copy.db", SCHEMA, provenance) as writer:
        writer.copy_tables(parts)
    assert rows(tmp_path / "copy.db", "SELECT count(*) FROM numbers") == [(1001,)]
    assert rows(tmp_path / "copy.db", "SELECT word FROM words") == [("a",), ("b",)]


# --- provenance ------------------------------------------------------------------------------


def test_provenance_says_how_it_came_to_be(tmp_path: Path) -> None:
    source, text = tmp_path / "source.db", tmp_path / "tiles.csv"
    write(source)
    text.write_text("tile,face\n")
    write(tmp_path / "a.db", inputs=(source, text), note="of its own")
    notes = read_provenance(tmp_path / "a.db")
    assert notes["stage"] == STAGE
    assert json.loads(notes["parameters"]) == {"a": [1, "x"], "b": 2}
    assert notes["input source.db"] == read_provenance(source)["content_digest"]
    assert notes["input tiles.csv"] == file_digest(text)
    assert notes["rows numbers"] == "1001"
    assert notes["rows words"] == "2"
    assert notes["note"] == "of its own"
    assert notes["sqlite"] == sqlite3.sqlite_version
    assert notes["numpy"] == np.__version__
    assert notes["program"].startswith("puzzle-tablebases ")
    assert len(notes["sources"]) == 16
    assert dict(rows(tmp_path / "a.db", "SELECT key, value FROM provenance")) == notes
    assert rows(tmp_path / "a.db", "PRAGMA user_version") == [(VERSION,)]


def test_an_input_that_is_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tiles.csv"
    with pytest.raises(Error) as error:
        ProvenanceNotes(STAGE_FILE, [path], {})
    assert str(error.value) == f"cannot read {path}: No such file or directory"


def test_an_artifact_without_provenance_is_named(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("CREATE TABLE t (n)")
    with pytest.raises(Error) as error:
        read_provenance(tmp_path / "a.db")
    assert str(error.value).startswith(f"{tmp_path / 'a.db'} was not written by this program")


# --- equal content ---------------------------------------------------------------------------


def pages(path: Path) -> tuple[list[bytes], set[int]]:
    """The pages of a database, and the numbers (from 1) of those of its provenance."""
    content = path.read_bytes()
    assert len(content) % PAGE_SIZE == 0
    owned = {
        int(page)
        for (page,) in rows(path, "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'provenance' AND rootpage")
    }
    return [content[i : i + PAGE_SIZE] for i in range(0, len(content), PAGE_SIZE)], owned


def test_equal_content_gives_equal_bytes_apart_from_the_provenance_and_the_checksum(tmp_path: Path) -> None:
    write(tmp_path / "a.db", note="first")
    write(tmp_path / "b.db", note="second, and longer")
    a, provenance = pages(tmp_path / "a.db")
    b, same_provenance = pages(tmp_path / "b.db")
    assert provenance == same_provenance
    assert len(a) == len(b)
    differing = {i + 1 for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y}
    assert differing
    assert differing - {1} <= provenance
    assert a[0][:68] + a[0][72:] == b[0][:68] + b[0][72:], "the checksum is all that differs on the first page"


def test_equal_content_gives_an_equal_digest(tmp_path: Path) -> None:
    write(tmp_path / "a.db", note="first")
    write(tmp_path / "b.db", note="second", stage_file=distances.__file__, version=7)
    assert content_digest(tmp_path / "a.db") == content_digest(tmp_path / "b.db")


T = table("t", "", integer("a", ""), integer("b", ""))


def digest_of(path: Path, *steps: tuple[str, Any], tables: Sequence[Table] = (T,)) -> str:
    """The digest of a database made by these calls of the writer."""
    with create_database(path, Schema(STAGE, VERSION, tables=tables), ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        for name, argument in steps:
            getattr(writer, name)(*argument)
    return content_digest(path)


ONE_TO_FOUR = np.arange(1, 5, dtype=np.int64)


@pytest.mark.parametrize(
    "other",
    [
        ("insert_columns", (T, [ONE_TO_FOUR, ONE_TO_FOUR + 1])),
        ("insert_columns", (T, [ONE_TO_FOUR[:3], ONE_TO_FOUR[:3]])),
        ("insert_array", ("x", ONE_TO_FOUR + 1)),
        ("insert_array", ("y", ONE_TO_FOUR)),
        ("insert_array", ("x", ONE_TO_FOUR.astype(np.int32))),
        ("insert_values", (T, [(1, 1)], b"11")),
        ("insert", (T, [{"a": 1, "b": 2}])),
    ],
)
def test_different_content_gives_a_different_digest(tmp_path: Path, other: tuple[str, Any]) -> None:
    one: list[tuple[str, Any]] = [
        ("insert_columns", (T, [ONE_TO_FOUR, ONE_TO_FOUR])),
        ("insert_array", ("x", ONE_TO_FOUR)),
    ]
    digests = [digest_of(tmp_path / f"{i}.db", step) for i, step in enumerate([*one, other])]
    assert len(set(digests)) == 3


def test_another_table_or_view_gives_a_different_digest(tmp_path: Path) -> None:
    more = view("v", "", "SELECT 1 AS n", integer("n", ""))
    assert digest_of(tmp_path / "a.db") != digest_of(tmp_path / "b.db", tables=(T, more))
    assert rows(tmp_path / "b.db", "SELECT n FROM v") == [(1,)]


@pytest.mark.parametrize("array", [ONE_TO_FOUR.reshape(2, 2), ONE_TO_FOUR[np.newaxis], ONE_TO_FOUR.astype(np.uint64)])
def test_an_array_of_another_shape_or_type_gives_a_different_digest(tmp_path: Path, array: Any) -> None:
    assert digest_of(tmp_path / "a.db", ("insert_array", ("x", array))) != digest_of(
        tmp_path / "b.db", ("insert_array", ("x", ONE_TO_FOUR))
    )


# --- what fails leaves nothing ---------------------------------------------------------------


class BrokenOffError(Exception):
    """Something goes wrong while an artifact is written."""


def fail_to_write(path: Path, error: BaseException) -> None:
    """Begin to write an artifact, and fail."""
    with create_database(path, SCHEMA, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        fill(writer, last=1)
        raise error


@pytest.mark.parametrize("error", [BrokenOffError("no"), KeyboardInterrupt(), SystemExit(1), Error("no")])
def test_an_exception_leaves_no_file(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        fail_to_write(tmp_path / "a.db", error)
    assert list(tmp_path.iterdir()) == []


def test_an_exception_keeps_the_earlier_artifact(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write(path)
    before = path.read_bytes()
    with pytest.raises(BrokenOffError):
        fail_to_write(path, BrokenOffError("no"))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_wrong_statement_leaves_no_file_and_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with (
        pytest.raises(Error) as error,
        create_database(path, SCHEMA, ProvenanceNotes(STAGE_FILE, [], {})) as writer,
    ):
        writer.connection.execute("CREATE TABEL t (n)")
    assert str(error.value).startswith(f"cannot write {path}: ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "a.db"
    with pytest.raises(Error) as error:
        write(path)
    assert str(error.value).startswith(f"cannot write {path}: ")
    assert str(error.value).endswith("; check the folder and its permissions")


def test_the_earlier_artifact_can_be_read_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write(path, last=1)
    with create_database(path, SCHEMA, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        fill(writer, last=2)
        assert rows(path, "SELECT max(n) FROM numbers") == [(1001,)]
    assert rows(path, "SELECT max(n) FROM numbers") == [(1002,)]


# --- leftovers -------------------------------------------------------------------------------


def test_leftovers_of_dead_processes_are_removed(tmp_path: Path) -> None:
    (tmp_path / f".a.db.{MACHINE}.1.partial").write_text("half")
    write(tmp_path / "a.db")
    assert list(tmp_path.iterdir()) == [tmp_path / "a.db"]


def test_leftovers_of_living_processes_and_of_other_artifacts_stay(tmp_path: Path) -> None:
    living = tmp_path / f".a.db.{MACHINE}.1.partial"
    names = {
        f".b.db.{MACHINE}.2.partial",
        f".a.db.b.{MACHINE}.2.partial",
        f"a.db.{MACHINE}.2.partial",
        f".a.db.{MACHINE}.old.partial",
        f".a.db.{MACHINE}.2.partial.kept",
        ".a.db.elsewhere.2.partial",
    }
    for name in names:
        (tmp_path / name).write_text("kept")
    with living.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write(tmp_path / "a.db")
    assert {path.name for path in tmp_path.iterdir()} == names | {"a.db", living.name}


def test_locks_as_nfs_has_them_will_do(tmp_path: Path, locks_of_nfs: None) -> None:  # noqa: ARG001
    """SQLite's own locks on the file would wait for that of this process."""
    dead, living = (tmp_path / f".a.db.{MACHINE}.{number}.partial" for number in (1, 2))
    dead.touch()
    with living.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write(tmp_path / "a.db")
    assert {path.name for path in tmp_path.iterdir()} == {"a.db", living.name}


def test_an_artifact_is_written_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    write(tmp_path / "a.db")
    assert rows(tmp_path / "a.db", "SELECT count(*) FROM numbers") == [(1001,)]


# --- what is no artifact, or another one -----------------------------------------------------


def test_a_missing_database_is_named(tmp_path: Path) -> None:
    assert message(tmp_path / "a.db") == "does not exist; run `snakemake` to make it, or `make` for everything"


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "a.db").mkdir()
    assert message(tmp_path / "a.db") == "does not exist; run `snakemake` to make it, or `make` for everything"


@pytest.mark.parametrize("content", [b"", b"tile,face\n", b"SQLite format 2\x00" + bytes(100)])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.db").write_bytes(content)
    assert message(tmp_path / "a.db") == ("is not a SQLite database; remove it and run `snakemake` to make it again")


@pytest.mark.parametrize("kept", [PAGE_SIZE, PAGE_SIZE + 1, -1, 100, 32])
def test_a_truncated_database_is_named(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "a.db"
    write(path)
    path.write_bytes(path.read_bytes()[:kept])
    assert message(path) == "is cut short; remove it and run `snakemake` to make it again"


@pytest.mark.parametrize("kept", [16, 20, 31])
def test_a_database_of_less_than_its_header_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "a.db"
    write(path)
    path.write_bytes(path.read_bytes()[:kept])
    message(path)


def test_a_foreign_database_is_named(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("CREATE TABLE t (n)")
    text = message(tmp_path / "a.db")
    assert text == (
        "was not written by this program, or by an earlier version (it has no checksum); "
        "move it away and run `snakemake` to make it again"
    )


def test_a_database_of_another_stage_is_named(tmp_path: Path) -> None:
    write(tmp_path / "a.db", stage_file=distances.__file__)
    assert message(tmp_path / "a.db") == (
        f"was not written by the stage {STAGE}; move it away and run `snakemake -R {STAGE}` to make it again"
    )


@pytest.mark.parametrize("found", [VERSION - 1, VERSION + 1])
def test_a_database_of_another_version_says_which_rule_to_run(tmp_path: Path, found: int) -> None:
    write(tmp_path / "a.db", version=found)
    assert message(tmp_path / "a.db") == (
        f"has schema version {found}, but this program reads version {VERSION}; "
        f"remove it and run `snakemake -R {STAGE}` to make it again"
    )


def test_a_database_with_damaged_pages_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write(path)
    content = path.read_bytes()
    path.write_bytes(content[:PAGE_SIZE] + bytes(len(content) - PAGE_SIZE))
    assert message(path).startswith("is damaged or was changed (its checksum is ")


def test_an_array_on_a_damaged_page_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with create_database(path, SCHEMA, ProvenanceNotes(STAGE_FILE, [], {})) as writer:
        writer.insert_array("long", np.arange(200_000))
    # The pages of the array's bytes but the first say where they go on; zeros lead nowhere.
    root = rows(path, "SELECT rootpage FROM sqlite_master WHERE name = 'arrays'")[0][0]
    content = bytearray(path.read_bytes())
    content[root * PAGE_SIZE - PAGE_SIZE : root * PAGE_SIZE] = bytes(PAGE_SIZE)
    path.write_bytes(content)
    with pytest.raises(Error), open_database(path, SCHEMA) as connection:
        read_array(connection, "long")
