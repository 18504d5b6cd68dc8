"""Solve pairs of polyominoes again, by another method than `tablebases.godomachi`.

The two programs share only the list of polyominoes. The first one looks up the best of all moves of many pairs at
once. This one works backwards:

- **Cuts.** Every subset of the cells of a shape is tried: it and the remaining cells must be connected.
- **Wins.** If the pair (r, s) is lost for the player to move, then both r + c and s + c are won in one ply more, for
  every piece c. So for each cut of a shape a into c and r, and each s that loses against r, all shapes b that c and s
  form are marked.
- **Losses.** For a pair without a mark, all moves are tried, one after the other. A move that wins contradicts the
  marks, and is an error.
- **Samples.** Larger pairs are solved one at a time, by trying all moves down to the sizes whose pairs are stored.

Shapes of all sizes have one numbering: the monomino is 0, the domino 1, the trominoes are 2 and 3, and so on. The
plies of the pairs a < b of a size are digits of four bits, row by row. Each row starts with a new byte, so that threads
do not share one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Int, Matrix, Vector
from tablebases.compiled import njit, prange
from tablebases.godomachi.polyominoes import Cells, Shapes
from tablebases.messages import Progress

DIGITS = 16
"""Plies that fit into four bits."""
LOSSES = DIGITS // 2
"""Even numbers of plies."""
NO_WIN = 255
MISSED = DIGITS - 1
ROWS_AT_ONCE = 512
SHAPES_AT_ONCE = 1 << 14


# Cuts.


@njit(cache=True)
def _find_splits(cells: Cells, is_split: Vector[np.bool_]) -> None:
    """Find all ways to split a shape: is_split[i] tells whether the subset 2 * i + 1 of its cells is a part.

    A part is connected if it is connected without some cell, and has a neighbour of that cell.
    """
    n = len(cells)
    whole = (1 << n) - 1
    near = np.zeros(n, np.int64)
    for i in range(n):
        for j in range(n):
            if abs(cells[i, 0] - cells[j, 0]) + abs(cells[i, 1] - cells[j, 1]) == 1:
                near[i] |= 1 << j
    is_connected = np.zeros(whole + 1, np.bool_)
    for part in range(1, whole + 1):
        for i in range(n):
            others = part & ~(1 << i)
            if others != part and (others == 0 or (is_connected[others] and others & near[i] != 0)):
                is_connected[part] = True
                break
    for i in range(len(is_split)):
        part = 2 * i + 1
        is_split[i] = is_connected[part] and is_connected[whole ^ part]


@njit(cache=True, parallel=True)
def _splits(shapes: Shapes) -> Matrix[np.bool_]:
    """The result of `_find_splits` for each shape: (shapes, 2^(cells - 1))."""
    found = np.zeros((len(shapes), 1 << (shapes.shape[1] - 1)), np.bool_)
    for shape in prange(len(shapes)):
        _find_splits(shapes[shape], found[shape])
    return found


@njit(cache=True)
def _key(cells: Cells, part: Int) -> Int:
    """A number that two parts share if and only if they are congruent.

    It is the smallest of the 8 images. The bits of an image are the cells of its bounding box, and above its width.
    """
    left = top = 127
    right = bottom = -127
    for i in range(len(cells)):
        if part >> i & 1:
            left, right = min(left, cells[i, 0]), max(right, cells[i, 0])
            top, bottom = min(top, cells[i, 1]), max(bottom, cells[i, 1])
    width, height = right - left + 1, bottom - top + 1
    smallest = np.int64(1) << 62
    for image in range(8):
        key = np.int64(height if image & 4 else width) << 57
        for i in range(len(cells)):
            if part >> i & 1:
                x = right - cells[i, 0] if image & 1 else cells[i, 0] - left
                y = bottom - cells[i, 1] if image & 2 else cells[i, 1] - top
                key |= np.int64(1) << (x * height + y if image & 4 else y * width + x)
        smallest = min(smallest, key)
    return smallest


@njit(cache=True, parallel=True)
def _keys(shapes: Shapes, shape: Vector[np.int64], part: Vector[np.int64]) -> Vector[np.int64]:
    """The keys of parts of shapes: (parts,)."""
    found = np.empty(len(part), np.int64)
    for i in prange(len(part)):
        found[i] = _key(shapes[shape[i]], part[i])
    return found


class Cuts(NamedTuple):
    """The different cuts of shapes, sorted by shape, piece and rest."""

    starts: Vector[np.int64]
    """Start of the cuts of each shape, and their end: (shapes + 1,). Shapes that were not cut have none."""
    piece: Vector[np.int32]
    rest: Vector[np.int32]


class Numbering:
    """One numbering of the polyominoes of all sizes."""

    def __init__(self, shapes: Sequence[Shapes]) -> None:
        """`shapes` has all polyominoes of 1, 2, .. cells."""
        self._shapes = shapes
        self.first = np.cumsum([0, 0, *map(len, shapes)])
        """The first number of each size, from 0 cells."""
        keys = [_keys(each, np.arange(len(each)), np.full(len(each), (1 << n) - 1)) for n, each in enumerate(shapes, 1)]
        every = np.concatenate(keys)
        self._order = np.argsort(every)
        self._keys = every[self._order]

    def _numbers(self, shapes: Shapes, shape: Vector[np.int64], part: Vector[np.int64]) -> Vector[np.int64]:
        keys = _keys(shapes, shape, part)
        places = np.searchsorted(self._keys, keys)
        if not np.array_equal(self._keys[np.minimum(places, len(self._keys) - 1)], keys):
            raise ValueError("a part is missing from the list of polyominoes")
        return self._order[places]

    def _cut_some(self, cells: int, chosen: Vector[np.int64], largest_piece: int) -> Vector[np.int64]:
        """The different cuts of the chosen shapes, each as one number: shape << 40 | piece << 20 | rest."""
        shapes = self._shapes[cells - 1][chosen]
        shape, subset = np.nonzero(_splits(shapes))
        part = 2 * subset + 1
        rest = part ^ ((1 << cells) - 1)
        both = [self._numbers(shapes, shape, each) for each in (part, rest)]
        sizes = [np.bitwise_count(each) for each in (part, rest)]
        number = (self.first[cells] + chosen[shape]) << 40
        ways = [number | both[i] << 20 | both[1 - i] for i in (0, 1)]
        return np.unique(np.concatenate([ways[i][sizes[i] <= largest_piece] for i in (0, 1)]))

    def cuts(self, chosen: Mapping[int, Vector[np.int64]], half: bool) -> Cuts:
        """Cut shapes: cells -> numbers among the shapes of that size, ascending.

        half: a piece has at most half of the cells.
        """
        found = [np.zeros(0, np.int64)]
        for cells, numbers in sorted(chosen.items()):
            for start in range(0, len(numbers), SHAPES_AT_ONCE):
                some = numbers[start : start + SHAPES_AT_ONCE]
                found.append(self._cut_some(cells, some, cells // 2 if half else cells - 1))
        every = np.concatenate(found)
        starts = np.searchsorted(every, np.arange(self.first[-1] + 1) << 40)
        mask = (1 << 20) - 1
        return Cuts(starts, (every >> 20 & mask).astype(np.int32), (every & mask).astype(np.int32))


# Plies.


class Stored(NamedTuple):
    """The plies of all pairs of the smaller sizes."""

    row: Vector[np.int64]
    """The digit of (a, b) with a < b is number row[a] + b: (shapes,)."""
    digits: Vector[np.uint8]
    """Two digits a byte, the first one in the lower bits."""


@njit(cache=True)
def _look_up(a: Int, b: Int, row: Vector[np.int64], digits: Vector[np.uint8]) -> Int:
    if a == b:
        return np.int64(0)
    digit = row[min(a, b)] + max(a, b)
    return np.int64(digits[digit >> 1] >> (digit & 1) * 4 & 15)


@njit(cache=True)
def minimax(a: Int, b: Int, cuts: Cuts, stored: Stored) -> Int:
    """Plies of a pair, by trying all moves; the pairs of their rests are stored."""
    if a == b:
        return np.int64(0)
    starts, piece, rest = cuts
    row, digits = stored
    fastest: Int = np.int64(NO_WIN)
    longest: Int = np.int64(0)
    start, end = starts[b], starts[b + 1]
    for i in range(starts[a], starts[a + 1]):
        while start < end and piece[start] < piece[i]:
            start += 1
        j = start
        while j < end and piece[j] == piece[i]:
            plies = 1 + _look_up(rest[i], rest[j], row, digits)
            if plies & 1:
                fastest = min(fastest, plies)
            else:
                longest = max(longest, plies)
            j += 1
    return longest if fastest == NO_WIN else fastest


@njit(cache=True)
def _is_won(a: Int, b: Int, known: Int, cuts: Cuts, stored: Stored) -> bool:
    """Whether the first player wins a pair, by trying all moves, and all answers where a rest is not below `known`.

    Compiled code of a recursive function cannot be loaded from the cache, so this is another function.
    """
    starts, piece, rest = cuts
    for i in range(starts[a], starts[a + 1]):
        for j in range(starts[b], starts[b + 1]):
            if piece[i] == piece[j]:
                if rest[i] < known:
                    plies = _look_up(rest[i], rest[j], stored.row, stored.digits)
                else:
                    plies = minimax(rest[i], rest[j], cuts, stored)
                if plies & 1 == 0:
                    return a != b
    return False


class Joins(NamedTuple):
    """The shapes of a size that a piece and a rest form."""

    base: Vector[np.int64]
    """The place of (piece, rest) is base[piece] + the number of the rest among those of its size: (shapes,)."""
    starts: Vector[np.int64]
    """Start of the shapes of each place, and their end: (places + 1,)."""
    shape: Vector[np.int32]
    """Numbers among the shapes of that size, ascending at each place."""


class Losses(NamedTuple):
    """The shapes that lose against each shape."""

    starts: Vector[np.int64]
    """Losses in 2 * i plies against shape r start at number 8 * r + i: (8 * shapes + 1,)."""
    shape: Vector[np.uint16]
    """Numbers among the shapes of their size."""


@njit(cache=True)
def _mark_wins(a: Int, first: Int, cuts: Cuts, joins: Joins, losses: Losses, plies: Vector[np.uint8]) -> None:
    """Mark all pairs (a, b) with b > a that the first player wins.

    first: the first number of the size. plies: those of b = a + 1, a + 2, ..; `NO_WIN` stays without a win.
    """
    plies[:] = NO_WIN
    number = a - first
    for cut in range(cuts.starts[a], cuts.starts[a + 1]):
        base, rest = joins.base[cuts.piece[cut]], cuts.rest[cut]
        for half in range(LOSSES):
            for loss in range(losses.starts[LOSSES * rest + half], losses.starts[LOSSES * rest + half + 1]):
                place = base + losses.shape[loss]
                i = joins.starts[place + 1] - 1
                while i >= joins.starts[place] and joins.shape[i] > number:
                    at = joins.shape[i] - number - 1
                    plies[at] = min(plies[at], 2 * half + 1)
                    i -= 1


@njit(cache=True)
def _solve_row(number: int, first: int, cuts: Cuts, joins: Joins, losses: Losses, is_stored: bool, stored: Stored,
               found: Matrix[np.int64]) -> None:  # fmt: skip
    """Solve the pairs (a, b) with b > a of a shape a, `number` of its size. See `_solve_rows`."""
    a = first + number
    plies = np.empty(len(found) - 1 - number, np.uint8)
    _mark_wins(a, first, cuts, joins, losses, plies)
    for at in range(len(plies)):
        b = a + 1 + at
        value: Int = np.int64(plies[at])
        if value == NO_WIN:
            value = minimax(a, b, cuts, stored) if is_stored else np.int64(0)
            if value & 1:
                value = np.int64(MISSED)
        found[number, value] += 1
        if is_stored:
            digit = stored.row[a] + b
            stored.digits[digit >> 1] |= value << (digit & 1) * 4


@njit(cache=True, parallel=True)
def _solve_rows(start: int, stop: int, first: int, cuts: Cuts, joins: Joins, losses: Losses, is_stored: bool,
                stored: Stored, found: Matrix[np.int64]) -> None:  # fmt: skip
    """Solve the rows `start` to `stop` - 1 of a size, and as many from its end, which are shorter.

    first: the first number of the size. is_stored: also solve pairs without a mark and store all, else count these
    pairs as 0 plies. found: (shapes, 16), set to the number of pairs of each row by plies; a pair with a win that was
    not marked counts as `MISSED`.
    """
    for i in prange(start, stop):
        last = len(found) - 1 - i
        _solve_row(i, first, cuts, joins, losses, is_stored, stored, found)
        if last != i:
            _solve_row(last, first, cuts, joins, losses, is_stored, stored, found)


@njit(cache=True)
def _count_losses(first: int, count: int, stored: Stored, found: Vector[np.int64]) -> None:
    """Count the losses against each shape by plies: found, (8 * shapes,)."""
    for a in range(first, first + count):
        found[LOSSES * a] += 1
        for b in range(a + 1, first + count):
            plies = _look_up(a, b, stored.row, stored.digits)
            if plies & 1 == 0:
                found[LOSSES * a + plies // 2] += 1
                found[LOSSES * b + plies // 2] += 1


@njit(cache=True)
def _write_losses(first: int, count: int, stored: Stored, place: Vector[np.int64], shape: Vector[np.uint16]) -> None:
    """Write the losses of a size; `place` has the starts, (8 * shapes,), and is overwritten."""
    for a in range(first, first + count):
        shape[place[LOSSES * a]] = a - first
        place[LOSSES * a] += 1
        for b in range(a + 1, first + count):
            plies = _look_up(a, b, stored.row, stored.digits)
            if plies & 1 == 0:
                for r, s in ((a, b), (b, a)):
                    at = LOSSES * r + plies // 2
                    shape[place[at]] = s - first
                    place[at] += 1


@njit(cache=True, parallel=True)
def _solve_sample(chosen: Vector[np.int64], known: int, plies: bool, cuts: Cuts, stored: Stored) -> Matrix[np.uint8]:
    """The plies, or else the winners, of all pairs of the chosen shapes: (chosen, chosen)."""
    found = np.zeros((len(chosen), len(chosen)), np.uint8)
    for i in prange(len(chosen)):
        for j in range(len(chosen)):
            if (i + j) % 2 == (1 if i < j else 0):  # each pair once, and as many in each row
                if plies:
                    found[i, j] = minimax(chosen[i], chosen[j], cuts, stored)
                else:
                    found[i, j] = _is_won(chosen[i], chosen[j], known, cuts, stored)
    return np.maximum(found, found.T)


class Replay:
    """Solve the pairs of all sizes, from the smallest on."""

    def __init__(
        self, shapes: Sequence[Shapes], half: bool, stored: int, samples: Mapping[int, Vector[np.int64]]
    ) -> None:
        """Cut all shapes up to one cell more than `stored`, and those of `samples`.

        shapes: all polyominoes of 1, 2, .. cells. half: a piece has at most half of the cells. stored: cells up to
        which the plies of all pairs are stored. samples: cells, at most `stored` + 2 -> numbers of polyominoes,
        ascending.
        """
        self._samples = samples
        self._shapes = [0, *map(len, shapes)]
        self._stored_sizes = min(stored, len(shapes))
        numbering = Numbering(shapes)
        self._first = numbering.first
        whole = range(2, min(stored + 1, len(shapes)) + 1)
        self._cuts = numbering.cuts({**samples, **{n: np.arange(self._shapes[n]) for n in whole}}, half)
        lengths = [np.arange(count - 1, -1, -1) for count in self._shapes[: self._stored_sizes + 1]]
        starts = np.cumsum([0, *((each + 1) // 2 * 2 for each in np.concatenate(lengths))])
        row = starts[:-1] - np.arange(1, len(starts))
        self._stored = Stored(row, np.zeros(starts[-1] // 2, np.uint8))
        self._losses = Losses(np.zeros(LOSSES * len(row) + 1, np.int64), np.zeros(0, np.uint16))

    def _joins(self, cells: int) -> Joins:
        first = self._first
        base = np.zeros(first[cells], np.int64)
        places = 0
        for size in range(1, cells):
            count, rests = self._shapes[size], self._shapes[cells - size]
            base[first[size] : first[size + 1]] = places + np.arange(count) * rests
            places += count * rests
        starts = self._cuts.starts[first[cells] : first[cells + 1] + 1]
        piece, rest = (each[starts[0] : starts[-1]] for each in self._cuts[1:])
        place = base[piece] + rest - first[np.searchsorted(first, rest, "right") - 1]
        order = np.argsort(place, kind="stable")
        shape = np.repeat(np.arange(self._shapes[cells], dtype=np.int32), np.diff(starts))
        return Joins(base, np.searchsorted(place[order], np.arange(places + 1)), shape[order])

    def _add_losses(self, cells: int) -> None:
        """Add the losses of a size to those of the smaller ones."""
        first, count = int(self._first[cells]), self._shapes[cells]
        found = np.zeros(len(self._losses.starts) - 1, np.int64)
        _count_losses(first, count, self._stored, found)
        starts = self._losses.starts.copy()
        starts[1:] += np.cumsum(found)
        shape = np.empty(starts[-1], np.uint16)
        shape[: len(self._losses.shape)] = self._losses.shape
        _write_losses(first, count, self._stored, starts[:-1].copy(), shape)
        self._losses = Losses(starts, shape)

    def _solve(self, cells: int) -> dict[int, int]:
        first, count = int(self._first[cells]), self._shapes[cells]
        is_stored = cells <= self._stored_sizes
        joins = self._joins(cells)
        found = np.zeros((count, DIGITS), np.int64)
        rows = (count + 1) // 2
        progress = Progress(f"second program, {cells} cells", count, "polyominoes")
        for start in range(0, rows, ROWS_AT_ONCE):
            stop = min(start + ROWS_AT_ONCE, rows)
            _solve_rows(start, stop, first, self._cuts, joins, self._losses, is_stored, self._stored, found)
            progress.advance(min(2 * stop, count) - 2 * start)
        counts = dict(enumerate(found.sum(axis=0).tolist()))
        if counts[MISSED]:
            raise ValueError(f"{counts[MISSED]} pairs of {cells} cells have a winning move that was not marked")
        return {plies: pairs for plies, pairs in counts.items() if pairs}

    def run(self) -> tuple[dict[int, dict[int, int]], dict[int, Matrix[np.uint8]]]:
        """Solve all; return the counts of pairs a < b, and a matrix of all pairs of each sample.

        Counts are cells -> plies -> pairs. For one cell more than `stored`, pairs that the second player wins count as
        0 plies. The matrix of that size has plies. That of the next size has winners, 1 the first player and 0 the
        second.
        """
        counts = {}
        for cells in range(2, self._stored_sizes + 1):
            self._add_losses(cells - 1)
            counts[cells] = self._solve(cells)
        known = int(self._first[self._stored_sizes + 1])
        plies = {
            cells: _solve_sample(
                self._first[cells] + chosen, known, cells == self._stored_sizes + 1, self._cuts, self._stored
            )
            for cells, chosen in self._samples.items()
        }
        if self._stored_sizes + 1 < len(self._shapes):
            self._add_losses(self._stored_sizes)
            self._stored = self._stored._replace(digits=np.zeros(0, np.uint8))  # frees the memory
            counts[self._stored_sizes + 1] = self._solve(self._stored_sizes + 1)
        return counts, plies
