"""Hypothesis draws the same examples in every run; the stages are run once for many tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.millijan.results import REPOSITORY, Results, run_all_stages

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The artifacts of all stages, with few random hands."""
    return run_all_stages(tmp_path_factory.mktemp("results"))


@pytest.fixture
def _in_the_folder_of_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
