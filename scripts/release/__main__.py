"""Fill the folder of a release: databases, Parquet, the atlas, descriptions and digests."""

from __future__ import annotations

from pathlib import Path

from pipeline.stage import run_program
from scripts.release.card import write_card
from scripts.release.files import pack_atlas, put_database, write_checksums, write_parquet


def main(database: list[Path], table: list[str], atlas: Path, out: Path) -> None:
    """Fill the folder `out`; equal results give equal files, byte for byte.

    A `table` is the name of a table and its database, such as answers=results/nine_tiles_panic/answers.db.
    """
    files: list[Path] = []
    for path in database:
        files.append(out / path.name)
        put_database(path, files[-1])
    for name, _, source in (text.partition("=") for text in table):
        files.append(out / f"{name}.parquet")
        write_parquet(Path(source), name, files[-1])
    files.append(out / "atlas.zip")
    pack_atlas(atlas, files[-1])
    write_checksums([*files, *write_card(files, out)], out / "SHA256SUMS")


if __name__ == "__main__":
    run_program(main)
