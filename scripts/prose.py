"""Look for words in documents, messages, docstrings and test names that readers had to read twice.

    python -m scripts.prose [--all]

`prose.yaml` lists them, with what to write instead and how often each is known to stand in the project. The program
fails if one occurs more often than that, and shows where. `--all` shows every place.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

CHECKOUT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_suffix(".yaml")
LEFT_OUT = {"docs/tables.md", "docs/results.md", "docs/full-run.md", "tests/unit/test_prose.py"}
"""Generated documents, and the examples of this check."""
MARKDOWN_CODE = re.compile(r"```.*?```|^(?: {4}|\t).*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
FEWEST_WORDS = 4
"""Shorter strings are names and formats rather than sentences."""


class Passage(NamedTuple):
    """A text that people read."""

    file: str
    line: int
    text: str


class Habit(NamedTuple):
    """An entry of `prose.yaml`."""

    pattern: re.Pattern[str]
    instead: str
    known: int


def read_habits() -> list[Habit]:
    """The entries of `prose.yaml`."""
    entries = yaml.safe_load(LIST.read_text(encoding="utf-8"))
    return [Habit(re.compile(each["pattern"], re.IGNORECASE), each["instead"], each["known"]) for each in entries]


def markdown_passages(file: str, text: str) -> Iterator[Passage]:
    """The paragraphs of a document, without code."""
    plain = MARKDOWN_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    line = 1
    for paragraph in re.split(r"(\n(?:\s*\n)+)", plain):
        if paragraph.strip():
            yield Passage(file, line, " ".join(paragraph.split()))
        line += paragraph.count("\n")


def python_passages(file: str, text: str) -> Iterator[Passage]:
    """Docstrings, messages and comments of a module, and the names of its tests."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value.split()) >= FEWEST_WORDS and not node.value.lstrip().upper().startswith("SELECT"):
                yield Passage(file, node.lineno, " ".join(node.value.split()))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield Passage(file, node.lineno, node.name)
    for number, line in enumerate(text.splitlines(), start=1):
        if (at := line.find("# ")) >= 0 and line[:at].count('"') % 2 == 0:
            yield Passage(file, number, line[at + 2 :])


def passages() -> Iterator[Passage]:
    """All texts of the checkout."""
    paths = [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/*.md")]
    for folder in ("pipeline", "scripts", "studies", "tablebases", "tests"):
        paths += (CHECKOUT / folder).rglob("*.py")
    for file in sorted({path.relative_to(CHECKOUT).as_posix() for path in paths} - LEFT_OUT):
        text = (CHECKOUT / file).read_text(encoding="utf-8")
        yield from (markdown_passages if file.endswith(".md") else python_passages)(file, text)


def main() -> None:
    """Run the check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="show every place, not only those of patterns that grew")
    arguments = parser.parse_args()
    texts = [*passages()]
    grew = False
    for habit in read_habits():
        found = [(passage, match) for passage in texts for match in habit.pattern.finditer(passage.text)]
        grew |= len(found) > habit.known
        if arguments.all or len(found) > habit.known:
            print(f"{habit.pattern.pattern}: {len(found)}, known {habit.known}; write {habit.instead}")
            for passage, match in found:
                print(f"  {passage.file}:{passage.line}: {match[0]}")
    if grew:
        sys.exit("readers stumble over these words: rewrite the new ones, or lower `known` after you removed others")


if __name__ == "__main__":
    main()
