"""Explained scores, and the command `score` that shows them."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import product

import numpy as np
import pytest

from tablebases.cli.main import main
from tablebases.cli.output import OutputFormat, output_format, show
from tablebases.errors import Error
from tablebases.nine_tiles import explanations as rules
from tablebases.nine_tiles.laid_town import LaidTown, lay_town
from tablebases.nine_tiles.measures import Explanation, explanations_by_theme, placed
from tablebases.nine_tiles.road_objects import RULE_SETS, caught_aliens, road_outcome
from tablebases.nine_tiles.tiles import Board, ObjectKind, OffRoad, OnRoad, Tile
from tests.nine_tiles_panic.helpers import (
    REPOSITORY,
    FoundTowns,
    Scores,
    Searcher,
    all_towns,
    known_rows,
    pipeline_tiles_of,
    real_themes,
    real_tiles,
    real_town_synonyms,
    real_towns,
    road,
    tile_rows,
)
from tests.nine_tiles_panic.test_towns import random_face
from tests.oracle import nine_tiles_panic as oracle

EXAMPLE = "206745813361230035"
ONE_LOOP = "508741263261200662"
LOOP_AND_BORDER = "852701346022570503"
TOWNS_OF_A_SAMPLE = 3000


def lay(pattern: str) -> LaidTown:
    """A town of the game."""
    return lay_town(pattern, real_tiles(), Board(3, 3))


def explain(town: LaidTown, rule_set: str) -> dict[str, Explanation]:
    """The explanations of a town by the keys of the cards."""
    return {theme.key: explanation for theme, explanation in explanations_by_theme(town, real_themes(), rule_set)}


def explained_scores(pattern: str, tiles: Sequence[Tile], board: Board, rule_set: str = "published") -> Scores:
    """The scores of a town in all themes, as they are explained."""
    explained = explanations_by_theme(lay_town(pattern, tiles, board), real_themes(), rule_set)
    return tuple(explanation.score for _, explanation in explained)


@cache
def sampled_towns() -> FoundTowns:
    """Some thousand towns of some town synonyms of the real board, by the compiled search."""
    oriented = real_town_synonyms().oriented
    searcher = Searcher(Board(3, 3), real_tiles())
    n_towns = np.array(searcher.n_towns(oriented))
    rng = np.random.default_rng(18)
    fillable = np.flatnonzero((n_towns > 0) & (n_towns < 5000))
    found = searcher.towns(oriented[rng.choice(fillable, 60, replace=False)])
    chosen = rng.choice(len(found.patterns), TOWNS_OF_A_SAMPLE, replace=False)
    return FoundTowns(*[[field[i] for i in chosen] for field in vars(found).values()])


@cache
def towns_explained() -> list[tuple[LaidTown, dict[str, Explanation]]]:
    """The known towns and a part of the sampled ones, with their explanations."""
    patterns = [row["pattern"] for row in known_rows("towns")]
    towns = [lay(pattern) for pattern in patterns + sampled_towns().patterns[:600]]
    return [(town, explain(town, "published")) for town in towns]


# --- scores ----------------------------------------------------------------------------------


def assert_scores(found: FoundTowns, tiles: Sequence[Tile], board: Board) -> None:
    """The explained scores of all towns are those of the compiled search."""
    wrong = {
        pattern: scores
        for pattern, scores in zip(found.patterns, found.scores, strict=True)
        if explained_scores(pattern, tiles, board) != scores
    }
    assert not wrong


def every_few(found: FoundTowns, at_most: int = 500) -> FoundTowns:
    """Some of the towns, spread over all."""
    step = 1 + len(found.patterns) // at_most
    return FoundTowns(*[field[::step] for field in vars(found).values()])


def test_explanations_by_theme_come_in_the_order_of_the_themes() -> None:
    themes = real_themes()[::-3]
    explanations = explain(lay(EXAMPLE), "published")
    expected = [(theme, explanations[theme.key]) for theme in themes]
    assert explanations_by_theme(lay(EXAMPLE), themes, "published") == expected


def test_scores_of_known_towns() -> None:
    rows = known_rows("towns")
    assert len(rows) == 600
    scores = [tuple(int(row[t.column]) for t in real_themes()) for row in rows]
    found = FoundTowns([row["pattern"] for row in rows], scores, [])
    assert_scores(found, real_tiles(), Board(3, 3))


def test_scores_of_sampled_towns() -> None:
    assert len(sampled_towns().patterns) == TOWNS_OF_A_SAMPLE
    assert_scores(sampled_towns(), real_tiles(), Board(3, 3))


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (3, 1), (2, 2)])
def test_scores_on_other_boards(rows: int, columns: int) -> None:
    found = real_towns((1, 2, 4, 6, 7), rows, columns)
    assert_scores(every_few(found), real_tiles(), Board(rows, columns))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (1, 4)])
def test_scores_of_made_up_tiles(seed: int, rows: int, columns: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    tiles = pipeline_tiles_of(tile_rows(*(random_face(rng) for _ in range(8))))
    found = all_towns(Board(rows, columns), tiles)
    assert_scores(every_few(found), tiles, Board(rows, columns))


def test_by_the_impartial_rules_no_score_changes_under_rotation() -> None:
    """The published rules read some of these towns from other ends, so that they do."""
    scores: dict[str, list[set[Scores]]] = {rule_set: [] for rule_set in RULE_SETS}
    for pattern in sampled_towns().patterns[::10]:
        turned = oracle.rotations(pattern)
        for rule_set, of_towns in scores.items():
            of_towns.append({explained_scores(p, real_tiles(), Board(3, 3), rule_set) for p in turned})
    assert {len(of_town) for of_town in scores["impartial"]} == {1}
    assert {len(of_town) for of_town in scores["published"]} == {1, 2}


# --- the rules on one road -------------------------------------------------------------------


def all_roads(longest: int) -> list[tuple[OnRoad, ...]]:
    """Every sequence of up to so many objects."""
    return [objects for length in range(longest + 1) for objects in product(OnRoad, repeat=length)]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_things_that_count_are_as_many_as_the_rules_say(rule_set: str) -> None:
    for objects in all_roads(6):
        outcome = road_outcome(RULE_SETS[rule_set], np.array(objects, dtype=np.uint8))
        counted = (
            len(rules.catches(objects, rule_set).things),
            len(rules.food_chains(objects)),
            len(rules.surrounded_aliens(objects).things),
            len(rules.agents(objects).things),
            len(rules.hamburgers_in_sight(objects, rule_set).things),
            len(rules.abducting_aliens(objects).things),
            len(rules.free_aliens(objects, rule_set).things),
        )
        assert counted == tuple(outcome), objects


def test_the_aliens_caught_are_those_of_the_published_rules() -> None:
    for objects in all_roads(6):
        is_caught = np.zeros(len(objects), dtype=np.bool_)
        caught_aliens(np.array(objects, dtype=np.uint8), is_caught)
        assert list(rules.catches(objects, "published").things) == np.flatnonzero(is_caught).tolist(), objects


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_alien_is_caught_by_an_agent_of_its_own_that_it_is_ahead_of(rule_set: str) -> None:
    for objects in all_roads(6):
        aliens, agents = rules.catches(objects, rule_set)
        assert len(set(agents)) == len(aliens)
        for alien, agent in zip(aliens, agents, strict=True):
            ahead = objects[agent] == OnRoad.AGENT_AHEAD
            assert ahead or objects[agent] == OnRoad.AGENT_BACK
            assert agent < alien if ahead else alien < agent


@pytest.mark.parametrize(
    ("rule", "text", "things", "by"),
    [
        (partial(rules.catches, rule_set="published"), "agent> alien< alien> agent<", (1, 2), (0, 3)),
        (partial(rules.catches, rule_set="published"), "alien> alien< agent< agent<", (0, 1), (3, 2)),
        (partial(rules.catches, rule_set="published"), "agent> agent> alien<", (2,), (1,)),
        (partial(rules.catches, rule_set="impartial"), "alien> alien< agent< agent<", (0, 1), (2, 3)),
        (partial(rules.catches, rule_set="impartial"), "agent> agent> alien< alien<", (2, 3), (0, 1)),
        (partial(rules.hamburgers_in_sight, rule_set="impartial"), "alien< alien> burger agent<", (2,), (1,)),
        (rules.surrounded_aliens, "agent> alien< burger alien> agent<", (1, 3), (0, 4)),
        (rules.surrounded_aliens, "agent> alien< agent> agent<", (), ()),
        (partial(rules.hamburgers_in_sight, rule_set="published"), "burger burger alien< burger", (0, 1), (2,)),
        (partial(rules.hamburgers_in_sight, rule_set="published"), "alien> burger alien< burger", (1,), (0,)),
        (rules.abducting_aliens, "alien> alien< alien> agent<", (0, 2), (3,)),
        (rules.abducting_aliens, "agent> alien> burger alien< alien<", (3, 4), (0,)),
        (partial(rules.free_aliens, rule_set="published"), "alien> agent> alien> alien<", (0, 3), ()),
    ],
)
def test_which_things_count(
    rule: Callable[[rules.Objects], rules.Counted],
    text: str,
    things: tuple[int, ...],
    by: tuple[int, ...],
) -> None:
    assert rule([OnRoad(kind) for kind in road(text)]) == (things, by)


def test_a_food_chain_is_told_from_its_agent_on() -> None:
    kinds = [OnRoad(kind) for kind in road("agent> alien> burger alien< agent<")]
    assert rules.food_chains(kinds) == [(0, 1, 2), (4, 3, 2)]


# --- highlights ------------------------------------------------------------------------------


def is_connected(town: LaidTown, positions: frozenset[int]) -> bool:
    """Whether one can walk between all of these positions over shared borders."""
    reached = {min(positions)}
    while more := {p for p in positions - reached if {town.board.neighbour(p, side) for side in range(4)} & reached}:
        reached |= more
    return reached == positions


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("dog_roundup", ["dogs"]),
        ("citizen_area", ["girls", "boys"]),
        ("residential_area", ["houses"]),
        ("safe_zone", []),
    ],
)
def test_a_group_is_connected_and_as_large_as_its_score(key: str, fields: list[str]) -> None:
    for town, explanations in towns_explained():
        explanation = explanations[key]
        positions = explanation.highlight.positions
        assert len(positions) == explanation.score
        assert not positions or is_connected(town, positions)
        for face in (town.tiles[p].face for p in positions):
            if fields:
                assert any(getattr(face.off_road, field) for field in fields)
            else:
                assert not face.off_road.captured_aliens
                assert not face.count_on_roads(ObjectKind.ALIEN)


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("real_estate_day", "houses"),
        ("life_with_dogs", "dogs"),
        ("ladies_night", "girls"),
        ("boy_scouts", "boys"),
    ],
)
def test_the_positions_of_things_hold_as_many_as_the_score(key: str, field: str) -> None:
    assert field in OffRoad.__dataclass_fields__
    for town, explanations in towns_explained():
        held = {p: getattr(town.tiles[p].face.off_road, field) for p in explanations[key].highlight.positions}
        assert all(held.values())
        assert sum(held.values()) == explanations[key].score


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


def test_highlighted_objects_are_as_many_as_the_score() -> None:
    for town, explanations in towns_explained():
        for key, kind in (
            ("surrounded", ObjectKind.ALIEN),
            ("safest_road", ObjectKind.AGENT),
            ("eat_it_up", ObjectKind.HAMBURGER),
            ("abduction", ObjectKind.ALIEN),
            ("alien_power", ObjectKind.ALIEN),
        ):
            assert objects_at(town, explanations[key], kind) == explanations[key].score, key
        capture = explanations["capture"]
        caught = objects_at(town, capture, ObjectKind.ALIEN)
        assert caught == objects_at(town, capture, ObjectKind.AGENT)
        off_road = [town.tiles[p].face.off_road for p in capture.highlight.positions]
        assert caught + sum(o.captured_aliens for o in off_road) == capture.score
        hungry = explanations["hungry_aliens"]
        aliens = objects_at(town, hungry, ObjectKind.ALIEN)
        assert aliens * objects_at(town, hungry, ObjectKind.HAMBURGER) == hungry.score


def test_those_by_whom_objects_count_are_highlighted_too() -> None:
    for town, explanations in towns_explained():
        for key, kind, count in (
            ("surrounded", ObjectKind.AGENT, 2),
            ("eat_it_up", ObjectKind.ALIEN, 1),
            ("abduction", ObjectKind.AGENT, 1),
        ):
            expected = count if explanations[key].score else 0
            assert objects_at(town, explanations[key], kind) == expected, key


def test_roads_that_count_for_their_objects_are_whole_roads() -> None:
    for town, explanations in towns_explained():
        roads = [frozenset((s.position, s.road) for s in steps) for steps in town.roads]
        for key in ("surrounded", "safest_road", "eat_it_up", "abduction", "alien_power"):
            highlight = explanations[key].highlight
            assert highlight.roads in roads if explanations[key].score else not highlight.roads


# --- texts -----------------------------------------------------------------------------------

NO_POSITION = re.compile(
    r"\(\d+\)|length \d+|counts -1|always 0"
    r"|\d+ (?=free|captured|alien|agent|hamburger|house|dog|girl|boy|citizen|UFO|curve|road|tile"
    r"|pair)"
)


def test_texts_name_the_positions_of_their_highlights_and_no_others() -> None:
    for town, explanations in towns_explained():
        for explanation in explanations.values():
            named = set(map(int, re.findall(r"\d+", NO_POSITION.sub("", explanation.text))))
            pointed_at = {p for p, _ in explanation.highlight.roads}
            expected = pointed_at | explanation.highlight.positions
            assert named == expected, (town.pattern, explanation)


def text_of(key: str, pattern: str = EXAMPLE) -> str:
    """What is said of a town of the game."""
    return explain(lay(pattern), "published")[key].text


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("finish_quickly", "who is first to finish does not show in the town: always 0"),
        ("longest_road", "road 1-0-3-4-1-2 has length 6"),
        ("curvy", "11 curves at 0 (2), 1 (2), 3 (2), 4 (2), 5, 6 and 7"),
        ("many_roads", "4 roads: 0, 1-0-3-4-1-2, 2-5-4-7-8, 3-6"),
        ("few_roads", "4 roads, each counts -1: 0, 1-0-3-4-1-2, 2-5-4-7-8, 3-6"),
        ("same_length_roads", "1 road of length 6: 1-0-3-4-1-2"),
        ("no_roads", "no tiles without roads"),
        ("capture", "no alien is caught; no captured aliens"),
        ("hungry_aliens", "3 free aliens at 2, 4 and 7 x 4 hamburgers at 1, 3, 5 and 8"),
        ("extraterrestrial", "3 free aliens at 2, 4 and 7 x no UFOs"),
        ("abduction", "1 alien at 2 faces the agent at 0, on road 1-0-3-4-1-2"),
        ("eat_it_up", "the free alien at 2 sees 1 hamburger at 1, on road 1-0-3-4-1-2"),
        ("alien_power", "2 free aliens at 4 and 7, on road 2-5-4-7-8"),
        ("safest_road", "1 agent at 0, on road 1-0-3-4-1-2"),
        ("surrounded", "no alien is between two agents facing each other"),
        ("food_chain", "no agent, alien and hamburger go after each other"),
        ("dog_roundup", "1 tile with dogs at 1; no two such tiles touch"),
        ("safe_zone", "4 tiles without aliens at 0, 1, 3 and 6, connected"),
        ("walk_the_dog", "2 citizens at 0 and 6, 2 dogs at 1 and 3: 2 pairs"),
        ("ladies_night", "1 girl at 6"),
    ],
)
def test_texts(key: str, text: str) -> None:
    assert text_of(key) == text


def test_several_of_a_thing_at_a_position() -> None:
    assert placed("dog", [0, 3, 0]) == "3 dogs at 0 (2) and 3"
    assert placed("dog", [3, 3]) == "2 dogs at 3 (2)"
    assert placed("house", []) == "no houses"


def made_up(*faces: str) -> dict[str, Explanation]:
    """The explanations of a row of tiles that all lie with their fronts up, unturned."""
    tiles = pipeline_tiles_of(tile_rows(*(text for face in faces for text in (face, "0-1"))))
    numbers = "".join(map(str, range(len(faces))))
    return explain(lay_town(numbers + "0" * len(faces), tiles, Board(1, len(faces))), "published")


def test_texts_of_objects_on_a_made_up_road() -> None:
    row = made_up(
        "1-3 agent facing 3", "1-3 alien facing 3", "1-3 hamburger | 1 captured_aliens",
        "1-3 alien facing 1", "1-3 agent facing 1",
    )  # fmt: skip
    on_road = ", on road 0-1-2-3-4"
    assert row["capture"].text == ("aliens at 1 and 3 are caught by the agents at 0 and 4; 1 captured alien at 2")
    assert row["surrounded"].text == (f"2 aliens at 1 and 3 are between the agents at 0 and 4{on_road}")
    assert row["food_chain"].text == (
        f"agent at 0, alien at 1, hamburger at 2{on_road}; agent at 4, alien at 3, hamburger at 2{on_road}"
    )
    assert row["abduction"].text == f"1 alien at 3 faces the agent at 0{on_road}"
    assert row["safest_road"].text == f"2 agents at 0 and 4{on_road}"
    assert row["alien_power"].text == "no alien is free"


def test_texts_of_a_town_without_roads() -> None:
    empty = made_up("", "")
    assert {e.score for key, e in empty.items() if key not in ("no_roads", "safe_zone")} == {0}
    assert empty["longest_road"].text == empty["few_roads"].text == "no roads"
    assert empty["no_roads"].text == "2 tiles without roads at 0 and 1"
    assert empty["dog_roundup"].text == "no tiles with dogs"
    assert empty["safest_road"].text == "no agent is on a road"


# --- towns that are not complete -------------------------------------------------------------


def test_an_incomplete_town_is_refused_with_its_faults() -> None:
    with pytest.raises(Error) as caught:
        explain(lay(LOOP_AND_BORDER), "published")
    assert str(caught.value) == (
        "852701346022570503 is not a complete town: the border between positions 5 and 8: a road "
        "of position 8 ends where position 5 has none; the road through positions 1, 2, 5, 4 "
        "closes on itself"
    )


# --- the command -----------------------------------------------------------------------------


class Command:
    """Runs `tablebases nine-tiles score` in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> str:
        """What it prints: to standard output if it succeeds, else to standard error."""
        self._monkeypatch.chdir(REPOSITORY)
        argv = ["tablebases", "nine-tiles", "score", *arguments]
        self._monkeypatch.setattr("sys.argv", argv)
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self._capsys.readouterr()
        assert (ended.value.code or 0) == status, printed
        assert not (printed.out if status else printed.err)
        return printed.err if status else printed.out


