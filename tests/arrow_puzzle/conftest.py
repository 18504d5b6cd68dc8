"""The results that the tests of this puzzle read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arrow_puzzle.results import Results


@pytest.fixture(scope="session")
def results(arrow_folder: Path) -> Results:
    """The artifacts of all stages, of the levels and boards in `tests.arrow_puzzle.results`."""
    return Results(arrow_folder)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of these results as thorough: the run of all stages takes 5 s."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "results" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.thorough)
