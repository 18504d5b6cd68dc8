"""docs/full-run.md: its program reads the folders of a run and writes the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.describe_run import (
    DOCUMENT,
    Call,
    Stage,
    Whole,
    call_twice,
    chains_of,
    document,
    draw_chains,
    longest_chain,
    parse_graph,
    sizes_of,
    software_of,
    stages_of,
)
from tablebases.compiled import README_COMMANDS
from tablebases.files import PROVENANCE

JOBS = ("all", "nine_tiles_panic_learn", r"nine_tiles_panic_towns\nshard: 00", r"nine_tiles_panic_towns\nshard: 01")
DOT = "\n".join(f'{i}[label = "{job}", color = ""];' for i, job in enumerate((*JOBS, "godomachi_database")))
GRAPH = parse_graph(f"{DOT} 1 -> 0 2 -> 1 3 -> 1 4 -> 0")
SECTIONS = ["## Commands", "## Stages", "## Longest chains of jobs", "## Files"]
WHOLE = Whole("Abacus", 2, 8_000_000_000, 1234.4, 2000, 3.6e9, 14, 270_000_000, 800_000_000)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Two puzzles, with benchmarks as Snakemake writes them."""
    seconds = {"nine_tiles_panic": {"towns_00": 2.5, "towns_01": 4, "learn": 1}, "godomachi": {"database": 0.5}}
    for puzzle, stages in seconds.items():
        folder = tmp_path / puzzle / "benchmarks"
        folder.mkdir(parents=True)
        for number, (stage, s) in enumerate(stages.items(), 1):
            (folder / f"{stage}.tsv").write_text(f"s\th:m:s\tmax_rss\n{s}\t0:00:01\t{number * 100}\n", encoding="utf-8")
    (tmp_path / "godomachi" / "godomachi.db").write_bytes(bytes(27_400_000))
    (tmp_path / "godomachi" / PROVENANCE).mkdir()
    notes = json.dumps({"python": "3.11.7", "stage": "page"})
    (tmp_path / "godomachi" / PROVENANCE / "page.json").write_text(notes, encoding="utf-8")
    return tmp_path


def test_jobs_of_a_stage_are_added_up_and_the_slowest_stage_comes_first(results: Path) -> None:
    assert stages_of(results) == [
        Stage("nine_tiles_panic", "towns", 2, 6.5, 200 * 2**20),
        Stage("nine_tiles_panic", "learn", 1, 1.0, 300 * 2**20),
        Stage("godomachi", "database", 1, 0.5, 100 * 2**20),
    ]


def test_files_are_listed_by_size_and_versions_by_program(results: Path) -> None:
    assert next(iter(sizes_of(results).items())) == ("godomachi/godomachi.db", 27_400_000)
    assert len(sizes_of(results)) == 6
    assert software_of(results) == "Python 3.11.7"


def test_the_page_has_totals_of_the_run_of_each_puzzle_and_of_all_files(results: Path) -> None:
    chains = chains_of(results, GRAPH)
    text = document(results, WHOLE, [Call("x 'a|b'", 8.46, 0.3, 150_000_000)], chains)
    for line in (
        "| machine | Abacus, 2 cores, 8 GB of memory |",
        "| time | 1,234 s for `make` in a fresh clone, with set-up and compiling |",
        "| memory | 0.3 GB in the largest job (`learn`); 2 jobs run at a time |",
        "| disk for results | 0.0 GB, and up to 3.6 GB during the run |",
        "| disk for `pip install .` alone | 0.3 GB, 14 packages |",
        r"| `tablebases x 'a\|b'` | 8.5 | 0.3 | 150 |",
        "| Nine Tiles Panic | `towns` | 2 | 6.5 | 210 |",
        "| **Nine Tiles Panic** | all | 3 | 7.5 | 315 |",
        "| `godomachi/godomachi.db` | 27 |",
        "| **Nine Tiles Panic** | all | 5.0 |",
        "| **whole run** | `nine_tiles_panic_towns_01` → `nine_tiles_panic_learn` | 5.0 |",
        "| 5 smaller files | < 1 |",
        "| **all files** | 27 |",
    ):
        assert line in text.splitlines(), line


def test_the_longest_chain_takes_the_most_seconds(results: Path) -> None:
    assert GRAPH["nine_tiles_panic_learn"] == {"nine_tiles_panic_towns_00", "nine_tiles_panic_towns_01"}
    graph = {"a": set(), "b": set(), "c": {"a"}, "d": {"a", "b"}, "end": {"c", "d"}}
    seconds = {"a": 3.0, "b": 2.0, "c": 1.0, "d": 4.0}
    assert longest_chain(graph, seconds) == {"a": 3, "d": 4}
    assert longest_chain({}, {}) == {}
    svg = draw_chains(chains_of(results, GRAPH))
    assert svg.count("<rect") == 1 + 3
    assert 'x="' + f'{200 + 182 * 4 / 5:.1f}"' in svg  # learn begins after 4 of 5 seconds


@pytest.mark.thorough
def test_the_first_call_of_a_solver_compiles_it() -> None:
    call = call_twice("arrow solve easy 434131344")
    assert 0 < call.second < 30
    assert call.memory > 10_000_000


def test_the_page_in_the_documents_has_every_command_and_the_sections_of_the_program() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(command.replace("|", r"\|") in text for command in README_COMMANDS)
    assert [line for line in text.splitlines() if line.startswith("## ")] == SECTIONS
