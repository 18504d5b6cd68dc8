"""Compare definitions of the best answers to a theme set of Nine Tiles Panic.

Example: python -m studies.definitions --picture docs/pictures/definitions.svg
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from math import prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pipeline.nine_tiles_panic.covers import MaximumCoverage, grow_match_sets, maximal_packed, minimum_cover, unpacked
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.stage import run_program
from scripts import markdown_table
from studies.report import PictureOption, ResultsOption, TilesOption, report
from tablebases.database import open_rows
from tablebases.locations import RESULTS
from tablebases.messages import Progress
from tablebases.nine_tiles.drawing import Cell, draw_sheet, draw_town
from tablebases.nine_tiles.rules.game_files import TILES, load_all_tiles
from tablebases.nine_tiles.rules.laid_town import lay_town
from tablebases.nine_tiles.rules.round_robin import Matcher
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tablebases.nine_tiles.tablebase import ANSWERS, SUCCESS_PATTERN, Triple, read_game
from tablebases.puzzles import NINE_TILES

MEANINGS = {
    "round_robin": "what wins the round robin (ours)",
    "rank_sum": "the least sum of the three ranks",
    "worst_rank": "the least of the worst ranks",
    "percentile": "the highest geometric mean of percentiles",
    "pareto": "Pareto-optimal at all",
}
ROUND_ROBIN, RANK_SUM, WORST_RANK, PERCENTILE, PARETO = DEFINITIONS = tuple(MEANINGS)
ALL = "all"
"""Best by all five definitions."""
NARROW = (ROUND_ROBIN, RANK_SUM, WORST_RANK, PERCENTILE)
"""Definitions that leave few answers; pareto leaves nearly six a theme set."""
LEARNED = 20
"""Towns to learn."""
DRAWN = 6
"""Theme sets to draw."""

Best = dict[str, Mapping[str, list[Triple]]]
"""Theme set -> definition -> best triples."""


class Occurring(NamedTuple):
    """A triple that occurs, with the result of the round robin."""

    ranks: Triple
    is_best: bool
    """Whether it remains after the round robin."""
    pareto: bool


def best_by_definition(
    occurring: Sequence[Occurring], n_towns_up_to: Sequence[Sequence[int]]
) -> Mapping[str, list[Triple]]:
    """Definition -> the best triples of a theme set, in the order of `occurring`; `ALL` has those of all definitions.

    Geometric means are compared as products of whole numbers of towns, which are exact.

    Args:
        occurring: all triples of the theme set.
        n_towns_up_to: for each of its themes, by rank, the number of towns with that score or a lower one.
    """
    triples = [triple.ranks for triple in occurring]

    def least(cost: Callable[[Triple], int]) -> list[Triple]:
        costs = list(map(cost, triples))
        return [ranks for ranks, own in zip(triples, costs, strict=True) if own == min(costs)]

    best = {
        ROUND_ROBIN: [triple.ranks for triple in occurring if triple.is_best],
        RANK_SUM: least(sum),
        WORST_RANK: least(max),
        PERCENTILE: least(lambda ranks: -prod(towns[rank] for towns, rank in zip(n_towns_up_to, ranks, strict=True))),
        PARETO: [triple.ranks for triple in occurring if triple.pareto],
    }
    best[ALL] = [ranks for ranks in best[PARETO] if all(ranks in best[definition] for definition in NARROW)]
    return best


def read_best(answers: Path, synonyms: ThemeSynonyms) -> Best:
    """The best triples of every theme set, from answers.db."""
    up_to = {
        number: list(accumulate(synonyms.towns_of_scores(theme).values()))[::-1]
        for theme, number in enumerate(synonyms.theme_numbers)
    }
    occurring: dict[str, list[Occurring]] = {}
    sql = "SELECT theme_set_id, dist_1, dist_2, dist_3, kept, pareto FROM triples ORDER BY 1, 2, 3, 4"
    with open_rows(answers, ANSWERS) as database:
        for theme_set, a, b, c, is_best, pareto in database.execute(sql):
            occurring.setdefault(theme_set, []).append(Occurring((a, b, c), is_best, pareto))
    return {i: best_by_definition(of_set, [up_to[no] for no in _themes(i)]) for i, of_set in occurring.items()}


def _themes(theme_set: str) -> list[int]:
    return [int(number) for number in theme_set.split("_")]


class Agreement(NamedTuple):
    """Numbers of theme sets in which two definitions agree."""

    same: int
    """Both have the same best triples."""
    within: int
    """Every best triple of the first is one of the second."""
    meet: int
    """They have a best triple in common."""


def agreement(best: Best, first: str, second: str) -> Agreement:
    """Count the theme sets in which two definitions agree."""
    pairs = [(set(by[first]), set(by[second])) for by in best.values()]
    return Agreement(
        sum(one == other for one, other in pairs),
        sum(one <= other for one, other in pairs),
        sum(bool(one & other) for one, other in pairs),
    )


@dataclass(frozen=True)
class Choice:
    """The theme synonyms to choose by a definition -> numbers of theme sets that they answer."""

    n_theme_sets: int
    """Theme sets with a best answer."""
    most: int
    """The most theme sets that one theme synonym answers."""
    cover: dict[int, int]
    """A smallest cover of these theme sets, proven."""
    learn: dict[int, int]
    """The `LEARNED` theme synonyms that answer the most theme sets together, proven."""
    n_learned: int
    """Theme sets that these answer."""


def choose(synonyms: ThemeSynonyms, best: Best, definition: str) -> Choice:
    """Find the smallest cover and the towns to learn by a definition."""
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    triples = [best[theme_set.id][definition] for theme_set in theme_sets]
    answered = np.flatnonzero([len(of_set) > 0 for of_set in triples])
    if not len(answered):
        return Choice(0, 0, {}, {}, 0)
    progress = Progress(f"definitions, {definition}", len(theme_sets), "theme sets")
    grown = grow_match_sets(synonyms.distances, theme_sets, triples, progress.advance)
    progress.finish()
    packed, first = grown.packed(len(theme_sets))
    maximal = maximal_packed(packed)
    sets, ids = unpacked(packed[maximal], answered), first[maximal] + 1
    sizes = np.diff(sets.indptr)
    learn = MaximumCoverage(sets).best(LEARNED)
    cover, learned = (
        {int(ids[place]): int(sizes[place]) for place in chosen}
        for chosen in (minimum_cover(sets).chosen, learn.chosen)
    )
    return Choice(len(answered), int(sizes.max()), cover, learned, learn.n_held)


def table(best: Best, choices: Mapping[str, Choice]) -> str:
    """The table of docs/nine-tiles-panic.md."""
    rows = []
    for definition, choice in choices.items():
        name = MEANINGS.get(definition, f"all five at once, for {choice.n_theme_sets:,} theme sets")
        n_triples = sum(len(by[definition]) for by in best.values())
        numbers = [n_triples, choice.most, len(choice.cover), choice.n_learned]
        agreeing: list[int | None] = [None, None, None]
        if definition != ALL:
            agreeing[2] = agreement(best, definition, PARETO).within
        if definition not in (ROUND_ROBIN, ALL):
            with_ours = agreement(best, ROUND_ROBIN, definition)
            agreeing[:2] = with_ours.same, with_ours.meet
        rows.append([name, *("" if n is None else f"{n:,}" for n in (*numbers, *agreeing))])
    names = ["best is", "triples", "theme sets that one town answers", "smallest cover", "20 towns answer"]
    return markdown_table(
        [*names, "same answers as the round robin", "one in common with it", "all answers Pareto-optimal"], rows
    )


def figures_of(best: Best, choices: Mapping[str, Choice]) -> dict[str, int]:
    """Key -> figure of this study."""
    others = DEFINITIONS[1:]
    return {
        "best_by_all_definitions": choices[ALL].n_theme_sets,
        "same_best_percentile": agreement(best, ROUND_ROBIN, PERCENTILE).same,
        **{f"cover_minimum_{definition}": len(choices[definition].cover) for definition in others},
        **{f"learning_20_{definition}": choices[definition].n_learned for definition in others},
    }


# A drawing of the theme sets for which definitions differ most.


def _steps(one: Triple, other: Triple) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def total_steps(best: Mapping[str, Sequence[Triple]]) -> int:
    """Sum of the differences between the four narrow definitions for a theme set.

    The difference of two definitions is the fewest steps in rank from an answer of one to an answer of the other. The
    sum is 0 if each two have an answer in common.
    """
    return sum(
        min(_steps(one, other) for one in best[first] for other in best[second])
        for first, second in combinations(NARROW, 2)
    )


def most_different(best: Best) -> list[str]:
    """The theme sets for which definitions differ most; the first of those with two cards in common."""
    taken: list[str] = []
    for theme_set in sorted(best, key=lambda one: (-total_steps(best[one]), one)):
        if all(len({*_themes(theme_set)} & {*_themes(other)}) < 2 for other in taken):
            taken.append(theme_set)
    return taken[:DRAWN]


def draw(results: Path, tiles: Path, synonyms: ThemeSynonyms, best: Best) -> str:
    """Draw a row of towns for each theme set, the best answers by the narrow definitions, as SVG."""
    board, faces = read_game(results / ANSWERS.file).board, load_all_tiles(tiles)
    matcher = Matcher(synonyms.distances)

    def cells() -> Iterator[Cell]:
        sql = "SELECT position || direction FROM towns WHERE theme_synonym_id = ? LIMIT 1"
        with open_rows(results / SUCCESS_PATTERN.file, SUCCESS_PATTERN) as database:
            for theme_set in most_different(best):
                themes = [synonyms.theme_numbers.index(number) for number in _themes(theme_set)]
                for definition in NARROW:
                    ranks = best[theme_set][definition][0]
                    lowest = int(matcher.with_distances(themes, ranks)[0])
                    (pattern,) = database.execute(sql, (lowest + 1,)).fetchone()
                    scores = ", ".join(map(str, synonyms.scores[themes, lowest]))
                    lines = [
                        f"{theme_set}, {definition.replace('_', ' ')}",
                        f"scores {scores}; ranks {', '.join(map(str, ranks))}",
                        pattern,
                    ]
                    yield draw_town(lay_town(pattern, faces, board)), lines

    title = "Theme sets for which definitions of the best answer differ most"
    return draw_sheet(title, list(cells()), len(NARROW))


def main(
    results: ResultsOption = RESULTS / NINE_TILES.package,
    tiles: TilesOption = TILES,
    picture: PictureOption = None,
) -> None:
    """Compare five definitions of the best answers to a theme set.

    They are the round robin, the least sum of ranks, the least of the worst ranks, the highest geometric mean of
    percentiles, and Pareto-optimal at all. The drawing has the answers that differ most. The study takes minutes and
    1.7 GB of memory at full size.
    """
    synonyms = read_theme_synonyms(results / "theme_synonyms.npz")
    best = read_best(results / ANSWERS.file, synonyms)
    choices = {definition: choose(synonyms, best, definition) for definition in (*DEFINITIONS, ALL)}
    if picture:
        picture.write_text(draw(results, tiles, synonyms, best), encoding="utf-8")
    report("definitions", table(best, choices), figures_of(best, choices), results / ANSWERS.file)


if __name__ == "__main__":
    run_program(main)
