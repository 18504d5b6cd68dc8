"""Practice in the terminal, typed as a pipe: verdicts, wrong lines, the end of input, and the frozen draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, timezone
from itertools import chain, islice, repeat
from unittest.mock import patch

import pytest

from tablebases import millijan, nine_tiles
from tablebases.arrow.answers import find_level, solve
from tablebases.arrow.practice import DAILY_LEVELS, daily_board, hardest_board, seeded_board
from tablebases.errors import Error
from tablebases.millijan.answers import Discard
from tablebases.millijan.practice import DRAWS, KINDS, SoloGame, daily_hands, discard_score, seeded_hands
from tablebases.millijan.questions import tile_name
from tablebases.nine_tiles.practice import daily_cards, drawn_cards, practised_cards, seeded_cards, verdict_on
from tablebases.practice import Draws, today
from tests.browser.dates import DATES, WIDEST, YEARS
from tests.command_lines.typed import run_typed

DAY = "2026-11-24"
PATCHED_DAY = patch("tablebases.practice.today", lambda: DAY)


def practised(words: str, *typed: str) -> list[str]:
    """The lines that a practice prints for typed lines; the input ends after them."""
    done = run_typed(words.split(), "".join(f"{line}\n" for line in typed))
    assert (done.status, done.errors) == (0, "")
    return [line for line in done.output.splitlines() if line]


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
    cards = {card.number: card for card in nine_tiles.cards()}
    numbers = practised_cards()

    def of_hand(hand: Iterable[int]) -> tuple[int, int]:
        names = [tiles[kind] for kind in hand]
        return sum(len(name) == longest for name in names), characters(names)

    widths = {
        "millijan": lambda day: of_hand(daily_hands(day)[0]),
        "millijan solo": lambda day: of_hand(SoloGame(day).hand),
        "nine-tiles ja": lambda day: characters(cards[n].name_ja for n in drawn_cards(numbers, drawn(day))),
        "nine-tiles en": lambda day: characters(cards[n].name for n in drawn_cards(numbers, drawn(day))),
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
    numbers = practised_cards()
    assert numbers == [number for number in range(1, 27) if number != 4]  # Finish Quickly: no town decides it
    assert {card for drawn in islice(seeded_cards(0), 100) for card in drawn} == {*numbers}
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


# The arrow puzzle.


def test_best_taps_solve_a_board_and_each_is_needed() -> None:
    board = seeded_board(find_level("easy"), 6)
    taps = solve(board).taps
    typed = [f"{tile // 3 + 1} {tile % 3 + 1}" for tile, times in enumerate(taps) for _ in range(times)]
    lines = practised("arrow practice easy --seed 6", *typed)
    assert lines[0] == f"Level easy: turn all arrows up in {sum(taps)} taps. ? for help."
    verdicts = [line.removeprefix("tap: ") for line in lines if line.startswith("tap: ")]
    assert verdicts[:2] == [f"needed: {sum(taps) - 1} taps left", f"needed: {sum(taps) - 2} taps left"]
    assert verdicts[-2:] == ["needed: 1 tap left", "needed: 0 taps left"]
    assert lines[-2:] == ["every arrow points up", f"Arrow puzzle: {sum(taps)} of {sum(taps)} taps"]


def test_hints_solve_a_board_after_a_tap_too_many() -> None:
    typed = ["row 1, tile 1"]
    for _ in range(20):
        lines = practised("arrow practice easy --seed 6", *typed, "hint")
        if lines[-2] == "every arrow points up":
            break
        typed.append(lines[-3].removeprefix("tap: tap "))
    assert "tap: not needed: 13 taps left" in lines
    assert lines[-1] == "Arrow puzzle: 10 of 14 taps"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("9 9", "there is no tile 'row 9, tile 9' in level easy; the tiles are row 1, tile 1 to row 3, tile 3"),
        ("foo", "there is no tile 'foo' in level easy; the tiles are row 1, tile 1 to row 3, tile 3"),
        ("1 1 1", "there is no tile '1' in level easy; the tiles are row 1, tile 1 to row 3, tile 3"),
        ("row 1, tile 1, row 1, tile 2", "type one tile, such as 2 3, or ? for help"),
        (",", "type one tile, such as 2 3, or ? for help"),
        (
            "?",
            "Type the tile to tap: its row and its place there, such as 2 3. The tap also turns the tiles around it.",
        ),
        ("", "Type the tile to tap: its row and its place there, such as 2 3. The tap also turns the tiles around it."),
    ],
)
def test_a_wrong_line_is_explained_and_the_board_stays(typed: str, says: str) -> None:
    lines = practised("arrow practice easy --seed 6", typed)
    assert f"tap: {says}" in lines
    assert lines[-1] == "Arrow puzzle: 0 taps, 10 left"


@pytest.mark.parametrize("end", [(), ("quit",), ("Q",)])
def test_practice_ends_with_the_result_so_far(end: tuple[str, ...]) -> None:
    with PATCHED_DAY:
        assert practised("arrow practice --daily", *end)[-1].startswith(f"Arrow puzzle {DAY}: 0 taps, ")
        assert practised("millijan practice --daily", *end)[-1] == (
            f"MilliJan {DAY}: 0 of 0 best discards, 0 of 0 points"
        )
        assert practised("nine-tiles practice --daily", *end)[-1] == "town: "


def test_a_board_by_columns_is_the_mirror_image() -> None:
    by_rows, by_columns = (practised(f"arrow practice easy --seed 6 {way}")[1:4] for way in ("", "--layout columns"))
    cells = [line.split() for line in by_columns]
    assert [line.split() for line in by_rows] == [list(row) for row in zip(*cells, strict=True)]


# MilliJan.


def test_discards_of_a_day_are_scored_with_the_reason() -> None:
    hands = [millijan.discards(" ".join(map(str, hand))) for hand in daily_hands(DAY)]
    typed = [hand.discards[number].discard for number, hand in enumerate(hands)]
    with PATCHED_DAY:
        lines = practised("millijan practice --daily", *typed)
    scores = [discard_score(hand.discards[number], hand.discards[0]) for number, hand in enumerate(hands)]
    assert scores[0] == 100
    said = [line for line in lines if line.startswith("discard: ")]
    assert said == [
        f"discard: {score} of 100 points: {hand.discards[number]}"
        for number, (score, hand) in enumerate(zip(scores, hands, strict=True))
    ]
    best = hands[0].discards[0]
    assert f"{best.accepted_copies} accepted tiles: {' '.join(best.accepted)}" in lines
    for number, hand in enumerate(hands):
        assert {*hand.reasons(hand.discards[number])} <= {*lines}
    assert lines[-1] == f"MilliJan {DAY}: {scores.count(100)} of 5 best discards, {sum(scores)} of 500 points"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("春香", "春香 is not in the hand"),
        ("loko", "no idol is called 'loko'; perhaps ロコ or 紗代子?"),
        ("千早 美希", "no idol is called '千早 美希'; perhaps 美希 or 千早?"),
        ("?", "Type the tile to discard: a name in kanji, kana or Latin letters, or its number."),
    ],
)
def test_a_wrong_tile_is_explained_and_the_hand_stays(typed: str, says: str) -> None:
    lines = practised("millijan practice --seed 7", typed)
    assert f"discard: {says}" in lines
    assert lines[-1] == "MilliJan: 0 of 0 best discards, 0 of 0 points"


def test_hands_go_on_until_the_input_ends() -> None:
    hands = [next(seeded_hands(seed)) for seed in (7, 8)]
    lines = practised("millijan practice --seed 7", *(str(hand[0]) for hand in hands))
    assert [line.split(":")[0] for line in lines if line.startswith("hand ")] == ["hand 1", "hand 2", "hand 3"]
    assert lines[-1].startswith("MilliJan: ")


def played(game: SoloGame, places: Iterable[int]) -> Iterator[str]:
    """The tiles that a player of a game discards, each by its place among the ranked discards then."""
    for place in places:
        if game.is_over:
            return
        ranked = millijan.discards([*map(str, game.hand)], seen=[*map(str, game.discarded)]).discards
        yield ranked[min(place, len(ranked) - 1)].discard
        game.discard(ranked[min(place, len(ranked) - 1)].discard)


def test_the_deals_of_solo_games_are_frozen() -> None:
    assert SoloGame("5").hand == [5, 5, 9, 12, 16, 18, 20, 22, 27, 29, 38, 41, 37]
    assert SoloGame(DAY).hand == [7, 13, 14, 16, 16, 18, 25, 27, 28, 38, 44, 50, 44]


@pytest.mark.thorough
def test_a_solo_game_is_judged_after_the_win() -> None:
    game = SoloGame("5")
    typed = [*played(game, chain([2, 0, 1], repeat(0)))]
    lines = practised("millijan practice --solo --seed 5", *typed)
    assert lines[1].startswith("draw 1: ")
    assert game.judged.won
    assert f"won, {game.judged.score:,} points; {game.judged.n_splits} best split" in " ".join(lines)
    rows = [line.split()[:3] for line in lines if line[:4].strip().isdigit()]
    scores = [discard_score(choice.chosen, choice.best) for choice in game.choices]
    assert rows == [[str(n), tile, str(score)] for n, (tile, score) in enumerate(zip(typed, scores, strict=True), 1)]
    assert scores[3:] == [100] * len(scores[3:])
    worst = game.choices[scores.index(min(scores))]
    assert game.worst is worst
    place = lines.index(f"Most was lost at draw {scores.index(min(scores)) + 1}, with {worst.chosen.discard}.")
    reasons = [*worst.ranked.reasons(worst.chosen)]
    assert lines[place + 1 : place + 1 + len(reasons)] == reasons
    assert (
        lines[-1]
        == game.result(None)
        == (
            f"MilliJan solo: won at draw {len(typed) + 1}, {scores.count(100)} of {len(scores)} best discards, "
            f"{sum(scores):,} of {100 * len(scores):,} points"
        )
    )


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
    for _ in range(DRAWS):
        assert not game.is_over
        with patch("tablebases.millijan.practice.choose", lambda *_: None):
            game.discard(millijan.score([str(game.hand[-1])]).hand[0])
    assert (game.is_over, game.judged.won, len(game.hand), game.draws) == (True, False, 12, DRAWS)
    assert sorted([*game.hand, *game.discarded]) == [kind for kind in range(KINDS) for _ in range(3)]


@pytest.mark.parametrize("end", [(), ("quit",)])
def test_a_solo_game_of_today_can_be_left(end: tuple[str, ...]) -> None:
    game = SoloGame(DAY)
    first = millijan.score([*map(str, game.hand)]).hand[0]
    with PATCHED_DAY:
        left = practised("millijan practice --solo --daily", *end)
        assert left[-1] == f"MilliJan solo {DAY}: no win by draw 1, 0 of 0 best discards, 0 of 0 points"
        lines = practised("millijan practice --solo --daily", "loko", "千早 美希", first, *end)
    game.discard(first)
    assert lines[-1] == game.result(DAY)
    assert "discard: no idol is called 'loko'; perhaps ロコ or 紗代子?" in lines


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


# Nine Tiles Panic.

TOWN = "206745813361230035"


def test_a_town_is_compared_with_the_best_town() -> None:
    lines = practised("nine-tiles practice --seed 7", TOWN)
    assert lines[1] == "10 Many Roads: roads"
    assert lines[4] == "town: The best town beats yours."
    assert [" ".join(line.split()) for line in lines[7:11]] == [
        "10 Many Roads 4 5 18.8 % of towns",
        "11 No Roads 0 1 0.0 % of towns",
        "21 Safe Zone 4 9 4.1 % of towns",
        f"Best town: {nine_tiles.best(10, 11, 21).answers[0].towns[0].pattern}",
    ]
    result = "Nine Tiles Panic: scores 4 0 4, best 5 1 9, better than 7.6 % of towns on average"
    assert lines[lines.index(result) + 1].startswith("3 Dog Roundup: "), "the next cards follow"


def test_the_cards_of_a_day_are_asked_once() -> None:
    best = nine_tiles.best(*daily_cards(DAY)).answers[0]
    with PATCHED_DAY:
        lines = practised("nine-tiles practice --daily", best.towns[0].rotate().pattern, TOWN)
        assert practised("nine-tiles practice --daily", "Best")[-1] == f"Nine Tiles Panic {DAY}: no town"
    assert lines[4] == "town: Your town is as good as the best town."
    scores = " ".join(str(score.score) for score in best.scores)
    assert lines[-1].startswith(f"Nine Tiles Panic {DAY}: scores {scores}, best {scores}, better than ")


def test_a_town_is_judged_by_the_cards_on_which_it_is_better() -> None:
    found = nine_tiles.best(1, 6, 14)  # any scores lose to others
    towns = map(nine_tiles.Town.parse, ("456827301114303577", "578620314331717560"))
    verdicts = [verdict_on(town, found) for town in towns]
    assert [score.score for score in found.answers[0].scores] == [3, 9, 3]
    assert [[score.score for score in verdict.scores] for verdict in verdicts] == [[0, 10, 4], [1, 10, 3]]
    assert [verdict.standing for verdict in verdicts] == ["beats", "draws"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("2067", "a pattern has 18 digits, but this is '2067'; if it is the id of a theme synonym, ..."),
        (
            f"{TOWN[:-1]}6",
            f"{TOWN[:-1]}6 is not a complete town: the road at bottom right does not go on at right; ...",
        ),
        ("x", "a pattern has digits only, but 'x' has 'x'"),
        (
            "?",
            "Type a town for the three cards as a pattern, such as 206745813361230035: ...",
        ),
    ],
)
def test_a_wrong_town_is_explained_and_the_cards_stay(typed: str, says: str) -> None:
    lines = practised("nine-tiles practice --seed 7", typed)
    assert any(line.startswith(f"town: {says.removesuffix('...')}") for line in lines)
    assert lines[-1] == "town: "
