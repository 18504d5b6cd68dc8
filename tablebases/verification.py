"""Verify finished results: downloaded, computed, or packaged.

    >>> from tablebases.locations import PACKAGED
    >>> from tablebases.verification import verify
    >>> found = verify(PACKAGED)
    >>> found.agrees
    True

Three things are checked:

- files: every file that SHA256SUMS lists is there and has its digest; a folder that a run made has this list
- databases: checksum in the header, stage, version of the tables
- figures: the known figures of the full run, by SQL, and the digest of what each database holds

Figures are of the full run. The provenance of results shows their configuration and data files. Results of another
configuration are verified by files and databases alone.

`python -m scripts.verify` in a checkout of the repository derives results again by separate programs.
"""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tablebases import locations
from tablebases.answer.base import Answer
from tablebases.answer.share import title_of
from tablebases.answer.text import Block, Table
from tablebases.atlas.pages import SERVICE_WORKER
from tablebases.database import Kind, open_connection
from tablebases.errors import DamagedDataError, Error, InputError, MissingDataError, printable, system_reason
from tablebases.files import (
    OTHER_DIGEST,
    PROVENANCE,
    check_input,
    connect_to_read,
    fault_of_seal,
    notes_of,
    open_csv,
    packaged_sums,
    read_checksum,
    read_provenance,
    read_sums,
    unanswered,
)
from tablebases.files import SUMS as LIST
from tablebases.languages import name_of, t
from tablebases.locations import RESULTS, Place, damaged, fetched_folder, looked_up, no_results_folder
from tablebases.messages import Progress, counted, figure_text
from tablebases.puzzles import PUZZLES, Puzzle

KNOWN = "figures.json"
"""The packaged file with figures and origins of the full run; `python -m scripts.package_answers` writes it."""
CHECKSUMS = Path("data", "checksums.csv")
"""The packaged file with the content digests of the full run's artifacts."""
MARKS_OF_RUNS = (SERVICE_WORKER.name, f"{PROVENANCE}/*.json")
"""Files of the atlas, and of a puzzle's folder that a run made; downloads have none of them."""
DIGITS = 6
"""The significant digits of shares and chances."""


class Outcome(StrEnum):
    """The outcome of a check, in English words."""

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
    """The puzzle's package; None for the digests of a release with several puzzles."""
    outcome: Outcome
    check: str
    """A description of the check."""
    found: int | str = ""
    """The value, or what is wrong, or why the check is left out."""
    unit: str = ""
    """`share` if the value is one, 0 to 1."""

    @property
    def text(self) -> str:
        """`found` for people."""
        return figure_text(str(self.found), unit=self.unit)


@dataclass(frozen=True)
class Verification(Answer):
    """The results of all checks of a folder.

    `str()` is a table of at most 80 columns, unless a path is longer.
    """

    folder: Path
    source: Place
    """Where the folder was found."""
    results: tuple[Result, ...]
    """In the order of the checks."""

    lists = "results"

    @property
    def differences(self) -> tuple[Result, ...]:
        """The results with a difference."""
        return tuple(result for result in self.results if result.outcome is Outcome.DIFFERS)

    @property
    def agrees(self) -> bool:
        """Whether no check found a difference."""
        return not self.differences

    @property
    def title(self) -> str:
        """The folder, and where it was found."""
        return t("{folder} ({place})", folder=self.folder, place=t(self.source))

    @property
    def summary(self) -> str:
        """The number of checks with each outcome."""
        outcomes = [result.outcome for result in self.results]
        agree, differ, left_out = map(outcomes.count, Outcome)
        text = "{agree:,} agree, {differ:,} differ, {left_out:,} left out"
        return t(text, agree=agree, differ=differ, left_out=left_out)

    def blocks(self) -> Iterator[Block]:
        """The checks as a table, and how many have each outcome."""
        rows = [(t(result.outcome), result.check, result.text) for result in self.results]
        yield Table(rows, ("outcome", "check", "found"), self.title)
        yield self.summary


