"""The study `definitions` on towns of 2 x 2, against all towns one by one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from oracle import definitions as oracle
from oracle import nine_tiles_panic as towns_oracle
from oracle.nine_tiles_panic import Triple, Vector
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from scripts import figures
from studies import definitions, report
from studies.definitions import (
    ALL,
    DEFINITIONS,
    NARROW,
    Best,
    agreement,
    choose,
    most_different,
    read_best,
    total_steps,
)
from tablebases.errors import Error
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import TILE_FILE, by_hand

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def towns(artifacts: Path) -> list[Vector]:
    """The scores of all towns of the small run."""
    columns = ", ".join(f"t{theme:02d}" for theme in towns_oracle.THEMES)
    return rows_of(artifacts / "success_pattern.db", f"SELECT {columns} FROM towns")


@pytest.fixture(scope="module")
def expected(towns: list[Vector]) -> dict[str, oracle.Definitions]:
    """Theme set -> definition -> the best triples by the oracle."""
    best = oracle.best_by_definition(towns)
    return {theme_set: {**by, ALL: set.intersection(*by.values())} for theme_set, by in best.items()}


@pytest.fixture(scope="module")
def synonyms(artifacts: Path) -> ThemeSynonyms:
    """The theme synonyms of the small run."""
    return read_theme_synonyms(artifacts / "theme_synonyms.npz")


@pytest.fixture(scope="module")
def best(artifacts: Path, synonyms: ThemeSynonyms) -> Best:
    """Theme set -> definition -> the best triples by the study."""
    return read_best(artifacts / "answers.db", synonyms)


def test_best_triples_are_those_of_all_towns_one_by_one(best: Best, expected: dict[str, oracle.Definitions]) -> None:
    assert {i: {name: set(triples) for name, triples in by.items()} for i, by in best.items()} == expected
    assert all(len(set(triples)) == len(triples) for by in best.values() for triples in by.values())


def test_agreement_counts_theme_sets(best: Best, expected: dict[str, oracle.Definitions]) -> None:
    for first, second in combinations(DEFINITIONS, 2):
        pairs = [(by[first], by[second]) for by in expected.values()]
        same, within = sum(one == other for one, other in pairs), sum(one <= other for one, other in pairs)
        assert agreement(best, first, second) == (same, within, sum(bool(one & other) for one, other in pairs))
        assert 0 < same < len(expected) or {first, second} <= {*NARROW}


@pytest.fixture(scope="module")
def triples(towns: list[Vector], expected: dict[str, oracle.Definitions]) -> dict[Vector, dict[str, Triple]]:
    """Scores -> theme set -> their ranks in its three cards."""
    ranks = {theme: oracle.ranks_of(towns, theme) for theme in towns_oracle.THEMES}
    themes = {theme_set: [int(theme) for theme in theme_set.split("_")] for theme_set in expected}

    def ranks_in(scores: Vector, a: int, b: int, c: int) -> Triple:
        return ranks[a][scores[a - 1]], ranks[b][scores[b - 1]], ranks[c][scores[c - 1]]

    return {scores: {name: ranks_in(scores, *cards) for name, cards in themes.items()} for scores in set(towns)}


@pytest.mark.parametrize("definition", [*DEFINITIONS, ALL])
def test_covers_are_smallest_and_towns_to_learn_answer_their_number_of_theme_sets(
    triples: dict[Vector, dict[str, Triple]],
    expected: dict[str, oracle.Definitions],
    synonyms: ThemeSynonyms,
    best: Best,
    definition: str,
) -> None:
    answered_by = {
        scores: frozenset(theme_set for theme_set, triple in by.items() if triple in expected[theme_set][definition])
        for scores, by in triples.items()
    }
    found = choose(synonyms, best, definition)
    assert found.n_theme_sets == len(frozenset().union(*answered_by.values()))
    assert found.most == max(map(len, answered_by.values()))
    assert len(found.cover) == towns_oracle.minimum_cover_size(answered_by.values())
    for chosen, answers in ((found.cover, found.n_theme_sets), (found.learn, found.n_learned)):
        sets = {answered_by[tuple(synonyms.scores[:, id_ - 1].tolist())]: n for id_, n in chosen.items()}
        assert len(frozenset().union(*sets)) == answers
        assert all(len(theme_sets) == n for theme_sets, n in sets.items())
    assert len(found.learn) <= definitions.LEARNED


def test_the_drawn_theme_sets_have_the_definitions_furthest_apart(
    best: Best, expected: dict[str, oracle.Definitions]
) -> None:
    steps = {
        theme_set: sum(
            min(sum(abs(x - y) for x, y in zip(one, other, strict=True)) for one in by[first] for other in by[second])
            for first, second in combinations(("round_robin", "rank_sum", "worst_rank", "percentile"), 2)
        )
        for theme_set, by in expected.items()
    }
    assert {theme_set: total_steps(by) for theme_set, by in best.items()} == steps
    drawn = most_different(best)
    assert steps[drawn[0]] == max(steps.values())
    assert all(len({*one.split("_")} & {*other.split("_")}) < 2 for one, other in combinations(drawn, 2))


def test_the_table_and_the_picture_show_the_results(
    artifacts: Path, best: Best, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "definitions.svg"
    definitions.main(artifacts, TILE_FILE, picture)
    names, _, *rows = capsys.readouterr().out.splitlines()
    assert names.startswith("| best is | triples | theme sets that one town answers |")
    n_triples = [sum(len(by[definition]) for by in best.values()) for definition in (*DEFINITIONS, ALL)]
    assert [int(row.split("|")[2].replace(",", "")) for row in rows] == n_triples
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(("found", "table", "message"), by_hand("figures of a study"))
def test_a_study_compares_figures_of_the_full_run_with_known_ones(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    found: dict[str, int],
    table: str,
    message: str,
) -> None:
    (tmp_path / "document.md").write_text("before\n| 1 |\nafter\n")
    monkeypatch.setattr(report, "DOCUMENT", tmp_path / "document.md")
    monkeypatch.setattr(report, "is_full_run", lambda _: True)
    monkeypatch.setattr(figures, "known_values", lambda *_: {"first": "1", "second": "2"})
    if message:
        with pytest.raises(Error) as raised:
            report.report("definitions", table, found, tmp_path)
        assert str(raised.value) == message
    else:
        report.report("definitions", table, found, tmp_path)
        assert "agrees with 2 known figures" in capsys.readouterr().err


def test_a_study_compares_no_figures_of_another_run(artifacts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report.report("definitions", "", {"first": 1}, artifacts / "answers.db")
    assert "not compared" in capsys.readouterr().err
