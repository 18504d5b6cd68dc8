"""Winners of all pairs of a size, one bit each.

The player to move on the pair (a, b) with t plies to go has *lost* if a and b are congruent, or if no move leads to a
pair that is lost with t - 1 plies to go. For an even t, the lost pairs are those that the second player wins within t
plies. For an odd t, they are those that the first player does not win within t plies. No game of n cells has more than
n - 2 plies, because two shapes of two cells are congruent. So with n - 2 plies to go, the lost pairs are all
those that the second player wins.

The search handles cuts as in `cut_tables`, for 256 shapes a at once. A place is (c, r): a piece c, and the rest r of
b. Its bit says whether a can cut c off such that its own rest is lost against r. The places of a piece are consecutive
bits, of whole words or within one word. So one operation adds a row of lost pairs to all of them. Shapes of 6 cells
have 12 pentominoes, 5 tetrominoes, .. as rests:

    bits     0 .. 15          16 .. 23        24 .. 25           26 .. 27           28  29  30  ..
    places   a single cell    a domino        the straight and the bent tromino     one for each larger piece

Then the search transposes squares of 64 x 64 bits. After that, one look-up says which of 256 shapes a win against b.
Look-ups go section by section. The places of a section fit into the processor's cache, so pairs of 14 cells take less
than half the time.

In all functions `shapes` are numbers of the shapes a. A `Moves` has the cuts of all polyominoes of a size. A sequence
of `Moves` has the sizes 2, 3, .., n. `smaller` has the lost pairs of 1, 2, .., n - 1 cells with one ply less to go, at
least of the rests of `shapes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from threading import local
from typing import NamedTuple, TypeVar

import numpy as np
from numba import get_num_threads

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.godomachi.cut_tables import Cuts, cut_starts, piece_keys

Bits = Matrix[np.uint64]
"""Bits of pairs, (shapes a, words): bit j % 64 of word j // 64 is that of b = j. Bits beyond the last b are 0."""

Result = TypeVar("Result")

WORD = 64
GROUPS = 4
LANES = WORD * GROUPS
PLACES_OF_SECTION = 1 << 17
"""4 MB of places with 256 bits each."""
SHAPES_AT_ONCE = 1 << 13
BYTES_KEPT = 1_000_000_000
"""Memory for lost pairs of the size below the largest; all of 13 cells would take 7 GB."""


@dataclass(frozen=True)
class Moves:
    """The cuts of all polyominoes of a size, with places."""

    starts: Vector[np.int64]
    """Start of the cuts of each polyomino, and their end: (shapes + 1,)."""
    cells_left: Vector[np.int8]
    """Cells of the rest: (cuts,)."""
    left: Vector[np.int32]
    """The rest, numbered among the polyominoes of its size: (cuts,)."""
    place: Vector[np.int32]
    """The place of the piece and the rest: (cuts,)."""
    words: int
    """Number of words of 64 places."""

    @property
    def shapes(self) -> int:
        """Number of polyominoes."""
        return len(self.starts) - 1

    @cached_property
    def sections(self) -> list[tuple[Vector[np.int64], Vector[np.int32]]]:
        """The `starts` and `place` of the cuts of each section of places."""
        found = []
        for first in range(0, WORD * self.words, PLACES_OF_SECTION):
            inside = (self.place >= first) & (self.place < first + PLACES_OF_SECTION)
            counts = np.add.reduceat(inside, self.starts[:-1], dtype=np.int64)  # every shape has a cut
            found.append((np.concatenate([[0], np.cumsum(counts)]), self.place[inside]))
        return found


class Lost(NamedTuple):
    """The lost pairs of polyominoes a with all polyominoes b."""

    row_of: Vector[np.int32]
    """The row of each polyomino a, or -1: (shapes,)."""
    bits: Bits
    """1 where the pair is lost."""


