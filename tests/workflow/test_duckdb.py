"""DuckDB reads every view of every database with the rows that SQLite finds."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from tests.databases import rows_of
from tests.workflow.workspace import OUTPUTS, Workspace

READ_BY_SQLITE = {"answers_against_mixes", "boxes", "hardest_orbits", "towns", "towns_by_roads"}
"""Views with expressions that DuckDB lacks, such as parts of a blob: it leaves them to SQLite and gets text."""
SOME_ROWS = {"moves": "WHERE n <= 6", "hardest_orbits": "LIMIT 1000"}
"""The compared rows of views with hundreds of thousands."""


@pytest.fixture(scope="module")
def client() -> Iterator[duckdb.DuckDBPyConnection]:
    """DuckDB with its SQLite reader from the package, without a network."""
    spec = importlib.util.find_spec("duckdb_extension_sqlite_scanner")
    assert spec is not None
    assert spec.origin is not None
    reader = Path(spec.origin).parent / "extensions" / f"v{duckdb.__version__}" / "sqlite_scanner.duckdb_extension"
    with duckdb.connect(config={"autoinstall_known_extensions": "false"}) as connection:
        connection.load_extension(str(reader))
        yield connection


def _sorted(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows, key=lambda row: [(value is None, value) for value in row])


def test_duckdb_finds_the_rows_of_every_view(finished: Workspace, client: duckdb.DuckDBPyConnection) -> None:
    compared = set()
    for path in sorted(path for output in OUTPUTS.values() for path in (finished.folder / output).glob("*.db")):
        client.execute(f"ATTACH '{path}' AS {path.stem} (TYPE sqlite, READ_ONLY)")
        for (view,) in rows_of(path, "SELECT name FROM sqlite_schema WHERE type = 'view'"):
            some = SOME_ROWS.get(view, "")
            expected = rows_of(path, f"SELECT * FROM {view} {some}")
            assert expected or not some
            if view in READ_BY_SQLITE:
                expected = [tuple(map(str, row)) for row in expected]
            found = client.execute(f"SELECT * FROM {path.stem}.{view} {some}").fetchall()
            assert _sorted(found) == _sorted(expected), view
            compared.add(view)
    assert {*READ_BY_SQLITE, "percentile_answers", "moves", "turned_faces"} < compared


def test_duckdb_passes_a_query_on_to_sqlite(finished: Workspace, client: duckdb.DuckDBPyConnection) -> None:
    path = finished.output / "success_pattern.db"
    sql = "SELECT position, direction FROM towns WHERE theme_synonym_id = 1 ORDER BY 1, 2"
    client.execute(f"ATTACH IF NOT EXISTS '{path}' AS success_pattern (TYPE sqlite, READ_ONLY)")
    found = client.execute(f"SELECT * FROM sqlite_query('success_pattern', '{sql}')").fetchall()
    assert found == rows_of(path, sql)
