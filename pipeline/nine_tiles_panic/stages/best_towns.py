"""Stage best_towns: the best answers for any one, two or three cards, each with a town, in one small database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import Connection, select

from pipeline.artifacts import ProvenanceNotes
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, first_town, read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import SUCCESS_PATTERN
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    BEST_ANSWERS,
    COVER_THEME_SYNONYMS,
    IN_BEST_TOWNS,
    LEARN_THEME_SYNONYMS,
    TRIPLES,
    best_towns_schema,
    named_towns_table,
)
from pipeline.reading import open_database
from tablebases.arrays import Matrix, Vector
from tablebases.errors import Error
from tablebases.messages import Progress, say
from tablebases.nine_tiles.best_towns import read_minimum_cover
from tablebases.nine_tiles.rules.laid_town import effort
from tablebases.nine_tiles.rules.round_robin import Matcher, round_robin
from tablebases.nine_tiles.rules.themes import THEMES_IN_A_SET, theme_set_id
from tablebases.nine_tiles.tablebase import read_themes

Row = dict[str, Any]
"""A row of the table `triples` or `best_answers`."""


def card_sets(n_themes: int) -> Iterator[tuple[int, ...]]:
    """All sets of one, two or three themes, as ascending places in the list of themes."""
    for size in range(1, THEMES_IN_A_SET + 1):
        yield from combinations(range(n_themes), size)


DISTANCES = ("dist_1", "dist_2", "dist_3")


class RoundRobins:
    """The winners of the round robins for any cards, and the runners-up.

    `triples` is the table, `numbers` are the numbers of all themes, ascending.
    """

    def __init__(self, triples: pd.DataFrame, numbers: Sequence[int]) -> None:
        self._triples = triples.groupby("theme_set_id")
        self._numbers = numbers
        self._best: dict[str, list[Row]] = {}
        for row in triples[triples["kept"] == 1].to_dict("records"):
            self._best.setdefault(row["theme_set_id"], []).append(row)
        in_order = triples[triples["kept"] == 0].sort_values(
            ["losses", "wins", *DISTANCES], ascending=[True, False, True, True, True]
        )
        first = in_order.drop_duplicates("theme_set_id").set_index("theme_set_id")
        self._runner_up: dict[str, list[int]] = dict(
            zip(first.index, first[[*DISTANCES]].to_numpy().tolist(), strict=True)
        )

    def best(self, cards: tuple[int, ...]) -> tuple[list[Row], list[int] | None]:
        """The best answers for `cards`, ascending: dist_1, .. and wins, losses, rounds; and the runner-up.

        Of the other distances, the runner-up has the fewest losses, of these the most wins, and is the first of these.
        It is None if all are best answers.
        """
        if len(cards) == THEMES_IN_A_SET:
            theme_set = theme_set_id(self._numbers[card] for card in cards)
            return self._best[theme_set], self._runner_up.get(theme_set)
        occurring = self._occurring(cards)
        result = round_robin(occurring)
        columns = dict(
            zip(DISTANCES, occurring.T, strict=False), wins=result.wins, losses=result.losses, rounds=result.rounds
        )
        rows = [{name: int(column[i]) for name, column in columns.items()} for i in np.flatnonzero(result.is_best)]
        others = np.flatnonzero(~result.is_best).tolist()  # in the order of distances
        runner_up = min(others, key=lambda i: (result.losses[i], -result.wins[i]), default=None)
        return rows, None if runner_up is None else occurring[runner_up].tolist()

    def _occurring(self, cards: tuple[int, ...]) -> Matrix[np.int64]:
        """The occurring distances in one or two themes, ascending: (n, themes)."""
        others = [place for place in range(len(self._numbers)) if place not in cards]
        theme_set = sorted([*cards, *others[: THEMES_IN_A_SET - len(cards)]])  # any set with them has all
        rows = self._triples.get_group(theme_set_id(self._numbers[place] for place in theme_set))
        columns = [f"dist_{theme_set.index(card) + 1}" for card in cards]
        return np.unique(rows[columns].to_numpy(dtype=np.int64), axis=0)


def preferred(cover: Sequence[int], count: int) -> Vector[np.int32]:
    """The rank of each theme synonym as an example, by its place in `cover`: int32 (n,)."""
    rank = np.full(count, len(cover), dtype=np.int32)
    rank[np.array(cover, dtype=np.int64) - 1] = np.arange(len(cover))
    return rank


def best_answers(synonyms: ThemeSynonyms, triples: pd.DataFrame, cover: Sequence[int]) -> Iterator[Row]:
    """The rows of the table `best_answers`.

    The example of an answer is the first theme synonym of `cover` with its scores, or else that with the lowest id.
    """
    numbers = synonyms.theme_numbers
    round_robins, matcher = RoundRobins(triples, numbers), Matcher(synonyms.distances)
    scores = [list(synonyms.towns_of_scores(theme))[::-1] for theme in range(len(numbers))]
    rank = preferred(cover, len(synonyms.n_towns))
    sets = list(card_sets(len(numbers)))
    progress = Progress("best_towns", len(sets), "card sets")
    for cards in sets:
        best, runner_up = round_robins.best(cards)
        for place, answer in enumerate(best, 1):
            distances = [answer[f"dist_{i}"] for i in range(1, len(cards) + 1)]
            places = matcher.with_distances(cards, distances)
            reached = [scores[card][distance] for card, distance in zip(cards, distances, strict=True)]
            nothing = [None] * (THEMES_IN_A_SET - len(cards))
            other = [None] * THEMES_IN_A_SET if runner_up is None else runner_up + nothing
            yield {
                "cards": theme_set_id(numbers[card] for card in cards),
                "place": place,
                **{f"dist_{i}": distance for i, distance in enumerate(distances + nothing, 1)},
                **{f"score_{i}": score for i, score in enumerate(reached + nothing, 1)},
                **{name: answer[name] for name in ("wins", "losses", "rounds")},
                **{f"runner_up_{i}": distance for i, distance in enumerate(other, 1)},
                "n_theme_synonyms": len(places),
                "n_towns": int(synonyms.n_towns[places].sum(dtype=np.int64)),
                "theme_synonym_id": int(places[rank[places].argmin()]) + 1,
            }
        progress.advance(1)
    progress.finish()


def named_theme_synonyms(answers: Iterable[Row], database: Connection) -> set[int]:
    """The theme synonyms of best_towns.db, from its answers and from tables of answers.db."""
    ids = {int(row["theme_synonym_id"]) for row in answers}
    for table in (COVER_THEME_SYNONYMS, LEARN_THEME_SYNONYMS):
        ids.update(database.execute(select(table.c.theme_synonym_id)).scalars())
    return ids


def main(scores: Path, success_pattern: Path, answers: Path, out: Path) -> None:
    """Gather best answers for any cards, cover and learning list in one small database.

    With fewer than three cards the round robin is played among the occurring scores in these: for one card the best
    score wins; for two the best pairs of scores have the fewest losses and, of these, the most wins.

    The town of an answer is of the minimum cover if that has one, so that few towns have to be learned; of several, it
    is the one that is easiest to lay, by `effort`.
    """
    provenance = ProvenanceNotes(__file__, [scores, success_pattern, answers], {})
    synonyms = read_theme_synonyms(scores)
    cover, _ = read_minimum_cover(answers)
    themes = read_themes(answers, ANSWERS)
    if synonyms.theme_numbers != [theme.no for theme in themes]:
        raise Error(f"{answers} is not about the themes of {scores}; run `snakemake` to rebuild it")
    with open_database(answers, ANSWERS) as database, open_database(success_pattern, SUCCESS_PATTERN) as all_towns:
        first = cache(partial(first_town, all_towns))
        cover.sort(key=lambda id_: effort(first(id_)["pattern"]))
        rows = list(best_answers(synonyms, pd.read_sql(select(TRIPLES), database), cover))
        ids = named_theme_synonyms(rows, database)
        towns = [{**first(id_), "n_towns": int(synonyms.n_towns[id_ - 1])} for id_ in sorted(ids)]
    schema = best_towns_schema(themes)
    with create_database(out, schema, provenance) as writer:
        writer.copy_tables([(answers, replace(ANSWERS, tables=IN_BEST_TOWNS))])
        writer.insert(BEST_ANSWERS, rows)
        writer.insert(named_towns_table(themes), towns)
    say(f"best towns: {len(rows):,} best answers and {len(ids):,} towns in {out}, {out.stat().st_size / 1e3:,.0f} kB")