def moves_of(cuts: Cuts, shapes: Sequence[int]) -> Moves:
    """Give the cuts of n cells their places.

    `cuts` has all cuts that the rules allow, `shapes` the numbers of polyominoes of 1, 2, .., n cells.
    """
    cells_left = (len(shapes) - cuts.size).astype(np.int8)
    pieces, first, piece = np.unique(piece_keys(cuts), return_index=True, return_inverse=True)
    n_left = np.array([0, *shapes])[cells_left[first]]
    # The next power of two, or whole words; the longest first, so that no short run of places is in two words.
    lengths = np.where(n_left > WORD, -(-n_left // WORD) * WORD, 1 << np.ceil(np.log2(n_left)).astype(np.int64))
    order = np.argsort(-lengths, kind="stable")
    begins = np.empty(len(pieces), dtype=np.int64)
    begins[order] = np.cumsum(lengths[order]) - lengths[order]
    place = (begins[piece] + cuts.left).astype(np.int32)
    words = int(-(-lengths.sum() // WORD))
    return Moves(cut_starts(cuts, shapes[-1]), cells_left, cuts.left, place, words)


@njit(cache=True)
def transpose(square: Vector[np.uint64]) -> None:
    """Transpose 64 x 64 bits in place: bit j of word i becomes bit i of word j."""
    width = 32
    mask = np.uint64(0xFFFFFFFF)
    while width:
        shift = np.uint64(width)
        for start in range(0, 64, 2 * width):
            for i in range(start, start + width):
                exchanged = ((square[i] >> shift) ^ square[i + width]) & mask
                square[i] ^= exchanged << shift
                square[i + width] ^= exchanged
        width >>= 1
        mask ^= mask << np.uint64(width)


@njit(cache=True, nogil=True)
def _offer(
    shapes: Vector[np.int64],
    starts: Vector[np.int64],
    cells_left: Vector[np.int8],
    left: Vector[np.int32],
    place: Vector[np.int32],
    cells: int,
    row_of: Vector[np.int32],
    bits: Bits,
    rows: Bits,
) -> None:
    """Set the places of cuts that leave lost pairs.

    `shapes` (lanes,) are the shapes a. `Moves` describes `starts`, `cells_left`, `left` and `place`, and `Lost`
    describes `row_of` and `bits`. The rests have `cells` cells. `rows` (lanes, words) gets a bit for each place.
    """
    for lane in range(len(shapes)):
        for cut in range(starts[shapes[lane]], starts[shapes[lane] + 1]):
            if cells_left[cut] != cells:
                continue
            begin = place[cut] - left[cut]
            word, shift = begin // 64, np.uint64(begin % 64)
            lost = bits[row_of[left[cut]]]
            for i in range(len(lost)):
                rows[lane, word + i] |= lost[i] << shift


@njit(cache=True, nogil=True)
def _turn(rows: Bits, offered: Bits) -> None:
    """Transpose places, (256, words) to (64 * words, 4)."""
    square = np.empty(64, np.uint64)
    for group in range(offered.shape[1]):
        for word in range(rows.shape[1]):
            for lane in range(64):
                square[lane] = rows[64 * group + lane, word]
            transpose(square)
            for i in range(64):
                offered[64 * word + i, group] = square[i]


@njit(cache=True, nogil=True)
def _answer(starts: Vector[np.int64], place: Vector[np.int32], offered: Bits, first: int, won: Bits) -> None:
    """Add the shapes a that win against each shape b by cuts of a section: won, (shapes b, 4).

    `first` is the first shape b. Unsigned indices save a third of the time, because they cannot count from the end.
    """
    for shape in range(first, len(starts) - 1):
        one, two, three, four = won[shape, 0], won[shape, 1], won[shape, 2], won[shape, 3]
        for cut in range(np.uint64(starts[shape]), np.uint64(starts[shape + 1])):
            at = np.uint64(place[cut])
            one |= offered[at, 0]
            two |= offered[at, 1]
            three |= offered[at, 2]
            four |= offered[at, 3]
        won[shape, 0], won[shape, 1], won[shape, 2], won[shape, 3] = one, two, three, four


def _in_blocks(
    shapes: Vector[np.int64],
    moves: Moves,
    smaller: Sequence[Lost],
    use: Callable[[int, Bits], Result],
    half: bool = False,
) -> Iterator[Result]:
    """Find the pairs of `shapes` that are not lost, in blocks, on all cores; yield what `use` returns for each block.

    `use` is called with the place of the block's first shape, and for each shape b which of at most 256 shapes a win:
    (shapes b, 4). The bits of a = b have no meaning. `half` leaves out the shapes b before the first one of a block.
    """
    cuts = (moves.starts, moves.cells_left, moves.left, moves.place)
    sections = moves.sections
    of_thread = local()  # new arrays for each block would take as long as the look-ups

    def start_thread() -> None:
        of_thread.rows = np.empty((LANES, moves.words), np.uint64)
        of_thread.offered = np.empty((WORD * moves.words, GROUPS), np.uint64)
        of_thread.won = np.empty((moves.shapes, GROUPS), np.uint64)

    def block(first: int) -> Result:
        rows, offered, won = of_thread.rows, of_thread.offered, of_thread.won
        some = shapes[first : first + LANES]
        rows[:] = 0
        for cells, lost in enumerate(smaller, start=1):
            _offer(some, *cuts, cells, lost.row_of, lost.bits, rows)
        _turn(rows, offered)
        won[:] = 0
        for starts, place in sections:
            _answer(starts, place, offered, int(some[0]) if half else 0, won)
        return use(first, won)

    with ThreadPoolExecutor(get_num_threads(), initializer=start_thread) as pool:
        yield from pool.map(block, range(0, len(shapes), LANES))


@njit(cache=True, nogil=True)
def _write_rows(won: Bits, bits: Bits) -> None:
    """Write the lost pairs of at most 256 shapes: (shapes b, 4) to (lanes, words)."""
    square = np.empty(64, np.uint64)
    for start in range(0, len(bits), 64):
        for word in range(bits.shape[1]):
            for i in range(64):
                b = 64 * word + i
                square[i] = ~won[b, start // 64] if b < len(won) else np.uint64(0)
            transpose(square)
            for lane in range(min(64, len(bits) - start)):
                bits[start + lane, word] = square[lane]


def _congruent_pairs(count: int, shapes: Vector[np.int64]) -> Lost:
    """The pairs of `shapes` with themselves, of `count` polyominoes."""
    bits = np.zeros((len(shapes), -(-count // WORD)), np.uint64)
    bits[np.arange(len(shapes)), shapes // WORD] = np.uint64(1) << (shapes % WORD).astype(np.uint64)
    row_of = np.full(count, -1, np.int32)
    row_of[shapes] = np.arange(len(shapes))
    return Lost(row_of, bits)


def lost_of(shapes: Vector[np.int64], moves: Moves, smaller: Sequence[Lost]) -> Lost:
    """The lost pairs of `shapes` with all polyominoes."""
    lost = _congruent_pairs(moves.shapes, shapes)

    def write(first: int, won: Bits) -> None:
        rows = lost.bits[first : first + LANES]
        itself = rows.copy()
        _write_rows(won, rows)
        rows |= itself

    for _ in _in_blocks(shapes, moves, smaller, write):
        pass
    return lost


def lost_pairs(moves: Sequence[Moves], plies: int) -> list[Lost]:
    """Lost pairs of all sizes with `plies` plies to go."""
    if plies == 0 or not moves:
        return [_congruent_pairs(count, np.arange(count)) for count in (1, *(each.shapes for each in moves))]
    smaller = lost_pairs(moves[:-1], plies - 1)
    larger = (lost_of(np.arange(each.shapes), each, smaller[:n]) for n, each in enumerate(moves, start=1))
    return [smaller[0], *larger]


def second_player_wins(moves: Sequence[Moves]) -> list[Lost]:
    """Pairs of all sizes that the second player wins."""
    found = [_congruent_pairs(1, np.arange(1))]
    for each in moves:
        found.append(lost_of(np.arange(each.shapes), each, found))
    return found


class KeptRows:
    """The second player's wins of the polyominoes of a size in use, where all take too much memory."""

    def __init__(self, moves: Moves, smaller: Sequence[Lost]) -> None:
        """`moves` has the size, and `smaller` all pairs of the smaller sizes."""
        self._moves, self._smaller = moves, smaller
        words = -(-moves.shapes // WORD)
        self._clear(min(moves.shapes, BYTES_KEPT // (8 * words)), words)

    def _clear(self, rows: int, words: int) -> None:
        self._lost = Lost(np.full(self._moves.shapes, -1, np.int32), np.empty((rows, words), np.uint64))
        self._shape_of = np.full(rows, -1)
        self._last_use = np.zeros(rows, np.int64)
        self._uses = 0

    def of(self, shapes: Vector[np.int64]) -> Lost:
        """The lost pairs of `shapes`, and of others; a later call may write over them.

        Rows that are missing take the place of those that were used longest ago.
        """
        rows, words = self._lost.bits.shape
        if len(shapes) > rows:
            self._clear(len(shapes), words)
        row_of, bits = self._lost
        self._uses += 1
        known = row_of[shapes]
        self._last_use[known[known >= 0]] = self._uses
        missing = shapes[known < 0]
        new = np.argsort(self._last_use, kind="stable")[: len(missing)]
        old = self._shape_of[new]
        row_of[old[old >= 0]] = -1
        row_of[missing], self._shape_of[new], self._last_use[new] = new, missing, self._uses
        bits[new] = lost_of(missing, self._moves, self._smaller).bits
        return self._lost


def _rests(shapes: Sequence[int] | Vector[np.int64], moves: Moves, cells: int) -> Vector[np.int64]:
    """The rests of `cells` cells that cuts of `shapes` leave, ascending."""
    cuts = np.concatenate([np.arange(0), *(np.arange(*moves.starts[a : a + 2]) for a in shapes)])
    return np.unique(moves.left[cuts][moves.cells_left[cuts] == cells]).astype(np.int64)


def wins_below(shapes: Sequence[int] | Vector[np.int64], moves: Sequence[Moves]) -> list[Lost]:
    """The second player's wins, as `smaller` for `shapes`.

    Of n - 1 cells, only the pairs of the rests of `shapes` are found.
    """
    *_, below, largest = moves
    smaller = second_player_wins(moves[:-2])
    return [*smaller, lost_of(_rests(shapes, largest, len(moves)), below, smaller)]


def in_order(moves: Moves, order: Vector[np.int64]) -> Moves:
    """Number the polyominoes of a size anew: `order` has their old numbers, (shapes,)."""
    counts = np.diff(moves.starts)[order]
    starts = np.concatenate([[0], np.cumsum(counts)])
    cuts = np.repeat(moves.starts[order] - starts[:-1], counts) + np.arange(starts[-1])
    return Moves(starts, moves.cells_left[cuts], moves.left[cuts], moves.place[cuts], moves.words)


def pairs_of_rows(rows: range, shapes: int) -> int:
    """Number of pairs a < b with a in `rows`."""
    return sum(shapes - 1 - a for a in rows)


def count_not_lost(shapes: range, moves: Moves, smaller: Sequence[Lost]) -> Iterator[tuple[range, int]]:
    """Count pairs a < b that are not lost, in blocks.

    Yields at most 256 of `shapes`, and the count of their pairs.
    """

    def count(first: int, won: Bits) -> tuple[range, int]:
        start = shapes.start + first
        square = won[start : start + LANES]
        lanes = np.arange(LANES).reshape(GROUPS, WORD)
        before = (lanes < np.arange(len(square))[:, None, None]).astype(np.uint64) << np.arange(WORD, dtype=np.uint64)
        square &= before.sum(axis=2, dtype=np.uint64)
        return shapes[first : first + LANES], int(np.bitwise_count(won[start:]).sum())

    return _in_blocks(np.array(shapes, np.int64), moves, smaller, count, half=True)


def count_first_wins(moves: Sequence[Moves]) -> Iterator[tuple[range, int]]:
    """Count pairs a < b of the largest size that the first player wins, in blocks, as `count_not_lost` does.

    Consecutive polyominoes should have many rests in common. For each few thousand of them, the pairs of n - 1 cells
    that they need are found, unless they are still there.
    """
    *_, below, largest = moves
    smaller = second_player_wins(moves[:-2])
    kept = KeptRows(below, smaller)
    for first in range(0, largest.shapes, SHAPES_AT_ONCE):
        some = range(first, min(first + SHAPES_AT_ONCE, largest.shapes))
        lost = kept.of(_rests(some, largest, len(moves)))
        yield from count_not_lost(some, largest, [*smaller, lost])


def counts_by_plies(pairs: int, not_lost: Sequence[int]) -> dict[int, int]:
    """Plies -> number of pairs that take them, without zeros.

    `not_lost` has the number of the `pairs` pairs that are not lost with 1, 2, .. plies to go, up to at least n - 2. A
    ValueError says that some pairs take more plies.
    """
    counts = [0, pairs, *not_lost]
    if len(counts) > 3 and counts[-1] != counts[-2]:
        raise ValueError(f"{abs(counts[-1] - counts[-2])} pairs take more than {len(not_lost)} plies")
    found = {plies: abs(counts[plies + 1] - counts[plies - 1]) for plies in range(1, len(counts) - 1)}
    return {plies: count for plies, count in found.items() if count}
