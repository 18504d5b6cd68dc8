"""Practice in the terminal: single discards, and solo games, with a score for each discard.

`page/practice.js` deals alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablebases.answer.text import text_lines
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.millijan import questions
from tablebases.millijan.answers import Discard, Discards, RankedDiscard, accepted_tiles, text_table
from tablebases.millijan.units import COPIES, MAX_TILES
from tablebases.practice import Draws, result_line, typed_lines

KINDS = 54
"""Kinds of tiles in practice, those of the packaged list of tiles."""
HANDS_OF_A_DAY = 5
BEST = 100
"""The score of a best discard."""

HELP = """\
Type the tile to discard: a name in kanji, kana or Latin letters, or its number.
A best discard scores 100. Another one scores less: its accepted tiles in percent of those of a best discard, or 0 if it
leads to a greater distance. Accepted tiles lower the distance to a win when drawn.
  quit   end the practice"""


def _shuffled(draws: Draws, count: int) -> list[int]:
    """The first `count` kinds of a shuffled deck of all tiles."""
    deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
    for i in range(count):
        other = i + draws.below(len(deck) - i)
        deck[i], deck[other] = deck[other], deck[i]
    return deck[:count]


def practice_hand(draws: Draws) -> tuple[int, ...]:
    """13 kinds from a shuffled deck of all tiles, in ascending order."""
    return tuple(sorted(_shuffled(draws, MAX_TILES)))


def daily_hands(day: str) -> list[tuple[int, ...]]:
    """The hands of a day, such as 2026-11-24."""
    draws = Draws(f"millijan {day}")
    return [practice_hand(draws) for _ in range(HANDS_OF_A_DAY)]


def seeded_hands(seed: int) -> Iterator[tuple[int, ...]]:
    """A hand for `seed` and for each number after it; the page has them at addresses such as `#7`."""
    while True:
        yield practice_hand(Draws(f"millijan {seed}"))
        seed += 1


def discard_score(one: Discard, best: Discard) -> int:
    """The score of a discard, 0 to 100."""
    if one.distance > best.distance:
        return 0
    return BEST * one.accepted_copies // best.accepted_copies if best.accepted_copies else BEST


@dataclass(frozen=True)
class Choice:
    """A discard of a player."""

    ranked: Discards
    """All discards of the hand."""
    chosen: RankedDiscard

    @property
    def best(self) -> RankedDiscard:
        """The first of the best discards."""
        return self.ranked.discards[0]

    @property
    def score(self) -> int:
        """0 to 100."""
        return discard_score(self.chosen, self.best)

    @property
    def lost(self) -> tuple[int, int]:
        """The loss against a best discard: distance, then score."""
        return self.chosen.distance - self.best.distance, BEST - self.score


def choose(hand: Iterable[int], tile: str, seen: Iterable[int] = ()) -> Choice:
    """The discard of a tile, by its name, from the kinds of a hand; the kinds `seen` cannot be drawn any more."""
    ranked = questions.discards([*map(str, hand)], seen=[*map(str, seen)])
    return Choice(ranked, next(one for one in ranked.discards if one.discard == tile))


def tally(scores: Sequence[int]) -> str:
    """The best discards and the points among the scores of some discards, in words."""
    text = "{best} of {hands} best discards, {points} of {most} points"
    points, most = f"{sum(scores):,}", f"{BEST * len(scores):,}"
    return t(text, best=scores.count(BEST), hands=len(scores), points=points, most=most)


def practise(hands: Iterable[tuple[int, ...]], day: str | None = None) -> None:
    """Let a player discard from one hand after another; print the result. `day` is the date of daily hands."""
    print(t("Discard one tile of each hand, so that it comes nearest to a win. ? for help."))
    scores: list[int] = []
    for number, hand in enumerate(hands, start=1):
        print(f"\n{t('hand {number}: {tiles}', number=number, tiles=' '.join(_names(hand)))}")
        tile = _typed_tile(hand)
        if tile is None:
            break
        choice = choose(hand, tile)
        scores.append(choice.score)
        print(t("{score} of {most} points", score=choice.score, most=BEST), choice.chosen, sep=t(": "))
        _explain(choice)
    print(result_line(t("MilliJan"), day, tally(scores)))


def _names(hand: Iterable[int]) -> list[str]:
    """The names of kinds."""
    return [questions.tile_name(str(kind)) for kind in hand]


def _typed_tile(hand: Iterable[int]) -> str | None:
    """The tile of a hand that a player discards, by its name; None if the player ends the practice."""
    names = _names(hand)

    def tile_of(words: str) -> str:
        tile = questions.tile_name(words)
        if tile not in names:
            raise InputError("{tile} is not in the hand", tile=tile)
        return tile

    return next(typed_lines(t("discard: "), t(HELP), tile_of), None)


def _explain(choice: Choice) -> None:
    """Print why the best discard is best."""
    print(*choice.ranked.reasons(choice.chosen), sep="\n")
    if choice.best.accepted:
        print(accepted_tiles(choice.best.accepted_copies), " ".join(choice.best.accepted), sep=t(": "))


# Solo games.

DRAWS = KINDS * COPIES - MAX_TILES + 1
"""Draws of a game until the deck ends."""
COACH_COLUMNS = ("draw", "discard", "points", "best_discard", "distance", "accepted_copies")


class SoloGame:
    """A game of one player, who draws and discards until the hand wins or the deck ends.

    `name` is a seed or a date. The page has the game of a seed at addresses such as `#solo_7`.
    """

    def __init__(self, name: str) -> None:
        deck = _shuffled(Draws(f"millijan solo {name}"), KINDS * COPIES)
        self.hand = sorted(deck[:-DRAWS])
        """The kinds of the hand; the drawn one is the last of 13."""
        self.discarded: list[int] = []
        self.choices: list[Choice] = []
        """The judged discards."""
        self._wall = deck[-DRAWS:]
        self._draw()

    def _draw(self) -> None:
        if self.draws < DRAWS:
            self.hand.append(self._wall[self.draws])
        self.judged = questions.score([*map(str, self.hand)])

    @property
    def draws(self) -> int:
        """The number of drawn tiles."""
        return len(self.discarded) + len(self.hand) - MAX_TILES + 1

    @property
    def is_over(self) -> bool:
        """Whether the hand has won or the deck has ended."""
        return self.judged.won or len(self.hand) < MAX_TILES

    def discard(self, tile: str) -> None:
        """Discard a tile of the hand, by its name, and draw the next one."""
        self.choices.append(choose(self.hand, tile, self.discarded))
        self.discarded.append(self.hand.pop(_names(self.hand).index(tile)))
        self.hand.sort()
        self._draw()

    @property
    def worst(self) -> Choice | None:
        """The discard at which most was lost, the first of them; None if all were best."""
        worst = max(self.choices, key=lambda choice: choice.lost, default=None)
        return worst if worst and worst.score < BEST else None

    def result(self, day: str | None) -> str:
        """The line to share; `day` is the date of the daily game."""
        text = "won at draw {draws}, {tally}" if self.judged.won else "no win by draw {draws}, {tally}"
        scores = [choice.score for choice in self.choices]
        return result_line(t("MilliJan solo"), day, t(text, draws=self.draws, tally=tally(scores)))


def play(game: SoloGame, day: str | None) -> None:
    """Let a player play a game; print the judgement of all discards and the result."""
    print(t("Draw and discard until all 13 tiles are in units. ? for help."))
    while not game.is_over:
        print(f"\n{t('draw {number}: {tiles}', number=game.draws, tiles=' '.join(_names(game.hand)))}")
        tile = _typed_tile(game.hand)
        if tile is None:
            break
        game.discard(tile)
    if game.is_over:
        print(f"\n{game.judged}")
    if game.choices:
        _coach(game)
    print(game.result(day))


def _coach(game: SoloGame) -> None:
    """Print the best discards of each draw, given the tiles that were unseen, and the draw at which most was lost."""
    rows = [
        {**vars(choice.best), "draw": number, "discard": choice.chosen.discard, "points": choice.score,
         "best_discard": choice.ranked.best_names}
        for number, choice in enumerate(game.choices, start=1)
    ]  # fmt: skip
    print("", *text_lines([text_table(rows, COACH_COLUMNS)]), "", sep="\n")
    if game.worst:
        number = game.choices.index(game.worst) + 1
        print(t("Most was lost at draw {draws}, with {name}.", draws=number, name=game.worst.chosen.discard))
        _explain(game.worst)
    else:
        print(t("Every discard was a best one."))
