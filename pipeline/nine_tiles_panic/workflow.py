"""What the rules need to know of the configuration, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pipeline.artifact.files import renamed_when_complete
from pipeline.artifact.provenance import content_digest, is_made_by
from pipeline.config import check_is_writable
from pipeline.nine_tiles_panic.atlas_site import DATA_FILE, atlas_folder, site_files
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game_files import game_parameters, load_themes, load_tiles
from pipeline.recipe import recipe

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


def recipes(config: Mapping[str, Any], game: Mapping[str, Any]) -> dict[str, str]:
    """Stage -> the recipe that it will write into its artifacts; see `pipeline.recipe`.

    Args:
        config: the section `nine_tiles_panic`.
        game: the board and the tiles, as `game_parameters` gives them.
    """
    tiles, themes = (content_digest(Path(config[key])) for key in ("tile_file", "theme_file"))
    found: dict[str, str] = {}

    def add(
        stage: str, parameters: Mapping[str, Any], data_files: list[str], before: list[str]
    ) -> None:
        inputs = [*data_files, *(found[name] for name in before)]
        found[stage] = recipe(f"{__package__}.{stage}", parameters, inputs)

    # The number of shards changes nothing in what is made of them, so it is in no recipe.
    add("town_synonyms", game, [tiles], [])
    add("towns", {**game, "rule_set": config["rule_set"]}, [tiles, themes], ["town_synonyms"])
    add("theme_synonyms", {}, [themes], ["towns"])
    add("success_pattern", {}, [themes], ["towns", "theme_synonyms", "town_synonyms"])
    add("distances", {}, [], ["theme_synonyms"])
    add("theme_sets", {}, [], ["theme_synonyms"])
    add("most_win", {}, [], ["distances"])
    add("most_win_match", {}, [], ["distances", "most_win"])
    add("cover", {}, [], ["most_win_match", "success_pattern"])
    add("learn", {}, [], ["most_win_match"])
    add("figures", {}, [], ["theme_synonyms", "distances", "cover", "learn"])
    add("costs", {}, [], [])
    site = [content_digest(path) for path in site_files()]
    add(
        "atlas",
        {**game, "rule_set": config["rule_set"]},
        [tiles, themes, *site],
        ["theme_synonyms", "success_pattern", "most_win", "cover", "learn"],
    )
    return found


def _mark(stage: str, recipe_now: str, output: Path) -> Path:
    """Write a file that is newer than the artifacts of a stage."""
    mark = output / ".outdated" / stage
    with renamed_when_complete(mark) as partial:
        now = datetime.now(UTC).isoformat()  # a content that Snakemake has not met before
        partial.write_text(f"not made by recipe {recipe_now}, {now}\n", encoding="utf-8")
    return mark


def _mark_outdated(
    recipes_now: Mapping[str, str], output: Path, shards: int
) -> dict[str, list[str]]:
    """Stage -> its mark if one of its artifacts is made otherwise than it would be now."""
    marks: dict[str, list[str]] = {}
    for stage, recipe_now in recipes_now.items():
        notes = {"stage": stage, "recipe": recipe_now}
        if stage == "towns":
            notes["shards"] = str(shards)
            paths = [output / "shards" / f"{name}.db" for name in shard_names(shards)]
        elif stage == "atlas":
            paths = [atlas_folder(output) / DATA_FILE]
        else:
            paths = [output / name for name in ARTIFACTS[stage]]
        if all(is_made_by(path, notes) for path in paths if path.exists()):
            (output / ".outdated" / stage).unlink(missing_ok=True)
            marks[stage] = []
        else:
            marks[stage] = [str(_mark(stage, recipe_now, output))]
    return marks


def prepare(config: Mapping[str, Any]) -> GameWorkflow:
    """Check the configuration of this puzzle and the files that it names.

    Args:
        config: the section `nine_tiles_panic`, which follows the schema.

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
    recipes_now = recipes(config, game_parameters(board, tiles))
    outdated = _mark_outdated(recipes_now, output, config["shards"])
    exist = all((output / name).exists() for names in ARTIFACTS.values() for name in names)
    return GameWorkflow(
        tile_file=config["tile_file"],
        theme_file=config["theme_file"],
        tile_numbers=tile_numbers,
        board_options=f"--rows {board.rows} --columns {board.columns}",
        rule_set=config["rule_set"],
        shards=config["shards"],
        output=config["output"],
        outdated=outdated,
        is_up_to_date=exist and not any(outdated.values()),
    )
