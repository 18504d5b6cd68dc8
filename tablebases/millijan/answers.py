"""The answers to questions about hands: the types of `tablebases.millijan`.

Kinds of tiles are given by their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablebases.answer.base import Answer, ListAnswer
from tablebases.answer.fields import Cells, cells_of, fields_of, figure, names_of
from tablebases.answer.share import Card
from tablebases.answer.text import Block, Table
from tablebases.arguments import checked
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.messages import HALF_WIDTH, counted
from tablebases.millijan.drawing import draw_hand, name_in_drawings
from tablebases.millijan.units import ALL, AS, NEVER, RuleSet, Tile
from tablebases.puzzles import MILLIJAN

# Words and tables.

HEADINGS = {
    "accepted": "accepted kinds",
    "accepted_copies": "accepted tiles",
    "hand_id": "hand",
    "n_splits": "best splits",
    "points": "unit points",
    "score": "hand points",
    "tile": "wait",
}
"""Column -> its heading in tables, where that is not the name."""


def text_table(items: Sequence[object], columns: Sequence[str], title: str = "") -> Table:
    """A table with the headings of this game."""
    return Table(items, columns, title, HEADINGS)


def distance_in_words(distance: int) -> str:
    """A distance as people say it."""
    text = {0: "0, won", 1: "1, tenpai", NEVER: "never: nothing wins"}.get(distance, "{distance} ({shanten}-shanten)")
    return t(text, distance=distance, shanten=distance - 1)


def distance_in_cell(distance: int | None) -> int | str | None:
    """A distance in a table: a number, or a word for `NEVER`."""
    return t("never") if distance == NEVER else distance


def accepted_tiles(copies: int | None) -> str:
    """How many tiles lower the distance."""
    return counted(copies or 0, "accepted tile")


# The types.

WAIT_COLUMNS = ("tile", "score", "copies_left", "n_splits")
DISCARD_COLUMNS = ("discard", "distance", "accepted_copies", "accepted")


@dataclass(frozen=True)
class ScoredUnit:
    """A unit and its points."""

    unit: str
    """Its name."""
    id: int
    """Its number in the list of units."""
    members: tuple[str, ...]
    points: int
    """Without the bonus of the main idol."""
    called: bool

    def __str__(self) -> str:
        members = " ".join(self.members)
        return t("{unit}: {members}, {points:,} points", unit=self.unit, members=members, points=self.points)


@dataclass(frozen=True)
class NearUnit(ScoredUnit):
    """A unit with the members that a hand lacks."""

    missing: tuple[str, ...]
    """The members that the hand lacks."""


@dataclass(frozen=True)
class Split(Answer):
    """A split of a hand into units."""

    units: tuple[ScoredUnit, ...]
    """The called units come last."""
    bonus: int
    """Points for the main idol under the rule set `v1.6`."""
    loose: tuple[str, ...]
    """The tiles that are in no unit."""

    lists = "units"

    @property
    def unit_names(self) -> tuple[str, ...]:
        """The names of the units."""
        return tuple(unit.unit for unit in self.units)

    def items(self) -> list[Mapping[str, object]]:
        """The rows of a table: the units, and the bonus if there is one."""
        bonus = {"unit": t("bonus of the main idol"), "points": self.bonus}
        return [*map(vars, self.units), *([bonus] if self.bonus else [])]

    @checked
    def blocks(self, title: str = "") -> Iterator[Block]:
        """The units as a table below `title`, and the loose tiles."""
        if self.units:
            yield text_table(self.items(), _columns_of(self.units, "unit", "members", "points", "called"), title)
        if self.loose:
            yield t("loose: {tiles}", tiles=" ".join(self.loose))


def _columns_of(units: Sequence[ScoredUnit], *columns: str) -> Sequence[str]:
    """The columns for a table of units: `called` if one of them is."""
    return [column for column in columns if column != "called" or any(unit.called for unit in units)]


def _nearest_win(units: Sequence[NearUnit], title: str) -> Iterator[Table]:
    """The units of a nearest win as a table, if there is one."""
    if units:
        yield text_table(units, _columns_of(units, "unit", "members", "points", "called", "missing"), title)


@dataclass(frozen=True)
class HandAnswer(Answer):
    """An answer about a hand."""

    hand: tuple[str, ...]
    """The tiles as they were understood."""
    called: tuple[str, ...]
    """The names of the called units."""
    seen: tuple[str, ...]
    """The tiles seen elsewhere."""
    main: str | None
    """The player's main idol."""
    rules: RuleSet
    tiles: tuple[Tile, ...] = field(repr=False)
    """The tiles as they are drawn."""
    place: str = field(repr=False)
    """The address of the hand in the atlas, such as `millijan/#0-3-14`."""

    @property
    def title(self) -> str:
        """The title of the drawing."""
        return t("hand: {tiles}", tiles=" ".join(self.hand))

    @property
    def best(self) -> Sequence[str]:
        """The discards to mark in the drawing."""
        return ()

    def svg(self) -> str:
        """The hand as SVG."""
        return draw_hand(self.tiles, self.title, self.best)

    def card(self) -> Card:
        """The hand to share, with the best discards."""
        names = {tile.name: name_in_drawings(tile) for tile in self.tiles}
        tiles = t(", ").join(names[name] for name in self.best)
        lines = [t("Discard: {tiles}", tiles=tiles)] if tiles else []
        return Card(MILLIJAN.package, self.title, lines, self.place, self.svg())

    def blocks(self) -> Iterator[Block]:
        """The hand, the called units, and the tiles seen elsewhere."""
        yield t("hand: {tiles}", tiles=" ".join(self.hand))
        if self.called:
            yield t("called: {units}", units=t(", ").join(self.called))
        if self.seen:
            yield t("seen: {tiles}", tiles=" ".join(self.seen))


