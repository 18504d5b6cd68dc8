"""The commands `tablebases godomachi`.

They load the solver only when they need it, because that takes a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import typer

from tablebases.cli.options import SETTINGS, ResultsOption, artifact_path, read_standard_input
from tablebases.cli.output import Printed, answers
from tablebases.errors import InputError, system_reason
from tablebases.files import check_input
from tablebases.godomachi.answers import Cuts, Polyominoes, Rule, cuts, play, shapes, solve
from tablebases.godomachi.notation import Shape, check_pair, drawn_shape, looks_like_shape, named_shape, split_pictures
from tablebases.godomachi.results import Results, open_results
from tablebases.godomachi.tablebase import KIND
from tablebases.godomachi.terminal import Match, Strength
from tablebases.godomachi.wording import SHAPES
from tablebases.languages import t
from tablebases.messages import counted, say
from tablebases.puzzles import GODOMACHI

app = typer.Typer(**SETTINGS)

SHAPE_HELP = (
    "A shape: rows of # and . with / between them (X, @, 1 and 0 or coloured squares do as well), a file with a "
    "picture, - for the next picture on standard input, cells:number as in 5:3, or the letter of a pentomino such as F."
)
ShapeArgument = Annotated[str, typer.Argument(help=SHAPE_HELP)]
OtherShapeArgument = Annotated[str, typer.Argument(help="The other shape, of as many cells.")]
MaxCutOption = Annotated[Rule, typer.Option(help="The largest piece that may be cut off.")]
MovesOption = Annotated[bool, typer.Option("--moves", help="List every kind of first move with its value.")]
RepliesOption = Annotated[bool, typer.Option("--replies", help="List first moves with the reply to each that loses.")]


# Shapes as words of the command line, pictures in files and on standard input.

MOST_PICTURE_BYTES = 10_000


def _pictures_of(word: str, name: str, n_words: int) -> list[str]:
    """The pictures on standard input for `-`, else in a file, whose only picture is repeated for `n_words`."""
    if word == "-":
        return split_pictures(read_standard_input())
    file = Path(word)
    try:
        if file.exists() and not file.is_dir():
            check_input(file, MOST_PICTURE_BYTES)
        pictures = split_pictures(file.read_text(encoding="utf-8-sig")) or [""]
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else t("it is not text in UTF-8")
        raise InputError(
            "{shape}: '{word}' is neither a shape such as ##/#. nor a file to read: {reason}",
            shape=t(name),
            word=word,
            reason=reason,
        ) from error
    return pictures * n_words if len(pictures) == 1 else pictures


def _source_in_words(word: str) -> str:
    return t("standard input") if word == "-" else word


def read_shapes(words: Sequence[str], names: Sequence[str]) -> list[Shape]:
    """The shapes of `words` of the command line; errors call them `names`.

    A file or standard input that is named again goes on with its next picture, and a file with one picture repeats it.
    """
    found, pictures = [], {}
    for word, name in zip(words, names, strict=True):
        shape = named_shape(word, name) or (drawn_shape(word, name) if looks_like_shape(word) else None)
        if not shape:
            if word not in pictures:
                pictures[word] = _pictures_of(word, name, words.count(word))
            if not pictures[word]:
                text = "{shape}: {source} has no picture left; pictures have an empty line between them"
                raise InputError(text, shape=t(name), source=_source_in_words(word))
            shape = drawn_shape(pictures[word].pop(0), name)
        found.append(shape)
    for word, left in pictures.items():
        if left:
            text = "{source} has {pictures} more than the command reads; an empty line ends a picture"
            raise InputError(text, source=_source_in_words(word), pictures=counted(len(left), "picture"))
    return found


def read_pair(a: str, b: str) -> tuple[Shape, Shape]:
    """The two shapes of a command."""
    one, other = read_shapes([a, b], SHAPES)
    return check_pair(one, other)


# What several commands need.

LARGE = 17
"""Pairs of this many cells and more take seconds."""


def _progress(shape: Shape) -> Callable[[int], None]:
    """A reporter of progress; silent if `shape` is small."""

    def advance(cells: int) -> None:
        if len(shape) >= LARGE:
            say(t("Positions of up to {done} of {cells} cells are known.", done=cells, cells=len(shape)))

    return advance


@contextmanager
def _results(folder: Path | None) -> Iterator[Results]:
    """The results, with a note if not from here."""
    artifact_path(GODOMACHI, KIND.file, folder)
    with open_results(folder) as results:
        yield results


# The commands.


@answers(app)
def summary(results: ResultsOption = None) -> Printed:
    """Show how many pairs each player wins, by size.

    cells: of each polyomino. pairs: of different polyominoes. longest game: in plies. puzzles: pairs with one
    kind of winning first move, up to 9 cells. The largest sizes are records: they were counted once and are in a
    data file.

    Example: tablebases godomachi summary
    """
    with _results(results) as found:
        answer = found.summary()
    next_step = t("`tablebases godomachi pair 5:0 5:4` looks up who wins a pair; `list 5` shows the numbers.")
    return Printed(answer, next_step=next_step)


@answers(app, "solve", draws=True)
def solve_pair(
    a: ShapeArgument,
    b: OtherShapeArgument,
    show_moves: MovesOption = False,
    show_replies: RepliesOption = False,
    max_cut: MaxCutOption = "any",
) -> Printed:
    """Find the winner of a pair and a best line.

    The polyominoes have the same size, up to 18 cells. A best line is drawn step by step: the winner wins as soon as
    possible, the loser holds out as long as possible. Pieces are drawn lighter, and as `o` in the list of moves. Moves
    are of the same kind if they cut off congruent pieces and leave congruent shapes; `ways` is the number of moves of
    the kind. --csv has a row for each kind of first move. --replies shows why a move loses: in the reply, `o` is the
    piece and `.` a lost cell.

    Examples:
    tablebases godomachi solve "#####" "##/.##/..#"

    tablebases godomachi solve 6:2 6:14 --replies

    tablebases godomachi solve 3x5.txt "###############" --moves

    tablebases godomachi solve 8:17 8:200 --json

    tablebases godomachi solve "###/###" "######" -o game.svg
    """
    one, other = read_pair(a, b)
    answer = solve(one, other, max_cut, replies=show_replies, advance=_progress(one))
    legend = [t("#: stays; o: cut off in this move; .: empty")]
    if show_replies:
        legend.append(t("A reply wins for the opponent; in it . is also a cell that the first move cut off."))
    return Printed(answer, [*answer.blocks(), answer.table, *legend] if show_moves or show_replies else None)


HOW = "a pair is cells and two numbers, as in 5 0 4, or two shapes, as in 5:0 5:4"


def _numbers_of(words: Sequence[str]) -> tuple[int, int, int] | None:
    """Cells and numbers of a pair, None for shapes."""
    if len(words) == 2:
        return None
    if len(words) != 3:
        raise InputError(HOW)
    try:
        n, a, b = map(int, words)
    except ValueError as error:  # also of a number of thousands of digits
        raise InputError("{words} are not three numbers; {how}", words=" ".join(words), how=t(HOW)) from error
    return n, a, b


@answers(app)
def pair(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="N I J | A B",
            help="Cells of both polyominoes and their numbers, or the shapes themselves: 5:0 5:4, or pictures.",
        ),
    ],
    show_moves: MovesOption = False,
    results: ResultsOption = None,
) -> Printed:
    """Look up the winner and first moves of a pair.

    piece, rest a, rest b: numbers of polyominoes; `tablebases godomachi list N` shows those of N cells. ways: number
    of moves of the kind. --csv has a row for each kind of first move; its column k has the cells of the piece.

    Examples:
    tablebases godomachi pair 5 0 4

    tablebases godomachi pair "#####" "##/.##/..#"

    tablebases godomachi pair 10 17 4000 --moves
    """
    numbers = _numbers_of(words)
    shapes_given = None if numbers else read_pair(*words)
    with _results(results) as found:
        answer = found.pair(*numbers) if numbers else found.probe(*shapes_given or ())
    rule = "" if answer.max_cut == "any" else f" --max-cut {answer.max_cut}"
    words = [f"{answer.n}:{answer.a}", f"{answer.n}:{answer.b}{rule}"]
    next_step = t("`tablebases godomachi solve {pair}` shows a best game.", pair=" ".join(words))
    if not answer.plies:
        return Printed(answer)
    return Printed(answer, [*answer.blocks(), answer.table] if show_moves else None, next_step)


@answers(app, "cuts")
def cuts_of_shape(shape: ShapeArgument, max_cut: MaxCutOption = "any") -> Cuts:
    """Show all kinds of cuts of a shape.

    A cut leaves two connected parts, the piece and the rest. Cuts are of the same kind if their pieces and their rests
    are congruent. The piece is drawn lighter, in CSV and JSON as o; ways is the number of cuts of a kind.

    Examples:
    tablebases godomachi cuts "#../###/.#."

    tablebases godomachi cuts 5:11 --json
    """
    (only,) = read_shapes([shape], ["the shape"])
    return cuts(only, max_cut=max_cut)


@answers(app, draws=True)
def puzzle(
    plies: Annotated[int | None, typer.Option(help="Plies in which the first player wins: 3, 5 and so on.")] = None,
    n: Annotated[int | None, typer.Option("-n", help="Cells of both shapes.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same puzzle.")] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the answer.")] = False,
    results: ResultsOption = None,
) -> Printed:
    """Set a puzzle: which kind of first move wins?

    The first player can win with one kind of first move only.

    Examples:
    tablebases godomachi puzzle --plies 5 --seed 1

    tablebases godomachi puzzle --plies 5 --seed 1 --answer
    """
    with _results(results) as found:
        chosen = found.puzzle(plies=plies, n=n, seed=seed)
    if answer:
        solution = chosen.answer(advance=_progress(chosen.a))
        return Printed(replace(chosen, line=solution.line, moves=solution.moves))
    next_step = t("Add --seed {seed} --answer to the command to see the answer.", seed=chosen.seed)
    return Printed(chosen, next_step=next_step)


@app.command("play")
def play_in_terminal(
    a: ShapeArgument,
    b: OtherShapeArgument,
    second: Annotated[bool, typer.Option("--second", help="Let the program move first.")] = False,
    max_cut: MaxCutOption = "any",
    strength: Annotated[Strength, typer.Option(help="one-ply: random, unless a move wins at once.")] = Strength.PERFECT,
    two_players: Annotated[bool, typer.Option("--two-players", help="Two people make all moves.")] = False,
    seed: Annotated[int | None, typer.Option(help="Seed of random moves, to repeat a game.")] = None,
) -> None:
    """Play against the program or another person: cut congruent pieces off both shapes, in turn.

    The player who makes the two shapes congruent wins. The program wins as soon as it can. If it cannot win, it
    holds out as long as it can. `--strength` makes it weaker. Type moves as letters; ? shows how.

    Examples:
    tablebases godomachi play "#####" "##/.##/..#"

    tablebases godomachi play 8:17 8:200 --second --strength one-ply

    tablebases godomachi play 8:17 8:200 --two-players
    """
    if two_players and (second or strength is not Strength.PERFECT or seed is not None):
        raise InputError("the program does not play with --two-players: leave out --second, --strength and --seed")
    one, other = read_pair(a, b)
    game = play(one, other, max_cut, advance=_progress(one))
    human: Literal["first", "second"] | None = None if two_players else "second" if second else "first"
    Match(game, human, strength, Random(seed)).play()  # noqa: S311 - moves, not secrets


@answers(app, "list")
def list_shapes(n: Annotated[int, typer.Argument(help="Cells of each, at most 12.")]) -> Polyominoes:
    """List all free polyominoes of a size with their numbers.

    With --csv and --json: symmetry is the number of the 8 turned and mirrored images that equal the shape.

    Examples:
    tablebases godomachi list 5

    tablebases godomachi list 8 --csv
    """
    return shapes(n)
