"""Answers about boards and levels, for programs, notebooks and the commands `tablebases arrow`.

    >>> from tablebases import arrow
    >>> arrow.solve("434131344").solutions
    ('203302121',)

A notebook draws boards with their taps.
NumPy is imported inside functions, so that the commands print their help quickly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias
from unicodedata import normalize
from urllib.parse import quote

from tablebases.answer import base
from tablebases.answer.fields import Cells, cells_of, figure
from tablebases.answer.share import Card
from tablebases.answer.text import WIDTH, Block, Drawing, Table
from tablebases.arguments import Texts, checked
from tablebases.arrow.boards import (
    ARROWS,
    BOARD_NAME,
    NO_NUMBERS,
    Layout,
    Least,
    Level,
    Shape,
    after_taps,
    all_written,
    check_different_names,
    layout_of,
    parse_level,
    parse_steps,
    parse_taps,
    parse_tiles,
    text_of,
    tile_names,
    tile_places,
    written,
)
from tablebases.arrow.drawing import board_text, draw_board
from tablebases.arrow.tablebase import EXACT, KIND, SAMPLED
from tablebases.database import open_rows
from tablebases.errors import InputError, whole_number
from tablebases.languages import t
from tablebases.locations import CONFIG, Place, find_artifact
from tablebases.messages import counted
from tablebases.puzzles import ARROW

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tablebases.arrow.linear import Algebra

BATCH = 10_000
"""Random boards that are made at once."""

LayoutName: TypeAlias = Layout | Literal["rows", "columns", "lines"]
LeastName: TypeAlias = Least | Literal["taps", "tiles"]


def _in_both_orders(note: str, blocks: Iterable[Block], by_line: Board | Answer | None) -> Iterator[Block]:
    """A note, the blocks of an answer, and those of the answer for the same numbers read line by line."""
    yield note
    if not by_line:
        yield from blocks
        return
    yield from ("", t("Column by column:"))
    yield from blocks
    yield from ("", t("Line by line:"))
    yield from by_line.blocks()


# Levels by their names.


def read_levels(config: Path = CONFIG) -> tuple[Level, ...]:
    """The levels of a configuration file; an InputError if it has none, or a wrong one."""
    from tablebases.yaml_file import section_of

    with section_of(config, ARROW.package, "levels") as section:
        levels = tuple(
            Level(entry["name"], Shape(entry["shape"]), entry["side"], entry["directions"])
            for entry in section["levels"]
        )
    check_different_names(levels)
    return levels


def find_level(level: str | Level, config: Path = CONFIG) -> Level:
    """A level by its name."""
    if isinstance(level, Level):
        return level
    return parse_level(level, () if BOARD_NAME.fullmatch(level.casefold()) else read_levels(config))


def levels_of_board(text: str, up: int, levels: Sequence[Level]) -> list[Level]:
    """The levels that have such a board, those with the fewest directions first."""
    faults = {}
    for level in levels:
        try:
            parse_steps(text, level, level.usual_layout, up)
        except InputError as error:
            faults[level] = error
    if len(faults) == len(levels):
        characters = len("".join(text.split()))
        nearest = min(levels, key=lambda level: abs(level.tiles - characters))
        message = "no level has such a board; read as level {level}: {fault}"
        raise InputError(message, level=nearest.label, fault=faults[nearest])
    return sorted((level for level in levels if level not in faults), key=lambda level: level.directions)


# Boards, and whether they can be solved.

MISTAKES = "No taps turn all arrows up. Each of these {count} changes makes the board solvable; compare with the game."
ONE_MISTAKE = "No taps turn all arrows up. Only this change makes the board solvable; compare with the game."
ONLY_LINES = "Read line by line, because column by column no taps solve these numbers; --layout columns reads them so."
BOTH_LAYOUTS = "Solvable by columns, which pictures show, and by lines: --layout columns or --layout lines chooses one."
NO_MISTAKE = "No taps turn all arrows up, and no change of a single tile helps: more than one tile must be wrong."

BOARD_COLUMNS = ("level", "layout", "up", "text", "is_solvable", "n_solutions")
"""The columns of a board in CSV."""


@dataclass(frozen=True)
class TileFix:
    """A change of one tile that makes a board solvable: a likely typing mistake."""

    tile: str
    """The name of the tile: its row and column, from 0."""
    shown: int
    """The number that was probably meant."""
    place: int
    """The number of the tile in reading order, from 0."""


@dataclass(frozen=True)
class Board(base.Answer):
    """A board of a level.

    >>> board = Board.parse("1111112", "hexagon-2-6")
    >>> board.is_solvable
    False
    >>> board.fixes
    (TileFix(tile='00', shown=6, place=0), TileFix(tile='22', shown=1, place=6))
    >>> print(board)
      ↑
    ↑   ↑
      ↑
    ↑   ↗
      ↑
    <BLANKLINE>
    hexagon-2-6: unsolvable
    No taps turn all arrows up. Each of these 2 changes makes the board solvable;
    compare with the game.
    <BLANKLINE>
    column 1, tile 1: 6 instead of 1
    column 3, tile 2: 1 instead of 2
    """

    level: Level
    layout: Layout
    up: int
    """The number of an arrow that points up, 1 or 0."""
    steps: tuple[int, ...]
    """Steps of every arrow from up, column by column, or row by row if rows are drawn."""
    other_levels: tuple[Level, ...] = field(default=(), compare=False)
    """Levels that have such boards too, if the level was guessed."""
    line_by_line: Board | None = field(default=None, compare=False)
    """The same numbers read line by line, if the layout was guessed and both boards can be solved."""
    note: str = field(default="", compare=False)
    """How a layout was guessed, in words."""

    lists = "fixes"
    columns = (*BOARD_COLUMNS, *TileFix.__dataclass_fields__)

    def __post_init__(self) -> None:
        unknown = {*self.steps} - {*range(self.level.directions)}
        if unknown or len(self.steps) != self.level.tiles or self.up not in (0, 1):
            raise InputError("this is no board of level {level}; Board.parse makes boards", level=self.level.label)

    @classmethod
    @checked
    def parse(
        cls,
        text: Texts,
        level: str | Level | None = None,
        *,
        layout: LayoutName | None = None,
        up: int = 1,
        config: str | Path = CONFIG,
    ) -> Board:
        """Read a board in any of the notations.

        >>> Board.parse("←↓← ↑↓↑ ↓←←") == Board.parse("434/131/344", "easy")
        True
        >>> Board.parse([[4, 3, 4], [1, 3, 1], [3, 4, 4]]) == Board.parse(["434", "131", "344"])
        True
        >>> Board.parse("434/131/34", "easy")
        Traceback (most recent call last):
        tablebases.errors.InputError: line 3 has 2 tiles, but must have 3

        `text` has the numbers or the arrows of all tiles, or is a list or array of them or of the lines. `level` is a
        name, or that of a board such as `hexagon-3-6`. Without it the level is guessed; if several fit, it is the one
        with the fewest directions.
        `layout` is `rows`, `columns` or `lines`: line by line as the screen shows columns. Without it, a hexagon is
        read column by column, or line by line if it has as many lines or if only that can be solved. `note` tells a
        guess, and `line_by_line` is the other board if both can be solved. `?` is a number that the others determine.
        `up` is the number of an arrow that points up, 1 or 0. `config` may name other levels. An unknown level or a
        wrong board is an InputError, which names the first wrong place.
        """
        asked = None if layout is None else Layout(layout)
        up, text = whole_number("up", up, 0, 1), normalize("NFKC", text_of(text))
        found, *others = (
            levels_of_board(text, up, read_levels(Path(config))) if level is None else [find_level(level, Path(config))]
        )
        read_by = layout_of(text, found, asked)
        board, by_line = cls._read(text, found, read_by, up), None
        is_certain = board and board.n_solutions == 1  # every board of such a level can be solved, so that says nothing
        if asked is None and read_by is Layout.COLUMNS and not is_certain:
            with suppress(InputError):
                by_line = cls._read(text, found, Layout.LINES, up)
        if by_line and board and by_line.steps != board.steps and by_line.is_solvable and board.is_solvable:
            board = replace(board, line_by_line=by_line, note=t(BOTH_LAYOUTS))
        elif by_line and by_line.is_solvable and not (board and board.is_solvable):
            board = replace(by_line, note=t(ONLY_LINES))
        if board is None:
            raise InputError(NO_NUMBERS)
        return replace(board, other_levels=tuple(others))

    @classmethod
    def _read(cls, text: str, level: Level, layout: Layout, up: int) -> Board | None:
        """The board of a text, with the numbers for `?`; None if no numbers make it solvable."""
        from tablebases.arrow.solutions import fill

        steps = fill(parse_steps(text, level, layout, up), level, layout)
        return None if steps is None else cls(level, layout, up, tuple(steps))

    @property
    def _algebra(self) -> Algebra:
        from tablebases.arrow.linear import algebra_of

        return algebra_of(self.level)

    @property
    def _array(self) -> NDArray[np.uint8]:
        """The steps: uint8 (tiles,)."""
        import numpy as np

        return np.array(self.steps, dtype=np.uint8)

    @figure
    def text(self) -> str:
        """The board in numbers, in one line."""
        return written(self.steps, self.level, lowest=self.up, layout=self.layout)

    @figure
    def is_solved(self) -> bool:
        """Whether all arrows point up."""
        return not any(self.steps)

    @figure
    def is_solvable(self) -> bool:
        """Whether the board can be solved."""
        return bool(self._algebra.is_solvable(self._array))

    @figure
    def n_solutions(self) -> int:
        """The number of solutions with at most m - 1 taps on each tile; 0 if the board cannot be solved."""
        return self._algebra.n_solutions if self.is_solvable else 0

    @figure
    def fixes(self) -> tuple[TileFix, ...]:
        """The changes of one tile that make an unsolvable board solvable."""
        from tablebases.arrow.solutions import TypingMistakes

        if self.is_solvable:
            return ()
        (found,) = TypingMistakes(self._algebra).fixes(self._array[None])
        names = tile_names(self.level, self.layout)
        return tuple(TileFix(names[fix.tile], fix.value + self.up, fix.tile) for fix in found)

    @checked
    def after(self, taps: Texts) -> Board:
        """The board after taps.

        >>> Board.parse("434131344").after("203302121").is_solved
        True

        `taps` says how often to tap each tile, in the notation and layout of the board or as a list; `.` is 0. An
        InputError names the first wrong place.
        """
        steps = after_taps(self.level, self._array, parse_taps(text_of(taps), self.level, self.layout))
        return replace(self, steps=tuple(steps.tolist()), line_by_line=None, note="")

    @checked
    def apply(self, taps: Texts, *, layout: LayoutName | None = None) -> TappedBoard:
        """Tap the tiles, with taps as in `after`.

        >>> tapped = Board.parse("434131344").apply("203302120")
        >>> tapped.n_taps, tapped.n_not_up, tapped.after.text
        (13, 4, '111144144')

        A board that was pasted as a picture does not tell the order of taps in one line. So without `layout`, the taps
        may be in any order that solves the board: that of the board, line by line, or that of the game.
        """
        orders = [] if layout else [self.line_by_line, replace(self, layout=self.level.usual_layout)]
        before = next((one for one in (self, *orders) if one and one.after(taps).is_solved), self)
        before = replace(before, line_by_line=None, note=self.note)
        steps = parse_taps(text_of(taps), before.level, before.layout)
        return TappedBoard(before, tuple(steps.tolist()), before.after(taps))

    @checked
    def laid_out(self, values: Iterable[object], width: int = WIDTH) -> str:
        """A value on each tile in the shape of the board, or in plain rows if `width` is too narrow."""
        words = [str(value) for value in values]
        if len(words) != self.level.tiles:
            text = "level {level} needs a value for each of its {tiles} tiles, not {found} values"
            raise InputError(text, level=self.level.label, tiles=self.level.tiles, found=len(words))
        text = board_text(self.level, self.layout, words)
        if max(map(len, text.split("\n"))) <= width:
            return text
        widest = max(map(len, words))
        rows = self.level.lines(Layout.ROWS)
        return "\n".join(" ".join(words[tile].rjust(widest) for tile in row) for row in rows)

    @checked
    def drawn_in_text(self, width: int = WIDTH) -> str:
        """The board in arrows if there are arrows for all directions, else in numbers."""
        signs = ARROWS.get(self.level.directions) or range(self.up, self.level.directions + self.up)
        return self.laid_out((signs[step] for step in self.steps), width)

    def _with_taps(self, taps: Iterable[int], is_joined: bool = False) -> Drawing:
        """Taps in the shape of the board."""
        return Drawing(partial(self.laid_out, [times or "." for times in taps]), is_joined=is_joined)

    def _verdict(self) -> Iterator[str]:
        """Whether the board can be solved, and in how many ways; if not, likely typing mistakes."""
        if self.is_solvable:
            solutions = counted(self.n_solutions, "solution")
            yield t("{level}: solvable, {solutions}", level=self.level.label, solutions=solutions)
            return
        yield t("{level}: unsolvable", level=self.level.label)
        fixes, places = self.fixes, tile_places(self.level, self.layout)
        if not fixes:
            yield t(NO_MISTAKE)
            return
        yield t(ONE_MISTAKE) if len(fixes) == 1 else t(MISTAKES, count=len(fixes))
        yield ""
        change = "{place}: {other} instead of {number}"
        for fix in fixes:
            yield t(change, place=places[fix.place], other=fix.shown, number=self.steps[fix.place] + self.up)

    def blocks(self) -> Iterator[Block]:
        """The board and whether it can be solved."""
        blocks: list[Block] = [Drawing(self.drawn_in_text), *self._verdict()]
        return _in_both_orders(self.note, blocks, self.line_by_line)

    def rows(self) -> Iterator[Cells]:
        """A row for each fix, or one without; then those of the same numbers read line by line."""
        board = cells_of(self)
        yield from [board | cells_of(fix) for fix in self.fixes] or [board]
        yield from self.line_by_line.rows() if self.line_by_line else ()

    def svg(self) -> str:
        """The board; tiles that were perhaps mistyped are orange."""
        fixes: dict[int, str] = {}
        for fix in self.fixes:
            before = f"{fixes[fix.place]}/" if fix.place in fixes else ""
            fixes[fix.place] = f"{before}{fix.shown}"
        return draw_board(self.level, self.layout, self.steps, fixes=fixes)

    def card(self) -> Card:
        """The board to share; its address names it if the page has its level."""
        title = t("Solvable") if self.is_solvable else t("Not solvable")
        place = f"{ARROW.page}/"
        if self.level in read_levels():
            numbers = replace(self, up=1).text.replace(" ", "-")
            layout = "" if self.layout is Layout.ROWS else f"_{self.layout}"
            place += f"#{quote(self.level.name, safe='')}_{numbers}{layout}"
        return Card(ARROW.package, title, [t("Level {level}", level=self.level.label)], place, self.svg())


# Solutions.

NOT_COMPARED = "This is one of {all} solutions. There are too many to compute the fewest taps here."


@dataclass(frozen=True)
class Answer(base.Answer):
    """The best solutions of a board, if there are any."""

    board: Board
    least: Least
    """The quantity that is smallest in the best solutions."""
    avoid: str
    """The tiles that must not be tapped, as the caller named them."""
    min_taps: int | None
    """The fewest taps of any solution; None if there is none, or if there are too many to examine."""
    n_min_solutions: int | None
    """The number of solutions with the fewest taps."""
    min_tiles: int | None
    """The fewest tiles that a solution taps."""
    n_best: int
    """The number of solutions that are as good as the first."""
    solutions: tuple[str, ...]
    """The best solutions as text, in lexicographic order of `taps`: all, or only the first; empty if there is none."""
    taps: tuple[int, ...]
    """The first solution: how often to tap each tile, as in `Board.steps`; empty if there is none."""
    line_by_line: Answer | None = None
    """The answer for `Board.line_by_line`, if there is such a board."""

    lists = "solutions"
    columns = (
        *(*BOARD_COLUMNS, "least", "avoid", "min_taps", "n_min_solutions", "min_tiles"),
        *("n_best", "n_taps", "n_tiles", "solution"),
    )

    @figure
    def n_taps(self) -> int | None:
        """The taps of the first solution."""
        return sum(self.taps) if self.taps else None

    @figure
    def n_tiles(self) -> int | None:
        """The tiles that the first solution taps."""
        return len(self.taps) - self.taps.count(0) if self.taps else None

    @property
    def is_solvable(self) -> bool:
        """Whether the board can be solved, if all tiles may be tapped."""
        return self.board.is_solvable

    @property
    def n_solutions(self) -> int:
        """The number of solutions, if all tiles may be tapped; 0 if the board cannot be solved."""
        return self.board.n_solutions

    @property
    def fixes(self) -> tuple[TileFix, ...]:
        """The changes of one tile that make an unsolvable board solvable."""
        return self.board.fixes

    def blocks(self) -> Iterator[Block]:
        """The board and its solutions, or likely typing mistakes; solutions wider than the text are left out."""
        if not self.is_solvable:
            return self.board.blocks()
        return _in_both_orders(self.board.note, self._found(), self.line_by_line)

    def _found(self) -> Iterator[Block]:
        board = self.board
        yield Drawing(board.drawn_in_text)
        if not self.solutions:
            places = tile_places(board.level, board.layout)
            yield t("{level}: every solution taps one of these tiles", level=board.level.label)
            yield ""
            yield from (places[tile] for tile in parse_tiles(self.avoid, board.level, board.layout))
            return
        yield from board._verdict()
        if self.min_taps is None:
            yield t(NOT_COMPARED, all=f"{self.n_solutions:,}")
        else:
            yield t("fewest taps {min_taps}, fewest tiles {min_tiles}", **vars(self))
            text = "{taps} taps on {tiles} tiles, one of {n:,} best solutions; the taps on each tile:"
            if self.n_best == 1:
                text = "{taps} taps on {tiles} tiles, the only best solution; the taps on each tile:"
            yield t(text, taps=self.n_taps, tiles=self.n_tiles, n=self.n_best)
        yield board._with_taps(self.taps)
        yield Drawing(lambda width: "\n".join(line for line in self.solutions if len(line) <= width))

    def rows(self) -> Iterator[Cells]:
        """A row for each solution, or one without; then those of the same numbers read line by line."""
        answer = cells_of(self.board) | cells_of(self)
        yield from [answer | {"solution": solution} for solution in self.solutions] or [answer]
        yield from self.line_by_line.rows() if self.line_by_line else ()

    def svg(self) -> str:
        """The board with the taps of the first solution, else with the tiles that were perhaps mistyped."""
        if not self.taps:
            return self.board.svg()
        return draw_board(self.board.level, self.board.layout, self.board.steps, self.taps)

    def card(self) -> Card:
        """The board to share, with the taps of the first solution."""
        card = self.board.card()
        if not self.taps:
            return card
        title = t("Solvable in {taps} taps", taps=self.n_taps) if self.n_taps != 1 else t("Solvable with one tap")
        line = t("{taps} taps on {tiles} tiles", taps=self.n_taps, tiles=self.n_tiles)
        return replace(card, title=title, lines=[*card.lines, line], drawing=self.svg())


@checked
def solve(
    board: Board | Texts,
    level: str | Level | None = None,
    *,
    least: LeastName = Least.TAPS,
    all: bool = False,  # noqa: A002 - the option --all of the command
    avoid: int | str | Iterable[Texts] = "",
    layout: LayoutName | None = None,
    up: int = 1,
    config: str | Path = CONFIG,
) -> Answer:
    """Solve a board with the fewest taps, proven by examining all solutions.

    >>> answer = solve("434131344")
    >>> answer.min_taps, answer.solutions
    (14, ('203302121',))
    >>> print(answer)
    ← ↓ ←
    ↑ ↓ ↑
    ↓ ← ←
    <BLANKLINE>
    easy: solvable, 1 solution
    fewest taps 14, fewest tiles 7
    14 taps on 7 tiles, the only best solution; the taps on each tile:
    <BLANKLINE>
    2 . 3
    3 . 2
    1 2 1
    <BLANKLINE>
    203302121
    >>> solve("6265136336413535566553155125263216446", least="tiles").min_tiles
    22

    An unsolvable board has no solutions. Its `fixes` are likely typing mistakes:

    >>> answer = solve("1111111111111111111111111111111111112", "expert")
    >>> answer.is_solvable, answer.solutions, [(fix.tile, fix.shown) for fix in answer.fixes]
    (False, (), [('00', 2), ('66', 1)])

    `board` is a `Board`, or a text, list or array in any of the notations, with `level`, `layout`, `up` and `config` as
    in `Board.parse`. `least` is `taps` for the fewest taps, or `tiles` for the fewest tiles and, with these, the fewest
    taps. `solutions` has the first of the best solutions, or `all` of them. `avoid` names tiles that must not be
    tapped, such as `00,31` (row and column from 0) or `row 1, tile 1`, or has a list of names or of pairs `(3, 1)`.

    A wrong board, level or tile is an InputError. With `avoid`, a board with too many solutions to examine is an Error.
    """
    from tablebases.arrow.solutions import best_answer

    few_of = Least(least)
    tiles = [avoid] if isinstance(avoid, int | str) else avoid
    avoid = ", ".join("-".join(map(str, tile)) if isinstance(tile, list) else str(tile) for tile in tiles)
    parsed = board if isinstance(board, Board) else Board.parse(board, level, layout=layout, up=up, config=config)
    avoided = parse_tiles(avoid, parsed.level, parsed.layout)
    best = best_answer(parsed._algebra, parsed._array, few_of, avoided) if parsed.is_solvable else None
    by_line = parsed.line_by_line
    other = solve(by_line, least=least, all=all, avoid=avoid) if by_line else None
    if best is None:
        return Answer(parsed, few_of, avoid, None, None, None, 0, (), (), other)
    shown = tuple(all_written(best.solutions[: None if all else 1], parsed.level, layout=parsed.layout))
    taps = tuple(best.solutions[0].tolist())
    return Answer(parsed, few_of, avoid, *best[:3], len(best.solutions), shown, taps, other)


# Taps on a board.


@dataclass(frozen=True)
class TappedBoard(base.Answer):
    """A board before and after taps."""

    board: Board
    """The board before, in the order in which the taps were read."""
    taps: tuple[int, ...]
    """How often each tile was tapped, as in `Board.steps`."""
    after: Board

    columns = (*BOARD_COLUMNS, "n_taps", "n_not_up", "after_text", "after_is_solved")

    @figure
    def n_taps(self) -> int:
        """The number of taps."""
        return sum(self.taps)

    @figure
    def n_not_up(self) -> int:
        """The number of arrows that do not point up after the taps."""
        return len(self.after.steps) - self.after.steps.count(0)

    def blocks(self) -> Iterator[Block]:
        """The board before, what the taps did, and the numbers of the board after."""
        after = self.after
        text = "{level}: after {taps} taps {n} arrows are not up"
        if after.is_solved:
            text = "{level}: after {taps} taps every arrow is up"
        yield self.board.note
        yield Drawing(self.board.drawn_in_text)
        yield t(text, level=after.level.label, taps=self.n_taps, n=self.n_not_up)
        yield Drawing(partial(after.laid_out, [step + after.up for step in after.steps]))
        yield Drawing(after.text)

    def rows(self) -> Iterator[Cells]:
        """One row."""
        yield cells_of(self.board) | cells_of(self)

    def svg(self) -> str:
        """The board after the taps."""
        return draw_board(self.after.level, self.after.layout, self.after.steps)

    def card(self) -> Card:
        """The board after the taps, to share."""
        return self.after.card()


# Random boards.


@checked
def generate(
    level: str | Level, count: int = 1, *, seed: int | None = None, up: int = 1, config: str | Path = CONFIG
) -> Iterator[str]:
    """Generate random solvable boards as text, all equally likely.

    >>> list(generate("expert", 2, seed=7))
    ['4415334334111322244654455134255663213', '6434422423355165452412614314454261624']

    `level` is a name, or that of a board such as `hexagon-3-6`. The same `seed` gives the same boards; without it they
    differ each time. `up` is the number of an arrow that points up, 1 or 0. `config` may name other levels. An unknown
    level or a negative number is an InputError.
    """
    up = whole_number("up", up, 0, 1)
    count = whole_number("count", count, 0, 2**63 - 1)
    seed = None if seed is None else whole_number("seed", seed, 0, 2**63 - 1)
    return _random_boards(find_level(level, Path(config)), count, seed, up)


def _random_boards(level: Level, count: int, seed: int | None, up: int) -> Iterator[str]:
    import numpy as np

    random = np.random.default_rng(seed)
    for first in range(0, count, BATCH):
        size = (min(BATCH, count - first), level.tiles)
        taps = random.integers(0, level.directions, size)
        boards = after_taps(level, np.zeros_like(taps), taps)
        yield from all_written(boards.astype(np.uint8), level, lowest=up)


# The algebra of a level.


@dataclass(frozen=True)
class PrimeFactor:
    """A level modulo one prime power of its number of directions."""

    prime: int
    power: int
    """The highest power of the prime that divides the number of directions."""
    rank: int
    """The rank of the tap matrix over the field of the prime."""
    n_solutions: int
    """The number of solutions modulo `power`."""


@dataclass(frozen=True)
class KernelVector:
    """Taps that change nothing.

    Sums of multiples of these vectors are all differences between solutions.
    """

    prime: int
    """The prime of which `multiples` is a power."""
    multiples: int
    """0, 1, .., `multiples` - 1 times the vector are different."""
    taps: tuple[int, ...]
    """How often to tap each tile, in reading order."""


@dataclass(frozen=True)
class LevelAlgebra(base.Answer):
    """The linear algebra of a level with m directions."""

    level: Level
    shape: str
    side: int
    directions: int
    tiles: int
    smith_normal_form: str
    """The diagonal of the Smith normal form of the tap matrix, such as `1 x 32, 3, 0 x 4`."""
    primes: tuple[PrimeFactor, ...]
    n_solutions: int
    """The number of solutions of a board that can be solved."""
    n_solvable_boards: int
    divisor: int
    """1 unless m is divisible by a square; see `inverse`."""
    kernel: tuple[KernelVector, ...]
    checks: tuple[tuple[int, ...], ...]
    """A board with steps b is solvable if and only if for every check the sum of `check[tile] * b[tile]` is 0 modulo m.
    """
    inverse: tuple[tuple[int, ...], ...]
    """Taps that solve a board with steps b: at each tile `-(s % (m * divisor)) // divisor % m`, where s is the sum of
    `inverse[tile][other] * b[other]`."""

    def blocks(self) -> Iterator[Block]:
        """The algebra without checks and inverse."""
        text = "hexagon of side {side}: {tiles} tiles, {directions} directions"
        if self.shape == Shape.SQUARE:
            text = "square of side {side}: {tiles} tiles, {directions} directions"
        yield t(text, **vars(self))
        yield t("Smith normal form: {diagonal}", diagonal=self.smith_normal_form)
        for factor in self.primes:
            text = "modulo {power}: rank {rank} over the field of {prime}, {n_solutions:,} solutions"
            yield t(text, **vars(factor))
        yield t("solutions of a solvable board: {n:,}", n=self.n_solutions)
        yield t("solvable boards: {n:,}, 1 in {solutions:,}", n=self.n_solvable_boards, solutions=self.n_solutions)
        empty = Board(self.level, self.level.usual_layout, 1, (0,) * self.tiles)
        for number, vector in enumerate(self.kernel, start=1):
            yield ""
            text = "kernel vector {number} of {all}, {multiples} multiples: taps that change nothing"
            yield t(text, number=number, all=len(self.kernel), multiples=vector.multiples)
            yield empty._with_taps(vector.taps, is_joined=True)


@checked
def algebra(level: str | Level, *, config: str | Path = CONFIG) -> LevelAlgebra:
    """Compute rank, solutions, solvable boards and kernel of a level.

    >>> found = algebra("expert")
    >>> found.smith_normal_form, found.n_solutions, found.n_solvable_boards
    ('1 x 32, 3, 0 x 4', 3888, 15917322219892801768783872)
    >>> print(algebra("square-2-3"))
    square of side 2: 4 tiles, 3 directions
    Smith normal form: 1, 0 x 3
    modulo 3: rank 1 over the field of 3, 27 solutions
    solutions of a solvable board: 27
    solvable boards: 3, 1 in 27
    <BLANKLINE>
    kernel vector 1 of 3, 3 multiples: taps that change nothing
    2 1
    . .
    <BLANKLINE>
    kernel vector 2 of 3, 3 multiples: taps that change nothing
    2 .
    1 .
    <BLANKLINE>
    kernel vector 3 of 3, 3 multiples: taps that change nothing
    2 .
    . 1
    """
    from tablebases.arrow.linear import algebra_of

    found = algebra_of(find_level(level, Path(config)))
    facts = found.facts()
    facts["primes"] = tuple(PrimeFactor(**factor) for factor in facts["primes"])
    return LevelAlgebra(
        level=found.level,
        kernel=tuple(KernelVector(each.prime, each.multiples, tuple(each.vector.tolist())) for each in found.kernel),
        checks=tuple(map(tuple, found.checks.tolist())),
        inverse=tuple(map(tuple, found.inverse.tolist())),
        **facts,
    )


# The levels of the tablebase.

LEVELS_SQL = """
SELECT level, shape, side, directions, n_solutions, n_solvable_boards, method, n_boards, mean, mean_low, mean_high,
    most, (SELECT max(min_taps) FROM hardest_boards WHERE hardest_boards.level = levels.level) AS hardest, proven_bound
