"""docs/results.md says what the artifacts of the full run say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts import ROOT
from scripts.figures.declared import HOWS, declared_figures, declared_sequences
from scripts.figures.document import DOCUMENT, document
from scripts.figures.evaluated import Row, evaluate_figures, evaluate_sequences
from scripts.figures.kept import FIGURES, SEQUENCES, read_rows
from scripts.puzzles import modules_of_puzzles
from scripts.verify.known import known_figures
from tablebases.locations import PACKAGED
from tablebases.verification import value_texts

ADVICE = "run `python -m scripts.figures`"


def packaged(puzzle: str, name: str) -> Path:
    return PACKAGED / puzzle / name


def by_key(rows: list[Row]) -> dict[tuple[str, str], Row]:
    return {(row["puzzle"], row["key"]): row for row in rows}


def test_the_document_is_that_of_the_data_files() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(read_rows(FIGURES), read_rows(SEQUENCES)), ADVICE


def test_the_data_files_have_all_figures_and_sequences_as_they_are_declared() -> None:
    for path, declared in ((FIGURES, declared_figures()), (SEQUENCES, declared_sequences())):
        kept = read_rows(path)
        expected = [{name: str(getattr(one, name)) for name in kept[0] if hasattr(one, name)} for one in declared]
        assert [{name: row[name] for name in expected[0]} for row in kept] == expected, ADVICE


def test_the_packaged_databases_say_what_the_data_files_do() -> None:
    for path, rows in ((FIGURES, list(evaluate_figures(packaged))), (SEQUENCES, list(evaluate_sequences(packaged)))):
        kept = by_key(read_rows(path))
        assert rows
        for key, row in by_key(rows).items():
            assert row == kept[key], ADVICE


def test_figures_are_those_that_are_known() -> None:
    modules = modules_of_puzzles("scripts.verify")
    seen = 0
    for row in read_rows(FIGURES):
        known = known_figures(row["puzzle"]).get(row["key"])
        if known is not None and row["how"] in ("exact", "proven"):
            assert modules[row["puzzle"]].agrees(row["key"], row["value"], known), row["key"]
            seen += 1
    assert seen > 30
    key = "cover_greedy_about"
    greedy = by_key(read_rows(FIGURES))["nine_tiles_panic", key]["value"]
    assert modules["nine_tiles_panic"].agrees(key, greedy, known_figures("nine_tiles_panic")[key])


def test_sequences_agree_with_known_figures_of_single_sizes() -> None:
    sequences = by_key(read_rows(SEQUENCES))
    known = known_figures("godomachi")
    for key in ("pairs", "first_wins", "second_wins"):
        row = sequences["godomachi", key]
        terms = dict(enumerate(row["terms"].split(), int(row["offset"])))
        assert {n: terms[n] for n in range(4, 12)} == {n: known[f"n{n}_{key}"] for n in range(4, 12)}
    assert known["free_polyominoes"].startswith(sequences["godomachi", "polyominoes"]["terms"])
    assert known["splits"].startswith(sequences["godomachi", "splits"]["terms"])
    hard = known_figures("arrow_puzzle")["hard_fewest_taps_boards"]
    assert sequences["arrow_puzzle", "hard_boards_by_taps"]["terms"] == hard


def test_stages_and_checks_are_there() -> None:
    modules = modules_of_puzzles("scripts.verify")
    for one in (*declared_figures(), *declared_sequences()):
        names = {check.name for checks in modules[one.puzzle].ALL_CHECKS for check in checks}
        assert one.check in names or (ROOT / one.check).is_file(), one.key
    for figure in declared_figures():
        assert (ROOT / "pipeline" / figure.puzzle / "stages" / f"{figure.stage}.py").is_file(), figure.key
        assert figure.how in HOWS


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (58.354793, 0.008612, ("58.3548", "0.0086")),
        (31.0, 1.55, ("31.0", "1.6")),
        (0.25, None, ("0.25", "")),
        (7, None, ("7", "")),
    ],
)
def test_sampled_figures_have_as_many_digits_as_their_error_has_two_of(
    value: float, error: float | None, text: tuple[str, str]
) -> None:
    assert value_texts(value, error) == text


def test_without_results_the_command_says_what_to_run(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scripts.figures", "--results", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode
    assert "run `snakemake nine_tiles_panic_town_synonyms" in done.stderr
    assert "Traceback" not in done.stderr
