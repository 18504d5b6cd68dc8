"""Verify finished results: downloaded, computed, or packaged.

    >>> from tablebases.locations import PACKAGED
    >>> from tablebases.verification import verify
    >>> found = verify(PACKAGED)
    >>> found.agrees
    True

Three things are checked:

- files: every file that SHA256SUMS lists is there and has its digest
- databases: checksum in the header, stage, version of the tables
- figures: the known figures of the full run, by SQL, and the digest of what each database holds

Figures are of the full run. The provenance of results tells whether they were made with its configuration and from its
data files. Results of another configuration are verified by files and databases alone.

`python -m scripts.verify`, which needs a checkout of the repository, derives results again by separate programs.
"""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tablebases import locations
from tablebases.database import Kind, opened
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError
from tablebases.files import (
    CHUNK_BYTES,
    HEADER_BYTES,
    NEVER_SEALED,
    PLACE,
    connect_to_read,
    open_csv,
    provenance_file,
    read_provenance,
    read_sums,
)
from tablebases.files import SUMS as LIST
from tablebases.locations import RESULTS, Place, damaged, fetched_folder
from tablebases.messages import Progress, counted
from tablebases.puzzles import PUZZLES, Puzzle
from tablebases.text_tables import rows_as_table

KNOWN = "figures.json"
"""The packaged file with figures and origins of the full run; `python -m scripts.package_answers` writes it."""
CHECKSUMS = Path("data", "checksums.csv")
"""The packaged file with digests of what the artifacts of the full run hold."""
DIGITS = 6
"""Of shares and chances."""
COLUMNS = ("outcome", "check", "found")
WIDTH = 80


class Outcome(StrEnum):
    """The outcome of a check."""

    AGREES = "agrees"
    DIFFERS = "differs"
    LEFT_OUT = "left out"


@dataclass(frozen=True)
class Result:
    """The outcome of one check.

    >>> Result("godomachi", Outcome.AGREES, "Pairs of 10 cells", 10832185).text
    '10,832,185'
    """

    puzzle: str | None
    """The puzzle's package; None for the list of digests of a release, which has several puzzles."""
    outcome: Outcome
    check: str
    """What is checked."""
    found: int | str = ""
    """The value that was found, or what is wrong, or why the check is left out."""

    @property
    def text(self) -> str:
        """`found` for people."""
        return f"{self.found:,}" if isinstance(self.found, int) else self.found


@dataclass(frozen=True)
class Verification:
    """The results of all checks of a folder.

    `str()` is a table of at most 80 columns, as far as paths are not longer.
    """

    folder: Path
    source: Place
    """Where the folder was found."""
    results: tuple[Result, ...]
    """In the order of the checks."""

    @property
    def differences(self) -> tuple[Result, ...]:
        """The results of the checks that found something wrong."""
        return tuple(result for result in self.results if result.outcome is Outcome.DIFFERS)

    @property
    def agrees(self) -> bool:
        """Whether no check found anything wrong."""
        return not self.differences

    @property
    def title(self) -> str:
        """What was verified."""
        return f"{self.folder} ({self.source})"

    @property
    def summary(self) -> str:
        """How many checks have each outcome."""
        outcomes = [result.outcome for result in self.results]
        agree, differ, left_out = (f"{outcomes.count(outcome):,}" for outcome in Outcome)
        return f"{agree} agree, {differ} differ, {left_out} left out"

    def rows(self) -> Iterator[dict[str, object]]:
        """Column -> text, for each check."""
        for result in self.results:
            yield {"outcome": result.outcome.value, "check": result.check, "found": result.text}

    def __str__(self) -> str:
        lines = rows_as_table(list(self.rows()), COLUMNS, WIDTH, "-")
        return "\n".join([self.title, "", *lines, "", self.summary])


