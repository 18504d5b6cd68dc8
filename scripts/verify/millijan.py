"""Checks of MilliJan: the game, hands, and chances and waiting deals, simulated or counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import cached_property
from math import comb, hypot, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import pandas as pd
from sqlalchemy import Table as DatabaseTable

from oracle import millijan as oracle
from pipeline.millijan import tables
from pipeline.millijan.configuration import Configuration
from scripts.figures import known_values
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.checks import Checks, Figures, Level, require
from tablebases.millijan.game_files import Question, load_game, read_questions
from tablebases.millijan.table import Table
from tablebases.millijan.units import ALL, AS, COPIES, MAX_TILES
from tablebases.puzzles import MILLIJAN
from tablebases.verification import Origin

UNIT_FILES_OF_PAGE = ["data/millijan/units_2019.csv", "data/millijan/units_2025.csv"]
NEVER = 14
"""The distance of hands that cannot win."""
IDOLS_OF_AS = 13
HANDS_JUDGED = 500
"""Random hands that the oracle judges."""
DISCARDS_JUDGED = 40
"""Random hands whose discards the oracle judges, each as much work as a dozen hands."""
Rows = list[dict[str, object]]
ERRORS = 5
"""Largest error of an estimate, in standard errors."""
DEALS_JUDGED = 1000
"""Random hands of each deck that the oracle judges, for comparison with the simulation."""
LEAST_TO_ESTIMATE = 20
"""Fewest hands of an estimate; among fewer hands perhaps none wins."""
ESTIMATES = 10
"""Estimates of the chance to win from each deck; each uses a tenth of `DEALS_JUDGED` hands."""


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = MILLIJAN.package

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> its stage, settings and data files."""
        run = self.section
        rules = {"rules": run.rules}
        game = [run.tile_file, run.unit_file]
        return {
            tables.DATABASE.file: self.origin("database", rules, [*game, run.hand_file]),
            "parts/simulation.db": self.origin("simulation", {**rules, **dict(run.simulation)}, game),
            "parts/winning_deals.db": self.origin("winning_deals", {**rules, **dict(run.winning_deals)}, game),
            "parts/tenpai.db": self.origin("tenpai", dict(run.tenpai), game),
            "page/millijan/data.json": self.origin("page", {}, [run.tile_file, *UNIT_FILES_OF_PAGE]),
        }

    @cached_property
    def table(self) -> Table:
        """A table with the units of the run, which scores by `seed`."""
        return Table(*load_game(Path(self.section.tile_file), Path(self.section.unit_file)))

    @cached_property
    def units(self) -> oracle.Units:
        """The units of the run, as the oracle knows them."""
        return tuple(oracle.Unit(number, unit.name, unit.members) for number, unit in enumerate(self.table.units))

    @cached_property
    def distances(self) -> oracle.Distances:
        """The oracle's search for distances."""
        return oracle.Distances(self.units)

    @cached_property
    def decks(self) -> dict[str, list[int]]:
        """Deck -> its kinds, for all decks that are large enough for a hand."""
        every = list(range(len(self.table.tiles)))
        decks = {ALL: every, AS: every[:IDOLS_OF_AS]}
        for kind, tile in enumerate(self.table.tiles):
            decks.setdefault(tile.type, []).append(kind)
        return {name: kinds for name, kinds in decks.items() if COPIES * len(kinds) >= MAX_TILES}

    def units_of(self, deck: str) -> oracle.Units:
        """The units whose members are all in a deck."""
        return tuple(unit for unit in self.units if set(unit.members) <= set(self.decks[deck]))

    def deal(self, deck: str, tiles: int, random: Random) -> oracle.Tiles:
        """A random sample of `tiles` tiles of a deck, sorted."""
        return tuple(sorted(oracle.deal(self.decks[deck], tiles, random.shuffle)))

    def counting(self, main: int | None = None, called: oracle.Units = ()) -> oracle.Counting:
        """The rules of the run."""
        return oracle.Counting(self.section.rules, main, called)

    def oracle_distance(self, hand: oracle.Tiles, called: oracle.Units = ()) -> tuple[int, dict[int, int]]:
        """The oracle's distance of a hand, and the accepted kinds with their copies."""
        try:
            return self.distances.distance_and_accepted(hand, called)
        except ValueError:
            return NEVER, {}


