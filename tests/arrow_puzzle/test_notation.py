"""Boards and taps as text. Most refusals are in the table `tests/command_lines/arrow.yaml`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import arrow_puzzle as oracle
from tablebases.arguments import Texts, checked
from tablebases.arrow.boards import (
    ARROWS,
    KEYBOARD_ARROWS,
    BoardError,
    Layout,
    Level,
    all_written,
    parse_steps,
    parse_taps,
    parse_tiles,
    text_of,
    tile_names,
    written,
)
from tablebases.arrow.solutions import parse_board, parse_boards
from tablebases.errors import InputError
from tests.arrow_puzzle.helpers import BY_HAND, EASY, GAME_NAMES, known_rows, level_of, oracle_level, random_boards

NAMES = [*GAME_NAMES, "hexagon-1-6", "square-1-4", "hexagon-2-9", "square-2-10", "hexagon-2-12", "square-2-100"]
ROW_ENDS = ["/", " / ", ";", "\n", "\r\n", "\n\n", " \n\t"]
WIDE_6 = "\N{FULLWIDTH DIGIT SIX}"
EASY_STEPS = [3, 2, 3, 0, 2, 0, 2, 3, 3]


@checked
def checked_text(value: Texts) -> Texts:
    """A value as public functions get it."""
    return value


@st.composite
def boards(draw: st.DrawFn) -> tuple[Level, list[int]]:
    """A level and one of its boards."""
    level = level_of(draw(st.sampled_from(NAMES)))
    value = st.integers(0, level.directions - 1)
    return level, draw(st.lists(value, min_size=level.tiles, max_size=level.tiles))


def rows_of(words: Sequence[str], level: Level, layout: Layout = Layout.ROWS) -> list[list[str]]:
    """The words of the tiles, line by line."""
    if layout is Layout.LINES:
        lines = oracle.lines_of_screen(oracle.Level(level.shape.value, level.side, level.directions))
        return [[words[tile] for tile in line] for line in lines]
    remaining = iter(words)
    return [[next(remaining) for _ in range(length)] for length in level.row_lengths]


def styles(level: Level, values: Sequence[int], lowest: int, layout: Layout) -> list[str]:
    """All ways to write values with numbers."""
    rows = rows_of([str(value + lowest) for value in values], level, layout)
    words = [word for row in rows for word in row]
    found = [between.join(words) for between in (" ", ",", ", ", "\t", "  ")]
    for end in ROW_ENDS:
        found += [end.join(between.join(row) for row in rows) for between in (" ", ",", ", ")]
    if max(map(len, words)) == 1 and level.directions - 1 + lowest <= 9:
        found += [end.join(map("".join, rows)) for end in ["", " ", "  ", ",", *ROW_ENDS]]
    return [*found, f"  {found[0]}\n", f"{found[-1]}/", f"{found[-1]}\n"]


# --- boards ----------------------------------------------------------------------------------

NOTATIONS = """434131344|4 3 4 1 3 1 3 4 4|4,3,4,1,3,1,3,4,4|434 / 131 / 344|434;131;344|434 131 344|4 3 4/1 3 1/3 4 4
←↓←↑↓↑↓←←|← ↓ ← ↑ ↓ ↑ ↓ ← ←|←↓←/↑↓↑/↓←←|⬅️⬇️⬅️ ⬆️⬇️⬆️ ⬇️⬅️⬅️|<v<^v^v<<|<v< ^v^ v<<|4↓<1v^34←"""


@pytest.mark.parametrize("text", NOTATIONS.replace("\n", "|").split("|"))
def test_parse_board_reads_all_notations(text: str) -> None:
    found = parse_board(text, level_of("easy"))
    assert found.dtype == np.uint8
    assert found.tolist() == EASY_STEPS


def test_up_is_1_or_0_in_numbers_and_the_same_arrow_in_arrows() -> None:
    for text in ("323020233", "3,2,3/0,2,0/2,3,3", "←↓←↑↓↑↓←←"):
        assert parse_board(text, level_of("easy"), up=0).tolist() == EASY_STEPS


@pytest.mark.parametrize(("name", "arrows", "steps"), BY_HAND["arrows"])
def test_arrows_turn_clockwise_from_up(name: str, arrows: str, steps: list[int]) -> None:
    assert parse_board(arrows, level_of(name)).tolist() == steps


def test_arrows_point_within_15_degrees_of_their_directions() -> None:
    # There are eight arrows: the diagonals stand for the six directions of a hexagon.
    degrees = {arrow: 45 * i for i, arrow in enumerate("↑↗→↘↓↙←↖")}
    for m, arrows in ARROWS.items():
        assert len(set(arrows)) == m
        for direction, arrow in enumerate(arrows):
            assert abs(degrees[arrow] - 360 * direction / m) <= 15


@settings(max_examples=50)
@given(boards(), st.sampled_from([0, 1]), st.sampled_from(Layout))
def test_parse_board_and_parse_taps_read_every_way_to_write_numbers(
    board: tuple[Level, list[int]], up: int, layout: Layout
) -> None:
    level, values = board
    for text in [*styles(level, values, up, layout), written(values, level, up, layout)]:
        assert parse_board(text, level, layout, up).tolist() == values, repr(text)
        if up == 0:
            assert parse_taps(text, level, layout).tolist() == values, repr(text)


@settings(max_examples=50)
@given(boards(), st.sampled_from(["", " ", ", "]), st.sampled_from(["", " ", *ROW_ENDS]))
def test_parse_board_reads_every_way_to_write_arrows(board: tuple[Level, list[int]], between: str, end: str) -> None:
    level, steps = board
    for table in (ARROWS, KEYBOARD_ARROWS):
        if level.directions in table:
            words = [table[level.directions][step] for step in steps]
            text = (end or between).join(between.join(row) for row in rows_of(words, level))
            assert parse_board(text, level).tolist() == steps, repr(text)


@pytest.mark.parametrize("text", ["10", "12", " 12\n", "12/"])
def test_one_tile_can_show_a_number_of_two_digits(text: str) -> None:
    (steps,) = parse_board(text, level_of("square-1-12"))
    assert steps + 1 == int(text.strip(" \n/"))


@pytest.mark.parametrize(("name", "values", "lowest", "text"), BY_HAND["written"])
def test_written_joins_digits_if_no_number_can_have_two(name: str, values: list[int], lowest: int, text: str) -> None:
    level = level_of(name)
    assert written(values, level, lowest) == text
    assert all_written(np.array([values, values], dtype=np.uint8), level, lowest) == [text, text]


# --- many boards -----------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("up", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_many_boards_read_and_write_like_each_alone(name: str, up: int, layout: Layout) -> None:
    level, vectors = level_of(name), random_boards(name, 20)
    texts = [written(row, level, up, layout) for row in vectors]
    assert all_written(vectors, level, up, layout) == texts
    assert all_written(vectors[::-2], level, up, layout) == texts[::-2]
    found = parse_boards(texts, level, layout, up)
    assert found.dtype == np.uint8
    assert found.tolist() == vectors.tolist() == [parse_board(text, level, layout, up).tolist() for text in texts]


def test_each_of_many_boards_can_have_another_notation() -> None:
    texts = [EASY, "4 3 4 1 3 1 3 4 4", "434/131/344", "←↓←↑↓↑↓←←"]
    assert parse_boards(texts, level_of("easy")).tolist() == [EASY_STEPS] * 4
    assert parse_boards([], level_of("easy")).shape == (0, 9)
    assert all_written(random_boards("easy", 0), level_of("easy")) == []


@pytest.mark.parametrize(("up", "wrong"), [(1, f"0789a/:²٣{WIDE_6}①x-"), (0, f"6789a/:²٣{WIDE_6}①x-")])
@pytest.mark.parametrize("place", [0, 20, 36])
def test_the_error_for_a_wrong_character_has_the_number_of_the_board(up: int, wrong: str, place: int) -> None:
    level = level_of("expert")
    good = [written(row, level, up) for row in random_boards("expert", 5)]
    for character in wrong:
        bad = good[3][:place] + character + good[3][place + 1 :]
        with pytest.raises(BoardError) as error:
            parse_boards([*good[:3], bad, good[4]], level, up=up)
        assert error.value.number == 3
        with pytest.raises(InputError) as alone:
            parse_board(bad, level, up=up)
        assert str(error.value) == str(alone.value)


def test_the_error_for_a_wrong_length_has_the_number_of_the_first_such_board() -> None:
    texts = [row["board"] for row in known_rows("expert")]
    for wrong in (texts[7][:-1], texts[7] + "1", ""):
        with pytest.raises(BoardError) as error:
            parse_boards([*texts[:7], wrong, texts[8], wrong], level_of("expert"))
        assert error.value.number == 7
    with pytest.raises(BoardError) as error:  # both together are as long as two boards
        parse_boards(["43413134", "4434131344"], level_of("easy"))
    assert error.value.number == 0


@settings(max_examples=30)
@given(boards(), st.sampled_from(Layout))
def test_lists_of_numbers_or_lines_are_read_as_the_text(board: tuple[Level, list[int]], layout: Layout) -> None:
    level, values = board
    rows = rows_of([str(value + 1) for value in values], level, layout)
    words = [word for row in rows for word in row]
    lists: list[Texts] = [words, list(map(int, words)), np.array(words), rows, [[*map(int, row)] for row in rows]]
    lists += [tuple(" ".join(row) for row in rows), [np.array(row) for row in rows]]
    if level.directions < 10:
        lines = list(map("".join, rows))
        lists += [lines, list(map(int, lines)), np.array(lines), [[line] for line in lines]]
    for given_list in lists:
        assert parse_steps(text_of(checked_text(given_list)), level, layout) == values, given_list


# --- tiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAME_NAMES, "hexagon-5-6", "square-10-2"])
def test_tile_names_are_row_and_column_in_the_order_of_the_layout(name: str) -> None:
    cells = oracle_level(name).cells()
    assert tile_names(level_of(name), Layout.ROWS) == [f"{row}{column}" for row, column in cells]
    by_column = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert tile_names(level_of(name), Layout.COLUMNS) == [f"{row}{column}" for row, column in by_column]
    drawn = Layout.COLUMNS if level_of(name).shape == "hexagon" else Layout.ROWS
    assert tile_names(level_of(name), Layout.LINES) == tile_names(level_of(name), drawn)


@pytest.mark.parametrize("name", ["hexagon-6-2", "square-11-2"])
def test_names_of_tiles_have_a_hyphen_on_boards_of_more_than_ten_rows(name: str) -> None:
    for layout in Layout:
        names = tile_names(level_of(name), layout)
        assert (names[0], names[-1]) == ("0-0", "10-10")
        assert len(set(names)) == level_of(name).tiles


@pytest.mark.parametrize(("name", "layout", "text", "tiles"), BY_HAND["tiles"])
def test_parse_tiles_reads_names_and_places(name: str, layout: str, text: str, tiles: list[int]) -> None:
    assert parse_tiles(text, level_of(name), Layout(layout)) == tiles
