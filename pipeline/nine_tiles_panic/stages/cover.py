"""Stage cover: the fewest theme synonyms that answer all theme sets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pipeline.artifacts import ProvenanceNotes, write_csv
from pipeline.database import create_database
from pipeline.nine_tiles_panic.covers import assign_elements, greedy_cover, minimum_cover, read_match_table
from pipeline.nine_tiles_panic.readers import first_town
from pipeline.nine_tiles_panic.score_tables import SUCCESS_PATTERN
from pipeline.nine_tiles_panic.tables import COVER, COVER_FIGURES, COVER_THEME_SETS, COVER_THEME_SYNONYMS, MOST_WIN_MIN
from pipeline.reading import open_database
from tablebases.errors import Error
from tablebases.files import LIST_SEPARATOR
from tablebases.messages import say
from tablebases.nine_tiles.tablebase import GREEDY, MINIMUM, read_themes


def main(
    match_sets: Path,
    success_pattern: Path,
    match_min: Path,
    most_win_min: Path,
    minimum: Path,
    tables: Path,
    notes: Path,
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
    chosen: list[dict[str, Any]] = [
        {"cover": name, "place": place, "theme_synonym_id": id_, "n": len(theme_sets), "theme_sets": theme_sets}
        for name, cover in covers.items()
        for place, (id_, theme_sets) in enumerate(cover, 1)
    ]
    assigned = [{**row, "theme_set_id": theme_set} for row in chosen for theme_set in row["theme_sets"]]
    in_greedy = table.sets[[match_set for match_set, _ in by_greed]].sum(axis=0)
    n_in_min = dict(zip(table.theme_sets, in_greedy.tolist(), strict=True))
    with open_database(success_pattern, SUCCESS_PATTERN) as database:
        towns = {id_: first_town(database, id_) for id_, _ in covers[GREEDY]}
    answers = [
        {"theme_set_id": theme_set, **towns[id_], "n_in_min": n_in_min[theme_set]}
        for theme_set, id_ in sorted((theme_set, id_) for id_, theme_sets in covers[GREEDY] for theme_set in theme_sets)
    ]
    figures = {
        "theme_sets": len(table.theme_sets),
        "match_sets": len(table.theme_synonym),
        "maximal_match_sets": smallest.n_candidates,
        "greedy_cover": len(by_greed),
        "minimum_cover": len(smallest.chosen),
        "proven_lower_bound": smallest.bound,
    }
    for path, name in ((match_min, GREEDY), (minimum, MINIMUM)):
        rows = ((id_, len(theme_sets), LIST_SEPARATOR.join(theme_sets)) for id_, theme_sets in covers[name])
        write_csv(path, ["theme_synonym_id", "n", "matched_theme_set"], rows, provenance)
    numbers = {theme.column: str(theme.no) for theme in read_themes(success_pattern, SUCCESS_PATTERN)}
    write_csv(most_win_min, [numbers.get(name, name) for name in answers[0]], map(dict.values, answers), provenance)
    with create_database(tables, COVER, provenance) as writer:
        writer.insert(COVER_THEME_SYNONYMS, chosen)
        writer.insert(COVER_THEME_SETS, assigned)
        writer.insert(MOST_WIN_MIN, answers)
        writer.insert(COVER_FIGURES, ({"name": name, "value": value} for name, value in figures.items()))
    provenance.write(notes)
    say(
        f"cover: {len(table.theme_sets):,} theme sets need {len(smallest.chosen)} theme synonyms, "
        f"proven; the greedy cover has {len(by_greed)}"
    )
