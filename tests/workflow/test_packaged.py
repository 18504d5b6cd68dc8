"""The package answers in any folder, without a run."""

from __future__ import annotations

import gzip
import json
import shutil
import threading
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from snakemake.utils import update_config

from scripts import package_answers
from scripts.package_answers import ANSWERS
from scripts.shown_examples import shown_queries
from tablebases.cli import atlas
from tablebases.cli.atlas import PORT, atlas_files, atlas_server
from tablebases.errors import Error, InputError, MissingDataError
from tablebases.files import connect_to_read
from tablebases.locations import PACKAGED, Found, Place, fetched_folder, find_artifact
from tablebases.puzzles import GODOMACHI, MILLIJAN, puzzle_of
from tablebases.yaml_file import read_configuration, read_yaml
from tests.command_lines.typed import run_typed
from tests.databases import change_and_seal, write_sums
from tests.workflow.workspace import CHECKOUT


def test_sql_answers_from_the_folder_that_a_summary_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """tests/unit/test_portability.py tests commands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    queries = {query.title: query for query in shown_queries(CHECKOUT / "docs" / "cookbook.md")}
    query = queries["three cards with the most different best answers, and how many towns give them"]
    folder = run_typed(["nine-tiles", "summary"]).first_line.removeprefix("Nine Tiles Panic: ")
    with closing(connect_to_read(Path(folder, query.database))) as connection:
        rows = connection.execute(query.sql).fetchall()
    assert len(rows) == 5
    for cards, answers, towns in rows[:2]:
        shown = json.loads(run_typed(["nine-tiles", "best", cards, "--json"]).output)["answers"]
        assert (answers, towns) == (len(shown), sum(answer["n_towns"] for answer in shown))


def test_packaged_answers_change_only_with_their_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with versions of packages or digests of sources, which are in the provenance of the results."""
    packaged, results = tmp_path / "packaged", tmp_path / "results"
    for puzzle, name in ANSWERS.items():
        for folder in (packaged, results):
            (folder / puzzle).mkdir(parents=True)
            shutil.copyfile(PACKAGED / puzzle / name, folder / puzzle / name)
        change_and_seal(results / puzzle / name, "UPDATE provenance SET value = 'others' WHERE key = 'sources'")
    (results / "atlas").mkdir()
    (results / "atlas" / "index.html").write_text("towns")
    write_sums(results / "atlas")
    for constant, value in (("PACKAGED", packaged), ("ATLAS", packaged / "atlas.zip")):
        monkeypatch.setattr(package_answers, constant, value)
    monkeypatch.setattr(package_answers, "write_known_results", lambda: None)
    package_answers.main(results)
    for puzzle, name in ANSWERS.items():
        assert (packaged / puzzle / name).read_bytes() == (PACKAGED / puzzle / name).read_bytes()
    changed = results / MILLIJAN.package / ANSWERS[MILLIJAN.package]
    change_and_seal(changed, "UPDATE provenance SET value = 'of other rows' WHERE key = 'content_digest'")
    package_answers.main(results)
    assert (packaged / MILLIJAN.package / changed.name).read_bytes() == changed.read_bytes()


def test_find_artifact_searches_the_given_folder_then_here_then_fetched_then_packaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fetched_folder.cache_clear()
    monkeypatch.setenv("TABLEBASES_DATA", str(tmp_path / "fetched"))
    (puzzle, name), *_ = ANSWERS.items()
    assert find_artifact(puzzle_of(puzzle), name) == Found(PACKAGED / puzzle / name, Place.PACKAGED)
    here = Path("results", puzzle, name)
    for path, place in ((tmp_path / "fetched" / name, Place.FETCHED), (here, Place.HERE)):
        path.parent.mkdir(parents=True)
        path.touch()
        assert find_artifact(puzzle_of(puzzle), name) == Found(path, place)
    for given in (here.parents[1], here.parent):
        assert find_artifact(puzzle_of(puzzle), name, given) == Found(here, Place.GIVEN)
    fetched_folder.cache_clear()


def test_an_artifact_in_no_place_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MissingDataError, match=r"does not exist; get the full results with `tablebases fetch ADDRESS`"):
        find_artifact(GODOMACHI, "godomachi.db")
    with pytest.raises(InputError, match=r"there is no folder none; name one with finished results"):
        find_artifact(GODOMACHI, "godomachi.db", Path("none"))
    Path("Snakefile").touch()
    with pytest.raises(MissingDataError, match="does not exist; run `snakemake --cores 2` to build it"):
        find_artifact(GODOMACHI, "godomachi.db")


def test_configurations_are_merged_as_snakemake_merges_them(tmp_path: Path) -> None:
    changes = {"godomachi": {"max_n": 8}, "nine_tiles_panic": {"board": {"rows": 2}, "tiles": [0]}, "other": {"a": {}}}
    path = tmp_path / "my.yaml"
    path.write_text(json.dumps(changes), encoding="utf-8")
    expected, _ = read_yaml(CHECKOUT / "config.yaml")
    update_config(expected, changes)
    assert read_configuration(path) == expected


def test_the_server_serves_the_packaged_atlas_to_many_and_no_wrong_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with atlas_files(None) as folder, atlas_server(folder, 0) as server:
        assert server.server_port != PORT
        clients = [HTTPConnection("127.0.0.1", server.server_port, timeout=120) for _ in range(200)]
        for client in clients:
            client.connect()  # all wait until the server starts
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_port}"
            for page in ("nine-tiles/", "arrow/", "godomachi/", "millijan/"):
                with urlopen(f"{address}/{page}data.json") as found:  # noqa: S310
                    assert json.load(found)
                request = Request(f"{address}/{page}?from=app", headers={"Accept-Encoding": "gzip, br"})  # noqa: S310
                with urlopen(request) as found:  # noqa: S310
                    assert gzip.decompress(found.read()) == (folder / page / "index.html").read_bytes()
                    assert found.headers["Content-Type"] == "text/html"
            for wrong in ("%00", "x" * 5000, "kit/", "../config.yaml"):
                with pytest.raises(HTTPError, match="404"):
                    urlopen(f"{address}/{wrong}")  # noqa: S310
            for client in clients:
                client.request("GET", "/arrow/data.json", headers={"Accept-Encoding": "gzip;q=0"})
            assert {client.getresponse().read() for client in clients} == {(folder / "arrow/data.json").read_bytes()}
            with pytest.raises(Error, match="cannot be used: Address already in use"):
                atlas_server(folder, server.server_port)
        finally:
            server.shutdown()
            thread.join()


def test_the_packaged_atlas_does_not_replace_a_named_missing_one(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"there is no atlas in .*; run `snakemake --cores 2 atlas`"), atlas_files(tmp_path):
        pass


@pytest.mark.parametrize("place", [0.0, 0.1, 0.5, 0.98])
def test_a_damaged_packaged_atlas_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: float) -> None:
    content = bytearray((PACKAGED / "atlas.zip").read_bytes())
    start = int(place * len(content))
    content[start : start + 50] = bytes(50)
    damaged = tmp_path / "atlas.zip"
    damaged.write_bytes(content)
    monkeypatch.setattr(atlas, "ATLAS", damaged)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Error, match=r"atlas\.zip cannot be unpacked: .*; if it is damaged"), atlas_files(None):
        pass
