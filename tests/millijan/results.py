"""Small artifacts of all stages, without the workflow, and what the oracle says of a hand."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pipeline.millijan.stages import database as millijan_database
from pipeline.millijan.stages import page as millijan_page
from pipeline.millijan.stages import simulation, tenpai, winning_deals
from tablebases.millijan.units import NEVER, RuleSet
from tests.millijan.helpers import (
    AS_IDOLS,
    DATA,
    KINDS,
    SHIIKA,
    SORA,
    TILES,
    TILES_FILE,
    distances_of,
    units_file,
    units_of,
)
from tests.oracle import millijan as oracle
from tests.oracle.millijan import Counting, Tiles, Units

REPOSITORY = DATA.parent.parent
HAND_FILE = DATA / "hands.csv"
GAME = (TILES_FILE, units_file("2019"))
HANDS, DISTANCES, SEED = 300, 60, 1
MAX_WAYS = 1_000_000
"""All ways of the whole deck would take long."""
MAX_NODES, GAMES = 300_000, 3
"""Too few nodes for the whole deck."""
DATABASES = ("simulation", "winning_deals", "tenpai", "database")


# --- artifacts -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Results:
    """A folder with the artifacts of all stages."""

    folder: Path

    @property
    def simulation(self) -> Path:
        """Of the stage simulation."""
        return self.folder / "parts" / "simulation.db"

    @property
    def winning_deals(self) -> Path:
        """Of the stage winning_deals."""
        return self.folder / "parts" / "winning_deals.db"

    @property
    def tenpai(self) -> Path:
        """Of the stage tenpai."""
        return self.folder / "parts" / "tenpai.db"

    @property
    def database(self) -> Path:
        """Of the stage database."""
        return self.folder / "millijan.db"

    @property
    def charts(self) -> tuple[Path, Path]:
        """Of the stage database: scores and distances, and units."""
        folder = self.folder / "figures"
        return folder / "simulation.svg", folder / "simulated_units.svg"

    @property
    def page(self) -> Path:
        """Of the stage page, a folder."""
        return self.folder / "page" / "millijan"


def run_all_stages(
    folder: Path, hand_file: Path = HAND_FILE, rules: RuleSet = RuleSet.SEED, seed: int = SEED
) -> Results:
    """Make all artifacts where the workflow would."""
    made = Results(folder)
    simulation.main(*GAME, made.simulation, rules, HANDS, DISTANCES, seed)
    winning_deals.main(*GAME, made.winning_deals, rules, MAX_WAYS)
    tenpai.main(*GAME, made.tenpai, MAX_NODES, GAMES, seed)
    make_database(made, made.database, *made.charts, hand_file=hand_file, rules=rules)
    millijan_page.main(TILES_FILE, [units_file("2019"), units_file("2025")], made.page)
    return made


def make_database(
    parts: Results,
    *out: Path,
    units: Path = GAME[1],
    hand_file: Path = HAND_FILE,
    rules: RuleSet = RuleSet.SEED,
) -> None:
    """Make the database and both charts from the parts of a run."""
    millijan_database.main(
        TILES_FILE, units, hand_file, parts.simulation, parts.winning_deals, parts.tenpai, *out, rules
    )


# --- questions about hands -------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A hand with called units and a main idol, as a hand file has it."""

    hand: Tiles
    called: Units = ()
    main: int | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The called units as numbers."""
        return oracle.numbers(self.called)

    @property
    def row(self) -> dict[str, str]:
        """As a row of a hand file."""
        return {
            "hand": in_words(self.hand),
            "called": "; ".join(unit.name for unit in self.called),
            "main": "" if self.main is None else TILES[self.main].name,
        }


def in_words(kinds: Iterable[int]) -> str:
    """The names of tiles, with blanks between them."""
    return " ".join(TILES[kind].name for kind in kinds)


def write_hands(path: Path, asked: Iterable[Asked]) -> Path:
    """A hand file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["hand", "called", "main"])
        writer.writeheader()
        writer.writerows(one.row for one in asked)
    return path


def called_win(chance: random.Random, units: Units) -> tuple[Tiles, Units]:
    """Units that win together, some of them called: the tiles of the others in any order."""
    while True:
        few = chance.sample(units, min(4, len(units)))
        chosen: list[oracle.Unit] = []
        while oracle.tiles_used(tuple(chosen)) < oracle.WINNING_TILES:
            chosen.append(chance.choice(few))
        every = Counter(kind for unit in chosen for kind in unit.members)
        if every.total() == oracle.WINNING_TILES and max(every.values()) <= oracle.COPIES:
            n_called = chance.randint(0, len(chosen))
            hand = [kind for unit in chosen[n_called:] for kind in unit.members]
            chance.shuffle(hand)
            return tuple(hand), tuple(chosen[:n_called])


