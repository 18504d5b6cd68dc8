"""Answers of the API against all towns of a small run, one by one, and the commands against the API."""

from __future__ import annotations

import csv
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from typer.testing import CliRunner

from oracle import nine_tiles_panic as oracle
from tablebases import nine_tiles
from tablebases.cli.main import app
from tablebases.errors import InputError
from tablebases.locations import Place
from tablebases.nine_tiles import Results
from tablebases.nine_tiles.answers.town import read_themes_file
from tablebases.nine_tiles.rules.themes import find_theme
from tablebases.nine_tiles.text_drawing import town_lines
from tests.command_lines.typed import Typed, run_typed
from tests.databases import rows_of
from tests.nine_tiles_panic.helpers import Scores, barred, by_hand, oracle_tiles, speaking
from tests.outputs import check_outputs, printed_csv, printed_json

TOWN = "206745813361230035"
THEMES = ", ".join(f"t{theme:02d}" for theme in oracle.THEMES)


class ListedTown(NamedTuple):
    """A town of the small run."""

    theme_synonym: int
    pattern: str
    scores: Scores

    def in_cards(self, cards: tuple[int, ...]) -> Scores:
        """Its scores in some cards."""
        return tuple(self.scores[card - 1] for card in cards)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def towns(artifacts: Path) -> list[ListedTown]:
    """All towns of the small run."""
    sql = f"SELECT theme_synonym_id, position || direction, {THEMES} FROM towns"
    return [ListedTown(id_, town, tuple(each)) for id_, town, *each in rows_of(artifacts / "success_pattern.db", sql)]


@pytest.fixture
def results(artifacts: Path) -> Iterator[Results]:
    """The small run, open."""
    with nine_tiles.open_results(artifacts) as full:
        yield full


def typed(*words: str | Path, status: int = 0) -> Typed:
    """How `tablebases nine-tiles WORDS` ends."""
    done = run_typed(["nine-tiles", *map(str, words)])
    assert done.status == status, done
    return done


def csv_rows(*words: str | Path) -> list[dict[str, Any]]:
    """The rows of a command's --csv, with whole numbers as such unless they are patterns."""
    rows = printed_csv(["nine-tiles", *map(str, words)])
    return [{name: text if name == "town" else json.loads(text) for name, text in row.items()} for row in rows]


CARDS_IN_EVERY_FORM = [
    ((12,), [12, "12", "012", ["12"], "Life with Dogs", "犬の数が多い", np.int64(12)]),
    ((18,), [18, "18", "\uff11\uff18", [18]]),
    ((2, 5), ["2 5", "2,5", [2, 5], ("2", "longest road"), np.array([2, 5])]),
    ((2, 5, 18), ["2 5 18", "02_05_18", "5 18, surrounded", [18, 5, 2], [["2", "5"], 18]]),
]


@pytest.mark.parametrize(
    ("numbers", "cards"), [(numbers, cards) for numbers, forms in CARDS_IN_EVERY_FORM for cards in forms]
)
def test_all_functions_read_cards_alike(artifacts: Path, numbers: tuple[int, ...], cards: Any) -> None:
    best = nine_tiles.best(cards, results=artifacts)
    patterns = [best.answers[0].towns[0].pattern] * 2
    judged = nine_tiles.judge(cards, patterns, results=artifacts)
    restricted = nine_tiles.best_with(cards, "tile 2 back", results=artifacts)
    for found in (best, judged, restricted):
        assert tuple(card.number for card in found.cards) == numbers
    completed = nine_tiles.complete("", cards, results=artifacts)
    assert tuple(theme.no for theme in completed.cards) == numbers


@pytest.mark.parametrize(
    ("card", "winner"), [("18", 1), ("12", 2), ("23", 1), ("24", 1), ("19", None), ("25", None), ("10", 1)]
)
def test_a_number_of_two_digits_is_one_card(card: str, winner: int | None) -> None:
    judged = nine_tiles.judge(card, ["206745813361230035", "523064178274413330"])
    assert [each.number for each in judged.cards] == [int(card)]
    assert judged.winner == winner


@pytest.mark.parametrize("cards", ["100", "0", [], [None], [b"18"], "2 5 18 7", "2 2", [2.5], "dog"])
def test_all_functions_refuse_what_is_no_card(artifacts: Path, cards: Any) -> None:
    town = nine_tiles.best(1, results=artifacts).answers[0].towns[0].pattern
    with pytest.raises(InputError):
        nine_tiles.best(cards, results=artifacts)
    with pytest.raises(InputError):
        nine_tiles.judge(cards, [town, town], results=artifacts)
    with pytest.raises(InputError):
        nine_tiles.best_with(cards, ["tile 2 back"], results=artifacts)


