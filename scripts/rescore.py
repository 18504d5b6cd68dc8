"""The second program for Nine Tiles Panic: spell all towns from their boxes, and score each one as a whole.

It shares no code with the pipeline, except for general helpers such as `njit`. Its rules are those of the oracle, as
tables: tiles in all directions, the board, and the outcomes of roads. A *look* is a tile as it lies, 8 times its number
plus its direction digit. A town is a look for each position, row by row.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from oracle import nine_tiles_panic as oracle
from oracle.nine_tiles_panic import AGENT, ALIEN, HAMBURGER, RoadObject
from tablebases.arrays import Array3, Matrix, Vector
from tablebases.compiled import njit, prange
from tablebases.errors import Error

SIDES, DIRECTIONS = 4, 8
MOST_LOOKS = 10 * DIRECTIONS
"""A tile number is a digit."""
OUTSIDE = NO_ROAD = -1
TOWNS_AT_ONCE = 100_000


Scores = namedtuple(
    "Scores",
    "capture surrounded dog_roundup finish_quickly longest_road curvy real_estate_day hungry_aliens agents many_roads "
    "no_roads life_with_dogs same_length_roads safest_road few_roads eat_it_up extraterrestrial abduction alien_power "
    "food_chain safe_zone citizen_area residential_area walk_the_dog ladies_night boy_scouts",
)
"""The scores of a town, by the keys of the cards, in the order of the oracle."""
MEASURES = Scores._fields


def place_of(key: str) -> int:
    """The place of a card's score in `Scores`."""
    if key not in MEASURES:
        raise Error(f"the card '{key}' is not scored again; add it to scripts/rescore.py")
    return MEASURES.index(key)


# Towns of boxes.


@njit(cache=True, parallel=True)
def _spell(
    boxes: Matrix[np.uint8],
    ends: Vector[np.int64],
    looks: Matrix[np.uint8],
    n_looks: Vector[np.int64],
    towns: Matrix[np.uint8],
) -> None:
    """Overwrite `towns` with those of all boxes; `ends` (boxes,) are the places behind the last town of each."""
    for box in prange(len(boxes)):
        first = ends[box - 1] if box > 0 else 0
        for town in range(first, ends[box]):
            rest = town - first
            for position in range(boxes.shape[1]):
                turn_set = boxes[box, position]
                towns[town, position] = looks[turn_set, rest % n_looks[turn_set]]
                rest //= n_looks[turn_set]


def spell(boxes: Matrix[np.uint8], turn_sets: Sequence[Sequence[int]]) -> tuple[Vector[np.int64], Matrix[np.uint8]]:
    """All towns of boxes (boxes, positions), which have the number of a turn set at each position.

    A box stands for all choices of one look from each of its turn sets. Returns the number of towns of each box,
    (boxes,), and the towns, box by box, (towns, positions).
    """
    n_looks = np.array([len(turn_set) for turn_set in turn_sets])
    looks = np.zeros((len(turn_sets), n_looks.max()), dtype=np.uint8)
    for number, turn_set in enumerate(turn_sets):
        looks[number, : len(turn_set)] = turn_set
    n_towns: Vector[np.int64] = n_looks[boxes].prod(axis=1)
    towns = np.empty((int(n_towns.sum()), boxes.shape[1]), dtype=np.uint8)
    _spell(boxes, np.cumsum(n_towns), looks, n_looks, towns)
    return n_towns, towns


def repeated_towns(towns: Matrix[np.uint8]) -> int:
    """The number of repeated towns in (n, positions)."""
    numbers = np.zeros(len(towns), dtype=np.uint64)  # with up to ten digits in base 80
    for looks in towns.T:
        numbers *= np.uint64(MOST_LOOKS)
        numbers += looks
    numbers.sort()
    return int((numbers[1:] == numbers[:-1]).sum())


# The oracle's rules as tables.

KINDS = [*(RoadObject(kind, ahead) for kind in (AGENT, ALIEN) for ahead in (True, False)), RoadObject(HAMBURGER)]
"""Objects on a road, kinds 1 to 5. The objects of a whole road are a number in bijective base 5."""
N_KINDS = len(KINDS)
HOUSES, DOGS, GIRLS, BOYS, CITIZENS, UFOS, AGENTS = range(7)
CAPTURED, ALIENS, NO_ALIEN, HAMBURGERS, CURVES, ROADS, ROADLESS = range(7, 14)
OUTCOMES = 7
UNKNOWN = 255
CAUGHT, FOOD_CHAINS, SURROUNDED, AGENTS_ON_ROAD, EATEN, ABDUCTING, FREE_ALIENS = range(OUTCOMES)


