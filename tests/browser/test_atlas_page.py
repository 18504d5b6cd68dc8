"""The atlas in a browser: headless Chromium against a small site made from the known answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipeline.artifacts import ProvenanceNotes
from pipeline.atlas import write_atlas
from pipeline.nine_tiles_panic.readers import ThemeSynonyms
from pipeline.nine_tiles_panic.stages import page as stage
from pipeline.pages import write_page
from tablebases.nine_tiles.drawing import tile_symbols
from tablebases.nine_tiles.laid_town import completeness_faults, lay_town
from tablebases.nine_tiles.measures import explanations_by_theme
from tablebases.nine_tiles.round_robin import round_robin
from tablebases.nine_tiles.tablebase import TownsToLearn
from tablebases.nine_tiles.themes import all_theme_sets
from tablebases.nine_tiles.tiles import Board
from tests.nine_tiles_panic.helpers import best_towns_of, known_rows, real_themes, real_tiles

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.browser import pages

pytestmark = pages.needs_browser

MAX_BYTES_TO_LOAD = 3_000_000
PHONE = (360, 740)
BOARD = Board(3, 3)


# --- a site of 600 towns ---------------------------------------------------------------------


class SmallSite:
    """A site whose only towns are the known answers, and what must be seen there."""

    def __init__(self, folder: Path) -> None:
        rows = known_rows("towns")
        self.themes = real_themes()
        self.tiles = real_tiles()
        self.scores = {row["pattern"]: tuple(int(row[theme.column]) for theme in self.themes) for row in rows}
        vectors = sorted(set(self.scores.values()))
        with_vector = [[p for p, s in self.scores.items() if s == vector] for vector in vectors]
        synonyms = ThemeSynonyms(
            [theme.no for theme in self.themes],
            np.array(vectors, dtype=np.int8).T.copy(),
            np.array([len(patterns) for patterns in with_vector], dtype=np.int32),
        )
        cover = [int(i) + 1 for i in np.argsort(-synonyms.scores.sum(axis=0))[:60]]
        self.coverages = [
            TownsToLearn(k, method, 100 * k + (method == "optimal"), 100 * k + 1, cover[:k])
            for k in range(1, 13)
            for method in ("greedy", "optimal")
        ]
        best = best_towns_of(synonyms, self.themes, cover, self.coverages, lambda id_: with_vector[id_ - 1][0])
        tiles = {"tiles": stage.tile_data(self.tiles), "ruleSet": "published"}
        self.data = {"rows": BOARD.rows, "columns": BOARD.columns, **tiles, **stage.page_data(best)}
        self.theme_sets = all_theme_sets(synonyms.theme_numbers)
        notes = ProvenanceNotes(stage.__file__, [], {})
        sprite = {stage.SPRITE_FILE: tile_symbols(self.tiles)}
        write_page(folder / "page", "nine_tiles_panic", "The best town", self.data, notes, sprite, stage.FETCHED)
        self.folder = folder / "atlas"
        write_atlas(self.folder, {folder / "page": "nine-tiles"})
        pages.add_modules(self.folder, "nine_tiles_panic")

    def answers(self, *numbers: int) -> list[list[int]]:
        """The rows of the data for three cards."""
        indices = tuple(number - 1 for number in numbers)
        (place,) = [i for i, s in enumerate(self.theme_sets) if s.indices == indices]
        rows: list[list[int]] = self.data["answers"][place]
        return rows

    def scores_of(self, numbers: tuple[int, ...], row: list[int]) -> list[int]:
        """The scores of an answer."""
        return [self.data["themes"][n - 1]["scores"][d] for n, d in zip(numbers, row[:3], strict=True)]

    def set_with_answers(self, count: int) -> tuple[int, ...]:
        """Three cards that have so many equally good answers."""
        places = [i for i, rows in enumerate(self.data["answers"]) if len(rows) == count]
        return tuple(index + 1 for index in self.theme_sets[places[0]].indices)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> SmallSite:
    return SmallSite(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def address(site: SmallSite) -> Iterator[str]:
    with pages.served(site.folder) as address:
        yield address


# --- the page --------------------------------------------------------------------------------


class AtlasPage(pages.Page):
    """The atlas in the browser, and what tests do with it."""

    def show(self, fragment: str = "", **how: Any) -> None:
        """Open the page anew."""
        super().show(f"nine-tiles/{fragment}", **how)

    def module(self, script: str, *arguments: Any) -> Any:
        """What a script returns that uses the page's modules `scoring`, `town` (as `towns`) and `answers`."""
        return self.js_awaited(
            "const [scoring, towns, answers] ="
            f"  await Promise.all([import('./scoring.js'), import('./town.js'), import('./answers.js')]);{script}",
            *arguments,
        )

    @property
    def pressed(self) -> list[str]:
        """The ids of the chosen cards."""
        return [str(e.get_attribute("id")) for e in self.all(".card[aria-pressed=true]")]


