"""Write docs/full-run.md: time, memory and sizes of the full run, and of the commands that players use.

The longest chain of jobs is also drawn, as docs/pictures/longest-chains.svg.

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
from graphlib import TopologicalSorter
from importlib.metadata import Distribution, distribution, distributions, requires
from pathlib import Path
from typing import Annotated

import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pipeline.charts import BLUE
from pipeline.stage import run_program
from scripts import ROOT, markdown_table
from tablebases import pictures
from tablebases.compiled import README_COMMANDS
from tablebases.files import PROVENANCE
from tablebases.locations import PACKAGE_ROOT
from tablebases.messages import say
from tablebases.puzzles import PUZZLES

DOCUMENT = ROOT / "docs" / "full-run.md"
PICTURE = ROOT / "docs" / "pictures" / "longest-chains.svg"
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
## Longest chains of jobs

A job starts when its inputs are complete, so a run takes at least as long as its longest chain of jobs, with any number
of cores. The jobs come from `snakemake --dag`, their seconds from this run.

![A bar for each job of the longest chain of each puzzle](pictures/longest-chains.svg)

{chains}
## Files

Files below `results`, the largest first.

{files}"""


@dataclass(frozen=True)
class Whole:
    """All of `make` on a machine, with sizes in bytes."""

    processor: str
    cores: int
    memory: int
    """Of the machine."""
    seconds: float
    processor_seconds: float
    peak: float
    """The largest size of the results while it ran."""
    library_packages: int
    library: int
    """Size of the packages of the library alone."""
    environment: int


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


def this_machine() -> tuple[str, int, int]:
    """Processor, cores and memory of this machine (Linux only)."""
    processor = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return processor[1].strip() if processor else "unknown", len(os.sched_getaffinity(0)), memory


