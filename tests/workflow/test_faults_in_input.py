"""Wrong configuration, wrong data files and output folders that cannot be written.

Each ends with one clear sentence and a non-zero status before anything runs, and leaves the
artifacts of an earlier run as they were.
"""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from pipeline.configuration import check_is_writable
from tests.workflow.workspace import (
    THEMES,
    TILES,
    Finished,
    Workspace,
    artifacts_of,
    contents,
    error_sentence,
    file_bytes,
    partial_files,
    stage_options,
)

FIRST_FACE = "0,front,,0,2,0,0,0,1,1"

UNFILLABLE_TILES = """\
tile,face,roads,houses,dogs,girls,boys,ufos,agents,captured_aliens
0,front,,0,0,0,0,0,0,0
0,back,,0,0,0,0,0,0,0
1,front,0-2; 1-3,0,0,0,0,0,0,0
1,back,0-2; 1-3,0,0,0,0,0,0,0
"""
"""A tile without roads beside one with a road at every side: no border can agree."""


def assert_refused(done: Finished, *parts: str) -> None:
    """The workflow has stopped with one sentence that has all these parts."""
    assert done.status != 0, str(done)
    assert "Traceback" not in done.said, str(done)
    lines = {line for line in done.said.splitlines() if all(part in line for part in parts)}
    assert len(lines) == 1, f"{parts} in one line of: {done}"


def run_with(workspace: Workspace, folder: Path, stage: str, **files: Path) -> Finished:
    """Run a stage with other data files; it must not write anything."""
    done = workspace.stage(stage, *stage_options(stage, workspace.output, folder / "new", **files))
    assert not (folder / "new").exists()
    return done


@pytest.mark.parametrize(
    ("section", "parts"),
    [
        ({"bord": {"rows": 2, "columns": 2}}, ["nine_tiles_panic", "bord", "board"]),
        ({"board": {"rows": 2, "colums": 2}}, ["nine_tiles_panic.board", "colums", "columns"]),
        ({"board": None}, ["nine_tiles_panic.board", "None", "rows and columns"]),
        ({"tiles": "0,1,2,3"}, ["nine_tiles_panic.tiles", "'0,1,2,3'", "list"]),
        ({"shards": 2.5}, ["nine_tiles_panic.shards", "2.5", "1 to 100"]),
        ({"rule_set": "strict"}, ["rule_set", "'strict'", "published"]),
        ({"shards": 0, "rule_set": 1}, ["shards", "rule_set"]),
    ],
)
def test_a_wrong_configuration_names_the_key_the_value_and_what_is_allowed(
    workspace: Workspace, section: dict[str, Any], parts: list[str]
) -> None:
    before = file_bytes(workspace.output)
    workspace.configure(section)
    assert_refused(workspace.snakemake(), *parts)
    assert file_bytes(workspace.output) == before


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("nine_tiles_panics: {shards: 2}\n", ["nine_tiles_panics", "known are"]),
        ("nine_tiles_panic: 3\n", ["nine_tiles_panic", "3"]),
        ("nine_tiles_panic:\n  shards: 2\n  shards: 3\n", ["mini.yaml", "nine_tiles_panic.shards stands twice"]),
        ("__use_yte__: true\n", ["mini.yaml", "__use_yte__"]),
    ],
)
def test_a_wrong_section_is_named(workspace: Workspace, text: str, parts: list[str]) -> None:
    (workspace.folder / "mini.yaml").write_text(text)
    assert_refused(workspace.snakemake(), *parts)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"\xff\xfe", "is not YAML in UTF-8"),
        (b"[" * 5000, "is nested too deeply"),
        (b"a: &a [1]\n" + b"".join(b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in b"bcdefghij"),
         "too large for a configuration"),
    ],
    ids=["no UTF-8", "nested", "aliases"],
)  # fmt: skip
def test_the_standard_configuration_is_looked_at_before_snakemake_reads_it(
    fresh_workspace: Workspace, content: bytes, part: str
) -> None:
    (fresh_workspace.folder / "config.yaml").write_bytes(content)
    assert_refused(fresh_workspace.snakemake(), "config.yaml", part)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Config file must be given as JSON or YAML with keys at top level."),
        (b"- godomachi\n- millijan\n", "Config file must be given as JSON or YAML with keys at top level."),
        (b"godomachi: [1\n", "Config file is not valid JSON or YAML."),
        (b"\xff\xfe\x00", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0"),
        (None, "Is a directory: "),
    ],
    ids=["empty", "list", "no YAML", "binary", "folder"],
)
def test_a_configfile_that_is_none_ends_with_the_reason_and_runs_nothing(
    finished: Workspace, tmp_path: Path, content: bytes | None, reason: str
) -> None:
    """Snakemake reads these before any line of this project, and says it in its own words."""
    path = tmp_path / "my.yaml"
    path.mkdir() if content is None else path.write_bytes(content)
    done = finished.snakemake("--configfile", str(path), target="all")
    assert done.status == 1, str(done)
    assert reason in done.said.strip().splitlines()[-1], str(done)
    assert "rule " not in done.said


