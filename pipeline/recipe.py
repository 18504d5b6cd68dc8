"""What an artifact is made by: the code of its stage, parameters, data files, what came before.

Two artifacts of the same recipe are equal, so a stage need only run again when its recipe has
changed. An artifact keeps its recipe in its provenance. The dates of files do not matter, nor do
comments, docstrings or the layout of code; another version of Python may read code differently.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE_ROOT = Path(__file__).resolve().parent
PACKAGE = PACKAGE_ROOT.name


def _module_file(module: str) -> Path | None:
    """The source file of a module of this package, or None if there is no such module."""
    path = PACKAGE_ROOT.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def module_of(file: Path) -> str:
    """The name of the module of this package that a source file holds."""
    return ".".join((PACKAGE, *file.resolve().relative_to(PACKAGE_ROOT).with_suffix("").parts))


def _packages_of(module: str) -> set[str]:
    parts = module.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts))}


def _imported_names(tree: ast.AST) -> set[str]:
    """What some code imports of this package, anywhere in it: modules, or what is in them."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] == PACKAGE}


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        node.body = [  # type: ignore[attr-defined]
            statement
            for statement in body
            if not (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            )
        ]
    return tree


class Source(NamedTuple):
    """What counts of a source file: a digest of its code, and what it imports of this package."""

    code: str
    names: list[str]


def _parse(source: bytes) -> Source:
    tree = _without_docstrings(ast.parse(source))
    code = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return Source(code, sorted(_imported_names(tree)))


class KnownSources:
    """Sources that were parsed before, by their digests, in a file beside compiled code.

    Without it most of the time until the first job starts would be spent with parsing.

    Args:
        folder: where the file is; where it cannot be written all is parsed in every run.
    """

    def __init__(self, folder: Path) -> None:
        # Another version of Python, or of this module, may parse otherwise.
        own = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]
        self._file = folder / f"sources-{sys.implementation.cache_tag}-{own}.json"
        self._known = self._read()

    def _read(self) -> dict[str, Source]:
        try:
            content = json.loads(self._file.read_text(encoding="utf-8"))
            return {digest: Source(code, list(names)) for digest, (code, names) in content.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def parsed(self, source: bytes) -> Source:
        """What counts of a source file."""
        digest = hashlib.sha256(source).hexdigest()
        if digest not in self._known:
            self._known[digest] = _parse(source)
            self._keep()
        return self._known[digest]

    def _keep(self) -> None:
        written = self._file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self._file.parent.mkdir(exist_ok=True)
            written.write_text(json.dumps(self._known), encoding="utf-8")
            written.replace(self._file)


@cache
def _known_sources(folder: Path) -> KnownSources:
    return KnownSources(folder)


@cache
def _parsed(module: str) -> tuple[str, frozenset[str]]:
    """A digest of a module's code without comments and docstrings, and the modules it imports."""
    file = _module_file(module)
    if file is None:
        raise ValueError(f"{module} is not a module of {PACKAGE}")
    code, names = _known_sources(PACKAGE_ROOT / "__pycache__").parsed(file.read_bytes())
    modules = {name for name in names if _module_file(name)} | {module}
    return code, frozenset(modules.union(*map(_packages_of, modules)) - {module})


def source_modules(module: str) -> list[str]:
    """A module and all modules of this package that it imports, directly or not, sorted."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _parsed(name)[1]
    return sorted(found)


def source_fingerprint(module: str) -> str:
    """A digest of the code that a module runs: its own and that of what it imports here."""
    digest = hashlib.sha256()
    for name in source_modules(module):
        digest.update(name.encode())
        digest.update(_parsed(name)[0].encode())
    return digest.hexdigest()


def recipe(module: str, parameters: Mapping[str, Any], inputs: Iterable[str]) -> str:
    """The recipe of a stage's artifacts, as a short digest.

    Args:
        module: the stage.
        parameters: the configuration that their content depends on.
        inputs: the recipes of the artifacts that it reads and the digests of its data files, in
            any order.
    """
    digest = hashlib.sha256(source_fingerprint(module).encode())
    digest.update(json.dumps(parameters, sort_keys=True).encode())
    for name in sorted(set(inputs)):
        digest.update(name.encode())
    return digest.hexdigest()[:16]
