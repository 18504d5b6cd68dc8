"""Five definitions of the best answers, on towns of 2 x 2, against all towns one by one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest

from pipeline.nine_tiles_panic.definitions import ALL, DEFINITIONS, NARROW, apart
from pipeline.nine_tiles_panic.stages import definitions
from tests.nine_tiles_panic.helpers import TILE_FILE, oracle_tiles
from tests.oracle import definitions as oracle
from tests.oracle import nine_tiles_panic as towns_oracle
from tests.oracle.nine_tiles_panic import Triple, Vector

TILES = (0, 1, 2, 5)
MatchSets = dict[str, dict[Vector, frozenset[str]]]
"""Definition -> scores -> theme sets that they are a best answer to."""


@pytest.fixture(scope="module")
def towns() -> dict[str, Vector]:
    """Pattern -> scores of all towns, found by trying every placement; one of the rotations of each town."""
    tiles = oracle_tiles(TILES)
    patterns = towns_oracle.all_towns_by_trying_everything(tiles, 2, 2)
    return {pattern: towns_oracle.score(pattern, tiles, 2, 2) for pattern in patterns}


@pytest.fixture(scope="module")
def expected(towns: dict[str, Vector]) -> dict[str, oracle.Definitions]:
    """What the oracle calls best, with what is best by all definitions."""
    best = oracle.best_by_definition(list(towns.values()))
    return {theme_set: {**by, ALL: set.intersection(*by.values())} for theme_set, by in best.items()}


@pytest.fixture(scope="module")
def database(artifacts: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """What the stage writes."""
    out = tmp_path_factory.mktemp("definitions") / "definitions.db"
    picture = out.with_suffix(".svg")
    definitions.main(
        artifacts / "theme_synonyms.npz",
        artifacts / "answers.db",
        artifacts / "success_pattern.db",
        TILE_FILE,
        out,
        picture,
    )
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    with closing(sqlite3.connect(out)) as connection:
        yield connection


def test_best_triples_are_those_of_all_towns_one_by_one(
    database: sqlite3.Connection, expected: dict[str, oracle.Definitions]
) -> None:
    found: dict[str, oracle.Definitions] = {i: {name: set() for name in DEFINITIONS} for i in expected}
    for theme_set, a, b, c, *is_best in database.execute("SELECT * FROM best_triples"):
        assert any(is_best)
        for definition, best in zip(DEFINITIONS, is_best, strict=True):
            if best:
                found[theme_set][definition].add((a, b, c))
    assert found == {i: {name: by[name] for name in DEFINITIONS} for i, by in expected.items()}


def test_agreement_counts_theme_sets(database: sqlite3.Connection, expected: dict[str, oracle.Definitions]) -> None:
    rows = {(first, second): counts for first, second, *counts in database.execute("SELECT * FROM agreement")}
    assert len(rows) == len(DEFINITIONS) * (len(DEFINITIONS) - 1)
    for (first, second), counts in rows.items():
        pairs = [(by[first], by[second]) for by in expected.values()]
        same = sum(one == other for one, other in pairs)
        assert counts == [
            same,
            sum(one <= other for one, other in pairs),
            sum(bool(one & other) for one, other in pairs),
        ]
        assert 0 < same < len(expected) or {first, second} <= {*NARROW}


@pytest.fixture(scope="module")
def match_sets(towns: dict[str, Vector], expected: dict[str, oracle.Definitions]) -> MatchSets:
    """Definition -> scores -> theme sets that they are a best answer to."""
    ranks = {theme: oracle.ranks_of(list(towns.values()), theme) for theme in range(1, 27)}

    def triple(scores: Vector, theme_set: str) -> Triple:
        a, b, c = map(int, theme_set.split("_"))
        return ranks[a][scores[a - 1]], ranks[b][scores[b - 1]], ranks[c][scores[c - 1]]

    return {
        definition: {
            scores: frozenset(i for i, by in expected.items() if triple(scores, i) in by[definition])
            for scores in set(towns.values())
        }
        for definition in (*DEFINITIONS, ALL)
    }


def test_covers_are_smallest_and_what_is_learnt_answers_as_much_as_it_says(
    database: sqlite3.Connection, towns: dict[str, Vector], match_sets: MatchSets
) -> None:
    patterns = dict(database.execute("SELECT * FROM towns"))
    rows = {row[0]: row[2:] for row in database.execute("SELECT * FROM definitions")}
    assert list(rows) != []
    for definition, of in match_sets.items():
        n_theme_sets, _, n_match_sets, most, cover, cover_bound, learn, learn_bound = rows[definition]
        answered = frozenset().union(*of.values())
        assert (n_theme_sets, n_match_sets, most) == (
            len(answered),
            len({*of.values()} - {frozenset()}),
            max(map(len, of.values())),
        )
        assert cover == cover_bound == towns_oracle.minimum_cover_size(of.values())
        assert learn == learn_bound
        for choice, answers in (("cover", n_theme_sets), ("learn", learn)):
            sql = "SELECT theme_synonym_id, n FROM chosen WHERE definition = ? AND choice = ?"
            chosen = {of[towns[patterns[id_]]]: n for id_, n in database.execute(sql, (definition, choice))}
            assert len(frozenset().union(*chosen)) == answers
            assert all(len(theme_sets) == n for theme_sets, n in chosen.items())


def test_what_is_best_by_all_definitions_has_a_town(
    database: sqlite3.Connection,
    expected: dict[str, oracle.Definitions],
    match_sets: MatchSets,
    towns: dict[str, Vector],
) -> None:
    patterns = dict(database.execute("SELECT * FROM towns"))
    found = database.execute("SELECT theme_set_id, theme_synonym_id FROM best_by_all").fetchall()
    assert {theme_set for theme_set, _ in found} == {theme_set for theme_set, by in expected.items() if by[ALL]}
    assert all(theme_set in match_sets[ALL][towns[patterns[id_]]] for theme_set, id_ in found)


def test_theme_sets_are_drawn_for_which_definitions_are_furthest_apart(
    database: sqlite3.Connection, expected: dict[str, oracle.Definitions]
) -> None:
    found = dict(database.execute("SELECT theme_set_id, apart FROM apart"))
    for theme_set, by in expected.items():
        steps = [
            min(sum(abs(x - y) for x, y in zip(one, other, strict=True)) for one in by[first] for other in by[second])
            for first, second in combinations(("round_robin", "rank_sum", "worst_rank", "percentile"), 2)
        ]
        assert found[theme_set] == sum(steps)
    drawn = [theme_set for (theme_set,) in database.execute("SELECT DISTINCT theme_set_id FROM differ_most")]
    assert max(found.values()) in {found[theme_set] for theme_set in drawn}


def test_definitions_that_have_an_answer_in_common_are_not_apart() -> None:
    same: dict[str, list[Triple]] = {name: [(0, 1, 2)] for name in NARROW}
    assert apart(same) == 0
    assert apart({**same, "percentile": [(0, 1, 2), (5, 5, 5)]}) == 0
    assert apart({**same, "percentile": [(0, 3, 1)]}) == 3 * 3
