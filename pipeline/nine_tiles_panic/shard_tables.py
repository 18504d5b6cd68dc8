"""The tables of a shard of towns; later stages have tables of their own, so that their edits rerun no shard."""

from __future__ import annotations

from pipeline.schemas import Schema, integer, table, text
from tablebases.puzzles import NINE_TILES

VERSION = 5
"""Of the tables here."""

SHARE = table(
    "share",
    "The shard: its part of all towns.",
    integer("shard", "number of the shard, from 0"),
    integer("shards", "how many shards there are"),
    integer("positions", "positions of the board"),
)
TURN_SETS = table(
    "turn_sets",
    "Tiles with the directions that they take in a town box.",
    integer("number", "the byte that stands for it in a town box, 0 to 255", key=True),
    integer("tile", "number of the tile"),
    text("directions", "one digit each, 0 to 7: quarter turns, plus 4 for the back"),
)
SHARD = Schema(NINE_TILES.stage("towns"), VERSION, tables=(SHARE, TURN_SETS))
