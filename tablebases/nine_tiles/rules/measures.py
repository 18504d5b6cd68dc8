"""The measures of cards: what each counts, how the search scores it, and how a score is explained.

A card is a row of the theme file and a `Measure` of the same key. A measure scores many towns of the search at once,
from their counts, and explains the score of one `LaidTown`. Its level says what the score depends on:

    shape     the town synonym: `score` takes the counts of roads
    faces     tiles and faces too: counts of what is on the tiles, or of tiles by their places (`_by_places`)
    objects   turns too: counts of objects on roads, which are found for single roads in `road_objects.py`
    none      nothing: every town scores the same

An explanation is a sentence in the current language and the part of the town to highlight. It names a road by the
places that it leads through, from its start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tablebases.errors import Error, InputError
from tablebases.languages import current_language, t
from tablebases.messages import counted, listed
from tablebases.nine_tiles.rules.explanations import (
    Counted,
    Objects,
    abducting_aliens,
    agents,
    catches,
    food_chains,
    free_aliens,
    hamburgers_in_sight,
    surrounded_aliens,
)
from tablebases.nine_tiles.rules.laid_town import (
    Highlight,
    LaidTown,
    TileRoad,
    TownRoad,
    completeness_faults,
    place_in_words,
    road_faults,
)
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board, Face, ObjectKind

if TYPE_CHECKING:
    import numpy as np

    from tablebases.arrays import Matrix, Vector

    Counts = Vector[np.int16]  # a quarter of the memory of int64: shards have a million scoring classes


class TownCounts(NamedTuple):
    """Counts of many towns at once; every field is (n,)."""

    longest_road: Counts
    curves: Counts
    roads: Counts
    roadless_tiles: Counts
    roads_of_one_length: Counts

    houses: Counts
    dogs: Counts
    girls: Counts
    boys: Counts
    ufos: Counts
    agents: Counts
    captured_aliens: Counts
    aliens_on_roads: Counts
    hamburgers: Counts
    by_places: Mapping[str, Counts]
    """Key of a measure with `places` -> its scores."""

    caught_aliens: Counts
    food_chains: Counts
    surrounded_aliens: Counts
    agents_on_a_road: Counts
    hamburgers_eaten: Counts
    abducting_aliens: Counts
    free_aliens_on_a_road: Counts

    @property
    def free_aliens(self) -> Counts:
        """Aliens on roads that no agent catches."""
        return self.aliens_on_roads - self.caught_aliens


class Explanation(NamedTuple):
    """The score of a town by a measure, and its reason."""

    score: int
    text: str
    """Names all places of the highlight."""
    highlight: Highlight
    """Positions of the things that count or make others count, and the tile roads that count or that they stand on."""


class Places(NamedTuple):
    """A choice of tiles by their places."""

    chosen: Callable[..., list[int]]
    """(board, a set of positions for each of `members`) -> the positions that count."""
    members: tuple[Callable[[Face], bool], ...]
    """For each of one or two sets, whether a face belongs to it."""


class Measure(NamedTuple):
    """A way of scoring."""

    key: str
    level: str
    """`shape`, `faces`, `objects` or `none`."""
    counts: str
    """The things that it counts, in English."""
    score: Callable[[TownCounts], Counts]
    explain: Callable[[LaidTown, str], Explanation]
    """(town without faults of roads, rule set) -> the explanation of its score, so far if positions are free."""
    places: Places | None = None


def _because(score: int, text: str, positions: Iterable[int] = (), roads: Iterable[TileRoad] = ()) -> Explanation:
    return Explanation(score, text, Highlight(frozenset(positions), frozenset(roads)))


def _positions(tile_roads: Iterable[TileRoad]) -> list[int]:
    return [position for position, _ in tile_roads]


# Words.


def _in_words(board: Board, positions: Iterable[int]) -> str:
    """The places in order, such as `top, left (2) and right` with two things at the left."""
    counts = sorted(Counter(positions).items())
    places = [(place_in_words(position, board), n) for position, n in counts]
    return listed([place if n == 1 else t("{place} ({n})", place=place, n=n) for place, n in places])


def _number(count: int, noun: str) -> str:
    """A number with its noun, such as `1 house`, `2 houses` or `no houses`."""
    return counted(count, noun) if count or current_language() == "ja" else f"no {noun}s"


def placed(board: Board, noun: str, positions: Sequence[int]) -> str:
    """Things with their places, such as `2 dogs at left and right`; `positions` has one for each thing."""
    return _with_places(_number(len(positions), noun), board, positions)


def _with_places(things: str, board: Board, positions: Sequence[int]) -> str:
    """A text about things with their places after it."""
    return t("{things} at {places}", things=things, places=_in_words(board, positions)) if positions else things


def _way(board: Board, road: TownRoad) -> str:
    """The places that a road leads through, from its start."""
    return t(", ").join(place_in_words(step.position, board) for step in road)


# Roads by their shapes.


def _nothing(town: TownCounts) -> Counts:
    import numpy as np

    return np.zeros_like(town.roads)


def _longest_road(town: LaidTown, _: str) -> Explanation:
    road = max(town.roads, key=len, default=TownRoad())
    text = (
        t("road {road} has length {length}", road=_way(town.board, road), length=len(road)) if road else t("no roads")
    )
    return _because(len(road), text, roads=road.tile_roads)


def _curvy(town: LaidTown, _: str) -> Explanation:
    curves = [tile_road for tile_road, road in town.tile_roads() if (road.second - road.first) % 2]
    return _because(len(curves), placed(town.board, "curve", _positions(curves)), roads=curves)


def _named_roads(
    town: LaidTown, roads: Sequence[TownRoad], text: str = "{roads}: {ways}", each: int = 1, **values: object
) -> Explanation:
    """`each` points for each of `roads`; `text` has gaps for their number, their places, and `values`."""
    ways = t("; ").join(_way(town.board, road) for road in roads)
    words = t(text, roads=_number(len(roads), "road"), ways=ways, **values) if roads else t("no roads")
    return _because(each * len(roads), words, roads=[tile_road for road in roads for tile_road in road.tile_roads])


def _same_length_roads(town: LaidTown, _: str) -> Explanation:
    lengths = Counter(map(len, town.roads))
    length = max(lengths, key=lambda length: (lengths[length], length), default=0)
    roads = [road for road in town.roads if len(road) == length]
    return _named_roads(town, roads, "{roads} of length {length}: {ways}", length=length)


def _no_roads(town: LaidTown, _: str) -> Explanation:
    roadless = [position for position, tile in enumerate(town.tiles) if not tile.roads and position not in town.free]
    text = t("{tiles} without roads", tiles=_number(len(roadless), "tile"))
    return _because(len(roadless), _with_places(text, town.board, roadless), roadless)


# Things on tiles.


def _things(key: str, noun: str, field: str, on_road: ObjectKind | None = None) -> Measure:
    """Count things off the roads, a field of `OffRoad`, and perhaps objects on roads."""

    def explain(town: LaidTown, _: str) -> Explanation:
        on_roads = town.on_roads(on_road) if on_road else []
        positions = _positions(on_roads) + town.off_road(field)
        return _because(len(positions), placed(town.board, noun, positions), positions, on_roads)

    return Measure(key, "faces", field, lambda town: getattr(town, field), explain)


def _pairs_of_child_and_dog(town: TownCounts) -> Counts:
    import numpy as np

    pairs: Counts = np.minimum(town.girls + town.boys, town.dogs)
    return pairs


def _walk_the_dog(town: LaidTown, _: str) -> Explanation:
    citizens, dogs = town.off_road("girls", "boys"), town.off_road("dogs")
    pairs = min(len(citizens), len(dogs))
    text = t(
        "{citizens}, {dogs}: {pairs}",
        citizens=placed(town.board, "citizen", citizens),
        dogs=placed(town.board, "dog", dogs),
        pairs=_number(pairs, "pair"),
    )
    return _because(pairs, text, citizens + dogs)


# Tiles by their places.


def _has(*fields: str) -> Callable[[Face], bool]:
    """A function that says whether a face has any of the things `fields` of `OffRoad`."""
    return lambda face: any(getattr(face.off_road, field) for field in fields)


def _has_no_alien(face: Face) -> bool:
    return not face.off_road.captured_aliens and not face.count_on_roads(ObjectKind.ALIEN)


def largest_group(board: Board, members: Iterable[int]) -> list[int]:
    """The largest connected subset of `members`, the first of several."""
    left = set(members)
    largest: list[int] = []
    while left:
        group = [min(left)]
        left.remove(group[0])
        for position in group:
            beyond = board.touching[position] & left
            group += beyond
            left -= beyond
        largest = max(largest, sorted(group), key=len)
    return largest


def _by_places(
    key: str, counts: str, text: str, places: Places, more: Callable[[list[int], set[int]], str] = lambda *_: "{tiles}"
) -> Measure:
    """Count tiles by their places.

    `text` describes the tiles that count, such as `{tiles} with dogs`. `more` gives the whole sentence, with a gap for
    these tiles, from the positions that count and the first set of positions.
    """

    def explain(town: LaidTown, _: str) -> Explanation:
        faces = [tile.face for tile in town.tiles]
        sets = [
            {p for p, face in enumerate(faces) if belongs(face)}.difference(town.free) for belongs in places.members
        ]
        chosen = places.chosen(town.board, *sets)
        tiles = _with_places(t(text, tiles=_number(len(chosen), "tile")), town.board, chosen)
        return _because(len(chosen), t(more(chosen, sets[0]), tiles=tiles), chosen)

    return Measure(key, "faces", counts, lambda town: town.by_places[key], explain, places)


def _group(key: str, counts: str, text: str, belongs: Callable[[Face], bool]) -> Measure:
    """Count the tiles of the largest group."""

    def more(group: list[int], members: set[int]) -> str:
        if len(group) > 1:
            return "{tiles}, connected"
        return "{tiles}; no two such tiles touch" if len(members) > 1 else "{tiles}"

    return _by_places(key, counts, text, Places(largest_group, (belongs,)), more)


# Objects on roads.


def _capture(town: LaidTown, rule_set: str) -> Explanation:
    aliens: list[TileRoad] = []
    agents: list[TileRoad] = []
    for road in town.roads:
        found = catches(road.objects, rule_set)
        aliens += [road.places[alien] for alien in found.things]
        agents += [road.places[agent] for agent in found.by]
    parts = [t("no alien is caught on a road")]
    if aliens:
        at = [listed([place_in_words(position, town.board) for position, _ in roads]) for roads in (aliens, agents)]
        text = "aliens at {aliens} are caught by the agents at {agents}"
        if len(aliens) == 1:
            text = "alien at {aliens} is caught by the agent at {agents}"
        parts = [t(text, aliens=at[0], agents=at[1])]
    captured = town.off_road("captured_aliens")
    if captured or not aliens:
        beside = t("{aliens} beside the roads", aliens=_number(len(captured), "captured alien"))
        parts.append(_with_places(beside, town.board, captured))
    positions = _positions(aliens) + _positions(agents) + captured
    return _because(len(aliens) + len(captured), t("; ").join(parts), positions, aliens + agents)


def _times_free_aliens(
    town: LaidTown, rule_set: str, noun: str, positions: Sequence[int], roads: Sequence[TileRoad] = ()
) -> Explanation:
    """Explain the number of free aliens times the number of other things."""
    caught = {road.places[alien] for road in town.roads for alien in catches(road.objects, rule_set).things}
    free = [alien for alien in town.on_roads(ObjectKind.ALIEN) if alien not in caught]
    aliens, things = placed(town.board, "free alien", _positions(free)), placed(town.board, noun, positions)
    text = t("{aliens} x {things}", aliens=aliens, things=things)
    return _because(len(free) * len(positions), text, [*_positions(free), *positions], [*free, *roads])


def _hungry_aliens(town: LaidTown, rule_set: str) -> Explanation:
    hamburgers = town.on_roads(ObjectKind.HAMBURGER)
    return _times_free_aliens(town, rule_set, "hamburger", _positions(hamburgers), hamburgers)


def _best_road(
    count: Callable[[Objects, str], Counted], say: Callable[[Board, list[int], list[int]], str], none: str
) -> Callable[[LaidTown, str], Explanation]:
    """Explain the score of the best road of the town.

    `count` finds the objects that count and those that make them count; `say` makes a sentence from the positions of
    both. `none` is the sentence if nothing counts on any road.
    """

    def explain(town: LaidTown, rule_set: str) -> Explanation:
        found = [(road, count(road.objects, rule_set)) for road in town.roads]
        road, best = max(found, key=lambda pair: len(pair[1].things), default=(TownRoad(), Counted()))
        if not best.things:
            return _because(0, t(none))
        things, by = ([road.places[index][0] for index in indices] for indices in best)
        words = t("{things}, on road {road}", things=say(town.board, things, by), road=_way(town.board, road))
        return _because(len(things), words, things + by, road.tile_roads)

    return explain


def _say_surrounded(board: Board, aliens: list[int], agents: list[int]) -> str:
    values = {"aliens": placed(board, "alien", aliens), "agents": _in_words(board, agents)}
    if len(aliens) == 1:
        return t("{aliens} is between the agents at {agents}", **values)
    return t("{aliens} are between the agents at {agents}", **values)


def _say_abducting(board: Board, aliens: list[int], agents: list[int]) -> str:
    values = {"aliens": placed(board, "alien", aliens), "agent": _in_words(board, agents)}
    if len(aliens) == 1:
        return t("{aliens} faces the agent at {agent}", **values)
    return t("{aliens} face the agent at {agent}", **values)


def _say_in_sight(board: Board, hamburgers: list[int], aliens: list[int]) -> str:
    values = {"hamburgers": placed(board, "hamburger", hamburgers), "alien": _in_words(board, aliens)}
    return t("the free alien at {alien} sees {hamburgers}", **values)


def _food_chain(town: LaidTown, _: str) -> Explanation:
    texts: list[str] = []
    positions: list[int] = []
    roads: list[TileRoad] = []
    for road in town.roads:
        for chain in food_chains(road.objects):
            of_chain = [road.places[index][0] for index in chain]
            agent, alien, hamburger = (place_in_words(position, town.board) for position in of_chain)
            things = t(
                "agent at {agent}, alien at {alien}, hamburger at {hamburger}",
                agent=agent,
                alien=alien,
                hamburger=hamburger,
            )
            texts.append(t("{things}, on road {road}", things=things, road=_way(town.board, road)))
            positions += of_chain
            roads += road.tile_roads
    text = t("; ").join(texts) or t("no agent faces an alien that faces a hamburger")
    return _because(len(texts), text, positions, roads)


_MEASURES = (
    Measure("capture", "objects", "aliens caught", lambda town: town.caught_aliens + town.captured_aliens, _capture),
    Measure(
        "surrounded",
        "objects",
        "aliens between two agents who face each other",
        lambda town: town.surrounded_aliens,
        _best_road(
            lambda objects, _: surrounded_aliens(objects),
            _say_surrounded,
            "no alien is between two agents facing each other",
        ),
    ),
    _group("dog_roundup", "tiles with dogs, side by side", "{tiles} with dogs", _has("dogs")),
    Measure(
        "finish_quickly",
        "none",
        "speed, which a town does not show: always 0",
        _nothing,
        lambda *_: _because(0, t("not decided by the town: always 0")),
    ),
    Measure("longest_road", "shape", "tiles along the longest road", lambda town: town.longest_road, _longest_road),
    Measure("curvy", "shape", "curves", lambda town: town.curves, _curvy),
    _things("real_estate_day", "house", "houses"),
    Measure(
        "hungry_aliens",
        "objects",
        "free aliens times hamburgers",
        lambda town: town.free_aliens * town.hamburgers,
        _hungry_aliens,
    ),
    _things("agents", "agent", "agents", ObjectKind.AGENT),
    Measure("many_roads", "shape", "roads", lambda town: town.roads, lambda town, _: _named_roads(town, town.roads)),
    Measure("no_roads", "shape", "tiles without a road", lambda town: town.roadless_tiles, _no_roads),
    _things("life_with_dogs", "dog", "dogs"),
    Measure(
        "same_length_roads",
        "shape",
        "most roads of the same length",
        lambda town: town.roads_of_one_length,
        _same_length_roads,
    ),
    Measure(
        "safest_road",
        "objects",
        "agents on one road",
        lambda town: town.agents_on_a_road,
        _best_road(
            lambda objects, _: agents(objects),
            lambda board, agents, _: placed(board, "agent", agents),
            "no agent is on a road",
        ),
    ),
    Measure(
        "few_roads",
        "shape",
        "roads, each counts -1",
        lambda town: -town.roads,
        lambda town, _: _named_roads(town, town.roads, "{roads}, each counts -1: {ways}", each=-1),
    ),
    Measure(
        "eat_it_up",
        "objects",
        "hamburgers in front of one free alien",
        lambda town: town.hamburgers_eaten,
        _best_road(hamburgers_in_sight, _say_in_sight, "no free alien sees a hamburger"),
    ),
    Measure(
        "extraterrestrial",
        "objects",
        "UFOs times free aliens",
        lambda town: town.ufos * town.free_aliens,
        lambda town, rule_set: _times_free_aliens(town, rule_set, "UFO", town.off_road("ufos")),
    ),
    Measure(
        "abduction",
        "objects",
        "aliens that face one agent",
        lambda town: town.abducting_aliens,
        _best_road(lambda objects, _: abducting_aliens(objects), _say_abducting, "no alien faces an agent"),
    ),
    Measure(
        "alien_power",
        "objects",
        "free aliens on one road",
        lambda town: town.free_aliens_on_a_road,
        _best_road(free_aliens, lambda board, aliens, _: placed(board, "free alien", aliens), "no alien is free"),
    ),
    Measure("food_chain", "objects", "agent after alien after hamburger", lambda town: town.food_chains, _food_chain),
    _group("safe_zone", "tiles without aliens, side by side", "{tiles} without aliens", _has_no_alien),
    _group("citizen_area", "tiles with girls or boys, side by side", "{tiles} with citizens", _has("girls", "boys")),
    _group("residential_area", "tiles with houses, side by side", "{tiles} with houses", _has("houses")),
    Measure("walk_the_dog", "faces", "pairs of a child and a dog", _pairs_of_child_and_dog, _walk_the_dog),
    _things("ladies_night", "girl", "girls"),
    _things("boy_scouts", "boy", "boys"),
)
MEASURES: Mapping[str, Measure] = {measure.key: measure for measure in _MEASURES}
"""The measures by their keys, in the order of the cards."""


def measure_of(key: str) -> Measure:
    """The measure of a card."""
    if key not in MEASURES:
        raise Error(
            "the card '{key}' has no measure; add it to tablebases/nine_tiles/rules/measures.py, or choose one of "
            "{known}",
            key=key,
            known=t(", ").join(MEASURES),
        )
    return MEASURES[key]


def score_vectors(counts: TownCounts, themes: Sequence[Theme]) -> Matrix[np.int8]:
    """Scores of many towns in every theme: (themes, n)."""
    import numpy as np

    return np.array([measure_of(theme.key).score(counts) for theme in themes], dtype=np.int8)


def check_town(town: LaidTown, *, is_complete: bool = False) -> None:
    """Raise an InputError with all faults if roads do not meet or are closed, or if a town is not complete."""
    if faults := completeness_faults(town) if is_complete else road_faults(town):
        text = "{pattern} is not a complete town: {faults}"
        raise InputError(text, pattern=town.pattern, faults=t("; ").join(faults))


def explanations_by_theme(town: LaidTown, themes: Sequence[Theme], rule_set: str) -> list[tuple[Theme, Explanation]]:
    """Explain the scores of the tiles of a town in `themes`, in their order; errors as of `check_town`."""
    check_town(town)
    return [(theme, measure_of(theme.key).explain(town, rule_set)) for theme in themes]


def scores_by_theme(town: LaidTown, themes: Sequence[Theme], rule_set: str) -> tuple[int, ...]:
    """The scores of the tiles of a town in `themes`, in their order; errors as of `check_town`."""
    return tuple(explanation.score for _, explanation in explanations_by_theme(town, themes, rule_set))
