"""One process of Node for each test process, and the rules that it knows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tablebases.atlas.pages import DATA_FILE, hand_written
from tests.browser.atlases import PLACES
from tests.browser.rules.node import Node, Rules, bundle, started_node


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    with started_node() as node:
        yield node


@pytest.fixture(scope="session")
def rules_in(
    node: Node, atlas_folder: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, str], Rules]:
    """The rules of a game, with the data that its page has in an atlas."""

    @cache
    def module(package: str) -> Path:
        questions = Path(__file__).with_name(f"{package}.js")
        return bundle(questions, hand_written(package), tmp_path_factory.mktemp(package))

    def rules(package: str, atlas: str) -> Rules:
        data = (atlas_folder(atlas) / PLACES[package] / DATA_FILE).read_text(encoding="utf-8")
        return Rules(node, module(package), json.loads(data))

    return rules