def verify(folder: Path | str | None = None, *, show_progress: bool = False) -> Verification:
    """Verify finished results.

    >>> from tablebases.locations import PACKAGED
    >>> found = verify(PACKAGED)
    >>> [result.text for result in found.results if result.check.startswith("Theme sets, all choices")]
    ['2,600']

    `folder` is of all results, of one puzzle, or of a release; None for `results` in the working folder, else the
    fetched results, else the packaged answers. `show_progress` reports on standard error every two seconds. Raises an
    InputError if there is no such folder, a MissingDataError if it has no results.
    """
    known = _known(locations.PACKAGED)
    path, source, holdings = _find_results(None if folder is None else Path(folder), known)
    read = _reporter(show_progress, "files", sum(holding.size for holding in holdings), "bytes")
    of_files = [list(_verify_files(holding, read)) for holding in holdings]
    evaluated = _reporter(show_progress, "figures", len(known.figures), "figures")
    of_figures = [
        [result for puzzle in holding.puzzles for result in _verify_figures(holding, puzzle, known, evaluated)]
        for holding in holdings
    ]
    results = [result for pair in zip(of_files, of_figures, strict=True) for some in pair for result in some]
    there = {puzzle for holding in holdings for puzzle in holding.puzzles}
    for puzzle in PUZZLES if len(there) > 1 else ():
        if puzzle not in there and (figures := known.figures_of(puzzle.package)):
            check = f"{counted(len(figures), 'figure')} of {puzzle.title}"
            results.append(Result(puzzle.package, Outcome.LEFT_OUT, check, "its results are not there"))
    return Verification(path, source, tuple(results))


Report = Callable[[int], None]
"""Called with the number of bytes or figures that are done since the last call."""


def _reporter(is_shown: bool, what: str, total: int, unit: str) -> Report:
    """A function that reports progress, or does nothing unless `is_shown`."""
    return Progress(f"verifying {what}", total, unit).advance if is_shown else lambda _: None


# What is known of the full run.


@dataclass(frozen=True)
class Figure:
    """A figure of the full run."""

    puzzle: str
    key: str
    text: str
    """What it counts or measures."""
    file: str
    """The database that has it."""
    sql: str
    """A query with one row: the value, and of a sampled figure how far it may be off."""
    how: str
    """How sure it is: exact, proven, found, or sampled."""
    value: str
    error: str
    """How far a sampled value may be off; else empty."""


@dataclass(frozen=True)
class Origin:
    """What an artifact of the full run was made with, as its provenance tells it."""

    stage: str
    parameters: Mapping[str, object]
    """The settings that matter."""
    data: Mapping[str, str]
    """Data file -> its digest."""


@dataclass(frozen=True)
class Known:
    """What is known of the full run."""

    figures: Sequence[Figure]
    studies: Mapping[str, Mapping[str, int]]
    """Puzzle -> study -> figures that it computes; no database has them."""
    origins: Mapping[str, Mapping[str, Origin]]
    """Puzzle -> artifact -> what it was made with."""
    digests: Mapping[str, Mapping[str, str]]
    """Puzzle -> artifact -> digest of what it holds."""
    packaged: Mapping[str, str]
    """Puzzle -> its database among the packaged answers."""

    def figures_of(self, puzzle: str) -> list[Figure]:
        """The figures of a puzzle."""
        return [figure for figure in self.figures if figure.puzzle == puzzle]


@cache
def _known(packaged: Path) -> Known:
    """What is known of the full run, from the folder with the packaged answers."""
    path = packaged / KNOWN
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        figures = [Figure(**figure) for figure in content["figures"]]
        origins = {
            puzzle: {name: Origin(**origin) for name, origin in of_puzzle.items()}
            for puzzle, of_puzzle in content["origins"].items()
        }
        return Known(figures, content["studies"], origins, known_digests(packaged), content["packaged"])
    except FileNotFoundError as error:
        raise locations.missing(path) from error
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise damaged(path, error) from error


def known_digests(folder: Path) -> Mapping[str, Mapping[str, str]]:
    """Puzzle -> artifact -> digest of its content in the full run; `folder` is the project, or the packaged answers."""
    path = folder / CHECKSUMS
    digests: dict[str, dict[str, str]] = {}
    try:
        with open_csv(path) as rows:
            for row in rows:
                digests.setdefault(row["puzzle"], {})[row["artifact"]] = row["digest"]
    except FileNotFoundError as error:
        raise locations.missing(path) from error
    except (OSError, ValueError, LookupError) as error:
        raise damaged(path, error) from error
    return digests


@cache
def known_databases() -> Mapping[str, tuple[Puzzle, Kind]]:
    """File -> the puzzle and the kind of each database that people are to read."""
    found: dict[str, tuple[Puzzle, Kind]] = {}
    for puzzle in PUZZLES:
        name = f"tablebases.{puzzle.library}.tablebase"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:  # a puzzle may have no database yet
                raise
            continue
        kinds = [value for value in vars(module).values() if isinstance(value, Kind)]
        found |= {kind.file: (puzzle, kind) for kind in kinds if kind.file}
    return found


# The folders with results.