@dataclass(frozen=True)
class Score(HandAnswer):
    """The score of a hand, with all best splits."""

    won: bool
    """Whether the hand has 13 tiles, those of called units included, and all are in units."""
    score: int
    value: int
    """The score, and 1,000,000 more if all tiles are in units."""
    splits: tuple[Split, ...]
    """All splits with this score: fewer units first, then lower numbers of units."""

    lists = "splits"

    @figure
    def n_splits(self) -> int:
        """The number of best splits."""
        return len(self.splits)

    @property
    def title(self) -> str:
        """The score, and whether the hand has won."""
        return t("Won: {points:,} points" if self.won else "{points:,} points", points=self.score)

    def rows(self) -> Iterator[Cells]:
        """The splits, with names and points of their units."""
        for number, split in enumerate(self.splits, start=1):
            points = [unit.points for unit in split.units]
            yield {"split": number, "units": [*split.unit_names], "points": points, **cells_of(split)}

    @checked
    def blocks(self, show_all: bool = False) -> Iterator[Block]:
        """The score, and the first of the best splits. `show_all` shows all of them."""
        yield from super().blocks()
        state = "won" if self.won else "all tiles in units" if self.value > self.score else "not won"
        splits = counted(self.n_splits, "best split")
        yield t("{state}, {score:,} points; {splits}", state=t(state), score=self.score, splits=splits)
        for number, split in enumerate(self.splits if show_all else self.splits[:1], start=1):
            yield from split.blocks(t("split {number} of {count}", number=number, count=self.n_splits))


@dataclass(frozen=True)
class Wait:
    """A kind that completes a hand of 12."""

    tile: str
    score: int
    """The score of the win."""
    copies_left: int
    """Copies that are neither in the hand nor in called units nor seen."""
    splits: tuple[Split, ...]
    """All best splits of the win."""

    @figure
    def n_splits(self) -> int:
        """The number of best splits."""
        return len(self.splits)

    def __str__(self) -> str:
        return t(
            "{tile}: {score:,} points, copies left: {copies}", tile=self.tile, score=self.score, copies=self.copies_left
        )


