"""The tables of MilliJan.

Tiles are numbered from 0 as in the tile file, units as in the unit file, hands from 1 as in the hand file.
"""

from __future__ import annotations

from pipeline.schemas import AnyColumn, Schema, integer, real, table, text
from tablebases.millijan import tablebase
from tablebases.millijan.tablebase import VERSION
from tablebases.puzzles import MILLIJAN


def _hand_id() -> AnyColumn:
    return integer("hand_id", "the hand, its place in the hand file, from 1", key=True)


def _deck() -> AnyColumn:
    return text("deck", "all, AS (the first 13 kinds), or a type of tiles in `tiles`", key=True)


def _share(hands: str, total: str = "hands of the deck") -> tuple[AnyColumn, AnyColumn, AnyColumn]:
    return (
        integer("n_hands", f"number of hands that {hands}"),
        real("share", f"their share of the {total}, 0 to 1"),
        real("share_error", "its standard error"),
    )


TILES = table(
    "tiles",
    "The kinds of tiles, each an idol.",
    integer("id", "number of the kind, from 0", key=True),
    text("name", "name, as in units"),
    text("kana", "how it is read, in hiragana"),
    text("full_name", "family name and given name"),
    text("type", "Princess, Fairy, Angel, or another one"),
    integer("copies", "tiles of this kind, always 3"),
)
UNITS = table(
    "units",
    "The units: sets of idols that score together.",
    integer("id", "number of the unit, from 0", key=True),
    text("name", "name; some units have the same name"),
    integer("size", "number of its members, 1 to 13"),
    integer("score", "points of the unit: 1000 for one member, else 2000 x (size - 1)"),
    text("members", "names of its members, with blanks between them"),
)
UNIT_MEMBERS = table(
    "unit_members",
    "The members of each unit.",
    integer("unit", "the unit, an id in `units`", key=True),
    integer("kind", "a member, an id in `tiles`", key=True),
    rowid=False,
)
HANDS = table(
    "hands",
    "The hands of the hand file, with their scores.",
    _hand_id(),
    text("rules", "the rule set: seed, 2019-10-08 or v1.6"),
    text("hand", "names of its tiles, with blanks between them, without those of called units"),
    text("called", "names of the called units, with ; between them"),
    text("main", "name of the player's main idol; empty if there is none", null=True),
    integer("n_tiles", "tiles of the hand, with those of called units, 1 to 13"),
    integer("value", "the score, plus 1,000,000 if all tiles are in units"),
    integer("won", "1 if 13 tiles are all in units, else 0"),
    integer("score", "points of the best split"),
    integer("n_splits", "splits with this score"),
)
SPLITS = table(
    "splits",
    "All best splits of each hand into units, without called ones.",
    _hand_id(),
    integer("split", "number of the split, from 0: fewer units first, then lower numbers of units", key=True),
    integer("place", "place of the unit in the split, from 0", key=True),
    integer("unit", "the unit, an id in `units`"),
    rowid=False,
)
WAITS = table(
    "waits",
    "The kinds that complete each hand of 12 tiles.",
    _hand_id(),
    integer("kind", "a kind that completes it, an id in `tiles`", key=True),
    integer("score", "points of the win"),
    integer("copies_left", "copies of the kind that the player does not have, 0 to 3"),
    rowid=False,
)
DISTANCE = table(
    "distance",
    "How far each hand of 12 or 13 tiles is from a win; of 13 tiles that have not won, after the best discard.",
    _hand_id(),
    integer("distance", "tiles that the hand lacks for a win: 0 won, 1 tenpai, 14 if nothing wins"),
    integer("accepted_copies", "sum of copies_left in `accepted`; empty for a win", null=True),
)
ACCEPTED = table(
    "accepted",
    "The kinds that bring each hand of 12 or 13 tiles nearer to a win; of 13 tiles, after the best discard.",
    _hand_id(),
    integer("kind", "a kind that lowers the distance, an id in `tiles`", key=True),
    integer("copies_left", "copies of the kind that the player does not have, 0 to 3"),
    rowid=False,
)
DISCARDS = table(
    "discards",
    "All discards of each hand of 13 tiles.",
    _hand_id(),
    integer("kind", "the kind that is discarded, an id in `tiles`", key=True),
    integer("place", "place in the ranking, from 1: low distance first, then many accepted copies"),
    integer("distance", "distance of the 12 tiles that are left, 1 up; 14 if nothing wins"),
    integer(
        "accepted_copies",
        "copies that the player does not have of the kinds that lower the distance after this discard",
    ),
    rowid=False,
)
SIMULATED_DECKS = table(
    "simulated_decks",
    "Random hands of each deck.",
    _deck(),
    integer("n_kinds", "kinds of tiles in the deck"),
    integer("n_hands", "hands of 13 tiles that were dealt"),
    real("win_share", "share of these hands that have won, 0 to 1"),
    real("win_share_error", "its standard error"),
    real("win_chance", "chance that 13 tiles win: mean chance, 0 to 1, that the next tile completes 12"),
    real("win_chance_error", "its standard error"),
    real("tenpai_share", "share of the hands of 12 that some tile of the deck completes, 0 to 1"),
    real("tenpai_share_error", "its standard error"),
    real("mean_winning_score", "mean score of the hands of 13 that have won, in points; empty if none has", null=True),
    real("mean_winning_score_error", "its standard error; empty if no hand has won", null=True),
)
SIMULATED_SCORES = table(
    "simulated_scores",
    "What random hands of 13 tiles score.",
    _deck(),
    integer("won", "1 if the hands have won, else 0", key=True),
    integer("score", "points of their best split", key=True),
    *_share("have this score"),
    rowid=False,
)
SIMULATED_DISTANCES = table(
    "simulated_distances",
    "How far random hands of 12 tiles are from a win.",
    _deck(),
    integer("distance", "tiles that the hand lacks for a win: 1 tenpai, 14 if nothing wins", key=True),
    *_share("have this distance", "hands whose distance was found"),
    rowid=False,
)
SIMULATED_UNITS = table(
    "simulated_units",
    "How often units are in a best split of 13 random tiles.",
    _deck(),
    integer("unit", "the unit, an id in `units`", key=True),
    *_share(
        "have it in their best split; of several best splits, the one counts whose lowest tile is in the unit with the "
        "lowest number, then the next tile, and so on"
    ),
    rowid=False,
)
WINNING_DEALS = table(
    "winning_deals",
    "How many of all deals of 13 tiles win, exactly; copies of a kind count as different.",
    _deck(),
    integer("score", "points of the win", key=True),
    integer("deals", "deals that win with this score"),
    real("share", "their share of all deals from the deck, 0 to 1"),
    rowid=False,
)

