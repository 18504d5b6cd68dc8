"""The texts of a release: README.md for people, datasette.yaml for Datasette, CITATION.cff to cite the data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from string import Template

import yaml

from pipeline.schemas import Schema
from scripts import ROOT
from scripts.describe_tables import described_table
from scripts.shown_examples import shown_queries
from tablebases import __version__
from tablebases.files import renamed_when_complete
from tablebases.messages import say
from tablebases.puzzles import PUZZLES

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = ROOT / "CITATION.cff"
OTHER_FILES = {"atlas.zip": "the pages of all games: unpack and serve the folder, or start `tablebases atlas`"}


def released_schemas(files: Sequence[Path]) -> list[Schema]:
    """The definitions of the databases among `files`, in the order of docs/tables.md."""
    names = {path.name for path in files}
    modules = (import_module(f"pipeline.{puzzle.package}.tables") for puzzle in PUZZLES)
    return [schema for module in modules for schema in module.DATABASES if schema.file in names]


def _identifier(title: str) -> str:
    return re.sub(r"\W+", "_", title.lower()).strip("_")


def canned_queries(schema: Schema) -> dict[str, dict[str, str]]:
    """Name -> title and SQL of the documents' queries on a database."""
    found = {"an_example": {"title": "An example", "sql": schema.example}}
    for document in sorted((ROOT / "docs").glob("*.md")):
        for query in shown_queries(document):
            if query.database == schema.file:
                entry = {"title": query.title[0].upper() + query.title[1:], "sql": query.sql.strip()}
                found.setdefault(_identifier(query.title), entry)
    return found


def datasette_configuration(schemas: Sequence[Schema]) -> dict[str, object]:
    """Settings of Datasette: descriptions of tables and columns, canned queries."""
    return {
        "title": PROJECT["name"],
        "description": PROJECT["description"],
        "license": PROJECT["license"],
        "databases": {
            Path(schema.file).stem: {
                "description": schema.meaning,
                "queries": canned_queries(schema),
                "tables": {
                    str(table.name): {
                        "description": table.comment,
                        "columns": {str(column.name): column.comment for column in table.columns},
                    }
                    for table in schema.tables
                },
            }
            for schema in schemas
        },
    }


def citation() -> dict[str, object]:
    """The software's citation, changed to that of a data set."""
    software = yaml.safe_load(CITATION.read_text(encoding="utf-8"))
    return {**software, "message": "If you use these data, please cite them.", "type": "dataset"}


def _file_rows(files: Sequence[Path], meanings: Mapping[str, str]) -> Iterator[str]:
    for path in sorted(files):
        yield f"| `{path.name}` | {path.stat().st_size / 1e6:,.1f} MB | {meanings[path.name]} |"


def _schema_lines(schemas: Sequence[Schema]) -> Iterator[str]:
    for schema in schemas:
        yield f"\n## {schema.file}\n\n{schema.meaning}"
        for table in schema.tables:
            yield from described_table(table)


def data_card(files: Sequence[Path], schemas: Sequence[Schema]) -> str:
    """The README of a release with `files`, of which `schemas` define the databases."""
    meanings = {schema.file: schema.meaning for schema in schemas} | OTHER_FILES
    for path in files:
        meanings.setdefault(path.name, f"the table `{path.stem}` as Parquet, with the meaning of each column")
    template = Template((Path(__file__).parent / "card.md").read_text(encoding="utf-8"))
    return template.substitute(
        name=PROJECT["name"],
        description=PROJECT["description"],
        version=__version__,
        files="\n".join(_file_rows(files, meanings)),
        tables="\n".join(_schema_lines(schemas)),
    )


def write_card(files: Sequence[Path], out: Path) -> list[Path]:
    """Write README.md, datasette.yaml and CITATION.cff of a release with `files`; returns the three."""
    schemas = released_schemas(files)
    configuration = datasette_configuration(schemas)
    texts = {
        "README.md": data_card(files, schemas),
        "datasette.yaml": yaml.safe_dump(configuration, sort_keys=False, allow_unicode=True, width=120),
        "CITATION.cff": yaml.safe_dump(citation(), sort_keys=False, allow_unicode=True, width=120),
    }
    for name, text in texts.items():
        with renamed_when_complete(out / name) as partial:
            partial.write_text(text, encoding="utf-8")
    say(f"{', '.join(texts)}: {len(files)} files, {len(schemas)} databases")
    return [out / name for name in texts]