@dataclass(frozen=True)
class Waits(HandAnswer):
    """The waits of a hand of 12."""

    distance: int
    """1 if some kind completes the hand; see `Distance`."""
    waits: tuple[Wait, ...]
    """The best score first."""

    lists = "waits"
    columns = WAIT_COLUMNS

    @property
    def title(self) -> str:
        """The number of waits."""
        count = len(self.waits)
        if count == 1:
            return t("Tenpai: one wait")
        return t("Tenpai: {count} waits", count=count) if count else t("Not tenpai")

    def blocks(self) -> Iterator[Block]:
        """The waits, and their splits."""
        yield from super().blocks()
        if self.waits:
            yield from wait_tables(self.waits)
        else:
            far = distance_in_words(self.distance)
            yield t("not tenpai: no tile completes this hand; its distance is {distance}", distance=far)


def wait_tables(waits: Sequence[Wait]) -> Iterator[Table]:
    """A table of the waits, and one of their splits."""
    yield text_table(waits, WAIT_COLUMNS)
    rows = []
    for wait in waits:
        for number, split in enumerate(wait.splits, start=1):
            first, *others = split.items()
            rows += [{"tile": wait.tile, "split": number, **first}, *others]
    yield text_table(rows, ("tile", "split", "points", "unit", "members"))


@dataclass(frozen=True)
class Distance(HandAnswer):
    """The distance of a hand of 12 or 13 from a win."""

    distance: int
    """The tiles that 12 lack: 1 is tenpai, `NEVER` if nothing wins. Of 13 tiles 0 for a win, else after `discard`."""
    discard: str | None
    """The best discard of 13 tiles; None for 12 tiles and for a win."""
    accepted_copies: int | None
    """Copies of the accepted kinds that the player does not see; None for a win."""
    accepted: tuple[str, ...]
    """The kinds that lower the distance and can still be drawn."""
    nearest_win: tuple[NearUnit, ...]
    """The units of one of the nearest wins, the called ones last; empty if nothing wins."""

    @property
    def title(self) -> str:
        """The distance."""
        return t("Distance {distance}", distance=distance_in_words(self.distance))

    def blocks(self) -> Iterator[Block]:
        """The distance, the discard, the accepted kinds, and a nearest win."""
        yield from super().blocks()
        yield t("distance {distance}", distance=distance_in_words(self.distance))
        if self.discard:
            yield t("discard {tile}", tile=self.discard)
        if self.accepted:
            yield accepted_tiles(self.accepted_copies) + t(": ") + " ".join(self.accepted)
        yield from _nearest_win(self.nearest_win, t("one of the nearest wins"))


@dataclass(frozen=True)
class Discard:
    """A tile to discard, and the hand that is then left."""

    discard: str
    distance: int
    accepted_copies: int
    """Copies of the accepted kinds that the player does not see."""
    accepted: tuple[str, ...]
    """The kinds that lower the distance and can still be drawn."""

    @property
    def rank(self) -> tuple[int, int]:
        """The lower, the better: distance, then accepted copies."""
        return self.distance, -self.accepted_copies

    def __str__(self) -> str:
        distance, copies = distance_in_words(self.distance), accepted_tiles(self.accepted_copies)
        return t("{tile}: distance {distance}, {copies}", tile=self.discard, distance=distance, copies=copies)


@dataclass(frozen=True)
class RankedDiscard(Discard):
    """A discard with a win that it leads to."""

    nearest_win: tuple[NearUnit, ...]
    """The units of one of the nearest wins then, the called ones last; empty if nothing wins."""
    reachable: tuple[NearUnit, ...]
    """The units of all nearest wins then, without called ones; those that lack few tiles come first."""


NAMED = 3
"""Discards and units that a sentence names."""


def _first_names(names: Sequence[str]) -> str:
    """The first of some names; dots stand for the others."""
    return t(", ").join(names[:NAMED]) + "…" * (len(names) > NAMED)


