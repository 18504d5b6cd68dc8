"""Pictures: SVG documents, and PNG files drawn from them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from unicodedata import normalize

from tablebases.errors import InputError
from tablebases.files import check_input, renamed_when_complete
from tablebases.languages import t
from tablebases.locations import PACKAGED
from tablebases.messages import say

FONT = "DejaVu Sans"
"""The font of the words and numbers in a picture."""
FONT_FILE = PACKAGED / "fonts" / "DejaVuSans.ttf"
"""The font file of the package: a PNG is the same on every machine."""


def document(
    width: float, height: float, title: str, content: Iterable[str], scale: float = 0, ground: str = "#ffffff"
) -> str:
    """An SVG on a ground of one colour, from lines of markup; screen readers say the title.

    `scale` is pixels per unit when the picture stands alone; 0 leaves the size to the viewer.
    """
    size = f'width="{scale * width:g}" height="{scale * height:g}" ' if scale else ""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="0 0 {width:g} {height:g}" '
            f'font-family="{FONT}, sans-serif" role="img">',
            f"<title>{escape(title, quote=False)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{ground}"/>',
            *content,
            "</svg>",
            "",
        ]
    )


def text(x: float, y: float, words: str, size: float, **attributes: str) -> str:
    """Words in a picture; `text_anchor="end"` becomes the attribute text-anchor."""
    others = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{others}>{escape(words, quote=False)}</text>'


# Pictures as files: SVG, or PNG drawn from it.

MAX_WIDTH = 5_000
ENDINGS = (".svg", ".png")
PNG_WIDTH = 900
JAPANESE = re.compile("[\u2e80-\uffff]")
FONT_FOLDERS = (
    *("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts", "/System/Library/Fonts"),
    *("/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts", "~/AppData/Local/Microsoft/Windows/Fonts"),
)
JAPANESE_FONTS = (
    *("notosanscjk.*-regular", "notosansjp.*", "ipaexg", "ipag", "takaogothic", "vl-gothic-regular"),
    *("ヒラギノ角ゴシック w3", "yugoth[mr]", "meiryo", "msgothic"),
    *("notoserifcjk.*-regular", "notoserifjp.*", "ipaexm", "ipam", "ヒラギノ明朝 pron", "yumin", "msmincho"),
)
"""Names of font files in small letters, without endings: Gothic before Mincho, because its strokes are even."""


def japanese_font() -> Path | None:
    """The font file for Japanese words: the first of `JAPANESE_FONTS` that is installed."""
    folders = [Path(os.path.expanduser(folder)) for folder in FONT_FOLDERS]  # noqa: PTH111 - also without a home folder
    files = sorted(path for folder in folders for path in folder.rglob("*.[ot]t[cf]"))
    names = {normalize("NFKC", path.stem).casefold(): path for path in files}
    return next((names[name] for font in JAPANESE_FONTS for name in names if re.fullmatch(font, name)), None)


def check_width(width: int) -> None:
    """Raise an InputError unless a PNG can be this wide."""
    if not 1 <= width <= MAX_WIDTH:
        text = "the width of a PNG must be 1 to {most:,} pixels, but is {width:,}"
        raise InputError(text, most=MAX_WIDTH, width=width)


def to_png(svg: str, width: int) -> bytes:
    """Draw an SVG as a PNG of this width in pixels, without Japanese words the same on every machine.

    The fonts of the package have no Japanese: such words take a font of this machine, and a note says if it has none.
    """
    import resvg_py  # only where a PNG is drawn

    check_width(width)
    check_input(FONT_FILE)
    is_japanese = JAPANESE.search(svg)
    font = japanese_font() if is_japanese else None
    if is_japanese and not font:
        say(t("note: the picture may lack characters, because no Japanese font was found; install Noto Sans CJK JP"))
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=not is_japanese or font is not None,
            font_files=[str(FONT_FILE), *([str(font)] if font else [])],
            font_family=FONT,
            sans_serif_family=FONT,
        )
    )


def check_ending(path: Path) -> None:
    """Raise an InputError unless a path ends with .svg or .png."""
    if path.suffix.lower() not in ENDINGS:
        raise InputError("'{path}' must end with .svg or .png, for example 'picture.svg'", path=path)


def write_picture(svg: str, path: Path, width: int = PNG_WIDTH) -> None:
    """Write a picture as SVG or PNG, by the ending of its path."""
    check_ending(path)
    content = to_png(svg, width) if path.suffix.lower() == ".png" else svg.encode()
    with renamed_when_complete(path) as partial:
        partial.write_bytes(content)


def write_pictures(svg: str, paths: Iterable[Path] | None, width: int = PNG_WIDTH) -> None:
    """Write a picture to every path, if there are any, and report it."""
    for path in paths or ():
        write_picture(svg, path, width)
        say(t("wrote {path}", path=path))
