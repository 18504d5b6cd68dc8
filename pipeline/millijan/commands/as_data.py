"""Answers as data for JSON and tables: kinds and units by name, with members and points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pipeline.millijan.game.distance import NEVER
from pipeline.millijan.game.judged import Judged
from pipeline.millijan.game.table import Discard, Hand, Table, Value

Data = dict[str, Any]
DISTANCES_WITH_A_NAME: Mapping[int | None, str] = {
    0: "0, won",
    1: "1, tenpai",
    NEVER: "never: nothing wins",
}
BONUS = "bonus of the main idol"


def names_of(table: Table, kinds: Iterable[int]) -> list[str]:
    """The names of kinds."""
    return [table.tiles[kind].name for kind in kinds]


def without(hand: Hand, kind: int) -> list[int]:
    """A hand without one tile of a kind."""
    rest = list(hand)
    rest.remove(kind)
    return rest


def unit_as_data(table: Table, unit: int, is_called: bool, is_complete: bool) -> Data:
    """A unit with its members and points."""
    return {
        "unit": table.units[unit].name,
        "id": unit,
        "members": names_of(table, table.units[unit].members),
        "points": table.scores.points(unit, is_called, is_complete),
        "called": is_called,
    }


def splits_as_data(table: Table, value: Value, called: Sequence[int]) -> list[Data]:
    """All best splits: units, the called ones last, and the bonus of each under v1.6."""
    last = [unit_as_data(table, unit, True, value.complete) for unit in called]
    splits = []
    for split in value.splits:
        units = [*(unit_as_data(table, unit, False, value.complete) for unit in split), *last]
        bonus = value.score - sum(unit["points"] for unit in units)
        splits.append({"units": units, "bonus": bonus})
    return splits


def rows_of_split(split: Data) -> list[Data]:
    """A split as rows of a table: its units, and the bonus if there is one."""
    bonus = {"unit": BONUS, "points": split["bonus"]}
    return [*split["units"], *([bonus] if split["bonus"] else [])]


def distance_in_words(distance: int | None) -> str:
    """A distance as people say it."""
    return DISTANCES_WITH_A_NAME.get(distance, f"{distance}")


def discard_as_data(table: Table, discard: Discard) -> Data:
    """A discard, with what is left then."""
    return {
        "discard": table.tiles[discard.kind].name,
        "distance": discard.distance,
        "accepted_copies": discard.copies,
        "accepted": names_of(table, discard.accepted),
    }


def nearest_win_as_data(table: Table, hand: Hand, called: Sequence[int]) -> list[Data]:
    """Units of a win as near as any, the called ones last, with the members that are missing."""
    left = list(hand)
    units = []
    for unit in table.nearest_win(hand, called):
        missing = []
        for kind in table.units[unit].members:
            if kind in left:
                left.remove(kind)
            else:
                missing.append(kind)
        units.append(
            {**unit_as_data(table, unit, False, True), "missing": names_of(table, missing)}
        )
    last = [{**unit_as_data(table, unit, True, True), "missing": []} for unit in called]
    return [*units, *last] if units else []


def value_as_data(table: Table, hand: Hand, called: Sequence[int], value: Value) -> Data:
    """What a hand is worth, with all best splits."""
    return {
        "hand": names_of(table, hand),
        "called": [table.units[unit].name for unit in called],
        "main": None if table.main is None else table.tiles[table.main].name,
        "rules": table.rules.value,
        "won": value.won,
        "score": value.score,
        "value": value.value,
        "n_splits": len(value.splits),
        "splits": splits_as_data(table, value, called),
    }


def waits_as_data(table: Table, hand: Hand, called: Sequence[int], judged: Judged) -> list[Data]:
    """The waits of a hand of 12, the best first, each with all best splits then."""
    found = []
    for kind, score in sorted(judged.waits.items(), key=lambda wait: -wait[1]):
        value = table.value([*hand, kind], called)
        found.append({
            "tile": table.tiles[kind].name,
            "score": score,
            "copies_left": judged.copies_left[kind],
            "splits": splits_as_data(table, value, called),
        })  # fmt: skip
    return found


def hand_as_data(table: Table, hand: Hand, called: Sequence[int], judged: Judged) -> Data:
    """All about a hand."""
    return {
        **value_as_data(table, hand, called, judged.value),
        "n_tiles": judged.n_tiles,
        "distance": judged.distance,
        "accepted_copies": judged.accepted_copies,
        "accepted": names_of(table, judged.accepted),
        "waits": waits_as_data(table, hand, called, judged),
        "discards": [discard_as_data(table, discard) for discard in judged.discards],
    }
