"""The artifacts for the tests of the arrow puzzle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arrow_puzzle.results import Results


@pytest.fixture(scope="session")
def results(arrow_folder: Path) -> Results:
    """The artifacts of all stages, of the levels and boards in `tests.arrow_puzzle.results`."""
    return Results(arrow_folder)
