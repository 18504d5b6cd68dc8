"""The commands `tablebases godomachi`.

They load the game when they need it: that takes a second, which help, the summary and errors of use do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from tablebases.cli.options import SETTINGS, ResultsOption, artifact_path, read_standard_input
from tablebases.cli.output import Output, answers, show
from tablebases.errors import InputError
from tablebases.godomachi.answers import Move, Rule, Solution, check_pair, cuts, play, shapes, solve
from tablebases.godomachi.drawing import PLAYERS, draw_game, numbered_text
from tablebases.godomachi.notation import Shape, drawn_shape, looks_like_shape, numbered_shape, split_pictures
from tablebases.godomachi.results import SUMMARY_COLUMNS, Puzzle, Results, open_results
from tablebases.godomachi.tablebase import FILE, FOLDER
from tablebases.godomachi.terminal import Match, columns, print_drawing
from tablebases.messages import counted, say

app = typer.Typer(**SETTINGS)

Row = dict[str, object]

SHAPE_HELP = (
    "A shape: rows of # and . with / between them, or as commands draw it; a file with such a picture, - for "
    "the next picture on standard input, or cells:number as in 5:3."
)
ShapeArgument = Annotated[str, typer.Argument(help=SHAPE_HELP)]
OtherShapeArgument = Annotated[str, typer.Argument(help="The other shape, of as many cells.")]
MaxCutOption = Annotated[Rule, typer.Option(help="The largest piece that may be cut off.")]
MovesOption = Annotated[bool, typer.Option("--moves", help="List every kind of first move with its value.")]


# Shapes as words of the command line: a file and standard input have pictures, too.


def _picture_of(word: str, name: str, pictures: list[str]) -> str:
    """The picture that a word stands for. pictures: those on standard input, of which the first one is used up."""
    if word == "-":
        if not pictures:
            raise InputError(f"{name}: standard input has no picture left; pictures have an empty line between them")
        return pictures.pop(0)
    if looks_like_shape(word):
        return word
    try:
        return Path(word).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise InputError(f"{name}: '{word}' is neither a shape such as ##/#. nor a file to read: {reason}") from error


def read_shapes(words: Sequence[str], names: Sequence[str]) -> list[Shape]:
    """The shapes that words of the command line stand for."""
    pictures = split_pictures(read_standard_input()) if "-" in words else []
    found = [
        numbered_shape(word) or drawn_shape(_picture_of(word, name, pictures), name)
        for word, name in zip(words, names, strict=True)
    ]
    if pictures:
        raise InputError(
            f"standard input has {counted(len(pictures), 'picture')} more than were asked for; an "
            "empty line ends a picture"
        )
    return found


def read_shape(word: str) -> Shape:
    """The only shape of a command."""
    (shape,) = read_shapes([word], ["the shape"])
    return shape


def read_pair(a: str, b: str) -> tuple[Shape, Shape]:
    """The two shapes of a command."""
    one, other = read_shapes([a, b], ["the first shape", "the second shape"])
    return check_pair(one, other)


# What several commands need.

LARGE = 17
"""Pairs of this many cells and more take seconds."""


def _progress(shape: Shape) -> Callable[[int], None]:
    """A function that reports progress if solving a pair takes long. shape: one of the two."""

    def advance(cells: int) -> None:
        if len(shape) >= LARGE:
            say(f"positions of {cells} of {len(shape)} cells are solved")

    return advance


@contextmanager
def _results(folder: Path | None) -> Iterator[Results]:
    """The finished results, with a note to the user where they are not those of the working folder."""
    artifact_path(FOLDER, FILE, folder)
    with open_results(folder) as results:
        yield results


def _print_headed(headline: str, drawing: str) -> None:
    """Print a sentence, and a drawing that ends with a line end."""
    print(headline)
    print()
    print_drawing(drawing, end="")


def _move_rows(moves: Sequence[Move]) -> list[Row]:
    """Moves as rows of a table, or for JSON."""
    results = ({**vars(move), "result": "wins" if move.wins else "loses"} for move in moves)
    return [{name: row[name] for name in SOLVE_CSV_COLUMNS} for row in results]


def _pair_data(pair: Solution | Puzzle, line: Sequence[Move], moves: Sequence[Move]) -> Row:
    """All about a pair, for JSON."""
    return {
        "cells": len(pair.a),
        "a": pair.a.text,
        "b": pair.b.text,
        "max_cut": pair.max_cut,
        "plies": pair.plies,
        "winner": pair.winner,
        "best_line": [{"player": PLAYERS[ply % 2], **row} for ply, row in enumerate(_move_rows(line))],
        "moves": _move_rows(moves),
    }


# The commands.


@answers(app)
def summary(results: ResultsOption = None) -> Output:
    """Show what the pipeline has found, size by size.

    pairs: of different polyominoes of n cells. longest: the most plies that a pair takes. puzzles:
    pairs with one kind of winning first move, up to 9 cells. Sizes above those of the run are records, which were
    counted once and are in a data file.

    Example: tablebases godomachi summary
    """
    with _results(results) as found:
        answer = found.summary()
    next_step = "`tablebases godomachi pair 5:0 5:4` looks up who wins a pair; `list 5` shows the numbers."
    return Output(SUMMARY_COLUMNS, map(vars, answer.sizes), answer.headline, next_step=next_step)


SOLVE_COLUMNS = ("plies", "result", "a", "b", "piece", "ways")
SOLVE_CSV_COLUMNS = ("plies", "result", "a", "b", "piece", "rest_a", "rest_b", "ways")


@answers(app, "solve", draws=True)
def solve_pair(
    a: ShapeArgument, b: OtherShapeArgument, show_moves: MovesOption = False, max_cut: MaxCutOption = "any"
) -> Output:
    """Say who wins two polyominoes of the same size, up to 18 cells, in how many plies, and how.

    A best line is drawn step by step: the player who can win does so as soon as possible, the other one holds
    out as long as possible. Pieces that are cut off are lighter, and `o` in the list of moves. Moves are of
    the same kind if they cut off congruent pieces and leave congruent shapes; ways says how many. --csv
    has a row for each kind of first move.

    Examples:
    tablebases godomachi solve "#####" "##/.##/..#"

    tablebases godomachi solve 3x5.txt "###############" --moves

    tablebases godomachi solve 8:17 8:200 --json

    tablebases godomachi solve "###/###" "######" -o game.svg
    """
    one, other = read_pair(a, b)
    answer = solve(one, other, max_cut, advance=_progress(one))
    rows = _move_rows(answer.moves)

    def text() -> None:
        _print_headed(f"{counted(len(answer.a), 'cell')}: {answer.headline}", answer.text)
        if show_moves:
            show(rows, SOLVE_COLUMNS, title=f"\n{counted(len(rows), 'kind')} of first moves")

    data = _pair_data(answer, answer.line, answer.moves)
    return Output(SOLVE_CSV_COLUMNS, rows, text=text, data=data, picture=answer._repr_svg_)


PAIR_COLUMNS = ("k", "piece", "rest_a", "rest_b", "ways", "plies")
HOW = "a pair is cells and two numbers, as in 5 0 4, or two shapes, as in 5:0 5:4"


def _numbers_of(words: Sequence[str]) -> tuple[int, int, int] | None:
    """Cells and both numbers of a pair, None if the words are two shapes."""
    if len(words) == 2:
        return None
    if len(words) != 3:
        raise InputError(HOW)
    if not all(word.isdecimal() for word in words):
        raise InputError(f"{' '.join(words)} are not three numbers; {HOW}")
    n, a, b = map(int, words)
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
) -> Output:
    """Look up who wins a pair of polyominoes, and the values of all first moves.

    k: cells of the piece that is cut off. piece, rest_a, rest_b: numbers of polyominoes of k and of
    n - k cells. ways: how many moves are so. `tablebases godomachi list N` shows the numbers.
    --csv has a row for each kind of first move.

    Examples:
    tablebases godomachi pair 5 0 4

    tablebases godomachi pair "#####" "##/.##/..#"

    tablebases godomachi pair 10 17 4000 --moves
    """
    numbers = _numbers_of(words)
    shapes_given = None if numbers else read_pair(*words)
    with _results(results) as found:
        answer = found.pair(*numbers) if numbers else found.probe(*shapes_given or ())
    moves = [vars(move) for move in answer.moves]

    def text() -> None:
        _print_headed(answer.headline, answer.text)
        if show_moves and answer.a != answer.b:
            show(moves, PAIR_COLUMNS)

    data = {
        "n": answer.n,
        "a": answer.a,
        "b": answer.b,
        "cells_a": answer.shape_a.text,
        "cells_b": answer.shape_b.text,
        "max_cut": answer.max_cut,
        "plies": answer.plies,
        "winner": answer.winner,
        "moves": moves,
    }
    return Output(PAIR_COLUMNS, moves, text=text, data=data)


CUTS_COLUMNS = ("k", "piece", "rest", "ways", "example")


@answers(app, "cuts")
def cuts_of_shape(shape: ShapeArgument, max_cut: MaxCutOption = "any") -> Output:
    """Show all kinds of cuts of a shape: a connected piece, and what is left, connected too.

    Cuts are of the same kind if their pieces are congruent and what is left is, too. The piece is
    drawn lighter, in tables as o; ways says how many cuts there are of a kind.

    Examples:
    tablebases godomachi cuts "#../###/.#."

    tablebases godomachi cuts 5:11 --json
    """
    answer = cuts(read_shape(shape), max_cut=max_cut)

    def text() -> None:
        _print_headed(answer.headline, f"{answer.text(columns())}\n" if answer.kinds else "")

    return Output(CUTS_COLUMNS, [vars(cut) for cut in answer.kinds], text=text)


PUZZLE_CSV_COLUMNS = ("n", "id_a", "id_b", "seed", "a", "b", "max_cut", "plies", "winner")


@answers(app, draws=True)
def puzzle(
    plies: Annotated[int | None, typer.Option(help="In how many plies the first player wins: 3, 5, ..")] = None,
    n: Annotated[int | None, typer.Option("-n", help="Cells of both shapes.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed, the same puzzle.")] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the answer.")] = False,
    results: ResultsOption = None,
) -> Output:
    """Set a puzzle: the first player can win, but with one kind of first move only. Which?

    Examples:
    tablebases godomachi puzzle --plies 5 --seed 1

    tablebases godomachi puzzle --plies 5 --seed 1 --answer
    """
    with _results(results) as found:
        chosen = found.puzzle(plies=plies, n=n, seed=seed)
    solution = chosen.answer(advance=_progress(chosen.a)) if answer else None
    line, moves = (solution.line, solution.moves) if solution else ((), ())

    def text() -> None:
        headline = f"{chosen.n} cells, {chosen.id_a} and {chosen.id_b}: {chosen.headline}"
        if solution:
            _print_headed(headline, solution.text)
        else:
            _print_headed(headline, f"{chosen.text}\n")
            print(f"The answer: the same command with --seed {chosen.seed} --answer")

    def picture() -> str:
        marks = [move.marks for move in line]
        return draw_game((chosen.a.text, chosen.b.text), marks, solution is not None, chosen.headline)

    names = {"n": chosen.n, "id_a": chosen.id_a, "id_b": chosen.id_b, "seed": chosen.seed}
    data = {**names, **_pair_data(chosen, line, moves)}
    return Output(PUZZLE_CSV_COLUMNS, [data], text=text, data=data, picture=picture)


@app.command("play")
def play_in_terminal(
    a: ShapeArgument,
    b: OtherShapeArgument,
    second: Annotated[bool, typer.Option("--second", help="Let the program move first.")] = False,
    max_cut: MaxCutOption = "any",
) -> None:
    """Play against the perfect player: cut congruent pieces off both shapes, in turn.

    The player who makes the two shapes congruent wins. The program wins as soon as it can, and else holds out
    as long as it can. Moves are typed as letters; ? shows how.

    Examples:
    tablebases godomachi play "#####" "##/.##/..#"

    tablebases godomachi play 8:17 8:200 --second
    """
    one, other = read_pair(a, b)
    game = play(one, other, max_cut, advance=_progress(one))
    Match(game, "second" if second else "first").play()


LIST_COLUMNS = ("n", "id", "cells", "width", "height", "holes", "symmetry")


@answers(app, "list")
def list_shapes(n: Annotated[int, typer.Argument(help="Cells of each, at most 12.")]) -> Output:
    """List all free polyominoes of a size with their numbers, drawn or as a table.

    symmetry: how many of the 8 ways to turn and mirror a shape leave it as it is.

    Examples:
    tablebases godomachi list 5

    tablebases godomachi list 8 --csv
    """
    found = shapes(n)
    rows = (
        {"n": n, "id": shape.number, "cells": shape.text, **{name: getattr(shape, name) for name in LIST_COLUMNS[3:]}}
        for shape in found
    )

    def text() -> None:
        print_drawing(numbered_text([shape.text for shape in found], columns()))

    return Output(LIST_COLUMNS, rows, text=text)
