"""Why a town scores what it scores: a sentence a measure, and what of the town it counts.

The scores come from counting the very things that are named. Positions are numbered from 0, row
by row; a road is named by the positions it leads through, from its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.game import explained_roads as rules
from pipeline.nine_tiles_panic.game.explained_towns import ReadRoad, ReadTown, TileRoad
from pipeline.nine_tiles_panic.game.explained_words import at, listed, number, placed
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTown, completeness_faults
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.game.tiles import ObjectKind


@dataclass(frozen=True)
class Explanation:
    """What a town scores by a measure, in words and to point at."""

    key: str
    """Of the measure."""
    score: int
    text: str
    """Names everything that the highlight points at."""
    highlight: Highlight
    """Positions of what counts or makes other things count, and the tile roads that these stand on or that count."""


class _Reason(NamedTuple):
    score: int
    text: str
    positions: Iterable[int] = ()
    roads: Iterable[TileRoad] = ()


_Reasoning = Callable[[ReadTown], _Reason]


def _positions(tile_roads: Iterable[TileRoad]) -> list[int]:
    return [position for position, _ in tile_roads]


# --- roads by their shapes -------------------------------------------------------------------


def _finish_quickly(_: ReadTown) -> _Reason:
    return _Reason(0, "who is first to finish does not show in the town: always 0")


def _longest_road(town: ReadTown) -> _Reason:
    if not town.roads:
        return _Reason(0, "no roads")
    road = max(town.roads, key=lambda road: len(road.tile_roads))
    length = len(road.tile_roads)
    return _Reason(length, f"road {road.name} has length {length}", roads=road.tile_roads)


def _curvy(town: ReadTown) -> _Reason:
    curves = [
        (position, index)
        for position, tile in enumerate(town.town.tiles)
        for index, road in enumerate(tile.roads)
        if (road.second - road.first) % 2
    ]
    return _Reason(len(curves), placed("curve", _positions(curves)), roads=curves)


def _named(roads: Sequence[ReadRoad], which: str = "") -> str:
    """The number of some roads, which ones, and their names."""
    names = ", ".join(road.name for road in roads)
    return f"{number(len(roads), 'road')}{which}: {names}" if roads else "no roads"


def _tile_roads(roads: Iterable[ReadRoad]) -> list[TileRoad]:
    return [tile_road for road in roads for tile_road in road.tile_roads]


def _many_roads(town: ReadTown) -> _Reason:
    return _Reason(len(town.roads), _named(town.roads), roads=_tile_roads(town.roads))


def _few_roads(town: ReadTown) -> _Reason:
    text = _named(town.roads, ", each counts -1")
    return _Reason(-len(town.roads), text, roads=_tile_roads(town.roads))


def _same_length_roads(town: ReadTown) -> _Reason:
    if not town.roads:
        return _Reason(0, "no roads")
    lengths = Counter(len(road.tile_roads) for road in town.roads)
    length = max(lengths, key=lambda length: (lengths[length], length))
    same = [road for road in town.roads if len(road.tile_roads) == length]
    return _Reason(len(same), _named(same, f" of length {length}"), roads=_tile_roads(same))


# --- tiles and what is on them ---------------------------------------------------------------


def _no_roads(town: ReadTown) -> _Reason:
    roadless = [position for position, tile in enumerate(town.town.tiles) if not tile.roads]
    where = f" {at(roadless)}" if roadless else ""
    return _Reason(len(roadless), f"{number(len(roadless), 'tile')} without roads{where}", roadless)


def _things(noun: str, field: str) -> _Reasoning:
    """A measure that counts one kind of thing off the roads."""

    def reason(town: ReadTown) -> _Reason:
        positions = town.off_road(field)
        return _Reason(len(positions), placed(noun, positions), positions)

    return reason


def _agents(town: ReadTown) -> _Reason:
    on_roads = town.on_roads(ObjectKind.AGENT)
    positions = _positions(on_roads) + town.off_road("agents")
    return _Reason(len(positions), placed("agent", positions), positions, on_roads)


def _walk_the_dog(town: ReadTown) -> _Reason:
    citizens, dogs = town.off_road("girls", "boys"), town.off_road("dogs")
    pairs = min(len(citizens), len(dogs))
    text = f"{placed('citizen', citizens)}, {placed('dog', dogs)}: {number(pairs, 'pair')}"
    return _Reason(pairs, text, citizens + dogs)


def _group_reason(town: ReadTown, members: Sequence[int], what: str) -> _Reason:
    group = town.largest_group(members)
    if not group:
        return _Reason(0, f"no tiles {what}")
    tiles = f"{number(len(group), 'tile')} {what} {at(group)}"
    if len(group) > 1:
        text = f"{tiles}, connected"
    else:
        text = tiles if len(members) == 1 else f"{tiles}; no two such tiles touch"
    return _Reason(len(group), text, group)


def _group(what: str, *fields: str) -> _Reasoning:
    """A measure that looks for the largest group of tiles with something off the roads."""

    def reason(town: ReadTown) -> _Reason:
        return _group_reason(town, sorted(set(town.off_road(*fields))), what)

    return reason


def _safe_zone(town: ReadTown) -> _Reason:
    aliens = _positions(town.on_roads(ObjectKind.ALIEN)) + town.off_road("captured_aliens")
    safe = sorted(set(range(len(town.town.tiles))) - set(aliens))
    return _group_reason(town, safe, "without aliens")


# --- objects on roads ------------------------------------------------------------------------


def _capture(town: ReadTown) -> _Reason:
    aliens: list[TileRoad] = []
    agents: list[TileRoad] = []
    parts = []
    for road in town.roads:
        found = rules.catches(road.objects)
        for alien, agent in zip(found.things, found.by, strict=True):
            aliens.append(road.places[alien])
            agents.append(road.places[agent])
    if len(aliens) == 1:
        parts.append(f"alien at {aliens[0][0]} is caught by the agent at {agents[0][0]}")
    elif aliens:
        parts.append(f"aliens at {listed(_positions(aliens))} are caught by the agents at {listed(_positions(agents))}")
    captured = town.off_road("captured_aliens")
    if captured or not parts:
        parts.append(placed("captured alien", captured))
    if not aliens:
        parts.insert(0, "no alien is caught")
    positions = _positions(aliens) + _positions(agents) + captured
    return _Reason(len(aliens) + len(captured), "; ".join(parts), positions, aliens + agents)


def _times(town: ReadTown, noun: str, positions: Sequence[int], roads: Sequence[TileRoad]) -> _Reason:
    """A measure that multiplies the free aliens by something else."""
    free = town.free_aliens()
    text = f"{placed('free alien', _positions(free))} x {placed(noun, positions)}"
    counted = [*_positions(free), *positions]
    return _Reason(len(free) * len(positions), text, counted, [*free, *roads])


def _hungry_aliens(town: ReadTown) -> _Reason:
    hamburgers = town.on_roads(ObjectKind.HAMBURGER)
    return _times(town, "hamburger", _positions(hamburgers), hamburgers)


def _extraterrestrial(town: ReadTown) -> _Reason:
    return _times(town, "UFO", town.off_road("ufos"), ())


def _best_road(
    count: Callable[[rules.Objects], rules.Counted], say: Callable[[list[int], list[int]], str], none: str
) -> _Reasoning:
    """A measure of one road, the best of the town.

    Args:
        count: which objects of a road count.
        say: a sentence from their positions and the positions of those by whom they count.
        none: the sentence if nothing counts on any road.
    """

    def reason(town: ReadTown) -> _Reason:
        found = [(road, count(road.objects)) for road in town.roads]
        road, best = max(found, key=lambda pair: len(pair[1].things), default=(None, None))
        if road is None or best is None or not best.things:
            return _Reason(0, none)
        things, by = road.at(best.things), road.at(best.by)
        text = f"{say(things, by)}, on road {road.name}"
        return _Reason(len(things), text, things + by, road.tile_roads)

    return reason


def _say_surrounded(aliens: list[int], agents: list[int]) -> str:
    verb = "is" if len(aliens) == 1 else "are"
    return f"{placed('alien', aliens)} {verb} between the agents at {listed(agents)}"


def _say_abducting(aliens: list[int], agents: list[int]) -> str:
    verb = "faces" if len(aliens) == 1 else "face"
    return f"{placed('alien', aliens)} {verb} the agent {at(agents)}"


def _say_in_sight(hamburgers: list[int], aliens: list[int]) -> str:
    return f"the free alien {at(aliens)} sees {placed('hamburger', hamburgers)}"


def _food_chain(town: ReadTown) -> _Reason:
    chains = []
    positions: list[int] = []
    roads = []
    for road in town.roads:
        found = rules.food_chains(road.objects)
        for chain in found:
            agent, alien, hamburger = road.at(chain)
            positions += (agent, alien, hamburger)
            chains.append(f"agent at {agent}, alien at {alien}, hamburger at {hamburger}, on road {road.name}")
        if found:
            roads.append(road)
    text = "; ".join(chains) or "no agent, alien and hamburger go after each other"
    return _Reason(len(chains), text, positions, _tile_roads(roads))


_REASONINGS: Mapping[str, _Reasoning] = {
    "finish_quickly": _finish_quickly,
    "longest_road": _longest_road,
    "curvy": _curvy,
    "many_roads": _many_roads,
    "no_roads": _no_roads,
    "same_length_roads": _same_length_roads,
    "few_roads": _few_roads,
    "dog_roundup": _group("with dogs", "dogs"),
    "real_estate_day": _things("house", "houses"),
    "agents": _agents,
    "life_with_dogs": _things("dog", "dogs"),
    "safe_zone": _safe_zone,
    "citizen_area": _group("with citizens", "girls", "boys"),
    "residential_area": _group("with houses", "houses"),
    "walk_the_dog": _walk_the_dog,
    "ladies_night": _things("girl", "girls"),
    "boy_scouts": _things("boy", "boys"),
    "capture": _capture,
    "surrounded": _best_road(
        rules.surrounded_aliens, _say_surrounded, "no alien is between two agents facing each other"
    ),
    "hungry_aliens": _hungry_aliens,
    "safest_road": _best_road(rules.agents, lambda agents, _: placed("agent", agents), "no agent is on a road"),
    "eat_it_up": _best_road(rules.hamburgers_in_sight, _say_in_sight, "no free alien sees a hamburger"),
    "extraterrestrial": _extraterrestrial,
    "abduction": _best_road(rules.abducting_aliens, _say_abducting, "no alien faces an agent"),
    "alien_power": _best_road(rules.free_aliens, lambda aliens, _: placed("free alien", aliens), "no alien is free"),
    "food_chain": _food_chain,
}


def explain(town: LaidTown) -> dict[str, Explanation]:
    """Explain what a complete town scores by every measure, in the order of `MEASURES`.

    Raises:
        PipelineError: the town is not complete; the message lists why.
    """
    faults = completeness_faults(town)
    if faults:
        raise PipelineError(f"{town.pattern} is not a complete town: {'; '.join(faults)}")
    read = ReadTown(town)
    explanations = {}
    for key, reasoning in _REASONINGS.items():
        score, text, positions, roads = reasoning(read)
        highlight = Highlight(frozenset(positions), frozenset(roads))
        explanations[key] = Explanation(key, score, text, highlight)
    return explanations


def explanations_by_theme(town: LaidTown, themes: Sequence[Theme]) -> list[tuple[Theme, Explanation]]:
    """Explain what a complete town scores in every theme, in the order of the themes.

    Raises:
        PipelineError: the town is not complete; the message lists why.
    """
    explanations = explain(town)
    return [(theme, explanations[theme.key]) for theme in themes]