@pytest.fixture
def page(browser: Any, address: str, tmp_path: Path) -> Iterator[AtlasPage]:
    with pages.opened(AtlasPage, browser, address, tmp_path) as page:
        yield page


def shown_scores(page: AtlasPage, place: str = "") -> list[int]:
    """The scores of the table that is shown, or of that in a place."""
    return [int(text.replace("\N{MINUS SIGN}", "-")) for text in page.texts(f"{place} table.scores td.score")]


def completed(pattern: str, free: tuple[int, ...]) -> Iterator[str]:
    """All ways to lay the tiles of some positions there again."""
    for numbers in permutations([pattern[position] for position in free]):
        for directions in product("01234567", repeat=len(free)):
            digits = list(pattern)
            for position, number, direction in zip(free, numbers, directions, strict=True):
                digits[position], digits[9 + position] = number, direction
            yield "".join(digits)


# --- scoring ---------------------------------------------------------------------------------


def scores_on_the_page(page: AtlasPage, site: SmallSite, rule_set: str) -> list[list[object]]:
    """Number of faults, scores and pattern of each known town, by the page's code."""
    page.show()
    return page.module(
        "const [game, themes, patterns] = given;"
        "return patterns.map((pattern) => {"
        "  const town = towns.layTown(game, pattern);"
        "  return [towns.faultsOf(town).length, scoring.scoresOf(town, themes),"
        "          towns.patternOf(town.tiles)]; });",
        {"rows": 3, "columns": 3, "tiles": stage.tile_data(real_tiles()), "ruleSet": rule_set},
        [{"key": theme.key} for theme in site.themes],
        list(site.scores),
    )


def test_the_page_scores_all_known_answers(page: AtlasPage, site: SmallSite) -> None:
    found = scores_on_the_page(page, site, "published")
    assert found == [[0, list(scores), pattern] for pattern, scores in site.scores.items()]
    assert len(found) == 600


def test_the_page_scores_by_the_impartial_rules(page: AtlasPage, site: SmallSite) -> None:
    found = scores_on_the_page(page, site, "impartial")
    expected = [
        [
            0,
            [why.score for _, why in explanations_by_theme(lay_town(p, site.tiles, BOARD), site.themes, "impartial")],
            p,
        ]
        for p in site.scores
    ]
    assert found == expected
    assert [scores for _, scores, _ in found] != [list(scores) for scores in site.scores.values()]


def test_the_page_finds_the_same_faults(page: AtlasPage, site: SmallSite) -> None:
    draw = random.Random(9)  # noqa: S311 - towns, not secrets
    patterns = ["".join(map(str, draw.sample(range(9), 9))) + "".join(
        str(draw.randrange(8)) for _ in range(9)) for _ in range(300)]  # fmt: skip
    # Nearly complete towns, and four curves that meet.
    patterns += [p[:9] + "".join(str((int(d) + (i == 4)) % 8) for i, d in enumerate(p[9:]))
                 for p in list(site.scores)[:200]]  # fmt: skip
    patterns.append("120543678" + "232001440")
    page.show()
    found = page.module(
        "const atlas = new answers.Atlas(given[0]);"
        "return given[1].map((p) => towns.faultsOf(towns.layTown(atlas.game, p)));",
        json.loads((site.folder / "nine-tiles" / "data.json").read_text(encoding="utf-8")),
        patterns,
    )
    kinds = set()
    for pattern, faults in zip(patterns, found, strict=True):
        town = lay_town(pattern, site.tiles, BOARD)
        kinds |= {fault["kind"] for fault in faults}
        assert [(f["position"], f["side"]) for f in faults if f["kind"] == "open"] == (town.open_borders())
        assert [f["positions"] for f in faults if f["kind"] == "loop"] == town.closed_roads()
        assert len(faults) == len(completeness_faults(town))
    assert kinds == {"open", "loop"}


