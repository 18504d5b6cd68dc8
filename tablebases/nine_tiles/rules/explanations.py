"""The objects that count on one road, and the objects that make them count, in plain Python.

A road is a sequence of objects from its start to its far end; a place is an index into it. The rule set decides which
aliens are caught and which are free. `road_objects.py` counts the same for the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tablebases.nine_tiles.rules.tiles import OnRoad

AGENTS = (OnRoad.AGENT_AHEAD, OnRoad.AGENT_BACK)
ALIENS = (OnRoad.ALIEN_AHEAD, OnRoad.ALIEN_BACK)
FOOD_CHAINS = {
    (OnRoad.AGENT_AHEAD, OnRoad.ALIEN_AHEAD, OnRoad.HAMBURGER): (0, 1, 2),
    (OnRoad.HAMBURGER, OnRoad.ALIEN_BACK, OnRoad.AGENT_BACK): (2, 1, 0),
}
"""Three objects in a row -> the places of agent, alien and hamburger among them."""

TURNED_ROUND = {
    OnRoad.AGENT_AHEAD: OnRoad.AGENT_BACK,
    OnRoad.AGENT_BACK: OnRoad.AGENT_AHEAD,
    OnRoad.ALIEN_AHEAD: OnRoad.ALIEN_BACK,
    OnRoad.ALIEN_BACK: OnRoad.ALIEN_AHEAD,
    OnRoad.HAMBURGER: OnRoad.HAMBURGER,
}

Objects = Sequence[OnRoad]


class Counted(NamedTuple):
    """Places of the objects that count on a road."""

    things: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    """Places of the objects that make them count, such as an agent that catches an alien."""


def _most(found: Iterable[Counted]) -> Counted:
    """The candidate with the highest count, the first of several; nothing if no count is above 0."""
    return max((Counted(), *found), key=lambda counted: len(counted.things))


def _places(objects: Objects, kinds: Sequence[OnRoad], after: int = -1, before: int | None = None) -> tuple[int, ...]:
    """The places of the objects of `kinds` between the places `after` and `before`, by default on the whole road."""
    return tuple(place for place in range(len(objects))[after + 1 : before] if objects[place] in kinds)


def _with_neighbours(places: Sequence[int], objects: Objects) -> Iterator[tuple[int, int, int]]:
    """Each place with the ones before and after it; -1 and the length of the road stand for its ends."""
    return zip((-1, *places), places, (*places[1:], len(objects)), strict=False)


def from_other_end(objects: Objects) -> list[OnRoad]:
    """The objects of a road read from its other end."""
    return [TURNED_ROUND[kind] for kind in reversed(objects)]


def _published_catches(objects: Objects) -> list[Counted]:
    """The way in which aliens are caught by the published rules; there is only one."""
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
    return [Counted(tuple(alien for alien, _ in caught), tuple(agent for _, agent in caught))]


def _aliens_ahead(objects: Objects, agent: int) -> tuple[int, ...]:
    """The aliens that an agent may catch by the impartial rules."""
    is_ahead = objects[agent] == OnRoad.AGENT_AHEAD
    return _places(objects, ALIENS, agent) if is_ahead else _places(objects, ALIENS, before=agent)


def _impartial_catches(objects: Objects) -> list[Counted]:
    """One way for every largest set of aliens that different agents can catch."""
    agent_of: dict[frozenset[int], dict[int, int]] = {frozenset(): {}}  # by the aliens that are caught
    for agent in _places(objects, AGENTS):
        for aliens, agents in list(agent_of.items()):
            for alien in set(_aliens_ahead(objects, agent)) - aliens:
                agent_of.setdefault(aliens | {alien}, agents | {alien: agent})
    most = max(map(len, agent_of))
    return [
        Counted(tuple(sorted(aliens)), tuple(agents[alien] for alien in sorted(aliens)))
        for aliens, agents in agent_of.items()
        if len(aliens) == most
    ]


_CATCHES: Mapping[str, Callable[[Objects], list[Counted]]] = {
    "published": _published_catches,
    "impartial": _impartial_catches,
}
"""Rule set -> all ways to catch as many aliens as possible; they differ in the aliens caught."""


def catches(objects: Objects, rule_set: str) -> Counted:
    """The caught aliens, and the agent that catches each, in the first of all ways."""
    return _CATCHES[rule_set](objects)[0]


def agents(objects: Objects) -> Counted:
    """All agents."""
    return Counted(_places(objects, AGENTS))


def _without(caught: Counted, objects: Objects) -> tuple[int, ...]:
    """The aliens that are free if those of `caught` are caught."""
    return tuple(place for place in _places(objects, ALIENS) if place not in caught.things)


def free_aliens(objects: Objects, rule_set: str) -> Counted:
    """The aliens that are not caught."""
    return Counted(_without(catches(objects, rule_set), objects))


def surrounded_aliens(objects: Objects) -> Counted:
    """The most aliens between an agent facing ahead and the next agent, facing back."""
    return _most(
        Counted(_places(objects, ALIENS, first, second), (first, second))
        for first, second in pairwise(_places(objects, AGENTS))
        if (objects[first], objects[second]) == AGENTS
    )


def hamburgers_in_sight(objects: Objects, rule_set: str) -> Counted:
    """The most hamburgers that one free alien sees up to the next one or the road's end."""
    found = []
    for caught in _CATCHES[rule_set](objects):
        for before, alien, after in _with_neighbours(_without(caught, objects), objects):
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
    """(agent, alien, hamburger) of every chain, as places."""
    threes = enumerate(zip(objects, objects[1:], objects[2:], strict=False))
    return [tuple(first + i for i in FOOD_CHAINS[three]) for first, three in threes if three in FOOD_CHAINS]
