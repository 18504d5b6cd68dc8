"""`tablebases godomachi play`: a game against the perfect player."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from pipeline.errors import InputError
from pipeline.godomachi.commands.answers import draw_move
from pipeline.godomachi.commands.asking import (
    MaxCutOption,
    OtherShapeArgument,
    ShapeArgument,
    plies_in_words,
    read_pair,
)
from pipeline.godomachi.drawing.terminal import lettered, side_by_side
from pipeline.godomachi.game.cuts import MaxCut
from pipeline.godomachi.game.pair import Move, Pair
from pipeline.godomachi.game.parts import Bits, Parts

HELP = """\
Type the letters of the piece in the first shape, a blank, and those in the second: ab cd
Both pieces must be connected and congruent, and so must what is left be connected.
Who makes the two shapes congruent wins.
  moves  all kinds of moves, an example each
  hint   a best move, and what it leads to
  back   take back your last move
  quit   end the game"""


def letters_of(part: Bits) -> str:
    """The letters of some cells."""
    return "".join(chr(ord("a") + cell) for cell in range(part.bit_length()) if part >> cell & 1)


def cells_with_letters(letters: str, rest: Bits, which: str) -> Bits:
    """The cells that letters name.

    Raises:
        InputError: a letter is none of a cell that is left.
    """
    found = 0
    for letter in letters:
        bit = 1 << (ord(letter) - ord("a")) if "a" <= letter <= "z" else 0
        if not bit & rest:
            raise InputError(f"{which} has no cell {letter}")
        found |= bit
    return found


def parse_move(words: str, pair: Pair, rest_a: Bits, rest_b: Bits) -> Move:
    """A move that somebody types.

    Raises:
        InputError: it is none, in a sentence that says why.
    """
    both = words.lower().split()
    if len(both) != 2:
        raise InputError("type the letters of two pieces with a blank between them, or ? for help")
    piece_a = cells_with_letters(both[0], rest_a, "the first shape")
    piece_b = cells_with_letters(both[1], rest_b, "the second shape")
    for parts, piece, rest, which in (
        (pair.a, piece_a, rest_a, "first"),
        (pair.b, piece_b, rest_b, "second"),
    ):
        _check_cut(parts, piece, rest, which, pair.max_cut)
    if pair.a.name_of(piece_a) != pair.b.name_of(piece_b):
        raise InputError("the two pieces are not congruent")
    left_a, left_b = rest_a & ~piece_a, rest_b & ~piece_b
    return Move(piece_a, left_a, piece_b, left_b, 1 + pair.plies(left_a, left_b), ways=1)


def _check_cut(parts: Parts, piece: Bits, rest: Bits, which: str, max_cut: MaxCut) -> None:
    if piece == rest:
        raise InputError(f"nothing would be left of the {which} shape")
    if not parts.is_part(piece):
        raise InputError(f"the piece of the {which} shape is not connected")
    if not parts.is_part(rest & ~piece):
        raise InputError(f"what is left of the {which} shape would not be connected")
    if not max_cut.allows(piece.bit_count(), rest.bit_count()):
        raise InputError(f"the piece is more than half of the {which} shape")


@dataclass
class Game:
    """A game under way: the moves so far. Who has made an even number of moves moves first."""

    pair: Pair
    human_is_first: bool
    moves: list[Move] = field(default_factory=list)

    @property
    def position(self) -> tuple[Bits, Bits]:
        """What is left of both shapes."""
        return (self.moves[-1].left_a, self.moves[-1].left_b) if self.moves else self.pair.start

    @property
    def is_over(self) -> bool:
        """Whether what is left is congruent."""
        return self.pair.is_over(*self.position)

    @property
    def is_turn_of_human(self) -> bool:
        """Whose turn it is; it is nobody's when the game is over."""
        return (len(self.moves) % 2 == 0) == self.human_is_first

    def take_back(self) -> bool:
        """Go back to where the human moved last; whether there was such a move."""
        before = len(self.moves) - (2 if self.is_turn_of_human else 1)
        if before < 0:
            return False
        del self.moves[before:]
        return True


def _ask(console: Console, game: Game) -> Move | None:
    """The next move of the human; None when the game is to end."""
    pair = game.pair
    while True:
        rest_a, rest_b = game.position
        console.print()
        console.print(
            side_by_side([lettered(pair.a.cells, rest_a), lettered(pair.b.cells, rest_b)])
        )
        print("your move: ", end="", flush=True)
        line = sys.stdin.readline()
        words = line.strip().lower()
        if not line or words in ("quit", "exit", "q"):
            return None
        if words in ("?", "help", ""):
            print(HELP)
        elif words == "moves":
            for move in sorted(pair.moves(rest_a, rest_b), key=lambda move: move.piece_a):
                print(f"  {letters_of(move.piece_a)} {letters_of(move.piece_b)}")
        elif words == "hint":
            best = pair.moves(rest_a, rest_b)[0]
            leads_to = "wins" if best.wins else "loses, but only"
            print(
                f"  {letters_of(best.piece_a)} {letters_of(best.piece_b)} {leads_to} in "
                f"{plies_in_words(best.plies)}"
            )
        elif words == "back":
            print("your last move is taken back" if game.take_back() else "you have not moved yet")
        else:
            try:
                return parse_move(words, pair, rest_a, rest_b)
            except InputError as error:
                print(f"  {error}")


def _comment(could_be: int, move: Move) -> str:
    """What to say of a move of the human, by the plies that the best one takes."""
    if could_be % 2 and not move.wins:
        return f"a mistake: you could have won in {plies_in_words(could_be)}"
    if could_be % 2 and move.plies > could_be:
        were = "was" if could_be == 1 else "were"
        return f"good, but {plies_in_words(could_be)} {were} enough to win"
    return ""


def play(
    a: ShapeArgument,
    b: OtherShapeArgument,
    second: Annotated[bool, typer.Option("--second", help="Let the program move first.")] = False,
    max_cut: MaxCutOption = MaxCut.ANY,
) -> None:
    """Play against the perfect player: cut congruent pieces off both shapes, in turn.

    Who makes the two shapes congruent wins. The program wins as soon as it can, and else holds out
    as long as it can. Moves are typed as letters; ? shows how.

    Examples:
    tablebases godomachi play "#####" "##/.##/..#"

    tablebases godomachi play 8:17 8:200 --second
    """
    game = Game(read_pair(a, b, max_cut), human_is_first=not second)
    console = Console(highlight=False)
    print("Cut congruent pieces off both shapes; who makes them congruent wins. ? for help.")
    while not game.is_over:
        could_be = game.pair.plies(*game.position)
        if game.is_turn_of_human:
            move = _ask(console, game)
            if move is None:
                print("the game ends here")
                return
            could_be = game.pair.plies(*game.position)
            game.moves.append(move)
            comment = _comment(could_be, move)
            if comment:
                print(f"  {comment}")
        else:
            move = game.pair.moves(*game.position)[0]
            console.print(Text("\nthe program cuts"))
            console.print(draw_move(game.pair, move))
            game.moves.append(move)
    human_won = not game.is_turn_of_human if game.moves else not game.human_is_first
    print(f"the shapes are congruent: {'you win' if human_won else 'the program wins'}")
