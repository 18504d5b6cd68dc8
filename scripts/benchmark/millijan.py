"""Values, waits and distances of hands: plain Python, written anew, and ours.

Of values there are the three published ways. All run here, one after the other, on one core, on the
same random hands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from scripts import ROOT
from scripts.benchmark.rates import Rate, rates_table
from tablebases.messages import say
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.simulation import deals
from tablebases.millijan.splits import split_scratch, values_of
from tablebases.millijan.table import Table, decks
from tablebases.millijan.units import RuleSet
from tests.oracle import millijan as oracle


def _timed(name: str, hands: Any, judge: Callable[[Any], object]) -> Rate:
    say(f"{name}: {len(hands):,} hands")
    started = time.perf_counter()
    judge(hands)
    return Rate(name, len(hands), time.perf_counter() - started)


def _each(judge: Callable[[oracle.Tiles], object]) -> Callable[[Sequence[Any]], None]:
    def judge_all(hands: Sequence[Any]) -> None:
        for hand in hands:
            judge(tuple(hand))

    return judge_all


def _of_12_tiles(name: str, dealt: Any, table: Table, units: oracle.Units, fewest: int) -> list[str]:
    """Waits, and distances with accepted kinds, of the first 12 tiles of some hands."""
    hands = [tuple(hand) for hand in dealt[:, :-1].tolist()]
    kinds = range(len(table.tiles))
    distances = oracle.Distances(units)
    table.waits(hands[0])  # so that the code is compiled
    table.distance(hands[0])
    few, some = hands[:fewest], hands[: 100 * fewest]
    questions = {
        "Waits": [
            _timed("every kind drawn, plain Python", few,
                   _each(lambda hand: oracle.waits(hand, units, kinds))),
            _timed("the search of the pipeline", some, _each(table.waits)),
        ],
        "Distances and accepted kinds": [
            _timed("a remembered search, plain Python", few,
                   _each(distances.distance_and_accepted)),
            _timed("the search of the pipeline", some, _each(table.distance)),
        ],
    }  # fmt: skip
    return [
        rates_table(f"{what} of hands of 12, deck {name}, one core", "hands", rates)
        for what, rates in questions.items()
    ]


def benchmark(config: Mapping[str, Any], scale: float) -> list[str]:
    """Hands per second of the plain ways and of ours, for uniform hands and for hands of AS.

    Args:
        config: the section `millijan`.
        scale: how many times 200,000 hands ours judges; the plain ways judge a part of them.
    """
    hands = round(200_000 * scale)
    tiles = load_tiles(ROOT / config["tile_file"])
    table = Table(tiles, load_units(ROOT / config["unit_file"], tiles), RuleSet.SEED)
    kinds = oracle.read_tiles(ROOT / config["tile_file"])
    units = oracle.read_units(ROOT / config["unit_file"], kinds)
    work = split_scratch(len(table.units))

    def ours(dealt: Any) -> None:
        won, score = np.empty(len(dealt), np.bool_), np.empty(len(dealt), np.int32)
        values_of(dealt, table.scores, table.tables, work, won, score)

    tables = []
    for deck in decks(table)[:2]:
        dealt = np.concatenate(list(deals(deck, hands, seed=1)))
        ours(dealt[:2])  # so that the code is compiled
        few = dealt[: max(2, hands // 400)].tolist()
        with_cache = oracle.ValuesWithCache(units)
        tables.append(rates_table(
            f"Values of hands of 13, deck {deck.name}, one core",
            "hands",
            [
                _timed("backtracking, plain Python", few,
                       _each(lambda hand: oracle.value_by_backtracking(hand, units))),
                _timed("reuse, plain Python", few,
                       _each(lambda hand: oracle.value_with_reuse(hand, units))),
                _timed("reuse and cache, plain Python", few, _each(with_cache.value)),
                _timed("the search of the pipeline", dealt, ours),
            ],
        ))  # fmt: skip
        tables += _of_12_tiles(deck.name, dealt, table, units, max(2, hands // 4000))
    return tables
