"""Wrong configurations, data files and folders give one error before any stage runs, and earlier artifacts stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.configuration import check_files, check_places, configuration_of_puzzles
from tablebases.errors import Error
from tests.workflow.workspace import CONFIG_FILE, MINIATURE, Workspace, file_bytes

WRONG_SETTINGS = yaml.safe_load(Path(__file__).with_name("wrong_settings.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("puzzle", "changes", "sentence"), WRONG_SETTINGS)
def test_the_error_names_the_key_and_the_value_of_a_wrong_setting(
    finished: Workspace, monkeypatch: pytest.MonkeyPatch, puzzle: str, changes: dict[str, Any], sentence: str
) -> None:
    """Checked with the functions that the Snakefile calls first."""
    monkeypatch.chdir(finished.folder)
    content = yaml.safe_load(Path("config.yaml").read_text(encoding="utf-8"))
    sections = {name: {**content[name], **changed} for name, changed in MINIATURE.items()}
    sections[puzzle] |= changes
    with pytest.raises(Error) as error:
        check_places(configuration_of_puzzles(sections))
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def refusal(workspace: Workspace) -> str:
    """The output of a rejected run; fails if it has changed anything."""
    before = file_bytes(workspace.folder / "results")
    done = workspace.snakemake()
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said, str(done)
    assert "rule " not in done.said, str(done)
    assert file_bytes(workspace.folder / "results") == before
    return done.said


def test_the_workflow_rejects_wrong_settings_and_data_files(workspace: Workspace) -> None:
    workspace.configure(shards=2.5)
    assert "nine_tiles_panic.shards: must be a whole number from 1 to 100, but is 2.5" in refusal(workspace)
    workspace.configure()
    units = "data/millijan/units_2019.csv"
    workspace.edit(units, "0,(詩花),詩花", "0,(詩花),詩歌")
    said = refusal(workspace)
    assert units in said
    assert "no idol is called '詩歌'; perhaps 詩花" in said


NINE_ALIASES = b"a: &a [1]\n" + b"".join(
    b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 9)) for c in b"bcdefghij"
)
WRONG_FILES = {
    b"nine_tiles_panic:\n  shards: 2\n  shards: 3\n": "nine_tiles_panic.shards occurs twice",
    b"__use_yte__: true\n": "templates (__use_yte__) are not used here",
    b"\xff\xfe": "is not YAML in UTF-8",
    NINE_ALIASES: "too large for a configuration",
}


@pytest.mark.parametrize("content", WRONG_FILES, ids=["key twice", "template", "no UTF-8", "aliases"])
def test_the_workflow_rejects_a_configuration_file_that_snakemake_cannot_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    with pytest.raises(Error, match=r"config\.yaml") as error:
        check_files([path])
    assert WRONG_FILES[content] in str(error.value)


def test_a_run_checks_configuration_files_before_snakemake_reads_them(workspace: Workspace) -> None:
    (workspace.folder / CONFIG_FILE).write_bytes(b"__use_yte__: true\n")
    assert f"{CONFIG_FILE}: templates (__use_yte__)" in refusal(workspace)
    workspace.configure()
    (workspace.folder / "config.yaml").write_bytes(b"[" * 2000)
    assert "config.yaml is not a configuration: it is nested too deeply" in refusal(workspace)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"- godomachi\n- millijan\n", "Config file must be given as JSON or YAML with keys at top level."),
        (b"\xff\xfe\x00", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 0"),
    ],
    ids=["list", "binary"],
)
def test_snakemake_says_why_it_cannot_read_a_configfile(
    finished: Workspace, tmp_path: Path, content: bytes, reason: str
) -> None:
    """Snakemake reads these before any line of this project."""
    path = tmp_path / "my.yaml"
    path.write_bytes(content)
    done = finished.snakemake("--configfile", str(path))
    assert done.status == 1, str(done)
    assert reason in done.said.strip().splitlines()[-1]
    assert "rule " not in done.said
