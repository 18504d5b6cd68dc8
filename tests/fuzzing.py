"""Make a few seeded changes to real content, like damage and typing mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from tablebases.errors import Error

ODD = [
    *(bytes([value]) for value in (0, 7, 10, 13, 27, 127, 0x85, 0xFF)),
    *(bytes([character]) for character in b",\"'-+/:;#\t[]{}()"),
    *(b"&a ", b"*a", b"- "),
    *(b"? ", b"!!int ", b"!!python/name:os.system ", b"<<: ", b"%YAML 9.9\n---\n", b"\n---\n", b"\xef\xbb\xbf"),
    *(b"null", b"true", b"2026-13-45"),
    *(text.encode() for text in ("é", "\u202e", "\u2028", "٣", "\uff12", "²", "🍞", "e\u0301", "ﾊﾙｶ")),
    *(b"\xed\xa0\x80", b"\xc0\xaf", b" " * 3000, b"\n" * 300, b"(" * 3000, b"[" * 3000, b"- " * 3000, b"not " * 2000),
]
"""Bytes to insert, or to replace others with."""

NUMBERS = (b"", b"-1", b"00", b"10", b"101", b"1.5", b".inf", b"nan", b"1e999", b"0x", b"9" * 25, b"9" * 5000)

WORD = re.compile(rb"(?<![\w.])[\w.]+")

Change = Callable[[bytes, Random], bytes]


def _span(content: bytes, random: Random) -> slice:
    start = random.randrange(len(content) + 1)
    return slice(start, start + random.choice((0, 1, 1, 2, 5, 50)))


def _put_something_odd(content: bytes, random: Random) -> bytes:
    span = _span(content, random)
    return content[: span.start] + random.choice(ODD) + content[span.stop :]


def _flip_a_bit(content: bytes, random: Random) -> bytes:
    if not content:
        return content
    place = random.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :]


def _take_something_away(content: bytes, random: Random) -> bytes:
    span = _span(content, random)
    return content[: span.start] + content[span.stop :]


def _repeat_something(content: bytes, random: Random) -> bytes:
    span = _span(content, random)
    return content[: span.stop] + content[span] * random.choice((1, 2, 100)) + content[span.stop :]


def _cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content) + 1)]


def _change_lines(content: bytes, random: Random) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(3):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case _:
            del lines[one]
    return b"".join(lines)


def _change_a_word(content: bytes, random: Random) -> bytes:
    word = WORD.search(content, random.randrange(len(content) + 1))
    start, end = word.span() if word else (0, 0)
    return content[:start] + random.choice(random.choice((ODD, NUMBERS))) + content[end:]


def _write_otherwise(content: bytes, random: Random) -> bytes:
    text = content.decode("utf-8", errors="replace")
    encoding = random.choice(("utf-16", "utf-8-sig", "latin-1", "shift-jis", "utf-7"))
    return random.choice((text.encode(encoding, errors="replace"), content.replace(b"\n", b"\r\n")))


CHANGES: Sequence[Change] = (
    _put_something_odd, _put_something_odd, _flip_a_bit, _take_something_away, _repeat_something, _cut,
    _change_lines, _change_a_word, _write_otherwise,
)  # fmt: skip


def changed(contents: Sequence[bytes], seed: int) -> bytes:
    """One of `contents` with one to four changes."""
    random = Random(seed)  # noqa: S311
    content = random.choice(contents)
    for _ in range(random.choice((1, 1, 2, 4))):
        content = random.choice(CHANGES)(content, random)
    return content


def changed_text(texts: Sequence[str], seed: int) -> str:
    """A changed text as on a command line: without NUL, and with invalid UTF-8 as lone surrogates."""
    content = changed([text.encode() for text in texts], seed)
    return content.replace(b"\0", b"").decode("utf-8", errors="surrogateescape")


def refusal(read: Callable[[], object]) -> str:
    """The error of a reader, or an empty text; fails unless it is one printable line of moderate length."""
    try:
        read()
    except Error as error:
        text = str(error)
        assert text.isprintable(), text
        assert len(text) <= 2100, text
        return text
    return ""
