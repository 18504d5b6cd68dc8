"""Positions, moves and games as the commands show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from rich.console import Console
from rich.text import Text

from pipeline.core.words import counted
from pipeline.godomachi.drawing.terminal import SPACE_BETWEEN, picture, side_by_side, whole
from pipeline.godomachi.game.notation import marked_text, parse_shape
from pipeline.godomachi.game.pair import MAX_CELLS, Move, Pair, Position
from pipeline.godomachi.game.parts import CutKind, Parts
from pipeline.godomachi.game.polyominoes import Shapes, shape_size, shape_text

PLAYERS = ("first", "second")
Row = dict[str, object]


def plies_in_words(plies: int) -> str:
    """How long a game takes."""
    return counted(plies, "ply", "plies")


def winner_in_words(plies: int) -> str:
    """Who wins a position, and when."""
    if plies == 0:
        return "the shapes are congruent: the second player has won before the first move"
    return f"the {'first' if plies % 2 else 'second'} player wins in {plies_in_words(plies)}"


def draw(pair: Pair, left: Position, pieces: Position = (0, 0)) -> Text:
    """Both shapes of a position side by side, with the pieces that are cut off."""
    shapes = (pair.a.cells, pair.b.cells)
    return side_by_side([picture(*of_shape) for of_shape in zip(shapes, left, pieces, strict=True)])


def print_line(pair: Pair, moves: Sequence[Move]) -> None:
    """A game from the start of a pair, step by step."""
    console = Console(highlight=False, soft_wrap=True)
    for ply, move in enumerate(moves):
        console.print(f"{ply + 1}. the {PLAYERS[ply % 2]} player cuts")
        console.print(draw(pair, move.left, move.pieces))
    end = moves[-1].left if moves else pair.start
    console.print("congruent" if pair.is_over(*end) else "")
    console.print(draw(pair, end), end="")


def move_rows(pair: Pair, moves: Sequence[Move]) -> list[Row]:
    """Moves as rows of a table, or for JSON."""
    return [
        {
            "plies": move.plies,
            "result": "wins" if move.wins else "loses",
            "a": marked_text(pair.a.cells, move.left[0], move.pieces[0]),
            "b": marked_text(pair.b.cells, move.left[1], move.pieces[1]),
            "piece": shape_text(pair.a.form(move.pieces[0])),
            "rest_a": shape_text(pair.a.form(move.left[0])),
            "rest_b": shape_text(pair.b.form(move.left[1])),
            "ways": move.ways,
        }
        for move in moves
    ]


def as_data(pair: Pair, moves: Sequence[Move], line: Sequence[Move]) -> Row:
    """All about a pair, for JSON."""
    plies = pair.plies(*pair.start)
    return {
        "cells": len(pair.a.cells),
        "a": shape_text(pair.a.cells),
        "b": shape_text(pair.b.cells),
        "max_cut": pair.max_cut.value,
        "plies": plies,
        "winner": "first" if plies % 2 else "second",
        "best_line": [{"player": PLAYERS[ply % 2], **row} for ply, row in enumerate(move_rows(pair, line))],
        "moves": move_rows(pair, moves),
    }


def _print_in_rows(blocks: Iterable[Sequence[Text]], across: int, width: int = 0) -> None:
    console = Console(highlight=False, soft_wrap=True)
    waiting = iter(blocks)
    while row := list(islice(waiting, across)):
        console.print(side_by_side(row, width))


def print_shapes_side_by_side(texts: Sequence[str]) -> None:
    """Print shapes that are given row by row."""
    shapes = [parse_shape(text, "the shape", MAX_CELLS) for text in texts]
    _print_in_rows((picture(shape, whole(shape)) for shape in shapes), len(shapes))


def print_cuts(parts: Parts, kinds: Sequence[CutKind]) -> None:
    """Print an example of each kind of cut, as many side by side as there is room for."""
    across = max(1, Console().width // (2 * shape_size(parts.cells)[0] + SPACE_BETWEEN))
    _print_in_rows((picture(parts.cells, kind.left, kind.piece) for kind in kinds), across)


def print_shapes(shapes: Shapes) -> None:
    """Print all shapes with their numbers, as many side by side as there is room for."""
    width = max(len(str(len(shapes) - 1)), 2 * int(shapes[:, :, 0].max() + 1))
    across = max(1, (Console().width + SPACE_BETWEEN) // (width + SPACE_BETWEEN))
    blocks = ([*picture(shape, whole(shape)), Text(str(number))] for number, shape in enumerate(shapes))
    _print_in_rows(blocks, across, width)
