"""Copy the small databases of the full run, and the atlas, into the package.

Example: snakemake all atlas --cores 2 && python -m scripts.package_answers
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pipeline.configuration import checked, configuration_model
from pipeline.stage import run_program
from scripts.figures import figures_of, shown_figures
from scripts.puzzles import ResultsOption, modules_of_puzzles
from scripts.release.files import pack_atlas
from tablebases.arrow import tablebase as arrow
from tablebases.files import SUMS, content_digest, renamed_when_complete, sums_of
from tablebases.locations import ATLAS, PACKAGED
from tablebases.messages import say
from tablebases.millijan import tablebase as millijan
from tablebases.nine_tiles.tablebase import BEST_TOWNS
from tablebases.puzzles import ARROW, MILLIJAN, NINE_TILES, PUZZLES
from tablebases.verification import KNOWN
from tablebases.yaml_file import read_configuration

ANSWERS = {NINE_TILES.package: BEST_TOWNS.file, ARROW.package: arrow.KIND.file, MILLIJAN.package: millijan.KIND.file}
"""Puzzle -> its small database."""


def main(results: ResultsOption = Path("results")) -> None:
    """Copy the small databases and the atlas of the default configuration into the package, if rows or pages changed.

    The program also writes packaged/figures.json, from scripts/figures and config.yaml, and packaged/SHA256SUMS.
    `tablebases verify` compares the databases with the full run. `python -m scripts.verify` compares the atlas with the
    results.

    Example: python -m scripts.package_answers
    """
    pack_atlas(results / "atlas", ATLAS)
    for puzzle, name in ANSWERS.items():
        made, packaged = results / puzzle / name, PACKAGED / puzzle / name
        if not packaged.exists() or content_digest(made) != content_digest(packaged):
            with renamed_when_complete(packaged) as partial:
                shutil.copyfile(made, partial)
    write_known_results()
    for path in sorted(PACKAGED.rglob("*.db")):
        say(f"{path.relative_to(PACKAGED)}: {path.stat().st_size / 1e3:,.0f} kB")


def write_known_results() -> None:
    """Write packaged/figures.json and packaged/SHA256SUMS."""
    for name, content in ((KNOWN, known_results), (SUMS, digests)):
        text = content()
        with renamed_when_complete(PACKAGED / name) as partial:
            partial.write_text(text, encoding="utf-8")


def digests() -> str:
    """The content of packaged/SHA256SUMS: all files except databases, which have checksums of their own."""
    files = [*PACKAGED.glob("**/*.*"), *(PACKAGED / "data").glob("**/*.*")]  # `glob` does not follow the link `data`
    return sums_of([path for path in files if path.is_file() and path.suffix != ".db"], PACKAGED)


def known_results() -> str:
    """The content of packaged/figures.json: known figures and origins of the full run."""
    figures = shown_figures()
    names = ("puzzle", "key", "file", "sql", "how", "error", "unit")
    content = {
        "figures": [
            {name: getattr(figure, name) for name in names}
            | {"text": figure.en, "text_ja": figure.ja, "value": figure.known}
            for figure in figures
            if figure.sql
        ],
        "studies": {
            puzzle.package: Counter(figure.study for figure in figures_of(puzzle.package) if figure.study)
            for puzzle in PUZZLES
        },
        "origins": _origins(),
        "packaged": ANSWERS,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _origins() -> Mapping[str, Mapping[str, Any]]:
    """Puzzle -> artifact -> its stage, settings and data files in the full run."""
    sections = checked(configuration_model(), read_configuration())
    every = [
        module.Artifacts(Path(), getattr(sections, puzzle))
        for puzzle, module in modules_of_puzzles("scripts.verify").items()
    ]
    return {artifacts.puzzle: {name: vars(origin) for name, origin in artifacts.origins.items()} for artifacts in every}


if __name__ == "__main__":
    run_program(main)
