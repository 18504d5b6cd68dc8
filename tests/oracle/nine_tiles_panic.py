"""The slow, obvious second implementation of Nine Tiles Panic.

It exists only to be compared with the fast one, so it prefers the plainest code over speed and
shares nothing with it. The rules are those of the project's specification of the game; docstrings
name the section they follow.

Words used here:

* A *pattern* of a board of n positions is 2n digits: n tile numbers, then n direction digits.
  Directions 0-3 show the front face turned left by that many quarter turns, 4-7 the back face.
* A *shape pattern* has the same form, with the number of a road synonym (0-4) in place of the tile
  and its smallest turn in place of the direction. The shape pattern of a town is its town synonym.
* Sides of a tile: 0 top, 1 left, 2 bottom, 3 right.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

AGENT = "agent"
ALIEN = "alien"
HAMBURGER = "hamburger"

TOP, LEFT, BOTTOM, RIGHT = 0, 1, 2, 3
SIDES = (TOP, LEFT, BOTTOM, RIGHT)
TURNS = (0, 1, 2, 3)
DIRECTIONS = (0, 1, 2, 3, 4, 5, 6, 7)
THEMES = tuple(range(1, 27))


# ----------------------------------------------------------------------------------------------
# Tiles and faces (section 1)
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TileRoad:
    """One road of a tile: the two sides it joins (smaller first) and what lies on it.

    `object` is empty or one of AGENT, ALIEN, HAMBURGER; `facing` is the side an agent or an alien
    looks at, and None otherwise.
    """

    sides: tuple[int, int]
    object: str = ""
    facing: int | None = None


@dataclass(frozen=True)
class Face:
    """One face of a tile: its roads, and the counts of what stands off the road."""

    roads: frozenset[TileRoad]
    houses: int = 0
    dogs: int = 0
    girls: int = 0
    boys: int = 0
    ufos: int = 0
    agents: int = 0
    captured_aliens: int = 0

    def has_road_end(self, side: int) -> bool:
        """Say whether a road of this face reaches the side."""
        return any(side in road.sides for road in self.roads)

    def on_roads(self, kind: str) -> int:
        """Count the roads of this face that carry an object of the kind."""
        return sum(1 for road in self.roads if road.object == kind)


Tiles = Mapping[int, tuple[Face, Face]]

_ROAD_TEXT = re.compile(r"([0-3])-([0-3])(?: (hamburger|(agent|alien) facing ([0-3])))?")


def parse_road(text: str) -> TileRoad:
    """Read one road such as `2-3`, `0-1 hamburger` or `0-2 agent facing 2`."""
    match = _ROAD_TEXT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a road: {text!r}")
    first, second = int(match[1]), int(match[2])
    if first == second:
        raise ValueError(f"a road joins two different sides: {text!r}")
    sides = (min(first, second), max(first, second))
    if match[3] is None:
        return TileRoad(sides)
    if match[3] == HAMBURGER:
        return TileRoad(sides, HAMBURGER)
    facing = int(match[5])
    if facing not in sides:
        raise ValueError(f"faces a side its road does not reach: {text!r}")
    return TileRoad(sides, match[4], facing)


def parse_roads(text: str) -> frozenset[TileRoad]:
    """Read the roads of a face, separated by semicolons; no side may be reached twice."""
    roads = [parse_road(part) for part in text.split(";")] if text.strip() else []
    reached = [side for road in roads for side in road.sides]
    if len(reached) != len(set(reached)):
        raise ValueError(f"two roads reach one side: {text!r}")
    return frozenset(roads)


def load_tiles(path: str | Path) -> dict[int, tuple[Face, Face]]:
    """Read a tile table: tile number -> (front face, back face)."""
    faces: dict[tuple[int, str], Face] = {}
    with Path(path).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = (int(row["tile"]), row["face"])
            if key in faces or key[1] not in ("front", "back"):
                raise ValueError(f"bad or repeated face: {key}")
            faces[key] = Face(
                roads=parse_roads(row["roads"]),
                houses=int(row["houses"]),
                dogs=int(row["dogs"]),
                girls=int(row["girls"]),
                boys=int(row["boys"]),
                ufos=int(row["ufos"]),
                agents=int(row["agents"]),
                captured_aliens=int(row["captured_aliens"]),
            )
    numbers = sorted({number for number, _ in faces})
    return {number: (faces[number, "front"], faces[number, "back"]) for number in numbers}


def turn_road(road: TileRoad, turn: int) -> TileRoad:
    """Turn a road left by `turn` quarters: side s becomes side (s + turn) mod 4."""
    first, second = ((side + turn) % 4 for side in road.sides)
    facing = None if road.facing is None else (road.facing + turn) % 4
    return TileRoad((min(first, second), max(first, second)), road.object, facing)


@cache
def turn_face(face: Face, turn: int) -> Face:
    """Turn a whole face left by `turn` quarters; only its roads notice."""
    return Face(
        roads=frozenset(turn_road(road, turn) for road in face.roads),
        houses=face.houses,
        dogs=face.dogs,
        girls=face.girls,
        boys=face.boys,
        ufos=face.ufos,
        agents=face.agents,
        captured_aliens=face.captured_aliens,
    )


def face_shown(tile: tuple[Face, Face], direction: int) -> Face:
    """Give the face a direction digit shows, turned as it says (section 2)."""
    return turn_face(tile[direction // 4], direction % 4)


# ----------------------------------------------------------------------------------------------
# Patterns and boards (section 2)
# ----------------------------------------------------------------------------------------------


def split_pattern(pattern: str, rows: int, columns: int) -> tuple[list[int], list[int]]:
    """Take a pattern apart into its position digits and its direction digits."""
    size = rows * columns
    if len(pattern) != 2 * size or not (pattern.isascii() and pattern.isdigit()):
        raise ValueError(f"not a pattern of a {rows}x{columns} board: {pattern!r}")
    digits = [int(digit) for digit in pattern]
    return digits[:size], digits[size:]


def join_pattern(numbers: Sequence[int], directions: Sequence[int]) -> str:
    """Put a pattern together from its two halves."""
    return "".join(str(digit) for digit in [*numbers, *directions])


def faces_of_pattern(pattern: str, tiles: Tiles, rows: int, columns: int) -> list[Face]:
    """Give the turned face at each position; every tile may be used once only."""
    numbers, directions = split_pattern(pattern, rows, columns)
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"a tile is used twice: {pattern!r}")
    if not set(numbers) <= set(tiles) or not set(directions) <= set(DIRECTIONS):
        raise ValueError(f"no such tile or direction: {pattern!r}")
    return [face_shown(tiles[n], d) for n, d in zip(numbers, directions, strict=True)]


@cache
def neighbour(position: int, side: int, rows: int, columns: int) -> int | None:
    """Give the position beyond a side of a position, or None beyond the outer border."""
    row, column = divmod(position, columns)
    if side == TOP:
        row -= 1
    elif side == BOTTOM:
        row += 1
    elif side == LEFT:
        column -= 1
    else:
        column += 1
    if 0 <= row < rows and 0 <= column < columns:
        return row * columns + column
    return None


@cache
def edge_number(position: int, side: int, rows: int, columns: int) -> int:
    """Give the number of an edge: 4 x position + side (section 3).

    An inner border goes by the number it has for the tile above it or left of it.
    """
    other = neighbour(position, side, rows, columns)
    if other is not None and side == TOP:
        return 4 * other + BOTTOM
    if other is not None and side == LEFT:
        return 4 * other + RIGHT
    return 4 * position + side


def borders_agree(faces: Sequence[Face], rows: int, columns: int) -> bool:
    """Check that at each inner border either both tiles have a road end or neither has.

    `faces` may be the beginning of a board; borders with positions not laid yet do not count.
    """
    for position, face in enumerate(faces):
        for side in SIDES:
            other = neighbour(position, side, rows, columns)
            if other is None or other >= len(faces):
                continue
            opposite = (side + 2) % 4
            if face.has_road_end(side) != faces[other].has_road_end(opposite):
                return False
    return True


# ----------------------------------------------------------------------------------------------
# Roads of a town
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoadObject:
    """An object met when reading a road; `ahead` is meant for agents and aliens only."""

    kind: str
    ahead: bool = False


@dataclass(frozen=True)
class TownRoad:
    """A whole road from end to end: how many tile roads and curves it has, and its objects."""

    length: int
    curves: int
    objects: tuple[RoadObject, ...]


@dataclass(frozen=True)
class _Piece:
    """A tile road laid on the board, between two numbered edges."""

    edges: frozenset[int]
    curve: bool
    object: str
    facing_edge: int | None


def _pieces(faces: Sequence[Face], rows: int, columns: int) -> list[_Piece]:
    """List all tile roads of the board."""
    pieces = []
    for position, face in enumerate(faces):
        for road in face.roads:
            edges = [edge_number(position, side, rows, columns) for side in road.sides]
            curve = (road.sides[1] - road.sides[0]) % 4 != 2
            facing_edge = None
            if road.facing is not None:
                facing_edge = edge_number(position, road.facing, rows, columns)
            pieces.append(_Piece(frozenset(edges), curve, road.object, facing_edge))
    return pieces


def _follow_roads(faces: Sequence[Face], rows: int, columns: int) -> tuple[list[TownRoad], int]:
    """Follow every road that has ends; also say how many tile roads were never reached.

    A road ends at an edge touched by one tile road only. The ends are taken in rising order, so a
    road is met first at its end with the smaller edge number, and is read from there.
    """
    unused = _pieces(faces, rows, columns)
    touches = Counter(edge for piece in unused for edge in piece.edges)
    ends = sorted(edge for edge, times in touches.items() if times == 1)
    roads = []
    for start in ends:
        walked: list[_Piece] = []
        objects: list[RoadObject] = []
        edge = start
        while True:
            following = [piece for piece in unused if edge in piece.edges]
            if not following:
                break
            piece = following[0]
            unused.remove(piece)
            walked.append(piece)
            (edge,) = piece.edges - {edge}
            if piece.object:
                objects.append(RoadObject(piece.object, piece.facing_edge == edge))
        if walked:
            curves = sum(1 for piece in walked if piece.curve)
            roads.append(TownRoad(len(walked), curves, tuple(objects)))
    return roads, len(unused)


def faces_complete(faces: Sequence[Face], rows: int, columns: int) -> bool:
    """Check for completeness (section 2): inner borders agree, and no road closes on itself."""
    if not borders_agree(faces, rows, columns):
        return False
    _, in_closed_roads = _follow_roads(faces, rows, columns)
    return in_closed_roads == 0


def is_complete(pattern: str, tiles: Tiles, rows: int = 3, columns: int = 3) -> bool:
    """Say whether the pattern is a complete town."""
    return faces_complete(faces_of_pattern(pattern, tiles, rows, columns), rows, columns)


def roads_of(pattern: str, tiles: Tiles, rows: int = 3, columns: int = 3) -> list[TownRoad]:
    """List the roads of a complete town, by the smaller edge number of their ends."""
    faces = faces_of_pattern(pattern, tiles, rows, columns)
    roads, in_closed_roads = _follow_roads(faces, rows, columns)
    if in_closed_roads or not borders_agree(faces, rows, columns):
        raise ValueError(f"not a complete town: {pattern!r}")
    return roads


# ----------------------------------------------------------------------------------------------
# One road's objects (section 3); who is caught depends on the rule set
# ----------------------------------------------------------------------------------------------

Objects = Sequence[RoadObject]


def caught_aliens(objects: Objects) -> set[int]:
    """Find the places of the reading that hold a caught alien.

    While reading, three things are kept in mind: whether an agent facing ahead still has its hands
    free (only the newest such agent counts), the newest free alien facing back and the newest free
    alien facing ahead. An agent facing back takes whichever of those two aliens came later, and
    its place in mind falls empty (an older alien does not move up). An alien walks into the agent
    in mind if there is one, which uses that agent up; otherwise it is itself kept in mind.
    """
    caught: set[int] = set()
    agent_waits = False
    free_back: int | None = None
    free_ahead: int | None = None
    for place, thing in enumerate(objects):
        if thing.kind == AGENT and thing.ahead:
            agent_waits = True
        elif thing.kind == AGENT:
            remembered = [alien for alien in (free_back, free_ahead) if alien is not None]
            if remembered:
                later = max(remembered)
                caught.add(later)
                if later == free_back:
                    free_back = None
                else:
                    free_ahead = None
        elif thing.kind == ALIEN and agent_waits:
            caught.add(place)
            agent_waits = False
        elif thing.kind == ALIEN and thing.ahead:
            free_ahead = place
        elif thing.kind == ALIEN:
            free_back = place
    return caught


def _can_all_be_caught(aliens: Iterable[int], objects: Objects) -> bool:
    """Try every way to send a different agent after each alien, which must be ahead of it."""
    wanted = list(aliens)
    agents = [place for place, thing in enumerate(objects) if thing.kind == AGENT]
    return any(
        all((agent < alien) == objects[agent].ahead for agent, alien in zip(chosen, wanted, strict=True))
        for chosen in permutations(agents, len(wanted))
    )


def ways_to_catch(objects: Objects, rule_set: str) -> list[set[int]]:
    """List the sets of aliens that may be the caught ones: one by the published rules.

    By the impartial rules every agent catches at most one alien ahead of it, and the sets are all the largest
    ones that the agents can catch together.
    """
    if rule_set == "published":
        return [caught_aliens(objects)]
    aliens = [place for place, thing in enumerate(objects) if thing.kind == ALIEN]
    for size in range(len(aliens), -1, -1):
        found = [set(some) for some in combinations(aliens, size) if _can_all_be_caught(some, objects)]
        if found:
            return found
    raise AssertionError("no alien at all can always be caught")


def count_kind(objects: Objects, kind: str) -> int:
    """Count the objects of one kind on the road."""
    return sum(1 for thing in objects if thing.kind == kind)


def free_aliens(objects: Objects, rule_set: str = "published") -> int:
    """Count the aliens on the road that nobody caught."""
    return count_kind(objects, ALIEN) - len(ways_to_catch(objects, rule_set)[0])


def surrounded_aliens(objects: Objects) -> int:
    """Give theme 2 of a road: most aliens that two agents have between them.

    The first agent faces ahead, and the very next agent must face back.
    Caught or free makes no difference. A second agent facing ahead restarts the count; after a
    closed pair a new agent facing ahead is needed.
    """
    best = 0
    count: int | None = None
    for thing in objects:
        if thing.kind == AGENT and thing.ahead:
            count = 0
        elif thing.kind == AGENT:
            best = max(best, count or 0)
            count = None
        elif thing.kind == ALIEN and count is not None:
            count += 1
    return best


def hamburgers_in_sight(objects: Objects, rule_set: str = "published") -> int:
    """Give theme 16 of a road: most hamburgers that one free alien sees, whoever may be caught.

    It sees as far as the next free alien or the road's end, and looks through caught aliens and
    agents. Counted in one reading, from the hamburgers since the last free alien and from whether
    a free alien that faces ahead is still open.
    """
    return max(_hamburgers_seen(objects, caught) for caught in ways_to_catch(objects, rule_set))


def _hamburgers_seen(objects: Objects, caught: set[int]) -> int:
    best = 0
    hamburgers = 0
    is_open = False
    for place, thing in enumerate(objects):
        if thing.kind == HAMBURGER:
            hamburgers += 1
        elif thing.kind == ALIEN and place not in caught:
            if is_open:
                best = max(best, hamburgers)
                if not thing.ahead:
                    is_open = False
            elif thing.ahead:
                is_open = True
            else:
                best = max(best, hamburgers)
            hamburgers = 0
    if is_open:
        best = max(best, hamburgers)
    return best


def aliens_facing_an_agent(objects: Objects) -> int:
    """Give theme 18 of a road: most aliens that look at one agent from one side.

    They may be caught or free; other agents block the view, aliens and hamburgers do not.
    """
    best = 0
    for place, thing in enumerate(objects):
        if thing.kind != AGENT:
            continue
        before = list(reversed(objects[:place]))
        after = list(objects[place + 1 :])
        for view, must_face_ahead in ((before, True), (after, False)):
            count = 0
            for seen in view:
                if seen.kind == AGENT:
                    break
                if seen.kind == ALIEN and seen.ahead == must_face_ahead:
                    count += 1
            best = max(best, count)
    return best


def food_chains(objects: Objects) -> int:
    """Count for theme 20 the places where three neighbouring objects form a chain.

    Either agent ahead, alien ahead, hamburger; or the same seen from the other end: hamburger,
    alien back, agent back. Two chains may share a hamburger.
    """
    forward = [RoadObject(AGENT, True), RoadObject(ALIEN, True), RoadObject(HAMBURGER)]
    backward = [RoadObject(HAMBURGER), RoadObject(ALIEN, False), RoadObject(AGENT, False)]
    triples = [list(objects[start : start + 3]) for start in range(len(objects) - 2)]
    return triples.count(forward) + triples.count(backward)


# ----------------------------------------------------------------------------------------------
# The 26 themes (section 3)
# ----------------------------------------------------------------------------------------------


def largest_group(wanted: Sequence[bool], rows: int, columns: int) -> int:
    """Give the size of the largest set of wanted positions joined side by side."""
    best = 0
    seen: set[int] = set()
    for start, is_wanted in enumerate(wanted):
        if not is_wanted or start in seen:
            continue
        group = {start}
        to_visit = [start]
        while to_visit:
            position = to_visit.pop()
            for side in SIDES:
                other = neighbour(position, side, rows, columns)
                if other is not None and wanted[other] and other not in group:
                    group.add(other)
                    to_visit.append(other)
        seen |= group
        best = max(best, len(group))
    return best


def score(pattern: str, tiles: Tiles, rows: int = 3, columns: int = 3, rule_set: str = "published") -> tuple[int, ...]:
    """Score themes 1 to 26 of a complete town; ValueError if it is not complete."""
    faces = faces_of_pattern(pattern, tiles, rows, columns)
    roads = roads_of(pattern, tiles, rows, columns)
    lengths = Counter(road.length for road in roads)

    def group(wanted: Callable[[Face], bool]) -> int:
        return largest_group([wanted(face) for face in faces], rows, columns)

    def best_road(value: Callable[[Objects], int]) -> int:
        return max((value(road.objects) for road in roads), default=0)

    caught = sum(len(ways_to_catch(road.objects, rule_set)[0]) for road in roads)
    free = sum(free_aliens(road.objects, rule_set) for road in roads)
    hamburgers = sum(face.on_roads(HAMBURGER) for face in faces)
    girls = sum(face.girls for face in faces)
    boys = sum(face.boys for face in faces)
    dogs = sum(face.dogs for face in faces)

    themes = {
        1: caught + sum(face.captured_aliens for face in faces),
        2: best_road(surrounded_aliens),
        3: group(lambda face: face.dogs > 0),
        4: 0,
        5: max(lengths, default=0),
        6: sum(road.curves for road in roads),
        7: sum(face.houses for face in faces),
        8: free * hamburgers,
        9: sum(face.agents + face.on_roads(AGENT) for face in faces),
        10: len(roads),
        11: sum(1 for face in faces if not face.roads),
        12: dogs,
        13: max(lengths.values(), default=0),
        14: best_road(lambda objects: count_kind(objects, AGENT)),
        15: -len(roads),
        16: best_road(lambda objects: hamburgers_in_sight(objects, rule_set)),
        17: sum(face.ufos for face in faces) * free,
        18: best_road(aliens_facing_an_agent),
        19: best_road(lambda objects: free_aliens(objects, rule_set)),
        20: sum(food_chains(road.objects) for road in roads),
        21: group(lambda face: face.captured_aliens + face.on_roads(ALIEN) == 0),
        22: group(lambda face: face.girls + face.boys > 0),
        23: group(lambda face: face.houses > 0),
        24: min(girls + boys, dogs),
        25: girls,
        26: boys,
    }
    return tuple(themes[theme] for theme in THEMES)


# ----------------------------------------------------------------------------------------------
# Road synonyms, rotations, town synonyms (section 2)
# ----------------------------------------------------------------------------------------------

SHAPES: tuple[Face, ...] = tuple(Face(parse_roads(text)) for text in ("", "0-1", "0-1; 2-3", "0-2", "0-2; 1-3"))


@cache
def road_sides(face: Face) -> frozenset[tuple[int, int]]:
    """Give what a road synonym looks at: the pairs of sides that the roads of a face join."""
    return frozenset(road.sides for road in face.roads)


@cache
def shape_of(face: Face) -> tuple[int, int]:
    """Give the road synonym of a turned face, and its smallest turn that looks like the face."""
    for number, shape in enumerate(SHAPES):
        for turn in TURNS:
            if road_sides(turn_face(shape, turn)) == road_sides(face):
                return number, turn
    raise ValueError(f"no road synonym has these roads: {face}")


def quarter_turned_position(position: int, size: int) -> int:
    """Say where a position of a square board goes when the board is turned left once."""
    row, column = divmod(position, size)
    return (size - 1 - column) * size + row


def rotations_with_places(rows: int, columns: int) -> list[tuple[int, list[int]]]:
    """List the ways to turn a board onto itself: quarter turns, and where each position goes.

    A square board has four, any other board two: as it is, and the half turn.
    """
    size = rows * columns
    if rows != columns:
        return [(0, list(range(size))), (2, [size - 1 - position for position in range(size)])]
    ways = [(0, list(range(size)))]
    for turn in (1, 2, 3):
        before = ways[-1][1]
        ways.append((turn, [quarter_turned_position(place, rows) for place in before]))
    return ways


def rotations(pattern: str, rows: int = 3, columns: int = 3) -> list[str]:
    """List the rotations of a town's pattern, itself first: tiles move and turn along."""
    numbers, directions = split_pattern(pattern, rows, columns)
    results = []
    for turn, places in rotations_with_places(rows, columns):
        new_numbers, new_directions = numbers[:], directions[:]
        for position, place in enumerate(places):
            side_up, old_turn = divmod(directions[position], 4)
            new_numbers[place] = numbers[position]
            new_directions[place] = 4 * side_up + (old_turn + turn) % 4
        results.append(join_pattern(new_numbers, new_directions))
    return results


