"""Which objects on one road count, where `road_objects` says only how many.

A road is a sequence of objects from its start to its far end; the answers are places in it. The rules are those of rule
set `published`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pipeline.nine_tiles_panic.game.tiles import OnRoad

AGENTS = (OnRoad.AGENT_AHEAD, OnRoad.AGENT_BACK)
ALIENS = (OnRoad.ALIEN_AHEAD, OnRoad.ALIEN_BACK)
FOOD_CHAINS = {
    (OnRoad.AGENT_AHEAD, OnRoad.ALIEN_AHEAD, OnRoad.HAMBURGER): (0, 1, 2),
    (OnRoad.HAMBURGER, OnRoad.ALIEN_BACK, OnRoad.AGENT_BACK): (2, 1, 0),
}
"""Three objects in a row -> the places of agent, alien and hamburger among them."""

Objects = Sequence[OnRoad]


class Counted(NamedTuple):
    """Objects that count, as places on the road."""

    things: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    """The objects that make them count, such as an agent that catches them."""


def _most(found: Iterable[Counted]) -> Counted:
    """The candidate with the highest count, the first of several; nothing if no count is above 0."""
    return max((Counted(), *found), key=lambda counted: len(counted.things))


def _places(objects: Objects, kinds: Sequence[OnRoad], after: int = -1, before: int | None = None) -> tuple[int, ...]:
    """The places of all objects of some kinds, or of those between two places."""
    return tuple(place for place in range(len(objects))[after + 1 : before] if objects[place] in kinds)


def _with_neighbours(places: Sequence[int], objects: Objects) -> Iterator[tuple[int, int, int]]:
    """(the place before, or that before the road; the place; the one after, or that behind the road)."""
    return zip((-1, *places), places, (*places[1:], len(objects)), strict=False)


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
    return Counted(_places(objects, AGENTS))


def free_aliens(objects: Objects) -> Counted:
    """The aliens that are not caught."""
    caught = catches(objects).things
    return Counted(tuple(place for place in _places(objects, ALIENS) if place not in caught))


def surrounded_aliens(objects: Objects) -> Counted:
    """The most aliens between an agent that faces ahead and the next, which faces back."""
    return _most(
        Counted(_places(objects, ALIENS, first, second), (first, second))
        for first, second in pairwise(_places(objects, AGENTS))
        if (objects[first], objects[second]) == AGENTS
    )


def hamburgers_in_sight(objects: Objects) -> Counted:
    """The most hamburgers that one free alien sees up to the next one or the road's end."""
    found = []
    for before, alien, after in _with_neighbours(free_aliens(objects).things, objects):
        in_sight = (alien, after) if objects[alien] == OnRoad.ALIEN_AHEAD else (before, alien)
        found.append(Counted(_places(objects, (OnRoad.HAMBURGER,), *in_sight), (alien,)))
    return _most(found)


def abducting_aliens(objects: Objects) -> Counted:
    """The most aliens that face one agent from one side, with no other agent between."""
    found = []
    for before, agent, after in _with_neighbours(_places(objects, AGENTS), objects):
        found.append(Counted(_places(objects, (OnRoad.ALIEN_AHEAD,), before, agent), (agent,)))
        found.append(Counted(_places(objects, (OnRoad.ALIEN_BACK,), agent, after), (agent,)))
    return _most(found)


def food_chains(objects: Objects) -> list[tuple[int, ...]]:
    """The places of agent, alien and hamburger of every chain, in this order."""
    threes = enumerate(zip(objects, objects[1:], objects[2:], strict=False))
    return [tuple(first + i for i in FOOD_CHAINS[three]) for first, three in threes if three in FOOD_CHAINS]
