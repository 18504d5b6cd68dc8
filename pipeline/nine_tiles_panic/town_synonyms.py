"""Stage town_synonyms: all complete towns of road shapes, the smallest of their rotations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.artifact.csv_file import create_csv, open_csv_artifact
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.road_synonyms import parse_oriented
from pipeline.nine_tiles_panic.game.roads import SHAPE_FIELDS, shape_counts
from pipeline.nine_tiles_panic.game.town_synonyms import (
    FillingCounts,
    all_town_synonyms,
    filling_counts,
    synonym_occurrences,
    town_synonym_pattern,
)
from pipeline.nine_tiles_panic.game_files import (
    ColumnsOption,
    OutOption,
    RowsOption,
    TileNumbersOption,
    TilesOption,
    game_parameters,
    load_tiles,
)
from pipeline.progress import say
from pipeline.stage import run_command

COLUMNS = (
    "position",
    "direction",
    "distinct_rotations",
    *SHAPE_FIELDS,
    "n_placements",
    "n_towns",
    "n_arrangements",
)


@dataclass(frozen=True)
class TownSynonymList:
    """Town synonyms as read back, in the order of their patterns.

    oriented: uint8 (n, positions). shape_counts: int64 (n, 5), columns `SHAPE_FIELDS`.
    n_placements, n_towns: int64 (n,).
    """

    oriented: NDArray[np.uint8]
    shape_counts: NDArray[np.int64]
    n_placements: NDArray[np.int64]
    n_towns: NDArray[np.int64]

    def __getitem__(self, chosen: slice | NDArray[np.int64]) -> TownSynonymList:
        return TownSynonymList(
            self.oriented[chosen],
            self.shape_counts[chosen],
            self.n_placements[chosen],
            self.n_towns[chosen],
        )


def read_town_synonyms(path: Path) -> TownSynonymList:
    """Read the artifact of this stage.

    Raises:
        PipelineError: it is missing, or not of this form.
    """
    with open_csv_artifact(path, "town_synonyms") as reader:
        rows = [
            (
                parse_oriented(row["position"], row["direction"]),
                [int(row[field]) for field in SHAPE_FIELDS],
                int(row["n_placements"]),
                int(row["n_towns"]),
            )
            for row in reader
        ]
    oriented, shapes, placements, towns = zip(*rows, strict=True)
    return TownSynonymList(
        np.array(oriented, dtype=np.uint8), np.array(shapes), np.array(placements), np.array(towns)
    )


def main(
    tiles: TilesOption,
    tile_numbers: TileNumbersOption,
    rows: RowsOption,
    columns: ColumnsOption,
    out: OutOption,
) -> None:
    """Enumerate town synonyms, and count in how many ways the tiles fill each.

    Columns of the CSV file: position and direction, the pattern; distinct_rotations, in how many
    different ways it looks on a turned board; longest_road to roads_of_one_length, what it scores
    by its shape; n_placements, choices of tile and face for every position; n_towns, placements
    times turns that score differently; n_arrangements, placements times all physical turns.

    Example: python -m pipeline.nine_tiles_panic.town_synonyms
    --tiles data/nine_tiles_panic/tiles.csv --tile-numbers 0,1,2,3,4,5,6,7,8 --rows 3 --columns 3
    --out results/nine_tiles_panic/town_synonyms.csv
    """
    board = Board(rows, columns)
    chosen = load_tiles(tiles, tile_numbers, board)
    provenance = ProvenanceNotes(__file__, [tiles], game_parameters(board, chosen))
    found = all_town_synonyms(board, chosen)
    by_occurrences = filling_counts(chosen)
    none = FillingCounts(0, 0, 0)
    fillings = [by_occurrences.get(o, none) for o in synonym_occurrences(found.oriented)]
    totals = {
        "rows town_synonyms": len(fillings),
        "edge_matched_grids": found.edge_matched,
        "grids_with_a_closed_road": found.closed,
        "fillable_town_synonyms": sum(f.towns > 0 for f in fillings),
        "placements": sum(f.placements for f in fillings),
        "towns": sum(f.towns for f in fillings),
    }
    if not totals["towns"]:
        raise PipelineError(
            f"tiles {tile_numbers} of {tiles} form no complete town on a board of {rows} rows and "
            f"{columns} columns: use other tiles or another board"
        )
    provenance.notes.update({key: str(value) for key, value in totals.items()})
    with create_csv(out, COLUMNS, provenance) as writer:
        for oriented, rotations, shape, filling in zip(
            found.oriented.tolist(),
            found.distinct_rotations.tolist(),
            shape_counts(found.oriented, board).tolist(),
            fillings,
            strict=True,
        ):
            pattern = town_synonym_pattern(oriented)
            writer.row((
                pattern[: board.positions], pattern[board.positions :], rotations, *shape,
                filling.placements, filling.towns, filling.arrangements,
            ))  # fmt: skip
    say(
        f"town synonyms: {totals['rows town_synonyms']:,}, of which the tiles can fill "
        f"{totals['fillable_town_synonyms']:,} with {totals['towns']:,} towns"
    )


if __name__ == "__main__":
    run_command(main)
