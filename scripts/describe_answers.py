"""The text of docs/answers.md, from the classes of answers: what JSON has; `scripts.describe` writes it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from types import ModuleType

from scripts import ROOT
from tablebases.puzzles import PUZZLES

DOCUMENT = ROOT / "docs" / "answers.md"
HEAD = """# Answers

What `--json` prints, and what the functions of `import tablebases` return: the fields of every answer by their names
and in their order. Written from the classes by `make docs`.

JSON is one object. It begins with `version`, the version of this form, and has the fields of the answer, nested as they
are. Figures, which follow from the fields, stand after them. A value with a notation is written in it: a town as its 18
digits, a shape as rows of `#` and `.`, a level as its name.

CSV has a row for each item of the field in the line `rows of CSV`, or a single one. A row has the fields of its item,
where a class does not say otherwise. A list of values has a column each, such as `members_1` and `members_2`. Lists of
objects are in JSON only. True and false are 1 and 0. A town has a bar before its directions. A theme synonym is all
towns with the same 26 scores."""


def _name(decorator: ast.expr) -> str:
    return ast.unparse(decorator).partition("(")[0]


def _meaning(node: ast.AST) -> str:
    """The text of a docstring as one line; empty for any other syntax."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return " ".join(node.value.value.split()) if is_text else ""  # type: ignore[attr-defined]


def fields_of_class(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    """(name, type, meaning) of the fields and figures of a dataclass that JSON has."""
    for each, after in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(each, ast.AnnAssign) and "repr=False" not in ast.unparse(each):
            yield ast.unparse(each.target), ast.unparse(each.annotation), _meaning(after)
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and "figure" in map(_name, each.decorator_list):
            assert each.returns is not None
            yield each.name, ast.unparse(each.returns), _meaning(each.body[0])


def described_class(node: ast.ClassDef, functions: list[str]) -> Iterator[str]:
    """Lines of Markdown with the fields of a class; `functions` return it."""
    meaning, *_ = _meaning(node.body[0]).split(" >>> ")
    yield f"\n### `{node.name}`\n\n{meaning}\n"
    bases = [base for base in map(ast.unparse, node.bases) if base not in ("Answer", "base.Answer", "Notated")]
    if bases:
        yield f"Begins with the fields of `{bases[0]}`.\n"
    if functions:
        yield f"From {', '.join(f'`{name}`' for name in functions)}.\n"
    for each in node.body:
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "lists" and ast.literal_eval(each.value):
            yield f"Rows of CSV: `{ast.literal_eval(each.value)}`.\n"
    yield "| field | type | meaning |\n|---|---|---|"
    for name, kind, meaning in fields_of_class(node):
        yield f"| `{name}` | `{kind.replace('|', 'or')}` | {meaning} |"


def _returning(module: ModuleType) -> dict[str, list[str]]:
    """Name of a class -> the public functions and methods that return it."""
    found: dict[str, list[str]] = {}
    for name in module.__all__:
        each = getattr(module, name)
        methods = vars(each).items() if inspect.isclass(each) else [(name, each)]
        for function, value in methods:
            returned = getattr(value, "__annotations__", {}).get("return")
            if isinstance(returned, str) and function != "card" and function[0] != "_":
                found.setdefault(returned, []).append(f"{name}.{function}" if inspect.isclass(each) else name)
    return found


def _game(library: str) -> Iterator[str]:
    """The classes of a game that are an answer, or a part of one."""
    module = import_module(f"tablebases.{library}")
    public = (getattr(module, name) for name in module.__all__)
    kinds = [kind for kind in public if isinstance(kind, type) and is_dataclass(kind)]
    for kind in sorted(kinds, key=lambda kind: (kind.__module__, inspect.getsourcelines(kind)[1])):
        (node,) = ast.parse(inspect.getsource(kind)).body
        assert isinstance(node, ast.ClassDef)
        yield from described_class(node, _returning(module).get(node.name, []))


def document() -> str:
    """The text of docs/answers.md."""
    parts = [HEAD]
    for puzzle in PUZZLES:
        parts += [f"\n## {puzzle.title}, `tablebases.{puzzle.library}`", *_game(puzzle.library)]
    return "\n".join(parts) + "\n"