def effort_of(town: ListedTown) -> tuple[int, str]:
    """The number of its turned tiles, and its pattern; the lowest one is the first of equal towns."""
    return sum(int(direction) % 4 != 0 for direction in town.pattern[4:]), town.pattern


@pytest.mark.parametrize("cards", [(5, 12, 23), (2, 5, 18), (4, 10, 15), (1, 2, 3), (5, 8), (6,)])
def test_best_answers_win_the_tournament_of_all_scores(
    artifacts: Path, towns: list[ListedTown], cards: tuple[int, ...]
) -> None:
    found = nine_tiles.best(*cards, limit=10**6, results=artifacts)
    sql = "SELECT theme_synonym_id FROM cover_theme_synonyms WHERE cover = 'minimum'"
    cover = {id_ for (id_,) in rows_of(artifacts / "best_towns.db", sql)}
    having = Counter(town.in_cards(cards) for town in towns)
    # The oracle's triples are distances: smaller is better. Cards that are not asked for are equal in all.
    distances = {(*(-score for score in scores), 0, 0)[:3]: scores for scores in having}
    winners = [distances[triple] for triple in oracle.round_robin(distances)]
    assert sorted(tuple(each.score for each in answer.scores) for answer in found.answers) == sorted(winners)
    for answer in found.answers:
        scores = tuple(each.score for each in answer.scores)
        (triple,) = (triple for triple, each in distances.items() if each == scores)
        assert answer.wins == sum(oracle.wins(triple, other) for other in distances)
        assert answer.losses == sum(oracle.wins(other, triple) for other in distances)
        assert answer.n_towns == having[scores] == len(answer.towns)
        equal = [town for town in towns if town.in_cards(cards) == scores]
        synonyms = sorted({town.theme_synonym for town in equal})
        assert answer.n_theme_synonyms == len(synonyms)
        first = min([town for town in equal if town.theme_synonym in cover] or equal[:1], key=effort_of).theme_synonym
        synonyms.sort(key=lambda id_: id_ != first)
        expected = sorted(equal, key=lambda town: (synonyms.index(town.theme_synonym), effort_of(town)))
        assert [town.pattern for town in answer.towns] == [town.pattern for town in expected]
        for each, card in zip(answer.scores, cards, strict=True):
            of_card = [town.scores[card - 1] for town in towns]
            assert each.card.best == max(of_card)
            assert each.rank == 1 + len({score for score in of_card if score > each.score})
            assert each.better_than == sum(score < each.score for score in of_card) / len(towns)


@pytest.mark.parametrize("cards", by_hand("names of cards"))
def test_best_takes_numbers_and_english_and_japanese_names_of_cards(cards: list[str]) -> None:
    best = nine_tiles.best(*cards)
    assert {card.number for card in best.cards} == {5, 12, 23}
    assert best.source is Place.PACKAGED


@pytest.mark.parametrize(("name", "found"), by_hand("other names of cards").items())
def test_a_name_of_a_card_needs_no_case_blanks_punctuation_or_plural(name: str, found: int | str) -> None:
    themes = read_themes_file(None)
    if isinstance(found, int):
        assert find_theme(name, themes).no == found
    else:
        with pytest.raises(InputError) as error:
            find_theme(name, themes)
        assert str(error.value).startswith(found)


def test_cards_have_the_scores_that_occur(artifacts: Path, towns: list[ListedTown]) -> None:
    cards = nine_tiles.cards(results=artifacts)
    assert [card.number for card in cards] == list(oracle.THEMES)
    for card in cards:
        scores = [town.scores[card.number - 1] for town in towns]
        assert (card.best, card.lowest, card.towns_at_best) == (max(scores), min(scores), scores.count(max(scores)))
        assert card.counts


@pytest.mark.parametrize(("condition", "order", "sql"), by_hand("conditions"))
def test_find_means_what_sql_means(artifacts: Path, results: Results, condition: str, order: str, sql: str) -> None:
    path = artifacts / "theme_synonyms.db"
    expected = [id_ for (id_,) in rows_of(path, f"SELECT id FROM theme_synonyms WHERE {sql}")]
    assert len(expected) > 2
    assert [each.id for each in results.find(condition, order, limit=10**6)] == expected
    ascending = results.find(condition, f"-({order})", ascending=True, limit=2)
    assert [each.id for each in ascending] == expected[:2]
    counts = f"{len(expected):,} of {max(rows_of(path, 'SELECT id FROM theme_synonyms'))[0]:,} theme synonyms have "
    assert ascending.title.startswith(counts + condition)
    assert ascending.title.endswith("; the first 2")


