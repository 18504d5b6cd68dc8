"""`tablebases nine-tiles draw`: pictures of towns, town synonyms and tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.pictures import ENDINGS, PNG_WIDTH, check_ending, check_width, write_picture
from pipeline.core.errors import PipelineError
from pipeline.core.progress import say
from pipeline.nine_tiles_panic.commands.choosing_themes import find_theme
from pipeline.nine_tiles_panic.commands.options import (
    THEMES,
    TILES,
    ColumnsOption,
    RowsOption,
    ThemesOption,
    TilesOption,
)
from pipeline.nine_tiles_panic.drawing.text_drawing import tile_text, town_text
from pipeline.nine_tiles_panic.drawing.town_drawing import (
    DrawingOptions,
    draw_tile,
    draw_town,
    draw_town_synonym,
    synonym_town,
)
from pipeline.nine_tiles_panic.game.board import Board
from pipeline.nine_tiles_panic.game.explanations import explanations_by_theme
from pipeline.nine_tiles_panic.game.laid_town import Highlight, LaidTown, lay_town
from pipeline.nine_tiles_panic.game_files import load_all_tiles
from pipeline.nine_tiles_panic.theme_files import load_themes

SYNONYM = "synonym:"
TILE = "tile:"


@dataclass(frozen=True)
class _Drawing:
    """What is drawn: `name` for its file, and how it is drawn either way."""

    name: str
    svg: Callable[[DrawingOptions], str]
    text: Callable[[], str]
    town: LaidTown | None = None


def _tile_drawing(number: str, tiles: Path) -> _Drawing:
    by_number = {str(tile.number): tile for tile in load_all_tiles(tiles)}
    if number not in by_number:
        raise PipelineError(f"there is no tile '{number}' in {tiles}; the tiles are {', '.join(by_number)}")
    tile = by_number[number]
    return _Drawing(f"tile-{number}", lambda options: draw_tile(tile, options), lambda: tile_text(tile))


def _find_drawing(pattern: str, tiles: Path, board: Board) -> _Drawing:
    """What a PATTERN asks for."""
    if pattern.startswith(TILE):
        return _tile_drawing(pattern.removeprefix(TILE), tiles)
    if pattern.startswith(SYNONYM):
        digits = pattern.removeprefix(SYNONYM)
        shape = synonym_town(digits, board)
        return _Drawing(
            f"synonym-{digits}",
            lambda options: draw_town_synonym(digits, board, options),
            lambda: town_text(shape),
        )
    town = lay_town(pattern, load_all_tiles(tiles), board)
    return _Drawing(pattern, lambda options: draw_town(town, options), lambda: town_text(town), town)


def _highlight(drawing: _Drawing, theme: str | None, themes: Path) -> Highlight:
    """What a theme counts in the town; nothing without a theme."""
    if theme is None:
        return Highlight()
    if drawing.town is None:
        raise PipelineError("--theme needs a town: only there it is known what a theme counts")
    known = load_themes(themes)
    wanted = find_theme(theme, known)
    explanation = explanations_by_theme(drawing.town, [wanted])[0][1]
    say(f"{wanted.name_en}: {explanation.score}: {explanation.text}")
    return explanation.highlight


def draw(
    pattern: Annotated[
        str,
        typer.Argument(
            help="A town's tile numbers row by row and their directions (0-7); or "
            "synonym:PATTERN for roads only; or tile:NUMBER for both faces of a tile."
        ),
    ],
    output: Annotated[
        list[Path] | None,
        typer.Option("--output", "-o", help="File to write, .svg or .png; may be given again."),
    ] = None,
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
    for file in files:
        check_ending(file)
    check_width(width)
    drawing = _find_drawing(pattern, tiles, Board(rows, columns))
    options = DrawingOptions(numbers, legend, _highlight(drawing, theme, themes), monochrome)
    if text:
        print(drawing.text())
    if not files and not text:
        files = [Path(f"{drawing.name}{ending}") for ending in ENDINGS]
    svg = drawing.svg(options)
    for file in files:
        write_picture(svg, file, width)
        say(f"wrote {file}")
