"""Configuration files: YAML, read with generous limits of size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from tablebases.errors import DamagedDataError, Error, InputError
from tablebases.files import check_input, unreadable
from tablebases.languages import t
from tablebases.locations import CONFIG, data_file

MOST_BYTES = 100_000
MOST_VALUES = 2_000
"""Aliases count as often as they are repeated: a few lines can stand for billions of values, or for themselves."""
LONGEST_WORD = 2_000
"""Longer numbers cannot be printed."""


def _named_values(root: Any) -> Iterator[str]:
    """The names of all values of a YAML document, such as `godomachi.max_n`; a repeated key comes twice."""
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


@lru_cache(maxsize=4)  # a command reads the same configuration several times
def _composed(text: str) -> tuple[Any, list[str]]:
    """The root of a YAML document, and the names of its values as written: making the content merges `<<` into them."""
    root = yaml.SafeLoader(text).get_single_node()
    return root, list(islice(_named_values(root), MOST_VALUES + 1))


def read_yaml(path: Path) -> tuple[Any, list[str]]:
    """The content of a YAML file, and the names of all its values.

    Raises an Error if the file cannot be read, is no YAML, is far too large for a configuration, or has a key twice.
    """
    check_input(path)
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        text = content[:MOST_BYTES].decode()
        if (n := max(map(len, text.split()), default=0)) > (most := LONGEST_WORD):
            raise Error("{path}: a value has {n:,} characters; write at most {most:,}", path=path, n=n, most=most)
        root, names = _composed(text)
        if len(content) > MOST_BYTES or len(names) > MOST_VALUES:
            raise Error(
                "{path} is too large for a configuration, which has at most {n_bytes:,} bytes and {n_values:,} "
                "values, with those that aliases repeat",
                path=path,
                n_bytes=MOST_BYTES,
                n_values=MOST_VALUES,
            )
        for name in names:
            if names.count(name) > 1:
                raise Error("{path}: the key {name} occurs twice", path=path, name=name)
        return yaml.SafeLoader("").construct_document(root) if root else None, names
    except OSError as error:
        raise unreadable(path, error) from error
    except RecursionError as error:
        raise Error("{path} is not a configuration: it is nested too deeply", path=path) from error
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError) as error:  # such as a wrong date
        raise Error("{path} is not YAML in UTF-8: {error}", path=path, error=" ".join(str(error).split())) from error


def _merged(content: Any, changes: Any) -> Any:
    """`content` with `changes`, key by key, as Snakemake merges configuration files."""
    if not isinstance(changes, dict):
        return changes
    before = content if isinstance(content, dict) else {}
    return before | {key: _merged(before.get(key), value) for key, value in changes.items()}


def read_configuration(*files: Path) -> dict[str, Any]:
    """The config.yaml of this folder, else of the package, with the changes of `files`."""
    content: dict[str, Any] = {}
    for file in (data_file(CONFIG), *files):
        changes, _ = read_yaml(file)
        if not isinstance(changes, dict):
            raise InputError("{path} is no configuration: it has no sections", path=file)
        content = _merged(content, changes)
    return content


@contextmanager
def section_of(config: Path, section: str, content: str) -> Iterator[Any]:
    """A section of the configuration, for a block that reads it.

    `config` is a file with changes of the default, or `CONFIG`. `content` says in English words what the section must
    have. Raises an InputError if the block fails to find it.
    """
    try:
        sections = read_configuration(*([] if config == CONFIG else [config]))
    except DamagedDataError:
        raise
    except Error as error:
        raise InputError(str(error)) from error
    try:
        yield sections[section]
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        text = "{path} has no section {section} with {content} in it"
        raise InputError(text, path=config, section=section, content=t(content)) from error