FROM levels LEFT JOIN tap_statistics USING (level) ORDER BY levels.rowid
"""
"""The fields of `LevelFigures`, the level in four columns."""
COLUMNS = ("level", "solutions", "boards", "mean taps", "most", "hardest")
"""The headings of the table of levels."""
LEGEND = (
    "solutions: of a solvable board. boards: all solvable boards, or a random sample. "
    "mean taps, most: fewest taps that these boards need. "
    "hardest: fewest taps of the hardest boards, proven; two numbers are its limits."
)


@dataclass(frozen=True)
class LevelFigures:
    """The figures of a level; None where the tablebase has none."""

    level: Level
    n_solutions: int
    """The number of solutions of a board that can be solved."""
    n_solvable_boards: int
    method: str | None
    """`exact` if all solvable boards were counted, `sampled` if random ones were solved."""
    n_boards: int | None
    """The number of boards that were counted or solved."""
    mean: float | None
    """The mean of the fewest taps of these boards."""
    mean_low: float | None
    """The lower end of the 95 % confidence interval of the mean of all boards."""
    mean_high: float | None
    most: int | None
    """The most taps that one of these boards needs."""
    hardest: int | None
    """The fewest taps of the hardest boards known; no board needs more if it is `proven_bound`."""
    proven_bound: int | None
    """No board needs more taps, proven."""

    @figure
    def mean_margin(self) -> float | None:
        """Half the width of that interval."""
        return None if self.mean is None or self.mean_high is None else self.mean_high - self.mean

    def _cells(self) -> tuple[object, ...]:
        """The cells of the table of levels, by `COLUMNS`."""
        boards = mean = None
        if self.method == EXACT:
            boards, mean = t("all"), f"{self.mean:.4f}"
        elif self.method == SAMPLED:
            boards, mean = t("{n:,} sampled", n=self.n_boards), f"{self.mean:.3f} ± {self.mean_margin:.3f}"
        low, high = self.hardest or self.most, self.proven_bound
        hardest = low if self.method == EXACT or low == high else t("{low} to {high}", low=low, high=high)
        return self.level.label, self.n_solutions, boards, mean, self.most, hardest


@dataclass(frozen=True)
class Levels(base.ListAnswer[LevelFigures]):
    """The levels of the tablebase with their figures, to iterate over or by name."""

    figures: tuple[LevelFigures, ...]
    source: Place
    """Where the tablebase was found."""
    path: Path
    """The database."""

    lists = "figures"

    @checked
    def __getitem__(self, name: str) -> LevelFigures:  # type: ignore[override]
        """The figures of a level; an InputError if the tablebase lacks it."""
        for figures in self.figures:
            if figures.level.name == name:
                return figures
        names = t(", ").join(figures.level.name for figures in self.figures)
        raise InputError("the tablebase has no level '{level}'; its levels are {levels}", level=name, levels=names)

    def blocks(self) -> Iterator[Block]:
        """The table of levels."""
        rows = [figures._cells() for figures in self.figures]
        yield Table(rows, COLUMNS, title=t("Arrow puzzle: {path}", path=self.path))
        yield t(LEGEND)


@checked
def levels(folder: str | Path | None = None) -> Levels:
    """Read what the tablebase has about each level.

    >>> found = levels()
    >>> found["expert"].hardest, found["expert"].proven_bound
    (81, 81)
    >>> print(str(found).partition("arrow_puzzle.db")[2])
    <BLANKLINE>
    <BLANKLINE>
    level   solutions  boards             mean taps       most  hardest
    ───────────────────────────────────────────────────────────────────
    easy            1  all                13.5000           27       27
    medium          1  all                24.0000           48       48
    hard           16  all                13.2128           19       19
    expert      3,888  1,000,000 sampled  58.355 ± 0.009    74       81
    <BLANKLINE>
    solutions: of a solvable board. boards: all solvable boards, or a random sample.
    mean taps, most: fewest taps that these boards need. hardest: fewest taps of the
    hardest boards, proven; two numbers are its limits.

    `folder` has results or a release. Without it, the tablebase comes from the working folder, the fetched results or
    the package, the first that has it. A missing folder is an InputError, a missing database a MissingDataError, a
    damaged or foreign database or one of another version a DamagedDataError.
    """
    found = find_artifact(ARROW, KIND.file, folder)
    with open_rows(found.path, KIND) as database:
        figures = tuple(
            LevelFigures(Level(level, Shape(shape), side, directions), int(solutions), int(solvable_boards), *others)
            for level, shape, side, directions, solutions, solvable_boards, *others in database.execute(LEVELS_SQL)
        )
    return Levels(figures, found.place, found.path)
