"""Every reader reports every damage to its artifacts: the error names the file, and nothing is written.

    damage    a change of an artifact; faults.yaml has the beginning of the error
    artifact  each database, CSV, NumPy or chart file with a reader, of a small run of every puzzle
    reader    stages of the workflow, commands, the stage for SHA256SUMS, and `tablebases verify`

The provenance files of text artifacts are damaged, too.
"""

from __future__ import annotations

import ast
import random
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.checksums import check_artifacts
from pipeline.database import PAGE_SIZE
from pipeline.nine_tiles_panic.tables import MATCHES
from tablebases import DamagedDataError, MissingDataError, arrow, godomachi, millijan, nine_tiles
from tablebases import database as database_module
from tablebases.errors import Error
from tablebases.files import DEEPEST, PROVENANCE, content_digest, file_digest, read_provenance
from tablebases.nine_tiles.packed_towns import packed_boxes, towns_of
from tablebases.nine_tiles.tablebase import BEST_TOWNS
from tablebases.verification import Outcome, known_databases, verify
from tests.arrow_puzzle.results import level_options
from tests.command_lines.typed import run_typed
from tests.databases import change, change_and_seal, rows_of, write_sums
from tests.fuzzing import changed, refusal
from tests.provenance import noted

pytestmark = pytest.mark.thorough

CHECKOUT = Path(__file__).parents[2]
FUZZED_FILES = 40
DELETE_TABLES = "DELETE FROM sqlite_schema WHERE tbl_name != 'provenance'"
TABLE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8"))
ARTIFACTS, SETTINGS, COMMANDS = (TABLE[name] for name in ("artifacts", "settings", "commands"))
SETTINGS["arrow_puzzle"]["level"] = level_options()

# --- damage ----------------------------------------------------------------------------------


