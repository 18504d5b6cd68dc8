"""The section of the configuration: what the rules are told, and what stops before anything runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.configuration import check_is_writable, checked
from pipeline.nine_tiles_panic.configuration import Configuration
from tablebases.errors import Error
from tests.nine_tiles_panic.helpers import REPOSITORY, THEME_FILE, TILE_FILE


@pytest.fixture
def config(tmp_path: Path) -> dict[str, Any]:
    """The real section, with copies of the data files to be edited."""
    section: dict[str, Any] = yaml.safe_load((REPOSITORY / "config.yaml").read_text(encoding="utf-8"))[
        "nine_tiles_panic"
    ]
    for key, file in (("tile_file", TILE_FILE), ("theme_file", THEME_FILE)):
        (tmp_path / file.name).write_bytes(file.read_bytes())
        section[key] = str(tmp_path / file.name)
    section["output"] = str(tmp_path / "out")
    return section


def test_options_for_the_stages(config: dict[str, Any]) -> None:
    game = checked(Configuration, {**config, "tiles": [8, 0, 5, 3, 1, 2, 4, 7, 6], "shards": 12})
    game.check_files()
    assert game.tile_numbers == "0,1,2,3,4,5,6,7,8"
    assert dict(game.board) == {"rows": 3, "columns": 3}
    assert game.shards == 12


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("board", {"rows": 0, "columns": 3}, "configuration: board.rows: must be a whole number from 1 to 10"),
        ("tiles", [1, 1], "configuration: tiles: must be a list of different tile numbers from 0 to 9, but is [1, 1]"),
        ("tiles", [0, 10], "configuration: tiles.1: must be a tile number from 0 to 9, but is 10"),
        ("tiles", [], "configuration: tiles: must be a list of different tile numbers from 0 to 9, but is []"),
        (
            "rule_set",
            "home",
            "configuration: rule_set: must be the name of a rule set (published, impartial), but is 'home'",
        ),
        ("shards", 101, "configuration: shards: must be a whole number from 1 to 100, but is 101"),
        ("tile_file", "", "configuration: tile_file: must be the path of a tile file, but is ''"),
        ("tiles", [0, 1, 2], "a board of 3 rows and 3 columns has 9 positions, but there are only 3 tiles"),
        ("tiles", list(range(10)), "tile file {tile_file}: tile 9 is not in the tile file"),
        ("board", {"rows": 4, "columns": 3}, "a board of 4 rows and 3 columns is not possible"),
        ("tile_file", "no.csv", "cannot read no.csv: No such file or directory"),
        ("theme_file", "no.csv", "cannot read no.csv: No such file or directory"),
        ("output", "{tile_file}/out", "cannot write to the output folder {tile_file}/out: "),
    ],
)
def test_faults_stop_before_anything_runs(config: dict[str, Any], key: str, value: Any, message: str) -> None:
    if isinstance(value, str):
        value = value.format(**config)
    with pytest.raises(Error) as error:  # noqa: PT012
        game = checked(Configuration, {**config, key: value})
        game.check_files()
        check_is_writable(Path(game.output))
    assert str(error.value).startswith(message.format(**config))
    assert "\n" not in str(error.value)
