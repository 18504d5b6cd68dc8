"""What the finished artifacts say to a player's question: the best answers for three cards."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifact.database import open_database, read_array
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.distances import read_distances_of
from pipeline.nine_tiles_panic.game.themes import Theme, theme_set_id
from pipeline.nine_tiles_panic.most_win import read_most_win, triple_text
from pipeline.nine_tiles_panic.success_pattern import SCHEMA_VERSION
from pipeline.nine_tiles_panic.theme_synonyms import SCHEMA_VERSION as THEME_SYNONYMS_VERSION


@dataclass(frozen=True)
class Answer:
    """One of the equally good answers to a theme set.

    scores, best: in the three themes, and the best that any town has there. ranks: 1 for the best
    score. wins, losses: against all other triples of scores that towns have. theme_synonyms: ids.
    """

    scores: list[int]
    best: list[int]
    ranks: list[int]
    wins: int
    losses: int
    theme_synonyms: list[int]
    n_towns: int


def _fared(points: Path, theme_set: str) -> dict[str, tuple[int, int]]:
    """Triple -> (wins, losses) in one theme set; the lines of the others are passed over."""
    try:
        with points.open(encoding="utf-8", newline="") as file:
            lines = (line for line in file if line.startswith(f"{theme_set},"))
            return {row[1]: (int(row[2]), int(row[3])) for row in csv.reader(lines)}
    except (OSError, ValueError, IndexError) as error:
        raise PipelineError(f"cannot read {points} ({error}); run `snakemake`") from error


def _scores_at(
    database: sqlite3.Connection,
    themes: Sequence[Theme],
    distances: NDArray[np.uint8],
    triple: Sequence[int],
) -> list[int]:
    """The scores that distances stand for, looked up in the first theme synonym with each.

    Args:
        database: theme_synonyms.db.
        themes: the three themes.
        distances: uint8 (3, n), of all theme synonyms in these themes.
        triple: a distance a theme.
    """
    scores = []
    for theme, of_theme, distance in zip(themes, distances, triple, strict=True):
        id_ = int((of_theme == distance).argmax()) + 1
        sql = f"SELECT {theme.column} FROM theme_synonyms WHERE id = ?"  # noqa: S608
        scores.append(database.execute(sql, (id_,)).fetchone()[0])
    return scores


def best_answers(results: Path, themes: Sequence[Theme]) -> list[Answer]:
    """The best answers to a theme set, all equally good.

    Args:
        results: the folder with the artifacts.
        themes: three, ascending.

    Raises:
        PipelineError: an artifact is missing or damaged, or is about other themes.
    """
    theme_set = theme_set_id(theme.no for theme in themes)
    kept = read_most_win(results / "most_win.csv")
    if theme_set not in kept:
        raise PipelineError(f"{results} has no answers to the theme set {theme_set}")
    fared = _fared(results / "most_win_points.csv", theme_set)
    numbers = [theme.no for theme in themes]
    distances = read_distances_of(results / "theme_synonym_distance.db", numbers)
    path = results / "theme_synonyms.db"
    with closing(open_database(path, "theme_synonyms", THEME_SYNONYMS_VERSION)) as database:
        n_towns = read_array(database, "n_towns")
        best = _scores_at(database, themes, distances, [0, 0, 0])
        answers = []
        for triple in kept[theme_set]:
            matches = (distances == np.array(triple)[:, np.newaxis]).all(axis=0)
            places = np.flatnonzero(matches)
            scores = _scores_at(database, themes, distances, triple)
            ranks = [distance + 1 for distance in triple]
            wins, losses = fared[triple_text(triple)]
            answers.append(
                Answer(scores, best, ranks, wins, losses, (places + 1).tolist(),
                       int(n_towns[places].sum()))
            )  # fmt: skip
    return answers


def towns_of(
    results: Path, theme_synonyms: Sequence[int], limit: int | None = None
) -> Iterator[tuple[int, str]]:
    """(theme synonym, pattern) of the towns of some theme synonyms, in order.

    Raises:
        PipelineError: `success_pattern.db` is missing or damaged.
    """
    path = results / "success_pattern.db"
    with closing(open_database(path, "success_pattern", SCHEMA_VERSION)) as database:
        left = limit
        for id_ in theme_synonyms:
            sql = (
                "SELECT position || direction FROM towns WHERE theme_synonym_id = ? "
                "ORDER BY position || direction LIMIT ?"
            )
            found = database.execute(sql, (id_, -1 if left is None else left)).fetchall()
            yield from ((id_, pattern) for (pattern,) in found)
            if left is not None:
                left -= len(found)
                if left <= 0:
                    return
