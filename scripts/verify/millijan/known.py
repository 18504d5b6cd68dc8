"""Known figures of the full run, and all hands with known answers, judged anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import hypot, sqrt

from pipeline.millijan import tables
from scripts import ROOT
from scripts.verify.checks import Checks, Figures, Level
from scripts.verify.known import equal, known_figures, known_rows
from scripts.verify.millijan.artifacts import Artifacts
from scripts.verify.millijan.chances import ERRORS
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.names import Names
from tests.oracle import millijan as oracle

checks: Checks[Artifacts] = Checks()
ERROR_OF_TWO_DIGITS = 0.0005
"""Of a chance that is known as 0.068, from random hands."""


def _hand(text: str) -> list[int]:
    return [int(kind) for kind in text.split()]


@checks.add(Level.FULL, of_full_run=True)
def known_hands(artifacts: Artifacts) -> Figures:
    """Hands with known answers: candidates, splits, waits, distances, accepted kinds, discards."""
    table = artifacts.table
    seen = 0
    for row in known_rows(Artifacts.puzzle, "hands13.csv"):
        hand = _hand(row["hand"])
        value = table.value(hand)
        _check(row, {
            "candidates": len(table.candidates(hand)), "win": int(value.won), "score": value.score,
            **({"best_splits": len(value.splits)} if value.won else {}),
        })  # fmt: skip
        seen += 1
    for row in known_rows(Artifacts.puzzle, "hands12.csv"):
        hand = _hand(row["hand"])
        left = table.copies_left(hand)
        distance, accepted = table.distance(hand)
        waits = table.waits(hand)
        _check(row, {
            "distance": distance, "accepted": " ".join(map(str, accepted)),
            "accepted_copies": sum(left[kind] for kind in accepted),
            "waits": " ".join(f"{kind}:{score}" for kind, score in waits.items()),
        })  # fmt: skip
        seen += 1
    for row in known_rows(Artifacts.puzzle, "discards13.csv"):
        discards = sorted(table.discards(_hand(row["hand"])), key=lambda one: one.kind)
        listed = " ".join(f"{one.kind}:{one.distance}:{one.copies}" for one in discards)
        _check(row, {"all_discards": listed})
        seen += 1
    say(f"all answers agree on {seen} known hands")
    return {}


def _check(row: Mapping[str, str], found: Mapping[str, object]) -> None:
    for key, value in found.items():
        if row[key] != str(value):
            raise Error(f"hand {row['hand']}: {key} is {value}, but {row[key]} is known")


@checks.add(Level.FULL, of_full_run=True)
def units_and_examples(artifacts: Artifacts) -> Figures:
    """Tiles, units, and the published examples, as the database has them."""
    tiles, units = artifacts.frame(tables.TILES), artifacts.frame(tables.UNITS)
    sizes = units[["size", "score"]].drop_duplicates().sort_values("size")
    data = ROOT / "data" / Artifacts.puzzle
    later = load_units(data / "units_2025.csv", load_tiles(data / "tiles.csv"))
    names = Counter(unit.name for unit in later)
    examples = artifacts.frame(tables.HANDS).set_index("hand_id").loc[1:3]
    table = artifacts.table
    hands = [Names(table.tiles).hand(hand, [13]) for hand in examples.hand]
    return {
        "kinds": len(tiles),
        "copies": tiles.copies.min(),
        "units_2019": len(units),
        "units_2025": len(later),
        "unit_names_twice_2025": sum(count == 2 for count in names.values()),
        "unit_sizes": " ".join(map(str, sizes["size"])),
        "unit_scores": " ".join(map(str, sizes.score)),
        "example_candidates": " ".join(str(len(table.candidates(hand))) for hand in hands[:2]),
        "example_scores": " ".join(map(str, examples.score[:2])),
        "all_stars_splits": len(oracle.splits(hands[2], artifacts.units)),
    }


@checks.add(Level.FULL, of_full_run=True)
def random_hands(artifacts: Artifacts) -> Figures:
    """Random hands, and the exact chances, against estimates by another program."""
    known = known_figures(Artifacts.puzzle)
    deals = artifacts.frame(tables.WINNING_DEALS)
    waiting = artifacts.frame(tables.WAITING_DEALS).set_index(["n_tiles", "deck"]).deals
    of_deck = deals.groupby("deck")[["deals", "share"]].sum()
    exact = of_deck.share
    wins = deals[deals.deck == "all"]
    score = (wins.score * wins.share).sum() / exact["all"]
    square = (wins.score**2 * wins.share).sum() / exact["all"]
    win_error = float(known["win_chance_error"])
    known_wins = (float(known["win_chance"]) / win_error) ** 2
    return {
        "winning_deals": " ".join(str(of_deck.deals[deck]) for deck in ("all", "AS", "Princess", "Fairy", "Angel")),
        "waiting_deals12": " ".join(str(waiting[12, deck]) for deck in ("all", "AS", "Princess", "Fairy", "Angel")),
        "waiting_deals13": " ".join(str(waiting[13, deck]) for deck in ("AS", "Princess", "Fairy", "Angel")),
        "random_hands12_distances": _known_distances_if_near(artifacts, known),
        **{
            key: known[key] if abs(value - float(known[key])) <= ERRORS * error else value
            for key, value, error in (
                ("win_chance", exact["all"], win_error),
                ("mean_winning_score", score, sqrt((square - score**2) / known_wins)),
                ("as_win_chance", exact["AS"], ERROR_OF_TWO_DIGITS),
            )
        },
    }


def _known_distances_if_near(artifacts: Artifacts, known: Mapping[str, str]) -> object:
    counted = [int(count) for count in known["random_hands12_distances"].split()]
    of = int(known["random_hands12"])
    found = artifacts.frame(tables.SIMULATED_DISTANCES).query("deck == 'all'")
    for row in found.itertuples():
        other = counted[row.distance - 1] / of
        if abs(row.share - other) > ERRORS * hypot(row.share_error, sqrt(other * (1 - other) / of)) + 1 / of:
            return found
    return known["random_hands12_distances"]


LEFT_OUT = ("hand_sizes", "win_chance_error", "random_hands12")
"""What says how other figures were found; the sizes of hands are a rule."""


agrees = equal


def expected_figures() -> dict[str, str]:
    """The known figures of the full run."""
    return {key: value for key, value in known_figures(Artifacts.puzzle).items() if key not in LEFT_OUT}
