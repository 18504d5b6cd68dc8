"""Bundle all modules of a page into one file: on a slow connection requests take longer than the code.

The modules use a few forms of `import` and `export`, one per line. Each module becomes a function that returns its
exports, so its other names stay private.
"""

from __future__ import annotations

import json
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tablebases.errors import Error
from tablebases.files import unreadable

# `import { a, b as c } from "./d.js";` and `export { a, b } from "./d.js";`, also on several lines, and
# `import a from "./b.json" with { type: "json" };`.
_LINK = re.compile(r'^(import|export) \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_DATA = re.compile(r'^import (\w+) from "([^"]+)" with \{ type: "json" \};\n', re.MULTILINE)
_COMMENT = re.compile(
    r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)?\n|/\*\* @type (?:(?!\*/).)*\*/ ?", re.MULTILINE | re.DOTALL
)
"""A comment of whole lines, an empty line, or the type of an expression."""
_INDENT = re.compile(r"^ +", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\.meta\b|^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)
"""What cannot be bundled; at the end texts of several lines, whose indentation would be lost."""


def plain_style(text: str) -> str:
    """A style sheet without comments, indentation and empty lines."""
    return re.sub(r"^\s+", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL), flags=re.MULTILINE)


def _linked(path: Path, text: str) -> list[Path]:
    """The modules that a module imports, in their order there."""
    return [(path.parent / name).resolve() for _, _, name in _LINK.findall(text)]


def _exports(text: str) -> list[str]:
    """The names that a module exports."""
    lists = [names for keyword, names, _ in _LINK.findall(text) if keyword == "export"]
    return [*_EXPORT.findall(text), *re.findall(r"\w+", " ".join(lists))]


def _check_imports(path: Path, texts: dict[Path, str]) -> None:
    """Raise an Error if a module imports a name that another one does not export."""
    for _, names, name in _LINK.findall(texts[path]):
        source = (path.parent / name).resolve()
        for wanted in re.findall(r"(\w+)(?: as \w+)?", names):
            if wanted not in _exports(texts[source]):
                text = "{path}: `{name}` is imported, but {source} does not export it"
                raise Error(text, path=path, name=wanted, source=source.name)


def _as_function(path: Path, text: str, place: dict[Path, int]) -> str:
    """A module as a function; a constant named by its number has the exports."""
    reexported: list[str] = []

    def linked(link: re.Match[str]) -> str:
        keyword, names, name = link.groups()
        source = f"m{place[(path.parent / name).resolve()]}"
        if keyword == "export":
            reexported.extend(f"{exported}: {source}.{exported}" for exported in re.findall(r"\w+", names))
            return ""
        imported = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(names.split()))
        return f"const {{ {imported} }} = {source};\n"

    def inlined(data: re.Match[str]) -> str:
        name, file = data.groups()
        texts = json.loads((path.parent / file).read_text(encoding="utf-8"))
        content = {key: value for key, value in texts.items() if json.dumps(key, ensure_ascii=False) in text}
        return f"const {name} = {json.dumps(content, ensure_ascii=False, separators=(',', ':'))};\n"

    exported = _EXPORT.findall(text)
    body = _INDENT.sub("", _EXPORT.sub("", _LINK.sub(linked, _DATA.sub(inlined, _COMMENT.sub("", text)))))
    if left := _LEFT.search(body):
        text = "{path}: `{statement}` cannot be bundled; use a form that other modules have"
        raise Error(text, path=path, statement=left.group())
    exports = ", ".join([*exported, *reexported])
    return f"const m{place[path]} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def one_module(path: Path) -> str:
    """A module and all its imports as one module with the same exports.

    Comments of whole lines, types and indentation are left out.

    Of a JSON file the entries remain whose keys the importing module quotes: catalogues also have texts of commands.

    Raises an Error if a module is missing, has an unknown form of `import` or `export`, imports a name that the other
    module does not export, or if modules import each other in a circle.
    """
    texts: dict[Path, str] = {}
    waiting = [path.resolve()]
    while waiting:
        module = waiting.pop()
        if module not in texts:
            try:
                texts[module] = module.read_text(encoding="utf-8")
            except OSError as error:
                raise unreadable(module, error) from error
            waiting += _linked(module, texts[module])
    try:
        order = list(
            TopologicalSorter({module: _linked(module, text) for module, text in texts.items()}).static_order()
        )
    except CycleError as error:
        circle = ", ".join(module.name for module in error.args[1])
        raise Error("modules import each other in a circle: {modules}", modules=circle) from error
    for module in order:
        _check_imports(module, texts)
    place = {module: i for i, module in enumerate(order)}
    exported = ", ".join(_EXPORT.findall(texts[path.resolve()]))
    own = f"export const {{ {exported} }} = m{place[path.resolve()]};\n" if exported else ""
    return "".join(_as_function(module, texts[module], place) for module in order) + own
