"""`njit` with a cache of compiled code that depends on all its sources. Import `njit` from here only.

Numba's own cache has two faults. It notices edits in a function's own file only, and calls outdated code after an edit
of another module. It depends on the path of the folder, so every copy of a checkout compiles again.

`python -m tablebases.compiled` compiles what the commands of the README need, so that none of them waits for it.
"""

from __future__ import annotations

import copyreg
import gc
import hashlib
import inspect
import os
import pickle
import shlex
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import perf_counter
from types import FunctionType, SimpleNamespace
from typing import Any, Protocol, TypeVar, cast

import numba
from numba.core import caching
from numba.core.base import BaseContext
from numba.core.codegen import Codegen
from numba.core.compiler import CompileResult
from numba.core.environment import Environment
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.typing import Signature

from tablebases.arrays import Scalar, Vector
from tablebases.errors import Error
from tablebases.files import renamed_when_complete
from tablebases.languages import t
from tablebases.messages import say
from tablebases.sources import cache_folder, lasting_cache_folder, module_of, source_fingerprint

__all__ = ["as_compiled", "copy_elements", "in_plain_python", "njit", "prange"]

Function = TypeVar("Function", bound=Callable[..., object])
prange = numba.prange
numba.config.DISABLE_JIT = 0  # bit counts rely on 64-bit integers, which small ones become in compiled code only


@cache
def _folder_of_compiled(file: Path) -> Path:
    module = module_of(file)
    return cache_folder() / "compiled" / f"{module}-{source_fingerprint(module)[:16]}"


def _is_ours(path: Path) -> bool:
    """Whether only this user and root can write to a file or folder; on Windows there are no such owners."""
    status, user = path.stat(), getattr(os, "geteuid", int)()
    return os.name == "nt" or (status.st_uid in (0, user) and not status.st_mode & 0o022)


@cache
def _begin_to_compile() -> None:
    """Prepare for compiling, once, and tell a user at a terminal why the first call takes longer."""
    gc.set_threshold(50_000)  # the compiler's objects stay, and looking for garbage takes a tenth of its time
    if sys.stderr.isatty():
        say(t("compiling, once: later calls are faster"))


# Compiled code in files. Only this part uses what numba does not document: the cache of a dispatcher, the parts of a
# compiled function, and three options. pyproject.toml has the versions that have them, tests/unit/test_numba.py checks.


def _environment(module: str, constants: Sequence[object], name: str) -> Environment:
    """The environment of a loaded function, with the name of its module as the only global.

    Numba would import the module, and with numba's own modules SciPy. Only code in object mode reads globals.
    """
    described = SimpleNamespace(env_name=name, lookup_globals=lambda: {"__name__": module})
    environment: Environment = Environment.from_fndesc(described)  # one that is in use, or a new one
    environment.consts[:] = constants
    return environment


copyreg.pickle(Environment, lambda each: (_environment, (each.globals.get("__name__"), each.consts, each.env_name)))


