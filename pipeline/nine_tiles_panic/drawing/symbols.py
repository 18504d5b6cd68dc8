"""What stands on the tiles, as small vector drawings.

Each thing is drawn upright in a box from -20 to 20 around the origin. Things differ in shape, not
only in colour: colours are those of Okabe and Ito, which colour-blind people tell apart, and every
shape has a dark outline, so that a picture in black and white is as clear.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

BOX = 40  # width and height of the box that a thing is drawn in

INK = "#1A1A1A"
WHITE = "#FFFFFF"
SKIN = "#FBE3C8"
BROWN = "#5F3310"
STEEL = "#D5D8DC"
ORANGE = "#E69F00"
SKY = "#56B4E9"
GREEN = "#009E73"
YELLOW = "#F0E442"
BLUE = "#0072B2"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"


class Thing(StrEnum):
    """What can stand on a tile; the value is its name in a picture."""

    AGENT = "agent"
    ALIEN = "alien"
    HAMBURGER = "hamburger"
    CAPTURED_ALIEN = "captured-alien"
    DOG = "dog"
    HOUSE = "house"
    GIRL = "girl"
    BOY = "boy"
    UFO = "ufo"


ALIEN_EYES = ((-6.8, 0.5), (6.8, 0.5))

_ALIEN_FACE = f"""
<path fill="{GREEN}" d="M0-14C12-14 17-6 16 1 15 10 7 19 0 19S-15 10-16 1C-17-6-12-14 0-14Z"/>
<ellipse fill="{WHITE}" cx="-6.8" cy="0.5" rx="5.6" ry="7"/>
<ellipse fill="{WHITE}" cx="6.8" cy="0.5" rx="5.6" ry="7"/>
"""
_MARKUP = {
    Thing.AGENT: f"""
<path fill="{BLUE}" d="M-17 19C-17 9-10 6 0 6S17 9 17 19Z"/>
<path fill="{WHITE}" d="M-5 7 0 18 5 7Z"/>
<circle fill="{SKIN}" cx="0" cy="0" r="9.5"/>
<path fill="{BLUE}" d="M-9-8-7.5-17Q0-20.5 7.5-17L9-8Z"/>
<ellipse fill="{BLUE}" cx="0" cy="-7.5" rx="17" ry="3.6"/>
<path fill="{INK}" d="M-9-1H9L7.5 3.5H2L0 0.5-2 3.5H-7.5Z"/>
""",
    Thing.ALIEN: f"""
<path fill="none" d="M-6-13-10-18M6-13 10-18"/>
<circle fill="{GREEN}" cx="-10.5" cy="-18" r="2.4"/>
<circle fill="{GREEN}" cx="10.5" cy="-18" r="2.4"/>
{_ALIEN_FACE}
<path fill="none" d="M-3 13.5H3"/>
""",
    Thing.CAPTURED_ALIEN: f"""
<rect fill="{WHITE}" x="-18" y="-15" width="36" height="31"/>
<g transform="translate(0 1.5) scale(0.78)">
{_ALIEN_FACE}
<circle fill="{INK}" stroke="none" cx="-6.8" cy="3" r="3"/>
<circle fill="{INK}" stroke="none" cx="6.8" cy="3" r="3"/>
</g>
<path fill="none" stroke-width="2.6" d="M-11-15V16M0-15V16M11-15V16"/>
<rect fill="{STEEL}" x="-19" y="-18" width="38" height="4.5"/>
<rect fill="{STEEL}" x="-19" y="14.5" width="38" height="4.5"/>
""",
    Thing.HAMBURGER: f"""
<path fill="{ORANGE}" d="M-17 8H17C17 15 13 17 9 17H-9C-13 17-17 15-17 8Z"/>
<rect fill="{BROWN}" x="-18" y="2" width="36" height="7" rx="3.5"/>
<path fill="{GREEN}" d="M-18-3Q-19 3-14 3T-8 3 0 3 8 3 14 3Q19 3 18-3Z"/>
<path fill="{ORANGE}" d="M-17-3C-17-14-9-17 0-17S17-14 17-3Z"/>
<path fill="none" stroke="{WHITE}" stroke-width="2.4" d="M-8-9-6-10M0-12H1M7-9 9-8"/>
""",
    Thing.DOG: f"""
<path fill="{ORANGE}" d="M-14-3C-17-5-17-9-19-12-14-12-13-8-10-4H4L5-11Q7-16 12-15L19-10Q21-5 16-4
L12-3 10 4V18H5L4 8H-7L-8 18H-13L-14 4Z"/>
<path fill="{BROWN}" d="M6-14Q0-11 2-3 7-2 9-11Z"/>
<circle fill="{INK}" stroke="none" cx="12.5" cy="-10" r="1.7"/>
<circle fill="{INK}" stroke="none" cx="18.5" cy="-9" r="2.2"/>
""",
    Thing.HOUSE: f"""
