"""Answers about any shapes: who wins a pair and how, all cuts of a shape, all shapes of a size, and games.

`solve`, `cuts`, `shapes` and `play` compute their answers. The module `results` looks them up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, overload

from tablebases.errors import InputError
from tablebases.godomachi.drawing import (
    PLAYERS,
    Marks,
    cuts_text,
    draw_cuts,
    draw_game,
    game_text,
    left_after,
    lettered_lines,
    pair_text,
    side_by_side,
)
from tablebases.godomachi.notation import Shape, array_of, check_shape, shapes_of_size
from tablebases.messages import counted
from tablebases.text_tables import wrapped

if TYPE_CHECKING:
    from tablebases.godomachi import pair as solver
    from tablebases.godomachi.tablebase import MaxCut

WIDTH = 80
"""Of the text of an answer, in columns."""
Rule = Literal["any", "half"]
"""The largest piece that may be cut off: any, or at most half of the shape."""
Advance = Callable[[int], object]
"""Called with each number of cells once all positions of that size are solved."""
NAMES = ("the first shape", "the second shape")


def plies_in_words(plies: int) -> str:
    """How long a game takes."""
    return counted(plies, "ply", "plies")


def winner_in_words(plies: int) -> str:
    """Who wins a position, and when."""
    if plies == 0:
        return "the shapes are congruent: the second player has won before the first move"
    return f"the {winner_of(plies)} player wins in {plies_in_words(plies)}"


def winner_of(plies: int) -> str:
    """Who wins a pair that takes `plies` plies, `first` or `second`."""
    return PLAYERS[0] if plies % 2 else PLAYERS[1]


def check_rule(max_cut: str) -> MaxCut:
    """The rule for pieces."""
    from tablebases.godomachi.tablebase import MaxCut

    if max_cut not in list(MaxCut):
        raise InputError(f"max_cut is any or half, not '{max_cut}'; with half, a piece is at most half of a shape")
    return MaxCut(max_cut)


def check_pair(a: Shape | str, b: Shape | str) -> tuple[Shape, Shape]:
    """Two shapes of the same size."""
    one, other = (check_shape(*given) for given in zip((a, b), NAMES, strict=True))
    if len(one) != len(other):
        raise InputError(f"the shapes have {len(one)} and {len(other)} cells; a pair needs two of the same size")
    return one, other


# Who wins a pair, in how many plies, and how.


@dataclass(frozen=True)
class Move:
    """A kind of move: congruent pieces are cut off both shapes.

    Moves are of the same kind if they cut off congruent pieces and leave congruent shapes.
    """

    plies: int
    """Of the game under best play, from this move on; odd if the player who makes it wins."""
    a: str
    """The first shape, row by row: `o` where the piece is cut off, `#` what is left."""
    b: str
    """The second shape likewise."""
    piece: str
    """The piece in its canonical form, row by row."""
    rest_a: str
    """What is left of the first shape, likewise."""
    rest_b: str
    ways: int
    """How many moves are of this kind."""
    letters: str
    """The move as players type it: the letters of both pieces, such as `ab cd`."""

    @property
    def wins(self) -> bool:
        """Whether the player who makes it wins."""
        return self.plies % 2 == 1

    @property
    def marks(self) -> Marks:
        """The move as it is drawn on both shapes."""
        return self.a, self.b

    def __str__(self) -> str:
        headline = f"{self.letters}: {'wins' if self.wins else 'loses'} in {plies_in_words(self.plies)}"
        a, b = (of_shape.replace("o", "#") for of_shape in self.marks)
        return f"{headline}\n\n{pair_text((a, b), self.marks).rstrip()}"


@dataclass(frozen=True)
class Solution:
    """Who wins a pair, in how many plies, and how."""

    a: Shape
    b: Shape
    max_cut: str
    """The rule for pieces, `any` or `half`."""
    plies: int
    """Of the game under best play: odd if the first player wins, 0 if the shapes are congruent."""
    line: tuple[Move, ...]
    """A game in which both play their best moves."""
    moves: tuple[Move, ...]
    """All kinds of first moves, the best first: wins in few plies, then losses in many."""

    @property
    def winner(self) -> str:
        """`first` or `second`."""
        return winner_of(self.plies)

    @property
    def headline(self) -> str:
        """Who wins, and in how many plies."""
        return winner_in_words(self.plies)

    @property
    def text(self) -> str:
        """The line of play, step by step; the last line ends with a line end."""
        return game_text((self.a.text, self.b.text), [move.marks for move in self.line], is_over=True)

    def __str__(self) -> str:
        return as_text(f"{counted(len(self.a), 'cell')}: {self.headline}", self.text)

    def _repr_svg_(self) -> str:
        return draw_game((self.a.text, self.b.text), [move.marks for move in self.line], True, self.headline)


def solve(a: Shape | str, b: Shape | str, max_cut: Rule = "any", *, advance: Advance | None = None) -> Solution:
    """Solve a pair of polyominoes of the same size, up to 18 cells.

    >>> import tablebases
    >>> answer = tablebases.godomachi.solve("#####", "##/.##/..#")
    >>> answer.winner, answer.plies, len(answer.moves)
    ('second', 2, 2)
    >>> print(answer)
    5 cells: the second player wins in 2 plies
    <BLANKLINE>
    1. the first player cuts
                  ▒▒██
                    ████
    ▒▒████████        ██
    <BLANKLINE>
    2. the second player cuts
                  · ▒▒
                    ▒▒██
    · ▒▒▒▒████        ██
    <BLANKLINE>
    congruent
                  · ·
                    · ██
    · · · ████        ██

    Shapes are in any notation: `##/#.`, `5:3`, or drawn. `advance` is called with each number of cells once its
    positions are solved; pairs of 17 and 18 cells take seconds. An InputError says what is no shape or rule, or that
    the sizes differ.
    """
    game = play(a, b, max_cut, advance=advance)
    return Solution(*game.shapes, game.max_cut, game.plies, game.best_line(), game.legal_moves())


# All cuts of a shape.


@dataclass(frozen=True)
class Cut:
    """A kind of cut: a connected piece, and what is left, connected too."""

    k: int
    """Cells of the piece."""
    piece: str
    """The piece in its canonical form, row by row."""
    rest: str
    """What is left, likewise."""
    ways: int
    """How many cuts are of this kind."""
    example: str
    """The shape as it lies, row by row: `o` where the piece is cut off, `#` what is left."""


@dataclass(frozen=True)
class Cuts:
    """All kinds of cuts of a shape, the smallest pieces first."""

    shape: Shape
    max_cut: str
    """The rule for pieces, `any` or `half`."""
    kinds: tuple[Cut, ...]

    @property
    def headline(self) -> str:
        """How many there are."""
        total = sum(cut.ways for cut in self.kinds)
        return f"{counted(len(self.kinds), 'kind')} of cuts, {counted(total, 'cut')}"

    def text(self, width: int = WIDTH) -> str:
        """An example of each kind, as many side by side as `width` columns have room for."""
        return cuts_text(self.shape.text, [cut.example for cut in self.kinds], width)

    def __str__(self) -> str:
        return as_text(self.headline, self.text())

    def _repr_svg_(self) -> str:
        return draw_cuts(self.shape.text, [cut.example for cut in self.kinds], self.headline)


@overload
def cuts(a: Shape | str, b: None = None, *, max_cut: Rule = "any") -> Cuts: ...
@overload
def cuts(a: Shape | str, b: Shape | str, *, max_cut: Rule = "any") -> tuple[Move, ...]: ...
def cuts(a: Shape | str, b: Shape | str | None = None, *, max_cut: Rule = "any") -> Cuts | tuple[Move, ...]:
    """Find all kinds of cuts of a shape, or all kinds of first moves of a pair.

    >>> import tablebases
    >>> for cut in tablebases.godomachi.cuts("##/#.").kinds:
    ...     print(cut.example, cut.piece, cut.rest, cut.ways)
    ##/o. # #/# 2
    o#/o. #/# # 2
    >>> [move.letters for move in tablebases.godomachi.cuts("##/#.", "###")]
    ['b a', 'ab ab']

    The moves of a pair have their values, and the best comes first.
    """
    if b is not None:
        return play(a, b, max_cut).legal_moves()
    rule, shape = check_rule(max_cut), check_shape(a, "the shape")
    from tablebases.godomachi.pair import marked_text, parts_of
    from tablebases.godomachi.polyominoes import shape_text

    (parts,) = parts_of(array_of(shape))
    kinds = (
        Cut(
            kind.piece.bit_count(),
            shape_text(parts.form(kind.piece)),
            shape_text(parts.form(kind.left)),
            kind.ways,
            marked_text(parts.cells, kind.left, kind.piece),
        )
        for kind in parts.kinds_of_cuts(parts.whole, rule)
    )
    return Cuts(shape, rule.value, tuple(kinds))


# All shapes of a size.


def shapes(n: int) -> tuple[Shape, ...]:
    """List all free polyominoes of `n` cells, at most 12, in the order of their numbers.

    >>> import tablebases
    >>> [shape.text for shape in tablebases.godomachi.shapes(3)]
    ['#/#/#', '##/#.']
    >>> len(tablebases.godomachi.shapes(8))
    369
    """
    from tablebases.godomachi.polyominoes import shape_text

    return tuple(Shape(shape_text(cells), number) for number, cells in enumerate(shapes_of_size(n)))


# A game of two players.


class Game:
    """A game of two players who cut pieces off a pair in turn; `play` begins one.

    `shapes` are those at the start, and `max_cut` is the rule for pieces, `any` or `half`.
    """

    def __init__(self, a: Shape, b: Shape, pair: solver.Pair) -> None:
        """Begin a game. pair: the values of all positions."""
        self.shapes = a, b
        self.max_cut = pair.max_cut.value
        self._pair = pair
        self._made: list[solver.Move] = []

    @property
    def _position(self) -> solver.Position:
        """What is left of both shapes, as bits."""
        return self._made[-1].left if self._made else self._pair.start

    def _shown(self, move: solver.Move) -> Move:
        """A move in text."""
        from tablebases.godomachi.pair import letters_of, marked_text
        from tablebases.godomachi.polyominoes import shape_text

        a, b = self._pair.a, self._pair.b
        return Move(
            move.plies,
            marked_text(a.cells, move.left[0], move.pieces[0]),
            marked_text(b.cells, move.left[1], move.pieces[1]),
            shape_text(a.form(move.pieces[0])),
            shape_text(a.form(move.left[0])),
            shape_text(b.form(move.left[1])),
            move.ways,
            " ".join(map(letters_of, move.pieces)),
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far, of both players in turn."""
        return tuple(map(self._shown, self._made))

    @property
    def left(self) -> Marks:
        """What is left of both shapes, row by row, with `.` where cells are cut off."""
        return left_after(self.moves[-1].marks) if self._made else (self.shapes[0].text, self.shapes[1].text)

    @property
    def turn(self) -> str:
        """The player to move, `first` or `second`."""
        return PLAYERS[len(self._made) % 2]

    @property
    def plies(self) -> int:
        """How long the game goes on under best play: odd if the player to move wins, 0 if it is over."""
        return self._pair.plies(*self._position)

    @property
    def is_over(self) -> bool:
        """Whether what is left is congruent."""
        return self._pair.is_over(*self._position)

    @property
    def winner(self) -> str | None:
        """The player who made the last move and won, `first` or `second`; None while the game goes on."""
        return PLAYERS[(len(self._made) - 1) % 2] if self.is_over else None

    def legal_moves(self) -> tuple[Move, ...]:
        """All kinds of moves, the best first: wins in few plies, then losses in many. None if the game is over."""
        return tuple(map(self._shown, self._pair.moves(*self._position)))

    def best_move(self) -> Move:
        """A best move: it wins in as few plies as possible, or else holds out as long as possible.

        An InputError says that the game is over.
        """
        self._check_goes_on()
        return self._shown(self._pair.moves(*self._position)[0])

    def best_line(self) -> tuple[Move, ...]:
        """The rest of the game if both play their best moves."""
        return tuple(map(self._shown, self._pair.best_line(*self._position)))

    def make(self, move: Move | str) -> Move:
        """Make a move: one of `legal_moves`, or any other as its letters, such as `ab cd`.

        An InputError says why it is not legal, or that the game is over.
        """
        from tablebases.godomachi.pair import parse_move

        self._check_goes_on()
        self._made.append(parse_move(move if isinstance(move, str) else move.letters, self._pair, self._position))
        return self._shown(self._made[-1])

    def take_back(self) -> Move:
        """Take back the last move; an InputError says that there is none."""
        if not self._made:
            raise InputError("there is no move to take back; make one first, as in make('ab cd')")
        return self._shown(self._made.pop())

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise InputError(f"the game is over, the {self.winner} player has won; play another, or take_back() a move")

    @property
    def headline(self) -> str:
        """The player to move, or the winner."""
        if self.is_over:
            return f"the shapes are congruent: the {self.winner} player has won"
        return f"the {self.turn} player is to move"

    @property
    def text(self) -> str:
        """What is left of both shapes, with the letters of the cells; the last line ends with a line end."""
        return side_by_side(
            [lettered_lines(shape.text, left) for shape, left in zip(self.shapes, self.left, strict=True)]
        )

    def __str__(self) -> str:
        return as_text(self.headline, self.text)

    def _repr_svg_(self) -> str:
        shapes = self.shapes[0].text, self.shapes[1].text
        return draw_game(shapes, [move.marks for move in self.moves], self.is_over, self.headline)


def play(a: Shape | str, b: Shape | str, max_cut: Rule = "any", *, advance: Advance | None = None) -> Game:
    """Begin a game of two players, of which every position is solved.

    >>> import tablebases
    >>> game = tablebases.godomachi.play("#####", "##/.##/..#")
    >>> game.turn, game.plies, [move.letters for move in game.legal_moves()]
    ('first', 2, ['a a', 'ab ab'])
    >>> game.make("e e").plies
    2
    >>> print(game)
    the second player is to move
    <BLANKLINE>
                  a b
                    c d
    a b c d ·         ·
    >>> game.make(game.best_move()).wins
    True
    >>> game.is_over, game.winner
    (True, 'second')

    Arguments and errors are those of `solve`.
    """
    rule, (one, other) = check_rule(max_cut), check_pair(a, b)
    from tablebases.godomachi.pair import Pair

    return Game(one, other, Pair(array_of(one), array_of(other), rule, advance or (lambda _: None)))


# Texts of answers.


def as_text(headline: str, drawing: str) -> str:
    """An answer as text: a headline of at most 80 columns a line, and a drawing."""
    return "\n".join([*wrapped(headline, WIDTH), "", drawing]).rstrip()
