"""Stage database: everything about MilliJan in one database, and charts of random hands."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache
from math import ceil
from pathlib import Path

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure
from sqlalchemy import Connection, literal_column, select
from sqlalchemy import Table as DatabaseTable

from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.database import create_database
from pipeline.millijan import tables
from pipeline.millijan.tables import ACCEPTED, DISCARDS, DISTANCE, HANDS, SPLITS, WAITS
from pipeline.reading import open_database
from tablebases.messages import HALF_WIDTH, Progress, say
from tablebases.millijan.game_files import Question, load_game, read_questions
from tablebases.millijan.table import Judged, Table
from tablebases.millijan.units import COPIES, RuleSet, Tile, Unit, score_of_size

Rows = list[dict[str, object]]


def _rows_of_game(tiles: Sequence[Tile], units: Sequence[Unit]) -> dict[DatabaseTable, Rows]:
    """Table -> its rows."""
    return {
        tables.TILES: [{"id": kind, "copies": COPIES, **vars(tile)} for kind, tile in enumerate(tiles)],
        tables.UNITS: [
            {
                "id": number,
                "name": unit.name,
                "size": len(unit.members),
                "score": score_of_size(len(unit.members)),
                "members": " ".join(tiles[kind].name for kind in unit.members),
            }
            for number, unit in enumerate(units)
        ],
        tables.UNIT_MEMBERS: [
            {"unit": number, "kind": kind} for number, unit in enumerate(units) for kind in unit.members
        ],
    }


# The hands of a file, judged.


def _rows_of_hand(question: Question, table: Table, judged: Judged) -> dict[DatabaseTable, Rows]:
    """Table -> the rows of one hand, without its number."""
    value, left = judged.value, judged.copies_left
    return {
        HANDS: [
            {
                "rules": table.rules.value,
                "hand": " ".join(table.tiles[kind].name for kind in question.hand),
                "called": "; ".join(table.units[unit].name for unit in question.called),
                "main": None if table.main is None else table.tiles[table.main].name,
                "n_tiles": judged.n_tiles,
                "value": value.value,
                "won": int(value.won),
                "score": value.score,
                "n_splits": len(value.splits),
            }
        ],
        SPLITS: [
            {"split": split, "place": place, "unit": unit}
            for split, units in enumerate(value.splits)
            for place, unit in enumerate(units)
        ],
        WAITS: [{"kind": kind, "score": score, "copies_left": left[kind]} for kind, score in judged.waits.items()],
        DISTANCE: []
        if judged.distance is None
        else [{"distance": judged.distance, "accepted_copies": judged.accepted_copies}],
        ACCEPTED: [{"kind": kind, "copies_left": left[kind]} for kind in judged.accepted],
        DISCARDS: [
            {"kind": one.kind, "place": place, "distance": one.distance, "accepted_copies": one.copies}
            for place, one in enumerate(judged.discards, start=1)
        ],
    }


def _rows_of_hands(
    questions: Sequence[Question], tiles: tuple[Tile, ...], units: tuple[Unit, ...], rules: RuleSet
) -> dict[DatabaseTable, Rows]:
    """Table -> its rows, of all hands."""

    @cache
    def table_of(main: int | None) -> Table:
        return Table(tiles, units, rules, main)

    progress = Progress("hands", len(questions), "hands")
    content: dict[DatabaseTable, Rows] = {table: [] for table in tables.HAND_TABLES}
    for question in questions:
        table = table_of(question.main)
        judged = table.judge(question.hand, question.called)
        for database_table, rows in _rows_of_hand(question, table, judged).items():
            content[database_table] += ({"hand_id": question.number, **row} for row in rows)
        progress.advance(1)
    return content


# The charts.

UNITS_SHOWN = 12
"""Units in the chart of a deck."""


def draw_simulation(database: Connection, decks: pd.DataFrame) -> Figure:
    """Draw for each deck the distances of 12 tiles, and the scores of 13 tiles, won or not."""
    distances = pd.read_sql(select(tables.SIMULATED_DISTANCES), database)
    scores = pd.read_sql(select(tables.SIMULATED_SCORES), database)
    chart = Figure(figsize=(10, 2.6 * len(decks)), layout="constrained")
    rows = chart.subplots(len(decks), 2, squeeze=False)
    for deck, (left, right) in zip(decks.itertuples(), rows, strict=True):
        some = distances[distances.deck == deck.deck]
        left.bar(some.distance, some.share, color=BLUE, yerr=HALF_WIDTH * some.share_error, ecolor=ORANGE)
        left.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
        left.xaxis.set_major_locator(mpl.ticker.MaxNLocator(integer=True))
        left.set_title(f"{deck.deck}: distance of 12 tiles")
        for won, colour, label in ((0, BLUE, "not won"), (1, ORANGE, "won")):
            some = scores[(scores.deck == deck.deck) & (scores.won == won)]
            right.plot(some.score // 1000, some.share, ".-", color=colour, label=label)
        right.set_yscale("log")
        right.set_xlabel("thousands of points")
        right.legend()
        right.set_title(f"{deck.deck}: score of 13 tiles")
    chart.supylabel(f"share of the hands, {decks.n_hands[0]:,} of each deck")
    return chart


def draw_units(database: Connection, decks: pd.DataFrame, names: list[str]) -> Figure:
    """Draw for each deck the units that are most often in the best split of 13 tiles."""
    used = pd.read_sql(select(tables.SIMULATED_UNITS), database).sort_values(["share", "unit"], ascending=[False, True])
    chart = Figure(figsize=(10, 2.8 * ceil(len(decks) / 2)), layout="constrained")
    places = chart.subplots(ceil(len(decks) / 2), 2, squeeze=False).flat
    for deck, axes in zip(decks.deck, places, strict=False):
        some = used[used.deck == deck].head(UNITS_SHOWN)
        axes.barh(range(len(some)), some.share, color=BLUE, xerr=HALF_WIDTH * some.share_error, ecolor=ORANGE)
        for place, row in enumerate(some.itertuples()):
            end = (row.share + HALF_WIDTH * row.share_error, place)
            axes.annotate(names[row.unit], end, xytext=(4, 0), textcoords="offset points", va="center")
        axes.set_xlim(0, 2 * max(some.share, default=1))
        axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1))
        axes.set_yticks([])
        axes.invert_yaxis()
        axes.set_title(deck)
    for axes in places:
        axes.set_axis_off()
    chart.supxlabel(f"share of the hands of 13 tiles, {decks.n_hands[0]:,} of each deck")
    return chart


def main(
    tiles: Path,
    units: Path,
    hands: Path,
    simulation: Path,
    winning_deals: Path,
    tenpai: Path,
    out: Path,
    chart: Path,
    units_chart: Path,
    notes: Path,
    rules: RuleSet = RuleSet.SEED,
) -> None:
    """Judge the hands of a file, gather all tables of MilliJan in one database, and draw charts of random hands."""
    parts = {simulation: tables.SIMULATION_PART, winning_deals: tables.WINNING_DEALS_PART, tenpai: tables.TENPAI_PART}
    provenance = ProvenanceNotes(__file__, [tiles, units, hands, *parts], {"rules": rules.value})
    game = load_game(tiles, units)
    judged = _rows_of_hands(list(read_questions(hands, *game)), *game, rules)
    with create_database(out, tables.DATABASE, provenance) as writer:
        for table, rows in {**_rows_of_game(*game), **judged}.items():
            writer.insert(table, rows)
        writer.copy_tables(parts.items())
    say(f"units: {len(game[1])} units of {len(game[0])} kinds of tiles")
    say(f"hands: {len(judged[HANDS])} hands, {sum(bool(row['won']) for row in judged[HANDS])} of them won")
    # Names of units are written as text, in whatever font the reader has; widths do not matter.
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")
    drawn = ProvenanceNotes(__file__, [units, simulation], {})
    names = [unit.name for unit in game[1]]
    with open_database(simulation, tables.SIMULATION_PART) as database:
        decks = pd.read_sql(select(tables.SIMULATED_DECKS).order_by(literal_column("rowid")), database)
        write_chart(chart, lambda: draw_simulation(database, decks), drawn)
        write_chart(units_chart, lambda: draw_units(database, decks, names), drawn)
    drawn.write(notes)
    say(f"millijan database: {len(tables.DATABASE.tables)} tables in {out}; charts {chart} and {units_chart}")