def _exchange(spoil: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """A damage that changes the bytes of a file."""
    return lambda path: path.write_bytes(spoil(path.read_bytes()))


def _flip_a_byte(content: bytes) -> bytes:
    """Change a byte after the header of 100 bytes, which has damages of its own."""
    chance = random.Random(len(content))  # noqa: S311
    place = chance.randrange(min(100, len(content) // 2), len(content))
    return content[:place] + bytes([content[place] ^ chance.randrange(1, 256)]) + content[place + 1 :]


def _make_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _replace_by_foreign(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE provenance (key, value)", "INSERT INTO provenance VALUES ('painter', 'unknown')")


def _replace_by_other_stage(path: Path) -> None:
    stage = read_provenance(path)["stage"]
    folder = path.parents[1] if path.parent.name in ("parts", "records", "figures") else path.parent
    others = folder.rglob("*.db" if path.suffix == ".db" else "*.csv")
    artifacts = (other for other in sorted(others) if other.suffix == ".db" or notes_of(other))
    other = next(other for other in artifacts if read_provenance(other)["stage"] != stage)
    shutil.copy(other, path)
    for notes in notes_of(path):
        text = notes.read_text(encoding="utf-8").replace(f'"stage": "{stage}"', '"stage": "another"')
        digest = re.escape(f'{path.name}": ') + '"[0-9a-f]+"'
        notes.write_text(re.sub(digest, f'{path.name}": "{file_digest(path)}"', text), encoding="utf-8")


def notes_of(path: Path) -> list[Path]:
    """The file with the provenance of an artifact, if it is no database."""
    return [
        file
        for folder in path.parents[:DEEPEST]
        for file in folder.glob(f"{PROVENANCE}/*.json")
        if f'"file {path.relative_to(folder)}"' in file.read_text(encoding="utf-8", errors="replace")
    ]


IN_ANY_FILE: dict[str, Callable[[Path], object]] = {
    "missing": Path.unlink,
    "a folder": _make_a_folder,
    "empty": _exchange(lambda _: b""),
    "cut short": _exchange(lambda content: content[:-1]),
    "one byte changed": _exchange(_flip_a_byte),
}
DAMAGES = {
    **IN_ANY_FILE,
    "a text": _exchange(lambda _: b"not a database\n" * 100),
    "its first 20 bytes": _exchange(lambda content: content[:20]),
    "zeros behind its first page": _exchange(lambda content: content[:PAGE_SIZE] + bytes(len(content) - PAGE_SIZE)),
    "changed by SQL": lambda path: change(path, "UPDATE provenance SET value = value || '0'"),
    "rewritten by a client": lambda path: change(path, "PRAGMA journal_mode = WAL", "VACUUM"),
    "without a checksum": _exchange(lambda content: content[:68] + bytes(4) + content[72:]),
    "of another program": _replace_by_foreign,
    "of another stage": _replace_by_other_stage,
    "of another version": lambda path: change_and_seal(path, "PRAGMA user_version = 1000"),
    "without its tables": lambda path: change_and_seal(path, "PRAGMA writable_schema = 1", DELETE_TABLES),
    "cut between two lines": _exchange(lambda content: b"".join(content.splitlines(True)[:-1])),
    "its provenance missing": lambda path: notes_of(path)[0].unlink(),
    "its provenance cut short": lambda path: _exchange(lambda content: content[:-20])(notes_of(path)[0]),
}
NOT_OF_STAGES = ("without its tables",)
"""Damage that provenance does not show and accidents do not cause."""
NOT_OF_CHARTS = ("its provenance missing", "of another stage")
"""Damage that does not affect the page with a chart."""


def _errors(artifact: str) -> dict[str, str]:
    """Damage to an artifact -> beginning of its readers' errors."""
    found: dict[str, str] = TABLE["databases" if artifact.endswith(".db") else "texts"]
    return found


def _damages(artifact: str, *left_out: str) -> list[str]:
    return [damage for damage in _errors(artifact) if damage not in left_out]


# --- readers ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """A stage of the workflow, with the parameters of its function `main` and their types."""

    puzzle: str
    name: str
    parameters: dict[str, str]

    @property
    def inputs(self) -> list[str]:
        """The parameters for files before `out`; those after it are outputs."""
        names = list(self.parameters)
        names = names[: names.index("out")] if "out" in names else names
        return [name for name in names if "Path" in self.parameters[name]]

    @property
    def reads(self) -> list[str]:
        """The parameters for artifacts."""
        return [name for name in self.inputs if name in ARTIFACTS[self.puzzle]]

    def run(self, folder: Path, out: Path) -> None:
        """Run it on the artifacts of a folder; raises its Error."""
        arguments: dict[str, object] = {}
        for name, annotation in self.parameters.items():
            if name in self.reads:
                paths = [folder / artifact for artifact in ARTIFACTS[self.puzzle][name]]
                arguments[name] = paths if annotation == "list[Path]" else paths[0]
            elif name in SETTINGS[self.puzzle]:
                value = SETTINGS[self.puzzle][name]
                value = value[self.name] if isinstance(value, dict) else value
                arguments[name] = Path(value.format(folder=folder)) if annotation == "Path" else value
            elif annotation == "Path":
                arguments[name] = out / name
            elif annotation == "list[Path]":
                arguments[name] = [out / name]
        import_module(f"pipeline.{self.puzzle}.stages.{self.name}").main(**arguments)


def stages() -> Iterator[Stage]:
    """All stages; their modules are parsed, because importing them takes seconds."""
    for path in sorted((CHECKOUT / "pipeline").glob("*/stages/*.py")):
        functions = (node for node in ast.parse(path.read_bytes()).body if isinstance(node, ast.FunctionDef))
        main = next((function for function in functions if function.name == "main"), None)
        if main is not None:
            types = {each.arg: ast.unparse(each.annotation) for each in main.args.args if each.annotation}
            yield Stage(path.parts[-3], path.stem, types)


def _error_of_stage(stage: Stage, folder: Path, out: Path) -> str:
    with pytest.raises(Error) as error:
        stage.run(folder, out)
    return str(error.value)


def _error_of_command(typed: str, folder: Path) -> str:
    done = run_typed(_words(typed, folder))
    assert (done.status, done.output) == (1, ""), done
    assert done.first_line == done.errors.splitlines()[-1]
    return done.first_line.removeprefix("error: ")


def _words(typed: str, folder: Path) -> list[str]:
    return [*shlex.split(typed), "--results", str(folder)]


def cases() -> Iterator[Any]:
    """Puzzle, artifact, damage, and a reader."""
    for stage in stages():
        for artifact in (name for parameter in stage.reads for name in ARTIFACTS[stage.puzzle][parameter]):
            left_out = NOT_OF_STAGES if not artifact.endswith(".svg") else NOT_OF_CHARTS
            for damage in _damages(artifact, *left_out):
                yield pytest.param(stage.puzzle, artifact, damage, stage, id=f"{stage.name}-{artifact}-{damage}")
    for puzzle, commands in COMMANDS.items():
        for artifact, typed in commands:
            for damage in _damages(artifact):
                yield pytest.param(puzzle, artifact, damage, typed, id=f"{typed}-{artifact}-{damage}")


# --- a run to damage -------------------------------------------------------------------------

FIXTURES = {"arrow_puzzle": "arrow", "godomachi": "godomachi", "millijan": "millijan", "nine_tiles_panic": "nine_tiles"}


@pytest.fixture(scope="module")
def copies(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Puzzle -> a copy of its small run, with records and SHA256SUMS."""

    @cache
    def copy(puzzle: str) -> Path:
        folder = tmp_path_factory.mktemp("damaged") / puzzle
        shutil.copytree(request.getfixturevalue(f"{FIXTURES[puzzle]}_folder"), folder)
        if puzzle == "godomachi":
            from pipeline.godomachi.stages import record_cuts, record_plies, record_winners

            records = folder / "records"
            record_cuts.main(5, records / "cuts.db")
            record_plies.main(records / "cuts.db", [4], 1, records / "plies_01.csv", noted(folder, "record_plies_01"))
            record_winners.main(records / "cuts.db", 5, records / "winners_05.csv", noted(folder, "record_winners_05"))
        (folder / "no boards.csv").write_text("level,board\n")
        (folder / "no hands.csv").write_text("hand\n")
        write_sums(folder)
        return folder

    return copy


@contextmanager
def damaged(path: Path, damage: str) -> Iterator[str]:
    """Damage an artifact and restore it at the end; yields the beginning of a reader's error."""
    files = [path, *notes_of(path)]
    contents = [file.read_bytes() for file in files]
    begins = _errors(path.name)[damage].format(path=path, notes=files[-1], stage=read_provenance(path)["stage"])
    try:
        DAMAGES[damage](path)
        yield begins
    finally:
        if path.is_dir():
            path.rmdir()
        for file, content in zip(files, contents, strict=True):
            file.write_bytes(content)


def _files(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in folder.rglob("*") if path.is_file()}


# --- the matrix ------------------------------------------------------------------------------


@pytest.mark.parametrize(("puzzle", "artifact", "damage", "reader"), list(cases()))
def test_a_reader_names_a_damaged_artifact_and_writes_nothing(
    copies: Callable[[str], Path], tmp_path: Path, puzzle: str, artifact: str, damage: str, reader: Stage | str
) -> None:
    folder = copies(puzzle)
    with damaged(folder / artifact, damage) as begins:
        before = _files(folder)
        if isinstance(reader, Stage):
            error = _error_of_stage(reader, folder, tmp_path)
        else:
            error = _error_of_command(reader, folder)
        if damage == "of another stage" and " was not made " in error:  # inputs are compared before they are read
            begins = begins.partition(" was not written")[0]
            assert begins in error
        else:
            assert error.startswith(begins)
        assert error.isprintable()
        assert _files(folder) == before
        assert _files(tmp_path) == {}


def test_cover_rejects_match_sets_of_another_board_than_that_of_the_towns(
    copies: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = copies("nine_tiles_panic")
    of_cover = next(stage for stage in stages() if stage.name == "cover")
    with damaged(folder / "parts" / "match_sets.db", "of another version"):
        change_and_seal(
            folder / "parts" / "match_sets.db",
            f"PRAGMA user_version = {MATCHES.version}",
            "UPDATE match_sets SET theme_synonym_id = theme_synonym_id + 1000",
        )
        assert "has no town in success_pattern.db" in _error_of_stage(of_cover, folder, tmp_path)


def test_commands_refuse_two_databases_of_different_runs(copies: Callable[[str], Path]) -> None:
    folder = copies("nine_tiles_panic")
    best_towns, towns = folder / "best_towns.db", folder / "success_pattern.db"
    with damaged(best_towns, "missing"):
        assert run_typed(["nine-tiles", "probe", "1", "--results", str(folder)]).first_line.startswith(
            f"error: {best_towns} does not exist; "
        )
    with damaged(best_towns, "of another version"):
        made_from = "UPDATE provenance SET value = 'x' WHERE key = 'input success_pattern.db'"
        change_and_seal(best_towns, f"PRAGMA user_version = {BEST_TOWNS.version}", made_from)
        error = f"error: {towns} and {best_towns} are of different runs; name a folder of one run with --results"
        for typed in ("best 5 12 23 --towns 2", "towns 1"):
            assert run_typed(["nine-tiles", *typed.split(), "--results", str(folder)]).first_line == error


def test_the_matrix_has_every_file_that_a_stage_reads_except_two_data_files() -> None:
    read = {(stage.puzzle, parameter) for stage in stages() for parameter in stage.reads}
    assert read == {(puzzle, parameter) for puzzle, parameters in ARTIFACTS.items() for parameter in parameters}
    outputs = {"match_min", "most_win_min", "minimum", "tables", "notes"}  # of `cover`, which has no `out`
    others = {
        name for stage in stages() for name in stage.inputs if name not in (*stage.reads, *SETTINGS[stage.puzzle])
    }
    assert others == {"families", "records", *outputs}


@pytest.mark.parametrize("puzzle", COMMANDS)
def test_commands_answer_from_undamaged_databases(copies: Callable[[str], Path], puzzle: str) -> None:
    for _, typed in COMMANDS[puzzle]:
        done = run_typed(_words(typed, copies(puzzle)))
        assert (done.status, done.errors) == (0, ""), typed
        assert done.output


OPENED: dict[str, tuple[str, Callable[[Path], object]]] = {
    "arrow_puzzle": ("arrow_puzzle.db", lambda folder: arrow.levels(folder)),
    "godomachi": ("godomachi.db", lambda folder: godomachi.open_results(folder).__enter__()),
    "millijan": ("millijan.db", lambda folder: millijan.summary(folder)),
    "nine_tiles_panic": ("best_towns.db", lambda folder: nine_tiles.best(5, results=folder)),
}
"""Puzzle -> a database, and a function of the API that reads it."""


@pytest.mark.parametrize("puzzle", OPENED)
def test_the_api_tells_missing_from_damaged_databases(copies: Callable[[str], Path], puzzle: str) -> None:
    name, read = OPENED[puzzle]
    path = copies(puzzle) / name
    for damage in _damages(name, "without its tables"):
        with damaged(path, damage) as begins, pytest.raises(Error) as error:
            read(path.parent)
        assert type(error.value) is (MissingDataError if "does not exist" in begins else DamagedDataError)
        assert str(error.value).startswith(begins)


# --- SHA256SUMS and verify -------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", ARTIFACTS)
def test_checksums_lists_no_damaged_or_foreign_artifact(copies: Callable[[str], Path], puzzle: str) -> None:
    for artifact in (copies(puzzle) / name for names in ARTIFACTS[puzzle].values() for name in names):
        stage = read_provenance(artifact)["stage"]
        for damage in _damages(artifact.name, "of another version", "without its tables"):
            with damaged(artifact, damage) as begins, pytest.raises(Error) as error:
                check_artifacts([artifact], [stage])
            if damage == "of another stage":
                begins = f"{artifact} was not written by the stage {stage}; "
            assert str(error.value).startswith(begins)


def _differing(folder: Path) -> dict[str, str]:
    """Check -> finding of `verify`, for all checks that differ."""
    return {result.check: result.text for result in verify(folder).results if result.outcome is Outcome.DIFFERS}


@pytest.mark.parametrize("puzzle", ARTIFACTS)
@pytest.mark.parametrize("damage", IN_ANY_FILE)
def test_verify_names_every_damaged_file(
    copies: Callable[[str], Path], tmp_path: Path, puzzle: str, damage: str
) -> None:
    """All files in SHA256SUMS, with pages, charts and provenance files."""
    folder = tmp_path / puzzle
    shutil.copytree(copies(puzzle), folder)
    is_there = damage not in ("missing", "a folder")
    fault = "it does not have the digest that SHA256SUMS lists" if is_there else "it is missing"
    names = [line.split("  ")[1] for line in (folder / "SHA256SUMS").read_text().splitlines()]
    assert _differing(folder) == {}
    for name in names:
        IN_ANY_FILE[damage](folder / name)
    found = _differing(folder)
    assert {check: text for check, text in found.items() if check in names} == dict.fromkeys(names, fault)


@pytest.mark.parametrize("puzzle", ARTIFACTS)
def test_verify_finds_the_missing_list_of_a_run(copies: Callable[[str], Path], tmp_path: Path, puzzle: str) -> None:
    folder = tmp_path / puzzle
    shutil.copytree(copies(puzzle), folder)
    (folder / "SHA256SUMS").unlink()
    fault = "there is no such list, although a run made this folder"
    assert _differing(folder) == {"Files that SHA256SUMS lists": fault}
    assert _differing(tmp_path) == {f"Files that {puzzle}/SHA256SUMS lists": fault}


@pytest.mark.parametrize("puzzle", ARTIFACTS)
def test_verify_finds_damaged_databases_with_right_digests_in_sha256sums(
    copies: Callable[[str], Path], tmp_path: Path, puzzle: str
) -> None:
    folder = tmp_path / puzzle
    shutil.copytree(copies(puzzle), folder)
    names = sorted(name for name, (owner, _) in known_databases().items() if owner.package == puzzle)
    for damage in _damages(names[0], "missing", "a folder", "without its tables"):
        with ExitStack() as stack:
            for name in names:
                stack.enter_context(damaged(folder / name, damage))
            write_sums(folder)
            assert sorted(_differing(folder)) == [f"Checksum, stage and version of {name}" for name in names], damage


# --- parts of a large database ---------------------------------------------------------------


@pytest.fixture
def large(copies: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of towns that is read in parts, like one of more than 64 MB."""
    monkeypatch.setattr(database_module, "WHOLE_BYTES", 0)
    return Path(shutil.copy(copies("nine_tiles_panic") / "success_pattern.db", tmp_path))


def _towns(path: Path) -> list[str] | None:
    """The towns of a theme synonym, or None if the error names the file."""
    try:
        with packed_boxes(path) as packed:
            return towns_of(packed, [7], 1000)
    except Error as error:
        if str(path) not in str(error):
            raise
        return None


def test_no_damaged_byte_of_a_large_database_changes_the_towns_that_it_lists(large: Path) -> None:
    content = large.read_bytes()
    expected = _towns(large)
    assert expected
    blocks = [boxes for (boxes,) in rows_of(large, "SELECT boxes FROM town_blocks")]
    start = min(map(content.index, blocks))
    boxes = range(start, max(content.index(block) + len(block) for block in blocks))
    chance = random.Random(15)  # noqa: S311
    in_use = [place for place, byte in enumerate(content) if byte]
    with large.open("r+b", buffering=0) as file:
        for place in (*boxes[::8], *chance.sample(in_use, 150)):
            file.seek(place)
            file.write(bytes([content[place] ^ chance.randrange(1, 256)]))
            found = _towns(large)
            assert found is None if place in boxes else found in (expected, None), place
            file.seek(place)
            file.write(content[place : place + 1])


@pytest.mark.parametrize("statement", TABLE["changes of a large database"])
def test_the_error_names_a_large_database_that_a_client_has_changed(large: Path, statement: str) -> None:
    change(large, statement)
    assert _towns(large) is None


# --- any damage ------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", ARTIFACTS)
def test_fuzzed_artifacts(copies: Callable[[str], Path], puzzle: str) -> None:
    """Of a provenance file, only stage and digests are verified; other damage to it has no effect."""
    folder = copies(puzzle)
    for artifact in (name for names in ARTIFACTS[puzzle].values() for name in names):
        path = folder / artifact
        digest = content_digest(path)
        for file in (path, *notes_of(path)):
            content = file.read_bytes()
            for seed in range(FUZZED_FILES):
                spoilt = changed((content,), seed)
                file.write_bytes(spoilt)
                found: list[str] = []
                error = refusal(lambda path=path, found=found: found.append(content_digest(path)))
                assert (str(path) in error or f"{file} is missing or damaged" in error) == (found == [])
                assert found == [] if file == path and spoilt != content else found in ([], [digest])
                assert file.read_bytes() == spoilt
            file.write_bytes(content)
