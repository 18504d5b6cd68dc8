"""Positions, moves and games as the commands show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from pipeline.godomachi.commands.asking import plies_in_words
from pipeline.godomachi.drawing.terminal import picture, side_by_side
from pipeline.godomachi.game.notation import marked_text
from pipeline.godomachi.game.pair import Move, Pair
from pipeline.godomachi.game.parts import Bits
from pipeline.godomachi.game.polyominoes import shape_text

PLAYERS = ("first", "second")


def draw(pair: Pair, rest_a: Bits, rest_b: Bits, piece_a: Bits = 0, piece_b: Bits = 0) -> Text:
    """Both shapes of a position beside each other, with the pieces that are cut off."""
    return side_by_side([
        picture(pair.a.cells, rest_a, piece_a), picture(pair.b.cells, rest_b, piece_b)
    ])  # fmt: skip


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


def move_in_words(move: Move) -> str:
    """What a move leads to for who makes it."""
    return f"{'wins' if move.wins else 'loses'} in {plies_in_words(move.plies)}"


def move_rows(pair: Pair, moves: Sequence[Move]) -> Iterator[dict[str, Any]]:
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


def line_as_data(pair: Pair, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """A game from the start of a pair, for JSON."""
    rows = move_rows(pair, moves)
    return [{"player": PLAYERS[ply % 2], **row} for ply, row in enumerate(rows)]


def as_data(pair: Pair, moves: Sequence[Move], line: Sequence[Move]) -> dict[str, Any]:
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
