"""The daily puzzles: frozen draws, the command `tablebases today`, and what the tests of the pages compare with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from unittest.mock import patch

import pytest
import yaml

from tablebases import millijan, nine_tiles
from tablebases.arrow.answers import find_level, solve
from tablebases.arrow.practice import DAILY_LEVELS, daily_board
from tablebases.errors import Error
from tablebases.godomachi.practice import daily as daily_cuts
from tablebases.millijan.answers import Discard
from tablebases.millijan.practice import KINDS, daily_hands
from tablebases.millijan.questions import tile_name
from tablebases.nine_tiles.practice import drawn_cards, practised_cards
from tablebases.practice import Draws, today
from tablebases.puzzles import ARROW, RESULTS
from tests.browser.dates import DATES, WIDEST, YEARS
from tests.browser.practised import (
    DRAWS,
    SoloGame,
    daily_cards,
    discard_score,
    hardest_board,
    seeded_board,
    seeded_cards,
    verdict_on,
)
from tests.command_lines.typed import run_typed

DAY = "2026-11-24"


# The puzzles.


def test_draws_are_those_of_the_published_algorithms() -> None:
    """FNV-1a of "a" is e40c292c; the draws are frozen, because daily puzzles depend on them."""
    assert Draws("a")._state == 0xE40C292C
    assert [Draws("a").below(2**21) for _ in range(2)] == [Draws("a").below(2**21)] * 2
    draws = Draws("arrow 2026-11-24")
    assert [draws.below(100) for _ in range(5)] == [0, 45, 56, 87, 93]


def test_draws_are_uniform() -> None:
    draws = Draws("uniform")
    counts = [0] * 54
    for _ in range(54_000):
        counts[draws.below(54)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 100  # 53 degrees of freedom: 0.01 %


def test_daily_puzzles_are_frozen() -> None:
    boards = [(board.level.name, board.text) for board in map(daily_board, (DAY, "2026-11-25"))]
    assert boards == [("easy", "333214333"), ("medium", "4324321143143142")]
    assert daily_hands(DAY)[0] == (0, 4, 5, 13, 14, 15, 22, 23, 28, 30, 42, 44, 52)
    assert [daily_cards(day) for day in (DAY, "2026-11-25")] == [(1, 13, 21), (2, 15, 18)]
    assert [*daily_cuts(DAY).puzzles] == ["6:0 6:34", "7:95 7:16", "7:3 7:54"]


def test_today_is_the_date_in_utc() -> None:
    with patch("tablebases.practice.datetime") as clock:
        clock.now = datetime(2026, 11, 28, 9, 30, tzinfo=timezone(timedelta(hours=14))).astimezone
        assert today() == "2026-11-27"


def characters(names: Iterable[str]) -> int:
    return sum(map(len, names))


@pytest.mark.thorough
def test_each_of_the_widest_dates_has_the_widest_content() -> None:
    """The pages are tried on these dates; a browser test compares the shapes of Godomachi."""
    tiles = [tile_name(str(kind)) for kind in range(KINDS)]
    longest = characters([max(tiles, key=len)])
    cards = practised_cards()

    def of_hand(hand: Iterable[int]) -> tuple[int, int]:
        names = [tiles[kind] for kind in hand]
        return sum(len(name) == longest for name in names), characters(names)

    widths = {
        "millijan": lambda day: of_hand(daily_hands(day)[0]),
        "millijan solo": lambda day: of_hand(SoloGame(day).hand),
        "nine-tiles ja": lambda day: characters(card.name_ja for card in drawn_cards([*cards], drawn(day))),
        "nine-tiles en": lambda day: characters(card.name for card in drawn_cards([*cards], drawn(day))),
    }
    days = [str(date(YEARS[0], 1, 1) + timedelta(days)) for days in range(len(YEARS) * 365 + 1)]
    for name, width in widths.items():
        assert width(WIDEST[name]) == max(map(width, days)), name
    assert daily_board(WIDEST["arrow"]).level.name == "expert"
    assert len(set(DATES)) == 12


def drawn(day: str) -> Draws:
    return Draws(f"nine-tiles {day}")


def test_a_daily_puzzle_has_every_level_on_some_day() -> None:
    levels = {daily_board(f"2027-01-{day:02}").level.name for day in range(1, 29)}
    assert levels == {*DAILY_LEVELS}


def test_every_card_on_which_towns_differ_is_practised() -> None:
    numbers = [card.number for card in practised_cards()]
    assert numbers == [number for number in range(1, 27) if number != 4]  # Finish Quickly: no town decides it
    assert {card for seed in range(100) for card in seeded_cards(seed)} == {*numbers}
    with patch("tablebases.nine_tiles.practice.LAST_CARD", 2), pytest.raises(Error, match="these results have 2"):
        practised_cards()


def test_hardest_boards_are_frozen_by_their_seed_and_need_81_taps() -> None:
    boards = [hardest_board(seed) for seed in range(40)]
    assert boards[7].text == "6155133515163615316135123635511553354"
    assert len(set(boards)) > 30
    for board in boards[:5]:
        assert (board.level.name, solve(board).min_taps) == ("expert", 81)


def test_a_board_to_practise_is_never_solved_already() -> None:
    level = find_level("square-1-2")
    assert {seeded_board(level, seed).text for seed in range(9)} == {"2"}


# The command.


def games_of_today(*words: str) -> list[dict[str, object]]:
    """The games in the JSON of the command on `DAY`."""
    with patch("tablebases.practice.today", lambda: DAY):
        done = run_typed(["today", "--json", *words])
    assert (done.status, done.errors) == (0, "")
    found = json.loads(done.output)
    assert found["date"] == DAY
    games: list[dict[str, object]] = found["games"]
    return games


def test_today_has_the_daily_puzzles_of_all_games_as_commands_read_them() -> None:
    games = games_of_today()
    assert [each["game"] for each in games] == ["nine-tiles", "arrow", "godomachi", "millijan"]
    assert games[0]["puzzles"] == ["1 13 21"]
    assert games[1]["puzzles"] == ["easy 333214333"]
    assert games[2]["puzzles"] == [*daily_cuts(DAY).puzzles]
    assert games[3]["puzzles"] == [" ".join(tile_name(str(kind)) for kind in hand) for hand in daily_hands(DAY)]
    for each in games:
        for puzzle in each["puzzles"]:  # type: ignore[attr-defined]
            assert run_typed([str(each["game"]), str(each["command"]), *puzzle.split()]).status == 0


def test_today_leaves_out_a_game_without_daily_puzzles() -> None:
    with patch("tablebases.cli.today.PUZZLES", (ARROW, RESULTS)):
        assert [each["game"] for each in games_of_today()] == ["arrow"]


def test_today_draws_each_puzzle_below_its_game_and_task() -> None:
    with patch("tablebases.practice.today", lambda: DAY):
        text = run_typed(["today"]).output
    assert text.startswith(
        "Puzzles of 2026-11-24 (UTC)\n\nNine Tiles Panic\nBuild the best town for these three cards.\n\n1 Capture: "
    )
    board = "\n\n↓ ↓ ↓\n→ ↑ ←\n↓ ↓ ↓\n\n"
    assert f"Arrow puzzle\nLevel easy: turn all arrows up with as few taps as possible.{board}Answer: " in text
    assert "pair 2: 7:95 7:16\n\n██" in text
    assert text.count("\nhand ") == 5
    assert "\n\nAnswer to pair 1: `tablebases godomachi solve 6:" in text
    assert "\n\nAnswer to hand 1: `tablebases millijan discard " in text
    assert "http" not in text
    with patch("tablebases.practice.today", lambda: DAY):
        japanese = run_typed(["today", "--lang", "ja"]).output
    assert "\n1. 宇宙人をつかまえた数が多い" in japanese


def test_today_has_addresses_only_if_the_atlas_is_on_the_web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {each["address"] for each in games_of_today()} == {None}
    config = yaml.safe_load(Path("config.yaml").read_text(encoding="utf-8"))
    config["atlas_address"] = "https://example.org/atlas"
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    addresses = [
        f"https://example.org/atlas/{game}/practice.html#daily"
        for game in ("nine-tiles", "arrow", "godomachi", "millijan")
    ]
    assert [each["address"] for each in games_of_today()] == addresses
    lines = run_typed(["today"]).output.splitlines()
    assert [line for line in lines if line.startswith("https")] == addresses


# Practice of the tests, which the pages must agree with.


def played(game: SoloGame, places: Iterable[int]) -> Iterator[str]:
    """The tiles that a player of a game discards, each by its place among the ranked discards then."""
    for place in places:
        if game.is_over:
            return
        ranked = game.ranked.discards
        yield ranked[min(place, len(ranked) - 1)].discard
        game.discard(ranked[min(place, len(ranked) - 1)].discard)


def test_the_deals_of_solo_games_are_frozen() -> None:
    assert SoloGame("5").hand == [5, 5, 9, 12, 16, 18, 20, 22, 27, 29, 38, 41, 37]
    assert SoloGame(DAY).hand == [7, 13, 14, 16, 16, 18, 25, 27, 28, 38, 44, 50, 44]


def test_the_coach_counts_no_discarded_tiles() -> None:
    game = SoloGame("5")
    [*played(game, [0] * 3)]
    seen = Counter(game.discarded[:2])
    with_all, (*_, last) = millijan.discards(game.choices[2].ranked.hand), game.choices
    left = {one.discard: one.accepted_copies for one in last.ranked.discards}
    names = millijan.score([*map(str, seen.elements())]).hand
    for one in with_all.discards:
        assert left[one.discard] == one.accepted_copies - sum(name in one.accepted for name in names), one


@pytest.mark.thorough
def test_a_solo_game_ends_with_the_deck() -> None:
    game = SoloGame("7")
    with patch.object(SoloGame, "ranked", None), patch("tests.browser.practised.choose", lambda *_: None):
        for _ in range(DRAWS):
            assert not game.is_over
            game.discard(tile_name(str(game.hand[-1])))
    assert (game.is_over, game.judged.won, len(game.hand), game.draws) == (True, False, 12, DRAWS)
    assert sorted([*game.hand, *game.discarded]) == [kind for kind in range(KINDS) for _ in range(3)]


@pytest.mark.parametrize(
    ("one", "best", "score"),
    [
        ((3, 40), (3, 40), 100),
        ((3, 39), (3, 40), 97),
        ((4, 90), (3, 40), 0),
        ((1, 0), (1, 0), 100),
        ((1, 0), (1, 2), 0),
    ],
)
def test_a_discard_scores_its_share_of_the_accepted_tiles(
    one: tuple[int, int], best: tuple[int, int], score: int
) -> None:
    assert discard_score(Discard("", *one, ()), Discard("", *best, ())) == score


def test_a_town_is_judged_by_the_cards_on_which_it_is_better() -> None:
    found = nine_tiles.best(1, 6, 14)  # any scores lose to others
    verdicts = [verdict_on((1, 6, 14), pattern) for pattern in ("456827301114303577", "578620314331717560")]
    assert [score.score for score in found.answers[0].scores] == [3, 9, 3]
    assert [[score.score for score in verdict.scores] for verdict in verdicts] == [[0, 10, 4], [1, 10, 3]]
    assert [verdict.standing for verdict in verdicts] == ["beats", "draws"]