@pytest.fixture
def score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setenv("COLUMNS", "200")
    return Command(monkeypatch, capsys)


def test_the_table_has_a_line_a_theme(score: Command) -> None:
    printed = score(EXAMPLE)
    explained = explanations_by_theme(lay(EXAMPLE), real_themes(), "published")
    for theme, explanation in explained:
        line = rf"^ *{theme.no} +{re.escape(theme.name_en)} +{explanation.score} +"
        assert re.search(line + re.escape(explanation.text) + r" *$", printed, re.MULTILINE)


def test_json_and_csv_say_the_same(score: Command) -> None:
    from_json = json.loads(score(EXAMPLE, "--json"))
    assert from_json == [
        {"no": theme.no, "theme": theme.name_en, "score": e.score, "why": e.text}
        for theme, e in explanations_by_theme(lay(EXAMPLE), real_themes(), "published")
    ]
    from_csv = list(csv.DictReader(io.StringIO(score(EXAMPLE, "--csv"))))
    assert from_csv == [{key: str(value) for key, value in row.items()} for row in from_json]


def test_names_in_japanese(score: Command) -> None:
    printed = score(EXAMPLE, "--lang", "ja", "--json")
    assert "道が長い" in printed
    names = [row["theme"] for row in json.loads(printed)]
    assert names == [theme.name_ja for theme in real_themes()]


