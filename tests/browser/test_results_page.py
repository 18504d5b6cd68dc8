"""The page of all figures in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.atlas_results import write_results_page
from tablebases.atlas.pages import RESULTS
from tablebases.errors import Error

pytest.importorskip("selenium", reason="selenium is not installed")

from pipeline.atlas import write_atlas
from scripts.figures.document import FIGURES, SEQUENCES, read_rows, value_text
from tests.browser import pages

pytestmark = pages.needs_browser

PHONE = (390, 844)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    write_results_page(FIGURES, SEQUENCES, folder / "page")
    write_atlas(folder / "atlas", {folder / "page": "results"})
    pages.add_modules(folder / "atlas", "figures")
    with pages.served(folder / "atlas") as address:
        yield address


class ResultsPage(pages.Page):
    """The page in the browser, and what tests do with it."""

    def open(self, fragment: str = "", **how: Any) -> None:
        """Open the page anew; see `show`."""
        self.show(f"results/{fragment}", **how)


@pytest.fixture
def page(browser: Any, address: str, tmp_path: Path) -> Iterator[ResultsPage]:
    with pages.opened(ResultsPage, browser, address, tmp_path) as page:
        yield page


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_figure_and_every_sequence_is_shown(page: ResultsPage, language: str) -> None:
    page.open(language=language)
    rows = read_rows(FIGURES)
    assert page.texts("table.figures tbody tr[id] th") == [row[language] for row in rows]
    assert page.texts("table.figures .value") == [value_text(row) for row in rows]
    published = [row["published"] for row in rows]
    assert [bool(text) for text in page.texts("table.figures tr[id] td:last-child")] == list(map(bool, published))
    sequences = read_rows(SEQUENCES)
    assert page.texts("article h4") == [row[language] for row in sequences]
    assert page.texts(".terms") == [row["terms"].replace(" ", ", ") for row in sequences]
    page.picture(f"results_{language}", whole=True)


def test_where_figures_come_from_is_told_on_demand(page: ResultsPage) -> None:
    page.open()
    assert page.texts("details code") == []
    page.all("summary")[0].click()
    assert page.texts("details code")[:2] == ["town_synonyms", "success_pattern.db: town_synonyms"]


def test_each_sequence_has_a_bar_a_term_and_larger_terms_have_higher_ones(page: ResultsPage) -> None:
    page.open()
    for row in read_rows(SEQUENCES):
        terms = [int(term) for term in row["terms"].split()]
        bars: list[float] = page.js(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.height.baseVal.value)",
            f"#sequence-{row['key']} rect",
        )
        assert len(bars) == len(terms), row["key"]
        assert sorted(range(len(terms)), key=lambda i: (bars[i], i)) == sorted(
            range(len(terms)), key=lambda i: (terms[i], i)
        )
        assert [bar == 0 for bar in bars] == [term == 0 for term in terms]


def test_charts_of_figures_name_their_bars(page: ResultsPage) -> None:
    page.open()
    values = {row["key"]: row["value"] for row in read_rows(FIGURES)}
    names = page.texts(".bars li")
    assert names[0].split("\n") == ["round robin", values["cover_minimum"]]
    assert len(names) == 10


def test_an_address_leads_to_a_figure(page: ResultsPage) -> None:
    page.open("#figure-n10_first_wins")
    top = "return document.querySelector(location.hash).getBoundingClientRect().top"
    page.until(lambda: 0 <= page.js(top) < pages.DESKTOP[1])


@pytest.mark.parametrize("fragment", ["#%", "#%E0%A4%A", "#nowhere"])
def test_an_address_that_names_nothing_shows_the_page(page: ResultsPage, fragment: str) -> None:
    page.open(fragment)
    assert page.hash == fragment
    assert page.all("table.figures")


def test_terms_are_copied(page: ResultsPage, browser: Any) -> None:
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    page.open()
    page.js("document.querySelector('#sequence-second_wins button').click()")
    page.until(lambda: page.status == "Terms copied.")
    assert page.js_awaited("return await navigator.clipboard.readText();").startswith("0, 0, 13, 69, 1050")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_texts_can_be_read_in_both_colours(page: ResultsPage, colours: str) -> None:
    page.open(colours=colours)
    page.js("document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    assert page.low_contrasts == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_phone_shows_it_and_an_audit_finds_nothing(page: ResultsPage, language: str) -> None:
    page.open(size=PHONE, language=language)
    assert page.width <= PHONE[0]
    pages.check_for_fingers(page)
    pages.check_audit(page)
    pages.check_names(page, "a, button, summary, .wide")
    page.picture(f"results_phone_{language}")


def test_the_page_is_in_both_languages_and_loads_little(page: ResultsPage) -> None:
    page.open()
    named = [f"{chart}_{row['key']}" for chart in ("covers", "chances") for row in read_rows(FIGURES)]
    pages.check_languages(page, RESULTS.package, made="(?<=how_).*|(?<=about_).*", named=named)
    page.open()
    pages.check_first_load(page)
    assert sum(size for _, size in page.loaded) < 100_000
    pages.check_skipping(page)
    pages.check_loading_failure(page)


def test_a_data_file_without_its_columns_is_refused(tmp_path: Path) -> None:
    (tmp_path / "figures.csv").write_text("puzzle,key\n")
    with pytest.raises(Error, match=r"figures.csv has no column check; `python -m scripts.figures` writes it"):
        write_results_page(tmp_path / "figures.csv", SEQUENCES, tmp_path / "page")
