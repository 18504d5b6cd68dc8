"""The puzzles. A new one is a line here, two packages, and a section of config.yaml."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Puzzle:
    """A puzzle, as all that treats puzzles alike knows it."""

    package: str
    """Its package in `pipeline`, its section of config.yaml, its target in the workflow, its folder of results."""
    library: str
    """Its package in `tablebases`."""
    command: str
    """Its group of commands: `tablebases <command>`."""
    title: str
    """Its name for people."""
    title_ja: str
    """Its Japanese name; the line may break at a space without width."""
    page: str | None
    """Its folder in the atlas; None if it has no page."""


PUZZLES = (
    Puzzle(
        "nine_tiles_panic", "nine_tiles", "nine-tiles", "Nine Tiles Panic", "ナインタイル\u200bパニック", "nine-tiles"
    ),
    Puzzle("arrow_puzzle", "arrow", "arrow", "Arrow puzzle", "矢印パズル", "arrow"),
    Puzzle("godomachi", "godomachi", "godomachi", "Godomachi", "ゴドマチ", "godomachi"),
    Puzzle("millijan", "millijan", "millijan", "MilliJan", "ミリジャン", "millijan"),
)

if __name__ == "__main__":
    print(*(puzzle.command for puzzle in PUZZLES))
