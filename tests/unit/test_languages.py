"""Every text of the library has a Japanese translation, and every translation is of a text."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablebases
from tablebases.errors import InputError
from tablebases.languages import CATALOGUE, asked_language, catalogues, use_language
from tablebases.messages import counted

LIBRARY = Path(tablebases.__file__).parent
TRANSLATORS = {"t", "counted", "Error", "InputError", "MissingDataError", "DamagedDataError"}
PRINTERS = {"print", "say"}
SHOWN = {"title", "next_step"}
"""Arguments that people read."""


def japanese(path: Path) -> dict[str, str]:
    """A catalogue."""
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def gaps(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", text))


def calls(folder: str) -> Iterator[tuple[str, str, ast.Call]]:
    """(place, name of the function, call) of all calls in a part of the library."""
    files = (LIBRARY / folder).rglob("*.py") if folder else LIBRARY.glob("*.py")
    for path in sorted(files):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                yield f"{path.relative_to(LIBRARY)}:{node.lineno}", name, node


def is_words(node: ast.expr) -> bool:
    """Whether an expression is a text with a word in it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return any(re.search(r"[a-z]{2}", text) for text in texts)


PARTS = ["", "cli", "atlas", *(folder.parent.parent.name for folder in catalogues() if folder.parent.name == "page")]


@pytest.mark.parametrize("folder", PARTS)
def test_every_text_of_the_code_has_a_translation(folder: str) -> None:
    known = {key: text for path in catalogues() for key, text in japanese(path).items()}
    missing = []
    for place, name, call in calls(folder):
        shown = [each.value for each in call.keywords if each.arg in SHOWN and is_words(each.value)]
        if name in PRINTERS and call.args and is_words(call.args[0]):
            shown.append(call.args[0])
        missing += [f"{place}: not in t(): {ast.unparse(node)}" for node in shown]
        if name not in TRANSLATORS or not call.args:
            continue
        text = call.args[name == "counted"]
        if isinstance(text, ast.JoinedStr):
            missing.append(f"{place}: has no gaps: {ast.unparse(text)}")
        elif isinstance(text, ast.Constant):
            key = f"{{n}} {text.value}" if name == "counted" else text.value
            if key not in known:
                missing.append(f"{place}: {key}")
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob(CATALOGUE)), ids=lambda path: path.parts[-3])
def test_every_translation_has_a_text_with_the_same_gaps(path: Path) -> None:
    wrong = [key for key, text in japanese(path).items() if gaps(key) != gaps(text) or not text]
    assert not wrong
    trees = [ast.parse(code.read_text(encoding="utf-8")) for code in LIBRARY.rglob("*.py")]
    literals = {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    of_code = literals | {f"{{n}} {text}" for text in literals} | {text.replace("_", " ") for text in literals}
    of_page = "".join(module.read_text(encoding="utf-8") for module in path.parent.glob("*.js"))
    unused = [
        key for key in japanese(path) if key not in of_code and json.dumps(key, ensure_ascii=False) not in of_page
    ]
    assert not unused


def test_one_text_of_the_code_has_one_translation_in_all_games() -> None:
    found: dict[str, str] = {}
    shared = [
        key for path in catalogues() for key, text in japanese(path).items() if found.setdefault(key, text) != text
    ]
    literals = {
        node.value for part in PARTS for _, _, call in calls(part) for node in ast.walk(call) if is_literal(node)
    }
    assert not [key for key in shared if key in literals]


def is_literal(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LC_ALL": "en_GB.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LANGUAGE": "ja:en", "LANG": "en_GB.UTF-8"}, "ja"),
        (["arrow", "solve", "--lang", "ja"], {}, "ja"),
        (["--lang=en"], {"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_language_is_that_of_the_option_else_of_the_environment(
    words: list[str], environment: dict[str, str], language: str
) -> None:
    assert asked_language(words, environment) == language


def test_errors_and_counts_are_in_the_chosen_language() -> None:
    use_language("ja")
    try:
        assert str(InputError("--lang takes en or ja, not {value}", value="xx")).startswith("--langには")
        assert counted(2, "noun without a translation") == "2 noun without a translations"
    finally:
        use_language("en")
