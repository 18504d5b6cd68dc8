"""Practice on the pages, played to the end by keyboard and by touch, against `practised.py`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.keys import Keys

from tablebases import godomachi, millijan, nine_tiles
from tablebases.arrow.answers import find_level
from tablebases.arrow.practice import daily_board
from tablebases.millijan.names import latin_name
from tablebases.millijan.practice import daily_hands
from tablebases.millijan.questions import tile_name
from tests.browser import pages
from tests.browser.atlases import LARGER_PUZZLES
from tests.browser.dates import TODAY
from tests.browser.pages import PHONE, flick, touch
from tests.browser.practised import (
    BEST,
    Round,
    SoloGame,
    Verdict,
    daily_cards,
    discard_score,
    hardest_board,
    result_line,
    seeded_board,
    seeded_cards,
    tally,
    verdict_on,
)
from tests.browser.typed import no_progress
from tests.millijan.helpers import TILES

pytestmark = pages.needs_browser

SEED = 6
LEVELS = ("easy", "medium", "hard", "expert")
FAR_APART = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
"""Time zones 25 hours apart, which never have the same date."""


@pytest.fixture
def arrow(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("arrow_puzzle", "arrow/", "arrow_puzzle.js")


@pytest.fixture
def discards(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("millijan", "millijan/", "millijan.js")


@pytest.fixture
def cuts(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("godomachi", "godomachi/", "godomachi.js")


@pytest.fixture
def towns(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("whole", "nine-tiles/", "nine_tiles_panic.js")


def needed_taps(played: Round) -> list[int]:
    """Tiles whose taps solve a board with the fewest taps; the round is then at its end."""
    tiles = []
    while played.left:
        tiles.append(played.hint)
        assert played.tap(tiles[-1])
    return tiles


def kept(page: pages.Page, game: str) -> dict[str, object]:
    """The progress in a game, as the browser keeps it."""
    found: dict[str, object] = json.loads(page.js("return localStorage.practice"))["games"][game]
    return found


def progress_in(page: pages.Page) -> str:
    """What the player has reached, which the page may have folded away."""
    (text,) = page.map("#progress", "e.textContent")
    return str(text)


# --- the same as in Python -------------------------------------------------------------------


def test_daily_puzzles_of_all_games_are_the_same_in_two_time_zones(page_in: Callable[..., pages.Page]) -> None:
    places = {"arrow_puzzle": "arrow/", "godomachi": "godomachi/", "millijan": "millijan/", "whole": "nine-tiles/"}
    shown = []
    for zone in FAR_APART:
        for atlas, place in places.items():
            page = page_in(atlas, place)
            with pages.time_zone(page, zone):
                page.show("practice.html#daily")
                assert page.js("return Intl.DateTimeFormat().resolvedOptions().timeZone") == zone
                assert (page.hash, page.count("#bad-address")) == ("#daily", 0)
                shown.append(page.js("return document.getElementById('content').outerHTML"))
                numbers = page.map("#board .shown-number", "Number(e.textContent)")
            assert numbers == ([step + 1 for step in daily_board(TODAY).steps] if place == "arrow/" else [])
    assert shown[: len(places)] == shown[len(places) :]


# --- the arrow puzzle ------------------------------------------------------------------------


def test_a_player_solves_a_board_by_keyboard(arrow: pages.Page) -> None:
    arrow.show()
    arrow.js("document.getElementById('practise').focus()")
    arrow.keys(Keys.ENTER)
    arrow.until(lambda: arrow.count("#verdict") == 1)
    arrow.show(f"practice.html#easy_{SEED}")
    played = Round(seeded_board(find_level("easy"), SEED))
    tiles = needed_taps(played)
    assert arrow.headline == f"{played.fewest} taps to go"
    arrow.js("document.querySelector('#board [data-tile]').focus()")
    for left, tile in zip(range(played.fewest - 1, -1, -1), tiles, strict=True):
        arrow.keys(Keys.HOME, *[Keys.ARROW_DOWN] * (tile // 3), *[Keys.ARROW_RIGHT] * (tile % 3), Keys.ENTER)
        if left > 1:
            assert arrow.headline == f"{left} taps to go"
            assert arrow.status == f"That tap was needed. {left} taps to go"
    assert arrow.headline == arrow.text("#answer-title") == "Solved with the fewest taps"
    assert (arrow.count("#board [data-kind=up]"), arrow.count("#answer.right")) == (9, 1)
    assert (
        arrow.text("#result")
        == played.result
        == f"Arrow puzzle: taps used {played.fewest}, fewest possible {played.fewest}"
    )
    assert kept(arrow, "arrow") == {"streak": 1, "longest": 1, "days": {}, "boxes": {}}


def test_the_hardest_boards_of_the_page_are_those_of_python(arrow: pages.Page) -> None:
    for seed in (7, 0, 9_999_999):
        arrow.show(f"practice.html#hardest_{seed}")
        shown = arrow.js(
            "return [...document.querySelectorAll('#board [data-tile]')].map((e) => [e.dataset.tile, e.ariaLabel])"
        )
        numbers = {int(tile): int(label.rpartition(": ")[2]) for tile, label in shown}
        board = hardest_board(seed)
        assert [numbers[tile] - 1 for tile in range(37)] == [*board.steps]
        assert arrow.headline == f"{Round(board).fewest} taps to go" == "81 taps to go"
        assert arrow.map("#kinds [aria-pressed=true]", "e.id") == ["kind-hardest"]
    arrow.click("#next")
    assert arrow.hash.startswith("#hardest_")
    arrow.click("#kind-expert")
    assert arrow.hash.startswith("#expert_")


def test_a_player_solves_a_board_by_touch_with_a_tap_too_many(arrow: pages.Page) -> None:
    arrow.show(f"practice.html#easy_{SEED}", size=PHONE)
    played = Round(seeded_board(find_level("easy"), SEED))
    wrong = 0  # the only solution does not tap it
    assert not played.tap(wrong)
    touch(arrow, f"#board [data-tile='{wrong}']")
    arrow.until(lambda: arrow.text(".summary .error") == "That tap was not needed.")
    for tile in needed_taps(played):
        touch(arrow, f"#board [data-tile='{tile}']")
    arrow.until(lambda: arrow.count("#result") == 1)
    assert arrow.text("#result") == played.result
    assert arrow.headline == f"Solved with {played.done - played.fewest} taps too many"
    assert arrow.count("#answer.right") == 0
    progress = kept(arrow, "arrow")
    assert (progress["streak"], list(progress["boxes"])) == (0, [f"easy_{SEED}"])  # type: ignore[call-overload]
    arrow.set_clock(24 * 60 * 60)
    for is_repeated in (False, True):  # never the same board twice in a row
        touch(arrow, "#next")
        arrow.until(lambda: arrow.count(".summary .quiet") and arrow.count("#result") == 0)
        arrow.until(lambda again=is_repeated: (arrow.hash == f"#easy_{SEED}") == again)
    assert arrow.headline == f"{played.fewest} taps to go"


def test_progress_survives_a_reload_and_is_copied_and_deleted(arrow: pages.Page) -> None:
    arrow.show("practice.html#daily")
    played = Round(daily_board(TODAY), TODAY)
    for tile in needed_taps(played):
        arrow.click(f"#board [data-tile='{tile}']")
    assert arrow.text("#result") == played.result
    arrow.show_again()
    assert arrow.text("#result") == played.result
    assert progress_in(arrow) == "Without a mistake in a row: 1. Your record: 1. Daily puzzles in a row: 1."
    assert arrow.count("#progress, #export, #reset") == 0, "it is closed at first"
    arrow.click("#own-progress summary", "#copy-result")
    arrow.until(lambda: arrow.js_awaited("return await navigator.clipboard.readText();") == played.result)
    arrow.click("#export")
    arrow.until(lambda: arrow.status == "Progress copied.")
    copied = json.loads(arrow.js_awaited("return await navigator.clipboard.readText();"))
    progress = {"streak": 1, "longest": 1, "days": {TODAY: played.result}, "boxes": {}}
    assert copied == {"version": 1, "games": {"arrow": progress}}
    arrow.js("window.confirm = () => false")
    arrow.click("#reset")
    assert kept(arrow, "arrow") == progress
    arrow.js("window.confirm = () => true")
    arrow.click("#reset")
    assert json.loads(arrow.js("return localStorage.practice")) == {"version": 1, "games": {}}
    assert (progress_in(arrow), arrow.status) == (
        "You have not solved a puzzle without a mistake yet.",
        "Progress deleted.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "7",
        "null",
        '{"version":1}',
        '{"version":2,"games":{"arrow":{"longest":9}}}',
        '{"version":1,"games":{"arrow":null}}',
        '{"version":1,"games":{"arrow":{"boxes":null,"days":3,"longest":"x"}}}',
        '{"version":1,"games":{"arrow":{"boxes":{"easy_1":7,"easy_2":null}}}}',
    ],
)
def test_progress_of_another_form_counts_as_none(arrow: pages.Page, text: str) -> None:
    arrow.show(f"practice.html#easy_{SEED}")
    arrow.js("localStorage.practice = arguments[0]", text)
    arrow.show_again()
    assert progress_in(arrow) == "You have not solved a puzzle without a mistake yet."


def paste_progress(page: pages.Page, text: str | None) -> str:
    """Paste a text as progress; returns what the page says."""
    page.js("window.alert = (text) => { window.said = text; }; window.prompt = () => arguments[0]", text)
    page.js("window.said = ''; document.getElementById('own-progress').open = true")
    page.click("#import")
    return str(page.js("return window.said")) or page.status


def test_a_player_takes_progress_along_to_another_browser(arrow: pages.Page) -> None:
    arrow.show(f"practice.html#easy_{SEED}")
    boxes = {"easy_7": [0, 0], "square-5-6_12": [1, 0]}
    progress = {"streak": 2, "longest": 4, "days": {TODAY: "Arrow puzzle"}, "boxes": boxes}
    assert paste_progress(arrow, json.dumps({"version": 1, "games": {"arrow": progress}})) == "Progress taken over."
    assert progress_in(arrow) == (
        "Without a mistake in a row: 2. Your record: 4. Daily puzzles in a row: 1. 2 puzzles come again today."
    )
    assert kept(arrow, "arrow") == progress
    paste_progress(arrow, None)
    assert kept(arrow, "arrow") == progress, "a reader who closes the window changes nothing"


@pytest.mark.parametrize("place", ["arrow", "godomachi", "millijan", "millijan#solo", "nine-tiles"])
def test_every_page_refuses_what_is_no_progress_and_loses_nothing(
    page_in: Callable[..., pages.Page], place: str
) -> None:
    page = page_in("whole")
    page.show("/practice.html#".join(place.partition("#")[::2]))
    games = ("arrow", "godomachi", "millijan", "millijan solo", "nine-tiles")
    before = json.dumps({"version": 1, "games": {game: {"streak": 3, "longest": 7} for game in games}})
    page.js("localStorage.practice = arguments[0]", before)
    page.show_again()
    shown = progress_in(page)
    script = """
        let said;
        Object.assign(window, { alert(text) { said.push(text); } });
        return arguments[0].map((text) => {
          said = [];
          window.prompt = () => text;
          document.getElementById("import").click();
          return [text.slice(0, 99), said.join(), localStorage.practice];
        });"""
    sentence = "This is not copied progress. Nothing has changed."
    assert [one for one in page.js(script, no_progress()) if one[1:] != [sentence, before]] == []
    assert progress_in(page) == shown
    page.show_again()
    assert progress_in(page) == shown


def test_pasted_progress_leaves_other_games_and_a_full_store_loses_nothing(arrow: pages.Page) -> None:
    arrow.show(f"practice.html#easy_{SEED}")
    both = {game: {"streak": 1, "longest": 2, "days": {}, "boxes": {}} for game in ("arrow", "godomachi")}
    assert paste_progress(arrow, json.dumps({"version": 1, "games": both})) == "Progress taken over."
    for games in ({"arrow": {"streak": 4, "longest": 5}}, {}):
        assert paste_progress(arrow, json.dumps({"version": 1, "games": games})) == "Progress taken over."
        assert progress_in(arrow) == "Without a mistake in a row: 4. Your record: 5."
        assert kept(arrow, "godomachi") == both["godomachi"]
    arrow.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    assert (
        paste_progress(arrow, json.dumps({"version": 1, "games": {"arrow": {"longest": 9}}})) == "Progress taken over."
    )
    assert progress_in(arrow) == "Without a mistake in a row: 0. Your record: 9.", "until the page is closed"


@pytest.mark.parametrize("address", ["#nonsense", "#easy_x", "#easy_12345678", "#square-5-6_1", "#%E3"])
def test_the_page_names_an_address_without_a_board(arrow: pages.Page, address: str) -> None:
    arrow.show(f"practice.html{address}")
    assert address in arrow.text("#bad-address")
    assert arrow.count("#board .face") == 9


# --- MilliJan --------------------------------------------------------------------------------


def test_a_player_discards_the_hands_of_a_day_by_keyboard(discards: pages.Page) -> None:
    discards.show("practice.html#daily")
    scores = []
    for number, hand in enumerate(daily_hands(TODAY), start=1):
        assert discards.text("#hand-title") == f"Hand {number} of 5: choose the tile to discard"
        ranked = millijan.discards(" ".join(map(str, hand))).discards
        names = discards.map(".hand .idol-name", "e.textContent")
        place = number if number > 2 else names.index(ranked[0].discard)
        one = next(each for each in ranked if each.discard == names[place])
        discards.js("document.getElementById('hand-0').focus()")
        discards.keys(*[Keys.ARROW_RIGHT] * place, Keys.ENTER)
        scores.append(discard_score(one, ranked[0]))
        result = result_line("MilliJan", TODAY, tally(scores))
        assert discards.headline == discards.status == f"{scores[-1]} of {BEST} points"
        assert discards.text("#result") == result
        assert discards.focused == "next"
        assert discards.text("#next") == ("Next puzzle" if number < 5 else "Go on practising")
        if number < 5:
            discards.keys(Keys.ENTER)
            assert discards.focused == "hand-0"
    assert kept(discards, "millijan")["days"] == {TODAY: result}
    discards.show_again()
    assert discards.text("#result") == result


def test_a_player_discards_by_touch_one_hand_after_another(discards: pages.Page) -> None:
    discards.show("", size=PHONE)
    touch(discards, "#practise")
    discards.until(lambda: discards.count("#own-progress") == 1)
    for number in range(1, 4):
        hand = discards.map(".hand .idol-name", "e.textContent")
        best = hand.index(millijan.discards(hand).discards[0].discard)
        touch(discards, f"#hand-{best}")
        discards.until(lambda: discards.headline == "100 of 100 points")
        assert discards.text("#result").startswith(f"MilliJan: {number} of {number} best discards")
        assert progress_in(discards) == f"Without a mistake in a row: {number}. Your record: {number}."
        touch(discards, "#hand-0")
        touch(discards, "#next")
        discards.until(lambda: discards.headline.startswith("Distance "))
    assert discards.hash != ""


def told(text: str) -> str:
    """A sentence as the English page has it: names of idols, before a list of units, are in Latin letters too."""
    names = {tile.name: f"{latin_name(tile.kana)} {tile.name}" for tile in TILES}
    start, colon, units = text.partition("wins: " if "wins: " in text else "units: ")
    every = "|".join(sorted(names, key=len, reverse=True))
    return re.sub(every, lambda found: names[found[0]], start) + colon + units


def best_place(page: pages.Page, game: SoloGame) -> int:
    """The place of the best discard in the hand of a game, which also discards it."""
    assert page.map(".hand .idol-name", "e.textContent") == [tile_name(str(kind)) for kind in game.hand]
    best = game.ranked.discards[0].discard
    place = [tile_name(str(kind)) for kind in game.hand].index(best)
    game.discard(best)
    return place


SHORT_DAY, SHORT_SEED = "2026-11-15", 19
"""Games that best discards win at draws 12 and 7."""


def test_a_player_wins_the_solo_game_of_a_day_by_keyboard(discards: pages.Page) -> None:
    discards.show("practice.html#3")
    discards.set_clock(0, SHORT_DAY)
    discards.js("document.getElementById('kind-solo').focus()")
    discards.keys(Keys.ENTER)
    assert discards.hash.startswith("#solo_")
    discards.js("document.getElementById('daily').focus()")
    discards.keys(Keys.ENTER)
    game = SoloGame(SHORT_DAY)
    assert discards.hash == "#solo_daily"
    while not game.is_over:
        assert discards.headline == f"Draw {game.draws}: {told(tile_name(str(game.hand[-1])))}"
        assert discards.text(".aside") == f"{150 - game.draws} tiles left"
        discards.js("document.getElementById('hand-0').focus()")
        discards.keys(*[Keys.ARROW_RIGHT] * best_place(discards, game), Keys.ENTER)
    assert discards.headline == discards.status == f"Won at draw 12: {game.judged.score:,} points"
    assert discards.texts("#units .unit-name") == [unit.unit for unit in game.judged.splits[0].units]
    assert discards.text("#result") == game.result(SHORT_DAY)
    assert discards.text("#coach") == "Every discard was a best one."
    assert discards.focused == "next"
    progress = {"streak": 0, "longest": 0, "days": {SHORT_DAY: game.result(SHORT_DAY)}, "boxes": {}, "fewest": 12}
    assert kept(discards, "millijan solo") == progress
    assert progress_in(discards) == "Fewest draws to a win: 12. Daily puzzles in a row: 1."
    discards.js("document.getElementById('draw-2').focus()")
    discards.keys(Keys.SPACE)
    first = game.choices[1]
    assert discards.status == discards.text("#hand-title") == f"Draw 2: you discarded {told(first.chosen.discard)}"
    assert {*discards.map(".hand [data-best] .idol-name", "e.textContent")} >= {first.chosen.discard}
    assert all(told(text) in discards.text("#reason") for text in first.ranked.reasons())
    assert discards.count("#discarded .small-tile") == 1
    discards.keys(Keys.SPACE)
    assert (discards.count("#reason"), discards.text("#hand-title")) == (0, "Hand at the end")
    discards.js("document.getElementById('next').focus()")
    discards.keys(Keys.ENTER)
    assert discards.headline.startswith("Draw 1: ")
    discards.click("#daily")
    assert discards.text("#result") == game.result(SHORT_DAY)


def test_a_player_wins_a_solo_game_by_touch_after_a_wrong_discard(discards: pages.Page) -> None:
    discards.show(f"practice.html#solo_{SHORT_SEED}", size=PHONE)
    game = SoloGame(str(SHORT_SEED))
    ranked = game.ranked.discards
    wrong = [tile_name(str(kind)) for kind in game.hand].index(ranked[-1].discard)
    touch(discards, f"#hand-{wrong}")
    game.discard(ranked[-1].discard)
    while not game.is_over:
        discards.until(lambda: discards.headline == f"Draw {game.draws}: {told(tile_name(str(game.hand[-1])))}")
        touch(discards, f"#hand-{best_place(discards, game)}")
    discards.until(lambda: discards.count("#result") == 1)
    assert discards.text("#result") == game.result(None)
    assert discards.text("#coach") == f"Most was lost at draw 1, with {told(ranked[-1].discard)}."
    assert all(told(text) in discards.text("#answer") for text in game.choices[0].ranked.reasons(ranked[-1]))
    touch(discards, "#draw-1")
    discards.until(lambda: discards.count("#reason") == 1)
    touch(discards, "#kind-")
    discards.until(lambda: discards.headline.startswith("Distance "))
    touch(discards, "#kind-solo")
    discards.until(lambda: discards.count("#result") == 1)
    assert discards.hash == f"#solo_{SHORT_SEED}"


@pytest.mark.parametrize("address", ["#nonsense", "#solo_", "#solo_x", "#solo_12345678", "#12345678"])
def test_the_page_names_an_address_without_a_hand(discards: pages.Page, address: str) -> None:
    discards.show(f"practice.html{address}")
    assert address in discards.text("#bad-address")
    assert discards.count(".hand .idol") == 13


# --- Godomachi -------------------------------------------------------------------------------


def test_a_player_finds_the_cuts_of_a_day_by_keyboard(cuts: pages.Page) -> None:
    cuts.show()
    cuts.js("document.getElementById('practise').focus()")
    cuts.keys(Keys.ENTER)
    cuts.until(lambda: cuts.count("#own-progress") == 1)
    cuts.show("practice.html#daily")
    for number in range(1, 4):
        assert f"{number} of 3" in cuts.text("#day")
        for selector in cuts.ask("cutOfShown", True):
            cuts.js("document.querySelector(arguments[0]).focus()", selector)
            cuts.keys(Keys.SPACE)
        cuts.js("document.getElementById('cut').focus()")
        cuts.keys(Keys.ENTER)
        assert cuts.headline == cuts.status == "Right: that cut wins"
        assert (cuts.focused, cuts.count("#winning"), cuts.count("#reply"), cuts.count("#cut")) == ("next", 1, 0, 0)
        if number < 3:
            cuts.keys(Keys.ENTER)
    assert cuts.text("#result") == f"Godomachi {TODAY}: 3 of 3 winning cuts found"
    assert kept(cuts, "godomachi")["days"] == {TODAY: f"Godomachi {TODAY}: 3 of 3 winning cuts found"}
    cuts.show_again()
    assert cuts.text("#result") == f"Godomachi {TODAY}: 3 of 3 winning cuts found"


def test_a_player_cuts_wrongly_by_touch_and_reads_the_reply(cuts: pages.Page) -> None:
    cuts.show("practice.html#6_7", size=PHONE)
    touch(cuts, "#cut")
    cuts.until(lambda: cuts.text("#fault") == "Mark a piece on A first.")
    for selector in cuts.ask("cutOfShown", False):
        touch(cuts, selector)
    touch(cuts, "#cut")
    cuts.until(lambda: cuts.headline == "Wrong: that cut loses")
    assert (cuts.count("#winning"), cuts.count("#reply")) == (1, 1)
    assert cuts.text("#result") == "Godomachi: 0 of 1 winning cuts found"
    assert list(kept(cuts, "godomachi")["boxes"]) == ["6_7"]  # type: ignore[call-overload]
    touch(cuts, "#next")
    cuts.until(lambda: cuts.headline.startswith("The first player wins"))
    for selector in cuts.ask("cutOfShown", True):
        touch(cuts, selector)
    touch(cuts, "#cut")
    cuts.until(lambda: cuts.headline == "Right: that cut wins")
    assert cuts.text("#result") == "Godomachi: 1 of 2 winning cuts found"


def shape_on(page: pages.Page, side: str) -> str:
    """The shape on one side, row by row."""
    cells = [tuple(map(int, cell.split(","))) for cell in page.map(f"#board-{side} [data-cell]", "e.dataset.cell")]
    columns, rows = (range(max(numbers) + 1) for numbers in zip(*cells, strict=True))
    return "/".join("".join("#" if (x, y) in cells else "." for x in columns) for y in rows)


def cells_of_cut(page: pages.Page, wins: bool) -> list[str]:
    """The cells to cut off the shown pair by the solver: of the winning cut, or of a losing one."""
    moves = godomachi.solve(shape_on(page, "a"), shape_on(page, "b")).moves
    (move,) = [move for move in moves if move.wins] if wins else [moves[-1]]
    assert move.wins == wins
    return [
        f"#board-{side} [data-cell='{x},{y}']"
        for side, marks in zip("ab", move.marks, strict=True)
        for y, row in enumerate(marks.split("/"))
        for x, sign in enumerate(row)
        if sign == "o"
    ]


def test_a_player_finds_cuts_of_large_shapes_by_keyboard(cuts: pages.Page) -> None:
    cuts.show("practice.html#6_7")
    assert cuts.texts("#kinds button") == ["Daily puzzle", *(f"{cells} cells" for cells in (6, 7, 8, 9, 10))]
    cuts.js("document.getElementById('kind-10').focus()")
    cuts.keys(Keys.ENTER)
    for number in range(1, 3):
        cuts.until(lambda: cuts.texts(".one-shape h2") == ["A: 10 cells", "B: 10 cells"])
        cuts.until(lambda: cuts.headline.startswith("The first player wins"))
        shown = {shape_on(cuts, side) for side in "ab"}
        assert number == 1 or cuts.js("return document.activeElement.dataset.cell") is not None
        assert any(shown == {upright(shape) for shape in pair} for pair in LARGER_PUZZLES["10"])
        for selector in cells_of_cut(cuts, wins=True):
            cuts.js("document.querySelector(arguments[0]).focus()", selector)
            cuts.keys(Keys.SPACE)
        cuts.js("document.getElementById('cut').focus()")
        cuts.keys(Keys.ENTER)
        assert (cuts.headline, cuts.focused) == ("Right: that cut wins", "next")
        assert cuts.text("#result") == f"Godomachi: {number} of {number} winning cuts found"
        cuts.keys(Keys.ENTER)


def upright(shape: str) -> str:
    """A shape as the page shows it: turned if it is wider than high."""
    rows = shape.split("/")
    return "/".join(map("".join, zip(*rows, strict=True))) if len(rows[0]) > len(rows) else shape


def test_a_player_cuts_a_large_shape_wrongly_by_touch(cuts: pages.Page) -> None:
    cuts.show("practice.html#9_7", size=PHONE)
    cuts.until(lambda: cuts.headline.startswith("The first player wins"))
    for selector in cells_of_cut(cuts, wins=False):
        touch(cuts, selector)
    touch(cuts, "#cut")
    cuts.until(lambda: cuts.headline == "Wrong: that cut loses")
    assert (cuts.count("#winning"), cuts.count("#reply")) == (1, 1)
    assert list(kept(cuts, "godomachi")["boxes"]) == ["9_7"]  # type: ignore[call-overload]
    cuts.show_again()
    cuts.until(lambda: cuts.texts(".one-shape h2") == ["A: 9 cells", "B: 9 cells"])
    touch(cuts, "#kind-7")
    cuts.until(lambda: cuts.hash.startswith("#7_"))


@pytest.mark.parametrize("address", ["#nonsense", "#3_1", "#6_x", "#6_12345678", "#11_1"])
def test_the_page_names_an_address_without_a_puzzle(cuts: pages.Page, address: str) -> None:
    cuts.show(f"practice.html{address}")
    assert address in cuts.text("#bad-address")
    assert cuts.headline.startswith("The first player wins")


def test_two_players_play_by_touch_to_the_end(cuts: pages.Page) -> None:
    cuts.show("#7-30-71", size=PHONE)
    touch(cuts, "#mode-play")
    touch(cuts, "#opponent-reader")
    plies = 0
    while cuts.count("#cut"):
        player = ("first", "second")[plies % 2]
        assert cuts.headline == f"The {player} player's turn: ply {plies + 1}"
        for selector in cuts.ask("cutOfShown", True):
            touch(cuts, selector)
        touch(cuts, "#cut")
        plies += 1
        cuts.until(lambda: cuts.count("#answer .log li") == plies)  # noqa: B023 - within the turn
    assert cuts.headline == f"The {player} player wins"
    assert (cuts.texts("#answer .log li")[-1].split()[0], cuts.count(".remark")) == (player.capitalize(), 0)


# --- Nine Tiles Panic ------------------------------------------------------------------------

TOWN = "206745813361230035"


def result_in(time: str, day: str | None, verdict: Verdict) -> str:
    """The result line of the page, which has the time too."""
    return result_line("Nine Tiles Panic", day, f"{verdict.result}, in {time}")


def day_number(day: str) -> int:
    """The number of days from the start of 1970 to a date."""
    return (date.fromisoformat(day) - date(1970, 1, 1)).days


def kept_boxes(page: pages.Page) -> dict[str, list[int]]:
    """Name of each flash card -> its box, and the days from today until it comes again."""
    boxes: dict[str, list[int]] = kept(page, "nine-tiles")["boxes"]  # type: ignore[assignment]
    return {name: [box, day - day_number(TODAY)] for name, (box, day) in boxes.items()}


def test_a_player_builds_the_town_of_the_day_by_keyboard(towns: pages.Page) -> None:
    towns.show()
    towns.js("document.getElementById('practise').focus()")
    towns.keys(Keys.ENTER)
    towns.until(lambda: towns.count("#turn") == 1)
    towns.js("document.getElementById('daily').focus()")
    towns.keys(Keys.ENTER)
    towns.until(lambda: towns.count("#start") == 1)
    assert (towns.headline, towns.count("#three")) == ("Today's three cards", 0), "the cards are still hidden"
    day = date.fromisoformat(TODAY)
    assert towns.texts("#day > *") == [f"{day:%A, %B} {day.day}", "The same for everybody"]
    towns.set_clock(0)
    towns.js("document.getElementById('start').focus()")
    towns.keys(Keys.ENTER)
    cards = daily_cards(TODAY)
    assert towns.texts("#three .no") == list(map(str, cards))
    pattern = nine_tiles.best(*cards).answers[0].towns[0].pattern
    for place, (number, direction) in enumerate(zip(pattern[:9], map(int, pattern[9:]), strict=True)):
        assert towns.text("#state") == (f"{9 - place} positions are free." if place < 8 else "One position is free.")
        towns.keys(Keys.HOME, *[Keys.ARROW_DOWN] * (place // 3), *[Keys.ARROW_RIGHT] * (place % 3), number)
        towns.keys(*"f" * (direction // 4), *"l" * (direction % 4))
    assert towns.value("#pattern") == pattern
    assert towns.text("#state") == towns.status == "The town is complete."
    towns.set_clock(83)
    towns.js("document.getElementById('judge').focus()")
    towns.keys(Keys.ENTER)
    assert towns.headline == towns.status == "Your town is as good as the best town"
    result = result_in("1:23", TODAY, verdict_on(cards, pattern))
    assert (towns.text("#result"), towns.focused) == (result, "next")
    assert kept(towns, "nine-tiles") == {"streak": 0, "longest": 0, "days": {TODAY: result}, "boxes": {}}
    towns.show_again()
    assert towns.text("#result") == result


def test_the_end_of_the_time_judges_a_town_built_by_touch(towns: pages.Page) -> None:
    towns.show("practice.html#time_7", size=PHONE)
    touch(towns, "#limit-90")
    towns.set_clock(0)
    touch(towns, "#start")
    towns.until(lambda: towns.count("#judge") == 1)
    for number, direction in zip(TOWN[:9], map(int, TOWN[9:]), strict=True):
        flick(towns, f".tile-picker [data-number='{number}'][data-side='{direction // 4}']", direction % 4)
    towns.until(lambda: towns.text("#state") == "The town is complete.")
    towns.set_clock(31)
    towns.until(lambda: towns.text("#clock") == "0:59 left")
    assert towns.status == "59 seconds left"
    towns.set_clock(90)
    towns.until(lambda: towns.headline == "The best town beats yours")
    assert towns.status == "The time is over. The best town beats yours"
    assert towns.text("#result") == result_in("1:30", None, verdict_on(seeded_cards(7), TOWN))
    assert towns.texts("#scores td.score") == ["4", "0", "4"]
    assert towns.texts("#scores td.maximum") == ["5", "1", "9"]
    assert towns.texts("#scores .bar") == [
        "better than 18.8 % of towns",
        "lowest possible",
        "better than 4.1 % of towns",
    ]
    links = [towns.one(selector).get_dom_attribute("href") for selector in ("#yours", "#all-answers")]
    assert links == [f"./#town_{TOWN}", "./#10_11_21"]
    touch(towns, "#next")
    towns.until(lambda: towns.count("#start") == 1)
    assert towns.hash != "#time_7"


def test_a_player_goes_on_after_the_time_with_a_town_that_is_not_complete(towns: pages.Page) -> None:
    towns.show("practice.html#time_7")
    towns.set_clock(0)
    towns.click("#start")
    towns.fill("#pattern", TOWN[:-1] + "6")
    towns.click("#judge")
    assert towns.text("#state") == "The town is not complete, so it has no scores:"
    assert towns.text(".faults").startswith("The road at bottom right does not go on at right")
    towns.fill("#pattern", "20674")
    towns.click("#judge")
    assert towns.text("#state").startswith("A pattern has 18 digits")
    towns.fill("#pattern", "20674581_36123003_")
    towns.click("#judge")
    assert (towns.text("#state"), towns.value("#state", "className")) == ("One position is free.", "error")
    towns.set_clock(200)
    towns.until(lambda: towns.text("#clock") == "Time is over: 3:20")
    assert towns.status == "The time is over. One position is free."
    towns.click("[data-language='ja']")
    assert (towns.value("#pattern"), towns.text("#state")) == ("20674581_36123003_", "空きは1か所です。")
    towns.click("[data-language='en']")
    towns.fill("#pattern", TOWN)
    towns.click("#judge")
    assert towns.text("#result") == result_in("3:20", None, verdict_on(seeded_cards(7), TOWN))


def test_a_player_without_a_town_sees_the_best_one(towns: pages.Page) -> None:
    towns.show("practice.html#daily")
    towns.click("#start")
    towns.click("#give-up")
    assert towns.headline == "The best town for these cards"
    assert towns.text("#result") == f"Nine Tiles Panic {TODAY}: no complete town"
    assert towns.count(".small-town") == 1


def test_a_player_learns_towns_by_keyboard_and_touch(towns: pages.Page) -> None:
    towns.show("practice.html", size=PHONE)
    towns.choose("#deck-size", "5")
    assert towns.hash == "#flash_5"
    (first, sets), (second, _), *others = towns.ask("deck", 5)
    assert len(others) == 3
    assert list(map(int, towns.texts("#three .no"))) in sets
    towns.js("document.getElementById('turn').focus()")
    towns.keys(Keys.ENTER)
    assert (towns.headline, towns.focused) == ("Did you know it?", "knew")
    pattern = next(town.town.pattern for town in nine_tiles.learn(5) if town.theme_synonym == first)
    assert towns.text("#answer .pattern") == pattern
    towns.keys(Keys.ENTER)
    assert (towns.headline, towns.focused) == ("Which town is best for these cards?", "turn")
    touch(towns, "#turn")
    touch(towns, "#forgot")
    towns.until(lambda: towns.count("#turn") == 1)
    assert kept_boxes(towns) == {f"town_{first}": [1, 2], f"town_{second}": [0, 1]}
    assert towns.text("#deck") == "3 of 5 towns are new, and 0 come again today."
    for _ in others:
        towns.click("#turn", "#knew")
    assert towns.text("#deck") == "All 5 towns are done for today. You may go on."
    assert kept(towns, "nine-tiles")["streak"] == 3
    towns.click("#turn")  # the town that was wrong comes first
    assert second in [town.theme_synonym for town in nine_tiles.learn(5) if town.town.pattern == towns.text(".pattern")]
    towns.click("#knew")
    assert kept_boxes(towns)[f"town_{second}"] == [0, 1], "it still comes again tomorrow"
    now = day_number(TODAY)
    boxes = {f"town_{first}": [4, now], f"town_{second}": [3, now + 1]}
    progress = {"version": 1, "games": {"nine-tiles": {"boxes": boxes}}}
    assert paste_progress(towns, json.dumps(progress)) == "Progress taken over."
    towns.show_again()
    assert towns.text("#deck") == "3 of 5 towns are new, and 1 come again today."
    towns.click("#turn")
    assert towns.text("#answer .pattern") == pattern
    towns.click("#knew")
    assert kept_boxes(towns)[f"town_{first}"] == [4, 16], "it stays in the last box"


@pytest.mark.parametrize("address", ["#nonsense", "#flash_7", "#time_12345678", "#time_x", "#2_5_18"])
def test_the_page_names_an_address_without_practice(towns: pages.Page, address: str) -> None:
    towns.show(f"practice.html{address}")
    assert address in towns.text("#bad-address")
    assert towns.count("#three") == 1


# --- reloads of daily puzzles ----------------------------------------------------------------


def reload_at(page: pages.Page, seconds: int) -> None:
    """Load the page again, some seconds after noon; its clock goes on."""
    page.js("sessionStorage.seconds = arguments[0]", seconds)
    page.show_again()


def test_the_clock_goes_on_after_a_reload_and_the_town_stays(towns: pages.Page) -> None:
    towns.show("practice.html#daily")
    towns.set_clock(0)
    towns.click("#start")
    towns.show_again()
    assert towns.texts("#three .no") == list(map(str, daily_cards(TODAY))), "the first look counts"
    assert towns.text("#clock") == "3:00 left"
    towns.fill("#pattern", "20674581_36123003_")
    reload_at(towns, 31)
    assert towns.text("#clock") == "2:29 left"
    assert (towns.value("#pattern"), towns.text("#state")) == ("20674581_36123003_", "One position is free.")
    assert towns.count("#board svg.tile") == 8
    towns.fill("#pattern", TOWN)
    reload_at(towns, 200)
    towns.until(lambda: towns.count("#result") == 1)
    result = result_in("3:00", TODAY, verdict_on(daily_cards(TODAY), TOWN))
    assert towns.text("#result") == result, "the town was complete at the end of the time"
    reload_at(towns, 400)
    assert (towns.text("#result"), towns.count(".small-town"), towns.count("#start, #judge")) == (result, 2, 0)
    assert kept(towns, "nine-tiles")["days"] == {TODAY: result}


def test_a_town_that_was_given_up_is_not_judged_after_a_reload(towns: pages.Page) -> None:
    towns.show("practice.html#daily")
    towns.click("#start")
    towns.fill("#pattern", TOWN)
    towns.fill("#pattern", "206")
    towns.click("#give-up")
    for _ in range(2):
        assert towns.text("#result") == f"Nine Tiles Panic {TODAY}: no complete town"
        assert towns.count(".small-town") == 1
        towns.show_again()


def test_taps_stay_after_a_reload(arrow: pages.Page) -> None:
    arrow.show("practice.html#daily")
    played = Round(daily_board(TODAY), TODAY)
    first, *others = needed_taps(played)
    for _ in range(2):
        assert arrow.headline == f"{played.fewest} taps to go"
        arrow.click(f"#board [data-tile='{first}']")
        arrow.show_again()
        assert arrow.headline == f"{played.fewest - 1} taps to go"
        assert arrow.text("#verdict") == "That tap was needed."
        arrow.click("#kind-easy", "#daily")
        assert arrow.headline == f"{played.fewest - 1} taps to go"
        arrow.click("#restart")
        arrow.show_again()
    for tile in (first, *others):
        arrow.click(f"#board [data-tile='{tile}']")
    arrow.show_again()
    assert arrow.text("#result") == played.result
    assert kept(arrow, "arrow")["streak"] == 1, "a reload counts nothing again"
    arrow.click("#restart")
    arrow.show_again()
    assert (arrow.text("#today"), arrow.count("#result")) == (f"Your result of today: {played.result}", 0)


def test_cuts_stay_after_a_reload(cuts: pages.Page) -> None:
    cuts.show("practice.html#daily")
    for number in range(1, 4):
        assert f"{number} of 3" in cuts.text("#day")
        for selector in cuts.ask("cutOfShown", number != 2):
            cuts.click(selector)
        cuts.click("#cut")
        cuts.show_again()
        assert cuts.headline == ("Wrong: that cut loses" if number == 2 else "Right: that cut wins")
        assert (cuts.count("#cut"), cuts.count("#reply")) == (0, number == 2)
        assert cuts.text("#result") == f"Godomachi {TODAY}: {number - (number > 1)} of {number} winning cuts found"
        if number < 3:
            cuts.click("#next")
    assert kept(cuts, "godomachi")["streak"] == 1


def test_discards_stay_after_a_reload(discards: pages.Page) -> None:
    discards.show("practice.html#daily")
    scores = []
    for hand in daily_hands(TODAY):
        ranked = millijan.discards(" ".join(map(str, hand))).discards
        name = discards.map(".hand .idol-name", "e.textContent")[3]
        discards.click("#hand-3")
        discards.show_again()
        scores.append(discard_score(next(one for one in ranked if one.discard == name), ranked[0]))
        assert discards.headline == f"{scores[-1]} of {BEST} points"
        assert discards.text("#result") == result_line("MilliJan", TODAY, tally(scores))
        if len(scores) < 5:
            discards.click("#next")
    assert discards.count("#next") == 1


def test_a_solo_game_stays_after_a_reload(discards: pages.Page) -> None:
    discards.today = SHORT_DAY
    discards.show("practice.html#solo_daily")
    game = SoloGame(SHORT_DAY)
    while not game.is_over:
        discards.click(f"#hand-{best_place(discards, game)}")
        discards.show_again()
    assert discards.headline == f"Won at draw 12: {game.judged.score:,} points"
    assert discards.text("#result") == game.result(SHORT_DAY)
    assert kept(discards, "millijan solo")["fewest"] == 12
    discards.click("#kind-", "#daily")
    assert discards.headline.startswith("Distance "), "single hands have a daily puzzle of their own"


def test_a_daily_puzzle_of_yesterday_or_of_another_form_is_forgotten(arrow: pages.Page) -> None:
    arrow.show("practice.html#daily")
    fresh = arrow.headline
    tile = Round(daily_board(TODAY)).hint
    for kept_text in (
        f'{{"day":"2020-01-01","games":{{"arrow":[{tile}]}}}}', '{"day":7}', "[]", "{",
        f'{{"day":"{TODAY}","games":{{"arrow":7}}}}', f'{{"day":"{TODAY}","games":{{"arrow":[99,"x",null]}}}}',
    ):  # fmt: skip
        arrow.js("localStorage.practice_begun = arguments[0]", kept_text)
        arrow.show_again()
        assert arrow.headline == fresh, kept_text
    arrow.click(f"#board [data-tile='{tile}']")
    arrow.show_again()
    assert arrow.headline != fresh
    arrow.js("window.confirm = () => true; document.getElementById('own-progress').open = true")
    arrow.click("#reset")
    arrow.show_again()
    assert arrow.headline == fresh


# --- phones ----------------------------------------------------------------------------------

IN_VIEW = {
    "nine-tiles/practice.html#flash_10": ([], "#three, #turn"),
    "nine-tiles/practice.html#daily": (["#start"], "#three, #clock, #judge, #board, .tile-picker"),
    "arrow/practice.html#daily": ([], "#board, .summary"),
    "arrow/practice.html#hardest_7": ([], "#board, .summary"),
    "godomachi/practice.html#daily": ([], "#board-a, #board-b, #cut"),
    "godomachi/practice.html#7_7": ([], "#board-a, #board-b, #cut"),
    "millijan/practice.html#daily": ([], ".hand"),
    "millijan/practice.html#solo_daily": ([], ".hand"),
}
"""Address -> what a player presses there, and what must then be in view."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("address", IN_VIEW)
def test_a_phone_shows_the_puzzle_without_scrolling(
    page_in: Callable[..., pages.Page], address: str, language: str
) -> None:
    page = page_in("whole")
    page.show(address, size=PHONE, language=language)
    steps, selector = IN_VIEW[address]
    page.click(*steps)
    bottoms = page.map(selector, "Math.floor(e.getBoundingClientRect().bottom)")
    assert len(bottoms) == selector.count(",") + 1
    assert max(bottoms) <= PHONE[1]
    assert page.js("return scrollY") == 0
    assert page.count("#own-progress") == 1
    assert page.count("#progress") == 0
