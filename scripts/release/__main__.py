"""Fill the folder of a release: databases, Parquet, the atlas in one file, descriptions and digests."""

from __future__ import annotations

from pathlib import Path

from pipeline.stage import run_stage
from scripts.release.card import write_card
from scripts.release.files import pack_atlas, put_database, write_checksums
from scripts.release.parquet import write_parquet


def main(database: list[Path], table: list[str], atlas: Path, out: Path) -> None:
    """Fill the folder `out`; equal results give equal files, byte for byte.

    A `table` is the name of a table and the database that has it, such as answers=results/nine_tiles_panic/answers.db.
    """
    for path in database:
        put_database(path, out / path.name)
    for name, _, path in (text.partition("=") for text in table):
        write_parquet(Path(path), name, out / f"{name}.parquet")
    pack_atlas(atlas, out / "atlas.zip")
    files = [path.name for path in database] + [f"{text.partition('=')[0]}.parquet" for text in table] + ["atlas.zip"]
    described = write_card([out / name for name in files], out)
    write_checksums([out / name for name in (*files, *described)], out / "SHA256SUMS")


if __name__ == "__main__":
    run_stage(main)
