"""What tablebases/compiled.py uses of numba without documentation, so that another version may lack it."""

from __future__ import annotations

import pickle
import tomllib
from typing import Any

import numba
import numpy as np
from numba.core import caching, serialize
from numba.core.compiler import CompileResult
from numba.core.cpu import CPUTargetOptions
from numba.core.environment import Environment
from packaging.requirements import Requirement

from tablebases import compiled
from tests.nine_tiles_panic.helpers import REPOSITORY

ADVICE = (
    f"numba {numba.__version__} differs from the versions that tablebases/compiled.py knows; adapt the section "
    "'Compiled code in files' there, or lower the upper bound of numba in pyproject.toml"
)
SCALE = 2.5


def scaled(values: Any) -> Any:
    return values * SCALE


class Cache(caching.NullCache):  # type: ignore[misc]  # numba has no types
    """A cache in memory, of the pickled parts of compiled functions."""

    def __init__(self) -> None:
        self.saved: dict[Any, bytes] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, or None."""
        if sig in self.saved:
            return CompileResult._rebuild(target_context, *pickle.loads(self.saved[sig]))  # noqa: S301
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature."""
        assert data.library.has_dynamic_globals is False, ADVICE
        assert data.codegen.magic_tuple(), ADVICE
        self.saved[sig] = serialize.dumps(data._reduce())


def test_the_required_versions_of_numba_are_known_ones() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (required,) = (each for each in map(Requirement, project["dependencies"]) if each.name == "numba")
    assert numba.__version__ in required.specifier, ADVICE
    assert "<" in {each.operator for each in required.specifier}, "without an upper bound, pip takes unknown versions"


def test_a_dispatcher_asks_its_cache_for_the_code_of_a_signature() -> None:
    cache, times_compiled = Cache(), []
    for _ in range(2):
        dispatcher = numba.njit(scaled)
        assert isinstance(dispatcher._cache, caching.NullCache), ADVICE
        dispatcher._cache = cache
        assert dispatcher(np.arange(3.0)).tolist() == [0, 2.5, 5], ADVICE
        times_compiled.append(sum(dispatcher.stats.cache_misses.values()))
    assert (times_compiled, len(cache.saved)) == ([1, 0], 1), ADVICE


def test_the_environment_of_loaded_code_has_the_name_of_its_module_as_only_global() -> None:
    environment = compiled._environment("some.module", [SCALE], "_ZN08NumbaEnv4test")
    assert (environment.globals, environment.consts) == ({"__name__": "some.module"}, [SCALE]), ADVICE
    assert compiled._environment("some.module", [SCALE], "_ZN08NumbaEnv4test") is environment, ADVICE
    assert pickle.loads(serialize.dumps(environment)) is environment, ADVICE  # noqa: S301
    assert b"compiled" in serialize.dumps(environment), ADVICE
    assert isinstance(environment, Environment)


def test_numba_has_the_options_that_save_time() -> None:
    options = ("no_cfunc_wrapper", "no_cpython_wrapper", "_nrt")
    assert [hasattr(CPUTargetOptions, name) for name in options] == [True] * 3, ADVICE
