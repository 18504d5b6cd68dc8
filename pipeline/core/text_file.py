"""Artifacts that are plain files of any form, with their provenance beside them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pipeline.core.files import file_digest, renamed_when_complete
from pipeline.core.provenance import ProvenanceNotes, provenance_file, write_provenance


@contextmanager
def create_file(path: Path, provenance: ProvenanceNotes) -> Iterator[Path]:
    """A name to write an artifact to; it and its provenance appear only if the block ends well.

    Raises:
        PipelineError: it cannot be written.
    """
    with (
        renamed_when_complete(provenance_file(path)) as partial_sidecar,
        renamed_when_complete(path) as partial,
    ):
        yield partial
        write_provenance(partial_sidecar, {**provenance.notes, "content_digest": file_digest(partial)})


@contextmanager
def create_text(path: Path, provenance: ProvenanceNotes) -> Iterator[IO[str]]:
    """Write a text artifact; it and its provenance appear only if the block ends well.

    Raises:
        PipelineError: it cannot be written.
    """
    with create_file(path, provenance) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        yield file
