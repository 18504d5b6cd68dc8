"""What the workflow of every puzzle does: what a run leaves, and what a second one does.

Nine Tiles Panic, the first and largest, has more tests of this kind, in the other modules.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablebases.atlas.pages import is_shipped
from tests.workflow.puzzles import PUZZLES, Puzzle
from tests.workflow.test_commands import flat
from tests.workflow.workspace import OUTPUT, Graph, Workspace, file_bytes

each_puzzle = pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)


@each_puzzle
def test_a_second_run_does_nothing_and_changes_nothing(workspace: Workspace, puzzle: Puzzle) -> None:
    before = file_bytes(workspace.output_of(puzzle.name))
    done = workspace.snakemake(target=puzzle.name)
    assert done.status == 0, str(done)
    assert "Nothing to be done" in done.said
    assert file_bytes(workspace.output_of(puzzle.name)) == before


@each_puzzle
def test_another_run_leaves_the_same_bytes(finished: Workspace, fresh_workspace: Workspace, puzzle: Puzzle) -> None:
    done = fresh_workspace.snakemake(target=f"{puzzle.name}_checksums", cores=1)
    assert done.status == 0, str(done)
    here, there = (one.output_of(puzzle.name) for one in (fresh_workspace, finished))
    listed = (here / "SHA256SUMS").read_text(encoding="utf-8")
    assert listed == (there / "SHA256SUMS").read_text(encoding="utf-8")
    assert set(puzzle.artifacts) <= {line.partition("  ")[2] for line in listed.splitlines()}


@each_puzzle
def test_an_edited_module_runs_the_stages_that_import_it_and_what_follows(
    workspace: Workspace, graph: Callable[[str], Graph], puzzle: Puzzle
) -> None:
    folder = workspace.folder
    texts = {module: (folder / module).read_text(encoding="utf-8") for module in puzzle.edits}
    for module, text in texts.items():
        (folder / module).write_text(f"{text}\n# a comment\n", encoding="utf-8")
    assert puzzle.planned(workspace) == set()
    for module, first in puzzle.edits.items():
        (folder / module).write_text(f"{texts[module]}\nADDED = 1\n", encoding="utf-8")
        assert puzzle.planned(workspace) == graph(puzzle.name).downstream(*first), module
        (folder / module).write_text(texts[module], encoding="utf-8")


@each_puzzle
def test_wrong_settings_are_named_before_anything_runs(workspace: Workspace, puzzle: Puzzle) -> None:
    before = file_bytes(workspace.output_of(puzzle.name))
    for changes, sentence in puzzle.faults:
        workspace.configure_puzzle(puzzle.name, **changes)
        done = workspace.snakemake(target=puzzle.name)
        assert done.status == 1, str(done)
        assert sentence in flat(done)
        assert "Traceback" not in done.said
    assert file_bytes(workspace.output_of(puzzle.name)) == before


def test_the_atlas_has_the_pages(workspace: Workspace) -> None:
    done = workspace.snakemake(target="atlas")
    assert done.status == 0, str(done)
    atlas = workspace.folder / OUTPUT / "atlas"
    for puzzle in PUZZLES.values():
        made = workspace.output_of(puzzle.name) / "page" / puzzle.page
        assert sum(1 for _ in made.iterdir()) > 5
        for path in made.iterdir():
            copy = atlas / puzzle.page / path.name
            if path.suffix == ".js":  # bundles alone, which have the modules in them
                assert copy.exists() == is_shipped(path.name)
            else:
                assert copy.read_bytes() == path.read_bytes()
    assert set(workspace.planned(target="atlas")) == set()
    for puzzle in PUZZLES.values():
        page = workspace.folder / "tablebases" / puzzle.library / "page" / "main.html"
        page.write_text(page.read_text(encoding="utf-8") + "<!-- edited -->\n", encoding="utf-8")
    pages = {f"{puzzle.name}_page" for puzzle in PUZZLES.values()}
    assert set(workspace.planned(target="atlas")) == pages  # and the atlas itself
