"""The kinds of error that a user is meant to read.

Error                  what is wrong and how to mend it; exit status 1
InputError           bad input: a command line, an argument, a file that people edit; exit status 2
MissingDataError     results, data files or answers that are not there
DamagedDataError     results or data files that are damaged, foreign, or of another version
"""

from __future__ import annotations

from tablebases.languages import t

LONGEST_MESSAGE = 2000
MOST = 10**9
"""An upper limit of numbers of rows and of ids, larger than any in use."""


def printable(text: str) -> str:
    """A text with escapes for control characters and other unprintable ones: a terminal would obey them."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def system_reason(error: Exception) -> str:
    """Why the system refused something; the usual reasons are in the current language."""
    return t(getattr(error, "strerror", None) or str(error))


class Error(Exception):
    """What is wrong and how to mend it, in one sentence; commands show it without a traceback.

    It is made of an English text and the values of its {gaps}, and reads as `t` gives it in the current language.
    """

    exit_status = 1

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(t(text, **values))

    def __str__(self) -> str:
        """The sentence in one line, shortened: it may quote long or unprintable input."""
        text = printable(super().__str__())
        if len(text) > LONGEST_MESSAGE:
            text = f"{text[: LONGEST_MESSAGE // 2]} [...] {text[-LONGEST_MESSAGE // 2 :]}"
        return text


class InputError(Error):
    """Bad input."""

    exit_status = 2


class MissingDataError(Error):
    """Results, data files or answers are not there."""


class DamagedDataError(Error):
    """Results or data files are damaged, foreign, or of another version."""

    fault = ""
    """What is wrong with an artifact, without its path and how to mend it; else empty."""


def whole_number(name: str, value: int, least: int = 1, most: int = MOST) -> int:
    """The argument `name` of a function; an InputError unless it is `least` to `most`."""
    if least <= value <= most:
        return value
    text = "{name} must be a whole number from {least:,} to {most:,}, not {value}; for example {name}={example}"
    raise InputError(text, name=name, least=least, most=most, value=repr(value), example=max(least, 1))
