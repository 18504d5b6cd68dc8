"""Read the artifacts of Nine Tiles Panic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from oracle import nine_tiles_panic as oracle
from pipeline.artifacts import open_csv_artifact
from pipeline.nine_tiles_panic.configuration import Configuration
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.score_tables import (
    SUCCESS_PATTERN,
    distances_schema,
    success_pattern_schema,
    theme_synonyms_schema,
)
from pipeline.nine_tiles_panic.tables import ANSWERS, best_towns_schema
from pipeline.schemas import Schema
from scripts.rescore import place_of
from scripts.verify import artifacts as of_any_puzzle
from scripts.verify.nine_tiles_panic.cover_proof import match_sets, maximal
from tablebases.errors import Error
from tablebases.files import read_provenance
from tablebases.nine_tiles.best_towns import read_best_triples
from tablebases.nine_tiles.rules.game_files import load_themes
from tablebases.nine_tiles.rules.laid_town import plain_pattern
from tablebases.nine_tiles.rules.themes import Theme
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.nine_tiles.tablebase import Triple
from tablebases.puzzles import NINE_TILES
from tablebases.verification import Origin


class Artifacts(of_any_puzzle.Artifacts[Configuration]):
    """The artifacts of a run."""

    puzzle = NINE_TILES.package

    @property
    def databases(self) -> Sequence[Schema]:
        """The schemas of its databases, by themes, board and block numbers."""
        stride = int(read_provenance(self.folder / SUCCESS_PATTERN.file)["stride"])
        return (
            ANSWERS,
            best_towns_schema(self.themes),
            theme_synonyms_schema(self.themes),
            distances_schema(self.themes),
            success_pattern_schema(self.themes, self.board, stride),
        )

    @property
    def origins(self) -> Mapping[str, Origin]:
        """Artifact -> its stage, settings and data files."""
        run = self.section
        game = {**dict(run.board), "tiles": sorted(run.tiles)}
        return {
            "town_synonyms.csv": self.origin("town_synonyms", game, [run.tile_file]),
            "theme_synonyms.db": self.origin("theme_synonyms", {}, [run.theme_file]),
            ANSWERS.file: self.origin("answers", {**game, "rule_set": run.rule_set}),
        }

    @cached_property
    def board(self) -> Board:
        """The board."""
        return Board(self.section.board.rows, self.section.board.columns)

    @cached_property
    def themes(self) -> tuple[Theme, ...]:
        """The themes of the configuration."""
        return load_themes(Path(self.section.theme_file))

    @cached_property
    def oracle_tiles(self) -> oracle.Tiles:
        """The tiles of the configuration, as the oracle reads them."""
        every = oracle.load_tiles(self.section.tile_file)
        return {number: every[number] for number in sorted(self.section.tiles)}

    def oracle_scores(self, pattern: str) -> list[int]:
        """The oracle's scores of a town in all themes; raises ValueError if it is not complete."""
        pattern = plain_pattern(pattern)
        scores = oracle.score(pattern, self.oracle_tiles, self.board.rows, self.board.columns, self.section.rule_set)
        places = [place_of(theme.key) for theme in self.themes]
        for theme, place in zip(self.themes, places, strict=True):
            if place >= len(scores):
                raise Error(f"the oracle has no card '{theme.key}'; add it to oracle/nine_tiles_panic.py")
        return [scores[place] for place in places]

    def rows(self, name: str) -> list[dict[str, str]]:
        """The rows of a CSV file."""
        path = self.folder / name
        with open_csv_artifact(path, read_provenance(path)["stage"]) as reader:
            return list(reader)

    @cached_property
    def synonyms(self) -> ThemeSynonyms:
        """Scores of all theme synonyms."""
        return read_theme_synonyms(self.folder / "theme_synonyms.npz")

    @cached_property
    def ranks(self) -> NDArray[np.uint8]:
        """Ranks of all scores, uint8 (themes, n); 0 is the best."""
        found = np.empty(self.synonyms.scores.shape, dtype=np.uint8)
        for theme, scores in enumerate(self.synonyms.scores):
            occurring = np.unique(scores)
            found[theme] = len(occurring) - 1 - np.searchsorted(occurring, scores)
        return found

    @cached_property
    def matches(self) -> dict[int, frozenset[str]]:
        """Lowest theme synonym of each match set -> the set."""
        return match_sets(self.folder / ANSWERS.file)

    @cached_property
    def maximal_matches(self) -> dict[int, frozenset[str]]:
        """The match sets that are in no other one: all that a cover needs."""
        return maximal(self.matches)

    @cached_property
    def most_win(self) -> dict[str, list[Triple]]:
        """The kept triples of every theme set."""
        return read_best_triples(self.folder / ANSWERS.file)
