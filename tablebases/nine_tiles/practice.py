"""Practice in the terminal: three cards, and a verdict on a town. `page/practice.js` draws the same cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from tablebases.answer.text import Table, text_lines
from tablebases.errors import Error
from tablebases.languages import t
from tablebases.messages import percent
from tablebases.nine_tiles.answers.best import Best, best
from tablebases.nine_tiles.answers.cards import CardScore, cards, plain
from tablebases.nine_tiles.answers.judge import judge
from tablebases.nine_tiles.answers.town import AnyPath, Town, game_of, spaced
from tablebases.nine_tiles.rules.measures import check_complete
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.practice import Draws, result_line, typed_lines

LAST_CARD = 26
"""The last card of the game: daily puzzles never have one that was added later."""

HELP = """\
Type a town for the three cards as a pattern, such as 206745813361230035: its tile numbers row by row, then their
directions. 0 to 3 are the front, turned left by that many quarters; 4 to 7 are the back, turned likewise.
  best   show the best town instead
  quit   end the practice"""
COLUMNS = ("card", "yours", "best town", "better than")

Standing = Literal["is best", "beats", "draws", "loses"]
STANDINGS: dict[Standing, str] = {
    "is best": "Your town is as good as the best town",
    "beats": "Your town beats this best town",
    "draws": "Your town draws with the best town",
    "loses": "The best town beats yours",
}


# The cards.


def practised_cards(*, results: AnyPath = None) -> list[int]:
    """The numbers of the cards of the game on which towns differ."""
    found = [card.number for card in cards(results=results) if card.number <= LAST_CARD and card.best > card.lowest]
    if len(found) < THEMES_IN_A_SET:
        raise Error("practice needs three cards on which towns differ, but these results have {n}", n=len(found))
    return found


def drawn_cards(numbers: Sequence[int], draws: Draws) -> tuple[int, ...]:
    """Three of the cards `numbers`, ascending."""
    left = list(numbers)
    return tuple(sorted(left.pop(draws.below(len(left))) for _ in range(THEMES_IN_A_SET)))


def daily_cards(day: str, *, results: AnyPath = None) -> tuple[int, ...]:
    """The cards of a day, such as 2026-11-24."""
    return drawn_cards(practised_cards(results=results), Draws(f"nine-tiles {day}"))


def seeded_cards(seed: int, *, results: AnyPath = None) -> Iterator[tuple[int, ...]]:
    """Three cards for `seed` and for each number after it; the page has them at addresses such as `#time_7`."""
    numbers = practised_cards(results=results)
    while True:
        yield drawn_cards(numbers, Draws(f"nine-tiles {seed}"))
        seed += 1


# The verdict.


@dataclass(frozen=True)
class Verdict:
    """The worth of a town beside the best town for three cards."""

    scores: tuple[CardScore, ...]
    """Those of the town, one for each card."""
    best_scores: tuple[int, ...]
    standing: Standing
    """Whether the town has the scores of a best answer, or else how it does against the first one."""

    @property
    def result(self) -> str:
        """The scores of both towns, and the share of towns that score less, the mean of the cards."""
        shares = [score.better_than for score in self.scores]
        return t(
            "scores {scores}, best {best}, better than {share} of towns on average",
            scores=spaced(plain(self.scores)),
            best=spaced(self.best_scores),
            share=percent(sum(shares) / len(shares)),
        )

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """A row for each card, in the columns `COLUMNS`."""
        return [
            (each.card.title, each.score, of_best, each.better_than_in_words)
            for each, of_best in zip(self.scores, self.best_scores, strict=True)
        ]


def verdict_on(town: Town, found: Best, *, results: AnyPath = None) -> Verdict:
    """Compare a complete town with the best answers to three cards."""
    numbers = [card.number for card in found.cards]
    judged = judge(numbers, [town, found.answers[0].towns[0]], results=results)
    player = judged.players[0]
    own, of_answers = plain(player.scores), [plain(answer.scores) for answer in found.answers]
    standing: Standing = "draws" if judged.winner is None else "beats" if judged.winner == player.number else "loses"
    return Verdict(player.scores, of_answers[0], "is best" if own in of_answers else standing)


# The practice.


def practise(sets: Iterable[Sequence[int]], day: str | None = None, *, results: AnyPath = None) -> None:
    """Let a player type a town for one set of cards after another; print a verdict on each."""
    print(t("Build a town for three cards, and type its pattern. ? for help."))
    for numbers in sets:
        found = best(*numbers, results=results)
        print("", *(t(": ").join([card.title, card.counts]) for card in found.cards), "", sep="\n")
        outcome = _asked(found, results)
        if outcome is None:
            return
        first = found.answers[0].towns[0]
        print(t("Best town"), first.pattern, sep=t(": "))
        print(first, result_line(t("Nine Tiles Panic"), day, outcome), sep="\n")


def _asked(found: Best, results: AnyPath) -> str | None:
    """The result of the town that a player types, after the verdict; None if the player ends the practice."""
    for town in typed_lines(t("town: "), t(HELP), partial(_complete_town, game_of(results).board)):
        if town is None:
            return t("no town")
        verdict = verdict_on(town, found, results=results)
        print(t("{sentence}.", sentence=t(STANDINGS[verdict.standing])))
        print(*text_lines([Table(verdict.rows, COLUMNS)]), sep="\n")
        return verdict.result
    return None


def _complete_town(board: Board, words: str) -> Town | None:
    """The town that a player typed, None for the best one; an InputError if it is not complete."""
    if words.lower() == "best":
        return None
    town = Town.parse(words, rows=board.rows, columns=board.columns)
    check_complete(town.laid)
    return town
