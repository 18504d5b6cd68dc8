"""Discard practice in the terminal: hands of 13 tiles, and a score for each discard. `page/practice.js` deals alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.millijan import questions
from tablebases.millijan.answers import Discard
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


def practice_hand(draws: Draws) -> tuple[int, ...]:
    """13 kinds from a shuffled deck of all tiles, in ascending order."""
    deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
    for i in range(MAX_TILES):
        other = i + draws.below(len(deck) - i)
        deck[i], deck[other] = deck[other], deck[i]
    return tuple(sorted(deck[:MAX_TILES]))


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


@dataclass
class Tally:
    """Results of a player so far."""

    day: str | None = None
    """The date of daily hands."""
    hands: int = 0
    best: int = 0
    points: int = 0

    def add(self, score: int) -> None:
        """Count the discard of one hand."""
        self.hands += 1
        self.best += score == BEST
        self.points += score

    @property
    def result(self) -> str:
        """The line to share."""
        text = t("{best} of {hands} best discards, {points} of {most} points", **vars(self), most=BEST * self.hands)
        return result_line(t("MilliJan"), self.day, text)


def practise(hands: Iterable[tuple[int, ...]], tally: Tally) -> None:
    """Let a player discard from one hand after another; print the result."""
    print(t("Discard one tile of each hand, so that it comes nearest to a win. ? for help."))
    for hand in hands:
        ranked = questions.discards(" ".join(map(str, hand)))
        print(f"\n{t('hand {number}: {tiles}', number=tally.hands + 1, tiles=' '.join(ranked.hand))}")
        score = _asked(ranked.hand, ranked.discards)
        if score is None:
            break
        tally.add(score)
    print(tally.result)


def _asked(hand: tuple[str, ...], ranked: tuple[Discard, ...]) -> int | None:
    """The score of the tile that a player discards, with the reason; None if the player ends the practice."""
    best = ranked[0]
    for words in typed_lines(t("discard: "), t(HELP)):
        try:
            kind = questions.tile_name(words)
        except InputError as error:
            print(error)
            continue
        if kind not in hand:
            print(t("{tile} is not in the hand", tile=kind))
            continue
        one = next(each for each in ranked if each.discard == kind)
        score = discard_score(one, best)
        print(t("{score} of {most} points", score=score, most=BEST), one, sep=t(": "))
        print(t("a best discard"), best, " ".join(best.accepted), sep=t(": "))
        return score
    return None
