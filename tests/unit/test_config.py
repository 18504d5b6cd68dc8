"""The configuration: errors name the key, the value and the values allowed."""

from __future__ import annotations

import copy
import math
import operator
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.configuration import check_is_writable, checked, configuration_model, configuration_of_puzzles
from tablebases.errors import Error
from tablebases.yaml_file import read_yaml

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
TABLE = yaml.safe_load(Path(__file__).with_name("configuration.yaml").read_text(encoding="utf-8"))
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


def test_checked_accepts_good_values() -> None:
    checked(MODEL, CONFIG)
    for key, values in TABLE["right"].items():
        for value in values:
            checked(MODEL, {**CONFIG, "nine_tiles_panic": edited(setting(key, value))})


@pytest.mark.parametrize("entry", TABLE["wrong"], ids=lambda entry: entry["key"])
def test_an_error_names_the_key_the_wrong_value_and_the_values_allowed(entry: dict[str, Any]) -> None:
    key = entry["key"]
    for value in [*entry["wrong"], *(["x" * 1001] if key == "output" else [])]:
        text = message(setting(key.removesuffix(".0"), value))
        shown = value[0] if key.endswith(".0") else value
        assert text.startswith("configuration: ")
        assert f"nine_tiles_panic.{key}: must be {entry['allowed']}, but is {shown!r:.200}" in text


def places(schema: dict[str, Any], inner: dict[str, Any], at: tuple[str | int, ...] = ()) -> Iterator[Any]:
    """The keys to every value of a configuration, and its JSON type."""
    if "$ref" in inner:
        inner = schema["$defs"][inner["$ref"].rpartition("/")[2]]
    yield at, inner["type"]
    for key, value in inner.get("properties", {}).items():
        yield from places(schema, value, (*at, key))
    if "items" in inner:
        yield from places(schema, inner["items"], (*at, 0))


SCHEMA = MODEL.model_json_schema()
PLACES = {".".join(map(str, at)): (at, kind) for at, kind in places(SCHEMA, SCHEMA) if at}
TYPES = {"integer": int, "string": str, "array": list, "object": dict}
WRONG = [None, True, 3.0, math.nan, 10**5000, "\ud800", date(2026, 1, 1), [None], {1: 2}]


@pytest.mark.parametrize("depth", range(2, 1 + max(len(at) for at, _ in PLACES.values())))
@pytest.mark.parametrize("value", WRONG, ids=lambda value: f"{value!a:.9}" if type(value) is not int else "long")
def test_a_value_of_another_type_is_an_error_at_every_place(depth: int, value: object) -> None:
    """All places of one depth get the value; another test has wrong sections."""
    config, wrong = copy.deepcopy(CONFIG), []
    for place, (at, kind) in PLACES.items():
        if len(at) == depth and type(value) is not TYPES[kind]:
            within = config
            for key in at[:-1]:
                within = within[key]
            within[at[-1]] = value
            wrong.append(place)
    with pytest.raises(Error) as error:
        configuration_of_puzzles(config)
    faults = error.value.args[0].removeprefix("configuration: ").split("; ")
    assert {fault.partition(": ")[0] for fault in faults} == set(wrong)
    assert "\n" not in str(error.value)


def test_places_are_those_of_the_whole_configuration() -> None:
    assert {"millijan", "godomachi.records.plies.0", "arrow_puzzle.levels.0.side", "nine_tiles_panic.board.rows"} < (
        PLACES.keys()
    )


def test_results_do_not_go_among_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True).stdout
    folders = {name.partition("/")[0] for name in listed.splitlines() if "/" in name} | {"data", "docs", "pipeline"}
    (tmp_path / "link").symlink_to(REPOSITORY / "data")
    (tmp_path / "loop").symlink_to("loop")
    wrong = [
        ".",
        "..",
        "/",
        "data/new",
        "docs/../data",
        ".git/x",
        ".snakemake",
        str(REPOSITORY),
        str(tmp_path / "link"),
    ]
    for output in (*folders, *wrong):
        with pytest.raises(Error) as error:
            configuration_of_puzzles({**CONFIG, "godomachi": {**CONFIG["godomachi"], "output": output}})
        must = "godomachi.output: must be a folder for results alone, such as results/godomachi, but is "
        assert str(error.value).startswith(f"configuration: {must}")
    for output in ("results", "mine/data", "data2", str(tmp_path / "new"), str(tmp_path / "loop")):
        configuration_of_puzzles({**CONFIG, "godomachi": {**CONFIG["godomachi"], "output": output}})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Error, match="must be a folder for results alone"):
        configuration_of_puzzles({**CONFIG, "godomachi": {**CONFIG["godomachi"], "output": "data"}})


KEYS = ("board", "tile_file", "tiles", "theme_file", "rule_set", "shards", "output")


