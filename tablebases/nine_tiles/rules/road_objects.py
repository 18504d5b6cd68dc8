"""Scores of the objects on one road, read from its start to its far end.

A rule set is a reading of the card texts: a compiled function from the sequence of objects on a road to the caught
aliens and eaten hamburgers. The other scores of a road are the same by all rule sets.

The search looks outcomes up. A road's objects are read as a number in bijective base 5: start with 0, and for each
object multiply by 5 and add its kind (1-5). The outcome is packed in a word:

    free_aliens abducting eaten agents surrounded | food_chains caught
    10 bits each: count 3 is 0b111, so that OR is | 7 bits each, which
    the maximum over the roads of a town          | add up

>>> words = OutcomeTable(PUBLISHED, max_objects=3, long_search=True).known.word
>>> bool(words[1 * 5 + 3] == 0b1 << 24 | 1)  # an agent facing ahead, then an alien: 1 agent, 1 caught
True
>>> bool(words[3 * 5 + 4] == 0b11 << 54)  # two aliens facing each other: 2 are free
True
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, get_args

import numpy as np

from tablebases.arrays import Vector
from tablebases.compiled import in_plain_python, njit
from tablebases.nine_tiles.rules.themes import RuleSet
from tablebases.nine_tiles.rules.tiles import OnRoad

AGENT_AHEAD, AGENT_BACK, ALIEN_AHEAD, ALIEN_BACK, HAMBURGER = map(int, OnRoad)
KINDS_ON_ROAD = len(OnRoad)
NOTHING = -1


class RoadOutcome(NamedTuple):
    """Scores of one road; a town sums the first two, and takes the maximum of the others."""

    caught_aliens: int
    food_chains: int
    surrounded_aliens: int
    agents_on_a_road: int
    hamburgers_eaten: int
    abducting_aliens: int
    free_aliens_on_a_road: int


Caught = tuple[int, int]
"""Number of caught aliens, and of hamburgers eaten by one free alien."""

SUMMED = 2
"""Number of fields of `RoadOutcome`, from the first, that a town sums over its roads."""


@njit(cache=True)
def caught_aliens(objects: Vector[np.uint8], is_caught: Vector[np.bool_]) -> int:
    """Mark the caught aliens; rule set `published`.

    An agent facing ahead waits for the next alien. An agent facing back takes the latest remembered free alien, and one
    alien of each direction is remembered. Overwrites `is_caught` (n,); returns the number of caught aliens.
    """
    caught = 0
    waiting_agent = NOTHING
    free_ahead = NOTHING
    free_back = NOTHING
    for i in range(len(objects)):
        kind = objects[i]
        is_caught[i] = False
        if kind == AGENT_AHEAD:
            waiting_agent = i
        elif kind == AGENT_BACK:
            latest = max(free_ahead, free_back)
            if latest != NOTHING:
                is_caught[latest] = True
                caught += 1
                if latest == free_ahead:
                    free_ahead = NOTHING
                else:
                    free_back = NOTHING
        elif kind in (ALIEN_AHEAD, ALIEN_BACK):
            if waiting_agent != NOTHING:
                is_caught[i] = True
                caught += 1
                waiting_agent = NOTHING
            elif kind == ALIEN_AHEAD:
                free_ahead = i
            else:
                free_back = i
    return caught


@njit(cache=True)
def most_surrounded(objects: Vector[np.uint8]) -> int:
    """Most aliens between an agent facing ahead and a next agent facing back."""
    best = 0
    aliens = NOTHING
    for kind in objects:
        if kind == AGENT_AHEAD:
            aliens = 0
        elif kind == AGENT_BACK:
            best = max(best, aliens)
            aliens = NOTHING
        elif kind != HAMBURGER and aliens != NOTHING:
            aliens += 1
    return best


@njit(cache=True)
def most_eaten(objects: Vector[np.uint8], is_caught: Vector[np.bool_]) -> int:
    """Most hamburgers in front of one free alien, up to the next free alien or the road's end."""
    best = 0
    hamburgers = 0
    alien_looks_on = False
    for i in range(len(objects)):
        kind = objects[i]
        if kind == HAMBURGER:
            hamburgers += 1
        elif kind in (ALIEN_AHEAD, ALIEN_BACK) and not is_caught[i]:
            if alien_looks_on or kind == ALIEN_BACK:
                best = max(best, hamburgers)
            alien_looks_on = kind == ALIEN_AHEAD
            hamburgers = 0
    if alien_looks_on:
        best = max(best, hamburgers)
    return best


