"""That CSV files say what answers.db does."""

from __future__ import annotations

from itertools import zip_longest

from pipeline.database import open_database
from pipeline.nine_tiles_panic.tables import ANSWERS
from scripts.verify.checks import Checks, Level
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.errors import Error
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, read_learn
from tablebases.nine_tiles.tiles import divided

checks: Checks[Artifacts] = Checks()


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

    def with_scores(set_: str, id_: int, pattern: str, n: int) -> list[str]:
        return [set_, *map(str, [id_, divided(pattern), *artifacts.synonyms.scores[:, id_ - 1].tolist(), n])]

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
        "most_win_min.csv": [
            with_scores(*row) for row in artifacts.query("answers.db", "SELECT * FROM most_win_min ORDER BY 1")
        ],
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
            raise Error("answers.db and most_win_match.csv differ")


@checks.add(Level.QUICK)
def csv_files(artifacts: Artifacts) -> None:
    """CSV files have the rows of answers.db."""
    for name, expected in _lines_of_answers(artifacts).items():
        found = [list(row.values()) for row in artifacts.rows(name)]
        if [[*filter(None, row)] for row in found] != expected:
            raise Error(f"answers.db and {name} differ")
    _check_matches(artifacts)