def test_an_error_names_missing_and_unknown_keys_with_the_known_ones() -> None:
    for edit, said in (
        *((operator.methodcaller("pop", key), f"nine_tiles_panic: missing key {key}") for key in KEYS),
        (lambda section: section["board"].pop("rows"), "nine_tiles_panic.board: missing key rows"),
        (setting("shard", 8), f"nine_tiles_panic: unknown key shard; known are {', '.join(KEYS)}"),
        (setting("board.cols", 3), "nine_tiles_panic.board: unknown key cols; known are rows, columns"),
    ):
        assert message(edit) == f"configuration: {said}"
    # YAML reads `8: x` as a number and `on: x` as a truth value.
    assert "unknown key 8; known are" in message(lambda section: section.update({8: "x"}))


def test_an_error_names_everything_that_is_wrong_once() -> None:
    def edit(section: Any) -> None:
        section["board"]["rows"] = 0
        section.update(cats=1, dogs=2)
        del section["shards"], section["output"]

    text = message(edit)
    for part in ("shards", "output", "board.rows: must be", "cats", "dogs"):
        assert text.count(part) == 1 + 2 * (part in KEYS)  # behind each unknown key the known ones are listed
    assert text.count("; ") >= 2


@pytest.mark.parametrize("section", [None, [], "all", 3])
def test_an_error_names_wrong_missing_and_unknown_sections(section: object) -> None:
    known = ", ".join([*(name for name in CONFIG if name != "atlas_address"), "atlas_address"])
    for content, begins, ends in (
        ({**CONFIG, "nine_tiles_panic": section}, "nine_tiles_panic: must be ", f", but is {section!r}"),
        ({**CONFIG, "ten_tiles_panic": {}}, f"the configuration: unknown key ten_tiles_panic; known are {known}", ""),
        ({}, "the configuration: missing key ", ""),
    ):
        with pytest.raises(Error) as error:
            checked(MODEL, content)
        assert str(error.value).startswith(f"configuration: {begins}")
        assert str(error.value).endswith(ends)


def test_two_puzzles_must_not_share_an_output_folder() -> None:
    assert configuration_of_puzzles(CONFIG).millijan.output == "results/millijan"
    content = {**CONFIG, "millijan": {**CONFIG["millijan"], "output": "./results/godomachi/"}}
    with pytest.raises(Error) as error:
        configuration_of_puzzles(content)
    assert str(error.value) == (
        "configuration: millijan.output: must be another folder than that of godomachi, but is 'results/godomachi'"
    )


@pytest.mark.parametrize("address", ["", "https://example.org", "http://localhost:8000/atlas/"])
def test_the_address_of_the_atlas_may_be_any_web_address(address: str) -> None:
    content = {**CONFIG, "atlas_address": address}
    assert configuration_of_puzzles(content).model_dump() == configuration_of_puzzles(CONFIG).model_dump()


@pytest.mark.parametrize(
    "address",
    [
        "example.org",
        "ftp://example.org/",
        "https://",
        "http:///atlas",
        "https://a b/",
        "https://a/#b",
        "https://ü.org/",
        7,
        None,
    ],
)
def test_an_error_names_an_address_of_the_atlas_that_is_none(address: object) -> None:
    with pytest.raises(Error) as error:
        configuration_of_puzzles({**CONFIG, "atlas_address": address})
    assert str(error.value).startswith("atlas_address must be the web address of the atlas, such as ")
    assert str(error.value).endswith(f", but is '{address}'")


# --- output folder ---------------------------------------------------------------------------


def test_check_is_writable_writes_nothing_and_reports_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    check_is_writable(tmp_path / "deep" / "folder")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "deeper", tmp_path / ("long" * 100)):
        with pytest.raises(Error) as error:
            check_is_writable(folder)
        assert str(error.value).startswith(f"cannot write to the output folder {folder}: ")
        assert str(error.value).endswith("; choose another with the key `output`, or change its permissions")


def test_an_output_folder_is_the_same_however_it_is_written() -> None:
    for written in ("results/mini", "results/mini/", "results//mini", "./results/mini"):
        config = {**CONFIG, "nine_tiles_panic": edited(setting("output", written))}
        assert checked(MODEL, config).nine_tiles_panic.output == "results/mini"  # type: ignore[attr-defined]


@pytest.mark.thorough
def test_every_start_of_snakemake_checks_the_configuration_without_loading_anything_slow() -> None:
    done = subprocess.run([sys.executable, "-c", CHECK_CONFIG], cwd=REPOSITORY, capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


def test_a_file_with_merged_values_can_be_read_twice(tmp_path: Path) -> None:
    path = tmp_path / "merged.yaml"
    path.write_text("usual: &usual {games: 1, seed: 2}\nmine:\n  <<: *usual\n  seed: 3\n", encoding="utf-8")
    for _ in range(2):
        content, _ = read_yaml(path)
        assert content == {"usual": {"games": 1, "seed": 2}, "mine": {"games": 1, "seed": 3}}
        content["mine"]["seed"] = 4  # of this reader alone
