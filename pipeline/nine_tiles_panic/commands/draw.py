"""`tablebases nine-tiles draw`: pictures of towns, town synonyms and tiles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.options import PicturesOption
from pipeline.cli.pictures import ENDINGS, PNG_WIDTH, check_width, write_picture
from pipeline.core.errors import InputError
from pipeline.core.progress import say
from pipeline.nine_tiles_panic.commands.options import (
    THEMES,
    TILES,
    ColumnsOption,
    RowsOption,
    RuleSetOption,
    ThemesOption,
    TilesOption,
    find_theme,
)
from pipeline.nine_tiles_panic.commands.town_argument import typed_town
from pipeline.nine_tiles_panic.drawing.text_drawing import tile_text, town_text
from pipeline.nine_tiles_panic.drawing.town_drawing import DrawingOptions, draw_tile, draw_town, synonym_town
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.explanations import explanations_by_theme
from pipeline.nine_tiles_panic.game.laid_town import LaidTown
from pipeline.nine_tiles_panic.game.notation import plain_pattern
from pipeline.nine_tiles_panic.game.tiles import Tile
from pipeline.nine_tiles_panic.game_files import load_all_tiles, load_themes

SYNONYM = "synonym:"
TILE = "tile:"


def _find(pattern: str, tiles: Path, board: Board) -> Tile | LaidTown:
    """What a PATTERN asks for."""
    if pattern.startswith(SYNONYM):
        return synonym_town(pattern.removeprefix(SYNONYM), board)
    if not pattern.startswith(TILE):
        return typed_town(pattern, tiles, board)
    all_tiles = load_all_tiles(tiles)
    number = pattern.removeprefix(TILE)
    by_number = {str(tile.number): tile for tile in all_tiles}
    if number not in by_number:
        raise InputError(f"there is no tile '{number}' in {tiles}; the tiles are {', '.join(by_number)}")
    return by_number[number]


def draw(
    pattern: Annotated[
        str,
        typer.Argument(
            help="A town's tile numbers row by row and their directions (0-7); or "
            "synonym:PATTERN for roads only; or tile:NUMBER for both faces of a tile."
        ),
    ],
    output: PicturesOption = None,
    width: Annotated[int, typer.Option(help="Width of a PNG in pixels.")] = PNG_WIDTH,
    numbers: Annotated[bool, typer.Option("--numbers", help="Show the positions and the edge numbers.")] = False,
    legend: Annotated[bool, typer.Option("--legend", help="Say what is what.")] = False,
    monochrome: Annotated[bool, typer.Option("--monochrome", help="Use greys only.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print it in the terminal.")] = False,
    theme: Annotated[str | None, typer.Option(help="Point at what a theme counts, by its number or name.")] = None,
    tiles: TilesOption = TILES,
    themes: ThemesOption = THEMES,
    rows: RowsOption = 3,
    columns: ColumnsOption = 3,
    rule_set: RuleSetOption = "published",
) -> None:
    """Draw a town as SVG or PNG, or print it; a town that is not complete has its faults marked.

    Without -o and --text it goes to PATTERN.svg and PATTERN.png in this folder.

    Examples:
    tablebases nine-tiles draw 206745813361230035 -o town.png

    tablebases nine-tiles draw 206745813361230035 --theme 5 --legend -o longest.svg -o longest.png

    tablebases nine-tiles draw 036582714006421564 --text

    tablebases nine-tiles draw synonym:224221113000100031 --numbers -o roads.svg

    tablebases nine-tiles draw tile:4 -o tile.png --width 600
    """
    files = output or []
    check_width(width)
    pattern = plain_pattern(pattern)
    drawn = _find(pattern, tiles, Board(rows, columns))
    options = DrawingOptions(numbers, legend, monochrome=monochrome)
    if theme is not None:
        if isinstance(drawn, Tile) or pattern.startswith(SYNONYM):
            raise InputError("--theme needs a town: only there it is known what a theme counts")
        wanted = find_theme(theme, load_themes(themes))
        ((_, explanation),) = explanations_by_theme(drawn, [wanted], rule_set)
        say(f"{wanted.name_en}: {explanation.score}: {explanation.text}")
        options = replace(options, highlight=explanation.highlight)
    if text:
        print(tile_text(drawn) if isinstance(drawn, Tile) else town_text(drawn))
    if not files and not text:
        files = [Path(f"{pattern.replace(':', '-')}{ending}") for ending in ENDINGS]
    if isinstance(drawn, Tile):
        svg = draw_tile(drawn, options)
    else:
        svg = draw_town(drawn, options, f"town {pattern}".replace(":", " "))
    for file in files:
        write_picture(svg, file, width)
        say(f"wrote {file}")
