"""Exit status and first line of command lines; the first lines of arrow.yaml describe the entries of all tables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.command_lines.typed import run_typed

TABLES = {"arrow": ["arrow"], "godomachi": ["godomachi"], "millijan": ["millijan"], "nine-tiles": ["nine-tiles"]}
"""Table -> the first words of its command lines."""
TABLES |= {"japanese": [], "today": ["today"]}


NEXT_STEP = re.compile(r"`tablebases ((?:(?![A-Z]{2})[^`])+)`")
"""A command that an answer names, without gaps to fill in such as HAND."""


def entries() -> Iterator[Any]:
    """The name of the table, and the entry, of all tables."""
    for table in TABLES:
        for entry in yaml.safe_load(Path(__file__).with_name(f"{table}.yaml").read_text(encoding="utf-8")) or ():
            marks = [pytest.mark.thorough] if "{results}" in str(entry["typed"]) else []
            yield pytest.param(table, entry, id=f"{table} {entry['typed']}"[:100], marks=marks)


@pytest.mark.parametrize(("table", "entry"), list(entries()))
def test_command_line(
    table: str, entry: dict[str, Any], request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = entry.keys() - {"typed", "status", "says", "stdin", "files"}
    assert not unknown, f"an entry has no key {unknown}"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    typed = str(entry["typed"]).replace("{5000 digits}", "9" * 5000)
    if "{results}" in typed:
        folder = request.getfixturevalue(f"{table.replace('-', '_')}_folder")
        typed = typed.replace("{results}", shlex.quote(str(folder)))
    for name, content in entry.get("files", {}).items():
        Path(name).write_text(content, encoding="utf-8")
    done = run_typed([*TABLES[table], *shlex.split(typed)], entry.get("stdin", ""))
    assert done.status == entry.get("status", 0), done
    assert "Traceback" not in done.errors
    if done.status in (1, 2):
        assert done.output == ""
    for command in NEXT_STEP.findall(done.output):
        assert run_typed(shlex.split(command)).status == 0, command
    says = entry["says"]
    if says.endswith("..."):
        assert done.first_line.startswith(says.removesuffix("..."))
    else:
        assert done.first_line == says
