"""Compare the results of Nine Tiles Panic by the rule sets published and impartial.

The study needs the results of both. docs/nine-tiles-panic.md says how to compute those of the rule set impartial.

Example: python -m studies.compare_rules --picture docs/pictures/two-answers.svg
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from oracle import nine_tiles_panic as oracle
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.stage import run_program
from scripts import markdown_table
from scripts.rescore import DIRECTIONS, count_differences, place_of, rule_tables
from studies.report import PictureOption, ResultsOption, TilesOption, report
from tablebases.database import open_rows
from tablebases.errors import Error
from tablebases.locations import RESULTS
from tablebases.messages import Progress
from tablebases.nine_tiles.best_towns import BestTowns, outcomes_in, read_best_towns, read_optimal
from tablebases.nine_tiles.drawing import Cell, DrawingOptions, draw_sheet, draw_town
from tablebases.nine_tiles.rules.explanations import catches, from_other_end, hamburgers_in_sight
from tablebases.nine_tiles.rules.game_files import TILES, load_all_tiles
from tablebases.nine_tiles.rules.laid_town import Highlight, TownRoad, lay_town
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET
from tablebases.nine_tiles.rules.tiles import OnRoad, Tile
from tablebases.nine_tiles.search.score_vectors import merge_counted, name_keys
from tablebases.nine_tiles.search.towns_file import all_towns
from tablebases.nine_tiles.tablebase import ANSWERS, BEST_TOWNS, GREEDY, MINIMUM, MIX, SUCCESS_PATTERN, Game, read_game
from tablebases.puzzles import NINE_TILES

PUBLISHED, IMPARTIAL = "published", "impartial"
LEARNED = 20
"""Towns to learn."""
DRAWN, IN_A_ROW = 6, 3
"""Towns on the sheet, and in each of its rows."""


@dataclass(frozen=True)
class Results:
    """The results of one rule set."""

    folder: Path

    @cached_property
    def game(self) -> Game:
        """Board, tiles and rule set."""
        return read_game(self.folder / ANSWERS.file)

    @cached_property
    def synonyms(self) -> ThemeSynonyms:
        """The scores of all theme synonyms."""
        return read_theme_synonyms(self.folder / "theme_synonyms.npz")

    @cached_property
    def best(self) -> BestTowns:
        """Best answers and their towns."""
        return read_best_towns(self.folder / BEST_TOWNS.file)

    @cached_property
    def mixed(self) -> set[str]:
        """The theme sets in which every triple loses to another one."""
        with open_rows(self.folder / BEST_TOWNS.file, BEST_TOWNS) as database:
            return {theme_set for theme_set, found in outcomes_in(database).items() if found.outcome == MIX}

    @cached_property
    def matching(self) -> int:
        """The number of theme synonyms that are a best answer to a theme set."""
        with open_rows(self.folder / ANSWERS.file, ANSWERS) as database:
            (count,) = database.execute("SELECT sum(n_theme_synonyms) FROM match_sets").fetchone()
            return int(count)

    def scores(self, ids: Iterable[int]) -> set[bytes]:
        """The scores of theme synonyms in all themes."""
        return {self.synonyms.scores[:, id_ - 1].tobytes() for id_ in ids}

    def cover(self, cover_name: str) -> set[bytes]:
        """The scores of the theme synonyms of a cover."""
        with open_rows(self.folder / ANSWERS.file, ANSWERS) as database:
            rows = database.execute("SELECT theme_synonym_id FROM cover_theme_synonyms WHERE cover = ?", (cover_name,))
            return self.scores(id_ for (id_,) in rows)

    def best_scores(self) -> dict[str, list[tuple[int, ...]]]:
        """Theme set -> the different scores of its best answers, ascending."""
        return {
            cards: sorted({answer.scores for answer in answers})
            for cards, answers in self.best.answers.items()
            if cards.count("_") == THEMES_IN_A_SET - 1
        }


class Counts(NamedTuple):
    """A count by each rule set, and the count of those equal in both, or None."""

    published: int
    impartial: int
    same: int | None


def count_common_synonyms(published: ThemeSynonyms, impartial: ThemeSynonyms) -> int:
    """Count the theme synonyms with the same scores in both results."""
    keys = [name_keys(synonyms.scores) for synonyms in (published, impartial)]
    _, counts = merge_counted([(scores, np.ones(len(scores), dtype=np.int64)) for scores in keys])
    return int((counts == 2).sum())


def count_towns_that_differ(published: Results, tiles: oracle.Tiles) -> int:
    """Score every town of the published rules by the impartial ones, and count those whose scores differ."""
    synonyms, themes, board = published.synonyms, published.best.themes, published.game.board
    tables = rule_tables(tiles, board.rows, board.columns)
    measures = np.array([place_of(theme.key) for theme in themes])
    progress = Progress("compare_rules", int(synonyms.n_towns.sum(dtype=np.int64)), "towns")
    differ = 0
    for ids, towns in all_towns(published.folder / SUCCESS_PATTERN.file):
        looks = DIRECTIONS * towns[:, : board.positions] + towns[:, board.positions :]
        differ += count_differences(looks, ids - 1, synonyms.scores, measures, tables, IMPARTIAL).wrong_score
        progress.advance(len(towns))
    progress.finish()
    return differ


def compare(published: Results, impartial: Results, tiles: oracle.Tiles) -> dict[str, Counts]:
    """The rows of the table in docs/nine-tiles-panic.md."""
    both = published, impartial
    towns, other_towns = (int(results.synonyms.n_towns.sum(dtype=np.int64)) for results in both)
    synonyms, other_synonyms = (len(results.synonyms.n_towns) for results in both)
    best, other_best = (results.best_scores() for results in both)
    same_best = sum(scores == other_best[cards] for cards, scores in best.items())
    rows = {
        "towns, and those that score the same": Counts(
            towns, other_towns, towns - count_towns_that_differ(published, tiles)
        ),
        "theme synonyms": Counts(
            synonyms, other_synonyms, count_common_synonyms(published.synonyms, impartial.synonyms)
        ),
        "theme synonyms that are a best answer": Counts(published.matching, impartial.matching, None),
        "theme sets, and those whose best answers have the same scores": Counts(len(best), len(other_best), same_best),
        "theme sets in which every triple loses to another one": Counts(
            len(published.mixed), len(impartial.mixed), len(published.mixed & impartial.mixed)
        ),
    }
    for cover_name, name in ((GREEDY, "greedy cover"), (MINIMUM, "minimum cover, proven")):
        cover, other_cover = (results.cover(cover_name) for results in both)
        rows[name] = Counts(len(cover), len(other_cover), len(cover & other_cover))
    first, second = (read_optimal(results.folder / ANSWERS.file) for results in both)
    k = min(LEARNED, max(first), max(second))
    same = published.scores(first[k].theme_synonyms) & impartial.scores(second[k].theme_synonyms)
    rows[f"theme sets that the best {k} towns to learn answer, and towns in both choices"] = Counts(
        first[k].n_theme_sets, second[k].n_theme_sets, len(same)
    )
    return rows


def table(rows: dict[str, Counts]) -> str:
    """The table of docs/nine-tiles-panic.md."""
    lines = [[name, *("" if n is None else f"{n:,}" for n in counts)] for name, counts in rows.items()]
    return markdown_table(["", PUBLISHED, IMPARTIAL, "the same in both"], lines)


def figures_of(rows: dict[str, Counts]) -> dict[str, int]:
    """Key -> figure of this study."""
    towns, synonyms, matching, theme_sets, mixed, _, minimum, learned = rows.values()
    return {
        "impartial_theme_synonyms": synonyms.impartial,
        "impartial_same_towns": towns.same or 0,
        "impartial_matches": matching.impartial,
        "impartial_same_answers": theme_sets.same or 0,
        "impartial_without_an_unbeaten_combination": mixed.impartial,
        "impartial_same_without_an_unbeaten_combination": mixed.same or 0,
        "impartial_cover_minimum": minimum.impartial,
        "impartial_learning_20_answer": learned.impartial,
    }


# Towns with a road that scores differently from its two ends by the published rules.


class RoadAnswers(NamedTuple):
    """Aliens caught on a road, and the most hamburgers that a free alien on it sees."""

    from_start: tuple[int, int]
    from_end: tuple[int, int]
    impartial: tuple[int, int]


def answers_of(road: TownRoad) -> RoadAnswers:
    """Read a road from its start and from its other end, and by the impartial rules."""

    def count(objects: list[OnRoad], rule_set: str) -> tuple[int, int]:
        return len(catches(objects, rule_set).things), len(hamburgers_in_sight(objects, rule_set).things)

    turned = from_other_end(road.objects)
    return RoadAnswers(count(road.objects, PUBLISHED), count(turned, PUBLISHED), count(road.objects, IMPARTIAL))


def draw(published: Results, tiles: tuple[Tile, ...]) -> str:
    """Draw the first towns of best_towns.db with such a road, as SVG."""
    return draw_sheet(
        "Towns with a road that the published rules read differently from its two ends",
        list(islice(_cells(published, tiles), DRAWN)),
        IN_A_ROW,
    )


def _cells(published: Results, tiles: tuple[Tile, ...]) -> Iterator[Cell]:
    names = ("from its start", "from its other end", IMPARTIAL)
    for named in published.best.towns.values():
        town = lay_town(named.pattern, tiles, published.game.board)
        for road in town.roads:
            answers = answers_of(road)
            if answers.from_start != answers.from_end:
                options = DrawingOptions(highlight=Highlight(roads=frozenset(road.tile_roads)))
                says = [f"{name}: {n} caught, {m} in sight" for name, (n, m) in zip(names, answers, strict=True)]
                yield draw_town(town, options), [town.pattern, *says]
                break


def main(
    published: ResultsOption = RESULTS / NINE_TILES.package,
    impartial: ResultsOption = RESULTS / f"{NINE_TILES.package}_impartial",
    tiles: TilesOption = TILES,
    picture: PictureOption = None,
) -> None:
    """Compare the results of the rule sets published and impartial.

    The study scores every town by the impartial rules, which takes ten minutes or more at full size. The drawing has
    towns whose roads score differently from their two ends.
    """
    first, second = Results(published), Results(impartial)
    for results, rule_set in ((first, PUBLISHED), (second, IMPARTIAL)):
        if not (results.folder / ANSWERS.file).is_file() or results.game.rule_set != rule_set:
            raise Error(
                f"{results.folder} has no results of the rule set {rule_set}; docs/nine-tiles-panic.md says how to "
                "compute them"
            )
    if (first.game.board, first.game.tiles) != (second.game.board, second.game.tiles):
        raise Error(f"{published} and {impartial} are about other boards or tiles")
    if picture:
        picture.write_text(draw(first, load_all_tiles(tiles)), encoding="utf-8")
    rows = compare(first, second, oracle.load_tiles(tiles))
    report("compare_rules", table(rows), figures_of(rows), published / ANSWERS.file)


if __name__ == "__main__":
    run_program(main)
