"""Arguments of public functions, read by their annotations.

A public function says in its annotations what it takes. `checked` refuses everything else, so that the function itself
does not have to expect it.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, wraps
from inspect import Parameter, Signature, signature, unwrap
from itertools import islice
from os import PathLike
from pathlib import Path
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar, get_args, get_origin

from tablebases.errors import InputError
from tablebases.languages import t

P = ParamSpec("P")
R = TypeVar("R")

Texts: TypeAlias = int | str | Sequence["Texts"]
"""A text or a number, or a list, tuple or array of them; no set, because its values have no order."""
LONGEST = 100_000
"""Characters of a text, and values of a list."""
LARGEST = 10**19 - 1
DEEPEST = 4
"""Lists in lists."""
NO_TEXT = re.compile("[\ud800-\udfff]")
LISTS = (Iterable, Sequence)
NAMES = {str: "a text", int: "a whole number", bool: "True or False", NoneType: "None", Path: "a path"}
"""Type -> what users call its values."""


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Refuse arguments that do not fit the annotations of `function`, with an InputError.

    Whole numbers have at most 19 digits, texts and lists at most 100,000 characters or values, and lists are at most 4
    deep. A set is no `Sequence`. `function` gets lists for arrays and other iterables, and ints for NumPy's.
    """

    @wraps(function)
    def checked_function(*args: P.args, **kwargs: P.kwargs) -> R:
        its_signature, readers = _readers(function)
        bound = its_signature.bind(*args, **kwargs)
        for name in bound.arguments.keys() & readers.keys():
            value, read = bound.arguments[name], readers[name].read
            is_rest = its_signature.parameters[name].kind is Parameter.VAR_POSITIONAL
            bound.arguments[name] = tuple(map(read, value)) if is_rest else read(value)
        return function(*bound.args, **bound.kwargs)

    return checked_function


@cache
def _readers(function: Callable[..., object]) -> tuple[Signature, dict[str, _Reader]]:
    """The signature of a function, and the readers of its annotated parameters."""
    its_signature = signature(function)
    parameters = [each for each in its_signature.parameters.values() if each.annotation is not each.empty]
    texts = SimpleNamespace(__annotations__={each.name: each.annotation for each in parameters})
    call = re.search(
        rf">{{3}} .*?((?:[\w.]+\.)?{function.__name__}\((?:[^()\n]|\([^()]*\))*\))", function.__doc__ or ""
    )
    example = call.group(1) if call else f"help({function.__qualname__})"
    hints = typing.get_type_hints(texts, unwrap(function).__globals__)
    return its_signature, {name: _Reader(name, example, _alternatives(hint)) for name, hint in hints.items()}


def _alternatives(hint: Any) -> tuple[Any, ...]:
    """The types and texts that an annotation allows."""
    if get_origin(hint) in (typing.Union, UnionType):
        return tuple(each for part in get_args(hint) for each in _alternatives(part))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return tuple(hint)
    return get_args(hint) if get_origin(hint) is Literal else (hint,)


def texts_of(value: int | str | Iterable[Any]) -> list[str]:
    """The texts of a value and of those in its lists, in order."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [str(value)]
    return [text for each in value for text in texts_of(each)]


@dataclass(frozen=True)
class _Reader:
    """Reads the values of a parameter."""

    name: str
    example: str
    kinds: tuple[Any, ...]

    def read(self, value: Any, depth: int = 0) -> Any:
        """The value as the function takes it."""
        value = value.tolist() if hasattr(value, "tolist") else value
        for kind in self.kinds:
            if _is_of(value, kind):
                return kind if isinstance(kind, StrEnum) else self._of_moderate_size(value)
        lists = [kind for kind in self.kinds if get_origin(kind) in LISTS]
        has_order = not isinstance(value, Set) or any(get_origin(kind) is Iterable for kind in lists)
        is_list = isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray | Mapping)
        if not (lists and is_list and has_order):
            kinds = t(" or ").join(dict.fromkeys(t(_name(kind)) for kind in self.kinds))
            shown = repr(value) if isinstance(value, str | bytes | float | None) else type(value).__name__
            raise self._refusal("{name} must be {kinds}, not {value}", kinds=kinds, value=shown)
        if depth == DEEPEST:
            raise self._refusal("{name} has lists that are more than {most} deep", most=DEEPEST)
        inner = tuple(kind for each in lists for of in get_args(each) for kind in _alternatives(of))
        members = self if any(isinstance(kind, typing.ForwardRef) for kind in inner) else replace(self, kinds=inner)
        values = [members.read(each, depth + 1) for each in islice(value, LONGEST + 1)]
        if len(values) > LONGEST:
            raise self._refusal("{name} has more than {most:,} values", most=LONGEST)
        return values

    def _of_moderate_size(self, value: Any) -> Any:
        """The value, unless it is too large or has characters that no text has."""
        if isinstance(value, int) and abs(value) > LARGEST:
            raise self._refusal("{name} has more than 19 digits, {value}", value=f"...{abs(value) % 10**9:09}")
        text = value if isinstance(value, str) else ""
        if len(text) > LONGEST:
            raise self._refusal("{name} has more than {most:,} characters", most=LONGEST)
        if Path not in self.kinds and (odd := NO_TEXT.search(text)):
            raise self._refusal("{name} has a character that cannot stand there, {value}", value=ascii(odd.group()))
        return value

    def _refusal(self, text: str, **values: object) -> InputError:
        fault = t(text, name=self.name, **values)
        return InputError("{fault}; for example {example}", fault=fault, example=self.example)


def _is_of(value: Any, kind: Any) -> bool:
    """Whether a value, no list, is of a type, or is a text among choices."""
    if isinstance(kind, str):
        return bool(value == kind)
    if origin := get_origin(kind):
        return origin is Callable and callable(value)
    return isinstance(value, PathLike if kind is Path else kind)


def _name(kind: Any) -> str:
    """What users call values of a type."""
    if origin := get_origin(kind):
        return "a list" if origin in LISTS else "a function"
    return repr(str(kind)) if isinstance(kind, str) else NAMES.get(kind) or kind.__name__
