"""Who wins every pair of a size, a bit each, where the plies of all pairs would take too much room.

The player to move on the pair (a, b) with t plies to go has *lost* if a and b are congruent, or if no move leads to a
pair that is lost with t - 1 plies to go. For an even t, the lost pairs are those that the second player wins within t
plies. For an odd t, they are those that the first player does not win within t plies. No game of n cells has more than
n - 2 plies, because two shapes of two cells are congruent. So with n - 2 plies to go, the lost pairs are all
those that the second player wins.

Cuts are handled as in `cut_tables`, for 256 shapes a at once. A place is (c, r): a piece c, and what is left of b
without it. Its bit says whether a can cut c off such that what is left of a is lost against r. The places of a piece
are consecutive bits, of whole words or within one word, so that one operation adds a row of lost pairs to all of them.
For shapes of 6 cells, of which 12 pentominoes, 5 tetrominoes, .. can be left:

    bits     0 .. 15          16 .. 23        24 .. 25           26 .. 27           28  29  30  ..
    places   a single cell    a domino        the straight and the bent tromino     one for each larger piece

Then squares of 64 x 64 bits are transposed. After that, a look-up says of 256 shapes a whether they win against b.

In all functions `shapes` are numbers of the shapes a. A `Moves` has the cuts of all polyominoes of n cells, a sequence
of them those of 2, 3, .., n cells. `smaller` has the lost pairs of 1, 2, .., n - 1 cells with one ply less to go, at
least of the shapes that cuts of `shapes` can leave.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tablebases.arrays import Matrix, Vector
from tablebases.compiled import njit
from tablebases.godomachi.cut_tables import Cuts, cut_starts, piece_keys

Bits = Matrix[np.uint64]
"""Bits of pairs, (shapes a, words): bit j % 64 of word j // 64 is that of b = j. Bits beyond the last b are 0."""

WORD = 64
GROUPS = 4
LANES = WORD * GROUPS


class Moves(NamedTuple):
    """The cuts of all polyominoes of a size, as they are played here."""

    starts: Vector[np.int64]
    """Where the cuts of each polyomino begin, and where the last ones end: (shapes + 1,)."""
    cells_left: Vector[np.int8]
    """Cells of what is left: (cuts,)."""
    left: Vector[np.int32]
    """What is left, numbered among the polyominoes of its size: (cuts,)."""
    place: Vector[np.int32]
    """The place of the piece and of what is left: (cuts,)."""
    words: int
    """How many words of 64 places there are."""

    @property
    def shapes(self) -> int:
        """How many polyominoes there are."""
        return len(self.starts) - 1


class Lost(NamedTuple):
    """The lost pairs of some polyominoes a of a size with all polyominoes b."""

    row_of: Vector[np.int32]
    """The row of each polyomino a, or -1: (shapes,)."""
    bits: Bits
    """1 where the pair is lost."""


