"""What an artifact says of its making: the same in every run on equal inputs.

A database has it in the table `provenance(key, value)`, a text file in `<name>.provenance.json` beside it. Equal
inputs give equal content; `content_digest` says so without comparing gigabytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from tablebases.database import check_seal
from tablebases.errors import DamagedDataError, Error
from tablebases.files import connect_to_read, file_digest
from tablebases.locations import mend

PROVENANCE_SUFFIX = ".provenance.json"
OWN_DIGEST = "digest_of_all_this"


def provenance_file(path: Path) -> Path:
    """Where the provenance of a text artifact is."""
    return path.with_name(path.name + PROVENANCE_SUFFIX)


def read_provenance(path: Path) -> dict[str, str]:
    """The provenance of an artifact, database or text file; a database is checked to the last bit.

    Raises:
        Error: it has none, or one that is not of this program, or is damaged.
    """
    if path.suffix == ".db":
        with closing(connect_to_read(path)) as connection:
            check_seal(path)
            return dict(connection.execute("SELECT key, value FROM provenance"))
    file = provenance_file(path)
    try:
        content = file.read_bytes().decode()
        notes = {key: value for key, value in json.loads(content).items() if key != OWN_DIGEST}
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise DamagedDataError(f"{file} is missing or no JSON; {mend(path, f'remove {path.name}')}") from error
    if content != provenance_text(notes):
        raise DamagedDataError(f"{file} is damaged or was changed; {mend(path, f'remove it and {path.name}')}")
    return notes


def provenance_text(notes: Mapping[str, str]) -> str:
    """The provenance of a text artifact as JSON, with a digest of itself."""
    digest = hashlib.sha256(json.dumps(notes).encode()).hexdigest()
    return json.dumps({**notes, OWN_DIGEST: digest}, indent=2, ensure_ascii=False) + "\n"


def content_digest(path: Path) -> str:
    """What identifies the content of an input: an artifact says it, and is checked to the last bit.

    Raises:
        Error: the input cannot be read, or is an artifact that is damaged or was changed.
    """
    if path.suffix == ".db":
        return read_provenance(path)["content_digest"]
    try:
        digest = file_digest(path)
    except OSError as error:
        raise Error(f"cannot read {path}: {error.strerror}") from error
    if provenance_file(path).exists():
        notes = read_provenance(path)
        if notes["content_digest"] != digest:
            raise DamagedDataError(f"{path} has been changed since it was made; {mend(path, stage=notes['stage'])}")
    return digest
