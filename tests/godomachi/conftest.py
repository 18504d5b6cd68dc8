"""The results that the tests of this puzzle read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.godomachi.results import Results


@pytest.fixture(scope="session")
def results(godomachi_folder: Path) -> Results:
    """The artifacts of all stages for up to 8 cells, the fewest with puzzles in 5 plies."""
    return Results(godomachi_folder, 8)
