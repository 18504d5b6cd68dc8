"""What stages are made of, as files that Snakemake compares: sources, data files and settings.

The first input of every rule is a small file `<output>/.made_of/<stage>` with digests of the modules that the stage
imports from this package (comments and docstrings do not count), of its data files, and with its settings. It is
written only when its content changes, so Snakemake's own triggers see what has changed, and nothing else.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from snakemake.exceptions import WorkflowError

from tablebases.files import MACHINE, file_digest, reason
from tablebases.messages import say
from tablebases.sources import passing_folder, source_fingerprint

LONG_AGO = 946684800
"""1 January 2000 in seconds: the date given to files that are dated in the future."""
TOLERATED_SECONDS = 5
"""Clocks of file servers are a little off."""
STATE = Path(".snakemake")

_held: list[IO[bytes]] = []
"""Open as long as this process lives, which is how long it holds the lock."""


def _digests(files: Iterable[Path]) -> dict[str, str]:
    """The digests of files by their names, and by that of their folder too if another has the same name."""
    digests: dict[str, str] = {}
    for file in files:
        digests[f"{file.parent.name}/{file.name}" if file.name in digests else file.name] = file_digest(file)
    return digests


class MadeOf:
    """Gives the path of the file that says what a stage is made of.

    Args:
        workflow: of Snakemake. Only the first process of a run looks and writes: those that it starts, perhaps on other
            machines, take the files as they are. A dry run writes what has changed to folders of its own, which are
            gone when it ends.
        outputs: puzzle -> its folder of artifacts.

    Raises:
        WorkflowError: a run that began on another machine may be under way.
    """

    def __init__(self, workflow: Any, outputs: Mapping[str, str]) -> None:
        self._outputs = outputs
        self._looks = workflow.is_main_process
        self._is_dry = workflow.output_settings.dryrun
        if self._looks:
            self._is_alone = self._is_dry or _is_only_run()
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
        if not self._looks:
            return str(path)
        try:
            made_of = {
                "sources": source_fingerprint(f"pipeline.{puzzle}.stages.{name}"),
                "data": _digests(map(Path, data)),
                "settings": settings,
            }
        except OSError as error:
            raise WorkflowError(f"cannot read {error.filename}: {error.strerror}") from error
        content = json.dumps(made_of, indent=2, sort_keys=True, default=lambda section: section.model_dump()) + "\n"
        try:
            return str(self._up_to_date(path, content))
        except OSError as error:
            raise WorkflowError(f"cannot write {path}: {reason(error)}") from error

    def _up_to_date(self, path: Path, content: str) -> Path:
        if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == content:
            return path
        if self._is_dry:
            path = passing_folder() / path.name
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
        folders = {Path(folder).resolve(): Path(folder) for folder in self._outputs.values()}
        outermost = [folder for full, folder in folders.items() if folders.keys().isdisjoint(full.parents)]
        ahead: list[Path] = []
        for folder in outermost:
            latest = _date_of_new_file(folder) + TOLERATED_SECONDS
            files = filter(Path.is_file, folder.rglob("*"))
            ahead += [path for path in files if path.lstat().st_mtime > latest]
        if not ahead:
            return
        if len(ahead) == 1:
            what, them, they_count = f"1 file is dated in the future, {ahead[0]}", "it", "it now counts"
        else:
            what = f"{len(ahead)} files are dated in the future, such as {ahead[0]}"
            them, they_count = "them", "they now count"
        if self._is_dry or not self._is_alone:
            say(f"{what}; a run will take {them} for the oldest")
            return
        say(f"{what}; {they_count} as the oldest")
        for path in ahead:
            os.utime(path, (LONG_AGO, LONG_AGO))


def _date_of_new_file(folder: Path) -> float:
    """The date that a file gets now, in seconds: a file server may have a clock of its own."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            return os.fstat(file.fileno()).st_mtime
    except OSError:
        return time.time()


def _is_only_run() -> bool:
    """Whether no other run is under way in this folder; the locks of dead ones are then removed.

    Snakemake leaves its lock behind when it is killed. The first process of every run holds a lock of the operating
    system, which goes when the process does; who is alone may remove the locks of Snakemake, for they belong to nobody.
    Not all file systems show such locks to other machines, so those of Snakemake stay if another machine left them.
    Where there are none at all, the answer is yes, and Snakemake's own must do.

    Raises:
        WorkflowError: there are locks of Snakemake that another machine left.
    """
    locks = STATE / "locks"
    try:
        STATE.mkdir(exist_ok=True)
        file = (STATE / "runs").open("a+b")  # NFS wants to read for a shared lock and to write for an exclusive one
        _held.append(file)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.seek(0)
            latest = file.read().decode(errors="replace")
            if latest in ("", MACHINE):
                shutil.rmtree(locks, ignore_errors=True)
            elif any(locks.glob("*")):
                raise WorkflowError(
                    f"a run that began on {latest} holds this folder; wait until it ends, or if it was killed, run "
                    f"there or remove {locks}"
                )
            file.truncate(0)
            file.write(MACHINE.encode())
            file.flush()
        except BlockingIOError:
            return False
        finally:
            fcntl.flock(file, fcntl.LOCK_SH)
    except OSError:
        return True
    return True


def options(**settings: object) -> str:
    """Settings as options of a stage: `max_n=9` is `--max-n 9`; a list gives its option once for each entry."""
    entries = ((name, value if isinstance(value, list | tuple) else [value]) for name, value in settings.items())
    return " ".join(f"--{name.replace('_', '-')} {value}" for name, values in entries for value in values)
