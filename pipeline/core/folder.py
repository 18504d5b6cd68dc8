"""Folders of files that exist only when they are complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.core.errors import PipelineError
from pipeline.core.files import reason


def _is_left_over(folder: Path) -> bool:
    """Whether the process that wrote here, by the number in the folder's name, has ended."""
    try:
        os.kill(int(folder.suffixes[-2].removeprefix(".")), 0)
    except ProcessLookupError:
        return True
    except (OSError, ValueError, IndexError):
        return False
    return False


@contextmanager
def folder_renamed_when_complete(path: Path, known_by: str, what: str) -> Iterator[Path]:
    """A folder to write to, renamed to `path` at the end and removed if anything goes wrong.

    Args:
        path: where it will be, in the place of an earlier one.
        known_by: a file that every such folder has; one without it is not replaced.
        what: such a folder in messages, such as `a page`.

    Raises:
        PipelineError: it cannot be written, or something else is at `path`.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    earlier = path.with_name(f".{path.name}.{os.getpid()}.earlier")
    for leftover in path.parent.glob(f".{path.name}.*.*"):
        if leftover.suffix in (partial.suffix, earlier.suffix) and _is_left_over(leftover):
            shutil.rmtree(leftover, ignore_errors=True)
    # Snakemake makes the folders of all outputs before a job starts.
    is_empty = path.is_dir() and all(inner.is_dir() for inner in path.rglob("*"))
    if path.exists() and not is_empty and not (path / known_by).is_file():
        raise PipelineError(f"{path} is not {what}; move it away and run again")
    try:
        partial.mkdir(parents=True)
        yield partial
        if path.exists():
            path.rename(earlier)
        partial.rename(path)
    except OSError as error:
        raise PipelineError(f"cannot write {path}: {reason(error)}") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        shutil.rmtree(earlier, ignore_errors=True)
