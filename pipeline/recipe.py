"""What an artifact is made by: the code of its stage, parameters, data files, what came before.

Two artifacts of the same recipe are equal, so a stage need only run again when its recipe has
changed. An artifact keeps its recipe in its provenance. The dates of files do not matter, nor do
comments, docstrings or the layout of code; another version of Python may read code differently.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

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


def _imported_modules(tree: ast.AST) -> set[str]:
    """The modules of this package that some code imports, anywhere in it, with their packages."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    modules = {n for n in names if n.split(".")[0] == PACKAGE and _module_file(n)}
    return modules.union(*map(_packages_of, modules))


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


@cache
def _parsed(module: str) -> tuple[str, frozenset[str]]:
    """A module's code without comments and docstrings, and the modules that it imports."""
    file = _module_file(module)
    if file is None:
        raise ValueError(f"{module} is not a module of {PACKAGE}")
    tree = _without_docstrings(ast.parse(file.read_text(encoding="utf-8")))
    return ast.dump(tree), frozenset(_imported_modules(tree) | _packages_of(module))


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
