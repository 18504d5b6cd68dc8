"""Charts and tables of docs/scaling.md, from measurements that this program makes too.

Example: python -m scripts.scaling, or python -m scripts.scaling --measure --repeats 3
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

from pipeline.stage import run_stage
from scripts.scaling import search
from scripts.scaling.costs import MEASUREMENTS, costs_of_runs, draw, with_costs
from scripts.scaling.counting import sizes_table
from scripts.scaling.document import DOCUMENT, with_table
from scripts.scaling.measure import measure
from scripts.scaling.search import measure_search, search_table
from tablebases.messages import say


def main(
    run: Annotated[
        bool,
        typer.Option(
            "--measure", help="Measure first, and write docs/scaling.csv and docs/scaling-search.csv anew: an hour."
        ),
    ] = False,
    repeats: Annotated[int, typer.Option(min=1, help="How often short runs are repeated; the least counts.")] = 2,
    folder: Annotated[Path | None, typer.Option(help="Where the runs leave up to 3.6 GB for a while.")] = None,
) -> None:
    """Draw the charts and write the tables of docs/scaling.md.

    They show docs/scaling.csv and docs/scaling-search.csv; the table of sizes is counted.

    Example: python -m scripts.scaling --measure --repeats 3
    """
    if run:
        measure(repeats, folder, MEASUREMENTS)
        measure_search(repeats).to_csv(search.MEASUREMENTS, index=False, lineterminator="\n")
    runs = costs_of_runs(pd.read_csv(MEASUREMENTS))
    draw(runs)
    text = with_costs(DOCUMENT.read_text(encoding="utf-8"), runs)
    text = with_table(text, "search", search_table(pd.read_csv(search.MEASUREMENTS)))
    DOCUMENT.write_text(with_table(text, "sizes", sizes_table()), encoding="utf-8")
    say(f"wrote {DOCUMENT.name} and its charts")


if __name__ == "__main__":
    run_stage(main)
