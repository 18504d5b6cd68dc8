"""Check that the tests still find the mistakes that `mutations.yaml` lists.

    python -m tests.mutations [--area arrow] [--id arrow-07] [--whole] [--record]

Every mutation is applied to a temporary copy of the checkout, and only its tests run there, until the first fails. The
tests must pass without mutations. Compiled code of unchanged modules stays, but most mutations of a game compile its
modules for up to a minute.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml

CHECKOUT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("mutations.yaml")
LEFT_OUT = (".git", ".venv*", "results", ".snakemake", ".*_cache", ".hypothesis", "screenshots")
SECONDS_OF_A_TEST = 240
"""The time limit of a test with its fixtures, because a mutation may cause an endless loop."""
SECONDS_OF_ALL = 2400
PUZZLES = ("arrow_puzzle", "godomachi", "millijan", "nine_tiles_panic")
ENDS_LOOPS = ("-o", f"faulthandler_timeout={SECONDS_OF_A_TEST}", "-o", "faulthandler_exit_on_timeout=true")
PYTEST = ("-m", "pytest", "-x", "-v", "-n", "0", "-p", "no:cacheprovider", *ENDS_LOOPS)
LAST_TEST = re.compile(r"^(?:FAILED |ERROR )?(tests/\S*?test_\w+\.py)(?:::([\w:]+))?", re.MULTILINE)

Mutation = dict[str, Any]
"""An entry of `mutations.yaml`, whose header explains it."""


class Outcome(NamedTuple):
    """The test that failed; see `by` in the header of `mutations.yaml`. The name is empty if all passed."""

    file: str
    by: str


def read_list() -> list[Mutation]:
    """All mutations."""
    found: list[Mutation] = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    return found


def write_list(mutations: Sequence[Mutation]) -> None:
    """Write `mutations.yaml` with its present header."""

    def represent(dumper: Any, text: str) -> Any:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    yaml.SafeDumper.add_representer(str, represent)
    header = LIST.read_text(encoding="utf-8").partition("\n\n")[0]
    entries = (yaml.safe_dump([entry], sort_keys=False, width=1000) for entry in mutations)
    LIST.write_text("\n".join((header + "\n", *entries)), encoding="utf-8")


@contextmanager
def copy_of_checkout() -> Iterator[Path]:
    """A temporary copy of the checkout, with compiled code."""
    with TemporaryDirectory(prefix="mutant-") as folder:
        copy = Path(folder) / "copy"  # some tests need a short path
        left_out = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(
            CHECKOUT,
            copy,
            symlinks=True,
            ignore=lambda at, names: left_out(at, names) if at == str(CHECKOUT) else set(),
        )
        yield copy


@contextmanager
def applied(mutation: Mutation, copy: Path) -> Iterator[None]:
    """Apply a mutation to a copy of the checkout; its file is restored at the end."""
    path = copy / mutation["file"]
    text = path.read_text(encoding="utf-8")
    if text.count(mutation["old"]) != 1:
        raise SystemExit(
            f"{mutation['id']}: {mutation['file']} must have its old lines once; draw it anew or delete it"
        )
    path.write_text(text.replace(mutation["old"], mutation["new"]), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def run_tests(copy: Path, tests: Sequence[str], seconds: float = SECONDS_OF_ALL) -> Outcome:
    """Run test files or folders in a copy of the checkout until one fails."""
    if missing := [test for test in tests if not (copy / test).exists()]:
        raise SystemExit(f"there are no tests {', '.join(missing)}: name the present ones in {LIST.name}")
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    with (
        (copy.parent / "output.txt").open("w+", encoding="utf-8", errors="replace") as output,
        subprocess.Popen(
            [sys.executable, *PYTEST, *tests],
            cwd=copy, env=environment, stdout=output, stderr=output, start_new_session=True,
        ) as run,
    ):  # fmt: skip
        with suppress(subprocess.TimeoutExpired):
            run.wait(seconds)
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)  # the session of the tests, with all programs that they started
        status = run.wait()
        output.seek(0)
        text = output.read()
    if status == 0:
        return Outcome("", "")
    seen = LAST_TEST.findall(text)
    file, name = seen[-1] if seen else (tests[0], "")
    is_endless = status == -signal.SIGKILL or f"Timeout (0:0{SECONDS_OF_A_TEST // 60}:" in text
    return Outcome(file, "timeout" if is_endless else name or "collection")


def tests_of(mutation: Mutation) -> list[str]:
    """All folders with tests that may find a mutation, those of its puzzle first."""
    names = [Path(name).stem for name in Path(mutation["file"]).parts]  # arrow_puzzle is `arrow` in tablebases
    puzzles = [puzzle for puzzle in PUZZLES if any(map(puzzle.startswith, names))]
    folders = ["browser"] if mutation["area"] == "pages" else [*(puzzles or PUZZLES), "command_lines", "faults", "unit"]
    return [f"tests/{folder}" for folder in folders]


def main() -> int:
    """Apply the chosen mutations; returns 1 if tests no longer find one."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--area", help="only mutations of an area, such as arrow")
    parser.add_argument("--id", help="only this mutation, such as arrow-07")
    parser.add_argument("--whole", action="store_true", help="run all tests of its puzzle and tests/unit")
    parser.add_argument("--record", action="store_true", help="write the tests that failed into the list")
    options = parser.parse_args()
    mutations = read_list()
    chosen = [one for one in mutations if options.area in (None, one["area"]) and options.id in (None, one["id"])]
    killed, lost = 0, []
    with copy_of_checkout() as copy:
        for one in chosen:
            start = time.monotonic()
            with applied(one, copy):
                found = run_tests(copy, (not options.whole and one["killed_by"]) or tests_of(one))
            is_killed = bool(found.by) and (found.by != "timeout" or one.get("by") == "timeout")
            killed += is_killed
            lost += [one["id"]] if one["killed_by"] and not is_killed else []
            result = f"killed by {found.file}::{found.by}" if is_killed else found.by or "survived"
            print(f"{one['id']:15} {result} ({time.monotonic() - start:.0f} s)", flush=True)
            if options.record:
                one |= {"killed_by": [found.file] if is_killed else [], "by": found.by, "survives": not is_killed}
                write_list(mutations)
    print(f"{killed} of {len(chosen)} mutations were killed")
    if lost:
        print(f"error: tests no longer find {', '.join(lost)}", file=sys.stderr)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
