"""Stage mixes: theme sets without an unbeaten combination of scores, and the mixes that do not lose there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, func, select

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.mixes import optimal_mixes
from pipeline.nine_tiles_panic.readers import first_town, read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import SUCCESS_PATTERN
from pipeline.nine_tiles_panic.tables import ESSENTIAL, MIXED, MIXES, OUTCOMES, ROUNDS, TRIPLES
from pipeline.reading import open_database
from tablebases.arrays import Matrix, Vector
from tablebases.messages import Progress, say
from tablebases.nine_tiles.rules.round_robin import Matcher, payoffs
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tablebases.nine_tiles.tablebase import MIX, UNBEATEN, WINNER

Row = dict[str, Any]
Rows = dict[Table, list[Row]]
"""The rows of `OUTCOMES`, `MIXES` and `ESSENTIAL`."""


def outcome_of(n_triples: int, most_wins: int, fewest_losses: int) -> str:
    """Whether one of the triples of a theme set beats all others, or is not beaten, or none is."""
    if fewest_losses > 0:
        return MIX
    return WINNER if most_wins == n_triples - 1 else UNBEATEN


def _distances(name: str, triple: Vector[np.int64]) -> Row:
    return {f"{name}_{i}": distance for i, distance in enumerate(triple.tolist(), 1)}


def _weighted(triples: Matrix[np.int64], weights: Vector[np.int64]) -> Iterator[tuple[int, Row]]:
    """The place, distances and probability of each triple of a mix."""
    for place in np.flatnonzero(weights).tolist():
        share = {"numerator": int(weights[place]), "denominator": int(weights.sum())}
        yield place, _distances("dist", triples[place]) | share


def mix_rows(triples: Matrix[np.int64], wins: Vector[np.int64]) -> tuple[int, list[Row], list[Row]]:
    """The number of extreme optimal mixes of n triples, and rows of `MIXES` and `ESSENTIAL` without ids.

    `wins` (n,) are those of each triple. Of the triples that beat one of the mix, the row has the first with most wins.
    """
    payoff = payoffs(triples)
    mixes = optimal_mixes(payoff)
    mix = []
    for place, row in _weighted(triples, mixes.canonical):
        beats = np.flatnonzero(payoff[:, place] > 0)
        mix.append(row | _distances("beaten_by", triples[beats[wins[beats].argmax()]]))
    return len(mixes.extreme), mix, [row for _, row in _weighted(triples, mixes.certificate)]


def solve_all(database: Connection) -> Rows:
    """The rows of all theme sets, without theme synonyms and patterns. `database` has the table `triples`."""
    rows: Rows = {OUTCOMES: [], MIXES: [], ESSENTIAL: []}
    column = TRIPLES.c
    summed = select(column.theme_set_id, func.count(), func.max(column.wins), func.min(column.losses))
    theme_sets = database.execute(summed.group_by(column.theme_set_id).order_by(column.theme_set_id)).all()
    of_a_set = select(column.dist_1, column.dist_2, column.dist_3, column.wins).order_by(*TRIPLES.primary_key)
    progress = Progress("mixes", len(theme_sets), "theme sets")
    for theme_set, *counts in theme_sets:
        name = {"theme_set_id": theme_set}
        outcome, n_mixes = outcome_of(*counts), None
        if outcome == MIX:
            found = database.execute(of_a_set.where(column.theme_set_id == theme_set))
            triples = np.array([*map(tuple, found)])  # NumPy would look for an attribute of every row
            n_mixes, mix, essential = mix_rows(triples[:, :3], triples[:, 3])
            rows[MIXES] += [name | row for row in mix]
            rows[ESSENTIAL] += [name | row for row in essential]
        rows[OUTCOMES].append(name | {"outcome": outcome, "extreme_mixes": n_mixes})
        progress.advance(1)
    progress.finish()
    return rows


def main(scores: Path, rounds: Path, success_pattern: Path, out: Path) -> None:
    """Find the theme sets in which every combination of scores loses to another one, and how to play them.

    There the database has an optimal mix, a town for each of its combinations, and the essential set.
    """
    provenance = ProvenanceNotes(__file__, [scores, rounds, success_pattern], {})
    synonyms = read_theme_synonyms(scores)
    with open_database(rounds, ROUNDS) as database:
        rows = solve_all(database)
    indices = {theme_set.id: theme_set.indices for theme_set in all_theme_sets(synonyms.theme_numbers)}
    matcher = Matcher(synonyms.distances)
    with open_database(success_pattern, SUCCESS_PATTERN) as database:
        for row in rows[MIXES]:
            distances = [row[f"dist_{i}"] for i in (1, 2, 3)]
            town = first_town(database, int(matcher.with_distances(indices[row["theme_set_id"]], distances)[0]) + 1)
            row |= {name: town[name] for name in ("theme_synonym_id", "pattern")}
    with create_database(out, MIXED, provenance) as writer:
        for table, of_table in rows.items():
            writer.insert(table, of_table)
    n_mixed = sum(row["outcome"] == MIX for row in rows[OUTCOMES])
    say(f"mixes: {n_mixed:,} of {len(rows[OUTCOMES]):,} theme sets have no unbeaten combination of scores")