def test_the_page_knows_what_a_town_is_best_for(page: AtlasPage, site: SmallSite) -> None:
    pattern = site.data["towns"][0][1]
    scores = site.scores[pattern]
    expected = []
    for theme_set, rows in zip(site.theme_sets, site.data["answers"], strict=True):
        ranks = [site.data["themes"][i]["scores"].index(scores[i]) for i in theme_set.indices]
        if ranks in [row[:3] for row in rows]:
            expected.append(list(theme_set.indices))
    page.show()
    found = page.module("return answers.load().then(({ atlas }) => atlas.setsAnsweredBy(given[0]));", pattern)
    assert found == expected != []


# --- three cards -----------------------------------------------------------------------------


def test_cards_are_chosen_by_mouse(page: AtlasPage, site: SmallSite) -> None:
    page.show()
    assert len(page.all(".card")) == 26
    assert page.all("#answer table") == []
    for number in (18, 2, 5):
        page.one(f"#card-{number}").click()
    assert page.hash == "#2_5_18"
    assert page.pressed == ["card-2", "card-5", "card-18"]
    answers = site.answers(2, 5, 18)
    assert shown_scores(page) == site.scores_of((2, 5, 18), answers[0])
    assert page.texts("table.scores td.maximum") == [str(site.data["themes"][n - 1]["scores"][0]) for n in (2, 5, 18)]
    pattern = page.one("#answer .pattern").text
    assert pattern == site.data["towns"][answers[0][5]][1]
    uses = page.js(
        "return [...document.querySelectorAll('#answer .town use')].map("
        "(use) => [use.getAttribute('href'), "
        "document.querySelector(use.getAttribute('href')) !== null])"
    )
    ids = [f"t{n}{'fb'[int(d) // 4]}{int(d) % 4}"
           for n, d in zip(pattern[:9], pattern[9:], strict=True)]  # fmt: skip
    assert uses == [[f"#{name}", True] for name in ids]
    assert "Surrounded" in page.status
    assert "of 600 towns" in page.one("#answer .reach").text
    page.picture("cards_light")


def test_a_card_is_put_back_and_a_fourth_replaces_the_first(page: AtlasPage) -> None:
    page.show()
    for number in (7, 8, 9, 10):
        page.one(f"#card-{number}").click()
    assert page.pressed == ["card-8", "card-9", "card-10"]
    assert page.hash == "#8_9_10"
    page.one("#card-9").click()
    assert page.pressed == ["card-8", "card-10"]
    assert page.hash == "#8_10"
    page.driver.back()
    page.until(lambda: page.pressed == ["card-8", "card-9", "card-10"])
    page.all(".tray button")[0].click()
    assert len(page.pressed) == 2
    page.one("#clear").click()
    assert page.pressed == []
    page.one("#random").click()
    assert len(page.pressed) == 3


def test_cards_are_chosen_by_keyboard(page: AtlasPage) -> None:
    page.show()
    page.one("#search").click()
    page.press("longest", Keys.ENTER)
    assert page.pressed == ["card-5"]
    assert page.one("#search").get_attribute("value") == ""
    page.press("2", Keys.ENTER)  # a number means the card of that number
    assert page.pressed == ["card-2", "card-5"]
    page.press(Keys.ARROW_DOWN)
    assert page.focused == "card-1"
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.focused == "card-3"
    page.press(Keys.ARROW_DOWN)
    below = page.focused
    assert below not in ("card-3", "card-4")
    page.press(Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.END)
    assert page.focused == "card-26"
    page.press(Keys.SPACE)
    assert page.hash == "#2_5_26"
    assert len(shown_scores(page)) == 3
    assert page.focused == "card-26"
    page.press(Keys.ESCAPE)
    assert page.pressed == []
    assert page.hash == ""


