"""Stage page: the page to judge hands in the browser, for the atlas."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.artifacts import ProvenanceNotes
from pipeline.pages import write_page
from tablebases.answer.share import Card
from tablebases.atlas.pages import hand_written
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.names import latin_name
from tablebases.millijan.questions import discards
from tablebases.millijan.table import Deck, Table, decks
from tablebases.millijan.units import ALL, AS, COPIES, MAX_TILES, RuleSet
from tablebases.puzzles import MILLIJAN

GAMES_ON_FRONT = 8
SEED = 1
EXAMPLE = "0 1 2 3 4 5 6 7 8 9 20 30 40"
"""The hand in the preview."""


def game(deck: Deck, tiles: Sequence[int]) -> dict[str, Any]:
    """A game of one player, who always discards the best tile: 12 tiles, and a row for each tile drawn until the win.

    A row has the drawn tile and, unless it wins, the discarded one with the distance and the accepted copies that it
    leaves. The last row has the score.
    """
    hand = list(tiles[: MAX_TILES - 1])
    rows: list[list[int]] = []
    for drawn in tiles[MAX_TILES - 1 :]:
        hand.append(drawn)
        value = deck.table.value(hand)
        if value.won:
            return {"hand": list(tiles[: MAX_TILES - 1]), "draws": [*rows, [drawn]], "score": value.score}
        best = deck.table.best_discard(hand)
        rows.append([drawn, best.kind, best.distance, best.copies])
        hand.remove(best.kind)
    return {"hand": list(tiles[: MAX_TILES - 1]), "draws": rows, "score": 0}


def front_data(table: Table) -> dict[str, Any]:
    """Games with the deck AS, and its tiles, for the front page; the deck of all tiles if there is no other."""
    of_name = {deck.name: deck for deck in decks(table)}
    deck = of_name.get(AS, of_name[ALL])
    random = np.random.default_rng(SEED)
    copies = np.repeat(np.arange(deck.n_kinds), COPIES)
    games = [game(deck, random.permutation(copies).tolist()) for _ in range(GAMES_ON_FRONT)]
    return {"tiles": [{"name": tile.name, "type": tile.type} for tile in deck.table.tiles], "games": games}


def preview(tiles: Path, units: Path) -> Card:
    """A hand with its best discard, to share."""
    return discards(EXAMPLE, tiles=tiles, units=units).card()


def main(tiles: Path, units: list[Path], out: Path, notes: Path) -> None:
    """Write the page of the atlas that judges hands in the browser, with several lists of units."""
    provenance = ProvenanceNotes(__file__, [tiles, *units, *hand_written(MILLIJAN.package)], {})
    kinds = load_tiles(tiles)
    lists = {path.stem.removeprefix("units_"): load_units(path, kinds) for path in units}
    data = {
        "tiles": [vars(tile) | {"latin": latin_name(tile.kana)} for tile in kinds],
        "units": {name: [vars(unit) for unit in listed] for name, listed in lists.items()},
        "rules": list(RuleSet),
    }
    description = "The value, waits and best discards of any hand of MilliJan"
    front = front_data(Table(kinds, next(iter(lists.values())), next(iter(RuleSet))))
    write_page(
        out, MILLIJAN.package, description, data, provenance, notes, front=front, preview=preview(tiles, units[0])
    )
    say(f"millijan page: {' and '.join(lists)} in {out.parent}")
