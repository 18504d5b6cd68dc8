"""Questions about hands: the functions of `tablebases.millijan`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, reduce
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from tablebases.arguments import P, R, Texts, checked, texts_of
from tablebases.database import open_rows
from tablebases.errors import InputError, whole_number
from tablebases.languages import t
from tablebases.locations import PACKAGED, find_artifact, looked_up
from tablebases.millijan.answers import (
    Call,
    Calls,
    DeckSummary,
    Discard,
    Discards,
    Distance,
    FoundUnits,
    Judgement,
    Judgements,
    NearUnit,
    RankedDiscard,
    Score,
    ScoredUnit,
    Split,
    Summary,
    Wait,
    Waits,
)
from tablebases.millijan.game_files import load_game, read_questions
from tablebases.millijan.names import Names, unit_named
from tablebases.millijan.tablebase import KIND
from tablebases.millijan.units import MAX_TILES, RuleSet, Tile, Unit, UnitScores, unit_scores
from tablebases.puzzles import MILLIJAN

if TYPE_CHECKING:
    from tablebases.compiled import Variant
    from tablebases.millijan.table import Discard as TableDiscard
    from tablebases.millijan.table import Hand, Judged, Table, Value

# The rules and tables for a hand.

UNIT_LISTS = {year: PACKAGED / f"data/millijan/units_{year}.csv" for year in ("2019", "2025")}
TILE_FILE = PACKAGED / "data/millijan/tiles.csv"
MOST_TABLES = 16
"""Tables in memory for later questions, each with 7 MB for each thread."""
FEW = 10
"""Questions, calls of `_table`, that plain Python answers, each in a fraction of a second; compiling takes several."""


class _Game(NamedTuple):
    """The tiles and units of a game."""

    tiles: tuple[Tile, ...]
    units: tuple[Unit, ...]
    names: Names


def _read_game(unit_file: Path, tile_file: Path) -> _Game:
    tiles, units = load_game(tile_file, unit_file)
    return _Game(tiles, units, Names(tiles))


@cache
def _packaged_game(units: str) -> _Game:
    return _read_game(UNIT_LISTS[units], TILE_FILE)


def _load_game(units: int | str | Path, tiles: str | Path | None) -> _Game:
    """The game with the `units` and `tiles` of the keywords."""
    tile_file = TILE_FILE if tiles is None else Path(tiles)
    units = str(units) if isinstance(units, int) else units
    if isinstance(units, str) and units in UNIT_LISTS:
        return _packaged_game(units) if tiles is None else _read_game(UNIT_LISTS[units], tile_file)
    unit_file = Path(units)
    if isinstance(units, str) and not looked_up(unit_file).is_file():
        text = "there is no list of units '{name}'; take {names}, or the path of a file"
        raise InputError(text, name=units, names=t(" or ").join(UNIT_LISTS))
    return _read_game(unit_file, tile_file)


@lru_cache(maxsize=MOST_TABLES)
def _table(
    tiles: tuple[Tile, ...],
    units: tuple[Unit, ...],
    rules: RuleSet,
    main: int | None,
    seen: tuple[int, ...],
    variant: Variant,
) -> Table:
    from tablebases.millijan.table import Table

    return Table(tiles, units, rules, main, seen, variant)


def _without(hand: Hand, kind: int) -> list[int]:
    """A hand without one tile of a kind."""
    rest = list(hand)
    rest.remove(kind)
    return rest


def _text(words: Texts) -> str:
    return " ".join(texts_of(words))


@dataclass(frozen=True)
class _Question:
    """The rules, main idol, called units and seen tiles of a question."""

    game: _Game
    rules: RuleSet
    main: int | None
    """The player's main idol, a kind."""
    called: tuple[int, ...]
    """Numbers of called units."""
    seen: tuple[int, ...]
    """Kinds of tiles seen elsewhere."""

    @cached_property
    def table(self) -> Table:
        """The table at which hands are judged."""
        from tablebases.compiled import as_compiled, in_plain_python

        asked = _table.cache_info()
        variant = in_plain_python if asked.hits + asked.misses < FEW else as_compiled
        return _table(self.game.tiles, self.game.units, self.rules, self.main, self.seen, variant)

    @cached_property
    def scores(self) -> UnitScores:
        """The points of units."""
        return unit_scores(self.game.units, self.rules, self.main)

    @property
    def called_units(self) -> list[Unit]:
        """The called units themselves."""
        return [self.game.units[unit] for unit in self.called]

    def read_hand(self, words: Texts, sizes: Iterable[int]) -> tuple[int, ...]:
        """The kinds of a hand of one of `sizes`, those of called units included."""
        tiles = self.game.names.hand(_text(words), sizes, self.called_units)
        self.check_seen(tiles)
        return tiles

    def check_seen(self, tiles: Sequence[int]) -> None:
        """Check that there are enough copies for the hand, the called units and the seen tiles."""
        self.game.names.check_copies([*tiles, *self.seen], t("all that is seen"), self.called_units)

    def names_of(self, kinds: Iterable[int]) -> tuple[str, ...]:
        """The names of kinds."""
        return tuple(self.game.tiles[kind].name for kind in kinds)

    def about(self, hand: Hand) -> dict[str, Any]:
        """The fields of every `HandAnswer`."""
        return {
            "hand": self.names_of(hand),
            "called": tuple(unit.name for unit in self.called_units),
            "seen": self.names_of(self.seen),
            "main": None if self.main is None else self.game.tiles[self.main].name,
            "rules": self.rules,
            "tiles": tuple(self.game.tiles[kind] for kind in hand),
            "place": self.place(hand),
        }

    def place(self, hand: Hand) -> str:
        """The address of a hand in the atlas, such as `millijan/#0-3-14;2025;v1.6;seen-5-5`.

        `addressOf` of page/reading.js writes the same. It is that of the page alone if the page lacks these tiles or
        units.
        """
        name = next((name for name in UNIT_LISTS if _packaged_game(name)[:2] == self.game[:2]), None)
        if name is None:
            return f"{MILLIJAN.page}/"
        has_bonus = self.rules != RuleSet.SEED and any(self.main in unit.members for unit in self.game.units)
        kinds, *numbers = ("-".join(map(str, sorted(each))) for each in (hand, self.called, self.seen))
        options = [
            name * (name != next(iter(UNIT_LISTS))),
            self.rules * (self.rules != next(iter(RuleSet))),
            f"main-{self.main}" * has_bonus,
            *(f"{option}-{each}" * bool(each) for option, each in zip(("called", "seen"), numbers, strict=True)),
        ]
        return f"{MILLIJAN.page}/#" + ";".join([kinds, *filter(None, options)])

    def unit(self, unit: int, is_called: bool, is_complete: bool) -> ScoredUnit:
        """A unit with its points in a complete hand or another one."""
        name, members = self.game.units[unit].name, self.names_of(self.game.units[unit].members)
        return ScoredUnit(name, unit, members, self.scores.points(unit, is_called, is_complete), is_called)

    def near_unit(self, unit: int, missing: Iterable[int] = (), is_called: bool = False) -> NearUnit:
        """A unit with its points in a win, and its missing members."""
        return NearUnit(**vars(self.unit(unit, is_called, True)), missing=self.names_of(missing))

    def splits(self, hand: Hand, value: Value) -> tuple[Split, ...]:
        """All best splits, with the called units last."""
        last = [self.unit(unit, True, value.complete) for unit in self.called]
        splits = []
        for split in value.splits:
            units = (*(self.unit(unit, False, value.complete) for unit in split), *last)
            left = Counter(self.names_of(hand))
            left.subtract(member for unit in units if not unit.called for member in unit.members)
            bonus = value.score - sum(unit.points for unit in units)
            splits.append(Split(units, bonus, tuple(left.elements())))
        return tuple(splits)

    def score(self, hand: Hand, value: Value) -> Score:
        """The score of a hand."""
        return Score(**self.about(hand), won=value.won, score=value.score, value=value.value,
                     splits=self.splits(hand, value))  # fmt: skip

    def waits(self, hand: Hand, judged: Judged) -> tuple[Wait, ...]:
        """The waits of a hand of 12, the best first, each with all best splits then."""
        waits = []
        for kind, score in sorted(judged.waits.items(), key=lambda wait: -wait[1]):
            win = [*hand, kind]
            splits = self.splits(win, self.table.value(win, self.called))
            waits.append(Wait(self.game.tiles[kind].name, score, judged.copies_left[kind], splits))
        return tuple(waits)

    def discard(self, one: TableDiscard) -> Discard:
        """A discard, with distance and accepted kinds after it."""
        return Discard(self.game.tiles[one.kind].name, one.distance, one.copies, self.names_of(one.accepted))

    def nearest_win(self, hand: Hand) -> tuple[NearUnit, ...]:
        """The units of one of the nearest wins, the called ones last."""
        return self.win(hand, self.table.nearest_win(hand, self.called))

    def win(self, hand: Hand, numbers: Iterable[int]) -> tuple[NearUnit, ...]:
        """The units of a win with what a hand lacks of them, the called ones last; none if there are no `numbers`."""
        left = Counter(hand)
        units = []
        for unit in numbers:
            members = self.game.units[unit].members
            units.append(self.near_unit(unit, [kind for kind in members if not left[kind]]))
            left -= Counter(members)
        last = [self.near_unit(unit, is_called=True) for unit in self.called]
        return (*units, *last) if units else ()

    def reachable(self, hand: Hand, numbers: Iterable[int]) -> tuple[NearUnit, ...]:
        """Units with what a hand lacks of them: those that lack few tiles first, then large ones."""
        units = []
        for unit in numbers:
            units.append(self.near_unit(unit, [kind for kind in self.game.units[unit].members if kind not in hand]))
        return tuple(sorted(units, key=lambda unit: (len(unit.missing), -len(unit.members))))

    def judge(self, hand: Hand, number: int | None = None) -> Judgement:
        """Score, distance, waits and discards of a hand, or of the hand `number` of a file."""
        judged = self.table.judge(hand, self.called)
        return Judgement(
            **vars(self.score(hand, judged.value)),
            n_tiles=judged.n_tiles,
            distance=judged.distance,
            accepted_copies=judged.accepted_copies,
            accepted=self.names_of(judged.accepted),
            waits=self.waits(hand, judged),
            discards=tuple(self.discard(one) for one in judged.discards),
            hand_id=number,
        )

    def call(self, rest: Sequence[int]) -> Call:
        """The answer for `rest`, a hand after a call; the new unit is the last called one."""
        judged = self.table.judge(rest, self.called)
        unit, won = self.unit(self.called[-1], True, judged.value.complete), judged.value.won
        assert judged.distance is not None, "12 tiles and a called one have a distance"
        discards = () if won else tuple(self.discard(one) for one in judged.discards)
        return Call(
            **vars(unit),
            distance=judged.distance,
            score=judged.value.score if won else None,
            discards=tuple(one.discard for one in discards if one.rank == discards[0].rank),
            accepted_copies=judged.accepted_copies,
            splits=self.splits(rest, judged.value) if won else (),
            all_discards=discards,
            nearest_win=() if won else self.nearest_win(_without(rest, judged.discards[0].kind)),
        )


