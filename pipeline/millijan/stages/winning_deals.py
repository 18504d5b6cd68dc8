"""Stage winning_deals: exact numbers of deals that win, by score."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.millijan.tables import WINNING_DEALS, WINNING_DEALS_PART
from tablebases.messages import say
from tablebases.millijan.families import MAX_NODES, winning_deals
from tablebases.millijan.game_files import load_game
from tablebases.millijan.table import Table, decks
from tablebases.millijan.units import COPIES, MAX_TILES, RuleSet


def main(
    tiles: Path,
    units: Path,
    out: Path,
    rules: RuleSet = RuleSet.SEED,
    most_nodes: Annotated[
        int, typer.Option(min=2, max=MAX_NODES, help="Leave out decks whose families have more nodes.")
    ] = 45_000_000,
) -> None:
    """Find all hands of 13 tiles that win, and count their deals from each deck."""
    provenance = ProvenanceNotes(__file__, [tiles, units], {"rules": rules.value, "most_nodes": most_nodes})
    rows: list[dict[str, object]] = []
    for deck in decks(Table(*load_game(tiles, units), rules)):
        deals = comb(COPIES * deck.n_kinds, MAX_TILES)
        winning = winning_deals(deck.table, most_nodes)
        if winning is None:
            say(f"winning deals, deck {deck.name}: left out, because its families have more nodes")
            continue
        for score, n in sorted(winning.items()):
            rows.append({"deck": deck.name, "score": score, "deals": n, "share": n / deals})
        count = winning.total()
        say(f"winning deals, deck {deck.name}: {count:,} of {deals:,} ({count / deals:.6%})")
    with create_database(out, WINNING_DEALS_PART, provenance) as writer:
        writer.insert(WINNING_DEALS, rows)
