"""Japanese documents have the numbers, tables, commands, code and links of the English ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts import ROOT, translations
from scripts.translations import FENCED, PAIRS, Section, pairs_of_sections, sections

COMMAND = re.compile(r"^    ((?:\.|cd|git|ln|make|mkdir|pip|python3?|snakemake|sqlite3|tablebases)\b[^#\n]*)", re.M)
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
WORDS = ROOT / "docs" / "ja" / "words.md"
LARGEST_IN_WORDS = 20
"""English texts write numbers up to this one as words."""


def blocks(section: Section) -> list[list[str]]:
    """The lines of each fenced block; of a comment only the file that it names, because comments are translated."""
    return [
        [re.sub(r"(?:--|#|//) ([\w.]+\.\w+\b)?.*", r"\1", line).rstrip() for line in block.splitlines()]
        for block in FENCED.findall(section.text)
    ]


def prose(section: Section) -> str:
    """Heading and text without fenced blocks, commands of their own, addresses and HTML."""
    text = COMMAND.sub("", FENCED.sub("", f"{section.heading}\n{section.text}"))
    return re.sub(r"\]\([^)\s]+\)|<[^>]+>", "", text)


def rows(section: Section) -> list[str]:
    """The rows of the tables."""
    return re.findall(r"^\|.*\|$", prose(section), re.M)


def wrong_numbers(english: str, japanese: str) -> set[str]:
    """Numbers outside code that a Japanese text lacks, or has more; the English one may write small ones as words."""
    numbers, others = ({*NUMBER.findall(CODE.sub("", text))} for text in (english, japanese))
    return numbers - others | {each for each in others - numbers if float(each.replace(",", "")) > LARGEST_IN_WORDS}


def links(path: Path, section: Section) -> list[str]:
    """The places that a section leads to, as English documents with the number of a heading there.

    Any Japanese text may lead to the page of words, which has no English one. Japanese pictures of a page count as the
    English ones.
    """
    found = []
    for address in ("".join(match) for match in LINK.findall(section.text)):
        if address.startswith("http"):
            found.append(address)
            continue
        place, _, anchor = address.partition("#")
        target = (path.parent / place).resolve() if place else path
        if target == WORDS:
            continue
        assert path not in PAIRS or target == PAIRS[path] or target not in PAIRS.values(), (
            f"{address} is in Japanese, too"
        )
        number = [each.anchor for each in texts(target)].index(anchor) if anchor else ""
        found.append(f"{PAIRS.get(target, target).relative_to(ROOT)} {number}".replace("pictures/ja/", "pictures/"))
    return sorted(found)


def texts(path: Path) -> list[Section]:
    """The sections of a document, none of a picture."""
    return sections(path.read_text(encoding="utf-8")) if path.suffix == ".md" else []


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.name)
def test_a_japanese_document_has_what_the_english_one_has(path: Path) -> None:
    for english, japanese in pairs_of_sections(path):
        place = f"{path.name}, {japanese.heading}"
        assert blocks(japanese) == blocks(english), place
        assert COMMAND.findall(japanese.text) == COMMAND.findall(english.text), place
        assert sorted(CODE.findall(prose(japanese))) == sorted(CODE.findall(prose(english))), place
        assert [row.count("|") for row in rows(japanese)] == [row.count("|") for row in rows(english)], place
        for pair in [*zip(rows(english), rows(japanese), strict=True), (prose(english), prose(japanese))]:
            assert wrong_numbers(*pair) == set(), f"{place}: {pair[1]}"
        assert links(path, japanese) == links(PAIRS[path], english), place


def test_a_changed_english_section_is_listed_until_it_is_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    japanese, english = tmp_path / "a.ja.md", tmp_path / "README.md"
    monkeypatch.setattr(translations, "PAIRS", {japanese: english})
    english.write_text("# One\n\nfirst\n\n## Two\n\n```sql\n# no heading\n```\n", encoding="utf-8")
    japanese.write_text("# 一\n\n最初\n\n## 二\n", encoding="utf-8")
    assert len([*translations.stale_sections()]) == 2
    translations.mark()
    assert [*translations.stale_sections()] == []
    assert "# 一\n<!-- English: " in japanese.read_text(encoding="utf-8")
    english.write_text("# One\n\nfirst\n\n## Two\n\nsecond\n", encoding="utf-8")
    assert [*translations.stale_sections()] == ["a.ja.md, 二: Two has changed"]
