"""Stage definitions: how much hangs on the word "best"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, permutations
from pathlib import Path

import numpy as np
from sqlalchemy import Connection, select

from pipeline.artifacts import ProvenanceNotes, create_text
from pipeline.database import create_database, open_database
from pipeline.nine_tiles_panic import study_tables as tables
from pipeline.nine_tiles_panic.covers import (
    MaximumCoverage,
    Triple,
    grow_match_sets,
    maximal_packed,
    minimum_cover,
    unpacked,
)
from pipeline.nine_tiles_panic.definitions import (
    ALL,
    DEFINITIONS,
    MEANINGS,
    NARROW,
    Occurring,
    apart,
    best_by_definition,
)
from pipeline.nine_tiles_panic.readers import first_town
from pipeline.nine_tiles_panic.tables import ANSWERS, SUCCESS_PATTERN, THEME_SCORES, TRIPLES
from pipeline.nine_tiles_panic.theme_synonyms import ThemeSynonyms, read_theme_synonyms
from pipeline.stage import run_stage
from tablebases.arrays import Matrix, Vector
from tablebases.messages import Progress, say
from tablebases.nine_tiles.drawing import Cell, draw_sheet, draw_town
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.nine_tiles.laid_town import lay_town
from tablebases.nine_tiles.round_robin import Matcher
from tablebases.nine_tiles.tablebase import read_game
from tablebases.nine_tiles.themes import ThemeSet, all_theme_sets

LEARNED = 20
"""Towns to learn."""
DRAWN = 6
"""Theme sets that are drawn."""
Row = dict[str, object]
Best = dict[str, Mapping[str, list[Triple]]]
"""Theme set -> definition -> best triples."""


def read_best(answers: Path) -> tuple[Best, dict[tuple[int, int], int]]:
    """The best triples of every theme set, and (theme, rank) -> score."""
    of, scores = TRIPLES.c, THEME_SCORES.c
    columns = (of.theme_set_id, of.dist_1, of.dist_2, of.dist_3, of.kept, of.pareto)
    occurring: dict[str, list[Occurring]] = {}
    with open_database(answers, ANSWERS) as database:
        for theme_set, a, b, c, kept, pareto in database.execute(select(*columns).order_by(*TRIPLES.primary_key)):
            occurring.setdefault(theme_set, []).append(Occurring((a, b, c), bool(kept), bool(pareto)))
        rows = database.execute(select(scores.theme, scores.dist, scores.score, scores.n_towns)).all()
    score_of = {(theme, rank): score for theme, rank, score, _ in rows}
    up_to = {}
    for theme in {theme for theme, *_ in rows}:
        of_ranks = [n for _, n in sorted((rank, n) for of_theme, rank, _, n in rows if of_theme == theme)]
        up_to[theme] = list(accumulate(reversed(of_ranks)))[::-1]
    best = {i: best_by_definition(of_set, [up_to[theme] for theme in _themes(i)]) for i, of_set in occurring.items()}
    return best, score_of


def _themes(theme_set: str) -> list[int]:
    return [int(number) for number in theme_set.split("_")]


def _ranks(triple: Triple) -> Row:
    return {f"dist_{i}": rank for i, rank in enumerate(triple, 1)}


def agreement(best: Best) -> Iterator[Row]:
    """The rows of the table `agreement`."""
    for first, second in permutations(DEFINITIONS, 2):
        pairs = [(set(by[first]), set(by[second])) for by in best.values()]
        yield {
            "first": first,
            "second": second,
            "same": sum(one == other for one, other in pairs),
            "within": sum(one <= other for one, other in pairs),
            "meet": sum(bool(one & other) for one, other in pairs),
        }


@dataclass(frozen=True)
class Choices:
    """What a definition comes to: the theme synonyms of a smallest cover, and those to learn."""

    summary: Row
    """The row of the table `definitions`."""
    chosen: dict[str, dict[int, int]]
    """cover or learn -> id of a theme synonym -> theme sets that it is a best answer to."""


def choices(synonyms: ThemeSynonyms, theme_sets: Sequence[ThemeSet], best: Best, definition: str) -> Choices:
    """Find the smallest cover and what to learn by a definition; theme sets without an answer by it do not count."""
    triples = [best[theme_set.id][definition] for theme_set in theme_sets]
    answered = np.flatnonzero([len(of_set) > 0 for of_set in triples])
    progress = Progress(f"definitions, {definition}", len(theme_sets), "theme sets")
    grown = grow_match_sets(synonyms.distances, theme_sets, triples, progress.advance)
    progress.finish()
    packed, first = grown.packed(len(theme_sets))
    maximal = maximal_packed(packed)
    sets = unpacked(packed[maximal], answered)
    sizes, ids = np.diff(sets.indptr), first[maximal] + 1
    found, bounds = {"cover": list[int](), "learn": list[int]()}, {"cover": 0, "learn": 0}
    if len(answered):
        cover = minimum_cover(sets)
        learn = MaximumCoverage(sets).of(LEARNED)
        found, bounds = {"cover": cover.chosen, "learn": learn.chosen}, {"cover": cover.bound, "learn": learn.bound}
    say(f"definitions: {definition} needs {len(found['cover'])} theme synonyms; 20 answer {bounds['learn']} theme sets")
    summary: Row = {
        "definition": definition,
        "meaning": MEANINGS.get(definition, "best by all five"),
        "n_theme_sets": len(answered),
        "n_triples": sum(map(len, triples)),
        "n_match_sets": int(packed.any(axis=1).sum()),
        "most": int(sizes.max()),
        "cover": len(found["cover"]),
        "cover_bound": bounds["cover"],
        "learn": int((sets[found["learn"]].sum(axis=0) > 0).sum()) if found["learn"] else 0,
        "learn_bound": bounds["learn"],
    }
    chosen = {name: {int(ids[i]): int(sizes[i]) for i in places} for name, places in found.items()}
    return Choices(summary, chosen)


def furthest_apart(best: Best) -> list[str]:
    """The theme sets for which the definitions are furthest apart; of those with two cards in common the first."""
    taken: list[str] = []
    for theme_set in sorted(best, key=lambda one: (-apart(best[one]), one)):
        if all(len({*_themes(theme_set)} & {*_themes(other)}) < 2 for other in taken):
            taken.append(theme_set)
    return taken[:DRAWN]


class Answers:
    """Looks up theme synonyms by their ranks. distances: (themes, n), of the themes with these numbers."""

    def __init__(self, distances: Matrix[np.uint8], numbers: Sequence[int]) -> None:
        self._matcher = Matcher(distances)
        self._place = {number: place for place, number in enumerate(numbers)}

    def ids(self, theme_set: str, triple: Triple) -> Vector[np.int64]:
        """The theme synonyms with these ranks, ascending."""
        return self._matcher.with_distances([self._place[no] for no in _themes(theme_set)], triple) + 1


def differ_most(best: Best, answers: Answers, score_of: Mapping[tuple[int, int], int]) -> Iterator[Row]:
    """The rows of the table `differ_most`."""
    for theme_set in furthest_apart(best):
        for definition in NARROW:
            triple = best[theme_set][definition][0]
            scores = [score_of[of] for of in zip(_themes(theme_set), triple, strict=True)]
            yield {
                "theme_set_id": theme_set,
                "definition": definition,
                **_ranks(triple),
                **{f"score_{i}": score for i, score in enumerate(scores, 1)},
                "theme_synonym_id": int(answers.ids(theme_set, triple)[0]),
            }


def best_by_all(best: Best, answers: Answers, cover: Mapping[int, int]) -> Iterator[Row]:
    """The rows of the table `best_by_all`. cover: theme synonyms of which some have every such triple's theme set."""
    of_cover = np.array(sorted(cover))
    for theme_set, by in best.items():
        found = ((triple, np.intersect1d(answers.ids(theme_set, triple), of_cover)) for triple in by[ALL])
        for triple, ids in found:
            if len(ids):
                yield {"theme_set_id": theme_set, **_ranks(triple), "theme_synonym_id": int(ids[0])}