checks: Checks[Artifacts] = Checks()


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
    for table, rows in expected.items():
        artifacts.check_rows(table, (dict(zip(table.columns.keys(), row, strict=True)) for row in rows))


@checks.add(Level.FULL)
def hands_again(artifacts: Artifacts) -> None:
    """Hands of the hand file have the values, splits, waits, distances and discards that the oracle finds."""
    table = artifacts.table
    expected: dict[DatabaseTable, Rows] = {database_table: [] for database_table in tables.HAND_TABLES}
    for question in read_questions(Path(artifacts.section.hand_file), table.tiles, table.units):
        for database_table, rows in _rows_of_hand(artifacts, question):
            expected[database_table] += ({"hand_id": question.number, **row} for row in rows)
    for database_table, rows in expected.items():
        artifacts.check_rows(database_table, rows)


def _rows_of_hand(artifacts: Artifacts, question: Question) -> Iterator[tuple[DatabaseTable, Rows]]:
    """Yield the expected rows of a hand in each table, without its number."""
    tiles = artifacts.table.tiles
    called = tuple(artifacts.units[unit] for unit in question.called)
    counting = artifacts.counting(question.main, called)
    hand = tuple(sorted(question.hand))
    n_tiles = len(hand) + oracle.tiles_used(called)
    best = oracle.best_packings(hand, artifacts.units, counting)
    is_complete = oracle.tiles_used(best[0]) == len(hand)
    won = is_complete and n_tiles == MAX_TILES
    yield tables.HANDS, [{
        "rules": artifacts.section.rules,
        "hand": " ".join(tiles[kind].name for kind in question.hand),
        "called": "; ".join(unit.name for unit in called),
        "main": None if question.main is None else tiles[question.main].name,
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
        yield tables.WAITS, [{"kind": wait.kind, "score": wait.score, "copies_left": wait.copies} for wait in waits]
        distance, accepted = artifacts.oracle_distance(hand, called)
        yield from _rows_of_distance(distance, accepted)
    elif n_tiles == MAX_TILES:
        discards = oracle.discards(hand, artifacts.distances, called)
        yield (
            tables.DISCARDS,
            [
                {"kind": each.kind, "place": place, "distance": each.distance, "accepted_copies": each.copies}
                for place, each in enumerate(discards, start=1)
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
    for number in range(artifacts.sample_of(HANDS_JUDGED)):
        hand = artifacts.deal(decks[number % len(decks)], MAX_TILES - 1, random)
        splits = tuple(oracle.numbers(best) for best in oracle.best_packings(hand, units))
        waits = {wait.kind: wait.score for wait in oracle.waits(hand, units, range(len(table.tiles)))}
        distance, accepted = artifacts.oracle_distance(hand)
        found = (table.value(hand).splits, table.waits(hand), table.distance(hand))
        require(found == (splits, waits, (distance, tuple(accepted))), f"hand {hand}: {found} is wrong")
    for number in range(artifacts.sample_of(DISCARDS_JUDGED)):
        hand = artifacts.deal(decks[number % len(decks)], MAX_TILES, random)
        best = oracle.discards(hand, artifacts.distances)
        ranked = [(each.kind, each.distance, each.accepted, each.copies) for each in best]
        listed = [(each.kind, each.distance, each.accepted, each.copies) for each in table.discards(hand)]
        require(listed == ranked, f"hand {hand}: the discards {listed} are wrong")


@checks.add(Level.QUICK)
def shares_of_hands(artifacts: Artifacts) -> None:
    """Means, shares and their errors follow from the numbers of hands of the simulation."""
    decks = artifacts.frame(tables.SIMULATED_DECKS).set_index("deck")
    require(set(decks.index) == artifacts.decks.keys(), "the table simulated_decks has other decks")
    sizes = {deck: len(kinds) for deck, kinds in artifacts.decks.items()}
    require(decks["n_kinds"].to_dict() == sizes, "the table simulated_decks has other numbers of kinds")
    n_hands = artifacts.section.simulation.hands
    require((decks["n_hands"] == n_hands).all(), "the table simulated_decks has other numbers of hands")
    n_distances = min(n_hands, artifacts.section.simulation.distances)
    scores = artifacts.frame(tables.SIMULATED_SCORES)
    for table, total in (
        (tables.SIMULATED_SCORES, n_hands),
        (tables.SIMULATED_DISTANCES, n_distances),
        (tables.SIMULATED_UNITS, None),
    ):
        found = scores if table is tables.SIMULATED_SCORES else artifacts.frame(table)
        sums = found.groupby("deck")["n_hands"].sum()
        require(set(sums.index) <= artifacts.decks.keys(), f"the table {table.name} has other decks")
        require(total is None or (sums.reindex(decks.index) == total).all(), f"the table {table.name} has other hands")
        share = found["n_hands"] / (total or n_hands)
        error = (share * (1 - share) / (total or n_hands)) ** 0.5
        _require_near(table, found, share=share, share_error=error)
    require(not (scores["score"] % 1000).any(), "the table simulated_scores has points that no units give")
    for row in artifacts.frame(tables.SIMULATED_UNITS).itertuples():
        members = artifacts.units[row.unit].members
        require(set(members) <= set(artifacts.decks[row.deck]), f"deck {row.deck} does not have the unit {row.unit}")
    won = scores[scores["won"] == 1]
    share = won.groupby("deck")["n_hands"].sum().reindex(decks.index, fill_value=0) / n_hands
    points = (won["score"] * won["n_hands"]).groupby(won["deck"]).sum() / (share * n_hands)
    tenpai = decks["tenpai_share"]
    _require_near(
        tables.SIMULATED_DECKS,
        decks,
        win_share=share,
        win_share_error=(share * (1 - share) / n_hands) ** 0.5,
        tenpai_share_error=(tenpai * (1 - tenpai) / n_hands) ** 0.5,
        mean_winning_score=points.reindex(decks.index),
        mean_winning_score_error=_errors_of_means(won).reindex(decks.index),
    )


def _errors_of_means(won: pd.DataFrame) -> pd.Series[float]:
    """The standard error of the mean score of each deck with a winning hand."""
    n = won.groupby("deck")["n_hands"].sum()
    sums, squares = ((won["score"] ** power * won["n_hands"]).groupby(won["deck"]).sum() for power in (1, 2))
    spread = (squares - sums**2 / n).clip(lower=0)
    return (spread / (n - 1).clip(lower=1) / n) ** 0.5


def _require_near(table: DatabaseTable, found: pd.DataFrame, **right: pd.Series[float]) -> None:
    """Require these values in columns, up to the last digits of floating-point numbers."""
    for column, values in right.items():
        near = (found[column] - values).abs() <= 1e-9 * values.abs()
        near |= found[column].isna() & values.isna()
        require(bool(near.all()), f"{table.name}.{column} contradicts other columns")


@checks.add(Level.QUICK)
def shares_of_deals(artifacts: Artifacts) -> None:
    """Shares of winning deals follow from their numbers, and the simulation does not contradict them."""
    deals = artifacts.frame(tables.WINNING_DEALS)
    require(set(deals["deck"]) <= artifacts.decks.keys(), "the table winning_deals has other decks")
    require(not (deals["score"] % 1000).any(), "the table winning_deals has points that no units give")
    every = {deck: comb(COPIES * len(kinds), MAX_TILES) for deck, kinds in artifacts.decks.items()}
    _require_near(tables.WINNING_DEALS, deals, share=deals["deals"] / deals["deck"].map(every).astype(float))
    exact = deals.groupby("deck")["share"].sum()
    for deck in artifacts.frame(tables.SIMULATED_DECKS).itertuples():
        if deck.deck in exact.index:
            chance = exact[deck.deck]
            error = max(deck.win_chance_error, sqrt(chance * (1 - chance) / deck.n_hands))
            for column in ("win_chance", "win_share"):
                found = getattr(deck, column)
                require(
                    abs(found - chance) <= ERRORS * error + 1 / deck.n_hands,
                    f"simulated_decks.{column} of {deck.deck} is {found}, but of all hands {chance} win",
                )


@checks.add(Level.FULL)
def simulation_again(artifacts: Artifacts) -> None:
    """Shares of scores and units in the simulation are those of hands that the oracle judges, up to chance."""
    random = artifacts.random()
    n_hands = artifacts.sample_of(DEALS_JUDGED)
    counting = artifacts.counting()
    for deck in artifacts.decks:
        usable = artifacts.units_of(deck)
        scores: Counter[tuple[int, int]] = Counter()
        of_units: Counter[int] = Counter()
        for _ in range(n_hands):
            hand = artifacts.deal(deck, MAX_TILES, random)
            best = oracle.best_packings(hand, usable, counting)
            won = oracle.tiles_used(best[0]) == len(hand)
            scores[int(won), oracle.score(best[0], won, counting)] += 1
            of_units.update(_units_for_lowest_tiles(hand, best))
        found = artifacts.frame(tables.SIMULATED_SCORES, deck=deck)
        stored = dict(zip(zip(found["won"], found["score"], strict=True), found["share"], strict=True))
        _require_alike(f"simulated_scores, deck {deck}", stored, scores, n_hands, artifacts)
        found = artifacts.frame(tables.SIMULATED_UNITS, deck=deck)
        of_deck = dict(zip(found["unit"], found["share"], strict=True))
        _require_alike(f"simulated_units, deck {deck}", of_deck, of_units, n_hands, artifacts)


def _units_for_lowest_tiles(hand: oracle.Tiles, best: Sequence[oracle.Units]) -> set[int]:
    """The units of the best split with the lowest units first."""
    left, splits = list(hand), [list(split) for split in best]
    found = set()
    while left:
        fitting = [unit.number for split in splits for unit in split if left[0] in unit.members]
        if not fitting:
            del left[0]
            continue
        found.add(min(fitting))
        (unit,) = {unit for split in splits for unit in split if unit.number == min(fitting)}
        splits = [split for split in splits if unit in split]
        for split in splits:
            split.remove(unit)
        for kind in unit.members:
            left.remove(kind)
    return found


@checks.add(Level.FULL)
def distances_again(artifacts: Artifacts) -> None:
    """Random hands of 12 are as far from a win as those of the simulation, up to chance."""
    random = artifacts.random()
    n_hands = artifacts.sample_of(DEALS_JUDGED // 5)
    for deck in artifacts.decks:
        search = oracle.Distances(artifacts.units_of(deck))
        counted: Counter[int] = Counter()
        for _ in range(n_hands):
            hand = artifacts.deal(deck, MAX_TILES - 1, random)
            counted[search.distance(hand)] += 1
        found = artifacts.frame(tables.SIMULATED_DISTANCES, deck=deck)
        stored = dict(zip(found["distance"], found["share"], strict=True))
        _require_alike(f"simulated_distances, deck {deck}", stored, counted, n_hands, artifacts)
        tenpai = float(artifacts.frame(tables.SIMULATED_DECKS, deck=deck)["tenpai_share"].iloc[0])
        _require_alike(f"simulated_decks.tenpai_share, deck {deck}", {1: tenpai}, counted, n_hands, artifacts)


def _require_alike(
    what: str, stored: Mapping[Any, float], counted: Mapping[Any, int], n_hands: int, artifacts: Artifacts
) -> None:
    """Require that shares agree, up to chance, with counts among other hands."""
    of_simulation = artifacts.section.simulation.distances if "distance" in what else artifacts.section.simulation.hands
    for key, share in stored.items():
        other = counted.get(key, 0) / n_hands
        both = (share * of_simulation + other * n_hands) / (of_simulation + n_hands)
        error = sqrt(both * (1 - both) * (1 / of_simulation + 1 / n_hands))
        require(abs(share - other) <= ERRORS * error + 1 / n_hands, f"{what}: {share} of {key}, {other} were counted")


@checks.add(Level.FULL)
def deals_again(artifacts: Artifacts) -> None:
    """The chance to win from each deck, and the mean score, are what the oracle estimates."""
    if artifacts.section.rules != "seed":
        return  # the oracle estimates for this rule set only
    random = artifacts.random()
    deals = artifacts.frame(tables.WINNING_DEALS)
    for deck, rows in deals.groupby("deck"):
        n_hands = max(LEAST_TO_ESTIMATE, artifacts.sample_of(DEALS_JUDGED // ESTIMATES))
        estimates = [
            oracle.estimate_wins(artifacts.decks[deck], artifacts.units, n_hands, random) for _ in range(ESTIMATES)
        ]
        chance = rows["share"].sum()
        for what, right, guesses in (
            ("chance", chance, [each.chance for each in estimates]),
            ("mean score", (rows["score"] * rows["share"]).sum() / chance, [each.mean_score for each in estimates]),
        ):
            error = stdev(guesses) / sqrt(ESTIMATES)
            require(
                abs(mean(guesses) - right) <= ERRORS * error,
                f"winning_deals: the {what} of deck {deck} is {right}, estimated {mean(guesses)} with error {error}",
            )


@checks.add(Level.QUICK)
def shares_that_wait(artifacts: Artifacts) -> None:
    """Shares of waiting deals follow from their numbers, and the simulation does not contradict them."""
    waiting = artifacts.frame(tables.WAITING_DEALS)
    require(set(waiting["deck"]) <= artifacts.decks.keys(), "the table waiting_deals has other decks")
    simulated = artifacts.frame(tables.SIMULATED_DECKS).set_index("deck")
    for row in waiting.itertuples():
        deals = comb(COPIES * len(artifacts.decks[row.deck]), row.n_tiles)
        require(abs(row.share * deals - row.deals) <= 1e-9 * row.deals, f"waiting_deals.share of {row.deck} is wrong")
        if row.n_tiles == MAX_TILES - 1:
            found, n_hands = simulated["tenpai_share"][row.deck], artifacts.section.simulation.hands
            require(
                abs(found - row.share) <= ERRORS * sqrt(row.share * (1 - row.share) / n_hands) + 1 / n_hands,
                f"simulated_decks.tenpai_share of {row.deck} is {found}, but of all deals {row.share} wait",
            )


@checks.add(Level.QUICK)
def games_won(artifacts: Artifacts) -> None:
    """Every deck was played, and a win takes at least one draw, at most all tiles beside the hand."""
    games = artifacts.frame(tables.SIMULATED_GAMES)
    require(set(games["deck"]) == artifacts.decks.keys(), "the table simulated_games has other decks")
    require((games["n_games"] == artifacts.section.tenpai.games).all(), "simulated_games has other numbers of games")
    for row in games.itertuples():
        most = COPIES * len(artifacts.decks[row.deck]) - (MAX_TILES - 1)
        require(0 <= row.n_won <= row.n_games, f"simulated_games.n_won of {row.deck} is {row.n_won}")
        require(not row.n_won or 1 <= row.mean_draws <= most, f"simulated_games.mean_draws of {row.deck} is wrong")


@checks.add(Level.FULL)
def waiting_deals_again(artifacts: Artifacts) -> None:
    """Numbers of waiting deals of every deck but the whole one are those that the oracle finds from winning hands."""
    waiting = artifacts.frame(tables.WAITING_DEALS).set_index(["deck", "n_tiles"])["deals"].to_dict()
    for deck, kinds in artifacts.decks.items():
        if deck == ALL:
            continue
        counted = oracle.waiting_deals(artifacts.units_of(deck), kinds)
        for n_tiles, right in zip((MAX_TILES - 1, MAX_TILES), counted, strict=True):
            deals = waiting.get((deck, n_tiles), right)  # a deck that was left out is right
            require(deals == right, f"waiting_deals: {deals} deals of {n_tiles} from {deck}, but {right} wait")


@checks.add(Level.FULL, of_full_run=True)
def known_distances(artifacts: Artifacts) -> Figures:
    """Random hands are as far from a win as others find."""
    known = known_values(Artifacts.puzzle)
    n_hands, counted = (known[key].split() for key in ("random_hands12", "random_hands12_distances"))
    total = int(n_hands[0])
    found = artifacts.frame(tables.SIMULATED_DISTANCES, deck="all")
    for row in found.itertuples():
        other = int(counted[row.distance - 1]) / total
        error = hypot(row.share_error, sqrt(other * (1 - other) / total))
        is_near = abs(row.share - other) <= ERRORS * error + 1 / total
        require(is_near, f"the share of distance {row.distance} is {row.share}, others find {other}")
    return {"random_hands12": total, "random_hands12_distances": " ".join(counted)}
