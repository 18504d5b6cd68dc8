"""A game of a human against the perfect player: the moves so far, and moves as they are typed.

Cells have letters: cell i of a shape is letter i of the alphabet.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.core.errors import InputError
from pipeline.godomachi.game.pair import Move, Pair, Position
from pipeline.godomachi.game.parts import Bits


def letters_of(part: Bits) -> str:
    """The letters of some cells."""
    return "".join(chr(ord("a") + cell) for cell in range(part.bit_length()) if part >> cell & 1)


def cells_with_letters(letters: str, rest: Bits, which: str) -> Bits:
    """The cells that letters name.

    Raises:
        InputError: a letter belongs to no cell that is left.
    """
    found = 0
    for letter in letters:
        bit = 1 << (ord(letter) - ord("a")) if "a" <= letter <= "z" else 0
        if not bit & rest:
            raise InputError(f"{which} has no cell {letter}")
        found |= bit
    return found


def parse_move(words: str, pair: Pair, position: Position) -> Move:
    """A move as somebody types it: the letters of both pieces.

    Raises:
        InputError: it is not a legal move; the message says why.
    """
    typed = words.lower().split()
    if len(typed) != 2:
        raise InputError("type the letters of two pieces with a blank between them, or ? for help")
    shapes = ("the first shape", "the second shape")
    piece_a, piece_b = map(cells_with_letters, typed, position, shapes)
    left_a, left_b = position[0] & ~piece_a, position[1] & ~piece_b
    for parts, piece, left, shape in zip((pair.a, pair.b), (piece_a, piece_b), (left_a, left_b), shapes, strict=True):
        if not left:
            raise InputError(f"nothing would be left of {shape}")
        if not parts.is_part(piece):
            raise InputError(f"the piece of {shape} is not connected")
        if not parts.is_part(left):
            raise InputError(f"what is left of {shape} would not be connected")
        if piece.bit_count() > pair.max_cut.largest_piece((piece | left).bit_count()):
            raise InputError(f"the piece is more than half of {shape}")
    if pair.a.name_of(piece_a) != pair.b.name_of(piece_b):
        raise InputError("the two pieces are not congruent")
    return Move((piece_a, piece_b), (left_a, left_b), 1 + pair.plies(left_a, left_b), ways=1)


@dataclass
class Game:
    """A game of a human against the program."""

    pair: Pair
    human_is_first: bool
    """Whether the human makes the first move."""
    moves: list[Move] = field(default_factory=list)
    """The moves so far, of both players in turn."""

    @property
    def position(self) -> Position:
        """What is left of both shapes."""
        return self.moves[-1].left if self.moves else self.pair.start

    @property
    def is_over(self) -> bool:
        """Whether what is left is congruent."""
        return self.pair.is_over(*self.position)

    @property
    def is_turn_of_human(self) -> bool:
        """Whether the human is to move."""
        return (len(self.moves) % 2 == 0) == self.human_is_first

    def take_back(self) -> bool:
        """Go back to before the last move of the human; False if there was none."""
        before = len(self.moves) - (2 if self.is_turn_of_human else 1)
        if before < 0:
            return False
        del self.moves[before:]
        return True
