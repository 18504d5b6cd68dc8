"""Stage figures: charts of the artifacts for the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from sqlalchemy import select

from pipeline.artifacts import ProvenanceNotes
from pipeline.charts import BLUE, ORANGE, write_chart
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import THEMES
from pipeline.nine_tiles_panic.tables import ANSWERS, COVER_THEME_SYNONYMS, LEARN
from pipeline.reading import open_database
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.nine_tiles.rules.distances import over_all_themes
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, OPTIMAL

COLUMNS = 6
THOUSANDS = mpl.ticker.StrMethodFormatter("{x:,.0f}")


def theme_scores_figure(synonyms: ThemeSynonyms, names: Sequence[str]) -> Figure:
    """A histogram of the scores of all towns for every theme."""
    rows = -(-len(names) // COLUMNS)
    figure = Figure(figsize=(12, 2.1 * rows), layout="constrained")
    all_axes = figure.subplots(rows, COLUMNS, squeeze=False).flat
    for index, (axes, name) in enumerate(zip(all_axes, names, strict=False)):
        towns = pd.Series(synonyms.towns_of_scores(index))
        axes.bar(towns.index, towns / towns.sum(), color=BLUE)
        axes.set_title(f"{synonyms.theme_numbers[index]} {name}")
        axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(5, integer=True, min_n_ticks=1))
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
    for axes in figure.axes[len(names) :]:
        axes.remove()
    figure.supxlabel("score")
    figure.supylabel("share of all towns")
    return figure


def _labelled(x: str, y: str) -> tuple[Figure, Axes]:
    """A figure with one chart and labelled axes."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    return figure, figure.subplots(subplot_kw={"xlabel": x, "ylabel": y})


def distances_figure(ranks: NDArray[np.uint8]) -> Figure:
    """Distances of theme synonyms from the best scores in all themes. `ranks` are uint8 (themes, n), not squared."""
    figure, axes = _labelled("sum of squared distances from the best scores", "theme synonyms")
    counts = np.bincount(over_all_themes(ranks)[1])
    axes.bar(np.flatnonzero(counts), counts[counts > 0], width=1, color=BLUE)
    axes.yaxis.set_major_formatter(THOUSANDS)
    return figure


def maxima_figure(n_best: NDArray[np.int64]) -> Figure:
    """Numbers of themes in which theme synonyms have the best score."""
    counts = np.bincount(n_best)
    figure, axes = _labelled("themes at their best score", "theme synonyms (logarithmic)")
    bars = axes.bar(np.arange(len(counts)), counts, color=BLUE, log=True)
    axes.bar_label(bars, [f"{count:,}" if count else "" for count in counts])
    return figure


def cover_figure(cover: pd.DataFrame) -> Figure:
    """Growth of the greedy and the smallest cover, largest gain first.

    `cover` has the columns cover and n, the number of theme sets assigned to each theme synonym.
    """
    figure, axes = _labelled("theme synonyms in the cover", "theme sets not yet answered")
    for method, name, style, colour in ((GREEDY, "greedy", "--", ORANGE), (MINIMUM, "proven minimum", "-", BLUE)):
        gains = cover["n"][cover["cover"] == method].sort_values(ascending=False)
        answered = np.cumsum([0, *gains])  # by the first 0, 1, 2, .. theme synonyms
        axes.plot(answered[-1] - answered, style, color=colour, label=f"{name}: {len(gains)}")
    axes.set_yscale("symlog", linthresh=10)
    axes.yaxis.set_major_formatter(THOUSANDS)
    axes.legend(title="cover")
    return figure


def learning_figure(learn: pd.DataFrame) -> Figure:
    """Theme sets answered after learning k towns. `learn` has the columns k, method and n_theme_sets."""
    figure, axes = _labelled("towns learnt", "theme sets answered")
    curves = learn.pivot(index="k", columns="method", values="n_theme_sets")
    curves = curves.reindex(range(len(curves) + 1), fill_value=0)
    axes.plot(curves[OPTIMAL], color=BLUE, label="the best choice, proven")
    axes.plot(curves[GREEDY], color=ORANGE, linestyle="--", label="greedy")
    axes.legend()
    return figure


def main(scores: Path, answers: Path, out: list[Path], notes: Path) -> None:
    """Draw the charts of the report, as SVG, each by the name of its file.

    theme_scores.svg: the scores of all towns in every theme; distances.svg and maxima.svg: distances of theme synonyms
    from the best scores; cover.svg: the growth of the greedy and of the smallest cover; learning.svg: theme sets
    answered by k towns.
    """
    provenance = ProvenanceNotes(__file__, [scores, answers], {})
    synonyms = read_theme_synonyms(scores)
    ranks = synonyms.distances
    with open_database(answers, ANSWERS) as database:
        names = pd.read_sql(select(THEMES).order_by(THEMES.c.no), database)["name_en"]
        cover = pd.read_sql(select(COVER_THEME_SYNONYMS), database)
        learn = pd.read_sql(select(LEARN), database)
    figures: dict[str, Callable[[], Figure]] = {
        "theme_scores": lambda: theme_scores_figure(synonyms, list(names)),
        "distances": lambda: distances_figure(ranks),
        "maxima": lambda: maxima_figure((ranks == 0).sum(axis=0)),
        "cover": lambda: cover_figure(cover),
        "learning": lambda: learning_figure(learn),
    }
    for path in out:
        if path.stem not in figures:
            raise Error(f"{path} is not the name of a chart, such as {min(figures)}.svg")
        write_chart(path, figures[path.stem], provenance)
    provenance.write(notes)
    say(f"figures: {', '.join(map(str, out))}")