def test_towns_lists_the_towns_of_a_theme_synonym(results: Results, towns: list[ListedTown]) -> None:
    found = results.towns(7, limit=10**6)
    expected = sorted((town for town in towns if town.theme_synonym == 7), key=effort_of)
    assert [each.town.pattern for each in found] == [town.pattern for town in expected]
    assert len(results.towns(7, limit=2)) == 2
    with pytest.raises(InputError, match="name a tile and its place"):
        results.towns_with()


@pytest.mark.parametrize(("wishes", "pattern"), by_hand("tiles in their places"))
def test_towns_with_counts_and_lists_towns_with_tiles_in_their_places(
    results: Results, towns: list[ListedTown], wishes: list[str], pattern: str | None
) -> None:
    expected = [town for town in towns if pattern and re.fullmatch(pattern, town.pattern)]
    assert expected or not pattern
    found = results.towns_with(*wishes, limit=10**6)
    assert sorted((each.theme_synonym, each.town.pattern) for each in found) == sorted(town[:2] for town in expected)
    first = results.towns_with(*wishes, limit=2)
    assert len(first) == min(2, len(expected))
    assert (first.n_towns, first.n_theme_synonyms) == (len(expected), len({town.theme_synonym for town in expected}))


def test_towns_prints_all_towns_as_csv(artifacts: Path, towns: list[ListedTown]) -> None:
    words = ["nine-tiles", "towns", "--all", "--results", str(artifacts)]
    header, *lines = CliRunner().invoke(app, words, catch_exceptions=False).stdout.splitlines()
    assert header == "theme_synonym,town"
    assert sorted(lines) == sorted(f"{town.theme_synonym},{barred(town.pattern)}" for town in towns)
    ids = [int(line.split(",")[0]) for line in lines]
    assert ids == sorted(ids)


def test_two_towns_to_learn_answer_as_many_theme_sets_as_any_two(artifacts: Path) -> None:
    with (artifacts / "most_win_match.csv").open(newline="") as file:
        match_sets = [frozenset(row["matched_theme_set"].split(", ")) for row in csv.DictReader(file)]
    theme_sets = len(frozenset().union(*match_sets))
    most = max(len(one | other) for one, other in combinations(set(match_sets), 2))
    learned = nine_tiles.learn(2, results=artifacts)
    assert sum(each.adds for each in learned) == learned.answered == most
    first, second = learned
    assert first.theme_sets == first.adds
    assert second.share == pytest.approx(most / theme_sets, abs=1e-4)


def test_probe_finds_a_town_in_every_rotation(results: Results, towns: list[ListedTown]) -> None:
    synonym_size = Counter(town.theme_synonym for town in towns)
    for town in random.Random(2).sample(towns, 5):  # noqa: S311
        for quarters, rotation in enumerate(oracle.rotations(town.pattern, 2, 2)):
            found = results.probe(f"{rotation[:4]} | {rotation[4:]}")
            assert (found.theme_synonym, found.n_towns) == (town.theme_synonym, synonym_size[town.theme_synonym])
            assert found.listed.pattern == town.pattern
            assert tuple(each.score for each in found.places) == town.scores
            assert found.title.startswith(f"Town {rotation}: theme synonym {town.theme_synonym}, which has ")
            turned = f"It is listed as {town.pattern}, turned left by {360 - 90 * quarters} degrees"
            assert (turned in found.title) == bool(quarters)
        for each in found.places:
            scores = [other.scores[each.number - 1] for other in towns]
            assert (each.rank, each.ranks) == (1 + len({x for x in scores if x > each.score}), len(set(scores)))
            assert each.better_than == sum(x < each.score for x in scores) / len(towns)


@pytest.mark.parametrize("cards", [(5, 12, 23), (2, 18, 21)])
def test_an_empty_board_is_best_completed_as_best_says(artifacts: Path, cards: tuple[int, ...]) -> None:
    best = sorted(
        tuple(each.score for each in answer.scores) for answer in nine_tiles.best(*cards, results=artifacts).answers
    )
    for board in ("", "....|????"):
        found = nine_tiles.complete(board, *cards, results=artifacts)
        assert sorted(each.scores[: len(cards)] for each in found.answers) == best


