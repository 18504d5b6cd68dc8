"""Known figures of the full run, each computed from the artifacts."""

from __future__ import annotations

import math
import statistics
from collections import Counter

import numpy as np

from pipeline.nine_tiles_panic.covers import maximal_sets, membership, minimum_cover
from pipeline.nine_tiles_panic.stages.most_win_match import Matches, find_matches
from scripts.verify.checks import Checks, Figures, Level
from scripts.verify.known import known_figures, known_rows
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from tablebases.errors import Error
from tablebases.files import read_provenance
from tablebases.nine_tiles.road_synonyms import ORIENTED_ROAD_SYNONYMS, ROAD_SYNONYM_SIDES, stock
from tablebases.nine_tiles.round_robin import Matcher
from tablebases.nine_tiles.themes import all_theme_sets

GREEDY_TIES = 10
"""How far a greedy cover may be from the known one: ties decide."""


checks: Checks[Artifacts] = Checks()


@checks.add(Level.FULL, of_full_run=True)
def towns_and_synonyms(artifacts: Artifacts) -> Figures:
    """Counts of shapes, town synonyms and towns."""
    rows = artifacts.rows("town_synonyms.csv")
    notes = read_provenance(artifacts.folder / "town_synonyms.csv")
    looks = [int(row["distinct_rotations"]) for row in rows]

    def up_to_rotation(column: str) -> int:
        doubled = sum(int(row[column]) * n for row, n in zip(rows, looks, strict=True))
        return doubled // max(looks)

    grids = int(notes["edge_matched_grids"])
    return {
        "placements_all": math.perm(len(artifacts.tiles), artifacts.board.positions) * 8**artifacts.board.positions,
        "road_synonym_stock": " ".join(map(str, stock(artifacts.tiles))),
        "road_synonym_turns": " ".join(
            str(sum(o.synonym == s for o in ORIENTED_ROAD_SYNONYMS)) for s in range(len(ROAD_SYNONYM_SIDES))
        ),
        "shape_grids_edge_matched": grids,
        "shape_grids_without_closed_road": grids - int(notes["grids_with_a_closed_road"]),
        "town_synonyms": len(rows),
        "town_synonyms_equal_half_turn_only": looks.count(2),
        "town_synonyms_equal_quarter_turn": looks.count(1),
        "town_synonyms_fillable": sum(row["n_towns"] != "0" for row in rows),
        "tile_placements": sum(int(row["n_placements"]) for row in rows),
        "arrangements": sum(int(row["n_arrangements"]) for row in rows),
        "towns_up_to_rotation": up_to_rotation("n_towns"),
        "arrangements_up_to_rotation": up_to_rotation("n_arrangements"),
    }


@checks.add(Level.FULL, of_full_run=True)
def theme_synonyms(artifacts: Artifacts) -> Figures:
    """Counts of theme synonyms, and three of them."""
    name = "theme_synonyms.db"
    ((count, towns, most),) = artifacts.query(name, "SELECT count(*), sum(n_towns), max(n_towns) FROM theme_synonyms")
    ((singles,),) = artifacts.query(name, "SELECT count(*) FROM theme_synonyms WHERE n_towns = 1")
    n_towns = artifacts.query(name, "SELECT n_towns FROM theme_synonyms")
    figures: Figures = {
        "theme_synonyms": count,
        "towns": towns,
        "theme_synonym_most_towns": most,
        "theme_synonyms_with_one_town": singles,
        "theme_synonym_median_towns": int(statistics.median(n for (n,) in n_towns)),
    }
    for id_ in (1547940, 2004525, 2004522):
        ((_, *scores, n),) = artifacts.query(
            name,
            f"SELECT * FROM theme_synonyms WHERE id = {id_}",  # noqa: S608
        )
        figures[f"theme_synonym_{id_}_scores"] = " ".join(map(str, scores))
        figures[f"theme_synonym_{id_}_towns"] = n
    return figures


@checks.add(Level.FULL, of_full_run=True)
def occurring_scores(artifacts: Artifacts) -> Figures:
    """The scores that occur in each theme."""
    figures = {}
    for theme in artifacts.themes:
        sql = f"SELECT DISTINCT {theme.column} FROM theme_synonyms ORDER BY 1"  # noqa: S608
        scores = artifacts.query("theme_synonyms.db", sql)
        figures[f"scores of theme {theme.no}"] = " ".join(str(score) for (score,) in scores)
    return figures


