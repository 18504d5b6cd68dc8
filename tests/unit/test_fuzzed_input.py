"""Files and texts with seeded mistakes are accepted, or refused in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from pipeline.arrow_puzzle.families import read_families
from pipeline.arrow_puzzle.stages.database import read_boards
from pipeline.configuration import checked, configuration_model
from pipeline.godomachi.records import read_records
from tablebases.arrow.answers import Board as ArrowBoard
from tablebases.arrow.answers import levels_of_board, read_levels
from tablebases.arrow.boards import Layout, Level, Shape, parse_level, parse_taps, parse_tiles
from tablebases.arrow.linear import Algebra, algebra_of
from tablebases.godomachi.notation import parse_shape
from tablebases.godomachi.pair import Pair, parse_move
from tablebases.godomachi.tablebase import MaxCut
from tablebases.millijan import game_files as millijan
from tablebases.millijan.names import Names, unit_named
from tablebases.nine_tiles import open_results
from tablebases.nine_tiles.rules.game_files import load_all_tiles, load_themes
from tablebases.nine_tiles.rules.laid_town import lay_town, parse_partial_town, parse_wanted
from tablebases.nine_tiles.rules.themes import find_theme
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.yaml_file import read_yaml
from tests.fuzzing import changed, changed_text, refusal
from tests.godomachi.helpers import read_shape

pytestmark = pytest.mark.thorough

REPOSITORY = Path(__file__).parents[2]
DATA = REPOSITORY / "data"
MODEL = configuration_model()
CONFIGURATION = (REPOSITORY / "config.yaml").read_bytes()
WITHOUT_COMMENTS = b"".join(line for line in CONFIGURATION.splitlines(True) if not line.strip().startswith(b"#"))


EXAMPLES = 200
MORE_EXAMPLES = {"configuration": 500, "millijan/units_2019.csv": 500, "hands": 500, "moves": 300, "wishes": 300}
"""Kind of input -> number of examples that raise as many different errors as 500 examples."""


def test_fuzzed_configurations(tmp_path: Path) -> None:
    """The workflow reads all sections, a command only its own."""
    path = tmp_path / "fuzzed.yaml"

    def read() -> None:
        values, _ = read_yaml(path)
        for _, section in checked(MODEL, values):
            section.check_files()

    for seed in range(MORE_EXAMPLES["configuration"]):
        content = changed((WITHOUT_COMMENTS,), seed)
        path.write_bytes(content)
        if refusal(read).startswith("configuration: arrow_puzzle"):
            refusal(lambda: read_levels(path))
        assert path.read_bytes() == content


TILES = millijan.load_tiles(DATA / "millijan/tiles.csv")
UNITS = millijan.load_units(DATA / "millijan/units_2019.csv", TILES)
LEVELS = (Level("easy", Shape.SQUARE, 3, 4), Level("expert", Shape.HEXAGON, 4, 6), Level("many", Shape.SQUARE, 1, 100))
BOARD = Board(3, 3)


@cache
def algebras() -> Mapping[str, Algebra]:
    """Level -> its algebra, for the levels of the configuration."""
    return {level.name: algebra_of(level) for level in read_levels(REPOSITORY / "config.yaml")}


DATA_FILES: Mapping[str, Callable[[Path], object]] = {
    "nine_tiles_panic/tiles.csv": load_all_tiles,
    "nine_tiles_panic/themes.csv": load_themes,
    "arrow_puzzle/boards.csv": lambda path: read_boards(path, algebras()),
    "arrow_puzzle/hardest_boards.csv": read_families,
    "godomachi/records.csv": read_records,
    "millijan/tiles.csv": millijan.load_tiles,
    "millijan/units_2019.csv": lambda path: millijan.load_units(path, TILES),
    "millijan/hands.csv": lambda path: list(millijan.read_questions(path, TILES, UNITS)),
}


@pytest.mark.parametrize("name", DATA_FILES)
def test_fuzzed_data_files(tmp_path: Path, name: str) -> None:
    original = (DATA / name).read_bytes()
    path = tmp_path / "fuzzed.csv"
    path.write_bytes(original)
    assert not refusal(lambda: DATA_FILES[name](path))
    for seed in range(MORE_EXAMPLES.get(name, EXAMPLES)):
        content = changed((original,), seed)
        path.write_bytes(content)
        refusal(lambda: DATA_FILES[name](path))
        assert path.read_bytes() == content


def board_of(text: str) -> None:
    """Read a board of a fitting level, or of the level named before it."""
    ArrowBoard.parse(text, levels_of_board(text, 1, LEVELS)[0])


@cache
def pair() -> Pair:
    """A pair of shapes."""
    a, b = (parse_shape(text, "a shape", 5) for text in ("###/##.", "#####"))
    return Pair(a, b, MaxCut.ANY)


HEXAGON = "6/62/635/3616/355/1612/616/1623/356/1152/332/61/?"
TEXTS: Mapping[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "boards": (board_of, (HEXAGON, "434/131/344", "←↓←/↑↓↑/↓←←", "1 2 3 4 3 2 1 4 2", "99")),
    "taps": (lambda text: parse_taps(text, LEVELS[0]), ("102 030 201",)),
    "names of tiles": (lambda text: parse_tiles(text, LEVELS[1], Layout.ROWS), ("00, 03 30",)),
    "levels": (lambda text: parse_level(text, LEVELS), ("easy", "hexagon-3-6")),
    "shapes": (lambda text: read_shape(text.removeprefix("-")), ("##/#.", "6:3", "####\n#..#", "no/such/file")),
    "moves": (lambda text: parse_move(text, pair(), pair().start), ("ab cd", "a b")),
    "hands": (lambda text: Names(TILES).hand(text, range(1, 14)), ("はるか ちはや みき", "0 1 2 志保,星梨花、海美")),
    "units": (lambda text: unit_named(text, UNITS, Names(TILES)), ("竜宮小町", "12", "春香+千早")),
    "themes": (lambda text: find_theme(text, load_themes(DATA / "nine_tiles_panic/themes.csv")), ("5", "food", "dogs")),
    "patterns": (
        lambda text: lay_town(text, load_all_tiles(DATA / "nine_tiles_panic/tiles.csv"), BOARD), ("206745813361230035",)
    ),
    "partial towns": (
        lambda text: parse_partial_town(text, BOARD.positions), ("0365.....|0044.....", "03|?b", "2067458133612300??")
    ),
    "wishes": (
        lambda text: parse_wanted(text, BOARD),
        ("tile 4 back at centre", "tile 0 at top left", "tile 4 direction 2 at row 1 column 3"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", TEXTS)
def test_fuzzed_texts_of_commands(kind: str) -> None:
    read, examples = TEXTS[kind]
    for seed in range(MORE_EXAMPLES.get(kind, EXAMPLES)):
        refusal(lambda seed=seed: read(changed_text(examples, seed)))


CONDITIONS = ("t01>=3 and t11=3", "n_towns = 1 and (t05 >= 10 or not t06 between -2 and 10)", "id in t02*2-1")


def test_fuzzed_conditions(nine_tiles_folder: Path) -> None:
    with open_results(nine_tiles_folder) as results:
        for seed in range(EXAMPLES):
            found: list[object] = []
            condition = changed_text(CONDITIONS, seed)
            error = refusal(lambda condition=condition, found=found: found.append(results.find(condition, limit=1)))
            assert "damaged" not in error
            assert bool(found) == (error == "")
