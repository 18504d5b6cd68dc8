"""The audit of dependencies fails for weaknesses, and says so where it could not ask."""

from __future__ import annotations

import json

import pytest

from scripts.audit import judged

GOOD = {"name": "numpy", "version": "2.4.6", "vulns": []}
WEAK = {"name": "pandas", "version": "3.1.1", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}
UNKNOWN = {"name": "puzzle-tablebases", "skip_reason": "not found on PyPI"}


def test_weaknesses_are_listed_and_fail() -> None:
    status, report = judged(json.dumps({"dependencies": [GOOD, WEAK, UNKNOWN]}))
    assert status == 1
    assert report.splitlines() == ["known weaknesses:", "pandas 3.1.1: PYSEC-1", "pandas 3.1.1: PYSEC-2"]


@pytest.mark.parametrize("answer", ["", "no connection", json.dumps({"dependencies": [UNKNOWN]})])
def test_an_audit_that_could_not_ask_says_that_it_was_skipped(answer: str) -> None:
    status, report = judged(answer)
    assert status == 0
    assert "was skipped" in report


def test_packages_that_were_not_asked_about_are_named() -> None:
    assert judged(json.dumps({"dependencies": [GOOD, UNKNOWN]})) == (
        0,
        "no weaknesses are known of 1 packages; not asked about: puzzle-tablebases",
    )
