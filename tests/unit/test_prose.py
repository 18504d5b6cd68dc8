"""The check of words finds habits in all texts, and none in code."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import prose

HABIT = "who asks more gets everything. This is made again, for they differ."
DOCUMENT = f"# Title\n\nThe run is quick.\n\nHere {HABIT}\n\n    who runs code. made again\n\n`made again`\n"
MODULE = f'''"""First line.

Then {HABIT}
"""
# It is made again each time.
def test_damage_is_named() -> None:
    x = 1
'''


def found(passages: list[prose.Passage]) -> list[tuple[int, str]]:
    """The lines and words that the list of habits finds."""
    return [
        (passage.line, match[0].strip(" ;,"))
        for habit in prose.read_habits()
        for passage in passages
        for match in habit.pattern.finditer(passage.text)
    ]


def test_the_check_reads_documents_outside_code_and_docstrings_comments_and_names_of_tests() -> None:
    assert found([*prose.markdown_passages("a.md", DOCUMENT)]) == [(5, "for they"), (5, "made again")]
    words = [(1, "for they"), (1, "made again"), (5, "made again"), (6, "test_damage_is_named")]
    assert found([*prose.python_passages("a.py", MODULE)]) == words


def test_the_check_fails_where_a_habit_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prose.yaml").write_text("- {pattern: made again, instead: rebuilt, known: 1}\n", encoding="utf-8")
    monkeypatch.setattr(prose, "LIST", tmp_path / "prose.yaml")
    monkeypatch.setattr("sys.argv", ["prose"])
    monkeypatch.setattr(prose, "passages", lambda: [prose.Passage("a.md", 5, HABIT)])
    prose.main()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(prose, "passages", lambda: 2 * [prose.Passage("a.md", 5, HABIT)])
    with pytest.raises(SystemExit, match="rewrite the new ones"):
        prose.main()
    assert "made again: 2, known 1; write rebuilt\n  a.md:5: made again\n" in capsys.readouterr().out
