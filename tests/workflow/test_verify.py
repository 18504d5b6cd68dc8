"""What `make verify` derives again: one other value in any column is named."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import pytest
from sqlalchemy import Table

from pipeline.arrow_puzzle.tables import LEVELS
from pipeline.core.errors import PipelineError
from pipeline.millijan import tables as millijan
from scripts.verify import arrow_algebra
from scripts.verify.arrow_algebra import MATRICES
from scripts.verify.arrow_puzzle import Artifacts
from scripts.verify.known import ROOT
from scripts.verify.millijan import Artifacts as MilliJan
from scripts.verify.millijan import game_again
from tests.oracle import arrow_puzzle as oracle
from tests.workflow.workspace import Workspace

LEVEL = "expert"
MILLIJAN_CONFIG = {"tile_file": "data/millijan/tiles.csv", "unit_file": "data/millijan/units_2019.csv"}


@pytest.fixture(scope="module")
def levels(finished: Workspace) -> Mapping[str, pd.DataFrame]:
    """The tables of the arrow puzzle, with the rows of a level."""
    artifacts = Artifacts(finished.output_of("arrow_puzzle"))
    return {of.name: artifacts.table(of, LEVEL) for of in (*MATRICES, LEVELS)}


def check(tables: Mapping[str, pd.DataFrame]) -> None:
    of_level = {of.name: tables[of.name] for of in MATRICES}
    arrow_algebra.check_level(of_level, tables[LEVELS.name].iloc[0], oracle.LEVELS[LEVEL])


def test_the_matrices_of_a_run_are_right(levels: Mapping[str, pd.DataFrame], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow_algebra, "SAMPLE", 100)
    check(levels)


@pytest.mark.parametrize(
    ("of", "column"),
    [
        *((of, column.name) for of in MATRICES for column in of.columns if column.name != "level"),
        (LEVELS, "n_solutions"),
        (LEVELS, "n_solvable_boards"),
    ],
    ids=lambda of: of.name if isinstance(of, Table) else of,
)
def test_another_value_in_a_matrix_is_named(
    levels: Mapping[str, pd.DataFrame], monkeypatch: pytest.MonkeyPatch, of: Table, column: str
) -> None:
    monkeypatch.setattr(arrow_algebra, "SAMPLE", 100)
    changed = levels[of.name].copy()
    place = len(changed) // 2
    changed[column] = changed[column].astype(object)
    changed.loc[place, column] = type(changed.loc[place, column])(int(changed.loc[place, column]) + 1)
    with pytest.raises(PipelineError, match=f"the table {of.name} is wrong"):
        check({**levels, of.name: changed})


@pytest.mark.parametrize(
    ("of", "column"),
    [(of, column.name) for of in (millijan.TILES, millijan.UNITS, millijan.UNIT_MEMBERS) for column in of.columns],
    ids=lambda of: of.name if isinstance(of, Table) else of,
)
def test_another_value_of_a_tile_or_unit_is_named(
    finished: Workspace, monkeypatch: pytest.MonkeyPatch, of: Table, column: str
) -> None:
    artifacts = MilliJan(finished.output_of("millijan") / "millijan.db", MILLIJAN_CONFIG)
    assert (ROOT / MILLIJAN_CONFIG["tile_file"]).is_file()
    assert game_again(artifacts) == {}
    frame = MilliJan.frame

    def with_another_value(self: MilliJan, asked: Table) -> pd.DataFrame:
        found = frame(self, asked)
        if asked is of:
            value = found.loc[3, column]
            found.loc[3, column] = f"{value}?" if isinstance(value, str) else value + 1
        return found

    monkeypatch.setattr(MilliJan, "frame", with_another_value)
    with pytest.raises(PipelineError, match=f"the table {of.name} is not what the data files say"):
        game_again(artifacts)
