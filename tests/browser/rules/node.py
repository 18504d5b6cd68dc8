"""Call functions of the pages' modules in Node: rules of games need no page."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablebases.atlas.bundler import one_module
from tablebases.atlas.pages import KIT, kit_files

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="tests of the pages' rules need node, which is not installed")
PROGRAM = Path(__file__).with_name("answer.mjs")


class Node:
    """A live process of Node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def call(self, module: Path, function: str, *arguments: Any) -> Any:
        """The result of an exported function. NaN and undefined are None, as in JSON."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([module.as_uri(), function, arguments]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["result"]


@contextmanager
def started_node() -> Iterator[Node]:
    """Run Node inside the `with` block."""
    assert NODE
    with subprocess.Popen(
        [NODE, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:  # leaving the block closes stdin, which ends the process
        yield Node(process)


def bundle(questions: Path, sources: Iterable[Path], folder: Path) -> Path:
    """Bundle a module of questions with the modules of a page that it imports.

    `sources` are the files of the page. As in the atlas they lie in one folder, beside that of the kit.
    """
    for name, paths in {"page": [*sources, questions], KIT.name: kit_files()}.items():
        (folder / name).mkdir(parents=True)
        for path in paths:
            shutil.copyfile(path, folder / name / path.name)
    made = folder / "questions.mjs"
    made.write_text(one_module(folder / "page" / questions.name), encoding="utf-8")
    return made


class Rules:
    """The rules of a game in its page, with the data of the page."""

    def __init__(self, node: Node, module: Path, data: Any) -> None:
        self._node, self._module = node, module
        self.data = data
        """The content of data.json."""

    def ask(self, function: str, *arguments: Any) -> Any:
        """Call a question, a function whose first parameter is the data of the page."""
        return self._node.call(self._module, function, self.data, *arguments)
