"""Rerun triggers: small files with digests of all that a stage depends on.

The first input of every rule is its rerun trigger, the file `<output>/.rerun_triggers/<stage>`. It has the stage's
settings, digests of its data files, and a digest of the modules that it imports from this project (without comments
and docstrings). A run writes the file only when its content changes, so Snakemake reruns the stage then, and only then.
"""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from snakemake.exceptions import WorkflowError

from pipeline.artifacts import artifact_renamed_when_complete
from pipeline.stage import stage_module
from tablebases.errors import Error
from tablebases.files import MACHINE, file_digest, reason
from tablebases.messages import say
from tablebases.sources import source_fingerprint

LONG_AGO = 946684800
"""1 January 2000 in seconds, the new timestamp of files with future timestamps."""
TOLERATED_SECONDS = 5
"""Clocks of file servers are off by less than this."""
STATE = Path(".snakemake")

_held: list[IO[bytes]] = []
"""Files that stay open until this process ends, because closing them would release the lock."""


def _digests(files: Iterable[Path]) -> dict[str, str]:
    """File name -> digest; repeated names have the folder in front."""
    digests: dict[str, str] = {}
    for file in files:
        digests[f"{file.parent.name}/{file.name}" if file.name in digests else file.name] = file_digest(file)
    return digests


def _keys(settings: Mapping[str, Any], within: str = "") -> dict[str, Any]:
    """Flatten nested settings to keys such as `sample.boards`."""
    values: dict[str, Any] = {}
    for key, value in settings.items():
        values |= _keys(value, f"{within}{key}.") if isinstance(value, Mapping) else {f"{within}{key}": value}
    return values


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    """Describe the differences between two rerun triggers, a phrase each."""
    if before["sources"] != now["sources"]:
        yield "its sources changed"
    yield from (f"{name} changed" for name, digest in now["data"].items() if before["data"].get(name) != digest)
    old, new = _keys(before["settings"]), _keys(now["settings"])
    yield from (f"{key} changed from {old.get(key)} to {value}" for key, value in new.items() if old.get(key) != value)


class RerunTriggers:
    """Write the rerun triggers of stages.

    Only the first process of a run reads and writes. The processes that it starts, perhaps on other machines, use the
    files as they are. A dry run writes changed files to a temporary folder within `.snakemake`.

    `outputs` has the folder of artifacts of each puzzle. The empty name is for stages of no puzzle. Raises a
    WorkflowError if a run that began on another machine may be live.
    """

    def __init__(self, workflow: Any, outputs: Mapping[str, str]) -> None:
        self._outputs = outputs
        self._is_first = workflow.is_main_process
        self._is_dry = workflow.output_settings.dryrun
        self._dry_folder: Path | None = None
        if self._is_first:
            self._is_alone = self._is_dry or _is_only_run()
            self._reset_future_timestamps()

    def __call__(self, stage: str, data: Iterable[str] = (), **settings: Any) -> str:
        """Return the path of a stage's rerun trigger, up to date.

        `stage` is puzzle and stage, such as `arrow_puzzle.tap_counts`, or a module of this package. `settings` is the
        configuration that its artifacts depend on. Raises a WorkflowError if a data file cannot be read, or if the
        rerun trigger cannot be written.
        """
        puzzle, _, name = stage.rpartition(".")
        path = Path(self._outputs[puzzle], ".rerun_triggers", name)
        if not self._is_first:
            return str(path)
        try:
            trigger = {
                "sources": source_fingerprint(stage_module(stage)),
                "data": _digests(map(Path, data)),
                "settings": settings,
            }
        except OSError as error:
            raise WorkflowError(f"cannot read {error.filename}: {error.strerror}") from error
        content = json.dumps(trigger, indent=2, sort_keys=True, default=lambda section: section.model_dump()) + "\n"
        try:
            return str(self._up_to_date(path, content, stage.replace(".", "_")))
        except OSError as error:
            raise WorkflowError(f"cannot write {path}: {reason(error)}") from error
        except Error as error:
            raise WorkflowError(str(error)) from error

    def finish(self) -> None:
        """Let runs that begin now read the files: all are written."""
        for file in _held:
            fcntl.flock(file, fcntl.LOCK_SH)

    def _up_to_date(self, path: Path, content: str, rule: str) -> Path:
        before = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        if before == content:
            return path
        try:
            changes = ", ".join(_changes(json.loads(before), json.loads(content)))
        except (ValueError, LookupError, TypeError, AttributeError):  # the file is new or damaged
            changes = ""
        if not self._is_alone:
            text = "another snakemake is at work in this folder with other sources, data or settings"
            raise WorkflowError(f"{text} ({rule}: {changes or f'no {path}'}); wait until it ends")
        if changes:
            say(f"{rule} runs again: {changes}")
        if self._is_dry:
            path = self._temporary_folder() / rule
        with artifact_renamed_when_complete(path) as partial:
            partial.write_text(content, encoding="utf-8")
        return path

    def _temporary_folder(self) -> Path:
        """The folder of this dry run, deleted when it ends."""
        if self._dry_folder is None:
            STATE.mkdir(exist_ok=True)
            self._dry_folder = Path(tempfile.mkdtemp(prefix="dry_run_", dir=STATE))
            atexit.register(shutil.rmtree, self._dry_folder.absolute(), ignore_errors=True)
        return self._dry_folder

    def _reset_future_timestamps(self) -> None:
        """Report files with future timestamps, and make them the oldest."""
        ahead: dict[Path, Path] = {}
        for folder in map(Path, self._outputs.values()):
            latest = _timestamp_of_new_file(folder) + TOLERATED_SECONDS
            files = filter(Path.is_file, folder.rglob("*"))
            ahead = {path.resolve(): path for path in files if path.lstat().st_mtime > latest} | ahead
        if not ahead:
            return
        name = min(ahead.values())
        what = f"{len(ahead)} files have" if len(ahead) > 1 else "1 file has"
        say(f"{what} timestamps in the future, such as {name}; such files count as the oldest")
        if not self._is_dry and self._is_alone:
            for path in ahead:
                os.utime(path, (LONG_AGO, LONG_AGO))


def _timestamp_of_new_file(folder: Path) -> float:
    """Seconds of a new file, by the file server's clock."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            return os.fstat(file.fileno()).st_mtime
    except OSError:
        return time.time()


def _is_only_run() -> bool:
    """Whether no other run is live in this folder; if so, stale lock files of Snakemake are deleted.

    A killed Snakemake leaves its lock files in `.snakemake/locks`. So the first process of every run also holds an
    flock, which ends with the process. It is exclusive until `finish`, so that no other run meets half of the files.
    Other machines may not see an flock, so lock files of another machine stay. On a file system without flocks, only
    Snakemake's lock files count. Raises a WorkflowError if another machine left locks of Snakemake.
    """
    locks, runs = STATE / "locks", STATE / "runs"
    with suppress(OSError):
        STATE.mkdir(exist_ok=True)
        if runs.is_symlink():
            runs.unlink()
        file = runs.open("a+b")  # NFS needs reading for a shared lock, writing for an exclusive one
        _held.append(file)
        try:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                fcntl.flock(file, fcntl.LOCK_SH)
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the other run may have failed
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
            fcntl.flock(file, fcntl.LOCK_SH)
            return False
    return True
