"""The slow, obvious second implementation of Nine Tiles Panic, written from the rules alone.

It prefers plain code to speed, and shares no code with the fast one. Docstrings name the section of the specification
of the game that they follow. Its words:

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
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, takewhile
from pathlib import Path

AGENT, ALIEN, HAMBURGER = "agent", "alien", "hamburger"
SIDES = TOP, LEFT, BOTTOM, RIGHT = (0, 1, 2, 3)
TURNS = (0, 1, 2, 3)
DIRECTIONS = (0, 1, 2, 3, 4, 5, 6, 7)
THEMES = tuple(range(1, 27))

# --- tiles and faces (section 1) -------------------------------------------------------------


@dataclass(frozen=True)
class TileRoad:
    """One road of a tile."""

    sides: tuple[int, int]
    """The two sides it joins, smaller first."""
    object: str = ""
    """Empty or one of AGENT, ALIEN, HAMBURGER."""
    facing: int | None = None
    """The side that an agent or an alien looks at."""


@dataclass(frozen=True)
class Face:
    """One face of a tile: its roads, and the counts of things off the road."""

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
        return sum(road.object == kind for road in self.roads)


Tiles = Mapping[int, tuple[Face, Face]]

_ROAD_TEXT = re.compile(r"([0-3])-([0-3])(?: (hamburger|(agent|alien) facing ([0-3])))?")


def parse_road(text: str) -> TileRoad:
    """Read one road such as `2-3`, `0-1 hamburger` or `0-2 agent facing 2`."""
    match = _ROAD_TEXT.fullmatch(text.strip())
    if match is None or match[1] == match[2] or match[5] not in (None, match[1], match[2]):
        raise ValueError(f"not a road: {text!r}")
    first, second = sorted((int(match[1]), int(match[2])))
    facing = None if match[5] is None else int(match[5])
    return TileRoad((first, second), match[4] or match[3] or "", facing)


def parse_roads(text: str) -> frozenset[TileRoad]:
    """Read the roads of a face, separated by semicolons; no side may be reached twice."""
    roads = [parse_road(road) for road in text.split(";")] if text.strip() else []
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
            counts = {field.name: int(row[field.name]) for field in fields(Face)[1:]}
            faces[key] = Face(parse_roads(row["roads"]), **counts)
    numbers = sorted({number for number, _ in faces})
    return {number: (faces[number, "front"], faces[number, "back"]) for number in numbers}


def turn_road(road: TileRoad, turn: int) -> TileRoad:
    """Turn a road left by `turn` quarters: side s becomes side (s + turn) mod 4."""
    first, second = sorted((side + turn) % 4 for side in road.sides)
    return TileRoad((first, second), road.object, None if road.facing is None else (road.facing + turn) % 4)


@cache
def turn_face(face: Face, turn: int) -> Face:
    """Turn a whole face left by `turn` quarters; only its roads change."""
    return replace(face, roads=frozenset(turn_road(road, turn) for road in face.roads))


def face_shown(tile: tuple[Face, Face], direction: int) -> Face:
    """Give the face a direction digit shows, turned as it says (section 2)."""
    return turn_face(tile[direction // 4], direction % 4)


# --- patterns and boards (section 2) ---------------------------------------------------------


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
    if len(set(numbers)) != len(numbers) or not set(numbers) <= set(tiles) or not set(directions) <= set(DIRECTIONS):
        raise ValueError(f"no such tile or direction, or a tile used twice: {pattern!r}")
    return [face_shown(tiles[n], d) for n, d in zip(numbers, directions, strict=True)]


@cache
def neighbour(position: int, side: int, rows: int, columns: int) -> int | None:
    """Give the position beyond a side of a position, or None beyond the outer border."""
    row, column = divmod(position, columns)
    down, right = {TOP: (-1, 0), BOTTOM: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}[side]
    row, column = row + down, column + right
    return row * columns + column if 0 <= row < rows and 0 <= column < columns else None


@cache
def edge_number(position: int, side: int, rows: int, columns: int) -> int:
    """Give the number of an edge (section 3): 4 x position + side, of the tile above or left of an inner border."""
    other = neighbour(position, side, rows, columns)
    if other is not None and side in (TOP, LEFT):
        return 4 * other + {TOP: BOTTOM, LEFT: RIGHT}[side]
    return 4 * position + side


def borders_agree(faces: Sequence[Face], rows: int, columns: int) -> bool:
    """Check that both tiles or neither have a road end at each inner border; `faces` may begin a board."""
    for position, face in enumerate(faces):
        for side in SIDES:
            other = neighbour(position, side, rows, columns)
            if other is None or other >= len(faces):
                continue
            if face.has_road_end(side) != faces[other].has_road_end((side + 2) % 4):
                return False
    return True


# --- roads of a town -------------------------------------------------------------------------


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
            facing_edge = None if road.facing is None else edges[road.sides.index(road.facing)]
            pieces.append(_Piece(frozenset(edges), road.sides[1] - road.sides[0] != 2, road.object, facing_edge))
    return pieces


def _follow_roads(faces: Sequence[Face], rows: int, columns: int) -> tuple[list[TownRoad], int]:
    """Follow every road that has ends; also say how many tile roads were never reached.

    A road ends at an edge touched by one tile road only. The ends are taken in rising order, so a
    road is met first at its end with the smaller edge number, and is read from there.
    """
    unused = _pieces(faces, rows, columns)
    touches = Counter(edge for piece in unused for edge in piece.edges)
    roads = []
    for edge in sorted(edge for edge, times in touches.items() if times == 1):
        walked: list[_Piece] = []
        objects: list[RoadObject] = []
        while following := [piece for piece in unused if edge in piece.edges]:
            piece = following[0]
            unused.remove(piece)
            walked.append(piece)
            (edge,) = piece.edges - {edge}
            if piece.object:
                objects.append(RoadObject(piece.object, piece.facing_edge == edge))
        if walked:
            roads.append(TownRoad(len(walked), sum(piece.curve for piece in walked), tuple(objects)))
    return roads, len(unused)


def faces_complete(faces: Sequence[Face], rows: int, columns: int) -> bool:
    """Check for completeness (section 2): inner borders agree, and no road closes on itself."""
    return borders_agree(faces, rows, columns) and _follow_roads(faces, rows, columns)[1] == 0


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


# --- one road's objects (section 3); who is caught depends on the rule set -------------------

Objects = Sequence[RoadObject]


def caught_aliens(objects: Objects) -> set[int]:
    """Find the places of the reading that hold a caught alien.

    The reading keeps three things: whether an agent facing ahead is still free (only the newest such agent counts), the
    newest free alien facing back, and the newest free alien facing ahead. An agent facing back takes the later of these
    two aliens, and its slot becomes empty (an older alien does not move up). An alien is caught by the free agent, who
    is then no longer free. Without a free agent the alien takes its slot.
    """
    caught: set[int] = set()
    agent_waits = False
    newest_free: dict[bool, int] = {}  # whether it faces ahead -> place
    for place, thing in enumerate(objects):
        if thing.kind == AGENT and thing.ahead:
            agent_waits = True
        elif thing.kind == AGENT and newest_free:
            later = max(newest_free.values())
            caught.add(later)
            del newest_free[objects[later].ahead]
        elif thing.kind == ALIEN and agent_waits:
            caught.add(place)
            agent_waits = False
        elif thing.kind == ALIEN:
            newest_free[thing.ahead] = place
    return caught


def _can_all_be_caught(aliens: Sequence[int], objects: Objects) -> bool:
    """Try every way to send a different agent after each alien, which must be ahead of it."""
    agents = [place for place, thing in enumerate(objects) if thing.kind == AGENT]
    return any(
        all((agent < alien) == objects[agent].ahead for agent, alien in zip(chosen, aliens, strict=True))
        for chosen in permutations(agents, len(aliens))
    )


def ways_to_catch(objects: Objects, rule_set: str) -> list[set[int]]:
    """List the possible sets of caught aliens: exactly one by the published rules.

    By the impartial rules every agent catches at most one alien ahead of it. The sets are then the largest ones that
    the agents can catch together.
    """
    if rule_set == "published":
        return [caught_aliens(objects)]
    aliens = [place for place, thing in enumerate(objects) if thing.kind == ALIEN]
    for size in range(len(aliens), -1, -1):
        found = [set(chosen) for chosen in combinations(aliens, size) if _can_all_be_caught(chosen, objects)]
        if found:
            return found
    raise AssertionError("no alien at all can always be caught")


def count_kind(objects: Objects, kind: str) -> int:
    """Count the objects of one kind on the road."""
    return sum(thing.kind == kind for thing in objects)


def free_aliens(objects: Objects, rule_set: str = "published") -> int:
    """Count the aliens on the road that no agent caught."""
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
        if thing.kind == AGENT:
            best = best if thing.ahead else max(best, count or 0)
            count = 0 if thing.ahead else None
        elif thing.kind == ALIEN and count is not None:
            count += 1
    return best


def hamburgers_in_sight(objects: Objects, rule_set: str = "published") -> int:
    """Give theme 16 of a road: most hamburgers that one free alien sees, in any outcome of the catches.

    An alien sees to the next free alien or the road's end, through caught aliens and agents.
    """
    return max(_hamburgers_seen(objects, caught) for caught in ways_to_catch(objects, rule_set))


def _hamburgers_seen(objects: Objects, caught: set[int]) -> int:
    free = [place for place, thing in enumerate(objects) if thing.kind == ALIEN and place not in caught]
    views = [range(p + 1, len(objects)) if objects[p].ahead else range(p - 1, -1, -1) for p in free]
    seen = [takewhile(lambda place: place not in free, view) for view in views]
    return max((sum(objects[place].kind == HAMBURGER for place in view) for view in seen), default=0)


def aliens_facing_an_agent(objects: Objects) -> int:
    """Give theme 18 of a road: most aliens that look at one agent from one side.

    They may be caught or free; other agents block the view, aliens and hamburgers do not.
    """
    best = 0
    for place in [place for place, thing in enumerate(objects) if thing.kind == AGENT]:
        before, after = objects[:place][::-1], objects[place + 1 :]
        for view, must_face_ahead in ((before, True), (after, False)):
            until_the_next_agent = takewhile(lambda thing: thing.kind != AGENT, view)
            best = max(best, list(until_the_next_agent).count(RoadObject(ALIEN, must_face_ahead)))
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


# --- the 26 themes (section 3) ---------------------------------------------------------------


def largest_group(wanted: Sequence[bool], rows: int, columns: int) -> int:
    """Give the size of the largest set of wanted positions joined side by side."""
    left = {position for position, is_wanted in enumerate(wanted) if is_wanted}
    best = 0
    while left:
        group = {left.pop()}
        while beside := left & {neighbour(p, side, rows, columns) for p in group for side in SIDES}:
            group |= beside
            left -= beside
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
    girls, boys, dogs = (sum(getattr(face, name) for face in faces) for name in ("girls", "boys", "dogs"))

    themes = {
        1: caught + sum(face.captured_aliens for face in faces),
        2: best_road(surrounded_aliens),
        3: group(lambda face: face.dogs > 0),
        4: 0,
        5: max(lengths, default=0),
        6: sum(road.curves for road in roads),
        7: sum(face.houses for face in faces),
        8: free * sum(face.on_roads(HAMBURGER) for face in faces),
        9: sum(face.agents + face.on_roads(AGENT) for face in faces),
        10: len(roads),
        11: sum(not face.roads for face in faces),
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


# --- road synonyms, rotations, town synonyms (section 2) -------------------------------------

SHAPES: tuple[Face, ...] = tuple(Face(parse_roads(text)) for text in ("", "0-1", "0-1; 2-3", "0-2", "0-2; 1-3"))


@cache
def road_sides(face: Face) -> frozenset[tuple[int, int]]:
    """Give the pairs of sides that the roads of a face join; they determine its road synonym."""
    return frozenset(road.sides for road in face.roads)


@cache
def shape_of(face: Face) -> tuple[int, int]:
    """Give the road synonym of a turned face, and its smallest turn that looks like the face."""
    looks = ((number, turn) for number in range(len(SHAPES)) for turn in TURNS)
    return next(look for look in looks if road_sides(turn_face(SHAPES[look[0]], look[1])) == road_sides(face))


def rotations_with_places(rows: int, columns: int) -> list[tuple[int, list[int]]]:
    """List the turns of a board onto itself, four if square, else two: quarter turns, and where each position goes."""
    size = rows * columns
    if rows != columns:
        return [(0, list(range(size))), (2, [size - 1 - position for position in range(size)])]
    ways = [(0, list(range(size)))]
    for turn in (1, 2, 3):  # row r, column c goes to row n - 1 - c, column r
        ways.append((turn, [(rows - 1 - place % rows) * rows + place // rows for place in ways[-1][1]]))
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
    results = []
    for rotation in rotations(shape_pattern, rows, columns):
        faces = [turn_face(SHAPES[n], t) for n, t in zip(*split_pattern(rotation, rows, columns), strict=True)]
        results.append(join_pattern(*zip(*map(shape_of, faces), strict=True)))
    return results


def town_synonym_of(pattern: str, tiles: Tiles, rows: int = 3, columns: int = 3) -> str:
    """Give the shape pattern of a town without turning it: road synonyms and their smallest turns."""
    return join_pattern(*zip(*map(shape_of, faces_of_pattern(pattern, tiles, rows, columns)), strict=True))


def is_smallest_rotation(shape_pattern: str, rows: int = 3, columns: int = 3) -> bool:
    """Say whether this shape pattern is the smallest, as a string, of its rotations."""
    return shape_pattern == min(shape_rotations(shape_pattern, rows, columns))


def smallest_equal_direction(tile: tuple[Face, Face], direction: int) -> int:
    """Find the smallest direction digit at which the same face, front or back, looks exactly the same."""
    first_of_face = direction - direction % 4
    same_face = range(first_of_face, first_of_face + 4)
    return min(digit for digit in same_face if face_shown(tile, digit) == face_shown(tile, direction))


# --- algorithm A: every town of a board by trying everything ---------------------------------


def all_complete_patterns(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List every complete pattern. Positions are filled in reading order, until a border disagrees."""

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
    """Say if the town synonym is the smallest of its rotations, and all directions are the smallest with their look."""
    numbers, directions = split_pattern(pattern, rows, columns)
    smallest = [smallest_equal_direction(tiles[n], d) for n, d in zip(numbers, directions, strict=True)]
    return directions == smallest and is_smallest_rotation(
        town_synonym_of(pattern, tiles, rows, columns), rows, columns
    )


