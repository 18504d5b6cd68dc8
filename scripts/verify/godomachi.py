"""Checks of Godomachi: polyominoes, cuts, plies and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from math import isqrt
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from weakref import finalize

import numpy as np

from oracle import godomachi as oracle
from pipeline.godomachi.configuration import Configuration
from pipeline.godomachi.readers import read_moves, read_plies
from pipeline.godomachi.records import Record, read_records
from pipeline.godomachi.stages import record_cuts, record_plies, record_winners
from pipeline.godomachi.stages import records as stage
from pipeline.godomachi.tables import CUTS, DATABASE, HISTOGRAM, PACKED_PLIES, PAIRS, POLYOMINOES, RECORDS, RULE
from scripts.replay_godomachi import Replay
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.artifacts import SEED
from scripts.verify.checks import Checks, Figures, Level, require
from tablebases.arrays import Matrix, Vector
from tablebases.files import PROVENANCE
from tablebases.godomachi.cut_tables import ONE_CELL, Cuts, Plies, all_cuts, all_plies
from tablebases.godomachi.lost_pairs import Lost, Moves, lost_of, lost_pairs, moves_of, wins_below
from tablebases.godomachi.pair import Pair
from tablebases.godomachi.polyominoes import Cells, Shapes, free_polyominoes
from tablebases.godomachi.tablebase import MAX_CELLS_WITH_ROWS, MaxCut
from tablebases.messages import say
from tablebases.puzzles import GODOMACHI
from tablebases.verification import Origin

PAIRS_SOLVED = 500
"""Random pairs of all sizes together, for the oracle and for the solver of single pairs."""
LARGEST_OF_ORACLE = 10
"""Cells up to which the oracle lists all polyominoes in seconds."""
LARGEST_PLAYED = 11
"""Cells up to which all pairs are solved again."""
LARGEST_CUT = 8
"""Cells up to which the oracle cuts all polyominoes in seconds."""
POLYOMINOES_CUT = 40
"""Larger polyominoes of each size that the oracle cuts."""
LARGEST_STORED = 12
"""Cells up to which the second program solves all pairs with their plies; it finds the winners of one cell more."""
SHAPES_REPLAYED = 500
"""Random larger polyominoes of a size; both programs solve all their pairs."""
CONTRADICTIONS = {
    "pairs differ from their packed rows": """
        pairs JOIN packed_plies USING (n, a)
        WHERE substr(hex(packed_plies.plies), b - a, 1) <> CAST(pairs.plies AS TEXT)
    """,
    "winners contradict the plies": "pairs WHERE winner <> plies % 2",
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
"""Fault -> the query that finds it."""


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = GODOMACHI.package

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> its stage, settings and data files."""
        run = self.section
        return {DATABASE.file: self.origin("database", {"max_n": run.max_n, "max_cut": run.max_cut}, [run.record_file])}

    @cached_property
    def shapes(self) -> list[Shapes]:
        """All polyominoes of 1, 2, ... cells, computed again."""
        return free_polyominoes(max(self.section.max_n, LARGEST_PLAYED))

    @cached_property
    def plies(self) -> list[Plies]:
        """The plies of all pairs of 1, 2, ... cells, from the packed rows."""
        return read_plies(self.folder / DATABASE.file, self.section.max_n)

    def shape(self, cells: int, number: int) -> Cells:
        """A polyomino by its number."""
        shape: Cells = self.shapes[cells - 1][number]
        return shape

    @cached_property
    def _folder_of_cuts(self) -> Path:
        folder = mkdtemp()
        finalize(self, rmtree, folder)
        return Path(folder)

    def cuts_of_records(self, rule: MaxCut, max_n: int) -> Path:
        """The cuts of polyominoes of at least `max_n` cells, found once."""
        for path in self._folder_of_cuts.glob(f"{rule.value}_*.db"):
            if int(path.stem.partition("_")[2]) >= max_n:
                return path
        path = self._folder_of_cuts / f"{rule.value}_{max_n}.db"
        record_cuts.main(max_n, path, rule)
        return path

    def random_pairs(self, largest: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield (n, a, b, plies) of random pairs, equally many of every size."""
        random = self.random()
        sizes = range(4, min(self.section.max_n, largest) + 1)
        for cells in sizes:
            plies = self.plies[cells - 1]
            for _ in range(self.sample_of(PAIRS_SOLVED // len(sizes) + 1)):
                a, b = sorted(random.sample(range(len(plies)), 2))
                yield cells, a, b, int(plies[a, b])


checks: Checks[Artifacts] = Checks()


@checks.add(Level.QUICK)
def rule(artifacts: Artifacts) -> None:
    """The rule and the sizes are those of the configuration."""
    artifacts.check_rows(RULE, [{"max_cut": artifacts.section.max_cut}])
    for table in (POLYOMINOES, CUTS, HISTOGRAM):
        require(artifacts.frame(table)["n"].max() == artifacts.section.max_n, f"the table {table.name} has other sizes")


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
    """The histogram counts the packed rows correctly."""
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
    """Polyominoes of up to 10 cells are those of the oracle; properties of all follow from their cells."""
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
        count = len(shapes) if cells <= LARGEST_CUT else artifacts.sample_of(POLYOMINOES_CUT)
        for number in random.sample(range(len(shapes)), count):
            kinds = oracle.cut_kinds(shapes[number], artifacts.section.max_cut)
            right = sorted((len(piece), _number(piece), _number(rest), ways) for (piece, rest), ways in kinds.items())
            found = stored[cells, number][["k", "piece", "rest", "ways"]].to_numpy().tolist()
            require(
                list(map(tuple, found)) == right, f"the table cuts is wrong for polyomino {number} of {cells} cells"
            )


_number = cache(oracle.number)


@checks.add(Level.FULL)
def pairs_again(artifacts: Artifacts) -> None:
    """Pairs at random have the plies that the oracle and the solver of single pairs find."""
    pairs = list(artifacts.random_pairs(artifacts.section.max_n))
    for cells, a, b, plies in pairs:
        pair = Pair(artifacts.shape(cells, a), artifacts.shape(cells, b), MaxCut(artifacts.section.max_cut))
        require(pair.plies(*pair.start) == plies, f"{cells} cells, {a} and {b}: {plies} is stored, not confirmed")
    of_oracle = list(artifacts.random_pairs(LARGEST_OF_ORACLE - 1))
    for cells, a, b, plies in of_oracle:
        shapes = oracle.polyominoes(cells)
        found = oracle.value(shapes[a], shapes[b], artifacts.section.max_cut)
        require(found == plies, f"{cells} cells, {a} and {b}: {plies} is stored, {found} is right")
    say(f"the solver of single pairs agrees on {len(pairs)} pairs, the oracle on {len(of_oracle)}")


def _all_sizes(artifacts: Artifacts, max_cut: MaxCut) -> Iterator[tuple[Cuts, Iterator[Plies]]]:
    """Yield the cuts and the plies of all pairs of 2, 3, .. cells, computed again."""
    smaller = [ONE_CELL]
    for cells in range(2, LARGEST_PLAYED + 1):
        cuts = all_cuts(artifacts.shapes[cells - 1], artifacts.shapes[: cells - 1], max_cut)
        if cells < LARGEST_PLAYED:
            smaller.append(np.concatenate(list(all_plies(cuts, smaller))))
            yield cuts, iter([smaller[-1]])
        else:
            yield cuts, all_plies(cuts, smaller)


@checks.add(Level.FULL, of_full_run=True)
def both_rules(artifacts: Artifacts) -> Figures:
    """Both rules for pieces up to 11 cells against cuts and packed rows, and of 11 cells against the records."""
    agree_up_to = 1
    counts = np.zeros(256, dtype=np.int64)
    stored_cuts = dict(iter(artifacts.frame(CUTS).set_index("n").groupby("n")))
    of_both = zip(_all_sizes(artifacts, MaxCut.ANY), _all_sizes(artifacts, MaxCut.HALF), strict=True)
    for cells, ((cuts, of_any), (_, of_half)) in enumerate(of_both, start=2):
        are_stored = cells not in stored_cuts or np.array_equal(stored_cuts[cells], np.stack(cuts, axis=1))
        require(are_stored, f"the cuts of polyominoes of {cells} cells are wrong")
        splits = int(cuts.ways.sum()) // 2
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
    return {"max_cut_agree_up_to": agree_up_to, f"splits_{LARGEST_PLAYED}": splits}


def _records_by_rule(artifacts: Artifacts) -> dict[MaxCut, list[Record]]:
    found: dict[MaxCut, list[Record]] = {}
    for row in artifacts.frame(RECORDS).astype(object).to_dict("records"):
        plies = None if row["plies"] != row["plies"] else int(row["plies"])
        rule = MaxCut(row["rule"])
        found.setdefault(rule, []).append(Record(rule, row["n"], row["winner"], plies, row["pairs"]))
    return found


@checks.add(Level.QUICK)
def records(artifacts: Artifacts) -> None:
    """Records are those of the record file, of all pairs, and agree with the histogram for the sizes of the run."""
    listed = read_records(Path(artifacts.section.record_file))
    artifacts.check_rows(RECORDS, [record._asdict() for record in listed])
    counted = artifacts.frame(HISTOGRAM, rule=artifacts.section.max_cut)
    sizes = set(counted["n"])
    for record in listed:
        if record.rule == artifacts.section.max_cut and record.n in sizes:
            of_size = counted[(counted["n"] == record.n) & (counted["plies"] % 2 == record.winner)]
            rows = of_size if record.plies is None else of_size[of_size["plies"] == record.plies]
            require(int(rows["count"].sum()) == record.pairs, f"the histogram has other numbers than {record}")
    pairs: Counter[tuple[MaxCut, int]] = Counter()
    for record in listed:
        pairs[record.rule, record.n] += record.pairs
    for (rule, n), count in pairs.items():
        require(
            isqrt(8 * count + 1) ** 2 == 8 * count + 1, f"{n} cells, {rule}: {count:,} are not all pairs of any set"
        )


def _notes(path: Path) -> Path:
    """Where the provenance of a file in a temporary folder goes."""
    return path.parent / PROVENANCE / f"{path.stem}.json"


def _counted_again(
    artifacts: Artifacts, rule: MaxCut, by_plies: Sequence[int], by_winners: Sequence[int]
) -> list[Record]:
    """Count records again: sizes `by_plies`, and `by_winners` without plies."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        cuts = artifacts.cuts_of_records(rule, max(*by_plies, *by_winners, 3))
        counts = []
        for plies in range(1, max(by_plies, default=0) - 1):
            counts.append(folder / f"plies_{plies}.csv")
            record_plies.main(cuts, list(by_plies), plies, counts[-1], _notes(counts[-1]))
        for n in by_winners:
            counts.append(folder / f"winners_{n}.csv")
            record_winners.main(cuts, n, counts[-1], _notes(counts[-1]))
        stage.main(counts, folder / "records.csv", _notes(folder / "records.csv"), rule)
        return read_records(folder / "records.csv")


@checks.add(Level.RECORDS)
def records_again(artifacts: Artifacts) -> None:
    """Records are what counting all pairs again gives."""
    for rule, stored in _records_by_rule(artifacts).items():
        by_plies, by_winners = (
            sorted({record.n for record in stored if (record.plies is None) == winners}) for winners in (False, True)
        )
        wrong = set(stored).symmetric_difference(_counted_again(artifacts, rule, by_plies, by_winners))
        require(not wrong, f"counted again, some differ: {sorted(wrong, key=str)}")


def _is_lost(lost: Lost) -> Matrix[np.bool_]:
    count = len(lost.bits)
    return np.unpackbits(lost.bits.view(np.uint8), axis=1, bitorder="little", count=count).astype(np.bool_)


def _sample_by_first_program(
    shapes: Sequence[Shapes], chosen: Vector[np.int64], moves: Sequence[Moves], rule: MaxCut, by_plies: bool
) -> Matrix[np.uint8]:
    """Plies or winners of all pairs of chosen polyominoes, as records are counted; `moves` has the smaller sizes."""
    *smaller, largest = shapes
    last = moves_of(all_cuts(largest[chosen], smaller, rule), [*map(len, smaller), len(chosen)])
    every = np.arange(len(chosen))
    if not by_plies:
        won: Matrix[np.uint8] = (~_is_lost(lost_of(every, last, wins_below(every, [*moves, last])))).astype(np.uint8)
        return won
    found = np.zeros((len(chosen), len(chosen)), np.uint8)
    for plies in range(1, len(shapes) - 1):
        is_lost = _is_lost(lost_of(every, last, lost_pairs(moves, plies - 1)))
        found[(found == 0) & (is_lost if plies % 2 == 0 else ~is_lost)] = plies
    return found


def _check_counts(stored: Sequence[Record], n: int, counts: Mapping[int, int]) -> None:
    """Compare the records of a size with the counts of the second program, plies -> pairs.

    The second program does not count records without plies by plies, nor losses of sizes above `LARGEST_STORED`.
    """
    of_size = [record for record in stored if record.n == n]
    by_plies = [
        (n <= LARGEST_STORED or winner == 1) and all(each.plies for each in of_size if each.winner == winner)
        for winner in (0, 1)
    ]
    listed: Counter[tuple[int, int | None]] = Counter()
    for record in of_size:
        listed[record.winner, record.plies if by_plies[record.winner] else None] += record.pairs
    found: Counter[tuple[int, int | None]] = Counter()
    for plies, pairs in counts.items():
        found[plies % 2, plies if by_plies[plies % 2] else None] += pairs
    for key in listed | found:
        what = f"{n} cells, winner and plies {key}: {listed[key]:,} pairs are listed, {found[key]:,} is right"
        require(listed[key] == found[key], what)
    say(f"{n} cells: the second program confirms {sum(counts.values()):,} pairs")


@checks.add(Level.RECORDS)
def records_by_second_program(artifacts: Artifacts) -> None:
    """Records are what a second program finds: all pairs up to 12 cells, winners of 13, random pairs of 13 and more."""
    for rule, stored in _records_by_rule(artifacts).items():
        largest = max(record.n for record in stored)
        shapes = free_polyominoes(largest)
        random = np.random.default_rng(SEED)
        samples = {
            n: np.sort(random.choice(len(shapes[n - 1]), min(SHAPES_REPLAYED, len(shapes[n - 1])), replace=False))
            for n in range(LARGEST_STORED + 1, largest + 1)
        }
        counts, found = Replay(shapes, rule is MaxCut.HALF, LARGEST_STORED, samples).run()
        for n in sorted({record.n for record in stored} & counts.keys()):
            _check_counts(stored, n, counts[n])
        moves = read_moves(artifacts.cuts_of_records(rule, max(largest - 1, 2)), max(largest - 1, 2))
        for n, chosen in samples.items():
            by_plies = n == LARGEST_STORED + 1
            again = _sample_by_first_program(shapes[:n], chosen, moves[: n - 2], rule, by_plies)
            differs = int(np.triu(again != found[n], 1).sum())
            require(not differs, f"{n} cells, {rule}: the two programs differ in {differs:,} pairs")
            say(f"{n} cells, {rule}: both programs agree on {len(chosen) * (len(chosen) - 1) // 2:,} random pairs")
