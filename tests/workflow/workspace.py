"""Copies of the checkout, in which tests run the workflow. This module never imports the pipeline."""

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import yaml

from tests.workflow.programs import forked_stages, run_module, start_module

CHECKOUT = Path(__file__).resolve().parents[2]
WORKSPACE_FILES = ("Snakefile", "config.yaml", "pyproject.toml", "profiles", "data", "pipeline", "tablebases")
FORKED = Path(__file__).parent / "forked"
COMPILED_CODE = CHECKOUT / "tablebases" / "__pycache__"
"""Compiled code, shared by all tests."""

TABLES = yaml.safe_load(Path(__file__).with_name("mini.yaml").read_text(encoding="utf-8"))
TILES, THEMES = TABLES["read"]["tiles"], TABLES["read"]["themes"]
CONFIG_FILE = "mini.yaml"
TARGET = "nine_tiles_panic"
MINIATURE: dict[str, dict[str, Any]] = TABLES["configuration"]
MINIATURE["godomachi"]["record_file"] = str(CHECKOUT / MINIATURE["godomachi"]["record_file"])
OUTPUT: str = MINIATURE[TARGET]["output"]
SMALL = {key: value for key, value in MINIATURE[TARGET].items() if key != "output"}
LARGE = {"board": {"rows": 2, "columns": 3}, "tiles": [0, 1, 2, 3, 5, 8], "shards": 2}
OTHER_PUZZLES = {puzzle: section for puzzle, section in MINIATURE.items() if puzzle != TARGET}
ALL_PUZZLES = " ".join(MINIATURE)
"""A target: all artifacts of each puzzle, without their digests."""
NO_STAGES = {*MINIATURE, "atlas", "release"}
"""Rules that collect the outputs of others."""
OUTPUTS = {f"results/{puzzle}": section["output"] for puzzle, section in MINIATURE.items()}
"""Folder of a puzzle's artifacts in a full run -> in the miniature run."""

ARTIFACTS: dict[str, list[str]] = TABLES["artifacts"]
STAGES = ("towns", *ARTIFACTS)
"""The stages of a full run, without the page."""


def artifacts_of(*stages: str) -> list[str]:
    """The artifacts of `stages`."""
    return [name for stage in stages for name in ARTIFACTS[stage]]


ALL_ARTIFACTS = artifacts_of(*ARTIFACTS)
SHARDS = ["shards/00.db", "shards/01.db"]
SECONDS_FOR_A_RUN = 300.0


def clean_environment(folder: Path) -> dict[str, str]:
    """Environment variables that import the folder's `pipeline`, without other influences."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "NUMBA_", "SNAKEMAKE_", "XDG_", "PYTEST_"))
    }
    return {
        **variables,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(folder),
        "NUMBA_CACHE_DIR": str(COMPILED_CODE),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "XDG_CONFIG_HOME": str(folder / ".config"),
        "LC_ALL": "C.UTF-8",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }


@dataclass(frozen=True)
class Finished:
    """Exit status of a program, and its output on both streams."""

    status: int
    said: str

    def __str__(self) -> str:
        return f"exit status {self.status}\n{self.said}"


def run(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None) -> Finished:
    """Run a program to its end in a folder, by default with `clean_environment`."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=clean_environment(folder) if environment is None else environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS_FOR_A_RUN,
        check=False,
    )
    return Finished(done.returncode, done.stdout.decode("utf-8", errors="replace"))