def _patterns(database: Connection, ids: Sequence[int]) -> dict[int, str]:
    return {id_: first_town(database, id_)["pattern"] for id_ in ids}


def main(scores: Path, answers: Path, success_pattern: Path, tiles: Path, out: Path, picture: Path) -> None:
    """Compare five definitions of the best answers to a theme set.

    They are the round robin, the least sum of ranks, the least of the worst ranks, the highest geometric mean of
    percentiles, and Pareto-optimal at all. Theme sets for which a definition has no answer cannot be, but there are
    some without a triple that is best by all five.

    Example: python -m pipeline.nine_tiles_panic.stages.definitions
    --scores results/nine_tiles_panic/theme_synonyms.npz --answers results/nine_tiles_panic/answers.db
    --success-pattern results/nine_tiles_panic/success_pattern.db --tiles data/nine_tiles_panic/tiles.csv
    --out results/nine_tiles_panic/definitions.db --picture results/nine_tiles_panic/figures/definitions.svg

    Args:
        scores: NumPy file of the stage score_vectors.
        answers: artifact of the stage answers.
        success_pattern: artifact of the stage success_pattern.
        tiles: tile file, one row a tile face.
        out: where to write the database.
        picture: where to draw the answers that differ most.
    """
    provenance = ProvenanceNotes(__file__, [scores, answers, success_pattern, tiles], {})
    synonyms = read_theme_synonyms(scores)
    best, score_of = read_best(answers)
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    of_definitions = [choices(synonyms, theme_sets, best, definition) for definition in (*DEFINITIONS, ALL)]
    looked_up = Answers(synonyms.distances, synonyms.theme_numbers)
    differing = list(differ_most(best, looked_up, score_of))
    common = list(best_by_all(best, looked_up, of_definitions[-1].chosen["cover"]))
    chosen: list[Row] = [
        {"definition": of.summary["definition"], "choice": choice, "theme_synonym_id": id_, "n": n}
        for of in of_definitions
        for choice, ids in of.chosen.items()
        for id_, n in ids.items()
    ]
    named: set[int] = {row["theme_synonym_id"] for rows in (differing, common, chosen) for row in rows}  # type: ignore[misc]
    with open_database(success_pattern, SUCCESS_PATTERN) as database:
        patterns = _patterns(database, sorted(named))
    with create_database(out, tables.BEST_DEFINITIONS, provenance) as writer:
        writer.insert(tables.SUMMARY, [of.summary for of in of_definitions])
        writer.insert(tables.AGREEMENT, agreement(best))
        writer.insert(tables.BEST_TRIPLES, _best_triples(best))
        writer.insert(tables.APART, (
            {"theme_set_id": i, "apart": apart(by), "n_common": len(by[ALL])} for i, by in best.items()
        ))  # fmt: skip
        writer.insert(tables.DIFFER_MOST, differing)
        writer.insert(tables.CHOSEN, chosen)
        writer.insert(tables.BEST_BY_ALL, common)
        writer.insert(tables.NAMED, [{"theme_synonym_id": i, "pattern": town} for i, town in patterns.items()])
    board, faces = read_game(answers).board, load_all_tiles(tiles)
    cells: list[Cell] = [
        (draw_town(lay_town(pattern, faces, board)), _lines(row, pattern))
        for row in differing
        for pattern in [patterns[int(str(row["theme_synonym_id"]))]]
    ]
    with create_text(picture, provenance) as file:
        file.write(draw_sheet("Theme sets for which definitions of the best answer differ most", cells, len(NARROW)))
    say(f"definitions: {sum(bool(by[ALL]) for by in best.values())} theme sets have an answer that is best by all five")


def _best_triples(best: Best) -> Iterator[Row]:
    for theme_set, by in best.items():
        for triple in sorted({triple for of_definition in by.values() for triple in of_definition}):
            is_best = {definition: int(triple in by[definition]) for definition in DEFINITIONS}
            yield {"theme_set_id": theme_set, **_ranks(triple), **is_best}


def _lines(row: Row, pattern: str) -> list[str]:
    """What stands below a town."""
    scores, ranks = (", ".join(str(row[f"{what}_{i}"]) for i in (1, 2, 3)) for what in ("score", "dist"))
    definition = str(row["definition"]).replace("_", " ")
    return [f"{row['theme_set_id']}, {definition}", f"scores {scores}; ranks {ranks}", pattern]


if __name__ == "__main__":
    run_stage(main)
