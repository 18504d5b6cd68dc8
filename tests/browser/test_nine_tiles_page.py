"""The page of Nine Tiles Panic in a browser, with 600 known towns: answers, judging and building."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from itertools import permutations, product
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest

from tablebases import nine_tiles
from tablebases.locations import PACKAGED
from tablebases.nine_tiles.rules.laid_town import completeness_faults, lay_town
from tablebases.nine_tiles.rules.measures import explanations_by_theme
from tablebases.nine_tiles.rules.round_robin import round_robin
from tablebases.nine_tiles.rules.tiles import Board
from tests.known import KnownAnswers
from tests.nine_tiles_panic.helpers import real_themes, real_tiles

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.browser import pages
from tests.browser.atlases import scores_of_known_towns

pytestmark = pages.needs_browser

BOARD = Board(3, 3)
THEMES = real_themes()[:26]
SCORES = scores_of_known_towns()


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    page = page_in("nine_tiles_panic", "nine-tiles/", "nine_tiles_panic.js")
    page.show()
    return page


@pytest.fixture(scope="module")
def data(atlas_folder: Callable[[str], Path]) -> dict[str, Any]:
    """The data of the page."""
    path = atlas_folder("nine_tiles_panic") / "nine-tiles" / "data.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def shown_scores(page: pages.Page, place: str = "") -> list[int]:
    """The scores of the shown table, or of the table in a place."""
    return [int(text.replace("\N{MINUS SIGN}", "-")) for text in page.texts(f"{place} table.scores td.score")]


def explained_scores(pattern: str, rule_set: str = "published") -> list[int]:
    """The scores of a town by the library."""
    town = lay_town(pattern, real_tiles(), BOARD)
    return [why.score for _, why in explanations_by_theme(town, THEMES, rule_set)]  # type: ignore[arg-type]


def test_a_reader_looks_at_all_towns_of_the_data_with_the_best_scores(page: pages.Page, data: dict[str, Any]) -> None:
    page.go("#5")
    best = max(scores[4] for scores in SCORES.values())
    equal = {pattern for _, pattern in data["towns"] if SCORES[pattern][4] == best}
    seen = []
    for _ in equal:
        seen.append(page.value("#answer .actions a", "hash").removeprefix("#town_"))
        page.click("#nextTown")
    assert len(equal) > 1
    assert set(seen) == equal
    page.click("#answer summary")
    assert page.text("#answer .pattern") == seen[0]


@pytest.mark.parametrize("cards", [(2, 5, 18), (1, 2, 3), (1, 6, 14), (8, 12, 26)])
def test_the_page_says_whether_other_scores_beat_the_answer_and_shows_a_mix(
    page_in: Callable[..., pages.Page], cards: tuple[int, ...]
) -> None:
    best = nine_tiles.best(*cards, results=PACKAGED / "nine_tiles_panic")
    answers = best.mix.answers if best.mix else ()
    page = page_in("whole", "nine-tiles/", "nine_tiles_panic.js")
    page.show(f"#{'_'.join(map(str, cards))}")
    assert page.text("#standing") == best.standing
    page.until(lambda: page.count("#mix li") == len(answers))
    assert page.texts("#mix .place") == [str(each.probability) for each in answers]
    assert page.map("#mix a", "e.hash") == [f"#town_{each.town.pattern}" for each in answers]
    triples = [([x.score for x in each.scores], each.loses_to, each.which_lose_to) for each in answers]
    joined = [["\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}".join(map(str, scores)) for scores in three] for three in triples]
    assert page.texts("#mix .note") == ["{} lose to {}, which lose to {}.".format(*three) for three in joined]
    fetched = page.js("return performance.getEntriesByType('resource').map((e) => e.name.split('/').pop())")
    assert ("mixes.json" in fetched) == bool(answers)


def test_the_page_names_a_card_that_it_cannot_score(
    page: pages.Page, data: dict[str, Any], atlas_folder: Callable[[str], Path], tmp_path: Path
) -> None:
    pattern, row = next(iter(SCORES)), "[data-theme-no='26']"
    page.show(f"#town_{pattern}")
    assert page.count("#unscored") == 0
    scores, counts = page.texts("td.score"), page.text(f"{row} th small")
    folder = shutil.copytree(atlas_folder("nine_tiles_panic"), tmp_path / "atlas")
    *others, last = data["themes"]
    changed = {**data, "themes": [*others, {**last, "key": "ufo_watch"}]}
    (folder / "nine-tiles" / "data.json").write_text(json.dumps(changed), encoding="utf-8")
    with pages.served(folder) as page.address:
        page.show(f"#town_{pattern}")
        assert page.text("#unscored") == (
            "The page cannot score ufo_watch; add it to tablebases/nine_tiles/page/scoring.js."
        )
        assert page.texts(f"{row} td.score") == ["NaN"]
        assert page.text(f"{row} th small") == counts
        assert [score for score in page.texts("td.score") if score != "NaN"] == scores[:-1]
        assert len(scores) == len(THEMES)


# --- why -------------------------------------------------------------------------------------

COUNTED = {
    "real_estate_day": ["house"],
    "agents": ["agent"],
    "life_with_dogs": ["dog"],
    "safest_road": ["agent"],
    "alien_power": ["alien"],
    "ladies_night": ["girl"],
    "boy_scouts": ["boy"],
}
"""Cards on which every ring is a point, and the things in the rings."""
ROADS = ("longest_road", "curvy", "many_roads", "same_length_roads", "few_roads")


def test_what_is_marked_on_a_town_is_what_the_library_points_at(page: pages.Page) -> None:
    for pattern in list(SCORES)[:600:20]:
        town = lay_town(pattern, real_tiles(), BOARD)
        found = zip(explanations_by_theme(town, THEMES, "published"), page.ask("marks", pattern), strict=True)
        for (theme, expected), (solid, dashed, ringed, n_roads) in found:
            partners = set(dashed) if theme.key == "walk_the_dog" else set()
            assert set(solid) | partners == set(expected.highlight.positions), (pattern, theme.key)
            if theme.key in COUNTED:
                assert (len(ringed), {*ringed} <= {*COUNTED[theme.key]}) == (expected.score, True), (pattern, theme.key)
            if theme.key in ROADS:
                assert n_roads == (1 if theme.key == "longest_road" else abs(expected.score)), (pattern, theme.key)


# --- judging ---------------------------------------------------------------------------------


TOP_OF_ANSWER = "return document.getElementById('answer').getBoundingClientRect().top"


def test_a_player_judges_a_round_by_touch(page: pages.Page) -> None:
    page.show("judge.html#4_5_18//", size=pages.PHONE)
    for player, town in enumerate(("206745813361230035", "523064178274413330"), 1):
        assert page.headline == f"Enter the town of player {player}"
        assert page.count("#verdict") == 0
        pages.touch(page, f"#town-{player}")
        page.keys(town)
    assert page.text("#verdict") == page.headline == "Players 1 and 2 tie with 5 points each."
    pages.touch(page, "#finished-1")
    page.until(lambda: page.headline == "Player 1 wins with 5 points.")
    page.until(lambda: 0 <= page.js(TOP_OF_ANSWER) < 40)
    page.until(lambda: page.count("#verdict") == 0)
    page.js("document.getElementById('finished-1').scrollIntoView({ block: 'center' })")
    page.until(lambda: page.count("#verdict") == 1)
    pages.touch(page, "#verdict")
    page.until(lambda: 0 <= page.js(TOP_OF_ANSWER) < 40)
    pages.touch(page, "#add")
    page.until(lambda: page.headline == "Enter the town of player 3" and page.focused == "town-3")
    pages.touch(page, "#remove-3")
    page.until(lambda: page.headline == "Player 1 wins with 5 points.")
    assert page.hash == "#4_5_18/206745813361230035/523064178274413330;1"


@pytest.mark.parametrize("size", [pages.PHONE, pages.DESKTOP])
@pytest.mark.parametrize("card", [1, 14, 26])
def test_a_fourth_card_does_not_look_chosen_and_the_reason_is_in_view(
    page: pages.Page, size: tuple[int, int], card: int
) -> None:
    page.show("#2_5_18", size=size)
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        pages.touch(page, f"#card-{card}")
        page.until(lambda: page.count("#cards-error"))
    finally:
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert page.status == "These make 4 cards, but a round has three. Take some away first."
    assert page.text("#cards-error").startswith(page.status)
    assert page.do("seen(...arguments)", [f"#card-{card} + #cards-error @isInView"]) == {
        f"#card-{card} + #cards-error @isInView": [True]
    }
    looks = "JSON.stringify(['backgroundColor', 'outlineStyle', 'boxShadow'].map((name) => getComputedStyle(e)[name]))"
    others = page.map(".card[aria-pressed=false]", looks)
    assert page.map(f"#card-{card}", looks) == [others[0]] == [*set(others)]
    assert page.hash == "#2_5_18"
    pages.touch(page, "#cards-error button:nth-of-type(2)")
    page.until(lambda: page.hash == f"#{'_'.join(map(str, sorted([2, 18, card])))}")
    assert (page.focused, page.count("#cards-error")) == (f"card-{card}", 0)


# --- building --------------------------------------------------------------------------------


TOWNS_TO_LAY = [row["pattern"] for row in KnownAnswers("nine_tiles_panic").rows("towns_to_lay")]


def face(number: str, direction: str) -> str:
    """The selector of a face in the tray."""
    return f".tile-picker [data-number='{number}'][data-side='{int(direction) // 4}']"


def test_a_player_lays_any_town_with_nine_flicks_and_without_scrolling(page: pages.Page) -> None:
    page.show("#build", size=pages.PHONE)
    for pattern in TOWNS_TO_LAY[::10]:
        assert page.count(".tile-picker button") == 18
        in_view = page.do("seen(...arguments)", ["#board @isInView", ".tile-picker button @isInView"])
        assert all(all(seen) for seen in in_view.values())
        for number, direction in zip(pattern[:9], pattern[9:], strict=True):
            pages.flick(page, face(number, direction), int(direction) % 4)
        page.until(lambda pattern=pattern: page.hash == f"#town_{pattern}")
        assert page.js("return scrollY") == 0
        page.click("#empty")


def test_a_player_who_taps_the_faces_has_few_tiles_left_to_turn(page: pages.Page) -> None:
    page.show("#build", size=pages.PHONE)
    actions = []
    for pattern in TOWNS_TO_LAY[::10]:
        for number, direction in zip(pattern[:9], pattern[9:], strict=True):
            page.click(face(number, direction))
        assert page.hash.startswith(f"#town_{pattern[:9]}")
        n = 9
        for place, wanted in enumerate(pattern[9:]):
            if (direction := page.hash[len("#town_") + 9 + place]) != wanted:
                pages.flick(page, f"#board .place:nth-child({place + 1})", (int(wanted) - int(direction)) % 4)
                n += 1
        assert page.hash == f"#town_{pattern}"
        actions.append(n)
        page.click("#empty")
    assert median(actions) <= 14, "the aim; without help it takes 21 taps"


def test_a_tap_turns_a_laid_tile_to_its_next_direction_that_fits(page: pages.Page) -> None:
    page.show("#build", size=pages.PHONE)
    found = []
    for taps in range(3):
        pages.touch(page, face("4", "4") if taps == 0 else "#board .place:nth-child(1)")
        found.append(page.hash)
    assert len(set(found)) == 3
    assert {pattern[: len("#town_4")] for pattern in found} == {"#town_4"}


TILES_THAT_MOVE = """
document.getElementById("board").dispatchEvent(new KeyboardEvent("keydown", { key: arguments[0] }));
return [...document.querySelectorAll("#board .tile")].filter((tile) => tile.getAnimations().length)
  .map((tile) => tile.dataset.moves);