def verify(folder: Path | str | None = None, *, show_progress: bool = False) -> Verification:
    """Verify finished results.

    >>> from tablebases.locations import PACKAGED
    >>> found = verify(PACKAGED)
    >>> [result.text for result in found.results if result.check.startswith("Card sets, all choices")]
    ['2,600']

    `folder` has all results, those of one puzzle, or a release. None is `results` in the working folder, else the
    fetched results, else the packaged answers. `show_progress` reports on standard error every two seconds. Raises an
    InputError if there is no such folder, a MissingDataError if it has no results.
    """
    known = read_known(locations.PACKAGED)
    path, source, holdings = _find_results(None if folder is None else Path(folder), known)
    total = sum(holding.size for holding in holdings)
    read = _reporter(show_progress, t("verifying files"), total, t("bytes"))
    file_results = [list(_verify_files(holding, read)) for holding in holdings]
    evaluated = _reporter(show_progress, t("verifying figures"), len(known.figures), t("figures"))
    figure_results = [
        [result for puzzle in holding.puzzles for result in _verify_figures(holding, puzzle, known, evaluated)]
        for holding in holdings
    ]
    results = [result for pair in zip(file_results, figure_results, strict=True) for some in pair for result in some]
    present = {puzzle for holding in holdings for puzzle in holding.puzzles}
    for puzzle in PUZZLES if len(present) > 1 else ():
        if puzzle not in present and (figures := known.figures_of(puzzle.package)):
            check = _figures_check(len(figures), title_of(puzzle))
            results.append(Result(puzzle.package, Outcome.LEFT_OUT, check, t("its results are not there")))
    return Verification(path, source, tuple(results))


def _figures_check(count: int, source: str) -> str:
    """The description of checks of `count` figures of `source`."""
    return t("{figures} of {source}", figures=counted(count, "figure"), source=source)


Report = Callable[[int], None]
"""A function of the number of bytes or figures done since its last call."""


def _reporter(is_shown: bool, label: str, total: int, unit: str) -> Report:
    """A function that reports progress, or does nothing unless `is_shown`."""
    return Progress(label, total, unit).advance if is_shown else lambda _: None


# Figures and origins of the full run.


@dataclass(frozen=True)
class Figure:
    """A figure of the full run."""

    puzzle: str
    key: str
    text: str
    """A description in words."""
    file: str
    """The name of its database."""
    sql: str
    """A query with one row: the value, and for a sampled figure its error."""
    how: str
    """How sure it is: exact, proven, found, or sampled."""
    value: str
    error: str
    """The error of a sampled value; else empty."""
    unit: str
    """`share` if the value is one, 0 to 1; else empty."""
    text_ja: str = ""
    """`text` in Japanese."""

    @property
    def in_words(self) -> str:
        """The description in the current language."""
        return name_of(self.text, self.text_ja)


OTHER_INPUT = "{artifact} was made from another {file}"


@dataclass(frozen=True)
class Origin:
    """Settings and inputs that the provenance of an artifact has."""

    stage: str
    parameters: Mapping[str, object]
    """The settings that matter."""
    data: Mapping[str, str]
    """Data file -> its digest."""

    def differences(self, artifact: str, notes: Mapping[str, str]) -> Iterator[str]:
        """Describe other settings and data files in the provenance of an artifact, unless it is of another stage.

        Raises LookupError, ValueError or AttributeError if the provenance is damaged.
        """
        if notes.get("stage") != self.stage:
            return
        settings = json.loads(notes["parameters"])
        for key, value in self.parameters.items():
            if (found := settings.get(key)) != value:
                text = "{artifact} was made with {setting} {value}, not {known}"
                yield printable(t(text, artifact=artifact, setting=key, value=found, known=value))
        for file, digest in self.data.items():
            if digest not in notes.values():
                yield t(OTHER_INPUT, artifact=artifact, file=file)


@dataclass(frozen=True)
class Known:
    """Figures, origins and digests of the full run."""

    figures: Sequence[Figure]
    studies: Mapping[str, Mapping[str, int]]
    """Puzzle -> study -> number of figures that it computes; no database has them."""
    origins: Mapping[str, Mapping[str, Origin]]
    """Puzzle -> artifact -> its settings and inputs."""
    digests: Mapping[str, Mapping[str, str]]
    """Puzzle -> artifact -> digest of its content."""
    packaged: Mapping[str, str]
    """Puzzle -> its database among the packaged answers."""

    def figures_of(self, puzzle: str) -> list[Figure]:
        """The figures of a puzzle."""
        return [figure for figure in self.figures if figure.puzzle == puzzle]