def test_a_town_of_another_board(score: Command) -> None:
    rows = json.loads(score("30", "--rows", "1", "--columns", "1", "--json"))
    assert [row["score"] for row in rows if row["no"] in (7, 10, 11)] == [2, 0, 1]


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [
        ([EXAMPLE[:-1]], "a pattern has 18 digits", 2),
        ([""], "a pattern has 18 digits", 2),
        (["two" + EXAMPLE[3:]], "a pattern has 18 digits", 2),
        (["226745813361230035"], "tile 2 is used more than once", 2),
        (["9" + EXAMPLE[1:]], "there is no tile 9 for position 0", 2),
        (["206745813361230039"], "direction 9 at position 8 is not one of 0-3", 2),
        ([EXAMPLE, "--rows", "2"], "a pattern has 12 digits", 2),
        ([EXAMPLE, "--rows", "4"], "a board of 4 rows and 3 columns is not possible", 1),
        ([EXAMPLE, "--tiles", "no_tiles.csv"], "no_tiles.csv", 1),
        ([EXAMPLE, "--themes", "data/nine_tiles_panic/tiles.csv"], "theme file", 1),
        ([EXAMPLE, "--tiles", "data/nine_tiles_panic/themes.csv"], "tile file", 1),
        (["206745813361230036"], "the border between positions 5 and 8: a road of position 8", 1),
        ([ONE_LOOP], "the road through positions 1, 2, 5, 4 closes on itself", 1),
        ([LOOP_AND_BORDER], "has none; the road through positions 1, 2, 5, 4 closes on itself", 1),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(score: Command, arguments: list[str], words: str, status: int) -> None:
    said = score(*arguments, status=status)
    assert said.startswith("error: ")
    assert words in said
    assert said.count("\n") == 1


def test_json_and_csv_at_once_are_an_error_of_use(score: Command) -> None:
    said = score(EXAMPLE, "--json", "--csv", status=2)
    assert said.startswith("error: --json and --csv cannot be used together")


@pytest.mark.parametrize(
    "arguments",
    [[], [EXAMPLE, "--lang", "fr"], [EXAMPLE, "--rows", "0"], [EXAMPLE, "--rows", "many"],
     [EXAMPLE, EXAMPLE], [EXAMPLE, "--xml"]],
)  # fmt: skip
def test_a_wrong_command_line_is_refused(score: Command, arguments: list[str]) -> None:
    assert "Traceback" not in score(*arguments, status=2)


# --- printing rows ---------------------------------------------------------------------------

ROWS = [{"no": 1, "name": "a, \"b\" [red]", "left_out": 0}, {"name": ["x", "y"]}]  # fmt: skip


def printed(capsys: pytest.CaptureFixture[str], output: OutputFormat) -> str:
    """What `show` prints of `ROWS`."""
    show(ROWS, ("no", "name"), output, title="Some rows")
    return capsys.readouterr().out


def test_rows_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(printed(capsys, OutputFormat.JSON))
    assert rows == [{"no": 1, "name": 'a, "b" [red]'}, {"no": None, "name": ["x", "y"]}]


def test_rows_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.reader(io.StringIO(printed(capsys, OutputFormat.CSV))))
    assert rows == [["no", "name"], ["1", 'a, "b" [red]'], ["", "x y"]]


def test_rows_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split() for line in printed(capsys, OutputFormat.TABLE).splitlines()]
    assert ["Some", "rows"] in lines
    assert ["1", "a,", '"b"', "[red]"] in lines
    assert ["x", "y"] in lines


def test_no_rows(capsys: pytest.CaptureFixture[str]) -> None:
    show([], ("no", "name"), OutputFormat.JSON)
    assert json.loads(capsys.readouterr().out) == []
    show([], ("no", "name"), OutputFormat.CSV)
    assert capsys.readouterr().out == "no,name\n"
    show([], ("no", "name"))
    assert "name" in capsys.readouterr().out


def test_the_flags_choose_the_format() -> None:
    assert output_format(False, False) is OutputFormat.TABLE
    assert output_format(True, False) is OutputFormat.JSON
    assert output_format(False, True) is OutputFormat.CSV
    with pytest.raises(Error, match="cannot be used together"):
        output_format(True, True)