class How(TypedDict, total=False):
    """The keywords of questions about a hand; `_question` has their defaults."""

    units: int | str | Path
    rules: str
    main: int | str | None
    called: int | str | Iterable[int | str]
    seen: Texts
    tiles: str | Path | None


def _question(
    *,
    units: int | str | Path = "2019",
    rules: str = "seed",
    main: int | str | None = None,
    called: int | str | Iterable[int | str] = (),
    seen: Texts = (),
    tiles: str | Path | None = None,
) -> _Question:
    """The question with these keywords."""
    game = _load_game(units, tiles)
    if rules not in list(RuleSet):
        raise InputError("there is no rule set '{name}'; take {names}", name=rules, names=t(", ").join(RuleSet))
    kind = None if main is None else game.names.kind(str(main))
    numbers = tuple(unit_named(name, game.units, game.names) for name in texts_of(called))
    return _Question(game, RuleSet(rules), kind, numbers, game.names.kinds(_text(seen)))


def tile_name(word: str) -> str:
    """The name of a tile of the package's list, in any notation; an InputError suggests the nearest names."""
    game = _load_game("2019", None)
    return game.tiles[game.names.kind(word)].name


# The questions.


def _about_hand(ask: Callable[P, R]) -> Callable[P, R]:
    """Replace `**how` in the signature of a question by the keywords of `_question`, and check its arguments."""
    own = [each for each in signature(ask).parameters.values() if each.kind is not each.VAR_KEYWORD]
    whole = signature(ask).replace(parameters=[*own, *signature(_question).parameters.values()])
    ask.__signature__ = whole  # type: ignore[attr-defined]
    ask.__doc__ = f"{ask.__doc__}\n    The keywords are those of `tablebases.millijan`.\n    "
    return checked(ask)