@pytest.mark.parametrize(
    ("section", "parts"),
    [
        ({"board": {"rows": 2, "columns": 3}}, ["2 rows and 3 columns", "6", "4 tiles"]),
        ({"tiles": [0, 1, 2, 9]}, ["tile 9", "0 to 8"]),
        ({"tile_file": "data/none.csv"}, ["data/none.csv", "No such file"]),
        ({"tile_file": THEMES}, [THEMES, "columns"]),
        ({"tile_file": "/dev/zero"}, ["/dev/zero", "a device"]),
        ({"output": "Snakefile"}, ["Snakefile", "output"]),
        ({"output": "-x"}, ["nine_tiles_panic.output", "'-x'"]),
        ({"output": "Snakefile/below"}, ["Snakefile/below", "output"]),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_runs(
    workspace: Workspace, section: dict[str, Any], parts: list[str]
) -> None:
    before = file_bytes(workspace.output)
    workspace.configure(section)
    assert_refused(workspace.snakemake(), *parts)
    assert file_bytes(workspace.output) == before


def test_a_malformed_tile_stops_the_workflow_before_anything_runs(workspace: Workspace) -> None:
    before = file_bytes(workspace.output)
    workspace.edit(TILES, FIRST_FACE, "0,front,0-4,0,2,0,0,0,1,1")
    assert_refused(workspace.snakemake(), TILES, "tile 0 front", "side 4")
    assert file_bytes(workspace.output) == before


def test_an_unknown_theme_stops_the_workflow_before_anything_runs(workspace: Workspace) -> None:
    before = file_bytes(workspace.output)
    workspace.edit(THEMES, "1,capture,", "1,captivate,")
    assert_refused(workspace.snakemake(), THEMES, "theme 1", "captivate")
    assert file_bytes(workspace.output) == before


@pytest.mark.parametrize(
    ("face", "parts"),
    [
        ("0,front,0-4,0,2,0,0,0,1,1", ["tile 0 front", "side 4"]),
        ("0,front,0-1; 1-2,0,2,0,0,0,1,1", ["tile 0 front", "share side 1"]),
        ("0,front,1-1,0,2,0,0,0,1,1", ["tile 0 front", "1-1"]),
        ("0,front,0-1 alien facing 2,0,2,0,0,0,1,1", ["tile 0 front", "alien", "0 or 1"]),
        ("0,front,0-1 alien,0,2,0,0,0,1,1", ["tile 0 front", "alien"]),
        ("0,front,0-1 cow,0,2,0,0,0,1,1", ["tile 0 front", "0-1 cow"]),
        ("0,front,,x,2,0,0,0,1,1", ["tile 0 front", "houses", "'x'"]),
        ("0,front,,0,-2,0,0,0,1,1", ["tile 0 front", "dogs", "'-2'"]),
        ("0,front,,0,2", ["tile 0 front"]),
        ("0,front,,0,2,0,0,0,1,1,1", ["tile 0 front"]),
        ("0,side,,0,2,0,0,0,1,1", ["tile 0", "'side'"]),
        ("0,back,,0,2,0,0,0,1,1", ["tile 0 back", "twice"]),
        ("9,front,,0,2,0,0,0,1,1", ["tile 0 front", "missing"]),
        ("none,front,,0,2,0,0,0,1,1", ["tile", "'none'"]),
        ("", ["tile 0 front", "missing"]),
    ],
)
def test_a_malformed_tile_file_names_the_tile_and_the_face(
    finished: Workspace, tmp_path: Path, face: str, parts: list[str]
) -> None:
    text = (finished.folder / TILES).read_text(encoding="utf-8")
    assert FIRST_FACE in text
    tiles = tmp_path / "tiles.csv"
    tiles.write_text(text.replace(FIRST_FACE, face), encoding="utf-8")
    sentence = error_sentence(run_with(finished, tmp_path, "town_synonyms", tiles=tiles))
    assert all(part in sentence for part in [str(tiles), *parts]), sentence


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("1,captivate,Capture,つかまえた,objects", ["theme 1", "captivate"]),
        ("1,capture,Capture,つかまえた,faces", ["theme 1", "objects", "faces"]),
        ("0,capture,Capture,つかまえた,objects", ["no", "'0'"]),
        ("2,capture,Capture,つかまえた,objects", ["2", "twice"]),
        ("1,surrounded,Capture,つかまえた,objects", ["surrounded", "twice"]),
        ("1", ["theme 1"]),
    ],
)
def test_a_malformed_theme_file_names_the_theme(
    finished: Workspace, tmp_path: Path, line: str, parts: list[str]
) -> None:
    header, _, *others = (finished.folder / THEMES).read_text(encoding="utf-8").splitlines()
    themes = tmp_path / "themes.csv"
    themes.write_text("\n".join([header, line, *others, ""]), encoding="utf-8")
    sentence = error_sentence(run_with(finished, tmp_path, "towns", themes=themes))
    assert all(part in sentence for part in [str(themes), *parts]), sentence


