"""Hypothesis draws the same examples in every run; artifacts that tests of several files read."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def artifacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The artifacts of four tiles on a board of 2 x 2; nobody changes them."""
    from tests.nine_tiles_panic.helpers import TILE_FILE  # behind the profile, which decorators take over
    from tests.nine_tiles_panic.test_stage_files import run_all_stages

    folder = tmp_path_factory.mktemp("artifacts")
    run_all_stages(folder, TILE_FILE, "0,1,2,5", 2, 2)
    return folder