def live_groups() -> Iterator[int]:
    """The process groups of all processes, without those that have ended."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            state, _, group, *_ = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if state != "Z":
                yield int(group)


@dataclass(frozen=True)
class Run:
    """A live run of the workflow, in a process group of its own."""

    process: BaseProcess
    log: Path

    @property
    def said(self) -> str:
        """Its output so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait(self) -> Finished:
        """Wait until it ends."""
        self.process.join(SECONDS_FOR_A_RUN)
        assert self.process.exitcode is not None, f"it has not ended in {SECONDS_FOR_A_RUN} seconds:\n{self.said}"
        return Finished(self.process.exitcode, self.said)

    def wait_for_jobs(self) -> None:
        """Wait until no job is left of a killed run; on a busy machine they hold its lock a little longer than it."""
        deadline = time.monotonic() + SECONDS_FOR_A_RUN
        while any(group == self.process.pid for group in live_groups()):
            assert time.monotonic() < deadline, f"its jobs have not ended:\n{self.said}"
            time.sleep(0.002)

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds while the run is live."""
        deadline = time.monotonic() + SECONDS_FOR_A_RUN
        while not condition():
            ended = not self.process.is_alive()
            assert not ended or condition(), f"the run ended before its moment:\n{self.said}"
            assert time.monotonic() < deadline, f"the moment did not come:\n{self.said}"
            time.sleep(0.002)

    def send(self, number: signal.Signals, *, to_all: bool) -> None:
        """Send a signal to Snakemake, and with `to_all` to its jobs, too."""
        assert self.process.pid is not None
        with suppress(ProcessLookupError):
            (os.killpg if to_all else os.kill)(self.process.pid, number)


@dataclass(frozen=True)
class Plan:
    """The plan of a run."""

    jobs: Mapping[str, int]
    """Stage -> number of jobs."""
    changes: Mapping[str, str]
    """Stage -> changed parameters that cause it to run; not of stages that run anyhow after an earlier one."""


JOB = re.compile(
    r"^ *(?:local)?rule (\w+):\n(?:(?! *(?:local)?rule ).+\n)*?^ *reason: .*Params .*before: (.*) now: (.*)$",
    re.M,
)
"""The block of a job in a dry run, if its parameters changed: its rule, the parameters before and now."""


def changed(before: str, now: str) -> str:
    """What changed, from the parameters that Snakemake names: `sources changed`, `shards changed from 2 to 3`."""
    old, new = (dict(re.findall(r"'([^:']+): ([^']*)'", text)) for text in (before, now))
    described = []
    for key in sorted(old.keys() | new.keys()):
        is_digest = re.fullmatch("[0-9a-f]{16}", old.get(key) or new[key])
        described.append(f"{key} changed" + ("" if is_digest else f" from {old.get(key)} to {new.get(key)}"))
    return ", ".join(described)


def stage_of(rule: str) -> str:
    """The stage of a rule; for Nine Tiles Panic without the name of the puzzle."""
    return rule.removeprefix(f"{TARGET}_")


@dataclass(frozen=True)
class Workspace:
    """A copy of the checkout with a miniature configuration and perhaps its results."""

    folder: Path

    @property
    def output(self) -> Path:
        """The folder of the artifacts of Nine Tiles Panic."""
        return self.folder / OUTPUT

    def output_of(self, puzzle: str) -> Path:
        """The folder of the artifacts of a puzzle."""
        return self.folder / str(MINIATURE[puzzle]["output"])

    def configure(self, section: Mapping[str, Any] | None = None, **changes: Any) -> None:
        """Write the configuration file: the small board, with `changes` to its section."""
        self.configure_puzzles({TARGET: {**(section or {}), **changes}})

    def configure_puzzles(self, changes: Mapping[str, Mapping[str, Any]]) -> None:
        """Write the configuration file: the miniature of all puzzles, with `changes` to their sections."""
        content = {puzzle: {**section, **changes.get(puzzle, {})} for puzzle, section in MINIATURE.items()}
        text = yaml.safe_dump(content, allow_unicode=True)
        (self.folder / CONFIG_FILE).write_text(text, encoding="utf-8")

    def _snakemake_command(self, target: str, options: Sequence[str], cores: int) -> list[str]:
        return ["snakemake", *target.split(), "--cores", str(cores), "--configfile", CONFIG_FILE, *options]

    def snakemake(self, *options: str, cores: int = 2, target: str = TARGET) -> Finished:
        """Run the workflow to its end for the targets in `target`, separated by blanks."""
        variables = clean_environment(self.folder)
        variables |= forked_stages() | {"PATH": f"{FORKED}{os.pathsep}{variables['PATH']}"}
        module, *words = self._snakemake_command(target, options, cores)
        return Finished(*run_module(module, words, self.folder, self.folder, variables, SECONDS_FOR_A_RUN))

    def succeed(self, *options: str, cores: int = 2, target: str = TARGET) -> Finished:
        """Run the workflow to its end; fails unless it succeeds."""
        done = self.snakemake(*options, cores=cores, target=target)
        assert done.status == 0, str(done)
        return done

    @contextmanager
    def under_way(self, cores: int = 2, target: str = TARGET, **environment: str) -> Iterator[Run]:
        """Start a run of the workflow; all its processes are killed when the block ends."""
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
            run.wait_for_jobs()

    def plan(self, *options: str, target: str = TARGET) -> Plan:
        """The plan of a run now, from a dry run."""
        done = self.succeed("--dry-run", *options, target=target)
        changes = {stage_of(rule): changed(before, now) for rule, before, now in JOB.findall(done.said)}
        if "Nothing to be done" in done.said:
            return Plan({}, changes)
        table = re.search(r"^job +count\n[- ]+\n(?P<rows>.*?)^total ", done.said, re.M | re.S)
        assert table, str(done)
        rows = (line.split() for line in table["rows"].splitlines())
        return Plan({stage_of(rule): int(count) for rule, count in rows if rule not in NO_STAGES}, changes)

    def planned(self, *options: str, target: str = TARGET) -> dict[str, int]:
        """Stage -> number of jobs that a run would start now."""
        return dict(self.plan(*options, target=target).jobs)

    def stage(self, stage: str, *options: str | Path) -> Finished:
        """Run a stage of Nine Tiles Panic by hand."""
        return self.module("pipeline", f"{TARGET}.{stage}", *options)

    def module(self, module: str, *words: str | Path, code: Path | None = None) -> Finished:
        """Run a module of this workspace as a program, with the workspace's code or that of another folder."""
        code = code or self.folder
        variables = clean_environment(code)
        said = run_module(module, [str(word) for word in words], self.folder, code, variables, SECONDS_FOR_A_RUN)
        return Finished(*said)

    def command(self, *words: str | Path) -> Finished:
        """Run `tablebases` here with the code of the checkout, whose compiled code all tests share."""
        return self.module("tablebases.cli.main", *words, code=CHECKOUT)

    def copy(self, folder: Path, *, results: bool = True) -> Workspace:
        """Copy code, Snakemake's notes and results; a run may read the original meanwhile."""

        def ignored(inner: str, names: list[str]) -> set[str]:
            if results:
                return {"locks", "runs"} & set(names)
            return {"results", ".snakemake"} & set(names) if Path(inner) == self.folder else set()  # not of the code

        shutil.copytree(self.folder, folder, symlinks=True, ignore=ignored)
        return Workspace(folder)

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace a text that a file must contain."""
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{path} no longer has the text that this test edits: {old}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


def copy_files(names: Iterable[str], folder: Path) -> None:
    """Copy files and folders of the checkout, without compiled code."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (CHECKOUT / name).is_dir():
            shutil.copytree(CHECKOUT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        else:
            shutil.copy2(CHECKOUT / name, folder / name)


def new_workspace(folder: Path) -> Workspace:
    """A copy of the checkout's code, with the configuration of the small board."""
    copy_files(WORKSPACE_FILES, folder)
    workspace = Workspace(folder)
    workspace.configure()
    return workspace


def stage_options(stage: str, inputs: Path, output: Path) -> list[str | Path]:
    """The options to run `stage` by hand on the small board, from `inputs` to `output`."""

    def filled(word: str) -> str | Path:
        if word.startswith("<"):
            file: str = TABLES["read"][word[1:]]
            return file if file in (TILES, THEMES) else inputs / file
        return output / word[1:] if word.startswith(">") else word

    return [filled(word) for word in TABLES["options"][stage].split()]


def database(path: Path) -> closing[sqlite3.Connection]:
    """Open a database artifact to read it, as any client would."""
    return closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True))