@njit(cache=True)
def most_abducting(objects: Vector[np.uint8]) -> int:
    """Most aliens, caught or not, facing one agent without another between."""
    best = 0
    facing_ahead = 0
    facing_back = 0
    behind_an_agent = False
    for kind in objects:
        if kind == ALIEN_AHEAD:
            facing_ahead += 1
        elif kind == ALIEN_BACK:
            facing_back += 1
            if behind_an_agent:
                best = max(best, facing_back)
        elif kind != HAMBURGER:
            best = max(best, facing_ahead)
            facing_ahead = 0
            facing_back = 0
            behind_an_agent = True
    return best


@njit(cache=True)
def count_food_chains(objects: Vector[np.uint8]) -> int:
    """Number of food chains: agent, alien, hamburger, each facing the next."""
    chains = 0
    for i in range(len(objects) - 2):
        a, b, c = objects[i], objects[i + 1], objects[i + 2]
        if (a == AGENT_AHEAD and b == ALIEN_AHEAD and c == HAMBURGER) or (
            a == HAMBURGER and b == ALIEN_BACK and c == AGENT_BACK
        ):
            chains += 1
    return chains


@njit(cache=True)
def can_all_be_caught(objects: Vector[np.uint8], aliens: Vector[np.bool_]) -> bool:
    """Whether different agents can catch all `aliens`, each one ahead of it; rule set `impartial`.

    If an agent facing back and one facing ahead catch two aliens, the first can always take the earlier alien and the
    second the later. So each agent facing back takes the earliest free alien before it, and leaves the later ones to
    the others. `aliens` (n,) is True for each alien to catch.
    """
    left = aliens.copy()
    for agent in range(len(objects)):
        if objects[agent] == AGENT_BACK:
            for place in range(agent):
                if left[place]:
                    left[place] = False
                    break
    waiting_agents = 0
    for place in range(len(objects)):
        if objects[place] == AGENT_AHEAD:
            waiting_agents += 1
        elif left[place]:
            waiting_agents -= 1
            if waiting_agents < 0:
                return False
    return True


@njit(cache=True)
def published(objects: Vector[np.uint8]) -> Caught:
    """Rule set `published`: the readings of the card texts behind the published figures."""
    is_caught = np.empty(len(objects), dtype=np.bool_)
    caught = caught_aliens(objects, is_caught)
    return caught, most_eaten(objects, is_caught)


@njit(cache=True)
def impartial(objects: Vector[np.uint8]) -> Caught:
    """Rule set `impartial`: a road scores the same from both ends.

    Each agent catches at most one alien ahead of it, and as many as possible are caught: a maximum matching. Theme 16
    counts the best of all such sets of caught aliens.
    """
    aliens = np.empty(len(objects), dtype=np.int64)
    n_aliens = 0
    for i, kind in enumerate(objects):
        if kind in (ALIEN_AHEAD, ALIEN_BACK):
            aliens[n_aliens] = i
            n_aliens += 1
    is_caught = np.zeros(len(objects), dtype=np.bool_)
    caught = eaten = 0
    for choice in range(1 << n_aliens):
        chosen = 0
        for i in range(n_aliens):
            is_caught[aliens[i]] = choice >> i & 1
            chosen += choice >> i & 1
        if chosen >= caught and can_all_be_caught(objects, is_caught):
            best_before = eaten if chosen == caught else 0
            eaten = max(best_before, most_eaten(objects, is_caught))
            caught = chosen
    return caught, eaten


RULE_SETS: Mapping[str, int] = {name: number for number, name in enumerate(get_args(RuleSet))}
"""Numbers of rule sets; compiled code with functions as arguments could not be cached."""
PUBLISHED, IMPARTIAL = RULE_SETS.values()


