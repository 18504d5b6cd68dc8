"""Options that several stages share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipeline.millijan.game.rules import RuleSet

OutOption = Annotated[Path, typer.Option("--out", help="Where to write the artifact.")]
RulesOption = Annotated[RuleSet, typer.Option("--rules", help="The rule set.")]