WAITING_DEALS = table(
    "waiting_deals",
    "How many of all deals wait for a win, exactly; copies of a kind count as different.",
    _deck(),
    integer(
        "n_tiles",
        "12: some kind completes the deal; 13: it has not won, and some kind completes it after a discard",
        key=True,
    ),
    integer("deals", "deals that wait"),
    real("share", "their share of all deals of n_tiles tiles from the deck, 0 to 1"),
    rowid=False,
)
SIMULATED_GAMES = table(
    "simulated_games",
    "Draws until random hands of 12 tiles win, for a player alone who makes the best discard after each draw.",
    _deck(),
    integer("n_games", "games that were played"),
    integer("n_won", "games that were won before the deck was used up"),
    real("mean_draws", "mean number of draws of the games that were won; empty if none was", null=True),
    real("mean_draws_error", "its standard error", null=True),
)

HAND_TABLES = (HANDS, SPLITS, WAITS, DISTANCE, ACCEPTED, DISCARDS)
SIMULATION_PART = Schema(
    MILLIJAN.stage("simulation"),
    VERSION,
    tables=(SIMULATED_DECKS, SIMULATED_SCORES, SIMULATED_DISTANCES, SIMULATED_UNITS),
)
WINNING_DEALS_PART = Schema(MILLIJAN.stage("winning_deals"), VERSION, tables=(WINNING_DEALS,))
TENPAI_PART = Schema(MILLIJAN.stage("tenpai"), VERSION, tables=(WAITING_DEALS, SIMULATED_GAMES))
DATABASE = Schema(
    **vars(tablebase.KIND),
    tables=(
        TILES,
        UNITS,
        UNIT_MEMBERS,
        *HAND_TABLES,
        *SIMULATION_PART.tables,
        *WINNING_DEALS_PART.tables,
        *TENPAI_PART.tables,
    ),
    meaning="Everything about MilliJan.",
    example="SELECT name, size, score, members FROM units ORDER BY size DESC, id LIMIT 10;",
)
DATABASES = (DATABASE,)
"""The databases that docs/tables.md describes."""
