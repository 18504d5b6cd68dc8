"""The slow, obvious second implementation of Godomachi, which shares no code with the fast one.

* A *cell* is (x, y): column and row, both from 0, rows counted from the top. *Cells* are any set of them.
* A *shape* is a free polyomino in canonical form: the smallest of its eight images (turned, mirrored), each moved so
  that the smallest x and y are 0, and sorted. Two sets of cells are congruent if their canonical forms are equal.
* The *number* of a shape is its place among the shapes with as many cells in ascending order.
* The *text* of a shape has `#` for a cell and `.` for a gap, and `/` between rows.
* A *cut* of cells is a pair (removed, rest) of connected parts that are not empty. Its *kind* is the pair of their
  canonical forms.
* A *position* is a pair of shapes with equally many cells. A *move* is a cut of either with congruent removed parts.
  Its *kind* is (removed shape, rest of a, rest of b).
* *Plies* are the moves of both players together until both shapes are congruent under best play. The winner wants few,
  the loser many. They are odd if the first player wins, and even if the second player wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, get_args

Cell = tuple[int, int]
Cells = frozenset[Cell]
Shape = tuple[Cell, ...]
Cut = tuple[Cells, Cells]
CutKind = tuple[Shape, Shape]
MoveKind = tuple[Shape, Shape, Shape]
MaxCut = Literal["any", "half"]

PENTOMINOES = "ILYPUVTNFWZX"
"""In the order of their numbers."""


# Shapes.


def moved_to_zero(cells: Iterable[Cell]) -> Shape:
    """Move the cells so that the smallest x and the smallest y are 0, and sort them."""
    listed = list(cells)
    left, top = (min(axis) for axis in zip(*listed, strict=True))
    return tuple(sorted((x - left, y - top) for x, y in listed))


def images(cells: Iterable[Cell]) -> list[Shape]:
    """Return the eight images, moved to zero: four turns, each plain and mirrored."""
    found = []
    turned = list(cells)
    for _ in range(4):
        turned = [(-y, x) for x, y in turned]
        found.append(moved_to_zero(turned))
        found.append(moved_to_zero((-x, y) for x, y in turned))
    return found


def canonical(cells: Iterable[Cell]) -> Shape:
    """Return the canonical form: the smallest image."""
    return _smallest_image(moved_to_zero(cells))


@cache
def _smallest_image(shape: Shape) -> Shape:
    return min(images(shape))


def parse(text: str) -> Shape:
    """Read the text of a shape and move it to zero. It is not brought to canonical form."""
    if set(text) - set("#./") or "#" not in text or len(set(map(len, text.split("/")))) != 1:
        raise ValueError(f"not rows of # and . with / between them: {text!r}")
    rows = enumerate(text.split("/"))
    return moved_to_zero((x, y) for y, row in rows for x, character in enumerate(row) if character == "#")


def format_shape(cells: Iterable[Cell]) -> str:
    """Write cells as text, without turning them."""
    shape = moved_to_zero(cells)
    width, height = size(shape)
    return "/".join("".join("#" if (x, y) in shape else "." for x in range(width)) for y in range(height))


def size(cells: Iterable[Cell]) -> tuple[int, int]:
    """Return width and height."""
    shape = moved_to_zero(cells)
    return max(x for x, _ in shape) + 1, max(y for _, y in shape) + 1


def neighbours(cell: Cell) -> list[Cell]:
    """Return the four cells that share an edge with the cell."""
    x, y = cell
    return [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]


def components(cells: Iterable[Cell]) -> list[Cells]:
    """Return the connected parts of the cells, by flood fill."""
    left = set(cells)
    pieces = []
    while left:
        start = min(left)
        left.remove(start)
        piece = [start]
        for cell in piece:  # the list grows meanwhile
            for near in neighbours(cell):
                if near in left:
                    left.remove(near)
                    piece.append(near)
        pieces.append(frozenset(piece))
    return pieces


def connected(cells: Iterable[Cell]) -> bool:
    """Say whether the cells are one part; no cells are not."""
    return len(components(cells)) == 1


def holes(cells: Iterable[Cell]) -> int:
    """Count the holes: empty parts that are not connected with the outside."""
    shape = moved_to_zero(cells)
    width, height = size(shape)
    frame = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)}
    return len(components(frame - set(shape))) - 1


@cache
def polyominoes(n: int) -> tuple[Shape, ...]:
    """Return the free polyominoes with `n` cells in the order of their numbers, each grown from a smaller one."""
    if n == 1:
        return (((0, 0),),)
    larger = {
        canonical([*smaller, cell])
        for smaller in polyominoes(n - 1)
        for old in smaller
        for cell in neighbours(old)
        if cell not in smaller
    }
    return tuple(sorted(larger))


def number(cells: Iterable[Cell]) -> int:
    """Return the number of the shape among those with as many cells."""
    shape = canonical(cells)
    return polyominoes(len(shape)).index(shape)


def pentomino(letter: str) -> Shape:
    """Return the pentomino with this name."""
    return polyominoes(5)[PENTOMINOES.index(letter)]


# Cuts.


def cuts(cells: Iterable[Cell]) -> list[Cut]:
    """Return all cuts, the smallest removed part first. Each way to split the cells occurs twice."""
    whole = frozenset(cells)
    return [
        (removed, rest)
        for count in range(1, len(whole))
        for removed in map(frozenset, combinations(sorted(whole), count))
        if connected(removed)
        for rest in [whole - removed]
        if connected(rest)
    ]


def allowed(every: Iterable[Cut], max_cut: MaxCut) -> list[Cut]:
    """Return the cuts that the rule allows: `half` forbids to remove more than is left."""
    if max_cut not in get_args(MaxCut):
        raise ValueError(f"no rule for the largest cut: {max_cut!r}")
    return [(removed, rest) for removed, rest in every if max_cut == "any" or len(removed) <= len(rest)]


def cut_kinds(cells: Iterable[Cell], max_cut: MaxCut = "any") -> Counter[CutKind]:
    """Count the cuts of each kind."""
    return Counter((canonical(removed), canonical(rest)) for removed, rest in allowed(cuts(cells), max_cut))


# Values: minimax.


def preference(plies: int) -> tuple[bool, int]:
    """Return the mover's sort key: wins (odd plies) first, short wins first, long defeats first."""
    wins = plies % 2 == 1
    return not wins, plies if wins else -plies


