"""The results that the tests of this puzzle read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.millijan.results import Results


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as thorough what waits for a run of all stages."""
    for item in items:
        if "millijan_folder" in getattr(item, "fixturenames", ()):
            item.add_marker("thorough")


@pytest.fixture(scope="session")
def results(millijan_folder: Path) -> Results:
    """The artifacts of all stages, with few random hands."""
    return Results(millijan_folder)
