"""Copies of the checkout to run the workflow in, and what tests ask of them.

Nothing here imports the pipeline: it runs as programs, as people start it.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import yaml

from tests.workflow.programs import forked_stages, run_module, start_module

CHECKOUT = Path(__file__).resolve().parents[2]
PARTS_OF_A_CHECKOUT = ("Snakefile", "config.yaml", "pyproject.toml", "profiles", "data", "pipeline", "tablebases")
NOT_CODE = shutil.ignore_patterns("__pycache__")
FORKED = Path(__file__).parent / "forked"
KEPT = CHECKOUT / "tablebases" / "__pycache__"
"""Code that one test has had compiled serves all."""

TILES = "data/nine_tiles_panic/tiles.csv"
THEMES = "data/nine_tiles_panic/themes.csv"

SMALL = {"board": {"rows": 2, "columns": 2}, "tiles": [0, 1, 2, 3], "shards": 2}
LARGE = {"board": {"rows": 2, "columns": 3}, "tiles": [0, 1, 2, 3, 5, 8], "shards": 2}
OUTPUT = "results/mini"
CONFIG_FILE = "mini.yaml"

OTHER_PUZZLES: dict[str, dict[str, Any]] = {
    "arrow_puzzle": {
        "sample": {"boards": 2000, "seed": 1},
        "search": {"restarts": 2, "steps": 2000, "seed": 1},
        "output": "results/mini_arrow_puzzle",
    },
    "godomachi": {
        "max_n": 8,
        "records": {"plies": [6, 7], "winners": [8], "shares": 3},
        "record_file": str(CHECKOUT / "tests" / "known_answers" / "godomachi" / "records.csv"),
        "output": "results/mini_godomachi",
    },
    "millijan": {
        "simulation": {"hands": 400, "distances": 100, "seed": 1},
        "most_ways": 1_000_000,
        "tenpai": {"most_nodes": 300_000, "games": 3, "seed": 1},
        "output": "results/mini_millijan",
    },
}
"""The other puzzles in seconds: sections of the configuration, as far as they differ."""

OUTPUTS = {
    "results/nine_tiles_panic": OUTPUT,
    **{f"results/{puzzle}": section["output"] for puzzle, section in OTHER_PUZZLES.items()},
}
"""Where a full run leaves the artifacts of each puzzle -> where the miniature run does."""

TARGET = "nine_tiles_panic"
PACKAGE = "pipeline.nine_tiles_panic.stages"
ARTIFACTS = {
    "town_synonyms": ["town_synonyms.csv"],
    "theme_synonyms": ["theme_synonyms.db", "theme_synonyms.npz"],
    "success_pattern": ["success_pattern.db"],
    "distances": ["theme_synonym_distance.db"],
    "theme_sets": ["theme_sets.csv"],
    "most_win": ["most_win.csv", "most_win_points.csv", "parts/rounds.db"],
    "most_win_match": ["most_win_match.csv", "parts/match_sets.db"],
    "cover": ["most_win_match_min.csv", "most_win_min.csv", "minimum_cover.csv", "parts/cover.db"],
    "learn": ["learn.csv"],
    "answers": ["answers.db"],
    "best_towns": ["best_towns.db"],
    "figures": [f"figures/{name}.svg" for name in ("theme_scores", "distances", "maxima", "cover", "learning")],
}
"""What stages leave in the output folder: the design's table; the shards of `towns` are temporary."""

STAGES = ("towns", *ARTIFACTS)
"""Those of a full run; the page is made when the atlas is asked for."""

COVER = f"{TARGET}_cover"
"""A target that needs most stages, for runs whose end is much the same as that of others."""


def artifacts_of(*stages: str) -> list[str]:
    """What some stages leave."""
    return [name for stage in stages for name in ARTIFACTS[stage]]


MADE_FOR_COVER = artifacts_of(
    "town_synonyms", "theme_synonyms", "success_pattern", "most_win", "most_win_match", "cover"
)
ALL_ARTIFACTS = artifacts_of(*ARTIFACTS)
SHARDS = ["shards/00.db", "shards/01.db"]
SECONDS_FOR_A_RUN = 300.0


