"""That answers.db is about the configuration, and that its figures are those of the tables."""

from __future__ import annotations

from itertools import combinations

from pipeline.cli.verify import Level
from pipeline.core.provenance import read_provenance
from pipeline.nine_tiles_panic.best_towns import BOARD, TILES
from pipeline.nine_tiles_panic.tables import (
    ANSWERS,
    COVER_FIGURES,
    COVER_THEME_SYNONYMS,
    FIGURES,
    GREEDY,
    MATCH_SET_THEME_SYNONYMS,
    MATCH_SETS,
    MINIMUM,
    SUCCESS_PATTERN,
    THEME_SETS,
    THEMES,
    TRIPLES,
)
from scripts.verify.ladder import Ladder, require
from scripts.verify.nine_tiles_panic.artifacts import Artifacts

ladder: Ladder[Artifacts] = Ladder()


@ladder.add(Level.QUICK)
def game(artifacts: Artifacts) -> None:
    """Board, tiles, themes and theme sets are those of the configuration."""
    section = artifacts.section
    board = {"rows": section.board.rows, "columns": section.board.columns, "rule_set": section.rule_set}
    artifacts.check_rows(BOARD, [board])
    artifacts.check_rows(TILES, ({"tile": tile} for tile in sorted(section.tiles)))
    cards = [
        vars(theme) | {"counts": theme.counts, "minimum": int(scores.min()), "maximum": int(scores.max())}
        for theme, scores in zip(artifacts.themes, artifacts.synonyms.scores, strict=True)
    ]
    artifacts.check_rows(THEMES, cards)
    found = artifacts.frame(THEME_SETS).drop(columns="n_towns").to_numpy().tolist()
    of_three = combinations([theme.no for theme in artifacts.themes], 3)
    right = [["_".join(f"{no:02d}" for no in numbers), *numbers] for numbers in of_three]
    require(found == right, f"the table {THEME_SETS.name} has other theme sets")


@ladder.add(Level.QUICK)
def figures(artifacts: Artifacts) -> None:
    """Figures count what the tables have."""

    def count(sql: str, file: str = ANSWERS.file) -> int:
        ((found,),) = artifacts.query(file, f"SELECT count(*) FROM {sql}")  # noqa: S608
        return int(found)

    n_towns = artifacts.synonyms.n_towns
    told = read_provenance(artifacts.folder / SUCCESS_PATTERN.file)["rows towns"]
    require(int(told) == n_towns.sum(dtype=int), f"the provenance of success_pattern.db tells {told} towns")
    greedy, minimum = (count(f"{COVER_THEME_SYNONYMS} WHERE cover = '{name}'") for name in (GREEDY, MINIMUM))
    of_covers = artifacts.frame(COVER_FIGURES).set_index("name")["value"].to_dict()
    theme_sets = count(f"{THEME_SETS}")
    right = {
        "theme_sets": theme_sets,
        "match_sets": count(f"{MATCH_SETS}"),
        "greedy_cover": greedy,
        "minimum_cover": minimum,
    }
    require(
        right.items() <= of_covers.items() and len(of_covers) == len(right) + 2,
        f"the table {COVER_FIGURES.name} says {of_covers}, but {right} is right",
    )
    expected = {
        "town_synonyms.csv": [count("town_synonyms", SUCCESS_PATTERN.file)],
        "success_pattern.db": [int(n_towns.sum(dtype=int))],
        "theme_synonyms.db": [len(n_towns)],
        "theme_synonym_distance.db": [len(n_towns)],
        "theme_sets.csv": [count(f"{THEME_SETS} WHERE n_towns")],
        "most_win.csv": [theme_sets],
        "most_win_points.csv": [count(f"{TRIPLES}")],
        "most_win_match.csv": [count(f"{MATCH_SET_THEME_SYNONYMS}")],
        "most_win_match_min.csv": [greedy],
        "most_win_min.csv": [theme_sets],
        "minimum_cover.csv": [minimum, of_covers["proven_lower_bound"]],
    }
    table = artifacts.frame(FIGURES)
    found = table.groupby("file")["value"].agg(list).to_dict()
    require(found == expected, f"the table {FIGURES.name} says {found}, but {expected} is right")
    require(
        table["meaning"].is_unique and table["meaning"].str.len().min() > 0, f"the table {FIGURES.name} lacks words"
    )
