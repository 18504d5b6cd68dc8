"""docs/results.md and the data files agree with the list of figures, and so do the packaged databases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.atlas_results import read_rows
from scripts import ROOT
from scripts.figures import Figure, figures_of, known_values, sequences_of, tables_of
from scripts.figures.document import DOCUMENT, data_files, document
from scripts.figures.evaluated import difference, wrong_figures, wrong_sequences
from scripts.puzzles import modules_of_puzzles
from scripts.verify.run import checks_of, figures_of_the_document
from tablebases.errors import Error
from tablebases.locations import PACKAGED
from tablebases.puzzles import PUZZLES

pytestmark = pytest.mark.thorough

ADVICE = "run `python -m scripts.figures`"
STUDIES = {"compare_rules", "definitions"}


def test_the_documents_are_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), ADVICE
    for path, rows in data_files().items():
        assert read_rows(path, ()) == rows, ADVICE


def test_the_packaged_databases_have_the_figures_and_sequences() -> None:
    seen = 0
    for puzzle in PUZZLES:
        folder = PACKAGED / puzzle.package
        present = {path.name for path in folder.glob("*.db")}
        figures = [figure for figure in figures_of(puzzle.package) if figure.file in present]
        assert list(wrong_figures(figures, folder)) == []
        assert (
            list(wrong_sequences((each for each in sequences_of(puzzle.package) if each.file in present), folder)) == []
        )
        seen += len(figures)
        if present == {figure.file for figure in figures_of(puzzle.package) if figure.is_shown}:
            figures_of_the_document(modules_of_puzzles("scripts.verify")[puzzle.package].Artifacts(folder, None))
    assert seen > 70
    with pytest.raises(Error, match="leaves out terms of easy_boards_by_taps, from 1 on"):
        list(wrong_sequences([replace(sequences_of("arrow_puzzle")[0], offset=1)], PACKAGED / "arrow_puzzle"))


@pytest.mark.parametrize("puzzle", [puzzle.package for puzzle in PUZZLES])
def test_every_figure_has_a_check_and_texts(puzzle: str) -> None:
    names = {check.name for check in checks_of(puzzle, modules_of_puzzles("scripts.verify")[puzzle])}
    for one in (*figures_of(puzzle), *sequences_of(puzzle), *tables_of(puzzle)):
        assert one.check in names or (ROOT / one.check).is_file(), one
    figures = figures_of(puzzle)
    assert len({figure.key for figure in figures}) == len(figures)
    for figure in figures:
        assert figure.known, figure.key
        assert figure.en, figure.key
        assert figure.how in ("exact", "proven", "found", "sampled")
        assert bool(figure.ja) == figure.is_shown, figure.key
        assert bool(figure.error) == (figure.how == "sampled"), figure.key
        assert bool(figure.sql) <= bool(figure.file), figure.key
        assert (figure.study in STUDIES) == bool(figure.is_shown and not figure.sql), figure.key
        if figure.stage:
            assert (ROOT / "pipeline" / puzzle / "stages" / f"{figure.stage}.py").is_file(), figure.key


def test_a_study_gets_its_own_figures() -> None:
    found = [known_values("nine_tiles_panic", study) for study in sorted(STUDIES)]
    assert [len(values) for values in found] == [8, 10]
    assert found[0]["impartial_matches"] == "3095850"
    assert found[1].items() <= known_values("nine_tiles_panic").items()


def test_a_figure_that_is_a_term_has_the_value_of_the_sequence() -> None:
    sequences = {sequence.key: sequence for sequence in sequences_of("godomachi")}
    known = known_values("godomachi")
    for n in (10, 13, 14):
        values = [known[f"n{n}_{key}"] for key in ("pairs", "first_wins", "second_wins")]
        assert values == [sequences[key].term(n) for key in ("pairs", "first_wins", "second_wins")]
        assert int(values[0]) == int(values[1]) + int(values[2])


FIGURE = Figure("arrow_puzzle", "hard_tiles", "37", "tiles", "Levels")


SAMPLED = replace(FIGURE, known="3.70", error="0.02")


@pytest.mark.parametrize(
    ("figure", "found", "error", "fault"),
    [
        (FIGURE, "37", "", ""),
        (FIGURE, "38", "", "hard_tiles is 38, 37 is known"),
        (replace(FIGURE, error="2"), "37", "2", ""),
        (SAMPLED, "3.70", "0.03", "hard_tiles is 3.70 ± 0.03, 3.70 ± 0.02 is known"),
        (replace(FIGURE, within="2"), "38.9", "", ""),
        (replace(FIGURE, within="2"), "39.1", "", "hard_tiles is 39.1, 37 is known"),
    ],
)
def test_a_difference_names_both_values(figure: Figure, found: str, error: str, fault: str) -> None:
    assert difference(figure, found, error) == fault
