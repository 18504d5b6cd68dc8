"""Stage answers: the best answers to every theme set, the covers and the learning list in one database."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from sqlalchemy import Table, select

from pipeline.artifacts import ProvenanceNotes, check_file
from pipeline.database import create_database
from pipeline.nine_tiles_panic import tables
from pipeline.nine_tiles_panic.readers import read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import OF_THEMES
from pipeline.nine_tiles_panic.tables import BOARD, TILES
from pipeline.reading import open_database
from tablebases.files import LIST_SEPARATOR
from tablebases.messages import say
from tablebases.nine_tiles.rules.game_files import parse_tile_numbers
from tablebases.nine_tiles.rules.themes import all_theme_sets
from tablebases.nine_tiles.tablebase import read_themes
from tablebases.puzzles import NINE_TILES


def _read(path: Path, stage: str) -> pd.DataFrame:
    check_file(path, NINE_TILES.stage(stage))
    return pd.read_csv(path)


def main(
    tile_numbers: str,
    rows: int,
    columns: int,
    rule_set: str,
    town_synonyms: Path,
    theme_synonyms: Path,
    scores: Path,
    theme_sets: Path,
    rounds: Path,
    mixes: Path,
    match_sets: Path,
    cover: Path,
    learn: Path,
    out: Path,
) -> None:
    """Gather all results about theme sets in one database, with keys for joins."""
    numbers = parse_tile_numbers(tile_numbers)
    game = {"rows": rows, "columns": columns, "rule_set": rule_set}
    copied = {rounds: tables.ROUNDS, mixes: tables.MIXED, match_sets: tables.MATCHES, cover: tables.COVER}
    inputs = [town_synonyms, theme_synonyms, scores, theme_sets, *copied, learn]
    provenance = ProvenanceNotes(__file__, inputs, {**game, "tiles": numbers})
    themes = read_themes(theme_synonyms)
    n_towns = read_theme_synonyms(scores, []).n_towns
    best = _read(theme_sets, "most_win").set_index("theme_set_id")["n_towns"].to_dict()
    lists = _read(learn, "learn").astype({"theme_synonym_ids": str}).to_dict("records")
    with open_database(cover, tables.COVER) as database:
        cover_figures = dict(database.execute(select(tables.COVER_FIGURES)).tuples().all())

    def count(table: Table) -> int:
        return int(provenance.notes[f"rows {table.name}"])

    with create_database(out, tables.ANSWERS, provenance) as writer:
        writer.insert(BOARD, [game])
        writer.insert(TILES, [{"tile": number} for number in numbers])
        writer.insert(
            tables.THEME_SETS,
            [
                {
                    "theme_set_id": theme_set.id,
                    **{f"theme_{i}": themes[index].no for i, index in enumerate(theme_set.indices, 1)},
                    "n_towns": best.get(theme_set.id, 0),
                }
                for theme_set in all_theme_sets([theme.no for theme in themes])
            ],
        )
        writer.copy_tables([(theme_synonyms, OF_THEMES), *copied.items()])
        writer.insert(tables.LEARN, lists)
        writer.insert(
            tables.LEARN_THEME_SYNONYMS,
            [
                {**row, "place": place, "theme_synonym_id": int(id_)}
                for row in lists
                for place, id_ in enumerate(row["theme_synonym_ids"].split(LIST_SEPARATOR), 1)
            ],
        )
        figures = [
            ("town synonyms", len(_read(town_synonyms, "town_synonyms")), "town_synonyms.csv"),
            ("towns, all scored", int(n_towns.sum(dtype=int)), "success_pattern.db"),
            ("theme synonyms", len(n_towns), "theme_synonyms.db"),
            ("distances of theme synonyms", len(n_towns), "theme_synonym_distance.db"),
            ("theme sets with a town best in all three", len(best), "theme_sets.csv"),
            ("theme sets with best answers", count(tables.THEME_SETS), "most_win.csv"),
            ("combinations of scores in round robins", count(tables.TRIPLES), "triples.csv"),
            (
                "theme synonyms best for some theme set",
                count(tables.MATCH_SET_THEME_SYNONYMS),
                "most_win_match.csv",
            ),
            ("theme synonyms of the greedy cover", cover_figures["greedy_cover"], "most_win_match_min.csv"),
            ("theme sets that the greedy cover answers", cover_figures["theme_sets"], "most_win_min.csv"),
            ("theme synonyms of the smallest cover", cover_figures["minimum_cover"], "minimum_cover.csv"),
            ("proven lower bound of a cover", cover_figures["proven_lower_bound"], "minimum_cover.csv"),
        ]
        writer.insert(tables.FIGURES, [dict(zip(("meaning", "value", "file"), row, strict=True)) for row in figures])
    say(f"answers: {len(tables.ANSWERS.tables)} tables and views in {out}")
