"""Stage figures: what the artifacts hold, as charts for the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import matplotlib as mpl
import numpy as np
import typer
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pipeline.artifact.csv_file import open_csv_artifact
from pipeline.artifact.database import open_database
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.artifact.text_file import create_text
from pipeline.charts import BLUE, ORANGE, SETTINGS
from pipeline.nine_tiles_panic.distances import DistancesOption, read_distances
from pipeline.nine_tiles_panic.game.distances import squared
from pipeline.nine_tiles_panic.learn import GREEDY, OPTIMAL
from pipeline.nine_tiles_panic.theme_synonyms import (
    SCHEMA_VERSION,
    ThemeSynonyms,
    read_theme_synonyms,
)
from pipeline.progress import say
from pipeline.stage import run_command

COLUMNS = 6


def _save(figure: Figure, path: Path, provenance: ProvenanceNotes) -> None:
    with create_text(path, provenance) as file:
        figure.savefig(file, format="svg", metadata={"Date": None})


def _thousands(value: float, _: object) -> str:
    return f"{value:,.0f}"


def towns_of_scores(
    synonyms: ThemeSynonyms, theme: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The scores that occur in a theme, ascending, and the towns of each; int64 (scores,)."""
    lowest = int(synonyms.scores[theme].min())
    towns = np.bincount(synonyms.scores[theme].astype(np.int64) - lowest, weights=synonyms.n_towns)
    occurring = np.flatnonzero(towns)
    return occurring + lowest, towns[occurring].astype(np.int64)


def theme_scores_figure(synonyms: ThemeSynonyms, names: Sequence[str]) -> Figure:
    """A histogram of the scores of all towns for every theme."""
    rows = -(-len(names) // COLUMNS)
    figure = Figure(figsize=(12, 2.1 * rows), layout="constrained")
    for index, (axes, name) in enumerate(
        zip(figure.subplots(rows, COLUMNS, squeeze=False).flat, names, strict=False)
    ):
        scores, towns = towns_of_scores(synonyms, index)
        axes.bar(scores, towns / towns.sum(), color=BLUE)
        axes.set_title(f"{synonyms.theme_numbers[index]} {name}")
        axes.xaxis.set_major_locator(mpl.ticker.MaxNLocator(5, integer=True, min_n_ticks=1))
        axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1, decimals=0))
    for axes in figure.axes[len(names) :]:
        axes.remove()
    figure.supxlabel("score")
    figure.supylabel("share of all towns")
    return figure


def distances_figure(sums: NDArray[np.int64]) -> Figure:
    """How far theme synonyms are from being best in everything."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    counts = np.bincount(sums)
    occurring = np.flatnonzero(counts)
    axes.bar(occurring, counts[occurring], width=1, color=BLUE)
    axes.set_xlabel("sum of squared distances from the best scores")
    axes.set_ylabel("theme synonyms")
    axes.yaxis.set_major_formatter(_thousands)
    return figure


def maxima_figure(n_best: NDArray[np.int64]) -> Figure:
    """In how many themes at once theme synonyms have the best score."""
    counts = np.bincount(n_best)
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    bars = axes.bar(np.arange(len(counts)), counts, color=BLUE, log=True)
    axes.bar_label(bars, [f"{count:,}" if count else "" for count in counts])
    axes.set_xlabel("themes at their best score")
    axes.set_ylabel("theme synonyms (logarithmic)")
    return figure


def cover_growth(path: Path) -> NDArray[np.int64]:
    """Theme sets answered by the first 0, 1, 2, .. theme synonyms of a cover.

    Args:
        path: `most_win_match_min.csv` or `minimum_cover.csv`.
    """
    with open_csv_artifact(path, "cover") as reader:
        added = [int(row["n"]) for row in reader]
    return np.cumsum([0, *sorted(added, reverse=True)])


def cover_figure(greedy: NDArray[np.int64], minimum: NDArray[np.int64]) -> Figure:
    """How fast the greedy cover and the smallest one answer all theme sets, largest gain first."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    for growth, name, style in ((greedy, "greedy", "--"), (minimum, "proven minimum", "-")):
        axes.plot(growth[-1] - growth, style, color=ORANGE if name == "greedy" else BLUE,
                  label=f"{name}: {len(growth) - 1}")  # fmt: skip
    axes.set_yscale("symlog", linthresh=10)
    axes.set_xlabel("theme synonyms in the cover")
    axes.set_ylabel("theme sets not yet answered")
    axes.yaxis.set_major_formatter(_thousands)
    axes.legend(title="cover")
    return figure