@_about_hand
def score(hand: Texts, **how: Unpack[How]) -> Score:
    """Score a hand of 1 to 13 tiles: its best splits into units.

    >>> import tablebases
    >>> answer = tablebases.millijan.score("haruka chihaya そら", rules="v1.6", main="春香")
    >>> answer.won, answer.score, answer.splits[0].bonus, answer.splits[0].loose
    (False, 3000, 2000, ('そら',))
    >>> tablebases.millijan.score("詩花", called="ハルカナミライ", rules="2019-10-08").score
    2000
    """
    question = _question(**how)
    kinds = question.read_hand(hand, range(1, MAX_TILES + 1))
    return question.score(kinds, question.table.value(kinds, question.called))


@_about_hand
def waits(hand: Texts, **how: Unpack[How]) -> Waits:
    """Find the kinds that complete a hand of 12 tiles.

    >>> import tablebases
    >>> hand = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美"
    >>> answer = tablebases.millijan.waits(hand, seen="響")
    >>> print(answer.waits[0])
    響: 24,000 points, copies left: 2
    """
    question = _question(**how)
    kinds = question.read_hand(hand, [MAX_TILES - 1])
    judged = question.table.judge(kinds, question.called)
    assert judged.distance is not None, "12 tiles have a distance"
    return Waits(**question.about(kinds), distance=judged.distance, waits=question.waits(kinds, judged))


