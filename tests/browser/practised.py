"""Practice in Python, from the library's answers alone: what the pages must set, judge and say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebases import millijan, nine_tiles
from tablebases.arrow.answers import Board, find_level, levels, solve
from tablebases.arrow.boards import Level, written
from tablebases.arrow.practice import practice_board
from tablebases.arrow.tablebase import KIND
from tablebases.database import open_rows
from tablebases.millijan.answers import Discard, Discards, RankedDiscard
from tablebases.millijan.practice import KINDS, practice_hand
from tablebases.millijan.questions import tile_name
from tablebases.millijan.units import COPIES, MAX_TILES
from tablebases.nine_tiles.answers.cards import CardScore, card_scores, plain
from tablebases.nine_tiles.answers.judge import points_of, winners_of
from tablebases.nine_tiles.practice import drawn_cards, practised_cards
from tablebases.practice import Draws


def result_line(title: str, day: str | None, result: str) -> str:
    """One line to share; of the daily puzzle it has the date."""
    return f"{title}: {result}" if day is None else f"{title} {day}: {result}"


# The arrow puzzle.


@dataclass
class Round:
    """A board, and the taps of a player so far."""

    board: Board
    day: str | None = None
    done: int = 0

    def __post_init__(self) -> None:
        self.fewest = self.left = self._fewest_taps()

    def _fewest_taps(self) -> int:
        taps = solve(self.board).min_taps
        assert taps is not None
        return taps

    def tap(self, tile: int) -> bool:
        """Tap a tile, by its place in reading order; whether that tap was needed."""
        before, level = self.left, self.board.level
        taps = [int(other == tile) for other in range(level.tiles)]
        self.board = self.board.after(written(taps, level, layout=self.board.layout))
        self.done += 1
        self.left = self._fewest_taps()
        return self.left == before - 1

    @property
    def hint(self) -> int:
        """A tile that one of the best solutions taps."""
        return next(tile for tile, taps in enumerate(solve(self.board).taps) if taps)

    @property
    def result(self) -> str:
        """The line to share of a solved board."""
        assert self.left == 0
        return result_line("Arrow puzzle", self.day, f"taps used {self.done}, fewest possible {self.fewest}")


def seeded_board(level: Level, seed: int) -> Board:
    """The board at the address `#easy_7`."""
    return practice_board(level, Draws(f"arrow {level.name} {seed}"))


def hardest_board(seed: int) -> Board:
    """The board at the address `#hardest_7`, one of expert that needs the most taps."""
    with open_rows(levels().path, KIND) as database:
        texts = [*database.execute("SELECT board FROM hardest_boards WHERE level = 'expert' ORDER BY family")]
    (text,) = texts[Draws(f"arrow hardest {seed}").below(len(texts))]
    by_rows = Board.parse(text, find_level("expert"), layout="rows")
    return Board(by_rows.level, by_rows.level.usual_layout, by_rows.up, by_rows.steps)


# MilliJan.

BEST = 100
"""The score of a best discard."""
DRAWS = KINDS * COPIES - MAX_TILES + 1
"""Draws of a game until the deck ends."""


def seeded_hand(seed: int) -> tuple[int, ...]:
    """The hand at the address `#7`."""
    return practice_hand(Draws(f"millijan {seed}"))


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
    def score(self) -> int:
        """0 to 100."""
        return discard_score(self.chosen, self.ranked.discards[0])

    @property
    def lost(self) -> tuple[int, int]:
        """The loss against a best discard: distance, then score."""
        return self.chosen.distance - self.ranked.discards[0].distance, BEST - self.score


def choose(ranked: Discards, tile: str) -> Choice:
    """The discard of a tile, by its name."""
    return Choice(ranked, next(one for one in ranked.discards if one.discard == tile))


def tally(scores: Sequence[int], points: str = "{points:,} of {most:,} points") -> str:
    """The best discards and the points among the scores of some discards, in words."""
    rated = points.format(points=sum(scores), most=BEST * len(scores))
    return f"{scores.count(BEST)} of {len(scores)} best discards, {rated}"


RATED = "rated {points:,} of {most:,}"
"""How the result of a solo game tells the points of its discards, beside those of the win."""


class SoloGame:
    """A game of one player at the address `#solo_7`, or with a date as its name that of a day."""

    def __init__(self, name: str) -> None:
        draws, self._wall = Draws(f"millijan solo {name}"), [kind for kind in range(KINDS) for _ in range(COPIES)]
        for i in range(len(self._wall)):
            other = i + draws.below(len(self._wall) - i)
            self._wall[i], self._wall[other] = self._wall[other], self._wall[i]
        self.hand = sorted(self._wall[:-DRAWS])
        """The kinds of the hand; the drawn one is the last of 13."""
        del self._wall[:-DRAWS]
        self.discarded: list[int] = []
        self.choices: list[Choice] = []
        self._ranked: list[Discards] = []
        self._draw()

    def _draw(self) -> None:
        if self.draws < DRAWS:
            self.hand.append(self._wall[self.draws])
        self.judged = millijan.score([*map(str, self.hand)])

    @property
    def draws(self) -> int:
        """The number of drawn tiles."""
        return len(self.discarded) + len(self.hand) - MAX_TILES + 1

    @property
    def is_over(self) -> bool:
        """Whether the hand has won or the deck has ended."""
        return self.judged.won or len(self.hand) < MAX_TILES

    @property
    def ranked(self) -> Discards:
        """All discards of the hand; tiles discarded before cannot be drawn any more."""
        if len(self._ranked) == len(self.choices):
            self._ranked.append(millijan.discards([*map(str, self.hand)], seen=[*map(str, self.discarded)]))
        return self._ranked[-1]

    def discard(self, tile: str) -> None:
        """Discard a tile of the hand, by its name, and draw the next one."""
        self.choices.append(choose(self.ranked, tile))
        self.discarded.append(self.hand.pop([tile_name(str(kind)) for kind in self.hand].index(tile)))
        self.hand.sort()
        self._draw()

    @property
    def worst(self) -> Choice | None:
        """The discard at which most was lost, the first of them; None if all were best."""
        worst = max(self.choices, key=lambda choice: choice.lost, default=None)
        return worst if worst and worst.score < BEST else None

    def result(self, day: str | None) -> str:
        """The line to share."""
        end = "won at draw" if self.judged.won else "no win by draw"
        scores = [choice.score for choice in self.choices]
        return result_line("MilliJan solo", day, f"{end} {self.draws}, {tally(scores, RATED)}")


# Nine Tiles Panic.


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(card.number for card in drawn_cards(practised_cards(), Draws(f"nine-tiles {name}")))


def daily_cards(day: str) -> tuple[int, ...]:
    """The numbers of the cards of a day."""
    return _numbers(day)


def seeded_cards(seed: int) -> tuple[int, ...]:
    """The numbers of the cards at the address `#time_7`."""
    return _numbers(str(seed))


@dataclass(frozen=True)
class Verdict:
    """The worth of a town beside the best town for three cards."""

    scores: tuple[CardScore, ...]
    """Those of the town, one for each card."""
    best_scores: tuple[int, ...]
    standing: str
    """`is best` if the town has the scores of a best answer, or else how it does against the first one."""

    @property
    def result(self) -> str:
        """How many cards are as good as in the best town, without its scores."""
        good = sum(own >= best for own, best in zip(plain(self.scores), self.best_scores, strict=True))
        return "as good as the best town" + ("" if self.standing == "is best" else f" on {good} of 3 cards")


def verdict_on(numbers: Sequence[int], pattern: str) -> Verdict:
    """Compare a complete town with the best answers to three cards."""
    found, explained = nine_tiles.best(*numbers), nine_tiles.score(pattern)
    scores = tuple(explained[number].score for number in numbers)
    of_answers = [plain(answer.scores) for answer in found.answers]
    points, _ = points_of([scores, of_answers[0]])
    standing = {(1, 2): "draws", (1,): "beats"}.get(winners_of(points), "loses")
    return Verdict(card_scores(found.cards, scores), of_answers[0], "is best" if scores in of_answers else standing)