@njit(cache=True)
def road_outcome(rule_set: int, objects: Vector[np.uint8]) -> RoadOutcome:
    """Score a road under a rule set.

    `objects` (n,) are the kinds (1-5) of `OnRoad` from the start of the road to its end.
    """
    if rule_set == PUBLISHED:
        caught, eaten = published(objects)
    elif rule_set == IMPARTIAL:
        caught, eaten = impartial(objects)
    else:
        raise ValueError("no such rule set")
    agents = 0
    aliens = 0
    for kind in objects:
        agents += kind in (AGENT_AHEAD, AGENT_BACK)
        aliens += kind in (ALIEN_AHEAD, ALIEN_BACK)
    return RoadOutcome(
        caught,
        count_food_chains(objects),
        most_surrounded(objects),
        agents,
        eaten,
        most_abducting(objects),
        aliens - caught,
    )


# Outcomes of all roads, as words.

SUM_BITS = 7
BEST_BITS = 10
SUM_MASK = (1 << (SUM_BITS * SUMMED)) - 1
MAX_OBJECTS_ON_A_ROAD = BEST_BITS
UNKNOWN = np.uint64(2**64 - 1)
WANTED = np.uint64(2**64 - 2)
"""Above all outcome words, as `UNKNOWN` is."""
MOST_IN_PLAIN_PYTHON = 5_000
"""So many outcomes take plain Python 0.1 to 0.4 s; compiling takes 2 s, but once only."""


@njit(cache=True)
def _packed_outcome(outcome: RoadOutcome) -> np.uint64:
    word = np.uint64(0)
    shift = np.uint64(0)
    for i, value in enumerate(outcome):
        if i < SUMMED:
            word |= np.uint64(value) << shift
            shift += np.uint64(SUM_BITS)
        else:
            word |= ((np.uint64(1) << np.uint64(value)) - np.uint64(1)) << shift
            shift += np.uint64(BEST_BITS)
    return word


@njit(cache=True)
def find_outcomes(sequences: Vector[np.int64], rule_set: int, word: Vector[np.uint64]) -> None:
    """Overwrite `word` (all sequences,) at the places `sequences` (n,) with outcomes under a rule set."""
    objects = np.zeros(MAX_OBJECTS_ON_A_ROAD, dtype=np.uint8)
    for sequence in sequences:
        start = MAX_OBJECTS_ON_A_ROAD
        undecoded = sequence
        while undecoded > 0:
            start -= 1
            objects[start] = (undecoded - 1) % KINDS_ON_ROAD + 1
            undecoded = (undecoded - 1) // KINDS_ON_ROAD
        word[sequence] = _packed_outcome(road_outcome(rule_set, objects[start:]))


class KnownOutcomes(NamedTuple):
    """Outcome words by the number of the sequence, and the sequences whose outcomes a search wants."""

    word: Vector[np.uint64]
    """(sequences,), an outcome word, `UNKNOWN`, or `WANTED`, which a search sets."""
    wanted: Vector[np.int64]
    """(sequences,), only the first `n_wanted[0]` are in use."""
    n_wanted: Vector[np.int64]
    """(1,)."""


class OutcomeTable:
    """Outcome words of sequences of at most `max_objects` objects on a road, by the number of the sequence.

    A search of few towns finds the outcomes that it wants in plain Python, because compiling takes longer. A long
    search finds all but the longest sequences ahead. The longest are four fifths of the table, and few occur.
    `rule_set` is a number of `RULE_SETS`.
    """

    def __init__(self, rule_set: int, max_objects: int, *, long_search: bool = False) -> None:
        self._rule_set = rule_set
        self._n_found = 0
        self._long_search = long_search
        sequences = sum(KINDS_ON_ROAD**n for n in range(max_objects + 1))
        self.known = KnownOutcomes(
            np.full(sequences, UNKNOWN), np.empty(sequences, dtype=np.int64), np.zeros(1, dtype=np.int64)
        )
        if long_search:
            self._find_shorter()

    def _find_shorter(self) -> None:
        find_outcomes(np.arange(len(self.known.word) // KINDS_ON_ROAD), self._rule_set, self.known.word)

    def find_wanted(self) -> None:
        """Find the outcomes that a search wants."""
        word, wanted, n_wanted = self.known
        if not n_wanted[0]:
            return
        self._n_found += int(n_wanted[0])
        if not self._long_search and self._n_found > MOST_IN_PLAIN_PYTHON:
            self._long_search = True
            self._find_shorter()
        find = find_outcomes if self._long_search else in_plain_python(find_outcomes)
        find(wanted[: n_wanted[0]], self._rule_set, word)
        n_wanted[0] = 0
