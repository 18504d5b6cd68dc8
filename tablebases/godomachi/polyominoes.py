"""Polyominoes: free shapes, numbered by size.

A shape is written row by row, `#` a cell and `.` a gap:

    ##/#./#.      ##
                  #.
                  #.

Cells are (x, y), column and row from 0. The canonical form is the smallest of the 8 images, each moved to the corner
and its cells sorted by (x, y). Polyominoes of a size are numbered from 0 in the order of these lists.

The key of a canonical shape is one number: its width above, and the cells of its bounding box as bits, row by row.

    ##    bits  0 1     0b010111 | 2 << 56
    #.          2 3
    #.          4 5

>>> key = shape_key(np.array([(0, 0), (0, 1), (0, 2), (1, 0)], np.int8))
>>> bin(key & (1 << 56) - 1), key >> 56
('0b10111', 2)
>>> shape_key(np.array([(0, 0), (0, 1)], np.int8)) == 0b11 | 1 << 56  # a domino
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from tablebases.arrays import Array3, Int, Matrix, Vector
from tablebases.compiled import njit

# Free polyominoes: edge-connected cells. Moved, turned and mirrored ones are the same.

Cells = Matrix[np.int8]
"""The cells of a shape: (cells, 2), the last axis x, y."""

Shapes = Array3[np.int8]
"""Canonical shapes of a size: (shapes, cells, 2), the last axis x, y."""


@njit(cache=True)
def _sort_cells(cells: Cells) -> None:
    """Sort cells by (x, y), in place."""
    for i in range(1, len(cells)):
        x, y = cells[i, 0], cells[i, 1]
        j = i - 1
        while j >= 0 and (cells[j, 0] > x or (cells[j, 0] == x and cells[j, 1] > y)):
            cells[j + 1, 0], cells[j + 1, 1] = cells[j, 0], cells[j, 1]
            j -= 1
        cells[j + 1, 0], cells[j + 1, 1] = x, y


@njit(cache=True)
def _is_smaller(one: Cells, other: Cells) -> bool:
    for i in range(len(one)):
        for axis in range(2):
            if one[i, axis] != other[i, axis]:
                return bool(one[i, axis] < other[i, axis])
    return False


@njit(cache=True)
def turn_shape(cells: Cells, turn: int, image: Cells) -> None:
    """Set `image` to image `turn`, in the corner and sorted."""
    left = top = np.int8(127)
    for i in range(len(cells)):
        x, y = cells[i, 0], cells[i, 1]
        if turn & 1:
            x = -x
        if turn & 2:
            y = -y
        if turn & 4:
            x, y = y, x
        image[i, 0], image[i, 1] = x, y
        left, top = min(left, x), min(top, y)
    for i in range(len(cells)):
        image[i, 0] -= left
        image[i, 1] -= top
    _sort_cells(image)


@njit(cache=True)
def copy_cells(cells: Cells, to: Cells) -> None:
    """Copy cells; numba compiles a slice for seconds."""
    for i in range(len(cells)):
        to[i, 0], to[i, 1] = cells[i, 0], cells[i, 1]


@njit(cache=True)
def make_canonical(cells: Cells, image: Cells, best: Cells) -> None:
    """Set `best` to the canonical form of any cells; `image` is scratch."""
    turn_shape(cells, 0, best)
    for turn in range(1, 8):
        turn_shape(cells, turn, image)
        if _is_smaller(image, best):
            copy_cells(image, best)


@njit(cache=True)
def shape_key(cells: Cells) -> Int:
    """The key of a canonical shape; its bounding box has at most (n + 1)^2 / 4 cells, 56 for n = 14."""
    width = np.int64(0)
    for i in range(len(cells)):
        width = max(width, cells[i, 0] + 1)
    key = np.int64(0)
    for i in range(len(cells)):
        key |= np.int64(1) << (cells[i, 1] * width + cells[i, 0])
    return key | (width << 56)


@njit(cache=True)
def _grown(shapes: Shapes, keys: Vector[np.int64], grown: Shapes) -> int:
    """Write all shapes with one cell more, some repeatedly; return their number."""
    count = 0
    cells = shapes.shape[1]
    larger = np.empty((cells + 1, 2), np.int8)
    image = np.empty((cells + 1, 2), np.int8)
    for shape in shapes:
        copy_cells(shape, larger)
        for cell in range(cells):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                x, y = shape[cell, 0] + dx, shape[cell, 1] + dy
                is_free = True
                for other in range(cells):
                    if shape[other, 0] == x and shape[other, 1] == y:
                        is_free = False
                if not is_free:
                    continue
                larger[cells, 0], larger[cells, 1] = x, y
                make_canonical(larger, image, grown[count])
                keys[count] = shape_key(grown[count])
                count += 1
    return count


def larger_polyominoes(shapes: Shapes) -> Shapes:
    """All free polyominoes of one cell more, in order: int8 (shapes, cells, 2)."""
    cells = shapes.shape[1]
    most = len(shapes) * (2 * cells + 2)
    keys = np.empty(most, dtype=np.int64)
    grown = np.empty((most, cells + 1, 2), dtype=np.int8)
    count = _grown(shapes, keys, grown)
    _, first = np.unique(keys[:count], return_index=True)
    found = grown[first]
    order = np.lexsort(found.reshape(len(found), -1).T[::-1])
    return np.ascontiguousarray(found[order])


def free_polyominoes(most_cells: int) -> list[Shapes]:
    """All free polyominoes of 1, 2, .., `most_cells` cells."""
    found = [np.zeros((1, 1, 2), dtype=np.int8)]
    while len(found) < most_cells:
        found.append(larger_polyominoes(found[-1]))
    return found


@njit(cache=True)
def shape_keys(shapes: Shapes) -> Vector[np.int64]:
    """The keys of canonical shapes: int64 (shapes,)."""
    keys = np.empty(len(shapes), np.int64)
    for i in range(len(shapes)):
        keys[i] = shape_key(shapes[i])
    return keys


def shape_size(cells: Cells) -> tuple[int, int]:
    """Width and height of a shape in the corner."""
    width, height = (int(axis.max()) + 1 for axis in cells.T)
    return width, height


def signs_in_rows(cells: Cells, signs: Iterable[str], gap: str) -> list[list[str]]:
    """The rows of a shape, with `signs` as its cells."""
    width, height = shape_size(cells)
    rows = [[gap] * width for _ in range(height)]
    for (x, y), sign in zip(cells.tolist(), signs, strict=True):
        rows[y][x] = sign
    return rows


def shape_text(cells: Cells) -> str:
    """A shape row by row, such as `##/#./#.`."""
    return "/".join(map("".join, signs_in_rows(cells, "#" * len(cells), ".")))


def holes(cells: Cells) -> int:
    """Number of holes: empty regions without an edge to the outside."""
    width, height = shape_size(cells)
    around = {(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)}
    empty = around - {(x, y) for x, y in cells.tolist()}
    return len(components(empty)) - 1


def components(cells: Iterable[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The edge-connected components of some cells."""
    left = set(cells)
    found = []
    while left:
        reached = [left.pop()]
        for x, y in reached:  # the loop extends it
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            reached += near
        found.append(set(reached))
    return found


def symmetry(cells: Cells) -> int:
    """Number of the 8 images that equal the shape: 1, 2, 4 or 8."""
    images = np.empty((8, *cells.shape), dtype=np.int8)
    for turn in range(8):
        turn_shape(cells, turn, images[turn])
    return int((images == images[0]).all(axis=(1, 2)).sum())


def described_shapes(shapes: Shapes) -> Iterator[dict[str, object]]:
    """The rows of the table `polyominoes` for a size."""
    for number, shape in enumerate(shapes):
        width, height = shape_size(shape)
        yield {
            "n": len(shape),
            "id": number,
            "cells": shape_text(shape),
            "width": width,
            "height": height,
            "holes": holes(shape),
            "symmetry": symmetry(shape),
        }