SHOWN_KINDS = 10
"""Accepted kinds of a discard that a table shows."""


def _first_accepted(discard: Discard) -> dict[str, object]:
    """A discard for the table: of many accepted kinds the first ones, and how many more there are."""
    more = len(discard.accepted) - SHOWN_KINDS
    kinds = " ".join(discard.accepted[:SHOWN_KINDS])
    if more > 0:
        kinds = t("{kinds} and {more} more", kinds=kinds, more=more)
    return {**vars(discard), "distance": distance_in_cell(discard.distance), "accepted": kinds}


@dataclass(frozen=True)
class Discards(HandAnswer):
    """The discards of a hand of 13."""

    discards: tuple[RankedDiscard, ...]
    """The best first: low distance, then many accepted copies."""

    lists = "discards"

    @property
    def title(self) -> str:
        """The distance after the best discard."""
        return t("Distance {distance} after the best discard", distance=distance_in_words(self.discards[0].distance))

    @property
    def best(self) -> list[str]:
        """The best tiles to discard, all equally good."""
        return [one.discard for one in self.discards if one.rank == self.discards[0].rank]

    @property
    def best_names(self) -> str:
        """The best discards, the first of many."""
        return _first_names(self.best)

    @checked
    def reasons(self, other: RankedDiscard | None = None) -> Iterator[str]:
        """Sentences on the best discard and on `other`, or on the best of the worse ones if `other` is as good."""
        best = self.discards[0]
        if best.distance == NEVER:
            return
        if self.discards[1:] and self.discards[1].rank == best.rank:
            yield t("Best discards: {names}", names=self.best_names)
        tiles, units = accepted_tiles(best.accepted_copies), counted(len(best.reachable), "unit")
        names = _first_names([unit.unit for unit in best.reachable])
        text = "Without {tile} the hand has {tiles}, and {units} in its nearest wins: {names}"
        yield t(text, tile=best.discard, tiles=tiles, units=units, names=names)
        other = next((one for one in (other, *self.discards) if one and one.rank > best.rank), None)
        if not other:
            return
        if other.distance > best.distance:
            text = "Without {tile} the distance is {distance} instead of {best}."
            yield t(text, tile=other.discard, distance=other.distance, best=best.distance)
            return
        tiles = accepted_tiles(best.accepted_copies - other.accepted_copies)
        kept = {unit.id for unit in other.reachable}
        lost = [unit.unit for unit in best.reachable if unit.id not in kept]
        if lost:
            text = "Without {tile} it has {tiles} fewer, and lacks {count} of these units: {names}"
            yield t(text, tile=other.discard, tiles=tiles, count=len(lost), names=_first_names(lost))
        else:
            yield t("Without {tile} it has {tiles} fewer.", tile=other.discard, tiles=tiles)

    def blocks(self) -> Iterator[Block]:
        """The discards, why the best one is best, and a nearest win after it."""
        yield from super().blocks()
        yield text_table([*map(_first_accepted, self.discards)], DISCARD_COLUMNS)
        best = self.discards[0]
        if best.distance != NEVER:
            text = "After discarding {tile} the distance is {distance}."
            yield t(text, tile=best.discard, distance=distance_in_words(best.distance))
        yield from self.reasons()
        yield from _nearest_win(best.nearest_win, t("one of the nearest wins without {tile}", tile=best.discard))


@dataclass(frozen=True)
class Call(ScoredUnit):
    """A unit that a hand can form with a called tile, and where that leads."""

    distance: int
    """0 for a win, else that after the best discard."""
    score: int | None
    """The score of a win."""
    discards: tuple[str, ...]
    """All discards that are best after the call; none for a win."""
    accepted_copies: int | None
    """Copies of the accepted kinds then, None for a win."""
    splits: tuple[Split, ...]
    """All best splits of a win."""
    all_discards: tuple[Discard, ...]
    """All discards after the call, the best first; none for a win."""
    nearest_win: tuple[NearUnit, ...]
    """The units of one of the nearest wins after the first of the discards; empty for a win, or if nothing wins."""

    @property
    def won(self) -> bool:
        """Whether the call wins."""
        return self.score is not None


@dataclass(frozen=True)
class Calls(HandAnswer):
    """The calls of a hand of 12."""

    tile: str
    """The tile that another player discards."""
    calls: tuple[Call, ...]
    """The best first: low distance, then high score, then many accepted copies."""

    lists = "calls"
    columns = ("unit", "id", "members", "points", "called", "distance", "score", "discards", "accepted_copies")

    def blocks(self) -> Iterator[Block]:
        """The calls, and where each leads."""
        yield from super().blocks()
        if not self.calls:
            yield t("no unit of this hand has {tile}", tile=self.tile)
            return
        rows: list[dict[str, object]] = []
        for call in self.calls:
            tiles, copies = t(" or ").join(call.discards), accepted_tiles(call.accepted_copies)
            then = t("won") if call.won else t("discard {tiles}: {copies}", tiles=tiles, copies=copies)
            rows.append({**vars(call), "distance": distance_in_cell(call.distance), "then": then})
        best = self.calls[0]
        won, lost = "A call wins. Best is {unit}: {points:,} points.", "No call wins. Best is {unit}, then {then}."
        yield t(won if best.won else lost, unit=best.unit, points=best.score, then=rows[0]["then"])
        yield text_table(rows, ("distance", "score", "points", "unit", "members", "then"))


@dataclass(frozen=True)
class Judgement(Score):
    """Everything about a hand."""

    n_tiles: int
    """Of the hand and of the called units."""
    distance: int | None
    """As in `Distance`; None for fewer than 12 tiles."""
    accepted_copies: int | None
    """Copies of the accepted kinds that the player does not see; None for a win or without a distance."""
    accepted: tuple[str, ...]
    """The kinds that lower the distance and can still be drawn."""
    waits: tuple[Wait, ...]
    """Of 12 tiles, the best score first."""
    discards: tuple[Discard, ...]
    """Of 13 tiles, the best first."""
    hand_id: int | None = None
    """The number of a hand of a file, from 1."""

    @figure
    def units(self) -> tuple[str, ...]:
        """The names of the units of the first best split."""
        return self.splits[0].unit_names

    @checked
    def blocks(self, show_all: bool = False) -> Iterator[Block]:
        """The score, the distance, the waits and the discards."""
        yield from super().blocks(show_all)
        if self.distance is not None:
            yield t("distance {distance}", distance=distance_in_words(self.distance))
        if self.waits:
            yield from wait_tables(self.waits)
        if self.discards:
            yield text_table([*map(_first_accepted, self.discards)], DISCARD_COLUMNS)


@dataclass(frozen=True)
class Judgements(ListAnswer[Judgement]):
    """Everything about the hands of a file."""

    judgements: tuple[Judgement, ...]
    """In the order of the file."""

    lists = "judgements"
    columns = (
        *("hand_id", "hand", "called", "main", "rules", "won", "score", "value", "n_splits", "units"),
        *("n_tiles", "distance", "accepted_copies", "accepted"),
    )

    def blocks(self) -> Iterator[Block]:
        """The hands as a table."""
        rows = [
            {**fields_of(one), "distance": distance_in_cell(one.distance), "units": "; ".join(one.units)}
            for one in self.judgements
        ]
        columns = ("hand_id", "won", "score", "n_splits", "distance", "accepted_copies", "units")
        yield text_table(rows, columns)


@dataclass(frozen=True)
class FoundUnits(Answer):
    """Units of the list."""

    hand: tuple[str, ...]
    """The hand that has most of their members; empty if units were found without one."""
    units: tuple[NearUnit, ...]

    lists = "units"
    columns = names_of(NearUnit)

    def blocks(self) -> Iterator[Block]:
        """The units as a table."""
        missing = ["missing"] if self.hand else []
        yield text_table(self.units, ["id", "unit", "points", "members", *missing])


