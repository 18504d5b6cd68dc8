"""Artifacts are written completely or not at all, with provenance; tests/faults damages them."""

from __future__ import annotations

import csv
import errno
import fcntl
import json
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from pipeline.artifacts import (
    ProvenanceNotes,
    artifact_renamed_when_complete,
    check_file,
    create_file,
    open_csv_artifact,
    write_csv,
)
from pipeline.database import PAGE_SIZE, DatabaseWriter, create_database
from pipeline.reading import open_database, read_array
from pipeline.schemas import CHECKSUMS, Schema, blob, integer, table, text, view
from tablebases import database as databases
from tablebases.database import open_parts, open_rows
from tablebases.errors import DamagedDataError, Error
from tablebases.files import (
    MACHINE,
    PROVENANCE,
    check_input,
    content_digest,
    file_digest,
    open_csv,
    partial_path,
    read_provenance,
    renamed_when_complete,
)
from tests.databases import change_and_seal, rows_of
from tests.fuzzing import refusal

STAGE, VERSION = "nine_tiles_panic_cover", 3
STAGES = Path(__file__).parents[2] / "pipeline" / "nine_tiles_panic" / "stages"
NUMBERS = table("numbers", "Numbers.", integer("n", "a number", key=True), integer("square", "its square"))
WORDS = table("words", "Words.", text("word", "a word"))
SCHEMA = Schema(STAGE, VERSION, tables=(NUMBERS, WORDS))
BOTH = pytest.mark.parametrize("name", ["a.db", "a.csv"])


def provenance(*inputs: Path, note: str = "", stage: str = "cover") -> ProvenanceNotes:
    """Provenance of an artifact of a stage of Nine Tiles Panic."""
    notes = ProvenanceNotes(str(STAGES / f"{stage}.py"), inputs, {"b": 2, "a": [1, "x"]})
    notes.notes["note"] = note
    return notes


def fill(writer: DatabaseWriter, last: int) -> None:
    """Tables and arrays, which differ in the last number."""
    numbers = np.append(np.arange(1000), 1000 + last)
    writer.insert_columns(NUMBERS, [numbers, numbers**2])
    writer.insert(WORDS, [{"word": "a"}, {"word": "b"}])
    writer.insert_array("table", np.arange(6, dtype=np.int32).reshape(2, 3))


def write(path: Path, last: int = 9, notes: ProvenanceNotes | None = None, fail: BaseException | None = None) -> None:
    """Write a database or a CSV file whose last row has `last`; raise `fail` before the end."""
    if path.suffix == ".db":
        with create_database(path, SCHEMA, notes or provenance()) as writer:
            fill(writer, last)
            if fail:
                raise fail
    else:

        def rows() -> Iterator[tuple[object, ...]]:
            yield from ((1, "plain"), (2, 'a "quoted", 宇宙人'), (3, ""), (last, ""))
            if fail:
                raise fail

        notes = notes or provenance()
        write_csv(path, ("id", "text"), rows(), notes)
        notes.write(noted(path))


def noted(path: Path) -> Path:
    """Where `write` puts the provenance of a CSV file."""
    return path.parent / PROVENANCE / f"{path.stem}.json"


def names(folder: Path) -> set[str]:
    """The files of a folder, without provenance files."""
    return {path.name for path in folder.iterdir()} - {PROVENANCE}


# --- reading what writers wrote ---------------------------------------------------------------