def test_the_search_filters(page: AtlasPage) -> None:
    page.show()
    page.one("#search").send_keys("dog")
    names = page.texts(".card .name")
    assert {"card-3", "card-12", "card-24"} == {e.get_attribute("id") for e in page.all(".card")}, names
    page.one("#search").clear()
    page.one("#search").send_keys("家の数")
    assert [e.get_attribute("id") for e in page.all(".card")] == ["card-7"]
    page.one("#search").send_keys("zzz")
    assert page.all(".card") == []
    assert page.status == "No card matches."
    page.press(Keys.ENTER)
    assert page.hash == ""


@pytest.mark.parametrize("fragment", ["#2_5_18", "#18_2_5", "#02_05_18"])
def test_a_link_opens_three_cards(page: AtlasPage, site: SmallSite, fragment: str) -> None:
    page.show(fragment)
    assert page.pressed == ["card-2", "card-5", "card-18"]
    assert shown_scores(page) == site.scores_of((2, 5, 18), site.answers(2, 5, 18)[0])


@pytest.mark.parametrize("fragment", ["#2_5_99", "#2_2_3", "#1_2_3_4", "#nonsense", "#%E0%A4%A"])
def test_a_link_to_no_cards_says_so(page: AtlasPage, fragment: str) -> None:
    page.show(fragment)
    assert page.pressed == []
    assert fragment in page.one("#bad-cards").text
    page.one("#card-1").click()
    assert page.all("#bad-cards") == []


def test_equally_good_answers_are_shown_one_by_one(page: AtlasPage, site: SmallSite) -> None:
    cards = site.set_with_answers(3)
    page.show("#{}_{}_{}".format(*cards))
    assert "3 equally good answers" in page.one("#answer h2").text
    for i, row in enumerate(site.answers(*cards)):
        page.all(".others button")[i].click()
        assert shown_scores(page) == site.scores_of(cards, row)
        assert page.one("#answer .pattern").text == site.data["towns"][row[5]][1]
        assert page.js("return document.activeElement.getAttribute('aria-pressed')") == "true"


def test_fewer_cards_have_answers_too(page: AtlasPage, site: SmallSite) -> None:
    page.show("#5")
    best = max(scores[4] for scores in site.scores.values())
    assert shown_scores(page) == [best]
    n_towns = sum(scores[4] == best for scores in site.scores.values())
    assert f"{n_towns} of 600 towns" in page.one("#answer .reach").text
    share = sum(scores[4] < best for scores in site.scores.values()) / 600
    assert f"better than {int(1000 * share) / 10:g} % of towns" in page.one("#answer .above").text
    page.one("#card-2").click()
    # The fourth card is the same for all towns.
    assert shown_scores(page) == [site.scores_of((2, 4, 5), site.answers(2, 4, 5)[0])[i] for i in (0, 2)]


def test_all_towns_of_the_data_with_the_scores_are_shown(page: AtlasPage, site: SmallSite) -> None:
    page.show("#5")
    best = max(scores[4] for scores in site.scores.values())
    equal = {pattern for _, pattern in site.data["towns"] if site.scores[pattern][4] == best}
    seen = []
    for _ in equal:
        seen.append(page.one("#answer .pattern").text)
        page.one("#nextTown").click()
    assert len(equal) > 1
    assert set(seen) == equal
    assert page.one("#answer .pattern").text == seen[0]


