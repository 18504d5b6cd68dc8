"""Types of arrays that say how many axes there are: `Matrix[np.uint8]` is uint8 with two of them.

`NDArray[np.uint8]` has any number. Types are for readers and mypy alone: nothing is checked at run time.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

Scalar = TypeVar("Scalar", bound=np.generic)

Vector = np.ndarray[tuple[int], np.dtype[Scalar]]
Matrix = np.ndarray[tuple[int, int], np.dtype[Scalar]]
Array3 = np.ndarray[tuple[int, int, int], np.dtype[Scalar]]
Array4 = np.ndarray[tuple[int, int, int, int], np.dtype[Scalar]]

Integers = np.ndarray[tuple[Any, ...], np.dtype[np.integer]]
"""Integers of any size, with any number of axes."""

Int = int | np.int64
"""A whole number in compiled code: numba makes both the same 64 bits."""
