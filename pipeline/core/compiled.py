"""`njit`, with compiled code kept in a folder named after all sources of this package.

Numba notices edits in a function's own file only: compiled code that calls another module would
stay as it was when that module changes. Import `njit` from here and nowhere else.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numba

from pipeline.core.arrays import Scalar, Vector

ROOT = Path(__file__).resolve().parents[1]
FOLDER_PREFIX = "compiled-"


def _keep_compiled_code_by_source() -> None:
    given = os.environ.get("NUMBA_CACHE_DIR")
    if (given and not Path(given).name.startswith(FOLDER_PREFIX)) or not os.access(ROOT, os.W_OK):
        return  # the user has chosen a folder, or numba must find one
    digest = hashlib.sha256()
    for source in sorted(ROOT.rglob("*.py")):
        digest.update(source.read_bytes())
    folder = ROOT / "__pycache__" / f"{FOLDER_PREFIX}{digest.hexdigest()[:12]}"
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


_keep_compiled_code_by_source()
numba.config.reload_config()  # numba read the settings when it was imported, perhaps by another library

__all__ = ["copy_elements", "njit", "prange"]

Function = TypeVar("Function", bound=Callable[..., object])
prange = numba.prange


def njit(**options: bool) -> Callable[[Function], Function]:
    """`numba.njit` for type checkers: a compiled function keeps the signature of its source."""
    decorator: Callable[[Function], Function] = numba.njit(**options)
    return decorator


@njit(cache=True)
def copy_elements(values: Vector[Scalar] | Sequence[int], to: Vector[Scalar]) -> None:
    """Copy the elements of an array (n,); as an assignment numba compiles it for two seconds."""
    for i in range(len(values)):
        to[i] = values[i]
