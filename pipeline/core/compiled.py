"""`njit`, with compiled code kept by the sources that it was made from.

Numba notices edits in a function's own file only: compiled code that calls another module would stay as it was when
that module changes. And it keeps code by the path of its folder, so that every copy of a checkout compiles anew.
Import `njit` from here and nowhere else.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import numba
from numba.core import caching

from pipeline.core.arrays import Scalar, Vector
from pipeline.core.kept import PACKAGE_ROOT, kept_folder
from pipeline.core.sources import module_of, source_fingerprint

__all__ = ["copy_elements", "njit", "prange"]

Function = TypeVar("Function", bound=Callable[..., object])
prange = numba.prange
CRC_BYTES = 4


@cache
def _folder_of_compiled(file: Path) -> Path:
    module = module_of(file)
    folder = kept_folder() / "compiled" / f"{module}-{source_fingerprint(module)[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


class BySource(caching._CacheLocator):  # type: ignore[misc]  # numba has no types
    """Numba's way to ask where compiled code is: in a folder named after what a module runs, its imports included."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What must not have changed: the name of the folder says it."""
        return self._folder.name

    def get_disambiguator(self) -> str:
        """What tells functions of the same name apart: no two in a module have one."""
        return "kept"

    @classmethod
    def from_function(cls, py_func: Callable[..., object], py_file: str) -> BySource | None:  # noqa: ARG003
        """The place of a function of this package, None for others."""
        file = Path(py_file).resolve()
        return cls(_folder_of_compiled(file)) if file.is_relative_to(PACKAGE_ROOT) else None


class CheckedFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's files of compiled code, with a CRC-32 at the end of each: what is damaged is compiled again."""

    def _dump(self, content: object) -> bytes:
        data: bytes = super()._dump(content)
        return data + zlib.crc32(data).to_bytes(CRC_BYTES, "big")

    def _load_index(self) -> dict[object, str]:
        try:
            content = Path(self._index_path).read_bytes()
        except OSError:
            return {}
        version = pickle.dumps(self._version, protocol=-1)
        data = content.removeprefix(version)
        if len(data) == len(content) or not _is_whole(data):
            return {}
        stamp, overloads = pickle.loads(data)  # noqa: S301 - of a folder that only the user writes to
        return overloads if stamp == self._source_stamp else {}

    def _load_data(self, name: str) -> object:
        data = Path(self._data_path(name)).read_bytes()
        if not _is_whole(data):
            raise OSError  # numba takes the file for missing
        return pickle.loads(data)  # noqa: S301


def _is_whole(data: bytes) -> bool:
    return zlib.crc32(data[:-CRC_BYTES]).to_bytes(CRC_BYTES, "big") == data[-CRC_BYTES:]


caching.IndexDataCacheFile = CheckedFile
numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.BySource,InTreeCacheLocator,UserWideCacheLocator"


def njit(**options: bool) -> Callable[[Function], Function]:
    """`numba.njit` for type checkers: a compiled function keeps the signature of its source."""
    decorator: Callable[[Function], Function] = numba.njit(**options)
    return decorator


@njit(cache=True)
def copy_elements(values: Vector[Scalar] | Sequence[int], to: Vector[Scalar]) -> None:
    """Copy the elements of an array (n,); as an assignment numba compiles it for two seconds."""
    for i in range(len(values)):
        to[i] = values[i]
