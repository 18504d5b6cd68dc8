"""SHA256SUMS, and one flipped byte in each artifact of every puzzle: named, never read."""

from __future__ import annotations

import hashlib
import random
import shutil
from pathlib import Path

import pytest

from pipeline.checksums import digests
from tablebases import database as opened
from tablebases.errors import Error
from tablebases.nine_tiles.tablebase import packed_boxes, towns_of
from tests.databases import rows_of
from tests.workflow.workspace import OTHER_PUZZLES, TARGET, Workspace, error_sentence, run

PUZZLES = (TARGET, *OTHER_PUZZLES)
FLIPS = 10
NO_ARTIFACTS = {"logs", "benchmarks", ".made_of"}


def output_of(workspace: Workspace, puzzle: str) -> Path:
    return workspace.output if puzzle == TARGET else workspace.output_of(puzzle)


def listed(output: Path) -> dict[str, str]:
    """File -> its digest, as SHA256SUMS has it."""
    lines = (output / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (line.split("  ", 1) for line in lines)}


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_all_artifacts_are_listed_with_their_digests(finished: Workspace, puzzle: str) -> None:
    output = output_of(finished, puzzle)
    files = {path.relative_to(output): path for path in output.rglob("*") if path.is_file()}
    assert listed(output) == {
        name.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in files.items()
        if name.parts[0] not in NO_ARTIFACTS and name.name != "SHA256SUMS"
    }


def test_sha256sum_reads_the_list(finished: Workspace, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(output_of(finished, "godomachi"), copy)
    good = run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], copy)
    assert (good.status, good.said) == (0, "")
    with (copy / "godomachi.db").open("r+b") as file:
        file.write(b"s")
    bad = run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], copy)
    assert bad.status == 1
    assert "godomachi.db: FAILED" in bad.said


def flipped(content: bytes, rng: random.Random) -> bytes:
    """The content with one other byte."""
    damaged = bytearray(content)
    damaged[rng.randrange(len(damaged))] ^= rng.randrange(1, 256)
    return bytes(damaged)


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_flipped_byte_of_any_artifact_is_named(finished: Workspace, tmp_path: Path, puzzle: str) -> None:
    """Only SHA256SUMS finds it in pages, and in what a provenance file says besides the stage and the digest."""
    output = output_of(finished, puzzle)
    copy = tmp_path / "copy"
    shutil.copytree(output, copy)
    sums = listed(output)
    rng = random.Random(14)  # noqa: S311
    for name, digest in sums.items():
        path = copy / name
        content = path.read_bytes()
        artifact = path.with_name(path.name.removesuffix(".provenance.json"))
        has_own_digest = name.endswith(".db") or f"{name}.provenance.json" in sums
        for _ in range(FLIPS):
            path.write_bytes(flipped(content, rng))
            try:
                assert digests([artifact], copy)[name] != digest
                assert not has_own_digest
            except Error as error:
                assert artifact.name in str(error)  # noqa: PT017 - either way it is noticed
        path.write_bytes(content)


QUESTIONS = [
    (TARGET, "best_towns.db", ["nine-tiles", "summary"]),
    (TARGET, "best_towns.db", ["nine-tiles", "best", "5", "12", "23"]),
    (TARGET, "best_towns.db", ["nine-tiles", "learn", "3"]),
    (TARGET, "theme_synonyms.db", ["nine-tiles", "find", "t01>=0"]),
    (TARGET, "success_pattern.db", ["nine-tiles", "towns", "1"]),
    (TARGET, "success_pattern.db", ["nine-tiles", "towns", "--with", "tile 1 at row 1 column 1"]),
    ("arrow_puzzle", "arrow_puzzle.db", ["arrow", "summary"]),
    ("godomachi", "godomachi.db", ["godomachi", "summary"]),
    ("millijan", "millijan.db", ["millijan", "summary"]),
]


@pytest.mark.parametrize(
    ("puzzle", "name", "words"), QUESTIONS, ids=lambda of: " ".join(of) if isinstance(of, list) else None
)
def test_a_command_answers_nothing_from_a_damaged_database(
    finished: Workspace, tmp_path: Path, puzzle: str, name: str, words: list[str]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(output_of(finished, puzzle), copy)
    good = finished.command(*words, "--results", copy)
    assert good.status == 0, str(good)
    path = copy / name
    path.write_bytes(flipped(path.read_bytes(), random.Random(1)))  # noqa: S311
    assert str(path) in error_sentence(finished.command(*words, "--results", copy))


def listed_towns(results: Path, theme_synonym: int) -> list[str]:
    with packed_boxes(results / "success_pattern.db") as packed:
        return towns_of(packed, [theme_synonym], 1000)


def towns_unless_named(results: Path, theme_synonym: int) -> list[str] | None:
    """The towns of a theme synonym, or None if the file that has them is named."""
    try:
        return listed_towns(results, theme_synonym)
    except Error as error:
        if str(results / "success_pattern.db") not in str(error):
            raise
        return None


def test_damaged_towns_of_a_large_database_are_not_listed(
    finished: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte of the town boxes, and others anywhere in the file, of which only parts are compared."""
    monkeypatch.setattr(opened, "WHOLE_BYTES", 0)
    path = tmp_path / "success_pattern.db"
    content = (finished.output / path.name).read_bytes()
    path.write_bytes(content)
    expected = listed_towns(tmp_path, 7)
    assert expected
    blocks = rows_of(path, "SELECT boxes FROM town_blocks")
    first = min(content.index(boxes) for (boxes,) in blocks)
    boxes = range(first, max(content.index(boxes) + len(boxes) for (boxes,) in blocks))
    rng = random.Random(15)  # noqa: S311
    in_use = [place for place, byte in enumerate(content) if byte]
    with path.open("r+b", buffering=0) as file:
        for place in (*boxes, *rng.sample(in_use, 300)):
            file.seek(place)
            file.write(bytes([content[place] ^ rng.randrange(1, 256)]))
            found = towns_unless_named(tmp_path, 7)
            assert found is None if place in boxes else found in (expected, None), place
            file.seek(place)
            file.write(content[place : place + 1])


@pytest.mark.parametrize("name", ["learn.csv", "figures/cover.svg"])
def test_artifacts_without_their_provenance_are_not_listed(finished: Workspace, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((finished.output / name).read_bytes())
    with pytest.raises(Error, match=rf"{path.name}\.provenance\.json is missing or damaged"):
        digests([path], tmp_path)


def test_the_list_is_not_made_of_damaged_artifacts(workspace: Workspace) -> None:
    path = workspace.output / "learn.csv"
    path.write_bytes(flipped(path.read_bytes(), random.Random(3)))  # noqa: S311
    done = workspace.snakemake("-R", f"{TARGET}_checksums", target=f"{TARGET}_checksums")
    assert done.status == 1, str(done)
    assert "results/mini/learn.csv has been changed" in done.said
