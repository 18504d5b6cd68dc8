"""Compare finished results with the list of figures, and write its documents."""

from __future__ import annotations

from pathlib import Path

from pipeline.stage import run_program
from scripts.figures import all_sequences, sequences_of, shown_figures
from scripts.figures.document import DOCUMENT, write_all
from scripts.figures.evaluated import wrong_figures, wrong_sequences
from scripts.puzzles import ResultsOption
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.puzzles import PUZZLES


def main(results: ResultsOption = Path("results")) -> None:
    """Compare finished results with scripts/figures/*.yaml; write the documents if they agree.

    The documents are docs/results.md, data/figures.csv and data/sequences.csv. The programs in studies/ compare the
    figures of studies.

    Example: python -m scripts.figures
    """
    figures = shown_figures()
    for figure in figures:
        if figure.sql and not (results / figure.puzzle / figure.file).is_file():
            raise Error(
                f"{results / figure.puzzle / figure.file} is not there; "
                f"run `snakemake {figure.puzzle}_{figure.stage} --cores 2`"
            )
    wrong: list[str] = []
    for puzzle in PUZZLES:
        folder = results / puzzle.package
        wrong += wrong_figures((figure for figure in figures if figure.puzzle == puzzle.package), folder)
        wrong += wrong_sequences(sequences_of(puzzle.package), folder)
    if wrong:
        raise Error(f"{results} differs from scripts/figures: {'; '.join(wrong)}; correct the results or the list")
    write_all()
    say(f"wrote {len(figures)} figures and {len(all_sequences())} sequences to {DOCUMENT.name}")


if __name__ == "__main__":
    run_program(main)