@pytest.mark.parametrize(
    "content",
    [b"", b"tile,face\n0,front\n", b"\xff\xfe\x00", b"\x00" * 100, b'"\n' * 3,
     b"tile,face,roads,houses,dogs,girls,boys,ufos,agents,captured_aliens\n"],
    ids=["empty", "columns missing", "no UTF-8", "zeros", "open quote", "header only"],
)  # fmt: skip
def test_a_file_that_is_no_table_of_tiles_is_named(finished: Workspace, tmp_path: Path, content: bytes) -> None:
    tiles = tmp_path / "tiles.csv"
    tiles.write_bytes(content)
    done = run_with(finished, tmp_path, "town_synonyms", tiles=tiles)
    assert str(tiles) in error_sentence(done)


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"no,key,name_en,name_ja,level\n1,capture,Capture,x,objects\n"],
    ids=["empty", "no UTF-8", "one theme"],
)
def test_a_file_that_is_no_table_of_themes_is_named(finished: Workspace, tmp_path: Path, content: bytes) -> None:
    themes = tmp_path / "themes.csv"
    themes.write_bytes(content)
    assert str(themes) in error_sentence(run_with(finished, tmp_path, "towns", themes=themes))


@pytest.fixture
def without_a_town(workspace: Workspace) -> Workspace:
    """A finished run whose tiles are then changed for some that form no town."""
    (workspace.folder / TILES).write_text(UNFILLABLE_TILES)
    workspace.configure(board={"rows": 1, "columns": 2}, tiles=[0, 1])
    return workspace


def test_tiles_that_form_no_town_end_the_run_with_a_sentence(without_a_town: Workspace) -> None:
    done = without_a_town.snakemake()
    assert_refused(done, "error: ", "tiles 0,1", "no complete town", "1 rows and 2 columns")
    assert partial_files(without_a_town.output) == []


def test_a_stage_that_fails_leaves_the_artifacts_of_the_other_stages(
    without_a_town: Workspace, finished: Workspace
) -> None:
    assert without_a_town.snakemake().status != 0
    before, after = (file_bytes(w.output) for w in (finished, without_a_town))
    others = [name for name in before if not name.startswith((".made_of/", "town_synonyms.csv"))]
    assert {name: after[name] for name in others} == {name: before[name] for name in others}
    assert "town_synonyms.csv" not in after  # as Snakemake does with what a failed stage would write


def test_what_was_refused_runs_once_it_is_mended(without_a_town: Workspace, finished: Workspace) -> None:
    tiles = (without_a_town.folder / TILES).read_bytes()
    assert without_a_town.snakemake().status != 0
    assert tiles == (without_a_town.folder / TILES).read_bytes()
    (without_a_town.folder / TILES).write_bytes((finished.folder / TILES).read_bytes())
    without_a_town.configure()
    done = without_a_town.snakemake(target="nine_tiles_panic_theme_synonyms")
    assert done.status == 0, str(done)
    made = artifacts_of("town_synonyms", "theme_synonyms")
    assert contents(without_a_town.output, made) == contents(finished.output, made)


def test_two_runs_may_look_at_the_same_output_folder_at_once(tmp_path: Path) -> None:
    """On a cluster every job reads the Snakefile, which tries the output folder."""
    errors: list[Exception] = []

    def look() -> None:
        try:
            for _ in range(300):
                check_is_writable(tmp_path)
        except Exception as error:  # whatever it is, it is wrong
            errors.append(error)

    lookers = [threading.Thread(target=look) for _ in range(4)]
    for looker in lookers:
        looker.start()
    for looker in lookers:
        looker.join()
    assert errors == []
    assert list(tmp_path.iterdir()) == []
