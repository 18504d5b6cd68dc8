"""The section `millijan` of the configuration: what is wrong with it is told with what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.configuration import checked
from pipeline.millijan.configuration import Configuration
from tablebases.errors import Error
from tablebases.millijan.units import RuleSet
from tests.millijan.results import REPOSITORY

SECTION = yaml.safe_load((REPOSITORY / "config.yaml").read_text(encoding="utf-8"))["millijan"]
SIMULATION = SECTION["simulation"]

pytestmark = pytest.mark.usefixtures("_in_the_folder_of_the_project")


def message(content: object) -> str:
    with pytest.raises(Error) as error:
        checked(Configuration, content)
    return str(error.value)


@pytest.mark.parametrize("rules", list(RuleSet))
def test_the_real_section_is_right_under_all_rules(rules: RuleSet) -> None:
    configuration = checked(Configuration, {**SECTION, "rules": rules.value})
    configuration.check_files()
    assert configuration.model_dump() == {**SECTION, "rules": rules.value}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"rules": "v2"}, "rules: must be seed, 2019-10-08 or v1.6, but is 'v2'"),
        ({"most_ways": -1}, "most_ways: must be a whole number from 0, but is -1"),
        ({"most_ways": 1.0}, "most_ways: must be a whole number from 0, but is 1.0"),
        ({"most_ways": 2**63}, f"most_ways: must be a whole number from 0, but is {2**63}"),
        ({"simulation": 5}, "simulation: must be numbers of hands and distances, and a seed, but is 5"),
        ({"simulation": {**SIMULATION, "hands": 1}}, "simulation.hands: must be a whole number from 2, but is 1"),
        (
            {"simulation": {**SIMULATION, "distances": 0}},
            "simulation.distances: must be a whole number from 1, but is 0",
        ),
        ({"simulation": {**SIMULATION, "seed": -1}}, "simulation.seed: must be a whole number from 0, but is -1"),
        ({"simulation": {**SIMULATION, "seed": True}}, "simulation.seed: must be a whole number from 0, but is True"),
        ({"simulation": {}}, "simulation: missing key hands"),
        ({"simulation": {**SIMULATION, "kinds": 1}}, "simulation: unknown key kinds; known are hands, distances, seed"),
        ({"hand_file": ""}, "hand_file: must be the path of a hand file, but is ''"),
        ({"tile_file": 5}, "tile_file: must be the path of a tile file, but is 5"),
        ({"unit_file": None}, "unit_file: must be the path of a unit file, but is None"),
        ({"output": []}, "output: must be the path of a folder, but is []"),
        ({"colour": "red"}, "unknown key colour; known are tile_file, unit_file, rules, hand_file, simulation"),
    ],
)
def test_a_wrong_value_is_told_with_what_is_allowed(changed: dict[str, Any], said: str) -> None:
    assert said in message({**SECTION, **changed})


@pytest.mark.parametrize("key", ["tile_file", "unit_file", "hand_file"])
def test_a_data_file_that_cannot_be_read_is_named(tmp_path: Path, key: str) -> None:
    path = tmp_path / "no.csv"
    with pytest.raises(Error, match=f"cannot read {path}: No such file or directory"):
        checked(Configuration, {**SECTION, key: str(path)}).check_files()


@pytest.mark.parametrize("key", ["tile_file", "unit_file"])
def test_a_wrong_data_file_is_named_before_anything_runs(tmp_path: Path, key: str) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text("id,name\n0,春香\n", encoding="utf-8")
    with pytest.raises(Error, match=f"{path}: the column .* is missing"):
        checked(Configuration, {**SECTION, key: str(path)}).check_files()
