"""The results that the tests of this puzzle read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.millijan.results import Results


@pytest.fixture(scope="session")
def results(millijan_folder: Path) -> Results:
    """The artifacts of all stages, with few random hands."""
    return Results(millijan_folder)
