"""The configuration: every fault names the key, the value and what is allowed."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.configuration import check_is_writable, checked, configuration_model, configuration_of_puzzles
from tablebases.errors import Error

REPOSITORY = Path(__file__).parents[2]
CHECK_CONFIG = """
import sys
import yaml
from pipeline.configuration import configuration_of_puzzles
configuration = configuration_of_puzzles(yaml.safe_load(open("config.yaml", encoding="utf-8")))
for name in configuration.__pydantic_fields__:
    getattr(configuration, name).check_files()
print({"numba", "pandas", "scipy", "sqlalchemy"} & sys.modules.keys())
"""
MODEL = configuration_model()
CONFIG = yaml.safe_load((REPOSITORY / "config.yaml").read_text(encoding="utf-8"))

Edit = Callable[[Any], object]


def message(edit: Edit) -> str:
    """What is said about the edited configuration."""
    config = {**CONFIG, "nine_tiles_panic": edited(edit)}
    with pytest.raises(Error) as error:
        checked(MODEL, config)
    assert "\n" not in str(error.value)
    return str(error.value)


def edited(edit: Edit) -> Any:
    """The real section with one edit."""
    section = copy.deepcopy(CONFIG["nine_tiles_panic"])
    edit(section)
    return section


def setting(key: str, value: object) -> Edit:
    """An edit that sets a key, such as `board.rows`."""
    *path, last = key.split(".")

    def edit(section: Any) -> None:
        for name in path:
            section = section[name]
        section[last] = value

    return edit


def test_the_real_configuration_is_allowed() -> None:
    checked(MODEL, CONFIG)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("board", {"rows": 1, "columns": 10}),
        ("tiles", [0]),
        ("tiles", list(range(10))[::-1]),
        ("shards", 1),
        ("shards", 100),
        ("output", "elsewhere"),
    ],
)
def test_other_good_values_are_allowed(key: str, value: object) -> None:
    checked(MODEL, {**CONFIG, "nine_tiles_panic": edited(setting(key, value))})


SIZE = "a whole number from 1 to 10"
TILES = "a list of different tile numbers from 0 to 9"
SHARDS = "a whole number from 1 to 100"


@pytest.mark.parametrize(
    ("key", "value", "fault_at", "allowed"),
    [
        ("board.rows", 0, "board.rows", SIZE),
        ("board.rows", 11, "board.rows", SIZE),
        ("board.rows", "3", "board.rows", SIZE),
        ("board.rows", 2.5, "board.rows", SIZE),
        ("board.rows", True, "board.rows", SIZE),
        ("board.rows", None, "board.rows", SIZE),
        ("board.columns", -1, "board.columns", SIZE),
        ("board", "3x3", "board", "rows and columns of the board"),
        ("board", [3, 3], "board", "rows and columns of the board"),
        ("board", None, "board", "rows and columns of the board"),
        ("tile_file", "", "tile_file", "the path of a tile file"),
        ("tile_file", 7, "tile_file", "the path of a tile file"),
        ("tiles", [], "tiles", TILES),
        ("tiles", "0,1,2", "tiles", TILES),
        ("tiles", [0, 1, 1], "tiles", TILES),
        ("tiles", list(range(11)), "tiles", TILES),
        ("tiles", [0, 10], "tiles.1", "a tile number from 0 to 9"),
        ("tiles", [-1], "tiles.0", "a tile number from 0 to 9"),
        ("tiles", ["0"], "tiles.0", "a tile number from 0 to 9"),
        ("theme_file", None, "theme_file", "the path of a theme file"),
        ("rule_set", "mine", "rule_set", "the name of a rule set (published, impartial)"),
        ("rule_set", None, "rule_set", "the name of a rule set (published, impartial)"),
        ("shards", 0, "shards", SHARDS),
        ("shards", 101, "shards", SHARDS),
        ("shards", "8", "shards", SHARDS),
        ("output", "", "output", "the path of a folder"),
        ("output", ["a"], "output", "the path of a folder"),
        ("output", "-x", "output", "the path of a folder"),
        ("output", "results/{x}", "output", "the path of a folder"),
        ("output", "results/\n", "output", "the path of a folder"),
        ("output", "x" * 1001, "output", "the path of a folder"),
    ],
)
def test_a_wrong_value_is_told_with_its_key_and_what_is_allowed(
    key: str, value: Any, fault_at: str, allowed: str
) -> None:
    shown = value
    if fault_at[-1].isdigit():
        shown = value[int(fault_at.rpartition(".")[2])]
    text = message(setting(key, value))
    assert f"nine_tiles_panic.{fault_at}: must be {allowed}, but is {shown!r:.200}" in text
    assert text.startswith("configuration: ")


@pytest.mark.parametrize("key", ["board.rows", "board.columns", "shards"])
def test_a_number_with_a_point_is_not_a_whole_number(key: str) -> None:
    # The stages' options, such as --rows, would not take `3.0`.
    assert f"nine_tiles_panic.{key}: must be a whole number" in message(setting(key, 3.0))


def test_a_tile_number_with_a_point_is_refused() -> None:
    assert "nine_tiles_panic.tiles.1: must be a tile number" in message(setting("tiles", [0, 1.0]))


KEYS = ("board", "tile_file", "tiles", "theme_file", "rule_set", "shards", "output")


@pytest.mark.parametrize("key", KEYS)
def test_a_missing_key_is_named(key: str) -> None:
    assert message(lambda section: section.pop(key)) == (f"configuration: nine_tiles_panic: missing key {key}")


def test_several_missing_keys_are_named_once_each() -> None:
    text = message(lambda section: [section.pop(key) for key in ("shards", "output")])
    assert (text.count("shards"), text.count("output")) == (1, 1)


def test_several_unknown_keys_are_named_once_each() -> None:
    text = message(lambda section: section.update({"cats": 1, "dogs": 2}))
    assert (text.count("cats"), text.count("dogs")) == (1, 1)


@pytest.mark.parametrize("key", ["rows", "columns"])
def test_a_missing_size_is_named(key: str) -> None:
    assert message(lambda section: section["board"].pop(key)) == (
        f"configuration: nine_tiles_panic.board: missing key {key}"
    )


def test_an_unknown_key_is_named_with_the_known_ones() -> None:
    assert message(setting("shard", 8)) == (
        f"configuration: nine_tiles_panic: unknown key shard; known are {', '.join(KEYS)}"
    )
    assert message(setting("board.cols", 3)) == (
        "configuration: nine_tiles_panic.board: unknown key cols; known are rows, columns"
    )


def test_an_unknown_section_is_named() -> None:
    with pytest.raises(Error) as error:
        checked(MODEL, {**CONFIG, "ten_tiles_panic": {}})
    text = str(error.value)
    assert text.startswith("configuration: the configuration: unknown key ten_tiles_panic; known")
    assert "nine_tiles_panic" in text.partition("known are")[2]


def test_an_unknown_key_that_is_no_text_is_named() -> None:
    # YAML reads `8: x` as a number and `on: x` as a truth value.
    assert "unknown key 8; known are" in message(lambda section: section.update({8: "x"}))


def test_an_empty_configuration_is_missing_its_section() -> None:
    with pytest.raises(Error, match=r"^configuration: the configuration: missing key .*"):
        checked(MODEL, {})


@pytest.mark.parametrize("section", [None, [], "all", 3])
def test_a_section_that_is_no_mapping_is_named(section: object) -> None:
    with pytest.raises(Error) as error:
        checked(MODEL, {**CONFIG, "nine_tiles_panic": section})
    assert str(error.value).startswith("configuration: nine_tiles_panic: must be ")
    assert str(error.value).endswith(f", but is {section!r}")


def test_everything_that_is_wrong_is_told() -> None:
    def edit(section: Any) -> None:
        section["shards"] = 0
        section["board"]["rows"] = 0
        section["cats"] = 1

    text = message(edit)
    for part in ("shards: must be", "board.rows: must be", "unknown key cats"):
        assert text.count(part) == 1
    assert text.count("; ") >= 2


def test_two_puzzles_do_not_share_an_output_folder() -> None:
    assert configuration_of_puzzles(CONFIG).millijan.output == "results/millijan"
    content = {**CONFIG, "millijan": {**CONFIG["millijan"], "output": "./results/godomachi/"}}
    with pytest.raises(Error) as error:
        configuration_of_puzzles(content)
    assert str(error.value) == (
        "configuration: millijan.output: must be another folder than that of godomachi, but is 'results/godomachi'"
    )


# --- output folder ---------------------------------------------------------------------------


def test_a_folder_that_can_be_written_is_made_and_left_empty(tmp_path: Path) -> None:
    check_is_writable(tmp_path / "deep" / "folder")
    check_is_writable(tmp_path / "deep" / "folder")
    assert list((tmp_path / "deep" / "folder").iterdir()) == []


@pytest.mark.parametrize("below", [".", "deeper"])
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / below
    with pytest.raises(Error) as error:
        check_is_writable(folder)
    assert str(error.value).startswith(f"cannot write to the output folder {folder}: ")
    assert str(error.value).endswith("; choose another with the key `output`, or change its permissions")


@pytest.mark.parametrize("written", ["results/mini", "results/mini/", "results//mini", "./results/mini"])
def test_an_output_folder_is_the_same_however_it_is_written(written: str) -> None:
    config = {**CONFIG, "nine_tiles_panic": edited(setting("output", written))}
    assert checked(MODEL, config).nine_tiles_panic.output == "results/mini"  # type: ignore[attr-defined]


def test_every_start_of_snakemake_checks_the_configuration_without_loading_anything_slow() -> None:
    done = subprocess.run([sys.executable, "-c", CHECK_CONFIG], cwd=REPOSITORY, capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr
