"""The text of docs/tables.md, from the definitions of the tables; `scripts.describe` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from sqlalchemy import Table

from pipeline.schemas import Schema
from scripts import ROOT
from tablebases.puzzles import PUZZLES

DOCUMENT = ROOT / "docs" / "tables.md"
HEAD = """# Tables

All databases, their tables and views, and what every column means, in the order of `SELECT *`. Written from the
definitions in `pipeline/<puzzle>/tables.py` by `make docs`. Every database has these descriptions in its table
`columns`, and its origins in the table `provenance`. `PRAGMA user_version` is the version of its tables.
`PRAGMA application_id` is the CRC-32 of the file, computed with zeros in its own place. An added column or table keeps
the version. A *theme synonym* is all towns with the same 26 scores, a *town synonym* all with the same road shapes."""


def described_table(table: Table) -> Iterator[str]:
    """Lines of Markdown with a table's name, meaning and columns."""
    yield f"\n### `{table.name}`{' (view)' if 'view' in table.info else ''}\n\n{table.comment}\n"
    yield "| column | type | meaning |\n|---|---|---|"
    for column in table.columns:
        key = "key: " if column.primary_key else ""
        empty = "; may be empty" if column.nullable else ""
        yield f"| `{column.name}` | {column.type} | {key}{column.comment}{empty} |"


def _database(folder: str, schema: Schema) -> Iterator[str]:
    yield f"\n## results/{folder}/{schema.file}\n\n{schema.meaning} For example:\n"
    yield f"```sql\n-- {schema.file}: an example\n{schema.example}\n```"
    for table in schema.tables:
        yield from described_table(table)


def document() -> str:
    """The text of docs/tables.md."""
    lines = [HEAD]
    for puzzle in PUZZLES:
        for schema in import_module(f"pipeline.{puzzle.package}.tables").DATABASES:
            lines += _database(puzzle.package, schema)
    return "\n".join(lines) + "\n"
