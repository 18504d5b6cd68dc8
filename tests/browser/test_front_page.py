"""The front page, the page of all figures, and the atlas without a connection or a server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.atlas_results import write_results_page
from tablebases.errors import Error

pytest.importorskip("selenium", reason="selenium is not installed")

from scripts.figures.document import FIGURES, SEQUENCES, read_rows, value_text
from tests.browser import pages

pytestmark = pages.needs_browser

HAND = "#3-7-8-15-18-23-24-24-32-37-41-43-50"


@pytest.fixture
def front(page_in: Callable[..., pages.Page]) -> pages.Page:
    page = page_in("whole")
    page.show()
    return page


def test_the_front_page_leads_to_all_pages(front: pages.Page) -> None:
    links = front.map("#puzzles a, #content > p > a", "e.href")
    assert links == [f"{front.address}{name}/" for name in ("nine-tiles", "arrow", "godomachi", "millijan", "results")]
    assert all(len(text.splitlines()) == 2 for text in front.texts("#puzzles a > span"))


def test_the_atlas_works_without_a_connection(browser: Any, atlas_folder: Callable[[str], Path]) -> None:
    try:
        with pages.served(atlas_folder("whole")) as address:
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
    rows, sequences = read_rows(FIGURES), read_rows(SEQUENCES)
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
        assert results.texts(".terms") == [row["terms"].replace(" ", ", ") for row in sequences]


def test_the_page_of_results_has_no_words_of_databases(results: pages.Page) -> None:
    results.show()
    open_folds(results)
    text = results.text("main")
    tables = {row["table"] for row in read_rows(FIGURES) if "_" in row["table"]}
    names = {*tables, *(table.replace("_", " ").rstrip("s") for table in tables if "synonym" in table)}
    names |= {row["check"] for row in read_rows(FIGURES)} | {"theme set", "match set", ".db"}
    assert [name for name in names if name in text.lower()] == []


def test_charts_name_their_bars_and_larger_terms_have_higher_ones(results: pages.Page) -> None:
    results.show()
    open_folds(results)
    values = {row["key"]: row["value"] for row in read_rows(FIGURES)}
    names = results.texts(".bars li")
    assert names[0].split("\n") == ["round robin", values["cover_minimum"]]
    assert len(names) == 10
    for row in read_rows(SEQUENCES):
        terms = [int(term) for term in row["terms"].split()]
        bars = results.map(f"#sequence-{row['key']} rect", "e.height.baseVal.value")
        assert len(bars) == len(terms), row["key"]
        by_bar, by_term = (sorted(range(len(terms)), key=lambda i: (sizes[i], i)) for sizes in (bars, terms))
        assert by_bar == by_term
        assert [bar == 0 for bar in bars] == [term == 0 for term in terms]


def test_the_page_of_results_rejects_a_data_file_without_its_columns(tmp_path: Path) -> None:
    (tmp_path / "figures.csv").write_text("puzzle,key\n")
    with pytest.raises(Error, match=r"figures.csv has no column en; `python -m scripts.figures` writes it"):
        write_results_page(tmp_path / "figures.csv", SEQUENCES, tmp_path / "page")