@dataclass
class _Holding:
    """A folder with a puzzle's results, or with a release."""

    path: Path
    prefix: str
    """Of its files, in what is shown."""
    puzzles: Sequence[Puzzle]
    listed: Mapping[str, str] | None
    """File -> its digest, of SHA256SUMS; None if there is no such list."""
    fault: str = ""
    """What is wrong with SHA256SUMS."""
    expected: Sequence[str] = ()
    """Databases that must be there, whether they are listed or not."""
    broken: set[str] = field(default_factory=set)
    """Databases that are damaged, foreign, or of another version."""

    @property
    def files(self) -> list[str]:
        """The files to read: those that are listed, and the databases."""
        databases = [name for name in self.databases if self.is_there(name)]
        return list(dict.fromkeys([*(self.listed or ()), *databases, *self.expected]))

    @property
    def databases(self) -> list[str]:
        """The known databases of its puzzles."""
        return [name for name, (puzzle, _) in known_databases().items() if puzzle in self.puzzles]

    @property
    def size(self) -> int:
        """The bytes of the files to read."""
        return sum((self.path / name).stat().st_size for name in self.files if self.is_there(name))

    def is_there(self, name: str) -> bool:
        """Whether it has a file."""
        return (self.path / name).is_file()


def _find_results(folder: Path | None, known: Known) -> tuple[Path, Place, list[_Holding]]:
    """The results to verify: the folder, where it was found, and its parts."""
    if folder is None:
        places = [(RESULTS, Place.HERE), (fetched_folder(), Place.FETCHED), (locations.PACKAGED, Place.PACKAGED)]
    elif folder.is_dir():
        places = [(folder, Place.GIVEN)]
    else:
        raise InputError(f"there is no folder {folder}; name one with finished results, such as {RESULTS}")
    for path, place in places:
        if holdings := _holdings(path, known):
            return path, place, holdings
    raise MissingDataError(
        f"there are no results in {places[0][0]}; name the folder of all results, of one puzzle, such as "
        f"{RESULTS / PUZZLES[0].package}, or of a release"
    )


def _holdings(folder: Path, known: Known) -> list[_Holding]:
    """The parts of a folder: those of puzzles in a folder of all results, else the folder itself."""
    if folder.resolve() == locations.PACKAGED.resolve():
        return [
            _Holding(
                folder / puzzle.package, f"{puzzle.package}/", [puzzle], None, expected=[known.packaged[puzzle.package]]
            )
            for puzzle in PUZZLES
            if puzzle.package in known.packaged
        ]
    inner = [(folder / puzzle.package, puzzle) for puzzle in PUZZLES if (folder / puzzle.package).is_dir()]
    holdings = [_holding(path, f"{puzzle.package}/", [puzzle]) for path, puzzle in inner]
    return [holding for holding in holdings or [_holding(folder, "", [])] if holding.files or holding.fault]


def _holding(folder: Path, prefix: str, puzzles: list[Puzzle]) -> _Holding:
    """A folder with its list of digests. puzzles: of which it has results; if empty, its databases tell."""
    listed, fault = None, ""
    if (folder / LIST).exists():
        try:
            listed = read_sums(folder / LIST)
        except DamagedDataError as error:
            fault = str(error)
    databases = known_databases()
    if not puzzles:
        there = {databases[name][0] for name in databases if (folder / name).exists() or name in (listed or ())}
        puzzles = [puzzle for puzzle in PUZZLES if puzzle in there]
    return _Holding(folder, prefix, puzzles, listed, fault)


# Files and databases.


@dataclass(frozen=True)
class _Digests:
    """What reading a file once tells."""

    sha256: str
    stated: int
    """The checksum in the header, if it is a database."""
    crc: int
    """The checksum of its bytes with zeros in that place."""


