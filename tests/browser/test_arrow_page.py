"""The page of the arrow puzzle in a browser: what is typed, the board, and its solutions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from oracle import arrow_puzzle as oracle
from tablebases.arrow.answers import find_level

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser import pages
from tests.browser.rules.screens import FONTS, Screen, draw_screen, font_file

pytestmark = pages.needs_browser

EXPERT = "6265136336413535566553155125263216446"
EXPERT_TAPS = "0041010210542003500212014121311220345"


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("arrow_puzzle", "arrow/", "arrow_puzzle.js")


def taps_of(page: pages.Page) -> str:
    """The solution as text."""
    return str(page.js("return document.getElementById('taps').textContent"))


def badges_of(page: pages.Page) -> str:
    """The large numbers on the tiles; 0 without a number."""
    return "".join(page.map("#board .badge-text", "e.textContent || '0'"))


def tile_at(page: pages.Page, tile: int) -> Any:
    """A tile of the board."""
    return page.one(f"#board [data-tile='{tile}']")


def tap(page: pages.Page, tile: int) -> None:
    """Press a tile."""
    page.click(f"#board [data-tile='{tile}']")


def test_the_page_finds_an_unknown_tile_that_the_others_determine(page: pages.Page) -> None:
    page.show(f"#expert_{EXPERT}")
    unknown = (0, 5, 36)
    solvable = page.ask("solvableNumbers", [int(digit) for digit in EXPERT], unknown)
    for tile, numbers in zip(unknown, solvable, strict=True):
        page.fill("#board-text", f"{EXPERT[:tile]}?{EXPERT[tile + 1 :]}")
        if len(numbers) == 1:
            assert page.value("#board-text") == EXPERT
        else:
            assert "do not determine" in page.text("#board-error")


HARD_BY_LINES = "1112211222112111222112112222122222222"
HARD_BOTH_WAYS = "2121111111222212211121211221121221211"
LINES = "6/62/635/3616/355/1612/616/1623/356/1152/332/61/3"
BY_COLUMNS = "3111636336666166351533211251556626232"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(390, 844), pages.DESKTOP])
def test_numbers_that_only_solve_line_by_line_are_read_so(
    page: pages.Page, language: str, size: tuple[int, int]
) -> None:
    page.show("#hard", size, language=language)
    page.fill("#board-text", HARD_BY_LINES)
    assert page.hash == f"#hard_{HARD_BY_LINES}_lines"
    page.click("#settings summary")
    assert page.one("#by-lines").get_attribute("aria-pressed") == "true"
    note = "These numbers are read line by line" if language == "en" else "列ごとに読むと解けないので"
    assert page.text("#reading").startswith(note)
    assert taps_of(page).count("1") == 11
    page.picture(f"arrow_lines_{language}_{size[0]}")
    page.click("#by-columns")
    assert page.headline == ("Not solvable" if language == "en" else page.headline)
    assert page.value("#board-text") == HARD_BY_LINES
    page.click("#by-lines")
    assert taps_of(page).count("1") == 11


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", [(390, 844), pages.DESKTOP])
def test_a_board_that_solves_both_ways_shows_both(page: pages.Page, language: str, size: tuple[int, int]) -> None:
    page.show("#hard", size, language=language)
    page.fill("#board-text", HARD_BOTH_WAYS)
    assert page.hash == f"#hard_{HARD_BOTH_WAYS}_columns"
    assert page.count("#reading .arrow-board [data-kind]") == 37
    other = "".join(page.map("#reading .badge-text", "e.textContent || '0'"))
    page.picture(f"arrow_both_{language}_{size[0]}")
    page.click("#settings summary", "#by-lines")
    assert page.count("#reading") == 0
    assert badges_of(page) == other
    assert page.hash == f"#hard_{HARD_BOTH_WAYS}_lines"


def test_the_lines_of_the_screen_are_read_as_they_are_typed(page: pages.Page) -> None:
    page.show("#expert")
    for end in ("/", "\n"):
        page.fill("#board-text", LINES.replace("/", end))
        assert page.headline == "Solvable in 53 taps"
        assert page.hash == f"#expert_{LINES.replace('/', '')}_lines"
        page.fill("#board-text", BY_COLUMNS)
        assert page.headline == "Solvable in 53 taps"
        assert page.hash == f"#expert_{BY_COLUMNS}_columns"
    page.fill("#board-text", "")
    page.click("#settings summary")
    assert page.one("#by-columns").get_attribute("aria-pressed") == "true"
    page.fill("#board-text", LINES[:8])
    assert "There are 6 of 37 numbers so far; next comes column 1, tile 1" in page.text("#board-error")
    page.show(f"#expert_{BY_COLUMNS}")
    assert "row 4, tile 4" in page.text("#answer")  # an address of former versions


def test_squares_have_no_third_reading_order(page: pages.Page) -> None:
    page.show("#easy")
    page.fill("#board-text", "434/131/344")
    assert page.headline == "Solvable in 14 taps"
    assert page.hash == "#easy_434131344"
    page.click("#settings summary")
    assert (page.count("#by-rows"), page.count("#by-lines")) == (1, 0)
    page.show("#easy_434131344_lines")
    assert page.headline == "Solvable in 14 taps"
    assert taps_of(page) == "203302121"


def test_numbers_from_0_are_told_how_to_be_read(page: pages.Page) -> None:
    page.show("#hard")
    page.fill("#board-text", "0001101110110101010111011010010111101")
    assert "If 0 is up, choose “Up is 0”" in page.text("#board-error")
    page.fill("#board-text", "0001101110110101010111011010010111102")
    assert "If 0 is up" not in page.text("#board-error")


def test_the_board_has_its_shape_in_both_layouts(page: pages.Page) -> None:
    page.show(f"#expert_{EXPERT}")
    heights = [y for _, y in page.ask("middles")]
    assert [heights.count(y) for y in sorted(set(heights))] == [4, 5, 6, 7, 6, 5, 4]
    page.picture("arrow_rows")
    page.click("#settings summary", "#by-columns")
    across = [x for x, _ in page.ask("middles")]
    assert [across.count(x) for x in sorted(set(across))] == [4, 5, 6, 7, 6, 5, 4]
    assert page.hash == f"#expert_{EXPERT}_columns"
    assert page.value("#board-text") == EXPERT
    assert taps_of(page) == badges_of(page) == EXPERT_TAPS
    assert page.map("#board [data-tile='4']", "e.ariaLabel")[0] == "Column 2, tile 1: 1, taps: 0"
    assert "column by column" in page.text("#answer")
    page.back(lambda: page.map("#board [data-tile='4']", "e.ariaLabel")[0].startswith("Row 2, tile 1"))
    page.click("#level-medium")
    squares = page.ask("middles")
    assert len({x for x, _ in squares}) == len({y for _, y in squares}) == 4
    steps = [b - a for places in zip(*squares, strict=True) for a, b in pairwise(sorted(set(places)))]
    assert 0 < max(steps) <= min(steps) + 1


def test_arrows_point_clockwise_from_up_and_turn_only_where_motion_is_welcome(page: pages.Page) -> None:
    page.show("#expert_123456" + "1" * 31)
    assert page.ask("angles")[:6] == [0, 60, 120, 180, 240, 300]
    duration = "getComputedStyle(e).transitionDuration"
    assert set(page.map("#board .arrow", duration)) == {"0s"}
    page.prefer(prefers_reduced_motion="no-preference")
    assert "0s" not in page.map("#board .arrow", duration)


def test_the_page_shows_all_best_solutions_one_by_one(page: pages.Page) -> None:
    page.show(f"#expert_{EXPERT}")
    assert "12 of 3,888 solutions need only 63 taps" in page.text("#answer")
    seen = []
    for number in range(1, 13):
        assert page.text("#plan") == f"Solution {number} of 12"
        assert badges_of(page) == taps_of(page)
        seen.append(taps_of(page))
        page.click("#next")
        assert page.focused == "next"
    assert seen == sorted(set(seen))
    assert {sum(map(int, taps)) for taps in seen} == {63}
    assert taps_of(page) == EXPERT_TAPS
    page.click("#previous")
    assert taps_of(page) == seen[-1]
    assert page.status.startswith("Solution 12 of 12")
    assert "mistake at row 4, tile 4 is not noticed" in page.text("#answer")


def test_the_page_does_not_compare_too_many_solutions(page: pages.Page) -> None:
    page.show("#square-5-6")
    page.click("#random")
    page.until(lambda: page.headline == "Solvable")
    assert "one of 10,077,696 solutions" in page.text("#answer")
    assert page.count("#next, #fewest-tiles") == 0
    page.click("#mode-try")
    left = sum(map(int, taps_of(page)))
    tap(page, next(i for i, taps in enumerate(taps_of(page)) if taps != "0"))
    assert page.headline == f"{left - 1} taps left"


def test_taps_turn_neighbours_and_can_be_taken_back(page: pages.Page) -> None:
    page.show(f"#expert_{EXPERT}")
    page.click("#next", "#mode-try")
    taps = taps_of(page)
    tile = taps.index("2")
    level = oracle.LEVELS["expert"]
    board = tuple(int(digit) - 1 for digit in EXPERT)
    after = oracle.after_taps(board, [int(i == tile) for i in range(37)], level.matrix(), level.m)
    tile_at(page, tile).click()
    assert "".join(page.map("#board .shown-number", "e.textContent")) == oracle.format_board(after)
    assert taps_of(page) == taps[:tile] + "1" + taps[tile + 1 :]
    assert page.headline == "62 taps left"
    assert page.value("#board-text") == EXPERT  # the board stays
    ActionChains(page.driver, duration=0).context_click(tile_at(page, tile)).perform()
    assert taps_of(page) == taps
    assert page.headline == "63 taps left"
    beside = taps.index("0")
    tap(page, beside)
    assert "there is a new one" in page.status
    assert int(page.headline.split()[0]) >= 62
    tile_at(page, beside).send_keys(Keys.SHIFT, Keys.ENTER)
    assert page.headline == "63 taps left"


# --- screenshots -------------------------------------------------------------------------------

needs_fonts = pytest.mark.skipif(
    any(font_file(name) is None for name in FONTS), reason="screens need fonts-lmodern, which is not installed"
)


def choose(page: pages.Page, picture: Any, folder: Path) -> None:
    """Choose a file with a picture."""
    picture.save(folder / "screen.png")
    page.one("#choose-picture").send_keys(str(folder / "screen.png"))


def covered_screen(name: str, kind: str) -> Screen:
    """A screen on which a tile is covered."""
    screens = (draw_screen(find_level(name), kind, "spoiled", seed) for seed in range(100))
    return next(screen for screen in screens if len(screen.covered) == 1)


@needs_fonts
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_reads_a_screenshot(page: pages.Page, tmp_path: Path, language: str, dark: bool) -> None:
    page.show("#easy", pages.PHONE, language=language)
    page.prefer("dark" if dark else "light")
    screen = covered_screen("expert", "digits")
    choose(page, screen.picture, tmp_path)
    page.until(lambda: page.count("#screenshot canvas") == 1)
    board = oracle.format_board(screen.turns)
    assert page.hash == f"#expert_{board}_columns"
    assert page.value("#board-text") == board
    said = "only {} can be solved" if language == "en" else "解けるのは{}だけです"
    assert said.format(screen.turns[screen.covered[0]] + 1) in page.text("#screenshot")
    page.picture(f"arrow_screenshot_{language}_{'dark' if dark else 'light'}", whole=True)
    page.click("#close-picture")
    assert page.count("#screenshot canvas") == 0
    assert page.value("#board-text") == board


@needs_fonts
def test_one_tap_corrects_a_doubtful_tile_which_stays(page: pages.Page, tmp_path: Path) -> None:
    page.show("#hard")
    screen = covered_screen("medium", "arrows")
    (tile,) = screen.covered
    choose(page, screen.picture, tmp_path)
    page.until(lambda: page.count("#screenshot canvas") == 1)
    assert page.map("[data-kind='doubt']", "e.dataset.tile") == [str(tile)]
    assert "One tile is doubtful" in page.text("#screenshot")
    before = page.value("#board-text")
    tap(page, tile)
    after = page.value("#board-text")
    assert [i for i in range(16) if before[i] != after[i]] == [tile]
    assert page.count("[data-kind='doubt']") == 0
    tap(page, (tile + 1) % 16)
    assert page.value("#board-text")[tile] == after[tile]
    assert page.count("#screenshot canvas") == 1


@needs_fonts
@pytest.mark.parametrize("kind", ["paste", "drop"])
def test_a_picture_is_pasted_or_dropped(page: pages.Page, kind: str) -> None:
    import base64
    import io

    screen = draw_screen(find_level("easy"), "digits", "clean", 2)
    file = io.BytesIO()
    screen.picture.save(file, "PNG")
    page.show("#hard")
    page.js(
        "const data = new DataTransfer();"
        "const bytes = Uint8Array.from(atob(arguments[1]), (c) => c.charCodeAt(0));"
        "data.items.add(new File([bytes], 'screen.png', {type: 'image/png'}));"
        "document.body.dispatchEvent(arguments[0] === 'paste'"
        " ? new ClipboardEvent('paste', {clipboardData: data, bubbles: true})"
        " : new DragEvent('drop', {dataTransfer: data, bubbles: true}));",
        kind,
        base64.b64encode(file.getvalue()).decode(),
    )
    page.until(lambda: page.count("#screenshot canvas") == 1)
    assert page.hash == f"#easy_{oracle.format_board(screen.turns)}"


@needs_fonts
def test_the_reader_starts_when_the_button_is_pressed(page: pages.Page, tmp_path: Path) -> None:
    page.show("#hard")
    loaded = "return performance.getEntriesByType('resource').some(({ name }) => name.endsWith('screenshot_worker.js'))"
    assert not page.js(loaded)
    page.js(
        "const button = document.getElementById('choose-picture');"
        "button.addEventListener('click', (event) => event.preventDefault(), { once: true });"
        "button.click();"
    )
    page.until(lambda: page.js(loaded))
    for seed in range(2):
        screen = draw_screen(find_level("easy"), "digits", "clean", seed)
        choose(page, screen.picture, tmp_path)
        board = oracle.format_board(screen.turns)
        page.until(lambda board=board: page.hash == f"#easy_{board}")


def test_a_picture_without_a_board_keeps_what_was_entered(page: pages.Page, tmp_path: Path) -> None:
    from PIL import Image

    page.show(f"#expert_{EXPERT}")
    choose(page, Image.new("RGB", (400, 700), (51, 51, 51)), tmp_path)
    page.until(lambda: any("No board was found" in text for text in page.texts("#screenshot")))
    assert page.value("#board-text") == EXPERT
    (tmp_path / "no.png").write_text("no picture", encoding="utf-8")
    page.one("#choose-picture").send_keys(str(tmp_path / "no.png"))
    page.until(lambda: "no picture that the browser can open" in page.text("#screenshot"))
    assert page.value("#board-text") == EXPERT
