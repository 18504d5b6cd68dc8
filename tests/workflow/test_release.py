"""The release: its files are complete and described, and other programs can open them."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
import yaml

from scripts.release import __main__ as release_program
from scripts.release import files
from scripts.release.card import write_card
from scripts.release.files import pack_atlas, put_database, write_checksums, write_parquet
from tablebases import __version__
from tablebases.errors import Error
from tests.databases import rows_of
from tests.workflow.workspace import CHECKOUT, OUTPUT, OUTPUTS, Workspace, file_bytes

TABLES = {"theme_synonyms": "theme_synonyms.db", "distances": "theme_synonym_distance.db", "answers": "answers.db"}
"""Table, and name of its Parquet file -> its database."""


def module(name: str) -> Any:
    """Import a package of the extra `release`, which CI does not install."""
    install = "`pip install --constraint constraints.txt --editable '.[release]'`"
    return pytest.importorskip(name, reason=f"{name} is not installed; {install} installs it")


@pytest.fixture(scope="module")
def databases(finished: Workspace) -> dict[str, Path]:
    """The databases of the miniature, by name."""
    folders = [finished.folder / output for output in OUTPUTS.values()]
    return {path.name: path for folder in folders for path in sorted(folder.glob("*.db"))}


@pytest.fixture(scope="module")
def release(databases: Mapping[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of the miniature, with an atlas of two files and without Parquet."""
    folder = tmp_path_factory.mktemp("release")
    for name, path in databases.items():
        put_database(path, folder / name)
    pages = tmp_path_factory.mktemp("pages")
    (pages / "arrow").mkdir()
    (pages / "index.html").write_text("towns")
    (pages / "arrow" / "index.html").write_text("arrows")
    write_checksums([pages / "index.html", pages / "arrow" / "index.html"], pages / "SHA256SUMS")
    (pages / "of an earlier version.js").touch()
    pack_atlas(pages, folder / "atlas.zip")
    write_card(sorted(folder.iterdir()), folder)
    write_checksums(sorted(folder.iterdir()), folder / "SHA256SUMS")
    return folder


