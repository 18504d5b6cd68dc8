"""Results that the tests of Godomachi share; read only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.results import run_all_stages


@pytest.fixture(scope="session")
def halved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of up to 6 cells with the rule `half`."""
    return run_all_stages(tmp_path_factory.mktemp("halved"), 6, MaxCut.HALF)