@dataclass(frozen=True)
class DeckSummary:
    """Results of random hands of a deck; shares and chances are 0 to 1, errors are standard errors."""

    deck: str
    n_kinds: int
    n_hands: int
    """Random hands that were dealt."""
    win_chance: float
    """The chance that 13 tiles win."""
    win_chance_error: float
    exact_win_chance: float | None
    """The same, by counting all deals; None if there were too many."""
    tenpai_share: float
    """The share of hands of 12 that some kind completes."""
    tenpai_share_error: float
    mean_winning_score: float | None
    """Of all deals of 13 that win; if there were too many to count, of the random hands that do, None if none does."""
    mean_winning_score_error: float | None
    """None if all deals were counted."""
    exact_tenpai_share: float | None
    """The share of hands of 12 that some kind completes, by counting all deals; None if there were too many."""
    exact_tenpai_share_of_13: float | None
    """The share of hands of 13 that have not won and wait without some tile, by counting all deals."""
    mean_draws: float | None
    """Draws to a win from 12 tiles, with no other player."""
    mean_draws_error: float | None
    mean_distance: float | None
    """Of hands of 12."""


PERCENT = " %"
SUMMARY_COLUMNS: Mapping[str, tuple[str, int, str]] = {
    "wins, counted": ("exact_win_chance", 6, PERCENT),
    "wins, sampled": ("win_chance", 4, PERCENT),
    "12 tenpai, counted": ("exact_tenpai_share", 6, PERCENT),
    "12 tenpai, sampled": ("tenpai_share", 3, PERCENT),
    "13 tenpai, counted": ("exact_tenpai_share_of_13", 6, PERCENT),
    "score of a win": ("mean_winning_score", 0, ""),
    "draws to a win": ("mean_draws", 1, ""),
    "distance": ("mean_distance", 2, ""),
}
"""Column of the printed table -> field of `DeckSummary`, digits behind the point, and unit."""
SUMMARY_LEGEND = (
    "wins: 13 random tiles that are all in units",
    "12 tenpai: 12 random tiles that one more tile completes",
    "13 tenpai: 13 random tiles that have not won and wait after some discard",
    "counted: all deals; empty where there are too many to count",
    "sampled: random deals, ± half the width of the 95 % interval",
    "draws to a win: mean number from 12 tiles on; distance: mean number of tiles that 12 lack for a win",
)
DECK_NAMES = {ALL: "all idols", AS: "AS idols"}
"""Deck -> its name in tables; the other decks have the names of types."""


def _in_words(deck: DeckSummary) -> dict[str, str]:
    """A deck for the table: each value with half the width of its 95 % interval, if it has one."""
    row = {"deck": t(DECK_NAMES.get(deck.deck, deck.deck))}
    for name, (value_of, digits, unit) in SUMMARY_COLUMNS.items():
        value, error = getattr(deck, value_of), getattr(deck, f"{value_of}_error", None)
        factor = 100 if unit == PERCENT else 1
        numbers = [value] if error is None else [value, HALF_WIDTH * error]
        shown = " ± ".join(f"{factor * number:,.{digits}f}" for number in numbers if number is not None)
        row[name] = f"{shown}{t(unit)}" if shown else ""
    return row


@dataclass(frozen=True)
class Summary(Answer):
    """Results of random hands, deck by deck."""

    path: Path
    """The database."""
    source: Place
    """Where it was found."""
    decks: tuple[DeckSummary, ...]

    lists = "decks"

    def blocks(self) -> Iterator[Block]:
        """The decks as a table, and what its columns mean."""
        rows = [*map(_in_words, self.decks)]
        yield text_table(rows, ("deck", *SUMMARY_COLUMNS), t("MilliJan: {path}", path=self.path))
        yield from map(t, SUMMARY_LEGEND)