@cache
def read_known(packaged: Path) -> Known:
    """Read the figures, origins and digests from the folder with the packaged answers."""
    path = packaged / KNOWN
    try:
        check_input(path)
        content = json.loads(path.read_text(encoding="utf-8"))
        figures = [Figure(**figure) for figure in content["figures"]]
        origins = {
            puzzle: {name: Origin(**origin) for name, origin in of_puzzle.items()}
            for puzzle, of_puzzle in content["origins"].items()
        }
        return Known(figures, content["studies"], origins, known_digests(packaged), content["packaged"])
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
    except LookupError as error:
        raise damaged(path, error) from error
    return digests


@cache
def known_databases() -> Mapping[str, tuple[Puzzle, Kind]]:
    """File -> puzzle and format of each database for people."""
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
    """Shown before the names of its files."""
    puzzles: Sequence[Puzzle]
    listed: Mapping[str, str] | None
    """File -> its digest, from SHA256SUMS; None without such a list."""
    fault: str = ""
    """What is wrong with SHA256SUMS, a sentence."""
    expected: Sequence[str] = ()
    """Databases that must be there, listed or not."""
    broken: set[str] = field(default_factory=set)
    """Databases that are damaged, foreign, or of another version."""

    @property
    def files(self) -> list[str]:
        """The files to read: all listed files, and the databases."""
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
    elif looked_up(folder).is_dir():
        places = [(folder, Place.GIVEN)]
    else:
        raise no_results_folder(folder, RESULTS)
    for path, place in places:
        if holdings := _holdings(path, known):
            return path, place, holdings
    raise MissingDataError(
        "there are no results in {folder}; name the folder of all results, of one puzzle, such as {example}, or of a "
        "release",
        folder=places[0][0],
        example=RESULTS / PUZZLES[0].package,
    )


def _holdings(folder: Path, known: Known) -> list[_Holding]:
    """The parts of a folder with results: the folder itself, and its folders of puzzles and the atlas.

    The atlas has folders named as puzzles, without results.
    """
    if folder.is_dir() and folder.samefile(locations.PACKAGED):
        of_puzzles = [
            _Holding(
                folder / puzzle.package, f"{puzzle.package}/", [puzzle], None, expected=[known.packaged[puzzle.package]]
            )
            for puzzle in PUZZLES
            if puzzle.package in known.packaged
        ]
        sums = packaged_sums(folder := folder.resolve())  # a checkout has links to files that people edit
        listed = {name: digest for name, digest in sums.items() if (folder / name).resolve() == folder / name}
        return [_Holding(folder, "", [], listed), *of_puzzles]
    parts: dict[str, list[Puzzle]] = {puzzle.package: [puzzle] for puzzle in PUZZLES} | {"atlas": []}
    inner = [_holding(folder / name, f"{name}/", puzzles) for name, puzzles in parts.items()]
    return [holding for holding in (_holding(folder, "", []), *inner) if holding.files or holding.fault]


def _holding(folder: Path, prefix: str, puzzles: list[Puzzle]) -> _Holding:
    """A folder with its list of digests; empty `puzzles` are found by its databases."""
    listed, fault = None, ""
    if (folder / LIST).exists():
        try:
            listed = read_sums(folder / LIST)
        except DamagedDataError as error:
            fault = t("{list} is damaged: {fault}", list=LIST, fault=error)
    elif any(path for mark in MARKS_OF_RUNS for path in folder.glob(mark)):
        fault = t("there is no such list, although a run made this folder")
    databases = known_databases()
    if not puzzles:
        present = {databases[name][0] for name in databases if (folder / name).exists() or name in (listed or ())}
        puzzles = [puzzle for puzzle in PUZZLES if puzzle in present]
    return _Holding(folder, prefix, puzzles, listed, fault)


# Files and databases.


def _digests(path: Path, read: Report) -> tuple[str, str]:
    """The SHA-256 of a file, and its fault if it is a database, in one pass: the largest file has 1.6 GB."""
    digest = hashlib.sha256()

    def look(chunk: bytes) -> None:
        digest.update(chunk)
        read(len(chunk))

    stated, crc = read_checksum(path, look)
    return digest.hexdigest(), fault_of_seal(stated, crc)


