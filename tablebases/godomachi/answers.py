"""Answers about any shapes: who wins a pair and how, all cuts of a shape, all shapes of a size, and games.

`solve`, `cuts`, `shapes` and `play` compute their answers. The module `results` looks them up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, overload

from tablebases.answer.base import Answer, ListAnswer
from tablebases.answer.fields import figure, names_of
from tablebases.answer.share import Card
from tablebases.answer.text import Block, Drawing, Table, text_lines
from tablebases.arguments import Texts, checked
from tablebases.errors import InputError
from tablebases.godomachi.drawing import (
    COLOURS,
    Marks,
    cuts_text,
    draw_cuts,
    draw_game,
    draw_line,
    game_text,
    left_after,
    lettered_lines,
    numbered_text,
    pair_text,
    side_by_side,
)
from tablebases.godomachi.notation import Shape, array_of, check_pair, check_shape, shape_of, shapes_of_size
from tablebases.godomachi.tablebase import MaxCut
from tablebases.godomachi.wording import PLAYERS, match_name, player_name, plies_in_words, winner_in_words, winner_of
from tablebases.languages import t
from tablebases.locations import CONFIG
from tablebases.messages import counted
from tablebases.puzzles import GODOMACHI

if TYPE_CHECKING:
    from tablebases.godomachi import pair as solver

Rule = Literal["any", "half"]
"""The largest piece that may be cut off: any, or at most half of the shape."""
Advance = Callable[[int], object]
"""Called with each size when its positions are solved."""


# Winner of a pair, plies, and a best line.


@dataclass(frozen=True)
class Move(Answer):
    """A kind of move: congruent pieces, one off each shape.

    Moves are of the same kind if they cut off congruent pieces and leave congruent shapes.
    """

    plies: int
    """Of the game under best play, from this move on; odd if the mover wins."""
    a: str
    """The first shape, row by row: `o` for the piece, `#` for the rest."""
    b: str
    """The second shape likewise."""
    piece: str
    """The piece in its canonical form, row by row."""
    rest_a: str
    """The rest of the first shape, likewise."""
    rest_b: str
    ways: int
    """How many moves are of this kind."""
    letters: str
    """The move as players type it: the letters of both pieces, such as `ab cd`."""

    @property
    def wins(self) -> bool:
        """Whether the mover wins."""
        return self.plies % 2 == 1

    @figure
    def result(self) -> str:
        """`wins` or `loses`, for the mover."""
        return "wins" if self.wins else "loses"

    @property
    def marks(self) -> Marks:
        """The move drawn on both shapes."""
        return self.a, self.b

    def blocks(self) -> Iterator[Block]:
        """The outcome and the drawing."""
        outcome = "{move}: wins in {plies}" if self.wins else "{move}: loses in {plies}"
        yield t(outcome, move=self.letters, plies=plies_in_words(self.plies))
        a, b = (shape.replace("o", "#") for shape in self.marks)
        yield Drawing(pair_text((a, b), self.marks), COLOURS)


@dataclass(frozen=True)
class AnsweredMove(Move):
    """A first move with the best reply to it, which shows why it loses."""

    reply_a: str | None
    """The reply on the first shape: `o` for the piece, `.` for a lost cell; None if the move wins."""
    reply_b: str | None


CELLS_OF_PAGE = range(3, 16)
"""The page solves pairs of these sizes."""


@dataclass(frozen=True)
class Solution(Answer):
    """Winner, plies, a best line and all first moves."""

    a: Shape
    b: Shape
    max_cut: str
    """The rule for pieces, `any` or `half`."""
    plies: int
    """Of the game under best play: odd if the first player wins, 0 if the shapes are congruent."""
    line: tuple[Move, ...]
    """A game of best moves."""
    moves: tuple[Move, ...]
    """All kinds of first moves, best first: wins in few plies, then losses in many."""

    lists = "moves"

    @property
    def columns(self) -> tuple[str, ...]:
        """Those of a move, and of its reply if there is one."""
        return names_of(type(self.moves[0]) if self.moves else Move)

    @figure
    def winner(self) -> str:
        """`first` or `second`."""
        return winner_of(self.plies)

    @figure
    def n(self) -> int:
        """Cells of both shapes."""
        return len(self.a)

    @property
    def headline(self) -> str:
        """Winner and plies."""
        return winner_in_words(self.plies)

    @property
    def title(self) -> str:
        """Number of cells and the headline."""
        return t("{pair}: {answer}", pair=match_name(self.n), answer=self.headline)

    @property
    def steps(self) -> tuple[Marks, list[Marks]]:
        """Both shapes, and the moves of the line on them."""
        return (self.a.text, self.b.text), [move.marks for move in self.line]

    @property
    def is_over(self) -> bool:
        """Whether the line ends the game; only a puzzle without its answer has no line to the end."""
        return len(self.line) == self.plies

    def blocks(self) -> Iterator[Block]:
        """The title, and the best line step by step."""
        yield self.title
        yield Drawing(game_text(*self.steps) if self.is_over else pair_text(self.steps[0]), COLOURS)
        if self.line:
            yield t("▒▒: cut off in this move; ·: cut off before")

    @property
    def table(self) -> Table:
        """All kinds of first moves, with their replies if they have them."""
        last = ("reply_a", "reply_b") if "reply_a" in self.columns else ("piece", "ways")
        moves = [{**vars(move), "result": t(move.result)} for move in self.moves]
        title = t("{kinds} of first moves", kinds=counted(len(moves), "kind"))
        return Table(moves, ("plies", "result", "a", "b", *last), title, MOVE_HEADINGS)

    def svg(self) -> str:
        """The game as SVG."""
        return draw_game(*self.steps, self.is_over, self.headline)

    @property
    def place(self) -> str:
        """The address in the atlas, if the page has this pair."""
        return f"{GODOMACHI.page}/#" + "-".join(shape.text.replace("#", "x") for shape in (self.a, self.b))

    def card(self) -> Card:
        """The game to share; with the address of the pair if the page has it."""
        from tablebases.yaml_file import section_of

        with section_of(CONFIG, GODOMACHI.package, "max_cut") as section:
            is_known = self.max_cut == section["max_cut"] and self.n in CELLS_OF_PAGE
        place = self.place if is_known else f"{GODOMACHI.page}/"
        return Card(GODOMACHI.package, self.headline, [match_name(self.n)], place, draw_line(*self.steps, self.is_over))


MOVE_HEADINGS = {
    "a": "first shape",
    "b": "second shape",
    "reply_a": "reply on the first",
    "reply_b": "reply on the second",
}


@checked
def solve(
    a: Shape | Texts,
    b: Shape | Texts,
    max_cut: Rule = "any",
    *,
    replies: bool = False,
    advance: Advance | None = None,
) -> Solution:
    """Solve a pair of polyominoes of up to 18 cells.

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
    <BLANKLINE>
    ▒▒: cut off in this move; ·: cut off before

    Both shapes have the same size and are in any notation: `##/#.`, `5:3`, `P`, drawn, rows or cells (x, y) in a list
    or array. With `replies` each first move is an `AnsweredMove`. `advance` is called with each number of cells when
    its positions are solved; pairs of 17 and 18 cells take seconds. An InputError names a wrong shape or rule, or says
    that the sizes differ.
    """
    game = play(a, b, max_cut, advance=advance)
    moves = game.legal_moves()
    if replies:
        moves = tuple(_answered(game, move) for move in moves)
    return Solution(*game.shapes, game.max_cut, game.plies, game.best_line(), moves)


def _answered(game: Game, move: Move) -> AnsweredMove:
    """A move with its reply if it loses."""
    reply = None if move.wins else game.reply_to(move)
    reply_a, reply_b = reply.marks if reply else (None, None)
    return AnsweredMove(**vars(move), reply_a=reply_a, reply_b=reply_b)


# All cuts of a shape.


@dataclass(frozen=True)
class Cut:
    """A kind of cut: a connected piece and a connected rest."""

    k: int
    """Cells of the piece."""
    piece: str
    """The piece in its canonical form, row by row."""
    rest: str
    """The rest, likewise."""
    ways: int
    """How many cuts are of this kind."""
    example: str
    """The shape as given, row by row: `o` for the piece, `#` for the rest."""


@dataclass(frozen=True)
class Cuts(Answer):
    """All kinds of cuts of a shape, smallest pieces first."""

    shape: Shape
    max_cut: str
    """The rule for pieces, `any` or `half`."""
    kinds: tuple[Cut, ...]

    lists = "kinds"
    columns = names_of(Cut)

    @figure
    def n_cuts(self) -> int:
        """Number of cuts of all kinds."""
        return sum(cut.ways for cut in self.kinds)

    @property
    def headline(self) -> str:
        """Number of kinds and of cuts."""
        return t("{kinds} of cuts, {cuts}", kinds=counted(len(self.kinds), "kind"), cuts=counted(self.n_cuts, "cut"))

    def blocks(self) -> Iterator[Block]:
        """The headline, and an example of each kind."""
        yield self.headline
        yield Drawing(partial(cuts_text, self.shape.text, [cut.example for cut in self.kinds]), COLOURS)

    def svg(self) -> str:
        """An example of each kind as SVG."""
        return draw_cuts(self.shape.text, [cut.example for cut in self.kinds], self.headline)


@overload
def cuts(a: Shape | Texts, b: None = None, *, max_cut: Rule = "any") -> Cuts: ...
@overload
def cuts(a: Shape | Texts, b: Shape | Texts, *, max_cut: Rule = "any") -> tuple[Move, ...]: ...
@checked
def cuts(a: Shape | Texts, b: Shape | Texts | None = None, *, max_cut: Rule = "any") -> Cuts | tuple[Move, ...]:
    """Find the cuts of a shape, or first moves, by kind.

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
    rule, shape = MaxCut(max_cut), check_shape(a, "the shape")
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


