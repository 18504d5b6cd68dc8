"""The commands `tablebases godomachi`.

They load the solver only when they need it, because that takes a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Annotated, Literal

import typer

from tablebases.cli.options import SETTINGS, ResultsOption, artifact_path, read_standard_input
from tablebases.cli.output import Output, answers, show
from tablebases.errors import InputError, system_reason
from tablebases.files import check_input
from tablebases.godomachi.answers import (
    Game,
    Move,
    Rule,
    Solution,
    check_pair,
    cuts,
    place_of_pair,
    play,
    shapes,
    share_card,
    solution_of,
)
from tablebases.godomachi.drawing import PLAYERS, SHAPES, draw_game, numbered_text
from tablebases.godomachi.notation import Shape, drawn_shape, looks_like_shape, named_shape, split_pictures
from tablebases.godomachi.results import SUMMARY_COLUMNS, SUMMARY_HEADINGS, Puzzle, Results, open_results
from tablebases.godomachi.tablebase import FILE, FOLDER, MAX_CELLS_OF_CHARTS
from tablebases.godomachi.terminal import Match, Strength, columns, print_drawing
from tablebases.languages import t
from tablebases.locations import CONFIG
from tablebases.messages import counted, say
from tablebases.yaml_file import section_of

app = typer.Typer(**SETTINGS)

Row = dict[str, object]

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
    artifact_path(FOLDER, FILE, folder)
    with open_results(folder) as results:
        yield results


def _print_headed(headline: str, drawing: str) -> None:
    """Print a sentence, and a drawing with a line end."""
    print(headline)
    print()
    print_drawing(drawing, end="")


def _move_rows(moves: Sequence[Move]) -> list[Row]:
    """Moves as rows of JSON and CSV."""
    return [{name: getattr(move, name) for name in SOLVE_CSV_COLUMNS} for move in moves]


def _reply_row(game: Game, move: Move) -> Row:
    """The reply to a losing first move; None on both shapes if the move wins."""
    reply = None if move.wins else game.reply_to(move)
    return dict(zip(REPLY_COLUMNS, reply.marks if reply else (None, None), strict=True))


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
    """Show how many pairs each player wins, by size.

    cells: of each polyomino. pairs: of different polyominoes. longest game: in plies. puzzles: pairs with one
    kind of winning first move, up to 9 cells. The largest sizes are records: they were counted once and are in a
    data file.

    Example: tablebases godomachi summary
    """
    with _results(results) as found:
        answer = found.summary()
    legend = t("Empty places were not counted. The largest sizes are records, which a data file has.")
    next_step = t("`tablebases godomachi pair 5:0 5:4` looks up who wins a pair; `list 5` shows the numbers.")
    return Output(SUMMARY_COLUMNS, map(vars, answer.sizes), answer.headline, SUMMARY_HEADINGS, f"{legend}\n{next_step}")


SOLVE_COLUMNS = ("plies", "result", "a", "b", "piece", "ways")
REPLY_COLUMNS = ("reply_a", "reply_b")
SOLVE_HEADINGS = {
    "a": "first shape",
    "b": "second shape",
    "reply_a": "reply on the first",
    "reply_b": "reply on the second",
}
SOLVE_CSV_COLUMNS = ("plies", "result", "a", "b", "piece", "rest_a", "rest_b", "ways")


@answers(app, "solve", draws=True)
def solve_pair(
    a: ShapeArgument,
    b: OtherShapeArgument,
    show_moves: MovesOption = False,
    show_replies: RepliesOption = False,
    max_cut: MaxCutOption = "any",
) -> Output:
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
    game = play(one, other, max_cut, advance=_progress(one))
    answer = solution_of(game)
    rows = _move_rows(answer.moves)
    if show_replies:
        rows = [{**row, **_reply_row(game, move)} for row, move in zip(rows, answer.moves, strict=True)]

    def text() -> None:
        _print_headed(answer.title, answer.text)
        if answer.plies:
            print(f"\n{t('▒▒: cut off in this move; ·: cut off before')}")
        if show_moves or show_replies:
            print()
            title = t("{kinds} of first moves", kinds=counted(len(rows), "kind"))
            moves = [{**row, "result": t(str(row["result"]))} for row in rows]
            columns = (*SOLVE_COLUMNS[:4], *REPLY_COLUMNS) if show_replies else SOLVE_COLUMNS
            show(moves, columns, title=title, headings=SOLVE_HEADINGS)

    data = {**_pair_data(answer, answer.line, answer.moves), "moves": rows}
    return Output(
        (*SOLVE_CSV_COLUMNS, *REPLY_COLUMNS) if show_replies else SOLVE_CSV_COLUMNS,
        rows,
        text=text,
        data=data,
        picture=answer._repr_svg_,
        card=lambda: share_card(answer, answer.line, _place(answer, is_over=True)),
    )


CELLS_OF_PAGE = range(3, 16)
"""The page solves pairs of these sizes."""


def _place(pair: Solution | Puzzle, is_over: bool) -> str:
    """The address of a pair; that of a puzzle hides its moves until `is_over`."""
    with section_of(CONFIG, FOLDER, "max_cut") as section:
        is_known = pair.max_cut == section["max_cut"] and len(pair.a) in CELLS_OF_PAGE
    if not is_known:
        return "godomachi/"
    if isinstance(pair, Puzzle) and not is_over and pair.n <= MAX_CELLS_OF_CHARTS:
        return f"godomachi/#{pair.n}-{pair.id_a}-{pair.id_b}-puzzle"
    return place_of_pair(pair)


PAIR_COLUMNS = ("k", "piece", "rest_a", "rest_b", "ways", "plies")
PAIR_HEADINGS = {"k": "cells of piece"}
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
) -> Output:
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
    moves = [vars(move) for move in answer.moves]

    def text() -> None:
        _print_headed(answer.headline, answer.text)
        if answer.plies and show_moves:
            show(moves, PAIR_COLUMNS, headings=PAIR_HEADINGS)
        elif answer.plies:
            print()

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
    rule = "" if answer.max_cut == "any" else f" --max-cut {answer.max_cut}"
    words = [f"{answer.n}:{answer.a}", f"{answer.n}:{answer.b}{rule}"]
    next_step = t("`tablebases godomachi solve {pair}` shows a best game.", pair=" ".join(words))
    return Output(PAIR_COLUMNS, moves, text=text, data=data, next_step=next_step if answer.plies else None)


CUTS_COLUMNS = ("k", "piece", "rest", "ways", "example")


@answers(app, "cuts")
def cuts_of_shape(shape: ShapeArgument, max_cut: MaxCutOption = "any") -> Output:
    """Show all kinds of cuts of a shape.

    A cut leaves two connected parts, the piece and the rest. Cuts are of the same kind if their pieces and their rests
    are congruent. The piece is drawn lighter, in CSV and JSON as o; ways is the number of cuts of a kind.

    Examples:
    tablebases godomachi cuts "#../###/.#."

    tablebases godomachi cuts 5:11 --json
    """
    (only,) = read_shapes([shape], ["the shape"])
    answer = cuts(only, max_cut=max_cut)

    def text() -> None:
        _print_headed(answer.headline, f"{answer.text(columns())}\n" if answer.kinds else "")

    return Output(CUTS_COLUMNS, [vars(cut) for cut in answer.kinds], text=text)


PUZZLE_CSV_COLUMNS = ("n", "id_a", "id_b", "seed", "a", "b", "max_cut", "plies", "winner")


@answers(app, draws=True)
def puzzle(
    plies: Annotated[int | None, typer.Option(help="Plies in which the first player wins: 3, 5 and so on.")] = None,
    n: Annotated[int | None, typer.Option("-n", help="Cells of both shapes.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same puzzle.")] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the answer.")] = False,
    results: ResultsOption = None,
) -> Output:
    """Set a puzzle: which kind of first move wins?

    The first player can win with one kind of first move only.

    Examples:
    tablebases godomachi puzzle --plies 5 --seed 1

    tablebases godomachi puzzle --plies 5 --seed 1 --answer
    """
    with _results(results) as found:
        chosen = found.puzzle(plies=plies, n=n, seed=seed)
    solution = chosen.answer(advance=_progress(chosen.a)) if answer else None
    line, moves = (solution.line, solution.moves) if solution else ((), ())

    def text() -> None:
        if solution:
            _print_headed(chosen.title, solution.text)
        else:
            _print_headed(chosen.title, f"{chosen.text}\n")
            print(t("Add --seed {seed} --answer to the command to see the answer.", seed=chosen.seed))

    def picture() -> str:
        marks = [move.marks for move in line]
        return draw_game((chosen.a.text, chosen.b.text), marks, solution is not None, chosen.headline)

    names = {"n": chosen.n, "id_a": chosen.id_a, "id_b": chosen.id_b, "seed": chosen.seed}
    data = {**names, **_pair_data(chosen, line, moves)}
    return Output(
        PUZZLE_CSV_COLUMNS,
        [data],
        text=text,
        data=data,
        picture=picture,
        card=lambda: share_card(chosen, line, _place(chosen, answer), answer),
    )


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


LIST_COLUMNS = ("n", "id", "cells", "width", "height", "holes", "symmetry")


@answers(app, "list")
def list_shapes(n: Annotated[int, typer.Argument(help="Cells of each, at most 12.")]) -> Output:
    """List all free polyominoes of a size with their numbers.

    With --csv and --json: symmetry is the number of the 8 turned and mirrored images that equal the shape.

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