def _verify_files(holding: _Holding, read: Report) -> Iterator[Result]:
    """Check the files and databases of a folder; adds to its `broken` databases."""
    puzzle = holding.puzzles[0].package if len(holding.puzzles) == 1 else None
    results: list[Result] = []
    wrong_files: list[Result] = []
    databases = known_databases()

    def differs(name: str, fault: str) -> Result:
        holding.broken.add(name)
        package = databases[name][0].package if name in databases else puzzle
        return Result(package, Outcome.DIFFERS, holding.prefix + name, fault)

    for name in holding.files:
        path = holding.path / name
        if not path.is_file():
            wrong_files.append(differs(name, t("it is missing")))
            continue
        try:
            digest, fault = _digests(path, read)
        except OSError as error:
            wrong_files.append(differs(name, t("it cannot be read: {reason}", reason=system_reason(error))))
            continue
        if holding.listed is not None and name in holding.listed:
            if digest != holding.listed[name]:
                wrong_files.append(differs(name, t(OTHER_DIGEST, list=LIST)))
        elif holding.listed is not None and name in databases:
            wrong_files.append(differs(name, t("{list} does not list it", list=LIST)))
        if name in databases:
            results.append(_verify_database(holding, name, fault))
    yield _result_of_list(holding, puzzle, len(wrong_files))
    yield from wrong_files
    yield from results


def _result_of_list(holding: _Holding, puzzle: str | None, n_wrong: int) -> Result:
    """The outcome of comparing all files with SHA256SUMS."""
    check = t("Files that {list} lists", list=holding.prefix + LIST)
    if holding.fault:
        return Result(puzzle, Outcome.DIFFERS, check, holding.fault)
    if holding.listed is None:
        return Result(puzzle, Outcome.LEFT_OUT, check, t("there is no such list"))
    if n_wrong:
        fault = t("{files} of {total:,}", files=counted(n_wrong, "file"), total=len(holding.listed))
        return Result(puzzle, Outcome.DIFFERS, check, fault)
    return Result(puzzle, Outcome.AGREES, check, counted(len(holding.listed), "file"))


def _verify_database(holding: _Holding, name: str, fault: str) -> Result:
    """Check the stage of a database and the version of its tables; `fault` is that of its checksum, or empty."""
    puzzle, kind = known_databases()[name]
    path = holding.path / name
    try:
        with open_connection(path, kind, whole=False):
            pass
    except InputError:  # its path is too long
        raise
    except (Error, sqlite3.Error) as error:
        fault = fault or getattr(error, "fault", "") or str(error)
    check = t("Checksum, stage and version of {file}", file=holding.prefix + name)
    if fault:
        holding.broken.add(name)
        return Result(puzzle.package, Outcome.DIFFERS, check, fault)
    return Result(puzzle.package, Outcome.AGREES, check, t("version {version}", version=kind.version))


# Figures.


def value_texts(value: object, error: float | None) -> tuple[str, str]:
    """A value and its error as text; a sampled value has as many decimals as its error with two digits.

    >>> value_texts(58.354793, 0.008612)
    ('58.3548', '0.0086')
    >>> value_texts(0.25, None)
    ('0.25', '')
    """
    if error is None:
        return f"{value:.{DIGITS}g}" if isinstance(value, float) else printable(str(value)), ""
    places = 1 - math.floor(math.log10(error))
    return f"{value:.{places}f}", f"{error:.{places}f}"


