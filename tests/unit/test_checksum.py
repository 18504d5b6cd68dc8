"""Damage of any kind to an artifact is named before anything is read from it."""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.artifacts import ProvenanceNotes, check_csv_artifact, create_csv
from pipeline.database import Schema, create_database, integer, open_database, table, text
from pipeline.godomachi.stages import wall_charts
from tablebases.errors import Error
from tablebases.files import content_digest

BIRDS = table("birds", "Birds.", integer("no", "number", key=True), text("name", "name"))
SCHEMA = Schema("godomachi_wall_charts", 3, tables=(BIRDS,))
ROBINS = [{"no": no, "name": f"robin {no}"} for no in range(2000)]


def provenance() -> ProvenanceNotes:
    return ProvenanceNotes(wall_charts.__file__, [], {})


def read(path: Path) -> list[tuple[int, str]]:
    with open_database(path, SCHEMA) as database:
        return [tuple(row) for row in database.execute(BIRDS.select())]


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sealed") / "birds.db"
    with create_database(path, SCHEMA, provenance()) as writer:
        writer.insert(BIRDS, ROBINS)
    return path


def test_the_checksum_is_the_crc_of_the_file_with_zeros_in_its_place(artifact: Path) -> None:
    content = artifact.read_bytes()
    with closing(sqlite3.connect(artifact)) as database:
        ((stated,),) = database.execute("PRAGMA application_id")
    assert stated % 2**32 == zlib.crc32(content[:68] + b"\0\0\0\0" + content[72:])
    assert read(artifact) == [(bird["no"], bird["name"]) for bird in ROBINS]


@given(st.data())
def test_any_flipped_bit_of_a_database_is_named(artifact: Path, data: st.DataObject) -> None:
    content = bytearray(artifact.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    damaged = artifact.with_name("damaged.db")
    damaged.write_bytes(content)
    with pytest.raises(Error, match=r"damaged\.db"):
        read(damaged)
    with pytest.raises(Error, match=r"damaged\.db"):
        content_digest(damaged)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE birds SET name = 'crow' WHERE no = 7", "DELETE FROM birds", "PRAGMA journal_mode = WAL", "VACUUM"],
)
def test_a_database_that_a_client_has_changed_is_named(artifact: Path, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "birds.db"
    path.write_bytes(artifact.read_bytes())
    with closing(sqlite3.connect(path, isolation_level=None)) as client:
        client.execute(statement)
    with pytest.raises(Error, match="is damaged or was changed"):
        read(path)


def test_a_database_without_a_checksum_is_not_of_this_version(artifact: Path, tmp_path: Path) -> None:
    path = tmp_path / "birds.db"
    content = artifact.read_bytes()
    path.write_bytes(content[:68] + b"\0\0\0\0" + content[72:])
    with pytest.raises(Error, match="by an earlier version"):
        read(path)


@pytest.mark.parametrize("suffix", ["-wal", "-journal", "-shm"])
def test_what_clients_left_beside_an_earlier_database_is_not_read_and_goes(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / "birds.db"
    left = path.with_name(path.name + suffix)
    for birds in (ROBINS[:1], ROBINS[:2]):
        left.write_bytes(b"of another database" * 100)
        with create_database(path, SCHEMA, provenance()) as writer:
            writer.insert(BIRDS, birds)
        assert not left.exists()
        left.write_bytes(b"of another database" * 100)
        assert len(read(path)) == len(birds)


def test_a_locked_database_is_read(artifact: Path, tmp_path: Path) -> None:
    path = tmp_path / "birds.db"
    path.write_bytes(artifact.read_bytes())
    with closing(sqlite3.connect(path, isolation_level=None)) as client:
        client.execute("BEGIN EXCLUSIVE")
        assert len(read(path)) == len(ROBINS)
        client.execute("ROLLBACK")


@pytest.fixture
def csv_artifact(tmp_path: Path) -> Path:
    path = tmp_path / "birds.csv"
    with create_csv(path, ["no", "name"], provenance()) as writer:
        writer.row([7, "robin"])
    return path


def test_a_changed_csv_file_is_named_where_it_is_an_input(csv_artifact: Path) -> None:
    before = content_digest(csv_artifact)
    csv_artifact.write_text("no,name\n7,raven\n")
    with pytest.raises(Error, match=r"birds\.csv has been changed"):
        ProvenanceNotes(wall_charts.__file__, [csv_artifact], {})
    csv_artifact.write_text("no,name\n7,robin\n")
    assert content_digest(csv_artifact) == before


def test_every_changed_byte_of_the_digest_or_the_stage_of_a_csv_file_is_named(csv_artifact: Path) -> None:
    file = csv_artifact.with_name("birds.csv.provenance.json")
    content = file.read_bytes()
    for key in (b"stage", b"content_digest"):
        start = content.index(key)
        for place in range(start, content.index(b'"', start + len(key) + 4)):
            for change in (1, 2, 32, 128):
                file.write_bytes(content[:place] + bytes([content[place] ^ change]) + content[place + 1 :])
                with pytest.raises(Error, match=r"birds\.csv"):
                    check_csv_artifact(csv_artifact, "godomachi_cuts")


def test_every_other_changed_byte_of_the_provenance_is_named_or_changes_nothing(csv_artifact: Path) -> None:
    file = csv_artifact.with_name("birds.csv.provenance.json")
    content = file.read_bytes()
    digest = content_digest(csv_artifact)
    for place in range(len(content)):
        for change in (1, 2, 32, 128):
            file.write_bytes(content[:place] + bytes([content[place] ^ change]) + content[place + 1 :])
            with suppress(Error):
                assert content_digest(csv_artifact) == digest