class Tables(NamedTuple):
    """A board, the looks of its tiles, and outcomes of roads."""

    neighbours: Matrix[np.int64]
    """(positions, 4), the position beyond a side, or -1."""
    largest_group: Vector[np.int64]
    """(2 ** positions,), by the set of positions with bit p for position p."""
    exits: Matrix[np.int64]
    """(looks, 4), the side to which a road leads from a side, or -1."""
    met: Matrix[np.int64]
    """(looks, 4), the kind of the object on the road, as met from a side, or 0."""
    counts: Matrix[np.int64]
    """(14, looks), what `_counts` lists."""
    outcomes: Matrix[np.uint8]
    """(sequences of objects, 7), what a road with these objects scores, or `UNKNOWN`."""


def _counts(face: oracle.Face) -> list[int]:
    """Count the things on a face, from `HOUSES` to `ROADLESS`. Agents are on roads or off, aliens free or caught."""
    return [
        face.houses,
        face.dogs,
        face.girls,
        face.boys,
        face.girls + face.boys,
        face.ufos,
        face.agents + face.on_roads(AGENT),
        face.captured_aliens,
        face.on_roads(ALIEN),
        int(face.captured_aliens + face.on_roads(ALIEN) == 0),
        face.on_roads(HAMBURGER),
        sum((road.sides[1] - road.sides[0]) % 2 for road in face.roads),
        len(face.roads),
        int(not face.roads),
    ]


