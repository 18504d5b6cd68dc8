"""Rebuild the pictures of pages in the documents, with Chromium.

Example: python -m tests.browser.pictures results/atlas docs/pictures
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.pages import Page, chromium, served

PICTURES = {
    "atlas-cards": ("nine-tiles/#2_5_18", (1280, 900)),
    "atlas-builder": ("nine-tiles/#town_036582714004421544", (1280, 1000)),
    "atlas-arrow": ("arrow/#expert_6265136336413535566553155125263216446_columns", (1280, 900)),
    "atlas-godomachi": ("godomachi/#6-2-14", (1280, 1150)),
    "atlas-millijan": ("millijan/#3-7-8-15-18-23-24-24-32-37-41-43-50", (1280, 1097)),
}
"""Name -> address in the atlas, and the size of the window."""
IN_JAPANESE = ("atlas-cards", "atlas-builder", "atlas-millijan")
"""Pictures that Japanese documents show, in a folder of their own."""


def main(atlas: Path, out: Path) -> None:
    """Make all pictures."""
    with TemporaryDirectory() as profile, served(atlas) as address, chromium(Path(profile)) as driver:
        for language, names, folder in (("en", PICTURES, out), ("ja", IN_JAPANESE, out / "ja")):
            page = Page(driver, address, folder)
            for name in names:
                fragment, size = PICTURES[name]
                page.show(fragment, size=size, language=language)
                page.picture(name)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
