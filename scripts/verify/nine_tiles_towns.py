"""All towns of Nine Tiles Panic, scored again from their patterns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pipeline.core.database import open_database
from pipeline.core.errors import PipelineError
from pipeline.core.progress import Progress, say
from pipeline.nine_tiles_panic.tables import SUCCESS_PATTERN
from scripts.rescorer import Differences, Rescorer
from scripts.verify.known import Figures
from scripts.verify.nine_tiles_artifacts import Artifacts

BLOCKS_BATCH = 50_000


def _town_batches(
    artifacts: Artifacts,
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.int64]]]:
    """All towns and the places of their theme synonyms."""
    positions = artifacts.board.positions
    with open_database(artifacts.folder / SUCCESS_PATTERN.file, SUCCESS_PATTERN) as database:
        blocks = database.exec_driver_sql("SELECT theme_synonym_id, patterns FROM town_blocks ORDER BY id")
        for rows in blocks.partitions(BLOCKS_BATCH):
            lengths = [len(patterns) // positions for _, patterns in rows]
            joined = np.frombuffer(b"".join(patterns for _, patterns in rows), dtype=np.uint8)
            places = np.repeat([id_ - 1 for id_, _ in rows], lengths)
            yield joined.reshape(-1, positions), places


def all_towns_again(artifacts: Artifacts) -> Figures:
    """Score every town of success_pattern.db again, and from the other ends of its roads."""
    rescorer = Rescorer(artifacts.tiles, artifacts.board, artifacts.config["rule_set"], artifacts.themes)
    scores = artifacts.synonyms.scores
    total = int(artifacts.synonyms.n_towns.sum(dtype=np.int64))
    progress = Progress("towns scored again", total, "towns")
    differences = Differences(*(0 for _ in Differences._fields))
    for patterns, places in _town_batches(artifacts):
        first = int(places[0])
        expected = scores[:, first : int(places[-1]) + 1]
        found = rescorer.compare(patterns, places - first, expected)
        differences = Differences(*(a + b for a, b in zip(differences, found, strict=True)))
        progress.advance(len(patterns))
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
    return {
        "towns_other_end_differs": differences.other_end_road,
        "towns_other_end_differs_theme_01": differences.other_end_capture,
        "towns_other_end_differs_theme_16": differences.other_end_road_eat,
    }
