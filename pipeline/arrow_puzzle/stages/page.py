"""Stage page: the page that solves boards in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.arrow_puzzle.families import key_of, read_families
from pipeline.arrow_puzzle.levels import LevelOptions, algebras_of
from pipeline.artifacts import ProvenanceNotes
from pipeline.pages import write_page
from tablebases.answer.share import Card
from tablebases.arrow.answers import Board, generate, solve
from tablebases.arrow.boards import Level, all_written
from tablebases.arrow.families import Family, solved_by
from tablebases.arrow.linear import Algebra
from tablebases.atlas.pages import hand_written
from tablebases.messages import say
from tablebases.puzzles import ARROW

SEED = 1
"""Of the board in the preview."""


def hardest_data(level: Level, families: Sequence[Family]) -> dict[str, Any]:
    """The taps and the number of the hardest boards, one of each family, and the place of one with most symmetries."""
    taps = np.array([family.first for family in families])
    return {
        "taps": families[0].min_taps,
        "count": sum(family.n_boards for family in families),
        "boards": all_written(solved_by(level, taps).astype(np.uint8), level, lowest=1),
        "symmetric": min(range(len(families)), key=lambda place: families[place].orbit),
    }


def page_data(algebras: Iterable[Algebra], families: Mapping[Any, Sequence[Family]]) -> dict[str, Any]:
    """The data of the page, ready for JSON; `solving.js` documents them."""
    return {
        "levels": [
            {
                "name": algebra.level.name,
                "shape": algebra.level.shape.value,
                "side": algebra.level.side,
                "directions": algebra.level.directions,
                "cells": algebra.level.cells,
                "solutions": str(algebra.n_solutions),
                "hardest": listed and hardest_data(algebra.level, listed),
                "divisor": algebra.divisor,
                "inverse": algebra.inverse.tolist(),
                "checks": algebra.checks.tolist(),
                "kernel": [
                    {"multiples": generator.multiples, "vector": generator.vector.tolist()}
                    for generator in algebra.kernel
                ],
            }
            for algebra in algebras
            for listed in [families.get(key_of(algebra.level))]
        ]
    }


def front_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """The level of the board on the front page: expert, or else the last one."""
    level = next((level for level in data["levels"] if level["name"] == "expert"), data["levels"][-1])
    return {"level": level | {"hardest": None}}


def preview(algebras: Mapping[str, Algebra], name: str) -> Card:
    """A board of the level `name` with its taps, to share."""
    level = algebras[name].level
    return solve(Board.parse(next(generate(level, seed=SEED)), level)).card()


def main(level: LevelOptions, families: Path, out: Path, notes: Path) -> None:
    """Write the page that solves boards of every level in the browser."""
    provenance = ProvenanceNotes(__file__, [families, *hand_written(ARROW.package)], {"levels": level})
    algebras = algebras_of(level)
    data = page_data(algebras.values(), read_families(families))
    front = front_data(data)
    card = preview(algebras, front["level"]["name"])
    description = "The fewest taps for any board of the arrow puzzle"
    write_page(out, ARROW.package, description, data, provenance, notes, front=front, preview=card)
    say(f"arrow page: {len(data['levels'])} levels in {out.parent}")
