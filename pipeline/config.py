"""Checks of the configuration, whose messages name the key, the value and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import yaml
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from pipeline.errors import PipelineError


def _is_integer(_: Any, value: object) -> bool:
    """A whole number written as one: JSON Schema would take 3.0 too."""
    return isinstance(value, int) and not isinstance(value, bool)


Validator = extend(
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


def _sentence(error: ValidationError) -> str:
    key = ".".join(str(part) for part in error.absolute_path) or "the configuration"
    if error.validator == "additionalProperties":
        known = list(error.schema["properties"])
        unknown = [str(name) for name in error.instance if name not in known]
        return f"{key}: unknown key {', '.join(unknown)}; known are {', '.join(known)}"
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return f"{key}: missing key {', '.join(missing)}"
    allowed = error.schema.get("description", f"of type {error.schema.get('type')}")
    return f"{key}: must be {allowed}, but is {error.instance!r}"


def check_config(config: Mapping[str, Any], schema: Path) -> None:
    """Stop unless the configuration follows the schema.

    Raises:
        PipelineError: with everything that is wrong, one sentence each.
    """
    validator = Validator(yaml.safe_load(schema.read_text(encoding="utf-8")))
    errors = sorted(validator.iter_errors(dict(config)), key=lambda e: list(map(str, e.path)))
    if errors:
        raise PipelineError("configuration: " + "; ".join(dict.fromkeys(map(_sentence, errors))))


def check_is_writable(folder: Path) -> None:
    """Stop unless files can be written to the folder, which is made if it is missing.

    Raises:
        PipelineError: they cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise PipelineError(
            f"cannot write to the output folder {folder}: {error.strerror}; choose another with "
            "the key `output`, or change its permissions"
        ) from error
