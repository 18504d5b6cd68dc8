"""Flip bytes in copies of finished results, and check that `tablebases verify` reports each flip.

Each flip changes one byte of one file. A copy of a results folder has links to all files. Only the file with the flip
is really copied, and the link returns after it. The results themselves are never written.

After a flip, `tablebases verify` reads the whole folder of that puzzle, or the atlas, but no other folder.
"""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer

from pipeline.stage import run_program
from tablebases.answer.text import rows_as_table
from tablebases.atlas.pages import SERVICE_WORKER
from tablebases.errors import DamagedDataError, MissingDataError
from tablebases.files import HEADER_BYTES, PROVENANCE_SUFFIX, SUMS, read_sums
from tablebases.messages import Progress
from tablebases.verification import Outcome, Verification, verify

KINDS = {".csv": "CSV file", ".npz": "NumPy arrays", ".svg": "chart"}
"""Ending of a file -> its kind; `kind_of` has the others."""
COLUMNS = ("kind", "flips", "noticed", "named", "others")
HEADINGS = {"others": "other checks that failed"}
WIDTH = 80


def kind_of(file: str, is_atlas: bool) -> str:
    """The kind of a file that SHA256SUMS lists."""
    place, path = file.partition("/")[0], Path(file)
    if is_atlas:
        return "file of the atlas"
    if path.name.endswith(PROVENANCE_SUFFIX):
        return "provenance"
    if place == "page":
        return "file of a page"
    if path.suffix == ".db":
        return "database of a stage" if place == "parts" else "database"
    return KINDS.get(path.suffix, "other file")


def files_by_kind(results: Path) -> dict[tuple[str, Path], list[str]]:
    """Kind and folder -> the files of this kind that its SHA256SUMS lists, without empty ones."""
    found = defaultdict(list)
    for folder in sorted(path.parent for path in results.glob(f"*/{SUMS}")):
        files = read_sums(folder / SUMS)
        for file in files:
            if (folder / file).stat().st_size:
                found[kind_of(file, SERVICE_WORKER.name in files), folder].append(file)
    return dict(sorted(found.items()))


@contextmanager
def flipped(link: Path, random: Random) -> Iterator[int]:
    """Replace a link by a copy of its file with one byte changed, until the block ends; yields the byte's position.

    Every second position is in the first `HEADER_BYTES`, where damage has the most effects.
    """
    original = link.readlink()
    link.unlink()
    try:
        shutil.copyfile(original, link)
        size = link.stat().st_size
        position = random.randrange(random.choice((size, min(size, HEADER_BYTES))))
        with link.open("r+b") as file:
            file.seek(position)
            byte = file.read(1)[0] ^ random.randrange(1, 256)
            file.seek(position)
            file.write(bytes([byte]))
        yield position
    finally:
        link.unlink(missing_ok=True)
        link.symlink_to(original)


class Judgement(NamedTuple):
    """What `tablebases verify` made of one flip."""

    noticed: bool
    named: bool
    """Whether a check with the file's name differs."""
    others: list[str]
    """Checks of other files that no longer agree."""

    @property
    def faults(self) -> str:
        """What is not as it should be, in words; empty if nothing."""
        faults = {"not noticed": not self.noticed, "not named": not self.named, **dict.fromkeys(self.others, True)}
        return "; ".join(fault for fault, is_there in faults.items() if is_there)


def judge(file: str, before: Verification, folder: Path) -> Judgement:
    """Verify a folder in which `file` has a flip. The checks of SHA256SUMS and of the file itself may differ.

    The figures of a damaged database are left out, and that check has its name. A check of something else that is left
    out now counts as failed.
    """
    try:
        found = verify(folder)
    except Exception as error:  # whatever it is, it is a fault of `verify`
        return Judgement(False, False, [f"{type(error).__name__}: {error}"])
    changed = [result for result in found.results if result.outcome is not Outcome.AGREES]
    others = [result.check for result in changed if result not in before.results]
    return Judgement(
        not found.agrees,
        any(result.check == file for result in found.differences),
        [check for check in others if file not in check and SUMS not in check],
    )


@cache
def linked_copy(folder: Path, place: Path) -> tuple[Path, Verification]:
    """A folder within `place` of links to the files of `folder`, and what its verification found without damage."""
    copy = place / folder.name
    shutil.copytree(folder, copy, copy_function=lambda path, link: Path(link).symlink_to(Path(path).resolve()))
    before = verify(copy)
    if not before.agrees:
        text = "{folder} differs before any flip; `tablebases verify {folder}` shows where"
        raise DamagedDataError(text, folder=folder)
    return copy, before


def main(
    results: Annotated[Path, typer.Argument(help="The folder of all results.")] = Path("results"),
    flips: Annotated[int, typer.Option(min=1, help="The number of flips.")] = 200,
    seed: Annotated[int, typer.Option(help="Another seed flips other bytes.")] = 1,
) -> None:
    """Flip bytes in copies of results, one at a time; `tablebases verify` must report each and name its file.

    Files of every kind that SHA256SUMS lists have their turn, in every puzzle and the atlas. The exit status is 1 if
    `verify` misses a flip, does not name the file, or another check fails because of it.

    Example: python -m scripts.damage

    Example: python -m scripts.damage results --flips 20 --seed 7
    """
    files = files_by_kind(results)
    if not files:
        raise MissingDataError("no folder in {results} has {list}; run `snakemake` first", results=results, list=SUMS)
    random = Random(seed)  # noqa: S311 - it hides nothing
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    progress = Progress("verifying", flips, "flips")
    with TemporaryDirectory() as place:
        turns = sorted(files) * (flips // len(files)) + random.sample(sorted(files), flips % len(files))
        for kind, folder in turns:
            file = random.choice(files[kind, folder])
            copy, before = linked_copy(folder, Path(place))
            with flipped(copy / file, random) as position:
                found = judge(file, before, copy)
            counts[kind].update(flips=1, noticed=found.noticed, named=found.named, others=len(found.others))
            if found.faults:
                print(f"{folder / file}, byte {position:,}: {found.faults}", flush=True)
            progress.advance(1)
    counts["all"] = sum(counts.values(), Counter())
    rows = [{"kind": kind} | {column: count[column] for column in COLUMNS[1:]} for kind, count in counts.items()]
    print("\n".join(rows_as_table(rows, COLUMNS, WIDTH, "-", HEADINGS)))
    total = counts["all"]
    if total["others"] or not total["flips"] == total["noticed"] == total["named"]:
        raise DamagedDataError("`tablebases verify` does not report every flip as it should, see above")


if __name__ == "__main__":
    run_program(main)
