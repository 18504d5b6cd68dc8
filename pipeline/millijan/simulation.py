"""Stage simulation: random hands of several decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.millijan.game.decks import decks
from pipeline.millijan.game.rules import RuleSet
from pipeline.millijan.game.simulation import Share, Simulation, simulate
from pipeline.millijan.game.table import Table
from pipeline.millijan.stage_options import OutOption, RulesOption
from pipeline.millijan.tables import SCHEMA_VERSION, TABLES
from pipeline.millijan.units import GameOption, read_game
from pipeline.progress import Progress, say
from pipeline.stage import run_command


def _shares(counts: dict[Any, int], of: int) -> Iterator[tuple[Any, Share]]:
    for key, count in sorted(counts.items()):
        yield key, Share(count, of)


def _rows(found: Simulation) -> dict[str, list[tuple[Any, ...]]]:
    """Table -> the rows of one deck."""
    deck, hands = found.deck.name, found.hands
    won, tenpai = found.won, found.tenpai
    judged = sum(found.distances.values())
    return {
        "simulated_decks": [
            (deck, found.deck.n_kinds, hands, won.share, won.error, *found.win_chance,
             tenpai.share, tenpai.error, *(found.winning_score or (None, None)))
        ],
        "simulated_scores": [
            (deck, int(is_won), score, share.count, share.share, share.error)
            for (is_won, score), share in _shares(found.scores, hands)
        ],
        "simulated_distances": [
            (deck, distance, share.count, share.share, share.error)
            for distance, share in _shares(found.distances, judged)
        ],
        "simulated_units": [
            (deck, unit, share.count, share.share, share.error)
            for unit, share in _shares(found.unit_hands, hands)
        ],
    }  # fmt: skip


def main(
    game: GameOption,
    out: OutOption,
    rules: RulesOption = RuleSet.SEED,
    hands: Annotated[int, typer.Option(min=2, help="Hands of each deck.")] = 1_000_000,
    distances: Annotated[int, typer.Option(min=1, help="Hands whose distance is found.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deal.")] = 1,
) -> None:
    """Deal random hands from the whole deck, of AS only, and of each type, and judge them.

    Example: python -m pipeline.millijan.simulation --game results/millijan/parts/units.db
    --hands 1000000 --distances 20000 --seed 1 --out results/millijan/parts/simulation.db
    """
    parameters = {"rules": rules.value, "hands": hands, "distances": distances, "seed": seed}
    provenance = ProvenanceNotes(__file__, [game], parameters)
    table = Table(*read_game(game), rules)
    content: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES["simulation"]}
    for deck in decks(table):
        progress = Progress(f"simulation, deck {deck.name}", hands, "hands")
        found = simulate(deck, hands, min(hands, distances), seed, progress.advance)
        for name, rows in _rows(found).items():
            content[name] += rows
        chance, error = found.win_chance
        say(f"simulation: deck {deck.name}: {chance:.4%} of the hands win (± {error:.4%})")
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_tables(TABLES["simulation"], content)


if __name__ == "__main__":
    run_command(main)
