"""Draw screens of the arrow puzzle with Pillow: sizes, themes, settings, fonts, compression, marks, covered tiles.

The measures of *hard* and *expert* are those of a real screen of 800 x 1200 pixels. The spacing on *easy* and *medium*
and the shape of the arrows are not known, so they are drawn at random.
"""

from __future__ import annotations

import io
import math
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from tablebases.arrow.boards import Level, Shape

FONT_FOLDERS = (Path("/usr/share/texmf/fonts/opentype/public/lm"), Path("/usr/share/fonts/opentype/lmodern"))
FONTS = ("lmroman10-regular", "lmroman12-regular", "lmroman10-bold", "lmroman8-regular", "lmroman17-regular")
KINDS = ("greys", "digits", "arrows")
HARMS = ("clean", "jpeg", "spoiled")
SIZES = {
    (320, 568): 3, (360, 780): 3, (400, 600): 3, (540, 960): 3, (720, 1280): 3, (800, 1200): 4, (1080, 1920): 2,
    (1170, 2532): 1, (1440, 2880): 1,
}  # fmt: skip
"""Width and height -> how often a screen has them."""
FINE = 4
"""Pixels of a sprite before it is reduced, for each pixel of the screen."""

Picture = Image.Image
Points = list[tuple[float, float]]


class Theme(NamedTuple):
    """Levels of grey: behind the board, of the borders of tiles, inside tiles without greys, and of signs."""

    ground: int
    border: int
    face: int
    sign: int


DARK = (Theme(51, 102, 51, 255), Theme(51, 102, 34, 221), Theme(51, 102, 68, 238))
LIGHT = (Theme(255, 187, 255, 0), Theme(238, 153, 255, 34), Theme(221, 136, 238, 17))

ARROWS: dict[str, Points] = {
    "block": [(0, -1), (0.6, -0.3), (0.25, -0.3), (0.25, 0.9), (-0.25, 0.9), (-0.25, -0.3), (-0.6, -0.3)],
    "slim": [(0, -1), (0.4, -0.45), (0.1, -0.45), (0.1, 1), (-0.1, 1), (-0.1, -0.45), (-0.4, -0.45)],
    "triangle": [(0, -0.9), (0.75, 0.6), (-0.75, 0.6)],
    "notched": [(0, -1), (0.7, 0.8), (0, 0.4), (-0.7, 0.8)],
}
"""Outlines that point up, in units of half their height."""


class Screen(NamedTuple):
    """A drawn screen: the shown numbers less 1 in reading order, the picture, and the tiles that something covers."""

    turns: tuple[int, ...]
    picture: Picture
    covered: tuple[int, ...]


def font_file(name: str) -> Path | None:
    """The file of a Latin Modern font; None if it is not installed."""
    return next((path for folder in FONT_FOLDERS if (path := folder / f"{name}.otf").exists()), None)


def random_board(level: Level, rng: random.Random) -> tuple[int, ...]:
    """A solvable board, each as likely as any other."""
    taps = np.array([rng.randrange(level.directions) for _ in range(level.tiles)])
    return tuple(int(turn) for turn in level.tap_matrix @ taps % level.directions)


def middles(level: Level) -> Points:
    """The middle of each tile to the right and down, in units of the spacing, from the middle of the board."""
    half = (level.side - 1) / 2
    if level.shape is Shape.SQUARE:
        return [(column - half, row - half) for row, column in level.cells]
    return [((row - level.side + 1) * math.sqrt(0.75), column - row / 2 - half) for row, column in level.cells]


def _draw_digit(draw: ImageDraw.ImageDraw, middle: float, number: int, size: float, font: str, grey: int) -> None:
    """Draw a digit in a tile of the diameter `size`. Digits of Latin Modern are two thirds of the font size high."""
    file = font_file(font)
    assert file
    letters = ImageFont.truetype(str(file), size * 0.2 / 0.98 / 0.66)
    draw.text((middle, middle), str(number), font=letters, fill=grey, anchor="mm")


