"""The rules of the page of Nine Tiles Panic against the library, with 600 known towns."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipeline.nine_tiles_panic.stages.page import OUTCOMES
from tablebases import nine_tiles
from tablebases.database import open_rows
from tablebases.languages import Language, use_language
from tablebases.locations import PACKAGED
from tablebases.messages import percent
from tablebases.nine_tiles.answers.judge import changes
from tablebases.nine_tiles.best_towns import outcomes_in
from tablebases.nine_tiles.rules.laid_town import LaidTile, LaidTown, completeness_faults, lay_town
from tablebases.nine_tiles.rules.measures import explanations_by_theme, measure_of
from tablebases.nine_tiles.rules.road_objects import RULE_SETS
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tablebases.nine_tiles.rules.tiles import Board, Face, OffRoad
from tablebases.nine_tiles.tablebase import BEST_TOWNS
from tests.browser.atlases import scores_of_known_towns
from tests.browser.practised import daily_cards, seeded_cards, verdict_on
from tests.browser.rules.node import Rules, needs_node
from tests.nine_tiles_panic.helpers import barred, real_themes, real_tiles

pytestmark = needs_node

BOARD = Board(3, 3)
THEMES = real_themes()[:26]
SCORES = scores_of_known_towns()
THEME_SETS = all_theme_sets([theme.no for theme in THEMES])
PAGE = Path(nine_tiles.__file__).parent / "page"
CARDS_OF_PLACES = [(no, no + 1, no + 2) for no in range(1, 25)]


def explained_scores(pattern: str, rule_set: str = "published") -> list[int]:
    """The scores of a town by the library."""
    town = lay_town(pattern, real_tiles(), BOARD)
    return [why.score for _, why in explanations_by_theme(town, THEMES, rule_set)]  # type: ignore[arg-type]


@pytest.fixture
def small(rules_in: Callable[[str, str], Rules]) -> Rules:
    """The rules with the data of the 600 known towns only."""
    return rules_in("nine_tiles_panic", "nine_tiles_panic")


@pytest.fixture
def whole(rules_in: Callable[[str, str], Rules]) -> Rules:
    """The rules with the data of the full run."""
    return rules_in("nine_tiles_panic", "whole")


def test_the_page_scores_all_known_towns_by_both_rule_sets(small: Rules) -> None:
    assert len(SCORES) == 600
    found = small.ask("scoresOf", list(SCORES), "published")
    assert found == [[0, list(scores), pattern] for pattern, scores in SCORES.items()]
    some = list(SCORES)[::4]
    found = small.ask("scoresOf", some, "impartial")
    assert found == [[0, explained_scores(pattern, "impartial"), pattern] for pattern in some]
    assert [scores for _, scores, _ in found] != [list(SCORES[pattern]) for pattern in some]


def test_the_page_reads_patterns_with_and_without_a_bar(small: Rules) -> None:
    assert small.ask("cleaned", [barred(pattern) for pattern in SCORES]) == list(SCORES)
    assert small.ask("cleaned", list(SCORES)) == list(SCORES)


def test_the_steps_of_a_town_add_one_tile_each_until_the_town_lies(small: Rules) -> None:
    some = list(SCORES)[::60]
    for pattern, steps in zip(some, small.ask("steps", some), strict=True):
        boards = ["_" * 18, *(board for *_, board in steps)]
        assert boards[-1] == pattern
        for before, after, (position, tile, _) in zip(boards, boards[1:], steps, strict=False):
            changed = [i for i in range(18) if before[i] != after[i]]
            assert changed == [position, 9 + position]
            assert after[position] == str(tile)


def random_patterns(n: int) -> list[str]:
    """Patterns of tiles laid at random; none is a complete town."""
    draw = random.Random(9)  # noqa: S311 - towns, not secrets
    patterns = [
        "".join(map(str, draw.sample(range(9), 9))) + "".join(str(draw.randrange(8)) for _ in range(9))
        for _ in range(n)
    ]
    assert not any(lay_town(pattern, real_tiles(), BOARD).is_complete for pattern in patterns)
    return patterns


def test_the_page_finds_the_same_faults(small: Rules) -> None:
    patterns = random_patterns(100)
    # Nearly complete towns, and four curves that meet.
    patterns += [p[:13] + str((int(p[13]) + 1) % 8) + p[14:] for p in list(SCORES)[:100]]
    patterns.append("120543678" + "232001440")
    kinds = set()
    for pattern, faults in zip(patterns, small.ask("faults", patterns), strict=True):
        town = lay_town(pattern, real_tiles(), BOARD)
        kinds |= {fault["kind"] for fault in faults}
        assert [(f["position"], f["side"]) for f in faults if f["kind"] == "open"] == town.open_borders()
        assert [f["positions"] for f in faults if f["kind"] == "loop"] == town.closed_roads()
        assert len(faults) == len(completeness_faults(town))
    assert kinds == {"open", "loop"}


def roads_that_leave(pattern: str) -> int:
    """The number of sides of an unfinished town at which a road leaves the board."""
    sides = [
        (position, side)
        for position, (number, direction) in enumerate(zip(pattern[:9], pattern[9:], strict=True))
        if number != "_"
        for road in real_tiles()[int(number)].faces[int(direction) // 4].turned_roads(int(direction) % 4)
        for side in (road.first, road.second)
    ]
    return sum(BOARD.neighbour(position, side) is None for position, side in sides)


def test_the_editor_turns_tiles_in_the_cheapest_way(small: Rules) -> None:
    draw = random.Random(59)  # noqa: S311 - towns, not secrets
    boards = []
    for _ in range(30):
        laid = draw.sample(range(9), draw.randint(2, 4))
        numbers = draw.sample("012345678", len(laid))
        pattern = ["_"] * 18
        for position, number in zip(laid, numbers, strict=True):
            pattern[position], pattern[9 + position] = number, str(draw.randrange(8))
        boards.append(("".join(pattern), draw.sample(laid, draw.randint(0, 1)), draw.choice(laid)))
    for (before, held, latest), after in zip(boards, small.ask("settled", boards), strict=True):
        free = [position for position in range(9) if before[position] != "_" and position not in held]
        ways = []
        for turns in product(range(4), repeat=len(free)):
            digits = list(before)
            for position, turn in zip(free, turns, strict=True):
                digits[9 + position] = str(int(digits[9 + position]) // 4 * 4 + turn)
            ways.append("".join(digits))
        costs = {
            way: (len(faults), sum(way[9 + at] != before[9 + at] for at in free if at != latest), roads_that_leave(way))
            for way, faults in zip(ways, small.ask("faults", ways), strict=True)
        }
        assert costs[after] == min(costs.values())


def begun(pattern: str, places: Iterable[int]) -> str:
    """A town without the tiles at some places."""
    return "".join("." if at % 9 in places else digit for at, digit in enumerate(pattern))


def test_the_page_and_the_library_score_towns_that_are_begun(small: Rules) -> None:
    draw = random.Random(59)  # noqa: S311 - towns, not secrets
    patterns = [begun(pattern, draw.sample(range(9), draw.randint(1, 8))) for pattern in [*SCORES][::5]]
    for rule_set in ("published", "impartial"):
        found = small.ask("scoresOf", small.ask("cleaned", patterns), rule_set)
        for pattern, (n_faults, scores, _) in zip(patterns, found, strict=True):
            town = nine_tiles.Town.parse(pattern)
            scored = nine_tiles.score(town, rule_set=rule_set)
            assert (n_faults, scores) == (len(town.faults), [reason.score for reason in scored.reasons])
    wrong = [begun(pattern[:9] + pattern[10:] + pattern[9], [4]) for pattern in SCORES]
    faults = small.ask("faults", small.ask("cleaned", wrong))
    assert [len(each) for each in faults] == [len(nine_tiles.Town.parse(pattern).faults) for pattern in wrong]
    assert {len(each) for each in faults} >= {1, 2, 3}


def test_the_command_and_the_page_give_a_score_the_same_place_in_the_same_words(whole: Rules) -> None:
    texts = dict(re.findall(r'^  (\w+): "(.*)",$', (PAGE / "texts.js").read_text(encoding="utf-8"), re.MULTILINE))
    rounds: list[Round] = [
        ([*cards], [*town, nine_tiles.best(cards).town.pattern], None)
        for *town, cards in zip(SCORES, CARDS_OF_PLACES, strict=False)
    ]
    seen = set()
    for (cards, towns, _), (*_, players) in zip(rounds, whole.ask("judged", rounds), strict=True):
        for town, (scores, ranks, shares, *_) in zip(towns, players, strict=True):
            reasons = nine_tiles.score(town, *cards).reasons
            found = [[getattr(each, name) for each in reasons] for name in ("score", "rank", "better_than")]
            assert found == [scores, ranks, shares]
            for each, share in zip(reasons, shares, strict=True):
                rank = texts["rankBest"] if each.rank == 1 else texts["rankOther"]
                better = texts["better" if share else "noneLess"]
                place = f"{rank}, {better}" if each.ranks and each.ranks > 1 else texts["undecided"]
                assert each.place == place.format(rank=each.rank, n=each.ranks, share=percent(share))
                seen.add(place)
    assert len(seen) == 4
    begun_town = nine_tiles.score("0365.....|0044.....", 5)[5]
    assert begun_town.rank is None
    assert begun_town.place.startswith(texts["rankUnknown"])


def test_every_set_of_cards_has_answers_and_a_town_knows_its_sets(small: Rules) -> None:
    every = np.array(list(SCORES.values()))
    pattern = small.data["towns"][0][1]
    best_for = []
    found = small.ask("answersTo", [list(indices) for indices in combinations(range(26), 3)])
    for theme_set, answers in zip(THEME_SETS, found, strict=True):
        of_set = every[:, theme_set.indices]
        for scores, n_towns, answer in answers:
            assert (of_set == scores).all(axis=1).sum() == n_towns > 0
            assert [SCORES[answer][i] for i in theme_set.indices] == scores
        if [SCORES[pattern][i] for i in theme_set.indices] in [scores for scores, *_ in answers]:
            best_for.append(list(theme_set.indices))
    assert small.ask("setsAnsweredBy", pattern) == best_for != []


def test_the_page_knows_which_theme_sets_have_a_winner_or_a_mix(whole: Rules) -> None:
    with open_rows(PACKAGED / "nine_tiles_panic" / BEST_TOWNS.file, BEST_TOWNS) as database:
        known = outcomes_in(database)
    found = whole.ask("outcomesOf", [list(theme_set.indices) for theme_set in THEME_SETS])
    assert [OUTCOMES[place] for place in found] == [known[theme_set.id].outcome for theme_set in THEME_SETS]


# --- why -------------------------------------------------------------------------------------


@pytest.fixture
def spoken(request: pytest.FixtureRequest) -> Iterator[Language]:
    """The library speaks a language."""
    use_language(request.param)
    yield request.param
    use_language("en")


def reasons(town: LaidTown, rule_set: str) -> list[list[Any]]:
    """The scores of a town, complete or not, with their sentences by the library."""
    found = [measure_of(theme.key).explain(town, rule_set) for theme in THEMES]
    return [[explanation.score, explanation.text] for explanation in found]


@pytest.mark.thorough
@pytest.mark.parametrize("spoken", ["en", "ja"], indirect=True)
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_page_explains_scores_in_the_words_of_the_command(small: Rules, rule_set: str, spoken: Language) -> None:
    patterns = [*list(SCORES)[::3], *random_patterns(200)]
    found = small.ask("explained", patterns, rule_set, spoken)
    for pattern, of_town in zip(patterns, found, strict=True):
        expected = reasons(lay_town(pattern, real_tiles(), BOARD), rule_set)
        assert [[score, text] for score, text, _ in of_town] == expected, pattern
    sentences = {text for of_town in found for _, text, _ in of_town}
    assert len(sentences) > 2000
    sentences |= {short for of_town in found for *_, short in of_town if short}
    assert all(text.isascii() == (spoken == "en") for text in sentences)


def test_the_page_explains_the_scores_of_unfinished_towns(small: Rules) -> None:
    """A free place is like a tile without anything, except on the cards that count these."""
    laid = [lay_town(pattern, real_tiles(), BOARD) for pattern in random_patterns(60)]
    blank = LaidTile(0, 0, 0, Face((), OffRoad()))
    patterns, towns = [], []
    for n, town in enumerate(laid):
        free = {n % 9, (n // 3) % 9, 4}
        halves = (town.pattern[:9], town.pattern[9:])
        patterns.append("".join("_" if i in free else half[i] for half in halves for i in range(9)))
        tiles = (blank if position in free else tile for position, tile in enumerate(town.tiles))
        towns.append(replace(town, tiles=tuple(tiles)))
    for town, found in zip(towns, small.ask("explained", patterns, "published", "en"), strict=True):
        for theme, expected, (score, text, _) in zip(THEMES, reasons(town, "published"), found, strict=True):
            assert theme.key in ("no_roads", "safe_zone") or [score, text] == expected


MANY, HIDDEN, LONGER, SAFE = "301587462002121031", "024871635041143644", "584067312421066553", "021648357040521033"
SHORT = {
    "capture": (MANY, "1 alien at bottom left"),
    "surrounded": (MANY, "3 aliens at top right, bottom left and bottom"),
    "dog_roundup": (MANY, "1 tile at right"),
    "hungry_aliens": (MANY, "2 aliens at top right and bottom"),
    "same_length_roads": (LONGER, "1 road: top right, top, centre, bottom"),
    "eat_it_up": (HIDDEN, "1 hamburger at bottom"),
    "extraterrestrial": (MANY, "2 aliens at top right and bottom"),
    "abduction": (MANY, "1 alien at bottom left"),
    "alien_power": (MANY, "1 alien at bottom"),
    "food_chain": (MANY, "1 hamburger at left; 1 alien at bottom left"),
    "safe_zone": (SAFE, "1 tile at top"),
    "citizen_area": (MANY, "1 tile at bottom right"),
    "residential_area": (MANY, "1 tile at top right"),
    "walk_the_dog": (MANY, "1 dog at top"),
}
"""Cards on which something can be one step short, with what it is in a town; found by hand."""


def test_the_page_names_what_is_one_step_short(small: Rules) -> None:
    towns = [MANY, HIDDEN, LONGER, SAFE]
    found = dict(zip(towns, small.ask("explained", towns, "published", "en"), strict=True))
    for place, theme in enumerate(THEMES):
        if theme.key in SHORT:
            pattern, short = SHORT[theme.key]
            assert found[pattern][place][2] == f"One step short (dashed): {short}", theme.key
        else:
            assert {reasons[place][2] for reasons in found.values()} == {""}, theme.key


# --- judging ---------------------------------------------------------------------------------

Round = tuple[list[int], list[str], list[int] | None]
"""Cards, towns, and the order in which the players finished."""


def random_rounds(n: int) -> list[Round]:
    """Rounds of two to five players, every other one with a part of an order; some towns are not complete."""
    draw = random.Random(35)  # noqa: S311 - rounds, not secrets
    rounds: list[Round] = []
    for number in range(n):
        towns = draw.sample(list(SCORES), draw.randint(2, 5))
        if number % 3 == 0:
            others = [c.town for c in changes(lay_town(towns[0], real_tiles(), BOARD), real_tiles())]
            complete = [town for town in others if not completeness_faults(town)]
            towns[1] = draw.choice(complete if number % 2 and complete else others).pattern
        players = range(1, len(towns) + 1)
        order = draw.sample(players, draw.randint(0, len(players))) if number % 2 else None
        rounds.append((sorted(draw.sample(range(1, 27), 3)), towns, order))
    return rounds


def by_the_library(one: Round) -> list[Any]:
    """The verdict of the library, in the form of `judged` in nine_tiles_panic.js."""
    cards, towns, order = one
    found = nine_tiles.judge(cards, towns, order=order, results=PACKAGED / "nine_tiles_panic")
    players = [
        [
            *([getattr(each, name) for each in player.scores] for name in ("score", "rank", "better_than")),
            [*player.points],
            player.total,
            (change := player.change)
            and [change.way, [*change.positions], change.town.pattern, [each.score for each in change.scores]],
        ]
        for player in found.players
    ]
    best = found.best
    verdict = [[*found.winners], found.winner, found.order_matters]
    return [*verdict, [each.score for each in best.scores], best.towns[0].pattern, players]


@pytest.mark.thorough
def test_the_page_judges_200_random_rounds_as_the_library_does(whole: Rules) -> None:
    rounds = random_rounds(200)
    changed, matters, unranked = set(), set(), 0
    for one, found in zip(rounds, whole.ask("judged", rounds), strict=True):
        expected = by_the_library(one)
        shares = [player.pop(2) for player in expected[-1]]
        assert [player.pop(2) for player in found[-1]] == [pytest.approx(of_player) for of_player in shares]
        assert found == expected, one
        changed |= {player[-1] and player[-1][0] for player in found[-1]}
        matters.add(found[2])
        unranked += sum(not player[0] for player in found[-1])
    assert (changed, matters) == ({"turn", "flip", "swap", None}, {None, True, False})
    assert unranked > 20


def test_texts_of_the_page_for_judging_have_the_same_gaps_in_both_languages(small: Rules) -> None:
    texts = small.ask("judgeTexts")
    gaps = [{key: set(re.findall(r"{\w+}", text)) for key, text in texts[code].items()} for code in ("en", "ja")]
    assert gaps[0] == gaps[1] != {}


# --- practice --------------------------------------------------------------------------------


def test_cards_to_practise_are_those_of_python(whole: Rules) -> None:
    seeds, days = list(range(50)), ["2026-11-24", "2026-11-25", "2027-01-01"]
    expected = [[list(seeded_cards(seed)) for seed in seeds], [list(daily_cards(day)) for day in days]]
    assert whole.ask("drawnCards", seeds, days) == expected


@pytest.mark.thorough
def test_the_page_judges_random_towns_as_python_does(whole: Rules) -> None:
    draw = random.Random(8)  # noqa: S311 - towns, not secrets
    known = list(scores_of_known_towns())
    questions = [(sorted(draw.sample(range(26), 3)), draw.choice(known)) for _ in range(480)]
    for places in [sorted(draw.sample(range(26), 3)) for _ in range(20)]:
        questions.append((places, nine_tiles.best(*(place + 1 for place in places)).answers[-1].towns[0].pattern))
    seen = set()
    for (places, pattern), found in zip(questions, whole.ask("verdicts", questions), strict=True):
        verdict = verdict_on([place + 1 for place in places], pattern)
        shares = [score.better_than for score in verdict.scores]
        scores = [score.score for score in verdict.scores]
        standing = "isBest" if verdict.standing == "is best" else verdict.standing
        assert found == [scores, list(verdict.best_scores), shares, standing]
        seen.add(standing)
    assert seen == {"isBest", "beats", "draws", "loses"}


def test_flash_cards_ask_for_towns_that_only_one_answer_fits(whole: Rules) -> None:
    learned = {town.theme_synonym: town.town.pattern for town in nine_tiles.learn(10)}
    deck = whole.ask("deck", 10)
    assert {id_ for id_, _ in deck} == {*learned}
    asked = [tuple(cards) for _, sets in deck for cards in sets]
    assert len({*asked}) == len(asked)
    assert not [cards for cards in asked if 4 in cards], "all towns score the same on Finish Quickly!"
    for id_, sets in deck:
        answers = nine_tiles.best(*sets[-1]).answers
        own = nine_tiles.score(learned[id_])
        of_town = [own[card].score for card in sorted(sets[-1])]
        assert of_town in [[score.score for score in answer.scores] for answer in answers]