def clean_environment(folder: Path) -> dict[str, str]:
    """An environment in which the folder's `pipeline` is imported and nothing leaks in."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "NUMBA_", "SNAKEMAKE_", "XDG_", "PYTEST_"))
    }
    return {
        **kept,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(folder),
        "NUMBA_CACHE_DIR": str(KEPT),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "XDG_CONFIG_HOME": str(folder / ".config"),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }


@dataclass(frozen=True)
class Finished:
    """How a program ended, and all that it said, on both streams."""

    status: int
    said: str

    def __str__(self) -> str:
        return f"exit status {self.status}\n{self.said}"


def run(command: Sequence[str | Path], folder: Path) -> Finished:
    """Run a program to its end in a workspace."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=clean_environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS_FOR_A_RUN,
        check=False,
    )
    return Finished(done.returncode, done.stdout.decode("utf-8", errors="replace"))


@dataclass(frozen=True)
class Run:
    """A run of the workflow under way, in a process group of its own."""

    process: BaseProcess
    log: Path

    @property
    def said(self) -> str:
        """What it has said so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait(self) -> Finished:
        """Let it end."""
        self.process.join(SECONDS_FOR_A_RUN)
        assert self.process.exitcode is not None, f"it has not ended in {SECONDS_FOR_A_RUN} seconds:\n{self.said}"
        return Finished(self.process.exitcode, self.said)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Look again and again until something has happened while the run is under way."""
        deadline = time.monotonic() + SECONDS_FOR_A_RUN
        while not condition():
            ended = not self.process.is_alive()
            assert not ended or condition(), f"the run ended before its moment:\n{self.said}"
            assert time.monotonic() < deadline, f"the moment did not come:\n{self.said}"
            time.sleep(0.002)

    def send(self, number: signal.Signals, *, to_all: bool) -> None:
        """Send a signal to Snakemake alone, or to all that it has started too."""
        assert self.process.pid is not None
        with suppress(ProcessLookupError):
            (os.killpg if to_all else os.kill)(self.process.pid, number)


@dataclass(frozen=True)
class Workspace:
    """A copy of the checkout with a miniature configuration and perhaps its results."""

    folder: Path

    @property
    def output(self) -> Path:
        """Where the artifacts of the miniature configuration are."""
        return self.folder / OUTPUT

    def output_of(self, puzzle: str) -> Path:
        """Where the artifacts of another puzzle are."""
        return self.folder / OTHER_PUZZLES[puzzle]["output"]

    def configure(self, section: Mapping[str, Any] | None = None, **changes: Any) -> None:
        """Write the configuration file: the small board, with changes to its section."""
        section = {**SMALL, "output": OUTPUT, **(section or {}), **changes}
        self._write_configuration(nine_tiles_panic=section)

    def configure_puzzle(self, puzzle: str, **changes: Any) -> None:
        """Write the configuration file, with changes to the section of another puzzle."""
        self._write_configuration(**{puzzle: {**OTHER_PUZZLES[puzzle], **changes}})

    def _write_configuration(self, **sections: Mapping[str, Any]) -> None:
        content = {
            "nine_tiles_panic": {**SMALL, "output": OUTPUT},
            **OTHER_PUZZLES,
            **sections,
        }
        text = yaml.safe_dump(content, allow_unicode=True)
        (self.folder / CONFIG_FILE).write_text(text, encoding="utf-8")

    def _snakemake_command(self, target: str, options: Sequence[str], cores: int) -> list[str]:
        return ["snakemake", *target.split(), "--cores", str(cores), "--configfile", CONFIG_FILE, *options]

    def snakemake(self, *options: str, cores: int = 2, target: str = TARGET) -> Finished:
        """Run the workflow to its end: of a puzzle, of all with the target `all`, or of targets with blanks between."""
        variables = clean_environment(self.folder)
        variables |= forked_stages() | {"PATH": f"{FORKED}{os.pathsep}{variables['PATH']}"}
        module, *words = self._snakemake_command(target, options, cores)
        return Finished(*run_module(module, words, self.folder, self.folder, variables, SECONDS_FOR_A_RUN))

    @contextmanager
    def under_way(self, cores: int = 2, target: str = TARGET, **environment: str) -> Iterator[Run]:
        """A run of the workflow, of which nothing is alive when the block ends."""
        log = self.folder / "said.log"
        log.write_bytes(b"")
        module, *words = self._snakemake_command(target, [], cores)
        variables = {**clean_environment(self.folder), **environment}
        run = Run(start_module(module, words, self.folder, self.folder, variables, log), log)
        try:
            yield run
        finally:
            run.send(signal.SIGKILL, to_all=True)
            run.process.join()

    def planned(self, *options: str, target: str = TARGET) -> dict[str, int]:
        """The jobs that a run would start now, by stage, without the target rules."""
        done = self.snakemake("--dry-run", *options, target=target)
        assert done.status == 0, str(done)
        if "Nothing to be done" in done.said:
            return {}
        table = re.search(r"^job +count\n[- ]+\n(?P<rows>.*?)^total ", done.said, re.M | re.S)
        assert table, str(done)
        rows = (line.split() for line in table["rows"].splitlines())
        puzzle = next(name for name in (TARGET, *OTHER_PUZZLES, target) if target.startswith(name))
        return {rule.removeprefix(f"{puzzle}_"): int(count) for rule, count in rows if rule != puzzle}

    def stage(self, stage: str, *options: str | Path, package: str = PACKAGE) -> Finished:
        """Run a stage by hand."""
        return self.module(f"{package}.{stage}", *options)

    def module(self, module: str, *words: str | Path, code: Path | None = None) -> Finished:
        """Run a module of this workspace as a program, with the workspace's code or that of another folder."""
        code = code or self.folder
        variables = clean_environment(code)
        said = run_module(module, [str(word) for word in words], self.folder, code, variables, SECONDS_FOR_A_RUN)
        return Finished(*said)

    def command(self, *words: str | Path) -> Finished:
        """Run `tablebases` here with the code of the checkout, which is the same: what it compiles serves all tests."""
        return self.module("tablebases.cli.main", *words, code=CHECKOUT)

    def copy(self, folder: Path, *, results: bool = True) -> Workspace:
        """A copy of all of it: code, Snakemake's notes and results; the original may be read by a run meanwhile."""

        def ignored(inner: str, names: list[str]) -> set[str]:
            if results:
                return {"locks", "runs"} & set(names)
            return {"results", ".snakemake"} & set(names) if Path(inner) == self.folder else set()  # not of the code

        shutil.copytree(self.folder, folder, symlinks=True, ignore=ignored)
        return Workspace(folder)

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text in a file, which must hold it."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{path} no longer has the text that this test edits: {old}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


