"""List the sections of Japanese documents whose English text has changed since they were translated.

    python -m scripts.translations [--mark]

Below each heading of a Japanese document, a comment has the digest of the English section. After you have translated
the changes, `--mark` writes the digests anew.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from scripts import ROOT
from tablebases.errors import Error

TRANSLATED = {
    ROOT / "README.ja.md": ROOT / "README.md",
    **{path: ROOT / "docs" / path.name for path in sorted((ROOT / "docs" / "ja").glob("*.md"))},
}
PAIRS = {path: english for path, english in TRANSLATED.items() if path.exists() and english.exists()}
"""Japanese document -> the English one; one without an English one, the page of words, is left out."""
HEADING = re.compile(r"^(#+) (.+)\n(?:<!-- English: (\w*) -->\n)?", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class Section(NamedTuple):
    """A section of a document: its heading, and the text up to the next one."""

    level: int
    heading: str
    translated: str
    """The digest of the English section that a Japanese one translates."""
    text: str

    @property
    def anchor(self) -> str:
        """The anchor of the heading in links, as GitHub writes it."""
        return re.sub(r"[^\w\- ]", "", self.heading).lower().replace(" ", "-")

    @property
    def digest(self) -> str:
        """Of heading and text, without line breaks, blanks and the address of the atlas, which `make docs` writes."""
        words = re.sub(r"^.*<https?:.*$", "", self.text, flags=re.MULTILINE).split()
        return sha256(" ".join([self.heading, *words]).encode()).hexdigest()[:8]


def sections(text: str) -> list[Section]:
    """The sections of a document in order."""
    fenced = [range(*found.span()) for found in FENCED.finditer(text)]
    found = [each for each in HEADING.finditer(text) if not any(each.start() in block for block in fenced)]
    ends = [each.start() for each in found[1:]] + [len(text)]
    return [
        Section(len(each[1]), each[2], each[3] or "", text[each.end() : end])
        for each, end in zip(found, ends, strict=True)
    ]


def pairs_of_sections(path: Path) -> list[tuple[Section, Section]]:
    """(English, Japanese) sections of a Japanese document; an Error if one document has a section more."""
    english = PAIRS[path]
    pair = tuple(sections(document.read_text(encoding="utf-8")) for document in (english, path))
    if [each.level for each in pair[0]] != [each.level for each in pair[1]]:
        raise Error("{path} and {english} have different sections", path=path.name, english=english.name)
    return list(zip(*pair, strict=True))


def stale_sections() -> Iterator[str]:
    """The sections to translate again, each as a line with its document."""
    for path in PAIRS:
        for source, section in pairs_of_sections(path):
            if section.translated != source.digest:
                yield f"{path.relative_to(ROOT)}, {section.heading}: {source.heading} has changed"


def mark() -> None:
    """Write the digest of the English section below each Japanese heading."""
    for path in PAIRS:
        marked = (
            f"{'#' * section.level} {section.heading}\n<!-- English: {source.digest} -->\n{section.text}"
            for source, section in pairs_of_sections(path)
        )
        path.write_text("".join(marked), encoding="utf-8")


def main() -> None:
    """Print the stale sections, or mark all as translated."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mark", action="store_true", help="write the digests of the English sections")
    if parser.parse_args().mark:
        mark()
    for line in stale_sections():
        print(line)


if __name__ == "__main__":
    main()
