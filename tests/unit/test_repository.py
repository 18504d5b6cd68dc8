"""Changelog, citation, workflows of GitHub and issue forms."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml

from tablebases import __version__
from tablebases.locations import ATLAS
from tests.imports import CHECKOUT, POSIX_ONLY, WORKFLOW_PACKAGES, loaded_with, module_files, module_name

GITHUB = CHECKOUT / ".github"
CHANGELOG = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
SCHEMAS = {
    "CITATION.cff": "vendor.citation-file-format",
    ".github/workflows/ci.yml": "vendor.github-workflows",
    ".github/workflows/pages.yml": "vendor.github-workflows",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    ".github/ISSUE_TEMPLATE/new-puzzle.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/wrong-answer.yml": "vendor.github-issue-forms",
}
KINDS = {"2.0", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def content(name: str) -> dict[str, Any]:
    """A YAML file of the repository; the key `on` of workflows is True there."""
    found: dict[str, Any] = yaml.safe_load((CHECKOUT / name).read_text(encoding="utf-8"))
    return found


# Changelog and citation.


def sections() -> dict[str, str]:
    """Version -> date of its release, newest first; "" for unreleased changes."""
    return dict(re.findall(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", CHANGELOG, re.MULTILINE))


def test_the_changelog_lists_versions_from_the_newest_on_and_the_citation_names_the_newest() -> None:
    assert len(re.findall(r"^## ", CHANGELOG, re.MULTILINE)) == len(sections())
    first, *released = sections()
    assert first == "Unreleased"
    assert released == sorted(released, key=lambda version: [int(part) for part in version.split(".")], reverse=True)
    assert released[0] == __version__
    assert released[-1] == "1.0.0"
    assert all(sections()[version] for version in released)
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= KINDS
    cited = content("CITATION.cff")
    assert (cited["version"], str(cited["date-released"])) == (__version__, sections()[__version__])


# Files for GitHub.


def test_schemas_check_every_file_for_github() -> None:
    names = {path.relative_to(CHECKOUT).as_posix() for path in GITHUB.rglob("*") if path.is_file()}
    assert names | {"CITATION.cff"} == set(SCHEMAS)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["CITATION.cff", ".github/workflows/ci.yml", ".github/ISSUE_TEMPLATE/new-puzzle.yml"])
def test_a_schema_finds_a_mistake(name: str, tmp_path: Path) -> None:
    """`make lint` compares the files with their schemas."""
    wrong = tmp_path / Path(name).name
    wrong.write_text((CHECKOUT / name).read_text(encoding="utf-8") + "\nmistake: true\n", encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--default-filetype", "yaml"]
    done = subprocess.run([*command, "--builtin-schema", SCHEMAS[name], wrong], capture_output=True, check=False)
    assert done.returncode == 1


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_lint_checks_all_these_files() -> None:
    done = subprocess.run(
        ["make", "--dry-run", "lint", "--old-file", ".venv/installed"],
        cwd=CHECKOUT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if "check_jsonschema" in line]
    for name, schema in SCHEMAS.items():
        assert any(f"{schema} " in line and name in line.split() for line in lines), name


# The workflow of the tests.


CI = content(".github/workflows/ci.yml")["jobs"]


def files_for_all_systems() -> list[Path]:
    """The test files that the job for all systems runs."""
    (command,) = (step["run"] for step in CI["library"]["steps"] if "pytest --noconftest" in step.get("run", ""))
    return [CHECKOUT / word for word in command.split() if word.startswith("tests/")]


def supported(package: str) -> set[str]:
    """The versions of Python, from 3.11 on, that an installed package says it supports."""
    text = "\n".join(metadata(package).get_all("Classifier") or [])
    versions = re.findall(r"^Programming Language :: Python :: 3\.(\d+)$", text, re.MULTILINE)
    return {f"3.{version}" for version in versions if int(version) >= 11}


def test_ci_tests_the_library_with_every_python_that_its_packages_support_and_runs_the_whole_suite() -> None:
    matrix = CI["library"]["strategy"]["matrix"]
    assert set(matrix["python"]) == supported("numba") & supported("llvmlite") & supported("numpy")
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "windows", "macos"}
    assert ".ci/run" in [step.get("run") for step in CI["everything"]["steps"]]


@pytest.mark.thorough
def test_tests_for_all_systems_need_no_posix_and_no_workflow() -> None:
    files = files_for_all_systems()
    assert len(set(files)) == len(files) > 20
    assert [path for path in files if not path.is_file()] == []
    modules = {
        name: path
        for name, path in module_files("tablebases", "tests", "scripts").items()
        if path.name != "conftest.py"
    }
    forbidden = {*POSIX_ONLY, *WORKFLOW_PACKAGES, "pipeline"}
    for path in files:
        for module, names in loaded_with(module_name(path), modules).items():
            assert {name.partition(".")[0] for name in names} & forbidden == set(), (path.name, module)


def test_the_pages_are_those_of_the_package() -> None:
    steps = content(".github/workflows/pages.yml")["jobs"]["atlas"]["steps"]
    (unpack,) = (step["run"] for step in steps if "run" in step)
    assert f"unzip -q {ATLAS.relative_to(CHECKOUT).as_posix()} -d site" == unpack
    (path,) = (step["with"]["path"] for step in steps if "upload-pages-artifact" in step.get("uses", ""))
    with ZipFile(ATLAS) as archive:
        assert f"{path.removeprefix('site/')}/index.html" in archive.namelist()