def new_workspace(folder: Path) -> Workspace:
    """A copy of the checkout, of its code only, with the configuration of the small board."""
    folder.mkdir(parents=True)
    for part in PARTS_OF_A_CHECKOUT:
        if (CHECKOUT / part).is_dir():
            shutil.copytree(CHECKOUT / part, folder / part, ignore=NOT_CODE)
        else:
            shutil.copy2(CHECKOUT / part, folder / part)
    workspace = Workspace(folder)
    workspace.configure()
    return workspace


@dataclass(frozen=True)
class Graph:
    """The stages of a puzzle as Snakemake draws them."""

    reads: Mapping[str, set[str]]
    """Stage -> the stages whose artifacts it reads."""

    def downstream(self, *stages: str) -> set[str]:
        """Stages and all that read, directly or not, what they write."""
        found = set(stages)
        while more := {stage for stage, inputs in self.reads.items() if inputs & found} - found:
            found |= more
        return found

    def must_run(self, changed: set[str]) -> set[str]:
        """The stages that run if some have changed: these, and what follows.

        Shards are temporary: what reads them brings them back, and with them all that follows.
        """
        stages = self.downstream(*changed)
        reads_shards = {stage for stage, inputs in self.reads.items() if "towns" in inputs}
        return self.downstream("towns", *stages) if stages & reads_shards else stages


def graph_of(workspace: Workspace, puzzle: str) -> Graph:
    """The graph of a puzzle, from `snakemake --rulegraph`."""
    done = workspace.snakemake("--rulegraph", target=puzzle)
    assert done.status == 0, str(done)
    names = dict(re.findall(r'(\d+)\[label = "(\w+)"', done.said))
    stages = {number: rule.removeprefix(f"{puzzle}_") for number, rule in names.items() if rule != puzzle}
    reads: dict[str, set[str]] = {stage: set() for stage in stages.values()}
    for source, reader in re.findall(r"(\d+) -> (\d+)", done.said):
        if reader in stages:
            reads[stages[reader]].add(stages[source])
    return Graph(reads)


