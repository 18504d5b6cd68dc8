"""That Nine Tiles Panic's tables, arrays and CSV files say the same."""

from __future__ import annotations

from itertools import zip_longest

import numpy as np

from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.nine_tiles_panic.readers.answers import read_learn
from pipeline.nine_tiles_panic.tables import ANSWERS, GREEDY, MINIMUM
from scripts.verify.known import Figures
from scripts.verify.nine_tiles_artifacts import Artifacts


def check_arrays(artifacts: Artifacts) -> Figures:
    """Compare the arrays that programs read with the tables that people read, by sums."""
    columns = [theme.column for theme in artifacts.themes]
    sums = ", ".join(f"sum({c}), sum({c} * (id % 65521))" for c in columns)
    for file, table, values in (
        ("theme_synonyms.db", "theme_synonyms", artifacts.synonyms.scores),
        ("theme_synonym_distance.db", "themes", artifacts.synonyms.distances.astype(np.int16) ** 2),
    ):
        (found,) = artifacts.query(file, f"SELECT {sums} FROM {table}")  # noqa: S608
        weights = np.arange(1, values.shape[1] + 1) % 65521
        expected = [int(n) for row in values for n in (row.sum(dtype=np.int64), (row * weights).sum())]
        if list(found) != expected:
            raise PipelineError(f"table {table} of {file} and the arrays of theme_synonyms.npz differ")
    return {}


def _squared(*triple: int) -> str:
    return f"({', '.join(str(d * d) for d in triple)})"


def _lines_of_answers(artifacts: Artifacts) -> dict[str, list[list[str]]]:
    """CSV file -> the rows that it should have, by answers.db; without columns that only repeat."""

    def rows(sql: str) -> list[list[str]]:
        return [list(map(str, row)) for row in artifacts.query("answers.db", sql)]

    def cover(name: str) -> list[list[str]]:
        return rows(
            "SELECT t.theme_synonym_id, t.n, group_concat(s.theme_set_id, ' ') FROM cover_theme_synonyms AS t "  # noqa: S608
            "JOIN cover_theme_sets AS s ON s.cover = t.cover AND s.theme_synonym_id = t.theme_synonym_id "
            f"WHERE t.cover = '{name}' GROUP BY t.place ORDER BY t.place"
        )

    triples = artifacts.query("answers.db", "SELECT * FROM triples")
    learn = read_learn(artifacts.folder / "answers.db")
    return {
        "most_win_points.csv": [[i, _squared(a, b, c), *map(str, fared)] for i, a, b, c, *fared in triples],
        "most_win.csv": [
            [i, str(len(kept)), *(_squared(*triple) for triple in kept)] for i, kept in artifacts.most_win.items()
        ],
        "theme_sets.csv": rows("SELECT theme_set_id, n_towns FROM theme_sets WHERE n_towns ORDER BY 1"),
        "most_win_match_min.csv": cover(GREEDY),
        "minimum_cover.csv": cover(MINIMUM),
        "learn.csv": [
            [str(of.k), of.method, str(of.n_theme_sets), str(of.bound), " ".join(map(str, of.theme_synonyms))]
            for of in learn
        ],
    }


def _check_matches(artifacts: Artifacts) -> None:
    """Compare most_win_match.csv line by line with the match sets of answers.db."""
    members = dict[int, list[str]]()
    for match_set, theme_set in artifacts.query(
        "answers.db", "SELECT match_set_id, theme_set_id FROM match_set_theme_sets"
    ):
        members.setdefault(match_set, []).append(theme_set)
    endings = {match_set: f"{len(ids)},{' '.join(sorted(ids))}" for match_set, ids in members.items()}
    sql = "SELECT theme_synonym_id, match_set_id FROM match_set_theme_synonyms ORDER BY theme_synonym_id"
    with (
        (artifacts.folder / "most_win_match.csv").open(encoding="utf-8") as lines,
        open_database(artifacts.folder / "answers.db", ANSWERS) as database,
    ):
        next(lines)
        found = (f"{id_},{endings[match_set]}\n" for id_, match_set in database.exec_driver_sql(sql))
        if not all(line == expected for line, expected in zip_longest(lines, found)):
            raise PipelineError("answers.db and most_win_match.csv differ")


def check_files(artifacts: Artifacts) -> Figures:
    """Compare answers.db with the CSV files."""
    for name, expected in _lines_of_answers(artifacts).items():
        found = [list(row.values()) for row in artifacts.rows(name)]
        if [[*filter(None, row)] for row in found] != expected:
            raise PipelineError(f"answers.db and {name} differ")
    _check_matches(artifacts)
    return {}