@_about_hand
def distance(hand: Texts, **how: Unpack[How]) -> Distance:
    """Find how far a hand of 12 or 13 tiles is from a win, and the tiles that bring it nearer.

    >>> import tablebases
    >>> answer = tablebases.millijan.distance("春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼")
    >>> answer.distance, answer.accepted_copies, answer.accepted[:3]
    (2, 60, ('美希', '真', '伊織'))
    """
    question = _question(**how)
    kinds = question.read_hand(hand, [MAX_TILES - 1, MAX_TILES])
    judged = question.table.judge(kinds, question.called)
    assert judged.distance is not None, "12 and 13 tiles have a distance"
    best: str | None = None
    if judged.value.won:
        split = question.splits(kinds, judged.value)[0]
        nearest = tuple(NearUnit(**vars(unit), missing=()) for unit in split.units)
    elif judged.discards:
        best = question.discard(judged.discards[0]).discard
        nearest = question.nearest_win(_without(kinds, judged.discards[0].kind))
    else:
        nearest = question.nearest_win(kinds)
    accepted = question.names_of(judged.accepted)
    return Distance(**question.about(kinds), distance=judged.distance, discard=best,
                    accepted_copies=judged.accepted_copies, accepted=accepted, nearest_win=nearest)  # fmt: skip


