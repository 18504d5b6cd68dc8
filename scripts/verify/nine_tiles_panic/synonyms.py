"""Checks of town synonyms, theme synonyms and match sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from oracle import nine_tiles_panic as oracle
from pipeline.nine_tiles_panic.covers import membership, minimum_cover
from pipeline.nine_tiles_panic.score_tables import SUCCESS_PATTERN, THEME_SYNONYMS, TOWN_SYNONYMS
from pipeline.nine_tiles_panic.stages.most_win_match import Matches, find_matches
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    MATCH_SET_THEME_SETS,
    MATCH_SET_THEME_SYNONYMS,
    MATCH_SETS,
    THEME_SCORES,
    THEME_SETS,
    TRIPLES,
)
from scripts.verify.artifacts import ROWS_AT_ONCE, SEED
from scripts.verify.checks import Checks, Figures, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.files import LIST_SEPARATOR
from tablebases.messages import Progress
from tablebases.nine_tiles.rules.laid_town import plain_pattern
from tablebases.nine_tiles.rules.round_robin import Matcher
from tablebases.nine_tiles.rules.themes import all_theme_sets

checks: Checks[Artifacts] = Checks()
TOWN_SYNONYMS_CHECKED = 2000
"""Town synonyms that the oracle checks."""
FILLED = 100
"""Town synonyms that the oracle fills with tiles in all ways."""
MOST_TOWNS = 20_000
"""Most towns of a town synonym that the oracle fills."""
LARGEST_LISTED = 4
"""Positions of the largest board whose town synonyms the oracle lists."""
Counts = NDArray[np.int64]


@checks.add(Level.QUICK)
def town_synonyms_file(artifacts: Artifacts) -> None:
    """Town synonyms of the database are those of town_synonyms.csv, once each, and their towns add up to all."""
    rows = artifacts.rows("town_synonyms.csv")
    found = artifacts.query(SUCCESS_PATTERN.file, f"SELECT * FROM {TOWN_SYNONYMS} ORDER BY 1, 2")  # noqa: S608
    texts = [(*pattern.split("|"), *others) for pattern, *others in (row.values() for row in rows)]
    require([tuple(map(str, row)) for row in found] == texts, "town_synonyms.csv and its table differ")
    patterns = [position + direction for position, direction, *_ in texts]
    require(patterns == sorted(set(patterns)), "town synonyms are not in the order of their patterns")
    n_towns = sum(int(row["n_towns"]) for row in rows)
    right = int(artifacts.synonyms.n_towns.sum(dtype=int))
    require(n_towns == right, f"town synonyms have {n_towns:,} towns, theme synonyms {right:,}")


@checks.add(Level.FULL)
def town_synonyms_again(artifacts: Artifacts) -> None:
    """Town synonyms at random have the rotations, roads, placements and towns that the oracle finds."""
    rows, columns = artifacts.board.rows, artifacts.board.columns
    every = artifacts.rows("town_synonyms.csv")
    if artifacts.board.positions <= LARGEST_LISTED:
        listed = sorted(oracle.all_town_synonyms(artifacts.oracle_tiles, rows, columns))
        require([plain_pattern(row["pattern"]) for row in every] == listed, "there are other town synonyms")
    random = artifacts.random()
    filled = 0
    for row in random.sample(every, min(len(every), artifacts.sample_of(TOWN_SYNONYMS_CHECKED))):
        pattern = plain_pattern(row["pattern"])
        complete = oracle.is_complete_shape_pattern(pattern, rows, columns)
        smallest = oracle.is_smallest_rotation(pattern, rows, columns)
        require(complete and smallest, f"{pattern} is no town synonym")
        scores = _scores_of_shapes(pattern, rows, columns)
        right = {
            "distinct_rotations": len(set(oracle.shape_rotations(pattern, rows, columns))),
            "longest_road": scores[5 - 1],
            "curves": scores[6 - 1],
            "roads": scores[10 - 1],
            "roadless_tiles": scores[11 - 1],
            "roads_of_one_length": scores[13 - 1],
        }
        if int(row["n_towns"]) <= MOST_TOWNS and filled < artifacts.sample_of(FILLED):
            filled += 1
            right |= _filled(artifacts, pattern)
        found = {key: int(row[key]) for key in right}
        require(found == right, f"town_synonyms.csv says {found} of {pattern}, but {right} is right")


def _scores_of_shapes(pattern: str, rows: int, columns: int) -> tuple[int, ...]:
    """Score a pattern of road shapes as a town without objects."""
    shapes, turns = oracle.split_pattern(pattern, rows, columns)
    tiles = {place: (oracle.SHAPES[shape], oracle.SHAPES[shape]) for place, shape in enumerate(shapes)}
    return oracle.score(oracle.join_pattern(range(len(shapes)), turns), tiles, rows, columns)


def _filled(artifacts: Artifacts, pattern: str) -> dict[str, int]:
    """Count the ways to fill a town synonym with tiles."""
    rows, columns = artifacts.board.rows, artifacts.board.columns
    tiles = artifacts.oracle_tiles
    towns = [
        oracle.split_pattern(town, rows, columns)
        for town in oracle.towns_of_town_synonym(pattern, tiles, rows, columns)
    ]
    placements = {(tuple(numbers), tuple(digit // 4 for digit in digits)) for numbers, digits in towns}
    shapes, turns = oracle.split_pattern(pattern, rows, columns)
    wanted = [
        oracle.road_sides(oracle.turn_face(oracle.SHAPES[shape], turn))
        for shape, turn in zip(shapes, turns, strict=True)
    ]
    n_arrangements = 0
    for numbers, backs in placements:
        ways = 1
        for number, back, sides in zip(numbers, backs, wanted, strict=True):
            face = tiles[number][back]
            ways *= sum(oracle.road_sides(oracle.turn_face(face, turn)) == sides for turn in range(4))
        n_arrangements += ways
    return {"n_placements": len(placements), "n_towns": len(towns), "n_arrangements": n_arrangements}


@checks.add(Level.QUICK)
def theme_scores(artifacts: Artifacts) -> None:
    """The scores of every theme are those that occur, the best first, with the towns that have them."""
    n_towns = artifacts.synonyms.n_towns
    expected = [
        {"theme": theme.no, "dist": dist, "score": score, "n_towns": int(n_towns[scores == score].sum(dtype=int))}
        for theme, scores in zip(artifacts.themes, artifacts.synonyms.scores, strict=True)
        for dist, score in enumerate(np.unique(scores)[::-1].tolist())
    ]
    artifacts.check_rows(THEME_SCORES, expected)


@checks.add(Level.QUICK)
def towns_at_the_best(artifacts: Artifacts) -> None:
    """Theme sets have the towns of the theme synonyms at their three best scores."""
    at_best = artifacts.ranks == 0
    places = np.flatnonzero(at_best.sum(axis=0) >= 3)
    at_best, n_towns = at_best[:, places], artifacts.synonyms.n_towns[places].astype(np.int64)
    index = {theme.no: i for i, theme in enumerate(artifacts.themes)}
    for row in artifacts.frame(THEME_SETS).itertuples():
        a, b, c = (at_best[index[no]] for no in (row.theme_1, row.theme_2, row.theme_3))
        count = int(n_towns[a & b & c].sum())
        require(row.n_towns == count, f"{THEME_SETS.name}: {row.n_towns} towns for {row.theme_set_id}, not {count}")


@checks.add(Level.FULL)
def rows_of_theme_synonyms(artifacts: Artifacts) -> None:
    """Theme synonyms have the scores and towns of the arrays, in the order of their names."""
    synonyms = artifacts.synonyms
    right = np.vstack([synonyms.scores, synonyms.n_towns])
    # The check `copies` compares the other copies with this table.
    _require_rows(artifacts, THEME_SYNONYMS.file, "theme_synonyms", right)
    last = b""
    for first in range(0, right.shape[1], ROWS_AT_ONCE):
        for scores in synonyms.scores[:, first : first + ROWS_AT_ONCE].T.tolist():
            name = ("_".join(map(str, scores)) + ".txt").encode()
            require(last < name, f"theme synonyms are not in the order of their names at {name.decode()}")
            last = name


@checks.add(Level.FULL)
def rows_of_distances(artifacts: Artifacts) -> None:
    """Distances are squared ranks of the scores, with correct counts and sums."""
    squares = artifacts.ranks.astype(np.int16) ** 2
    right = np.vstack([(artifacts.ranks == 0).sum(axis=0), squares.sum(axis=0, dtype=np.int32), squares])
    _require_rows(artifacts, "theme_synonym_distance.db", "distances", right)


def _require_rows(artifacts: Artifacts, file: str, name: str, right: np.ndarray) -> None:
    """Require the columns `right` (columns, rows) in a table of whole numbers, after the ids from 1."""
    (table,) = (table for table in artifacts.schemas[file].tables if table.name == name)
    first = 0
    for rows in map(np.array, artifacts.rows_in(file, table)):
        end = first + len(rows)
        wrong = np.flatnonzero(
            (rows[:, 0] != np.arange(first, end) + 1) | (right[:, first:end] != rows[:, 1:].T).any(axis=0)
        )
        require(not len(wrong), f"the table {table} of {file} is wrong at id {wrong[:1] + first + 1}")
        first = end
    require(first == right.shape[1], f"the table {table} of {file} has {first:,} rows, {right.shape[1]:,} are right")


def meet(triples: Counts) -> tuple[Counts, Counts]:
    """Wins and losses, (n,) each, of triples (n, 3) in a round robin: closer in more themes wins."""
    closer = np.sign(np.sign(triples[np.newaxis] - triples[:, np.newaxis]).sum(axis=2))
    return (closer > 0).sum(axis=1), (closer < 0).sum(axis=1)


def no_other_is_as_good(triples: Counts) -> NDArray[np.bool_]:
    """Whether no other of the triples (n, 3), all different, is as good or better in all three themes: (n,)."""
    as_good = (triples[np.newaxis] <= triples[:, np.newaxis]).all(axis=2).sum(axis=1)
    alone: NDArray[np.bool_] = as_good == 1  # with itself
    return alone


def play(triples: Counts) -> Counts:
    """Wins, losses and rounds of each triple, and whether it is kept and pareto: (n, 5).

    docs/nine-tiles-panic.md has the rules of the round robin.
    """
    wins, losses = meet(triples)
    rounds = np.zeros(len(triples), dtype=np.int64)
    remaining = np.arange(len(triples))
    while True:
        wins_among, losses_among = meet(triples[remaining])
        fewest = remaining[losses_among == losses_among.min()]
        most = wins_among[losses_among == losses_among.min()]
        left = fewest[most == most.max()]
        rounds[left] += 1
        if len(left) in (1, len(remaining)):
            is_kept = np.isin(np.arange(len(triples)), left)
            return np.stack([wins, losses, rounds, is_kept, no_other_is_as_good(triples)], axis=1)
        remaining = left


def _theme_sets(artifacts: Artifacts) -> Iterator[tuple[str, Counts, NDArray[np.intp]]]:
    """Yield each theme set, its triples and results (n, 8), and the places of theme synonyms with a kept triple."""
    index = {theme.no: i for i, theme in enumerate(artifacts.themes)}
    sizes = artifacts.ranks.max(axis=1).astype(np.intp) + 1
    pair, of_pair = (-1, -1), np.zeros(artifacts.ranks.shape[1], dtype=np.intp)
    codes = of_pair.copy()
    for row in artifacts.frame(THEME_SETS).itertuples():
        themes = [index[no] for no in (row.theme_1, row.theme_2, row.theme_3)]
        shape = sizes[themes]
        a, b, c = themes
        if pair != (a, b):  # theme sets come in the order of their first two themes
            pair = (a, b)
            np.add(artifacts.ranks[a].astype(np.intp) * sizes[b], artifacts.ranks[b], out=of_pair)
        np.multiply(of_pair, sizes[c], out=codes)
        codes += artifacts.ranks[c]
        occurring = np.flatnonzero(np.bincount(codes, minlength=int(shape.prod())))
        triples = np.stack(np.unravel_index(occurring, shape), axis=1)
        fared = play(triples)
        is_kept = np.zeros(int(shape.prod()), dtype=np.bool_)
        is_kept[occurring[fared[:, 3] == 1]] = True
        yield row.theme_set_id, np.hstack([triples, fared]), np.flatnonzero(is_kept[codes])


def by_theme_set(rows: pd.DataFrame) -> dict[str, Counts]:
    """Theme set -> its rows, without that column."""
    values = rows.drop(columns="theme_set_id").to_numpy()
    return {id_: values[places] for id_, places in rows.groupby("theme_set_id").indices.items()}


@checks.add(Level.FULL)
def round_robins_and_matches(artifacts: Artifacts) -> None:
    """Best triples win the round robin of all that occur, and match sets hold what theme synonyms then answer."""
    stored = by_theme_set(artifacts.frame(TRIPLES))
    random = np.random.default_rng(SEED)
    n = artifacts.ranks.shape[1]
    answered = np.zeros(n, dtype=np.int64)
    # Each theme set has a random number; the sum over the theme sets that a theme synonym answers identifies its set.
    marks: dict[str, int] = {}
    found = np.zeros(n, dtype=np.int64)
    by_all = 0
    progress = Progress("theme sets played again", len(stored), "theme sets")
    for theme_set, right, matching in _theme_sets(artifacts):
        require(np.array_equal(stored[theme_set], right), f"the table {TRIPLES.name} is wrong for {theme_set}")
        marks[theme_set] = int(random.integers(2**52))
        found[matching] += marks[theme_set]
        answered[matching] += 1
        by_all += len(matching) == n
        progress.advance(1)
    progress.finish()
    _check_match_sets(artifacts, marks, found, answered, by_all)


def _check_match_sets(
    artifacts: Artifacts, marks: dict[str, int], found: Counts, answered: Counts, by_all: int
) -> None:
    """Require the match sets that were found.

    `marks` has the random number of each theme set. For each theme synonym, `found` (n,) is the sum of the numbers of
    the theme sets that it answers, and `answered` (n,) their count. All theme synonyms answer `by_all` theme sets.
    """
    listed = np.flatnonzero(answered > by_all)
    if not len(listed):
        listed = np.arange(len(answered))
    having = np.array(artifacts.query(ANSWERS.file, f"SELECT * FROM {MATCH_SET_THEME_SYNONYMS}"), dtype=np.int64)  # noqa: S608
    match_set, place = having[:, 0], having[:, 1] - 1
    require(np.array_equal(np.sort(place), listed), f"the table {MATCH_SET_THEME_SYNONYMS} has other theme synonyms")
    members = artifacts.frame(MATCH_SET_THEME_SETS)
    sums = members["theme_set_id"].map(marks).groupby(members["match_set_id"]).sum()
    require(sums.is_unique, "match sets are listed twice")
    numbers = sums.index.to_numpy()
    require(numbers.tolist() == list(range(1, len(numbers) + 1)), "match sets have other numbers")
    require(
        bool(match_set.min() >= 1 and match_set.max() <= len(numbers))
        and np.array_equal(found[place], sums.to_numpy()[match_set - 1]),
        f"the tables {MATCH_SET_THEME_SYNONYMS} and {MATCH_SET_THEME_SETS} have wrong answers of theme synonyms",
    )
    lowest = np.full(len(numbers), len(answered))
    np.minimum.at(lowest, match_set - 1, place)
    right = np.stack([numbers, lowest + 1, members.groupby("match_set_id").size(), np.bincount(match_set)[1:]], axis=1)
    require(bool((np.diff(lowest) > 0).all()), "match sets are not in the order of their lowest theme synonyms")
    require(np.array_equal(artifacts.frame(MATCH_SETS).to_numpy(), right), f"the table {MATCH_SETS} is wrong")


def _narrow_matches(artifacts: Artifacts) -> Matches:
    """Matches by a comparison with only the first kept triple, in the order of ids.

    Theme sets that all theme synonyms match stay the same.
    """
    by_all = find_matches(artifacts.synonyms, artifacts.most_win).by_all
    matcher = Matcher(artifacts.synonyms.distances)
    first = {}
    for theme_set in all_theme_sets(artifacts.synonyms.theme_numbers):
        triples = artifacts.most_win[theme_set.id]
        ids = [matcher.with_distances(theme_set.indices, triple)[0] for triple in triples]
        first[theme_set.id] = triples if theme_set.id in by_all else [triples[int(np.argmin(ids))]]
    return find_matches(artifacts.synonyms, first)


@checks.add(Level.FULL, of_full_run=True)
def matches_by_the_first_triple(artifacts: Artifacts) -> Figures:
    """What the published comparison, which sees only the first kept triple, leads to."""
    narrow = _narrow_matches(artifacts)
    in_use = [narrow.match_sets[i] for i in np.unique(narrow.match_set_of)]
    sizes = np.array([len(ids) for ids in narrow.match_sets])[narrow.match_set_of]
    telling = sizes > len(narrow.by_all)
    number = {i: n for n, i in enumerate(artifacts.most_win)}
    sets = membership([[number[i] for i in ids] for ids in in_use], len(number))
    best = 2004525
    of_best = narrow.match_sets[int(narrow.match_set_of[best - 1])]
    rows = artifacts.rows("most_win_match.csv")
    all_of_best = next(row["matched_theme_set"] for row in rows if row["theme_synonym_id"] == str(best))
    return {
        "first_kept_id_order_matching_another_set": int(telling.sum()),
        "first_kept_id_order_most_matches": int(sizes.max()),
        "first_kept_missed_sets_2004525": " ".join(sorted({*all_of_best.split(LIST_SEPARATOR)} - {*of_best})),
        "cover_minimum_first_kept": len(minimum_cover(sets).chosen),
    }
