"""The charts of the report and their numbers."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import write_chart
from pipeline.nine_tiles_panic.readers import ThemeSynonyms
from pipeline.nine_tiles_panic.stages import figures

pytestmark = pytest.mark.thorough

SYNONYMS = ThemeSynonyms(
    [1, 2], np.array([[0, 3, 3], [-2, -1, -2]], dtype=np.int8), np.array([5, 7, 1], dtype=np.int32)
)


def drawn(figure: Figure, folder: Path) -> str:
    """The SVG of a figure, written as by a stage."""
    path = folder / "chart.svg"
    write_chart(path, lambda: figure, ProvenanceNotes(figures.__file__, [], {}))
    return path.read_text(encoding="utf-8")


def texts(svg: str) -> set[str]:
    root = ET.fromstring(svg)  # noqa: S314 - made here
    return {element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")}


def bars(figure: Figure, axes: int = 0) -> list[tuple[float, float]]:
    """The middle and the height of every bar."""
    return [(bar.get_center()[0], bar.get_height()) for bar in figure.axes[axes].patches]


def test_towns_of_scores_counts_towns_for_every_occurring_score() -> None:
    found = [SYNONYMS.towns_of_scores(theme) for theme in (0, 1)]
    assert [list(towns.items()) for towns in found] == [[(0, 5), (3, 8)], [(-2, 6), (-1, 7)]]
    many = ThemeSynonyms([1], np.zeros((1, 3), dtype=np.int8), np.full(3, 2**31 - 1, dtype=np.int32))
    assert many.towns_of_scores(0) == {0: 3 * (2**31 - 1)}, "more than 32 bits"


def test_every_theme_has_a_histogram_with_its_name_in_the_same_bytes(tmp_path: Path) -> None:
    names = ["Capture", "Few Roads"]
    figure = figures.theme_scores_figure(SYNONYMS, names)
    assert [height for _, height in [*bars(figure, 0), *bars(figure, 1)]] == [n / 13 for n in (5, 8, 6, 7)]
    svg = drawn(figure, tmp_path)
    assert {"1 Capture", "2 Few Roads"} <= texts(svg)
    assert drawn(figures.theme_scores_figure(SYNONYMS, names), tmp_path) == svg


def test_sums_of_squares_do_not_overflow() -> None:
    ranks = np.full((26, 2), 20, dtype=np.uint8)
    ranks[:, 1] = 0
    assert bars(figures.distances_figure(ranks)) == [(0, 1), (26 * 400, 1)]


def test_bars_of_maxima_are_labelled_with_their_numbers(tmp_path: Path) -> None:
    svg = drawn(figures.maxima_figure(np.array([1] * 1200 + [3] * 4)), tmp_path)
    assert {"1,200", "4"} <= texts(svg)


def test_a_cover_grows_by_its_largest_gains_first(tmp_path: Path) -> None:
    cover = pd.DataFrame(
        [("greedy", 2), ("greedy", 1), ("minimum", 1), ("minimum", 2), ("minimum", 3)], columns=["cover", "n"]
    )
    figure = figures.cover_figure(cover)
    assert [line.get_ydata().tolist() for line in figure.axes[0].lines] == [[3, 1, 0], [6, 3, 1, 0]]
    assert {"greedy: 2", "proven minimum: 3"} <= texts(drawn(figure, tmp_path))


def test_learning_curves_start_at_zero(tmp_path: Path) -> None:
    rows = [(1, "greedy", 4), (1, "optimal", 4), (2, "greedy", 5), (2, "optimal", 6)]
    figure = figures.learning_figure(pd.DataFrame(rows, columns=["k", "method", "n_theme_sets"]))
    curves = {line.get_label(): line.get_ydata().tolist() for line in figure.axes[0].lines}
    assert curves == {"the best choice, proven": [0, 4, 6], "greedy": [0, 4, 5]}
    assert "towns learnt" in texts(drawn(figure, tmp_path))
