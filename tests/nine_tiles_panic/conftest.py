"""The artifacts that the tests of this puzzle read."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def artifacts(nine_tiles_folder: Path) -> Path:
    """The artifacts of tiles 0, 1, 2 and 5 on a board of 2 x 2."""
    return nine_tiles_folder
