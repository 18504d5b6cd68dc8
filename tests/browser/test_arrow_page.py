"""The page of the arrow puzzle in a browser: headless Chromium against the levels of the game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.arrow_puzzle.stages import page as stage
from pipeline.artifacts import ProvenanceNotes
from pipeline.atlas import write_atlas
from pipeline.pages import write_page
from tablebases.arrow.boards import Level, Shape
from tablebases.arrow.linear import algebra_of
from tests.known import KnownAnswers
from tests.oracle import arrow_puzzle as oracle

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import pages

pytestmark = pages.needs_browser

PHONES = ((360, 740), (320, 640))
MAX_MILLISECONDS = 100
MAX_BYTES_TO_LOAD = 300_000

LEVELS = (
    Level("easy", Shape.SQUARE, 3, 4),
    Level("medium", Shape.SQUARE, 4, 4),
    Level("hard", Shape.HEXAGON, 4, 2),
    Level("expert", Shape.HEXAGON, 4, 6),
    Level("hexagon-3-6", Shape.HEXAGON, 3, 6),
    Level("hexagon-2-12", Shape.HEXAGON, 2, 12),
    Level("square-2-3", Shape.SQUARE, 2, 3),
    Level("square-5-6", Shape.SQUARE, 5, 6),
)
"""Those of the game, and others: solutions that need a division, two digits, too many solutions."""

GAME = ("easy", "medium", "hard", "expert")
EXPERT = "6265136336413535566553155125263216446"
BY_ROWS = "#expert_" + "1" * 37
"""The board with all arrows up, read row by row; without an address hexagons are read as in the game."""
EXPERT_TAPS = "0041010210542003500212014121311220345"
WIDE = "".join(chr(ord("\N{FULLWIDTH DIGIT ZERO}") + int(digit)) for digit in EXPERT[:4])
SIX_MISTAKES = "5451523261263162662355511312233554434"
NO_SINGLE_MISTAKE = "3334623216135121553512641451242163532"


known_rows = KnownAnswers("arrow_puzzle").rows


# --- the page --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    notes = ProvenanceNotes(stage.__file__, [], {})
    data = stage.page_data(algebra_of(level) for level in LEVELS)
    write_page(folder / "page", "arrow_puzzle", "The fewest taps", data, notes)
    write_atlas(folder / "atlas", {folder / "page": "arrow"})
    pages.add_modules(folder / "atlas", "arrow_puzzle")
    with pages.served(folder / "atlas") as address:
        yield address


class ArrowPage(pages.Page):
    """The page in the browser, and what tests do with it."""

    def open(self, fragment: str = "", **how: Any) -> None:
        """Open the page anew; see `show`."""
        self.show(f"arrow/{fragment}", **how)

    def module(self, script: str, *arguments: Any) -> Any:
        """What a script returns that uses the module `solving` and a solver of each level."""
        return self.js_awaited(
            "const solving = await import('./solving.js');"
            "const { levels } = await (await fetch('data.json')).json();"
            "const solvers = Object.fromEntries("
            "  levels.map((level) => [level.name, new solving.Solver(level)]));"
            f"{script}",
            *arguments,
        )

    @property
    def headline(self) -> str:
        """The answer in a few words."""
        return self.one("#answer-title").text

    @property
    def taps(self) -> str:
        """The solution that is shown as text."""
        return str(self.js("return document.getElementById('taps').textContent"))

    @property
    def board(self) -> str:
        """The board in the field."""
        return str(self.one("#board-text").get_attribute("value"))

    @property
    def badges(self) -> str:
        """The large numbers on the tiles; 0 where there is none."""
        return "".join(
            self.js(
                "return [...document.querySelectorAll('#board .badge-text')].map((badge) => badge.textContent || '0')"
            )
        )

    @property
    def tile(self) -> int:
        """The tile that has the focus."""
        return int(self.js("return Number(document.activeElement.dataset.tile ?? -1)"))

    def tile_at(self, tile: int) -> Any:
        """A tile of the board."""
        return self.driver.find_element(By.CSS_SELECTOR, f"#board [data-tile='{tile}']")

    def label(self, tile: int) -> str:
        """What a tile is, in words."""
        return str(self.tile_at(tile).get_attribute("aria-label"))

    def click(self, selector: str) -> None:
        """Click the only such element."""
        self.one(selector).click()

    def type_board(self, text: str) -> None:
        """Put a text into the field, in place of what is there."""
        self.fill("#board-text", text)


@pytest.fixture
def page(browser: Any, address: str, tmp_path: Path) -> Iterator[ArrowPage]:
    with pages.opened(ArrowPage, browser, address, tmp_path) as page:
        yield page


def up(level: str) -> str:
    """A board with all arrows up."""
    return "1" * next(found.tiles for found in LEVELS if found.name == level)


# --- solving ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", GAME)
def test_the_page_solves_all_known_boards(page: ArrowPage, level: str) -> None:
    rows = known_rows(level)
    page.open()
    found = page.module(
        "const solver = solvers[given[0]];"
        "return given[1].map((board) => {"
        "  const turns = [...board].map((digit) => digit - 1);"
        "  const answer = solver.answer(turns);"
        "  const [best] = answer.solutions;"
        "  const few = solver.answer(turns, 'tiles').solutions[0];"
        "  const fixes = answer.mistakes.map(({ tile, turns }) =>"
        "    `${solver.level.cells[tile].join('')}=${turns + 1}`).join(';');"
        "  return { solvable: String(Number(answer.solvable)), single_tile_fixes: fixes,"
        "    n_solutions: answer.solvable ? solver.level.solutions : '0',"
        "    ...(answer.solvable ? { solution: best.join(''), "
        "      min_taps: String(solving.tapsOf(best)), min_tiles: String(solving.tilesOf(few)),"
        "      n_min_solutions: String(answer.solutions.length) } : {}) }; });",
        level,
        [row["board"] for row in rows],
    )
    assert len(rows) == 60
    for row, answer in zip(rows, found, strict=True):
        # The tables leave out what the rules of a level or the other columns say.
        expected = {key: row[key] for key in row if row[key] and key not in ("kind", "board")}
        assert {key: answer[key] for key in expected} == expected
        assert answer["single_tile_fixes"] == row["single_tile_fixes"]


@pytest.mark.parametrize("level", LEVELS[4:7], ids=lambda level: level.name)
def test_the_page_finds_what_the_oracle_finds(page: ArrowPage, level: Level) -> None:
    draw = random.Random(4)  # noqa: S311 - boards, not secrets
    m, matrix = level.directions, level.tap_matrix.tolist()
    boards = [tuple(draw.randrange(m) for _ in range(level.tiles)) for _ in range(12)]
    solved = tuple([0] * level.tiles)
    boards += [oracle.after_taps(solved, [draw.randrange(m) for _ in solved], matrix, m) for _ in range(12)]
    page.open()
    found = page.module(
        "const solver = solvers[given[0]];"
        "return given[1].map((turns) => {"
        "  const { solutions, mistakes } = solver.answer(turns);"
        "  const few = solver.answer(turns, 'tiles').solutions;"
        "  return [solutions, few, mistakes.map(({ tile, turns }) => [tile, turns])]"
        "    .map((list) => list.map((row) => [...row])); });",
        level.name,
        boards,
    )
    for board, (fewest, few_tiles, mistakes) in zip(boards, found, strict=True):
        every = oracle.solutions(board, matrix, m)
        by_tiles = [(sum(1 for taps in x if taps), sum(x)) for x in every]
        assert [tuple(x) for x in fewest] == [x for x in every if sum(x) == min(sum(other) for other in every)]
        assert [tuple(x) for x in few_tiles] == [
            x for x, cost in zip(every, by_tiles, strict=True) if cost == min(by_tiles)
        ]
        fixes = oracle.single_tile_fixes(board, level.cells, matrix, m)
        assert mistakes == [[level.cells.index(cell), shown - 1] for cell, shown in fixes]


def test_random_boards_are_solvable_and_solved_by_their_taps(page: ArrowPage) -> None:
    page.open()
    assert page.module(
        "return Object.values(solvers).map((solver) => {"
        "  const turns = solver.randomBoard();"
        "  const answer = solver.answer(turns);"
        "  const end = answer.solutions.map((taps) => taps.reduce("
        "    (board, times, tile) => solver.afterTaps(board, tile, times), turns));"
        "  return answer.solvable && end.every((board) => board.every((value) => value === 0)); });"
    ) == [True] * len(LEVELS)


def test_expert_boards_are_solved_at_once(page: ArrowPage) -> None:
    page.open()
    spent = page.module(
        "const solver = solvers.expert; solver.answer(solver.randomBoard());"
        "const start = performance.now();"
        "for (let i = 0; i < 10; i++) solver.answer(solver.randomBoard());"
        "return (performance.now() - start) / 10;"
    )
    assert spent < MAX_MILLISECONDS


# --- a board as text -------------------------------------------------------------------------


@pytest.mark.parametrize("level", GAME)
def test_a_typed_board_is_answered(page: ArrowPage, level: str) -> None:
    rows = known_rows(level)
    page.open(f"#{level}")
    page.click("#by-rows")
    solvable = [row for row in rows if row["solvable"] == "1"][:3]
    for row in solvable:
        page.type_board(row["board"])
        assert page.headline == f"Solvable in {row['min_taps']} taps"
        assert page.badges == page.taps == row["solution"]
        assert page.hash == f"#{level}_{row['board']}"
    for row in [row for row in rows if row["single_tile_fixes"]][:2]:
        page.type_board(" ".join(row["board"]))
        assert page.headline == "Not solvable"
        assert len(page.all("#answer .mend")) == len(row["single_tile_fixes"].split(";"))
        assert page.status.endswith("Not solvable")


@pytest.mark.parametrize(
    "text",
    [" ".join(EXPERT), ", ".join(EXPERT), f"6265 13633 {EXPERT[9:]}", WIDE + EXPERT[4:],
     "6265\n13633\n641353/" + EXPERT[15:]],
)  # fmt: skip
def test_a_board_may_have_something_between_its_numbers(page: ArrowPage, text: str) -> None:
    page.open(BY_ROWS)
    page.js("document.getElementById('board-text').value = arguments[0]", text)
    page.js("document.getElementById('board-text').dispatchEvent(new Event('input'))")
    assert page.taps == EXPERT_TAPS
    assert page.board == text
    assert page.hash == f"#expert_{EXPERT}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (EXPERT + "1", "has 37 numbers, but this has 38: number 38 is too many"),
        (EXPERT[:20] + "7", "Row 4, tile 6 is 7, but the numbers of this level are 1 to 6"),
        ("0", "Row 1, tile 1 is 0"),
        ("626x" + EXPERT[4:], "“x” stands where row 1, tile 4 should be"),
        ("62651-", "“-” stands where row 2, tile 2 should be"),
        (EXPERT + "?", "“?” stands after the last tile"),
    ],
)
def test_a_bad_text_is_explained(page: ArrowPage, text: str, says: str) -> None:
    page.open(f"#expert_{EXPERT}")
    page.type_board(text)
    assert says in page.one("#board-error").text
    assert says in page.status
    assert page.one("#board-text").get_attribute("aria-invalid") == "true"
    assert page.headline == "The text is not a board"
    page.type_board(EXPERT)
    assert page.all("#board-error") == []
    assert page.one("#board-text").get_attribute("aria-invalid") is None
    assert page.taps == EXPERT_TAPS


def test_a_board_grows_while_it_is_typed(page: ArrowPage) -> None:
    page.open(BY_ROWS)
    page.type_board(EXPERT[:10])
    assert page.one("#board-error").text == ("There are 10 of 37 numbers so far; next comes row 3, tile 2.")
    assert page.one("#board-text").get_attribute("aria-invalid") is None
    assert page.tile_at(10).get_attribute("data-kind") == "next"
    assert len(page.all("#board .empty")) == 27
    page.picture("arrow_typing")
    page.press(Keys.TAB)
    assert page.one("#board-text").get_attribute("aria-invalid") == "true"
    assert "next comes row 3, tile 2" in page.status
    page.tile_at(36).click()  # The rest is up, and one is turned.
    assert page.board == EXPERT[:10] + "1" * 26 + "2"
    page.type_board("")
    assert "0 of 37" in page.one("#board-error").text
    page.type_board(EXPERT)
    assert page.headline == "Solvable in 63 taps"


def test_up_may_be_zero(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    from_zero = "".join(str(int(digit) - 1) for digit in EXPERT)
    page.click("#up-is-0")
    assert page.board == from_zero
    assert page.label(0) == "Row 1, tile 1: 5, taps: 0"
    page.click("#up-is-1")
    page.type_board(from_zero)
    assert "is 0, but the numbers of this level are 1 to 6" in page.one("#board-error").text
    page.click("#up-is-0")  # The text that is there is read anew.
    assert page.all("#board-error") == []
    assert page.taps == EXPERT_TAPS
    assert page.hash == f"#expert_{EXPERT}"


def test_numbers_of_two_digits_are_kept_apart(page: ArrowPage) -> None:
    page.open("#hexagon-2-12_1-2-3-12-11-5-6")
    assert page.board == "1 2 3 12 11 5 6"
    page.type_board("1 2 3 12 11 5 13")
    assert "Row 3, tile 2 is 13" in page.one("#board-error").text
    page.click("#random")
    assert re.fullmatch(r"#hexagon-2-12_(\d+-){6}\d+", page.hash)
    assert page.taps.count(" ") < len(page.taps)


@pytest.mark.parametrize("unknown", [0, 5, 36])
def test_an_unknown_tile_is_found_where_the_rest_determines_it(page: ArrowPage, unknown: int) -> None:
    page.open(f"#expert_{EXPERT}")
    solvable = page.js_awaited(
        "const { Solver } = await import('./solving.js');"
        "const { levels } = await (await fetch('data.json')).json();"
        "const solver = new Solver(levels.find(({ name }) => name === 'expert'));"
        "return [1, 2, 3, 4, 5, 6].filter((n) => solver.answer(given[0].map((m, i) => (i === given[1] ? n : m) - 1))"
        "  .solvable);",
        [int(digit) for digit in EXPERT],
        unknown,
    )
    page.type_board(f"{EXPERT[:unknown]}?{EXPERT[unknown + 1 :]}")
    if len(solvable) == 1:
        assert page.board == EXPERT
    else:
        assert "cannot be told" in page.one("#board-error").text


def test_the_pad_enters_a_board_tile_by_tile(page: ArrowPage) -> None:
    page.open("#easy")
    assert len(page.all(".pad button")) == 4
    for digit in "4341":
        page.all(".pad button")[int(digit) - 1].click()
    assert page.board == "434111111"
    page.all("#board .tile-button")[8].click()
    page.all(".pad button")[2].click()
    assert page.board == "434111113"
    page.all(".pad button")[1].click()  # after the last tile comes the first
    assert page.board == "234111113"
    page.click("#mode-try")
    assert page.all(".pad") == []


def test_hexagons_stand_in_columns_as_in_the_game(page: ArrowPage) -> None:
    page.open()
    assert page.one("#by-columns").get_attribute("aria-pressed") == "true"
    page.click("#level-medium")
    assert page.one("#by-rows").get_attribute("aria-pressed") == "true"
    page.click("#by-columns")
    page.click("#level-easy")
    assert page.one("#by-columns").get_attribute("aria-pressed") == "true"


def test_the_first_tap_selects_the_board_that_is_there(page: ArrowPage) -> None:
    page.open("#easy")
    page.one("#board-text").click()
    page.press("434131344")
    assert page.board == "434131344"


# --- the drawing -----------------------------------------------------------------------------


def test_the_board_has_its_shape_in_both_layouts(page: ArrowPage) -> None:
    middles = (
        "return [...document.querySelectorAll('#board .face')].map((face) => {"
        "  const box = face.getBoundingClientRect();"
        "  return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round); })"
    )
    page.open(f"#expert_{EXPERT}")
    rows = page.js(middles)
    heights = [y for _, y in rows]
    assert [heights.count(y) for y in sorted(set(heights))] == [4, 5, 6, 7, 6, 5, 4]
    page.picture("arrow_rows")
    page.click("#by-columns")
    columns = page.js(middles)
    across = [x for x, _ in columns]
    assert [across.count(x) for x in sorted(set(across))] == [4, 5, 6, 7, 6, 5, 4]
    assert page.hash == f"#expert_{EXPERT}_columns"
    assert page.board == EXPERT
    assert page.taps == page.badges == EXPERT_TAPS
    assert page.label(4) == "Column 2, tile 1: 1, taps: 0"
    assert "column by column" in page.one("#answer").text
    page.picture("arrow_columns")
    page.driver.back()
    page.until(lambda: page.label(4).startswith("Row 2, tile 1"))


def test_arrows_point_clockwise_from_up(page: ArrowPage) -> None:
    page.open("#expert_123456" + "1" * 31)
    angles = page.js(
        "return [...document.querySelectorAll('#board .arrow')].slice(0, 6)"
        ".map((arrow) => { const m = new DOMMatrix(getComputedStyle(arrow).transform);"
        "  return Math.round(Math.atan2(m.b, m.a) * 180 / Math.PI + 360) % 360; })"
    )
    assert angles == [0, 60, 120, 180, 240, 300]


def test_a_click_turns_one_arrow_and_back(page: ArrowPage) -> None:
    page.open("#medium")
    page.tile_at(5).click()
    assert page.board == "1" * 5 + "2" + "1" * 10
    assert page.status.startswith("Row 2, tile 2: 2. Solvable in ")
    ActionChains(page.driver).context_click(page.tile_at(5)).perform()
    ActionChains(page.driver).context_click(page.tile_at(5)).perform()
    assert page.board == "1" * 5 + "4" + "1" * 10
    keys = ActionChains(page.driver).key_down(Keys.SHIFT).click(page.tile_at(5))
    keys.key_up(Keys.SHIFT).perform()
    assert page.board == "1" * 5 + "3" + "1" * 10
    assert page.hash == f"#medium_{page.board}"


def test_a_board_is_entered_by_keyboard(page: ArrowPage) -> None:
    page.open(BY_ROWS)
    page.js("document.getElementById('mode-try').focus()")
    page.press(Keys.TAB)
    assert page.tile == 0
    page.press("5", Keys.ARROW_RIGHT, Keys.ENTER, Keys.ARROW_RIGHT, Keys.SPACE, Keys.SPACE)
    assert page.board == "523" + "1" * 34
    page.press("9", "0")  # There are no such numbers.
    page.driver.switch_to.active_element.send_keys(Keys.SHIFT, Keys.ENTER)
    assert page.board == "522" + "1" * 34
    page.press(Keys.ARROW_UP, Keys.ARROW_DOWN)
    assert page.tile == 6
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert page.tile == 25
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert page.tile == 35  # Straight down, where every other row is set off by half a tile.
    page.press(Keys.ARROW_DOWN, Keys.END)
    assert page.tile == 36
    page.press(Keys.ARROW_RIGHT, Keys.HOME, Keys.ARROW_LEFT)
    assert page.tile == 0
    assert page.label(0).startswith("Row 1, tile 1: 5")
    page.click("#by-columns")
    page.js("document.querySelector('#board [tabindex=\"0\"]').focus()")
    page.press(Keys.ARROW_DOWN)
    assert page.tile == 1
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert page.tile == 1


# --- the answer ------------------------------------------------------------------------------


def test_all_best_solutions_are_shown_one_by_one(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    assert "12 of 3,888 solutions need only 63 taps" in page.one("#answer").text
    seen = []
    for number in range(1, 13):
        assert page.one("#plan").text == f"Solution {number} of 12"
        assert page.badges == page.taps
        seen.append(page.taps)
        page.click("#next")
        assert page.focused == "next"
    assert seen == sorted(set(seen))
    assert {sum(map(int, taps)) for taps in seen} == {63}
    assert page.taps == EXPERT_TAPS
    page.click("#previous")
    assert page.taps == seen[-1]
    assert page.status.startswith("Solution 12 of 12")


def test_the_fewest_tiles_can_be_chosen(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    page.click("#fewest-tiles")
    assert page.focused == "fewest-tiles"
    assert sum(taps != "0" for taps in page.taps) == 22
    assert "22 tiles" in page.one("#answer").text
    page.click("#fewest-taps")
    assert page.taps == EXPERT_TAPS
    page.open(f"#hard_{known_rows('hard')[0]['board']}")
    assert page.all("#fewest-tiles") == []  # With two directions that is the same.


def test_taps_can_be_hidden(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    page.click("#show-taps")
    assert set(page.badges) == {"0"}
    page.click("#show-taps")
    assert page.badges == EXPERT_TAPS


def test_taps_and_links_are_copied(page: ArrowPage, address: str) -> None:
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions",
        {"origin": address, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]},
    )
    page.open(f"#expert_{EXPERT}")
    read = "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))"
    for button, text, says in (
        ("#copy", EXPERT_TAPS, "Taps copied."),
        ("#share", f"{address}arrow/#expert_{EXPERT}", "Link copied."),
    ):
        page.click(button)
        page.until(lambda says=says: page.status == says)
        assert page.driver.execute_async_script(read) == text


def test_likely_mistakes_are_marked_and_mended(page: ArrowPage) -> None:
    page.open(f"#expert_{SIX_MISTAKES}")
    assert page.headline == "Not solvable"
    assert len(page.all("#board [data-kind=mistake]")) == 6
    assert page.badges == "0" * 15 + "5330622" + "0" * 15
    assert page.label(15) == "Row 4, tile 1: 2, perhaps 5"
    page.picture("arrow_mistakes")
    buttons = page.all("#answer .mend")
    assert [button.text for button in buttons][:2] == [
        "Row 4, tile 1: 5 instead of 2", "Row 4, tile 2: 3 instead of 6",
    ]  # fmt: skip
    buttons[1].click()
    assert page.headline.startswith("Solvable in ")
    assert page.tile == 16
    assert page.board == SIX_MISTAKES[:16] + "3" + SIX_MISTAKES[17:]
    page.driver.back()
    page.until(lambda: page.headline == "Not solvable")


def test_more_than_one_mistake_is_said(page: ArrowPage) -> None:
    page.open(f"#expert_{NO_SINGLE_MISTAKE}")
    assert "more than one tile must be wrong" in page.one("#answer").text
    assert page.all("#answer .mend") == []
    assert page.all("#board [data-kind=mistake]") == []


def test_it_is_said_where_mistakes_go_unnoticed(page: ArrowPage) -> None:
    page.open("#easy_434131344")
    assert "Every board of this level is solvable" in page.one("#answer").text
    page.open(f"#expert_{EXPERT}")
    assert "mistake at row 4, tile 4 is not noticed" in page.one("#answer").text


def test_too_many_solutions_are_not_compared(page: ArrowPage) -> None:
    page.open("#square-5-6")
    page.click("#random")
    page.until(lambda: page.headline == "Solvable")
    assert "one of 10,077,696 solutions" in page.one("#answer").text
    assert page.all("#next, #fewest-tiles") == []
    page.click("#mode-try")
    tile = next(i for i, taps in enumerate(page.taps) if taps != "0")
    left = sum(map(int, page.taps))
    page.tile_at(tile).click()
    assert page.headline == f"{left - 1} taps left"


# --- trying ----------------------------------------------------------------------------------


def test_the_taps_count_down_to_the_end(page: ArrowPage) -> None:
    row = known_rows("hard")[0]
    page.open(f"#hard_{row['board']}")
    page.click("#mode-try")
    tiles = [i for i, taps in enumerate(row["solution"]) if taps == "1"]
    for left, tile in zip(range(len(tiles), 0, -1), tiles, strict=True):
        assert page.headline == ("One tap left" if left == 1 else f"{left} taps left")
        page.tile_at(tile).click()
    assert page.headline == "Every arrow points up."
    assert f"took {len(tiles)} taps" in page.one("#answer").text
    assert page.hash == f"#hard_{row['board']}"
    page.click("#restart")
    assert page.headline == f"{len(tiles)} taps left"
    page.click("#mode-enter")
    assert page.taps == row["solution"]


def test_taps_turn_neighbours_and_can_be_taken_back(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    page.click("#next")
    page.click("#mode-try")
    taps = page.taps
    tile = next(i for i, count in enumerate(taps) if count == "2")
    board = [int(digit) - 1 for digit in EXPERT]
    one_tap = [int(i == tile) for i in range(37)]
    level = oracle.LEVELS["expert"]
    after = oracle.after_taps(tuple(board), one_tap, level.matrix(), level.m)
    page.tile_at(tile).click()
    shown = page.js("return [...document.querySelectorAll('#board .shown-number')].map((n) => n.textContent)")
    assert "".join(shown) == oracle.format_board(after)
    assert page.taps == taps[:tile] + "1" + taps[tile + 1 :]
    assert page.headline == "62 taps left"
    assert page.board == EXPERT  # What was entered stays.
    page.picture("arrow_try")
    ActionChains(page.driver).context_click(page.tile_at(tile)).perform()
    assert page.taps == taps
    assert page.headline == "63 taps left"
    beside = taps.index("0")
    page.tile_at(beside).click()
    assert "there is a new one" in page.status
    assert int(page.headline.split()[0]) >= 62
    page.tile_at(beside).send_keys(Keys.SHIFT, Keys.ENTER)
    assert page.headline == "63 taps left"


def test_any_board_can_be_tried_until_it_is_solved(page: ArrowPage) -> None:
    page.open("#expert")
    page.click("#mode-try")
    page.click("#random")
    left = int(page.headline.split()[0])
    for taken in range(5):
        tile = next(i for i, taps in enumerate(page.taps) if taps != "0")
        page.tile_at(tile).click()
        assert page.headline == f"{left - taken - 1} taps left"
    page.click("#all-up")
    assert page.headline == "Every arrow points up."


# --- levels and addresses --------------------------------------------------------------------


def test_levels_keep_their_boards(page: ArrowPage) -> None:
    page.open()
    assert page.board == up("expert")
    assert [button.text.split("\n")[0] for button in page.all("#levels button")][:5] == [
        "Easy", "Medium", "Hard", "Expert", "hexagon-3-6",
    ]  # fmt: skip
    page.type_board(EXPERT)
    page.click("#level-easy")
    assert page.hash == "#easy_111111111"
    assert len(page.all("#board .tile-button")) == 9
    page.click("#level-expert")
    assert page.taps == EXPERT_TAPS


def test_back_and_forward_go_from_board_to_board(page: ArrowPage) -> None:
    page.open()
    page.click("#level-medium")
    for _ in range(3):
        page.tile_at(0).click()  # Small changes are one step.
    page.click("#random")
    random_board = page.board
    page.driver.back()
    page.until(lambda: page.board == "4" + "1" * 15)
    page.driver.back()
    page.until(lambda: page.board == "1" * 16)
    page.driver.back()
    page.until(lambda: page.board == up("expert"))
    for _ in range(3):
        page.driver.forward()
    page.until(lambda: page.board == random_board)
    assert page.hash == f"#medium_{random_board}"


@pytest.mark.parametrize(
    "fragment",
    ["#nonsense", "#expert_123", "#expert_" + "7" * 37, "#_1", "#easy_434131344_diagonals",
     "#%E0%A4%A", "#hard_"],
)  # fmt: skip
def test_a_link_to_no_board_says_so(page: ArrowPage, fragment: str) -> None:
    page.open(fragment)
    assert fragment in page.one("#bad-address").text
    assert page.board == up("expert")
    page.tile_at(0).click()
    assert page.all("#bad-address") == []


# --- for everybody ---------------------------------------------------------------------------

VIEWS = ("", f"#expert_{EXPERT}", f"#expert_{SIX_MISTAKES}_columns", "#easy_434131344", "#nonsense")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_texts_have_enough_contrast(page: ArrowPage, colours: str) -> None:
    for fragment in VIEWS:
        page.open(fragment, colours=colours)
        assert page.low_contrasts == [], fragment
    page.type_board("12x")
    assert page.low_contrasts == []
    page.open(f"#expert_{EXPERT}", colours=colours)
    page.picture(f"arrow_{colours}")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_to_operate_has_a_name(page: ArrowPage, language: str) -> None:
    for fragment in VIEWS:
        page.open(fragment, language=language)
        pages.check_names(page, "button, textarea, a, [role=button]")


@pytest.mark.parametrize("size", PHONES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_wider_than_a_phone(page: ArrowPage, language: str, size: tuple[int, int]) -> None:
    for fragment in VIEWS:
        page.open(fragment, size=size, language=language)
        assert page.width <= size[0], fragment
    page.open(f"#expert_{EXPERT}", size=size, language=language)
    page.click("#mode-try")
    page.picture(f"arrow_phone_{size[0]}_{language}", whole=True)


def test_the_focus_is_seen(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    page.press(Keys.TAB)
    tiles = 0
    while page.js("return document.activeElement !== document.body"):
        outline, ring = page.js(
            "const here = document.activeElement;"
            "const ring = here.querySelector('.ring');"
            "return [getComputedStyle(here).outlineStyle, ring && getComputedStyle(ring).stroke]"
        )
        assert outline != "none" if ring is None else ring != "none"
        tiles += ring is not None
        page.press(Keys.TAB)
    assert tiles == 1


def test_the_first_stop_skips_to_the_content(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    pages.check_skipping(page)
    assert page.hash == f"#expert_{EXPERT}"


def test_arrows_turn_only_where_motion_is_welcome(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    duration = "return getComputedStyle(document.querySelector('#board .arrow')).transitionDuration"
    assert page.js(duration) == "0s"
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]},
    )
    assert page.js(duration) != "0s"


def test_a_phone_is_operated_by_fingers_and_an_audit_finds_nothing(page: ArrowPage) -> None:
    for fragment in (BY_ROWS, f"#expert_{EXPERT}", "#easy_434131343"):
        page.open(fragment, size=(390, 844))
        pages.check_for_fingers(page)
        pages.check_audit(page)


def test_both_languages_say_the_same_things(page: ArrowPage) -> None:
    page.open()
    pages.check_languages(page, "arrow_puzzle", made=r"(?<=^level_)\w+$")


def test_language_and_colours_are_those_of_the_atlas(page: ArrowPage) -> None:
    page.open(f"#expert_{EXPERT}")
    light = page.background
    page.click("[data-language=ja]")
    page.click("#dark")
    assert page.js("return document.documentElement.lang") == "ja"
    assert page.headline == "63タップで解けます"
    assert page.background != light
    assert page.js("return [localStorage.language, localStorage.colours]") == ["ja", "dark"]
    page.picture("arrow_japanese")
    page.show_again()
    assert page.headline == "63タップで解けます"
    assert page.one("#dark").get_attribute("aria-pressed") == "true"
    assert page.background != light
    page.click("#dark")
    assert page.background == light


def test_a_text_survives_another_language(page: ArrowPage) -> None:
    page.open(BY_ROWS)
    page.type_board("12x")
    page.click("[data-language=ja]")
    assert page.board == "12x"
    assert page.one("#board-error").text == "1行目の3番目に「x」がありますが、数ではありません。"


def test_little_is_loaded_and_all_from_the_site(page: ArrowPage, address: str) -> None:
    page.open(f"#expert_{EXPERT}")
    loaded = page.loaded
    assert all(name.startswith((address, "data:")) for name, _ in loaded)
    assert {f"{address}kit/style.css", f"{address}arrow/data.json"} <= {name for name, _ in loaded}
    assert sum(size for _, size in loaded) < MAX_BYTES_TO_LOAD
    pages.check_first_load(page)
    assert page.js("return document.querySelector('#nav a').href") == f"{address}nine-tiles/"


def test_a_page_that_cannot_load_its_data_says_so(page: ArrowPage) -> None:
    page.open()
    pages.check_loading_failure(page)


def test_a_player_with_a_board_has_its_taps_in_two_actions(page: ArrowPage, address: str) -> None:
    page.open()
    page.driver.get(address)
    page.until(lambda: page.all("#puzzles a"))
    page.all("#puzzles a")[1].click()
    page.until(lambda: page.all("#board-text"))
    page.fill("#board-text", EXPERT)
    assert page.hash.startswith(f"#expert_{EXPERT}")
    assert page.all("#answer h2")
    page.driver.get_log("browser")  # The front page found no logos of pages that this site lacks.
