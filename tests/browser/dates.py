"""Dates on which tests try the daily puzzles of the pages, those with the widest contents included."""

from __future__ import annotations

import os

TODAY = os.environ.get("BROWSER_TODAY", "2026-11-27")
"""The date in all tests, unless a test sets another one."""
YEARS = range(2026, 2031)
"""The years that `WIDEST` was chosen from."""
WIDEST = {
    "millijan": "2029-08-11",
    "millijan solo": "2026-08-23",
    "nine-tiles ja": "2030-01-17",
    "nine-tiles en": "2026-12-28",
    "godomachi": "2030-12-31",
    "arrow": "2026-01-07",
}
"""Daily puzzle -> the day of `YEARS` with the widest content.

- millijan: the first hand has the most tiles with the longest names, of four characters, and then the most characters
- nine-tiles: the names of the three cards have the most characters
- godomachi: the widths of both shapes have the greatest sum, in the first puzzle and in all three
- arrow: the first board of 37 tiles with six directions

If several days are equal, any of them is listed. Two tests named `..._has_the_widest_content` check the list.
"""
DATES = (*WIDEST.values(), "2026-11-27", "2026-01-23", "2026-12-31", "2027-01-01", "2027-11-09", "2028-02-29")
"""Twelve dates. On the others a tile with a long name lies at the edge, hands are nearly as wide, or a year or February
ends."""