def learning_curve(path: Path, method: str) -> list[int]:
    """Theme sets answered by 0, 1, 2, .. theme synonyms, by one method of `learn.csv`."""
    with open_csv_artifact(path, "learn") as reader:
        return [0, *(int(row["n_theme_sets"]) for row in reader if row["method"] == method)]


def learning_figure(greedy: Sequence[int], optimal: Sequence[int]) -> Figure:
    """How many theme sets a player can answer who has learnt some towns."""
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(optimal, color=BLUE, label="the best choice, proven")
    axes.plot(greedy, color=ORANGE, linestyle="--", label="greedy")
    axes.set_xlabel("towns learnt")
    axes.set_ylabel("theme sets answered")
    axes.legend()
    return figure


def _theme_names(path: Path) -> list[str]:
    with closing(open_database(path, "theme_synonyms", SCHEMA_VERSION)) as database:
        return [name for (name,) in database.execute("SELECT name_en FROM themes ORDER BY no")]


def main(
    theme_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage theme_synonyms.")],
    distances: DistancesOption,
    match_min: Annotated[Path, typer.Option(help="The greedy cover.")],
    minimum: Annotated[Path, typer.Option(help="The proven minimum cover.")],
    learn: Annotated[Path, typer.Option(help="Artifact of the stage learn.")],
    out: Annotated[Path, typer.Option(help="Folder for the charts.")],
) -> None:
    """Draw the charts of the report, as SVG.

    theme_scores.svg: the scores of all towns in every theme; distances.svg and maxima.svg: how
    near theme synonyms are to being best in everything; cover.svg: the growth of the greedy and
    of the smallest cover; learning.svg: how many theme sets some towns answer.

    Example: python -m pipeline.nine_tiles_panic.figures
    --theme-synonyms results/nine_tiles_panic/theme_synonyms.db
    --distances results/nine_tiles_panic/theme_synonym_distance.db
    --match-min results/nine_tiles_panic/most_win_match_min.csv
    --minimum results/nine_tiles_panic/minimum_cover.csv
    --learn results/nine_tiles_panic/learn.csv --out results/nine_tiles_panic/figures
    """
    provenance = ProvenanceNotes(
        __file__, [theme_synonyms, distances, match_min, minimum, learn], {}
    )
    ranks = read_distances(distances).distances
    figures: dict[str, Callable[[], Figure]] = {
        "theme_scores": lambda: theme_scores_figure(
            read_theme_synonyms(theme_synonyms), _theme_names(theme_synonyms)
        ),
        "distances": lambda: distances_figure(sum_of_squares(ranks)),
        "maxima": lambda: maxima_figure((ranks == 0).sum(axis=0)),
        "cover": lambda: cover_figure(cover_growth(match_min), cover_growth(minimum)),
        "learning": lambda: learning_figure(
            learning_curve(learn, GREEDY), learning_curve(learn, OPTIMAL)
        ),
    }
    with mpl.rc_context(SETTINGS):
        for name, draw in figures.items():
            _save(draw(), out / f"{name}.svg", provenance)
    say(f"figures: {', '.join(figures)} in {out}")


def sum_of_squares(ranks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Sum of the squared distances over all themes: int64 (n,)."""
    sums = np.zeros(ranks.shape[1], dtype=np.int64)
    for of_theme in ranks:
        sums += squared(of_theme)
    return sums


if __name__ == "__main__":
    run_command(main)