def _database_content(path: Path) -> str:
    digest = hashlib.sha256()
    with database(path) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()
        schema = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
        digest.update(repr((version, schema)).encode())
        for type_, name, _ in schema:
            if type_ == "table" and name != "provenance":
                for row in connection.execute(f"SELECT * FROM {name}"):
                    if (name, row[0]) != ("checksums", "provenance"):
                        digest.update(repr(row).encode())
    return digest.hexdigest()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def contents(output: Path, artifacts: Sequence[str] = ALL_ARTIFACTS) -> dict[str, str]:
    """Artifact -> digest of its content without provenance."""
    paths = {name: output / name for name in artifacts}
    return {name: (_database_content if path.suffix == ".db" else _digest)(path) for name, path in paths.items()}


def artifact_bytes(output: Path, artifacts: Sequence[str]) -> dict[str, str]:
    """Artifact -> digest of its bytes."""
    return {name: _digest(output / name) for name in artifacts}


def file_bytes(folder: Path) -> dict[str, str]:
    """File below a folder -> digest of its bytes, without logs and benchmarks."""
    return {
        str(path.relative_to(folder)): _digest(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not {"logs", "benchmarks"} & set(path.parts)
    }


def partial_files(output: Path) -> list[str]:
    """Names of half-written files."""
    return sorted(path.name for path in output.rglob("*partial*"))


def mounting() -> list[str] | None:
    """A command that lets a program mount file systems of its own, or None."""
    for how in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        try:
            mounted = subprocess.run([*how, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False)
        except OSError:
            continue
        if mounted.returncode == 0:
            return how
    return None


def error_sentence(done: Finished) -> str:
    """The error of a failed stage, one line, without `error: `."""
    assert done.status == 1, str(done)
    assert "Traceback" not in done.said, str(done)
    lines = [line for line in done.said.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error: ")]
    assert len(errors) == 1, str(done)
    assert lines[-1] == errors[0], str(done)
    return errors[0].removeprefix("error: ")
