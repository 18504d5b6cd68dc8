"""What stages are made of, as files that Snakemake compares: sources, data files and settings.

The first input of every rule is a small file `<output>/.made_of/<stage>` with digests of the modules that the stage
imports from this package (comments and docstrings do not count), of its data files, and with its settings. It is
written only when its content changes, so Snakemake's own triggers see what has changed, and nothing else.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from snakemake.exceptions import WorkflowError

from pipeline.core.files import file_digest, reason
from pipeline.core.snakemake_locks import is_only_run
from pipeline.core.sources import source_fingerprint

LONG_AGO = 946684800
"""1 January 2000 in seconds: the date given to files that are dated in the future."""
TOLERATED_SECONDS = 5
"""Clocks of file servers are a little off."""


class MadeOf:
    """Gives the path of the file that says what a stage is made of.

    Args:
        workflow: of Snakemake. Only the first process of a run writes; a dry run writes what has changed to a folder
            of its own, which is gone when it ends.
        outputs: puzzle -> its folder of artifacts.
    """

    def __init__(self, workflow: Any, outputs: Mapping[str, str]) -> None:
        self._outputs = outputs
        self._looks = workflow.is_main_process
        self._is_dry = workflow.output_settings.dryrun
        self._is_alone = True
        if not self._is_dry:
            self._is_alone = is_only_run()
        if self._looks:
            self._tell_of_the_future()

    def __call__(self, stage: str, data: Iterable[str] = (), **settings: Any) -> str:
        """The file of a stage, up to date.

        Args:
            stage: puzzle and stage, such as `arrow_puzzle.tap_counts`.
            data: the data files that it reads.
            settings: the part of the configuration that its artifacts depend on.

        Raises:
            WorkflowError: a data file or the file itself cannot be read or written.
        """
        puzzle, _, name = stage.partition(".")
        path = Path(self._outputs[puzzle], ".made_of", name)
        if self._looks:
            try:
                content = _content(f"pipeline.{puzzle}.stages.{name}", data, settings)
            except OSError as error:
                raise WorkflowError(f"cannot read {error.filename}: {error.strerror}") from error
            try:
                path = self._up_to_date(path, content)
            except OSError as error:
                raise WorkflowError(f"cannot write {path}: {reason(error)}") from error
        return str(path)

    def _up_to_date(self, path: Path, content: str) -> Path:
        if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == content:
            return path
        if self._is_dry:
            folder = Path(tempfile.mkdtemp(prefix="made_of-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            path = folder / path.name
        elif not self._is_alone:
            raise WorkflowError(
                "another snakemake is at work in this folder with other sources, data or settings; wait until it ends"
            )
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.{os.getpid()}")
        partial.write_text(content, encoding="utf-8")
        partial.replace(path)
        return path

    def _tell_of_the_future(self) -> None:
        """Give files that are dated in the future the oldest date there is, for theirs says nothing."""
        latest = time.time() + TOLERATED_SECONDS
        files = (path for folder in self._outputs.values() for path in Path(folder).rglob("*") if path.is_file())
        ahead = [path for path in files if path.lstat().st_mtime > latest]
        if not ahead:
            return
        what = f"{len(ahead)} files are dated in the future, such as {ahead[0]}"
        if self._is_dry or not self._is_alone:
            print(f"{what}; a run will take them for the oldest", file=sys.stderr)
            return
        print(f"{what}; they now count as the oldest", file=sys.stderr)
        for path in ahead:
            os.utime(path, (LONG_AGO, LONG_AGO))


def _content(module: str, data: Iterable[str], settings: Mapping[str, Any]) -> str:
    made_of = {
        "sources": source_fingerprint(module),
        "data": {Path(path).name: file_digest(Path(path)) for path in data},
        "settings": settings,
    }
    return json.dumps(made_of, indent=2, sort_keys=True, default=_plain) + "\n"


def _plain(settings: Any) -> Any:
    return settings.model_dump()


def options(**settings: object) -> str:
    """Settings as options of a stage: `max_n=9` is `--max-n 9`; a list gives its option once for each entry."""
    entries = ((name, value if isinstance(value, list | tuple) else [value]) for name, value in settings.items())
    return " ".join(f"--{name.replace('_', '-')} {value}" for name, values in entries for value in values)