@checks.add(Level.FULL, of_full_run=True)
def distances(artifacts: Artifacts) -> Figures:
    """Distances, and numbers of themes at their best score."""
    by_distance, by_maxima = (
        dict(artifacts.query("theme_synonym_distance.db", f"SELECT {column}, count(*) FROM distances GROUP BY 1"))  # noqa: S608
        for column in ("all_dist", "num_max")
    )
    nearest, furthest = min(by_distance), max(by_distance)
    gaps = [d for d in range(nearest, furthest) if d not in by_distance]
    nearest_ids = artifacts.query(
        "theme_synonym_distance.db",
        f"SELECT id FROM distances WHERE all_dist = {nearest}",  # noqa: S608
    )
    most_ids = artifacts.query(
        "theme_synonym_distance.db",
        f"SELECT id FROM distances WHERE num_max = {max(by_maxima)}",  # noqa: S608
    )
    return {
        "distance_min": nearest,
        "distance_max": furthest,
        "distances_not_occurring": " ".join(map(str, gaps)),
        "distance_min_theme_synonyms": len(nearest_ids),
        "theme_synonym_id_smallest_distance": " ".join(str(i) for (i,) in nearest_ids),
        "most_maxima": max(by_maxima),
        "most_maxima_theme_synonym_ids": " ".join(str(i) for (i,) in most_ids),
        **{f"theme_synonyms_with_{n}_{'maximum' if n == 1 else 'maxima'}": count for n, count in by_maxima.items()},
    }


@checks.add(Level.FULL, of_full_run=True)
def theme_sets(artifacts: Artifacts) -> Figures:
    """Theme sets with a town at all three best scores."""
    towns = {row["theme_set_id"]: row["n_towns"] for row in artifacts.rows("theme_sets.csv")}
    best = [i for i, triples in artifacts.most_win.items() if (0, 0, 0) in triples]
    if set(best) != set(towns):
        raise Error("theme_sets.csv and most_win.csv name different theme sets")
    return {
        "theme_sets": len(all_theme_sets([theme.no for theme in artifacts.themes])),
        "theme_sets_all_max": len(towns),
        **{f"theme_set_{i}_towns_all_max": n for i, n in towns.items()},
    }


@checks.add(Level.FULL, of_full_run=True)
def round_robin(artifacts: Artifacts) -> Figures:
    """Sizes of the round robins and their winners."""
    kept = Counter(len(triples) for triples in artifacts.most_win.values())
    zeros = [triples for triples in artifacts.most_win.values() if triples == [(0, 0, 0)]]
    return {
        "most_win_triples": len(artifacts.rows("most_win_points.csv")),
        "most_win_sets_ending_at_zeros": len(zeros),
        **{f"most_win_sets_keeping_{n}": count for n, count in kept.items()},
        **{
            f"most_win of {id_}": "; ".join(" ".join(str(d * d) for d in triple) for triple in triples)
            for id_, triples in artifacts.most_win.items()
        },
    }


@checks.add(Level.FULL, of_full_run=True)
def matches(artifacts: Artifacts) -> Figures:
    """Matches of theme synonyms with theme sets, and covers."""
    rows = artifacts.rows("most_win_match.csv")
    most = max(int(row["n"]) for row in rows)
    match_sets = sorted({tuple(row["matched_theme_set"].split()) for row in rows})
    number = {i: n for n, i in enumerate(artifacts.most_win)}
    sets = membership([[number[i] for i in ids] for ids in match_sets], len(number))
    smallest = artifacts.rows("minimum_cover.csv")
    matched = {row["theme_synonym_id"]: set(row["matched_theme_set"].split()) for row in rows}
    return {
        "theme_synonyms_matching_another_set": len(rows),
        "most_matches": most,
        "most_matches_theme_synonym_id": " ".join(row["theme_synonym_id"] for row in rows if int(row["n"]) == most),
        "match_set_of_everything": " ".join(sorted(set.intersection(*matched.values()))),
        "match_sets_different": len(match_sets),
        "match_sets_maximal": len(maximal_sets(sets)),
        "cover_minimum": len(smallest),
        "cover_greedy_about": len(artifacts.rows("most_win_match_min.csv")),
    }


@checks.add(Level.FULL, of_full_run=True)
def learning(artifacts: Artifacts) -> Figures:
    """How many theme sets one theme synonym answers."""
    (first,) = (row for row in artifacts.rows("learn.csv") if row["method"] == "optimal" and row["k"] == "1")
    return {"learning_one_answers": int(first["n_theme_sets"])}


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


def expected_figures() -> dict[str, str]:
    """All known figures but those that the published run got in its own way."""
    figures = {key: value for key, value in known_figures(Artifacts.puzzle).items() if "published" not in key}
    for row in known_rows(Artifacts.puzzle, "occurring_scores.csv"):
        figures[f"scores of theme {row['theme']}"] = row["scores"]
    for row in known_rows(Artifacts.puzzle, "theme_sets.csv"):
        figures[f"theme_set_{row['theme_set']}_towns_all_max"] = row["towns"]
    for row in known_rows(Artifacts.puzzle, "most_win.csv"):
        figures[f"most_win of {row['theme_set']}"] = row["squared_distances"]
    return figures


def agrees(key: str, value: str, expected: str) -> bool:
    """Whether a figure is the known one; greedy covers depend on how ties are broken."""
    if key == "cover_greedy_about":
        return abs(int(value) - int(expected)) <= GREEDY_TIES
    return value == expected