def dealt_beside(chance: random.Random, called: Units, tiles: int, kinds: Iterable[int]) -> Tiles:
    """So many random tiles of some kinds, as far as called units have left them."""
    own = Counter(kind for unit in called for kind in unit.members)
    wall = [kind for kind in kinds for _ in range(oracle.COPIES - own[kind])]
    return tuple(chance.sample(wall, tiles))


@cache
def questions(year: str = "2019", seed: int = 1) -> tuple[Asked, ...]:
    """Hands of all sizes, that win or are far from it, with called units and main idols or not."""
    chance = random.Random(seed)  # noqa: S311 - tiles, not secrets
    units = units_of(year)
    found = [
        Asked(tuple(AS_IDOLS)),
        Asked(tuple(range(12)), (), 0),
        Asked((SHIIKA,)),
        Asked((SORA, *range(12)), (), 5),
        # Three of 詩花 lie apart, so nothing completes 12 tiles in other units.
        Asked((1,), (units[0], units[0], units[0], units[106], units[107])),
    ]
    for number in range(16):
        hand, called = called_win(chance, units)
        main = chance.choice([None, *(k for unit in called for k in unit.members), *AS_IDOLS])
        if hand:
            found.append(Asked(hand, called, main))
        if len(hand) > 1:
            found.append(Asked(hand[1:], called, main))
            found.append(Asked(hand[: len(hand) // 2], called, main))
            kinds = AS_IDOLS if number % 2 else KINDS
            apart = dealt_beside(chance, called, len(hand) - number % 2, kinds)
            found.append(Asked(apart, called, main))
    return tuple(found)


# --- the oracle ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """What is said of a hand, under the same names as in `Judged`.

    distance: NEVER if nothing wins.
    """

    n_tiles: int
    won: bool
    value: int
    score: int
    splits: tuple[tuple[int, ...], ...]
    waits: dict[int, int]
    distance: int | None
    accepted: tuple[int, ...]
    accepted_copies: int | None
    discards: list[oracle.Discard]


def distance_by_oracle(hand: Tiles, called: Units, distances: oracle.Distances) -> tuple[int, tuple[int, ...]]:
    """The distance, NEVER if nothing wins, and the accepted kinds."""
    try:
        found, accepted = distances.distance_and_accepted(hand, called)
    except ValueError:
        return NEVER, ()
    return found, tuple(accepted)


def discards_by_oracle(hand: Tiles, called: Units, distances: oracle.Distances) -> list[oracle.Discard]:
    """The ranked discards, also where nothing wins."""
    try:
        return oracle.discards(tuple(sorted(hand)), distances, called)
    except ValueError:
        # Whatever is discarded, the called units are the same: they alone can make a win hopeless.
        return [oracle.Discard(kind, NEVER, (), 0) for kind in sorted(set(hand))]


def copies_by_oracle(asked: Asked, kinds: Iterable[int]) -> dict[int, int]:
    """How many copies of some kinds the player does not have."""
    left = oracle.copies_left(asked.hand, asked.called)
    return {kind: left.get(kind, oracle.COPIES) for kind in kinds}


def answer_of_oracle(
    asked: Asked,
    rules: RuleSet,
    units: Units,
    distances: oracle.Distances,
    kinds: Sequence[int] = KINDS,
) -> Answer:
    """All that the oracle says of a hand."""
    hand, called = asked.hand, asked.called
    how = Counting(rules.value, asked.main, called)
    best = oracle.best_packings(hand, units, how)
    value = oracle.value(hand, best[0], how)
    won = oracle.wins(hand, units, called)
    n_tiles = len(hand) + oracle.tiles_used(called)
    waits: dict[int, int] = {}
    distance: int | None = 0 if won else None
    accepted: tuple[int, ...] = ()
    discards: list[oracle.Discard] = []
    if n_tiles == oracle.WINNING_TILES - 1:
        waits = {wait.kind: wait.score for wait in oracle.waits(hand, units, kinds, how)}
        distance, accepted = distance_by_oracle(hand, called, distances)
    elif n_tiles == oracle.WINNING_TILES:
        discards = discards_by_oracle(hand, called, distances)
        if not won:
            distance, accepted = discards[0].distance, discards[0].accepted
    copies = sum(copies_by_oracle(asked, accepted).values())
    return Answer(
        n_tiles, won, value, value % oracle.WIN, tuple(oracle.numbers(some) for some in best),
        waits, distance, accepted, copies if distance else None, discards,
    )  # fmt: skip


@cache
def answer_of_2019(asked: Asked, rules: RuleSet) -> Answer:
    """What the oracle says of a hand with the list of 2019."""
    return answer_of_oracle(asked, rules, units_of("2019"), distances_of("2019"))
