"""Parameters of rules: sources, data files and settings, which Snakemake compares with those of the last run."""

from __future__ import annotations

from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

from pipeline.configuration import Section, whole
from pipeline.digests import made_from
from pipeline.stage import arguments

STAGE = "arrow_puzzle.tap_counts"


class Sample(Section):
    """A number of boards."""

    boards: int = whole(2)


def test_a_stage_is_made_from_sources_data_and_settings_wherever_the_checkout_is(tmp_path: Path) -> None:
    found = []
    for name in ("here", "there"):
        file = tmp_path / name / "data" / "boards.csv"
        file.parent.mkdir(parents=True)
        file.write_text("level,board\n")
        found.append(made_from(STAGE, data=[file], optimal="one", sample=Sample(boards=3)))
    assert found[0] == found[1]
    sources, data, *settings = found[0]
    assert sources.startswith("sources: ")
    assert data.startswith("data/boards.csv: ")
    assert settings == ['optimal: "one"', "sample.boards: 3"]


@pytest.mark.parametrize(
    "changes", [{"optimal": "all"}, {"sample": Sample(boards=4)}, {"data": ["b.csv"]}, {"stage": "arrow_puzzle.page"}]
)
def test_a_change_changes_one_text(changes: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("a\n")
    Path("b.csv").write_text("b\n")
    base = {"stage": STAGE, "data": ["a.csv"], "optimal": "one", "sample": Sample(boards=3)}
    before, now = (made_from(**settings) for settings in (base, base | changes))  # type: ignore[arg-type]
    assert len({*before} - {*now}) == len({*now} - {*before}) == 1


def test_data_files_of_one_name_differ_by_their_folders(tmp_path: Path) -> None:
    files = [tmp_path / folder / "units.csv" for folder in ("a", "b")]
    for file in files:
        file.parent.mkdir()
        file.write_text("unit\n")
    assert [text.partition(": ")[0] for text in made_from(STAGE, data=files)[1:]] == ["a/units.csv", "b/units.csv"]


def test_a_missing_data_file_is_reported() -> None:
    with pytest.raises(WorkflowError, match=r"cannot read none\.csv: No such file"):
        made_from(STAGE, data=["none.csv"])


def test_named_files_wildcards_and_settings_fill_the_command_line_of_a_stage() -> None:
    fill = arguments(max_n=9, level=["a=1", "b=2"])
    line = fill(wildcards={"shard": "03"}, input={"tiles": "my tiles.csv"}, output={"out": "09.db"})
    assert line == "--tiles 'my tiles.csv' --shard 03 --max-n 9 --level a=1 --level b=2 --out 09.db"
