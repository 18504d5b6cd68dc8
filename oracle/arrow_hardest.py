"""The hardest boards of level *expert*, found by a search of all boards. It shares no code with `tablebases.arrow`.

    python -m oracle.arrow_hardest 82

Let x be the taps of one solution. The other solutions are x + k modulo 6 for each k in the kernel K of the tap matrix,
3,888 vectors. w adds the taps of a solution, each from 0 to 5. A board needs the minimum of w(x + k). The program
derives K and its parts from the matrix, and asserts each property that it relies on.

* **Centre.** Every kernel vector is 0 there. All solutions of a board tap it equally often, at most 5 times. The search
  for boards that need N taps lists the settings of the other 36 tiles that need at least M = N - 5.
* **Halves.** S is the union of the three *classes* of six tiles whose kernel vectors are equal modulo 2. T is the rest,
  18 tiles. The 36 kernel vectors that are 0 on S divide T into three *groups* of six tiles. They shift all tiles of a
  group by t or by -t, and the shifts of two groups determine the third. K has 108 *cosets* of these vectors. For a
  coset c, f(c) is the number of taps on S, and g(c) is the fewest taps on T. A board needs M taps or more if and only
  if f(c) + g(c) >= M for all c.
* **Remainders.** The values of a kernel vector add up to 0 modulo 6 on each group of T, so kernel vectors change the
  taps of a group by multiples of 6. The search stores these multiples. On a class of S, the values of different
  settings change alike modulo 6.
* **Lines.** Two vectors of order 3 shift every tile of S by 2 or by 4. Together with 0 they divide the 108 cosets into
  36 *lines* of three cosets. On a line, a tile of S has either the values 0, 2, 4 or the values 1, 3, 5. So the sum of
  f over a line depends only on the *parity* of the line, which is the kernel vector on S modulo 2. There are four
  parities with nine lines each. A tile of S is odd for two of them, so the sums of f over one line of each parity add
  up to 18 * (6 + 6 + 9 + 9) = 540, whichever of the nine lines is taken. Hence, if g adds up to G(l) on the line l, the
  minima of G over the lines of each parity add up to at least 12 M - 540.
* **Search of T.** Settings of T are listed up to K, without regard to symmetry: 72 of the first group, 7,776 of the
  second for each of these, and 46,656 of the third, 2.6 * 10^10 in total. Bits of a machine word stand for settings of
  the third group, so that one operation tests 64 of them. Counters of the bits add, compare and select.
* **Search of S.** f is a sum of three functions, one for each class. Each depends on 18 classes of cosets with six
  members, where the taps on another class have the mean 15. These means limit the function of each class. The limits
  rise to the next number with the right remainder, and their mean must not exceed 15. The search takes the function of
  one class after the other and raises the limits of the rest.

Settings of a class with the same function are listed together. The last step finds the minimum over all of K for one
board of each list. Symmetric copies of a board are found separately, so a missing copy shows a mistake.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import NamedTuple, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from oracle.arrow_puzzle import LEVELS, Cell, solutions

Int8 = NDArray[np.int8]
Int64 = NDArray[np.int64]
Words = NDArray[np.uint64]
F = TypeVar("F", bound=Callable[..., object])

LEVEL = LEVELS["expert"]
DIRECTIONS = LEVEL.m
SETTINGS = DIRECTIONS**6
"""Settings of six tiles. Setting n has the digits of n to the base 6, one for each tile."""
PARITIES, LINES, PLACES = 4, 9, 3
COSETS = PARITIES * LINES * PLACES
SHIFTS = DIRECTIONS
PROJECTIONS = 18
"""Different kernel vectors on a class of S."""
MEAN_OF_SIX = 15
"""Mean taps of six tiles that take all values equally often."""
MEAN_OF_S = 3 * MEAN_OF_SIX

WORDS = 61
"""Words of 64 settings in a block: two blocks hold the 7,776 settings of a group with the same remainder."""
LEVELS_OF_BITS = 7
"""Bit n of a setting says that its taps exceed the remainder by at least 6 n: n is 0 to 5, and 6 is never reached."""
LISTED = 1 << 21
"""Room for the settings of T that one block leaves."""
FEWEST = 77
"""The search does not answer for fewer taps, where it would list too many boards."""


def _compiled(function: F) -> F:
    """Compile a function with Numba; it runs beside other threads."""
    return cast(F, numba.njit(nogil=True, cache=True)(function))


# --- the kernel and its parts ----------------------------------------------------------------


class Halves(NamedTuple):
    """The kernel modulo 6, and the tiles it divides into two halves."""

    kernel: Int64
    """(3888, 37)"""
    centre: int
    classes: Int64
    """(3, 6): the tiles of S."""
    groups: Int64
    """(3, 6): the tiles of T."""
    cosets: Int64
    """(108, 37): a kernel vector of each coset, in the order of parity, line, and place on the line."""
    signs: Int64
    """(3, 6): 1 or -1 for each tile of T. A shift by t adds t times this."""
    third: Int64
    """(6, 6): the shift of the third group for shifts of the first and the second."""


def _rows(values: Int64) -> list[tuple[int, ...]]:
    return [tuple(row) for row in values.tolist()]


def find_halves() -> Halves:
    """Derive the kernel and the halves from the tap matrix, with every property that the search relies on."""
    n_tiles = len(LEVEL.cells())
    kernel = np.array(solutions((0,) * n_tiles, LEVEL.matrix(), DIRECTIONS))
    centres = [tile for tile in range(n_tiles) if not kernel[:, tile].any()]
    assert len(centres) == 1

    alike: dict[bytes, list[int]] = {}
    for tile in range(n_tiles):
        alike.setdefault((kernel[:, tile] % 2).tobytes(), []).append(tile)
    classes = np.array([tiles for tiles in alike.values() if len(tiles) == 6])
    assert classes.shape == (3, 6)

    vanishing = kernel[~kernel[:, classes.ravel()].any(axis=1)]
    rest = [tile for tile in range(n_tiles) if tile not in classes and tile not in centres]
    found: list[list[int]] = []
    for tile in rest:
        shifted = vanishing[:, tile]
        for group in found:
            first = vanishing[:, group[0]]
            if (shifted == first).all() or (shifted == -first % DIRECTIONS).all():
                group.append(tile)
                break
        else:
            found.append([tile])
    groups = np.array(found)
    assert groups.shape == (3, 6)
    signs = np.array(
        [[1 if (vanishing[:, tile] == vanishing[:, group[0]]).all() else -1 for tile in group] for group in found]
    )
    shifts = {(int(a), int(b)): int(c) for a, b, c in vanishing[:, groups[:, 0]]}
    assert len(shifts) == len(vanishing) == SHIFTS**2
    third = np.array([[shifts[a, b] for b in range(SHIFTS)] for a in range(SHIFTS)])
    assert all(sorted(row) == list(range(SHIFTS)) for row in [*third.tolist(), *third.T.tolist()])

    # Kernel vectors change the taps of a group by multiples of 6.
    assert not (kernel[:, groups].sum(axis=2) % DIRECTIONS).any()

    return Halves(kernel, centres[0], classes, groups, _cosets(kernel, classes.ravel()), signs, third)


def _cosets(kernel: Int64, s: Int64) -> Int64:
    """(108, 37): one kernel vector of each coset, line by line."""
    first = {on_s: number for number, on_s in reversed(list(enumerate(_rows(kernel[:, s]))))}
    along = [on_s for on_s in first if all(value in (2, 4) for value in on_s)]
    assert len(along) == PLACES - 1
    assert tuple(2 * value % DIRECTIONS for value in along[0]) == along[1]
    steps = [np.zeros(len(s), dtype=np.int64), *np.array(along)]
    lines = {frozenset(tuple(((np.array(on_s) + step) % DIRECTIONS).tolist()) for step in steps) for on_s in first}
    by_parity: dict[tuple[int, ...], list[list[tuple[int, ...]]]] = {}
    for line in sorted(map(sorted, lines)):
        by_parity.setdefault(tuple(value % 2 for value in line[0]), []).append(line)
    assert [len(of_parity) for of_parity in by_parity.values()] == [LINES] * PARITIES
    assert (np.array(list(by_parity)).sum(axis=0) == 2).all()  # each tile is shifted by an odd number in two of four
    order = [on_s for parity in sorted(by_parity) for line in by_parity[parity] for on_s in line]
    assert len(set(order)) == len(first) == COSETS
    return kernel[[first[on_s] for on_s in order]]


def symmetries(cells: list[Cell]) -> list[list[int]]:
    """The tile that each tile becomes, for each symmetry of a hexagon."""
    centre = (max(row for row, _ in cells) // 2, max(column for _, column in cells) // 2)
    touching = {(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)}
    found = []
    for a, b, c, d in product((-1, 0, 1), repeat=4):

        def moved(row: int, column: int, a: int = a, b: int = b, c: int = c, d: int = d) -> Cell:
            return a * row + b * column, c * row + d * column

        if {moved(*step) for step in touching} == touching:
            images = (moved(row - centre[0], column - centre[1]) for row, column in cells)
            found.append([cells.index((row + centre[0], column + centre[1])) for row, column in images])
    matrix = np.array(LEVEL.matrix())
    assert len(cells) != len(matrix) or all((matrix[np.ix_(to, to)] == matrix).all() for to in found)
    return found


# --- tables of six tiles ---------------------------------------------------------------------


DIGITS: Int64 = np.array(list(product(range(DIRECTIONS), repeat=6)))
"""(46656, 6): the taps of each setting of six tiles."""
PLACE_VALUES: Int64 = DIRECTIONS ** np.arange(5, -1, -1)


def taps_after(added: Int64) -> Int8:
    """(46656,): the taps of each setting after each tile of it has been shifted by `added` (6,)."""
    of_tile = (np.arange(DIRECTIONS) + added[:, None]) % DIRECTIONS
    total = np.zeros(1, dtype=np.int8)
    for values in of_tile.astype(np.int8):
        total = (total[:, None] + values).ravel()
    return total


class Group(NamedTuple):
    """Taps of a group of T for all its settings."""

    remainders: Int64
    """(46656,): the taps of a setting modulo 6. Kernel vectors do not change them."""
    sixes: Int8
    """(46656, 108, 6): (taps - remainder) / 6 for a setting, coset and shift of the group."""


def group_of(halves: Halves, number: int) -> Group:
    """Tabulate the taps of group `number`."""
    tiles, signs = halves.groups[number], halves.signs[number]
    taps = np.empty((SETTINGS, COSETS, SHIFTS), dtype=np.int8)
    for coset, shift in product(range(COSETS), range(SHIFTS)):
        taps[:, coset, shift] = taps_after((halves.cosets[coset, tiles] + shift * signs) % DIRECTIONS)
    remainders = taps[:, 0, 0] % DIRECTIONS
    taps -= remainders[:, None, None]
    assert not (taps % DIRECTIONS).any()
    return Group(remainders.astype(np.int64), taps // DIRECTIONS)


class Orbits(NamedTuple):
    """Orbits of the settings of six tiles under addition of kernel vectors."""

    smallest: Int64
    """The smallest setting of each orbit."""
    moves: Int8
    """(46656, 37): a kernel vector that makes a setting the smallest of its orbit."""


def orbits_of(kernel: Int64, tiles: Int64) -> Orbits:
    """Divide the settings of six tiles into orbits under a subgroup `kernel` (n, 37) of the kernel.

    Raises:
        AssertionError: a vector that is not 0 on the tiles fixes a setting. Then some orbit is smaller than others.
    """
    vectors, first = np.unique(kernel[:, tiles], axis=0, return_index=True)
    smallest = np.arange(SETTINGS)
    moves = np.zeros((SETTINGS, kernel.shape[1]), dtype=np.int8)
    for vector, number in zip(vectors, first, strict=True):
        moved = (DIGITS + vector) % DIRECTIONS @ PLACE_VALUES
        lower = moved < smallest
        smallest[lower], moves[lower] = moved[lower], kernel[number]
    found = np.flatnonzero(smallest == np.arange(SETTINGS))
    assert len(found) * len(vectors) == SETTINGS
    return Orbits(found, moves)


class Functions(NamedTuple):
    """Taps of a class of S: a function of 18 projections for each setting.

    The functions stand in the order of their values at projection 0 modulo 6, their *remainders*.
    """

    projection: Int64
    """(108,): the projection of each coset."""
    values: Int8
    """(functions, 18): the different functions."""
    offsets: Int64
    """(18,): what the value at a projection exceeds the remainder by, modulo 6. It is the same for all functions."""
    starts: Int64
    """(7,): the first function with each remainder, and the number of functions."""
    descending: Int64
    """(18, functions): the functions of each remainder by their value at a projection, the largest first."""
    settings: Int64
    """(46656,): the settings with the first function, then those with the second, and so on."""
    settings_starts: Int64
    """(functions + 1,): where these begin in `settings`."""


def functions_of(halves: Halves, number: int) -> Functions:
    """Tabulate the functions of class `number`."""
    on_class = halves.cosets[:, halves.classes[number]]
    vectors, projection, members = np.unique(on_class, axis=0, return_inverse=True, return_counts=True)
    projection = projection.reshape(-1)
    assert members.tolist() == [COSETS // PROJECTIONS] * PROJECTIONS
    for other in set(range(3)) - {number}:  # every tile of another class takes each value once
        values = halves.cosets[:, halves.classes[other]][np.argsort(projection, kind="stable")]
        assert (np.sort(values.reshape(PROJECTIONS, DIRECTIONS, 6), axis=1) == np.arange(DIRECTIONS)[:, None]).all()
    # Over all projections, every tile of the class takes each value equally often.
    assert (np.sort(vectors, axis=0).reshape(DIRECTIONS, -1, 6) == np.arange(DIRECTIONS)[:, None, None]).all()
    return collect_functions(projection, np.stack([taps_after(vector) for vector in vectors], axis=1))


def collect_functions(projection: Int64, taps: Int8) -> Functions:
    """Collect the different rows of `taps` (settings, 18)."""
    values, function_of = np.unique(taps, axis=0, return_inverse=True)
    order = np.argsort(values[:, 0] % DIRECTIONS, kind="stable")
    values, function_of = values[order], np.argsort(order)[function_of.reshape(-1)]
    excess = (values - values[:, :1].astype(np.int64)) % DIRECTIONS
    assert (excess == excess[0]).all()
    remainders = values[:, 0] % DIRECTIONS
    descending = [np.lexsort((-values[:, p].astype(np.int64), remainders)) for p in range(PROJECTIONS)]
    return Functions(
        projection=projection,
        values=values,
        offsets=excess[0],
        starts=np.searchsorted(remainders, np.arange(DIRECTIONS + 1)),
        descending=np.array(descending),
        settings=np.argsort(function_of, kind="stable"),
        settings_starts=np.append(0, np.cumsum(np.bincount(function_of, minlength=len(values)))),
    )


# --- search of T -----------------------------------------------------------------------------


@_compiled
def two_groups(first: Int8, seconds: Int8, third: Int64, fewest: Int8) -> None:
    """Set `fewest` (n, 648): the fewest sixes of two groups together for a coset and a shift of the third group.

    Takes the sixes of one setting of the first group, (108, 6), and of n of the second, (n, 108, 6).
    """
    for n in range(len(seconds)):
        for coset in range(COSETS):
            of_shift = fewest[n, coset * SHIFTS : (coset + 1) * SHIFTS]
            of_shift[:] = 127
            for a in range(SHIFTS):
                for b in range(SHIFTS):
                    taps = first[coset, a] + seconds[n, coset, b]
                    of_shift[third[a, b]] = min(of_shift[third[a, b]], taps)


class Block(NamedTuple):
    """Settings of the third group with the same remainder, as bits."""

    remainder: int
    settings: Int64
    """(n,): setting i is bit i % 64 of word i // 64."""
    bits: Words
    """(4536, 61): row (6 coset + shift) * 7 + level has the settings with at least `level` sixes."""


