"""Explained scores: as many as the search finds, with the right things named and highlighted."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

import numpy as np
import pytest

from oracle import nine_tiles_panic as oracle
from tablebases.languages import Language, t
from tablebases.nine_tiles.rules import explanations as rules
from tablebases.nine_tiles.rules.laid_town import PLACES, LaidTown, lay_town
from tablebases.nine_tiles.rules.measures import MEASURES, Explanation, explanations_by_theme, placed
from tablebases.nine_tiles.rules.road_objects import RULE_SETS, caught_aliens, road_outcome
from tablebases.nine_tiles.rules.tiles import Board, Face, ObjectKind, OnRoad, Tile
from tests.nine_tiles_panic.helpers import (
    FoundTowns,
    Scores,
    Searcher,
    all_towns,
    by_hand,
    known_rows,
    pipeline_tiles_of,
    random_face,
    real_themes,
    real_tiles,
    real_town_synonyms,
    real_towns,
    road,
    speaking,
    tile_rows,
)

BOARD = Board(3, 3)
EXAMPLE = "206745813361230035"


def explain(town: LaidTown, rule_set: str = "published") -> dict[str, Explanation]:
    """The explanations of a town by the keys of the cards."""
    return {theme.key: explanation for theme, explanation in explanations_by_theme(town, real_themes(), rule_set)}


def explained_scores(pattern: str, tiles: Sequence[Tile], board: Board, rule_set: str = "published") -> Scores:
    """The scores of a town in all themes, as they are explained."""
    return tuple(explanation.score for explanation in explain(lay_town(pattern, tiles, board), rule_set).values())


@cache
def sampled_towns() -> FoundTowns:
    """200 towns of some town synonyms of the real board, by the compiled search."""
    oriented = real_town_synonyms().oriented
    searcher = Searcher(BOARD, real_tiles())
    n_towns = np.array(searcher.n_towns(oriented))
    rng = np.random.default_rng(18)
    fillable = np.flatnonzero((n_towns > 0) & (n_towns < 2000))
    found = searcher.towns(oriented[rng.choice(fillable, 20, replace=False)])
    return found.some(rng.choice(len(found.patterns), 200, replace=False))


@cache
def towns_explained() -> list[tuple[LaidTown, dict[str, Explanation]]]:
    """Some known towns with their explanations."""
    towns = [lay_town(row["pattern"], real_tiles(), BOARD) for row in known_rows("towns")[::5]]
    return [(town, explain(town)) for town in towns]


def assert_scores(found: FoundTowns, tiles: Sequence[Tile], board: Board) -> None:
    """The explained scores of some of the towns, spread over all, are those of the compiled search."""
    some = found.some(range(0, len(found.patterns), 1 + len(found.patterns) // 100))
    assert {town: explained_scores(town, tiles, board) for town in some.patterns} == some.by_pattern


@pytest.mark.thorough
def test_explanations_give_the_scores_of_known_towns() -> None:
    for row in known_rows("towns")[::2]:
        expected = tuple(int(row[theme.column]) for theme in real_themes()[:26])
        assert explained_scores(row["pattern"], real_tiles(), BOARD)[:26] == expected, row["pattern"]


@pytest.mark.thorough
def test_explanations_give_the_scores_of_sampled_towns() -> None:
    found = sampled_towns()
    assert {town: explained_scores(town, real_tiles(), BOARD) for town in found.patterns} == found.by_pattern


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_explanations_give_the_scores_on_other_boards(rows: int, columns: int) -> None:
    assert_scores(real_towns((1, 2, 4, 6, 7), rows, columns), real_tiles(), Board(rows, columns))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (1, 4)])
def test_explanations_give_the_scores_of_made_up_tiles(seed: int, rows: int, columns: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    tiles = pipeline_tiles_of(tile_rows(*(random_face(rng) for _ in range(8))))
    assert_scores(all_towns(Board(rows, columns), tiles), tiles, Board(rows, columns))


def test_explanations_come_in_the_order_of_the_themes() -> None:
    town = lay_town(EXAMPLE, real_tiles(), BOARD)
    themes = real_themes()[::-3]
    expected = [(theme, explain(town)[theme.key]) for theme in themes]
    assert explanations_by_theme(town, themes, "published") == expected


@pytest.mark.thorough
def test_rotations_change_scores_by_the_published_rules_only() -> None:
    """The published rules read the roads of some towns from other ends."""
    different: dict[str, set[int]] = {rule_set: set() for rule_set in RULE_SETS}
    for pattern in ["021648357040521033", *sampled_towns().patterns[::12]]:
        turned = oracle.rotations(pattern)
        for rule_set, counts in different.items():
            counts.add(len({explained_scores(rotation, real_tiles(), BOARD, rule_set) for rotation in turned}))
    assert different == {"impartial": {1}, "published": {1, 2}}


ALL_ROADS = [objects for length in range(5) for objects in product(OnRoad, repeat=length)]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_as_many_things_count_on_a_road_as_the_rules_say(rule_set: str) -> None:
    for objects in ALL_ROADS:
        read = np.array(objects, dtype=np.uint8)
        counted = (
            len(rules.catches(objects, rule_set).things),
            len(rules.food_chains(objects)),
            len(rules.surrounded_aliens(objects).things),
            len(rules.agents(objects).things),
            len(rules.hamburgers_in_sight(objects, rule_set).things),
            len(rules.abducting_aliens(objects).things),
            len(rules.free_aliens(objects, rule_set).things),
        )
        assert counted == tuple(road_outcome(RULE_SETS[rule_set], read)), objects
        aliens, agents = rules.catches(objects, rule_set)
        if rule_set == "published":
            is_caught = np.zeros(len(objects), dtype=np.bool_)
            caught_aliens(read, is_caught)
            assert list(aliens) == np.flatnonzero(is_caught).tolist(), objects
        assert len(set(agents)) == len(aliens), "every alien is caught by an agent of its own"
        for alien, agent in zip(aliens, agents, strict=True):
            assert objects[agent] == (OnRoad.AGENT_AHEAD if agent < alien else OnRoad.AGENT_BACK), objects


@pytest.mark.parametrize(("rule", "rule_set", "text", "things", "by"), by_hand("things that count"))
def test_rules_name_the_things_that_count_and_those_by_whom(
    rule: str, rule_set: str | None, text: str, things: list[int], by: list[int]
) -> None:
    counted = getattr(rules, rule)([OnRoad(kind) for kind in road(text)], *([rule_set] if rule_set else []))
    assert tuple(map(list, counted)) == (things, by)


def test_food_chains_are_told_from_their_agent_on() -> None:
    kinds = [OnRoad(kind) for kind in road("agent> alien> burger alien< agent<")]
    assert rules.food_chains(kinds) == [(0, 1, 2), (4, 3, 2)]


def is_connected(town: LaidTown, positions: frozenset[int]) -> bool:
    """Whether one can walk between all of these positions over shared borders."""
    reached = {min(positions)}
    while more := {p for p in positions - reached if {town.board.neighbour(p, side) for side in range(4)} & reached}:
        reached |= more
    return reached == positions


@pytest.mark.parametrize(
    ("key", "belongs"),
    [
        ("dog_roundup", lambda face: face.off_road.dogs),
        ("citizen_area", lambda face: face.off_road.girls or face.off_road.boys),
        ("residential_area", lambda face: face.off_road.houses),
        ("safe_zone", lambda face: not face.off_road.captured_aliens + face.count_on_roads(ObjectKind.ALIEN)),
    ],
)
def test_highlighted_groups_are_connected_and_as_large_as_the_score(key: str, belongs: Callable[[Face], bool]) -> None:
    for town, explanations in towns_explained():
        positions = explanations[key].highlight.positions
        assert len(positions) == explanations[key].score
        assert not positions or is_connected(town, positions)
        assert all(belongs(town.tiles[p].face) for p in positions)


def objects_at(town: LaidTown, explanation: Explanation, kind: ObjectKind) -> int:
    """How many objects of a kind stand on highlighted roads at highlighted positions."""
    return sum(
        town.tiles[p].roads[index].object == kind and p in explanation.highlight.positions
        for p, index in explanation.highlight.roads
    )


def test_highlighted_roads_are_as_many_or_as_long_as_the_score() -> None:
    for town, explanations in towns_explained():
        roads = [frozenset((s.position, s.road) for s in steps) for steps in town.roads]
        longest = explanations["longest_road"].highlight.roads
        assert longest in roads
        assert len(longest) == explanations["longest_road"].score
        assert len(explanations["curvy"].highlight.roads) == explanations["curvy"].score
        assert explanations["many_roads"].highlight.roads == frozenset().union(*roads)
        assert explanations["few_roads"].highlight == explanations["many_roads"].highlight
        same = [r for r in roads if r <= explanations["same_length_roads"].highlight.roads]
        assert len(same) == explanations["same_length_roads"].score
        assert len({len(r) for r in same}) == 1
        roadless = explanations["no_roads"].highlight.positions
        assert len(roadless) == explanations["no_roads"].score
        assert not any(town.tiles[p].roads for p in roadless)


AGENT, ALIEN, HAMBURGER = ObjectKind.AGENT, ObjectKind.ALIEN, ObjectKind.HAMBURGER


def test_highlighted_things_are_as_many_as_the_score_with_those_by_whom_they_count() -> None:
    for town, explanations in towns_explained():
        roads = [frozenset((s.position, s.road) for s in steps) for steps in town.roads]
        for key, counted, by, n_by in (
            ("surrounded", ALIEN, AGENT, 2), ("safest_road", AGENT, None, 0), ("eat_it_up", HAMBURGER, ALIEN, 1),
            ("abduction", ALIEN, AGENT, 1), ("alien_power", ALIEN, None, 0),
        ):  # fmt: skip
            explanation = explanations[key]
            assert objects_at(town, explanation, counted) == explanation.score, key
            assert by is None or objects_at(town, explanation, by) == (n_by if explanation.score else 0), key
            whole_road = explanation.highlight.roads
            assert whole_road in roads if explanation.score else not whole_road, key
        fields = {"real_estate_day": "houses", "life_with_dogs": "dogs", "ladies_night": "girls", "boy_scouts": "boys"}
        for key, field in fields.items():
            held = [getattr(town.tiles[p].face.off_road, field) for p in explanations[key].highlight.positions]
            assert all(held)
            assert sum(held) == explanations[key].score, key
        capture, hungry = explanations["capture"], explanations["hungry_aliens"]
        caught = objects_at(town, capture, ALIEN)
        assert caught == objects_at(town, capture, AGENT)
        in_traps = [town.tiles[p].face.off_road.captured_aliens for p in capture.highlight.positions]
        assert caught + sum(in_traps) == capture.score
        assert objects_at(town, hungry, ALIEN) * objects_at(town, hungry, HAMBURGER) == hungry.score


def test_texts_name_the_positions_of_their_highlights_and_no_others() -> None:
    name = re.compile("|".join(sorted(PLACES, key=len, reverse=True)))
    for town, explanations in towns_explained():
        for explanation in explanations.values():
            named = set(map(PLACES.index, name.findall(explanation.text)))
            expected = {p for p, _ in explanation.highlight.roads} | explanation.highlight.positions
            assert named == expected, (town.pattern, explanation)


def of_tiles(*faces: str) -> LaidTown:
    """A row of made-up tiles that all lie with their fronts up, unturned."""
    tiles = pipeline_tiles_of(tile_rows(*(text for face in faces for text in (face, "0-1"))))
    numbers = "".join(map(str, range(len(faces))))
    return lay_town(numbers + "0" * len(faces), tiles, Board(1, len(faces)))


ROW = of_tiles(
    "1-3 agent facing 3", "1-3 alien facing 3", "1-3 hamburger | 1 captured_aliens",
    "1-3 alien facing 1", "1-3 agent facing 1",
)  # fmt: skip
WITHOUT_ROADS = of_tiles("", "")
TOWNS = {"real": lay_town(EXAMPLE, real_tiles(), BOARD), "row": ROW, "without roads": WITHOUT_ROADS}


@pytest.mark.parametrize("name", TOWNS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_texts(name: str, language: Language) -> None:
    texts = by_hand(f"texts {language}")[name]
    with speaking(language):
        explained = explain(TOWNS[name])
        counts = [t(measure.counts) for measure in MEASURES.values()]
    assert {key: explained[key].text for key in texts} == texts
    words = " ".join([*counts, *(each.text for each in explained.values())]).replace("UFO", "")
    assert language == "en" or not re.search("[A-Za-z]", words)


def test_towns_without_roads_score_in_two_themes() -> None:
    scores = {key: explanation.score for key, explanation in explain(WITHOUT_ROADS).items() if explanation.score}
    assert scores == {"no_roads": 2, "safe_zone": 2}


def test_placed_counts_several_things_at_a_position() -> None:
    assert placed(BOARD, "dog", [0, 3, 0]) == "3 dogs at top left (2) and left"
    assert placed(Board(1, 4), "dog", [3, 3]) == "2 dogs at row 1 column 4 (2)"
    assert placed(BOARD, "house", []) == "no houses"
