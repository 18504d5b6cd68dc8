"""Answers as data for JSON and tables: kinds and units by name, with members and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pipeline.millijan.commands.options import HandContext

if TYPE_CHECKING:
    from pipeline.millijan.game.table import Discard, Hand, Judged, Value

Data = dict[str, Any]
BONUS = "bonus of the main idol"


def without(hand: Hand, kind: int) -> list[int]:
    """A hand without one tile of a kind."""
    rest = list(hand)
    rest.remove(kind)
    return rest


def unit_as_data(context: HandContext, unit: int, is_called: bool, is_complete: bool) -> Data:
    """A unit with its members and points."""
    return {
        "unit": context.units[unit].name,
        "id": unit,
        "members": context.names_of(context.units[unit].members),
        "points": context.scores.points(unit, is_called, is_complete),
        "called": is_called,
    }


def splits_as_data(context: HandContext, value: Value) -> list[Data]:
    """All best splits: units, the called ones last, and the bonus of each under v1.6."""
    last = [unit_as_data(context, unit, True, value.complete) for unit in context.called]
    splits = []
    for split in value.splits:
        units = [*(unit_as_data(context, unit, False, value.complete) for unit in split), *last]
        bonus = value.score - sum(unit["points"] for unit in units)
        splits.append({"units": units, "bonus": bonus})
    return splits


def loose_tiles(hand: Iterable[str], split: Data) -> list[str]:
    """The tiles of a hand, by their names, that are in no unit of a split."""
    left = Counter(hand)
    left.subtract(member for unit in split["units"] if not unit["called"] for member in unit["members"])
    return list(left.elements())


def columns_of(context: HandContext, columns: Sequence[str]) -> Sequence[str]:
    """Those columns of units that say something in a printed table: which are called if some are."""
    return [column for column in columns if column != "called" or context.called]


def rows_of_split(split: Data) -> list[Data]:
    """A split as rows of a table: its units, and the bonus if there is one."""
    bonus = {"unit": BONUS, "points": split["bonus"]}
    return [*split["units"], *([bonus] if split["bonus"] else [])]


def rows_of_splits(splits: Iterable[Data]) -> list[Data]:
    """Numbered splits as rows, for CSV."""
    return [{"split": number, **row} for number, split in enumerate(splits, start=1) for row in rows_of_split(split)]


def distance_in_words(distance: int | None) -> str:
    """A distance as people say it."""
    from pipeline.millijan.game.distance import NEVER

    named: dict[int | None, str] = {0: "0, won", 1: "1, tenpai", NEVER: "never: nothing wins"}
    return named.get(distance, str(distance))


def discard_as_data(context: HandContext, discard: Discard) -> Data:
    """A discard, with what is left then."""
    return {
        "discard": context.tiles[discard.kind].name,
        "distance": discard.distance,
        "accepted_copies": discard.copies,
        "accepted": context.names_of(discard.accepted),
    }


def nearest_win_as_data(context: HandContext, hand: Hand) -> list[Data]:
    """Units of one of the nearest wins, the called ones last, with the members that are missing."""
    left = Counter(hand)
    units = []
    for unit in context.table.nearest_win(hand, context.called):
        members = context.units[unit].members
        missing = context.names_of(kind for kind in members if not left[kind])
        units.append({**unit_as_data(context, unit, False, True), "missing": missing})
        left -= Counter(members)
    last = [{**unit_as_data(context, unit, True, True), "missing": []} for unit in context.called]
    return [*units, *last] if units else []


def value_as_data(context: HandContext, hand: Hand, value: Value) -> Data:
    """What a hand is worth, with all best splits."""
    return {
        "hand": context.names_of(hand),
        "called": [context.units[unit].name for unit in context.called],
        "main": None if context.main is None else context.tiles[context.main].name,
        "rules": context.rules.value,
        "won": value.won,
        "score": value.score,
        "value": value.value,
        "n_splits": len(value.splits),
        "splits": [
            {**split, "loose": loose_tiles(context.names_of(hand), split)} for split in splits_as_data(context, value)
        ],
    }


def waits_as_data(context: HandContext, hand: Hand, judged: Judged) -> list[Data]:
    """The waits of a hand of 12, the best first, each with all best splits then."""
    return [
        {
            "tile": context.tiles[kind].name,
            "score": score,
            "copies_left": judged.copies_left[kind],
            "splits": splits_as_data(context, context.table.value([*hand, kind], context.called)),
        }
        for kind, score in sorted(judged.waits.items(), key=lambda wait: -wait[1])
    ]


def hand_as_data(context: HandContext, hand: Hand) -> Data:
    """All about a hand."""
    judged = context.table.judge(hand, context.called)
    return {
        **value_as_data(context, hand, judged.value),
        "n_tiles": judged.n_tiles,
        "distance": judged.distance,
        "accepted_copies": judged.accepted_copies,
        "accepted": context.names_of(judged.accepted),
        "waits": waits_as_data(context, hand, judged),
        "discards": [discard_as_data(context, discard) for discard in judged.discards],
    }
