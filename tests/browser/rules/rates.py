"""Measure how many screenshots are read right, with and without the help of the code.

Run it for the table in docs/arrow-puzzle.md: python -m tests.browser.rules.rates pillow 1000 [level]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZipFile

from tablebases.arrow.answers import find_level
from tablebases.atlas.pages import hand_written
from tablebases.locations import ATLAS
from tests.browser.rules.canvas import draw_on_canvas
from tests.browser.rules.node import Rules, bundle, started_node
from tests.browser.rules.screens import HARMS, KINDS, Screen, draw_screen

LEVELS = ("easy", "medium", "hard", "expert")
Draw = Callable[..., Screen]


class Rates(NamedTuple):
    """Numbers of pictures: read right with no tile in doubt, and wrong where no tile in doubt says so.

    `alone` is without the help of the code: each tile by its looks.
    """

    pictures: int
    right: int
    wrong: int
    right_alone: int
    wrong_alone: int
    uncovered: int
    """Pictures on which nothing covers a tile."""
    right_uncovered: int

    def __add__(self, other: tuple[int, ...]) -> Rates:  # type: ignore[override]
        """The sums of the numbers."""
        return Rates(*(a + b for a, b in zip(self, other, strict=True)))


def rates_of(rules: Rules, level: str, screens: Iterable[Screen], folder: Path) -> Rates:
    """Read the pictures of a level."""
    total = Rates(*[0] * len(Rates._fields))
    for screen in screens:
        file = folder / "pixels"
        file.write_bytes(screen.picture.convert("RGBA").tobytes())
        found = rules.ask("screenshot", LEVELS, str(file), *screen.picture.size)
        right, wrong = _judge(found, level, screen, "turns", "doubtful")
        right_alone, wrong_alone = _judge(found, level, screen, "seen", "unclear")
        free = not screen.covered
        total += (1, right, wrong, right_alone, wrong_alone, free, free and right)
    return total


def _judge(found: Any, level: str, screen: Screen, numbers: str, doubts: str) -> tuple[bool, bool]:
    """Whether a picture is read right, and whether it is read wrong without a doubt."""
    if found is None:
        return False, False
    if found["level"] != level:
        return False, not any(found[doubts])
    same = [a == b for a, b in zip(found[numbers], screen.turns, strict=True)]
    is_wrong = any(not is_same and not doubt for is_same, doubt in zip(same, found[doubts], strict=True))
    return all(same) and not any(found[doubts]), is_wrong


@contextmanager
def drawing(name: str, folder: Path) -> Iterator[Draw]:
    """The drawing program `pillow` or `canvas`."""
    if name == "pillow":
        yield draw_screen
        return
    from tests.browser.pages import chromium

    with chromium(folder / "profile") as driver:
        yield lambda *screen: draw_on_canvas(driver, *screen)


def main(name: str, count: int, levels: Iterable[str]) -> None:
    """Print a line of JSON for each level, kind and harm."""
    with TemporaryDirectory() as place, started_node() as node, drawing(name, Path(place)) as draw:
        questions = Path(__file__).with_name("arrow_puzzle.js")
        module = bundle(questions, hand_written("arrow_puzzle"), Path(place) / "bundle")
        with ZipFile(ATLAS) as atlas:
            rules = Rules(node, module, json.loads(atlas.read("atlas/arrow/data.json")))
        for level in levels:
            for kind in KINDS:
                for harm in HARMS:
                    screens = (draw(find_level(level), kind, harm, seed) for seed in range(count))
                    rates = rates_of(rules, level, screens, Path(place))
                    print(json.dumps([name, level, kind, harm, *rates]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:] or LEVELS)
