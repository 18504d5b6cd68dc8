"""The fields of an answer, as JSON and CSV have them.

JSON has the fields of a dataclass by their names and in their order, then its figures, nested as they are. A row of CSV
has the same, but flat. A value with a notation, such as a town or a level, is written in it. A field with `repr=False`
is in neither: it is what the answer itself needs for its picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

Cells: TypeAlias = Mapping[str, object]
"""A row of CSV: column -> value. A list of values has a column each, such as `members_1` and `members_2`."""


if TYPE_CHECKING:
    figure = property  # mypy knows the types of such properties only
else:

    class figure(property):  # noqa: N801 - a decorator
        """A property that JSON and CSV have after the fields, because people look for it."""


class Notated:
    """A value that JSON and CSV have in its notation instead of by its fields."""

    @property
    def notation(self) -> str:
        """The notation, which the library reads."""
        raise NotImplementedError

    @property
    def cell(self) -> str:
        """The notation in CSV, where it must not look like a number."""
        return self.notation


def _names_of(kind: type) -> tuple[str, ...]:
    kinds = reversed(kind.__mro__)
    figures = [name for each in kinds for name, value in vars(each).items() if isinstance(value, figure)]
    return (*(each.name for each in fields(kind) if each.repr), *figures)


names_of: Callable[[type], tuple[str, ...]] = cache(_names_of)
"""The names of the fields of a dataclass that `repr` shows, then of its figures."""


def fields_of(item: object) -> dict[str, Any]:
    """Name -> value of the fields of a dataclass, then of its figures; a dictionary stays as it is."""
    if isinstance(item, Mapping):
        return {**item}
    return {name: getattr(item, name) for name in names_of(type(item))}


def data_of(value: object, in_csv: bool = False) -> Any:
    """A value as `json` writes it: numbers, texts, None, lists and dictionaries. In CSV a notation is a `cell`."""
    if isinstance(value, Notated):
        return value.cell if in_csv else value.notation
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path | Fraction):
        return str(value)
    if is_dataclass(value):
        return {name: data_of(each, in_csv) for name, each in fields_of(value).items()}
    if isinstance(value, Mapping):
        return {str(data_of(key)): data_of(each, in_csv) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [data_of(each, in_csv) for each in value]
    return value


def cells_of(item: object) -> dict[str, object]:
    """The cells of a row for an item; lists of dataclasses are in JSON only.

    A dataclass within the item has a column for each of its fields, such as `card_number`.
    """
    cells: dict[str, object] = {}
    for name, value in fields_of(item).items():
        data = data_of(value, in_csv=True)
        if isinstance(data, dict):
            cells |= {f"{name}_{inner}": each for inner, each in data.items() if not isinstance(each, dict | list)}
        elif not (isinstance(data, list) and any(isinstance(each, dict | list) for each in data)):
            cells[name] = data
    return cells
