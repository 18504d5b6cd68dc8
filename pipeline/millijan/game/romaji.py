"""Names in Latin letters, made of their kana.

>>> sorted(spellings("ふうか"))
['fuka', 'fuuka']
>>> hepburn("sihuziti")
'shifujichi'
"""

from __future__ import annotations

import re

ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
}  # fmt: skip
"""Consonant -> its syllables with a, i, u, e and o."""
SYLLABLES = {"や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "o", "ん": "n"} | {
    kana: consonant + vowel for consonant, row in ROWS.items() for kana, vowel in zip(row, "aiueo", strict=True)
}
SMALL = {"ゃ": "ya", "ゅ": "yu", "ょ": "yo"}

OTHER_SPELLINGS = {"えみりー": ["emily"], "じゅりあ": ["julia"], "えれな": ["elena"], "ろこ": ["roco", "loco"]}
"""Kana -> what is usual beside what the kana say, of names from other languages."""

TO_HEPBURN = [
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"sy(?=[auo])|s(?=i)", "sh"),
        (r"[tc]y(?=[auo])|t(?=i)", "ch"),
        (r"[zj]y(?=[auo])|[zd](?=i)", "j"),
        (r"t(?=u)", "ts"),
        (r"d(?=u)", "z"),
        (r"(?<![sc])h(?=u)", "f"),
    )
]
LONG_VOWEL = re.compile(r"([aiueo])\1")


def hepburn(text: str) -> str:
    """Small Latin letters, in whatever system, as Hepburn writes them."""
    for pattern, sign in TO_HEPBURN:
        text = pattern.sub(sign, text)
    return text


def _letters(kana: str) -> str:
    """Hiragana in Latin letters; what is no hiragana stays."""
    found = ""
    for sign in kana:
        if sign in SMALL and found.endswith("i"):
            found = found[:-1] + SMALL[sign]
        elif sign == "ー":
            found += found[-1:]
        else:
            found += SYLLABLES.get(sign, sign)
    return hepburn(re.sub(r"っ(.)", r"\1\1", found))


def spellings(kana: str) -> set[str]:
    """How a name in hiragana is written in small Latin letters: long vowels as two or as one, and other usual ways."""
    letters = _letters(kana)
    return {letters, LONG_VOWEL.sub(r"\1", letters), *OTHER_SPELLINGS.get(kana, ())}
