"""What the commands share: the game, and hands on the command line.

Numba is imported when the first hand is judged, so that help and errors of use come at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.options import read_text, section_of
from pipeline.core.packaged import data_file
from pipeline.core.progress import say
from pipeline.millijan.game.names import Names, unit_named
from pipeline.millijan.game.units import RuleSet, Tile, Unit, UnitScores, unit_scores
from pipeline.millijan.game_files import load_tiles, load_units

if TYPE_CHECKING:
    from pipeline.millijan.game.table import Table

HAND_HELP = "Tiles, such as 春香 千早 美希: names, kana, Latin letters, full names or numbers; - for standard input."
HandArgument = Annotated[list[str], typer.Argument(help=HAND_HELP)]
RulesOption = Annotated[RuleSet | None, typer.Option("--rules", help="The rule set; else that of the configuration.")]
MainOption = Annotated[str | None, typer.Option("--main", help="The main idol of the player.")]
CalledOption = Annotated[
    list[str] | None,
    typer.Option("--called", help="A called unit: its name, number, or members with +; may be given again."),
]
SeenOption = Annotated[
    list[str] | None,
    typer.Option("--seen", help="Tiles seen elsewhere, which cannot be drawn; may be given again."),
]
ConfigOption = Annotated[
    Path, typer.Option("--config", help="The configuration file that names tiles, units and rules.")
]
CONFIG = Path("config.yaml")


@dataclass(frozen=True)
class HandContext:
    """What a hand is judged by."""

    tiles: tuple[Tile, ...]
    units: tuple[Unit, ...]
    names: Names
    rules: RuleSet
    main: int | None
    """The player's main idol, a kind."""
    called: tuple[int, ...]
    """Numbers of called units."""
    seen: tuple[int, ...] = ()
    """Kinds of tiles seen elsewhere."""

    @cached_property
    def table(self) -> Table:
        """The table at which hands are judged."""
        return _table(self.tiles, self.units, self.rules, self.main, self.seen)

    @cached_property
    def scores(self) -> UnitScores:
        """What the units score."""
        return unit_scores(self.units, self.rules, self.main)

    @property
    def called_units(self) -> list[Unit]:
        """The called units themselves."""
        return [self.units[unit] for unit in self.called]

    def hand(self, words: Sequence[str], *sizes: int) -> tuple[int, ...]:
        """A hand from the command line, of so many tiles including those of called units.

        Raises:
            InputError: it is not one.
        """
        tiles = self.names.hand(read_text(" ".join(words)), sizes, self.called_units)
        self.check_seen(tiles)
        return tiles

    def check_seen(self, tiles: Sequence[int]) -> None:
        """Check that there are as many copies as a hand, called units and the tiles seen elsewhere have.

        Raises:
            InputError: there are not.
        """
        self.names.check_copies([*tiles, *self.seen], "all that is seen", self.called_units)

    def echo(self, hand: Iterable[int]) -> None:
        """Print a hand as it was understood, the called units, and the tiles seen elsewhere."""
        print("hand:", *self.names_of(hand))
        if self.called:
            print("called:", ", ".join(unit.name for unit in self.called_units))
        if self.seen:
            print("seen:", *self.names_of(self.seen))

    def names_of(self, kinds: Iterable[int]) -> list[str]:
        """The names of kinds."""
        return [self.tiles[kind].name for kind in kinds]


@cache
def _table(
    tiles: tuple[Tile, ...], units: tuple[Unit, ...], rules: RuleSet, main: int | None, seen: tuple[int, ...]
) -> Table:
    from pipeline.millijan.game.table import Table

    return Table(tiles, units, rules, main, seen)


def hand_context(
    config: Path,
    rules: RuleSet | None,
    main: str | None = None,
    called: Sequence[str] | None = None,
    seen: Sequence[str] | None = None,
) -> HandContext:
    """What the options say that all commands share.

    Raises:
        InputError: the configuration is wrong, or a name is unknown.
        PipelineError: a data file is missing or wrong.
    """
    with section_of(config, "millijan", "tiles, units and rules") as section:
        tiles = load_tiles(data_file(Path(section["tile_file"])))
        units = load_units(data_file(Path(section["unit_file"])), tiles)
        chosen = rules or RuleSet(section["rules"])
    names = Names(tiles)
    kind = None if main is None else names.kind(main)
    numbers = tuple(unit_named(name, units, names) for name in called or ())
    if main is not None and chosen is RuleSet.SEED:
        say(f"note: the rule set {chosen.value} knows no main idol, so --main changes nothing")
    return HandContext(tiles, units, names, chosen, kind, numbers, names.kinds(" ".join(seen or ())))
