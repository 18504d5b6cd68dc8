"""Digests of the code that a module runs: its own and that of what it imports of this package.

Comments, docstrings and the layout of code do not count; another version of Python may read code differently.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pipeline.core.kept import PACKAGE_ROOT, kept_folder

PACKAGE = PACKAGE_ROOT.name


@cache
def _module_files() -> dict[str, Path]:
    """The source files of all modules of this package, by the modules' names."""
    files: dict[str, Path] = {}
    for folder, folders, names in os.walk(PACKAGE_ROOT):
        folders[:] = [inner for inner in folders if inner != "__pycache__"]
        package = ".".join((PACKAGE, *Path(folder).relative_to(PACKAGE_ROOT).parts))
        sources = (name for name in names if name.endswith(".py"))
        files |= {f"{package}.{name[:-3]}".removesuffix(".__init__"): Path(folder, name) for name in sources}
    return files


def module_of(file: Path) -> str:
    """The name of the module of this package that a source file holds."""
    return ".".join((PACKAGE, *file.resolve().relative_to(PACKAGE_ROOT).with_suffix("").parts))


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


def _runs(statement: ast.stmt) -> bool:
    """Whether a statement is neither a docstring nor an `if TYPE_CHECKING:`."""
    match statement:
        case ast.Expr(ast.Constant(str())) | ast.If(ast.Name("TYPE_CHECKING")):
            return False
    return True


class Source(NamedTuple):
    """What counts of a source file: a digest of its code, and what it imports of this package."""

    code: str
    names: list[str]


def _parse(source: bytes) -> Source:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = list(filter(_runs, body))  # type: ignore[attr-defined]
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
        self._known: dict[str, Source] = {}
        with suppress(OSError, ValueError, TypeError, AttributeError):
            content = json.loads(self._file.read_text(encoding="utf-8"))
            self._known = {digest: Source(code, list(names)) for digest, (code, names) in content.items()}

    def parsed(self, source: bytes) -> Source:
        """What counts of a source file."""
        digest = hashlib.sha256(source).hexdigest()
        if digest not in self._known:
            self._known[digest] = _parse(source)
            written = self._file.with_suffix(f".{os.getpid()}")
            with suppress(OSError):
                self._file.parent.mkdir(exist_ok=True)
                written.write_text(json.dumps(self._known), encoding="utf-8")
                written.replace(self._file)
        return self._known[digest]


_known_sources = cache(KnownSources)


@cache
def _parsed(module: str) -> tuple[str, frozenset[str]]:
    """A digest of a module's code without comments and docstrings, and the modules it imports."""
    file = _module_files().get(module)
    if file is None:
        raise ValueError(f"{module} is not a module of {PACKAGE}")
    code, names = _known_sources(kept_folder()).parsed(file.read_bytes())
    parts = [name.split(".") for name in (*names, module)]
    modules = {".".join(name[:count]) for name in parts for count in range(1, len(name) + 1)}
    return code, frozenset(modules & _module_files().keys()) - {module}


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