def test_a_release_lists_its_digests_and_links_or_copies_databases(
    databases: Mapping[str, Path], release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (release / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    others = sorted(set(release.iterdir()) - {release / "SHA256SUMS"})
    assert lines == [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in others]
    assert len(databases) >= 7
    assert all(path.samefile(release / name) for name, path in databases.items())
    monkeypatch.setattr(os, "link", Mock(side_effect=OSError(18, "Invalid cross-device link")))
    path = databases["millijan.db"]
    put_database(path, tmp_path / "copy.db")
    assert not path.samefile(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == path.read_bytes()


def test_a_release_names_japanese_sections_that_are_older_than_the_english_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release_program, "stale_sections", lambda: iter(["play.md, 遊ぶ: Play has changed"]))
    with pytest.raises(Error, match=r"`python -m scripts\.translations --mark`: play\.md, 遊ぶ"):
        release_program.main([], [], tmp_path / "index.html", tmp_path / "SHA256SUMS")
    assert not any(tmp_path.iterdir())


def test_a_release_rejects_a_damaged_or_too_large_database(
    databases: Mapping[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "damaged.db"
    content = bytearray(databases["millijan.db"].read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    with pytest.raises(Error, match=r"damaged\.db is damaged or was changed"):
        put_database(damaged, tmp_path / "out.db")
    monkeypatch.setattr(files, "MAX_BYTES", 1000)
    with pytest.raises(Error, match="files of a release must be smaller than 2 GB"):
        put_database(databases["millijan.db"], tmp_path / "out.db")
    assert not (tmp_path / "out.db").exists()


def test_equal_pages_give_equal_archives(release: Path, tmp_path: Path) -> None:
    with ZipFile(release / "atlas.zip") as archive:
        archive.extractall(tmp_path)
        assert archive.namelist() == ["atlas/SHA256SUMS", "atlas/arrow/index.html", "atlas/index.html"]
    os.utime(tmp_path / "atlas" / "index.html", (0, 0))
    pack_atlas(tmp_path / "atlas", tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == (release / "atlas.zip").read_bytes()
    with pytest.raises(Error, match=r"nothing is no atlas; `snakemake atlas` builds it"):
        pack_atlas(tmp_path / "nothing", tmp_path / "none.zip")


def test_the_card_describes_every_file_and_every_column(databases: Mapping[str, Path], release: Path) -> None:
    text = (release / "README.md").read_text(encoding="utf-8")
    front = yaml.safe_load(text.split("---")[1])
    assert front["license"] == "mit"
    described = re.findall(r"^\| `([\w.]+\.(?:db|zip))` \| [\d.,]+ MB \| .+ \|$", text, re.M)
    assert set(described) == {*databases, "atlas.zip"}
    for name, path in databases.items():
        section = text.split(f"\n## {name}\n")[1].split("\n## ")[0]
        named = rows_of(path, "SELECT table_name, column_name FROM columns")
        own = {(table, column) for table, column in named if table not in ("arrays", "columns", "provenance")}
        found = {(table, c) for table, rest in re.findall(r"### `(\w+)`(.*?)(?=\n### |\Z)", section, re.S)
                 for c in re.findall(r"^\| `(\w+)` \|", rest, re.M)}  # fmt: skip
        assert own == found, name


def test_the_citation_has_this_version(release: Path) -> None:
    cited = yaml.safe_load((release / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert cited["version"] == __version__
    software = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {name for name in software | cited if software.get(name) != cited.get(name)} == {"message", "type"}


def test_datasette_offers_valid_queries_of_the_documents(release: Path) -> None:
    described = yaml.safe_load((release / "datasette.yaml").read_text(encoding="utf-8"))["databases"]
    queries = described["success_pattern"]["queries"]
    assert len(queries) >= 10
    assert queries["towns_with_the_longest_road"]["title"] == "Towns with the longest road"
    for name, database in described.items():
        for query in database["queries"].values():
            rows_of(release / f"{name}.db", f"EXPLAIN {query['sql']}")


def test_parquet_has_the_rows_and_the_meanings_of_the_tables(databases: Mapping[str, Path], tmp_path: Path) -> None:
    pq = module("pyarrow.parquet")
    for table, name in TABLES.items():
        out = tmp_path / f"{table}.parquet"
        write_parquet(databases[name], table, out)
        first = out.read_bytes()
        read = pq.read_table(out)
        rows = rows_of(databases[name], f"SELECT * FROM {table} ORDER BY 1, 2, 3, 4")
        assert list(zip(*(column.to_pylist() for column in read.columns), strict=True)) == rows
        assert all(field.metadata[b"meaning"] for field in read.schema)
        write_parquet(databases[name], table, out)
        assert out.read_bytes() == first
    with pytest.raises(Error, match="there is no table nothing in this database"):
        write_parquet(databases["answers.db"], "nothing", tmp_path / "nothing.parquet")


def test_without_pyarrow_the_error_says_how_to_install_it(
    databases: Mapping[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(Error, match=r"which is not installed; `pip install .*\[release\]'` installs it$"):
        write_parquet(databases["answers.db"], "answers", tmp_path / "answers.parquet")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("default")
def test_datasette_shows_every_table_and_answers_every_query(release: Path) -> None:
    datasette = module("datasette.app")
    described = yaml.safe_load((release / "datasette.yaml").read_text(encoding="utf-8"))
    shown = datasette.Datasette(
        immutables=[str(path) for path in sorted(release.glob("*.db"))],
        metadata=described,
        settings={"suggest_facets": False, "sql_time_limit_ms": 10_000},
    )

    async def ask() -> None:
        for name, database in described["databases"].items():
            for table in database["tables"]:
                page = await shown.client.get(f"/{name}/{table}")
                assert page.status_code == 200, (name, table, page.text)
        page = await shown.client.get("/answers/answers")
        assert page.status_code == 200
        answers = described["databases"]["answers"]["tables"]["answers"]
        assert answers["description"] in page.text
        assert answers["columns"]["wins"] in page.text
        for name, database in described["databases"].items():
            for query in database["queries"]:
                answer = await shown.client.get(f"/{name}/{query}.json?_shape=objects")
                assert answer.status_code == 200, (name, query, answer.text)

    asyncio.run(ask())


@pytest.mark.slow
def test_the_rule_builds_the_whole_release_once(workspace: Workspace) -> None:
    module("pyarrow")
    for folder in ("scripts", "docs"):
        shutil.copytree(CHECKOUT / folder, workspace.folder / folder)
    workspace.succeed(target="release")
    folder = workspace.folder / OUTPUT / "release"
    named = {"README.md", "datasette.yaml", "CITATION.cff", "atlas.zip", "SHA256SUMS"}
    assert named | {f"{table}.parquet" for table in TABLES} <= set(file_bytes(folder))
    listed = re.findall(r"  (.+)$", (folder / "SHA256SUMS").read_text(encoding="utf-8"), re.M)
    assert sorted([*listed, "SHA256SUMS"]) == sorted(path.name for path in folder.iterdir())
    assert workspace.planned(target="release") == {}
