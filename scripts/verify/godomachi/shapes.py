"""That polyominoes, cuts and plies are those of the oracle, and that all tables agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np

from pipeline.godomachi.tables import CUTS, DATABASE, HISTOGRAM, PACKED_PLIES, PAIRS, POLYOMINOES, RECORDS, RULE
from scripts.figures import known_values
from scripts.verify.checks import Checks, Figures, Level, require
from scripts.verify.godomachi.artifacts import LARGEST_LISTED, Artifacts
from tablebases.errors import Error
from tablebases.godomachi.cut_tables import ONE_CELL, Plies, all_cuts, all_plies
from tablebases.godomachi.notation import parse_shape
from tablebases.godomachi.pair import Pair
from tablebases.godomachi.polyominoes import shape_text
from tablebases.godomachi.tablebase import MAX_CELLS_WITH_ROWS, MaxCut
from tablebases.messages import say
from tests.oracle import godomachi as oracle

checks: Checks[Artifacts] = Checks()
LARGEST_OF_ORACLE = 10
"""Cells up to which the oracle lists all polyominoes in seconds."""
LARGEST_PLAYED = 11
"""Cells up to which all pairs are played anew."""
LARGEST_CUT = 8
"""Cells up to which the oracle cuts all polyominoes in seconds."""
CUT_ASKED = 40
"""Larger polyominoes of each size whose cuts the oracle is asked for."""
CONTRADICTIONS = {
    "pairs differ from their packed rows": """
        pairs JOIN packed_plies USING (n, a)
        WHERE substr(hex(packed_plies.plies), b - a, 1) <> CAST(pairs.plies AS TEXT)
    """,
    "winners are not those that the plies tell": "pairs WHERE winner <> plies % 2",
    "pairs differ from the best of their moves": """
        pairs WHERE n <= 8 AND plies <> (
            SELECT coalesce(min(plies) FILTER (WHERE plies % 2), max(plies)) FROM moves
            WHERE moves.n = pairs.n AND moves.a = pairs.a AND moves.b = pairs.b
        )
    """,
    "puzzles are wrong or missing": """
        pairs LEFT JOIN puzzles USING (n, a, b)
        WHERE n <= 8 AND (puzzles.k IS NOT NULL) <> (pairs.plies > 2 AND 1 = (
            SELECT count(*) FROM moves WHERE moves.n = pairs.n AND moves.a = pairs.a
                AND moves.b = pairs.b AND moves.plies % 2
        ))
    """,
    "puzzles have other plies than their pairs": """
        puzzles JOIN pairs USING (n, a, b) WHERE puzzles.plies <> pairs.plies
    """,
    "puzzles give a move that does not win": """
        puzzles WHERE NOT EXISTS (
            SELECT * FROM moves WHERE moves.n = puzzles.n AND moves.a = puzzles.a AND moves.b = puzzles.b
                AND moves.k = puzzles.k AND moves.piece = puzzles.piece
                AND moves.rest_a = puzzles.rest_a AND moves.rest_b = puzzles.rest_b AND moves.plies = puzzles.plies
        )
    """,
}
"""What there must be none of -> where it would be."""


@checks.add(Level.QUICK)
def rule(artifacts: Artifacts) -> None:
    """The rule is that of the configuration, and sizes go as far as it says."""
    artifacts.check_rows(RULE, [{"max_cut": artifacts.section.max_cut}])
    for of in (POLYOMINOES, CUTS, HISTOGRAM):
        require(artifacts.frame(of)["n"].max() == artifacts.section.max_n, f"the table {of.name} has other sizes")


@checks.add(Level.QUICK)
def all_pairs(artifacts: Artifacts) -> None:
    """Every pair of polyominoes has its digit in the packed rows, and up to 9 cells a row of its own."""
    counts = artifacts.frame(POLYOMINOES).groupby("n").size().to_dict()
    rows = [(n, a, (count - a) // 2) for n, count in counts.items() for a in range(count)]
    packed = artifacts.query(DATABASE.file, "SELECT n, a, length(plies) FROM packed_plies ORDER BY n, a")
    require(packed == rows, f"the table {PACKED_PLIES.name} has other rows")
    sql = "SELECT n, count(*), min(a), max(b), sum(a >= b) FROM pairs GROUP BY n ORDER BY n"
    with_rows = {n: count for n, count in counts.items() if count > 1 and n <= MAX_CELLS_WITH_ROWS}
    right = [(n, count * (count - 1) // 2, 0, count - 1, 0) for n, count in with_rows.items()]
    require(artifacts.query(DATABASE.file, sql) == right, f"the table {PAIRS.name} has other pairs")


@checks.add(Level.QUICK)
def histogram(artifacts: Artifacts) -> None:
    """The histogram counts what the packed rows say."""
    counted = [Counter(plies[np.triu_indices(len(plies), 1)].tolist()) for plies in artifacts.plies]
    expected = [
        {"rule": artifacts.section.max_cut, "n": cells, "plies": plies, "count": count}
        for cells, of_size in enumerate(counted, start=1)
        for plies, count in sorted(of_size.items())
    ]
    artifacts.check_rows(HISTOGRAM, expected)


@checks.add(Level.FULL)
def rows_and_views(artifacts: Artifacts) -> None:
    """Pairs, packed rows, moves and puzzles say the same."""
    for what, sql in CONTRADICTIONS.items():
        ((count,),) = artifacts.query(DATABASE.file, f"SELECT count(*) FROM {sql}")  # noqa: S608
        require(not count, f"{count} {what}")


@checks.add(Level.FULL)
def polyominoes(artifacts: Artifacts) -> None:
    """Polyominoes are those of the oracle up to 10 cells; larger ones are what their form says."""
    stored = artifacts.frame(POLYOMINOES)
    for cells, of_size in stored.groupby("n"):
        require(of_size["id"].tolist() == list(range(len(of_size))), "the table polyominoes has other numbers")
        if cells <= LARGEST_OF_ORACLE:
            listed = [oracle.format_shape(shape) for shape in oracle.polyominoes(int(cells))]
            require(of_size["cells"].tolist() == listed, f"the table polyominoes has others of {cells} cells")
    for row in stored.itertuples():
        shape = oracle.parse(row.cells)
        n_images = oracle.images(shape)
        found = (row.n, row.width, row.height, row.holes, row.symmetry)
        right = (len(shape), *oracle.size(shape), oracle.holes(shape), n_images.count(oracle.canonical(shape)))
        require(found == right, f"the table polyominoes says {found} of {row.cells}, {right} is right")


@checks.add(Level.FULL)
def cuts_again(artifacts: Artifacts) -> None:
    """Cuts are those of the oracle, of all polyominoes up to 8 cells and of some larger ones."""
    random = artifacts.random()
    stored = dict(iter(artifacts.frame(CUTS).groupby(["n", "id"])))
    for cells in range(2, min(artifacts.section.max_n, LARGEST_OF_ORACLE) + 1):
        shapes = oracle.polyominoes(cells)
        count = len(shapes) if cells <= LARGEST_CUT else artifacts.sample_of(CUT_ASKED)
        some = random.sample(range(len(shapes)), count)
        for number in some:
            kinds = oracle.cut_kinds(shapes[number], artifacts.section.max_cut)
            right = sorted((len(piece), _number(piece), _number(rest), ways) for (piece, rest), ways in kinds.items())
            found = stored[cells, number][["k", "piece", "rest", "ways"]].to_numpy().tolist()
            require(
                list(map(tuple, found)) == right, f"the table cuts is wrong for polyomino {number} of {cells} cells"
            )


@cache
def _number(shape: oracle.Shape) -> int:
    return oracle.number(shape)


@checks.add(Level.FULL)
def pairs_again(artifacts: Artifacts) -> None:
    """Pairs at random have the plies that the oracle and the solver of single pairs find."""
    asked = list(artifacts.random_pairs(LARGEST_LISTED))
    for cells, a, b, plies in asked:
        pair = Pair(artifacts.shape(cells, a), artifacts.shape(cells, b), MaxCut(artifacts.section.max_cut))
        require(pair.plies(*pair.start) == plies, f"{cells} cells, {a} and {b}: {plies} is stored, not confirmed")
    of_oracle = list(artifacts.random_pairs(LARGEST_OF_ORACLE - 1))
    for cells, a, b, plies in of_oracle:
        shapes = oracle.polyominoes(cells)
        found = oracle.value(shapes[a], shapes[b], artifacts.section.max_cut)
        require(found == plies, f"{cells} cells, {a} and {b}: {plies} is stored, {found} is right")
    say(f"the solver of single pairs agrees on {len(asked)} pairs, the oracle on {len(of_oracle)}")


@checks.add(Level.FULL, of_full_run=True)
def free_polyomino_counts(artifacts: Artifacts) -> Figures:
    """How many free polyominoes there are, and which the database has."""
    for cells, stored in artifacts.frame(POLYOMINOES).groupby("n"):
        if stored.cells.tolist() != list(map(shape_text, artifacts.shapes[cells - 1])):
            raise Error(f"the database has other polyominoes of {cells} cells")
    return {"free_polyominoes_11_to_13": " ".join(str(len(shapes)) for shapes in artifacts.shapes[10:])}


def _all_sizes(artifacts: Artifacts, max_cut: MaxCut) -> Iterator[tuple[int, Iterator[Plies]]]:
    """The plies of all pairs of 2 to 11 cells, computed anew: cells, and blocks of rows."""
    smaller = [ONE_CELL]
    for cells in range(2, LARGEST_PLAYED + 1):
        cuts = all_cuts(artifacts.shapes[cells - 1], artifacts.shapes[: cells - 1], max_cut)
        if cells < LARGEST_PLAYED:
            smaller.append(np.concatenate(list(all_plies(cuts, smaller))))
            yield cells, iter([smaller[-1]])
        else:
            yield cells, all_plies(cuts, smaller)


@checks.add(Level.FULL, of_full_run=True)
def both_rules(artifacts: Artifacts) -> Figures:
    """Both rules for pieces up to 11 cells against the packed rows, and of 11 cells against the records."""
    agree_up_to = 1
    counts = np.zeros(256, dtype=np.int64)
    of_both = zip(_all_sizes(artifacts, MaxCut.ANY), _all_sizes(artifacts, MaxCut.HALF), strict=True)
    for (cells, of_any), (_, of_half) in of_both:
        first, agree = 0, True
        stored = artifacts.plies[cells - 1] if cells <= len(artifacts.plies) else None
        for any_block, half_block in zip(of_any, of_half, strict=True):
            if stored is not None:
                is_stored = np.array_equal(any_block, stored[first : first + len(any_block)])
                require(is_stored, f"the packed plies of {cells} cells are wrong")
            agree = agree and np.array_equal(any_block, half_block)
            if cells == LARGEST_PLAYED:
                for shape, plies in enumerate(any_block, start=first):
                    counts += np.bincount(plies[shape + 1 :], minlength=len(counts))
            first += len(any_block)
        if agree and agree_up_to == cells - 1:
            agree_up_to = cells
    records = artifacts.frame(RECORDS, rule=MaxCut.ANY.value, n=LARGEST_PLAYED)
    found = {int(plies): int(counts[plies]) for plies in counts.nonzero()[0]}
    right = dict(zip(records["plies"].astype(int), records["pairs"], strict=True))
    require(found == right, f"the table {RECORDS.name} has {right} for {LARGEST_PLAYED} cells, {found} is right")
    return {"max_cut_agree_up_to": agree_up_to}


@checks.add(Level.FULL, of_full_run=True)
def cuts(artifacts: Artifacts) -> Figures:
    """Ways to split, and moves."""
    stored = dict(iter(artifacts.frame(CUTS).set_index("n").groupby("n")))
    splits = []
    for n in range(2, LARGEST_PLAYED + 1):
        found = all_cuts(artifacts.shapes[n - 1], artifacts.shapes[: n - 1])
        splits.append(int(found.ways.sum()) // 2)
        if n in stored and not np.array_equal(stored[n].to_numpy(), np.stack(found, axis=1)):
            raise Error(f"the cuts of polyominoes of {n} cells are wrong")
    return {"splits_11": splits[-1]}


@checks.add(Level.FULL, of_full_run=True)
def pentominoes(artifacts: Artifacts) -> Figures:
    """Pairs of pentominoes that the second player wins, by name, and a long game."""
    known = known_values(Artifacts.puzzle)
    letters, expected = (known[key].split() for key in ("pentominoes", "n5_second_wins_names"))
    lost = artifacts.frame(PAIRS).query("n == 5 and winner == 0")
    names = {frozenset((letters[a], letters[b])) for a, b in zip(lost.a, lost.b, strict=True)}
    found = expected if names == set(map(frozenset, expected)) else map("".join, names)
    rectangle, straight = (parse_shape(text, "a shape", 15) for text in ("#####/" * 3, "#" * 15))
    long_game = Pair(rectangle, straight)
    return {
        "n5_second_wins_names": " ".join(found),
        "rectangle_3x5_against_i15_plies": long_game.plies(*long_game.start),
    }
