"""Stage distances: the squared distance of every theme synonym from the best score per theme."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.database import (
    create_database,
    open_database,
    read_array,
    read_array_rows,
)
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.nine_tiles_panic.game.distances import distances, squared
from pipeline.nine_tiles_panic.game_files import OutOption
from pipeline.nine_tiles_panic.theme_synonyms import read_theme_synonyms, score_columns
from pipeline.progress import say
from pipeline.stage import run_command

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Distances:
    """Distances of all theme synonyms as read back; place i belongs to id i + 1.

    theme_numbers: ascending. distances: uint8 (themes, n), not squared.
    """

    theme_numbers: list[int]
    distances: NDArray[np.uint8]


DistancesOption = Annotated[
    Path, typer.Option("--distances", help="Artifact of the stage distances.")
]


def read_distances(path: Path) -> Distances:
    """Read the artifact of this stage, from its packed arrays.

    Raises:
        PipelineError: it is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "distances", SCHEMA_VERSION)) as connection:
        return Distances(
            read_array(connection, "theme_numbers").tolist(), read_array(connection, "distances")
        )


def read_distances_of(path: Path, numbers: Sequence[int]) -> NDArray[np.uint8]:
    """The distances of all theme synonyms in some themes, by number: uint8 (themes, n).

    Raises:
        PipelineError: the artifact is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "distances", SCHEMA_VERSION)) as connection:
        all_numbers = read_array(connection, "theme_numbers").tolist()
        rows = [all_numbers.index(number) for number in numbers]
        found: NDArray[np.uint8] = read_array_rows(connection, "distances", rows)
        return found


def main(
    theme_synonyms: Annotated[Path, typer.Option(help="Artifact of the stage theme_synonyms.")],
    out: OutOption,
) -> None:
    """Rank every score among those that occur in its theme, best first from 0, and square it.

    Table themes: id, num_max (themes at their best score), all_dist (sum of the squared
    distances), and the squared distance per theme.

    Example: python -m pipeline.nine_tiles_panic.distances
    --theme-synonyms results/nine_tiles_panic/theme_synonyms.db
    --out results/nine_tiles_panic/theme_synonym_distance.db
    """
    provenance = ProvenanceNotes(__file__, [theme_synonyms], {})
    synonyms = read_theme_synonyms(theme_synonyms)
    ranks = distances(synonyms.scores)
    squares = squared(ranks)
    say(f"distances: writing {out.name}, {ranks.shape[1]:,} rows")
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        writer.insert_array("theme_numbers", np.array(synonyms.theme_numbers))
        writer.insert_array("distances", ranks)
        columns = [f"t{no:02d}" for no in synonyms.theme_numbers]
        writer.execute(
            "CREATE TABLE themes (id INTEGER PRIMARY KEY, num_max INTEGER NOT NULL, "
            f"all_dist INTEGER NOT NULL, {score_columns(columns)}) STRICT"
        )
        ids = np.arange(1, ranks.shape[1] + 1)
        writer.insert_columns("themes", [ids, (ranks == 0).sum(axis=0), squares.sum(axis=0),
                                         *squares])  # fmt: skip


if __name__ == "__main__":
    run_command(main)
