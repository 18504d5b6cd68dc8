"""The page of Godomachi in a browser: headless Chromium against the oracle."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pipeline.atlas import write_atlas
from pipeline.godomachi.stages import database, wall_charts
from pipeline.godomachi.stages import page as godomachi_page
from tablebases.godomachi.notation import parse_shape
from tablebases.godomachi.pair import Pair
from tablebases.godomachi.tablebase import MaxCut
from tests.oracle import godomachi as oracle

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.browser import pages
from tests.godomachi.results import RECORD_FILE

pytestmark = pages.needs_browser

MAX_CELLS = 7
CHARTS = [5, 6]
"""Sizes of which the page is told that there are charts to print."""
PHONES = ((360, 740), (320, 640))
MAX_BYTES_TO_LOAD = 200_000

PUZZLE = "#6-2-14-puzzle"
THREE_PLIES = "#6-2-14"
TWO_PLIES = "#5-0-8"


# --- the site --------------------------------------------------------------------------------


def make_site(folder: Path) -> None:
    """Make the page by its stages, and an atlas of it."""
    made, figures, page = folder / "godomachi.db", folder / "figures", folder / "page"
    database.main(MAX_CELLS, RECORD_FILE, made)
    wall_charts.main(made, figures)
    godomachi_page.main(made, figures, page)
    # Of some sizes there are no charts, as of sizes that are too large for them.
    data = json.loads((page / "data.json").read_text(encoding="utf-8")) | {"charts": CHARTS}
    (page / "data.json").write_text(json.dumps(data), encoding="utf-8")
    write_atlas(folder / "atlas", {page: "godomachi"})
    pages.add_modules(folder / "atlas", "godomachi")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    make_site(folder)
    with pages.served(folder / "atlas") as address:
        yield address


class GodomachiPage(pages.Page):
    """The page in the browser, and what tests do with it."""

    def open(self, fragment: str = "", **how: Any) -> None:
        """Open the page anew; see `show`."""
        self.show(f"godomachi/{fragment}", **how)

    def go(self, fragment: str) -> None:
        """Go to another address within the page."""
        self.js("window.routed = false; addEventListener('hashchange', () => { routed = true; },"
                "{ once: true }); location.hash = arguments[0]", fragment)  # fmt: skip
        self.until(lambda: self.js("return routed"))

    def module(self, script: str, *arguments: Any) -> Any:
        """What a script returns that uses the modules, the data and a table."""
        if not self.driver.current_url.startswith(f"{self.address}godomachi/"):
            self.open()
        return self.js_awaited(
            "const [shapes, { Table }, { Game }] = await Promise.all("
            "  ['shapes', 'table', 'game'].map((name) => import(`./${name}.js`)));"
            "const data = await (await fetch('data.json')).json();"
            "const table = new Table(data);"
            f"{script}",
            *arguments,
        )

    def text(self, selector: str) -> str:
        """The text of the only such element."""
        (text,) = self.texts(selector)
        return text

    def click(self, selector: str) -> None:
        """Press the only such element as a keyboard does, which takes less time than a mouse."""
        self.press_all([selector])

    def press_all(self, selectors: list[str]) -> None:
        """Press elements one after the other; each must be the only one that is shown then."""
        self.js(
            "for (const selector of arguments[0]) {"
            f"  const [element, ...others] = (function () {{ return {pages.SHOWN}; }})(selector);"
            "  if (!element || others.length) throw new Error(`not one ${selector}`);"
            "  element.focus({ preventScroll: true }); element.click(); }",
            selectors,
        )

    def hint_twice_and_cut(self) -> None:
        """Make a best move."""
        self.press_all(["#hint", "#hint", "#cut"])

    def cell(self, board: str, x: int, y: int) -> Any:
        """A cell of a board."""
        return self.driver.find_element(By.CSS_SELECTOR, f"#{board} [data-cell='{x},{y}']")

    def mark(self, board: str, *cells: tuple[int, int]) -> None:
        """Press cells of a board, as a keyboard does."""
        self.press_all([f"#{board} [data-cell='{x},{y}']" for x, y in cells])

    def drag(self, board: str, *cells: tuple[int, int]) -> None:
        """Press the mouse on a cell and drag it over others."""
        first, *others = (self.cell(board, *cell) for cell in cells)
        actions = ActionChains(self.driver, duration=10).click_and_hold(first)
        for cell in others:
            actions.move_to_element(cell)
        actions.release().perform()

    def marked(self, board: str) -> set[str]:
        """The places of the marked cells."""
        found = "return [...document.querySelectorAll(arguments[0])].map((e) => e.dataset.cell)"
        return set(self.js(found, f"#{board} [aria-pressed=true]"))

    def play(self, fragment: str, **how: Any) -> None:
        """Open a pair to play it."""
        self.open(fragment, **how)
        self.click("#mode-play")

    def keys(self, *keys: str) -> None:
        """Press keys where the focus is, and where it goes."""
        ActionChains(self.driver).send_keys(*keys).perform()

    @property
    def headline(self) -> str:
        """The answer in a few words, or how the game stands."""
        return self.text("#answer-title")

    @property
    def moves(self) -> list[str]:
        """The plies of the moves that are shown."""
        return self.texts(".move .chip")


@pytest.fixture
def page(browser: Any, address: str, tmp_path: Path) -> Iterator[GodomachiPage]:
    with pages.opened(GodomachiPage, browser, address, tmp_path) as page:
        yield page


# --- shapes, plies and moves -----------------------------------------------------------------


def some_pairs(cells: int, count: int) -> list[tuple[int, int]]:
    """Pairs of different polyominoes of a size."""
    draw = random.Random(cells)  # noqa: S311 - pairs, not secrets
    numbers = range(len(oracle.polyominoes(cells)))
    return [(a, b) for a, b in (draw.sample(numbers, 2) for _ in range(count))]


def every_pair(cells: int) -> list[tuple[int, int]]:
    """All pairs of a size, also of equal polyominoes."""
    count = len(oracle.polyominoes(cells))
    return [(a, b) for a in range(count) for b in range(count)]


PAIRS = [
    *((cells, *pair) for cells in range(1, 6) for pair in every_pair(cells)),
    *((cells, *pair) for cells in (6, 7) for pair in some_pairs(cells, 150)),
]


@cache
def cuts_of(cells: oracle.Cells) -> frozenset[oracle.Cut]:
    """All cuts of some cells, as the oracle finds them."""
    return frozenset(oracle.cuts(cells))


def test_every_shape_is_recognised_however_it_lies(page: GodomachiPage) -> None:
    texts = [
        [oracle.format_shape(image) for image in oracle.images(shape)]
        for cells in range(1, MAX_CELLS + 1)
        for shape in oracle.polyominoes(cells)
    ]
    found = page.module(
        "return given[0].map((images) => images.map((text) => {"
        "  const moved = shapes.parse(text).map(([x, y]) => [x + 2, y - 3]).reverse();"
        "  const { cells, number } = table.name(moved);"
        "  return [cells, number, shapes.write(moved)]; }));",
        texts,
    )
    numbers = [(cells, number) for cells in range(1, MAX_CELLS + 1) for number in range(len(oracle.polyominoes(cells)))]
    for images, (cells, number), answers in zip(texts, numbers, found, strict=True):
        assert answers == [[cells, number, image] for image in images]


def test_every_cut_is_found(page: GodomachiPage) -> None:
    found = page.module(
        "return data.sizes.slice(0, 6).flatMap(({ shapes: texts }) => texts.map((text) =>"
        "  shapes.cutsOf(shapes.parse(text)).map(({ piece, rest }) => [piece, rest])));"
    )
    every = [shape for cells in range(1, 7) for shape in oracle.polyominoes(cells)]
    for shape, cuts in zip(every, found, strict=True):
        places = {tuple(frozenset(map(tuple, part)) for part in cut) for cut in cuts}
        assert len(places) == len(cuts)
        assert places == cuts_of(frozenset(shape))


@pytest.mark.parametrize("max_cut", ["any", "half"])
def test_plies_and_moves_are_those_of_the_oracle(page: GodomachiPage, max_cut: oracle.MaxCut) -> None:
    found = page.module(
        "const played = new Table({ ...data, max_cut: given[1] });"
        "return given[0].map(([cells, a, b]) => {"
        "  const [one, other] = [a, b].map((number) => played.shape(cells, number));"
        "  return [played.plies(cells, a, b), played.moves(one, other).map((move) => ["
        "    move.plies, move.piece.cells, move.piece.number, move.restA.number, move.restB.number,"
        "    move.cuts.a.piece, move.cuts.a.rest, move.cuts.b.piece, move.cuts.b.rest])]; });",
        PAIRS,
        max_cut,
    )
    for (cells, a, b), (plies, moves) in zip(PAIRS, found, strict=True):
        one, other = oracle.polyominoes(cells)[a], oracle.polyominoes(cells)[b]
        assert plies == oracle.value(one, other, max_cut)
        kinds = {}
        for value, size, piece, rest_a, rest_b, *parts in moves:
            kind = (
                oracle.polyominoes(size)[piece],
                oracle.polyominoes(cells - size)[rest_a],
                oracle.polyominoes(cells - size)[rest_b],
            )
            piece_a, left_a, piece_b, left_b = (frozenset(map(tuple, part)) for part in parts)
            assert (piece_a, left_a) in cuts_of(frozenset(one))
            assert (piece_b, left_b) in cuts_of(frozenset(other))
            assert oracle.canonical(piece_a) == oracle.canonical(piece_b) == kind[0]
            assert (oracle.canonical(left_a), oracle.canonical(left_b)) == kind[1:]
            kinds[kind] = value
        assert len(kinds) == len(moves)
        assert kinds == oracle.move_kinds(one, other, max_cut)
        values = [move[0] for move in moves]
        assert values == sorted(values, key=oracle.preference)


def test_puzzles_have_one_kind_of_winning_first_move(page: GodomachiPage) -> None:
    pairs = [(6, *pair) for pair in every_pair(6)] + [(7, *pair) for pair in some_pairs(7, 300)]
    found = page.module("return given[0].map((pair) => table.isPuzzle(...pair));", pairs)
    for (cells, a, b), is_puzzle in zip(pairs, found, strict=True):
        one, other = oracle.polyominoes(cells)[a], oracle.polyominoes(cells)[b]
        plies = oracle.value(one, other)
        expected = plies >= 3 and plies % 2 == 1 and len(oracle.winning_kinds(one, other)) == 1
        assert is_puzzle == expected
    assert {cells for (cells, *_), is_puzzle in zip(pairs, found, strict=True) if is_puzzle} == {
        6, 7,
    }  # fmt: skip
    drawn = page.module(
        "return [1, 6, 7, 8].map((cells) => { const found = table.randomPuzzle(cells);"
        "  return found && [found.cells, table.isPuzzle(found.cells, found.a, found.b)]; });"
    )
    assert drawn == [[6, True], [6, True], [7, True], None]


# --- the perfect player ----------------------------------------------------------------------

PLAYED = """
return given[0].map(([cells, a, b, readerBegins, isPerfect]) => {
  const game = new Game(
    table, { a: table.shape(cells, a), b: table.shape(cells, b) }, readerBegins);
  while (!game.isOver) {
    const moves = table.moves(game.left.a, game.left.b);
    const { a: one, b: other } = moves[
      isPerfect ? 0 : Math.floor(Math.random() * moves.length)].cuts;
    game.marked = { a: one.piece, b: other.piece };
    if (!game.cut()) throw new Error(JSON.stringify(game.fault));
  }
  return [game.readerWon, game.plies.map(({ byReader, cuts, isMistake }) =>
    [byReader, isMistake, cuts.a.piece, cuts.b.piece])];
});
"""


def test_the_table_plays_perfectly_to_the_end(page: GodomachiPage) -> None:
    games = [
        (*pair, reader_begins, is_perfect)
        for pair in [(5, *pair) for pair in every_pair(5)]
        + [(cells, *pair) for cells in (6, 7) for pair in some_pairs(cells, 60)]
        for reader_begins in (True, False)
        for is_perfect in (True, False)
    ]
    found = page.module(PLAYED, games)
    for (cells, a, b, reader_begins, is_perfect), (reader_won, plies) in zip(games, found, strict=True):
        left = [frozenset(oracle.polyominoes(cells)[number]) for number in (a, b)]
        start = oracle.value(*left)
        for number, (by_reader, is_mistake, *pieces) in enumerate(plies):
            assert by_reader == (reader_begins == (number % 2 == 0))
            before = oracle.value(*left)
            removed = [frozenset(map(tuple, piece)) for piece in pieces]
            for i in (0, 1):
                assert (removed[i], left[i] - removed[i]) in cuts_of(left[i])
                left[i] -= removed[i]
            assert oracle.canonical(removed[0]) == oracle.canonical(removed[1])
            after = oracle.value(*left)
            assert is_mistake == (before % 2 == 1 and after % 2 == 1)
            if not by_reader:
                assert after + 1 == before
        assert oracle.canonical(left[0]) == oracle.canonical(left[1])
        assert reader_won == (reader_begins == (len(plies) % 2 == 1))
        if is_perfect:
            assert len(plies) == start
        if reader_begins != (start % 2 == 1):  # The table can win.
            assert not reader_won
            assert len(plies) <= start


def test_a_reader_who_follows_the_hints_wins_a_won_game(page: GodomachiPage) -> None:
    page.play(THREE_PLIES)
    assert page.headline == "Your turn: ply 1"
    page.click("#hint")
    assert page.text("#hint-text") == "You can win in 3 plies."
    assert page.marked("board-a") == set()
    page.click("#hint")
    assert "A best cut is marked." in page.status
    assert page.marked("board-a")
    page.picture("godomachi_hint")
    page.click("#cut")
    assert page.headline == "Your turn: ply 3"
    assert re.fullmatch(r"The table cut .+ off each shape\. Your turn: ply 3", page.status)
    assert len(page.all("#answer .log li")) == 2
    assert page.all("[data-kind=gone-table-now]")
    page.picture("godomachi_play")
    page.click("#hint")
    assert page.text("#hint-text") == "You can win with this very move."
    page.click("#hint")
    page.click("#cut")
    assert page.headline == "You win"
    assert "congruent after 3 plies" in page.text("#answer")
    assert page.status == "You win. The shapes are congruent after 3 plies."
    assert page.all("#cut") == []
    assert page.focused == "restart"
    assert not page.one("#hint").is_enabled()
    page.picture("godomachi_won")


def test_a_mistake_is_told_and_can_be_taken_back(page: GodomachiPage) -> None:
    page.play(THREE_PLIES)
    wrong = page.module(
        "const move = table.moves(table.shape(6, 2), table.shape(6, 14)).at(-1);"
        "return [move.plies, move.cuts.a.piece, move.cuts.b.piece];"
    )
    assert wrong[0] % 2 == 0
    page.mark("board-a", *wrong[1])
    page.mark("board-b", *wrong[2])
    page.click("#cut")
    assert page.text("#mistake") == "You could have won in 3 plies."
    assert page.texts("#answer .log .remark") == ["You could have won in 3 plies."]
    assert page.headline == ("The table wins" if wrong[0] == 2 else "Your turn: ply 3")
    page.picture("godomachi_mistake")
    page.click("#undo")
    assert page.headline == "Your turn: ply 1"
    assert page.all("#mistake, #answer .log") == []
    assert not page.one("#undo").is_enabled()


def test_the_table_may_begin(page: GodomachiPage) -> None:
    page.play(TWO_PLIES)
    page.click("#table-begins")
    assert page.focused == "table-begins"
    assert page.headline == "Your turn: ply 2"
    assert not page.one("#undo").is_enabled()
    page.hint_twice_and_cut()
    assert page.headline == "You win"  # The second player wins this pair.
    page.click("#undo")
    assert page.headline == "Your turn: ply 2"
    page.click("#restart")
    assert len(page.all("#answer .log li")) == 1
    page.go("#5-4-4")
    assert page.headline == "You win"
    assert "congruent from the start" in page.text("#answer")
    page.click("#reader-begins")
    assert page.headline == "The table wins"


# --- marking and cutting ---------------------------------------------------------------------


def test_a_refused_cut_is_explained_in_one_sentence(page: GodomachiPage) -> None:
    page.play("#5-11-4")  # X and U
    for on_a, on_b, says in (
        ([], [], "Mark a piece on A first."),
        ([(1, 0)], [], "Mark a piece on B first."),
        ([(1, 1)], [(0, 0)], "What is left of A would fall apart."),
        ([(1, 0), (0, 1)], [(0, 0)], "The piece on A does not hang together."),
        ([(1, 0)], [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)], "Nothing would be left of B."),
        ([(1, 0)], [(0, 1)], "What is left of B would fall apart."),
        ([(1, 0)], [(0, 0), (1, 0)], "The pieces on A and B are not congruent."),
    ):
        page.mark("board-a", *on_a)
        page.mark("board-b", *on_b)
        page.click("#cut")
        assert page.text("#fault") == says
        assert page.status == says
        assert page.marked("board-b") == {f"{x},{y}" for x, y in on_b}
        page.click("#unmark")
        assert page.all("#fault, [aria-pressed=true][data-cell]") == []
    faults = page.module(
        "const half = new Table({ ...data, max_cut: 'half' });"
        "const [one, other] = [shapes.parse('#/#/#/#/#'), shapes.parse('##/#./#./#.')];"
        "return [2, 3].map((count) => half.faultOf({"
        "  a: { piece: one.slice(0, count), rest: one.slice(count) },"
        "  b: { piece: other.slice(-count), rest: other.slice(0, -count) } }));"
    )
    assert faults == [{"kind": "pieceApart", "on": "b"}, {"kind": "tooLarge", "on": "a"}]


def test_cells_are_marked_by_dragging_and_by_keyboard(page: GodomachiPage) -> None:
    page.play("#5-5-10")  # V and Z
    page.drag("board-a", (0, 0), (0, 1), (0, 2))
    assert page.marked("board-a") == {"0,0", "0,1", "0,2"}
    page.cell("board-a", 0, 1).click()
    assert page.marked("board-a") == {"0,0", "0,2"}
    assert page.text("#marked") == "Marked: 2 on A, 0 on B"
    page.js("document.querySelector('#board-a [tabindex=\"0\"]').focus()")
    page.keys(Keys.HOME, Keys.ENTER, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SPACE)
    assert page.marked("board-a") == set()
    page.keys(Keys.ARROW_UP, Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.SPACE)
    assert page.marked("board-a") == {"2,0"}
    page.keys(Keys.TAB, Keys.END, Keys.SPACE)
    assert len(page.marked("board-b")) == 1
    page.press(Keys.TAB)
    assert page.focused == "cut"
    page.press(Keys.ENTER)
    assert page.texts("#answer .log li")[0].startswith("You: Piece 1-0; left are ")


# --- the answer ------------------------------------------------------------------------------


def test_the_answer_names_the_winner_and_all_first_moves(page: GodomachiPage) -> None:
    page.open("#5-8-6")
    assert page.headline == "The first player wins in one ply"
    assert page.texts(".one-shape h2") == ["A: 5-8 F", "B: 5-6 T"]
    one, other = oracle.pentomino("F"), oracle.pentomino("T")
    assert sorted(page.moves) == sorted(map(str, oracle.move_kinds(one, other).values()))
    assert page.moves[0] == "1"
    assert page.one("#move-0").get_attribute("aria-pressed") == "true"
    page.click("#move-4")
    assert page.focused == "move-4"
    assert len(page.all("#board-a [data-kind=piece]")) == len(page.all("#board-b [data-kind=piece]"))
    assert "cut off" in str(page.one("#board-a").get_attribute("aria-label"))
    page.go(TWO_PLIES)
    assert page.headline == "The second player wins in 2 plies"
    page.go("#7-9-9")
    assert page.headline == "Congruent: the second player has won"
    assert page.moves == []


def test_many_moves_are_shown_when_asked(page: GodomachiPage) -> None:
    page.open()
    shapes = oracle.polyominoes(6)
    a, b, count = max(
        ((a, b, len(oracle.move_kinds(shapes[a], shapes[b]))) for a, b in every_pair(6)),
        key=lambda found: found[2],
    )
    page.go(f"#6-{a}-{b}")
    assert len(page.moves) == 12 < count
    page.click("#all-moves")
    assert len(page.moves) == count
    assert page.focused == "move-12"


def test_what_a_move_leaves_can_be_looked_up(page: GodomachiPage) -> None:
    page.open(THREE_PLIES)
    page.click("#follow")
    page.until(lambda: page.hash != THREE_PLIES)
    assert page.headline == "The second player wins in 2 plies"
    page.driver.back()
    page.until(lambda: page.headline == "The first player wins in 3 plies")


def test_a_puzzle_hides_its_moves_until_asked(page: GodomachiPage) -> None:
    page.open(PUZZLE)
    assert page.headline == "The first player wins in 3 plies"
    assert "exactly one kind of first move wins" in page.text(".puzzle-note")
    assert page.all(".move, #follow, [data-kind=piece]") == []
    page.picture("godomachi_puzzle")
    page.click("#show-moves")
    assert [int(plies) % 2 for plies in page.moves].count(1) == 1
    page.click("#random-puzzle")
    assert re.fullmatch(r"#6-\d+-\d+-puzzle", page.hash)
    assert page.moves == []
    page.click("#try-puzzle")
    assert page.headline == "Your turn: ply 1"
    assert "exactly one kind" in page.text(".puzzle-note")
    page.click("#random-pair")
    assert re.fullmatch(r"#6-\d+-\d+", page.hash)


# --- choosing --------------------------------------------------------------------------------


def test_polyominoes_are_drawn_however_they_lie(page: GodomachiPage) -> None:
    page.open("#5-0-1")
    page.click("#way-draw")
    assert page.text("#drawn-a") == "A: nothing drawn"
    page.mark("draw-a", (3, 1), (2, 1), (2, 2), (1, 2))
    assert page.text("#drawn-a") == "A: polyomino 4-4"
    assert page.hash == "#5-0-1"
    page.mark("draw-a", (4, 4))
    assert page.text("#drawn-a") == "A: the cells do not hang together"
    assert page.hash == "#5-0-1"
    page.mark("draw-a", (4, 4))
    page.cell("draw-a", 2, 3).click()
    assert page.text("#drawn-a") == "A: polyomino 5-8 F"
    assert page.hash == "#5-8-1"
    assert page.texts(".one-shape h2")[0] == "A: 5-8 F"
    page.picture("godomachi_draw")
    page.mark("draw-a", (0, 0))
    assert page.text("#drawn-a") == "A: the cells do not hang together"
    page.click("#undo-drawing")
    assert page.text("#drawn-a") == "A: polyomino 5-8 F"
    page.click("#clear-a")
    assert page.text("#drawn-a") == "A: nothing drawn"
    page.drag("draw-b", *((x, 2) for x in range(5)))
    assert page.hash == "#5-8-0"
    page.js("document.querySelector('#draw-b [tabindex=\"0\"]').focus()")
    page.keys(Keys.HOME, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ENTER)
    assert page.marked("draw-b") == {"1,1", *(f"{x},2" for x in range(5))}
    page.mark("draw-a", *((x, 0) for x in range(6)))
    assert (page.text("#drawn-a"), page.text("#drawn-b")) == ("A: polyomino 6-0", "B: polyomino 6-2")
    assert page.hash == "#6-0-2"  # Of another size, both are taken at once.
    assert page.text("#see-answer") == page.headline
    page.mark("draw-a", (6, 0))
    assert page.text("#drawn-a") == "A: 7 cells; B has 6"


def searched(page: GodomachiPage) -> None:
    """Wait until a search has come to its end."""
    page.until(lambda: page.all("#cancel-search") == [])


def outline_of(text: str) -> list[tuple[int, int]]:
    """The cells of a shape that is written row by row, such as `##/#.`."""
    return [(x, y) for y, row in enumerate(text.split("/")) for x, sign in enumerate(row) if sign == "#"]


LARGE = {
    "###/###/###": "#.../#.../#.../#.../##../.###",
    "####/#..#/####": "###/#../####/..##",
    ".##/##./.#./.##/.#./.#./##.": "###########",
    "####/####/###.": "#####/##.##/..##.",
}
"""Pairs of 9 to 11 cells; from 11 on it matters how much may be cut off."""


@pytest.mark.parametrize("max_cut", ["any", "half"])
def test_pairs_that_are_searched_have_the_values_of_the_pipeline(page: GodomachiPage, max_cut: str) -> None:
    found = page.module(
        "const { SearchedTable } = await import('./table.js');"
        "const listed = new Table({ ...data, max_cut: given[1] });"
        "const searched = (a, b) => new Promise((resolve, reject) => {"
        "  const worker = new Worker('search_worker.js', { type: 'module' });"
        "  worker.onerror = reject;"
        "  worker.onmessage = ({ data: { sizes } }) => {"
        "    if (sizes) { worker.terminate(); resolve(new SearchedTable(sizes, listed)); } };"
        "  worker.postMessage({ a, b, maxCut: given[1] }); });"
        "const answers = [];"
        "for (const pair of given[0]) {"
        "  const [a, b] = pair.map(shapes.parse);"
        "  const found = await searched(a, b);"
        "  answers.push([found.pliesOf(a, b), found.moves(a, b).map(({ plies }) => plies),"
        "    found.bestLine(a, b).map(({ plies }) => plies)]);"
        "}"
        "return answers;",
        list(LARGE.items()),
        max_cut,
    )
    for (a, b), (plies, moves, line) in zip(LARGE.items(), found, strict=True):
        pair = Pair(*(parse_shape(text, "a shape", 11) for text in (a, b)), MaxCut(max_cut))
        assert plies == pair.plies(*pair.start)
        assert moves == [move.plies for move in pair.moves(*pair.start)]
        assert line == list(range(plies, 0, -1))


def test_shapes_too_large_for_the_table_are_drawn_and_searched(page: GodomachiPage) -> None:
    one, other = next(iter(LARGE.items()))
    page.open("#5-0-1")
    page.click("#way-draw")
    page.mark("draw-a", *outline_of(one))
    page.mark("draw-b", *outline_of(other))
    searched(page)
    assert page.headline == page.status == "The first player wins in 3 plies"
    assert page.hash == "#" + f"{one}-{other}".replace("#", "x")
    assert page.texts(".one-shape h2") == ["A: 9 cells", "B: 9 cells"]
    assert len(page.all("#best-line li")) == 3
    assert page.all("#wall") == []
    page.click("#mode-play")
    while page.headline.startswith("Your turn"):
        page.hint_twice_and_cut()
    assert page.headline == "You win"
    page.show_again()
    searched(page)
    assert page.headline == "The first player wins in 3 plies"
    page.click("#follow")
    page.until(lambda: page.headline == "The second player wins in 2 plies")
    page.driver.back()
    page.until(lambda: page.headline == "The first player wins in 3 plies")
    page.click("#size-5")
    assert page.hash == "#5-0-4"  # The first pair that takes longest.
    assert page.all("#wall")


def test_the_widest_shapes_can_be_hit_by_fingers_on_the_smallest_phone(page: GodomachiPage) -> None:
    stairs = [(i // 2, (i + 1) // 2) for i in range(15)]  # 8 cells wide however it lies
    page.open("#5-0-1", size=PHONES[-1])
    page.click("#way-draw")
    for side in "ab":
        page.mark(f"draw-{side}", *stairs)
    page.until(lambda: page.texts(".one-shape h2") == ["A: 15 cells", "B: 15 cells"])
    page.click("#mode-play")
    pages.check_for_fingers(page)
    assert page.width <= PHONES[-1][0]
    for board in ("draw-a", "board-a"):
        left, right = page.js(
            "arguments[0].scrollIntoView({ inline: 'nearest' });"
            "const { left, right } = arguments[0].getBoundingClientRect(); return [left, right];",
            page.cell(board, *stairs[-1]),
        )
        assert 0 <= left < right <= PHONES[-1][0]


def test_a_search_is_told_and_can_be_cancelled(page: GodomachiPage) -> None:
    page.open("#5-0-1")
    page.go(f"#{'/'.join(['xxx'] * 5)}-{'/'.join('x' * 15)}")
    assert page.headline == "Searching all games of 15 cells"
    page.click("#cancel-search")
    assert page.hash == "#5-0-1"
    assert page.headline == "The first player wins in one ply"


def test_polyominoes_are_taken_from_the_gallery(page: GodomachiPage) -> None:
    page.open("#6-0-1")
    assert len(page.all(".thumbnail")) == 35
    page.one("#polyomino-20").click()
    assert page.hash == "#6-20-1"
    page.click("#choose-b")
    page.click("#polyomino-31")
    assert page.hash == "#6-20-31"
    assert [page.text(f"#polyomino-{n} .sides") for n in (20, 31)] == ["A", "B"]
    page.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert page.focused == "polyomino-29"
    page.press("a")
    assert page.hash == "#6-29-31"
    page.keys(Keys.HOME, Keys.ENTER)
    assert page.hash == "#6-29-0"
    assert page.focused == "polyomino-0"
    label = page.one("#polyomino-0").get_attribute("aria-label")
    assert label == "Polyomino 6-0, now B: #/#/#/#/#/#"


def test_sizes_keep_their_pairs(page: GodomachiPage) -> None:
    page.open("#5-3-7")
    assert page.texts("#sizes button") == [f"{cells} cells" for cells in range(3, 8)]
    page.click("#size-7")
    assert len(page.all(".thumbnail")) == 108
    assert page.one("#size-7").get_attribute("aria-pressed") == "true"
    page.click("#size-5")
    assert page.hash == "#5-3-7"


# --- the wall chart --------------------------------------------------------------------------

FIELDS = """
const areas = {};
const rows = Array.from({ length: given[0] }, () => Array(given[0]).fill(null));
for (const path of document.querySelectorAll('#chart .fields [data-plies]')) {
  for (const [, x, y, width] of path.getAttribute('d').matchAll(/M(\\d+) (\\d+)h(\\d+)v1/g)) {
    for (let i = 0; i < +width; i++) rows[+y][+x + i] = Number(path.dataset.plies);
  }
}
const dots = (document.querySelector('#chart .second-player').getAttribute('d').match(/M/g)
  ?? []).length;
