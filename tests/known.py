"""Read the known answers of a puzzle."""

from __future__ import annotations

from functools import cache

from scripts.figures import known_rows, known_values, sequences_of

cached_rows = cache(known_rows)


class KnownAnswers:
    """The figures and sequences in scripts/figures, and the tables in tests/known_answers, of a puzzle."""

    def __init__(self, puzzle: str) -> None:
        self._puzzle = puzzle

    def rows(self, name: str) -> list[dict[str, str]]:
        """The rows of the table `name`, without its ending."""
        return cached_rows(self._puzzle, f"{name}.csv")

    def figure(self, key: str) -> str:
        """A known figure by its key."""
        return known_values(self._puzzle)[key]

    def whole(self, key: str) -> int:
        """A known figure that is a whole number."""
        return int(self.figure(key))

    def wholes(self, key: str) -> list[int]:
        """A known figure that is a list of whole numbers."""
        return [int(entry) for entry in self.figure(key).split()]

    def terms(self, key: str) -> dict[int, int]:
        """Index -> term of a known sequence."""
        (sequence,) = (sequence for sequence in sequences_of(self._puzzle) if sequence.key == key)
        return dict(enumerate(map(int, sequence.terms.split()), sequence.offset))
