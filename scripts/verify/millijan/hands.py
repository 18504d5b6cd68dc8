"""That the game is that of the data files, and that hands are judged as the oracle judges them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from pathlib import Path

from sqlalchemy import Table as DatabaseTable

from pipeline.millijan import tables
from scripts import ROOT
from scripts.figures import known_rows
from scripts.verify.checks import Checks, Figures, Level, require
from scripts.verify.millijan.artifacts import Artifacts
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.millijan.game_files import Question, load_tiles, load_units, read_questions
from tablebases.millijan.names import Names
from tablebases.millijan.units import COPIES, MAX_TILES
from tests.oracle import millijan as oracle

checks: Checks[Artifacts] = Checks()
HANDS_ASKED = 500
"""Random hands that the oracle judges."""
DISCARDS_ASKED = 40
"""Random hands whose discards it judges, each as much work as a dozen hands."""


Rows = list[dict[str, object]]


@checks.add(Level.QUICK)
def game_again(artifacts: Artifacts) -> None:
    """Tiles, units and their members are those of the data files."""
    tiles, units = artifacts.table.tiles, artifacts.table.units
    expected: dict[DatabaseTable, list[list[object]]] = {
        tables.TILES: [[kind, *astuple(tile), COPIES] for kind, tile in enumerate(tiles)],
        tables.UNITS: [
            [number, unit.name, len(unit.members), oracle.size_score(len(unit.members)),
             " ".join(tiles[kind].name for kind in unit.members)]
            for number, unit in enumerate(units)
        ],
        tables.UNIT_MEMBERS: [[number, kind] for number, unit in enumerate(units) for kind in unit.members],
    }  # fmt: skip
    for of, rows in expected.items():
        artifacts.check_rows(of, (dict(zip(of.columns.keys(), row, strict=True)) for row in rows))


@checks.add(Level.FULL)
def hands_again(artifacts: Artifacts) -> None:
    """Hands of the hand file have the values, splits, waits, distances and discards that the oracle finds."""
    table = artifacts.table
    expected: dict[DatabaseTable, Rows] = {of: [] for of in tables.HAND_TABLES}
    for asked in read_questions(Path(artifacts.section.hand_file), table.tiles, table.units):
        for of, rows in _rows_of_hand(artifacts, asked):
            expected[of] += ({"hand_id": asked.number, **row} for row in rows)
    for of, rows in expected.items():
        artifacts.check_rows(of, rows)


def _rows_of_hand(artifacts: Artifacts, asked: Question) -> Iterator[tuple[DatabaseTable, Rows]]:
    """The rows that a hand should have in each table, without its number."""
    tiles = artifacts.table.tiles
    called = tuple(artifacts.units[unit] for unit in asked.called)
    counting = artifacts.counting(asked.main, called)
    hand = tuple(sorted(asked.hand))
    n_tiles = len(hand) + oracle.tiles_used(called)
    best = oracle.best_packings(hand, artifacts.units, counting)
    is_complete = oracle.tiles_used(best[0]) == len(hand)
    won = is_complete and n_tiles == MAX_TILES
    yield tables.HANDS, [{
        "rules": artifacts.section.rules,
        "hand": " ".join(tiles[kind].name for kind in asked.hand),
        "called": "; ".join(unit.name for unit in called),
        "main": None if asked.main is None else tiles[asked.main].name,
        "n_tiles": n_tiles,
        "value": oracle.value(hand, best[0], counting),
        "won": int(won),
        "score": oracle.score(best[0], is_complete, counting),
        "n_splits": len(best),
    }]  # fmt: skip
    yield (
        tables.SPLITS,
        [
            {"split": split, "place": place, "unit": unit}
            for split, units in enumerate(best)
            for place, unit in enumerate(oracle.numbers(units))
        ],
    )
    if n_tiles == MAX_TILES - 1:
        waits = oracle.waits(hand, artifacts.units, range(len(tiles)), counting)
        yield tables.WAITS, [{"kind": of.kind, "score": of.score, "copies_left": of.copies} for of in waits]
        distance, accepted = artifacts.oracle_distance(hand, called)
        yield from _rows_of_distance(distance, accepted)
    elif n_tiles == MAX_TILES:
        discards = oracle.discards(hand, artifacts.distances, called)
        yield (
            tables.DISCARDS,
            [
                {"kind": of.kind, "place": place, "distance": of.distance, "accepted_copies": of.copies}
                for place, of in enumerate(discards, start=1)
            ],
        )
        if won:
            yield tables.DISTANCE, [{"distance": 0, "accepted_copies": None}]
        elif discards:
            left = oracle.copies_left(hand, called)
            accepted = {kind: left.get(kind, COPIES) for kind in discards[0].accepted}
            yield from _rows_of_distance(discards[0].distance, accepted)


def _rows_of_distance(distance: int, accepted: Mapping[int, int]) -> Iterator[tuple[DatabaseTable, Rows]]:
    yield tables.DISTANCE, [{"distance": distance, "accepted_copies": sum(accepted.values())}]
    yield tables.ACCEPTED, [{"kind": kind, "copies_left": copies} for kind, copies in accepted.items()]


@checks.add(Level.FULL)
def random_hands_again(artifacts: Artifacts) -> None:
    """Random hands have the best splits, waits, distances and discards that the oracle finds."""
    table, units = artifacts.table, artifacts.units
    random = artifacts.random()
    decks = list(artifacts.decks)
    for number in range(artifacts.sample_of(HANDS_ASKED)):
        hand = artifacts.deal(decks[number % len(decks)], MAX_TILES - 1, random)
        splits = tuple(oracle.numbers(best) for best in oracle.best_packings(hand, units))
        waits = {of.kind: of.score for of in oracle.waits(hand, units, range(len(table.tiles)))}
        distance, accepted = artifacts.oracle_distance(hand)
        found = (table.value(hand).splits, table.waits(hand), table.distance(hand))
        require(found == (splits, waits, (distance, tuple(accepted))), f"hand {hand}: {found} is wrong")
    for number in range(artifacts.sample_of(DISCARDS_ASKED)):
        hand = artifacts.deal(decks[number % len(decks)], MAX_TILES, random)
        ranked = [(of.kind, of.distance, of.accepted, of.copies) for of in oracle.discards(hand, artifacts.distances)]
        listed = [(of.kind, of.distance, of.accepted, of.copies) for of in table.discards(hand)]
        require(listed == ranked, f"hand {hand}: the discards {listed} are wrong")


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
    """Units of 2025, and splits of the published examples."""
    data = ROOT / "data" / Artifacts.puzzle
    later = load_units(data / "units_2025.csv", load_tiles(data / "tiles.csv"))
    names = Counter(unit.name for unit in later)
    table = artifacts.table
    examples = artifacts.frame(tables.HANDS).set_index("hand_id").loc[1:3]
    hands = [Names(table.tiles).hand(hand, [13]) for hand in examples.hand]
    return {
        "units_2025": len(later),
        "unit_names_twice_2025": sum(count == 2 for count in names.values()),
        "example_candidates": " ".join(str(len(table.candidates(hand))) for hand in hands[:2]),
        "all_stars_splits": len(oracle.splits(hands[2], artifacts.units)),
    }
