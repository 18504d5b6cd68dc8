"""The puzzles beside Nine Tiles Panic, as their rules have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.workflow.workspace import Workspace


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as its rules have it.

    artifacts: what a run leaves, some of many pictures. page: the folder of its page in the atlas. edits: a module ->
    the first stages that an edit of it runs again. faults: wrong settings, and what is said of each.
    """

    name: str
    library: str
    """Its package in `tablebases`."""
    artifacts: Sequence[str]
    page: str
    edits: Mapping[str, set[str]]
    faults: Sequence[tuple[Mapping[str, Any], str]]

    @property
    def package(self) -> str:
        """Where its stages are."""
        return f"pipeline.{self.name}.stages"

    def planned(self, workspace: Workspace) -> set[str]:
        """The stages that a run would start now."""
        return set(workspace.planned(target=self.name))


PUZZLES = {
    puzzle.name: puzzle
    for puzzle in (
        Puzzle(
            "arrow_puzzle",
            "arrow",
            (
                "parts/tap_counts.db", "parts/hardest_boards.db", "arrow_puzzle.db", "figures/tap_counts.svg",
                "page/arrow/data.json", "page/arrow/index.html",
            ),
            "arrow",
            {
                "tablebases/arrow/linear.py": {"tap_counts", "hardest_boards", "page"},
                "tablebases/arrow/batches.py": {"hardest_boards", "tap_counts"},
                "tablebases/arrow/solutions.py": {"hardest_boards", "tap_counts"},
                "tablebases/arrow/answers.py": set(),
                "tablebases/arrow/commands.py": set(),
                "tablebases/arrow/drawing.py": set(),
                "pipeline/arrow_puzzle/stages/page.py": {"page"},
                "pipeline/arrow_puzzle/stages/database.py": {"database"},
                "pipeline/charts.py": {"database"},
            },
            (
                ({"board_file": "no.csv"}, "cannot read no.csv: No such file or directory"),
                ({"optimal": "some"}, "arrow_puzzle.optimal: must be one or all, but is 'some'"),
                ({"colour": "red"}, "arrow_puzzle: unknown key colour"),
                ({"levels": []}, "arrow_puzzle.levels: must be a list of 1 to 100 levels, but is []"),
                (
                    {"levels": [{"name": "a", "shape": "round", "side": 3, "directions": 4}]},
                    "arrow_puzzle.levels.0.shape: must be square or hexagon, but is 'round'",
                ),
                (
                    {"levels": [{"name": "a", "shape": "square", "side": 3, "directions": 4}] * 2},
                    "arrow_puzzle.levels: there are two levels with the name a",
                ),
                (
                    {"levels": [{"name": "a", "shape": "hexagon", "side": 99, "directions": 4}]},
                    "level a: the side of a hexagon must be 1 to 12 tiles, not 99",
                ),
            ),
        ),
        Puzzle(
            "godomachi",
            "godomachi",
            (
                "godomachi.db", "figures/wall-chart-1.svg", "figures/wall-chart-7.svg",
                "figures/shapes-7.svg", "page/godomachi/data.json", "page/godomachi/index.html",
                "page/godomachi/shapes-3.svg",
            ),
            "godomachi",
            {
                "tablebases/godomachi/polyominoes.py": {"database"},
                "tablebases/godomachi/cut_tables.py": {"database"},
                "tablebases/godomachi/puzzles.py": {"database"},
                "tablebases/godomachi/drawing.py": {"wall_charts"},
                "tablebases/godomachi/answers.py": set(),
                "tablebases/godomachi/commands.py": set(),
                "pipeline/godomachi/stages/page.py": {"page"},
            },
            (
                ({"max_n": 13}, "godomachi.max_n: must be a whole number from 3 to 12, but is 13"),
                ({"max_n": 2}, "godomachi.max_n: must be a whole number from 3 to 12, but is 2"),
                ({"max_cut": "third"}, "godomachi.max_cut: must be any or half, but is 'third'"),
                ({"record_file": "no.csv"}, "cannot read no.csv: No such file or directory"),
                (
                    {"records": {"plies": [5, 15], "winners": [], "shares": 1}},
                    "godomachi.records.plies.1: must be a whole number from 3 to 14, but is 15",
                ),
                (
                    {"records": {"plies": 5, "winners": [], "shares": 1}},
                    "godomachi.records.plies: must be a list of sizes from 3 to 14, but is 5",
                ),
                ({"colour": "red"}, "godomachi: unknown key colour"),
                ({"output": "/proc/no"}, "cannot write to the output folder /proc/no"),
            ),
        ),
        Puzzle(
            "millijan",
            "millijan",
            (
                "parts/simulation.db", "parts/winning_deals.db", "parts/tenpai.db", "millijan.db",
                "figures/simulation.svg", "figures/simulated_units.svg", "page/millijan/data.json",
                "page/millijan/index.html",
            ),
            "millijan",
            {
                "tablebases/millijan/names.py": {"simulation", "winning_deals", "tenpai", "page"},
                "tablebases/millijan/simulation.py": {"simulation", "tenpai"},
                "tablebases/millijan/winning_hands.py": {"winning_deals"},
                "tablebases/millijan/families.py": {"tenpai"},
                "tablebases/millijan/table.py": {"simulation", "winning_deals", "tenpai"},
                "tablebases/millijan/commands.py": set(),
                "pipeline/millijan/stages/database.py": {"database"},
                "pipeline/charts.py": {"database"},
            },
            (
                ({"unit_file": "no.csv"}, "cannot read no.csv: No such file or directory"),
                ({"rules": "v2"}, "millijan.rules: must be seed, 2019-10-08 or v1.6, but is 'v2'"),
                ({"colour": "red"}, "millijan: unknown key colour"),
                (
                    {"simulation": {"hands": 0, "distances": 1, "seed": 1}},
                    "millijan.simulation.hands: must be a whole number from 2, but is 0",
                ),
                ({"most_ways": -1}, "millijan.most_ways: must be a whole number from 0, but is -1"),
            ),
        ),
    )
}  # fmt: skip