<path fill="{STEEL}" d="M8-15H13V-4H8Z"/>
<rect fill="{WHITE}" x="-14" y="-2" width="28" height="20"/>
<path fill="{VERMILLION}" d="M-20 0 0-18 20 0Z"/>
<path fill="{BROWN}" d="M-3 18V7H5V18Z"/>
<rect fill="{SKY}" x="-10.5" y="5" width="5" height="5.5"/>
""",
    Thing.GIRL: f"""
<path fill="none" stroke-width="2.6" d="M-4 12V19M4 12V19M-5-1-14 5M5-1 14 5"/>
<path fill="{PURPLE}" d="M-3-4H3L13 13H-13Z"/>
<path fill="{BROWN}" d="M-7-13C-15-17-17-9-13-3-9-5-8-8-7-11ZM7-13C15-17 17-9 13-3 9-5 8-8 7-11Z"/>
<circle fill="{SKIN}" cx="0" cy="-10.5" r="8"/>
<path fill="{BROWN}" d="M-8-11C-8-22 8-22 8-11Q4-13 0-15.5-4-13-8-11Z"/>
<path fill="none" stroke-width="1.5" d="M-2.8-10V-9M2.8-10V-9M-2.5-6.3Q0-4.6 2.5-6.3"/>
""",
    Thing.BOY: f"""
<path fill="none" stroke-width="2.6" d="M-4 13V19M4 13V19M-6-1-14 5M6-1 14 5"/>
<path fill="{INK}" d="M-7 7H7L8 14H1.5L0 11-1.5 14H-8Z"/>
<rect fill="{SKY}" x="-7" y="-4" width="14" height="12"/>
<circle fill="{SKIN}" cx="0" cy="-9.5" r="7.6"/>
<path fill="{SKY}" d="M-8-11C-8-21 8-21 8-12L17-11Q17-8 14-8.8L-8-10.4Z"/>
<path fill="none" stroke-width="1.5" d="M-2-7.5V-7M3.2-7.5V-7M-1.5-4.6Q1-3.4 3-4.6"/>
""",
    Thing.UFO: f"""
<path fill="none" stroke-width="2.6" d="M-9 6-14 16M9 6 14 16M-17 16H-11M11 16H17"/>
<path fill="{SKY}" d="M-9-1C-9-17 9-17 9-1Z"/>
<ellipse fill="{STEEL}" cx="0" cy="2" rx="19" ry="7"/>
<circle fill="{YELLOW}" cx="-10.5" cy="2" r="2.7"/>
<circle fill="{YELLOW}" cx="0" cy="4" r="2.7"/>
<circle fill="{YELLOW}" cx="10.5" cy="2" r="2.7"/>
""",
}

BEAM = f'<path class="facing beam" fill="{YELLOW}" d="M8-5 33-12V12L8 5Z"/>'
"""The light of an agent's torch, along the x axis."""

ARROW = f'<path class="facing arrow" fill="{INK}" stroke="{WHITE}" stroke-width="2.6" d="M14-11 34 0 14 11Z"/>'
"""Where an alien goes, along the x axis."""


def definitions(things: Iterable[Thing] = Thing) -> str:
    """The things as groups with the ids that `use` refers to, for an SVG's `defs`."""
    return "".join(
        f'<g id="thing-{thing}" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round" '
        f'stroke-linecap="round">{"".join(_MARKUP[thing].splitlines())}</g>\n'
        for thing in things
    )


def outlined(markup: str, transform: str) -> str:
    """Markup with the outline that things have."""
    return f'<g transform="{transform}" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round">{markup}</g>'


def use(thing: Thing, x: float, y: float, size: float) -> str:
    """A thing whose box is `size` wide around a point; needs its definition in the picture."""
    where = f"translate({x:.4g} {y:.4g}) scale({size / BOX:.4g})"
    return f'<use href="#thing-{thing}" transform="{where}"/>'


def pointer(thing: Thing) -> str:
    """What shows the way that an agent or an alien faces, along the x axis."""
    return BEAM if thing is Thing.AGENT else ARROW


def pupils(dx: float, dy: float) -> str:
    """An alien's pupils, looking in the direction of a unit vector."""
    return "".join(
        f'<circle fill="{INK}" stroke="none" r="3" cx="{x + 2.4 * dx:.4g}" cy="{y + 3.4 * dy:.4g}"/>'
        for x, y in ALIEN_EYES
    )
