"""All towns of Nine Tiles Panic, scored again from their patterns."""

from __future__ import annotations

import numpy as np

from pipeline.core.arrays import Matrix, Vector
from pipeline.core.compiled import njit
from pipeline.core.errors import PipelineError
from pipeline.core.progress import Progress, say
from pipeline.nine_tiles_panic.readers.town_boxes import all_towns
from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN
from scripts.rescorer import Differences, Rescorer
from scripts.verify.known import Figures
from scripts.verify.nine_tiles_artifacts import Artifacts

TILE_BITS, DIRECTION_BITS = 4, 3


@njit(cache=True)
def _words(towns: Matrix[np.uint8]) -> Vector[np.uint64]:
    """A number of its own for each town, from its digits (n, 2 positions)."""
    positions = towns.shape[1] // 2
    words = np.zeros(len(towns), dtype=np.uint64)
    for town in range(len(towns)):
        for place in range(2 * positions):
            bits = TILE_BITS if place < positions else DIRECTION_BITS
            words[town] = words[town] << np.uint64(bits) | np.uint64(towns[town, place])
    return words


def repeated_towns(towns: Matrix[np.uint8]) -> int:
    """How many of these towns, uint8 (n, 2 positions), stand there again."""
    words = np.sort(_words(towns))
    return int((words[1:] == words[:-1]).sum())


def all_towns_again(artifacts: Artifacts) -> Figures:
    """Score every town of success_pattern.db again, and from the other ends of its roads, and count each once."""
    rescorer = Rescorer(artifacts.tiles, artifacts.board, artifacts.config["rule_set"], artifacts.themes)
    scores = artifacts.synonyms.scores
    n_towns = artifacts.synonyms.n_towns
    progress = Progress("towns scored again", int(n_towns.sum(dtype=np.int64)), "towns")
    differences = Differences(*(0 for _ in Differences._fields))
    counted = np.zeros(len(n_towns), dtype=np.int64)
    repeated = 0
    for ids, towns in all_towns(artifacts.folder / SUCCESS_PATTERN.file):
        places = ids - 1
        first = int(places[0])
        expected = scores[:, first : int(places[-1]) + 1]
        found = rescorer.compare(towns, places - first, expected)
        differences = Differences(*(a + b for a, b in zip(differences, found, strict=True)))
        counted += np.bincount(places, minlength=len(counted))
        repeated += repeated_towns(towns)  # those of other theme synonyms have other scores
        progress.advance(len(towns))
    progress.finish()
    say(
        f"with roads read from their other ends {differences.other_end:,} towns score "
        f"differently, {differences.other_end_eat:,} of them in Eat It Up"
    )
    if differences.incomplete or differences.wrong_score:
        raise PipelineError(
            f"success_pattern.db has {differences.incomplete:,} incomplete towns and "
            f"{differences.wrong_score:,} under scores that are not theirs"
        )
    if repeated or (counted != n_towns).any():
        raise PipelineError(
            f"success_pattern.db has {repeated:,} towns more than once, and {int((counted != n_towns).sum()):,} theme "
            "synonyms with another number of towns than theme_synonyms.db says"
        )
    return {
        "towns_other_end_differs": differences.other_end_road,
        "towns_other_end_differs_theme_01": differences.other_end_capture,
        "towns_other_end_differs_theme_16": differences.other_end_road_eat,
    }
