"""Stage theme_synonyms: the different score vectors of all shards, numbered by their names."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from pipeline.artifact.database import DatabaseWriter, create_database, open_database, read_array
from pipeline.artifact.provenance import ProvenanceNotes
from pipeline.nine_tiles_panic.game.score_vectors import merge_counted, scores_of_keys
from pipeline.nine_tiles_panic.game.themes import Theme
from pipeline.nine_tiles_panic.game_files import OutOption, ThemesOption, load_themes
from pipeline.nine_tiles_panic.towns import read_shards
from pipeline.progress import say
from pipeline.stage import run_command

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class ThemeSynonyms:
    """All theme synonyms as read back; place i belongs to id i + 1.

    theme_numbers: ascending. scores: int8 (themes, n). n_towns: int32 (n,).
    """

    theme_numbers: list[int]
    scores: NDArray[np.int8]
    n_towns: NDArray[np.int32]


def read_theme_synonyms(path: Path) -> ThemeSynonyms:
    """Read the artifact of this stage, from its packed arrays.

    Raises:
        PipelineError: it is missing, damaged, or of another kind.
    """
    with closing(open_database(path, "theme_synonyms", SCHEMA_VERSION)) as connection:
        return ThemeSynonyms(
            [no for (no,) in connection.execute("SELECT no FROM themes ORDER BY no")],
            read_array(connection, "scores"),
            read_array(connection, "n_towns"),
        )


def score_columns(theme_columns: Sequence[str]) -> str:
    """The score columns of a table, in SQL."""
    return ", ".join(f"{column} INTEGER NOT NULL" for column in theme_columns)


def theme_synonyms_table(theme_columns: Sequence[str]) -> str:
    """The SQL of the table theme_synonyms, the same in every database that has it."""
    return (
        f"CREATE TABLE theme_synonyms (id INTEGER PRIMARY KEY, {score_columns(theme_columns)}, "
        "n_towns INTEGER NOT NULL) STRICT"
    )


THEMES_TABLE = """
CREATE TABLE themes (
    no INTEGER PRIMARY KEY, key TEXT NOT NULL, name_en TEXT NOT NULL, name_ja TEXT NOT NULL,
    level TEXT NOT NULL
) STRICT
"""


def insert_themes(writer: DatabaseWriter, themes: Sequence[Theme]) -> None:
    """Make and fill the table of the themes' numbers and names."""
    writer.execute(THEMES_TABLE)
    rows = [(t.no, t.key, t.name_en, t.name_ja, t.level) for t in themes]
    writer.insert_rows("themes", rows, repr(rows).encode())


def main(
    shards: Annotated[list[Path], typer.Argument(help="Artifacts of the stage towns.")],
    themes: ThemesOption,
    out: OutOption,
) -> None:
    """Merge the theme synonyms of all shards and give them their ids.

    The id of a theme synonym is the 1-based rank of its name, its scores joined by underscores
    with the ending .txt, among all names as byte strings.

    Example: python -m pipeline.nine_tiles_panic.theme_synonyms
    --themes data/nine_tiles_panic/themes.csv --out results/nine_tiles_panic/theme_synonyms.db
    results/nine_tiles_panic/shards/*.db
    """
    parts = read_shards(sorted(shards))
    provenance = ProvenanceNotes(__file__, [themes, *sorted(shards)], {})
    scored_themes = load_themes(themes)
    keys, n_towns = merge_counted([(part.keys, part.n_towns.astype(np.int64)) for part in parts])
    scores = scores_of_keys(keys, len(scored_themes))
    say(f"theme synonyms: {len(keys):,} of {int(n_towns.sum()):,} towns; writing {out.name}")
    provenance.notes["towns"] = str(int(n_towns.sum()))
    with create_database(out, SCHEMA_VERSION, provenance) as writer:
        insert_themes(writer, scored_themes)
        writer.insert_array("scores", scores)
        writer.insert_array("n_towns", n_towns.astype(np.int32))
        writer.execute(theme_synonyms_table([theme.column for theme in scored_themes]))
        ids = np.arange(1, len(keys) + 1)
        writer.insert_columns("theme_synonyms", [ids, *scores, n_towns])


if __name__ == "__main__":
    run_command(main)
