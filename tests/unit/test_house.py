"""Allowed imports, and budgets of files, modules, bytes and packages; raise one only if what is new earns its place."""

from __future__ import annotations

import ast
import gzip
import re
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

from scripts.describe_run import needed_packages
from tablebases.locations import ATLAS
from tablebases.puzzles import PUZZLES, Puzzle
from tests.command_lines.typed import run_fresh
from tests.imports import (
    CHECKOUT,
    POSIX_ONLY,
    WORKFLOW_PACKAGES,
    cycle,
    imported_names,
    loaded_with,
    module_files,
    module_name,
)

pytestmark = pytest.mark.thorough

FOLDERS = ("tablebases", "pipeline", "scripts", "studies")
"""The project's own code, without tests."""
OTHER_CODE = ("pipeline", "scripts", "studies", "tests")
COMMAND_LINE = ("arguments", "commands")
"""Modules of a game that know the command line."""

MAX_FILES = 235
MAX_MODULES_OF_AN_ANSWER = 37
MAX_PACKAGES = 25
MAX_PAGE_BYTES = {
    "": 30_700,
    "nine-tiles": 68_800,
    "arrow": 29_900,
    "godomachi": 35_900,
    "millijan": 38_400,
    "results": 21_800,
}
"""Folder of a page in the atlas -> compressed bytes that a browser loads before it shows anything."""
LOADED = ("index.html", "app.js", "style.css", "data.json")

every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.package)


def is_in(name: str, *packages: str) -> bool:
    """Whether a name is that of a package or module in the list, or of a module within one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def offences(paths: Iterable[Path], *forbidden: str) -> list[str]:
    """Imports of forbidden packages and modules, functions included, in some files."""
    paths = list(paths)
    assert paths
    return [
        f"{module_name(path)} imports {name}"
        for path in paths
        for name in sorted(imported_names(path, at_start=False))
        if is_in(name, *forbidden)
    ]


def sources(*folders: str) -> list[Path]:
    """The source files of some folders."""
    return list(module_files(*folders).values())


# Directions.


def test_the_library_imports_only_itself_and_portable_packages_and_nothing_imports_studies_or_tests() -> None:
    assert offences(sources("tablebases"), *OTHER_CODE, *WORKFLOW_PACKAGES, *POSIX_ONLY) == []
    assert offences(sources("pipeline", "scripts"), "studies") == []
    assert offences(sources(*FOLDERS, "oracle"), "tests") == []


@every_puzzle
def test_modules_of_a_puzzle_import_in_one_direction(puzzle: Puzzle) -> None:
    """No puzzle imports another, nothing imports a stage, and only the commands of a game know the command line."""
    package, library = f"pipeline.{puzzle.package}", f"tablebases.{puzzle.library}"
    others = [other for other in PUZZLES if other != puzzle]
    foreign = [f"pipeline.{other.package}" for other in others] + [f"tablebases.{other.library}" for other in others]
    files = sources(package.replace(".", "/"), library.replace(".", "/"))
    commands = [f"{library}.{name}" for name in COMMAND_LINE]
    assert offences(files, *foreign, f"{package}.stages") == []
    assert offences([path for path in files if path.parent.name == "stages"], "tablebases.cli", *commands) == []
    game = [path for path in sources(library.replace(".", "/")) if path.stem not in COMMAND_LINE]
    assert offences(game, "typer", "tablebases.cli") == []


def test_shared_modules_import_no_puzzle() -> None:
    """Such modules import those of puzzles by the names in `tablebases.puzzles`."""
    own = {f"pipeline/{puzzle.package}" for puzzle in PUZZLES} | {f"tablebases/{puzzle.library}" for puzzle in PUZZLES}
    shared = [
        path
        for path in sources("tablebases", "pipeline")
        if not own & {str(folder) for folder in path.relative_to(CHECKOUT).parents}
    ]
    games = [f"tablebases.{puzzle.library}" for puzzle in PUZZLES]
    assert offences(shared, *games, *(f"pipeline.{puzzle.package}" for puzzle in PUZZLES)) == []


def test_the_second_program_of_nine_tiles_panic_imports_nothing_of_the_first() -> None:
    """Not even through other modules."""
    modules = module_files(*FOLDERS, "oracle")
    second = ["scripts.rescore", *module_files("oracle")]
    imported = {name for module in second for names in loaded_with(module, modules).values() for name in names}
    assert "oracle.nine_tiles_panic" in imported
    assert sorted(name for name in imported if is_in(name, "tablebases.nine_tiles", "pipeline")) == []


def named_in(tree: ast.AST) -> set[str]:
    """The texts of code that are no docstrings and no sentences."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {node.value for node in texts if id(node) not in said and " " not in node.value}


def test_one_module_says_which_names_a_puzzle_has() -> None:
    """Others take its names from there: a name with a part of another one hides which is which."""
    own = {CHECKOUT / "tablebases" / "puzzles.py", CHECKOUT / "tablebases" / "__init__.py"}
    names = {puzzle.package for puzzle in PUZZLES}
    two = [puzzle.package for puzzle in PUZZLES if puzzle.package != puzzle.library]
    repeated = {
        (module_name(path), text)
        for path in sources(*FOLDERS)
        if path not in own and "template" not in path.parts
        for text in named_in(ast.parse(path.read_text(encoding="utf-8")))
        if text in names or any(name in text for name in two)
    }
    assert len(two) == 2
    assert repeated == set()


