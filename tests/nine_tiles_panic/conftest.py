"""The artifacts that the tests of this puzzle read."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as thorough what waits for a run of all stages."""
    for item in items:
        if "nine_tiles_folder" in getattr(item, "fixturenames", ()):
            item.add_marker("thorough")


@pytest.fixture(scope="session")
def artifacts(nine_tiles_folder: Path) -> Path:
    """The artifacts of tiles 0, 1, 2 and 5 on a board of 2 x 2."""
    return nine_tiles_folder
