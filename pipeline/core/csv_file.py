"""CSV artifacts, and CSV files that people edit."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pipeline.core.errors import PipelineError
from pipeline.core.provenance import ProvenanceNotes, content_digest, read_provenance
from pipeline.core.text_file import create_text

if TYPE_CHECKING:
    import pandas as pd

LINES_BATCH = 100_000


class CsvWriter:
    """Writes the lines of a CSV artifact; made by `create_csv`."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._writer = csv.writer(file, lineterminator="\n")

    def row(self, values: Iterable[Any]) -> None:
        """Write one row."""
        self._writer.writerow(values)

    def lines(self, lines: Iterable[str]) -> None:
        """Write finished lines, each with its line feed."""
        iterator = iter(lines)
        while part := list(islice(iterator, LINES_BATCH)):
            self._file.write("".join(part))


@contextmanager
def create_csv(path: Path, columns: Sequence[str], provenance: ProvenanceNotes) -> Iterator[CsvWriter]:
    """Write a CSV artifact; it and its provenance appear only if the block ends well.

    Raises:
        PipelineError: it cannot be written.
    """
    with create_text(path, provenance) as file:
        writer = CsvWriter(file)
        writer.row(columns)
        yield writer


def write_frame(path: Path, frame: pd.DataFrame, provenance: ProvenanceNotes) -> None:
    """Write a CSV artifact with the columns and rows of a frame, without its index.

    Raises:
        PipelineError: it cannot be written.
    """
    with create_text(path, provenance) as file:
        frame.to_csv(file, index=False, lineterminator="\n")


MORE_VALUES = "it has more values than there are columns; put values with commas between quotes"
"""What to say of a row with the key `more`; see `open_csv`."""


@contextmanager
def open_csv(path: Path) -> Iterator[csv.DictReader[str]]:
    """Read a CSV file row by row; surplus values are under the key `more`, missing ones "".

    Raises:
        PipelineError: it is missing, is not a CSV file in UTF-8, or has a column twice.
    """
    try:
        if path.is_char_device() or path.is_fifo():
            raise PipelineError(f"cannot read {path}: it is a device, not a file")
        # Spreadsheets write a byte order mark in front.
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restkey="more", restval="")
            columns = reader.fieldnames or []
            for column in columns:
                if columns.count(column) > 1:
                    raise PipelineError(f"{path}: the column {column} occurs twice")
            yield reader
    except OSError as error:
        raise PipelineError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise PipelineError(f"{path} is not a CSV file in UTF-8: {error}") from error


def check_csv_artifact(path: Path, stage: str) -> None:
    """Stop unless a CSV file is what a stage has written, to the last byte.

    Raises:
        PipelineError: it is missing, of another stage, or is not what its provenance says.
    """
    content_digest(path)
    if read_provenance(path)["stage"] != stage:
        again = f"remove it and run `snakemake -R {stage}` to make it again"
        raise PipelineError(f"{path} was not written by the stage {stage}; {again}")


@contextmanager
def open_csv_artifact(path: Path, stage: str) -> Iterator[csv.DictReader[str]]:
    """Read a CSV artifact row by row.

    Raises:
        PipelineError: as `check_csv_artifact`.
    """
    check_csv_artifact(path, stage)
    with open_csv(path) as reader:
        yield reader
