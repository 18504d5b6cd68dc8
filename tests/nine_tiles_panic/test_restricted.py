"""The best towns with given tiles, against all towns of a small board in all rotations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases import nine_tiles
from tablebases.errors import Error, InputError, MissingDataError
from tests.command_lines.typed import run_typed
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import Scores, by_hand, oracle_tiles, speaking
from tests.outputs import check_outputs

THEMES = ", ".join(f"t{theme:02d}" for theme in oracle.THEMES)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def turned_towns(artifacts: Path) -> list[tuple[str, int, Scores]]:
    """(pattern, theme synonym, scores as it lies) of all towns of the small run, in all rotations."""
    sql = "SELECT theme_synonym_id, position || direction FROM towns"
    towns = rows_of(artifacts / "success_pattern.db", sql)
    return [
        (turned, id_, oracle.score(turned, oracle_tiles(), 2, 2))
        for id_, pattern in towns
        for turned in oracle.rotations(pattern, 2, 2)
    ]


def directions_that_look_the_same(tile: int, direction: int) -> Iterator[int]:
    """The directions of a tile that show the same roads of the same side."""
    faces = oracle_tiles()[tile]
    for other in range(direction // 4 * 4, direction // 4 * 4 + 4):
        if oracle.face_shown(faces, other) == oracle.face_shown(faces, direction):
            yield other


def fulfils(pattern: str, condition: str) -> bool:
    """Whether some town that looks like this one has a tile as the condition says."""
    words = re.fullmatch(r"tile (\d)(?: (front|back)| direction (\d))?(?: at row (\d) column (\d))?", condition)
    assert words
    tile, face, wanted, row, column = words.groups()
    place = pattern[:4].index(tile)
    if row and place != 2 * (int(row) - 1) + int(column) - 1:
        return False
    looks = directions_that_look_the_same(int(tile), int(pattern[4 + place]))
    allowed = {"front": range(4), "back": range(4, 8), None: range(8) if wanted is None else [int(wanted or 0)]}[face]
    return any(direction in allowed for direction in looks)


@pytest.mark.parametrize(("cards", "conditions"), by_hand("conditions on a town"))
def test_the_best_with_tiles_win_most_against_the_scores_of_all_towns(
    artifacts: Path,
    turned_towns: list[tuple[str, int, Scores]],
    cards: Sequence[int],
    conditions: Sequence[str],
) -> None:
    def distances(scores: Scores) -> oracle.Triple:
        """Smaller is better; cards that are not asked for are equal in all towns."""
        first, second, third = (*(-scores[card - 1] for card in cards), 0, 0)[:3]
        return first, second, third

    all_of_them = {
        distances(tuple(scores))
        for scores in rows_of(artifacts / "success_pattern.db", f"SELECT {THEMES} FROM theme_synonyms")
    }
    fitting = [
        (id_, scores)
        for pattern, id_, scores in turned_towns
        if all(fulfils(pattern, condition) for condition in conditions)
    ]
    own = {distances(scores) for _, scores in fitting}
    wins = {triple: sum(oracle.wins(triple, other) for other in all_of_them) for triple in own}
    losses = {triple: sum(oracle.wins(other, triple) for other in all_of_them) for triple in own}
    own = {triple for triple in own if losses[triple] == min(losses[other] for other in own)}
    own = {triple for triple in own if wins[triple] == max(wins[other] for other in own)}
    expected = oracle.round_robin(own)
    found = nine_tiles.best_with(cards, conditions, results=artifacts)
    answers = {tuple(-each.score for each in answer.scores): answer for answer in found.answers}
    assert sorted(answers) == [triple[: len(cards)] for triple in expected]
    without = nine_tiles.best(*cards, results=artifacts).answers
    assert found.without in without
    with nine_tiles.open_results(artifacts) as results:
        for triple in expected:
            answer = answers[triple[: len(cards)]]
            assert (answer.wins, answer.losses) == (wins[triple], losses[triple])
            ids = {id_ for id_, scores in fitting if distances(scores) == triple}
            assert (answer.n_theme_synonyms, answer.theme_synonym) == (len(ids), min(ids))
            assert all(fulfils(answer.town.pattern, condition) for condition in conditions)
            for condition in conditions:
                tile, direction = re.match(r"tile (\d)(?: direction (\d))?", condition).groups()  # type: ignore[union-attr]
                assert direction in (None, answer.town.pattern[4 + answer.town.pattern.index(tile)])
            probe = results.probe(answer.town)
            assert probe.theme_synonym == answer.theme_synonym
            assert list(answer.costs) == [
                other.score - own.score for other, own in zip(found.without.scores, answer.scores, strict=True)
            ]
            assert [each.rank for each in answer.scores] == [probe.places[card - 1].rank for card in cards]


def test_best_with_every_tile_is_best_without_a_condition(artifacts: Path) -> None:
    for cards in by_hand("conditions on a town"):
        found = nine_tiles.best_with(cards[0], ["tile 1"] * 70, results=artifacts)
        free = nine_tiles.best(*cards[0], results=artifacts)
        assert [[each.score for each in answer.scores] for answer in found.answers] == [
            [each.score for each in answer.scores] for answer in free.answers
        ]
        assert "costs nothing" in found.cost(found.answers[0])


def test_the_command_prints_what_the_function_finds(artifacts: Path) -> None:
    words = ["nine-tiles", "best", "5", "6", "16", "--with", "tile 2 back", "--results", str(artifacts)]
    found = nine_tiles.best_with([5, 6, 16], ["tile 2 back"], results=artifacts)
    answer = found.answers[0]
    output = run_typed([*words, "-o", "town.svg"]).output
    assert all(text in output for text in (found.title, found.cost(answer), answer.town.pattern))
    assert Path("town.svg").read_text(encoding="utf-8").startswith("<svg")
    check_outputs(found, words)
    assert max(map(len, str(found).split("\n"))) <= 80
    with speaking("ja"):
        assert "条件" in found.cost(answer)


@pytest.mark.parametrize(
    ("conditions", "error", "message"),
    [
        ([], InputError, "name a tile, such as 'tile 4 back'"),
        (["tile 4 back"], InputError, "there is no tile 4; the tiles are 0, 1, 2, 5"),
        (["tile 1 front", "tile 1 back"], Error, "no town has tile 1 front, tile 1 back; change a condition"),
        (
            ["tile 1 direction 4", "tile 1 direction 6"],
            Error,
            "no town has tile 1 direction 4, tile 1 direction 6; change a condition",
        ),
    ],
)
def test_conditions_that_no_town_fulfils_are_errors(
    artifacts: Path, conditions: list[str], error: type[Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        nine_tiles.best_with([5], conditions, results=artifacts)


def test_a_condition_needs_the_full_results() -> None:
    with pytest.raises(MissingDataError, match=r"success_pattern\.db does not exist; "):
        nine_tiles.best_with([2, 5, 18], ["tile 4 back"])