LAYERS = ("rules", "search", "answers")
"""Folders of Nine Tiles Panic; each imports those before it only."""


@pytest.mark.parametrize("layer", LAYERS)
def test_folders_of_nine_tiles_panic_import_in_one_direction(layer: str) -> None:
    later = LAYERS[LAYERS.index(layer) + 1 :]
    outside = (
        () if layer == "answers" else ("commands", "practice", "drawing", "text_drawing", "best_towns", "packed_towns")
    )
    modules = [f"tablebases.nine_tiles.{name}" for name in (*later, *outside)]
    assert offences(sources(f"tablebases/nine_tiles/{layer}"), *modules) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert cycle(module_files(*FOLDERS, "tests")) == []


CLOCKS = {
    ".js": (r"\bnew Date\(\)|\bDate\.now\b|\bperformance\.(now|timeOrigin)\b", ["tablebases/atlas/kit/clock.js"]),
    ".py": (r"\b(datetime|date)\.(now|today|utcnow)\b|\btime\.(time|localtime|gmtime)\(", ["tablebases/practice.py"]),
}
"""Ending of a file -> what reads the time, and the only file of the library that may."""


@pytest.mark.parametrize("ending", CLOCKS)
def test_the_library_reads_the_time_in_one_place_for_each_language(ending: str) -> None:
    pattern, allowed = CLOCKS[ending]
    paths = (CHECKOUT / "tablebases").rglob(f"*{ending}")
    read = [path for path in paths if re.search(pattern, path.read_text(encoding="utf-8"))]
    assert [str(path.relative_to(CHECKOUT)) for path in read] == allowed


# Budgets.


def test_the_project_has_few_files() -> None:
    assert 100 < len(sources(*FOLDERS)) <= MAX_FILES


def test_no_folder_has_a_single_module() -> None:
    """Except `stages/`, which a puzzle with one stage has too, and programs that come with a template."""
    folders = {path.parent for path in sources(*FOLDERS)}
    single = {
        str(folder.relative_to(CHECKOUT))
        for folder in folders
        if len({path.stem for path in folder.glob("*.py")} - {"__init__"}) == 1
        and not any(folder in other.parents for other in folders)
        and folder.name != "stages"
        and not (folder / "template").is_dir()
    }
    assert single == set()


def test_an_answer_loads_few_modules() -> None:
    (ran,) = run_fresh(["nine-tiles", "best", "2", "5", "18"])
    assert ran.status == 0
    modules = [name for name in ran.modules if is_in(name, "tablebases")]
    assert len(modules) <= MAX_MODULES_OF_AN_ANSWER, modules


def test_pages_stay_small() -> None:
    with ZipFile(ATLAS) as archive:
        size = {name: len(gzip.compress(archive.read(name), mtime=0)) for name in archive.namelist()}
    found = {
        page: sum(size.get(f"atlas/{page}/{file}".replace("//", "/"), 0) for file in LOADED) for page in MAX_PAGE_BYTES
    }
    pages = {name.removeprefix("atlas/").rpartition("/")[0] for name in size if name.endswith("/index.html")}
    assert pages == set(MAX_PAGE_BYTES)
    assert {page: size for page, size in found.items() if size > MAX_PAGE_BYTES[page]} == {}


def test_the_library_needs_few_packages() -> None:
    packages = needed_packages("puzzle-tablebases")
    assert {"numba", "numpy", "typer"} <= packages
    assert not packages & set(WORKFLOW_PACKAGES)
    assert len(packages) <= MAX_PACKAGES, sorted(packages)


# The profile.

ALONE = {
    *(f"nine_tiles_panic_{stage}" for stage in ("town_synonyms", "towns", "theme_synonyms")),
    *(f"nine_tiles_panic_{stage}" for stage in ("success_pattern", "distances")),
    *(f"godomachi_{stage}" for stage in ("record_cuts", "record_plies", "record_winners", "records")),
    "arrow_puzzle_hardest",
}
"""Stages with cluster jobs of their own: shards, stages that read or write gigabytes or take minutes, and the one that
all others wait for."""


def test_the_profile_groups_every_stage_of_a_puzzle_and_nothing_else() -> None:
    names = [puzzle.package for puzzle in PUZZLES]
    profile = yaml.safe_load((CHECKOUT / "profiles" / "default" / "config.yaml").read_text(encoding="utf-8"))
    rules = "".join(path.read_text(encoding="utf-8") for path in sorted((CHECKOUT / "pipeline").glob("*/*.smk")))
    stages = {rule for rule in re.findall(r"^rule (\w+):", rules, re.MULTILINE) if rule.startswith(tuple(names))}
    stages |= {f"{name}_checksums" for name in names}  # a rule that is written once
    assert set(profile["groups"]) == stages - ALONE - set(names)
    assert stages > ALONE
