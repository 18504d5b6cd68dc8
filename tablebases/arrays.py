"""Types of arrays with their number of axes: `Matrix[np.uint8]` is uint8 with two.

`NDArray[np.uint8]` has any number. The types are for readers and mypy; nothing is checked at run time.
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
"""A whole number in compiled code: both are the same 64 bits for numba."""
