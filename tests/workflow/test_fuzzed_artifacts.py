"""Artifacts with seeded damage are named by whoever reads them, and conditions with mistakes by who looks for them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.readers import read_theme_synonyms
from tablebases.files import PROVENANCE_SUFFIX, content_digest, read_provenance
from tablebases.nine_tiles import open_results
from tests.fuzzing import FUZZED, fuzzed, fuzzed_text, refusal
from tests.workflow.workspace import OUTPUTS, Workspace


def read_notes(path: Path) -> str:
    """As whoever reads the file that a provenance file is about."""
    return content_digest(path.with_name(path.name.removesuffix(PROVENANCE_SUFFIX)))


READERS: dict[str, Callable[[Path], object]] = {
    ".db": read_provenance,
    ".csv": content_digest,
    ".npz": read_theme_synonyms,
    PROVENANCE_SUFFIX: read_notes,
}
"""Ending -> what every reader of such an artifact begins with."""


@pytest.mark.parametrize("suffix", READERS)
def test_fuzzed_artifacts(finished: Workspace, tmp_path: Path, suffix: str) -> None:
    folders = [finished.folder / output for output in OUTPUTS.values()]
    originals = {path: path.read_bytes() for folder in folders for path in sorted(folder.rglob(f"*{suffix}"))}
    copies = {tmp_path / f"{path.parent.name} {path.name}": content for path, content in originals.items()}
    for path, copy in zip(originals, copies, strict=True):
        for beside in path.parent.glob(f"{path.name.removesuffix(PROVENANCE_SUFFIX)}*"):
            shutil.copy(beside, copy.with_name(f"{path.parent.name} {beside.name}"))
        assert refusal(lambda copy=copy: READERS[suffix](copy)) == ""
    before = set(tmp_path.iterdir())
    digests = {path: READERS[suffix](path) for path in copies}

    @FUZZED
    @given(st.sampled_from(sorted(copies)).flatmap(lambda path: st.tuples(st.just(path), fuzzed(copies[path]))))
    def read(damage: tuple[Path, bytes]) -> None:
        path, content = damage
        path.write_bytes(content)
        found: list[object] = []
        sentence = refusal(lambda: found.append(READERS[suffix](path)))
        if suffix == PROVENANCE_SUFFIX:  # only the stage and the digest in it are verified
            assert found == ([digests[path]] if sentence == "" else [])
        else:
            assert (str(path) in sentence) == (content != copies[path])
        assert path.read_bytes() == content
        path.write_bytes(copies[path])

    read()
    assert set(tmp_path.iterdir()) == before


def test_fuzzed_conditions(finished: Workspace) -> None:
    @FUZZED
    @given(fuzzed_text("t01>=3 and t11=3", "n_towns = 1 and (t05 >= 10 or not t06 between -2 and 10)", "id in t02*2-1"))
    def look(condition: str) -> None:
        found = []

        def ask() -> None:
            with open_results(finished.output) as results:
                found.append(results.find(condition, limit=1))

        sentence = refusal(ask)
        assert "damaged" not in sentence
        assert bool(found) == (sentence == "")

    look()
