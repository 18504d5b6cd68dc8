"""Fill the folder of a release: databases, Parquet, the atlas, descriptions and digests."""

from __future__ import annotations

from pathlib import Path

from pipeline.stage import run_program
from scripts.release.card import write_card
from scripts.release.files import pack_atlas, put_database, write_checksums, write_parquet
from scripts.translations import stale_sections
from tablebases.errors import Error


def main(database: list[Path], table: list[str], atlas: Path, out: Path) -> None:
    """Fill the folder of `out`, the list of digests; equal results give equal files, byte for byte.

    A `table` is the name of a table and that of its database, such as answers=answers.db. `atlas` is its index.html.
    An Error lists sections of Japanese documents that are older than the English ones.
    """
    if stale := list(stale_sections()):
        text = "translate these sections, then run `python -m scripts.translations --mark`: {stale}"
        raise Error(text, stale="; ".join(stale))
    folder = out.parent
    of_name = {path.name: path for path in database}
    files: list[Path] = []
    for path in database:
        files.append(folder / path.name)
        put_database(path, files[-1])
    for name, _, source in (text.partition("=") for text in table):
        files.append(folder / f"{name}.parquet")
        write_parquet(of_name[source], name, files[-1])
    files.append(folder / "atlas.zip")
    pack_atlas(atlas.parent, files[-1])
    write_checksums([*files, *write_card(files, folder)], out)


if __name__ == "__main__":
    run_program(main)
