"""The town boxes of single theme synonyms, without NumPy: of success_pattern.db only what is needed is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.core.parts import Parts


@dataclass(frozen=True)
class PackedBoxes:
    """What town boxes are made of, and where they are; made by `packed_boxes`."""

    database: Parts
    positions: int
    """Of the board."""
    stride: int
    """What block ids are spaced by, see `town_blocks_table`."""
    turn_sets: Mapping[int, tuple[int, str]]
    """The byte of a town box -> a tile, and the directions that it takes, a digit each."""

    def of(self, theme_synonym: int) -> list[bytes]:
        """The town boxes of a theme synonym, a byte a position.

        Raises:
            PipelineError: the database is damaged.
        """
        part = self.database.part_with("town_blocks", theme_synonym * self.stride)
        boxes = b"".join(boxes for block, boxes in part if block // self.stride == theme_synonym)
        return [boxes[first : first + self.positions] for first in range(0, len(boxes), self.positions)]


def packed_boxes(database: Parts) -> PackedBoxes:
    """The town boxes of success_pattern.db, opened by `open_parts`.

    Raises:
        PipelineError: the database is damaged.
    """
    notes: dict[str, str] = dict(database.part_with("provenance", 1))
    turn_sets = {number: (tile, directions) for number, tile, directions in database.part_with("turn_sets", 0)}
    return PackedBoxes(database, int(notes["positions"]), int(notes["stride"]), turn_sets)
