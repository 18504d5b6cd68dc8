"""The artifacts of Nine Tiles Panic, as their checks read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.core.csv_file import open_csv_artifact
from pipeline.core.database import open_database
from pipeline.core.provenance import read_provenance
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game_files import load_themes, load_tiles
from pipeline.nine_tiles_panic.readers.answers import Triple, read_best_triples
from pipeline.nine_tiles_panic.readers.scores import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.tables import DATABASES
from scripts.verify.known import ROOT


@dataclass
class Artifacts:
    """The artifacts of a full run, opened when they are asked for."""

    folder: Path
    config: Mapping[str, Any]
    board: Board = field(init=False)

    def __post_init__(self) -> None:
        self.board = Board(self.config["board"]["rows"], self.config["board"]["columns"])
        self.tiles = load_tiles(ROOT / self.config["tile_file"], ",".join(map(str, self.config["tiles"])), self.board)
        self.themes = load_themes(ROOT / self.config["theme_file"])

    def query(self, file: str, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query on one of the databases."""
        (schema,) = (of for of in DATABASES if of.file == file)
        with open_database(self.folder / file, schema) as database:
            return [tuple(row) for row in database.exec_driver_sql(sql)]

    def rows(self, name: str) -> list[dict[str, str]]:
        """The rows of one of the CSV files."""
        path = self.folder / name
        with open_csv_artifact(path, read_provenance(path)["stage"]) as reader:
            return list(reader)

    @cached_property
    def synonyms(self) -> ThemeSynonyms:
        """Scores of all theme synonyms."""
        return read_theme_synonyms(self.folder / "theme_synonyms.npz")

    @cached_property
    def most_win(self) -> dict[str, list[Triple]]:
        """The kept triples of every theme set."""
        return read_best_triples(self.folder / "answers.db")
