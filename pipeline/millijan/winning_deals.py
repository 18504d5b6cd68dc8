"""Stage winning_deals: how many of all deals win, and with which scores, exactly."""

from __future__ import annotations

from math import comb
from typing import Annotated, Any

import typer

from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.millijan.game.decks import decks
from pipeline.millijan.game.rules import RuleSet
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import COPIES, MOST_TILES
from pipeline.millijan.game.winning_hands import winning_deals
from pipeline.millijan.stage_options import OutOption, RulesOption
from pipeline.millijan.tables import SCHEMA_VERSION, TABLES
from pipeline.millijan.units import GameOption, read_game
from pipeline.progress import say
from pipeline.stage import run_command


def main(
    game: GameOption,
    out: OutOption,
    rules: RulesOption = RuleSet.SEED,
    most_ways: Annotated[
        int, typer.Option(min=0, help="Leave decks out whose units win in more ways.")
    ] = 1_000_000_000,
) -> None:
    """Find all hands of 13 tiles that win, and in how many ways they are dealt from each deck.

    Example: python -m pipeline.millijan.winning_deals --game results/millijan/parts/units.db
    --rules seed --out results/millijan/parts/winning_deals.db
    """
    provenance = ProvenanceNotes(__file__, [game], {"rules": rules.value, "most_ways": most_ways})
    table = Table(*read_game(game), rules)
    rows: list[tuple[Any, ...]] = []
    for deck in decks(table):
        deals = comb(COPIES * deck.n_kinds, MOST_TILES)
        winning = winning_deals(deck.table, most_ways)
        if winning is None:
            say(f"winning deals, deck {deck.name}: left out, as its units win in more ways")
            continue
        rows += [(deck.name, score, n, n / deals) for score, n in sorted(winning.items())]
        count = winning.total()
        say(f"winning deals, deck {deck.name}: {count:,} of {deals:,} ({count / deals:.6%})")
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["winning_deals"], {"winning_deals": rows})


if __name__ == "__main__":
    run_command(main)