def rule_tables(tiles: oracle.Tiles, rows: int, columns: int) -> Tables:
    """Tabulate a board and its tiles; outcomes of roads are added when they occur."""
    absent = (oracle.Face(frozenset()),) * 2
    faces = [oracle.face_shown(tiles.get(look // DIRECTIONS, absent), look % DIRECTIONS) for look in range(MOST_LOOKS)]
    exits = np.full((len(faces), SIDES), NO_ROAD)
    met = np.zeros((len(faces), SIDES), dtype=np.int64)
    for look, face in enumerate(faces):
        for road in face.roads:
            for side, leaves in (road.sides, road.sides[::-1]):
                exits[look, side] = leaves
                if road.object:
                    met[look, side] = 1 + KINDS.index(RoadObject(road.object, road.facing == leaves))
    positions = range(rows * columns)
    beyond = [[oracle.neighbour(position, side, rows, columns) for side in oracle.SIDES] for position in positions]
    groups = [
        oracle.largest_group([bool(members >> position & 1) for position in positions], rows, columns)
        for members in range(1 << len(positions))
    ]
    n_objects = sorted(max(sum(road.object != "" for road in face.roads) for face in tile) for tile in tiles.values())
    sequences = sum(N_KINDS**n for n in range(sum(n_objects[-len(positions) :]) + 1))
    return Tables(
        neighbours=np.array([[OUTSIDE if at is None else at for at in row] for row in beyond], dtype=np.int64),
        largest_group=np.array(groups, dtype=np.int64),
        exits=exits,
        met=met,
        counts=np.array([_counts(face) for face in faces], dtype=np.int64).T.copy(),
        outcomes=np.full((sequences, OUTCOMES), UNKNOWN, dtype=np.uint8),
    )


def _outcome(sequence: int, rule_set: str) -> tuple[int, ...]:
    """The oracle's outcome of a road with these objects, from `CAUGHT` to `FREE_ALIENS`."""
    objects: list[RoadObject] = []
    while sequence:
        sequence, kind = divmod(sequence - 1, N_KINDS)
        objects.insert(0, KINDS[kind])
    return (
        len(oracle.ways_to_catch(objects, rule_set)[0]),
        oracle.food_chains(objects),
        oracle.surrounded_aliens(objects),
        oracle.count_kind(objects, AGENT),
        oracle.hamburgers_in_sight(objects, rule_set),
        oracle.aliens_facing_an_agent(objects),
        oracle.free_aliens(objects, rule_set),
    )


@njit(cache=True, from_python=False, counts_references=False)
def _total(town: Vector[np.uint8], count: Vector[np.int64]) -> int:
    """The sum over a town of one of the counts."""
    total = 0
    for look in town:
        total += count[look]
    return total


@njit(cache=True, from_python=False, counts_references=False)
def _places(town: Vector[np.uint8], count: Vector[np.int64]) -> int:
    """The set of positions where one of the counts is not 0."""
    members = 0
    for position in range(len(town)):
        members |= (count[town[position]] > 0) << position
    return members


# Roads of towns.


@njit(cache=True, from_python=False, counts_references=False)
def _is_matched(town: Vector[np.uint8], tables: Tables) -> bool:
    """Whether the tiles are different, and both or neither have a road end at every inner border."""
    used = 0
    for position in range(len(town)):
        tile = town[position] // DIRECTIONS
        if used >> tile & 1:
            return False
        used |= 1 << tile
        for side in range(SIDES):
            beyond = tables.neighbours[position, side]
            if beyond != OUTSIDE:
                has_end = tables.exits[town[position], side] != NO_ROAD
                if has_end != (tables.exits[town[beyond], (side + 2) % SIDES] != NO_ROAD):
                    return False
    return True


@njit(cache=True, from_python=False, counts_references=False)
def _walk_roads(town: Vector[np.uint8], tables: Tables, lengths: Vector[np.int64], objects: Matrix[np.int64]) -> None:
    """Walk every road of a matched town from the end with the smaller edge number to the other end.

    Overwrites `lengths` (roads,) and `objects` (2, roads), which are zeros.
    """
    walked = road = 0
    for start in range(len(town)):
        for start_side in range(SIDES):
            is_end = (
                tables.neighbours[start, start_side] == OUTSIDE and tables.exits[town[start], start_side] != NO_ROAD
            )
            if not is_end or walked >> start * SIDES + start_side & 1:
                continue
            position, side, power = start, start_side, 1
            while position != OUTSIDE:
                look = town[position]
                leaves = tables.exits[look, side]
                walked |= 1 << position * SIDES + leaves
                if tables.met[look, side]:
                    objects[0, road] = objects[0, road] * N_KINDS + tables.met[look, side]
                    objects[1, road] += tables.met[look, leaves] * power
                    power *= N_KINDS
                lengths[road] += 1
                position, side = tables.neighbours[position, leaves], (leaves + 2) % SIDES
            road += 1


Roads = tuple[Vector[np.bool_], Matrix[np.int64], Array3[np.int64]]
"""Whether each town is complete, (n,), its roads' lengths in tile roads, (n, roads), and the objects on them, read from
both ends, (n, 2, roads). Other numbers are 0."""


@njit(cache=True, parallel=True)
def _find_roads(towns: Matrix[np.uint8], tables: Tables, is_wanted: Vector[np.bool_]) -> Roads:
    """Find the roads of towns (n, positions); mark in `is_wanted` the sequences of objects of unknown outcome."""
    most_roads = (tables.neighbours == OUTSIDE).sum() // 2  # each has two ends at the outer border
    is_complete = np.zeros(len(towns), dtype=np.bool_)
    lengths = np.zeros((len(towns), most_roads), dtype=np.int64)
    objects = np.zeros((len(towns), 2, most_roads), dtype=np.int64)
    for i in prange(len(towns)):
        if _is_matched(towns[i], tables):
            _walk_roads(towns[i], tables, lengths[i], objects[i])
            is_complete[i] = lengths[i].sum() == _total(towns[i], tables.counts[ROADS])  # else a road closes on itself
        for sequence in objects[i].flat:
            if tables.outcomes[sequence, 0] == UNKNOWN:
                is_wanted[sequence] = True
    return is_complete, lengths, objects


# Scores.


@njit(cache=True, from_python=False, counts_references=False)
def _score(town: Vector[np.uint8], lengths: Vector[np.int64], objects: Vector[np.int64], tables: Tables) -> Scores:
    """Score a complete town by the `lengths` of its roads and the `objects` on them, (roads,) each."""
    roads = longest = same_length = 0
    caught = food_chains = surrounded = agents_on_road = eaten = abducting = free_on_road = 0
    for road in range(len(lengths)):
        if lengths[road] > 0:
            outcome = tables.outcomes[objects[road]]
            roads += 1
            longest = max(longest, lengths[road])
            of_this_length = 0
            for length in lengths:
                of_this_length += length == lengths[road]
            same_length = max(same_length, of_this_length)
            caught += outcome[CAUGHT]
            food_chains += outcome[FOOD_CHAINS]
            surrounded = max(surrounded, outcome[SURROUNDED])
            agents_on_road = max(agents_on_road, outcome[AGENTS_ON_ROAD])
            eaten = max(eaten, outcome[EATEN])
            abducting = max(abducting, outcome[ABDUCTING])
            free_on_road = max(free_on_road, outcome[FREE_ALIENS])
    counts, groups = tables.counts, tables.largest_group
    free_aliens = _total(town, counts[ALIENS]) - caught
    return Scores(
        capture=caught + _total(town, counts[CAPTURED]),
        surrounded=surrounded,
        dog_roundup=groups[_places(town, counts[DOGS])],
        finish_quickly=0,
        longest_road=longest,
        curvy=_total(town, counts[CURVES]),
        real_estate_day=_total(town, counts[HOUSES]),
        hungry_aliens=free_aliens * _total(town, counts[HAMBURGERS]),
        agents=_total(town, counts[AGENTS]),
        many_roads=roads,
        no_roads=_total(town, counts[ROADLESS]),
        life_with_dogs=_total(town, counts[DOGS]),
        same_length_roads=same_length,
        safest_road=agents_on_road,
        few_roads=-roads,
        eat_it_up=eaten,
        extraterrestrial=free_aliens * _total(town, counts[UFOS]),
        abduction=abducting,
        alien_power=free_on_road,
        food_chain=food_chains,
        safe_zone=groups[_places(town, counts[NO_ALIEN])],
        citizen_area=groups[_places(town, counts[CITIZENS])],
        residential_area=groups[_places(town, counts[HOUSES])],
        walk_the_dog=min(_total(town, counts[CITIZENS]), _total(town, counts[DOGS])),
        ladies_night=_total(town, counts[GIRLS]),
        boy_scouts=_total(town, counts[BOYS]),
    )


class Differences(NamedTuple):
    """Numbers of towns that differ."""

    incomplete: int
    """A tile lies twice, a road ends inside the board, or closes on itself."""
    wrong_score: int
    """Stored under the scores of other towns."""
    other_end: int
    """One of its roads would score differently if it were read from its other end."""
    other_end_capture: int
    """The town would score differently in the theme Capture."""
    other_end_eat: int
    """One of its roads would score differently in the theme Eat It Up."""


@njit(cache=True, parallel=True)
def _compare(
    towns: Matrix[np.uint8],
    roads: Roads,
    expected_row: Vector[np.int64],
    expected: Matrix[np.int8],
    measures: Vector[np.int64],
    tables: Tables,
) -> Differences:
    """Count the towns that differ, from their roads."""
    is_complete, lengths, objects = roads
    incomplete = wrong = other_end = other_end_capture = other_end_eat = 0
    for i in prange(len(towns)):
        scores = _score(towns[i], lengths[i], objects[i, 0], tables)
        is_wrong = False
        for theme in range(len(measures)):
            is_wrong |= scores[measures[theme]] != expected[theme, expected_row[i]]
        incomplete += not is_complete[i]
        wrong += is_wrong
        differs = eats_differently = False
        caught_more = 0
        for road in range(lengths.shape[1]):
            start, end = tables.outcomes[objects[i, 0, road]], tables.outcomes[objects[i, 1, road]]
            for field in range(OUTCOMES):
                differs |= start[field] != end[field]
            eats_differently |= start[EATEN] != end[EATEN]
            caught_more += start[CAUGHT]
            caught_more -= end[CAUGHT]
        other_end += differs
        other_end_capture += caught_more != 0
        other_end_eat += eats_differently
    return Differences(incomplete, wrong, other_end, other_end_capture, other_end_eat)


def count_differences(
    towns: Matrix[np.uint8],
    expected_row: Vector[np.int64],
    expected: Matrix[np.int8],
    measures: Vector[np.int64],
    tables: Tables,
    rule_set: str,
) -> Differences:
    """Count the towns (n, positions) that differ.

    `expected` (themes, any) has scores, `expected_row` (n,) the column of each town, and `measures` (themes,) the place
    of each theme in `Scores`. `tables` keep the outcomes of the oracle's `rule_set`.
    """
    total = np.zeros(len(Differences._fields), dtype=np.int64)
    for first in range(0, len(towns), TOWNS_AT_ONCE):
        some, rows = towns[first : first + TOWNS_AT_ONCE], expected_row[first : first + TOWNS_AT_ONCE]
        is_wanted = np.zeros(len(tables.outcomes), dtype=np.bool_)
        roads = _find_roads(some, tables, is_wanted)
        for sequence in np.flatnonzero(is_wanted).tolist():
            tables.outcomes[sequence] = _outcome(sequence, rule_set)
        total += _compare(some, roads, rows, expected, measures, tables)
    return Differences(*total.tolist())
