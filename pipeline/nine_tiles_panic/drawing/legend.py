"""The legend of a picture: what stands on its tiles, each thing with its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.cli.svg import text
from pipeline.nine_tiles_panic.drawing.road_drawing import OBJECT_THINGS
from pipeline.nine_tiles_panic.drawing.symbols import BOX, INK, Thing, outlined, pointer, pupils, use
from pipeline.nine_tiles_panic.drawing.tile_drawing import off_road_things
from pipeline.nine_tiles_panic.game.laid_town import LaidTile

MARGIN = 12
LINE = 38
COLUMN_WIDTH = 92
THING_SIZE = 28

WORDS = {
    Thing.AGENT: ("agent", "faces right"),
    Thing.ALIEN: ("alien", "faces right"),
    Thing.HAMBURGER: ("hamburger", ""),
    Thing.CAPTURED_ALIEN: ("captured", "alien"),
    Thing.DOG: ("dog", ""),
    Thing.HOUSE: ("house", ""),
    Thing.GIRL: ("girl", ""),
    Thing.BOY: ("boy", ""),
    Thing.UFO: ("UFO", ""),
}


def label(words: str, x: float, y: float, size: float, anchor: str = "middle") -> str:
    """Words whose letters are centred on the height y."""
    return text(x, y + 0.36 * size, words, size, fill=INK, text_anchor=anchor)


def used_things(tiles: Iterable[LaidTile]) -> list[Thing]:
    """The things on these tiles, each once, in the order of a legend."""
    used = set()
    for tile in tiles:
        used |= set(off_road_things(tile.face.off_road))
        used |= {OBJECT_THINGS[road.object] for road in tile.roads if road.object is not None}
    return [thing for thing in Thing if thing in used]


def _entry(thing: Thing, x: float, y: float) -> str:
    """A thing with its words, agents and aliens as they look on a road."""
    where = f"translate({x:g} {y:g}) scale({THING_SIZE / BOX:g})"
    facing = thing in (Thing.AGENT, Thing.ALIEN)
    drawing = use(thing, x, y, THING_SIZE)
    if facing:
        drawing = outlined(pointer(thing), where) + drawing
    if thing is Thing.ALIEN:
        drawing += outlined(pupils(1, 0), where)
    first, second = WORDS[thing]
    start = x + (26 if facing else 19)
    if not second:
        return drawing + label(first, start, y, 11, "start")
    return drawing + label(first, start, y - 6, 11, "start") + label(second, start, y + 6.5, 8.5, "start")


def legend(things: Sequence[Thing], width: float, top: float) -> tuple[str, float]:
    """The legend and its height."""
    columns = max(1, int((width - 2 * MARGIN) // COLUMN_WIDTH))
    found = []
    for i, thing in enumerate(things):
        row, column = divmod(i, columns)
        x = MARGIN + COLUMN_WIDTH * column + 16
        y = top + LINE * (row + 0.5)
        found.append(_entry(thing, x, y))
    body = "".join(found)
    height = LINE * -(-len(things) // columns) + MARGIN / 2 if things else 0
    return f'<g class="legend">{body}</g>\n', height
