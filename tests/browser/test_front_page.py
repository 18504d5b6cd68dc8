"""The front page, the page of all figures, and the atlas without a connection or a server."""

from __future__ import annotations

import http
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from threading import Condition, Thread
from typing import Any

import pytest

from pipeline.atlas_results import read_rows, write_results_page
from pipeline.nine_tiles_panic.stages.page import front_data
from tablebases import nine_tiles
from tablebases.cli.atlas import atlas_server
from tablebases.errors import Error
from tablebases.puzzles import PUZZLES

pytest.importorskip("selenium", reason="selenium is not installed")

from scripts.figures.document import FIGURES, SEQUENCES, value_text
from tests.browser import pages
from tests.browser.dates import TODAY

pytestmark = pages.needs_browser

FACTS = ("cover_minimum", "hard_fewest_taps_max", "n13_longest_game", "win_chance_all")
SHIFTS = """
const moved = (e) => e.sources.map(({ node }) => node?.parentElement.outerHTML);
return await new Promise((done) => {
  const observer = new PerformanceObserver((list) => done(list.getEntries().map(moved)));
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(done, 300, [])
});
"""
"""What moved on a page since it was loaded; the browser reports it at once if there was anything."""
HAND = "#3-7-8-15-18-23-24-24-32-37-41-43-50"


@pytest.fixture
def front(page_in: Callable[..., pages.Page]) -> pages.Page:
    page = page_in("whole")
    page.show()
    return page


@pytest.fixture
def moving(page_in: Callable[..., pages.Page]) -> pages.Page:
    """The front page with pictures that soon move."""
    page = page_in("whole")
    page.motion, page.is_hurried = "no-preference", True
    return page


@pytest.fixture(scope="module")
def slow_address(atlas_folder: Callable[[str], Path]) -> Iterator[str]:
    with pages.served(atlas_folder("whole"), SlowHandler) as address:
        yield address


def test_the_front_page_leads_to_all_pages(front: pages.Page) -> None:
    links = front.map("#puzzles .about, #content > p > a", "e.href")
    assert links == [f"{front.address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan", "results")]
    assert all(len(text.splitlines()) == 2 for text in front.texts("#puzzles .about"))


def test_the_front_page_shows_the_best_town_of_three_cards_and_then_of_others(front: pages.Page) -> None:
    seen = []
    for _ in range(20):
        assert len(front.all(".town use")) == 9
        place = f"nine-tiles/#{'_'.join(front.texts('.three .no'))}"
        assert front.map("#answer-link, .town-link", "e.href") == [f"{front.address}{place}"] * 2
        seen.append(place)
        scores = [text.partition(" / ")[0] for text in front.texts(".three .score")]
        front.click("#other-cards")
    assert len(set(seen)) == 20, "no cards come twice"
    front.show(seen[-1])
    assert front.texts("#answer .scores .score") == scores


def test_the_front_page_leads_to_daily_puzzles_and_to_typed_cards(front: pages.Page) -> None:
    day = date.fromisoformat(TODAY)
    begun = json.dumps({"day": TODAY, "games": {"godomachi": [{}]}})
    progress = {"nine-tiles": {"days": {TODAY: "", str(day - timedelta(1)): ""}}, "arrow": {"days": {"2020-01-01": ""}}}
    kept = json.dumps({"version": 1, "games": progress})
    front.js("localStorage.practice = arguments[0]; localStorage.practice_begun = arguments[1]", kept, begun)
    front.show_again()
    assert front.text("#today-title") == f"Today's puzzles: {day:%A, %B} {day.day}"
    assert [text.split("\n")[1:] for text in front.texts("#daily-puzzles li")] == [
        ["✓ Solved today, 2-day streak"], ["One board"], ["Three cuts", "Begun"], ["Five discards"],
    ]  # fmt: skip
    places = [f"{front.address}{puzzle.page}/practice.html#daily" for puzzle in PUZZLES if puzzle.page]
    assert front.map("#daily-puzzles a", "e.href") == places
    for text in ("2 5", "2 5 5", "2 5 27", "agents"):
        front.fill("#your-cards", text)
        front.click(".wide-puzzle form button")
        assert front.text(".wide-puzzle .error").startswith("Type three different numbers of cards")
    front.fill("#your-cards", "18、５ 2")  # noqa: RUF001
    front.click(".wide-puzzle form button")
    front.until(lambda: front.hash in ("#18_5_2", "#2_5_18") and front.count("#answer .scores"))
    assert front.texts("#answer .scores .no") == ["2", "5", "18"]


