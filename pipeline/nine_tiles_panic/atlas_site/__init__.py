"""The hand-written files of the atlas, and where its folder is; this imports nothing heavy."""

from __future__ import annotations

from pathlib import Path

DATA_FILE = "data.json"
SPRITE_FILE = "tiles.svg"

_SOURCES = Path(__file__).parent
_GAME = "nine_tiles_panic"


def site_files() -> list[Path]:
    """The files of the page that are written by hand."""
    return sorted(path for path in _SOURCES.iterdir() if path.suffix in (".html", ".css", ".js"))


def atlas_folder(output: Path) -> Path:
    """The folder of the atlas: `results/atlas`; that of another configuration is within its own.

    Args:
        output: where the artifacts of the game are.
    """
    return output.parent / "atlas" if output.name == _GAME else output / "atlas"


def atlas_files(folder: Path) -> list[str]:
    """All files of an atlas in this folder, the data first; provenance is beside the data."""
    names = [DATA_FILE, SPRITE_FILE, *(path.name for path in site_files())]
    return [str(folder / name) for name in names]
