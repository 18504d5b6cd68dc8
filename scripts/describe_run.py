"""Write docs/full-run.md: time, memory and sizes of the full run, and of the commands that players use.

Example: python -m scripts.describe_run --seconds 489 --processor-seconds 785 --peak-gigabytes 3.8
"""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution, distributions, requires
from pathlib import Path
from typing import Annotated

import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pipeline.stage import run_stage
from scripts import ROOT
from tablebases.compiled import README_COMMANDS
from tablebases.locations import PACKAGE_ROOT
from tablebases.messages import say
from tablebases.puzzles import PUZZLES

DOCUMENT = ROOT / "docs" / "full-run.md"
SMALL_FILE = 1_000_000
"""Smaller files, in bytes, have no row of their own."""
SOFTWARE = {"python": "Python", "numpy": "NumPy", "numba": "Numba", "sqlite": "SQLite"}
"""Key in a provenance file -> name of the program."""

TEXT = """# The full run in numbers

Time, memory and disk of the full run, and of the commands of the README. All numbers come from one run on one machine.
To measure on your machine, run `make`, then

    python -m scripts.describe_run --help

{whole}
## Commands

The first call of a solver compiles it. Later calls use the compiled code. Seconds are processor time: on an idle
machine you wait about as long.

{calls}
## Stages

Seconds are wall time, added up over the jobs of a stage. Memory is the most that Snakemake saw in one job.

{stages}
## Files

Files below `results`, the largest first.

{files}"""


@dataclass(frozen=True)
class Machine:
    """The machine of a run: processor, cores, memory in bytes."""

    processor: str
    cores: int
    memory: int


@dataclass(frozen=True)
class Whole:
    """All of `make`: seconds, processor seconds, largest results in bytes."""

    seconds: float
    processor_seconds: float
    peak_bytes: float


@dataclass(frozen=True)
class Packages:
    """Installed packages: number and bytes for the library alone, bytes of the environment."""

    library_count: int
    library_bytes: int
    environment_bytes: int


@dataclass(frozen=True)
class Stage:
    """A stage: jobs, seconds of all jobs, bytes of the largest."""

    puzzle: str
    name: str
    jobs: int
    seconds: float
    memory: float


@dataclass(frozen=True)
class Call:
    """A command: processor seconds of both calls, bytes of memory."""

    command: str
    first: float
    second: float
    memory: int


# Measuring.


def this_machine() -> Machine:
    """Describe this machine (Linux only)."""
    processor = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return Machine(processor[1].strip() if processor else "unknown", len(os.sched_getaffinity(0)), memory)


def stages_of(results: Path) -> list[Stage]:
    """Stages by Snakemake's benchmark files, the slowest of each puzzle first."""
    found: list[Stage] = []
    for puzzle in PUZZLES:
        jobs: dict[str, list[tuple[float, float]]] = {}
        for path in sorted((results / puzzle.package / "benchmarks").glob("*.tsv")):
            with path.open(encoding="utf-8", newline="") as file:
                (row,) = csv.DictReader(file, delimiter="\t")
            name = re.sub(r"(_\d+)+$", "", path.stem)
            jobs.setdefault(name, []).append((float(row["s"]), float(row["max_rss"]) * 2**20))
        stages = [
            Stage(puzzle.package, name, len(rows), sum(s for s, _ in rows), max(memory for _, memory in rows))
            for name, rows in jobs.items()
        ]
        found += sorted(stages, key=lambda stage: (-stage.seconds, stage.name))
    return found


def sizes_of(results: Path) -> dict[str, int]:
    """File below `results` -> its bytes, the largest first."""
    sizes = {path.relative_to(results).as_posix(): path.stat().st_size for path in results.rglob("*") if path.is_file()}
    return dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))


def software_of(results: Path) -> str:
    """Names and versions of the programs in the provenance files of the results."""
    versions: dict[str, set[str]] = {name: set() for name in SOFTWARE}
    for path in results.glob("*/*.provenance.json"):
        provenance = json.loads(path.read_text(encoding="utf-8"))
        for name in SOFTWARE:
            versions[name] |= {provenance[name]} if name in provenance else set()
    return ", ".join(f"{SOFTWARE[name]} {' and '.join(sorted(found))}" for name, found in versions.items() if found)


def _installed_bytes(packages: Iterable[Distribution]) -> int:
    files = (Path(str(file.locate())) for package in packages for file in package.files or [])
    return sum(path.stat().st_size for path in files if path.is_file())


def needed_packages(package: str) -> set[str]:
    """A package and its requirements without extras, on this system and with this Python."""
    found: set[str] = set()
    waiting = [package]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            requirements = map(Requirement, requires(name) or [])
            waiting += [each.name for each in requirements if not each.marker or each.marker.evaluate({"extra": ""})]
    return found