UNBEATEN = ("No other scores beat these.", "この得点に勝つ得点はありません。")
VERDICTS = {
    (3, 6, 15): (*UNBEATEN, 15_360),
    (15, 16, 26): (*UNBEATEN, 564),
    (12, 17, 18): (*UNBEATEN, 18),
    (1, 2, 20): (*UNBEATEN, 1),
    (2, 5, 18): ("Perfect: every card at its maximum.", "完璧\N{FULLWIDTH COLON}3つのお題とも最高点です。", 196),
    (1, 10, 15): ("One of 3 equally good answers.", "同じ強さの答え3通りのうちの1つです。", 5_142),
}
"""Cards -> the verdict in English and Japanese, and the number of towns with the scores shown."""


def test_the_front_page_says_how_many_towns_are_as_good(front: pages.Page, atlas_folder: Callable[[str], Path],
                                                        monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    data = json.loads((atlas_folder("whole") / "nine-tiles" / "data.json").read_text(encoding="utf-8"))
    monkeypatch.setattr("pipeline.nine_tiles_panic.stages.page.SETS_ON_FRONT", 2600)
    every = front_data(data)
    sets = {tuple(every["cards"][place]["no"] for place in row[:3]): row for row in every["sets"]}
    assert not [cards for cards in sets if 4 in cards], "all towns have the same score on Finish Quickly!"
    assert len(sets) == 2300 - 174, "sets without unbeaten scores are left out"
    assert (1, 6, 14) not in sets
    chosen = [sets[cards] for cards in VERDICTS]
    for i, language in enumerate(("en", "ja")):
        for (*verdicts, n), text in zip(
            VERDICTS.values(), front.ask("verdictsOn", every, chosen, language), strict=True
        ):
            reach = (
                f"{n:,} of 526,070,976 towns reach these scores.",
                f"全526,070,976通りの町のうち、この得点の町は{n:,}通りです。",
            )
            if n == 1:
                reach = (
                    "Only one of 526,070,976 towns reaches these scores.",
                    "全526,070,976通りの町のうち、この得点の町は1通りだけです。",
                )
            assert text == [verdicts[i], reach[i]]
    assert [nine_tiles.best(*cards).answers[0].n_towns for cards in VERDICTS] == [n for *_, n in VERDICTS.values()]


@pytest.mark.parametrize("width", [320, 768])
def test_all_sets_of_the_front_page_fit_with_the_longest_names(page_in: Callable[..., pages.Page], width: int) -> None:
    page = page_in("longest")
    for language in ("en", "ja"):
        page.show(size=(width, 900), language=language)
        assert page.ask("violationsAfter", {"cutOff": [], "tooWide": [width]}, ["#other-cards"] * 79) == []


def test_the_facts_of_the_front_page_are_those_of_their_rows(front: pages.Page) -> None:
    facts = front.map(".facts a", "[e.getAttribute('href'), e.querySelector('b').innerText]")
    assert [place for place, _ in facts] == [f"results/#figure-{key}" for key in FACTS]
    for place, value in facts:
        front.show(place)
        row = f"#{place.partition('#')[2]}"
        assert front.value(f"{row} .value", "innerText") == value
        assert front.js("return document.querySelector(arguments[0]).checkVisibility()", row)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_nothing_shifts_while_the_front_page_loads_and_its_pictures_move(moving: pages.Page, width: int,
                                                                         language: str) -> None:  # fmt: skip
    moving.show(size=(width, 900), language=language)
    looks = ("#board .badge-text", ".wall-chart .cursor", ".hand .idol-name")
    states = [moving.map(selector, "e.textContent + e.style.translate") for selector in looks]
    for selector, state in zip(looks, states, strict=True):
        moving.until(lambda: moving.map(selector, "e.textContent + e.style.translate") != state)  # noqa: B023
    assert moving.js_awaited(SHIFTS) == []


PLACES = ("nine-tiles/", "arrow/practice.html", "godomachi/", "millijan/", "results/")


class SlowHandler(pages.QuietHandler):
    """Sends a page in pieces, each of which the browser shows, and a script only when all pages are sent."""

    pages_in_sending = 0
    changed = Condition()

    def do_GET(self) -> None:  # noqa: N802 - the name of http.server
        """Cut the HTML before each element of its header and of the part below."""
        if self.path.endswith("app.js"):
            with self.changed:
                self.changed.wait_for(lambda: not SlowHandler.pages_in_sending)
            time.sleep(0.3)
        elif self.path.endswith(("/", ".html")):
            path = Path(self.translate_path(self.path))
            content = (path / "index.html" if path.is_dir() else path).read_bytes()
            self.send_response(http.HTTPStatus.OK)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.count_pages(1)
            try:
                for piece in re.split(rb"(?<=\n)(?=    +<(?:b|nav|div|button|p)\b)", content):
                    self.wfile.write(piece)
                    time.sleep(0.05)
            finally:
                self.count_pages(-1)
            return
        super().do_GET()

    def count_pages(self, more: int) -> None:
        """Count the pages that are being sent."""
        with self.changed:
            SlowHandler.pages_in_sending += more
            self.changed.notify_all()


@pytest.mark.parametrize(
    ("place", "width", "language"),
    [
        *(("", width, "ja") for width in (320, 390, 768, 1280)),
        ("", 768, "en"),
        *((place, 320, "ja") for place in PLACES),
    ],
)
def test_nothing_in_the_header_shifts_where_page_and_script_come_slowly(
    browser: Any, slow_address: str, place: str, width: int, language: str
) -> None:
    browser.execute_cdp_cmd("Network.clearBrowserCache", {})  # a script in it would come at once
    page = pages.Page(browser, slow_address, None)
    page.show(place, size=(width, 900), language=language)
    assert page.js_awaited(SHIFTS) == []


def test_the_pictures_of_the_front_page_stop_when_the_reader_or_the_system_wants_it(front: pages.Page) -> None:
    assert front.count("#pause") == 0, "the system wants no motion"
    taps = int(front.text("[data-puzzle=arrow] .caption").split()[0])
    assert taps == sum(map(int, filter(None, front.map("#board .badge-text", "e.textContent"))))
    front.prefer(prefers_reduced_motion="no-preference")
    front.until(lambda: front.count("#pause"))
    front.until(lambda: front.text("[data-puzzle=arrow] .caption") != f"{taps} taps left")
    front.click("#pause")
    assert front.text("#pause") == "Move the pictures"
    stopped = front.texts(".caption")
    front.click("#other-cards", "[data-language=ja]", "[data-language=en]", "#pause")
    front.until(lambda: front.texts(".caption") != stopped)


@pytest.mark.parametrize("place", ["", "atlas/"])
def test_the_atlas_works_without_a_connection(browser: Any, atlas_folder: Callable[[str], Path], place: str) -> None:
    folder = atlas_folder("whole")
    try:
        with pages.served(folder.parent if place else folder) as root:
            address = f"{root}{place}"
            page = pages.Page(browser, address, None)
            page.show()
            pages.use_kept_pages(browser, True)
            assert page.js_awaited("return (await navigator.serviceWorker.ready).scope;") == address
            page.until(
                lambda: page.js_awaited("return (await navigator.serviceWorker.ready).active.state === 'activated';")
            )
        browser.get(f"{address}millijan/{HAND}")  # The server is gone, and this page was never opened.
        page.until(lambda: page.js("return document.body.dataset.ready === 'yes'"))
        assert page.headline.startswith("Best discard")
    finally:
        pages.use_kept_pages(browser, False)


@pytest.mark.parametrize("place", ["no", "no/such/page/", "atlas/no/such/page", "atlas/arrow/no"])
def test_the_page_for_missing_addresses_leads_to_the_atlas_from_any_depth(
    browser: Any, atlas_folder: Callable[[str], Path], tmp_path: Path, place: str
) -> None:
    folder = "".join(place.rpartition("atlas/")[:2])
    shutil.copytree(atlas_folder("whole"), tmp_path / folder, dirs_exist_ok=True)
    if folder:  # as on hosts whose root is not the atlas
        shutil.copyfile(tmp_path / folder / "404.html", tmp_path / "404.html")
    with atlas_server(tmp_path, 0) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        page = pages.Page(browser, f"http://127.0.0.1:{server.server_port}/", None)
        page.driver.get(f"{page.address}{place}")
        headings = {"en": "There is no page at this address", "ja": "このアドレスにページはありません"}
        try:
            looks = [*product(headings, (320, 1440), ("light", "dark"))]
            for language, width, colours in looks if place == "no" else looks[:1]:
                page.js("localStorage.language = arguments[0]; localStorage.colours = arguments[1]", language, colours)
                page.resize((width, 844))
                page.driver.refresh()
                page.until(lambda: page.map("a", "e.href")[0] == page.address + folder)
                assert page.text("h1") == headings[language]
                assert page.ask("tooWide", width) == page.ask("lowContrasts") == page.ask("badNames") == []
                assert width > 500 or page.ask("tooSmall") == []
            page.js("localStorage.language = 'en'; localStorage.colours = 'dark'")
            page.driver.get(f"{page.address}{place}?lang=ja")
            assert page.text("h1") == headings["ja"]
            page.until(lambda: page.map("a", "e.href")[0] == page.address + folder)
            page.click(".languages [lang=en]", "#dark")
            assert page.text("h1") == headings["en"]
            assert page.js("return [localStorage.language, localStorage.colours]") == ["en", "light"]
            page.click("main a[href$='godomachi/']")
            page.until(lambda: page.driver.current_url == f"{page.address}{folder}godomachi/")
            page.until(lambda: page.js("return document.body.dataset.ready === 'yes'"))
        finally:
            page.js("localStorage.clear()")
            server.shutdown()
            thread.join()
            browser.get_log("browser")


def test_a_page_opened_as_a_file_says_what_to_do(browser: Any, atlas_folder: Callable[[str], Path]) -> None:
    browser.get((atlas_folder("whole") / "millijan" / "index.html").as_uri())
    page = pages.Page(browser, "", None)
    page.until(lambda: page.count("#not-started"))
    assert "tablebases atlas" in page.text("#not-started")


@pytest.fixture
def results(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("whole", "results/")


def open_folds(page: pages.Page) -> None:
    """Show every puzzle with all its figures."""
    page.js(
        "document.querySelectorAll('#puzzles section').forEach((e) => { e.hidden = false; });"
        "document.querySelectorAll('details').forEach((e) => { e.open = true; });"
    )


def test_the_page_of_results_shows_every_figure_and_sequence_in_both_languages(results: pages.Page) -> None:
    rows, sequences = read_rows(FIGURES, ()), read_rows(SEQUENCES, ())
    results.show()
    for language in ("en", "ja"):
        results.click(f"[data-language={language}]")
        open_folds(results)
        shown = [results.texts(f"#figure-{row['key']} > *") for row in rows]
        values = [value_text(row).replace(" %", "%" if language == "ja" else " %") for row in rows]
        assert [cells[:2] for cells in shown] == [
            list(pair) for pair in zip([r[language] for r in rows], values, strict=True)
        ]
        assert [len(cells) > 3 and bool(cells[3]) for cells in shown] == [bool(row["published"]) for row in rows]
        assert results.texts("article h3") == [row[language] for row in sequences]
        assert results.texts(".terms") == [row["terms"] for row in sequences]
        computed, source = ("computed_ja", "source_ja") if language == "ja" else ("computed", "source")
        assert results.texts("article .terms + .quiet") == [row[computed] for row in sequences]
        assert [(row[source] or row["source"]) in (*cells, "")[3] for row, cells in zip(rows, shown, strict=True)]


def test_the_page_of_results_has_no_words_of_databases(results: pages.Page) -> None:
    results.show()
    open_folds(results)
    text = results.text("main")
    tables = {row["table"] for row in read_rows(FIGURES, ()) if "_" in row["table"]}
    names = {*tables, *(table.replace("_", " ").rstrip("s") for table in tables if "synonym" in table)}
    names |= {row["check"] for row in read_rows(FIGURES, ())} | {"theme set", "match set", ".db"}
    assert [name for name in names if name in text.lower()] == []


def test_charts_name_their_bars_and_larger_terms_have_higher_ones(results: pages.Page) -> None:
    results.show()
    open_folds(results)
    values = {row["key"]: row["value"] for row in read_rows(FIGURES, ())}
    names = results.texts("#puzzles .bars li")
    assert names[0].split("\n") == ["round robin", values["cover_minimum"]]
    assert len(names) == 10
    for row in read_rows(SEQUENCES, ()):
        terms = [int(term) for term in row["terms"].split(", ")]
        bars = results.map(f"#sequence-{row['key']} rect", "e.height.baseVal.value")
        assert len(bars) == len(terms), row["key"]
        by_bar, by_term = (sorted(range(len(terms)), key=lambda i: (sizes[i], i)) for sizes in (bars, terms))
        assert by_bar == by_term
        assert [bar == 0 for bar in bars] == [term == 0 for term in terms]


def test_the_page_of_results_rejects_a_data_file_without_its_columns(tmp_path: Path) -> None:
    (tmp_path / "figures.csv").write_text("puzzle,key\n")
    with pytest.raises(Error, match=r"figures.csv has no column en; `python -m scripts.figures` writes it"):
        write_results_page(tmp_path / "figures.csv", SEQUENCES, tmp_path / "about.json", tmp_path / "notes.json")