def blocks_of(group: Group) -> list[Block]:
    """Divide the settings of the third group into blocks."""
    found = []
    for remainder in range(DIRECTIONS):
        alike = np.flatnonzero(group.remainders == remainder)
        for start in range(0, len(alike), 64 * WORDS):
            settings = alike[start : start + 64 * WORDS]
            sixes = group.sixes[settings].reshape(len(settings), -1).T
            is_set = np.zeros((COSETS * SHIFTS, LEVELS_OF_BITS, 64 * WORDS), dtype=np.bool_)
            for level in range(LEVELS_OF_BITS):
                is_set[:, level, : len(settings)] = sixes >= level
            packed = np.packbits(is_set, axis=2, bitorder="little").view("<u8").astype(np.uint64)
            found.append(Block(remainder, settings, packed.reshape(-1, WORDS)))
    return found


# Below, bit i of a word belongs to setting i. A number that differs from setting to setting is stored as several words,
# the lowest bits of all settings first.


@_compiled
def _and(bits: Words, rows: Int64, result: Words) -> None:
    a, b, c, d, e, f = bits[rows[0]], bits[rows[1]], bits[rows[2]], bits[rows[3]], bits[rows[4]], bits[rows[5]]
    for w in range(WORDS):
        result[w] = a[w] & b[w] & c[w] & d[w] & e[w] & f[w]


