"""Placements: tiles and faces for every position of a town synonym, found depth first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pipeline.core.arrays import Array3, Matrix, Vector
from pipeline.core.compiled import copy_elements, njit
from pipeline.nine_tiles_panic.game.town_tables import GROUP_FIELDS, FaceTables

GROUP_SIZE_BITS = 5  # tiles in a group, on a board of ten positions
GROUP_WORD_BITS = GROUP_SIZE_BITS * len(GROUP_FIELDS)


class Placements(NamedTuple):
    """Tiles and faces on all positions of the town synonyms of a batch, in order."""

    town_synonym: Vector[np.int64]
    """(n,), index into the batch."""
    option: Matrix[np.int64]
    """(n, positions), index of the face among the options."""
    face_counts: Vector[np.uint64]
    """(n,), packed `FACE_COUNT_FIELDS`."""
    groups: Vector[np.uint64]
    """(n,), packed sizes of `GROUP_FIELDS`."""
    behaviours: Vector[np.int64]
    """(n,), the behaviours of all positions as one number."""


@njit(cache=True)
def place_tiles(
    batch: Matrix[np.uint8],
    synonym_of: Vector[np.int64],
    faces: FaceTables,
    largest_group: Vector[np.int64],
    placements: Placements,
) -> int:
    """Find all placements on the town synonyms of a batch, depth first.

    Args:
        batch: (n, positions), indices of oriented road synonyms.
        synonym_of: (10,), road synonym of each.
        faces: the faces on offer.
        largest_group: from the board.
        placements: overwritten.

    Returns:
        The number of placements.
    """
    tile_bit, counts, has, behaviour = faces.tile_bit, faces.counts, faces.has, faces.behaviour
    found_town_synonym, found_option = placements.town_synonym, placements.option
    found_face_counts, found_groups = placements.face_counts, placements.groups
    found_behaviours = placements.behaviours
    behaviour_count = len(faces.object_on)
    positions = batch.shape[1]
    group_count = has.shape[1]
    # What is known of the placement before each position, and after the last.
    option_at = np.zeros(positions + 1, dtype=np.int64)
    tiles = np.zeros(positions + 1, dtype=np.int64)
    face_counts = np.zeros(positions + 1, dtype=np.uint64)
    behaviours = np.zeros(positions + 1, dtype=np.int64)
    members = np.zeros((positions + 1, group_count), dtype=np.int64)
    count = 0
    for number in range(len(batch)):
        synonyms = synonym_of[batch[number]]
        first_option = faces.first_option[synonyms]
        end_option = faces.first_option[synonyms + 1]
        position = 0
        option_at[0] = first_option[0] - 1
        while position >= 0:
            option = option_at[position] + 1
            while option < end_option[position] and tile_bit[option] & tiles[position]:
                option += 1
            option_at[position] = option
            if option == end_option[position]:
                position -= 1
                continue
            here = position
            position += 1
            tiles[position] = tiles[here] | tile_bit[option]
            face_counts[position] = face_counts[here] + counts[option]
            behaviours[position] = behaviours[here] * behaviour_count + behaviour[option]
            for group in range(group_count):
                members[position, group] = members[here, group] | (has[option, group] << here)
            if position < positions:
                option_at[position] = first_option[position] - 1
                continue
            found_town_synonym[count] = number
            copy_elements(option_at[:positions], found_option[count])
            found_face_counts[count] = face_counts[positions]
            found_behaviours[count] = behaviours[positions]
            word = np.uint64(0)
            for group in range(group_count - 1, -1, -1):
                size = largest_group[members[positions, group]]
                word = (word << np.uint64(GROUP_SIZE_BITS)) | np.uint64(size)
            found_groups[count] = word
            count += 1
            position -= 1
    return count


def empty_placements(count: int, positions: int) -> Placements:
    """A number of placements, to be overwritten."""
    return Placements(
        np.empty(count, dtype=np.int64),
        np.empty((count, positions), dtype=np.int64),
        np.empty(count, dtype=np.uint64),
        np.empty(count, dtype=np.uint64),
        np.empty(count, dtype=np.int64),
    )


def first_of_each_behaviour(placements: Placements) -> tuple[Vector[np.int64], Vector[np.int64]]:
    """The first placement of each behaviour on each town synonym, and which of them each placement behaves like.

    Returns:
        Places among the placements (behaviours,), and places among those (placements,).
    """
    order = np.lexsort((placements.behaviours, placements.town_synonym))
    is_new = np.ones(len(order), dtype=np.bool_)
    is_new[1:] = (np.diff(placements.behaviours[order]) != 0) | (np.diff(placements.town_synonym[order]) != 0)
    behaviour = np.empty(len(order), dtype=np.int64)
    behaviour[order] = np.cumsum(is_new) - 1
    return order[is_new], behaviour


def wanted_placements(placements: Placements, turn_at: Matrix[np.int64], fits: Array3[np.bool_]) -> Placements:
    """The placements with a wanted face at every position.

    Args:
        placements: of a batch.
        turn_at: (town synonyms, positions), turns of the oriented road synonyms.
        fits: (positions, options, 4 turns of the oriented synonym).
    """
    is_wanted = np.ones(len(placements.town_synonym), dtype=np.bool_)
    for position in range(len(fits)):
        turned = turn_at[placements.town_synonym, position]
        is_wanted &= fits[position, placements.option[:, position], turned]
    return Placements(
        placements.town_synonym[is_wanted],
        placements.option[is_wanted],
        placements.face_counts[is_wanted],
        placements.groups[is_wanted],
        placements.behaviours[is_wanted],
    )
