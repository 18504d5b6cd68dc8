"""Stage tenpai: exact numbers of deals that wait for a win, and draws until a win."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Annotated

import typer

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.millijan.tables import SIMULATED_GAMES, TENPAI_PART, WAITING_DEALS
from tablebases.messages import HALF_WIDTH, say
from tablebases.millijan.families import MAX_NODES, waiting_deals
from tablebases.millijan.game_files import load_game
from tablebases.millijan.simulation import mean_and_error
from tablebases.millijan.table import Deck, Table, decks, play
from tablebases.millijan.units import COPIES, MAX_TILES

Row = dict[str, object]


def _waiting(deck: Deck, most_nodes: int, most_states: tuple[int, int]) -> list[Row]:
    """The rows of `waiting_deals`, one for each number of tiles that could be counted."""
    say(f"tenpai, deck {deck.name}: counting the deals that wait")
    found = waiting_deals(deck.table, most_nodes, most_states)
    rows: list[Row] = []
    for n_tiles, deals in ((MAX_TILES - 1, found.of_12), (MAX_TILES, found.of_13)):
        if deals is None:
            say(f"tenpai, deck {deck.name}: deals of {n_tiles} are left out, because they need more nodes or states")
            continue
        share = deals / comb(COPIES * deck.n_kinds, n_tiles)
        rows.append({"deck": deck.name, "n_tiles": n_tiles, "deals": deals, "share": share})
        say(f"tenpai, deck {deck.name}: {deals:,} deals of {n_tiles} wait ({share:.6%})")
    return rows


def _games(deck: Deck, games: int, seed: int) -> Row:
    """The row of `simulated_games`."""
    say(f"tenpai, deck {deck.name}: playing {games:,} games")
    played = play(deck, games, seed)
    won = {draws: n for draws, n in played.items() if draws is not None}
    mean, error = mean_and_error(won) or (None, None)
    if mean is not None and error is not None:
        say(f"tenpai, deck {deck.name}: a win takes {mean:.2f} draws (± {HALF_WIDTH * error:.2f})")
    return {
        "deck": deck.name,
        "n_games": games,
        "n_won": sum(won.values()),
        "mean_draws": mean,
        "mean_draws_error": error,
    }


def main(
    tiles: Path,
    units: Path,
    out: Path,
    most_nodes: Annotated[
        int, typer.Option(min=2, max=MAX_NODES, help="Leave out decks whose winning hands have more nodes.")
    ] = 6_000_000,
    most_states_of_12: Annotated[
        int, typer.Option(min=1, help="Leave out decks whose deals of 12 have more states of one kind.")
    ] = 4_000_000,
    most_states_of_13: Annotated[int, typer.Option(min=1, help="The same for deals of 13.")] = 100_000,
    games: Annotated[int, typer.Option(min=1, help="Games with each deck.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the games.")] = 1,
) -> None:
    """Count the deals of 12 and 13 tiles that wait for a win, and play games to find the mean number of draws."""
    most_states = most_states_of_12, most_states_of_13
    parameters = {
        "most_nodes": most_nodes,
        "most_states_of_12": most_states_of_12,
        "most_states_of_13": most_states_of_13,
        "games": games,
        "seed": seed,
    }
    provenance = ProvenanceNotes(__file__, [tiles, units], parameters)
    every = decks(Table(*load_game(tiles, units)))
    waiting = [row for deck in every for row in _waiting(deck, most_nodes, most_states)]
    draws = [_games(deck, games, seed) for deck in every]
    with create_database(out, TENPAI_PART, provenance) as writer:
        writer.insert(WAITING_DEALS, waiting)
        writer.insert(SIMULATED_GAMES, draws)
