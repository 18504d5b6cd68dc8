"""The oracle agrees with the known answers, with figures worked out by hand, and with itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import pytest

from scripts.figures import known_values
from tests.known import KnownAnswers
from tests.oracle import nine_tiles_panic as oracle
from tests.oracle.nine_tiles_panic import RoadObject

HERE = Path(__file__).parent
TILES = oracle.load_tiles(HERE / "tiles.csv")
KNOWN_ANSWERS = KnownAnswers("nine_tiles_panic")
known_rows = KNOWN_ANSWERS.rows
whole = KNOWN_ANSWERS.whole

# Letters for the objects of a road in reading order: capitals are agents, small letters aliens.
LETTERS = {
    "A": RoadObject(oracle.AGENT, ahead=True),
    "B": RoadObject(oracle.AGENT, ahead=False),
    "a": RoadObject(oracle.ALIEN, ahead=True),
    "b": RoadObject(oracle.ALIEN, ahead=False),
    "h": RoadObject(oracle.HAMBURGER),
}


def scores_of_row(row: dict[str, str]) -> tuple[int, ...]:
    return tuple(int(row[f"t{theme:02d}"]) for theme in oracle.THEMES)


def scores(**nonzero: int) -> tuple[int, ...]:
    """Write a score vector as t1=..., leaving out the zeros."""
    return tuple(nonzero.get(f"t{theme}", 0) for theme in oracle.THEMES)


def some_tiles(*numbers: int) -> oracle.Tiles:
    return {number: TILES[number] for number in numbers}


def towns(numbers: Sequence[int], rows: int, columns: int) -> list[str]:
    tiles = some_tiles(*numbers)
    return sorted(oracle.all_towns_by_trying_everything(tiles, rows, columns))


def road(letters: str) -> list[RoadObject]:
    return [LETTERS[letter] for letter in letters]


# --- known answers ---------------------------------------------------------------------------


def test_all_known_towns_score_as_known_and_are_listed_towns() -> None:
    rows = known_rows("towns")
    assert len(rows) == 600
    for row in rows:
        assert oracle.score(row["pattern"], TILES) == scores_of_row(row), row["pattern"]
        assert oracle.is_listed_town(row["pattern"], TILES, 3, 3), row["pattern"]


def test_known_scores_occur() -> None:
    occurring = {int(r["theme"]): r["scores"].split() for r in known_rows("occurring_scores")}
    assert list(occurring) == list(oracle.THEMES)
    for row in known_rows("towns"):
        for theme in oracle.THEMES:
            assert row[f"t{theme:02d}"] in occurring[theme]


def test_named_theme_synonyms() -> None:
    known = known_values("nine_tiles_panic")
    vectors = {
        number: tuple(int(s) for s in known[f"theme_synonym_{number}_scores"].split())
        for number in (1547940, 2004522, 2004525)
    }
    assert oracle.theme_synonym_order(vectors.values()) == [vectors[n] for n in sorted(vectors)]
    distance = 0
    at_maximum = 0
    for row in known_rows("occurring_scores"):
        theme = int(row["theme"])
        best_first = sorted((int(s) for s in row["scores"].split()), reverse=True)
        distance += best_first.index(vectors[1547940][theme - 1]) ** 2
        at_maximum += best_first[0] == vectors[2004525][theme - 1]
    assert distance == int(known["distance_min"])
    assert at_maximum == int(known["most_maxima"])


def test_round_robin_leaves_known_kept_triples_as_they_are() -> None:
    for row in known_rows("most_win"):
        kept: list[oracle.Triple] = []
        for text in row["squared_distances"].split("; "):
            a, b, c = (int(number) for number in text.split())
            kept.append((a, b, c))
        assert len(kept) == int(row["kept"])
        assert oracle.round_robin(kept) == kept


def test_stock_and_turns_of_road_synonyms() -> None:
    known = known_values("nine_tiles_panic")
    assert oracle.stock_of_shapes(TILES) == [int(n) for n in known["road_synonym_stock"].split()]
    turns = [len({oracle.turn_face(shape, turn) for turn in range(4)}) for shape in oracle.SHAPES]
    assert turns == [int(n) for n in known["road_synonym_turns"].split()]


def test_example_pattern() -> None:
    assert oracle.is_complete("206745813361230035", TILES)


# --- one road's objects ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "caught"),
    [
        ("Aa", {1}),  # walks into the agent
        ("Ab", {1}),
        ("aA", set()),  # the agent looks the other way
        ("aB", {0}),
        ("bB", {0}),
        ("abB", {1}),  # the later of the two
        ("abBB", {0, 1}),  # one of each direction can be remembered
        ("aaBB", {1}),  # the older of one direction is lost
        ("AAab", {2}),  # the second agent replaces the first
        ("AaAb", {1, 3}),
        ("Aaa", {1}),  # an agent catches once
        ("aABb", {0, 3}),  # agents do not stand in the way
        ("Ahha", {3}),  # nor do hamburgers
    ],
)
def test_catching(letters: str, caught: set[int]) -> None:
    assert oracle.caught_aliens(road(letters)) == caught


@pytest.mark.parametrize(
    ("letters", "surrounded"),
    [
        ("AabB", 2),
        ("AaB", 1),
        ("AhB", 0),
        ("aABb", 0),
        ("BabA", 0),
        ("AaA", 0),
        ("AaAbB", 1),  # restarts at the second agent
        ("AaBbB", 1),  # afresh after a pair
        ("AaBbbA", 1),
        ("AaBAbbB", 2),
    ],
)
def test_theme_2(letters: str, surrounded: int) -> None:
    assert oracle.surrounded_aliens(road(letters)) == surrounded


@pytest.mark.parametrize(
    ("letters", "facing"),
    [
        ("aaA", 2),
        ("abA", 1),  # one looks away, and does not stand in the way
        ("aBbb", 2),  # the better side, not both sides
        ("aBaA", 1),  # another agent stands in the way
        ("Abhb", 2),
        ("Aa", 0),
    ],
)
def test_theme_18(letters: str, facing: int) -> None:
    assert oracle.aliens_facing_an_agent(road(letters)) == facing


@pytest.mark.parametrize(
    ("letters", "chains"),
    [("Aah", 1), ("hbB", 1), ("AahbB", 2), ("Abh", 0), ("haB", 0), ("Aaah", 0), ("Ahah", 0)],
)
def test_theme_20(letters: str, chains: int) -> None:
    assert oracle.food_chains(road(letters)) == chains


def test_theme_16_in_one_reading_equals_looking_from_each_alien() -> None:
    for length in range(7):
        for letters in product("ABabh", repeat=length):
            objects = road("".join(letters))
            free = {place for place, letter in enumerate(letters) if letter in "ab"}
            free -= oracle.caught_aliens(objects)
            best = 0
            for alien in free:
                step = 1 if letters[alien] == "a" else -1
                seen = 0
                place = alien + step
                while 0 <= place < length and place not in free:
                    seen += letters[place] == "h"
                    place += step
                best = max(best, seen)
            assert oracle.hamburgers_in_sight(objects) == best


# --- tiny boards by hand ---------------------------------------------------------------------


def test_one_tile_scored_by_hand() -> None:
    # Tile 1 front: one curve with an alien, which nobody catches; one house.
    # One road of length 1: theme 15 is -1; one free alien but neither hamburger nor UFO.
    expected = scores(t5=1, t6=1, t7=1, t10=1, t13=1, t15=-1, t19=1, t23=1)
    assert oracle.score("10", TILES, 1, 1) == expected
    # Tile 0 front: no road; two dogs, an agent and a captured alien, so no tile is free of aliens.
    expected = scores(t1=1, t3=1, t9=1, t11=1, t12=2)
    assert oracle.score("00", TILES, 1, 1) == expected


def test_two_tiles_scored_by_hand() -> None:
    # Left, tile 7 back turned once: left to right, an alien facing right; a boy.
    # Right, tile 8 front: top to left, an agent facing left; a girl.
    # The road runs from edge 1 (left) through 3 to 4 (top): alien ahead, agent back. Caught.
    expected = scores(t1=1, t5=2, t6=1, t9=1, t10=1, t13=1, t14=1, t15=-1, t18=1, t21=1, t22=2, t25=1, t26=1)
    assert oracle.score("7850", TILES, 1, 2) == expected
    # Tile 8 turned to have its curve at top and right instead: the border does not agree.
    assert not oracle.is_complete("7853", TILES, 1, 2)
    with pytest.raises(ValueError, match="complete"):
        oracle.score("7853", TILES, 1, 2)


def test_reading_starts_at_the_smaller_edge_number() -> None:
    # Tiles 1 4 / 2 8. From the top of tile 4 (edge 4) a road runs left over tile 1, down to tile
    # 2, right to tile 8, up to the second curve of tile 4 and out at its right (edge 7):
    # alien ahead, alien back, agent back, agent back. Each agent catches one of the aliens.
    # Tile 2 has a second road of length 1. The aliens face 3 (edge between tiles 1 and 4).
    same = {"t5": 5, "t6": 6, "t7": 2, "t9": 2, "t10": 2, "t13": 1, "t14": 2, "t15": -2}
    same |= {"t18": 1, "t21": 2, "t22": 2, "t23": 2, "t25": 1, "t26": 1}
    assert oracle.score("14282100", TILES, 2, 2) == scores(t1=2, **same)
    # Half a turn later the ends are edges 10 and 9, so the road is read from its other end:
    # agent ahead, agent ahead, alien, alien. Only the second agent counts and catches one.
    assert oracle.rotations("14282100", 2, 2)[2] == "82412230"
    assert oracle.score("82412230", TILES, 2, 2) == scores(t1=1, t19=1, **same)


def test_closed_road_is_not_complete() -> None:
    # Tiles 1 5 / 8 0, each with a curve towards the middle: all borders agree, but it is a ring.
    pattern = "15802134"
    faces = oracle.faces_of_pattern(pattern, TILES, 2, 2)
    assert oracle.borders_agree(faces, 2, 2)
    assert not oracle.is_complete(pattern, TILES, 2, 2)


def test_towns_of_one_tile_boards_by_hand() -> None:
    # Tile 0 front has no road: one town. Its back has two curves, of which one carries the
    # hamburger: smallest of the rotations is turn 0 of the road synonym, shown by turns 0 and 2.
    assert towns([0], 1, 1) == ["00", "04", "06"]
    # All tiles, by road synonym: every face once for each look that has the synonym's roads.
    no_road = ["00", "30", "54"]
    curve = ["10", "26", "50", "80"]
    two_curves = ["04", "06", "21", "23", "41", "43", "71", "73"]
    straight = ["34", "64", "66", "74", "76", "84"]
    cross = ["14", "15", "16", "17", "44", "45", "60", "61", "62", "63"]
    assert towns(range(9), 1, 1) == sorted([*no_road, *curve, *two_curves, *straight, *cross])


def test_towns_of_a_one_by_two_board_by_hand() -> None:
    # Tiles 3 (none / straight) and 5 (curve / none). A board that is not square has two rotations.
    # None, none (3 front, 5 back): equal to its half turn, so both orders are listed.
    # None, straight (5 back, 3 back): the straight must run up and down; 0300 < 3000.
    # None, curve (3 front, 5 front): the curve must avoid left: turns 2 and 3.
    # Curve, straight (5 front, 3 back): apart with curve turns 0 and 1, straight turn 0;
    # joined with curve turns 2 and 3, straight turn 1.
    expected = ["3504", "5340", "5344", "3502", "3503", "5304", "5314", "5325", "5335"]
    assert towns([3, 5], 1, 2) == sorted(expected)


def test_rotations() -> None:
    # A quarter turn to the left takes 0 1 / 2 3 to 1 3 / 0 2 and adds 1 to each turn.
    assert oracle.rotations("01230347", 2, 2) == ["01230347", "13020415", "32105612", "20317362"]
    assert oracle.rotations("0137", 1, 2) == ["0137", "1051"]
    # A straight turned twice is itself; a cross is itself after any turn.
    assert oracle.shape_rotations("3410", 1, 2) == ["3410", "4301"]
    assert oracle.town_synonym_of("7850", TILES, 1, 2) == "3110"
    assert oracle.is_smallest_rotation("1331", 1, 2)
    assert not oracle.is_smallest_rotation("3110", 1, 2)


@pytest.mark.parametrize("pattern", ["1428210", "142821000", "14282108", "14222100", "1428210x", "1428210²"])
def test_bad_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"pattern|tile"):
        oracle.is_complete(pattern, TILES, 2, 2)


@pytest.mark.parametrize("text", ["0-0", "0-4", "0-1 cow", "0-1 alien", "0-1 alien facing 2", "0-1; 1-2"])
def test_bad_roads_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"road|reach"):
        oracle.parse_roads(text)


# --- two algorithms --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("numbers", "rows", "columns"),
    [
        (range(9), 1, 1),
        (range(9), 1, 2),
        (range(9), 2, 1),
        ((1, 2, 4, 6), 1, 3),
        ((1, 2, 4, 6), 2, 2),
        ((5, 6, 7, 8), 2, 2),
    ],
)
def test_trying_everything_equals_filling_town_synonyms(numbers: Sequence[int], rows: int, columns: int) -> None:
    tiles = some_tiles(*numbers)
    grouped: dict[str, set[str]] = {}
    for town in towns(numbers, rows, columns):
        synonym = oracle.town_synonym_of(town, tiles, rows, columns)
        assert town not in grouped.setdefault(synonym, set())
        grouped[synonym].add(town)
    synonyms = list(oracle.all_town_synonyms(tiles, rows, columns))
    assert len(synonyms) == len(set(synonyms))
    assert set(grouped) <= set(synonyms)
    for synonym in synonyms:
        filled = list(oracle.towns_of_town_synonym(synonym, tiles, rows, columns))
        assert len(filled) == len(set(filled))
        assert set(filled) == grouped.get(synonym, set())


# --- theme synonyms and best answers ---------------------------------------------------------


def test_names_sort_as_bytes() -> None:
    # "-" < "." < digits < "_": a minus first, and a longer number before a shorter beginning.
    vectors = [(1, 2), (10, 0), (-1, 0), (1, -2), (1, 20), (1, 2)]
    expected = [(-1, 0), (10, 0), (1, -2), (1, 2), (1, 20)]
    assert oracle.theme_synonym_order(vectors) == expected


def test_squared_distances() -> None:
    # Theme a: 5, 3, 0 occur (ranks 0, 1, 2); theme b: -1, -4 (ranks 0, 1).
    vectors = [(5, -4), (3, -1), (0, -1)]
    expected = {(5, -4): (0, 1), (3, -1): (1, 0), (0, -1): (4, 0)}
    assert oracle.squared_distances(vectors) == expected
    assert oracle.squared_distances([]) == {}


def test_round_robin() -> None:
    assert oracle.round_robin([(0, 0, 0), (0, 1, 0), (4, 0, 0)]) == [(0, 0, 0)]
    # Scores that only exchange draw every meeting (theme set 04_10_15: roads many and few).
    exchanged = [(0, a * a, (5 - a) ** 2) for a in range(6)]
    assert oracle.round_robin(exchanged) == exchanged
    # A ring of three, each beating the next, stays; a triple that loses to all of them goes.
    ring = [(0, 1, 4), (1, 4, 0), (4, 0, 1)]
    assert oracle.round_robin([*ring, (9, 9, 9)]) == ring
    # p = (0 1 4), q = (1 4 0), r = (4 0 1), s = (4 1 1): p beats q, q beats r, r beats p; s draws
    # with p and loses to q and r. Losses 1 1 1 2, so s goes; wins 1 2 2, so p goes; then q beats r.
    assert oracle.round_robin([(0, 1, 4), (1, 4, 0), (4, 0, 1), (4, 1, 1)]) == [(1, 4, 0)]
    # a = (0 1 1) beats c = (0 4 1), b = (1 0 1) draws with both: a and b have no loss, a one win.
    assert oracle.round_robin([(0, 1, 1), (1, 0, 1), (0, 4, 1)]) == [(0, 1, 1)]


def test_best_answers_and_matches_of_a_tiny_board() -> None:
    tiles = some_tiles(3, 5)
    vectors = {oracle.score(town, tiles, 1, 2) for town in towns((3, 5), 1, 2)}
    best = oracle.best_answers(vectors)
    matched = oracle.matches(vectors)
    assert len(best) == whole("theme_sets")
    assert set(matched) == vectors
    assert frozenset().union(*matched.values()) == set(best)
    # No roads at all (3 front, 5 back) against one road or two: themes 10 and 15 only exchange,
    # and theme 4 is always 0, so every vector is a best answer.
    assert best["04_10_15"] == [(0, 0, 4), (0, 1, 1), (0, 4, 0)]
    assert all("04_10_15" in sets for sets in matched.values())
    # Houses and roadless tiles (no alien, so theme 17 is always 0): 3 front with 5 back has 2 and
    # 2, 3 front with 5 front 3 and 1; these draw. 3 back with 5 back has 1 and 1, 3 back with
    # 5 front 2 and 0; these lose.
    assert best["07_11_17"] == [(0, 1, 0), (1, 0, 0)]


def brute_force_cover_size(sets: Sequence[frozenset[int]]) -> int:
    everything = frozenset().union(*sets)
    sizes = range(len(sets) + 1)
    return next(
        size for size in sizes if any(frozenset().union(*chosen) == everything for chosen in combinations(sets, size))
    )


def test_minimum_cover_size() -> None:
    assert oracle.minimum_cover_size([]) == 0
    assert oracle.minimum_cover_size([{1, 2}, {1}, {2}]) == 1
    # Greedy takes the set of four first and then needs two more.
    assert oracle.minimum_cover_size([{1, 2, 3, 4}, {1, 3, 5}, {2, 4, 6}]) == 2
    for seed in range(30):
        # Eight sets of elements 0..9, made from the binary digits of powers.
        numbers = [pow(3 + seed, 5 + place, 1021) for place in range(8)]
        sets = [frozenset(bit for bit in range(10) if number >> bit & 1) for number in numbers]
        assert oracle.minimum_cover_size(sets) == brute_force_cover_size(sets)