def moves_of(cuts: Cuts, shapes: Sequence[int]) -> Moves:
    """The cuts that the rules allow, with their places; shapes: how many polyominoes of 1, 2, .., n cells there are."""
    cells_left = (len(shapes) - cuts.size).astype(np.int8)
    pieces, first, piece = np.unique(piece_keys(cuts), return_index=True, return_inverse=True)
    n_left = np.array([0, *shapes])[cells_left[first]]
    # The next power of two, or whole words; the longest first, so that none of the short ones lies in two words.
    lengths = np.where(n_left > WORD, -(-n_left // WORD) * WORD, 1 << np.ceil(np.log2(n_left)).astype(np.int64))
    order = np.argsort(-lengths, kind="stable")
    begins = np.empty(len(pieces), dtype=np.int64)
    begins[order] = np.cumsum(lengths[order]) - lengths[order]
    place = (begins[piece] + cuts.left).astype(np.int32)
    words = int(-(-lengths.sum() // WORD))
    return Moves(cut_starts(cuts, shapes[-1]), cells_left, cuts.left, place, words)


@njit(cache=True)
def transpose(square: Vector[np.uint64]) -> None:
    """Exchange rows and columns of 64 x 64 bits in place: bit j of word i becomes bit i of word j."""
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


@njit(cache=True)
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
    """Add to the row of each shape a the pairs that its cuts can leave lost, of cuts that leave `cells` cells.

    shapes: (lanes,), the shapes a. starts, cells_left, left, place: see `Moves`. cells: how many are left. row_of,
    bits: of the lost pairs of `cells` cells, see `Lost`. rows: (lanes, words), a bit for each place.
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


@njit(cache=True)
def _turn(rows: Bits, offered: Bits) -> None:
    """Set the bits of places, (256, words), the other way round: (64 * words, 4)."""
    square = np.empty(64, np.uint64)
    for group in range(offered.shape[1]):
        for word in range(rows.shape[1]):
            for lane in range(64):
                square[lane] = rows[64 * group + lane, word]
            transpose(square)
            for i in range(64):
                offered[64 * word + i, group] = square[i]


@njit(cache=True)
def _answer(starts: Vector[np.int64], place: Vector[np.int32], offered: Bits, first: int, won: Bits) -> None:
    """Find the shapes a that win against the shapes b from the first on: won, (shapes b, 4).

    Numbers without a sign spare the question whether an index counts from the end, a third of the time.
    """
    for shape in range(first, len(starts) - 1):
        one = two = three = four = np.uint64(0)
        for cut in range(np.uint64(starts[shape]), np.uint64(starts[shape + 1])):
            of = np.uint64(place[cut])
            one |= offered[of, 0]
            two |= offered[of, 1]
            three |= offered[of, 2]
            four |= offered[of, 3]
        won[shape, 0], won[shape, 1], won[shape, 2], won[shape, 3] = one, two, three, four


def _won_in_blocks(
    shapes: Vector[np.int64], moves: Moves, smaller: Sequence[Lost], half: bool = False
) -> Iterator[tuple[int, Bits]]:
    """The pairs that are not lost, of `shapes` with all shapes b, with a = b among them or not.

    half: leave out the shapes b before the first one of a block. Yields the place of the block's first shape, and for
    each shape b whether at most 256 shapes a win: (shapes b, 4), the same array each time.
    """
    rows = np.empty((LANES, moves.words), np.uint64)
    offered = np.empty((WORD * moves.words, GROUPS), np.uint64)
    won = np.zeros((moves.shapes, GROUPS), np.uint64)
    for first in range(0, len(shapes), LANES):
        block = shapes[first : first + LANES]
        rows[:] = 0
        for cells, lost in enumerate(smaller, start=1):
            _offer(block, *moves[:4], cells, lost.row_of, lost.bits, rows)
        _turn(rows, offered)
        _answer(moves.starts, moves.place, offered, int(block[0]) if half else 0, won)
        yield first, won


@njit(cache=True)
def _write_rows(won: Bits, bits: Bits) -> None:
    """Set the rows of at most 256 shapes to where they do not win: from (shapes b, 4) to (lanes, words)."""
    square = np.empty(64, np.uint64)
    for start in range(0, len(bits), 64):
        for word in range(bits.shape[1]):
            for i in range(64):
                b = 64 * word + i
                square[i] = ~won[b, start // 64] if b < len(won) else np.uint64(0)
            transpose(square)
            for lane in range(min(64, len(bits) - start)):
                bits[start + lane, word] = square[lane]


def _same(count: int, shapes: Vector[np.int64]) -> Lost:
    """The pairs of `shapes` with themselves. count: how many polyominoes of the size there are."""
    bits = np.zeros((len(shapes), -(-count // WORD)), np.uint64)
    bits[np.arange(len(shapes)), shapes // WORD] = np.uint64(1) << (shapes % WORD).astype(np.uint64)
    row_of = np.full(count, -1, np.int32)
    row_of[shapes] = np.arange(len(shapes))
    return Lost(row_of, bits)


def lost_of(shapes: Vector[np.int64], moves: Moves, smaller: Sequence[Lost]) -> Lost:
    """The lost pairs of `shapes` with all polyominoes of their size."""
    lost = _same(moves.shapes, shapes)
    for first, won in _won_in_blocks(shapes, moves, smaller):
        rows = lost.bits[first : first + LANES]
        itself = rows.copy()
        _write_rows(won, rows)
        rows |= itself
    return lost


def lost_pairs(moves: Sequence[Moves], plies: int) -> list[Lost]:
    """All lost pairs of 1, 2, .., n cells with `plies` plies to go; with 0, only congruent pairs are lost."""
    counts = [1, *(of.shapes for of in moves)]
    if plies == 0 or not moves:
        return [_same(count, np.arange(count)) for count in counts]
    smaller = lost_pairs(moves[:-1], plies - 1)
    return [smaller[0], *(lost_of(np.arange(of.shapes), of, smaller[:n]) for n, of in enumerate(moves, start=1))]


def second_player_wins(moves: Sequence[Moves]) -> list[Lost]:
    """All pairs of 1, 2, .., n cells that the second player wins, however long it takes."""
    found = [_same(1, np.arange(1))]
    for of in moves:
        found.append(lost_of(np.arange(of.shapes), of, found))
    return found


def wins_below(shapes: Sequence[int] | Vector[np.int64], moves: Sequence[Moves]) -> list[Lost]:
    """All pairs of 1, 2, .., n - 1 cells that the second player wins; of n - 1 cells only what `shapes` can leave."""
    *_, below, of = moves
    smaller = second_player_wins(moves[:-2])
    cuts = np.concatenate([np.arange(0), *(np.arange(*of.starts[a : a + 2]) for a in shapes)])
    left = np.unique(of.left[cuts][of.cells_left[cuts] == len(moves)])
    return [*smaller, lost_of(left, below, smaller)]


def pairs_of_rows(rows: range, shapes: int) -> int:
    """How many pairs a < b there are of some consecutive shapes a with all shapes b."""
    return sum(shapes - 1 - a for a in rows)


def count_not_lost(shapes: range, moves: Moves, smaller: Sequence[Lost]) -> Iterator[tuple[range, int]]:
    """At most 256 of `shapes` at a time, and how many of their pairs a < b are not lost."""
    for first, won in _won_in_blocks(np.array(shapes, np.int64), moves, smaller, half=True):
        start = shapes.start + first
        square = won[start : start + LANES]
        lanes = np.arange(LANES).reshape(GROUPS, WORD)
        before = (lanes < np.arange(len(square))[:, None, None]).astype(np.uint64) << np.arange(WORD, dtype=np.uint64)
        square &= before.sum(axis=2, dtype=np.uint64)
        yield shapes[first : first + LANES], int(np.bitwise_count(won[start:]).sum())


def counts_by_plies(pairs: int, not_lost: Sequence[int]) -> dict[int, int]:
    """How many pairs take how many plies: plies -> pairs, where there are any.

    `not_lost` says how many of the `pairs` pairs are not lost with 1, 2, .. plies to go, at least n - 2. A ValueError
    says that some take more plies.
    """
    counts = [0, pairs, *not_lost]
    if len(counts) > 3 and counts[-1] != counts[-2]:
        raise ValueError(f"{abs(counts[-1] - counts[-2])} pairs take more than {len(not_lost)} plies")
    found = {plies: abs(counts[plies + 1] - counts[plies - 1]) for plies in range(1, len(counts) - 1)}
    return {plies: count for plies, count in found.items() if count}
