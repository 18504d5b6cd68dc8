"""Write data/figures.csv, data/sequences.csv and docs/results.md from finished results.

Example: snakemake --cores 2 all nine_tiles_panic_compare_rules nine_tiles_panic_definitions,
then python -m scripts.figures
"""

from __future__ import annotations

from pathlib import Path

from pipeline.stage import run_stage
from scripts.figures.declared import declared_figures
from scripts.figures.document import DOCUMENT, document
from scripts.figures.evaluated import evaluate_figures, evaluate_sequences
from scripts.figures.kept import FIGURES, SEQUENCES, write_rows
from tablebases.errors import Error
from tablebases.messages import say


def main(results: Path = Path("results")) -> None:
    """Write what the finished artifacts of the default configuration say in figures.

    Two stages that are asked for by name must have run too: nine_tiles_panic_definitions and
    nine_tiles_panic_compare_rules, before which the pipeline must have run with the rule set impartial.

    Example: python -m scripts.figures

    Args:
        results: the folder with the finished artifacts of all puzzles.
    """
    for figure in declared_figures():
        if not (results / figure.puzzle / figure.file).is_file():
            raise Error(
                f"{results / figure.puzzle / figure.file} is not there; "
                f"run `snakemake {figure.puzzle}_{figure.stage} --cores 2`"
            )
    figures = list(evaluate_figures(lambda puzzle, name: results / puzzle / name))
    sequences = list(evaluate_sequences(lambda puzzle, name: results / puzzle / name))
    write_rows(FIGURES, figures)
    write_rows(SEQUENCES, sequences)
    DOCUMENT.write_text(document(figures, sequences), encoding="utf-8")
    say(f"wrote {len(figures)} figures and {len(sequences)} sequences to {DOCUMENT.name}")


if __name__ == "__main__":
    run_stage(main)
