"""`tablebases godomachi play`: a game against the perfect player."""

from __future__ import annotations

from typing import Annotated

import typer

from pipeline.godomachi.commands.arguments import MaxCutOption, OtherShapeArgument, ShapeArgument


def play(
    a: ShapeArgument,
    b: OtherShapeArgument,
    second: Annotated[bool, typer.Option("--second", help="Let the program move first.")] = False,
    max_cut: MaxCutOption = "any",
) -> None:
    """Play against the perfect player: cut congruent pieces off both shapes, in turn.

    Who makes the two shapes congruent wins. The program wins as soon as it can, and else holds out
    as long as it can. Moves are typed as letters; ? shows how.

    Examples:
    tablebases godomachi play "#####" "##/.##/..#"

    tablebases godomachi play 8:17 8:200 --second
    """
    from pipeline.godomachi.commands.playing import play_to_the_end
    from pipeline.godomachi.commands.shapes import read_pair
    from pipeline.godomachi.game.play import Game

    play_to_the_end(Game(read_pair(a, b, max_cut), human_is_first=not second))
