"""What the commands share: the game, hands on the command line, and units in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from pipeline.command_line import read_standard_input, section_of
from pipeline.millijan.game.names import Names, unit_named
from pipeline.millijan.game.rules import RuleSet
from pipeline.millijan.game.table import Table
from pipeline.millijan.game.units import Unit
from pipeline.millijan.game_files import load_tiles, load_units
from pipeline.progress import say

HandArgument = Annotated[
    str,
    typer.Argument(
        help="Tiles with blanks or commas between them: names, kana, full names, or numbers; "
        "- for standard input."
    ),
]
RulesOption = Annotated[
    RuleSet | None, typer.Option("--rules", help="The rule set; else that of the configuration.")
]
MainOption = Annotated[str | None, typer.Option("--main", help="The main idol of the player.")]
CalledOption = Annotated[
    list[str] | None,
    typer.Option(
        "--called", help="A called unit: its name, number, or members with +; may be given again."
    ),
]
ConfigOption = Annotated[
    Path, typer.Option("--config", help="The configuration file that names tiles, units and rules.")
]
CONFIG = Path("config.yaml")
SECTION = "millijan"


@dataclass(frozen=True)
class Asked:
    """A table, and the called units of a player."""

    table: Table
    names: Names
    called: tuple[int, ...]

    @property
    def called_units(self) -> list[Unit]:
        """The called units themselves."""
        return [self.table.units[unit] for unit in self.called]

    def hand(self, text: str, *sizes: int) -> tuple[int, ...]:
        """A hand from the command line, of so many tiles, those of called units counted.

        Raises:
            InputError: it is none.
        """
        words = read_standard_input() if text == "-" else text
        return self.names.hand(words, sizes, self.called_units)


def ask(
    rules: RuleSet | None,
    main: str | None,
    called: Sequence[str] | None,
    config: Path,
) -> Asked:
    """Understand what is asked beside the hand.

    Raises:
        InputError: the configuration is wrong, or a name is unknown.
        PipelineError: a data file is missing or wrong.
    """
    with section_of(config, SECTION, "tiles, units and rules") as section:
        tiles = load_tiles(Path(section["tile_file"]))
        units = load_units(Path(section["unit_file"]), tiles)
        chosen = rules or RuleSet(section["rules"])
    names = Names(tiles)
    table = Table(tiles, units, chosen, None if main is None else names.kind(main))
    numbers = tuple(unit_named(name, units, names) for name in called or ())
    if main is not None and chosen is RuleSet.SEED:
        say(f"note: the rule set {chosen.value} knows no main idol, so --main changes nothing")
    return Asked(table, names, numbers)