def _digests(path: Path, read: Report) -> _Digests:
    """The SHA-256 of a file and its checksum as a database, in one pass: the largest file has 1.6 GB."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
        digest.update(header)
        crc = zlib.crc32(header[: PLACE.start] + bytes(4) + header[PLACE.stop :])
        read(len(header))
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            crc = zlib.crc32(chunk, crc)
            read(len(chunk))
    return _Digests(digest.hexdigest(), int.from_bytes(header[PLACE], "big"), crc)


def _verify_files(holding: _Holding, read: Report) -> Iterator[Result]:
    """The checks of the files and databases of a folder; notes the databases that are broken."""
    puzzle = holding.puzzles[0].package if len(holding.puzzles) == 1 else None
    results: list[Result] = []
    wrong_files: list[Result] = []
    databases = known_databases()

    def differs(name: str, fault: str) -> Result:
        holding.broken.add(name)
        of = databases[name][0].package if name in databases else puzzle
        return Result(of, Outcome.DIFFERS, holding.prefix + name, fault)

    for name in holding.files:
        path = holding.path / name
        if not path.is_file():
            wrong_files.append(differs(name, "it is missing"))
            continue
        try:
            found = _digests(path, read)
        except OSError as error:
            wrong_files.append(differs(name, f"it cannot be read: {error.strerror}"))
            continue
        if holding.listed is not None and name in holding.listed:
            if found.sha256 != holding.listed[name]:
                wrong_files.append(differs(name, f"it does not have the digest that {LIST} lists"))
        elif holding.listed is not None and name in databases:
            wrong_files.append(differs(name, f"{LIST} does not list it"))
        if name in databases:
            results.append(_verify_database(holding, name, found))
    yield _result_of_list(holding, puzzle, len(wrong_files))
    yield from wrong_files
    yield from results


def _result_of_list(holding: _Holding, puzzle: str | None, n_wrong: int) -> Result:
    """The outcome of comparing all files with SHA256SUMS."""
    check = f"Files that {holding.prefix}{LIST} lists"
    if holding.fault:
        return Result(puzzle, Outcome.DIFFERS, check, f"{LIST} is damaged: {holding.fault}")
    if holding.listed is None:
        return Result(puzzle, Outcome.LEFT_OUT, check, "there is no such list")
    if n_wrong:
        return Result(puzzle, Outcome.DIFFERS, check, f"{counted(n_wrong, 'file')} of {len(holding.listed):,}")
    return Result(puzzle, Outcome.AGREES, check, counted(len(holding.listed), "file"))


def _verify_database(holding: _Holding, name: str, found: _Digests) -> Result:
    """Whether a database is what was written, by its stage, in the version that this program reads."""
    puzzle, kind = known_databases()[name]
    path = holding.path / name
    fault = ""
    if found.stated == NEVER_SEALED:
        fault = "it has no checksum, so this program has not written it, or an earlier version has"
    elif found.stated != found.crc:
        fault = f"it is damaged or was changed: its checksum is {found.crc:08x}, not {found.stated:08x}"
    try:
        with opened(path, kind, whole=False):
            pass
    except (Error, sqlite3.Error) as error:
        fault = fault or str(error).removeprefix(f"{path} ").partition("; ")[0]
    check = f"Checksum, stage and version of {holding.prefix}{name}"
    if fault:
        holding.broken.add(name)
        return Result(puzzle.package, Outcome.DIFFERS, check, fault)
    return Result(puzzle.package, Outcome.AGREES, check, f"version {kind.version}")


# Figures.


def value_texts(value: object, error: float | None) -> tuple[str, str]:
    """A value and how far it may be off, as text: of a sampled one as many digits as its error has two of.

    >>> value_texts(58.354793, 0.008612)
    ('58.3548', '0.0086')
    >>> value_texts(0.25, None)
    ('0.25', '')
    """
    if error is None:
        return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value), ""
    places = 1 - math.floor(math.log10(error))
    return f"{value:.{places}f}", f"{error:.{places}f}"


def query(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query to a database, which is not compared with its checksum."""
    with closing(connect_to_read(path)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise Error(f"{path} does not answer {sql!r}: {error}") from error


def evaluate_figure(path: Path, sql: str, how: str) -> tuple[str, str]:
    """The value of a figure in a database, as text, and how far it may be off, if `how` is sampled.

    Raises an Error if the database does not answer with one row of these.
    """
    rows = query(path, sql)
    if len(rows) != 1 or len(rows[0]) != 1 + (how == "sampled") or None in rows[0]:
        raise Error(f"{path} has no answer to {sql!r}")
    value, *error = rows[0]
    return value_texts(value, error[0] if error else None)


def _verify_figures(holding: _Holding, puzzle: Puzzle, known: Known, evaluated: Report) -> Iterator[Result]:
    """The digests of databases and the figures, of results of the full run."""
    figures = known.figures_of(puzzle.package)
    provenance = {name: notes for name in _artifacts(holding, puzzle, known) if (notes := _provenance(holding, name))}
    if other := _other_origin(holding, provenance, puzzle, known):
        check = f"{counted(len(figures), 'figure')} of {puzzle.title}"
        yield Result(
            puzzle.package, Outcome.LEFT_OUT, check, f"figures are of the full run, but these results are not: {other}"
        )
        return
    digests = known.digests.get(puzzle.package, {})
    for name in holding.databases:
        if name in provenance and name in digests and name not in holding.broken:
            agrees = provenance[name].get("content_digest") == digests[name]
            yield Result(
                puzzle.package,
                Outcome.AGREES if agrees else Outcome.DIFFERS,
                f"Content of {holding.prefix}{name}, by the digest in its provenance",
                "as in the full run" if agrees else "other than in the full run",
            )
    for file in dict.fromkeys(figure.file for figure in figures):
        some = [figure for figure in figures if figure.file == file]
        check = f"{counted(len(some), 'figure')} of {holding.prefix}{file}"
        if not holding.is_there(file):
            yield Result(puzzle.package, Outcome.LEFT_OUT, check, "the database is not there")
        elif file in holding.broken:
            yield Result(puzzle.package, Outcome.LEFT_OUT, check, "the database is damaged or foreign")
        else:
            for figure in some:
                yield _verify_figure(holding.path / file, figure)
                evaluated(1)
    for study, count in known.studies.get(puzzle.package, {}).items():
        check, how = f"{counted(count, 'figure')} of studies.{study}", f"`python -m studies.{study}` computes them"
        yield Result(puzzle.package, Outcome.LEFT_OUT, check, how)


def _verify_figure(path: Path, figure: Figure) -> Result:
    """Whether a database has a figure as it is known."""
    try:
        found = evaluate_figure(path, figure.sql, figure.how)
    except (Error, TypeError, ValueError) as error:
        return Result(figure.puzzle, Outcome.DIFFERS, figure.text, str(error))
    known = (figure.value, figure.error)
    if found == known:
        return Result(figure.puzzle, Outcome.AGREES, figure.text, _number(*found))
    texts = (f"{number:,}" if isinstance(number, int) else number for number in (_number(*found), _number(*known)))
    return Result(figure.puzzle, Outcome.DIFFERS, figure.text, "{}, but {} is known".format(*texts))


def _number(value: str, error: str) -> int | str:
    """A value, as a number if it is a whole one; an error stands behind it."""
    if error:
        return f"{value} ± {error}"
    return int(value) if value.isdecimal() else value


# Whether results are of the full run.


def _artifacts(holding: _Holding, puzzle: Puzzle, known: Known) -> Iterable[str]:
    """The artifacts whose provenance tells the configuration of a puzzle, and its databases."""
    databases = (name for name in holding.databases if known_databases()[name][0] is puzzle)
    return dict.fromkeys([*known.origins.get(puzzle.package, ()), *databases])


def _provenance(holding: _Holding, name: str) -> dict[str, str]:
    """The provenance of an artifact; empty if it is missing, damaged or foreign, which other checks report."""
    path = holding.path / name
    if not path.is_file() or name in holding.broken:
        return {}
    try:
        if path.suffix == ".db":
            return dict(query(path, "SELECT key, value FROM provenance"))
        return read_provenance(path) if provenance_file(path).is_file() else {}
    except (Error, ValueError):
        return {}


def _other_origin(holding: _Holding, provenance: Mapping[str, Mapping[str, str]], puzzle: Puzzle, known: Known) -> str:
    """What tells that results were made with another configuration or from other data files; empty if nothing does.

    The provenance of the parts of a run has its settings. A release and the packaged answers lack these parts, so the
    provenance of the databases tells, which has the digests of the parts that they were made from.
    """
    origins = known.origins.get(puzzle.package, {})
    digests = known.digests.get(puzzle.package, {}).items()
    inputs = {name.rpartition("/")[2]: digest for name, digest in digests if not holding.is_there(name)}
    for every in origins.values():
        inputs |= every.data
    for name, notes in provenance.items():
        origin = origins.get(name)
        if origin and notes.get("stage") == origin.stage:
            try:
                told = json.loads(notes["parameters"])
                differing = [key for key, value in origin.parameters.items() if told.get(key) != value]
            except (LookupError, ValueError, AttributeError):
                continue
            if differing:
                key = differing[0]
                return f"{name} was made with {key} {told.get(key)}, not {origin.parameters[key]}"
            for file, digest in origin.data.items():
                if digest not in notes.values():
                    return f"{name} was made from another {file}"
        for key, digest in notes.items():
            made_from = key.removeprefix("input ")
            if made_from != key and inputs.get(made_from, digest) != digest:
                return f"{name} was made from another {made_from}"
    return ""
