"""What all charts have in common."""

from __future__ import annotations

from typing import Any

BLUE, ORANGE = "#0072B2", "#D55E00"

SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "puzzle-tablebases",  # the same names inside the file in every run
    "svg.fonttype": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9,
}