def query(path: Path, sql: str) -> list[tuple[Any, ...]]:
    """Query a database without verifying it."""
    with closing(connect_to_read(path)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise unanswered(path, error, "{path} does not answer {sql!r}: {error}", sql=sql) from error


def evaluate_figure(path: Path, sql: str, how: str) -> tuple[str, str]:
    """The value of a figure in a database and, if `how` is sampled, its error, as text.

    Raises an Error unless the database answers with one such row.
    """
    rows = query(path, f"SELECT * FROM ({sql}) LIMIT 2")  # noqa: S608 - a figure's own query
    if len(rows) != 1 or len(rows[0]) != 1 + (how == "sampled") or None in rows[0]:
        raise Error("{path} has no answer to {sql!r}", path=path, sql=sql)
    value, *error = rows[0]
    return value_texts(value, error[0] if error else None)


def _verify_figures(holding: _Holding, puzzle: Puzzle, known: Known, evaluated: Report) -> Iterator[Result]:
    """Check the content digests and figures of a puzzle, if its results are of the full run."""
    figures = known.figures_of(puzzle.package)
    provenance = {name: notes for name in _artifacts(holding, puzzle, known) if (notes := _provenance(holding, name))}
    if other := _other_origin(holding, provenance, puzzle, known):
        check = _figures_check(len(figures), title_of(puzzle))
        why = t("figures are of the full run, but these results are not: {reason}", reason=other)
        yield Result(puzzle.package, Outcome.LEFT_OUT, check, why)
        return
    digests = known.digests.get(puzzle.package, {})
    for name in holding.databases:
        if name in provenance and name in digests and name not in holding.broken:
            agrees = provenance[name].get("content_digest") == digests[name]
            yield Result(
                puzzle.package,
                Outcome.AGREES if agrees else Outcome.DIFFERS,
                t("Content of {file}, by the digest in its provenance", file=holding.prefix + name),
                t("as in the full run") if agrees else t("other than in the full run"),
            )
    for file in dict.fromkeys(figure.file for figure in figures):
        of_file = [figure for figure in figures if figure.file == file]
        check = _figures_check(len(of_file), holding.prefix + file)
        if not holding.is_there(file):
            yield Result(puzzle.package, Outcome.LEFT_OUT, check, t("the database is not there"))
        elif file in holding.broken:
            yield Result(puzzle.package, Outcome.LEFT_OUT, check, t("the database is damaged or foreign"))
        else:
            try:
                for figure in of_file:
                    yield _verify_figure(holding.path / file, figure)
                    evaluated(1)
            except DamagedDataError as error:  # a view without end: each figure would take as long
                yield Result(puzzle.package, Outcome.DIFFERS, check, error.fault)
    for study, count in known.studies.get(puzzle.package, {}).items():
        module = f"studies.{study}"
        how = t("`python -m {module}` computes them", module=module)
        yield Result(puzzle.package, Outcome.LEFT_OUT, _figures_check(count, module), how)


def _verify_figure(path: Path, figure: Figure) -> Result:
    """Compare a figure in a database with its known value."""
    try:
        found = evaluate_figure(path, figure.sql, figure.how)
    except DamagedDataError:
        raise
    except (Error, TypeError, ValueError) as error:
        return Result(figure.puzzle, Outcome.DIFFERS, figure.in_words, str(error))
    known = (figure.value, figure.error)
    if found == known:
        return Result(figure.puzzle, Outcome.AGREES, figure.in_words, _number(*found), figure.unit)
    shown = [f"{number:,}" if isinstance(number, int) else number for number in (_number(*found), _number(*known))]
    fault = t("{found}, but {known} is known", found=shown[0], known=shown[1])
    return Result(figure.puzzle, Outcome.DIFFERS, figure.in_words, fault)


def _number(value: str, error: str) -> int | str:
    """A whole value as a number, another as text, with its error behind it."""
    if error:
        return f"{value} ± {error}"
    return int(value) if value.isdecimal() else value


# Whether results are of the full run.


def _artifacts(holding: _Holding, puzzle: Puzzle, known: Known) -> Iterable[str]:
    """The artifacts with the configuration of a puzzle in their provenance, and its databases."""
    databases = (name for name in holding.databases if known_databases()[name][0] is puzzle)
    return dict.fromkeys([*known.origins.get(puzzle.package, ()), *databases])


def _provenance(holding: _Holding, name: str) -> dict[str, str]:
    """The provenance of an artifact; empty if the artifact is missing, damaged or foreign.

    Other checks report such artifacts.
    """
    path = holding.path / name
    if not path.is_file() or name in holding.broken:
        return {}
    try:
        return notes_of(path) if path.suffix == ".db" else read_provenance(path)
    except (Error, ValueError, sqlite3.Error):
        return {}


def _other_origin(holding: _Holding, provenance: Mapping[str, Mapping[str, str]], puzzle: Puzzle, known: Known) -> str:
    """The first sign of another configuration or other data files; empty if there is none.

    The artifacts in the folder `parts` have the settings of a run in their provenance. A release and the packaged
    answers lack this folder. The provenance of their databases has the digests of these artifacts.
    """
    origins = known.origins.get(puzzle.package, {})
    digests = known.digests.get(puzzle.package, {}).items()
    inputs = {name.rpartition("/")[2]: digest for name, digest in digests if not holding.is_there(name)}
    for origin in origins.values():
        inputs |= origin.data
    for name, notes in provenance.items():
        try:
            for difference in origins[name].differences(name, notes) if name in origins else ():
                return difference
        except (LookupError, ValueError, AttributeError):
            continue
        for key, digest in notes.items():
            file = key.removeprefix("input ")
            if file != key and inputs.get(file, digest) != digest:
                return t(OTHER_INPUT, artifact=name, file=file)
    return ""
