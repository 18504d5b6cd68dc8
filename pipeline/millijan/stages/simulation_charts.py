"""Stage simulation_charts: what random hands are worth, and how far they are from a win."""

from __future__ import annotations

import warnings
from math import ceil
from pathlib import Path

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from sqlalchemy import Connection, literal_column, select

from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.database import open_database
from pipeline.millijan import tables
from pipeline.millijan.readers import read_game
from pipeline.stage import run_stage
from tablebases.messages import say

UNITS_SHOWN = 12
"""Of each deck."""


def simulation_figure(database: Connection, decks: pd.DataFrame) -> Figure:
    """Of every deck the distances of 12 tiles, and the scores of 13 that have won or not."""
    distances = pd.read_sql(select(tables.SIMULATED_DISTANCES), database)
    scores = pd.read_sql(select(tables.SIMULATED_SCORES), database)
    figure = Figure(figsize=(10, 2.6 * len(decks)), layout="constrained")
    rows = figure.subplots(len(decks), 2, squeeze=False)
    for deck, (left, right) in zip(decks.itertuples(), rows, strict=True):
        some = distances[distances.deck == deck.deck]
        left.bar(some.distance, some.share, color=BLUE, yerr=2 * some.share_error, ecolor=ORANGE)
        left.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        left.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        left.set_title(f"{deck.deck}: distance of 12 tiles, tenpai {deck.tenpai_share:.2%}")
        for won, colour, label in ((0, BLUE, "not won"), (1, ORANGE, "won")):
            some = scores[(scores.deck == deck.deck) & (scores.won == won)]
            right.plot(some.score // 1000, some.share, ".-", color=colour, label=label)
        right.set_yscale("log")
        right.set_xlabel("thousands of points")
        right.legend()
        right.set_title(f"{deck.deck}: score of 13 tiles, {deck.win_chance:.4%} win")
    figure.supylabel(f"share of the hands, {decks.n_hands[0]:,} of each deck")
    return figure


def units_figure(database: Connection, decks: pd.DataFrame, names: list[str]) -> Figure:
    """Of every deck the units that are most often in the best split of 13 tiles."""
    used = pd.read_sql(select(tables.SIMULATED_UNITS), database).sort_values(["share", "unit"], ascending=[False, True])
    figure = Figure(figsize=(10, 2.8 * ceil(len(decks) / 2)), layout="constrained")
    places = figure.subplots(ceil(len(decks) / 2), 2, squeeze=False).flat
    for deck, axes in zip(decks.deck, places, strict=False):
        some = used[used.deck == deck].head(UNITS_SHOWN)
        axes.barh(range(len(some)), some.share, color=BLUE, xerr=2 * some.share_error, ecolor=ORANGE)
        for place, row in enumerate(some.itertuples()):
            end = (row.share + 2 * row.share_error, place)
            axes.annotate(names[row.unit], end, xytext=(4, 0), textcoords="offset points", va="center")
        axes.set_xlim(0, 2 * max(some.share, default=1))
        axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
        axes.set_yticks([])
        axes.invert_yaxis()
        axes.set_title(deck)
    for axes in places:
        axes.set_axis_off()
    figure.supxlabel(f"share of the hands of 13 tiles, {decks.n_hands[0]:,} of each deck")
    return figure


def main(game: Path, simulation: Path, out: Path, units_out: Path) -> None:
    """Draw what random hands are worth, how far they are from a win, and their units, as SVG.

    Example: python -m pipeline.millijan.stages.simulation_charts --game results/millijan/parts/units.db
    --simulation results/millijan/parts/simulation.db --out results/millijan/figures/simulation.svg
    --units-out results/millijan/figures/simulated_units.svg

    Args:
        game: artifact of the stage units.
        simulation: artifact of the stage simulation.
        out: where to write the chart of scores and distances.
        units_out: where to write the chart of units.
    """
    provenance = ProvenanceNotes(__file__, [game, simulation], {})
    names = [unit.name for unit in read_game(game)[1]]
    # Names of units are written as text, in whatever font the reader has; widths do not matter.
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")
    with open_database(simulation, tables.SIMULATION_PART) as database:
        decks = pd.read_sql(select(tables.SIMULATED_DECKS).order_by(literal_column("rowid")), database)
        write_chart(out, lambda: simulation_figure(database, decks), provenance)
        write_chart(units_out, lambda: units_figure(database, decks, names), provenance)
    say(f"simulation charts: {out} and {units_out}")


if __name__ == "__main__":
    run_stage(main)
