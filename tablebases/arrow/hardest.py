"""All boards that need the most taps, for levels whose tiles fall into two halves, as those of expert do.

docs/arrow-hardest.md explains and proves the method. Let K be the kernel modulo m. The first half are three *classes*
of tiles with equal kernel vectors modulo 2, the other half three *groups*. Kernel vectors that are 0 on the classes
shift the groups. In each coset of these vectors in K, the taps of the classes and the fewest taps of the groups must
add up to the taps that are asked for. Over a *block* of cosets the classes have a known mean, so the groups need the
rest, and few ways to tap them do. A class must then reach a limit in each *projection* of the cosets, its part of the
kernel vectors. Sets of functions, as bits, tell whether it can.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numba import get_num_threads

from tablebases.arrays import Array3, Array4, Int, Matrix, Vector
from tablebases.arrow.boards import Level
from tablebases.arrow.families import MAX_DIRECTIONS, Family, family_of, least_images, solved_by, symmetries
from tablebases.arrow.linear import Algebra
from tablebases.arrow.solutions import MAX_TRANSLATES, span
from tablebases.compiled import njit
from tablebases.messages import Progress

Tiles = list[int]

MAX_SETTINGS = 50_000
"""The most ways to tap a class or a group: the search then takes two minutes on two cores."""
CHUNK = 512
"""Ways to tap the third group that are compared together: their taps in a coset fit the fastest cache."""
AT_ONCE = 100
"""Ways to tap the second group in one step of the search."""


class Halves(NamedTuple):
    """How the tiles of a level fall into halves."""

    level: Level
    kernel: Matrix[np.int64]
    """(vectors, tiles), all of them."""
    classes: list[Tiles]
    """The tiles of each class."""
    groups: list[Tiles]
    """The tiles of each group."""
    shifts: Matrix[np.int64]
    """(2, tiles): kernel vectors that shift the third group by 1, and the first or the second one."""
    cosets: Matrix[np.int64]
    """(cosets, tiles): a kernel vector of each coset, block after block."""
    block: int
    """The number of cosets in a block."""


def _alike(vectors: Matrix[np.int64]) -> list[Tiles]:
    """The tiles at which all vectors have the same values, the most first; without those where all are 0."""
    found = defaultdict(list)
    for tile in np.flatnonzero(vectors.any(axis=0)).tolist():
        found[vectors[:, tile].tobytes()].append(tile)
    return sorted(found.values(), key=len, reverse=True)


def _is_balanced(vectors: Matrix[np.int64], m: int) -> bool:
    """Whether the vectors have every value modulo m equally often at each tile."""
    counts = (vectors[..., None] == np.arange(m)).sum(axis=0)
    return bool((counts * m == len(vectors)).all())


def _in_blocks(vectors: Matrix[np.int64], half: Tiles, m: int) -> tuple[Matrix[np.int64], int]:
    """The vectors in the order of balanced blocks, and the size of these, 0 if there are none.

    A block is a coset of a subgroup, which has all vectors that are 0 when doubled, and the multiples of another one.
    """
    on_half = vectors[:, half]
    doubled = on_half[(2 * on_half % m == 0).all(axis=1)]
    for vector in on_half[(on_half % 2 == 0).all(axis=1)]:
        multiples = np.arange(m // 2)[:, None, None] * vector
        subgroup = np.unique((multiples + doubled).reshape(-1, len(half)) % m, axis=0)
        if _is_balanced(subgroup, m):
            blocks = [min(((subgroup + each) % m).tolist()) for each in on_half]
            return vectors[sorted(range(len(vectors)), key=blocks.__getitem__)], len(subgroup)
    return vectors, 0


def halves_of(algebra: Algebra) -> Halves | None:
    """The halves of a level; None if it has none, or the search would take too long."""
    level, m = algebra.level, algebra.level.directions
    if algebra.n_solutions > MAX_TRANSLATES or m > MAX_DIRECTIONS:
        return None
    kernel = span(algebra.kernel, level.tiles, m).astype(np.int64)
    classes = _alike(kernel % 2)[:3]
    half = [tile for tiles in classes for tile in tiles]
    shifts = kernel[~kernel[:, half].any(axis=1)]
    units = np.array([unit for unit in range(m) if gcd(unit, m) == 1])
    groups = _alike(np.array([min((units[:, None] * column % m).tolist()) for column in shifts.T]).T)
    sizes = {len(tiles) for tiles in (*classes, *groups)}
    if (len(classes), len(groups), len(shifts), len(sizes)) != (3, 3, m**2, 1) or m ** max(sizes) > MAX_SETTINGS:
        return None
    groups.sort(key=lambda group: -len({frozenset(move[group]) for move in symmetries(level)}))  # equal ones first
    _, first = np.unique(kernel[:, half], axis=0, return_index=True)
    cosets, block = _in_blocks(kernel[first], half, m)
    is_one = (shifts[:, groups[2]] == shifts[shifts[:, groups[2][0]] == 1][0, groups[2]]).all(axis=1)
    by_one = [shifts[is_one & ~shifts[:, group].any(axis=1)] for group in (groups[1], groups[0])]
    if not block or [len(found) for found in by_one] != [1, 1]:
        return None
    of_class = [cosets[(cosets[:, tiles] == cosets[0, tiles]).all(axis=1)] for tiles in classes]
    others = [[tile for tile in half if tile not in tiles] for tiles in classes]
    if not all(_is_balanced(vectors[:, tiles], m) for vectors, tiles in zip(of_class, others, strict=True)):
        return None
    return Halves(level, kernel, classes, groups, np.concatenate(by_one), cosets, block)


# The search.


class _Tables(NamedTuple):
    """Tables for the compiled code."""

    third: Array3[np.uint8]
    """(ways, shifts, cosets): the taps of the third group, by the way to tap it."""
    in_chunks: Array4[np.uint8]
    """(chunks, shifts, cosets, CHUNK): the same, 0 after the last way."""
    projections: Matrix[np.int64]
    """(classes, cosets): the number of each projection."""
    at_least: Array4[np.uint64]
    """(classes, projections, taps, words): a bit for each function of a class with at least as many taps there."""
    block: int
    of_two: int
    """The mean taps of two classes together; those of one may not be whole."""


def _sums(ways: Matrix[np.uint8], shifts: Matrix[np.int64], m: int) -> Matrix[np.uint8]:
    """The taps of some tiles, by the way to tap them and by their shift: (ways, shifts)."""
    sums = np.zeros((len(ways), len(shifts)), np.uint8)
    for tapped, shift in zip(ways.T, shifts.T, strict=True):
        sums += ((np.arange(m)[:, None] + shift) % m).astype(np.uint8)[tapped]
    return sums


@njit(cache=True, nogil=True)
def _set_block_sums(chunk: Array3[np.uint8], totals: Matrix[np.uint8], sums: Vector[np.uint16]) -> None:
    """Set sums (CHUNK,) to the fewest taps of the groups, added up over the cosets of a block.

    `chunk` (shifts, cosets, CHUNK) is of the third group, `totals` (shifts, cosets) of the others.
    """
    least = np.empty(CHUNK, np.uint8)
    sums[:] = 0
    for coset in range(totals.shape[1]):
        least[:] = 255
        for shift in range(len(totals)):
            taps, more = chunk[shift, coset], totals[shift, coset]
            for i in range(CHUNK):
                least[i] = min(least[i], np.uint8(taps[i] + more))
        for i in range(CHUNK):
            sums[i] += least[i]


@njit(cache=True, nogil=True)
def _least_of_a_block(third: Matrix[np.uint8], totals: Matrix[np.uint8], block: int, least: Vector[np.uint8]) -> Int:
    """Set least (cosets,) to the fewest taps of the groups, and return their smallest sum over a block."""
    least[:] = 255
    for shift in range(len(totals)):
        for coset in range(len(least)):
            least[coset] = min(least[coset], np.uint8(third[shift, coset] + totals[shift, coset]))
    smallest: Int = 255 * block
    for begin in range(0, len(least), block):
        total: Int = 0
        for coset in range(begin, begin + block):
            total += np.int64(least[coset])
        smallest = min(smallest, total)
    return smallest


@njit(cache=True, nogil=True)
def _some_function_has(limits: Vector[np.int64], at_least: Array3[np.uint64], bits: Vector[np.uint64]) -> bool:
    """Whether a function of a class reaches all limits."""
    bits[:] = at_least[0, 0]  # all functions
    for limit in range(limits.max(), 0, -1):  # the highest limits leave the fewest
        for p in range(len(limits)):
            if limits[p] == limit:
                are_left = np.uint64(0)
                for word in range(len(bits)):
                    bits[word] &= at_least[p, limit, word]
                    are_left |= bits[word]
                if not are_left:
                    return False
    return True


@njit(cache=True, nogil=True)
def _classes_have(taps: int, least: Vector[np.uint8], tables: _Tables) -> bool:
    """Whether each class has a function with enough taps, if the other classes have their mean.

    In the cosets of a projection the mean of `taps` - least is what it must have, together with the other two classes.
    """
    limits = np.empty(tables.at_least.shape[1], np.int64)
    bits = np.empty(tables.at_least.shape[3], np.uint64)
    cosets = len(least) // len(limits)  # of a projection
    for one in range(len(tables.projections)):
        limits[:] = 0
        for coset in range(len(least)):
            limits[tables.projections[one, coset]] -= least[coset]
        for p in range(len(limits)):
            limits[p] = max(0, taps - tables.of_two - -limits[p] // cosets)  # rounded up
        if limits.max() >= tables.at_least.shape[2] or not _some_function_has(limits, tables.at_least[one], bits):
            return False
    return True


@njit(cache=True, nogil=True)
def _search(taps: int, totals: Array3[np.uint8], tables: _Tables) -> list[tuple[int, int]]:
    """The ways to tap the second and third group that may leave `taps` taps in every coset.

    `totals` (ways to tap the second group, shifts of the third one, cosets) are the fewest taps of the first and
    second.
    """
    found = [(0, 0) for _ in range(0)]
    sums, least = np.empty(CHUNK, np.uint16), np.empty(totals.shape[2], np.uint8)
    of_block = tables.block * taps - 3 * tables.block * tables.of_two // 2
    for second in range(len(totals)):
        in_blocks = [totals[second, :, at : at + tables.block].sum() for at in range(0, len(least), tables.block)]
        begin = tables.block * np.argmin(np.array(in_blocks))  # the block that leaves the fewest ways
        block = slice(begin, begin + tables.block)
        for third in range(len(tables.third)):
            if third % CHUNK == 0:
                _set_block_sums(tables.in_chunks[third // CHUNK][:, block], totals[second][:, block], sums)
            if sums[third % CHUNK] >= of_block:
                fewest = _least_of_a_block(tables.third[third], totals[second], tables.block, least)
                if fewest >= of_block and _classes_have(taps, least, tables):
                    found.append((second, third))
    return found


class Search:
    """The search for boards of a level that need many taps."""

    def __init__(self, halves: Halves) -> None:
        self.halves, self.moves, m = halves, symmetries(halves.level), halves.level.directions
        self.ways = np.array(list(product(range(m), repeat=len(halves.groups[0]))), dtype=np.uint8)
        self.groups = [self._taps_of_group(place) for place in range(3)]
        projected = [np.unique(halves.cosets[:, tiles], axis=0, return_inverse=True) for tiles in halves.classes]
        self.classes = [_sums(self.ways, shifts, m) for shifts, _ in projected]
        self.functions = np.array([np.unique(sums, axis=0) for sums in self.classes])
        third = self.groups[2]
        chunks = np.pad(third, ((0, -len(third) % CHUNK), (0, 0), (0, 0))).reshape(-1, CHUNK, *third.shape[1:])
        bits = self.functions.transpose(0, 2, 1)[:, :, None] >= np.arange(self.functions.max() + 1)[:, None]
        bits = np.pad(bits, ((0, 0), (0, 0), (0, 0), (0, -bits.shape[3] % 64)))
        self.tables = _Tables(
            third=third,
            in_chunks=np.ascontiguousarray(chunks.transpose(0, 2, 3, 1)),
            projections=np.array([of_coset.ravel() for _, of_coset in projected]),
            at_least=np.packbits(bits, axis=-1, bitorder="little").view(np.uint64),
            block=halves.block,
            of_two=len(halves.classes[0]) * (m - 1),
        )

    def _taps_of_group(self, place: int) -> Array3[np.uint8]:
        """The taps of a group, by the way to tap it: (ways, shifts, cosets)."""
        m, group = self.halves.level.directions, self.halves.groups[place]
        shifts = np.arange(m)[:, None, None] * self.halves.shifts[min(place, 1), group] + self.halves.cosets[:, group]
        return _sums(self.ways, shifts.reshape(-1, len(group)), m).reshape(len(self.ways), m, -1)

    def _labels(self) -> Matrix[np.int64]:
        """Numbers of the ways to tap the first two groups, equal if symmetries and kernel vectors exchange them.

        If no symmetry exchanges the groups, the second one has the highest number throughout. Returns (2, ways).
        """
        halves, m = self.halves, self.halves.level.directions
        labels = np.full((2, len(self.ways)), -1)
        taps = np.zeros(halves.level.tiles, np.int64)
        for number, way in enumerate(self.ways):
            if labels[0, number] < 0:
                taps[halves.groups[0]] = way
                label = labels.max() + 1
                for move, place in product(self.moves, (0, 1)):
                    group = halves.groups[place]
                    if set(move[group]) == set(halves.groups[0]):
                        images = (taps[move[group]] + halves.kernel[:, group]) % m
                        labels[place, np.ravel_multi_index(tuple(images.T), (m,) * len(group))] = label
        labels[labels < 0] = labels.max() + 1
        return labels

    def _steps(self) -> list[tuple[int, Vector[np.int64]]]:
        """A way to tap the first group, and ways to tap the second one: all, up to symmetries and kernel vectors."""
        first, second = self._labels()
        normal = np.flatnonzero(self.ways[:, 0] == 0)  # others are shifts by vectors that leave the first group
        return [
            (way, some)
            for label, way in enumerate(np.unique(first, return_index=True)[1].tolist())
            for ways in [normal[second[normal] >= label]]
            for some in np.array_split(ways, -(-len(ways) // AT_ONCE))
        ]

    def _totals(self, first: int, seconds: Vector[np.int64]) -> Array3[np.uint8]:
        """The fewest taps of the first and second group by the shift of the third: (seconds, shifts, cosets)."""
        m, one, other = self.halves.level.directions, self.groups[0][first], self.groups[1][seconds]
        totals: Array3[np.uint8] = np.min([one[s] + other[:, (np.arange(m) - s) % m] for s in range(m)], axis=0)
        return totals

    def _family(self, of_groups: Sequence[int], of_classes: Sequence[int]) -> Family:
        """All boards with these ways to tap the groups and functions of the classes, also several of an orbit."""
        halves, m = self.halves, self.halves.level.directions
        taps = np.full(halves.level.tiles, m - 1)  # kept at tiles that no kernel vector taps
        for tiles, number in zip(halves.groups, of_groups, strict=True):
            taps[tiles] = self.ways[number]
        parts = []
        for tiles, sums, of, number in zip(halves.classes, self.classes, self.functions, of_classes, strict=True):
            parts.append((tiles, self.ways[(sums == of[number]).all(axis=1)].tolist()))
            taps[tiles] = parts[-1][1][0]
        totals = ((taps + halves.kernel) % m).sum(axis=1)
        n_min_solutions = int((totals == totals.min()).sum())
        return family_of(int(totals.min()), n_min_solutions, len(self.moves), taps.tolist(), parts)

    def _functions_with(self, needed: Vector[np.int64]) -> Iterator[tuple[int, ...]]:
        """The functions of the classes that have at least `needed` taps, (cosets,), together."""
        able = []
        for functions, of_coset in zip(self.functions, self.tables.projections, strict=True):
            cosets = np.bincount(of_coset)
            enough = (functions + self.tables.of_two) * cosets >= np.bincount(of_coset, needed)
            able.append(np.flatnonzero(enough.all(axis=1)).tolist())
        for chosen in product(*able):
            each = zip(self.functions, chosen, self.tables.projections, strict=True)
            given = [functions[number, of_coset] for functions, number, of_coset in each]
            if (np.sum(given, axis=0) >= needed).all():
                yield chosen

    def families(self, taps: int) -> Iterator[Family]:
        """All boards whose halves need at least `taps` taps, up to kernel vectors, at least one of each orbit."""
        steps = self._steps()

        def found(step: tuple[int, Vector[np.int64]]) -> list[Family]:
            first, seconds = step
            totals = self._totals(first, seconds)
            return [
                self._family((first, seconds[second], third), chosen)
                for second, third in _search(taps, totals, self.tables)
                for least in [(totals[second] + self.tables.third[third]).min(axis=0)]
                for chosen in self._functions_with(taps - least.astype(np.int64))
            ]

        progress = Progress(f"{self.halves.level.name}: boards that need many taps", len(steps), "steps")
        with ThreadPoolExecutor(get_num_threads()) as pool:
            for families in pool.map(found, steps):
                yield from families
                progress.advance(1)
        progress.finish()


def _products(choices: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Cut a set of triples into products of three sets, each a text with blanks."""
    third, second, first = (defaultdict[Any, set[str]](set) for _ in range(3))
    for a, b, c in choices:
        third[a, b].add(c)
    for (a, b), cs in third.items():
        second[a, frozenset(cs)].add(b)
    for (a, cs), bs in second.items():
        first[frozenset(bs), cs].add(a)
    return [tuple(" ".join(sorted(each)) for each in (some, *others)) for others, some in first.items()]


def hardest_families(halves: Halves, at_least: int) -> list[Family]:
    """The boards that need the most taps, one of each orbit, if that is `at_least` or more; none if it is less.

    For `at_least` = 81 it takes the level expert two minutes on two cores, for 80 many times as long.
    """
    search, alone = Search(halves), int((~halves.kernel.any(axis=0)).sum())
    wholes = list(search.families(at_least - alone * (halves.level.directions - 1)))
    most = max((whole.min_taps for whole in wholes), default=0)
    found, known = [], set[bytes]()
    for whole in [whole for whole in wholes if whole.min_taps == most]:
        images, orbits = least_images(solved_by(halves.level, whole.solutions()), search.moves)
        every = product(*(ways.split() for ways in whole.ways))
        new = defaultdict(list)
        for choice, image, orbit in zip(every, images.astype(np.uint8), orbits.tolist(), strict=True):
            if image.tobytes() not in known:
                known.add(image.tobytes())
                new[orbit].append(choice)
        for orbit, choices in new.items():
            found += [whole._replace(orbit=orbit, ways=ways) for ways in _products(choices)]
    return found
