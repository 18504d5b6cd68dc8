"""docs/verification.md names tests that are there, for all that is done to artifacts and for every fault found."""

from __future__ import annotations

import re
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
DOCUMENT = (CHECKOUT / "docs" / "verification.md").read_text(encoding="utf-8")
TEST = re.compile(r"\btest_\w+")


def test_all_that_is_done_to_artifacts_has_tests_that_are_there() -> None:
    _, _, behind = DOCUMENT.partition("| what is done to a run or an artifact |")
    _, _, *rows = behind.partition("\n\n")[0].splitlines()
    assert len(rows) > 20
    for row in rows:
        files = re.findall(r"`(\w+/test_\w+\.py)`", row)
        assert files, row
        assert [name for name in files if not (CHECKOUT / "tests" / name).is_file()] == []


def test_every_fault_has_a_test_that_is_there() -> None:
    modules = (CHECKOUT / "tests").rglob("test_*.py")
    there = {name for path in modules for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)}
    faults = {int(number): TEST.findall(line) for number, line in re.findall(r"^\| F(\d+) (.*)$", DOCUMENT, re.M)}
    assert faults.keys() == set(range(1, 18))
    assert [number for number, names in faults.items() if not names] == []
    assert {name for names in faults.values() for name in names} - there == set()