def value(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> int:
    """Return the plies under best play. A player without a move raises a ValueError."""
    shape, other = canonical(a), canonical(b)
    if len(shape) != len(other):
        raise ValueError(f"shapes of {len(shape)} and {len(other)} cells")
    return _value(min(shape, other), max(shape, other), max_cut)


@cache
def _value(a: Shape, b: Shape, max_cut: MaxCut) -> int:
    """Return the value of two shapes, the smaller one first, because their order does not matter."""
    if a == b:
        return 0
    rests = (sorted(rests) for _, *rests in kinds_of_moves(a, b, max_cut))
    return min((1 + _value(*both, max_cut) for both in rests), key=preference)


def kinds_of_moves(a: Shape, b: Shape, max_cut: MaxCut) -> Iterator[MoveKind]:
    """Yield each kind of move once."""
    left_of_b = _left_by_removed(b, max_cut)
    for removed, rests_a in _left_by_removed(a, max_cut).items():
        for rest_a in rests_a:
            for rest_b in left_of_b.get(removed, []):
                yield removed, rest_a, rest_b


@cache
def _left_by_removed(shape: Shape, max_cut: MaxCut) -> dict[Shape, list[Shape]]:
    """Return removable shape -> the possible rests, sorted."""
    left: dict[Shape, list[Shape]] = {}
    for removed, rest in sorted(cut_kinds(shape, max_cut)):
        left.setdefault(removed, []).append(rest)
    return left


# Moves.


@dataclass(frozen=True)
class Move:
    """A move: the removed cells and the rest of either shape, and the plies from this move on."""

    removed_a: Cells
    rest_a: Cells
    removed_b: Cells
    rest_b: Cells
    plies: int

    def kind(self) -> MoveKind:
        """Return (removed shape, rest of a, rest of b)."""
        return canonical(self.removed_a), canonical(self.rest_a), canonical(self.rest_b)


def moves(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> list[Move]:
    """Return every first move, the best ones first, with cells in their places; none if the shapes are congruent."""
    shape, other = frozenset(a), frozenset(b)
    if canonical(shape) == canonical(other):
        return []
    every = [
        Move(removed_a, rest_a, removed_b, rest_b, 1 + value(rest_a, rest_b, max_cut))
        for removed_a, rest_a in allowed(cuts(shape), max_cut)
        for removed_b, rest_b in allowed(cuts(other), max_cut)
        if canonical(removed_a) == canonical(removed_b)
    ]
    return sorted(every, key=lambda move: preference(move.plies))


def move_kinds(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> dict[MoveKind, int]:
    """Return kind of first move -> plies; empty if the game is over."""
    shape, other = canonical(a), canonical(b)
    if shape == other:
        return {}
    return {
        (removed, rest_a, rest_b): 1 + value(rest_a, rest_b, max_cut)
        for removed, rest_a, rest_b in kinds_of_moves(shape, other, max_cut)
    }


def winning_kinds(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> list[MoveKind]:
    """Return the kinds of first moves that win, in any number of plies."""
    return sorted(kind for kind, plies in move_kinds(a, b, max_cut).items() if plies % 2 == 1)


@cache
def value_matrix(n: int, max_cut: MaxCut = "any") -> list[list[int]]:
    """Return the plies of all positions with n cells, rows and columns by number."""
    shapes = polyominoes(n)
    return [[value(a, b, max_cut) for b in shapes] for a in shapes]
