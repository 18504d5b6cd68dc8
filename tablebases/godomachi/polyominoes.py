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

>>> (key,) = shape_keys(np.array([[(0, 0), (0, 1), (0, 2), (1, 0)]], np.int8)).tolist()
>>> bin(key & (1 << 56) - 1), key >> 56
('0b10111', 2)
>>> bool(shape_keys(np.array([[(0, 0), (0, 1)]], np.int8)) == 0b11 | 1 << 56)  # a domino
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tablebases.arrays import Array3, Matrix, Vector

# Free polyominoes: edge-connected cells. Moved, turned and mirrored ones are the same.

Cells = Matrix[np.int8]
"""The cells of a shape: (cells, 2), the last axis x, y."""

Shapes = Array3[np.int8]
"""Canonical shapes of a size: (shapes, cells, 2), the last axis x, y."""


BLOCK = 1 << 16
"""Shapes that are turned at a time, to save memory."""
ROW_BITS = 5
"""A cell as a number: x << 5 | y, so that numbers sort as (x, y) do."""


def _numbered(cells: Shapes, turn: int) -> Matrix[np.int16]:
    """Image `turn` of shapes, in the corner, each cell as a number, ascending: (shapes, cells)."""
    x, y = cells[:, :, 0].astype(np.int16), cells[:, :, 1].astype(np.int16)
    x, y = (-x if turn & 1 else x), (-y if turn & 2 else y)
    if turn & 4:
        x, y = y, x
    numbers: Matrix[np.int16] = (x - x.min(axis=1, keepdims=True)) << ROW_BITS | (y - y.min(axis=1, keepdims=True))
    numbers.sort(axis=1)
    return numbers


def _cells_of(numbers: Matrix[np.int16]) -> Shapes:
    return np.stack((numbers >> ROW_BITS, numbers & (1 << ROW_BITS) - 1), axis=-1).astype(np.int8)


def canonical_shapes(cells: Shapes) -> Shapes:
    """The canonical forms of shapes with their cells in any order, anywhere."""
    forms = np.empty(cells.shape, dtype=np.int8)
    for first in range(0, len(cells), BLOCK):
        block = cells[first : first + BLOCK]
        best = _numbered(block, 0)
        rows = np.arange(len(block))
        for turn in range(1, 8):
            image = _numbered(block, turn)
            differs_at = (image != best).argmax(axis=1)
            is_smaller = image[rows, differs_at] < best[rows, differs_at]
            best[is_smaller] = image[is_smaller]
        forms[first : first + BLOCK] = _cells_of(best)
    return forms


def shape_keys(shapes: Shapes) -> Vector[np.int64]:
    """The keys of canonical shapes: (shapes,).

    The bounding box of a shape has at most (n + 1)^2 / 4 cells, 56 for n = 14.
    """
    x, y = shapes[:, :, 0].astype(np.int64), shapes[:, :, 1].astype(np.int64)
    width = x.max(axis=1) + 1
    keys: Vector[np.int64] = (1 << y * width[:, np.newaxis] + x).sum(axis=1) | width << 56
    return keys


def larger_polyominoes(shapes: Shapes) -> Shapes:
    """All free polyominoes of one cell more, in order: int8 (shapes, cells, 2)."""
    steps = np.array([(1, 0), (-1, 0), (0, 1), (0, -1)], dtype=np.int8)
    grown = []
    for first in range(0, len(shapes), BLOCK):
        block = shapes[first : first + BLOCK]
        beside = (block[:, :, np.newaxis] + steps).reshape(len(block), -1, 2)
        is_free = np.ones(beside.shape[:2], dtype=np.bool_)
        for cell in range(block.shape[1]):
            is_free &= (beside != block[:, cell, np.newaxis]).any(axis=2)
        shape, place = np.nonzero(is_free)
        forms = canonical_shapes(np.concatenate((block[shape], beside[shape, place][:, np.newaxis]), axis=1))
        grown.append(forms[np.unique(shape_keys(forms), return_index=True)[1]])
    found = np.concatenate(grown)
    found = found[np.unique(shape_keys(found), return_index=True)[1]]
    order = np.lexsort(found.reshape(len(found), -1).T[::-1])
    return np.ascontiguousarray(found[order])


def free_polyominoes(most_cells: int) -> list[Shapes]:
    """All free polyominoes of 1, 2, .., `most_cells` cells."""
    found = [np.zeros((1, 1, 2), dtype=np.int8)]
    while len(found) < most_cells:
        found.append(larger_polyominoes(found[-1]))
    return found


def shape_size(cells: Cells) -> tuple[int, int]:
    """Width and height of a shape in the corner."""
    width, height = (int(axis.max()) + 1 for axis in cells.T)
    return width, height


def shape_text(cells: Cells, signs: Sequence[str] = "") -> str:
    """A shape row by row, such as `##/#./#.`; `signs` stand for its cells, without them `#` for each."""
    width, height = shape_size(cells)
    rows = [["."] * width for _ in range(height)]
    for (x, y), sign in zip(cells.tolist(), signs or "#" * len(cells), strict=True):
        rows[y][x] = sign
    return "/".join(map("".join, rows))


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


def symmetries(shapes: Shapes) -> Vector[np.int64]:
    """Number of the 8 images that equal each shape, 1, 2, 4 or 8: (shapes,)."""
    first = _numbered(shapes, 0)
    equal: Vector[np.int64] = sum((_numbered(shapes, turn) == first).all(axis=1).astype(np.int64) for turn in range(8))
    return equal


def symmetry(cells: Cells) -> int:
    """Number of the 8 images that equal the shape: 1, 2, 4 or 8."""
    return int(symmetries(cells[np.newaxis])[0])


def described_shapes(shapes: Shapes) -> Iterator[dict[str, object]]:
    """The rows of the table `polyominoes` for a size."""
    for number, (shape, images) in enumerate(zip(shapes, symmetries(shapes).tolist(), strict=True)):
        width, height = shape_size(shape)
        yield {
            "n": len(shape),
            "id": number,
            "cells": shape_text(shape),
            "width": width,
            "height": height,
            "holes": holes(shape),
            "symmetry": images,
        }
