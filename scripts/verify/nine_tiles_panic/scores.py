"""That scores, distances and the towns at the best of them say the same wherever they stand."""

from __future__ import annotations

import numpy as np

from pipeline.nine_tiles_panic.tables import THEME_SCORES, THEME_SETS, THEME_SYNONYMS
from scripts.verify.artifacts import ROWS_AT_ONCE
from scripts.verify.checks import Checks, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts

checks: Checks[Artifacts] = Checks()


@checks.add(Level.QUICK)
def theme_scores(artifacts: Artifacts) -> None:
    """The scores of every theme are those that occur, the best first, with the towns that have them."""
    n_towns = artifacts.synonyms.n_towns
    expected = [
        {"theme": theme.no, "dist": dist, "score": score, "n_towns": int(n_towns[scores == score].sum(dtype=int))}
        for theme, scores in zip(artifacts.themes, artifacts.synonyms.scores, strict=True)
        for dist, score in enumerate(np.unique(scores)[::-1].tolist())
    ]
    artifacts.check_rows(THEME_SCORES, expected)


@checks.add(Level.QUICK)
def towns_at_the_best(artifacts: Artifacts) -> None:
    """Theme sets have as many towns at their three best scores as the theme synonyms that are there."""
    at_best = artifacts.ranks == 0
    places = np.flatnonzero(at_best.sum(axis=0) >= 3)
    at_best, n_towns = at_best[:, places], artifacts.synonyms.n_towns[places].astype(np.int64)
    index = {theme.no: i for i, theme in enumerate(artifacts.themes)}
    for row in artifacts.frame(THEME_SETS).itertuples():
        a, b, c = (at_best[index[no]] for no in (row.theme_1, row.theme_2, row.theme_3))
        count = int(n_towns[a & b & c].sum())
        require(row.n_towns == count, f"{THEME_SETS.name}: {row.n_towns} towns for {row.theme_set_id}, not {count}")


@checks.add(Level.FULL)
def rows_of_theme_synonyms(artifacts: Artifacts) -> None:
    """Theme synonyms have the scores and towns of the arrays, in the order of their names."""
    synonyms = artifacts.synonyms
    right = np.vstack([synonyms.scores, synonyms.n_towns])
    _require_rows(artifacts, THEME_SYNONYMS.file, "theme_synonyms", right)  # of which `copies` compares the others
    last = b""
    for first in range(0, right.shape[1], ROWS_AT_ONCE):
        for scores in synonyms.scores[:, first : first + ROWS_AT_ONCE].T.tolist():
            name = ("_".join(map(str, scores)) + ".txt").encode()
            require(last < name, f"theme synonyms are not in the order of their names at {name.decode()}")
            last = name


@checks.add(Level.FULL)
def rows_of_distances(artifacts: Artifacts) -> None:
    """Distances are squared ranks of the scores, counted and summed right."""
    squares = artifacts.ranks.astype(np.int16) ** 2
    right = np.vstack([(artifacts.ranks == 0).sum(axis=0), squares.sum(axis=0, dtype=np.int32), squares])
    _require_rows(artifacts, "theme_synonym_distance.db", "distances", right)


def _require_rows(artifacts: Artifacts, file: str, table: str, right: np.ndarray) -> None:
    """Stop unless a table has, after the ids from 1, these columns: (columns, rows)."""
    first = 0
    for rows in artifacts.rows_at_once(file, table):
        end = first + len(rows)
        wrong = np.flatnonzero(
            (rows[:, 0] != np.arange(first, end) + 1) | (right[:, first:end] != rows[:, 1:].T).any(axis=0)
        )
        require(not len(wrong), f"the table {table} of {file} is wrong at id {wrong[:1] + first + 1}")
        first = end
    require(first == right.shape[1], f"the table {table} of {file} has {first:,} rows, {right.shape[1]:,} are right")