def _draw_arrow(draw: ImageDraw.ImageDraw, middle: float, turned: float, size: float, shape: str, grey: int) -> None:
    """Draw an arrow, turned clockwise by a share of a full turn, in a tile of the diameter `size`."""
    reach, angle = 0.3 * size, math.tau * turned

    def place(x: float, y: float) -> tuple[float, float]:
        right, down = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
        return middle + reach * right, middle + reach * down

    if shape in ARROWS:
        draw.polygon([place(*point) for point in ARROWS[shape]], fill=grey)
        return
    width = max(1, round(0.06 * size))
    draw.line([place(0, -0.95), place(0, 1)], fill=grey, width=width)
    draw.line([place(-0.45, -0.4), place(0, -0.95), place(0.45, -0.4)], fill=grey, width=width, joint="curve")


def _draw_around(
    draw: ImageDraw.ImageDraw, rng: random.Random, theme: Theme, size: tuple[int, int], top: float
) -> None:
    """Draw what stands above and below a board that begins at `top`: title, time, a button and a gear."""
    width, height = size
    unit = min(size)
    file = font_file("lmroman10-regular")
    large, small = (
        ImageFont.truetype(str(file), unit / share) if file else ImageFont.load_default(unit / share)
        for share in (16, 28)
    )
    draw.text((width / 2, 0.06 * height), "Arrow puzzle", font=large, fill=theme.sign, anchor="mm")
    if top > 0.16 * height:
        draw.text((width / 2, 0.12 * height), "Make all arrows point up", font=small, fill=theme.sign, anchor="mm")
        draw.text((width / 2, 0.15 * height), f"0:{rng.randrange(10, 60)}", font=small, fill=theme.sign, anchor="mm")
    below = 0.94 * height
    box = (0.3 * width, below - 0.03 * height, 0.7 * width, below + 0.02 * height)
    draw.rounded_rectangle(box, 6, outline=theme.border, width=2)
    draw.text((width / 2, below), "Back", font=small, fill=theme.sign, anchor="mm")
    draw.circle((0.9 * width, below), 0.03 * unit, outline=theme.sign, width=max(1, round(0.006 * unit)))


def _draw_tiles(
    picture: Picture, level: Level, turns: tuple[int, ...], points: Points, size: float, spacing: float,
    rng: random.Random, theme: Theme, kind: str,
) -> None:  # fmt: skip
    """Draw the tiles of a board, whose middles are `points`."""
    version = rng.randrange(2)
    has_sign = kind != "greys" or rng.random() < 0.25
    look = rng.choice(FONTS if kind != "arrows" else (*ARROWS, "line"))
    side = math.ceil(size) + 2
    edge = (side - size) * FINE / 2
    box = (edge, edge, side * FINE - 1 - edge, side * FINE - 1 - edge)
    mask = Image.new("L", (side * FINE, side * FINE), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, *mask.size), fill=255)
    mask = mask.resize((side, side), Image.Resampling.BOX)
    sprites = {}
    for turn in set(turns):
        grey = round(17 - 17 * version + 68 * turn / (level.directions - 1))
        sprite = Image.new("L", (side * FINE, side * FINE), theme.ground)
        draw = ImageDraw.Draw(sprite)
        width = max(1, round(spacing * 3 / 98 * FINE))
        draw.ellipse(box, fill=grey if kind == "greys" else theme.face, outline=theme.border, width=width)
        if kind == "arrows":
            _draw_arrow(draw, side * FINE / 2, turn / level.directions, size * FINE, look, theme.sign)
        elif has_sign:
            _draw_digit(draw, side * FINE / 2, turn + 1, size * FINE, look, theme.sign)
        sprites[turn] = sprite.resize((side, side), Image.Resampling.BOX)
    for turn, (x, y) in zip(turns, points, strict=True):
        picture.paste(sprites[turn], (round(x - side / 2), round(y - side / 2)), mask)


