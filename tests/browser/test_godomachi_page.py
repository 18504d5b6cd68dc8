"""The page of Godomachi in a browser: its search, its wall chart, and its boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from oracle import godomachi as oracle
from tablebases.godomachi.notation import parse_shape
from tablebases.godomachi.pair import Pair
from tablebases.godomachi.tablebase import MaxCut

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser import pages

pytestmark = pages.needs_browser

SMALLEST_PHONE = (320, 640)
THREE_PLIES = "#6-2-14"


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("godomachi", "godomachi/", "godomachi.js")


def mark(page: pages.Page, board: str, *cells: tuple[int, int]) -> None:
    """Press cells of a board, as a keyboard does."""
    page.click(*(f"#{board} [data-cell='{x},{y}']" for x, y in cells))


LARGE = {
    "###/###/###": "#.../#.../#.../#.../##../.###",
    "####/#..#/####": "###/#../####/..##",
    ".##/##./.#./.##/.#./.#./##.": "###########",
    "####/####/###.": "#####/##.##/..##.",
}
"""Pairs of 9 to 11 cells; from 11 on the largest cut matters."""


@pytest.mark.parametrize("max_cut", ["any", "half"])
def test_the_search_finds_the_values_of_the_command(page: pages.Page, max_cut: str) -> None:
    page.show()
    found = page.ask("searched", list(LARGE.items()), max_cut)
    for (a, b), (plies, moves, line) in zip(LARGE.items(), found, strict=True):
        pair = Pair(*(parse_shape(text, "a shape", 11) for text in (a, b)), MaxCut(max_cut))
        assert plies == pair.plies(*pair.start)
        assert moves == [move.plies for move in pair.moves(*pair.start)]
        assert line == list(range(plies, 0, -1))


def test_the_wall_chart_shows_all_pairs(page: pages.Page) -> None:
    page.show()
    for cells in (3, 5, 6):
        page.click(f"#size-{cells}")
        matrix = oracle.value_matrix(cells)
        rows, dots = page.ask("wallChart", len(matrix))
        assert rows == matrix
        assert dots == sum(plies > 0 and plies % 2 == 0 for row in matrix for plies in row)
    page.click("#size-7")
    rows, _ = page.ask("wallChart", 108)
    assert Counter(rows[i][j] for j in range(108) for i in range(j)) == {1: 3296, 2: 491, 3: 1432, 4: 559}
    assert page.texts(".plies-legend li") == [
        "0: congruent\n108 pairs",
        "1: first player wins\n3,296 pairs",
        "2: second player wins\n491 pairs",
        "3: first player wins\n1,432 pairs",
        "4: second player wins\n559 pairs",
    ]
    for colours in ("light", "dark"):
        page.prefer(colours)
        fill = "getComputedStyle(e).fill.match(/\\d+/g).slice(0, 3).map(Number)"
        fills = page.map("#chart .fields [data-plies]", fill)
        lightness = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in fills]
        assert abs(lightness[1] - lightness[3]) > 60  # Both first player, without dots.
        assert abs(lightness[2] - lightness[4]) > 60  # Both second player, with dots.
        assert [blue > red for red, _, blue in fills[1:]] == [True, False, True, False]


def test_the_page_names_a_mistake_that_can_be_taken_back(page: pages.Page) -> None:
    page.show(THREE_PLIES)
    page.click("#mode-play")
    plies, on_a, on_b = page.ask("worstMove", 6, 2, 14)
    assert plies % 2 == 0
    mark(page, "board-a", *on_a)
    mark(page, "board-b", *on_b)
    page.click("#cut")
    said = ["This cut: a loss in 2 plies. The best one: a win in 3 plies."]  # The game is over.
    assert page.texts("#mistake, #answer .log .remark") == (
        said if plies == 2 else ["A mistake: a win in 3 plies was possible."] * 2
    )
    assert page.headline == ("The computer wins" if plies == 2 else "Your turn: ply 3")
    name = "getComputedStyle(e).animationName"
    assert set(page.map("[data-kind$=now]", name)) == {"none"}
    page.prefer(prefers_reduced_motion="no-preference")
    assert "cut-off" in page.map("[data-kind$=now]", name)
    page.click("#undo")
    assert page.headline == "Your turn: ply 1"
    assert page.count("#mistake, #answer .log") == 0
    assert page.value("#undo", "disabled")


def test_fingers_hit_the_widest_shapes_on_the_smallest_phone(page: pages.Page) -> None:
    stairs = [(i // 2, (i + 1) // 2) for i in range(15)]  # 8 cells wide however it lies
    page.show("#5-0-1", size=SMALLEST_PHONE)
    page.click("#way-draw")
    for side in "ab":
        mark(page, f"draw-{side}", *stairs)
    page.until(lambda: page.texts(".one-shape h2") == ["A: 15 cells", "B: 15 cells"])
    page.click("#mode-play")
    page.click("#chooser summary")
    page.script = pages.Page.script
    assert page.ask("tooSmall") == page.ask("tooWide", SMALLEST_PHONE[0]) == []
    for board in ("draw-a", "board-a"):
        left, right = page.js(
            "arguments[0].scrollIntoView({ inline: 'nearest' });"
            "const { left, right } = arguments[0].getBoundingClientRect(); return [left, right];",
            page.one(f"#{board} [data-cell='{stairs[-1][0]},{stairs[-1][1]}']"),
        )
        assert 0 <= left < right <= SMALLEST_PHONE[0]


def test_a_reader_takes_a_pair_from_the_wall_chart(page: pages.Page) -> None:
    page.show("#5-0-1")
    links = page.map(".print-links a", "e.href")
    assert links == [f"{page.address}godomachi/{name}-5.svg" for name in ("wall-chart", "shapes")]
    mouse = ActionChains(page.driver, duration=10)
    mouse.w3c_actions.pointer_action.move_to_location(*page.ask("pointOfChart", 7.5, 3.5))
    mouse.perform()
    assert page.map("#pointed [role=img]", "e.ariaLabel") == ["A 5-3 P, B 5-7 N"]
    assert page.hash == "#5-0-1"
    mouse.w3c_actions.pointer_action.click()
    mouse.perform()
    assert page.hash == "#5-3-7"
    assert page.status.startswith("A 5-3 P, B 5-7 N. The ")
    page.js("document.getElementById('chart').focus()")
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_DOWN)
    assert page.status.startswith("A 5-4 U, B 5-9 W. ")
    assert page.hash == "#5-3-7"
    page.keys(Keys.PAGE_DOWN, Keys.HOME, Keys.ENTER)
    assert page.hash == "#5-11-0"
    assert page.focused == "chart"
    page.click("#see-moves")
    assert page.focused == "mode-look"
