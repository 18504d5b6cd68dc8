"""The towns of theme synonyms, from success_pattern.db."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.core.opened import open_parts
from pipeline.nine_tiles_panic.readers.packed_boxes import packed_boxes
from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN

if TYPE_CHECKING:
    from pipeline.nine_tiles_panic.game.themes import Theme
    from pipeline.nine_tiles_panic.readers.best_towns import BestAnswer


def _spelled(box: bytes, turn_sets: Mapping[int, tuple[int, str]]) -> Iterator[str]:
    """The patterns of all towns of a town box."""
    tiles, directions = zip(*map(turn_sets.__getitem__, box), strict=True)
    position = "".join(map(str, tiles))
    return (position + "".join(turned) for turned in product(*directions))


def towns_of(results: Path, theme_synonyms: Iterable[int], limit: int) -> list[str]:
    """The patterns of the first towns of some theme synonyms, in their order.

    Raises:
        PipelineError: success_pattern.db is missing or damaged.
    """
    patterns: list[str] = []
    with open_parts(results / SUCCESS_PATTERN.file, SUCCESS_PATTERN) as database:
        packed = packed_boxes(database)
        for id_ in theme_synonyms:
            towns = sorted(town for box in packed.of(id_) for town in _spelled(box, packed.turn_sets))
            patterns += towns[: limit - len(patterns)]
            if len(patterns) == limit:
                break
    return patterns


def towns_of_answer(results: Path, themes: Sequence[Theme], answer: BestAnswer, first: str, limit: int) -> list[str]:
    """The patterns of some of the towns that have the scores of an answer, those of its theme synonym first.

    Args:
        results: the full results, which more than one town takes.
        themes: that the answer is about.
        answer: whose towns they are.
        first: the pattern of the first of them.
        limit: how many patterns at most.

    Raises:
        PipelineError: the full results are needed, and missing or damaged.
    """
    if limit == 1:
        return [first]
    import numpy as np

    from pipeline.nine_tiles_panic.readers.scores import read_theme_synonyms

    synonyms = read_theme_synonyms(results / "theme_synonyms.npz", [theme.no for theme in themes])
    having = np.flatnonzero((synonyms.scores == np.array(answer.scores)[:, np.newaxis]).all(axis=0)) + 1
    more = towns_of(results, dict.fromkeys([answer.theme_synonym, *having.tolist()]), limit)
    return list(dict.fromkeys([first, *more]))[:limit]
