"""That covers cover, that no smaller one does, and that answers to learn and towns for every theme set are right."""

from __future__ import annotations

import json
import math

from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    COVER_FIGURES,
    COVER_THEME_SETS,
    COVER_THEME_SYNONYMS,
    LEARN,
    LEARN_THEME_SYNONYMS,
    MATCH_SETS,
    MOST_WIN_MIN,
)
from scripts.verify.artifacts import SEED
from scripts.verify.checks import Checks, LeftOutError, Level, require
from scripts.verify.known import is_full_run
from scripts.verify.nine_tiles_panic.artifacts import Artifacts
from scripts.verify.nine_tiles_panic.cover_proof import PROOF, check_proof, find_proof
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, OPTIMAL, read_learn

checks: Checks[Artifacts] = Checks()
SECONDS_TO_PROVE = 600
"""For CP-SAT, which takes less than one for the full run."""
MOST_SETS_TO_PROVE = 2000
"""Match sets for which a proof is looked for; that of the full run is kept."""


def _size_of_minimum(artifacts: Artifacts) -> int:
    return len(artifacts.frame(COVER_THEME_SYNONYMS, cover=MINIMUM))


def _match_set_of(artifacts: Artifacts, ids: set[int]) -> dict[int, frozenset[str]]:
    """Theme synonym -> the theme sets that it answers, of any that answer more than what all do."""
    numbers = artifacts.frame(MATCH_SETS).set_index("match_set_id")["theme_synonym_id"].to_dict()
    listed = ", ".join(map(str, sorted(ids)))
    sql = f"SELECT theme_synonym_id, match_set_id FROM match_set_theme_synonyms WHERE theme_synonym_id IN ({listed})"  # noqa: S608
    return {id_: artifacts.matches[numbers[number]] for id_, number in artifacts.query(ANSWERS.file, sql)}


@checks.add(Level.QUICK)
def covers(artifacts: Artifacts) -> None:
    """Covers give every theme set to one of their theme synonyms that answers it, the greedy one by greed."""
    matches = artifacts.matches
    theme_sets = frozenset().union(*matches.values())
    given = artifacts.frame(COVER_THEME_SETS)
    listed = artifacts.frame(COVER_THEME_SYNONYMS)
    require(set(given["cover"]) == set(listed["cover"]) == {GREEDY, MINIMUM}, "there are other covers")
    for cover in (GREEDY, MINIMUM):
        of_cover, rows = given[given["cover"] == cover], listed[listed["cover"] == cover]
        require(set(of_cover["theme_set_id"]) == theme_sets, f"the {cover} cover leaves out theme sets")
        counts = of_cover.groupby("theme_synonym_id").size().to_dict()
        require(dict(zip(rows["theme_synonym_id"], rows["n"], strict=True)) == counts, f"the {cover} cover miscounts")
        require(rows["place"].tolist() == list(range(1, len(rows) + 1)), f"the {cover} cover has other places")
        answered = _match_set_of(artifacts, set(counts))
        for row in of_cover.itertuples():
            right = row.theme_set_id in answered.get(row.theme_synonym_id, ())
            require(right, f"the {cover} cover gives {row.theme_set_id} to {row.theme_synonym_id}")
    gains = listed[listed["cover"] == GREEDY]["n"].tolist()
    require(gains == sorted(gains, reverse=True), "the greedy cover takes more after less")
    left = set(theme_sets)
    for row in listed[listed["cover"] == GREEDY].itertuples():
        best = max(len(held & left) for held in matches.values())
        require(row.n == best, f"the greedy cover takes {row.n} theme sets where {best} can be taken")
        left -= matches.get(row.theme_synonym_id, frozenset())


@checks.add(Level.QUICK)
def minimum_cover(artifacts: Artifacts) -> None:
    """No cover is smaller than the minimum cover, by a certificate in whole numbers."""
    candidates = artifacts.maximal_matches
    of_covers = artifacts.frame(COVER_FIGURES).set_index("name")["value"].to_dict()
    size = _size_of_minimum(artifacts)
    require(of_covers["proven_lower_bound"] == size, "the minimum cover is larger than its bound")
    n_maximal = of_covers["maximal_match_sets"]
    found = len(candidates)
    require(n_maximal == found, f"{COVER_FIGURES.name} counts {n_maximal} maximal match sets, there are {found}")
    if is_full_run(artifacts.puzzle, artifacts.section):
        proof = json.loads(PROOF.read_text(encoding="utf-8"))
    elif len(artifacts.matches) <= MOST_SETS_TO_PROVE:
        proof = find_proof(candidates, size)
    else:
        raise LeftOutError(f"no proof is looked for among more than {MOST_SETS_TO_PROVE:,} match sets")
    require(check_proof(proof, candidates) == size, f"there is no proof that {size} theme synonyms are needed")