@pytest.mark.parametrize("folder", ["deep/folder", "50% of #1 & more?/ä b"])
def test_readers_return_the_tables_arrays_and_lines_that_writers_wrote(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "a.db"
    write(path)
    with open_database(path, SCHEMA) as connection:
        assert connection.execute(select(func.count(), func.max(NUMBERS.c.square))).one() == (1001, 1009**2)
        assert connection.execute(select(WORDS)).all() == [("a",), ("b",)]
        assert read_array(connection, "table").tolist() == [[0, 1, 2], [3, 4, 5]]
    write(path.with_suffix(".csv"))
    assert path.with_suffix(".csv").read_bytes().startswith(b"id,text\n1,plain\n")
    with open_csv_artifact(path.with_suffix(".csv"), STAGE) as reader:
        found = [(row["id"], row["text"]) for row in reader]
    assert found == [("1", "plain"), ("2", 'a "quoted", 宇宙人'), ("3", ""), ("9", "")]
    assert names(path.parent) == {"a.db", "a.csv"}


ARRAYS = st.sampled_from(["u1", "i1", "<i4", "<i8", "<u8"]).flatmap(
    lambda dtype: st.lists(st.integers(0, 100), max_size=24).map(lambda numbers: np.array(numbers, dtype=dtype))
)


@settings(max_examples=10)
@given(ARRAYS, st.integers(0, 4))
def test_arrays_keep_shape_and_type(tmp_path_factory: pytest.TempPathFactory, array: Any, columns: int) -> None:
    path = tmp_path_factory.mktemp("arrays") / "a.db"
    if columns:
        array = array[: len(array) // columns * columns].reshape(-1, columns)
    with create_database(path, SCHEMA, provenance()) as writer:
        writer.insert_array("plain", array)
        writer.insert_array("turned", array.T)
    with open_database(path, SCHEMA) as connection:
        for name, expected in (("plain", array), ("turned", array.T)):
            found = read_array(connection, name)
            assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
            assert (found == expected).all()


def test_a_reader_cannot_change_a_database(tmp_path: Path) -> None:
    write(tmp_path / "a.db")
    with pytest.raises(Error, match="readonly"), open_database(tmp_path / "a.db", SCHEMA) as connection:
        connection.execute(WORDS.delete())
    assert rows_of(tmp_path / "a.db", "SELECT count(*) FROM words") == [(2,)]


def test_copy_tables_copies_rows_of_other_databases(tmp_path: Path) -> None:
    source, copy = tmp_path / "source.db", tmp_path / "copy.db"
    write(source)
    before = table("before", "", integer("n", ""))
    schema = Schema("nine_tiles_panic_distances", 1, tables=(before, *SCHEMA.tables))
    with create_database(copy, schema, provenance(source, stage="distances")) as writer:
        writer.insert_values(before, [], b"")
        writer.insert_columns(before, [np.arange(3)])
        writer.copy_tables([(source, Schema(STAGE, VERSION, tables=[copied])) for copied in SCHEMA.tables])
    for sql in ("SELECT * FROM numbers", "SELECT * FROM words"):
        assert rows_of(copy, sql) == rows_of(source, sql)
    assert read_provenance(copy).items() >= {"rows before": "3", "rows numbers": "1001", "rows words": "2"}.items()


@pytest.mark.thorough
def test_quotes_and_commas_of_rows_are_written_as_in_any_csv_file(tmp_path: Path) -> None:
    notes = provenance()
    write_csv(tmp_path / "rows.csv", ("id", "text"), [(2, 'a "quoted", 宇宙人')], notes)
    notes.write(noted(tmp_path / "rows.csv"))
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == 'id,text\n2,"a ""quoted"", 宇宙人"\n'
    check_file(tmp_path / "rows.csv", STAGE)


# --- provenance and digests ------------------------------------------------------------------


@BOTH
def test_the_provenance_has_stage_inputs_settings_and_versions(tmp_path: Path, name: str) -> None:
    source, tiles, path = tmp_path / "source.db", tmp_path / "tiles.csv", tmp_path / name
    write(source)
    tiles.write_text("tile,face\n")
    write(path, notes=provenance(source, tiles, note="宇宙人"))
    notes = read_provenance(path)
    assert (notes["stage"], json.loads(notes["parameters"])) == (STAGE, {"a": [1, "x"], "b": 2})
    assert notes["input source.db"] == read_provenance(source)["content_digest"]
    assert notes["input tiles.csv"] == file_digest(tiles)
    assert (notes["note"], notes["sqlite"], notes["numpy"]) == ("宇宙人", sqlite3.sqlite_version, np.__version__)
    assert notes["program"].startswith("puzzle-tablebases ")
    assert len(notes["sources"]) == 16
    if name == "a.db":
        assert dict(rows_of(path, "SELECT key, value FROM provenance")) == notes
        assert rows_of(path, "PRAGMA user_version") == [(VERSION,)]
    else:
        digest = notes.pop("content_digest")
        assert json.loads(noted(path).read_text(encoding="utf-8")) == notes | {"file a.csv": digest}
        assert digest == file_digest(path) == content_digest(path)


@pytest.mark.parametrize("statement", ["DROP TABLE provenance", "DELETE FROM provenance"])
def test_content_digest_names_a_database_without_provenance(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "a.db"
    write(path)
    change_and_seal(path, statement)
    with pytest.raises(DamagedDataError) as error:
        content_digest(path)
    assert str(error.value).startswith(f"{path} has no provenance; remove a.db and run ")


def test_artifacts_of_other_inputs_or_settings_do_not_belong_together(tmp_path: Path) -> None:
    one, other, a, b = (tmp_path / name for name in ("data.csv", "other/data.csv", "a.db", "b.csv"))
    other.parent.mkdir()
    one.write_text("1\n")
    other.write_text("2\n")
    write(a, notes=provenance(one))
    write(b, notes=provenance(other))
    rebuild = "; run `snakemake -R nine_tiles_panic_cover` to rebuild it"
    for inputs, fault in (
        ([a, b], f"{b} was not made from the data.csv of {a}{rebuild}"),
        ([b, one], f"{b} was not made from {one}{rebuild}"),
        ([one, b], f"{b} was not made from {one}{rebuild}"),
    ):
        assert refusal(lambda inputs=inputs: provenance(*inputs)) == fault  # type: ignore[misc]
    assert provenance(a, one).notes["input a.db"]
    file = str(STAGES / "cover.py")
    assert refusal(lambda: ProvenanceNotes(file, [a], {"b": 3})) == f"{a} was not made with b 3 but 2{rebuild}"


def test_the_provenance_of_a_stage_has_the_digests_of_its_files_in_any_folder(tmp_path: Path) -> None:
    notes = provenance()
    paths = [tmp_path / name for name in ("a.npz", "figures/b.svg", "page/arrow/c.js", "deeper/than/they/d.js")]
    for number, path in enumerate(paths):
        with create_file(path, notes) as partial:
            partial.write_bytes(bytes(range(number, 256)))
            assert not path.exists()
        assert path.read_bytes() == bytes(range(number, 256))
    notes.write(tmp_path / PROVENANCE / "cover.json")
    for path in paths[:-1]:
        assert read_provenance(path)["content_digest"] == file_digest(path)
    assert refusal(lambda: read_provenance(paths[-1])).startswith(
        f"{paths[-1]} has no provenance; remove d.js and run "
    )


def test_equal_content_gives_equal_bytes_except_the_provenance_and_the_checksum(tmp_path: Path) -> None:
    for name, note in (("1", "first"), ("2", "second, and longer")):
        for ending in ("db", "csv"):
            write(tmp_path / f"{name}.{ending}", notes=provenance(note=note))
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()
    a, b = ((tmp_path / f"{name}.db").read_bytes() for name in "12")
    assert len(a) == len(b)
    sql = "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'provenance' AND rootpage"
    own = [(page - 1) * PAGE_SIZE for (page,) in rows_of(tmp_path / "1.db", sql)]
    differing = {place for place in range(len(a)) if a[place] != b[place]}
    assert differing <= {*range(68, 72), *(place + start for start in own for place in range(PAGE_SIZE))}


T = table("t", "", integer("a", ""), integer("b", ""))
ONE_TO_FOUR = np.arange(1, 5, dtype=np.int64)
V = view("v", "", "SELECT 1 AS n", integer("n", ""))
CONTENTS: list[tuple[str, tuple[Any, ...]]] = [
    ("insert_columns", (T, [ONE_TO_FOUR, ONE_TO_FOUR])),
    ("insert_columns", (T, [ONE_TO_FOUR, ONE_TO_FOUR + 1])),
    ("insert_columns", (T, [ONE_TO_FOUR[:3], ONE_TO_FOUR[:3]])),
    ("insert_values", (T, [(1, 1)], b"11")),
    ("insert", (T, [{"a": 1, "b": 2}])),
    ("insert_array", ("y", ONE_TO_FOUR)),
    *(("insert_array", ("x", array)) for array in (ONE_TO_FOUR, ONE_TO_FOUR + 1, ONE_TO_FOUR[np.newaxis])),
    *(("insert_array", ("x", ONE_TO_FOUR.astype(dtype))) for dtype in (np.int32, np.uint64)),
    ("insert_array", ("x", ONE_TO_FOUR.reshape(2, 2))),
]
"""Methods of the writer, and what they insert."""


def test_different_content_gives_a_different_digest(tmp_path: Path) -> None:
    digests = set()
    for tables, contents in (([T], CONTENTS), ([T, V], CONTENTS[:1])):
        for method, arguments in contents:
            with create_database(tmp_path / "a.db", Schema(STAGE, VERSION, tables=tables), provenance()) as writer:
                getattr(writer, method)(*arguments)
            digests.add(content_digest(tmp_path / "a.db"))
    assert len(digests) == len(CONTENTS) + 1


def test_stage_version_and_notes_do_not_change_the_digest(tmp_path: Path) -> None:
    write(tmp_path / "a.db", notes=provenance(note="first"))
    schema = Schema("nine_tiles_panic_distances", 7, tables=SCHEMA.tables)
    with create_database(tmp_path / "b.db", schema, provenance(note="second", stage="distances")) as writer:
        fill(writer, 9)
    assert content_digest(tmp_path / "a.db") == content_digest(tmp_path / "b.db")


NO_PROVENANCE = yaml.safe_load(Path(__file__).with_name("no_provenance.yaml").read_text(encoding="utf-8"))


def test_readers_reject_a_provenance_file_of_another_form(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write(path)
    for content in [*NO_PROVENANCE, "[" * 100_000, '"file a.csv": ' + "[" * 100_000, '["file a.csv"]']:
        noted(path).write_text(content, encoding="latin-1")
        with pytest.raises(Error) as error:
            read_provenance(path)
        assert str(error.value) in (
            f"{path} has no provenance; remove a.csv and run `snakemake` to rebuild it",
            f"{noted(path)} is missing or damaged; remove a.json and run `snakemake` to rebuild it",
        )


def test_readers_notice_every_changed_byte_of_the_stage_and_the_digest_in_a_provenance_file(tmp_path: Path) -> None:
    """tests/faults changes some of the other bytes."""
    path = tmp_path / "a.csv"
    write(path)
    file = noted(path)
    content = file.read_bytes()
    for key in (b"stage", b"file a.csv"):
        start = content.index(key)
        for place in range(start, content.index(b'"', start + len(key) + 4)):
            for change in (1, 128):
                file.write_bytes(content[:place] + bytes([content[place] ^ change]) + content[place + 1 :])
                with pytest.raises(Error, match=r"a\.(csv|json)"):
                    check_file(path, STAGE)


# --- failures and leftovers ------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), SystemExit(1), Error("no")])
def test_an_exception_leaves_the_earlier_artifact_or_none(tmp_path: Path, name: str, error: BaseException) -> None:
    for earlier in (False, True):
        if earlier:
            write(tmp_path / name)
        before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
        with pytest.raises(type(error)):
            write(tmp_path / name, last=1, fail=error)
        assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


def test_create_database_reports_a_wrong_statement_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with pytest.raises(Error, match=r"^cannot write .*a\.db: "), create_database(path, SCHEMA, provenance()) as writer:
        writer.connection.execute("CREATE TABEL t (n)")
    assert names(tmp_path) == set()


@BOTH
def test_writers_report_a_folder_that_they_cannot_make(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Error, match=rf"^cannot write .*file/{name}.*; check the folder and its permissions$"):
        write(tmp_path / "file" / name)


def test_readers_see_the_earlier_database_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    write(path, last=1)
    with create_database(path, SCHEMA, provenance()) as writer:
        fill(writer, last=2)
        assert rows_of(path, "SELECT max(n) FROM numbers") == [(1001,)]
    assert rows_of(path, "SELECT max(n) FROM numbers") == [(1002,)]


@pytest.mark.parametrize("renamed", [renamed_when_complete, artifact_renamed_when_complete])
@pytest.mark.parametrize("target", ["other.csv", "nowhere.csv", "a folder"])
def test_writing_follows_no_link(tmp_path: Path, renamed: Any, target: str) -> None:
    (tmp_path / "other.csv").write_text("precious")
    (tmp_path / "a folder").mkdir()
    path = tmp_path / "a.csv"
    partial_path(path).symlink_to(tmp_path / target)
    with renamed(path) as partial:
        partial.write_text("a,b\n")
    assert (path.read_text(), path.is_symlink()) == ("a,b\n", False)
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["a folder", "a.csv", "other.csv"]
    assert (tmp_path / "other.csv").read_text() == "precious"


@pytest.mark.usefixtures("locks")
@BOTH
def test_writing_removes_only_leftovers_of_dead_processes(tmp_path: Path, name: str) -> None:
    """The lock of this process must not block SQLite."""
    living = tmp_path / f".{name}.{MACHINE}.1.partial"
    foreign = {
        f".b.db.{MACHINE}.2.partial",
        f".{name}.b.{MACHINE}.2.partial",
        f"{name}.{MACHINE}.2.partial",
        f".{name}.{MACHINE}.old.partial",
        f".{name}.{MACHINE}.2.partial.saved",
        f".{name}.elsewhere.2.partial",
    }
    for leftover in (*foreign, f".{name}.{MACHINE}.3.partial"):
        (tmp_path / leftover).write_text("half")
    with living.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        write(tmp_path / name)
    assert names(tmp_path) == foreign | {name, living.name}


def test_writers_need_no_locks_of_the_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    write(tmp_path / "a.db")
    assert rows_of(tmp_path / "a.db", "SELECT count(*) FROM numbers") == [(1001,)]


@pytest.mark.parametrize("suffix", ["-wal", "-journal", "-shm"])
def test_open_database_ignores_and_create_database_deletes_files_of_other_clients(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "a.db"
    left = path.with_name(path.name + suffix)
    for last in (1, 2):
        left.write_bytes(b"of another database" * 100)
        write(path, last=last)
        assert not left.exists()
        left.write_bytes(b"of another database" * 100)
        with open_database(path, SCHEMA) as connection:
            assert connection.execute(select(func.max(NUMBERS.c.n))).scalar_one() == 1000 + last


def test_open_database_reads_a_database_that_a_client_has_locked(tmp_path: Path) -> None:
    write(tmp_path / "a.db")
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as client:
        client.execute("BEGIN EXCLUSIVE")
        with open_database(tmp_path / "a.db", SCHEMA) as connection:
            assert connection.execute(select(func.count()).select_from(NUMBERS)).scalar_one() == 1001
        client.execute("ROLLBACK")


# --- CSV files that people edit --------------------------------------------------------------


def test_open_csv_reads_a_file_without_provenance_and_rejects_a_device_and_a_large_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n")
    with open_csv(path) as reader:
        assert list(reader) == [{"x": "1", "y": "2"}]
    with pytest.raises(Error, match="cannot read /dev/null: it is a device"), open_csv(Path("/dev/null")):
        pass
    with pytest.raises(Error, match=r"a\.csv is too large: 8 bytes, where at most 7 are read"):
        check_input(path, most_bytes=7)


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"id,text\n1,\x80\n", b'id,text\n1,"' + b"x" * (csv.field_size_limit() + 1)]
)
def test_open_csv_rejects_a_file_that_is_no_csv_in_utf_8(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    with pytest.raises(Error) as error, open_csv(path) as reader:
        list(reader)
    assert str(error.value).startswith(f"{path} is not a CSV file in UTF-8: ")
    assert "\n" not in str(error.value)


# --- checksums, as documented, and parts of a large database ---------------------------------

BIRDS = table("birds", "Birds.", integer("no", "number", key=True), text("name", "name"), blob("song", "its notes"))
IN_PARTS = Schema(STAGE, VERSION, tables=(BIRDS, CHECKSUMS), parts={"birds": 100})
ROBINS = [(no, f"rotkehlchen né {no}", b"\x00\xffpi" * (no % 5)) for no in range(10, 2000)]


def read_part(path: Path, key: int) -> list[tuple[int, str, bytes]]:
    """The verified rows of the part with a key."""
    with open_parts(path, IN_PARTS) as birds:
        return birds.part_with("birds", key, ("no", "name", "song"))


@pytest.fixture
def birds(tmp_path: Path) -> Path:
    """A database of robins in 20 parts."""
    path = tmp_path / "birds.db"
    with create_database(path, IN_PARTS, provenance()) as writer:
        writer.insert_values(BIRDS, ROBINS, b"robins")
    return path


@pytest.mark.parametrize("large", [False, True])
def test_open_parts_verifies_only_the_part_that_it_reads_of_a_large_database(
    birds: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    monkeypatch.setattr(databases, "WHOLE_BYTES", birds.stat().st_size - large)
    assert read_part(birds, 0) == read_part(birds, 99) == [robin for robin in ROBINS if robin[0] < 100]
    assert read_part(birds, 1999) == [robin for robin in ROBINS if robin[0] >= 1900]
    assert read_part(birds, 2000) == read_part(birds, 10**30) == []
    birds.write_bytes(birds.read_bytes().replace("rotkehlchen né 777".encode(), "rotkehlchen né 778".encode()))
    for key in (700,) if large else (700, 800):
        with pytest.raises(Error, match=r"birds\.db is damaged or was changed"):
            read_part(birds, key)
    if large:
        assert read_part(birds, 800) == [robin for robin in ROBINS if 800 <= robin[0] < 900]


@pytest.mark.parametrize(
    "sql", ["SELECT * FROM cats", "SELECT * FROM birds LIMIT 1.5", "SELECT * FROM birds WHERE ? = 1"]
)
def test_a_wrong_query_does_not_call_a_database_damaged(birds: Path, monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    monkeypatch.setattr(databases, "WHOLE_BYTES", 0)
    with pytest.raises(Error) as error, open_rows(birds, IN_PARTS) as database:
        database.execute(sql)
    assert type(error.value) is Error
    message = str(error.value)
    assert message.startswith(f"{birds} does not answer (")
    assert message.endswith("), but its checksum is right; `tablebases verify` checks its content")
    birds.write_bytes(birds.read_bytes().replace("né 777".encode(), "né 778".encode()))
    with (
        pytest.raises(DamagedDataError, match=r"is damaged or was changed .*; remove it"),
        open_parts(birds, IN_PARTS) as parts,
    ):
        parts.query_unverified(sql)


SONGS = table("songs", "Songs.", integer("no", "number", key=True), blob("song", "its notes"))


@pytest.mark.parametrize("parts", [1, 3, 20])
def test_insert_blobs_writes_the_rows_and_checksums_of_insert_values(tmp_path: Path, parts: int) -> None:
    schema = Schema(STAGE, VERSION, tables=(SONGS, CHECKSUMS), parts={"songs": 100})
    with create_database(tmp_path / "inserted.db", schema, provenance()) as writer:
        writer.insert_values(SONGS, [(no, song) for no, _, song in ROBINS], b"robins")
    with create_database(tmp_path / "blobs.db", schema, provenance()) as writer:
        for first in range(0, 2000, 100 * parts):
            rows = [(no, song) for no, _, song in ROBINS if first <= no < first + 100 * parts]
            content = np.frombuffer(b"".join(song for _, song in rows), dtype=np.uint8)
            keys, lengths = np.array([(no, len(song)) for no, song in rows]).T
            writer.insert_blobs(SONGS, keys, lengths, content, b"" if first else b"robins")
        with pytest.raises(ValueError, match="a part of songs comes in two calls"):
            writer.insert_blobs(SONGS, keys[-1:], lengths[-1:], content[:0], b"")
    blobs, inserted = ((tmp_path / f"{name}.db").read_bytes() for name in ("blobs", "inserted"))
    assert blobs == inserted


def test_the_documents_define_the_checksums(birds: Path) -> None:
    """docs/checking.md: PRAGMA application_id; docs/tables.md: the table checksums."""
    content = birds.read_bytes()
    assert content[68:72] == zlib.crc32(content[:68] + bytes(4) + content[72:]).to_bytes(4, "big")
    ((name, keys, parts, crc),) = rows_of(birds, "SELECT * FROM checksums")
    assert (name, keys, len(parts)) == ("birds", 100, 4 * 20)
    robins = [robin for robin in ROBINS if 700 <= robin[0] < 800]
    numbers = b"".join(no.to_bytes(8, "big") for no, *_ in robins)
    columns = [[name.encode() for _, name, _ in robins], [song for *_, song in robins]]
    texts = [b"".join(column) + b"".join(len(value).to_bytes(8, "big") for value in column) for column in columns]
    assert struct.unpack(">20I", parts)[7] == zlib.crc32(numbers + b"".join(texts))
    eight = [number.to_bytes(8, "big") for number in (5, 100, 4 * 20)]
    assert crc == zlib.crc32(b"birds" + eight[0] + eight[1] + parts + eight[2])