@_compiled
def _add_line(at_least: Words, total: Words) -> None:
    """Add three numbers from 0 to 3.

    `at_least[3 * n + i]` says that number i is above n, for n = 0, 1, 2. `total` (4, words) is the sum.
    """
    for w in range(WORDS):
        x, y, z = at_least[3, w], at_least[4, w], at_least[5, w]
        high = x ^ y ^ z
        carry_high = (x & y) | (z & (x ^ y))
        x = (at_least[0, w] & ~x) | at_least[6, w]
        y = (at_least[1, w] & ~y) | at_least[7, w]
        z = (at_least[2, w] & ~z) | at_least[8, w]
        carry = (x & y) | (z & (x ^ y))
        total[0, w] = x ^ y ^ z
        total[1, w] = high ^ carry
        carry &= high
        total[2, w] = carry_high ^ carry
        total[3, w] = carry_high & carry


@_compiled
def _lower(other: Words, fewest: Words) -> None:
    """Replace `fewest` (4, words) by `other` where that is smaller."""
    for w in range(WORDS):
        a0, a1, a2, a3 = other[0, w], other[1, w], other[2, w], other[3, w]
        b0, b1, b2, b3 = fewest[0, w], fewest[1, w], fewest[2, w], fewest[3, w]
        less = ~a0 & b0
        less = (~a1 & b1) | (~(a1 ^ b1) & less)
        less = (~a2 & b2) | (~(a2 ^ b2) & less)
        less = (~a3 & b3) | (~(a3 ^ b3) & less)
        fewest[0, w] = b0 ^ ((a0 ^ b0) & less)
        fewest[1, w] = b1 ^ ((a1 ^ b1) & less)
        fewest[2, w] = b2 ^ ((a2 ^ b2) & less)
        fewest[3, w] = b3 ^ ((a3 ^ b3) & less)