@checks.add(Level.QUICK)
def minimum_cover_by_another_solver(artifacts: Artifacts) -> None:
    """No cover is smaller than the minimum cover, by the solver CP-SAT with its own proof."""
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise LeftOutError("OR-Tools is not installed: pip install --editable '.[proof]'") from error
    size = _size_of_minimum(artifacts)
    candidates = artifacts.maximal_matches
    model = cp_model.CpModel()
    is_taken = {number: model.new_bool_var(str(number)) for number in candidates}
    for theme_set in frozenset().union(*candidates.values()):
        model.add_bool_or(is_taken[number] for number, held in candidates.items() if theme_set in held)
    model.minimize(sum(is_taken.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, SEED
    solver.parameters.max_time_in_seconds = SECONDS_TO_PROVE
    status = solver.solve(model)
    if status != cp_model.OPTIMAL:
        raise LeftOutError(f"CP-SAT found no proof in {SECONDS_TO_PROVE} seconds")
    found = round(solver.objective_value)
    require(found == size, f"CP-SAT needs {found} theme synonyms, the minimum cover has {size}")


@checks.add(Level.QUICK)
def answer_for_every_theme_set(artifacts: Artifacts) -> None:
    """Towns given for theme sets are complete, score what their theme synonym does, and are counted right."""
    greedy = artifacts.frame(COVER_THEME_SETS, cover=GREEDY)
    found = artifacts.frame(MOST_WIN_MIN)
    columns = ["theme_set_id", "theme_synonym_id"]
    right = greedy.sort_values("theme_set_id")[columns].to_numpy().tolist()
    require(found[columns].to_numpy().tolist() == right, f"{MOST_WIN_MIN.name} is not what the greedy cover gives")
    answered = _match_set_of(artifacts, set(greedy["theme_synonym_id"]))
    for row in found.itertuples():
        scores = artifacts.oracle_scores(row.pattern)
        of_synonym = artifacts.synonyms.scores[:, row.theme_synonym_id - 1].tolist()
        require(scores == of_synonym, f"{MOST_WIN_MIN.name}: {row.pattern} scores {scores}, not {of_synonym}")
        count = sum(row.theme_set_id in held for held in answered.values())
        require(
            row.n_in_min == count, f"{MOST_WIN_MIN.name}: {row.n_in_min} answers to {row.theme_set_id}, not {count}"
        )


@checks.add(Level.QUICK)
def learning(artifacts: Artifacts) -> None:
    """Theme synonyms to learn answer as many theme sets as they say, and bounds are what is known of them."""
    matches = artifacts.matches
    n_theme_sets = len(frozenset().union(*matches.values()))
    lists = read_learn(artifacts.folder / ANSWERS.file)
    keys = [(k, method) for k in range(1, len(lists) // 2 + 1) for method in (GREEDY, OPTIMAL)]
    require([(of.k, of.method) for of in lists] == keys, f"{LEARN.name} has other rows")
    places = [[k, method, place] for k, method in keys for place in range(1, k + 1)]
    listed = artifacts.frame(LEARN_THEME_SYNONYMS)[["k", "method", "place"]].to_numpy().tolist()
    require(listed == places, f"{LEARN_THEME_SYNONYMS.name} has other rows")
    ids = {id_ for of in lists for id_ in of.theme_synonyms}
    answered = _match_set_of(artifacts, ids)
    for of in lists:
        held = frozenset().union(*(answered[id_] for id_ in of.theme_synonyms))
        require(of.n_theme_sets == len(held), f"{LEARN.name}: {of.k} by {of.method} answer {len(held)} theme sets")
        # By greed at least so large a share of the optimum is reached (Nemhauser, Wolsey, Fisher, 1978).
        share = 1 - (1 - 1 / of.k) ** of.k
        bound = min(n_theme_sets, math.floor(len(held) / share + 1e-9)) if of.method == GREEDY else len(held)
        require(of.bound == bound, f"{LEARN.name}: the bound of {of.k} by {of.method} is {of.bound}, not {bound}")