@_about_hand
def discards(hand: Texts, **how: Unpack[How]) -> Discards:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted copies.

    >>> import tablebases
    >>> hand = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼 静香"
    >>> print(tablebases.millijan.discards(hand).discards[0])
    志保: distance 1, tenpai, 3 accepted tiles
    """
    question = _question(**how)
    kinds = question.read_hand(hand, [MAX_TILES])
    ranked = []
    for one, nearest, of_all in question.table.discards_with_wins(kinds, question.called):
        rest = _without(kinds, one.kind)
        win, reachable = question.win(rest, nearest), question.reachable(rest, of_all)
        ranked.append(RankedDiscard(**vars(question.discard(one)), nearest_win=win, reachable=reachable))
    return Discards(**question.about(kinds), discards=tuple(ranked))


@_about_hand
def chi(hand: Texts, tile: int | str, **how: Unpack[How]) -> Calls:
    """Find the units that a hand of 12 tiles can form with a tile that another player discards.

    >>> import tablebases
    >>> hand = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美"
    >>> best = tablebases.millijan.chi(hand, "響").calls[0]
    >>> best.unit, best.distance, best.score
    ('765 ALL STARS', 0, 24000)
    """
    question = _question(**how)
    kinds = question.read_hand(hand, [MAX_TILES - 1])
    kind = question.game.names.kind(str(tile))
    every = [*kinds, kind]
    question.game.names.check_copies(every, t("the hand with the called tile and units"), question.called_units)
    question.check_seen(every)
    calls = []
    for number, unit in enumerate(question.game.units):
        if kind in unit.members and {*every} >= {*unit.members}:
            after = replace(question, called=(*question.called, number))
            calls.append(after.call(reduce(_without, unit.members, every)))
    calls.sort(key=lambda call: (call.distance, -(call.score or 0), -(call.accepted_copies or 0)))
    return Calls(**question.about(kinds), tile=question.game.tiles[kind].name, calls=tuple(calls))


@_about_hand
def judge(hand: Texts, **how: Unpack[How]) -> Judgement:
    """Find score, distance, waits and discards of a hand of 1 to 13 tiles.

    >>> import tablebases
    >>> answer = tablebases.millijan.judge("春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美")
    >>> answer.score, answer.distance, answer.waits[0].tile
    (16000, 1, '響')
    """
    question = _question(**how)
    return question.judge(question.read_hand(hand, range(1, MAX_TILES + 1)))


@checked
def judge_file(
    file: str | Path, *, units: int | str | Path = "2019", rules: str = "seed", tiles: str | Path | None = None
) -> Judgements:
    """Judge all hands of a CSV file with the columns `hand`, and perhaps `called` (units with `;` between) and `main`.

    >>> import tablebases
    >>> from tablebases.locations import PACKAGED
    >>> tablebases.millijan.judge_file(PACKAGED / "data/millijan/hands.csv")[0].score
    18000
    """
    question = _question(units=units, rules=rules, tiles=tiles)
    hands = list(read_questions(Path(file), question.game.tiles, question.game.units))
    judge = (replace(question, main=one.main, called=one.called).judge(one.hand, one.number) for one in hands)
    return Judgements(tuple(judge))


@checked
def find_units(
    hand: Texts | None = None,
    *,
    idol: int | str | None = None,
    missing: int | None = None,
    units: int | str | Path = "2019",
    rules: str = "seed",
    tiles: str | Path | None = None,
) -> FoundUnits:
    """Find units: all, those of `idol`, or those of which a hand has a member and lacks at most `missing`.

    >>> import tablebases
    >>> [unit.unit for unit in tablebases.millijan.find_units(idol="詩花").units]
    ['(詩花)']
    >>> print(tablebases.millijan.find_units("春香 千早 美希", missing=0).units[0])
    CRIMSON LOVERS: 春香 千早, 2,000 points
    """
    question = _question(units=units, rules=rules, tiles=tiles)
    if (hand is None) != (missing is None):
        raise InputError("a hand needs missing, and missing a hand; for example find_units('春香 千早', missing=1)")
    most = None if missing is None else whole_number("missing", missing, 0)
    kinds = () if hand is None else question.read_hand(hand, range(1, MAX_TILES + 1))
    kind = None if idol is None else question.game.names.kind(str(idol))
    found = []
    for number, unit in enumerate(question.game.units):
        lacking = [member for member in unit.members if member not in kinds]
        if kind is not None and kind not in unit.members:
            continue
        if most is not None and (len(lacking) > most or len(lacking) == len(unit.members)):
            continue
        found.append(question.near_unit(number, lacking if kinds else ()))
    return FoundUnits(question.names_of(kinds), tuple(found))


DECKS = """
SELECT deck, n_kinds, n_hands, win_chance, win_chance_error,
    (SELECT sum(share) FROM winning_deals AS deals WHERE deals.deck = decks.deck) AS exact_win_chance,
    tenpai_share, tenpai_share_error,
    coalesce(
        (SELECT sum(score * share) / sum(share) FROM winning_deals AS deals WHERE deals.deck = decks.deck),
        mean_winning_score
    ) AS mean_winning_score,
    CASE WHEN deck NOT IN (SELECT deck FROM winning_deals) THEN mean_winning_score_error END
        AS mean_winning_score_error,
    (SELECT share FROM waiting_deals AS deals WHERE deals.deck = decks.deck AND n_tiles = 12) AS exact_tenpai_share,
    (SELECT share FROM waiting_deals AS deals WHERE deals.deck = decks.deck AND n_tiles = 13)
        AS exact_tenpai_share_of_13,
    (SELECT mean_draws FROM simulated_games AS games WHERE games.deck = decks.deck) AS mean_draws,
    (SELECT mean_draws_error FROM simulated_games AS games WHERE games.deck = decks.deck) AS mean_draws_error,
    (SELECT sum(distance * share) FROM simulated_distances AS distances WHERE distances.deck = decks.deck)
        AS mean_distance
FROM simulated_decks AS decks ORDER BY rowid
"""
"""The fields of `DeckSummary`."""


@checked
def summary(folder: str | Path | None = None) -> Summary:
    """Read chances and scores of random hands, deck by deck, from the results of the pipeline.

    >>> import tablebases
    >>> deck = tablebases.millijan.summary().decks[1]
    >>> deck.deck, deck.n_kinds, round(deck.exact_win_chance, 6)
    ('AS', 13, 0.066732)

    Without `folder`, these are the results in the working folder, fetched ones, or those of the package. Missing
    results raise MissingDataError, damaged ones DamagedDataError.
    """
    found = find_artifact(MILLIJAN, KIND.file, folder)
    with open_rows(found.path, KIND) as database:
        decks = tuple(DeckSummary(**dict(row)) for row in database.execute(DECKS))
    return Summary(found.path, found.place, decks)