def _benchmarks(results: Path, package: str) -> dict[str, tuple[float, float]]:
    """Job of a puzzle -> its seconds and bytes of memory, from Snakemake's benchmark files."""
    found = {}
    for path in sorted((results / package / "benchmarks").glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            (row,) = csv.DictReader(file, delimiter="\t")
        found[path.stem] = float(row["s"]), float(row["max_rss"]) * 2**20
    return found


def stages_of(results: Path) -> list[Stage]:
    """Stages by Snakemake's benchmark files, the slowest of each puzzle first."""
    found: list[Stage] = []
    for puzzle in PUZZLES:
        jobs: dict[str, list[tuple[float, float]]] = {}
        for job, measured in _benchmarks(results, puzzle.package).items():
            jobs.setdefault(re.sub(r"(_\d+)+$", "", job), []).append(measured)
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
    for path in results.glob(f"*/{PROVENANCE}/*.json"):
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


def installed_packages() -> tuple[int, int, int]:
    """The number and size of the packages of the library, installed editable, and the size of the environment."""
    needed = needed_packages("puzzle-tablebases")
    own = sum(
        path.stat().st_size for path in PACKAGE_ROOT.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    library = own + _installed_bytes(map(distribution, needed))
    return len(needed), library, _installed_bytes(distributions())


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


# The longest chains of jobs.

Graph = Mapping[str, set[str]]
"""Job -> the jobs whose artifacts it reads."""


def parse_graph(dot: str) -> dict[str, set[str]]:
    r"""Read the jobs of `snakemake --dag`, each named by its rule and the values of its wildcards.

    >>> parse_graph('0[label = "sums"]; 1[label = "towns\\nshard: 07"]; 1 -> 0')
    {'sums': {'towns_07'}, 'towns_07': set()}
    """
    labels = re.findall(r'(\d+)\[label = "([^"]+)"', dot)
    names = {number: re.sub(r"\\n\w+: ", "_", label) for number, label in labels}
    graph: dict[str, set[str]] = {name: set() for name in names.values()}
    for source, reader in re.findall(r"(\d+) -> (\d+)", dot):
        graph[names[reader]].add(names[source])
    return graph


def jobs_of_full_run() -> dict[str, set[str]]:
    """The jobs of `make`, by Snakemake."""
    command = [sys.executable, "-m", "snakemake", "--forceall", "--dag", "dot"]
    return parse_graph(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout)


def longest_chain(graph: Graph, seconds: Mapping[str, float]) -> dict[str, float]:
    """Jobs that wait for each other and take longest, in their order -> seconds.

    Jobs without `seconds` take no time and are left out.
    """
    chains: dict[str, dict[str, float]] = {}
    for job in TopologicalSorter(graph).static_order():
        before = max((chains[other] for other in graph[job]), key=lambda chain: sum(chain.values()), default={})
        chains[job] = before | ({job: seconds[job]} if job in seconds else {})
    return max(chains.values(), key=lambda chain: sum(chain.values()), default={})


@dataclass(frozen=True)
class Chains:
    """The longest chains of jobs of a run."""

    of_puzzles: Mapping[str, Mapping[str, float]]
    """Title of a puzzle -> its longest chain: name of a job -> seconds."""
    whole: Mapping[str, float]
    """The longest chain of all jobs."""


def chains_of(results: Path, graph: Graph) -> Chains:
    """The longest chains of the jobs of `graph`, by the benchmarks of a run."""
    seconds: dict[str, float] = {}
    of_puzzles = {}
    for puzzle in PUZZLES:
        jobs = {f"{puzzle.package}_{job}": s for job, (s, _) in _benchmarks(results, puzzle.package).items()}
        own = {job: graph[job] & jobs.keys() for job in graph if job in jobs}
        chain = longest_chain(own, jobs)
        of_puzzles[puzzle.title] = {job.removeprefix(f"{puzzle.package}_"): s for job, s in chain.items()}
        seconds |= jobs
    return Chains(of_puzzles, longest_chain(graph, seconds))


ROW, BARS, WIDTH = 22, 200, 390
"""Height of a row, where bars begin, and the width of a phone, in pixels."""


def draw_chains(chains: Chains) -> str:
    """Draw the longest chain of each puzzle as SVG: a bar for each job, which begins where the one before ends."""
    longest = max(sum(chain.values()) for chain in chains.of_puzzles.values()) or 1
    scale = (WIDTH - BARS - 8) / longest
    lines, y = [], 0
    for title, chain in chains.of_puzzles.items():
        y += ROW + 6
        total = f"{sum(chain.values()):,.0f} s"
        lines.append(pictures.text(8, y, title, 14, font_weight="bold"))
        lines.append(pictures.text(BARS - 8, y, total, 14, font_weight="bold", text_anchor="end"))
        start = 0.0
        for job, s in chain.items():
            y += ROW
            lines.append(pictures.text(8, y, job, 13))
            lines.append(pictures.text(BARS - 8, y, f"{s:,.1f}", 13, text_anchor="end"))
            x, width = BARS + scale * start, max(1, scale * s)
            lines.append(f'<rect x="{x:.1f}" y="{y - 13}" width="{width:.1f}" height="16" fill="{BLUE}"/>')
            start += s
    return pictures.document(WIDTH, y + 12, "The longest chain of jobs of each puzzle, in seconds", lines, scale=1)


# Writing.


def _gigabytes(count: float) -> str:
    return f"{count / 1e9:.1f} GB"


def _megabytes(count: float) -> str:
    return f"{count / 1e6:,.0f}" if count >= 1e6 else "< 1"


def _whole_rows(
    whole: Whole, stages: Sequence[Stage], sizes: Mapping[str, int], software: str
) -> Iterator[Sequence[str]]:
    largest = max(stages, key=lambda stage: stage.memory)
    memory = f"{_gigabytes(largest.memory)} in the largest job (`{largest.name}`); {whole.cores} jobs run at a time"
    disk = f"{_gigabytes(sum(sizes.values()))}, and up to {_gigabytes(whole.peak)} during the run"
    yield "machine", f"{whole.processor}, {whole.cores} cores, {whole.memory / 1e9:.0f} GB of memory"
    yield "software", software
    yield "time", f"{whole.seconds:,.0f} s for `make` in a fresh clone, with set-up and compiling"
    yield "processor time", f"{whole.processor_seconds:,.0f} s for the same"
    yield "memory", memory
    yield "disk for results", disk
    yield "disk for the environment of `make`", _gigabytes(whole.environment)
    yield "disk for `pip install .` alone", f"{_gigabytes(whole.library)}, {whole.library_packages} packages"


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


def _chain_rows(chains: Chains) -> Iterator[Sequence[str]]:
    for title, chain in chains.of_puzzles.items():
        yield from ((title, f"`{job}`", f"{s:,.1f}") for job, s in chain.items())
        yield f"**{title}**", "all", f"{sum(chain.values()):,.1f}"
    yield "**whole run**", " → ".join(f"`{job}`" for job in chains.whole), f"{sum(chains.whole.values()):,.1f}"


def _file_rows(sizes: Mapping[str, int]) -> Iterator[Sequence[str]]:
    small = {path: size for path, size in sizes.items() if size < SMALL_FILE}
    yield from ((f"`{path}`", _megabytes(size)) for path, size in sizes.items() if path not in small)
    yield f"{len(small):,} smaller files", _megabytes(sum(small.values()))
    yield "**all files**", _megabytes(sum(sizes.values()))


def document(results: Path, whole: Whole, calls: Sequence[Call], chains: Chains) -> str:
    """The text of docs/full-run.md."""
    stages, sizes = stages_of(results), sizes_of(results)
    whole_rows = _whole_rows(whole, stages, sizes, software_of(results))
    return TEXT.format(
        whole=markdown_table(["", ""], whole_rows, words=2),
        calls=markdown_table(["command", "first call, s", "later calls, s", "memory, MB"], map(_call_row, calls)),
        stages=markdown_table(["puzzle", "stage", "jobs", "seconds", "memory, MB"], _stage_rows(stages), words=2),
        chains=markdown_table(["puzzle", "job", "seconds"], _chain_rows(chains), words=2),
        files=markdown_table(["file", "MB"], _file_rows(sizes)),
    )


def main(
    seconds: Annotated[float, typer.Option(help="How long `make` took in a fresh clone: `real` of `time make`.")],
    processor_seconds: Annotated[float, typer.Option(help="Its processor time: `user` plus `sys` of `time make`.")],
    peak_gigabytes: Annotated[float, typer.Option(help="The most that `du -s results` showed while it ran.")],
    results: Annotated[Path, typer.Argument(help="The folder with the results of the run.")] = Path("results"),
) -> None:
    """Write docs/full-run.md from the results of a full run on this machine.

    The program reads Snakemake's benchmark files and graph of jobs, and the sizes of all files. It also calls the
    commands of the README twice, first without compiled code. It draws docs/pictures/longest-chains.svg.

    Example: python -m scripts.describe_run --seconds 489 --processor-seconds 785 --peak-gigabytes 3.8
    """
    whole = Whole(*this_machine(), seconds, processor_seconds, peak_gigabytes * 1e9, *installed_packages())
    calls = []
    for command in README_COMMANDS:
        say(f"calling tablebases {command}")
        calls.append(call_twice(command))
    chains = chains_of(results, jobs_of_full_run())
    text = document(results, whole, calls, chains)
    pictures.write_picture(draw_chains(chains), PICTURE)
    DOCUMENT.write_text(text, encoding="utf-8", newline="\n")
    say(f"wrote {DOCUMENT.name} and {PICTURE.name}")


if __name__ == "__main__":
    run_program(main)
