"""Names of tiles and units as people write them: kanji, kana, Latin letters, full names and numbers.

>>> sorted(spellings("ふうか"))
['fuka', 'fuuka']
>>> hepburn("sihuziti")
'shifujichi'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from unicodedata import normalize

from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.messages import counted
from tablebases.millijan.units import COPIES, Tile, Unit

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
"""Kana -> usual spellings of names from other languages."""

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
KANA = re.compile("[ぁ-ゖー]+")
LONG_VOWEL = re.compile(r"([aiueo])\1")


def hepburn(text: str) -> str:
    """Turn small Latin letters of any romanisation into Hepburn."""
    for pattern, sign in TO_HEPBURN:
        text = pattern.sub(sign, text)
    return text


def _letters(kana: str) -> str:
    """Hiragana in Latin letters; other characters stay."""
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
    """Spellings of a hiragana name in small Latin letters: long vowels as two or as one, and `OTHER_SPELLINGS`."""
    letters = _letters(kana)
    return {letters, LONG_VOWEL.sub(r"\1", letters), *OTHER_SPELLINGS.get(kana, ())}


def latin_name(kana: str) -> str:
    """A hiragana name in Latin letters with a capital, as for `Fuka` and `Emily`."""
    key = folded(kana)
    letters = OTHER_SPELLINGS.get(key, [re.sub(r"([uo])\1", r"\1", _letters(key))])[0]
    return letters.capitalize()


def _name_like(written: str, tile: Tile) -> str:
    """The name of a tile in the script of `written`: Latin letters, kana, or as on the tile."""
    key = folded(written)
    if re.search("[a-z]{2}", key):  # not the x of x2
        return latin_name(tile.kana) or tile.name
    return tile.kana if KANA.fullmatch(key) and not KANA.fullmatch(folded(tile.name)) else tile.name


def _any_of(names: Sequence[str]) -> str:
    """Names with `or` between them; in Japanese also a mark, because many are in kana."""
    return "".join(t("{name} or ", name=name) for name in names[:-1]) + names[-1]


# Names of idols in any width, kana of either kind, Latin letters, full names, numbers.

SEPARATORS = str.maketrans(dict.fromkeys("、,・/\n\t", " "))
TIMES = re.compile(r"(?<=.)[xX\u00d7*]([1-9])$")
"""Behind a name: how many tiles of it there are."""
TIMES_INSIDE = re.compile(r"(?<=.)[xX\u00d7*][1-9](?=[^\dxX\u00d7*])")
"""The same between names without blanks."""
MOST_CHARACTERS = 5000
"""Of names without blanks between them."""
HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
"""Katakana -> hiragana."""


def folded(name: str) -> str:
    """A name without differences in width, case, kind of kana and blanks."""
    if len(name) > MOST_CHARACTERS:
        text = "names without blanks have at most {most:,} characters, not {n:,}; write blanks, as in 春香 千早 美希"
        raise InputError(text, most=MOST_CHARACTERS, n=len(name))
    return "".join(normalize("NFKC", name).casefold().translate(HIRAGANA).split())


class Names:
    """The kinds of tiles by their names."""

    def __init__(self, tiles: Sequence[Tile]) -> None:
        self._tiles = tiles
        self._kinds: dict[str, int] = {}
        for kind, tile in enumerate(tiles):
            for name in (tile.name, tile.kana, tile.full_name, str(kind)):
                self._kinds.setdefault(folded(name.translate(SEPARATORS)), kind)
        for kind, tile in enumerate(tiles):
            for name in spellings(folded(tile.kana)):
                self._kinds.setdefault(name, kind)
        self._longest = max(map(len, self._kinds))
        names = sorted(filter(None, self._kinds), key=len, reverse=True)
        self._row = rf"(?>{'|'.join(re.escape(name) for name in names if not name.isdigit())})*+"
        """The pattern of names without blanks."""

    def _key(self, name: str) -> str:
        """The form in which a name is looked up."""
        key = folded(name)
        return key if key in self._kinds else hepburn(key)

    def kind(self, name: str) -> int:
        """The kind that a name means, read as in `kinds`."""
        if len(found := self.kinds(name)) != 1:
            raise self._unknown(name)
        return found[0]

    def _near(self, key: str, cutoff: float = 0) -> dict[int, None]:
        """The kinds with the names nearest to `key`; a kanji says more than a letter."""
        cutoff = cutoff or (0.6 if key.isascii() and key.isalpha() else 0.3)
        return dict.fromkeys(self._kinds[name] for name in get_close_matches(key, self._kinds, n=3, cutoff=cutoff))

    def _unknown(self, word: str) -> InputError:
        """The error for a word that is no name: it suggests names for the part that is wrong."""
        key = self._key(word)
        rest = re.sub("^" + self._row, "", key)
        part, begin, kinds = re.sub(self._row + "$", "", rest), len(key) - len(rest), {}
        if part != key and not (part.isdigit() or (part.isascii() and len(part) == 1) or self._near(key, 0.8)):
            kinds = self._near(part)
            word = (word if len(word) == len(key) else key)[begin : begin + len(part)] if kinds else word
        kinds = kinds or self._near(key)
        if not kinds:
            return InputError("no idol is called '{name}'; `tablebases millijan units` lists the names", name=word)
        names = _any_of([_name_like(word, self._tiles[kind]) for kind in kinds])
        return InputError("no idol is called '{name}'; perhaps {names}?", name=word, names=names)

    def kinds(self, text: str) -> tuple[int, ...]:
        """The kinds of a text, whose names have blanks, marks or nothing between them."""
        words = []
        for word in normalize("NFKC", text).translate(SEPARATORS).split():
            words += [word] if folded(word) in self._kinds else TIMES_INSIDE.sub(r"\g<0> ", word).split()
        return tuple(kind for word in self._with_full_names(words) for kind in self._kinds_in(word))

    def hand(self, text: str, sizes: Iterable[int], called: Sequence[Unit] = ()) -> tuple[int, ...]:
        """Read a hand as `kinds` does, and check its size and copies.

        `sizes` are the allowed numbers of tiles, those of the units `called` included.
        """
        kinds = self.kinds(text)
        apart = sum(len(unit.members) for unit in called)
        allowed = sorted(size - apart for size in sizes if size > apart)
        if not allowed:
            raise InputError("the called units have {tiles} tiles, which leaves none for the hand", tiles=apart)
        if not kinds:
            raise InputError("the hand is empty; name its tiles, as in 春香 千早 美希")
        if len(kinds) not in allowed:
            words = t(" or ").join(map(str, allowed))
            if len(allowed) > 2:
                words = t("{least} to {most}", least=allowed[0], most=allowed[-1])
            raise InputError(
                "the hand has {tiles}, but must have {sizes}", tiles=counted(len(kinds), "tile"), sizes=words
            )
        self.check_copies(kinds, t("the hand"))
        self.check_copies(kinds, t("the hand with its called units"), called)
        return kinds

    def _kinds_in(self, word: str) -> tuple[int, ...]:
        """The kinds of a word, whose last name may have a number behind it, as in 春香x3."""
        times = None if folded(word) in self._kinds else TIMES.search(word)
        found = self._in_row(word[: times.start()] if times else word)
        return (*found, *found[-1:] * (int(times[1]) - 1 if times else 0))

    def _in_row(self, word: str) -> tuple[int, ...]:
        """The kinds of a word: one name, or several without blanks."""
        key = self._key(word)
        # By the number of characters read: at most two ways to read them.
        if key in self._kinds:
            return (self._kinds[key],)
        ways: list[list[tuple[int, ...]]] = [[()], *([] for _ in key)]
        for end in range(1, len(key) + 1):
            for start in range(max(0, end - self._longest), end):
                kind = self._kinds.get(key[start:end])
                if kind is not None and not key[start:end].isdigit():
                    ways[end] += [found for way in ways[start] if (found := (*way, kind)) not in ways[end]]
            del ways[end][2:]
        if not ways[-1]:
            raise self._unknown(word)
        if len(ways[-1]) > 1:
            either, other = (" ".join(self._tiles[kind].name for kind in way) for way in ways[-1])
            text = "'{word}' may be {either} or {other}; put blanks between the names"
            raise InputError(text, word=word, either=either, other=other)
        return ways[-1][0]

    def check_copies(self, kinds: Sequence[int], holder: str, called: Sequence[Unit] = ()) -> None:
        """Check that no kind is used more than 3 times, called units included; an error names the `holder`."""
        every = [*kinds, *(kind for unit in called for kind in unit.members)]
        for kind in every:
            if every.count(kind) > COPIES:
                raise InputError(
                    "{holder} has {count} copies of {tile}, but there are {copies}",
                    holder=holder, count=every.count(kind), tile=self._tiles[kind].name, copies=COPIES,
                )  # fmt: skip

    def _with_full_names(self, words: Sequence[str]) -> list[str]:
        """Join the family name and the given name of full names."""
        found: list[str] = []
        for word in words:
            name = TIMES.sub("", word)
            # エミリー スチュアート is one idol, because スチュアート alone is no name; エミリー エミリー are two.
            both_known = bool(found) and {folded(found[-1]), folded(name)} <= self._kinds.keys()
            if found and not both_known and folded(found[-1] + name) in self._kinds:
                found[-1] += word
            else:
                found.append(word)
        return found


def unit_named(name: str, units: Sequence[Unit], names: Names) -> int:
    """The number of a unit by its name, number, or members with + between them; an InputError suggests the nearest."""
    key = folded(name)
    by_name: Mapping[str, int] = {folded(unit.name): u for u, unit in reversed(list(enumerate(units)))}
    if key in by_name:
        return by_name[key]
    numbers = {str(number): number for number in range(len(units))}
    if key in numbers:
        return numbers[key]
    if "+" in (name := normalize("NFKC", name)):
        members = {*names.kinds(name.replace("+", " "))}
        for number, unit in enumerate(units):
            if set(unit.members) == members:
                return number
    near = get_close_matches(key, by_name, n=3, cutoff=0.3)
    if not near:
        raise InputError("there is no unit '{name}'; `tablebases millijan units` lists the units", name=name)
    names_near = _any_of([units[by_name[one]].name for one in near])
    raise InputError("there is no unit '{name}'; perhaps {names}?", name=name, names=names_near)