@_compiled
def _reaches(numbers: Words, least: int, result: Words) -> None:
    """Set `result` (words,) where four numbers from 0 to 9, (4, 4, words), have a sum of at least `least`, 1 to 36."""
    missing = 64 - least  # the sum reaches `least` if adding this overflows six bits
    total = np.empty(6, dtype=np.uint64)
    for w in range(WORDS):
        total[:] = np.uint64(0)
        for number in range(4):
            carry = np.uint64(0)
            for bit in range(6):
                added = numbers[number, bit, w] if bit < 4 else np.uint64(0)
                before = total[bit]
                total[bit] = before ^ added ^ carry
                carry = (before & added) | (carry & (before ^ added))
        carry = np.uint64(0)
        for bit in range(6):
            carry = total[bit] | carry if (missing >> bit) & 1 else total[bit] & carry
        result[w] = carry


@_compiled
def base_of(of_pair: Int8, known: int, remainder: int, least: int) -> int:
    """Choose the number `base` so that g is never more than `known` + 6 (`base` + 3).

    g has at most the mean over the shifts of the third group, whose taps have the mean 15, and at most 45. `known` is
    the remainder of all groups, and `remainder` that of the third. The larger `base`, the weaker is the search. The
    second choice always suffices if `least` is at least 72.
    """
    most = 0
    for coset in range(COSETS):
        sixes = MEAN_OF_SIX - remainder
        for shift in range(SHIFTS):
            sixes += int(of_pair[coset * SHIFTS + shift])
        most = max(most, sixes // 6)
    base = (least - MEAN_OF_S - known) // 6 - 1
    return base + 1 if min(most, (MEAN_OF_S - known) // 6) > base + 3 else base


@_compiled
def _add_lines(of_pair: Int8, bits: Words, base: int, fewest: Words) -> None:
    """Set `fewest` (4, 4, words): the smallest sum over a line of each parity, a number from 0 to 9 for each setting.

    A coset adds the sixes of g less `base`, from 0 to 3. Fewer sixes count as `base`.
    """
    at_least = np.empty((9, WORDS), dtype=np.uint64)
    total = np.empty((4, WORDS), dtype=np.uint64)
    rows = np.empty(SHIFTS, dtype=np.int64)
    for line in range(PARITIES * LINES):
        for place in range(PLACES):
            coset = line * PLACES + place
            for above in range(3):
                for shift in range(SHIFTS):
                    level = base + 1 + above - int(of_pair[coset * SHIFTS + shift])
                    level = min(max(level, 0), LEVELS_OF_BITS - 1)
                    rows[shift] = (coset * SHIFTS + shift) * LEVELS_OF_BITS + level
                _and(bits, rows, at_least[3 * above + place])
        if line % LINES:
            _add_line(at_least, total)
            _lower(total, fewest[line // LINES])
        else:
            _add_line(at_least, fewest[line // LINES])


@_compiled
def _list_bits(words: Words, n_bits: int, row: int, listed: Int64, count: int) -> int:
    """Append the row and the number of each bit that is set to `listed`, and return the new `count`."""
    for w in range(WORDS):
        if words[w]:
            for bit in range(min(64, n_bits - 64 * w)):
                if (words[w] >> np.uint64(bit)) & np.uint64(1):
                    if count < len(listed):
                        listed[count, 0] = row
                        listed[count, 1] = 64 * w + bit
                    count += 1
    return count


@_compiled
def thirds_of_block(
    fewest: Int8, remainders: Int64, bits: Words, n_settings: int, remainder: int, least: int, listed: Int64
) -> int:
    """List the settings of T whose lines have enough taps, and a few others.

    Args:
        fewest: (n, 648) of `two_groups`.
        remainders: (n,), of both groups together.
        bits: of a block.
        n_settings: of that block.
        remainder: of that block.
        least: the taps that the 36 tiles need, M in the description of the method.
        listed: (rows, 2), set to the row of `fewest` and the bit of each setting.

    Returns:
        The number of settings, more than `listed` has rows if they do not fit.
    """
    of_parities = np.empty((PARITIES, 4, WORDS), dtype=np.uint64)
    enough = np.empty(WORDS, dtype=np.uint64)
    count = 0
    for n in range(len(fewest)):
        known = remainders[n] + remainder
        base = base_of(fewest[n], known, remainder, least)
        _add_lines(fewest[n], bits, base, of_parities)
        # The sum over four lines is 12 (known + 6 base) + 6 times what was added, and must be at least 12 least - 540.
        needed = 2 * (least - MEAN_OF_S - known - 6 * base)
        if needed > 0:
            _reaches(of_parities, needed, enough)
        else:
            enough[:] = ~np.uint64(0)
        count = _list_bits(enough, n_settings, n, listed, count)
    return count


@_compiled
def fewest_on_t(of_pair: Int8, sixes: Int8, known: int, g: Int64) -> None:
    """Set `g` (108,): the fewest taps on T, from a row of `two_groups`, sixes of the third group, and the remainder."""
    for coset in range(COSETS):
        fewest = 127
        for shift in range(SHIFTS):
            fewest = min(fewest, int(of_pair[coset * SHIFTS + shift]) + int(sixes[coset, shift]))
        g[coset] = known + 6 * fewest


@_compiled
def lines_suffice(g: Int64, least: int) -> bool:
    """Whether the lines with the fewest taps on T, one of each parity, have at least 12 `least` - 540 together."""
    total = 0
    for parity in range(PARITIES):
        fewest = 10_000
        for line in range(LINES):
            start = (parity * LINES + line) * PLACES
            fewest = min(fewest, int(g[start] + g[start + 1] + g[start + 2]))
        total += fewest
    return total >= PARITIES * PLACES * (least - MEAN_OF_S)


# --- search of S -----------------------------------------------------------------------------


@_compiled
def _limit_by_means(required: Int64, projection: Int64, others: int, limits: Int64) -> None:
    """Set `limits` (18,): the fewest taps of a class at each projection, if `others` classes are not set yet."""
    limits[:] = -6 * MEAN_OF_SIX * others
    for coset in range(COSETS):
        limits[projection[coset]] += required[coset]
    for p in range(PROJECTIONS):
        limits[p] = -((-limits[p]) // 6)


@_compiled
def _functions_within(limits: Int64, of: Functions, found: Int64) -> int:
    """List the functions with at least the `limits` everywhere in `found`, and return their number."""
    count = 0
    for remainder in range(DIRECTIONS):
        # The values have known remainders, which raises the limits. The mean of a function is 15.
        total, strictest, highest = 0, 0, -1
        for p in range(PROJECTIONS):
            limit = max(limits[p], 0)
            limit += (remainder + of.offsets[p] - limit) % DIRECTIONS
            total += limit
            if limit > highest:
                strictest, highest = p, limit
        if total > MEAN_OF_SIX * PROJECTIONS:
            continue
        for i in range(of.starts[remainder], of.starts[remainder + 1]):
            function = of.descending[strictest, i]
            if of.values[function, strictest] < highest:
                break
            fits = True
            for p in range(PROJECTIONS):
                if of.values[function, p] < limits[p]:
                    fits = False
                    break
            if fits:
                found[count] = function
                count += 1
    return count


@_compiled
def settings_of_s(g: Int64, least: int, a: Functions, b: Functions, c: Functions, listed: Int64) -> int:
    """List the functions of the three classes with f(c) + g(c) >= `least` for every coset c.

    Sets `listed` (rows, 3), and returns the number of triples, more than `listed` has rows if they do not fit.
    """
    limits = np.empty(PROJECTIONS, dtype=np.int64)
    required = least - g
    in_a = np.empty(len(a.values), dtype=np.int64)
    in_b = np.empty(len(b.values), dtype=np.int64)
    in_c = np.empty(len(c.values), dtype=np.int64)
    _limit_by_means(required, c.projection, 2, limits)
    if not _functions_within(limits, c, in_c):
        return 0
    _limit_by_means(required, b.projection, 2, limits)
    if not _functions_within(limits, b, in_b):
        return 0
    _limit_by_means(required, a.projection, 2, limits)
    count = 0
    of_rest, of_last = np.empty(COSETS, dtype=np.int64), np.empty(COSETS, dtype=np.int64)
    for i in range(_functions_within(limits, a, in_a)):
        for coset in range(COSETS):
            of_rest[coset] = required[coset] - a.values[in_a[i], a.projection[coset]]
        _limit_by_means(of_rest, b.projection, 1, limits)
        for j in range(_functions_within(limits, b, in_b)):
            for coset in range(COSETS):
                of_last[coset] = of_rest[coset] - b.values[in_b[j], b.projection[coset]]
            limits[:] = 0
            for coset in range(COSETS):
                limits[c.projection[coset]] = max(limits[c.projection[coset]], of_last[coset])
            for k in range(_functions_within(limits, c, in_c)):
                if count < len(listed):
                    listed[count, 0], listed[count, 1], listed[count, 2] = in_a[i], in_b[j], in_c[k]
                count += 1
    return count


@_compiled
def complete(
    pairs: Int8,
    known: Int64,
    sixes: Int8,
    settings: Int64,
    chosen: Int64,
    least: int,
    a: Functions,
    b: Functions,
    c: Functions,
    listed: Int64,
) -> tuple[int, int]:
    """Find all settings of S for the settings of T that a block leaves.

    Args:
        pairs: (n, 648) of `two_groups`.
        known: (n,): remainders of all three groups.
        sixes: (46656, 108, 6), of the third group.
        settings: of the block.
        chosen: (rows, 2), of `thirds_of_block`.
        least: taps that the 36 tiles need.
        a: the functions of the first class.
        b: those of the second.
        c: those of the third.
        listed: (rows, 5), set to the row of `pairs`, the setting of the third group, and the three functions.

    Returns:
        The number of rows in `listed`, and the number of settings of T with enough taps on their lines.
    """
    g = np.empty(COSETS, dtype=np.int64)
    triples = np.empty((len(listed), 3), dtype=np.int64)
    count, n_enough = 0, 0
    for i in range(len(chosen)):
        n, setting = chosen[i, 0], settings[chosen[i, 1]]
        fewest_on_t(pairs[n], sixes[setting], known[n], g)
        if not lines_suffice(g, least):
            continue
        n_enough += 1
        for t in range(settings_of_s(g, least, a, b, c, triples)):
            if count < len(listed) and t < len(triples):
                listed[count, 0], listed[count, 1] = n, setting
                listed[count, 2:] = triples[t]
            count += 1
    return count, n_enough


# --- all of it -------------------------------------------------------------------------------


class Tables(NamedTuple):
    """What the search looks up."""

    halves: Halves
    groups: list[Group]
    first: Orbits
    """72 orbits of settings of the first group under the kernel."""
    second: Orbits
    """7,776 orbits of settings of the second group under the kernel vectors that are 0 on the first."""
    blocks: list[Block]
    functions: tuple[Functions, Functions, Functions]


def tables() -> Tables:
    """Derive and tabulate all that the search needs, in about 150 MB."""
    halves = find_halves()
    first, second, _ = halves.groups
    kernel = halves.kernel
    fixing = kernel[~kernel[:, first].any(axis=1)]
    assert not fixing[~fixing[:, second].any(axis=1)].any()  # only 0 fixes both: every setting of T is listed once
    groups = [group_of(halves, number) for number in range(3)]
    return Tables(
        halves,
        groups,
        orbits_of(kernel, first),
        orbits_of(fixing, second),
        blocks_of(groups[2]),
        (functions_of(halves, 0), functions_of(halves, 1), functions_of(halves, 2)),
    )


class Found(NamedTuple):
    """What the search of one setting of the first group finds."""

    rows: Int64
    """(n, 6): settings of the three groups of T, and functions of the three classes of S."""
    n_settings: int
    """Settings of T with enough taps on their lines."""


def search_first(table: Tables, first: int, seconds: Int64, least: int) -> Found:
    """Find all boards that need `least` taps on 36 tiles, with these settings of the first and the second group."""
    halves, (group_a, group_b, group_c) = table.halves, table.groups
    pairs = np.empty((len(seconds), COSETS * SHIFTS), dtype=np.int8)
    two_groups(group_a.sixes[first], group_b.sixes[seconds], halves.third, pairs)
    remainders = group_a.remainders[first] + group_b.remainders[seconds]
    a, b, c = table.functions
    chosen, listed = np.empty((LISTED, 2), dtype=np.int64), np.empty((LISTED, 5), dtype=np.int64)
    rows, n_settings = [np.empty((0, 6), dtype=np.int64)], 0
    for block in table.blocks:
        n_chosen = thirds_of_block(pairs, remainders, block.bits, len(block.settings), block.remainder, least, chosen)
        _fits(n_chosen, chosen)
        known = remainders + block.remainder
        count, n_enough = complete(
            pairs, known, group_c.sixes, block.settings, chosen[:n_chosen], least, a, b, c, listed
        )
        _fits(count, listed)
        n_settings += n_enough
        found = listed[:count]
        rows.append(np.column_stack([np.full(count, first), seconds[found[:, 0]], found[:, 1:]]))
    return Found(np.concatenate(rows), n_settings)


def _fits(count: int, room: Int64) -> None:
    if count > len(room):
        raise MemoryError(f"the search lists {count:,} settings at once, and has room for {len(room):,}")


class Hardest(NamedTuple):
    """The boards that need some number of taps, and whether others need more."""

    taps: int
    n_boards: int
    """Boards that need exactly `taps`."""
    n_harder: int
    """Boards that need more."""
    n_orbits: int
    """Boards that need exactly `taps`, if symmetric copies count once."""
    orbits_by_size: dict[int, int]
    """Boards in an orbit -> number of orbits, for the boards that need exactly `taps`."""
    n_solutions: int
    """Solutions with `taps` taps of all boards together."""
    solutions: Int8
    """(n_orbits, 37): the taps of some solution of one board of each orbit, not always the best one."""
    n_settings: int
    """Settings of T that the bound by lines leaves."""


def boards_needing(taps: int, progress: Callable[[float], None] | None = None, threads: int = 2) -> Hardest:
    """Find all boards of level *expert* that need `taps` taps or more, and count those that need exactly `taps`.

    `progress` receives the part of the search that is done, from 0 to 1.

    Raises:
        ValueError: `taps` is less than 77.
        MemoryError: more boards than expected need as many taps.
        AssertionError: a property of the tap matrix or a check of the result fails.
    """
    if taps < FEWEST:
        raise ValueError(f"the search lists boards that need {FEWEST} taps or more, not {taps}")
    table = tables()
    least = taps - (DIRECTIONS - 1)
    found = []
    with ThreadPoolExecutor(threads) as pool:
        firsts, seconds = table.first.smallest.tolist(), table.second.smallest
        futures = [pool.submit(search_first, table, first, seconds, least) for first in firsts]
        for number, future in enumerate(futures, start=1):
            found.append(future.result())
            if progress:
                progress(number / len(futures))
    return summary(table, taps, np.concatenate([each.rows for each in found]), sum(each.n_settings for each in found))


def summary(table: Tables, taps: int, rows: Int64, n_settings: int) -> Hardest:
    """Count the boards in the `rows` (n, 6) of `search_first`.

    Each row is checked by minimising the taps of one of its boards over the kernel. They depend on the functions of the
    classes, not on the setting that has them.
    """
    n_boards, n_harder, n_solutions = 0, 0, 0
    exact = []
    for row in rows.tolist():
        settings = taps_of_row(table, row)
        of_solutions = ((settings[0].astype(np.int64) + table.halves.kernel) % DIRECTIONS).sum(axis=1)
        needed = int(of_solutions.min())
        assert needed >= taps - (DIRECTIONS - 1), "the search has listed a board that needs fewer taps"
        n_harder += len(settings) * sum(needed + at_centre > taps for at_centre in range(DIRECTIONS))
        if taps - needed in range(DIRECTIONS):
            n_boards += len(settings)
            n_solutions += len(settings) * int((of_solutions == needed).sum())
            settings[:, table.halves.centre] = taps - needed
            exact.append(settings)
    orbits_by_size, solutions = _orbits(table, exact)
    return Hardest(
        taps=taps,
        n_boards=n_boards,
        n_harder=n_harder,
        n_orbits=sum(orbits_by_size.values()),
        orbits_by_size=orbits_by_size,
        n_solutions=n_solutions,
        solutions=solutions,
        n_settings=n_settings,
    )


def taps_of_row(table: Tables, row: list[int]) -> Int8:
    """(n, 37): one solution of each board of a row of `search_first`, with the centre 0."""
    on_s = []
    for each, function in zip(table.functions, row[3:], strict=True):
        on_s.append(each.settings[each.settings_starts[function] : each.settings_starts[function + 1]])
    choices = np.stack(np.meshgrid(*on_s, indexing="ij"), axis=-1).reshape(-1, 3)
    taps = np.zeros((len(choices), len(LEVEL.cells())), dtype=np.int8)
    for tiles, setting in zip(table.halves.groups, row[:3], strict=True):
        taps[:, tiles] = DIGITS[setting]
    for tiles, chosen in zip(table.halves.classes, choices.T, strict=True):
        taps[:, tiles] = DIGITS[chosen]
    return taps


NAMES_ON_S = DIRECTIONS * SETTINGS**3
"""Different values of `Names.on_s`."""


class Names(NamedTuple):
    """Two numbers that are the same for all solutions of a board, and differ from those of other boards."""

    on_t: Int64
    on_s: Int64
    """With the taps of the centre."""


def names_of(table: Tables, taps: Int8) -> Names:
    """Name the boards that the `taps` (n, 37) solve, by the solution that the search lists."""
    first, second, third = table.halves.groups
    listed = taps.copy()
    for tiles, orbits in ((first, table.first), (second, table.second)):
        listed += orbits.moves[listed[:, tiles] @ PLACE_VALUES]
        listed %= DIRECTIONS
    on_t: Int64 = np.zeros(len(taps), dtype=np.int64)
    for tiles in (first, second, third):
        on_t = on_t * SETTINGS + listed[:, tiles] @ PLACE_VALUES
    on_s = listed[:, table.halves.centre].astype(np.int64)
    for tiles in table.halves.classes:
        on_s = on_s * SETTINGS + listed[:, tiles] @ PLACE_VALUES
    return Names(on_t, on_s)


def _orbits(table: Tables, boards: list[Int8]) -> tuple[dict[int, int], Int8]:
    """Divide boards into orbits under the symmetries.

    Takes solutions of the boards. Returns the number of orbits by their size, and the solution for one board of each.

    Raises:
        AssertionError: a board is listed twice, or a symmetric copy of one is missing.
    """
    if not boards:
        return {}, np.empty((0, len(LEVEL.cells())), dtype=np.int8)
    moves = symmetries(LEVEL.cells())
    names = [names_of(table, taps) for taps in boards]
    known = np.unique(np.concatenate([each.on_t for each in names]))
    assert len(known) * NAMES_ON_S < 2**63

    def numbered(each: Names) -> Int64:
        place = np.searchsorted(known, each.on_t)
        assert (known[place % len(known)] == each.on_t).all(), "the search has missed a symmetric copy of a board"
        return place * NAMES_ON_S + each.on_s

    lowest, sizes, is_lowest = [], [], []
    for taps, own in zip(boards, map(numbered, names), strict=True):
        copies = np.array([numbered(names_of(table, taps[:, move])) for move in moves])  # (12, n)
        lowest.append(copies.min(axis=0))
        sizes.append(len(moves) // (copies == own).sum(axis=0))
        is_lowest.append(lowest[-1] == own)
    _, of_orbit, members = np.unique(np.concatenate(lowest), return_inverse=True, return_counts=True)
    size, chosen = np.concatenate(sizes), np.concatenate(is_lowest)
    assert (members[of_orbit] == size).all(), "the search has missed a symmetric copy of a board, or listed one twice"
    assert chosen.sum() == len(members), "the search has listed a board twice"
    of_size = Counter(size[chosen].tolist())
    return dict(sorted(of_size.items())), np.concatenate(boards)[chosen]


def main() -> None:
    """Search, and print what was found."""
    parser = argparse.ArgumentParser(description="Find the boards of level expert that need a number of taps.")
    parser.add_argument("taps", type=int, help=f"the number of taps, at least {FEWEST}")
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()

    def show(done: float) -> None:
        print(f"\r{done:4.0%} of the settings searched", end="", file=sys.stderr, flush=True)

    found = boards_needing(chosen.taps, show, chosen.threads)
    print(file=sys.stderr)
    print(f"Searched all boards of level expert for those that need {found.taps} taps or more.")
    print(f"The bound by lines left {found.n_settings:,} settings of half of the tiles.")
    print(f"Boards that need more than {found.taps} taps: {found.n_harder:,}")
    print(f"Boards that need exactly {found.taps} taps: {found.n_boards:,}")
    if found.n_boards:
        sizes = ", ".join(f"{number:,} of {size} boards" for size, number in found.orbits_by_size.items())
        print(f"Orbits of these under the symmetries of the hexagon: {found.n_orbits:,} ({sizes})")
        print(f"Solutions with {found.taps} taps of all these boards: {found.n_solutions:,}")


if __name__ == "__main__":
    main()
