"""The audit of dependencies fails for weaknesses, and says so where it could not ask."""

from __future__ import annotations

import json

from scripts.audit import judged

GOOD = {"name": "numpy", "version": "2.4.6", "vulns": []}
WEAK = {"name": "pandas", "version": "3.1.1", "vulns": [{"id": "PYSEC-1"}, {"id": "PYSEC-2"}]}
UNKNOWN = {"name": "puzzle-tablebases", "skip_reason": "not found on PyPI"}


def test_the_audit_lists_weaknesses_and_fails() -> None:
    status, report = judged(json.dumps({"dependencies": [GOOD, WEAK, UNKNOWN]}))
    assert status == 1
    assert report.splitlines() == ["known weaknesses:", "pandas 3.1.1: PYSEC-1", "pandas 3.1.1: PYSEC-2"]


def test_the_audit_passes_and_reports_packages_that_it_could_not_ask_about() -> None:
    for answer in ("", "no connection", json.dumps({"dependencies": [UNKNOWN]})):
        status, report = judged(answer)
        assert (status, "was skipped" in report) == (0, True)
    report = "no weaknesses are known of 1 packages; not asked about: puzzle-tablebases"
    assert judged(json.dumps({"dependencies": [GOOD, UNKNOWN]})) == (0, report)