def test_the_search_understands(page: AtlasPage) -> None:
    page.show()
    queries = ["18", "\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT EIGHT}", "No.18", "2 5 18",
               "はんばーがー", "hambuger", "lonest rod", "いえ", "99", "zzzz"]  # fmt: skip
    found = page.js_awaited(
        "const { searchThemes } = await import('./search.js'); const { load } = await import('./answers.js');"
        "const { atlas: { themes } } = await load();"
        "return given[0].map((query) => searchThemes(query, themes).found.map((i) => themes[i].no));",
        queries,
    )
    hamburgers = [8, 16, 20]
    assert found == [[18], [18], [18], [2, 5, 18], hamburgers, hamburgers, [5], [7, 23], [], []]
    page.one("#search").send_keys("2 5 18", Keys.ENTER)
    assert page.hash == "#2_5_18"


def test_a_player_with_three_cards_has_the_town_in_two_actions(page: AtlasPage, site: SmallSite, address: str) -> None:
    page.show()
    page.driver.get(address)
    page.until(lambda: page.all("#puzzles a"))
    page.all("#puzzles a")[0].click()
    page.until(lambda: page.all("#search"))
    page.one("#search").send_keys("2 5 18", Keys.ENTER)
    assert shown_scores(page) == site.scores_of((2, 5, 18), site.answers(2, 5, 18)[0])
    assert page.js("return document.querySelector('.top').offsetHeight") <= 72, "the head of the page is one row"
    page.driver.get_log("browser")  # The front page found no logos of pages that this site lacks.


# --- a pattern -------------------------------------------------------------------------------


def test_a_pasted_pattern_is_scored(page: AtlasPage, site: SmallSite) -> None:
    page.show("#build")
    for pattern in list(site.scores)[:3]:
        page.fill("#pattern", f" {pattern[:9]} {pattern[9:]} ")
        assert shown_scores(page) == list(site.scores[pattern])
        assert page.hash == f"#town_{pattern}"
        assert page.one("#pattern").get_attribute("aria-invalid") is None
    page.picture("builder")


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("20674581336123003", "but this has 17"),
        ("2067458133612300355", "but this has 19"),
        ("2", "but this has 1"),
        ("20674581x361230035", "this has “x”"),
        ("906745813361230035", "no tile 9, which is given for position 0"),
        ("226745813361230035", "Tile 2 is used twice, at positions 0 and 1"),
        ("206745813861230035", "Direction 8 at position 0"),
    ],
)
def test_a_bad_pattern_is_explained(page: AtlasPage, pattern: str, says: str) -> None:
    page.show("#build")
    page.fill("#pattern", pattern)
    assert says in page.one("#pattern-error").text
    assert page.one("#pattern").get_attribute("aria-invalid") == "true"
    assert page.all("table.scores") == []
    page.fill("#pattern", "206745813361230035")
    assert page.all("#pattern-error") == []
    assert len(shown_scores(page)) == 26


def test_a_bad_pattern_in_a_link_is_explained(page: AtlasPage) -> None:
    page.show("#town_12345")
    assert "but this has 5" in page.one("#pattern-error").text
    assert len(page.all("#board .place")) == 9


def test_an_incomplete_town_is_explained(page: AtlasPage, site: SmallSite) -> None:
    turned = "206745813" + "361231035"  # tile 5 the other way
    page.show(f"#town_{turned}")
    faults = completeness_faults(lay_town(turned, site.tiles, BOARD))
    assert len(page.texts("#verdict li")) == len(faults) > 0
    assert len(page.all("#board .open-border")) == len(faults)
    assert page.all("table.scores") == []
    page.picture("incomplete_town")


def test_a_town_is_built_with_buttons_and_keys(page: AtlasPage) -> None:
    page.show("#town_206745813361230035")
    page.all("#board .place")[4].click()
    page.one("#flip").click()
    page.one("#turn-left").click()
    page.one("#turn-left").click()
    page.one("#turn-right").click()
    pattern = page.one("#pattern")
    assert pattern.get_attribute("value") == "206745813" + "361240035"
    page.all("#board .place")[0].click()
    page.press("l", "f", Keys.ARROW_RIGHT, "r")
    assert pattern.get_attribute("value") == "206745813" + "451240035"
    page.press("5")  # lies at position 5 and changes places with the tile here
    assert pattern.get_attribute("value") == "256740813" + "401245035"
    page.press(Keys.ARROW_DOWN)
    page.one(".tile-picker [data-number='2'][data-side='1']").click()
    assert pattern.get_attribute("value") == "456720813" + "401245035"
    assert page.hash == "#town_456720813401245035"


