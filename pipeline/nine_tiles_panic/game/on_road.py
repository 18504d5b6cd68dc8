"""What stands on a road, as one meets it."""

from __future__ import annotations

from enum import IntEnum


class OnRoad(IntEnum):
    """An object as one meets it when walking a road: "ahead" looks towards the far end."""

    AGENT_AHEAD = 1
    AGENT_BACK = 2
    ALIEN_AHEAD = 3
    ALIEN_BACK = 4
    HAMBURGER = 5
