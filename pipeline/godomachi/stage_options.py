"""Options that several stages share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

OutOption = Annotated[Path, typer.Option("--out", help="Where to write the artifact.")]
PolyominoesOption = Annotated[
    Path, typer.Option("--polyominoes", help="Artifact of the stage polyominoes.")
]
CutsOption = Annotated[Path, typer.Option("--cuts", help="Artifact of the stage cuts.")]
PliesOption = Annotated[Path, typer.Option("--plies", help="Artifact of the stage plies.")]
