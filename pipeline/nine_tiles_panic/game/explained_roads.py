"""Which objects on one road count, where `road_objects` says only how many.

A road is a sequence of objects from its start to its far end; the answers are places in it. The
rules are those of rule set `published`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.nine_tiles_panic.game.on_road import OnRoad

AGENTS = (OnRoad.AGENT_AHEAD, OnRoad.AGENT_BACK)
ALIENS = (OnRoad.ALIEN_AHEAD, OnRoad.ALIEN_BACK)
FOOD_CHAINS = (
    (OnRoad.AGENT_AHEAD, OnRoad.ALIEN_AHEAD, OnRoad.HAMBURGER),
    (OnRoad.HAMBURGER, OnRoad.ALIEN_BACK, OnRoad.AGENT_BACK),
)

Objects = Sequence[OnRoad]


class Counted(NamedTuple):
    """Objects that count, as places on the road."""

    things: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    """The objects that make them count, such as an agent that catches them."""


def _most(found: Iterable[Counted]) -> Counted:
    """The candidate with the highest count, the first of several; nothing if no count is above 0."""
    return max((Counted(), *found), key=lambda counted: len(counted.things))


def _places(objects: Objects, kinds: Sequence[OnRoad]) -> list[int]:
    return [place for place, kind in enumerate(objects) if kind in kinds]


def catches(objects: Objects) -> Counted:
    """The aliens that are caught, and in the same order the agents that catch them."""
    caught: list[tuple[int, int]] = []
    waiting_agent: int | None = None
    remembered: dict[OnRoad, int] = {}
    for place, kind in enumerate(objects):
        if kind == OnRoad.AGENT_AHEAD:
            waiting_agent = place
        elif kind == OnRoad.AGENT_BACK and remembered:
            latest = max(remembered, key=remembered.__getitem__)
            caught.append((remembered.pop(latest), place))
        elif kind in ALIENS and waiting_agent is not None:
            caught.append((place, waiting_agent))
            waiting_agent = None
        elif kind in ALIENS:
            remembered[kind] = place
    caught.sort()
    return Counted(tuple(alien for alien, _ in caught), tuple(agent for _, agent in caught))


def agents(objects: Objects) -> Counted:
    """All agents."""
    return Counted(tuple(_places(objects, AGENTS)))


def free_aliens(objects: Objects) -> Counted:
    """The aliens that are not caught."""
    caught = catches(objects).things
    return Counted(tuple(place for place in _places(objects, ALIENS) if place not in caught))


def surrounded_aliens(objects: Objects) -> Counted:
    """The most aliens between an agent that faces ahead and the next, which faces back."""
    found = []
    places = _places(objects, AGENTS)
    for first, second in pairwise(places):
        if (objects[first], objects[second]) == AGENTS:
            between = _places(objects[:second], ALIENS)
            found.append(Counted(tuple(p for p in between if p > first), (first, second)))
    return _most(found)


def hamburgers_in_sight(objects: Objects) -> Counted:
    """The most hamburgers that one free alien sees up to the next one or the road's end."""
    found = []
    free = free_aliens(objects).things
    hamburgers = _places(objects, (OnRoad.HAMBURGER,))
    for before, alien, after in zip((-1, *free), free, (*free[1:], len(objects)), strict=False):
        ahead = objects[alien] == OnRoad.ALIEN_AHEAD
        low, high = (alien, after) if ahead else (before, alien)
        found.append(Counted(tuple(p for p in hamburgers if low < p < high), (alien,)))
    return _most(found)


def abducting_aliens(objects: Objects) -> Counted:
    """The most aliens that face one agent from one side, with no other agent between."""
    found = []
    places = _places(objects, AGENTS)
    ahead = _places(objects, (OnRoad.ALIEN_AHEAD,))
    back = _places(objects, (OnRoad.ALIEN_BACK,))
    for before, agent, after in zip((-1, *places), places, (*places[1:], len(objects)), strict=False):
        found.append(Counted(tuple(p for p in ahead if before < p < agent), (agent,)))
        found.append(Counted(tuple(p for p in back if agent < p < after), (agent,)))
    return _most(found)


def food_chains(objects: Objects) -> tuple[tuple[int, int, int], ...]:
    """Agent, alien and hamburger of every chain, in this order."""
    chains = []
    for place in range(len(objects) - 2):
        three = tuple(objects[place : place + 3])
        if three == FOOD_CHAINS[0]:
            chains.append((place, place + 1, place + 2))
        elif three == FOOD_CHAINS[1]:
            chains.append((place + 2, place + 1, place))
    return tuple(chains)