def test_the_answer_leads_to_all_its_scores(page: AtlasPage, site: SmallSite) -> None:
    page.show("#2_5_18")
    pattern = page.one("#answer .pattern").text
    page.one("#answer a.button").click()
    page.until(lambda: page.all("#view-build"))
    assert page.one("#pattern").get_attribute("value") == pattern
    assert shown_scores(page) == list(site.scores[pattern])
    page.one("#sets-answered summary").click()
    assert "2 · 5 · 18" in page.texts("#sets-answered a")
    page.driver.back()
    page.until(lambda: page.pressed == ["card-2", "card-5", "card-18"])


def test_a_town_is_built_from_an_empty_board_and_undone(page: AtlasPage) -> None:
    page.show("#build")
    assert page.one("#pattern").get_attribute("value") == ""
    assert len(page.all(".tile-picker button")) == 18
    page.one("[data-number='3'][data-side='1']").click()  # goes on to the next free position
    assert "8 positions are free" in page.one("#verdict").text
    page.one("[data-number='5'][data-side='0']").click()
    assert page.hash == "#town_35_______40_______"
    places = page.all("#board .place")
    ActionChains(page.driver).drag_and_drop(places[0], places[4]).perform()
    ActionChains(page.driver).drag_and_drop(page.one("[data-number='8'][data-side='1']"), places[8]).perform()
    assert page.hash == "#town__5__3___8_0__4___4"
    ActionChains(page.driver).drag_and_drop(places[1], page.one("h1")).perform()
    assert page.hash == "#town_____3___8____4___4"
    for _ in range(4):
        page.one("#undo").click()
    assert page.hash == "#town_3________4________"
    page.press(Keys.TAB)
    page.one("#empty").click()
    assert page.one("#pattern").get_attribute("value") == ""


def test_an_unfinished_town_has_the_scores_of_its_tiles(page: AtlasPage, site: SmallSite) -> None:
    page.show("#build")
    assert page.all("#scores-so-far") == []
    page.show("#town_2067_____3612_____")
    scores = dict(zip([theme.key for theme in site.themes], shown_scores(page, "#scores-so-far"), strict=True))
    laid = [site.tiles[number].faces[side] for number, side in ((2, 0), (0, 1), (6, 0), (7, 0))]
    counted = {"boy_scouts": "boys", "ladies_night": "girls", "life_with_dogs": "dogs", "real_estate_day": "houses"}
    assert {key: scores[key] for key in counted} == {
        key: sum(getattr(face.off_road, name) for face in laid) for key, name in counted.items()
    }
    assert scores["curvy"] == sum((road.second - road.first) % 2 for face in laid for road in face.roads)
    assert "better than" in page.one("#scores-so-far [data-theme-no='7'] .above").text
    page.picture("unfinished_town")
    page.show("#town_" + "____2____" + "____0____")
    scores = dict(zip([theme.key for theme in site.themes], shown_scores(page, "#scores-so-far"), strict=True))
    assert scores["many_roads"] == scores["longest_road"] == 0, "a road counts where it leaves the board"


