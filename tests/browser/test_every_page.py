"""Every page, with the data of the full run, is accessible and loads little."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium.webdriver.common.keys import Keys

from pipeline.atlas_results import read_rows
from scripts.figures.document import FIGURES
from tablebases.atlas.pages import FRONT_MODULE, hand_written, kit_files
from tablebases.puzzles import FRONT, PUZZLES, RESULTS
from tests.browser import pages
from tests.browser.dates import DATES, WIDEST
from tests.browser.typed import typed_texts

pytestmark = pages.needs_browser

SIZES = {"phone": (320, 640), "desktop": pages.DESKTOP}
"""The smallest phone, and a desktop."""
MOST_BYTES = 1_000_000
MOST_BYTES_SENT = 90_000
"""Bytes over slow 3G, 400 kbit/s, in three seconds less three round trips of 0.4 s each."""

EXPERT = "6265136336413535566553155125263216446"
HAND = "#3-7-8-15-18-23-24-24-32-37-41-43-50"
STATES = yaml.safe_load(Path(__file__).with_name("states.yaml").read_text(encoding="utf-8"))
NAMELESS = ("arrow/", "godomachi/", "results/")
"""Pages without names of things."""
NARROW = (320, 390, 768)
"""Widths of the smallest phone, of a usual one, and of a tablet."""
DAILY = {
    "arrow/practice.html#daily": [],
    "godomachi/practice.html#daily": [],
    "millijan/practice.html#daily": ["#hand-0", "#next"] * 4 + ["#hand-12"],
    "millijan/practice.html#solo_daily": ["#hand-0", "#hand-6", "#hand-12"],
    "nine-tiles/practice.html#daily": ["#start", "#give-up"],
}
"""Address of a daily puzzle -> what a player presses there."""
PLACES_WITH_FRAGMENTS = (
    "", "nine-tiles/", "nine-tiles/judge.html", "nine-tiles/practice.html", "arrow/", "arrow/practice.html",
    "godomachi/", "godomachi/practice.html", "millijan/", "millijan/practice.html", "results/",
)  # fmt: skip
EVERY_STATE = [*STATES["audited"], *STATES["others"]]


class OnePage(NamedTuple):
    """A page, a state of it, and its special properties.

    sample: a selector, and its text in Japanese.
    order: ids that the Tab key reaches in this order, each once.
    passed: ids that only arrow keys reach.
    added: a pattern of endings that the page adds to keys of texts.
    """

    place: str
    package: str
    fragment: str
    sample: tuple[str, str]
    order: tuple[str, ...]
    passed: tuple[str, ...] = ()
    added: str = "(?!)"


EVERY_PAGE = (
    OnePage(
        "", FRONT.package, "", ("h1", "そのお題、盤面、手牌の最善は\N{FULLWIDTH QUESTION MARK}"),
        ("skip", "dark", "your-cards", "other-cards"),
        added="(?<=about_).*|(?<=fact_).*|(?<=daily_).*",
    ),
    OnePage(
        "nine-tiles/", "nine_tiles_panic", "#2_5_18", ("h1", "お題を3つ選ぶ"), ("search", "card-1"), ("card-3",)
    ),
    OnePage(
        "arrow/", "arrow_puzzle", f"#expert_{EXPERT}", ("#answer-title", "63タップで解けます"),
        ("board-text", "mode-enter", "share"), added=r"(?<=^level_)\w+$",
    ),
    OnePage(
        "godomachi/", "godomachi", "#3-0-1", ("#answer-title", "1手で先手勝ち"),
        ("mode-look", "polyomino-0", "move-0", "chart"), ("polyomino-1",),
        added="^(reader|table|one|two)(?=(Turn|Wins)$)|(?<=^means_)(random|onePly|perfect|reader)$",
    ),
    OnePage(
        "millijan/", "millijan", HAND, ("#hand-title", "手牌\N{FULLWIDTH COLON}13/13枚"),
        ("hand-0", "search", "pick-0"), ("hand-1", "pick-3"),
        added="(?<=^type)(Princess|Fairy|Angel|Extra|Sora)$|(?<=^rule|^hint)(seed|2019-10-08|v1.6)$",
    ),
    OnePage(
        "results/", RESULTS.package, "", ("h1", "わかったことの数値一覧"), ("skip", "search"),
        added="(?<=how_).*|(?<=about_).*|(?<=headline_).*|(?<=topic_).*"
        f"|(?<=covers|hances)_({'|'.join(row['key'] for row in read_rows(FIGURES, ()))})$",
    ),
)  # fmt: skip
every_page = pytest.mark.parametrize("one", EVERY_PAGE, ids=lambda one: one.package)


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("whole")


# --- every state: sizes, languages and colours -----------------------------------------------


def open_state(page: pages.Page, state: str) -> None:
    """Show an address of `STATES`, and press or write what follows it."""
    address, *steps = state.split(" | ")
    page.show(address)
    for step in steps:
        if step.isalnum() and step[0].isdigit():
            page.fill("textarea", step)
        else:
            page.js("document.querySelectorAll(arguments[0]).forEach((e) => e.click())", step)


@pytest.mark.parametrize("state", EVERY_STATE, ids=lambda state: state or "front")
def test_everybody_reads_and_operates_every_state(page: pages.Page, state: str) -> None:
    picture = re.sub(r"\W+", "_", state) or "front"
    open_state(page, state)
    for size, language in (("desktop", "ja"), ("phone", "ja"), ("phone", "en")):
        page.resize(SIZES[size])
        if page.js("return document.documentElement.lang") != language:
            page.click(f"[data-language={language}]")
        asked: dict[str, list[int]] = {"tooWide": [SIZES[size][0]]} | ({"tooSmall": []} if size == "phone" else {})
        assert page.ask("violations", asked) == []
        if (size, language) in (("desktop", "ja"), ("phone", "en")):
            # With an accessibility tree, Chromium does not build one for each name.
            for command in ("enable", "getRootAXNode"):
                page.driver.execute_cdp_cmd(f"Accessibility.{command}", {})
            assert page.ask("badNames") == []
            page.driver.execute_cdp_cmd("Accessibility.disable", {})
            for colours in ("dark", "light"):
                page.prefer(colours)
                assert page.ask("lowContrasts") == []
                page.picture(f"{picture}_{size}_{language}_{colours}", whole=True)
    if state in STATES["audited"]:
        axe = pytest.importorskip("axe_core_python", reason="axe-core-python is not installed")
        page.js(Path(axe.__file__).with_name("axe.min.js").read_text(encoding="utf-8"))
        assert page.ask("auditFindings") == []


@pytest.mark.parametrize(
    "state", [state for state in EVERY_STATE if not state.startswith(NAMELESS)], ids=lambda state: state or "front"
)
def test_the_longest_names_of_the_data_fit(page_in: Callable[..., pages.Page], state: str) -> None:
    page = page_in("longest")
    open_state(page, state)
    for language in ("en", "ja"):
        page.click(f"[data-language={language}]")
        for width in NARROW:
            page.resize((width, 640))
            of_phones: dict[str, list[int]] = {} if width == NARROW[-1] else {"tooSmall": []}
            assert page.ask("violations", {"tooWide": [width], "cutOff": [], **of_phones}) == []


@pytest.mark.parametrize("day", DATES)
def test_daily_puzzles_fit_on_the_smallest_phone(page: pages.Page, day: str) -> None:
    """On a day with the widest content of a game that game, on the others all of them."""
    page.today = day
    games = {name.split()[0] for name, widest in WIDEST.items() if widest == day}
    languages = ("[data-language=ja]", "[data-language=en]")
    for address, steps in DAILY.items():
        if games and address.partition("/")[0] not in games:
            continue
        page.show(address, SIZES["phone"])
        assert page.hash.endswith("daily")
        # Each state in both languages, without a load: a step keeps the language, and then comes the other one.
        clicks = [languages[0], *(click for i, step in enumerate(steps, 1) for click in (step, languages[i % 2]))]
        assert page.ask("violationsAfter", {"tooWide": [SIZES["phone"][0]], "tooSmall": []}, clicks) == []


# --- every page: keyboard, settings, texts and files -----------------------------------------


@every_page
def test_the_tab_key_shows_where_it_is_and_skips_to_the_content(page: pages.Page, one: OnePage) -> None:
    page.show(f"{one.place}{one.fragment}")
    page.ask("watchFocus")
    page.keys(*[Keys.TAB] * 45)
    stops = page.js("return stops")
    assert [name for name, is_seen in stops if not is_seen] == []
    order = [name for name, _ in stops]
    assert order[0] == "skip"
    places = [order.index(name) for name in one.order]
    assert places == sorted(places)
    assert not set(order) & set(one.passed)
    page.js("document.getElementById('skip').focus()")
    page.keys(Keys.ENTER)
    assert page.focused == "main"
    assert page.hash == one.fragment


@every_page
def test_the_reader_switches_language_and_colours_for_good(page: pages.Page, one: OnePage) -> None:
    selector, japanese = one.sample
    page.show(f"{one.place}{one.fragment}")
    light, english = page.background, page.text(selector)
    page.click("[data-language=ja]", "#dark")
    for again in (False, True):
        if again:
            page.show_again()
        assert page.js("return document.documentElement.lang") == "ja"
        assert page.text(selector) == japanese != english
        assert page.background != light
        assert page.value("#dark", "ariaPressed") == "true"
        assert page.hash == one.fragment
    assert page.js("return [localStorage.language, localStorage.colours]") == ["ja", "dark"]
    page.click("#dark")
    assert page.background == light


@pytest.mark.parametrize("one", [one for one in EVERY_PAGE if one.place in ("", "arrow/")], ids=str)
def test_an_address_chooses_the_language_for_good(page: pages.Page, one: OnePage) -> None:
    selector, japanese = one.sample
    page.show(f"{one.place}?from=app&lang=ja{one.fragment}")
    for _ in range(2):
        assert page.text(selector) == japanese
        assert page.js("return [location.search, location.hash]") == ["?from=app", one.fragment]
        page.show_again()
    page.click("[data-language=en]")
    page.show_again()
    assert page.text(selector) != japanese
    page.show(f"{one.place}?lang=en{one.fragment}", language="ja")
    assert page.text(selector) != japanese
    assert page.js("return [location.search, location.hash]") == ["", one.fragment]


@pytest.mark.parametrize("place", PLACES_WITH_FRAGMENTS)
def test_every_document_takes_the_language_of_its_address(page: pages.Page, place: str) -> None:
    page.show(f"{place}?lang=ja")
    assert page.js("return document.documentElement.lang") == "ja"


@pytest.mark.parametrize("code", ["", "fr", "JA", "ja-JP", "constructor", "__proto__"])
def test_a_document_ignores_languages_that_it_does_not_have(page: pages.Page, code: str) -> None:
    for language in ("en", "ja"):
        page.show(f"404.html?lang={code}", language=language)
        assert page.js("return document.documentElement.lang") == language


def test_a_browser_that_keeps_nothing_takes_the_language_of_every_address(page: pages.Page) -> None:
    page.show()
    refuse = {"source": "Storage.prototype.setItem = () => { throw new Error('full'); };"}
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", refuse)
    try:
        page.driver.get(f"{page.address}arrow/?lang=ja#easy_434131344")
        for _ in range(2):
            page.until(lambda: page.js("return document.body.dataset.ready === 'yes'"))
            assert page.js("return [document.documentElement.lang, location.search]") == ["ja", "?lang=ja"]
            page.driver.refresh()
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


@every_page
def test_both_languages_have_the_same_texts_and_the_page_uses_all(page: pages.Page, one: OnePage) -> None:
    page.show()
    own, shared = page.ask("texts", one.place)
    for texts in (own, shared):
        gaps = [
            [(key, set(re.findall(r"{\w+}", text))) for key, text in texts[language].items()]
            for language in ("en", "ja")
        ]
        assert gaps[0] == gaps[1]
    assert not own["en"].keys() & shared["en"].keys()
    paths = hand_written(one.package) + kit_files()
    if one.package == FRONT.package:
        paths += [path for puzzle in PUZZLES for path in hand_written(puzzle.package) if path.name == FRONT_MODULE]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    table_of_texts = re.compile(r"^export const TEXTS = .*?^}, JAPANESE\);$", re.DOTALL | re.MULTILINE)
    used = set(re.findall(r"\w+", "".join(table_of_texts.sub("", source) for source in sources)))
    # Some keys have an ending: One, or the name of a level.
    unused = [key for key in [*own["en"], *shared["en"]] if not {key, re.sub(f"One$|{one.added}", "", key)} & used]
    assert unused == []


@every_page
def test_a_first_visit_loads_little_and_only_from_the_atlas(
    page: pages.Page, atlas_folder: Callable[[str], Path], one: OnePage
) -> None:
    page.show(f"{one.place}{one.fragment}")
    names, linked, navigation = page.ask("loaded")
    assert all(name.startswith((page.address, "data:")) for name in names)
    files = {name.removeprefix(page.address).partition("#")[0] for name in names if name.startswith("http")}
    assert "kit/style.css" in files
    # The HTML names all files that the page waits for; the manifest names the logo of the atlas.
    waited = {name for name in files - {one.place} if not name.endswith("logo.svg")}
    assert {f"{page.address}{name}" for name in waited} <= set(linked)
    assert len(linked) < 10
    contents = [
        (atlas_folder("whole") / name / ("" if Path(name).suffix else "index.html")).read_bytes() for name in files
    ]
    assert sum(map(len, contents)) <= MOST_BYTES
    assert sum(len(gzip.compress(content)) for content in contents) <= MOST_BYTES_SENT
    others = [f"{page.address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan", "results")]
    assert navigation == [page.address, *others]


@every_page
def test_a_page_that_cannot_load_its_data_says_so(page: pages.Page, one: OnePage) -> None:
    page.show(f"{one.place}{one.fragment}")
    page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*data.json"]})
    try:
        page.driver.refresh()
        page.until(lambda: "could not be loaded" in page.text("#loading"))
        assert "python -m http.server" in page.text("#loading")
    finally:
        page.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.driver.get_log("browser")


# --- over plain HTTP from another machine ------------------------------------------------------

COPIED = {
    "nine-tiles/#town_206745813361230035": ("#share-town", "{address}nine-tiles/#town_206745813361230035"),
}
"""Address -> a button there, and what it copies."""


@pytest.fixture
def insecure(page: pages.Page) -> pages.Page:
    """A page over HTTP that is not from this machine, as the browser takes it."""
    page.address = page.address.replace("127.0.0.1", pages.ELSEWHERE)
    page.show()
    asked = "return [isSecureContext, navigator.clipboard, navigator.share, navigator.serviceWorker].map(Boolean)"
    assert page.js(asked) == [False] * 4
    return page


def copied_text(page: pages.Page) -> str:
    """The text in the clipboard; only secure pages may read it."""
    page.driver.get(f"{page.address.replace(pages.ELSEWHERE, '127.0.0.1')}kit/style.css")
    return str(page.js_awaited("return await navigator.clipboard.readText();"))


@pytest.mark.parametrize("address", COPIED)
def test_an_insecure_page_copies_or_shows_the_text_to_copy(insecure: pages.Page, address: str) -> None:
    selector, expected = COPIED[address]
    text = expected.replace("{address}", insecure.address)
    insecure.show(address, pages.PHONE)
    insecure.js("document.execCommand = () => false")
    for language, words in (("en", "Copy this text:"), ("ja", "このテキストをコピーしてください。")):
        insecure.click(f"[data-language={language}]", selector)
        insecure.until(lambda: insecure.count("#to-copy"))
        assert insecure.text("dialog p") == words
        assert insecure.value("#to-copy") == text
        assert insecure.js("return getSelection().toString()") == text
        assert insecure.ask("tooWide", pages.PHONE[0]) == []
        assert insecure.map("#to-copy, dialog", "e.computedName") == [words] * 2
        for colours in ("dark", "light"):
            insecure.prefer(colours)
            assert insecure.ask("lowContrasts") == []
            insecure.picture(f"to_copy_{language}_{colours}")
        insecure.click("#close-dialog")
        assert insecure.count("dialog") == 0
    insecure.show(address)
    insecure.js("arguments[0].focus()", insecure.one(selector))
    insecure.keys(Keys.ENTER)  # of a reader: scripts may not copy
    insecure.until(lambda: insecure.status == "Link copied.")
    assert insecure.count("dialog") == 0
    assert copied_text(insecure) == text


def test_an_insecure_page_saves_a_picture_and_offers_no_copy(insecure: pages.Page, tmp_path: Path) -> None:
    behaviour = {"behavior": "allow", "downloadPath": str(tmp_path)}
    insecure.driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
    insecure.show("arrow/#easy_434131344")
    insecure.click("#picture")
    insecure.until(lambda: insecure.count(".shared img"))
    assert insecure.ids("dialog button") == ["keep-picture", "close-dialog"]
    insecure.click("#keep-picture")
    insecure.until(lambda: [path.name for path in tmp_path.iterdir()] == ["arrow.png"])
    assert (tmp_path / "arrow.png").read_bytes().startswith(b"\x89PNG")


def test_a_copied_result_has_the_address_of_its_puzzle_where_others_can_open_it(insecure: pages.Page) -> None:
    insecure.show("millijan/practice.html#7")
    insecure.js("document.execCommand = () => false")
    insecure.click("#hand-0", "#copy-result")
    insecure.until(lambda: insecure.count("#to-copy"))
    assert insecure.value("#to-copy") == f"{insecure.text('#result')}\n{insecure.address}millijan/practice.html#7"


@pytest.mark.parametrize("place", ["", "results/", "arrow/"])
def test_no_insecure_page_promises_use_offline(insecure: pages.Page, place: str) -> None:
    insecure.show(place)
    for language, promise in (("en", "offline|without a connection"), ("ja", "オフライン|接続")):
        insecure.click(f"[data-language={language}]")
        assert not re.search(promise, insecure.js("return document.body.innerText"), re.IGNORECASE)


# --- hostile texts and addresses --------------------------------------------------------------

FIELDS = {
    "": "#your-cards",
    "nine-tiles/": "#search",
    "nine-tiles/#build": "#pattern",
    "nine-tiles/practice.html#time_7": "#pattern",
    "nine-tiles/judge.html": "#town-1",
    "arrow/": "#board-text",
    "millijan/": "#search",
    "results/": "#search",
}
"""Address -> its field for text; other pages have none."""


@pytest.mark.parametrize("address", FIELDS)
def test_a_field_takes_any_text(page: pages.Page, address: str) -> None:
    page.show(address, pages.PHONE)
    if "time_" in address:
        page.click("#start")
    assert page.ask("taken", FIELDS[address], typed_texts("hostile")) == []
    assert page.ask("tooWide", pages.PHONE[0]) == []


def test_every_field_for_text_is_tried(page: pages.Page) -> None:
    for address in {state.partition("#")[0].partition(" ")[0] for state in EVERY_STATE}:
        page.show(address)
        fields = page.map("textarea, input:not([type=range], [type=radio], [type=checkbox], [type=file])", "`#${e.id}`")
        known = {field for place, field in FIELDS.items() if place.partition("#")[0] == address}
        if "judge" in address:
            fields = [field for field in fields if not re.fullmatch(r"#town-[2-9]", field)]
        assert set(fields) <= known, address


@pytest.mark.parametrize("place", PLACES_WITH_FRAGMENTS)
def test_a_page_takes_any_fragment(page: pages.Page, place: str) -> None:
    page.show(place, pages.PHONE)
    assert page.ask("opened", typed_texts("fragments")) == []
    assert page.ask("tooWide", pages.PHONE[0]) == []
