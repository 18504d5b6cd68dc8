"""The charts of the report: what they are drawn from, and that they are drawn."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from xml.etree import ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.figure import Figure

from pipeline.artifact.csv_file import create_csv
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic import cover, figures, learn
from pipeline.nine_tiles_panic.costs import Cost, costs_figure, read_costs
from pipeline.nine_tiles_panic.theme_synonyms import ThemeSynonyms

SYNONYMS = ThemeSynonyms(
    [1, 2],
    np.array([[0, 3, 3], [-2, -1, -2]], dtype=np.int8),
    np.array([5, 7, 1], dtype=np.int32),
)


def drawn(figure: Figure) -> str:
    """The figure as SVG, with its texts as texts."""
    file = StringIO()
    with mpl.rc_context(figures.SETTINGS):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314 - made here
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(("theme", "scores", "towns"), [(0, [0, 3], [5, 8]), (1, [-2, -1], [6, 7])])
def test_towns_are_counted_for_every_score_that_occurs(
    theme: int, scores: list[int], towns: list[int]
) -> None:
    found = figures.towns_of_scores(SYNONYMS, theme)
    assert [column.tolist() for column in found] == [scores, towns]


def test_every_theme_has_a_histogram_with_its_name() -> None:
    svg = drawn(figures.theme_scores_figure(SYNONYMS, ["Capture", "Few Roads"]))
    assert {"1 Capture", "2 Few Roads"} <= set(texts(svg))


def test_sums_of_squares_do_not_overflow() -> None:
    ranks = np.full((26, 2), 20, dtype=np.uint8)
    ranks[:, 1] = 0
    assert figures.sum_of_squares(ranks).tolist() == [26 * 400, 0]


def test_numbers_of_maxima_stand_above_their_bars() -> None:
    svg = drawn(figures.maxima_figure(np.array([1] * 1200 + [3] * 4)))
    assert {"1,200", "4"} <= set(texts(svg))


def test_a_cover_grows_by_its_largest_gains_first(tmp_path: Path) -> None:
    path = tmp_path / "minimum_cover.csv"
    with create_csv(path, ("theme_synonym_id", "n", "matched_theme_set"),
                    ProvenanceNotes(cover.__file__, [], {})) as writer:  # fmt: skip
        writer.lines(["5,1,01_02_03\n", "9,2,01_02_04 01_02_05\n"])
    growth = figures.cover_growth(path)
    assert growth.tolist() == [0, 2, 3]
    assert {"greedy: 2", "proven minimum: 2"} <= set(
        texts(drawn(figures.cover_figure(growth, growth)))
    )


def test_learning_curves_are_read_by_their_method(tmp_path: Path) -> None:
    path = tmp_path / "learn.csv"
    with create_csv(path, learn.COLUMNS, ProvenanceNotes(learn.__file__, [], {})) as writer:
        writer.lines([
            "1,greedy,4,4,7\n", "1,optimal,4,4,7\n", "2,greedy,5,9,7 8\n", "2,optimal,6,6,8 9\n",
        ])  # fmt: skip
    greedy, optimal = (figures.learning_curve(path, m) for m in (learn.GREEDY, learn.OPTIMAL))
    assert (greedy, optimal) == ([0, 4, 5], [0, 4, 6])
    assert learn.read_optimal(path) == {1: (4, [7]), 2: (6, [8, 9])}
    assert "towns learnt" in texts(drawn(figures.learning_figure(greedy, optimal)))


def test_the_same_figure_has_the_same_bytes() -> None:
    names = ["Capture", "Few Roads"]
    one, other = (drawn(figures.theme_scores_figure(SYNONYMS, names)) for _ in range(2))
    assert one == other


def test_jobs_of_a_stage_are_added_up(tmp_path: Path) -> None:
    for name, seconds, memory in (("towns_00", 2.5, "100.0"), ("towns_01", 3.0, "90.0"),
                                  ("cover", 1.0, "NA")):  # fmt: skip
        (tmp_path / f"{name}.tsv").write_text(f"s\th:m:s\tmax_rss\n{seconds}\t0\t{memory}\n")
    costs = read_costs(tmp_path)
    assert costs == {"towns": Cost(5.5, 100.0), "cover": Cost(1.0, 0.0)}
    assert {"towns", "cover", "5.5", "100"} <= set(texts(drawn(costs_figure(costs))))


def test_no_benchmarks_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PipelineError, match="no benchmarks"):
        read_costs(tmp_path)
