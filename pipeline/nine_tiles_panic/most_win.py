"""Stage most_win: the best answers to every theme set, by round robin."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.csv_file import create_csv, open_csv_artifact
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.nine_tiles_panic.distances import DistancesOption, read_distances
from pipeline.nine_tiles_panic.game.best_answers import OccurringTriples, RoundRobin, round_robin
from pipeline.nine_tiles_panic.game.themes import ThemeSet, all_theme_sets
from pipeline.nine_tiles_panic.game_files import OutOption
from pipeline.progress import Progress, say
from pipeline.stage import run_command

Triple = tuple[int, int, int]

POINTS_COLUMNS = ("theme_set_id", "theme_set_dist", "wins", "losses", "rounds", "kept")
TRIPLE_PATTERN = re.compile(r"\((\d+), (\d+), (\d+)\)")


def triple_text(distances: Triple) -> str:
    """A triple of distances as the files write it: squared, such as `(0, 1, 4)`."""
    return "({}, {}, {})".format(*(d * d for d in distances))


def parse_triple(text: str) -> Triple:
    """Read a triple of squared distances, such as `(0, 1, 4)`, into distances.

    Raises:
        ValueError: it is none.
    """
    match = TRIPLE_PATTERN.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not a triple such as (0, 1, 4)")
    squares = [int(square) for square in match.groups()]
    a, b, c = (math.isqrt(square) for square in squares)
    if [a * a, b * b, c * c] != squares:
        raise ValueError(f"'{text}' is not a triple such as (0, 1, 4): a number is no square")
    return a, b, c


def read_most_win(path: Path) -> dict[str, list[Triple]]:
    """Read the best answers to every theme set, as distances that are not squared.

    Raises:
        PipelineError: the file is missing or damaged.
    """
    with open_csv_artifact(path, "most_win") as reader:
        names = list(reader.fieldnames or [])
        return {
            row["theme_set_id"]: [parse_triple(row[name]) for name in names[2:] if row[name]]
            for row in reader
        }


@dataclass(frozen=True)
class Tournament:
    """One theme set, its triples (int64 (n, 3)), and how they fared."""

    theme_set: ThemeSet
    triples: NDArray[np.int64]
    result: RoundRobin

    @property
    def winners(self) -> list[Triple]:
        """The triples kept to the end, ascending."""
        return [tuple(triple) for triple in self.triples[self.result.kept].tolist()]


def play_all(theme_numbers: list[int], distances: NDArray[np.uint8]) -> list[Tournament]:
    """Play the round robin of every theme set."""
    say("most_win: looking for the triples of distances that occur")
    occurring = OccurringTriples(distances)
    theme_sets = all_theme_sets(theme_numbers)
    progress = Progress("most_win", len(theme_sets), "theme sets")
    tournaments = []
    for theme_set in theme_sets:
        triples = occurring.of(*theme_set.indices)
        tournaments.append(Tournament(theme_set, triples, round_robin(triples)))
        progress.advance(1)
    progress.finish()
    return tournaments


def main(
    distances: DistancesOption,
    out: OutOption,
    points: Annotated[Path, typer.Option(help="Where to write how every triple fared.")],
) -> None:
    """Find the best answers to every theme set.

    The different triples of squared distances that occur meet each other: a triple wins if it is
    closer in more of the three themes. Those with the fewest losses, and of these with the most
    wins, are kept, and meet again until one is left or nothing changes.

    Example: python -m pipeline.nine_tiles_panic.most_win
    --distances results/nine_tiles_panic/theme_synonym_distance.db
    --out results/nine_tiles_panic/most_win.csv
    --points results/nine_tiles_panic/most_win_points.csv
    """
    provenance = ProvenanceNotes(__file__, [distances], {})
    of_synonyms = read_distances(distances)
    tournaments = play_all(of_synonyms.theme_numbers, of_synonyms.distances)
    most_winners = max(len(tournament.winners) for tournament in tournaments)
    provenance.notes["rows theme_sets"] = str(len(tournaments))
    provenance.notes["triples"] = str(sum(len(tournament.triples) for tournament in tournaments))
    with create_csv(points, POINTS_COLUMNS, provenance) as writer:
        for tournament in tournaments:
            result = tournament.result
            for triple, *fared in zip(
                tournament.triples.tolist(), result.wins.tolist(), result.losses.tolist(),
                result.rounds.tolist(), result.kept.astype(int).tolist(), strict=True,
            ):  # fmt: skip
                writer.row((tournament.theme_set.id, triple_text(triple), *fared))
    columns = ("theme_set_id", "n", *(f"theme_set_dist_{i + 1}" for i in range(most_winners)))
    with create_csv(out, columns, provenance) as writer:
        for tournament in tournaments:
            texts = [triple_text(triple) for triple in tournament.winners]
            padding = [""] * (most_winners - len(texts))
            writer.row((tournament.theme_set.id, len(texts), *texts, *padding))


if __name__ == "__main__":
    run_command(main)
