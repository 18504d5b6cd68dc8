"""How people write the pattern of a town.

A pattern is read with blanks and bars between its digits, and in digits of any width:

>>> plain_pattern("206 745 813 | 361 230 035")
'206745813361230035'
"""

from __future__ import annotations

import unicodedata

SEPARATOR = "|"


def half_width(text: str) -> str:
    """A text with full-width digits and signs as those of a keyboard, in one line."""
    return " ".join(unicodedata.normalize("NFKC", text).splitlines())


def plain_pattern(text: str) -> str:
    """A pattern without blanks and bars, in plain digits; what else stands in it stays."""
    return "".join(half_width(text).replace(SEPARATOR, " ").split())
