"""Of a large database only the parts that are asked for are read and compared, and damage to them is named."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import CHECKSUMS, Schema, blob, create_database, integer, open_database, table, text
from pipeline.godomachi.stages import wall_charts
from tablebases import database as opened
from tablebases.database import open_parts
from tablebases.errors import Error

BIRDS = table("birds", "Birds.", integer("no", "number", key=True), text("name", "name"), blob("song", "its notes"))
SCHEMA = Schema("godomachi_wall_charts", 3, tables=(BIRDS, CHECKSUMS), parts={"birds": 100})
ROBINS = [(no, f"rotkehlchen né {no}", b"\x00\xffpi" * (no % 5)) for no in range(10, 2000)]
PARTS = 20


def read(path: Path, key: int) -> list[tuple[int, str, bytes]]:
    with open_parts(path, SCHEMA) as birds:
        return birds.part_with("birds", key)


def read_unless_named(path: Path, key: int) -> list[tuple[int, str, bytes]] | None:
    """What is read, or None if the file is named as damaged."""
    try:
        return read(path, key)
    except Error as error:
        if str(path) not in str(error):
            raise
        return None


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("parts") / "birds.db"
    with create_database(path, SCHEMA, ProvenanceNotes(wall_charts.__file__, [], {})) as writer:
        writer.insert_values(BIRDS, ROBINS, b"robins")
    return path


@pytest.fixture
def every_database_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "WHOLE_BYTES", 0)


def damaged_copy(artifact: Path, place: int, bits: int) -> Path:
    content = bytearray(artifact.read_bytes())
    content[place] ^= bits
    path = artifact.with_name("damaged.db")
    path.write_bytes(content)
    return path


def place_of(artifact: Path, no: int) -> int:
    return artifact.read_bytes().index(f"rotkehlchen né {no}".encode())


@pytest.mark.parametrize("large", [False, True])
def test_a_part_has_the_rows_of_its_keys(artifact: Path, monkeypatch: pytest.MonkeyPatch, large: bool) -> None:
    monkeypatch.setattr(opened, "WHOLE_BYTES", artifact.stat().st_size - large)
    assert read(artifact, 0) == read(artifact, 99) == [robin for robin in ROBINS if robin[0] < 100]
    assert read(artifact, 1999) == [robin for robin in ROBINS if robin[0] >= 1900]
    assert read(artifact, 2000) == read(artifact, 10**30) == []


def test_checksums_can_be_computed_without_this_program(artifact: Path) -> None:
    """From the sentence in docs/tables.md."""
    with closing(sqlite3.connect(artifact)) as connection:
        ((name, keys, parts, crc),) = connection.execute("SELECT * FROM checksums")
    assert (name, keys, len(parts)) == ("birds", 100, 4 * PARTS)
    robins = [robin for robin in ROBINS if 700 <= robin[0] < 800]
    numbers = b"".join(no.to_bytes(8, "big") for no, *_ in robins)
    names = "".join(name for _, name, _ in robins).encode()
    songs = b"".join(song for *_, song in robins)
    lengths = [
        b"".join(len(value).to_bytes(8, "big") for value in values)
        for values in ([name.encode() for _, name, _ in robins], [song for *_, song in robins])
    ]
    expected = zlib.crc32(numbers + names + lengths[0] + songs + lengths[1])
    assert struct.unpack(f">{PARTS}I", parts)[7] == expected
    eight = [number.to_bytes(8, "big") for number in (5, 100, 4 * PARTS)]
    assert crc == zlib.crc32(b"birds" + eight[0] + eight[1] + parts + eight[2])


@pytest.mark.parametrize("batch", [1, 7, 100, 1000, 5000])
def test_checksums_noted_while_rows_are_inserted_are_those_read_back(
    artifact: Path, tmp_path: Path, batch: int
) -> None:
    path = tmp_path / "birds.db"
    with create_database(path, SCHEMA, ProvenanceNotes(wall_charts.__file__, [], {})) as writer:
        for first in range(0, len(ROBINS), batch):
            writer.insert_parts(BIRDS, ROBINS[first : first + batch], b"" if first else b"robins")
    assert path.read_bytes() == artifact.read_bytes()


@pytest.mark.usefixtures("every_database_is_large")
def test_damage_to_a_part_is_named_and_other_parts_are_read(artifact: Path) -> None:
    damaged = damaged_copy(artifact, place_of(artifact, 777), 1)
    with pytest.raises(Error, match=r"damaged\.db is damaged or was changed"):
        read(damaged, 700)
    assert read(damaged, 800) == read(artifact, 800)
    with pytest.raises(Error, match=r"damaged\.db is damaged or was changed"), open_database(damaged, SCHEMA):
        pass


def test_a_small_database_is_compared_whole(artifact: Path) -> None:
    with pytest.raises(Error, match=r"damaged\.db is damaged or was changed"):
        read(damaged_copy(artifact, place_of(artifact, 777), 1), 800)


@pytest.mark.usefixtures("every_database_is_large")
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM birds WHERE no = 777",
        "DELETE FROM birds WHERE no >= 700",
        "INSERT INTO birds VALUES (5, 'crow', x'')",
        "UPDATE birds SET song = x'' WHERE no = 707",
        "DELETE FROM checksums",
        "UPDATE checksums SET parts = x''",
        "UPDATE checksums SET keys = 101",
        "DROP TABLE checksums",
        "DROP TABLE provenance",
    ],
)
def test_rows_that_a_client_has_changed_are_named(artifact: Path, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "birds.db"
    path.write_bytes(artifact.read_bytes())
    with closing(sqlite3.connect(path, isolation_level=None)) as client:
        client.execute(statement)
    with pytest.raises(Error, match=r"birds\.db is damaged"):
        read(path, 0 if "crow" in statement else 700)


@given(st.data())
def test_no_flipped_bits_of_a_byte_change_what_is_read(artifact: Path, data: st.DataObject) -> None:
    content = artifact.read_bytes()
    in_use = [place for place, byte in enumerate(content) if byte]
    damaged = damaged_copy(artifact, data.draw(st.sampled_from(in_use)), data.draw(st.integers(1, 255)))
    key = data.draw(st.integers(0, 2100))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opened, "WHOLE_BYTES", 0)
        expected = [robin for robin in ROBINS if robin[0] // 100 == key // 100]
        assert read_unless_named(damaged, key) in (expected, None)
