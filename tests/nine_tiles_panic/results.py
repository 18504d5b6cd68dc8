"""A small run of Nine Tiles Panic: all stages in this process, without the workflow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.nine_tiles_panic.readers import ThemeSynonyms
from pipeline.nine_tiles_panic.stages import (
    answers,
    best_towns,
    cover,
    distances,
    learn,
    mixes,
    most_win,
    most_win_match,
    success_pattern,
    theme_synonyms,
    town_synonyms,
    towns,
)
from pipeline.nine_tiles_panic.tables import TRIPLES
from tablebases.nine_tiles.best_towns import BestAnswer, BestTowns, NamedTown, TownsToLearn, answer_of
from tablebases.nine_tiles.rules.themes import Theme
from tests.nine_tiles_panic.helpers import THEME_FILE, TILE_FILE
from tests.provenance import noted

SYNONYMS = ("theme_synonyms.db", "theme_synonyms.npz")


def run_town_stages(
    folder: Path,
    numbers: str,
    rows: int,
    columns: int,
    *,
    tiles: Path = TILE_FILE,
    themes: Path = THEME_FILE,
    rule_set: str = "published",
    n_shards: int = 1,
) -> None:
    """Fill `folder` with all towns of a board and the tiles of `numbers`."""
    shards = [folder / f"{shard:02d}.db" for shard in range(n_shards)]
    listed, synonyms, scores = (folder / f"{name}" for name in ("town_synonyms.csv", *SYNONYMS))
    town_synonyms.main(tiles, numbers, rows, columns, listed, noted(folder, "town_synonyms"))
    for number, shard in enumerate(shards):
        towns.main(tiles, numbers, themes, rows, columns, listed, number, n_shards, shard, rule_set)
    theme_synonyms.main(themes, shards, synonyms, scores, noted(folder, "theme_synonyms"))
    success = folder / "success_pattern.db"
    success_pattern.main(shards, synonyms, scores, listed, tiles, numbers, rows, columns, success)


def run_all_stages(
    folder: Path,
    numbers: str,
    rows: int,
    columns: int,
    *,
    tiles: Path = TILE_FILE,
    themes: Path = THEME_FILE,
    rule_set: str = "published",
) -> None:
    """Fill `folder` with all artifacts of a board and the tiles of `numbers`."""
    run_town_stages(folder, numbers, rows, columns, tiles=tiles, themes=themes, rule_set=rule_set)
    synonyms, scores = (folder / name for name in SYNONYMS)
    listed, success, parts = folder / "town_synonyms.csv", folder / "success_pattern.db", folder / "parts"
    rounds, match_sets, covers = parts / "rounds.db", parts / "match_sets.db", parts / "cover.db"
    mixed = parts / "mixes.db"
    distances.main(synonyms, scores, folder / "theme_synonym_distance.db")
    of_sets = (folder / f"{name}.csv" for name in ("most_win", "most_win_points", "triples", "theme_sets"))
    most_win.main(scores, *of_sets, rounds, noted(folder, "most_win"))
    mixes.main(scores, rounds, success, mixed)
    most_win_match.main(scores, rounds, folder / "most_win_match.csv", match_sets, noted(folder, "most_win_match"))
    csv_files = (folder / f"{name}.csv" for name in ("most_win_match_min", "most_win_min", "minimum_cover"))
    cover.main(match_sets, success, *csv_files, covers, noted(folder, "cover"))
    learn.main(match_sets, folder / "learn.csv", noted(folder, "learn"))
    answers.main(
        numbers, rows, columns, rule_set, listed, synonyms, scores, folder / "theme_sets.csv",
        rounds, mixed, match_sets, covers, folder / "learn.csv", folder / "answers.db",
    )  # fmt: skip
    best_towns.main(scores, success, folder / "answers.db", folder / "best_towns.db")


def few_themes(folder: Path, *numbers: int) -> Path:
    """A theme file with the cards of these numbers; a dozen cards take a tenth of the time."""
    header, *lines = THEME_FILE.read_text(encoding="utf-8").splitlines()
    chosen = [line for line in lines if int(line.partition(",")[0]) in numbers]
    path = folder / "themes.csv"
    path.write_text("\n".join([header, *chosen, ""]), encoding="utf-8")
    return path


def synonyms_of(vectors: list[list[int]]) -> ThemeSynonyms:
    """Theme synonyms with 1, 2, 3, .. towns."""
    numbers = list(range(1, len(vectors[0]) + 1))
    scores = np.array(vectors, dtype=np.int8).T.copy()
    return ThemeSynonyms(numbers, scores, np.arange(1, len(vectors) + 1, dtype=np.int32))


def triples_of(synonyms: ThemeSynonyms) -> pd.DataFrame:
    """The table `triples` of `synonyms`."""
    return pd.DataFrame(most_win.play_all(synonyms), columns=TRIPLES.columns.keys())


def best_towns_of(
    synonyms: ThemeSynonyms,
    themes: Sequence[Theme],
    chosen: list[int],
    learned: list[TownsToLearn],
    pattern_of: Callable[[int], str],
) -> BestTowns:
    """The content of best_towns.db for `synonyms`, the cover `chosen` and the learning list `learned`."""
    answers: dict[str, list[BestAnswer]] = {}
    for row in best_towns.best_answers(synonyms, triples_of(synonyms), chosen):
        answers.setdefault(row["cards"], []).append(answer_of(row))
    scores = {no: dict(reversed(synonyms.towns_of_scores(i).items())) for i, no in enumerate(synonyms.theme_numbers)}
    towns = {
        id_ + 1: NamedTown(pattern_of(id_ + 1), int(synonyms.n_towns[id_]), tuple(synonyms.scores[:, id_].tolist()))
        for id_ in range(len(synonyms.n_towns))
    }
    return BestTowns(list(themes), scores, answers, chosen, len(chosen), learned, towns, len(synonyms.n_towns))
