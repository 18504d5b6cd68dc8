"""Read the best answers: answers.db, and best_towns.db for players."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tablebases.database import Kind, open_rows
from tablebases.nine_tiles.rules.laid_town import plain_pattern
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.tablebase import ANSWERS, BEST_TOWNS, MINIMUM, OPTIMAL, THEME_SYNONYMS, Triple, themes_in


def read_best_triples(path: Path, kind: Kind = ANSWERS) -> dict[str, list[Triple]]:
    """Theme set -> its best answers, ascending. `kind` is a database with the table `triples`."""
    triples: dict[str, list[Triple]] = {}
    sql = "SELECT theme_set_id, dist_1, dist_2, dist_3 FROM triples WHERE kept = 1 ORDER BY 1, 2, 3, 4"
    with open_rows(path, kind) as database:
        for theme_set, *triple in database.execute(sql):
            triples.setdefault(theme_set, []).append((triple[0], triple[1], triple[2]))
    return triples


def read_minimum_cover(path: Path, kind: Kind = ANSWERS) -> tuple[list[int], int]:
    """The theme synonyms of the minimum cover, most answers first, and its bound."""
    ids = "SELECT theme_synonym_id FROM cover_theme_synonyms WHERE cover = ? ORDER BY n DESC, theme_synonym_id"
    with open_rows(path, kind) as database:
        found = [id_ for (id_,) in database.execute(ids, (MINIMUM,))]
        (bound,) = database.execute("SELECT value FROM cover_figures WHERE name = 'proven_lower_bound'").fetchone()
        return found, bound


@dataclass(frozen=True)
class TownsToLearn:
    """A choice of `k` towns to learn."""

    k: int
    """Number of towns."""
    method: str
    """`GREEDY` or `OPTIMAL`."""
    n_theme_sets: int
    """Theme sets that they answer together."""
    bound: int
    """No choice of `k` towns answers more."""
    theme_synonyms: list[int]
    """Ids."""


def read_learn(path: Path, kind: Kind = ANSWERS) -> list[TownsToLearn]:
    """The learning list, by `k`, the greedy choice before the optimal one."""
    with open_rows(path, kind) as database:
        ids: dict[tuple[int, str], list[int]] = {}
        listed = "SELECT k, method, theme_synonym_id FROM learn_theme_synonyms ORDER BY k, method, place"
        for k, method, id_ in database.execute(listed):
            ids.setdefault((k, method), []).append(id_)
        chosen = database.execute("SELECT k, method, n_theme_sets, bound FROM learn ORDER BY k, method")
        return [TownsToLearn(k, method, n, bound, ids[k, method]) for k, method, n, bound in chosen]


def read_optimal(path: Path) -> dict[int, TownsToLearn]:
    """`k` -> the `k` towns that answer most theme sets."""
    return {chosen.k: chosen for chosen in read_learn(path, ANSWERS) if chosen.method == OPTIMAL}


# best_towns.db


@dataclass(frozen=True)
class BestAnswer:
    """One of the equally good answers for some cards."""

    distances: tuple[int, ...]
    """Distances of the scores from the best ones: ranks, 0 the best; one for each card."""
    scores: tuple[int, ...]
    wins: int
    """Occurring scores that it beats."""
    losses: int
    n_theme_synonyms: int
    """Theme synonyms with these scores."""
    n_towns: int
    """Towns with these scores."""
    theme_synonym: int
    """The id of one of these theme synonyms."""
    runner_up: tuple[int, ...] | None
    """Distances of the runner-up; None if all scores are best answers, or it is not known."""


@dataclass(frozen=True)
class NamedTown:
    """A theme synonym in best_towns.db."""

    pattern: str
    """Its first town."""
    n_towns: int
    scores: tuple[int, ...]
    """Scores in all themes."""


@dataclass(frozen=True)
class BestTowns:
    """The contents of best_towns.db."""

    themes: list[Theme]
    scores: dict[int, dict[int, int]]
    """Number of a theme -> score -> towns that have it, the best score first."""
    answers: dict[str, list[BestAnswer]]
    """Numbers of one, two or three themes, such as 02_05 -> the best answers."""
    cover: list[int]
    """The theme synonyms of the minimum cover, by answers, most first."""
    cover_bound: int
    """No cover has fewer."""
    learned: list[TownsToLearn]
    towns: dict[int, NamedTown]
    """Theme synonym -> its first town and scores."""
    n_theme_synonyms: int
    """Number of all theme synonyms, most of which are not in `towns`."""


Row = Mapping[str, Any] | sqlite3.Row


def answer_of(row: Row) -> BestAnswer:
    """A row of the table `best_answers`."""
    distances, scores, runner_up = (
        tuple(row[column] for card in (1, 2, 3) if row[column := f"{name}_{card}"] is not None)
        for name in ("dist", "score", "runner_up")
    )
    wins, losses, n_theme_synonyms, n_towns, id_ = (
        row[name] for name in ("wins", "losses", "n_theme_synonyms", "n_towns", "theme_synonym_id")
    )
    return BestAnswer(distances, scores, wins, losses, n_theme_synonyms, n_towns, id_, runner_up or None)


def answers_for(database: sqlite3.Connection, cards: str) -> list[BestAnswer]:
    """The best answers for some cards, such as 02_05."""
    return list(map(answer_of, database.execute("SELECT * FROM best_answers WHERE cards = ? ORDER BY place", (cards,))))


class MixedTriple(NamedTuple):
    """A row of the table `mixes`: a combination of scores that an optimal mix uses."""

    distances: Triple
    numerator: int
    """Its probability is `numerator` / `denominator`."""
    denominator: int
    beaten_by: Triple
    """Distances of the combination with the most wins that beats it."""
    theme_synonym: int
    pattern: str
    """A town with these distances."""


class Outcome(NamedTuple):
    """Whether a combination of scores of a theme set is unbeaten, and an optimal mix if none is."""

    outcome: str
    """`WINNER`, `UNBEATEN` or `MIX`."""
    n_mixes: int
    """Number of extreme optimal mixes; 0 if a combination is unbeaten."""
    mix: list[MixedTriple]
    """Ascending."""


def outcomes_in(database: sqlite3.Connection, theme_set: str | None = None) -> dict[str, Outcome]:
    """Theme set -> its outcome; None for all theme sets. `database` is best_towns.db."""
    chosen = "WHERE theme_set_id = coalesce(?, theme_set_id) ORDER BY theme_set_id"
    rows = database.execute(f"SELECT theme_set_id, outcome, extreme_mixes FROM outcomes {chosen}", (theme_set,))  # noqa: S608
    found = {id_: Outcome(outcome, n_mixes or 0, []) for id_, outcome, n_mixes in rows}
    sql = f"SELECT * FROM mixes {chosen}, dist_1, dist_2, dist_3"  # noqa: S608
    for row in database.execute(sql, (theme_set,)):
        distances, beaten_by = (
            (row[f"{name}_1"], row[f"{name}_2"], row[f"{name}_3"]) for name in ("dist", "beaten_by")
        )
        probability, pattern = (row["numerator"], row["denominator"]), plain_pattern(row["pattern"])
        triple = MixedTriple(distances, *probability, beaten_by, row["theme_synonym_id"], pattern)
        found[row["theme_set_id"]].mix.append(triple)
    return found


def answer_to(distances: Triple, mix: Sequence[MixedTriple]) -> Triple:
    """The first triple of an optimal mix that beats `distances`, a triple that beats another one of the mix."""
    return next(
        row.distances
        for row in mix
        if sum((a < b) - (a > b) for a, b in zip(row.distances, distances, strict=True)) > 0
    )


def scores_in(database: sqlite3.Connection, themes: Sequence[Theme]) -> dict[int, dict[int, int]]:
    """Number of a theme -> score -> towns that have it, the best score first."""
    found: dict[int, dict[int, int]] = {theme.no: {} for theme in themes}
    for theme, score, n_towns in database.execute(
        "SELECT theme, score, n_towns FROM theme_scores ORDER BY theme, dist"
    ):
        if theme in found:
            found[theme][score] = n_towns
    return found


def towns_in(
    database: sqlite3.Connection, themes: Sequence[Theme], ids: Sequence[int] | None = None
) -> dict[int, NamedTown]:
    """Theme synonym -> its first town and scores.

    `ids` are the theme synonyms to read; None for all in best_towns.db. `themes` are all of its themes.
    """
    columns = ", ".join(["theme_synonym_id", "pattern", "n_towns", *(theme.column for theme in themes)])
    sql = f"SELECT {columns} FROM towns"  # noqa: S608
    if ids is not None:
        sql += f" WHERE theme_synonym_id IN ({', '.join('?' * len(ids))})"
    rows = database.execute(f"{sql} ORDER BY theme_synonym_id", ids or ())
    return {id_: NamedTown(plain_pattern(pattern), n, tuple(scores)) for id_, pattern, n, *scores in rows}


def read_best_towns(path: Path) -> BestTowns:
    """The contents of best_towns.db."""
    cover, bound = read_minimum_cover(path, BEST_TOWNS)
    learned = read_learn(path, BEST_TOWNS)
    with open_rows(path, BEST_TOWNS) as database:
        themes = themes_in(database)
        answers: dict[str, list[BestAnswer]] = {}
        for row in database.execute("SELECT * FROM best_answers ORDER BY cards, place"):
            answers.setdefault(row["cards"], []).append(answer_of(row))
        (count,) = database.execute("SELECT value FROM figures WHERE file = ?", (THEME_SYNONYMS.file,)).fetchone()
        return BestTowns(
            themes, scores_in(database, themes), answers, cover, bound, learned, towns_in(database, themes), count
        )