return [rows, dots];
"""


def test_the_wall_chart_shows_all_pairs(page: GodomachiPage) -> None:
    page.open()
    for cells in (3, 5, 6):
        page.click(f"#size-{cells}")
        matrix = oracle.value_matrix(cells)
        rows, dots = page.js_awaited(FIELDS, len(matrix))
        assert rows == matrix
        assert dots == sum(plies > 0 and plies % 2 == 0 for row in matrix for plies in row)
    page.click("#size-7")
    rows, _ = page.js_awaited(FIELDS, 108)
    found = Counter(rows[i][j] for j in range(108) for i in range(j))
    assert found == {1: 3296, 2: 491, 3: 1432, 4: 559}
    assert page.texts(".plies-legend li") == [
        "0: congruent\n108 pairs",
        "1: first player wins\n3,296 pairs",
        "2: second player wins\n491 pairs",
        "3: first player wins\n1,432 pairs",
        "4: second player wins\n559 pairs",
    ]


def test_plies_are_told_apart_by_colour_and_without(page: GodomachiPage) -> None:
    for colours in ("light", "dark"):
        page.open("#7-0-1", colours=colours)
        fills = page.js(
            "return [...document.querySelectorAll('#chart .fields [data-plies]')].map((path) =>"
            "getComputedStyle(path).fill.match(/\\d+/g).slice(0, 3).map(Number))"
        )
        lightness = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in fills]
        assert abs(lightness[1] - lightness[3]) > 60  # Both first player, without dots.
        assert abs(lightness[2] - lightness[4]) > 60  # Both second player, with dots.
        for plies in (1, 3):
            red, _, blue = fills[plies]
            assert blue > red
        for plies in (2, 4):
            red, _, blue = fills[plies]
            assert red > blue


def test_a_pair_is_taken_from_the_wall_chart(page: GodomachiPage) -> None:
    page.open("#5-0-1")
    point = page.js(
        "const chart = document.getElementById('chart'); chart.scrollIntoView({ block: 'center',"
        "behavior: 'instant' }); const at = new DOMPoint(7.5, 3.5)"
        ".matrixTransform(chart.getScreenCTM()); return [at.x, at.y].map(Math.round)"
    )
    mouse = ActionChains(page.driver, duration=10)
    mouse.w3c_actions.pointer_action.move_to_location(*point)
    mouse.perform()
    assert "A 5-3 P, B 5-7 N" in page.text("#pointed")
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


def test_charts_to_print_are_linked_where_there_are_any(page: GodomachiPage, address: str) -> None:
    page.open("#5-0-1")
    links = [link.get_attribute("href") for link in page.all(".print-links a")]
    assert links == [f"{address}godomachi/{name}-5.svg" for name in ("wall-chart", "shapes")]
    page.click("#size-7")
    assert page.all(".print-links") == []


# --- addresses -------------------------------------------------------------------------------


def test_back_and_forward_go_from_pair_to_pair(page: GodomachiPage) -> None:
    page.open()
    first = page.texts(".one-shape h2")
    page.click("#size-5")
    page.click("#polyomino-8")
    after = page.hash
    page.driver.back()
    page.driver.back()
    page.until(lambda: page.texts(".one-shape h2") == first)
    page.driver.forward()
    page.driver.forward()
    page.until(lambda: page.hash == after)
    assert page.texts(".one-shape h2")[0] == "A: 5-8 F"


def test_an_address_of_no_pair_says_so(page: GodomachiPage) -> None:
    page.open("#nonsense")
    assert page.text("#bad-address") == "The address names no pair: #nonsense"
    for fragment in ("#8-0-1", "#2-0-0", "#6-0-35", "#6-1", "#6-0-1-2", "#%E0%A4%A",
                     "#6-0-1-puzzle", "#5--1-2", "#xxx-xx", "#xx/..x-xxx",
                     "#" + "-".join(2 * ["x" * 16])):  # fmt: skip
        page.go(fragment)
        assert fragment in page.text("#bad-address")
        assert len(page.all(".thumbnail")) == 35
    page.click("#polyomino-3")
    assert page.all("#bad-address") == []


def test_the_link_of_a_pair_is_copied(page: GodomachiPage, address: str) -> None:
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions",
        {"origin": address, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]},
    )
    page.open(PUZZLE)
    page.click("#share")
    page.until(lambda: page.status == "Link copied.")
    read = "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))"
    assert page.driver.execute_async_script(read) == f"{address}godomachi/{PUZZLE}"


# --- for everybody ---------------------------------------------------------------------------

VIEWS = ("#5-8-6", PUZZLE, "#nonsense", "#7-4-4")


def in_all_states(page: GodomachiPage) -> Iterator[str]:
    """Go through what the page can show, in the language and size of the moment."""
    for fragment in VIEWS:
        page.go(fragment)
        yield fragment
    page.click("#way-draw")
    page.mark("draw-a", (0, 0))
    yield "drawing"
    page.go(THREE_PLIES)
    page.click("#mode-play")
    page.click("#cut")
    yield "refused"
    page.hint_twice_and_cut()
    yield "played"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_texts_have_enough_contrast(page: GodomachiPage, colours: str) -> None:
    page.open(THREE_PLIES, colours=colours)
    page.picture(f"godomachi_{colours}", whole=True)
    for state in in_all_states(page):
        assert page.low_contrasts == [], state


@pytest.mark.parametrize("language", ["en", "ja"])
def test_everything_to_operate_has_a_name(page: GodomachiPage, language: str) -> None:
    operated = "button, a, [role=application], [role=img]"
    page.open("#3-0-1", language=language)
    page.click("#mode-play")
    page.click("#way-draw")
    pages.check_names(page, operated)
    page.click("#mode-look")
    pages.check_names(page, f":is(#pair, #answer) :is({operated})")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_wider_than_a_phone(page: GodomachiPage, language: str) -> None:
    for size in PHONES:
        page.open("#7-30-71", size=size, language=language)
        assert page.width <= size[0]
        page.picture(f"godomachi_phone_{size[0]}_{language}")
    for state in in_all_states(page):
        assert page.width <= PHONES[-1][0], state


def test_the_focus_is_seen(page: GodomachiPage) -> None:
    page.open("#3-0-1")
    page.js(
        "window.stops = []; addEventListener('focusin', ({ target }) =>"
        "  stops.push([target.id, getComputedStyle(target).outlineStyle]));"
    )
    page.keys(*[Keys.TAB] * 30)
    stops = page.js("return stops")
    assert [name for name, outline in stops if outline == "none"] == []
    order = [name for name, _ in stops]
    assert order.count("polyomino-0") == 1
    assert "polyomino-1" not in order
    assert order.index("mode-look") < order.index("move-0") < order.index("chart")


def test_the_first_stop_skips_to_the_content(page: GodomachiPage) -> None:
    page.open(TWO_PLIES)
    pages.check_skipping(page)
    assert page.hash == TWO_PLIES


def test_cuts_move_only_where_motion_is_welcome(page: GodomachiPage) -> None:
    page.play(THREE_PLIES)
    page.hint_twice_and_cut()
    name = "return getComputedStyle(document.querySelector('[data-kind$=now]')).animationName"
    assert page.js(name) == "none"
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia",
        {"features": [{"name": "prefers-reduced-motion", "value": "no-preference"}]},
    )
    assert page.js(name) == "cut-off"


def test_marked_cells_are_seen_with_forced_colours(page: GodomachiPage) -> None:
    page.play("#4-0-1")
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]}
    )
    page.mark("board-a", (0, 0))
    behind = "return getComputedStyle(arguments[0]).backgroundColor"
    assert page.js(behind, page.cell("board-a", 0, 0)) != page.js(behind, page.cell("board-a", 0, 1))
    page.picture("godomachi_forced_colours")


def test_a_phone_is_operated_by_fingers_and_an_audit_finds_nothing(page: GodomachiPage) -> None:
    for fragment, way in (("", "gallery"), ("#5-1-2", "draw")):
        page.open(fragment, size=PHONES[-1])
        page.click(f"#way-{way}")
        pages.check_for_fingers(page)
        pages.check_audit(page)


def test_both_languages_say_the_same_things(page: GodomachiPage) -> None:
    page.open()
    pages.check_languages(page, "godomachi")


def test_language_and_colours_are_those_of_the_atlas(page: GodomachiPage) -> None:
    page.open(TWO_PLIES)
    light = page.background
    page.click("#way-draw")
    page.mark("draw-a", (0, 0))
    page.click("[data-language=ja]")
    page.click("#dark")
    assert page.js("return document.documentElement.lang") == "ja"
    assert page.headline == "2手で後手の勝ち"
    assert page.text("#clear-a") == "消す"
    assert page.background != light
    assert page.js("return [localStorage.language, localStorage.colours]") == ["ja", "dark"]
    page.picture("godomachi_japanese", whole=True)
    page.show_again()
    assert page.headline == "2手で後手の勝ち"
    assert page.one("#dark").get_attribute("aria-pressed") == "true"
    page.click("#dark")
    assert page.background == light


def test_a_game_survives_another_language(page: GodomachiPage) -> None:
    page.play(THREE_PLIES)
    page.hint_twice_and_cut()
    page.click("[data-language=ja]")
    assert page.headline == "あなたの番\N{FULLWIDTH COLON}3手目"
    assert len(page.all("#answer .log li")) == 2


def test_little_is_loaded_and_all_from_the_site(page: GodomachiPage, address: str) -> None:
    page.open(TWO_PLIES)
    loaded = page.loaded
    assert all(name.startswith((address, "data:")) for name, _ in loaded)
    assert {f"{address}kit/style.css", f"{address}godomachi/data.json"} <= {name for name, _ in loaded}
    assert sum(size for _, size in loaded) < MAX_BYTES_TO_LOAD


def test_pages_lead_to_each_other(page: GodomachiPage, address: str) -> None:
    page.open()
    links = [link.get_attribute("href") for link in page.all("#nav a")]
    assert links == [f"{address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan")]


def test_a_page_that_cannot_load_its_data_says_so(page: GodomachiPage) -> None:
    page.open()
    pages.check_loading_failure(page)
