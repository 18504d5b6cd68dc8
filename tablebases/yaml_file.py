"""Configuration files: YAML, read with limits that no configuration comes near."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from tablebases.errors import Error, InputError
from tablebases.locations import CONFIG, data_file

MOST_BYTES = 100_000
MOST_VALUES = 2_000
"""With what aliases repeat: a few lines can stand for billions, or for themselves."""


def _named_values(root: Any) -> Iterator[str]:
    """The names of all values of a YAML document, such as `godomachi.max_n`; a key that stands twice comes twice."""
    nodes = [("", root)]
    while nodes:
        within, node = nodes.pop()
        if isinstance(node, yaml.MappingNode):
            inner = [(f"{within}{key.value:.100}", value) for key, value in node.value]
        elif isinstance(node, yaml.SequenceNode):
            inner = [(f"{within}{number}", value) for number, value in enumerate(node.value)]
        else:
            continue
        for name, value in inner:
            yield name
            nodes.append((f"{name}.", value))


def read_yaml(path: Path) -> tuple[Any, list[str]]:
    """The content of a YAML file, and the names of all its values.

    Raises an Error if the file cannot be read, is no YAML, is far too large for a configuration, or has a key twice.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content[:MOST_BYTES].decode()
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        names = list(islice(_named_values(root), MOST_VALUES + 1))
        if len(content) > MOST_BYTES or len(names) > MOST_VALUES:
            raise Error(
                f"{path} is too large for a configuration, which has at most {MOST_BYTES:,} bytes and {MOST_VALUES:,} "
                "values, with those that aliases repeat"
            )
        for name in names:
            if names.count(name) > 1:
                raise Error(f"{path}: the key {name} stands twice")
        return loader.construct_document(root) if root else None, names
    except OSError as error:
        raise Error(f"cannot read {path}: {error.strerror}") from error
    except RecursionError as error:
        raise Error(f"{path} is not a configuration: it is nested too deeply") from error
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError) as error:  # values that are no dates ..
        raise Error(f"{path} is not YAML in UTF-8: {' '.join(str(error).split())}") from error


def _merged(content: Any, changes: Any) -> Any:
    """`content` with `changes`, key by key, as Snakemake merges configuration files."""
    if not isinstance(changes, dict):
        return changes
    before = content if isinstance(content, dict) else {}
    return before | {key: _merged(before.get(key), value) for key, value in changes.items()}


def read_configuration(*files: Path) -> dict[str, Any]:
    """config.yaml of this folder, or else of the package, with the changes of `files`."""
    content: dict[str, Any] = {}
    for file in (data_file(CONFIG), *files):
        of_file, _ = read_yaml(file)
        if not isinstance(of_file, dict):
            raise InputError(f"{file} is no configuration: it has no sections")
        content = _merged(content, of_file)
    return content


@contextmanager
def section_of(config: Path, section: str, what: str) -> Iterator[Any]:
    """A section of the configuration; an InputError if the block does not find in it what it must have.

    `config` is a file with what differs from the default, or `CONFIG`. `what` says in words what the section must have.
    """
    try:
        content = read_configuration(*([] if config == CONFIG else [config]))
    except Error as error:
        raise InputError(str(error)) from error
    try:
        yield content[section]
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{config} has no section {section} with {what} in it") from error
