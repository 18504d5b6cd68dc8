"""The slow, obvious second implementation of Godomachi.

It exists only to be compared with the fast one, so it prefers the plainest code over speed and
shares nothing with it. It follows the rules and nothing else.

Words used here:

* A *cell* is (x, y): column and row, both from 0, rows counted from the top. *Cells* are any set
  of them, wherever they lie.
* A *shape* is a free polyomino in canonical form: of its eight images (turned, mirrored) moved so
  that the smallest x and y are 0, written as a sorted tuple of cells, the smallest. Two sets of
  cells are congruent when they have the same canonical form.
* The *number* of a shape is its place among the shapes with as many cells in ascending order.
* The *text* of a shape has `#` for a cell and `.` for none, and `/` between rows.
* A *cut* of some cells is a pair (removed, rest) of connected parts that are not empty. Its *kind*
  is the pair of their canonical forms.
* A *position* is a pair of shapes with equally many cells. A *move* is a cut of either with
  congruent removed parts. Its *kind* is (shape removed, what is left of a, what is left of b).
* *Plies* are the moves of both players together until both shapes are congruent, when both play
  well: who wins wants it soon, who loses wants it late. An odd number says that the first player
  wins, an even one that the second player does.

There are four ways to all cuts: trying all subsets of the cells, which is the one that everything
here relies on, and three that grow the removed part. Two of those are incomplete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
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
Cutter = Callable[[Iterable[Cell]], list[Cut]]
MaxCut = Literal["any", "half"]

# The pentominoes in the order of their numbers.
PENTOMINOES = "ILYPUVTNFWZX"


# ----------------------------------------------------------------------------------------------
# Shapes
# ----------------------------------------------------------------------------------------------


def moved_to_zero(cells: Iterable[Cell]) -> Shape:
    """Move the cells so that the smallest x and the smallest y are 0, and sort them."""
    some = list(cells)
    left = min(x for x, _ in some)
    top = min(y for _, y in some)
    return tuple(sorted((x - left, y - top) for x, y in some))


def images(cells: Iterable[Cell]) -> list[Shape]:
    """Return the eight images, moved to zero: four turns, each as it is and mirrored."""
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
    return moved_to_zero((x, y) for y, row in enumerate(text.split("/")) for x, sign in enumerate(row) if sign == "#")


def format_shape(cells: Iterable[Cell]) -> str:
    """Write cells as text, as they lie."""
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
    """Return the connected parts of the cells: flood fill from a cell as long as one is left."""
    left = set(cells)
    parts = []
    while left:
        start = min(left)
        left.remove(start)
        part = [start]
        for cell in part:  # grows while it is walked through
            for near in neighbours(cell):
                if near in left:
                    left.remove(near)
                    part.append(near)
        parts.append(frozenset(part))
    return parts


def connected(cells: Iterable[Cell]) -> bool:
    """Say whether the cells are one part. No cells are none."""
    return len(components(cells)) == 1


def holes(cells: Iterable[Cell]) -> int:
    """Count the holes: parts of what is empty that the outside does not reach across edges."""
    shape = moved_to_zero(cells)
    width, height = size(shape)
    frame = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)}
    return len(components(frame - set(shape))) - 1


@cache
def polyominoes(n: int) -> tuple[Shape, ...]:
    """Return the free polyominoes with n cells in the order of their numbers.

    Without a well chosen cell a polyomino is still connected, so all of them arise by putting a
    cell next to a smaller one.
    """
    if n == 1:
        return (((0, 0),),)
    return tuple(
        sorted(
            {
                canonical([*smaller, cell])
                for smaller in polyominoes(n - 1)
                for old in smaller
                for cell in neighbours(old)
                if cell not in smaller
            }
        )
    )


def number(cells: Iterable[Cell]) -> int:
    """Return the number of the shape among those with as many cells."""
    shape = canonical(cells)
    return polyominoes(len(shape)).index(shape)


def pentomino(letter: str) -> Shape:
    """Return the pentomino with this name."""
    return polyominoes(5)[PENTOMINOES.index(letter)]


# ----------------------------------------------------------------------------------------------
# Cuts: try all subsets
# ----------------------------------------------------------------------------------------------


def cuts(cells: Iterable[Cell]) -> list[Cut]:
    """Return all cuts, the smallest removed part first: try all subsets of the cells.

    Each way to split the cells in two stands here twice, as either part may be the removed one.
    """
    whole = frozenset(cells)
    return [
        (removed, rest)
        for count in range(1, len(whole))
        for removed in map(frozenset, combinations(sorted(whole), count))
        if connected(removed)
        for rest in [whole - removed]
        if connected(rest)
    ]


def allowed(some: Iterable[Cut], max_cut: MaxCut) -> list[Cut]:
    """Return the cuts that the rule allows: `half` forbids to remove more than is left."""
    if max_cut not in get_args(MaxCut):
        raise ValueError(f"no rule for the largest cut: {max_cut!r}")
    return [(removed, rest) for removed, rest in some if max_cut == "any" or len(removed) <= len(rest)]


def cut_kinds(cells: Iterable[Cell], max_cut: MaxCut = "any", cutter: Cutter = cuts) -> Counter[CutKind]:
    """Count the cuts of each kind."""
    return Counter((canonical(removed), canonical(rest)) for removed, rest in allowed(cutter(cells), max_cut))


# ----------------------------------------------------------------------------------------------
# Cuts: grow the removed part
#
# All three start with each single cell whose removal leaves the rest connected, and look at the
# cells next to the removed part. They differ in what they do with a cell that is a cut cell, so
# that the rest would fall apart without it. A lump is such a cell with all of these parts but one,
# the one that remains.
# ----------------------------------------------------------------------------------------------


def _grow(cells: Iterable[Cell], rests_after: Callable[[Cells, Cell], list[Cells]]) -> list[Cut]:
    """Return the cuts that arise when `rests_after` says how to go on.

    It gets what is left now and a cell of this next to the removed part, and returns what can be
    left after the removal of this cell.
    """
    whole = frozenset(cells)
    found = {whole - {cell} for cell in whole if connected(whole - {cell})}
    left_to_do = list(found)
    for rest in left_to_do:  # grows while it is walked through
        removed = whole - rest
        for cell in rest:
            if any(near in removed for near in neighbours(cell)):
                for after in rests_after(rest, cell):
                    if after not in found:
                        found.add(after)
                        left_to_do.append(after)
    return sorted(((whole - rest, rest) for rest in found), key=lambda cut: (len(cut[0]), sorted(cut[0])))


def cuts_cell_by_cell(cells: Iterable[Cell]) -> list[Cut]:
    """Return what the first published version finds: it never adds a cut cell.

    It misses cuts. In `#./##/#./#./#.` a cell joins three arms of one, one and three cells. The
    two short arms can't be removed together with it: when one arm is gone, the other two fall
    apart without the cell.
    """

    def rests_after(rest: Cells, cell: Cell) -> list[Cells]:
        parts = components(rest - {cell})
        return parts if len(parts) == 1 else []

    return _grow(cells, rests_after)


def cuts_with_fixed_lumps(cells: Iterable[Cell]) -> list[Cut]:
    """Return what the second published version finds: it also adds lumps, found beforehand.

    Where a cell joins three or more parts of all the cells, all of them but one can be removed at
    once together with the cell. It misses cuts, because the removed part and what is left may meet
    at a cell where all the cells do not fall into three parts.
    """
    whole = frozenset(cells)
    parts_at = {cell: components(whole - {cell}) for cell in whole}

    def rests_after(rest: Cells, cell: Cell) -> list[Cells]:
        parts = components(rest - {cell})
        if len(parts) == 1:
            return parts
        if len(parts_at[cell]) < 3:
            return []
        # A part that the removed cells have not touched yet can be the one that remains.
        return [part for part in parts_at[cell] if part <= rest]

    return _grow(whole, rests_after)


def cuts_with_current_lumps(cells: Iterable[Cell]) -> list[Cut]:
    """Return what the third version finds: it looks for lumps in what is left at the moment.

    It is complete. Say that (S, R) is a cut, that a part of S is removed already, and that the
    cell is in S and next to it. R is connected and does not have the cell, so R lies in one of the
    parts that the cell leaves. The others have no cell of R, so they are in S like the cell itself
    and may be removed at once. S has a cell to start with: the last one that a walk through all
    cells, R first, comes to.
    """
    return _grow(cells, lambda rest, cell: components(rest - {cell}))


# ----------------------------------------------------------------------------------------------
# Values: minimax
# ----------------------------------------------------------------------------------------------


def preference(plies: int) -> tuple[bool, int]:
    """Return what the mover sorts by: odd first (a win), then a short win or a long defeat."""
    wins = plies % 2 == 1
    return not wins, plies if wins else -plies


def best(values: Iterable[int]) -> int:
    """Return the smallest odd number of plies if there is one, otherwise the largest even one."""
    return min(values, key=preference)


def value(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any", cutter: Cutter = cuts) -> int:
    """Return the plies under best play. There is a ValueError when a player is stuck."""
    shape, other = canonical(a), canonical(b)
    if len(shape) != len(other):
        raise ValueError(f"shapes of {len(shape)} and {len(other)} cells")
    return _value(min(shape, other), max(shape, other), max_cut, cutter)


@cache
def _value(a: Shape, b: Shape, max_cut: MaxCut, cutter: Cutter) -> int:
    """Return the value of two shapes, the smaller one first: it does not matter which is which."""
    if a == b:
        return 0
    return best(
        1 + _value(min(rest_a, rest_b), max(rest_a, rest_b), max_cut, cutter)
        for _, rest_a, rest_b in _move_kinds(a, b, max_cut, cutter)
    )


def value_without_memo(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> int:
    """Return the same as `value`, but remember no values. The kinds of cuts are remembered."""
    shape, other = canonical(a), canonical(b)
    if shape == other:
        return 0
    return best(
        1 + value_without_memo(rest_a, rest_b, max_cut)
        for _, rest_a, rest_b in _move_kinds(shape, other, max_cut, cuts)
    )


def _move_kinds(a: Shape, b: Shape, max_cut: MaxCut, cutter: Cutter) -> Iterator[MoveKind]:
    """Yield each kind of move once."""
    left_of_b = _left_by_removed(b, max_cut, cutter)
    for removed, rests_a in _left_by_removed(a, max_cut, cutter).items():
        for rest_a in rests_a:
            for rest_b in left_of_b.get(removed, []):
                yield removed, rest_a, rest_b


@cache
def _left_by_removed(shape: Shape, max_cut: MaxCut, cutter: Cutter) -> dict[Shape, list[Shape]]:
    """Return for each shape that can be removed the shapes that can be left then, sorted."""
    left: dict[Shape, list[Shape]] = {}
    for removed, rest in sorted(cut_kinds(shape, max_cut, cutter)):
        left.setdefault(removed, []).append(rest)
    return left


# ----------------------------------------------------------------------------------------------
# What is asked about a position
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move:
    """A move: which cells of either shape are removed and left, and the plies when it is made.

    The plies count the move itself.
    """

    removed_a: Cells
    rest_a: Cells
    removed_b: Cells
    rest_b: Cells
    plies: int

    def kind(self) -> MoveKind:
        """Return (shape removed, what is left of a, what is left of b)."""
        return canonical(self.removed_a), canonical(self.rest_a), canonical(self.rest_b)


def moves(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> list[Move]:
    """Return every first move, the best ones first. The cells keep their place.

    Of equally good ones, those that remove fewer and then smaller cells of a, then of b, come
    first. There is none when the shapes are congruent: then the game is over.
    """
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
    """Return the plies after each kind of first move. There is none when the game is over."""
    shape, other = canonical(a), canonical(b)
    if shape == other:
        return {}
    return {
        (removed, rest_a, rest_b): 1 + value(rest_a, rest_b, max_cut)
        for removed, rest_a, rest_b in _move_kinds(shape, other, max_cut, cuts)
    }


def winning_kinds(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> list[MoveKind]:
    """Return the kinds of first moves after which the first player wins, however long it takes."""
    return sorted(kind for kind, plies in move_kinds(a, b, max_cut).items() if plies % 2 == 1)


def best_kinds(a: Iterable[Cell], b: Iterable[Cell], max_cut: MaxCut = "any") -> list[MoveKind]:
    """Return the kinds of first moves that are best play."""
    goal = value(a, b, max_cut)
    return sorted(kind for kind, plies in move_kinds(a, b, max_cut).items() if plies == goal)


# ----------------------------------------------------------------------------------------------
# All positions of a size
# ----------------------------------------------------------------------------------------------


@cache
def value_matrix(n: int, max_cut: MaxCut = "any", cutter: Cutter = cuts) -> list[list[int]]:
    """Return the plies of all positions with n cells, rows and columns by number."""
    shapes = polyominoes(n)
    return [[value(a, b, max_cut, cutter) for b in shapes] for a in shapes]


def pair_values(matrix: Sequence[Sequence[int]]) -> dict[tuple[int, int], int]:
    """Return the plies of each pair of different shapes once, by their numbers, smaller first."""
    return {(i, j): matrix[i][j] for j in range(len(matrix)) for i in range(j)}


def histogram(matrix: Sequence[Sequence[int]]) -> Counter[int]:
    """Count the pairs of different shapes by plies."""
    return Counter(pair_values(matrix).values())


def shapes_with_missed_cuts(n: int, cutter: Cutter, max_cut: MaxCut = "half") -> list[Shape]:
    """Return the shapes with n cells of which the cutter misses a kind of cut.

    Missing some cuts of a kind but not all of them makes no difference to the game.
    """
    return [
        shape for shape in polyominoes(n) if set(cut_kinds(shape, max_cut, cutter)) != set(cut_kinds(shape, max_cut))
    ]


def wrong_winners(n: int, cutter: Cutter, max_cut: MaxCut = "half") -> list[tuple[tuple[int, int], int]]:
    """Return the pairs of numbers whose winner the cutter gets wrong, with the true plies."""
    true = pair_values(value_matrix(n, max_cut))
    claimed = pair_values(value_matrix(n, max_cut, cutter))
    return [(pair, plies) for pair, plies in true.items() if plies % 2 != claimed[pair] % 2]


def mean_move_kinds(n: int, max_cut: MaxCut = "any") -> float:
    """Return the mean number of kinds of first moves over the pairs of different shapes."""
    shapes = polyominoes(n)
    pairs = list(combinations(shapes, 2))
    return sum(1 for a, b in pairs for _ in _move_kinds(a, b, max_cut, cuts)) / len(pairs)
