"""The page of all figures in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.atlas_results import write_results_page
from tablebases.errors import Error

pytest.importorskip("selenium", reason="selenium is not installed")

from scripts.figures.document import FIGURES, SEQUENCES, read_rows, value_text
from tests.browser import pages

pytestmark = pages.needs_browser


@pytest.fixture
def page(page_in: Callable[..., pages.Page]) -> pages.Page:
    return page_in("whole", "results/")


def test_the_page_shows_every_figure_and_sequence_in_both_languages(page: pages.Page) -> None:
    rows, sequences = read_rows(FIGURES), read_rows(SEQUENCES)
    page.show()
    for language in ("en", "ja"):
        page.click(f"[data-language={language}]")
        assert page.texts("table.figures tbody tr[id] th") == [row[language] for row in rows]
        assert page.texts("table.figures .value") == [value_text(row) for row in rows]
        published = [bool(row["published"]) for row in rows]
        assert list(map(bool, page.texts("table.figures tr[id] td:last-child"))) == published
        assert page.texts("article h4") == [row[language] for row in sequences]
        assert page.texts(".terms") == [row["terms"].replace(" ", ", ") for row in sequences]


def test_charts_name_their_bars_and_larger_terms_have_higher_ones(page: pages.Page) -> None:
    page.show()
    values = {row["key"]: row["value"] for row in read_rows(FIGURES)}
    names = page.texts(".bars li")
    assert names[0].split("\n") == ["round robin", values["cover_minimum"]]
    assert len(names) == 10
    for row in read_rows(SEQUENCES):
        terms = [int(term) for term in row["terms"].split()]
        bars = page.map(f"#sequence-{row['key']} rect", "e.height.baseVal.value")
        assert len(bars) == len(terms), row["key"]
        by_bar, by_term = (sorted(range(len(terms)), key=lambda i: (sizes[i], i)) for sizes in (bars, terms))
        assert by_bar == by_term
        assert [bar == 0 for bar in bars] == [term == 0 for term in terms]


def test_a_data_file_without_its_columns_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "figures.csv").write_text("puzzle,key\n")
    with pytest.raises(Error, match=r"figures.csv has no column check; `python -m scripts.figures` writes it"):
        write_results_page(tmp_path / "figures.csv", SEQUENCES, tmp_path / "page")
