"""The files are read as the scripts of the published article read theirs; the code is our own.

https://zenn.dev/136/articles/ninetilespanic
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from oracle import nine_tiles_panic as oracle
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import oracle_tiles

BY_ALL = "04_10_15"
"""Every town is a best answer to this theme set."""
Triple = tuple[int, ...]


@pytest.fixture
def towns(artifacts: Path) -> Iterator[sqlite3.Cursor]:
    """The rows of `towns`: theme synonym, positions, directions, and the scores from the fourth column on."""
    with closing(sqlite3.connect(artifacts / "success_pattern.db")) as database:
        yield database.execute("SELECT * FROM towns")


def numbers_of(theme_set: str) -> list[int]:
    """The places of three cards among all cards, from 0."""
    return [int(number) - 1 for number in theme_set.split("_")]


def triples_of(file: Path) -> dict[str, list[Triple]]:
    """Theme set -> the triples of a file such as most_win.csv, taken apart as texts."""
    table = pd.read_csv(file, index_col=0)
    columns = table.drop(columns="n").T.to_dict(orient="list")
    found: dict[str, list[Triple]] = {}
    for theme_set, cells in columns.items():
        texts = [cell for cell in cells if isinstance(cell, str)]
        found[str(theme_set)] = [tuple(map(int, text[1:-1].split(", "))) for text in texts]
    assert [*map(len, found.values())] == table["n"].tolist()
    return found


def matches_of(file: Path) -> dict[int, list[str]]:
    """Theme synonym -> the theme sets of a row, as pandas reads them."""
    table = pd.read_csv(file, index_col=0)
    lists = table[["matched_theme_set"]].apply(lambda row: row.iloc[0].split(", "), axis=1)
    return {int(id_): theme_sets for id_, theme_sets in lists.items()}


def test_distinct_scores_of_towns_are_those_of_the_table_of_scores(artifacts: Path) -> None:
    for theme in oracle.THEMES:
        of_towns = rows_of(artifacts / "success_pattern.db", f"SELECT DISTINCT t{theme:02d} FROM towns")
        fast = rows_of(artifacts / "success_pattern.db", f"SELECT DISTINCT t{theme:02d} FROM theme_synonyms")
        listed = rows_of(artifacts / "answers.db", "SELECT score FROM theme_scores WHERE theme = ?", (theme,))
        assert set(of_towns) == set(fast) == set(listed)


def test_a_loop_over_towns_finds_the_patterns_of_every_theme_synonym(artifacts: Path, towns: sqlite3.Cursor) -> None:
    files: dict[str, list[str]] = {}
    for town in towns:
        name = "_".join(map(str, town[3:]))
        files.setdefault(name, []).append(town[1].zfill(4) + town[2].zfill(4))
    tiles = oracle_tiles((0, 1, 2, 5))
    for name, patterns in files.items():
        assert {oracle.score(pattern, tiles, 2, 2) for pattern in patterns} == {tuple(map(int, name.split("_")))}
    ids = {name: id_ for id_, name in enumerate(sorted(files, key=lambda name: f"{name}.txt".encode()), start=1)}
    counts = rows_of(artifacts / "theme_synonyms.db", "SELECT id, n_towns FROM theme_synonyms")
    assert {ids[name]: len(patterns) for name, patterns in files.items()} == dict(counts)
    for name in [*files][:20]:
        sql = "SELECT position || direction FROM towns WHERE theme_synonym_id = ?"
        assert [pattern for (pattern,) in rows_of(artifacts / "success_pattern.db", sql, (ids[name],))] == files[name]


def test_a_loop_over_towns_counts_those_at_three_best_scores(artifacts: Path, towns: sqlite3.Cursor) -> None:
    best = [score for (score,) in rows_of(artifacts / "success_pattern.db", "SELECT maximum FROM themes ORDER BY no")]
    found: Counter[str] = Counter()
    for town in towns:
        reached = [place + 1 for place, (score, most) in enumerate(zip(town[3:], best, strict=True)) if score == most]
        found.update("_".join(f"{number:02d}" for number in numbers) for numbers in combinations(reached, 3))
    listed = pd.read_csv(artifacts / "theme_sets.csv", index_col=0)["n_towns"].to_dict()
    assert found == listed


def test_distances_are_ranks_of_scores_squared(artifacts: Path) -> None:
    vectors = [
        row[1:-1] for row in rows_of(artifacts / "theme_synonyms.db", "SELECT * FROM theme_synonyms ORDER BY id")
    ]
    ranks = [sorted(set(column), reverse=True) for column in zip(*vectors, strict=True)]
    expected = []
    for id_, scores in enumerate(vectors, start=1):
        distances = [of_theme.index(score) ** 2 for of_theme, score in zip(ranks, scores, strict=True)]
        expected.append((id_, distances.count(0), sum(distances), *distances))
    assert rows_of(artifacts / "theme_synonym_distance.db", "SELECT * FROM distances ORDER BY id") == expected


def round_robin(triples: list[Triple]) -> list[Triple]:
    """The triples that are left when the fewest losses, and of these the most wins, meet again and again."""
    while True:
        wins, losses = Counter[Triple](), Counter[Triple]()
        for one, other in combinations(triples, 2):
            closer = sum((a < b) - (a > b) for a, b in zip(one, other, strict=True))
            if closer:
                winner, loser = (one, other) if closer > 0 else (other, one)
                wins[winner] += 1
                losses[loser] += 1
        fewest = min(losses[triple] for triple in triples)
        left = [triple for triple in triples if losses[triple] == fewest]
        left = [triple for triple in left if wins[triple] == max(wins[each] for each in left)]
        if len(left) in (1, len(triples)):
            return left
        triples = left


def test_the_round_robin_of_distinct_distances_gives_the_files_of_best_answers(artifacts: Path) -> None:
    best, points = (triples_of(artifacts / f"most_win{suffix}.csv") for suffix in ("", "_points"))
    assert [*best] == [*points] == ["_".join(f"{n:02d}" for n in three) for three in combinations(oracle.THEMES, 3)]
    ranked = rows_of(artifacts / "answers.db", "SELECT theme, dist, score FROM theme_scores")
    score_of = {(theme - 1, dist**2): score for theme, dist, score in ranked}
    for theme_set in [*best][::20]:
        columns = ", ".join(f"t{place + 1:02d}" for place in numbers_of(theme_set))
        occurring = rows_of(artifacts / "theme_synonym_distance.db", f"SELECT DISTINCT {columns} FROM distances")
        assert sorted(round_robin(occurring)) == sorted(best[theme_set])
    for theme_set, triples in best.items():
        places = numbers_of(theme_set)
        scores = [tuple(score_of[key] for key in zip(places, triple, strict=True)) for triple in triples]
        assert points[theme_set] == scores


def test_a_loop_over_distances_finds_the_matches(artifacts: Path) -> None:
    """The scores begin in the fourth column, and a match is one with any of the best triples."""
    best = triples_of(artifacts / "most_win.csv")
    expected = {}
    for record in rows_of(artifacts / "theme_synonym_distance.db", "SELECT * FROM distances ORDER BY id"):
        distances = record[3:]
        held = [
            theme_set
            for theme_set, triples in best.items()
            if any(tuple(distances[place] for place in numbers_of(theme_set)) == triple for triple in triples)
        ]
        expected[record[0]] = held
    by_all = set.intersection(*map(set, expected.values()))
    assert BY_ALL in by_all
    found = matches_of(artifacts / "most_win_match.csv")
    assert found == {id_: held for id_, held in expected.items() if len(held) > len(by_all)}


def test_the_cover_is_extracted_from_the_matches(artifacts: Path) -> None:
    """Each theme synonym of the listed cover adds as many theme sets as any other would."""
    table = pd.read_csv(artifacts / "most_win_match.csv", index_col=0)
    left = {id_: set(theme_sets) for id_, theme_sets in matches_of(artifacts / "most_win_match.csv").items()}
    assert table["n"].to_dict() == {id_: len(theme_sets) for id_, theme_sets in left.items()}
    answer_of: dict[str, int] = {}
    sizes = []
    for id_, added in matches_of(artifacts / "most_win_match_min.csv").items():
        assert left[id_] == set(added)
        sizes.append(max(map(len, left.values())))
        assert len(added) == sizes[-1] > 0
        answer_of |= dict.fromkeys(added, id_)
        left = {other: theme_sets - set(added) for other, theme_sets in left.items()}
    assert not any(left.values())
    assert sizes == sorted(sizes, reverse=True)
    answers = pd.read_csv(artifacts / "most_win_min.csv", index_col=0)
    assert answers["theme_synonym_id"].to_dict() == answer_of


def extracted(matches: dict[int, list[str]]) -> list[int]:
    """The theme synonyms of a cover, each with the most new theme sets, the lowest of these."""
    table = pd.DataFrame({"n": {id_: len(held) for id_, held in matches.items()}, "held": pd.Series(matches)})
    chosen: list[int] = []
    while len(table):
        best: Any = table["n"].idxmax()
        added = set(table.at[best, "held"])
        chosen.append(int(best))
        table["held"] = table["held"].apply(lambda held, added=added: [each for each in held if each not in added])
        table["n"] = table["held"].apply(len)
        table = table[table["n"] > 0]
    return chosen


def test_a_cover_extracted_with_pandas_is_as_good_as_the_listed_one(artifacts: Path) -> None:
    matches = matches_of(artifacts / "most_win_match.csv")
    chosen = extracted(matches)
    every = {theme_set for held in matches.values() for theme_set in held}
    assert {theme_set for id_ in chosen for theme_set in matches[id_]} == every
    ((smallest,),) = rows_of(artifacts / "answers.db", "SELECT value FROM cover_figures WHERE name = 'minimum_cover'")
    assert len(chosen) >= smallest
    first = pd.read_csv(artifacts / "most_win_match_min.csv")["n"].iloc[0]
    assert len(matches[chosen[0]]) == first
