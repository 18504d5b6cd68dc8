"""What an answer is.

An answer is a frozen dataclass that inherits from `Answer`. Its fields are for programs, its sentences and tables for
people. A puzzle writes these two, and perhaps a picture and a card; all else follows:

    @dataclass(frozen=True)
    class Waits(Answer):
        distance: int
        waits: tuple[Wait, ...]

        lists = "waits"

        def blocks(self) -> Iterator[Block]:
            yield t("distance {distance}", distance=self.distance)
            yield Table(self.waits, ("tile", "score"))

`print`, a notebook and the command show the blocks. `--json` has the fields by their names and in their order, nested
as they are. `--csv` has a row for each item of the field `lists`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tablebases.answer.fields import Cells, cells_of
from tablebases.answer.text import WIDTH, Block, text_lines
from tablebases.arguments import checked
from tablebases.errors import whole_number

if TYPE_CHECKING:
    from tablebases.answer.share import Card


class Answer:
    """An answer; see above."""

    lists: ClassVar[str] = ""
    """The field with the items of an answer that is a list; without one CSV has a single row, the answer itself."""

    @property
    def columns(self) -> Sequence[str]:
        """The columns of CSV, before lists get numbered ones; empty for all of the rows."""
        return ()

    def blocks(self) -> Iterator[Block]:
        """The sentences, tables and drawings of the text, in order."""
        raise NotImplementedError

    def rows(self) -> Iterator[Cells]:
        """The rows of CSV."""
        return map(cells_of, getattr(self, self.lists) if self.lists else [self])

    def svg(self) -> str | None:
        """A picture of the answer as SVG; None if it has none."""
        return None

    def card(self) -> Card | None:
        """The answer to share; None if there is nothing to share."""
        return None

    @checked
    def in_words(self, width: int = WIDTH) -> str:
        """The text in lines of at most `width` columns, where words and drawings allow that."""
        return "\n".join(text_lines(self.blocks(), whole_number("width", width, 2, 2**63 - 1)))

    def __str__(self) -> str:
        return self.in_words()

    def _repr_svg_(self) -> str | None:
        return self.svg()


Item = TypeVar("Item")


class ListAnswer(Answer, Generic[Item]):
    """An answer that is a sequence of the items in its field `lists`."""

    def __iter__(self) -> Iterator[Item]:
        return iter(getattr(self, self.lists))

    def __len__(self) -> int:
        return len(getattr(self, self.lists))

    def __getitem__(self, place: int) -> Item:
        item: Item = getattr(self, self.lists)[place]
        return item
