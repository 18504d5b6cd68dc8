"""Stage simulation: random hands of several decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from sqlalchemy import Table as DatabaseTable

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.millijan import tables
from tablebases.messages import HALF_WIDTH, Progress, say
from tablebases.millijan.game_files import load_game
from tablebases.millijan.simulation import Simulation, share_of, simulate
from tablebases.millijan.table import Table, decks
from tablebases.millijan.units import RuleSet

Rows = list[dict[str, object]]
Key = TypeVar("Key", int, tuple[bool, int])


def _shares(counts: Mapping[Key, int], total: int) -> Iterator[tuple[Key, dict[str, object]]]:
    """Each key of `counts` with its columns `n_hands`, `share` and `share_error`."""
    for key, count in sorted(counts.items()):
        share, error = share_of(count, total)
        yield key, {"n_hands": count, "share": share, "share_error": error}


def _rows(found: Simulation) -> dict[DatabaseTable, Rows]:
    """Table -> the rows of one deck, without its name."""
    won, won_error = found.won
    tenpai, tenpai_error = found.tenpai
    chance, chance_error = found.win_chance
    score, score_error = found.winning_score or (None, None)
    return {
        tables.SIMULATED_DECKS: [
            {
                "n_kinds": found.deck.n_kinds,
                "n_hands": found.hands,
                "win_share": won,
                "win_share_error": won_error,
                "win_chance": chance,
                "win_chance_error": chance_error,
                "tenpai_share": tenpai,
                "tenpai_share_error": tenpai_error,
                "mean_winning_score": score,
                "mean_winning_score_error": score_error,
            }
        ],
        tables.SIMULATED_SCORES: [
            {"won": int(won), "score": score, **share} for (won, score), share in _shares(found.scores, found.hands)
        ],
        tables.SIMULATED_DISTANCES: [
            {"distance": distance, **share}
            for distance, share in _shares(found.distances, sum(found.distances.values()))
        ],
        tables.SIMULATED_UNITS: [{"unit": unit, **share} for unit, share in _shares(found.unit_hands, found.hands)],
    }


def main(
    tiles: Path,
    units: Path,
    out: Path,
    rules: RuleSet = RuleSet.SEED,
    hands: Annotated[int, typer.Option(min=2, help="Hands of each deck.")] = 100_000,
    distances: Annotated[int, typer.Option(min=1, help="Hands whose distance is found.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deal.")] = 1,
) -> None:
    """Deal random hands from the whole deck, of AS only, and of each type, and judge them."""
    parameters = {"rules": rules.value, "hands": hands, "distances": distances, "seed": seed}
    provenance = ProvenanceNotes(__file__, [tiles, units], parameters)
    content: dict[DatabaseTable, Rows] = {table: [] for table in tables.SIMULATION_PART.tables}
    for deck in decks(Table(*load_game(tiles, units), rules)):
        progress = Progress(f"simulation, deck {deck.name}", hands, "hands")
        found = simulate(deck, hands, min(hands, distances), seed, progress.advance)
        for table, rows in _rows(found).items():
            content[table] += ({"deck": deck.name, **row} for row in rows)
        chance, error = found.win_chance
        say(f"simulation: deck {deck.name}: {chance:.4%} of the hands win (± {HALF_WIDTH * error:.4%})")
    with create_database(out, tables.SIMULATION_PART, provenance) as writer:
        for table, rows in content.items():
            writer.insert(table, rows)
