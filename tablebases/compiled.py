"""`njit`, with compiled code kept by the sources that it was made from.

Numba notices edits in a function's own file only: compiled code that calls another module would stay as it was when
that module changes. And it keeps code by the path of its folder, so that every copy of a checkout compiles anew.
Import `njit` from here and nowhere else.
"""

from __future__ import annotations

import hashlib
import inspect
import pickle
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import numba
from numba.core import caching, dispatcher, environment
from numba.core.base import BaseContext
from numba.core.compiler import CompileResult
from numba.core.environment import Environment
from numba.core.runtime import rtsys
from numba.core.typing import Signature

from tablebases.arrays import Scalar, Vector
from tablebases.sources import kept_folder, module_of, source_fingerprint

__all__ = ["copy_elements", "njit", "prange"]

Function = TypeVar("Function", bound=Callable[..., object])
prange = numba.prange
CRC_BYTES = 4
_OWN_FILES: set[str] = set()
"""The source files that use `njit` of this module."""


@cache
def _folder_of_compiled(file: Path) -> Path:
    module = module_of(file)
    return kept_folder() / "compiled" / f"{module}-{source_fingerprint(module)[:16]}"


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
        """The place of a function that `njit` of this module compiles, None for those of other packages."""
        return cls(_folder_of_compiled(Path(py_file).resolve())) if py_file in _OWN_FILES else None


class FilePerSignature(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's store of a function's compiled code: a file for each signature, with a CRC-32 at its end.

    What is damaged counts as missing and is compiled again. Numba's own store numbers its files by an index, in which
    two processes that compile at the same time can exchange them.
    """

    def _path(self, key: object) -> Path:
        digest = hashlib.sha256(repr((self._version, self._source_stamp, key)).encode()).hexdigest()
        return Path(self._index_path).with_suffix(f".{digest[:16]}.nbc")

    def flush(self) -> None:
        """Forget all of the function."""
        index = Path(self._index_path)
        for file in index.parent.glob(f"{index.stem}.*.nbc"):
            file.unlink(missing_ok=True)

    def save(self, key: object, data: object) -> None:
        """Keep compiled code."""
        content: bytes = self._dump(data)
        with self._open_for_write(str(self._path(key))) as file:
            file.write(content + _crc(content))

    def load(self, key: object) -> object:
        """Compiled code, or None."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        code, crc = content[:-CRC_BYTES], content[-CRC_BYTES:]
        return pickle.loads(code) if crc == _crc(code) else None  # noqa: S301 - of a folder that only the user writes to


def _crc(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(CRC_BYTES, "big")


class LoadedAlone(caching.FunctionCache):  # type: ignore[misc]
    """Numba's store, which loads compiled code without all that a compiler needs.

    Numba makes itself ready to compile before it looks whether it has to; SciPy is a part of that. It does so once more
    when it compiles.
    """

    def load_overload(self, sig: Signature, target_context: BaseContext) -> CompileResult | None:
        """Compiled code for a signature, or None."""
        rtsys.initialize(target_context)  # compiled code allocates arrays by it
        return self._load_overload(sig, target_context)


def _environment(module: str, constants: Sequence[object], name: str) -> Environment:
    """The environment of a loaded function, with no more of its module's globals than the name.

    Numba imports the module, its own ones and with them SciPy too, but only code in object mode reads globals.
    """
    known: Environment | None = environment.lookup_environment(name)
    if known is None:
        known = Environment({"__name__": module})
        known.consts[:] = constants
        known.env_name = name
        Environment._memo[name] = known
    return known


environment._rebuild_env = _environment
caching.IndexDataCacheFile = FilePerSignature
dispatcher.FunctionCache = LoadedAlone  # type: ignore[attr-defined]
numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.BySource,InTreeCacheLocator,UserWideCacheLocator"


def njit(**options: bool) -> Callable[[Function], Function]:
    """`numba.njit` for type checkers: a compiled function keeps the signature of its source."""
    decorator: Callable[[Function], Function] = numba.njit(**options)

    def compiled(function: Function) -> Function:
        _OWN_FILES.add(inspect.getfile(function))
        return decorator(function)

    return compiled


@njit(cache=True)
def copy_elements(values: Vector[Scalar] | Sequence[int], to: Vector[Scalar]) -> None:
    """Copy the elements of an array (n,); as an assignment numba compiles it for two seconds."""
    for i in range(len(values)):
        to[i] = values[i]