def stage_options(stage: str, inputs: Path, output: Path, **other: Path) -> list[str | Path]:
    """The options of a stage run by hand on the small board.

    Args:
        stage: which one.
        inputs: a folder with the artifacts it reads.
        output: the folder that it writes to.
        other: artifacts to read instead of those of the folder, by the stage that writes them,
            or other `tiles` or `themes`.
    """
    game = ["--tile-numbers", "0,1,2,3", "--rows", "2", "--columns", "2"]
    tiles = ["--tiles", other.get("tiles", TILES), *game]
    themes = ["--themes", other.get("themes", THEMES)]

    def made_by(stage: str, place: int = 0) -> Path:
        return other.get(stage, inputs / ARTIFACTS[stage][place])

    town_synonyms = ["--town-synonyms", made_by("town_synonyms")]
    theme_synonyms = ["--theme-synonyms", made_by("theme_synonyms")]
    scores = ["--scores", other.get("scores", inputs / "theme_synonyms.npz")]
    rounds, match_sets = ["--rounds", made_by("most_win", 2)], ["--match-sets", made_by("most_win_match", 1)]
    shards = ["--shards", other.get("towns", inputs / SHARDS[0]), "--shards", inputs / SHARDS[1]]
    written = [output / name for name in ARTIFACTS.get(stage, SHARDS)]
    out = ["--out", written[0]]
    options: dict[str, list[str | Path]] = {
        "town_synonyms": [*out, *tiles],
        "towns": [*out, *tiles, *themes, *town_synonyms, "--shard", "0", "--shards", "2"],
        "theme_synonyms": [*out, *themes, *shards, "--scores", written[-1]],
        "success_pattern": [*out, *tiles, *theme_synonyms, *scores, *town_synonyms, *shards],
        "distances": [*out, *theme_synonyms, *scores],
        "theme_sets": [*out, *scores],
        "most_win": [*out, "--points", written[len(written) // 2], "--rounds", written[-1], *scores],
        "most_win_match": [*out, "--match-sets", written[-1], *scores, *rounds],
        "cover": [*match_sets, "--success-pattern", made_by("success_pattern"), "--match-min", written[0],
                  "--most-win-min", output / ARTIFACTS["cover"][1], "--minimum", output / ARTIFACTS["cover"][2],
                  "--tables", written[-1]],
        "learn": [*out, *match_sets],
        "answers": [*out, *game, "--rule-set", "published", *town_synonyms, *theme_synonyms, *scores,
                    "--theme-sets", made_by("theme_sets"), *rounds, *match_sets,
                    "--cover", made_by("cover", 3), "--learn", made_by("learn")],
        "best_towns": [*out, *scores, "--success-pattern", made_by("success_pattern"), "--answers", made_by("answers")],
        "figures": ["--out", written[0].parent, *scores, "--answers", made_by("answers")],
    }  # fmt: skip
    return options[stage]


def database(path: Path) -> closing[sqlite3.Connection]:
    """A database artifact opened for reading, as any client would."""
    return closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True))


def _database_content(path: Path) -> str:
    digest = hashlib.sha256()
    with database(path) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()
        schema = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
        digest.update(repr((version, schema)).encode())
        for kind, name, _ in schema:
            if kind == "table" and name != "provenance":
                for row in connection.execute(f"SELECT * FROM {name}"):
                    if (name, row[0]) != ("checksums", "provenance"):
                        digest.update(repr(row).encode())
    return digest.hexdigest()


def contents(output: Path, artifacts: Sequence[str] = ALL_ARTIFACTS) -> dict[str, str]:
    """What every artifact holds apart from its provenance, as digests by name."""
    return {
        name: _database_content(output / name)
        if name.endswith(".db")
        else hashlib.sha256((output / name).read_bytes()).hexdigest()
        for name in artifacts
    }


def artifact_bytes(output: Path, artifacts: Sequence[str]) -> dict[str, str]:
    """The bytes of some artifacts, as digests by name."""
    return {name: hashlib.sha256((output / name).read_bytes()).hexdigest() for name in artifacts}


def file_bytes(folder: Path) -> dict[str, str]:
    """The bytes of all files below a folder, as digests by name; logs and timings apart."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"logs", "benchmarks"} & set(path.parts)
    }


def partial_files(output: Path) -> list[str]:
    """Names of files that were begun and not finished."""
    return sorted(path.name for path in output.rglob("*partial*"))


def error_sentence(done: Finished) -> str:
    """The one sentence with which a stage has stopped, after `error: `."""
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said, str(done)
    lines = [line for line in done.said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error: ")]
    assert len(errors) == 1, str(done)
    assert lines[-1] == errors[0], str(done)
    return errors[0].removeprefix("error: ")
