"""Hypothesis draws the same examples in every run; the stages are run once for many tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.godomachi.results import Results, run_all_stages

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The artifacts of all stages for up to 8 cells, the fewest with puzzles in 5 plies."""
    return run_all_stages(tmp_path_factory.mktemp("results"), 8)
