"""Towns built tile by tile, and their scores in chosen cards among those of all towns."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle import nine_tiles_panic as oracle
from tablebases import nine_tiles
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import Place
from tablebases.nine_tiles import Town
from tablebases.nine_tiles.rules.laid_town import PLACES
from tablebases.nine_tiles.rules.tiles import Board
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import known_rows, oracle_tiles, speaking
from tests.outputs import printed_csv, printed_json

PATTERN = "206745813361230035"
RANDOM = random.Random(59)  # noqa: S311 - towns, not secrets


def built(pattern: str, rows: int = 3, columns: int = 3) -> Iterator[Town]:
    """The steps of building a town in random order: tiles are laid in a wrong direction, then turned and flipped."""
    town, positions = Town.empty(rows=rows, columns=columns), rows * columns
    for position in RANDOM.sample(range(positions), positions):
        direction, first = int(pattern[positions + position]), RANDOM.randrange(8)
        town = town.lay(int(pattern[position]), position, first)
        yield town
        if first // 4 != direction // 4:
            town = town.flip(position)
            yield town
        town = town.turn(position, direction - first)
        yield town


@pytest.mark.parametrize("pattern", [row["pattern"] for row in known_rows("towns")[::40]])
def test_a_town_is_built_step_by_step_and_taken_apart_again(pattern: str) -> None:
    *steps, town = built(pattern)
    assert town == Town.parse(pattern)
    assert (town.is_complete, town.faults, town.free) == (True, [], [])
    assert not [step for step in steps if step.free and step.is_complete]
    for number, position in enumerate(RANDOM.sample(range(9), 9), 1):
        before, town = town, town.take_away(PLACES[position])
        assert before.laid.tiles[position].number == int(pattern[position])
        assert (len(town.free), town.faults, town.is_complete) == (number, [], False)
        assert PLACES[position] in town.free
        assert Town.parse(town.pattern) == Town.parse(town.cell) == town
        assert repr(town) == f"Town({town.pattern!r})"
        assert town.rotate().rotate(-1) == town
        assert len(town.rotate().free) == number
    assert town == Town.empty()


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (2, 3), (2, 4)])
def test_a_town_has_the_faults_of_the_oracle_when_its_last_tile_is_laid(rows: int, columns: int) -> None:
    complete = 0
    for _ in range(200):
        numbers, directions = RANDOM.sample(range(9), rows * columns), RANDOM.choices(range(8), k=rows * columns)
        pattern = oracle.join_pattern(numbers, directions)
        *_, town = built(pattern, rows, columns)
        assert town == Town(pattern, Board(rows, columns))
        assert town.is_complete == (not town.faults) == oracle.is_complete(pattern, oracle_tiles(), rows, columns)
        complete += town.is_complete
        place = f"row {rows} column {columns}"
        begun = town.take_away(place)
        assert begun.free == [place]
        assert begun.faults == [fault for fault in town.faults if place not in fault]
    assert rows > 2 or columns > 2 or complete


def test_places_have_names_and_numbers_in_both_languages() -> None:
    town = Town.parse(PATTERN)
    for position, name in enumerate(PLACES):
        row, column = divmod(position, 3)
        with speaking("ja"):
            spelled = [name, t(name), f"Row {row + 1}  Column {column + 1}", position, name.upper()]
            assert {town.take_away(place) for place in spelled} == {town.take_away(position)}
    with speaking("ja"):
        assert Town.empty(rows=2, columns=2).lay(4, "2行1列").free == ["1行1列", "1行2列", "2行2列"]
        with pytest.raises(InputError, match="中央にタイルがありません"):
            Town.empty().flip("中央")


def test_a_town_that_is_begun_is_drawn_completed_and_judged() -> None:
    begun = Town.parse("0365.....|0044.....")
    assert Town.empty().lay(0, 0).lay(3, 1).lay(6, 2, 4).lay(5, 3, 4) == begun
    assert nine_tiles.complete(begun, 2, 5, 18).n_towns == nine_tiles.complete(begun.cell, 2, 5, 18).n_towns
    assert begun.svg().count('class="tile"') == 4
    assert "open-border" not in begun.svg()
    assert "x" not in "".join(str(begun).splitlines()[:19])
    faulty = begun.take_away("left").lay(8, "left")
    assert faulty.faults == ["the road at left does not go on at top left"]
    judged = nine_tiles.judge(5, [PATTERN, begun])
    assert judged.players[1].faults == ("no tile lies at centre, right, bottom left, bottom and bottom right",)
    assert (judged.winner, judged.players[1].change) == (1, None)
    with pytest.raises(InputError, match="is not a complete town: the road at"):
        nine_tiles.score(faulty, 5)


# Scores in chosen cards.


def test_a_score_has_its_place_among_all_towns_of_the_results(artifacts: Path) -> None:
    themes = ", ".join(f"t{theme:02d}" for theme in oracle.THEMES)
    rows = [*rows_of(artifacts / "success_pattern.db", f"SELECT position || direction, {themes} FROM towns")]
    for pattern, *_ in RANDOM.sample(rows, 20):
        cards = RANDOM.sample(oracle.THEMES, 3)
        town = Town.parse(pattern, rows=2, columns=2)
        found = nine_tiles.score(town, *cards, results=artifacts)
        assert [reason.number for reason in found.reasons] == cards
        assert found.source is Place.GIVEN
        every = nine_tiles.score(town)
        for reason in found.reasons:
            scores = [row[reason.number] for row in rows]
            assert (reason.score, reason.why) == (every[reason.number].score, every[reason.number].why)
            assert (reason.best, reason.ranks) == (max(scores), len({*scores}))
            rank = len({score for score in scores if score > reason.score}) + 1
            assert reason.rank == (rank if reason.score in scores else None)
            assert reason.better_than == sum(score < reason.score for score in scores) / len(scores)


def test_cards_of_a_score_are_named_as_those_of_best_and_keep_their_order() -> None:
    for cards in ((18, 2, 5), ("18 2 5",), ("abduction", [2, "道が長い"]), (["18,2", 5],)):
        found = nine_tiles.score(PATTERN, *cards)
        assert [reason.number for reason in found.reasons] == [18, 2, 5]
        assert found == nine_tiles.score(PATTERN, 18, 2, 5)
    assert nine_tiles.score(PATTERN, []) == nine_tiles.score(PATTERN)


def test_a_score_is_found_by_the_number_or_name_of_its_card() -> None:
    for found in (nine_tiles.score(PATTERN), nine_tiles.score(PATTERN, 2, 5, 18)):
        for card in (5, "5", "The Longest Road", "longest road", "道が長い", "\uff15"):
            assert found[card] == next(reason for reason in found.reasons if reason.number == 5)


def test_the_command_shows_only_the_named_cards_with_places_and_reasons() -> None:
    words = ["nine-tiles", "score", PATTERN, "18", "2"]
    found = nine_tiles.score(PATTERN, 18, 2)
    words_of_text = " ".join(str(found).split())
    for reason in found.reasons:
        assert f" {reason.number} {reason.title} {reason.score} {reason.best} {reason.place} " in words_of_text
        assert f" {reason.title}: {reason.why}" in words_of_text
    assert "The Longest Road" not in words_of_text
    assert max(map(len, str(found).splitlines())) <= 80
    rows = printed_csv(words)
    assert [(row["number"], row["best"], row["rank"], row["ranks"]) for row in rows] == [
        (str(each.number), str(each.best), str(each.rank), str(each.ranks)) for each in found.reasons
    ]
    assert [row["better_than"] for row in printed_json(words)["reasons"]] == [
        each.better_than for each in found.reasons
    ]
    assert printed_json(words)["source"] == str(found.source)


def test_answers_have_a_short_way_to_their_first_town() -> None:
    best = nine_tiles.best(2, 5, 18)
    assert best.town == best.answers[0].town == best.answers[0].towns[0]
    completed = nine_tiles.complete("0365.....|0044.....", 2, 5, 18)
    assert completed.town == completed.answers[0].towns[0]
    assert nine_tiles.judge(5, [PATTERN, PATTERN]).best.town == nine_tiles.best(5).town
