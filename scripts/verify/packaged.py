"""That the answers which come with the package are those of the results."""

from __future__ import annotations

from typing import Any
from zipfile import ZipFile

from scripts.package_answers import ANSWERS
from scripts.release.atlas import atlas_files
from scripts.verify.artifacts import Artifacts
from scripts.verify.checks import Checks, LeftOutError, Level, require
from tablebases.atlas.pages import puzzle_of
from tablebases.files import content_digest
from tablebases.locations import ATLAS, PACKAGED

checks: Checks[Artifacts[Any]] = Checks()
AGAIN = "run `python -m scripts.package_answers`"


@checks.add(Level.QUICK, of_full_run=True)
def packaged_answers(artifacts: Artifacts[Any]) -> None:
    """The database that comes with the package says what the one of the results does."""
    name = ANSWERS.get(artifacts.puzzle)
    if name is None:
        raise LeftOutError("no database of this puzzle comes with the package")
    packaged = PACKAGED / artifacts.puzzle / name
    require(content_digest(packaged) == content_digest(artifacts.folder / name), f"{packaged} is another; {AGAIN}")


@checks.add(Level.QUICK, of_full_run=True)
def packaged_page(artifacts: Artifacts[Any]) -> None:
    """The page in the atlas that comes with the package is the one of the results."""
    place = puzzle_of(artifacts.puzzle).page
    folder = artifacts.folder.parent / "atlas" / (place or "")
    if not (folder / "index.html").is_file():
        raise LeftOutError("there is no atlas; `snakemake atlas` makes it")
    with ZipFile(ATLAS) as archive:
        packaged = {name.removeprefix("atlas/"): archive.read(name) for name in archive.namelist()}
    files = {f"{place}/{name}" if place else name: content for name, content in atlas_files(folder)}
    of_page = {name for name in packaged if name.startswith(f"{place}/")} if place else packaged.keys()
    differ = sorted(name for name in files.keys() | of_page if files.get(name) != packaged.get(name))
    require(not differ, f"{', '.join(differ[:3])} in {ATLAS} are other than in {folder}; {AGAIN}")
