"""What the rules need to know of the configuration, checked before anything runs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.artifact.provenance import content_digest
from pipeline.config import check_is_writable
from pipeline.nine_tiles_panic.atlas_site import DATA_FILE, atlas_folder, site_files
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game_files import game_parameters, load_themes, load_tiles
from pipeline.stages import Stages

FIGURES = ("theme_scores", "distances", "maxima", "cover", "learning")
ARTIFACTS = {
    "town_synonyms": ["town_synonyms.csv"],
    "theme_synonyms": ["theme_synonyms.db"],
    "success_pattern": ["success_pattern.db"],
    "distances": ["theme_synonym_distance.db"],
    "theme_sets": ["theme_sets.csv"],
    "most_win": ["most_win.csv", "most_win_points.csv"],
    "most_win_match": ["most_win_match.csv"],
    "cover": ["most_win_match_min.csv", "most_win_min.csv", "minimum_cover.csv"],
    "learn": ["learn.csv"],
    "figures": [f"figures/{name}.svg" for name in FIGURES],
    "costs": ["figures/costs.svg"],
}
"""Stage -> what it leaves in the output folder. The shards of `towns` are temporary."""


@dataclass(frozen=True)
class GameWorkflow:
    """The configuration of Nine Tiles Panic as the rules use it.

    outdated: stage -> files that there are only while its artifacts are made otherwise than they
        would be now.
    is_up_to_date: whether all artifacts exist and are made as they would be now.
    """

    tile_file: str
    theme_file: str
    tile_numbers: str
    board_options: str
    rule_set: str
    shards: int
    output: str
    outdated: Mapping[str, list[str]]
    is_up_to_date: bool

    @property
    def shard_names(self) -> list[str]:
        """Names of the shards: 00, 01, ..."""
        return shard_names(self.shards)


def shard_names(shards: int) -> list[str]:
    """Names of so many shards: 00, 01, ..."""
    return [f"{shard:02d}" for shard in range(shards)]


def stages_of(
    config: Mapping[str, Any], game: Mapping[str, Any], pages: Sequence[str] = ()
) -> Stages:
    """The stages, with the recipes that they will write into their artifacts.

    Args:
        config: the section `nine_tiles_panic`.
        game: the board and the tiles, as `game_parameters` gives them.
        pages: what the pages of other puzzles in the atlas are made by.
    """
    tiles, themes = (content_digest(Path(config[key])) for key in ("tile_file", "theme_file"))
    output = Path(config["output"])
    stages = Stages(f"{__package__}", output)

    def add(stage: str, **inputs: Any) -> None:
        stages.add(stage, ARTIFACTS[stage], **inputs)

    scored_game = {**game, "rule_set": config["rule_set"]}
    add("town_synonyms", data=[tiles], parameters=game)
    # The number of shards changes nothing in what is made of them, so it is in no recipe.
    stages.add(
        "towns",
        [f"shards/{name}.db" for name in shard_names(config["shards"])],
        reads=["town_synonyms"],
        data=[tiles, themes],
        parameters=scored_game,
        notes={"shards": str(config["shards"])},
        is_kept=False,
    )
    add("theme_synonyms", reads=["towns"], data=[themes])
    add("success_pattern", reads=["towns", "theme_synonyms", "town_synonyms"], data=[themes])
    add("distances", reads=["theme_synonyms"])
    add("theme_sets", reads=["theme_synonyms"])
    add("most_win", reads=["distances"])
    add("most_win_match", reads=["distances", "most_win"])
    add("cover", reads=["most_win_match", "success_pattern"])
    add("learn", reads=["most_win_match"])
    add("figures", reads=["theme_synonyms", "distances", "cover", "learn"])
    add("costs")
    stages.add(
        "atlas",
        [os.path.relpath(atlas_folder(output) / DATA_FILE, output)],
        reads=["theme_synonyms", "success_pattern", "most_win", "cover", "learn"],
        data=[tiles, themes, *map(content_digest, site_files()), *pages],
        parameters=scored_game,
        is_kept=False,
    )
    return stages


def prepare(config: Mapping[str, Any], pages: Sequence[str] = ()) -> GameWorkflow:
    """Check the configuration of this puzzle and the files that it names.

    Args:
        config: the section `nine_tiles_panic`, which follows the schema.
        pages: what the pages of other puzzles in the atlas are made by.

    Raises:
        PipelineError: a file is missing or wrong, the tiles do not fit the board, or the output
            folder cannot be written or holds something else in the place of an artifact.
    """
    board = Board(config["board"]["rows"], config["board"]["columns"])
    tile_numbers = ",".join(map(str, sorted(config["tiles"])))
    tiles = load_tiles(Path(config["tile_file"]), tile_numbers, board)
    load_themes(Path(config["theme_file"]))
    output = Path(config["output"])
    check_is_writable(output)
    stages = stages_of(config, game_parameters(board, tiles), pages)
    outdated = stages.mark_outdated()
    return GameWorkflow(
        tile_file=config["tile_file"],
        theme_file=config["theme_file"],
        tile_numbers=tile_numbers,
        board_options=f"--rows {board.rows} --columns {board.columns}",
        rule_set=config["rule_set"],
        shards=config["shards"],
        output=config["output"],
        outdated=outdated,
        is_up_to_date=stages.all_exist() and not any(outdated.values()),
    )