@pytest.mark.thorough
@pytest.mark.parametrize("cards", [(5, 12, 23), (5,), (2, 21), (1, 16)])
def test_the_best_completions_win_the_tournament_of_all(
    artifacts: Path, towns: list[ListedTown], cards: tuple[int, ...]
) -> None:
    """Of all rotations of listed towns that have tile 5 at the top left and a front at the top right."""
    scores_of = {
        rotation: tuple(oracle.score(rotation, oracle_tiles(), 2, 2)[card - 1] for card in cards)
        for town in towns
        for rotation in oracle.rotations(town.pattern, 2, 2)
        if rotation[0] == "5" and rotation[5] in "0123"
    }
    winners = oracle.round_robin((*(-score for score in scores), 0, 0)[:3] for scores in set(scores_of.values()))
    found = nine_tiles.complete("5|?f", *cards, limit=2, results=artifacts)
    assert sorted(
        tuple(-score for score in (*each.scores[: len(cards)], 0, 0)[:3]) for each in found.answers
    ) == sorted(winners)
    for answer in found.answers:
        assert 1 <= len(answer.towns) <= min(2, answer.n_towns)
        for town in answer.towns:
            assert town.pattern[0] == "5"
            assert town.pattern[5] in "0123"
            assert tuple(oracle.score(town.pattern, oracle_tiles(), 2, 2)[card - 1] for card in cards) == answer.scores


def completions(partial: str) -> Iterator[str]:
    """All ways to complete a partial town of the game, by the oracle; of directions that look the same the smallest."""
    tiles = oracle_tiles()
    numbers, directions = partial.split("|")
    left = [number for number in tiles if str(number) not in numbers]

    def lay(laid: list[int], turned: list[int]) -> Iterator[str]:
        faces = [oracle.face_shown(tiles[n], d) for n, d in zip(laid, turned, strict=True)]
        if not oracle.borders_agree(faces, 3, 3):
            return
        if len(laid) == 9:
            if oracle.faces_complete(faces, 3, 3):
                yield oracle.join_pattern(laid, turned)
            return
        number, direction = numbers[len(laid)], directions[len(laid)]
        for tile in left if number == "." else [int(number)]:
            digits = oracle.DIRECTIONS if direction == "." else [int(direction)]
            for digit in sorted({oracle.smallest_equal_direction(tiles[tile], digit) for digit in digits}):
                if tile not in laid:
                    yield from lay([*laid, tile], [*turned, digit])

    return lay([], [])


@pytest.mark.parametrize(("partial", "cards", "best"), by_hand("towns to complete"))
def test_completions_score_as_they_lie(partial: str, cards: list[int], best: list[list[int]]) -> None:
    scores_of = {
        town: tuple(oracle.score(town, oracle_tiles(), 3, 3)[card - 1] for card in cards)
        for town in completions(partial)
    }
    found = nine_tiles.complete(partial, *cards, limit=10**6)
    assert found.n_towns == len(scores_of)
    assert [list(each.scores) for each in found.answers] == best
    for answer in found.answers:
        equally_good = {town for town, scores in scores_of.items() if scores == answer.scores}
        assert len(answer.towns) == answer.n_towns == len(equally_good)
        for town in answer.towns:
            scored = nine_tiles.score(town)
            assert tuple(scored[card].score for card in cards) == answer.scores


@pytest.mark.parametrize("pattern", ["431678052354370514", "482153067304614513", TOWN])
def test_score_has_the_scores_of_the_turned_town(pattern: str) -> None:
    as_it_lies, *turned = (oracle.score(town, oracle_tiles(), 3, 3) for town in oracle.rotations(pattern))
    expected = {
        card: (score, others)
        for card, score in zip(oracle.THEMES, as_it_lies, strict=True)
        if (others := {90 * (i + 1): of[card - 1] for i, of in enumerate(turned) if of[card - 1] != score})
    }
    scored = nine_tiles.score(pattern)
    assert {each.card.no: (each.score, each.turned) for each in scored.turned} == expected
    for text in (str(scored), typed("score", pattern).output):
        assert all(each.in_words in text for each in scored.turned)
        assert ("Turned, " in text) == bool(expected) == (pattern != TOWN)


