"""The puzzles and their names. A new one needs two lines here, two packages and a section of config.yaml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: its names in code, commands, pages and titles."""

    package: str
    """Its package in `pipeline`, section of config.yaml, target of the workflow, and folder of results."""
    library: str
    """Its package in `tablebases`."""
    command: str
    """Its group of commands: `tablebases <command>`."""
    title: str
    """Its name for people."""
    title_ja: str
    """Its Japanese name; lines may break at a zero-width space."""
    page: str | None
    """Its folder in the atlas; None if it has no page."""

    @property
    def data(self) -> Path:
        """The folder of its data files, in a checkout and in the folder `packaged`."""
        return Path("data", self.package)

    def stage(self, name: str) -> str:
        """The rule of a stage, such as `arrow_puzzle_database`."""
        return f"{self.package}_{name}"


NINE_TILES = Puzzle(
    "nine_tiles_panic", "nine_tiles", "nine-tiles", "Nine Tiles Panic", "ナインタイル\u200bパニック", "nine-tiles"
)
ARROW = Puzzle("arrow_puzzle", "arrow", "arrow", "Arrow puzzle", "矢印\u200bパズル", "arrow")
GODOMACHI = Puzzle("godomachi", "godomachi", "godomachi", "Godomachi", "ゴドマチ", "godomachi")
MILLIJAN = Puzzle("millijan", "millijan", "millijan", "MilliJan", "ミリジャン", "millijan")
PUZZLES = (NINE_TILES, ARROW, GODOMACHI, MILLIJAN)

FRONT = Puzzle("atlas", "atlas", "atlas", "Puzzle tablebases", "パズルの\u200b完全解答", "")
"""The front page with a link to every puzzle, in the root of the atlas; it has the form of a puzzle."""
RESULTS = Puzzle("figures", "atlas", "figures", "Results", "わかった\u200bこと", "results")
"""The page of all figures, linked on the front page; it has the form of a puzzle."""


def puzzle_of(package: str) -> Puzzle:
    """The puzzle of a package; KeyError if there is none."""
    return {puzzle.package: puzzle for puzzle in (*PUZZLES, FRONT, RESULTS)}[package]


if __name__ == "__main__":
    print(*(puzzle.command for puzzle in PUZZLES))