@pytest.mark.parametrize(("free", "cards"), [((4, 7, 8), (2, 5, 18)), ((0, 1), (6, 13))])
def test_a_town_is_completed_in_the_best_ways(
    page: AtlasPage, site: SmallSite, free: tuple[int, ...], cards: tuple[int, ...]
) -> None:
    known = next(iter(site.scores))
    lists = [site.data["themes"][card - 1]["scores"] for card in cards]
    ranks = {}
    for pattern in completed(known, free):
        town = lay_town(pattern, site.tiles, BOARD)
        if not completeness_faults(town):
            scores = [explained.score for _, explained in explanations_by_theme(town, site.themes, "published")]
            of_cards = tuple(scores[card - 1] for card in cards)
            ranks[of_cards] = [sum(s > own for s in listed) for listed, own in zip(lists, of_cards, strict=True)]
    expected = [s for s, kept in zip(ranks, round_robin(np.array(list(ranks.values()))).kept, strict=True) if kept]
    blank = "".join("_" if i % 9 in free else digit for i, digit in enumerate(known))
    page.show(f"#town_{blank}")
    for i, card in enumerate(cards):
        Select(page.one(f"#aim-{i}")).select_by_value(str(card - 1))
    page.one("#finish").click()
    page.until(lambda: page.all("#finished .small-town"))
    found = shown_scores(page, "#finished")
    assert sorted(zip(*[iter(found)] * len(cards), strict=True)) == sorted(expected)
    page.all("#finished .small-town")[0].click()
    page.until(lambda: len(shown_scores(page)) == 26)
    assert tuple(shown_scores(page)[card - 1] for card in cards) in expected
    page.driver.back()


# --- lists of towns --------------------------------------------------------------------------


def test_the_minimum_cover_is_browsed(page: AtlasPage) -> None:
    page.show("#cover")
    assert "60 towns are enough" in page.one("#view-cover .intro").text
    assert len(page.all("#view-cover .towns li")) == 24
    page.one("#view-cover .more").click()
    assert len(page.all("#view-cover .towns li")) == 48
    page.picture("cover")
    Select(page.one("#cover-card")).select_by_value("4")
    notes = page.texts("#view-cover .note")
    assert notes
    assert all("sets with this card" in note for note in notes)
    page.all("#view-cover .towns a")[0].click()
    page.until(lambda: page.all("#view-build"))
    assert len(shown_scores(page)) == 26


def test_the_learning_list_follows_the_slider(page: AtlasPage) -> None:
    page.show("#learn")
    assert "10 towns answer 1,001 of 2,600 sets, 38.5 %" in page.one("#learn-result").text
    assert len(page.all("#view-learn .towns li")) == 10
    page.one("#learn-k").send_keys(Keys.ARROW_LEFT)
    assert "9 towns answer 901" in page.one("#learn-result").text
    assert "that is proven" in page.one("#view-learn").text
    page.one("input[value=greedy]").click()
    assert "9 towns answer 900" in page.one("#learn-result").text
    assert "No 9 towns answer more than 901" in page.one("#view-learn").text
    assert len(page.all("#view-learn .towns li")) == 9
    page.one("#learn-k").send_keys(Keys.HOME)
    assert "1 town answers 100" in page.one("#learn-result").text
    page.picture("learn")


# --- for everybody ---------------------------------------------------------------------------

VIEWS = ("", "#2_5_18", "#cover", "#learn", "#town_206745813361230035", "#town_2", "#9_9_9")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_texts_have_enough_contrast(page: AtlasPage, colours: str) -> None:
    for fragment in VIEWS:
        page.show(fragment, colours=colours)
        assert page.low_contrasts == [], fragment
        if fragment == "#2_5_18":
            page.picture(f"cards_{colours}")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_to_operate_has_a_name(page: AtlasPage, language: str) -> None:
    for fragment in VIEWS:
        page.show(fragment, language=language)
        pages.check_names(page, "button, input, select, a, svg[role=img]")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_wider_than_a_phone(page: AtlasPage, language: str) -> None:
    for fragment in VIEWS:
        page.show(fragment, size=PHONE, language=language)
        assert page.width <= PHONE[0], fragment
        if fragment == "#2_5_18":
            page.picture(f"phone_{language}")


@pytest.mark.parametrize("cards", [(1, 14, 26), (24, 25, 26)])
def test_on_a_phone_the_whole_town_comes_into_view(page: AtlasPage, cards: tuple[int, ...]) -> None:
    page.show(size=(390, 844))
    for number in cards:
        page.one(f"#card-{number}").click()
    box = "const box = document.querySelector('#answer .town').getBoundingClientRect();"
    page.until(lambda: page.js(f"{box} return 0 <= box.top && box.bottom <= 844;"))
    assert len(shown_scores(page)) == 3
    page.picture("phone_third_card")