class CompiledCode(caching.NullCache):  # type: ignore[misc]  # numba has no types
    """The compiled code of a function: a file per signature, in a folder named after the module's sources.

    Numba's own store imports the compiler and SciPy before it looks for code. It numbers its files by an index, and
    two processes that compile at the same time can exchange them there.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function

    def _file(self, signature: Signature, codegen: Codegen) -> Path:
        key = (sys.implementation.cache_tag, numba.__version__, signature, codegen.magic_tuple())
        digest = hashlib.sha256(repr(key).encode()).hexdigest()
        folder = _folder_of_compiled(Path(inspect.getfile(self._function)).resolve())
        return folder / f"{self._function.__qualname__}.{digest[:16]}"

    def load_overload(self, sig: Signature, target_context: BaseContext) -> CompileResult | None:
        """Load the code for a signature; None, so that numba compiles it, if it is missing, damaged or not ours."""
        rtsys.initialize(target_context)  # compiled code needs it to allocate arrays
        file = self._file(sig, target_context.codegen())
        with suppress(Exception):  # a pickle of something else may raise anything
            if all(map(_is_ours, (file, file.parent, file.parent.parent))):
                payload = pickle.loads(zlib.decompress(file.read_bytes()))  # noqa: S301 - it is ours
                return CompileResult._rebuild(target_context, *payload)
        _begin_to_compile()
        return None

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        """Save the code for a signature, unless it has addresses of this process or the folder is read-only."""
        if data.library.has_dynamic_globals:
            return
        file = self._file(sig, data.codegen)
        with suppress(Error, OSError), renamed_when_complete(file) as partial:
            for path in (partial, file.parent, file.parent.parent):
                path.chmod(path.stat().st_mode & ~0o022)  # a umask may let the group write
            partial.write_bytes(zlib.compress(dumps(data._reduce()), level=1))


def njit(
    *, cache: bool, from_python: bool = True, counts_references: bool = True, **options: bool
) -> Callable[[Function], Function]:
    """Compile as `numba.njit` does; for type checkers a function keeps its signature.

    `cache` saves the compiled code in files. A function that only compiled code calls compiles faster without
    `from_python`. None can be called from C, which saves time too. A function that neither creates nor returns arrays
    need not count references to them. Counts change at every call and slice, which takes half the time of short
    recursive functions.
    """
    options |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": not from_python, "_nrt": counts_references}

    def compiled(function: Function) -> Function:
        dispatcher = numba.njit(**options)(function)
        if cache:
            dispatcher._cache = CompiledCode(function)
        return dispatcher  # type: ignore[no-any-return]

    return compiled


# The same functions in plain Python.


class Variant(Protocol):
    """`as_compiled` or `in_plain_python`: gives a compiled function in the form in which to call it."""

    def __call__(self, function: Function, /) -> Function: ...


def as_compiled(function: Function) -> Function:
    """The compiled function itself."""
    return function


_in_plain_python: dict[Callable[..., object], Any] = {}


def in_plain_python(function: Function) -> Function:
    """A compiled function in plain Python, and so are the compiled functions that it calls.

    A small question is answered in less time than its functions take to compile.
    """
    if function not in _in_plain_python:
        source: FunctionType = function.py_func  # type: ignore[attr-defined]
        names = dict(source.__globals__)
        _in_plain_python[function] = FunctionType(source.__code__, names, source.__name__, source.__defaults__)
        for name in source.__code__.co_names:
            if hasattr(names.get(name), "py_func"):
                names[name] = in_plain_python(names[name])
    return cast(Function, _in_plain_python[function])


@njit(cache=True)
def copy_elements(values: Vector[Scalar] | Sequence[int], to: Vector[Scalar]) -> None:
    """Copy the elements of an array (n,); an assignment would take numba two seconds to compile."""
    for i in range(len(values)):
        to[i] = values[i]


# Compiling ahead.

README_COMMANDS = (
    "nine-tiles best 2 5 18",
    'nine-tiles complete "0365.....|0044....." 2 5 18',
    "arrow solve easy 434131344",
    "godomachi solve 8:17 8:200",
    "millijan discard 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 志保 翼 静香",
)
"""Commands of the README, and a longer search."""


def compile_ahead() -> None:
    """Call the commands of the README side by side, so that their code is compiled.

    Without a folder to keep it in, say so.
    """
    if lasting_cache_folder() is None:
        say(t("no folder for compiled code can be written to: each call of a solver compiles it again"))
        return
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:  # without results, which the commands would read
        environment = {**os.environ, "TABLEBASES_DATA": folder}
        running = [
            subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "tablebases.cli.main", *shlex.split(command)],
                cwd=folder,
                env=environment,
                stdout=subprocess.DEVNULL,
            )
            for command in README_COMMANDS
        ]
        for process in running:
            process.wait()  # after a failure, such as old packaged answers, the command compiles when it is used
    say(t("compiled the solvers of the README's commands in {seconds:.0f} s", seconds=perf_counter() - started))


if __name__ == "__main__":
    compile_ahead()
