"""The tables of MilliJan, by the stages that write them.

Tiles are numbered from 0 as in the tile file, units as in the unit file, hands from 1 as in the
hand file.
"""

from __future__ import annotations

from collections.abc import Mapping

SCHEMA_VERSION = 1

TABLES: Mapping[str, Mapping[str, str]] = {
    "units": {
        "tiles": """(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, kana TEXT NOT NULL,
            full_name TEXT NOT NULL, type TEXT NOT NULL, copies INTEGER NOT NULL
        ) STRICT""",
        "units": """(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL,
            score INTEGER NOT NULL, members TEXT NOT NULL
        ) STRICT""",
        "unit_members": """(
            unit INTEGER NOT NULL, kind INTEGER NOT NULL, PRIMARY KEY (unit, kind)
        ) STRICT, WITHOUT ROWID""",
    },
    "hands": {
        "hands": """(
            hand_id INTEGER PRIMARY KEY, rules TEXT NOT NULL, hand TEXT NOT NULL,
            called TEXT NOT NULL, main TEXT, n_tiles INTEGER NOT NULL, value INTEGER NOT NULL,
            won INTEGER NOT NULL, score INTEGER NOT NULL, n_splits INTEGER NOT NULL
        ) STRICT""",
        "splits": """(
            hand_id INTEGER NOT NULL, split INTEGER NOT NULL, place INTEGER NOT NULL,
            unit INTEGER NOT NULL, PRIMARY KEY (hand_id, split, place)
        ) STRICT, WITHOUT ROWID""",
        "waits": """(
            hand_id INTEGER NOT NULL, kind INTEGER NOT NULL, score INTEGER NOT NULL,
            copies_left INTEGER NOT NULL, PRIMARY KEY (hand_id, kind)
        ) STRICT, WITHOUT ROWID""",
        "distance": """(
            hand_id INTEGER PRIMARY KEY, distance INTEGER NOT NULL, accepted_copies INTEGER
        ) STRICT""",
        "accepted": """(
            hand_id INTEGER NOT NULL, kind INTEGER NOT NULL, copies_left INTEGER NOT NULL,
            PRIMARY KEY (hand_id, kind)
        ) STRICT, WITHOUT ROWID""",
        "discards": """(
            hand_id INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL,
            distance INTEGER NOT NULL, accepted_copies INTEGER NOT NULL,
            PRIMARY KEY (hand_id, kind)
        ) STRICT, WITHOUT ROWID""",
    },
    "simulation": {
        "simulated_decks": """(
            deck TEXT PRIMARY KEY, n_kinds INTEGER NOT NULL, n_hands INTEGER NOT NULL,
            win_share REAL NOT NULL, win_share_error REAL NOT NULL,
            win_chance REAL NOT NULL, win_chance_error REAL NOT NULL,
            tenpai_share REAL NOT NULL, tenpai_share_error REAL NOT NULL,
            mean_winning_score REAL, mean_winning_score_error REAL
        ) STRICT""",
        "simulated_scores": """(
            deck TEXT NOT NULL, won INTEGER NOT NULL, score INTEGER NOT NULL,
            n_hands INTEGER NOT NULL, share REAL NOT NULL, share_error REAL NOT NULL,
            PRIMARY KEY (deck, won, score)
        ) STRICT, WITHOUT ROWID""",
        "simulated_distances": """(
            deck TEXT NOT NULL, distance INTEGER NOT NULL, n_hands INTEGER NOT NULL,
            share REAL NOT NULL, share_error REAL NOT NULL, PRIMARY KEY (deck, distance)
        ) STRICT, WITHOUT ROWID""",
        "simulated_units": """(
            deck TEXT NOT NULL, unit INTEGER NOT NULL, n_hands INTEGER NOT NULL,
            share REAL NOT NULL, share_error REAL NOT NULL, PRIMARY KEY (deck, unit)
        ) STRICT, WITHOUT ROWID""",
    },
    "winning_deals": {
        "winning_deals": """(
            deck TEXT NOT NULL, score INTEGER NOT NULL, deals INTEGER NOT NULL,
            share REAL NOT NULL, PRIMARY KEY (deck, score)
        ) STRICT, WITHOUT ROWID""",
    },
}
"""Stage -> table -> its columns.

kind: id of a tile. value: the score, and 1,000,000 more if all tiles are in units; the hand has won
if they are 13, with those of called units. copies_left: those that the player does not have.
distance, accepted: of hands of 12 tiles, and of 13 with the best discard; a win has distance 0 and
accepts nothing. error: the standard error. win_share: of hands of 13 tiles. win_chance: the mean
chance that the next tile of the deck completes 12, which is the same with a smaller error. tenpai:
hands that some tile of the deck completes. winning_deals: of all deals, copies told apart.
"""
