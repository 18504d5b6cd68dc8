"""Games against the program or of two players."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Literal

from tablebases.answer.text import Drawing, has_colours, text_lines
from tablebases.errors import InputError
from tablebases.godomachi.answers import Game, Move
from tablebases.godomachi.drawing import COLOURS, pair_text
from tablebases.godomachi.wording import player_name, plies_in_words
from tablebases.languages import t


class Strength(StrEnum):
    """How well the program plays."""

    RANDOM = "random"
    """Any move."""
    ONE_PLY = "one-ply"
    """A move that wins at once, else any move."""
    PERFECT = "perfect"


HELP = """\
Type the letters of the piece in the first shape, a blank, and those in the second: ab cd
The two pieces must be congruent. The pieces and the rests must be connected.
You win if you make the two shapes congruent.
  moves  all kinds of moves, an example each
  hint   a best move, and what it leads to
  back   take back your last move
  quit   end the game"""
NEED_TWO = "type the letters of two pieces with a blank between them, or ? for help"


def typed_words(prompt: str) -> str | None:
    """What a player types after a prompt, in lower case; None for `quit` and at the end of standard input.

    An empty line and `?` print the explanation.
    """
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        words = line.strip().lower()
        if not line or words in ("quit", "exit", "q"):
            print()
            return None
        if words not in ("", "?", "help"):
            return words
        print(t(HELP))


@dataclass(frozen=True)
class Match:
    """A game of a human against the program, or of two humans."""

    game: Game
    human: Literal["first", "second"] | None
    """Which player the human is; None for two humans."""
    strength: Strength = Strength.PERFECT
    chance: Random = field(default_factory=Random)

    def take_back(self) -> str:
        """Take back moves up to the last one of the human who is to move; returns what to print."""
        count = 2 if self.human else 1
        if len(self.game.moves) < count:
            return t("you have not moved yet" if self.human else "there is no move to take back")
        for _ in range(count):
            self.game.take_back()
        return t("your last move is taken back" if self.human else "the last move is taken back")

    def play(self) -> None:
        """Play the game to its end, and print the winner."""
        print(t("Cut congruent pieces off both shapes. You win if you make them congruent. ? for help."))
        while not self.game.is_over:
            if self.human not in (None, self.game.turn):
                self._answer()
            elif not self._ask():
                print(t("the game ends here"))
                return
        if self.human is None:
            print(self.game.headline)
        elif self.game.winner == self.human:
            print(t("the shapes are congruent: you win"))
        else:
            print(t("the shapes are congruent: the program wins"))

    def _answer(self) -> None:
        """Make a move and print it."""
        before = self.game.shapes[0].text, self.game.shapes[1].text
        move = self.game.make(self._choose())
        drawing = Drawing(pair_text(before, move.marks), COLOURS)
        print("", t("the program cuts"), *text_lines([drawing], in_colour=has_colours()), "", sep="\n")

    def _choose(self) -> Move:
        best = self.game.best_move()
        if self.strength is Strength.PERFECT or (self.strength is Strength.ONE_PLY and best.plies == 1):
            return best
        return self.chance.choice(self.game.legal_moves())

    def _ask(self) -> bool:
        """Let the human make a move; False to end the game."""
        while True:
            player = player_name(self.game.turn)
            prompt = t("your move: ") if self.human else t("move of {player}: ", player=player)
            words = typed_words(f"\n{self.game.text}\n{prompt}")
            if words is None:
                return False
            if words == "moves":
                # By the last cell of the first piece, then by the one before it, and so on.
                moves = (move.letters for move in self.game.legal_moves())
                for letters in sorted(moves, key=lambda letters: letters.split()[0][::-1]):
                    print(f"  {letters}")
            elif words == "hint":
                best = self.game.best_move()
                outcome = "{move} wins in {plies}" if best.wins else "{move} loses, but only in {plies}"
                print(" ", t(outcome, move=best.letters, plies=plies_in_words(best.plies)))
            elif words == "back":
                print(self.take_back())
            elif len(words.split()) != 2:
                print(" ", t(NEED_TWO))
            elif self._made(words):
                return True

    def _made(self, words: str) -> bool:
        """Make a typed move and comment on it; False if it is not legal."""
        best_plies = self.game.plies
        try:
            move = self.game.make(words)
        except InputError as error:
            print(f"  {error}")
            return False
        # Of two humans, neither learns of a mistake of the other.
        if self.human and (comment := comment_on(best_plies, move)):
            print(f"  {comment}")
        return True


def comment_on(best_plies: int, move: Move) -> str:
    """A comment on a move of the human, or nothing; a best move takes `best_plies`."""
    if best_plies % 2 and not move.wins:
        return t("a mistake: you could have won in {plies}", plies=plies_in_words(best_plies))
    if best_plies % 2 and move.plies > best_plies:
        return t("good, but you could have won in {plies}", plies=plies_in_words(best_plies))
    return ""