@dataclass(frozen=True)
class Polyominoes(ListAnswer[Shape]):
    """Polyominoes of a size, by number."""

    n: int
    """Cells of each."""
    shapes: tuple[Shape, ...]

    lists = "shapes"

    def blocks(self) -> Iterator[Block]:
        """Each shape above its number."""
        yield Drawing(partial(numbered_text, [(shape.text, shape.number) for shape in self.shapes]))


@checked
def shapes(n: int) -> Polyominoes:
    """List all free polyominoes of `n` cells, by number.

    >>> import tablebases
    >>> [shape.text for shape in tablebases.godomachi.shapes(3)]
    ['#/#/#', '##/#.']
    >>> len(tablebases.godomachi.shapes(8))
    369

    `n` is at most 12.
    """
    return Polyominoes(n, tuple(shape_of(cells, number) for number, cells in enumerate(shapes_of_size(n))))


# A game of two players.


class Game:
    """A game on a pair of shapes; `play` begins one. It changes, so it is no `Answer`.

    `shapes` are the shapes at the start, and `max_cut` is the rule for pieces, `any` or `half`.
    """

    def __init__(self, a: Shape, b: Shape, pair: solver.Pair) -> None:
        """Begin a game; `pair` has the values of all positions."""
        self.shapes = a, b
        self.max_cut = pair.max_cut.value
        self._pair = pair
        self._made: list[solver.Move] = []

    @property
    def _position(self) -> solver.Position:
        """The rests of both shapes, as bits."""
        return self._made[-1].left if self._made else self._pair.start

    def _as_text(self, move: solver.Move) -> Move:
        """A move of the solver as text."""
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
        return tuple(map(self._as_text, self._made))

    @property
    def left(self) -> Marks:
        """The rests of both shapes; `.` is a lost cell."""
        return left_after(self.moves[-1].marks) if self._made else (self.shapes[0].text, self.shapes[1].text)

    @property
    def turn(self) -> str:
        """The player to move, `first` or `second`."""
        return PLAYERS[len(self._made) % 2]

    @property
    def plies(self) -> int:
        """Plies to the end under best play; odd if the player to move wins."""
        return self._pair.plies(*self._position)

    @property
    def is_over(self) -> bool:
        """Whether the rests are congruent."""
        return self._pair.is_over(*self._position)

    @property
    def winner(self) -> str | None:
        """`first` or `second`; None while the game goes on."""
        return PLAYERS[(len(self._made) - 1) % 2] if self.is_over else None

    def legal_moves(self) -> tuple[Move, ...]:
        """All kinds of moves, best first: wins in few plies, then losses in many; none after the end."""
        return tuple(map(self._as_text, self._pair.moves(*self._position)))

    def best_move(self) -> Move:
        """A best move: the fastest win, or else the slowest loss.

        An InputError says that the game is over.
        """
        self._check_goes_on()
        return self._as_text(self._pair.moves(*self._position)[0])

    @checked
    def reply_to(self, move: Move | str) -> Move | None:
        """A best reply to a move that is not made; None if the move ends the game.

        It shows why a losing move loses. An InputError says why `move` is not legal, or that the game is over.
        """
        self.make(move)
        reply = None if self.is_over else self.best_move()
        self.take_back()
        return reply

    def best_line(self) -> tuple[Move, ...]:
        """The rest of the game under best play."""
        return tuple(map(self._as_text, self._pair.best_line(*self._position)))

    @checked
    def make(self, move: Move | str) -> Move:
        """Make a move: one of `legal_moves`, or any other as its letters, such as `ab cd`.

        An InputError says why it is not legal, or that the game is over.
        """
        from tablebases.godomachi.pair import parse_move

        self._check_goes_on()
        self._made.append(parse_move(move if isinstance(move, str) else str(move.letters), self._pair, self._position))
        return self._as_text(self._made[-1])

    def take_back(self) -> Move:
        """Take back the last move; an InputError if there is none."""
        if not self._made:
            raise InputError("there is no move to take back; make one first, as in make('ab cd')")
        return self._as_text(self._made.pop())

    def _check_goes_on(self) -> None:
        if self.is_over:
            raise InputError(
                "the game is over, {player} has won; play another, or take_back() a move",
                player=player_name(self.winner or ""),
            )

    @property
    def headline(self) -> str:
        """The player to move, or the winner."""
        if self.is_over:
            return t("the shapes are congruent: {player} has won", player=player_name(self.winner or ""))
        return t("{player} is to move", player=player_name(self.turn))

    @property
    def text(self) -> str:
        """Both shapes with lettered cells, and a line end."""
        return side_by_side(
            [lettered_lines(shape.text, left) for shape, left in zip(self.shapes, self.left, strict=True)]
        )

    def __str__(self) -> str:
        return "\n".join(text_lines([self.headline, Drawing(self.text)]))

    def _repr_svg_(self) -> str:
        shapes = self.shapes[0].text, self.shapes[1].text
        return draw_game(shapes, [move.marks for move in self.moves], self.is_over, self.headline)


@checked
def play(a: Shape | Texts, b: Shape | Texts, max_cut: Rule = "any", *, advance: Advance | None = None) -> Game:
    """Begin a game and solve all its positions.

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
    one, other = check_pair(a, b)
    from tablebases.godomachi.pair import Pair

    return Game(one, other, Pair(array_of(one), array_of(other), MaxCut(max_cut), advance or (lambda _: None)))