"""


@pytest.mark.parametrize(("motion", "moving"), [("no-preference", ["5", "3"]), ("reduce", [])])
def test_tiles_that_change_places_move_unless_the_reader_prefers_no_motion(page: pages.Page, motion: str,
                                                                          moving: list[str]) -> None:  # fmt: skip
    page.show("#town_35_______40_______")
    page.prefer(prefers_reduced_motion=motion)
    page.js("document.querySelector('#board .place').focus()")
    assert page.js(TILES_THAT_MOVE, "f") == []
    assert page.js(TILES_THAT_MOVE, "5") == moving
    assert page.hash == "#town_53_______00_______"


def test_an_unfinished_town_has_the_scores_of_its_tiles(page: pages.Page) -> None:
    keys = [theme.key for theme in THEMES]
    page.go("#town_2067_____3612_____")
    scores = dict(zip(keys, shown_scores(page, "#scores-so-far"), strict=True))
    laid = [real_tiles()[number].faces[side] for number, side in ((2, 0), (0, 1), (6, 0), (7, 0))]
    counted = {"boy_scouts": "boys", "ladies_night": "girls", "life_with_dogs": "dogs", "real_estate_day": "houses"}
    assert {key: scores[key] for key in counted} == {
        key: sum(getattr(face.off_road, name) for face in laid) for key, name in counted.items()
    }
    assert scores["curvy"] == sum((road.second - road.first) % 2 for face in laid for road in face.roads)
    assert page.count("#scores-so-far :is(.above, .rank, .best), .my-cards .best") == 0
    page.go("#town_" + "____2____" + "____0____")
    scores = dict(zip(keys, shown_scores(page, "#scores-so-far"), strict=True))
    assert scores["many_roads"] == scores["longest_road"] == 0, "a road counts where it leaves the board"


def completed(pattern: str, free: tuple[int, ...]) -> Iterator[str]:
    """All ways to place the tiles of `positions` again."""
    for numbers in permutations([pattern[position] for position in free]):
        for directions in product("01234567", repeat=len(free)):
            digits = list(pattern)
            for position, number, direction in zip(free, numbers, directions, strict=True):
                digits[position], digits[9 + position] = number, direction
            yield "".join(digits)


@pytest.mark.parametrize(("free", "cards"), [((4, 7, 8), (2, 5, 18)), ((0, 1), (6, 13))])
def test_the_page_completes_a_town_in_the_best_ways(
    page: pages.Page, data: dict[str, Any], free: tuple[int, ...], cards: tuple[int, ...]
) -> None:
    known = next(iter(SCORES))
    lists = [data["themes"][card - 1]["scores"] for card in cards]
    ranks = {}
    for pattern in completed(known, free):
        if not completeness_faults(lay_town(pattern, real_tiles(), BOARD)):
            scores = explained_scores(pattern)
            of_cards = tuple(scores[card - 1] for card in cards)
            ranks[of_cards] = [sum(s > own for s in listed) for listed, own in zip(lists, of_cards, strict=True)]
    are_best = round_robin(np.array(list(ranks.values()))).is_best
    expected = [scores for scores, is_best in zip(ranks, are_best, strict=True) if is_best]
    page.go(f"#{'_'.join(map(str, cards))}")
    page.go("#town_" + "".join("_" if i % 9 in free else digit for i, digit in enumerate(known)))
    page.click("#finish")
    page.until(lambda: page.count("#finished .small-town"))
    found = shown_scores(page, "#finished")
    assert sorted(zip(*[iter(found)] * len(cards), strict=True)) == sorted(expected)
    page.all("#finished .small-town")[0].click()
    page.until(lambda: page.count("#all-scores"))
    page.click("#all-scores summary")
    page.until(lambda: len(shown_scores(page)) == 26)
    assert tuple(shown_scores(page)[card - 1] for card in cards) in expected
