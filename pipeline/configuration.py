"""Check the configuration; errors name the key, the value and the allowed values."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator

from tablebases.answer.share import checked_address
from tablebases.errors import Error
from tablebases.locations import PACKAGE_ROOT, RESULTS
from tablebases.puzzles import PUZZLES
from tablebases.yaml_file import LONGEST_WORD, read_yaml

Model = TypeVar("Model", bound=BaseModel)


class Section(BaseModel):
    """A section of the configuration; descriptions of fields say which values are allowed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def whole(least: int, most: int | None = None, at_most: int | None = None) -> Any:
    """A field for a whole number; errors name `most`, but not `at_most`."""
    to = "" if most is None else f" to {most}"
    return Field(ge=least, le=at_most if most is None else most, description=f"a whole number from {least}{to}")


def path_of(what: str) -> Any:
    """A field for a path, unlike an option or a wildcard."""
    pattern = r"^[^-\x00-\x1f{}][^\x00-\x1f{}]*$"
    return Field(pattern=pattern, max_length=1000, description=f"the path of a {what}")


FolderPath = Annotated[str, AfterValidator(lambda path: str(Path(path)))]
"""A path without double slashes or a slash at the end: to Snakemake these are other files."""


def _allowed(schema: dict[str, Any], location: tuple[int | str, ...]) -> dict[str, Any]:
    """The JSON schema of one place in the configuration."""
    inner = schema
    for key in location:
        inner = inner["items"] if isinstance(key, int) else inner["properties"][key]
        if "$ref" in inner:
            inner = {**schema["$defs"][inner["$ref"].rpartition("/")[2]], **inner}
    return inner


def _sentence(error: Mapping[str, Any], schema: dict[str, Any]) -> str:
    *within, last = error["loc"] or ("",)
    place = ".".join(map(str, within)) or "the configuration"
    if error["type"] in ("extra_forbidden", "invalid_key"):
        known = ", ".join(_allowed(schema, tuple(within))["properties"])
        return f"{place}: unknown key {last}; known are {known}"
    if error["type"] == "missing":
        return f"{place}: missing key {last}"
    place = ".".join(map(str, error["loc"])) or "the configuration"
    if error["type"] == "value_error":
        return f"{place}: {error['ctx']['error']}"
    description = _allowed(schema, error["loc"])["description"]
    allowed = description[0].lower() + description[1:].rstrip(".")  # of a section it is the docstring
    is_long = isinstance(error["input"], int) and error["input"].bit_length() > LONGEST_WORD
    return f"{place}: must be {allowed}, but is {'far too long' if is_long else repr(error['input'])[:200]}"


def checked(model: type[Model], content: object) -> Model:
    """Validate a configuration or a section; the Error has a sentence for each mistake."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        faults = sorted(error.errors(), key=lambda fault: [str(key) for key in fault["loc"]])
        schema = model.model_json_schema()
        sentences = dict.fromkeys(_sentence(fault, schema) for fault in faults)
        raise Error("configuration: " + "; ".join(sentences)) from error


def check_files(paths: Iterable[Path]) -> None:
    """Raise an Error for configuration files that cannot be read or contain code."""
    for path in paths:
        _, names = read_yaml(path)
        if "__use_yte__" in names:
            raise Error(f"{path}: templates (__use_yte__) are not used here; write the values themselves")


class _Whole(Section):
    model_config = ConfigDict(
        json_schema_extra=lambda schema: schema["properties"].update(atlas_address={"type": "string"})
    )

    @model_validator(mode="before")
    @classmethod
    def without_address(cls, content: Any) -> Any:
        """Check the address of the atlas, and leave only sections."""
        if not isinstance(content, Mapping):
            return content
        checked_address(content.get("atlas_address", ""))
        return {name: section for name, section in content.items() if name != "atlas_address"}


def configuration_model() -> type[BaseModel]:
    """The whole configuration: the `Configuration` of each puzzle."""
    sections = {puzzle.package: import_module(f"pipeline.{puzzle.package}.configuration") for puzzle in PUZZLES}
    fields: dict[str, Any] = {name: (module.Configuration, ...) for name, module in sections.items()}
    return create_model("Configuration", __base__=_Whole, __doc__="A section of each puzzle.", **fields)


OF_PROJECT = re.compile(r"[./]*$|\.\w|(data|docs|oracle|pipeline|profiles|scripts|studies|tablebases|tests)(/|$)")
"""From the project to the project, a folder around it, a hidden one, or one of sources."""


def configuration_of_puzzles(content: Mapping[str, Any]) -> Any:
    """Validate the whole configuration; no two puzzles may share an output folder, which may not be one of sources."""
    configuration: Any = checked(configuration_model(), dict(content))
    writes_to: dict[str, str] = {}
    for name, section in configuration:
        places = [os.path.relpath(os.path.realpath(section.output), root) for root in (".", PACKAGE_ROOT.parent)]
        if any(map(OF_PROJECT.match, places)):
            must = f"must be a folder for results alone, such as {RESULTS / name}"
            raise Error(f"configuration: {name}.output: {must}, but is {section.output!r}")
        other = writes_to.setdefault(section.output, name)
        if other != name:
            raise Error(
                f"configuration: {name}.output: must be another folder than that of {other}, but is {section.output!r}"
            )
    return configuration


def check_places(configuration: Any) -> None:
    """Raise an Error for wrong data files and read-only folders."""
    for _, section in configuration:
        section.check_files()
        check_is_writable(Path(section.output))


def check_is_writable(folder: Path) -> None:
    """Raise an Error if a folder is read-only, or if it does not exist and cannot be created."""
    try:
        nearest = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK):
            return
        reason = f"{nearest} is {'read-only' if nearest.is_dir() else 'a file'}"
    except OSError as error:  # the path is too long, or leads through a locked folder
        reason = str(error.strerror)
    raise Error(
        f"cannot write to the output folder {folder}: {reason}; choose another with the key `output`, or change its "
        "permissions"
    )