def test_a_phone_is_operated_by_fingers(page: AtlasPage) -> None:
    for fragment in (*VIEWS, "#town_2067_____3612_____"):
        page.show(fragment, size=(390, 844))
        pages.check_for_fingers(page)
        assert page.js("return document.querySelector('.top').offsetHeight") <= 112


def test_an_audit_finds_nothing(page: AtlasPage) -> None:
    for fragment in ("", "#2_5_18", "#town_2067_____3612_____"):
        page.show(fragment)
        pages.check_audit(page)


def test_the_focus_is_seen(page: AtlasPage) -> None:
    page.show("#2_5_18")
    for _ in range(14):
        page.press(Keys.TAB)
        style = page.js(
            "const style = getComputedStyle(document.activeElement);"
            "return [style.outlineStyle, parseFloat(style.outlineWidth)]"
        )
        assert style[0] != "none"
        assert style[1] >= 2


def test_the_first_stop_skips_to_the_content(page: AtlasPage) -> None:
    page.show("#2_5_18")
    pages.check_skipping(page)
    assert page.pressed == ["card-2", "card-5", "card-18"]


def test_the_language_is_switched_and_kept(page: AtlasPage, site: SmallSite) -> None:
    page.show("#2_5_18")
    page.one("[data-language=ja]").click()
    assert page.js("return document.documentElement.lang") == "ja"
    assert page.one("#card-5 .name").text == site.themes[4].name_ja
    assert page.pressed == ["card-2", "card-5", "card-18"]
    assert "600個の町" in page.one("#answer .reach").text
    page.picture("cards_japanese")
    page.show_again()
    assert page.one("#card-5 .name").text == site.themes[4].name_ja


def test_both_languages_say_the_same_things(page: AtlasPage) -> None:
    page.show()
    pages.check_languages(page, "nine_tiles_panic")


def test_the_colours_are_switched_and_kept(page: AtlasPage) -> None:
    page.show("#2_5_18")
    light = page.background
    page.one("#dark").click()
    assert page.background != light
    page.show_again()
    assert page.background != light
    assert page.one("#dark").get_attribute("aria-pressed") == "true"
    page.one("#dark").click()
    assert page.background == light


def test_little_is_loaded_and_all_from_the_site(page: AtlasPage, address: str) -> None:
    page.show("#2_5_18")
    loaded = page.loaded
    assert all(name.startswith((address, "data:")) for name, _ in loaded)
    assert {f"{address}nine-tiles/data.json", f"{address}nine-tiles/tiles.svg"} <= {name for name, _ in loaded}
    assert sum(size for _, size in loaded) < MAX_BYTES_TO_LOAD
    pages.check_first_load(page)


def test_a_page_that_cannot_load_its_data_says_so(page: AtlasPage) -> None:
    page.show()
    pages.check_loading_failure(page)


def test_every_view_has_its_own_title(page: AtlasPage) -> None:
    page.show()
    titles = [page.driver.title]
    for link in page.all("nav a")[1:]:
        link.click()
        page.until(lambda: page.driver.title not in titles)
        titles.append(page.driver.title)
    assert len(titles) == 4
    assert all(title.endswith("Nine Tiles Panic: the atlas") for title in titles)


def test_every_set_of_cards_has_an_answer(page: AtlasPage, site: SmallSite) -> None:
    page.show()
    found = page.module(
        "return answers.load().then(({ atlas }) => given[0].map((indices) =>"
        "  atlas.answersTo(indices).map((a) => [a.scores, a.nTowns, a.town.pattern])));",
        [list(indices) for indices in combinations(range(26), 3)],
    )
    for theme_set, answers in zip(site.theme_sets, found, strict=True):
        for scores, n_towns, pattern in answers:
            reached = [[vector[i] for i in theme_set.indices] == scores for vector in site.scores.values()]
            assert sum(reached) == n_towns > 0
            assert [site.scores[pattern][i] for i in theme_set.indices] == scores
