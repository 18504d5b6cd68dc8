"""Read the imports of modules from their sources, without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
WORKFLOW_PACKAGES = ("matplotlib", "pandas", "pydantic", "scipy", "snakemake", "sqlalchemy")
POSIX_ONLY = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")


@cache
def module_files(*folders: str) -> dict[str, Path]:
    """Name of a module -> its file, for all modules in `folders` of the checkout."""
    files = (path for folder in folders for path in sorted((CHECKOUT / folder).rglob("*.py")))
    return {module_name(path): path for path in files}


def module_name(path: Path) -> str:
    """The name of a module of the checkout: `tests.known` for `tests/known.py`."""
    return ".".join(path.relative_to(CHECKOUT).with_suffix("").parts).removesuffix(".__init__")


def _is_for_types(node: ast.AST) -> bool:
    """Whether a statement is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imports(nodes: Iterable[ast.AST], at_start: bool) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports name the whole path"
            assert not node.level, "imports name the whole path"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif not (_is_for_types(node) or (at_start and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))):
            yield from _imports(ast.iter_child_nodes(node), at_start)


@cache
def imported_names(path: Path, *, at_start: bool) -> frozenset[str]:
    """Modules, and names in them, that a file imports, except for type checkers and, `at_start`, in functions."""
    return frozenset(_imports(ast.parse(path.read_bytes()).body, at_start))


def with_parents(name: str) -> list[str]:
    """A module and its packages, which Python imports with it."""
    names = name.split(".")
    return [".".join(names[:count]) for count in range(1, len(names) + 1)]


def cycle(modules: Mapping[str, Path]) -> list[str]:
    """Modules that import each other in a cycle, also within functions, the first one again at the end.

    Packages are omitted.
    """
    inner = {name for name, path in modules.items() if path.stem != "__init__"}
    graph = {name: imported_names(modules[name], at_start=False) & inner - {name} for name in inner}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def loaded_with(module: str, modules: Mapping[str, Path]) -> dict[str, frozenset[str]]:
    """Module -> all that it imports, for `module` and all modules that it imports, directly or not."""
    found: dict[str, frozenset[str]] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found:
            found[name] = imported_names(modules[name], at_start=False)
            waiting += [parent for imported in found[name] for parent in with_parents(imported)]
    return found
