"""The picture of an answer to share: 1200 x 630 pixels with game, title, lines, address and drawing.

Other sites show pictures of this size for links.

Words stand in a column on the left, on a white panel on the right is the drawing. The panel is as high as the picture,
and as wide as the drawing needs, within limits. A drawing that is very wide is below the words instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablebases.answer.text import BREAK
from tablebases.errors import InputError
from tablebases.languages import name_of
from tablebases.locations import CONFIG, data_file
from tablebases.pictures import document, text
from tablebases.puzzles import Puzzle, puzzle_of

WIDTH, HEIGHT = 1200, 630
MARGIN = 32
EDGE = 48
"""From the border to the words."""
PADDING = 14
"""From the border of the panel to the drawing."""
LEAST_PANEL, LARGEST_PANEL = 380, 700
"""Width of the panel."""
WIDE = 2.2
"""Drawings with a larger ratio of width and height are below the words."""
GROUND, PAPER, BORDER = "#f5f2ea", "#ffffff", "#d9d3c5"
INK, QUIET, ACCENT = "#1f2429", "#5a5f66", "#0b5d66"

NAME_SIZE, LINE_SIZE, ADDRESS_SIZE = 28, 27, 20
TITLE_SIZES = (54, 46, 40, 34)
"""The largest that gives at most `TITLE_LINES` lines."""
TITLE_LINES = 3
LEADING = 1.3
LETTER, BOLD_LETTER = 0.6, 0.68
"""The mean width of a letter as a part of its size."""
FIRST_WIDE = 0x2E80
"""From this character on, kana and kanji are as wide as high."""
_ADDRESS = re.compile(r"(?=[!-~]*\Z)https?://[^\"<>?#/]+(/[^\"<>?#]*)?")
"""Of visible ASCII characters."""
_ROOT = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


def title_of(puzzle: Puzzle) -> str:
    """The name of a puzzle in the current language, without the places where pages may break its line."""
    return name_of(puzzle.title, puzzle.title_ja).replace("\u200b", "")


@dataclass(frozen=True)
class Card:
    """An answer to share."""

    puzzle: str
    """The package of its puzzle, such as `arrow_puzzle`."""
    title: str
    """The picture begins it with a capital."""
    lines: Sequence[str]
    """Sentences below the title; those without room are left out."""
    place: str
    """The address of the answer within the atlas, such as `nine-tiles/#2_5_18`."""
    drawing: str
    """An SVG from `pictures.document`."""

    @property
    def game(self) -> str:
        """The name of the game in the current language."""
        return title_of(puzzle_of(self.puzzle))


def checked_address(address: object) -> str:
    """The address of an atlas with a slash at its end; an InputError if it is none. An empty text stays empty."""
    if address == "":
        return ""
    if isinstance(address, str) and _ADDRESS.fullmatch(address):
        return address.rstrip("/") + "/"
    text = "atlas_address must be the web address of the atlas, such as https://example.org/atlas/, but is '{address}'"
    raise InputError(text, address=address)


def configured_address() -> str:
    """The address of the atlas in the configuration; empty if there is none."""
    from tablebases.yaml_file import read_configuration

    return checked_address(read_configuration(data_file(CONFIG)).get("atlas_address", ""))


def _width(words: str, size: float, letter: float) -> float:
    return sum(size if ord(sign) >= FIRST_WIDE else size * letter for sign in words)


def wrapped(words: str, size: float, width: float, letter: float = LETTER) -> list[str]:
    """Lines of at most this width; only words that are longer, in Japanese phrases, are broken.

    >>> wrapped("14タップで解けます", 54, 400)
    ['14タップで', '解けます']
    """
    lines = [""]
    for piece in BREAK.split(words):
        if _width(lines[-1] + piece.rstrip(), size, letter) > width and lines[-1]:
            lines.append("")
        if _width(piece.rstrip(), size, letter) <= width:
            lines[-1] += piece
            continue
        for sign in piece:
            if _width(lines[-1] + sign, size, letter) > width:
                lines.append("")
            lines[-1] += sign
    return [line.rstrip() for line in lines if line.strip()]


def size_of(drawing: str) -> tuple[float, float]:
    """Width and height of a drawing from `pictures.document`, in its own units."""
    root = _ROOT.match(drawing)
    if root is None:
        raise ValueError("the drawing has no size")
    return float(root[1]), float(root[2])


def placed(drawing: str, x: float, y: float, width: float, height: float) -> str:
    """A drawing as a part of another one: as large as this place allows, without its title."""
    across, down = size_of(drawing)
    root = f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" viewBox="0 0 {across:g} {down:g}">'
    content = drawing[drawing.index(">") + 1 :].rstrip()
    return root + re.sub(r"<title>.*?</title>", "", content, count=1, flags=re.DOTALL)


def share_picture(card: Card, address: str) -> str:
    """The picture of an answer as SVG; `address` is that of the atlas, or empty."""
    across, down = size_of(card.drawing)
    is_wide = across / down > WIDE
    inner = HEIGHT - 2 * MARGIN - 2 * PADDING
    panel = WIDTH - 2 * MARGIN if is_wide else inner * across / down + 2 * PADDING
    panel = round(max(LEAST_PANEL, min(panel, WIDTH if is_wide else LARGEST_PANEL)))
    x = WIDTH - MARGIN - panel
    column = WIDTH - 2 * EDGE if is_wide else x - EDGE - MARGIN

    # The words, from above; the address is at the bottom.
    bar = f'<rect width="{WIDTH}" height="10" fill="{ACCENT}"/>'
    body = [bar, text(EDGE, EDGE + NAME_SIZE, card.game, NAME_SIZE, fill=ACCENT, font_weight="bold")]
    y: float = EDGE + NAME_SIZE + 14
    headline = card.title[:1].upper() + card.title[1:]
    titles = [(size, wrapped(headline, size, column, BOLD_LETTER)) for size in TITLE_SIZES]
    size, title = next((found for found in titles if len(found[1]) <= TITLE_LINES), titles[-1])
    for line in title:
        y += LEADING * size
        body.append(text(EDGE, round(y, 1), line, size, fill=INK, font_weight="bold"))
    where = f"{address}{card.place}".partition("://")[2] if address else f"puzzle-tablebases: {card.place}"
    found = wrapped(where, ADDRESS_SIZE, column)
    bottom = HEIGHT - MARGIN - ADDRESS_SIZE * LEADING * (len(found) - 1) - (0 if is_wide else EDGE - MARGIN)
    for number, line in enumerate(found):
        at = round(bottom + number * ADDRESS_SIZE * LEADING, 1)
        body.append(text(EDGE, at, line, ADDRESS_SIZE, fill=ACCENT))
    y += 16
    lowest = HEIGHT / 2 if is_wide else bottom - 2 * ADDRESS_SIZE
    for words in card.lines:
        rows = wrapped(words, LINE_SIZE, column)
        if y + LEADING * LINE_SIZE * len(rows) > lowest:
            break
        for row in rows:
            y += LEADING * LINE_SIZE
            body.append(text(EDGE, round(y, 1), row, LINE_SIZE, fill=QUIET))
        y += 8

    # The panel with the drawing.
    top = round(y + 24) if is_wide else MARGIN
    high = round(bottom - 1.6 * ADDRESS_SIZE) - top if is_wide else HEIGHT - 2 * MARGIN
    body.append(
        f'<rect x="{x}" y="{top}" width="{panel}" height="{high}" rx="16" fill="{PAPER}" stroke="{BORDER}" '
        'stroke-width="2"/>'
    )
    body.append(placed(card.drawing, x + PADDING, top + PADDING, panel - 2 * PADDING, high - 2 * PADDING))
    return document(WIDTH, HEIGHT, f"{card.game}: {headline}", body, scale=1, ground=GROUND)
