"""Scores of a town in each theme, with their reasons.

A score is the number of things that its reason names. Positions are numbered from 0, row by row; a road is named by the
positions that it leads through, from its start.

The first part explains single roads. A road is a sequence of objects from its start to its far end, and things on it
are named by their places in this sequence. The rule set decides which aliens are caught, and so which are free. The
second part explains towns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from tablebases.errors import Error
from tablebases.messages import counted
from tablebases.nine_tiles.laid_town import Highlight, LaidTown, TileRoad, TownRoad, completeness_faults
from tablebases.nine_tiles.themes import Theme
from tablebases.nine_tiles.tiles import SIDES, ObjectKind, OnRoad

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


def from_other_end(objects: Objects) -> list[OnRoad]:
    """The objects of a road as one meets them from its other end."""
    return [TURNED_ROUND[kind] for kind in reversed(objects)]


def _published_catches(objects: Objects) -> list[Counted]:
    """The one way in which aliens are caught by the published rules."""
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
    """For every largest set of aliens that different agents can catch, one way in which they do."""
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
"""Rule set -> all ways in which as many aliens are caught as it says; they differ in who is caught."""


def catches(objects: Objects, rule_set: str) -> Counted:
    """The aliens that are caught, and in the same order the agents that catch them; the first of several ways."""
    return _CATCHES[rule_set](objects)[0]


def agents(objects: Objects) -> Counted:
    """All agents."""
    return Counted(_places(objects, AGENTS))


def _without(caught: Counted, objects: Objects) -> tuple[int, ...]:
    """The aliens that are free if these are caught."""
    return tuple(place for place in _places(objects, ALIENS) if place not in caught.things)


def free_aliens(objects: Objects, rule_set: str) -> Counted:
    """The aliens that are not caught."""
    return Counted(_without(catches(objects, rule_set), objects))


def surrounded_aliens(objects: Objects) -> Counted:
    """The most aliens between an agent that faces ahead and the next, which faces back."""
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
    """The places of agent, alien and hamburger of every chain, in this order."""
    threes = enumerate(zip(objects, objects[1:], objects[2:], strict=False))
    return [tuple(first + i for i in FOOD_CHAINS[three]) for first, three in threes if three in FOOD_CHAINS]


# Towns: for every measure a sentence, and the part of the town that it counts.


@dataclass(frozen=True)
class Explanation:
    """What a town scores by a measure, in words and to point at."""

    score: int
    text: str
    """Names everything that the highlight points at."""
    highlight: Highlight
    """Positions of what counts or makes other things count, and the tile roads that these stand on or that count."""


_Reasoning = Callable[[LaidTown], Explanation]


def _because(score: int, text: str, positions: Iterable[int] = (), roads: Iterable[TileRoad] = ()) -> Explanation:
    return Explanation(score, text, Highlight(frozenset(positions), frozenset(roads)))


def _positions(tile_roads: Iterable[TileRoad]) -> list[int]:
    return [position for position, _ in tile_roads]


# --- words -----------------------------------------------------------------------------------


def _listed(parts: Sequence[object]) -> str:
    """The parts as a list such as `1, 2 and 4`."""
    words = [str(part) for part in parts]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _at(positions: Iterable[int]) -> str:
    """Where things are, such as `at 1, 3 (2) and 4` with two of them at position 3."""
    counts = sorted(Counter(positions).items())
    return "at " + _listed([p if n == 1 else f"{p} ({n})" for p, n in counts])


def _number(count: int, noun: str) -> str:
    """How many, such as `1 house`, `2 houses` or `no houses`."""
    return counted(count, noun) if count else f"no {noun}s"


def placed(noun: str, positions: Sequence[int]) -> str:
    """How many and where, such as `2 dogs at 1 and 4`; a position for each thing."""
    count = _number(len(positions), noun)
    return f"{count} {_at(positions)}" if positions else count


# --- roads by their shapes -------------------------------------------------------------------


def _longest_road(town: LaidTown) -> Explanation:
    road = max(town.roads, key=len, default=TownRoad())
    text = f"road {road.name} has length {len(road)}" if road else "no roads"
    return _because(len(road), text, roads=road.tile_roads)


def _curvy(town: LaidTown) -> Explanation:
    curves = [tile_road for tile_road, road in town.tile_roads() if (road.second - road.first) % 2]
    return _because(len(curves), placed("curve", _positions(curves)), roads=curves)


def _count_roads(roads: Sequence[TownRoad], which: str = "", each: int = 1) -> Explanation:
    """Some roads, each of which counts so much, with their names; `which` is said behind their number."""
    names = ", ".join(road.name for road in roads)
    text = f"{_number(len(roads), 'road')}{which}: {names}" if roads else "no roads"
    return _because(each * len(roads), text, roads=[tile_road for road in roads for tile_road in road.tile_roads])


def _same_length_roads(town: LaidTown) -> Explanation:
    lengths = Counter(map(len, town.roads))
    length = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return _count_roads([road for road in town.roads if len(road) == length], f" of length {length}")


# --- tiles and what is on them ---------------------------------------------------------------


def _no_roads(town: LaidTown) -> Explanation:
    roadless = [position for position, tile in enumerate(town.tiles) if not tile.roads]
    where = f" {_at(roadless)}" if roadless else ""
    return _because(len(roadless), f"{_number(len(roadless), 'tile')} without roads{where}", roadless)


def _things(noun: str, field: str, on_road: ObjectKind | None = None) -> _Reasoning:
    """A measure that counts one kind of thing: a field of `OffRoad`, and perhaps a kind of object on roads."""

    def reason(town: LaidTown) -> Explanation:
        on_roads = town.on_roads(on_road) if on_road else []
        positions = _positions(on_roads) + town.off_road(field)
        return _because(len(positions), placed(noun, positions), positions, on_roads)

    return reason


def _walk_the_dog(town: LaidTown) -> Explanation:
    citizens, dogs = town.off_road("girls", "boys"), town.off_road("dogs")
    pairs = min(len(citizens), len(dogs))
    text = f"{placed('citizen', citizens)}, {placed('dog', dogs)}: {_number(pairs, 'pair')}"
    return _because(pairs, text, citizens + dogs)


def _largest_group(town: LaidTown, members: Iterable[int]) -> list[int]:
    """The largest set of these positions that are connected, the first of several."""
    left = set(members)
    largest: list[int] = []
    while left:
        group = [min(left)]
        left.remove(group[0])
        for position in group:
            beyond = {town.neighbour(position, side) for side in range(SIDES)} & left
            group += [p for p in beyond if p is not None]
            left -= set(group)
        largest = max(largest, sorted(group), key=len)
    return largest


def _group(what: str, members_of: Callable[[LaidTown], Iterable[int]]) -> _Reasoning:
    """A measure that looks for the largest group of some tiles: what is said of them, and where they are in a town."""

    def reason(town: LaidTown) -> Explanation:
        members = set(members_of(town))
        group = _largest_group(town, members)
        if not group:
            return _because(0, f"no tiles {what}")
        text = f"{_number(len(group), 'tile')} {what} {_at(group)}"
        if len(group) > 1:
            text += ", connected"
        elif len(members) > 1:
            text += "; no two such tiles touch"
        return _because(len(group), text, group)

    return reason


def _without_aliens(town: LaidTown) -> set[int]:
    aliens = _positions(town.on_roads(ObjectKind.ALIEN)) + town.off_road("captured_aliens")
    return set(range(len(town.tiles))) - set(aliens)


# --- objects on roads ------------------------------------------------------------------------


def _capture(town: LaidTown, rule_set: str) -> Explanation:
    aliens: list[TileRoad] = []
    agents: list[TileRoad] = []
    for road in town.roads:
        found = catches(road.objects, rule_set)
        aliens += [road.places[alien] for alien in found.things]
        agents += [road.places[agent] for agent in found.by]
    if len(aliens) == 1:
        parts = [f"alien at {aliens[0][0]} is caught by the agent at {agents[0][0]}"]
    elif aliens:
        parts = [f"aliens at {_listed(_positions(aliens))} are caught by the agents at {_listed(_positions(agents))}"]
    else:
        parts = ["no alien is caught"]
    captured = town.off_road("captured_aliens")
    if captured or not aliens:
        parts.append(placed("captured alien", captured))
    positions = _positions(aliens) + _positions(agents) + captured
    return _because(len(aliens) + len(captured), "; ".join(parts), positions, aliens + agents)


def _times(
    town: LaidTown, rule_set: str, noun: str, positions: Sequence[int], roads: Sequence[TileRoad] = ()
) -> Explanation:
    """A measure that multiplies the free aliens by something else."""
    free = [road.places[alien] for road in town.roads for alien in free_aliens(road.objects, rule_set).things]
    text = f"{placed('free alien', _positions(free))} x {placed(noun, positions)}"
    return _because(len(free) * len(positions), text, [*_positions(free), *positions], [*free, *roads])


def _hungry_aliens(town: LaidTown, rule_set: str) -> Explanation:
    hamburgers = town.on_roads(ObjectKind.HAMBURGER)
    return _times(town, rule_set, "hamburger", _positions(hamburgers), hamburgers)


def _extraterrestrial(town: LaidTown, rule_set: str) -> Explanation:
    return _times(town, rule_set, "UFO", town.off_road("ufos"))


def _best_road(
    count: Callable[[Objects], Counted], say: Callable[[list[int], list[int]], str], none: str
) -> _Reasoning:
    """A measure of one road, the best of the town.

    Args:
        count: which objects of a road count.
        say: a sentence from their positions and the positions of those by whom they count.
        none: the sentence if nothing counts on any road.
    """

    def reason(town: LaidTown) -> Explanation:
        found = [(road, count(road.objects)) for road in town.roads]
        road, best = max(found, key=lambda pair: len(pair[1].things), default=(TownRoad(), Counted()))
        if not best.things:
            return _because(0, none)
        things, by = ([road.places[index][0] for index in indices] for indices in best)
        return _because(len(things), f"{say(things, by)}, on road {road.name}", things + by, road.tile_roads)

    return reason


def _say_surrounded(aliens: list[int], agents: list[int]) -> str:
    verb = "is" if len(aliens) == 1 else "are"
    return f"{placed('alien', aliens)} {verb} between the agents at {_listed(agents)}"


def _say_abducting(aliens: list[int], agents: list[int]) -> str:
    verb = "faces" if len(aliens) == 1 else "face"
    return f"{placed('alien', aliens)} {verb} the agent {_at(agents)}"


def _say_in_sight(hamburgers: list[int], aliens: list[int]) -> str:
    return f"the free alien {_at(aliens)} sees {placed('hamburger', hamburgers)}"


def _food_chain(town: LaidTown) -> Explanation:
    texts: list[str] = []
    positions: list[int] = []
    roads: list[TileRoad] = []
    for road in town.roads:
        for chain in food_chains(road.objects):
            agent, alien, hamburger = (road.places[index][0] for index in chain)
            texts.append(f"agent at {agent}, alien at {alien}, hamburger at {hamburger}, on road {road.name}")
            positions += (agent, alien, hamburger)
            roads += road.tile_roads
    text = "; ".join(texts) or "no agent, alien and hamburger go after each other"
    return _because(len(texts), text, positions, roads)


@cache
def _reasonings(rule_set: str) -> Mapping[str, _Reasoning]:
    """How every measure is explained under a rule set, by the keys of `MEASURES` in their order."""
    in_sight = partial(hamburgers_in_sight, rule_set=rule_set)
    free = partial(free_aliens, rule_set=rule_set)
    return {
        "finish_quickly": lambda _: _because(0, "who is first to finish does not show in the town: always 0"),
        "longest_road": _longest_road,
        "curvy": _curvy,
        "many_roads": lambda town: _count_roads(town.roads),
        "no_roads": _no_roads,
        "same_length_roads": _same_length_roads,
        "few_roads": lambda town: _count_roads(town.roads, ", each counts -1", each=-1),
        "dog_roundup": _group("with dogs", lambda town: town.off_road("dogs")),
        "real_estate_day": _things("house", "houses"),
        "agents": _things("agent", "agents", ObjectKind.AGENT),
        "life_with_dogs": _things("dog", "dogs"),
        "safe_zone": _group("without aliens", _without_aliens),
        "citizen_area": _group("with citizens", lambda town: town.off_road("girls", "boys")),
        "residential_area": _group("with houses", lambda town: town.off_road("houses")),
        "walk_the_dog": _walk_the_dog,
        "ladies_night": _things("girl", "girls"),
        "boy_scouts": _things("boy", "boys"),
        "capture": partial(_capture, rule_set=rule_set),
        "surrounded": _best_road(
            surrounded_aliens, _say_surrounded, "no alien is between two agents facing each other"
        ),
        "hungry_aliens": partial(_hungry_aliens, rule_set=rule_set),
        "safest_road": _best_road(agents, lambda agents, _: placed("agent", agents), "no agent is on a road"),
        "eat_it_up": _best_road(in_sight, _say_in_sight, "no free alien sees a hamburger"),
        "extraterrestrial": partial(_extraterrestrial, rule_set=rule_set),
        "abduction": _best_road(abducting_aliens, _say_abducting, "no alien faces an agent"),
        "alien_power": _best_road(free, lambda aliens, _: placed("free alien", aliens), "no alien is free"),
        "food_chain": _food_chain,
    }


def explain(town: LaidTown, rule_set: str) -> dict[str, Explanation]:
    """Explain what a complete town scores by every measure, by the keys of `MEASURES` in their order.

    Args:
        town: it must be complete.
        rule_set: a name of `RULE_SETS`.

    Raises:
        Error: the town is not complete; the message lists why.
    """
    faults = completeness_faults(town)
    if faults:
        raise Error(f"{town.pattern} is not a complete town: {'; '.join(faults)}")
    return {key: reasoning(town) for key, reasoning in _reasonings(rule_set).items()}


def explanations_by_theme(town: LaidTown, themes: Sequence[Theme], rule_set: str) -> list[tuple[Theme, Explanation]]:
    """What `explain` says of a complete town, in the order of the themes."""
    explanations = explain(town, rule_set)
    return [(theme, explanations[theme.key]) for theme in themes]
