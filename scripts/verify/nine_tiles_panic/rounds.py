"""The round robin of every theme set, played again, and who matches the best triples, by plain NumPy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pipeline.nine_tiles_panic.covers import membership, minimum_cover
from pipeline.nine_tiles_panic.stages.most_win_match import Matches, find_matches
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    MATCH_SET_THEME_SETS,
    MATCH_SET_THEME_SYNONYMS,
    MATCH_SETS,
    THEME_SETS,
    TRIPLES,
)
from scripts.verify.artifacts import SEED
from scripts.verify.checks import Checks, Figures, Level, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.messages import Progress
from tablebases.nine_tiles.round_robin import Matcher
from tablebases.nine_tiles.themes import all_theme_sets

checks: Checks[Artifacts] = Checks()

Counts = NDArray[np.int64]


def meet(triples: Counts) -> tuple[Counts, Counts]:
    """Wins and losses, (n,) each, of triples (n, 3) that all meet: closer in more themes wins."""
    closer = np.sign(np.sign(triples[np.newaxis] - triples[:, np.newaxis]).sum(axis=2))
    return (closer > 0).sum(axis=1), (closer < 0).sum(axis=1)


def no_other_is_as_good(triples: Counts) -> NDArray[np.bool_]:
    """Which of the triples (n, 3), all different, no other one equals or beats in all three themes: (n,)."""
    as_good = (triples[np.newaxis] <= triples[:, np.newaxis]).all(axis=2).sum(axis=1)
    alone: NDArray[np.bool_] = as_good == 1  # with itself
    return alone


def play(triples: Counts) -> Counts:
    """Wins, losses, rounds, whether a triple is kept, and whether it is pareto, of each: (n, 5).

    The rule: design and rules of the README.
    """
    wins, losses = meet(triples)
    rounds = np.zeros(len(triples), dtype=np.int64)
    kept = np.arange(len(triples))
    while True:
        of_kept, against_kept = meet(triples[kept])
        fewest = kept[against_kept == against_kept.min()]
        most = of_kept[against_kept == against_kept.min()]
        left = fewest[most == most.max()]
        rounds[left] += 1
        if len(left) in (1, len(kept)):
            is_kept = np.isin(np.arange(len(triples)), left)
            return np.stack([wins, losses, rounds, is_kept, no_other_is_as_good(triples)], axis=1)
        kept = left


def _theme_sets(artifacts: Artifacts) -> Iterator[tuple[str, Counts, NDArray[np.intp]]]:
    """Theme set, how its triples should fare (n, 8), and the places of the theme synonyms with a kept one."""
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


@checks.add(Level.FULL)
def round_robins_and_matches(artifacts: Artifacts) -> None:
    """Best triples win the round robin of all that occur, and match sets hold what theme synonyms then answer."""
    stored = dict(iter(artifacts.frame(TRIPLES).groupby("theme_set_id")))
    random = np.random.default_rng(SEED)
    n = artifacts.ranks.shape[1]
    answered = np.zeros(n, dtype=np.int64)
    # The sum of random numbers of the theme sets that a theme synonym answers stands for the set of them.
    marks: dict[str, int] = {}
    found = np.zeros(n, dtype=np.int64)
    by_all = 0
    progress = Progress("theme sets played again", len(stored), "theme sets")
    for theme_set, right, matching in _theme_sets(artifacts):
        rows = stored[theme_set].drop(columns="theme_set_id").to_numpy()
        require(np.array_equal(rows, right), f"the table {TRIPLES.name} is wrong for {theme_set}")
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
    """Stop unless match sets are what was found.

    Args:
        artifacts: with the match sets.
        marks: the number of each theme set.
        found: (n,), the sum of the numbers of the theme sets that each theme synonym answers.
        answered: (n,), how many theme sets these are.
        by_all: how many all theme synonyms answer.
    """
    listed = np.flatnonzero(answered > by_all)
    if not len(listed):
        listed = np.arange(len(answered))
    having = np.array(artifacts.query(ANSWERS.file, f"SELECT * FROM {MATCH_SET_THEME_SYNONYMS}"), dtype=np.int64)  # noqa: S608
    match_set, place = having[:, 0], having[:, 1] - 1
    require(np.array_equal(np.sort(place), listed), f"the table {MATCH_SET_THEME_SYNONYMS} has other theme synonyms")
    members = artifacts.frame(MATCH_SET_THEME_SETS)
    sums = members["theme_set_id"].map(marks).groupby(members["match_set_id"]).sum()
    require(sums.is_unique, "match sets stand twice")
    numbers = sums.index.to_numpy()
    require(numbers.tolist() == list(range(1, len(numbers) + 1)), "match sets have other numbers")
    require(
        bool(match_set.min() >= 1 and match_set.max() <= len(numbers))
        and np.array_equal(found[place], sums.to_numpy()[match_set - 1]),
        f"the tables {MATCH_SET_THEME_SYNONYMS} and {MATCH_SET_THEME_SETS} do not say what theme synonyms answer",
    )
    lowest = np.full(len(numbers), len(answered))
    np.minimum.at(lowest, match_set - 1, place)
    right = np.stack([numbers, lowest + 1, members.groupby("match_set_id").size(), np.bincount(match_set)[1:]], axis=1)
    require(bool((np.diff(lowest) > 0).all()), "match sets are not in the order of their lowest theme synonyms")
    require(np.array_equal(artifacts.frame(MATCH_SETS).to_numpy(), right), f"the table {MATCH_SETS} is wrong")


def _narrow_matches(artifacts: Artifacts) -> Matches:
    """Matches by a comparison with the first kept triple alone, in the order of ids.

    Theme sets that everything matches stay as they are.
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
    all_of_best = next(row["matched_theme_set"].split() for row in rows if row["theme_synonym_id"] == str(best))
    return {
        "first_kept_id_order_matching_another_set": int(telling.sum()),
        "first_kept_id_order_most_matches": int(sizes.max()),
        "first_kept_missed_sets_2004525": " ".join(sorted(set(all_of_best) - set(of_best))),
        "cover_minimum_first_kept": len(minimum_cover(sets).chosen),
    }
