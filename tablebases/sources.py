"""Digests of source code, and the folder for parsed sources and compiled code.

A digest covers the code of a module and of all modules that it imports from its own package and from this one.
Comments, docstrings and the layout of code do not count. Another version of Python may give another digest.

The modules `__init__` of this package do not count either. They have the public API and import nearly all modules, so
every edit would rerun every stage. Stages do not call the API.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import json
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tablebases.errors import Error
from tablebases.files import renamed_when_complete
from tablebases.locations import PACKAGE_ROOT

PACKAGE = PACKAGE_ROOT.name


def lasting_cache_folder() -> Path | None:
    """A writable folder for parsed sources and compiled code that outlives this process, if there is one.

    The folder that NUMBA_CACHE_DIR names, else one beside the sources, else one in the user's cache.
    """
    for find_folder in (_named_folder, _user_cache):
        with suppress(OSError, RuntimeError):  # it is read-only, or there is no home folder
            folder = find_folder().expanduser()
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    return None


@cache
def cache_folder() -> Path:
    """`lasting_cache_folder`, else a temporary folder, deleted when this process ends."""
    return lasting_cache_folder() or _temporary_folder()


def _named_folder() -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR") or PACKAGE_ROOT / "__pycache__")


def _user_cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("puzzle-tablebases", appauthor=False)


def _temporary_folder() -> Path:
    """A new temporary folder, deleted when this process ends."""
    folder = tempfile.mkdtemp(prefix="puzzle-tablebases-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _root_of(package: str) -> Path | None:
    """The folder of an importable package."""
    if package == PACKAGE:
        return PACKAGE_ROOT
    try:
        spec = find_spec(package)
    except ValueError:  # `__main__` of an interactive session
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin).resolve().parent


@cache
def _module_files(package: str) -> dict[str, Path]:
    """The source files of all modules of a package, by the modules' names."""
    root = _root_of(package)
    files: dict[str, Path] = {}
    for folder, folders, names in os.walk(root) if root else ():
        folders[:] = [inner for inner in folders if inner != "__pycache__"]
        prefix = ".".join((package, *Path(folder).relative_to(root or folder).parts))
        sources = (name for name in names if name.endswith(".py"))
        files |= {f"{prefix}.{name[:-3]}".removesuffix(".__init__"): Path(folder, name) for name in sources}
    return files


def module_of(file: Path) -> str:
    """The name of the module in a source file: its path within the outermost folder with an `__init__.py`."""
    file = file.resolve()
    parts = [file.stem]
    for folder in file.parents:
        if not (folder / "__init__.py").is_file():
            break
        parts.append(folder.name)
    return ".".join(reversed(parts))


def _runs(statement: ast.stmt) -> bool:
    """Whether a statement is neither a docstring nor an `if TYPE_CHECKING:`."""
    match statement:
        case ast.Expr(ast.Constant(str())) | ast.If(ast.Name("TYPE_CHECKING")):
            return False
    return True


def _imported_names(tree: ast.AST) -> set[str]:
    """The absolute names that code imports, anywhere in it: modules, or names within them."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


class Source(NamedTuple):
    """A digest of the code in a source file, and the names that it imports."""

    code: str
    names: list[str]


def _parse(source: bytes) -> Source:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(body := getattr(node, "body", None), list):
            node.body = list(filter(_runs, body))  # type: ignore[attr-defined]
    code = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return Source(code, sorted(_imported_names(tree)))


def _source(content: bytes) -> Source:
    """Parse a source file, or read the cached result: parsing all files takes a second."""
    # Another version of Python, or of this module, may parse differently.
    parts = (content, Path(__file__).read_bytes(), str(sys.implementation.cache_tag).encode())
    file = cache_folder() / "sources" / hashlib.sha256(b"\0".join(parts)).hexdigest()
    with suppress(OSError, ValueError, TypeError):  # missing, or cut short
        code, names = json.loads(file.read_bytes())
        return Source(code, names)
    source = _parse(content)
    with suppress(Error), renamed_when_complete(file) as partial:
        partial.write_bytes(json.dumps(source).encode())
    return source


@cache
def _parsed(module: str) -> tuple[str, frozenset[str]]:
    """A digest of a module's code, and the modules that it imports from its own package and from this one."""
    package = module.partition(".")[0]
    file = _module_files(package).get(module)
    if file is None:
        raise ValueError(f"{module} is not a module of {package}")
    ours = {name for name, path in _module_files(PACKAGE).items() if path.name != "__init__.py"}
    known = ours | (_module_files(package).keys() if package != PACKAGE else set())
    code, names = _source(file.read_bytes())
    parts = [name.split(".") for name in (*names, module)]
    modules = {".".join(name[:count]) for name in parts for count in range(1, len(name) + 1)}
    return code, frozenset(modules & known) - {module}


def source_modules(module: str) -> list[str]:
    """A module and all modules that it imports, directly or not, from its own package and from this one; sorted."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _parsed(name)[1]
    return sorted(found)


def source_fingerprint(module: str) -> str:
    """A digest of the code that a module runs: its own and that of all modules in `source_modules`."""
    digest = hashlib.sha256()
    for name in source_modules(module):
        digest.update(name.encode())
        digest.update(_parsed(name)[0].encode())
    return digest.hexdigest()