def test_the_scores_of_a_turned_town_are_worded() -> None:
    found = nine_tiles.complete("..167.052|..437.514", 1, 8)
    words = [
        "Turned, 431678052354370514 has other scores, because its roads are then read from other ends:",
        "1 Capture: 1 as it lies, 2 turned left by 180 or 270 degrees",
        "8 Hungry Aliens: 8 as it lies, 4 turned left by 180 or 270 degrees",
    ]
    assert found.turned_in_words == words
    assert all(line in typed("complete", "..167.052|..437.514", "1", "8").output for line in words)
    with speaking("ja"):
        assert found.answers[0].turned[0].in_words.endswith("この向きでは1、左に180か270度回すと2")


def test_the_best_in_everything_has_the_smallest_sum_of_squared_ranks(artifacts: Path, towns: list[ListedTown]) -> None:
    found = nine_tiles.complete("", results=artifacts, limit=10**6)
    sql = "SELECT id FROM distances WHERE all_dist = (SELECT min(all_dist) FROM distances)"
    ids = {id_ for (id_,) in rows_of(artifacts / "theme_synonym_distance.db", sql)}
    nearest = [town for town in towns if town.theme_synonym in ids]
    assert found.n_towns == len(towns)
    assert {town.pattern for each in found.answers for town in each.towns} == {town.pattern for town in nearest}
    assert [each.scores for each in found.answers] == sorted({town.scores for town in nearest})


@pytest.mark.parametrize("cards", [(2, 5, 18), ("life with dogs",), ("26", "道が長い", 8)])
def test_best_prints_the_best_answers(cards: tuple[int | str, ...]) -> None:
    best = nine_tiles.best(*cards)
    words = ("best", *map(str, cards))
    check_outputs(best, ["nine-tiles", *words])
    of_cards = [f"t{card.number:02d}" for card in best.cards]
    for answer, row in zip(best.answers, csv_rows(*words), strict=True):
        scores = [each.score for each in answer.scores]
        assert [row[column] for column in of_cards] == scores
        assert [row[f"best_{column}"] for column in of_cards] == [each.card.best for each in answer.scores]
        assert [row[f"rank_{column}"] for column in of_cards] == [each.rank for each in answer.scores]
        assert [row[f"better_than_{column}"] for column in of_cards] == [each.better_than for each in answer.scores]
        numbers = (answer.wins, answer.losses, answer.n_theme_synonyms, answer.n_towns, answer.theme_synonym)
        assert numbers == tuple(
            row[name] for name in ("wins", "losses", "n_theme_synonyms", "n_towns", "theme_synonym")
        )
        assert row["town"] == barred(answer.towns[0].pattern)
        scored = nine_tiles.score(answer.towns[0])
        assert [scored[each.card.number].score for each in answer.scores] == scores


@pytest.mark.parametrize("cards", [(5, 12, 23), (2, 5, 18), (4, 10, 15), (1, 6, 14), (5, 8), (6,), (4,)])
def test_the_runner_up_has_the_fewest_losses_of_all_other_scores(
    artifacts: Path, towns: list[ListedTown], cards: tuple[int, ...]
) -> None:
    having = {town.in_cards(cards) for town in towns}
    triples = {scores: (*(-score for score in scores), 0, 0)[:3] for scores in having}
    found = nine_tiles.best(*cards, results=artifacts)
    best = {tuple(each.score for each in answer.scores) for answer in found.answers}

    def fared(scores: Scores) -> tuple[int, int]:
        """Losses, and wins below zero: smaller is better."""
        own = triples[scores]
        losses = sum(oracle.wins(other, own) for other in triples.values())
        return losses, -sum(oracle.wins(own, other) for other in triples.values())

    others = sorted(having - best, key=lambda scores: (fared(scores), triples[scores]))
    assert found.runner_up == (others[0] if others else None)
    first = [each.score for each in found.answers[0].scores]
    lost = [card for card, own, other in zip(cards, first, found.runner_up or first, strict=True) if other < own]
    assert bool(others) == bool(lost) == bool(found.second)
    assert found.second in typed("best", *map(str, cards), "--results", artifacts).output


@pytest.mark.parametrize(
    ("cards", "reached"),
    [
        ((2, 5, 18), "No town scores more on any of these cards."),
        ((5, 12, 23), "No town scores more on 5 The Longest Road and 23 Residential Area."),
        ((1, 6, 14), "On each of these cards some town scores more."),
        ((4, 10, 15), "No town scores more on 10 Many Roads."),
        ((4,), "All towns score the same on these cards."),
    ],
)
def test_best_says_on_which_cards_no_town_scores_more(cards: tuple[int, ...], reached: str) -> None:
    answer = nine_tiles.best(*cards).answers[0]
    assert answer.reached == reached
    assert f"\n{reached}\n" in typed("best", *map(str, cards)).output


