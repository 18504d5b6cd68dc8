"""Locks of Snakemake that a killed run left are deleted; those of a live run stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

from pipeline import locks

LOCK = Path(".snakemake/locks/0.input.lock")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty working folder without a live run."""
    monkeypatch.chdir(tmp_path)
    end_runs()
    yield
    end_runs()


def end_runs() -> None:
    """Release the flocks that processes hold until they end."""
    while locks._held:
        locks._held.pop().close()


def is_removed() -> bool:
    """Whether a Snakemake that starts now deletes a lock."""
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    LOCK.touch()
    locks.remove_stale_locks()
    return not LOCK.exists()


def test_locks_are_deleted_if_no_other_snakemake_is_live() -> None:
    assert is_removed()
    assert not is_removed()  # beside the first
    end_runs()
    assert is_removed()


def test_locks_of_another_machine_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not all shared file systems show the flocks of one machine to the others."""
    monkeypatch.setattr(locks, "MACHINE", "first")
    assert is_removed()
    end_runs()
    monkeypatch.setattr(locks, "MACHINE", "second")
    with pytest.raises(WorkflowError, match=r"a run that began on first holds this folder.* remove \.snakemake/locks"):
        is_removed()
    assert LOCK.exists()
    LOCK.unlink()
    end_runs()
    locks.remove_stale_locks()
    end_runs()
    assert is_removed()
