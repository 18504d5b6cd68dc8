"""Stage compare_rules: what differs between the results of the two rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from sqlalchemy import select

from pipeline.artifacts import ProvenanceNotes, create_text
from pipeline.database import create_database, open_database
from pipeline.nine_tiles_panic.common_towns import KeyedBoxes, count_common_towns, draw_two_answers, up_to
from pipeline.nine_tiles_panic.study_tables import CHANGED_THEME_SETS, COMPARISON, COUNTS, LEARN_BY_RULES, TWO_ANSWERS
from pipeline.nine_tiles_panic.tables import ANSWERS, COVER_THEME_SYNONYMS
from pipeline.nine_tiles_panic.theme_synonyms import read_theme_synonyms
from pipeline.stage import run_stage
from tablebases.arrays import Vector
from tablebases.errors import Error
from tablebases.messages import Progress, say
from tablebases.nine_tiles.explanations import catches, from_other_end, hamburgers_in_sight
from tablebases.nine_tiles.game_files import load_all_tiles
from tablebases.nine_tiles.laid_town import LaidTown, lay_town
from tablebases.nine_tiles.score_vectors import common_keys, name_keys
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, BestTowns, Game, read_best_towns, read_game, read_optimal
from tablebases.nine_tiles.themes import THEMES_IN_A_SET
from tablebases.nine_tiles.towns_file import TownBoxes, read_town_boxes

AT_ONCE = 100_000
DRAWN = 6
Row = dict[str, object]


@dataclass(frozen=True)
class Results:
    """The results of one rule set."""

    folder: Path

    @cached_property
    def game(self) -> Game:
        """Board, tiles and rule set."""
        return read_game(self.folder / ANSWERS.file)

    @cached_property
    def best(self) -> BestTowns:
        """Best answers and the towns they name."""
        return read_best_towns(self.folder / "best_towns.db")

    def cover(self, kind: str) -> list[int]:
        """The theme synonyms of a cover."""
        of = COVER_THEME_SYNONYMS.c
        with open_database(self.folder / ANSWERS.file, ANSWERS) as database:
            return list(database.execute(select(of.theme_synonym_id).where(of.cover == kind)).scalars())


@dataclass(frozen=True)
class CommonSynonyms:
    """The theme synonyms of two results that have the same scores."""

    sizes: tuple[int, int]
    """Theme synonyms of each."""
    n_towns: tuple[int, int]
    """Towns of each."""
    places: tuple[Vector[np.int64], Vector[np.int64]]
    """The places of the common ones in each, ascending in both."""

    def count(self, first: Sequence[int], second: Sequence[int]) -> int:
        """How many of the theme synonyms of two lists of ids have the same scores."""
        of_second = np.isin(self.places[1], np.array(second, dtype=np.int64) - 1)
        return int((np.isin(self.places[0], np.array(first, dtype=np.int64) - 1) & of_second).sum())

    def numbered(self, which: int, towns: TownBoxes) -> Iterator[KeyedBoxes]:
        """The boxes of the common theme synonyms in one of the two results, by the numbers of these."""
        number = np.full(self.sizes[which], -1)
        number[self.places[which]] = np.arange(len(self.places[which]))
        for ids, boxes in towns.batches():
            keys = number[ids - 1]
            yield keys[keys >= 0], boxes[keys >= 0]


def common_synonyms(published: Path, impartial: Path) -> CommonSynonyms:
    """The theme synonyms of two NumPy files of the stage score_vectors that have the same scores."""
    both = [read_theme_synonyms(path) for path in (published, impartial)]
    keys = [name_keys(synonyms.scores) for synonyms in both]
    n_towns = [int(synonyms.n_towns.sum(dtype=np.int64)) for synonyms in both]
    return CommonSynonyms((len(keys[0]), len(keys[1])), (n_towns[0], n_towns[1]), common_keys(*keys))


def towns_that_score_the_same(common: CommonSynonyms, published: Path, impartial: Path) -> int:
    """How many towns have the same scores in two success_pattern.db."""
    count = len(common.places[0])
    limits = range(AT_ONCE, count + AT_ONCE, AT_ONCE)
    progress = Progress("compare_rules", count, "theme synonyms")
    same = 0
    with read_town_boxes(published) as first, read_town_boxes(impartial) as second:
        streams = [up_to(common.numbered(i, towns), limits) for i, towns in enumerate((first, second))]
        for limit, boxes_of_first, boxes_of_second in zip(limits, *streams, strict=True):
            same += count_common_towns(boxes_of_first, first.turn_sets, boxes_of_second, second.turn_sets)
            progress.advance(min(limit, count) - limit + AT_ONCE)
    progress.finish()
    return same


def _scores(best: BestTowns, theme_set: str) -> list[tuple[int, ...]]:
    return sorted({answer.scores for answer in best.answers[theme_set]}, reverse=True)


def _in_words(scores: Iterable[tuple[int, ...]]) -> str:
    return "; ".join(" ".join(map(str, triple)) for triple in scores)


def changed_theme_sets(published: BestTowns, impartial: BestTowns) -> Iterator[Row]:
    """The rows of the table `theme_sets`."""
    for cards in published.answers:
        scores = [_scores(best, cards) for best in (published, impartial)]
        if cards.count("_") == THEMES_IN_A_SET - 1 and scores[0] != scores[1]:
            yield {"theme_set_id": cards, "published": _in_words(scores[0]), "impartial": _in_words(scores[1])}


def two_answers(town: LaidTown) -> Iterator[Row]:
    """The rows of the table `two_answers` of a town."""
    for road in town.roads:
        by_end = [
            (len(catches(objects, rules).things), len(hamburgers_in_sight(objects, rules).things))
            for objects, rules in (
                (road.objects, "published"),
                (from_other_end(road.objects), "published"),
                (road.objects, "impartial"),
            )
        ]
        if by_end[0] != by_end[1]:
            names = [f"{what}{which}" for which in ("", "_from_end", "_impartial") for what in ("caught", "eaten")]
            values = [value for pair in by_end for value in pair]
            yield {"pattern": town.pattern, "road": road.name, **dict(zip(names, values, strict=True))}


def _counts(published: Results, impartial: Results, common: CommonSynonyms, same_towns: int, changed: int) -> list[Row]:
    """The rows of the table `counts`."""
    sets = sum(cards.count("_") == THEMES_IN_A_SET - 1 for cards in published.best.answers)
    rows: list[tuple[str, int, int, int, str]] = [
        ("towns", *common.n_towns, same_towns, "all scores"),
        ("theme synonyms", *common.sizes, len(common.places[0]), "all scores"),
        ("theme sets", sets, sets, sets - changed, "the scores of the best answers"),
    ]
    for kind in (GREEDY, MINIMUM):
        covers = published.cover(kind), impartial.cover(kind)
        sizes = len(covers[0]), len(covers[1])
        rows.append((f"{kind} cover", *sizes, common.count(*covers), "all scores of a theme synonym"))
    return [dict(zip(COUNTS.c.keys(), row, strict=True)) for row in rows]


def _learn(published: Results, impartial: Results, common: CommonSynonyms) -> Iterator[Row]:
    first, second = (read_optimal(results.folder / ANSWERS.file) for results in (published, impartial))
    for k in sorted(first.keys() & second.keys()):
        same = common.count(first[k].theme_synonyms, second[k].theme_synonyms)
        yield {"k": k, "published": first[k].n_theme_sets, "impartial": second[k].n_theme_sets, "same": same}


def _check(published: Results, impartial: Results) -> None:
    for results, rule_set in ((published, "published"), (impartial, "impartial")):
        if results.game.rule_set != rule_set:
            raise Error(
                f"{results.folder} has results of the rule set {results.game.rule_set}, but those of {rule_set} are "
                "needed; docs/nine-tiles-panic.md says how to make them"
            )
    if (published.game.board, published.game.tiles) != (impartial.game.board, impartial.game.tiles):
        raise Error(f"{published.folder} and {impartial.folder} are about other boards or tiles")


def main(published: Path, impartial: Path, tiles: Path, out: Path, picture: Path) -> None:
    """Compare the results of the rule sets published and impartial.

    Example: python -m pipeline.nine_tiles_panic.stages.compare_rules --published results/nine_tiles_panic
    --impartial results/nine_tiles_panic_impartial --tiles data/nine_tiles_panic/tiles.csv
    --out results/nine_tiles_panic/compare_rules.db --picture results/nine_tiles_panic/figures/two_answers.svg

    Args:
        published: folder of the results by the published rules.
        impartial: folder of the results by the impartial rules.
        tiles: tile file, one row a tile face.
        out: where to write the database.
        picture: where to draw some towns with a road for which the published rules give two answers.
    """
    first, second = Results(published), Results(impartial)
    _check(first, second)
    files = [
        folder / name
        for folder in (published, impartial)
        for name in ("theme_synonyms.npz", "success_pattern.db", "best_towns.db", ANSWERS.file)
    ]
    provenance = ProvenanceNotes(__file__, [tiles, *files], {})
    common = common_synonyms(files[0], files[4])
    same_towns = towns_that_score_the_same(common, files[1], files[5])
    changed = list(changed_theme_sets(first.best, second.best))
    faces = load_all_tiles(tiles)
    towns = [lay_town(named.pattern, faces, first.game.board) for named in first.best.towns.values()]
    of_two_answers = [(town, rows) for town in towns if (rows := list(two_answers(town)))]
    with create_database(out, COMPARISON, provenance) as writer:
        writer.insert(COUNTS, _counts(first, second, common, same_towns, len(changed)))
        writer.insert(LEARN_BY_RULES, _learn(first, second, common))
        writer.insert(CHANGED_THEME_SETS, changed)
        writer.insert(TWO_ANSWERS, (row for _, rows in of_two_answers for row in rows))
    with create_text(picture, provenance) as file:
        file.write(draw_two_answers(of_two_answers[:DRAWN]))
    say(f"compare_rules: {common.n_towns[0] - same_towns:,} towns score differently; {out}")


if __name__ == "__main__":
    run_stage(main)
