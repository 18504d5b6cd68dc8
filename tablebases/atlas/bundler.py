"""All modules of a page in one file: each request takes a slow connection longer than what it brings.

Modules are written by hand in a few forms of `import` and `export`, which a line tells from each other. Each becomes a
function that gives what the module exports, so that names stay its own.
"""

from __future__ import annotations

import json
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tablebases.errors import Error

# `import { a, b as c } from "./d.js";` and `export { a, b } from "./d.js";`, also on several lines, and
# `import a from "./b.json" with { type: "json" };`.
_LINK = re.compile(r'^(import|export) \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_DATA = re.compile(r'^import (\w+) from "([^"]+)" with \{ type: "json" \};\n', re.MULTILINE)
_DOCUMENTATION = re.compile(r"^ */\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b", re.MULTILINE)


def _linked(path: Path, text: str) -> list[Path]:
    """The modules that a module names, in the order of their names there."""
    return [(path.parent / name).resolve() for _, _, name in _LINK.findall(text)]


def _as_function(path: Path, text: str, place: dict[Path, int]) -> str:
    """A module as a function whose result is kept under its number."""
    passed_on: list[str] = []

    def of_link(link: re.Match[str]) -> str:
        kind, names, name = link.groups()
        source = f"m{place[(path.parent / name).resolve()]}"
        if kind == "export":
            passed_on.extend(f"{exported}: {source}.{exported}" for exported in re.findall(r"\w+", names))
            return ""
        taken = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(names.split()))
        return f"const {{ {taken} }} = {source};\n"

    def of_data(data: re.Match[str]) -> str:
        name, file = data.groups()
        content = json.loads((path.parent / file).read_text(encoding="utf-8"))
        return f"const {name} = {json.dumps(content, ensure_ascii=False, separators=(',', ':'))};\n"

    exported = _EXPORT.findall(text)
    body = _EXPORT.sub("", _LINK.sub(of_link, _DATA.sub(of_data, _DOCUMENTATION.sub("", text))))
    if left := _LEFT.search(body):
        raise Error(f"{path}: cannot be put into one module with others: {left.group()}")
    given = ", ".join([*exported, *passed_on])
    return f"const m{place[path]} = (() => {{\n{body}return {{ {given} }};\n}})();\n"


def one_module(path: Path) -> str:
    """A module, and all that it imports, as one module; documentation comments are left out.

    An Error says that modules import each other in a circle, that one is not there, or that it has another form of
    `import` or `export` than the pages have.
    """
    texts: dict[Path, str] = {}
    waiting = [path.resolve()]
    while waiting:
        module = waiting.pop()
        if module not in texts:
            try:
                texts[module] = module.read_text(encoding="utf-8")
            except OSError as error:
                raise Error(f"{module} cannot be read: {error.strerror}") from error
            waiting += _linked(module, texts[module])
    try:
        order = list(
            TopologicalSorter({module: _linked(module, text) for module, text in texts.items()}).static_order()
        )
    except CycleError as error:
        circle = ", ".join(module.name for module in error.args[1])
        raise Error(f"modules import each other in a circle: {circle}") from error
    place = {module: i for i, module in enumerate(order)}
    return "".join(_as_function(module, texts[module], place) for module in order)
