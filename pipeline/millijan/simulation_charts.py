"""Stage simulation_charts: what random hands are worth, and how far they are from a win."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import closing
from math import ceil
from pathlib import Path
from sqlite3 import Connection
from typing import Annotated, Any

import matplotlib as mpl
import typer
from matplotlib.figure import Figure

from pipeline.artifact.database import open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.artifact.text_file import create_text
from pipeline.charts import BLUE, ORANGE, SETTINGS
from pipeline.millijan.tables import SCHEMA_VERSION
from pipeline.millijan.units import GameOption, read_game
from pipeline.progress import say
from pipeline.stage import run_command

UNITS_SHOWN = 12
"""Of each deck."""


def simulation_figure(connection: Connection) -> Figure:
    """Of every deck the distances of 12 tiles, and the scores of 13 that have won or not."""
    decks = connection.execute(
        "SELECT deck, n_hands, win_chance, tenpai_share FROM simulated_decks ORDER BY rowid"
    ).fetchall()
    figure = Figure(figsize=(10, 2.6 * len(decks)), layout="constrained")
    rows = figure.subplots(len(decks), 2, squeeze=False)
    for (deck, _, win_chance, tenpai_share), (left, right) in zip(decks, rows, strict=True):
        distances = connection.execute(
            "SELECT distance, share, share_error FROM simulated_distances WHERE deck = ?", (deck,)
        ).fetchall()
        left.bar([d for d, _, _ in distances], [s for _, s, _ in distances], color=BLUE,
                 yerr=[2 * e for _, _, e in distances], ecolor=ORANGE)  # fmt: skip
        left.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        left.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        left.set_title(f"{deck}: distance of 12 tiles, tenpai {tenpai_share:.2%}")
        _scores(right, connection, deck)
        right.set_title(f"{deck}: score of 13 tiles, {win_chance:.4%} win")
    figure.supylabel(f"share of the hands, {decks[0][1]:,} of each deck")
    return figure


def _scores(axes: Any, connection: Connection, deck: str) -> None:
    for won, colour, label in ((0, BLUE, "not won"), (1, ORANGE, "won")):
        scores = connection.execute(
            "SELECT score / 1000, share FROM simulated_scores WHERE deck = ? AND won = ?",
            (deck, won),
        ).fetchall()
        axes.plot([x for x, _ in scores], [y for _, y in scores], ".-", color=colour, label=label)
    axes.set_yscale("log")
    axes.set_xlabel("thousands of points")
    axes.legend()


def units_figure(connection: Connection, unit_names: Sequence[str]) -> Figure:
    """Of every deck the units that are most often in the best split of 13 tiles."""
    decks = connection.execute(
        "SELECT deck, n_hands FROM simulated_decks ORDER BY rowid"
    ).fetchall()
    figure = Figure(figsize=(10, 2.8 * ceil(len(decks) / 2)), layout="constrained")
    places = figure.subplots(ceil(len(decks) / 2), 2, squeeze=False).flat
    for (deck, _), axes in zip(decks, places, strict=False):
        used = connection.execute(
            "SELECT unit, share, share_error FROM simulated_units WHERE deck = ? "
            "ORDER BY share DESC, unit LIMIT ?",
            (deck, UNITS_SHOWN),
        ).fetchall()
        axes.barh(range(len(used)), [share for _, share, _ in used], color=BLUE,
                  xerr=[2 * error for _, _, error in used], ecolor=ORANGE)  # fmt: skip
        for place, (unit, share, error) in enumerate(used):
            axes.annotate(unit_names[unit], (share + 2 * error, place), xytext=(4, 0),
                          textcoords="offset points", va="center")  # fmt: skip
        axes.set_xlim(0, 2 * max((share for _, share, _ in used), default=1))
        axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
        axes.set_yticks([])
        axes.invert_yaxis()
        axes.set_title(deck)
    for axes in list(places):
        axes.set_axis_off()
    figure.supxlabel(f"share of the hands of 13 tiles, {decks[0][1]:,} of each deck")
    return figure


def main(
    game: GameOption,
    simulation: Annotated[Path, typer.Option(help="Artifact of the stage simulation.")],
    out: Annotated[Path, typer.Option(help="Where to write the chart of scores and distances.")],
    units_out: Annotated[Path, typer.Option(help="Where to write the chart of units.")],
) -> None:
    """Draw what random hands are worth, how far they are from a win, and their units, as SVG.

    Example: python -m pipeline.millijan.simulation_charts --game results/millijan/parts/units.db
    --simulation results/millijan/parts/simulation.db --out results/millijan/figures/simulation.svg
    --units-out results/millijan/figures/simulated_units.svg
    """
    provenance = ProvenanceNotes(__file__, [game, simulation], {})
    _, units = read_game(game)
    # Names of units are written as text, in whatever font the reader has; widths do not matter.
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")
    with (
        closing(open_database(simulation, "simulation", SCHEMA_VERSION)) as connection,
        mpl.rc_context(SETTINGS),
    ):
        figures = {
            out: simulation_figure(connection),
            units_out: units_figure(connection, [unit.name for unit in units]),
        }
        for path, figure in figures.items():
            with create_text(path, provenance) as file:
                figure.savefig(file, format="svg", metadata={"Date": None})
    say(f"simulation charts: {out} and {units_out}")


if __name__ == "__main__":
    run_command(main)
