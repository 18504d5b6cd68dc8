"""Stage cover: the fewest theme synonyms that answer all theme sets."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from pipeline.artifacts import ProvenanceNotes, write_frame
from pipeline.database import create_database, open_database
from pipeline.nine_tiles_panic.covers import assign_elements, greedy_cover, minimum_cover
from pipeline.nine_tiles_panic.readers import first_town, read_match_table
from pipeline.nine_tiles_panic.tables import (
    COVER,
    COVER_FIGURES,
    COVER_THEME_SETS,
    COVER_THEME_SYNONYMS,
    MOST_WIN_MIN,
    SUCCESS_PATTERN,
)
from pipeline.stage import run_stage
from tablebases.errors import Error
from tablebases.messages import say
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, read_themes
from tablebases.nine_tiles.tiles import divided


def _with_towns(answers: pd.DataFrame, success_pattern: Path) -> pd.DataFrame:
    """The answers by theme set, each with a town of its theme synonym and its scores."""
    numbers = {theme.column: str(theme.no) for theme in read_themes(success_pattern, SUCCESS_PATTERN)}
    with open_database(success_pattern, SUCCESS_PATTERN) as database:
        towns = pd.DataFrame([first_town(database, id_) for id_ in answers["theme_synonym_id"].unique().tolist()])
    return answers.sort_values("theme_set_id").merge(towns.rename(columns=numbers), on="theme_synonym_id")


def main(
    match_sets: Path, success_pattern: Path, match_min: Path, most_win_min: Path, minimum: Path, tables: Path
) -> None:
    """Cover all theme sets with as few theme synonyms as possible, greedily and as a proven minimum.

    The greedy cover lists its theme synonyms in the order of the choice, with the theme sets that each adds. The file
    of answers has one row per theme set: the theme synonym of the greedy cover that added it, a town, its scores, and
    the number of theme synonyms of the cover that answer it (n_in_min). The minimum cover assigns every theme set to
    one of its theme synonyms. The proven bound is in the table cover_figures of the database.
    """
    provenance = ProvenanceNotes(__file__, [match_sets, success_pattern], {})
    table = read_match_table(match_sets)
    if not table.theme_sets:
        raise Error(f"{match_sets} matches no theme set at all")
    by_greed = greedy_cover(table.sets)
    smallest = minimum_cover(table.sets)
    covers = {GREEDY: table.rows(by_greed), MINIMUM: table.rows(assign_elements(table.sets, smallest.chosen))}
    chosen = pd.DataFrame(
        [
            (name, place, id_, len(theme_sets), theme_sets)
            for name, cover in covers.items()
            for place, (id_, theme_sets) in enumerate(cover, 1)
        ],
        columns=["cover", "place", "theme_synonym_id", "n", "theme_set_id"],
    )
    assigned = chosen.explode("theme_set_id")
    answers = _with_towns(assigned[assigned["cover"] == GREEDY][["theme_set_id", "theme_synonym_id"]], success_pattern)
    in_greedy = table.sets[[match_set for match_set, _ in by_greed]].sum(axis=0)
    answers["n_in_min"] = answers["theme_set_id"].map(dict(zip(table.theme_sets, in_greedy.tolist(), strict=True)))
    figures = {
        "theme_sets": len(table.theme_sets),
        "match_sets": len(table.theme_synonym),
        "maximal_match_sets": smallest.n_candidates,
        "greedy_cover": len(by_greed),
        "minimum_cover": len(smallest.chosen),
        "proven_lower_bound": smallest.bound,
    }
    listed = chosen.assign(matched_theme_set=chosen["theme_set_id"].str.join(" "))
    columns = ["theme_synonym_id", "n", "matched_theme_set"]
    for path, name in ((match_min, GREEDY), (minimum, MINIMUM)):
        write_frame(path, listed.loc[listed["cover"] == name, columns], provenance)
    write_frame(most_win_min, answers.assign(pattern=answers["pattern"].map(divided)), provenance)
    with create_database(tables, COVER, provenance) as writer:
        writer.insert(COVER_THEME_SYNONYMS, chosen.to_dict("records"))
        writer.insert(COVER_THEME_SETS, assigned.to_dict("records"))
        writer.insert(MOST_WIN_MIN, answers.to_dict("records"))
        writer.insert(COVER_FIGURES, ({"name": name, "value": value} for name, value in figures.items()))
    say(
        f"cover: {len(table.theme_sets):,} theme sets need {len(smallest.chosen)} theme synonyms, "
        f"proven; the greedy cover has {len(by_greed)}"
    )


if __name__ == "__main__":
    run_stage(main)