def all_towns_by_trying_everything(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List all towns of the board by algorithm A, without town synonyms."""
    patterns = all_complete_patterns(tiles, rows, columns)
    yield from (pattern for pattern in patterns if is_listed_town(pattern, tiles, rows, columns))


# --- algorithm B: the towns of one town synonym ----------------------------------------------


@cache
def directions_showing(tile: tuple[Face, Face], shape: int, turn: int) -> tuple[int, ...]:
    """List directions of a tile that look like the turned road synonym, equal looks once."""
    wanted = road_sides(turn_face(SHAPES[shape], turn))
    fitting = [direction for direction in DIRECTIONS if road_sides(face_shown(tile, direction)) == wanted]
    return tuple(d for d in fitting if smallest_equal_direction(tile, d) == d)


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
    """Count for each road synonym the tiles that can show it."""
    return [sum(number in {shape_of(face)[0] for face in tile} for tile in tiles.values()) for number in range(5)]


def all_matched_shape_grids(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List the grids of road synonyms, within stock, whose borders agree."""
    stock = stock_of_shapes(tiles)
    looks = [(n, t) for n in range(len(SHAPES)) for t in TURNS if shape_of(turn_face(SHAPES[n], t)) == (n, t)]

    def lay(laid: list[tuple[int, int]]) -> Iterator[str]:
        if not borders_agree([turn_face(SHAPES[n], t) for n, t in laid], rows, columns):
            return
        if len(laid) == rows * columns:
            yield join_pattern(*zip(*laid, strict=True))
            return
        for number, turn in looks:
            if sum(n == number for n, _ in laid) < stock[number]:
                yield from lay([*laid, (number, turn)])

    yield from lay([])


def is_complete_shape_pattern(shape_pattern: str, rows: int, columns: int) -> bool:
    """Say whether a shape pattern is complete; road synonyms may repeat, unlike tiles."""
    numbers, turns = split_pattern(shape_pattern, rows, columns)
    return faces_complete([turn_face(SHAPES[n], t) for n, t in zip(numbers, turns, strict=True)], rows, columns)


def all_town_synonyms(tiles: Tiles, rows: int, columns: int) -> Iterator[str]:
    """List the town synonyms: complete grids within stock, the smallest of their rotations.

    The tiles may have enough of each road synonym and still be unable to fill all positions together. Algorithm B then
    finds no town.
    """
    for grid in all_matched_shape_grids(tiles, rows, columns):
        if is_complete_shape_pattern(grid, rows, columns) and is_smallest_rotation(grid, rows, columns):
            yield grid


# --- theme synonyms, distances, best answers, cover (section 4) ------------------------------

Vector = tuple[int, ...]
Triple = tuple[int, int, int]


def theme_synonym_name(vector: Sequence[int]) -> str:
    """Give the name by which theme synonyms are sorted."""
    return "_".join(str(value) for value in vector) + ".txt"


def theme_synonym_order(vectors: Iterable[Vector]) -> list[Vector]:
    """Sort the different vectors by name as bytes; the id is the place counted from 1."""
    return sorted(set(vectors), key=lambda vector: theme_synonym_name(vector).encode("ascii"))


def squared_distances(vectors: Iterable[Vector]) -> dict[Vector, Vector]:
    """Give for each vector the squares of its ranks among the scores of each theme, 0 for the largest."""
    different = set(vectors)
    ranks = [
        {value: rank for rank, value in enumerate(sorted(set(occurring), reverse=True))}
        for occurring in zip(*different, strict=True)
    ]
    return {vector: tuple(rank[value] ** 2 for rank, value in zip(ranks, vector, strict=True)) for vector in different}


def wins(one: Triple, other: Triple) -> bool:
    """Say whether one triple wins their meeting, being closer in more themes than the other."""
    return sum(a < b for a, b in zip(one, other, strict=True)) > sum(a > b for a, b in zip(one, other, strict=True))


def round_robin(triples: Iterable[Triple]) -> list[Triple]:
    """Play 'most win' (section 4): give the triples left after repeated round robins, sorted.

    A round keeps those with the fewest losses and, of these, those with the most wins.
    """
    remaining = sorted(set(triples))
    while len(remaining) > 1:
        losses = {t: sum(wins(other, t) for other in remaining) for t in remaining}
        victories = {t: sum(wins(t, other) for other in remaining) for t in remaining}
        rest = [t for t in remaining if losses[t] == min(losses.values())]
        most = max(victories[t] for t in rest)
        rest = [t for t in rest if victories[t] == most]
        if rest == remaining:
            break
        remaining = rest
    return remaining


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
    distances = squared_distances(vectors).values()
    return {
        theme_set_id(themes): round_robin(_triple_of(row, themes) for row in distances) for themes in all_theme_sets()
    }


def matches(vectors: Iterable[Vector]) -> dict[Vector, frozenset[str]]:
    """Give for each vector the ids of the theme sets it is a best answer to."""
    distances = squared_distances(vectors)
    best = best_answers(distances)
    by_id = {theme_set_id(themes): themes for themes in all_theme_sets()}
    return {
        vector: frozenset(id_ for id_, themes in by_id.items() if _triple_of(row, themes) in best[id_])
        for vector, row in distances.items()
    }


def minimum_cover_size(match_sets: Iterable[Iterable[Hashable]]) -> int:
    """Count the fewest of the given sets with the union of all; for small inputs only.

    Sets inside another one are dropped. Then the search takes an element of the fewest sets and tries each of these
    sets. It leaves a branch if sets as large as the largest remaining one could not beat the smallest cover found.
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
        if used + -(-len(missing) // largest_gain) < smallest:
            rarest = min(missing, key=lambda element: len(holders[element]))
            for chosen in holders[rarest]:
                cover(missing - chosen, used + 1)

    cover(everything, 0)
    return smallest


def extreme_optimal_mixes(triples: Sequence[Triple]) -> set[tuple[Fraction, ...]]:
    """The extreme points of the mixes that win at least as often as they lose against every triple.

    At such a point as many of the conditions hold with equality as there are triples, so all choices are tried.
    """
    n = len(triples)
    columns = [[Fraction(wins(a, b) - wins(b, a)) for a in triples] for b in triples]
    units = [[Fraction(i == j) for j in range(n)] for i in range(n)]
    found = set()
    for chosen in combinations(units + columns, n - 1):
        mix = _solution([[*row, Fraction(0)] for row in chosen] + [[Fraction(1)] * (n + 1)])
        if mix and all(sum(p * c for p, c in zip(mix, row, strict=True)) >= 0 for row in units + columns):
            found.add(tuple(mix))
    return found


def _solution(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The only solution of n equations, each with its right side at the end; None if there is not exactly one."""
    n = len(rows)
    for place in range(n):
        pivot = next((row for row in rows[place:] if row[place]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        pivot = [value / pivot[place] for value in pivot]
        rows = [[a - row[place] * b for a, b in zip(row, pivot, strict=True)] for row in rows]
        rows.insert(place, pivot)
    return [row[n] for row in rows]


# --- a round of several players --------------------------------------------------------------

Places = Sequence[int]
"""For each player the place in the order of finishing; players with the same place finished in unknown order."""


def points_on_a_card(scores: Sequence[int | None], places: Places) -> list[int]:
    """Give the points of each player on one card; a player with None has no complete town, and 0 points.

    The players are ranked. Of those with the same score, the one who finished earlier ranks higher; in unknown order
    they share the better rank. Among n players rank r gives n - r + 1 points.
    """
    points = []
    for score, place in zip(scores, places, strict=True):
        rank = 1
        for other, other_place in zip(scores, places, strict=True):
            if score is not None and other is not None:
                rank += other > score or (other == score and other_place < place)
        points.append(0 if score is None else len(scores) - rank + 1)
    return points


def round_points(scores: Sequence[Sequence[int] | None], places: Places, n_cards: int) -> list[list[int]]:
    """Give the points of each player on each card."""
    cards = [[None if of is None else of[card] for of in scores] for card in range(n_cards)]
    return [list(of_player) for of_player in zip(*(points_on_a_card(card, places) for card in cards), strict=True)]


def round_winners(points: Sequence[Sequence[int]]) -> set[int]:
    """Give the players, counted from 1, with the most points in all; nobody wins without a point."""
    totals = [sum(of_player) for of_player in points]
    return {player for player, total in enumerate(totals, 1) if total == max(totals) and total > 0}


def places_of(order: Sequence[int], n_players: int) -> list[int]:
    """Give the places of players, counted from 1, of whom the order names the first ones to finish."""
    return [list(order).index(player) if player in order else len(order) for player in range(1, n_players + 1)]


def winners_in_every_order(
    scores: Sequence[Sequence[int] | None], order: Sequence[int], n_cards: int
) -> set[frozenset[int]]:
    """Give the winners of every full order of finishing that begins with the given players."""
    players = range(1, len(scores) + 1)
    orders = [[*order, *rest] for rest in permutations(player for player in players if player not in order)]
    all_points = [round_points(scores, places_of(full, len(scores)), n_cards) for full in orders]
    return {frozenset(round_winners(points)) for points in all_points}