def shape_rotations(shape_pattern: str, rows: int = 3, columns: int = 3) -> list[str]:
    """List the rotations of a shape pattern, itself first, each with smallest turns again."""
    numbers, turns = split_pattern(shape_pattern, rows, columns)
    results = []
    for turn, places in rotations_with_places(rows, columns):
        new_numbers, new_turns = numbers[:], turns[:]
        for position, place in enumerate(places):
            turned = turn_face(SHAPES[numbers[position]], turns[position] + turn)
            new_numbers[place], new_turns[place] = shape_of(turned)
        results.append(join_pattern(new_numbers, new_turns))
    return results


def town_synonym_of(pattern: str, tiles: Tiles, rows: int = 3, columns: int = 3) -> str:
    """Give the shape pattern of a town as it stands: road synonyms and their smallest turns."""
    shapes = [shape_of(face) for face in faces_of_pattern(pattern, tiles, rows, columns)]
    return join_pattern([number for number, _ in shapes], [turn for _, turn in shapes])


def is_smallest_rotation(shape_pattern: str, rows: int = 3, columns: int = 3) -> bool:
    """Say whether this shape pattern is the smallest, as a string, of its rotations."""
    return shape_pattern == min(shape_rotations(shape_pattern, rows, columns))


def smallest_equal_direction(tile: tuple[Face, Face], direction: int) -> int:
    """Find the smallest direction digit that shows the same face looking exactly the same.

    Only the same face of the same tile counts: front and back are never taken for each other.
    """
    first_of_face = direction - direction % 4
    shown = face_shown(tile, direction)
    same_face = range(first_of_face, first_of_face + 4)
    return min(digit for digit in same_face if face_shown(tile, digit) == shown)