def test_a_card_on_which_all_towns_score_the_same_is_not_called_reached_or_missed() -> None:
    answers = nine_tiles.best(4, 10, 15).answers
    (five_roads,) = (answer for answer in answers if answer.scores[1].score == 5)
    assert five_roads.reached == "Some town scores more on 10 Many Roads and 15 Few Roads."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("2 5 18", "These scores beat all others."),
        ("1 2 3", "No other scores beat these."),
        ("1 6 14", "No town is unbeaten: any scores lose to others."),
        ("1 6 14 --lang ja", "負けない町はありません。どの得点にも、それに勝つ得点があります。"),
    ],
)
def test_best_says_whether_other_scores_beat_the_answer(words: str, sentence: str) -> None:
    assert sentence in typed("best", *words.split()).output.splitlines()


def _beats(scores: Scores, others: Scores) -> bool:
    return sum((a > b) - (a < b) for a, b in zip(scores, others, strict=True)) > 0


@pytest.mark.parametrize("cards", [(1, 6, 14), (8, 12, 26)])
def test_best_shows_a_mix_with_drawn_towns_and_the_scores_that_beat_one_another(cards: tuple[int, ...]) -> None:
    best, words = nine_tiles.best(*cards), ("best", *map(str, cards))
    assert best.mix
    in_mix = [tuple(each.score for each in answer.scores) for answer in best.mix.answers]
    for answer, scores in zip(best.mix.answers, in_mix, strict=True):
        assert _beats(answer.loses_to, scores)
        assert _beats(answer.which_lose_to, answer.loses_to)
        assert answer.which_lose_to in in_mix
        scored = nine_tiles.score(answer.town)
        assert tuple(scored[card].score for card in cards) == scores
    assert sum(answer.probability for answer in best.mix.answers) == 1
    for language, chance in (("en", "chance {}: scores {}"), ("ja", "確率{}\N{FULLWIDTH COLON}得点{}")):
        text = typed(*words, "--lang", language).output
        for row, answer in zip(best.mix.table, best.mix.answers, strict=True):
            assert re.search(" +".join(map(re.escape, row)), text)
            assert "\n".join([chance.format(*row), *town_lines(answer.town.laid)]) in text
    typed(*words, "-o", "mix.svg")
    assert Path("mix.svg").read_text(encoding="utf-8") == best.mix.svg()
    mix = printed_json(["nine-tiles", *words])["mix"]["answers"]
    assert [row["probability"] for row in mix] == [str(answer.probability) for answer in best.mix.answers]


def test_a_next_step_is_a_command_that_works_where_it_is_given(artifacts: Path) -> None:
    assert typed("best", 2, 5, 18).output.endswith("\nThe full results list all these towns.\n")
    *_, last = typed("best", 5, "--results", artifacts).output.splitlines()
    command, sentence = last.removeprefix("`tablebases nine-tiles ").split("`")
    assert (sentence, command.split()[-2:]) == (" lists all these towns.", ["--results", str(artifacts)])
    (answer,) = nine_tiles.best(5, limit=10**6, results=artifacts).answers
    assert "\n".join(town.pattern for town in answer.towns) in typed(*command.split()).output


def test_columns_of_csv_name_cards(artifacts: Path, results: Results) -> None:
    here = ("--results", artifacts)
    completed = nine_tiles.complete("5|?f", 5, 8, limit=2, results=artifacts).answers
    assert csv_rows("complete", "5|?f", "5", "8", "--towns", "2", *here) == [
        {"t05": each.scores[0], "t08": each.scores[1], "n_towns": each.n_towns, "town": barred(town.pattern)}
        for each in completed
        for town in each.towns
    ]
    found = results.find("t05 >= 2", order="t05 + t06", limit=5)
    assert csv_rows("find", "t05 >= 2", "--order", "t05 + t06", "--limit", "5", *here) == [
        {"id": each.id, "n_towns": each.n_towns, "t05": each.scores[0], "t06": each.scores[1]} for each in found
    ]


def test_figures_of_results_name_the_files_that_are_there(artifacts: Path) -> None:
    assert {figure.file for figure in nine_tiles.summary().figures} == {None}
    with speaking("ja"):
        assert not re.search("[a-z]", "".join(figure.found for figure in nine_tiles.summary().figures))
    for figure in nine_tiles.summary(results=artifacts).figures:
        assert figure.file is None or (artifacts / figure.file).is_file()