def installed_packages() -> Packages:
    """Measure the packages of the library, installed editable, and of the environment."""
    needed = needed_packages("puzzle-tablebases")
    own = sum(
        path.stat().st_size for path in PACKAGE_ROOT.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    library = own + _installed_bytes(map(distribution, needed))
    return Packages(len(needed), library, _installed_bytes(distributions()))


def _call_once(command: str, folder: Path) -> tuple[float, int]:
    """Processor seconds and bytes of memory of a command in `folder`."""
    words = [str(Path(sys.executable).with_name("tablebases")), *shlex.split(command)]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "compiled"), "TABLEBASES_DATA": str(folder / "none")}
    with subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def call_twice(command: str) -> Call:
    """Measure a command without and then with compiled code, in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = (_call_once(command, Path(folder)) for _ in range(2))
    return Call(command, first[0], second[0], max(first[1], second[1]))


# Writing.


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A Markdown table; the first `words` columns are words, the others are numbers."""
    lines = [f"| {' | '.join(row)} |" for row in (head, *rows)]
    lines.insert(1, "|---" * words + "|---:" * (len(head) - words) + "|")
    return "\n".join(lines).replace("|  |  |", "| | |") + "\n"


def _gigabytes(count: float) -> str:
    return f"{count / 1e9:.1f} GB"


def _megabytes(count: float) -> str:
    return f"{count / 1e6:,.0f}" if count >= 1e6 else "< 1"


def _whole_rows(
    machine: Machine, whole: Whole, packages: Packages, stages: Sequence[Stage], sizes: Mapping[str, int], software: str
) -> Iterator[Sequence[str]]:
    largest = max(stages, key=lambda stage: stage.memory)
    memory = f"{_gigabytes(largest.memory)} in the largest job (`{largest.name}`); {machine.cores} jobs run at a time"
    disk = f"{_gigabytes(sum(sizes.values()))}, and up to {_gigabytes(whole.peak_bytes)} during the run"
    yield "machine", f"{machine.processor}, {machine.cores} cores, {machine.memory / 1e9:.0f} GB of memory"
    yield "software", software
    yield "time", f"{whole.seconds:,.0f} s for `make` in a fresh clone, with set-up and compiling"
    yield "processor time", f"{whole.processor_seconds:,.0f} s for the same"
    yield "memory", memory
    yield "disk for results", disk
    yield "disk for the environment of `make`", _gigabytes(packages.environment_bytes)
    yield "disk for `pip install .` alone", f"{_gigabytes(packages.library_bytes)}, {packages.library_count} packages"


def _call_row(call: Call) -> Sequence[str]:
    command = f"`tablebases {call.command}`".replace("|", r"\|")
    return command, f"{call.first:.1f}", f"{call.second:.1f}", _megabytes(call.memory)


def _stage_rows(stages: Sequence[Stage]) -> Iterator[Sequence[str]]:
    for puzzle in PUZZLES:
        own = [stage for stage in stages if stage.puzzle == puzzle.package]
        for stage in own:
            yield puzzle.title, f"`{stage.name}`", str(stage.jobs), f"{stage.seconds:,.1f}", _megabytes(stage.memory)
        if own:
            jobs, seconds = sum(stage.jobs for stage in own), sum(stage.seconds for stage in own)
            memory = max(stage.memory for stage in own)
            yield f"**{puzzle.title}**", "all", str(jobs), f"{seconds:,.1f}", _megabytes(memory)


def _file_rows(sizes: Mapping[str, int]) -> Iterator[Sequence[str]]:
    small = {path: size for path, size in sizes.items() if size < SMALL_FILE}
    yield from ((f"`{path}`", _megabytes(size)) for path, size in sizes.items() if path not in small)
    yield f"{len(small):,} smaller files", _megabytes(sum(small.values()))
    yield "**all files**", _megabytes(sum(sizes.values()))


def document(results: Path, machine: Machine, whole: Whole, packages: Packages, calls: Sequence[Call]) -> str:
    """The text of docs/full-run.md."""
    stages, sizes = stages_of(results), sizes_of(results)
    whole_rows = _whole_rows(machine, whole, packages, stages, sizes, software_of(results))
    return TEXT.format(
        whole=_table(["", ""], whole_rows, words=2),
        calls=_table(["command", "first call, s", "later calls, s", "memory, MB"], map(_call_row, calls)),
        stages=_table(["puzzle", "stage", "jobs", "seconds", "memory, MB"], _stage_rows(stages), words=2),
        files=_table(["file", "MB"], _file_rows(sizes)),
    )


def main(
    seconds: Annotated[float, typer.Option(help="How long `make` took in a fresh clone: `real` of `time make`.")],
    processor_seconds: Annotated[float, typer.Option(help="Its processor time: `user` plus `sys` of `time make`.")],
    peak_gigabytes: Annotated[float, typer.Option(help="The most that `du -s results` showed while it ran.")],
    results: Annotated[Path, typer.Argument(help="The folder with the results of the run.")] = Path("results"),
) -> None:
    """Write docs/full-run.md from the results of a full run on this machine.

    The program reads Snakemake's benchmark files and the sizes of all files. It also calls the commands of the README
    twice, first without compiled code.

    Example: python -m scripts.describe_run --seconds 489 --processor-seconds 785 --peak-gigabytes 3.8
    """
    whole = Whole(seconds, processor_seconds, peak_gigabytes * 1e9)
    calls = []
    for command in README_COMMANDS:
        say(f"calling tablebases {command}")
        calls.append(call_twice(command))
    text = document(results, this_machine(), whole, installed_packages(), calls)
    DOCUMENT.write_text(text, encoding="utf-8", newline="\n")
    say(f"wrote {DOCUMENT.name}")


if __name__ == "__main__":
    run_stage(main)
