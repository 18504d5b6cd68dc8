"""What the rules need to know of the configuration, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.config import check_is_writable
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game_files import load_themes, load_tiles
from pipeline.recipe import recipe


@dataclass(frozen=True)
class GameWorkflow:
    """The configuration of Nine Tiles Panic as the rules use it.

    recipes: stage -> what its artifacts are made by; see `pipeline.recipe`.
    """

    tile_file: str
    theme_file: str
    tile_numbers: str
    board_options: str
    rule_set: str
    shards: int
    output: str
    recipes: Mapping[str, str]

    @property
    def shard_names(self) -> list[str]:
        """Names of the shards: 00, 01, ..."""
        return [f"{shard:02d}" for shard in range(self.shards)]


def _recipes(config: Mapping[str, Any]) -> dict[str, str]:
    tiles, themes = Path(config["tile_file"]), Path(config["theme_file"])
    board = {"board": config["board"], "tiles": sorted(config["tiles"])}
    found: dict[str, str] = {}

    def add(
        stage: str,
        parameters: Mapping[str, Any],
        data_files: list[Path],
        before: list[str],
    ) -> None:
        module = f"{__package__}.{stage}"
        found[stage] = recipe(module, parameters, data_files, [found[name] for name in before])

    # The number of shards changes nothing in what is made of them, so it is in no recipe.
    add("town_synonyms", board, [tiles], [])
    add("towns", {**board, "rule_set": config["rule_set"]}, [tiles, themes], ["town_synonyms"])
    add("theme_synonyms", {}, [themes], ["towns"])
    add("success_pattern", {}, [themes], ["towns", "theme_synonyms", "town_synonyms"])
    add("distances", {}, [], ["theme_synonyms"])
    add("theme_sets", {}, [], ["theme_synonyms"])
    add("most_win", {}, [], ["distances"])
    add("most_win_match", {}, [], ["distances", "most_win"])
    add("cover", {}, [], ["most_win_match", "success_pattern"])
    return found


def prepare(config: Mapping[str, Any]) -> GameWorkflow:
    """Check the configuration of this puzzle and the files that it names.

    Args:
        config: the section `nine_tiles_panic`, which follows the schema.

    Raises:
        PipelineError: a file is missing or wrong, the tiles do not fit the board, or the output
            folder cannot be written.
    """
    board = Board(config["board"]["rows"], config["board"]["columns"])
    tile_numbers = ",".join(map(str, sorted(config["tiles"])))
    load_tiles(Path(config["tile_file"]), tile_numbers, board)
    load_themes(Path(config["theme_file"]))
    check_is_writable(Path(config["output"]))
    return GameWorkflow(
        tile_file=config["tile_file"],
        theme_file=config["theme_file"],
        tile_numbers=tile_numbers,
        board_options=f"--rows {board.rows} --columns {board.columns}",
        rule_set=config["rule_set"],
        shards=config["shards"],
        output=config["output"],
        recipes=_recipes(config),
    )
