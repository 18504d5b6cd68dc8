"""Positions, moves and games as the commands show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from rich.console import Console
from rich.text import Text

from pipeline.godomachi.drawing.terminal import SPACE_BETWEEN, picture, side_by_side, whole
from pipeline.godomachi.game.notation import marked_text, parse_shape
from pipeline.godomachi.game.pair import MAX_CELLS, Move, Pair
from pipeline.godomachi.game.parts import Bits, CutKind, Parts
from pipeline.godomachi.game.polyominoes import Shapes, shape_size, shape_text

PLAYERS = ("first", "second")
Row = dict[str, object]


def plies_in_words(plies: int) -> str:
    """How long a game takes."""
    return "1 ply" if plies == 1 else f"{plies} plies"


def winner_in_words(plies: int) -> str:
    """Who wins a position, and when."""
    if plies == 0:
        return "the shapes are congruent: the second player has won before the first move"
    winner = "first" if plies % 2 else "second"
    return f"the {winner} player wins in {plies_in_words(plies)}"


def draw(pair: Pair, rest_a: Bits, rest_b: Bits, piece_a: Bits = 0, piece_b: Bits = 0) -> Text:
    """Both shapes of a position side by side, with the pieces that are cut off."""
    return side_by_side([picture(pair.a.cells, rest_a, piece_a), picture(pair.b.cells, rest_b, piece_b)])


def draw_move(pair: Pair, move: Move) -> Text:
    """Both shapes at the moment of a move."""
    return draw(pair, move.left_a, move.left_b, move.piece_a, move.piece_b)


def print_line(pair: Pair, moves: Sequence[Move]) -> None:
    """A game from the start of a pair, step by step."""
    console = Console(highlight=False)
    for ply, move in enumerate(moves):
        console.print(f"{ply + 1}. the {PLAYERS[ply % 2]} player cuts")
        console.print(draw_move(pair, move))
    rest_a, rest_b = (moves[-1].left_a, moves[-1].left_b) if moves else pair.start
    console.print("congruent" if pair.is_over(rest_a, rest_b) else "")
    console.print(draw(pair, rest_a, rest_b), end="")


def move_rows(pair: Pair, moves: Sequence[Move]) -> Iterator[Row]:
    """Moves as rows of a table, or for JSON."""
    for move in moves:
        yield {
            "plies": move.plies,
            "result": "wins" if move.wins else "loses",
            "a": marked_text(pair.a.cells, move.left_a, move.piece_a),
            "b": marked_text(pair.b.cells, move.left_b, move.piece_b),
            "piece": shape_text(pair.a.form(move.piece_a)),
            "rest_a": shape_text(pair.a.form(move.left_a)),
            "rest_b": shape_text(pair.b.form(move.left_b)),
            "ways": move.ways,
        }


def line_as_data(pair: Pair, moves: Sequence[Move]) -> list[Row]:
    """A game from the start of a pair, for JSON."""
    rows = move_rows(pair, moves)
    return [{"player": PLAYERS[ply % 2], **row} for ply, row in enumerate(rows)]


def as_data(pair: Pair, moves: Sequence[Move], line: Sequence[Move]) -> Row:
    """All about a pair, for JSON."""
    plies = pair.plies(*pair.start)
    return {
        "cells": len(pair.a.cells),
        "a": shape_text(pair.a.cells),
        "b": shape_text(pair.b.cells),
        "max_cut": pair.max_cut.value,
        "plies": plies,
        "winner": PLAYERS[0] if plies % 2 else PLAYERS[1],
        "best_line": line_as_data(pair, line),
        "moves": list(move_rows(pair, moves)),
    }


def _print_in_rows(blocks: Iterable[Sequence[Text]], across: int, width: int | None = None) -> None:
    console = Console(highlight=False)
    waiting = iter(blocks)
    while row := list(islice(waiting, across)):
        console.print(side_by_side(row, [width] * len(row) if width else None), soft_wrap=True)


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
