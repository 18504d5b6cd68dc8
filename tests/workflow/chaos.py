"""Disturb miniature runs at random moments, and require the bytes of an undisturbed run.

A trial runs the miniature of one puzzle (`tests/workflow/mini.yaml`) in one of three ways: signals end the run at
random moments, a second run starts beside it, or its disk is full at a random moment and grows later. Then a last run
goes to its end. Every file of the results must have the bytes of an undisturbed run, without a file more.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from pipeline.stage import run_program
from tablebases.errors import Error
from tablebases.messages import say
from tests.workflow.workspace import (
    CONFIG_FILE,
    MINIATURE,
    SECONDS_FOR_A_RUN,
    clean_environment,
    file_bytes,
    mounting,
    new_workspace,
    run,
)

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
MOST_KILLS = 3
SMALLEST_DISK = 0.05
"""Size of the smallest disk, as a share of the bytes of the results."""
SECONDS_TO_END = 120
"""Time for a run to end after a signal; longer than any job of the miniature."""
ON_A_DISK = """
mount -t tmpfs -o size="$1" tmpfs results || exit 99
shift 1
"$@" && echo "the disk was large enough"
mount -o remount,size=1g results
rm -rf ../copy
"$@"
status=$?
cp -a results ../copy
exit $status
"""
"""Run a program with `results` on a disk of some bytes, grow the disk, run it again, and copy the results."""


@dataclass(frozen=True)
class Undisturbed:
    """A run of one puzzle that nothing disturbs."""

    target: str
    seconds: float
    files: dict[str, str]
    """File below `results` -> digest of its bytes."""
    size: int
    """Bytes of all files."""


@dataclass(frozen=True)
class Trials:
    """A workspace for runs, and what is random about them."""

    folder: Path
    random: Random

    @property
    def results(self) -> Path:
        """The folder of all artifacts."""
        return self.folder / "results"

    def command(self, target: str) -> list[str]:
        """The command that makes a target."""
        return ["snakemake", target, "--cores", "2", "--configfile", CONFIG_FILE]

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a program in a process group of its own."""
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=clean_environment(self.folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )

    def start_until_a_moment(self, right: Undisturbed) -> subprocess.Popen[str]:
        """Start a run, and wait until a random moment of it."""
        process = self.start(*self.command(right.target))
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=self.random.uniform(0, right.seconds))
        return process

    def run(self, *command: str) -> None:
        """Run a program to its end.

        Raises:
            Error: It fails.
        """
        done = run(command, self.folder)
        if done.status:
            raise Error(f"a run that nothing disturbs ends with {done}")

    def clean(self) -> None:
        """Delete results and the notes of Snakemake."""
        for name in ("results", ".snakemake"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        self.results.mkdir()

    def undisturbed(self, target: str) -> Undisturbed:
        """Run a target from nothing to its end."""
        self.clean()
        start = time.monotonic()
        self.run(*self.command(target))
        seconds = time.monotonic() - start
        size = sum(path.stat().st_size for path in self.results.rglob("*") if path.is_file())
        return Undisturbed(target, seconds, file_bytes(self.results), size)

    def kill_runs(self, right: Undisturbed) -> str:
        """End one to three runs by signals, to Snakemake alone or to all its jobs."""
        names = []
        for _ in range(self.random.randint(1, MOST_KILLS)):
            process = self.start_until_a_moment(right)
            number = self.random.choice(SIGNALS)
            send = self.random.choice((os.kill, os.killpg))
            with suppress(ProcessLookupError):
                send(process.pid, number)
            names.append(number.name)
            try:
                # Jobs that outlive Snakemake keep its output open, so wait for Snakemake alone.
                process.wait(timeout=SECONDS_TO_END)
            except subprocess.TimeoutExpired:  # a signal can stop Snakemake for ever; a user kills it then
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                names[-1] += " and, as it did not end, SIGKILL"
        self.run(*self.command(right.target))
        return f"ended by {', '.join(names)}"

    def start_two_runs(self, right: Undisturbed) -> str:
        """Start a second run beside a run; at least one of them must succeed."""
        first = self.start_until_a_moment(right)
        second = self.start(*self.command(right.target))
        both = [process.communicate(timeout=SECONDS_FOR_A_RUN)[0] for process in (first, second)]
        if first.returncode and second.returncode:
            raise Error("both runs fail:\n" + "\n".join(both))
        self.run(*self.command(right.target))
        return "a second run beside it" + (", refused" if first.returncode or second.returncode else "")

    def fill_the_disk(self, right: Undisturbed) -> str:
        """Run on a disk that is too small, and again after it has grown."""
        size = round(right.size * self.random.uniform(SMALLEST_DISK, 1))
        how = mounting()
        if how is None:
            return "left out: disks cannot be mounted in a name space here"
        self.run(*how, "bash", "-c", ON_A_DISK, "bash", str(size), *self.command(right.target))
        self.results.rmdir()
        (self.folder.parent / "copy").rename(self.results)
        return f"a disk of {size:,} bytes"

    def differences(self, right: Undisturbed) -> list[str]:
        """Files that differ from those of the undisturbed run, are missing or left over, locks included."""
        found = file_bytes(self.results)
        different = {name for name in found.keys() | right.files.keys() if found.get(name) != right.files.get(name)}
        notes = self.folder / ".snakemake"
        left = [path for name in ("locks", "incomplete") for path in (notes / name).glob("*")]
        return sorted(different) + [str(path.relative_to(self.folder)) for path in left]


KINDS: dict[str, Callable[[Trials, Undisturbed], str]] = {
    "signals": Trials.kill_runs,
    "two runs": Trials.start_two_runs,
    "full disk": Trials.fill_the_disk,
}


def main(
    trials: Annotated[int, typer.Option(min=1, help="Number of trials.")] = 5,
    seed: Annotated[int | None, typer.Option(help="Seed of all choices; without it, a new one each time.")] = None,
) -> None:
    """Disturb miniature runs by signals, second runs and full disks, and compare their bytes.

    Puzzles and kinds of disturbance take turns. The exit status is 1 if files differ, are missing or are left over.

    Example: python -m tests.workflow.chaos --trials 100 --seed 7
    """
    seed = Random().randrange(10**6) if seed is None else seed  # noqa: S311
    say(f"seed {seed}: the same choices with --seed {seed}; moments depend on the machine")
    done: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        workspace = new_workspace(Path(folder) / "workspace")
        workspace.configure_puzzles({})
        tried = Trials(workspace.folder, Random(seed))  # noqa: S311
        targets = [f"{section['output']}/SHA256SUMS" for section in MINIATURE.values()]
        undisturbed: dict[str, Undisturbed] = {}
        for number in range(trials):
            target, kind = targets[number % len(targets)], list(KINDS)[number % len(KINDS)]
            if target not in undisturbed:
                undisturbed[target] = tried.undisturbed(target)
            tried.clean()
            what = KINDS[kind](tried, undisturbed[target])
            if what.startswith("left out"):
                say(f"trial {number + 1} of {trials}: {what}")
                continue
            differences = tried.differences(undisturbed[target])
            done[kind] += 1
            wrong[kind] += bool(differences)
            outcome = f"DIFFERS: {', '.join(differences)}" if differences else "same bytes, nothing left over"
            say(f"trial {number + 1} of {trials}: {target}, {what}: {outcome}")
    for kind, count in done.items():
        print(f"{kind}: {count - wrong[kind]} of {count} gave the same bytes, nothing left over")
    if wrong.total():
        raise Error(f"{wrong.total()} of {done.total()} trials differ; run them again with --seed {seed}")


if __name__ == "__main__":
    run_program(main)
