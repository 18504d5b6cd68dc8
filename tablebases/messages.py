"""Messages to the user: progress of long work, numbers with their nouns, and lists."""

from __future__ import annotations

import atexit
import gc
import math
import sys
import time
from collections.abc import Callable, Iterable

from tablebases.errors import Error, printable
from tablebases.languages import t, translated

SECONDS_BETWEEN_LINES = 2.0
ENDS_OF_SENTENCES = ("です", "ます", "ません", "ました", "ください")
"""Of Japanese errors, whose faults have no full stop because some stand inside a sentence."""
HALF_WIDTH = 1.96
"""Half the width of a 95 % interval, in standard errors; numbers after ± are such half-widths."""


def say(text: str) -> None:
    """Tell the user something, on standard error."""
    print(*map(printable, text.split("\n")), sep="\n", file=sys.stderr, flush=True)


def run_command(command: Callable[[], object]) -> None:
    """Run a command line; an error ends it with one sentence and its exit status."""
    atexit.register(gc.freeze)  # else the interpreter looks for garbage as it ends, for up to 0.3 s
    try:
        command()
    except Error as error:
        text = t("error: {error}", error=error)
        say(text + "。" * text.endswith(ENDS_OF_SENTENCES))
        sys.exit(error.exit_status)


class Progress:
    """Reports done, total, rate and time left every few seconds.

    `label` says what is being done, such as `towns, shard 3 of 8`; `total` is counted in `unit`, such as `towns`.
    """

    def __init__(self, label: str, total: int, unit: str) -> None:
        self._label = label
        self._total = total
        self._unit = unit
        self._started = time.monotonic()
        self._last_line = self._started
        self._done = 0

    def advance(self, amount: int) -> None:
        """Note that `amount` more is done."""
        self._done += amount
        now = time.monotonic()
        if now - self._last_line < SECONDS_BETWEEN_LINES:
            return
        self._last_line = now
        rate = self._done / (now - self._started)
        left = (self._total - self._done) / rate if rate else 0.0
        say(
            t(
                "{label}: {done:,} of {total:,} {unit} ({share:.0%}), {rate:,.0f} a second, {left:.0f} s left",
                label=self._label,
                done=self._done,
                total=self._total,
                unit=self._unit,
                share=self._done / max(self._total, 1),
                rate=rate,
                left=left,
            )
        )

    def finish(self) -> None:
        """Say the total and the rate over all."""
        seconds = time.monotonic() - self._started
        rate = self._done / seconds if seconds else 0.0
        text = "{label}: {done:,} {unit} in {seconds:.1f} s, {rate:,.0f} a second"
        say(t(text, label=self._label, done=self._done, unit=self._unit, seconds=seconds, rate=rate))


# Numbers with their nouns, lists, and shares.


def counted(count: int, noun: str, plural: str = "") -> str:
    """How many there are of something: `1 cell`, `2 cells`, `1,000 plies` with the plural `plies`.

    Its Japanese text is that of `{n} cell`.
    """
    form = f"{{n}} {noun}"
    if count != 1 and translated(form) == form:
        form = f"{{n}} {plural or noun + 's'}"
    return t(form, n=f"{count:,}")


def listed(parts: Iterable[str]) -> str:
    """One or more parts as a list.

    >>> listed(["left", "top (2)", "right"])
    'left, top (2) and right'
    """
    *others, last = parts
    return t("{others} and {last}", others=t(", ").join(others), last=last) if others else last


NEARLY_ALL, NEARLY_NONE = 99.9, 0.1


def percent(share: float) -> str:
    """A share, 0 to 1, in percent, cut to one decimal.

    It is cut, because a share that is rounded up to 100 % would be wrong. Above 99.9 % it is cut to the first digit
    that is not 9, below 0.1 % to three digits. The pages of the atlas do the same.

    >>> percent(0.2338), percent(0.99999974), percent(1), percent(0.0000139269)
    ('23.3 %', '99.99997 %', '100 %', '0.00139 %')
    """
    if share >= 1:
        return "100" + t(" %")
    digits = 1
    if 100 * share > NEARLY_ALL:
        digits = math.ceil(-math.log10(100 - 100 * share))
    elif 0 < 100 * share < NEARLY_NONE:
        digits = 2 - math.floor(math.log10(100 * share))
    cut = math.floor(round(100 * share * 10**digits, 6)) / 10**digits
    return f"{cut:.{digits}f}" + t(" %")


def figure_text(value: str, error: str = "", unit: str = "") -> str:
    """A figure for people: thousands commas, a share in percent, a sampled value with its error.

    >>> figure_text("526070976"), figure_text("14713.1"), figure_text("58.3548", "0.0086")
    ('526,070,976', '14,713.1', '58.3548 ± 0.0086')
    >>> figure_text("1.39269e-05", unit="share")
    '0.00139 %'
    """
    if unit == "share":
        return percent(float(value))
    whole, dot, decimals = value.partition(".")
    return (f"{int(whole):,}{dot}{decimals}" if whole.isdecimal() else value) + (f" ± {error}" if error else "")