def draw_screen(level: Level, kind: str, harm: str, seed: int) -> Screen:
    """Draw a screen with a random solvable board.

    `kind` is one of `KINDS`, `harm` one of `HARMS`: `clean` pictures may be cropped or have black borders, `jpeg` ones
    are reduced to half and compressed with quality 60, `spoiled` ones also have tints, odd scalings, marks, and
    covered tiles.
    """
    rng = random.Random(f"{level.name} {kind} {harm} {seed}")  # noqa: S311 - pictures, not secrets
    turns = random_board(level, rng)
    width, height = rng.choices(list(SIZES), list(SIZES.values()))[0]
    if harm == "jpeg":
        width, height = rng.choice([size for size in SIZES if size[0] >= 720])
    if rng.random() < 0.2:
        width, height = height, width
    theme = rng.choice(DARK if kind == "greys" or rng.random() < 0.6 else LIGHT)
    if level.shape is Shape.SQUARE:
        spacing = min(width, 0.75 * height) * rng.uniform(0.5, 0.85) / level.side
        size = spacing * rng.uniform(0.86, 0.98)
    else:
        spacing = min(width * 98 / 800, height * 0.8 / (2 * level.side - 1))
        size = 0.98 * spacing
    left, top = width / 2, height * (rng.uniform(0.45, 0.52) if height > width else 0.5)
    points = [(left + x * spacing, top + y * spacing) for x, y in middles(level)]
    plain = Image.new("L", (width, height), theme.ground)
    highest = min(y for _, y in points) - size / 2
    _draw_around(ImageDraw.Draw(plain), rng, theme, (width, height), highest)
    _draw_tiles(plain, level, turns, points, size, spacing, rng, theme, kind)
    picture = plain.convert("RGB")
    covered: tuple[int, ...] = ()
    if harm == "spoiled":
        picture, covered = _spoil(picture, rng, points, size)
    picture = _crop(picture, rng, points, size)
    if harm == "spoiled":
        least = max(0.7, 320 / min(picture.size)) if min(picture.size) > 320 else 1
        scale = rng.uniform(least, 1.2)
        scaled = (round(picture.width * scale), round(picture.height * scale * rng.uniform(0.985, 1.015)))
        picture = _compress(picture.resize(scaled, Image.Resampling.BICUBIC), rng.choice((70, 85, 95)))
    if harm == "jpeg":
        half = (picture.width // 2, picture.height // 2)
        picture = _compress(picture.resize(half, Image.Resampling.LANCZOS), 60)
    return Screen(turns, picture, covered)


def _compress(picture: Picture, quality: int) -> Picture:
    """Compress a picture as JPEG does."""
    kept = io.BytesIO()
    picture.save(kept, "JPEG", quality=quality)
    return Image.open(kept).convert("RGB")


def _crop(picture: Picture, rng: random.Random, points: Points, size: float) -> Picture:
    """Crop a screen to its board, or put it between black borders, or leave it as it is."""
    chance = rng.random()
    if chance < 0.15:
        gap = size * rng.uniform(0.52, 0.9)
        xs, ys = zip(*points, strict=True)
        low = (max(0, min(xs) - gap), max(0, min(ys) - gap))
        high = (min(picture.width, max(xs) + gap), min(picture.height, max(ys) + gap))
        return picture.crop((round(low[0]), round(low[1]), round(high[0]), round(high[1])))
    if chance < 0.25:
        across, down = (round(rng.uniform(0, 0.2) * length) for length in picture.size)
        framed = Image.new("RGB", (picture.width + 2 * across, picture.height + 2 * down))
        framed.paste(picture, (across, down))
        return framed
    return picture


def _spoil(picture: Picture, rng: random.Random, points: Points, size: float) -> tuple[Picture, tuple[int, ...]]:
    """Tint a screen, or mark it with a finger, or cover one to three tiles."""
    if rng.random() < 0.5:
        values = np.asarray(picture, dtype=float) * [rng.uniform(0.75, 1.05), rng.uniform(0.7, 1), rng.uniform(0.5, 1)]
        picture = Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))
    chance = rng.random()
    if chance < 0.4:
        layer = Image.new("L", picture.size, 0)
        draw = ImageDraw.Draw(layer)
        x, y = rng.choice(points)
        for _ in range(rng.randrange(1, 4)):
            radius = size * rng.uniform(0.2, 0.5)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=round(255 * rng.uniform(0.05, 0.25)))
            x, y = x + rng.uniform(-1.5, 1.5) * size, y + rng.uniform(-1.5, 1.5) * size
        layer = layer.filter(ImageFilter.GaussianBlur(size * 0.05))
        picture.paste(Image.new("RGB", picture.size, (230, 230, 230)), mask=layer)
        return picture, ()
    if chance < 0.8:
        covered = tuple(sorted(rng.sample(range(len(points)), rng.randrange(1, 4))))
        cover = ImageDraw.Draw(picture)
        for tile in covered:
            x, y = points[tile]
            radius = size * rng.uniform(0.4, 0.55)
            colour = (rng.randrange(256), rng.randrange(256), rng.randrange(256))
            cover.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
        return picture, covered
    return picture, ()