# ----------------------------------------------------------------------------------------------
# Algorithm A: every town of a board by trying everything
# ----------------------------------------------------------------------------------------------


def all_complete_patterns(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List every complete pattern: every choice and order of different tiles, every direction.

    Positions are filled in reading order, giving up as soon as a border disagrees.
    """

    def lay(numbers: list[int], directions: list[int]) -> Iterator[str]:
        faces = [face_shown(tiles[n], d) for n, d in zip(numbers, directions, strict=True)]
        if not borders_agree(faces, rows, columns):
            return
        if len(numbers) == rows * columns:
            if faces_complete(faces, rows, columns):
                yield join_pattern(numbers, directions)
            return
        for number in sorted(set(tiles) - set(numbers)):
            for direction in DIRECTIONS:
                yield from lay([*numbers, number], [*directions, direction])

    yield from lay([], [])


def is_listed_town(pattern: str, tiles: Tiles, rows: int, columns: int) -> bool:
    """Say whether a complete pattern is one that a list of towns holds.

    It is if its town synonym is the smallest of its rotations and, of the directions that score the
    same, every tile has the smallest.
    """
    numbers, directions = split_pattern(pattern, rows, columns)
    smallest = [smallest_equal_direction(tiles[n], d) for n, d in zip(numbers, directions, strict=True)]
    if directions != smallest:
        return False
    return is_smallest_rotation(town_synonym_of(pattern, tiles, rows, columns), rows, columns)


def all_towns_by_trying_everything(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List all towns of the board by algorithm A, not guided by town synonyms."""
    for pattern in all_complete_patterns(tiles, rows, columns):
        if is_listed_town(pattern, tiles, rows, columns):
            yield pattern


# ----------------------------------------------------------------------------------------------
# Algorithm B: the towns of one town synonym
# ----------------------------------------------------------------------------------------------


@cache
def directions_showing(tile: tuple[Face, Face], shape: int, turn: int) -> tuple[int, ...]:
    """List directions of a tile that look like the turned road synonym, equal looks once."""
    wanted = road_sides(turn_face(SHAPES[shape], turn))
    directions: list[int] = []
    for back, face in enumerate(tile):
        looks: list[Face] = []
        for quarter in TURNS:
            look = turn_face(face, quarter)
            if road_sides(look) == wanted and look not in looks:
                looks.append(look)
                directions.append(4 * back + quarter)
    return tuple(directions)


def towns_of_town_synonym(shape_pattern: str, tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List by algorithm B the towns of a town synonym, trying tiles for each position in turn."""
    shapes, turns = split_pattern(shape_pattern, rows, columns)

    def lay(numbers: list[int], directions: list[int]) -> Iterator[str]:
        position = len(numbers)
        if position == rows * columns:
            yield join_pattern(numbers, directions)
            return
        for number in sorted(set(tiles) - set(numbers)):
            for direction in directions_showing(tiles[number], shapes[position], turns[position]):
                yield from lay([*numbers, number], [*directions, direction])

    yield from lay([], [])


def scored_towns_of_town_synonym(
    shape_pattern: str, tiles: Tiles, rows: int, columns: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """List the towns of algorithm B, each scored as a whole."""
    for pattern in towns_of_town_synonym(shape_pattern, tiles, rows, columns):
        yield pattern, score(pattern, tiles, rows, columns)


def stock_of_shapes(tiles: Tiles) -> list[int]:
    """Count for each road synonym how many of the tiles can show it."""
    return [
        sum(1 for tile in tiles.values() if any(shape_of(face)[0] == number for face in tile))
        for number in range(len(SHAPES))
    ]


def all_matched_shape_grids(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List the grids of road synonyms, within stock, whose borders agree."""
    stock = stock_of_shapes(tiles)
    looks = [(n, t) for n in range(len(SHAPES)) for t in TURNS]
    looks = [(n, t) for n, t in looks if shape_of(turn_face(SHAPES[n], t)) == (n, t)]

    def lay(laid: list[tuple[int, int]]) -> Iterator[str]:
        if not borders_agree([turn_face(SHAPES[n], t) for n, t in laid], rows, columns):
            return
        if len(laid) == rows * columns:
            yield join_pattern([n for n, _ in laid], [t for _, t in laid])
            return
        for number, turn in looks:
            if sum(1 for n, _ in laid if n == number) < stock[number]:
                yield from lay([*laid, (number, turn)])

    yield from lay([])


def is_complete_shape_pattern(shape_pattern: str, rows: int, columns: int) -> bool:
    """Say whether a shape pattern is complete; road synonyms may repeat, unlike tiles."""
    numbers, turns = split_pattern(shape_pattern, rows, columns)
    faces = [turn_face(SHAPES[n], t) for n, t in zip(numbers, turns, strict=True)]
    return faces_complete(faces, rows, columns)


def all_town_synonyms(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List the town synonyms: complete grids within stock, the smallest of their rotations.

    Each synonym is within its own stock, but the tiles may still be unable to fill all positions
    at once; algorithm B then finds no town.
    """
    for shape_pattern in all_matched_shape_grids(tiles, rows, columns):
        if is_complete_shape_pattern(shape_pattern, rows, columns) and is_smallest_rotation(
            shape_pattern, rows, columns
        ):
            yield shape_pattern


# ----------------------------------------------------------------------------------------------
# Theme synonyms, distances, best answers, cover (section 4)
# ----------------------------------------------------------------------------------------------

Vector = tuple[int, ...]
Triple = tuple[int, int, int]


def theme_synonym_name(vector: Sequence[int]) -> str:
    """Give the name by which theme synonyms are sorted."""
    return "_".join(str(value) for value in vector) + ".txt"


def theme_synonym_order(vectors: Iterable[Vector]) -> list[Vector]:
    """Sort the different vectors by name as bytes; the id is the place counted from 1."""
    return sorted(set(vectors), key=lambda vector: theme_synonym_name(vector).encode("ascii"))


def squared_distances(vectors: Iterable[Vector]) -> dict[Vector, Vector]:
    """Give for each vector its squared distance in every theme.

    The distance is the rank of the score among those that occur in the theme, largest first,
    counted from 0.
    """
    different = set(vectors)
    if not different:
        return {}
    ranks: list[dict[int, int]] = []
    for occurring in zip(*different, strict=True):
        best_first = sorted(set(occurring), reverse=True)
        ranks.append({value: rank for rank, value in enumerate(best_first)})
    return {vector: tuple(rank[value] ** 2 for rank, value in zip(ranks, vector, strict=True)) for vector in different}


def wins(one: Triple, other: Triple) -> bool:
    """Say whether one triple wins their meeting, being closer in more themes than the other."""
    closer = sum(1 for a, b in zip(one, other, strict=True) if a < b)
    farther = sum(1 for a, b in zip(one, other, strict=True) if a > b)
    return closer > farther


def round_robin(triples: Iterable[Triple]) -> list[Triple]:
    """Play 'most win' (section 4): give the triples left after repeated round robins, sorted.

    A round keeps those with the fewest losses and, of these, those with the most wins.
    """
    kept = sorted(set(triples))
    while len(kept) > 1:
        losses = {t: sum(1 for other in kept if wins(other, t)) for t in kept}
        victories = {t: sum(1 for other in kept if wins(t, other)) for t in kept}
        fewest = min(losses.values())
        rest = [t for t in kept if losses[t] == fewest]
        most = max(victories[t] for t in rest)
        rest = [t for t in rest if victories[t] == most]
        if rest == kept:
            break
        kept = rest
    return kept


def theme_set_id(themes: Sequence[int]) -> str:
    """Give the id of a set of three themes, such as 04_10_15."""
    return "_".join(f"{theme:02d}" for theme in themes)


def all_theme_sets() -> list[Triple]:
    """List all 2,600 sets of three themes, in id order."""
    return list(combinations(THEMES, 3))


def _triple_of(distances: Vector, themes: Triple) -> Triple:
    a, b, c = themes
    return distances[a - 1], distances[b - 1], distances[c - 1]


def best_answers(vectors: Iterable[Vector]) -> dict[str, list[Triple]]:
    """Give for each theme set id the kept triples of squared distances."""
    distances = squared_distances(vectors)
    return {
        theme_set_id(themes): round_robin(_triple_of(row, themes) for row in distances.values())
        for themes in all_theme_sets()
    }


def matches(vectors: Iterable[Vector]) -> dict[Vector, frozenset[str]]:
    """Give for each vector the ids of the theme sets it is a best answer to."""
    distances = squared_distances(vectors)
    best = best_answers(distances)
    return {
        vector: frozenset(
            theme_set_id(themes) for themes in all_theme_sets() if _triple_of(row, themes) in best[theme_set_id(themes)]
        )
        for vector, row in distances.items()
    }


def minimum_cover_size(match_sets: Iterable[Iterable[Hashable]]) -> int:
    """Count the fewest of the given sets whose union is that of all; for small inputs only.

    Sets inside another one are dropped. Then, for an element that the fewest sets hold, each of
    those sets is tried in turn. A branch is left when even sets as big as the best one left could
    not beat the smallest cover found so far.
    """
    different = {frozenset(s) for s in match_sets}
    candidates = [s for s in different if not any(s < other for other in different)]
    everything: frozenset[Hashable] = frozenset().union(*candidates)
    holders = {
        element: sorted((s for s in candidates if element in s), key=len, reverse=True) for element in everything
    }
    smallest = len(candidates)

    def cover(missing: frozenset[Hashable], used: int) -> None:
        nonlocal smallest
        if not missing:
            smallest = min(smallest, used)
            return
        largest_gain = max(len(missing & s) for s in candidates)
        still_needed = -(-len(missing) // largest_gain)
        if used + still_needed >= smallest:
            return
        rarest = min(missing, key=lambda element: len(holders[element]))
        for chosen in holders[rarest]:
            cover(missing - chosen, used + 1)

    cover(everything, 0)
    return smallest
