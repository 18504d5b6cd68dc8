"""Boards and taps as text: every notation is read back, every mistake is named with its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.arrow import boards as notation
from tablebases.arrow.boards import (
    ARROWS,
    KEYBOARD_ARROWS,
    BoardError,
    Layout,
    Level,
    all_written,
    parse_board,
    parse_boards,
    parse_taps,
    parse_tiles,
    tile_names,
    written,
)
from tablebases.errors import InputError
from tests.arrow_puzzle.helpers import (
    GAME_NAMES,
    algebra,
    known_rows,
    level_of,
    oracle_level,
    random_boards,
)
from tests.oracle import arrow_puzzle as oracle

NAMES = [
    *GAME_NAMES, "hexagon-1-2", "hexagon-1-6", "square-1-4", "hexagon-2-9", "hexagon-2-10",
    "hexagon-2-11", "hexagon-2-12", "square-2-2", "square-2-10", "square-2-100", "hexagon-3-8",
    "square-10-3", "square-11-3", "hexagon-6-6",
]  # fmt: skip
ROW_ENDS = ["/", " / ", ";", "\n", "\r\n", "\n\n", " \n\t"]
WIDE_4, WIDE_6 = "\N{FULLWIDTH DIGIT FOUR}", "\N{FULLWIDTH DIGIT SIX}"
EASY = "434131344"
EASY_STEPS = [3, 2, 3, 0, 2, 0, 2, 3, 3]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Level, list[int]]:
    """A level and one of its boards."""
    level = level_of(draw(st.sampled_from(NAMES)))
    value = st.integers(0, level.directions - 1)
    return level, draw(st.lists(value, min_size=level.tiles, max_size=level.tiles))


def rows_of(words: Sequence[str], level: Level) -> list[list[str]]:
    """The words row by row."""
    rows, first = [], 0
    for length in level.row_lengths:
        rows.append(list(words[first : first + length]))
        first += length
    return rows


def styles(level: Level, values: Sequence[int], lowest: int) -> list[str]:
    """All ways to write values with numbers."""
    words = [str(value + lowest) for value in values]
    rows = rows_of(words, level)
    found = [between.join(words) for between in (" ", ",", ", ", "\t", "  ")]
    for end in ROW_ENDS:
        found += [end.join(between.join(row) for row in rows) for between in (" ", ",", ", ")]
    if max(map(len, words)) == 1 and level.directions - 1 + lowest <= 9:
        found += [end.join(map("".join, rows)) for end in ["", " ", "  ", ",", *ROW_ENDS]]
    found += [f"  {found[0]}\n", f"{found[-1]}/", f"{found[-1]}\n"]
    return found


# --- boards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "434131344", "4 3 4 1 3 1 3 4 4", "4,3,4,1,3,1,3,4,4", "4, 3, 4, 1, 3, 1, 3, 4, 4",
        "434/131/344", "434 / 131 / 344", "434;131;344", "434 131 344", "434,131,344",
        "434\n131\n344", "434\n131\n344\n", "434\r\n131\r\n344\r\n", "434\n\n131\n\n344",
        "4 3 4/1 3 1/3 4 4", "4,3,4/1,3,1/3,4,4", "4 3 4\n1 3 1\n3 4 4", "434/131/344/",
        "←↓←↑↓↑↓←←", "← ↓ ← ↑ ↓ ↑ ↓ ← ←", "←↓←/↑↓↑/↓←←", "←↓← ↑↓↑ ↓←←", "<v<^v^v<<", "<v< ^v^ v<<",
        "<v</^v^/v<<", "4↓<1v^34←", " 434131344 ",
    ],
)  # fmt: skip
def test_all_notations_of_a_board_are_read(text: str) -> None:
    found = parse_board(text, level_of("easy"))
    assert found.dtype == np.uint8
    assert found.tolist() == EASY_STEPS


@pytest.mark.parametrize(
    ("text", "up", "steps"),
    [("434131344", 1, EASY_STEPS), ("323020233", 0, EASY_STEPS), ("←↓←↑↓↑↓←←", 0, EASY_STEPS),
     ("3,2,3/0,2,0/2,3,3", 0, EASY_STEPS)],
)  # fmt: skip
def test_up_is_1_or_0_but_arrows_are_always_arrows(text: str, up: int, steps: list[int]) -> None:
    assert parse_board(text, level_of("easy"), up=up).tolist() == steps


@pytest.mark.parametrize(
    ("name", "arrows", "steps"),
    [
        ("square-2-2", "↑↓/↓↑", [0, 1, 1, 0]),
        ("square-2-4", "↑→/↓←", [0, 1, 2, 3]),
        ("square-2-4", "^>/v<", [0, 1, 2, 3]),
        ("hexagon-2-6", "↑↗/↘↓↙/↖↑", [0, 1, 2, 3, 4, 5, 0]),
        ("hexagon-2-8", "↗→/↘↓↙/←↖", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_arrows_go_clockwise_from_up(name: str, arrows: str, steps: list[int]) -> None:
    assert parse_board(arrows, level_of(name)).tolist() == steps


@pytest.mark.parametrize("m", ARROWS)
def test_there_is_one_arrow_for_each_direction_as_near_to_it_as_arrows_are(m: int) -> None:
    assert len(set(ARROWS[m])) == m
    # There are eight arrows: the diagonals have to do for the six directions of a hexagon.
    degrees = {arrow: 45 * i for i, arrow in enumerate("↑↗→↘↓↙←↖")}
    for direction, arrow in enumerate(ARROWS[m]):
        assert abs(degrees[arrow] - 360 * direction / m) <= 15


@given(boards(), st.sampled_from([0, 1]), st.sampled_from(Layout))
def test_every_way_to_write_a_board_is_read_back(board: tuple[Level, list[int]], up: int, layout: Layout) -> None:
    level, steps = board
    for text in styles(level, steps, up):
        assert parse_board(text, level, layout, up).tolist() == steps, repr(text)


@given(boards(), st.sampled_from(["", " ", ", "]), st.sampled_from(["", " ", *ROW_ENDS]))
def test_every_way_to_write_a_board_with_arrows_is_read_back(
    board: tuple[Level, list[int]], between: str, end: str
) -> None:
    level, steps = board
    for table in (ARROWS, KEYBOARD_ARROWS):
        if level.directions in table:
            words = [table[level.directions][step] for step in steps]
            text = (end or between).join(between.join(row) for row in rows_of(words, level))
            assert parse_board(text, level).tolist() == steps, repr(text)


@given(boards())
def test_every_way_to_write_taps_is_read_back(board: tuple[Level, list[int]]) -> None:
    level, taps = board
    for text in styles(level, taps, 0):
        assert parse_taps(text, level).tolist() == taps, repr(text)


@given(boards(), st.sampled_from([0, 1]))
def test_what_is_written_is_read_back(board: tuple[Level, list[int]], lowest: int) -> None:
    level, values = board
    assert parse_board(written(values, level, lowest), level, up=lowest).tolist() == values
    assert parse_taps(written(values, level), level).tolist() == values


@pytest.mark.parametrize("text", ["10", "12", " 12\n", "12/"])
def test_a_number_of_two_digits_may_be_all_of_a_board(text: str) -> None:
    (steps,) = parse_board(text, level_of("square-1-12"))
    assert steps + 1 == int(text.strip(" \n/"))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_known_boards_and_solutions_are_written_as_they_were(name: str) -> None:
    level = level_of(name)
    for row in known_rows(name):
        board = parse_board(row["board"], level)
        assert tuple(board.tolist()) == oracle.parse_board(row["board"], level.directions)
        assert written(board, level, lowest=1) == row["board"]
        if row["solution"]:
            assert written(parse_taps(row["solution"], level), level) == row["solution"]


@pytest.mark.parametrize(
    ("name", "values", "lowest", "text"),
    [
        ("square-2-9", [0, 8, 1, 2], 1, "1923"),
        ("square-2-10", [0, 9, 1, 2], 0, "0912"),
        ("square-2-10", [0, 9, 1, 2], 1, "1 10 2 3"),
        ("square-2-12", [0, 9, 1, 2], 0, "0 9 1 2"),
        ("square-2-100", [0, 99, 1, 2], 1, "1 100 2 3"),
        ("square-1-12", [11], 1, "12"),
    ],
)
def test_digits_are_glued_where_no_number_can_have_two(name: str, values: list[int], lowest: int, text: str) -> None:
    level = level_of(name)
    assert written(values, level, lowest) == text
    assert written(np.array(values, dtype=np.uint8), level, lowest) == text
    assert all_written(np.array([values, values], dtype=np.uint8), level, lowest) == [text, text]


# --- what is no board ------------------------------------------------------------------------

FAULTS = [
    ("easy", "", "it ends after 0 of the 9 tiles of level easy; tile 00 is missing"),
    ("easy", " \n ", "it ends after 0 of the 9 tiles of level easy; tile 00 is missing"),
    ("easy", "43413134", "it ends after 8 of the 9 tiles of level easy; tile 22 is missing"),
    ("easy", "4 3 4 1", "it ends after 4 of the 9 tiles of level easy; tile 11 is missing"),
    ("easy", "4341313441", "'1' in place 10 is too much, level easy has 9 tiles"),
    ("easy", "4 3 4 1 3 1 3 4 4 x 2", "'x' in place 10 is too much, level easy has 9 tiles"),
    ("easy", "434151344",
     "'5' in place 5 (tile 11) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "434101344",
     "'0' in place 5 (tile 11) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "4 3 4 1 3 1 3 4 44",
     "'44' in place 9 (tile 22) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "4 3 04 1 3 1 3 4 4",
     "'04' in place 3 (tile 02) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "-434131344",
     "'-' in place 1 (tile 00) is not one of the numbers 1 to 4 of level easy"),
    ("easy", f"43413134{WIDE_4}",
     f"'{WIDE_4}' in place 9 (tile 22) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "43413134²",
     "'²' in place 9 (tile 22) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "←↓←↗↓↑↓←←",
     "'↗' in place 4 (tile 10) is not one of the numbers 1 to 4 of level easy"),
    ("easy", "434/13/344", "line 2 has 2 tiles, but must have 3"),
    ("easy", "434/1311/344", "line 2 has 4 tiles, but must have 3"),
    ("easy", "434//131/344", "line 2 has 0 tiles, but must have 3"),
    ("easy", "434/131", "it should have as many lines as the board has rows, 3, but has 2"),
    ("easy", "434/131/344/111", "it should have as many lines as the board has rows, 3, but has 4"),
    ("easy", "4 3 4\n1 3 1\n3 4", "line 3 has 2 tiles, but must have 3"),
    ("expert", "6265/13633/641353/556655/155125/26321/6446",
     "line 4 has 6 tiles, but must have 7"),
    ("expert", "6265136336413535566553155125263216447",
     "'7' in place 37 (tile 66) is not one of the numbers 1 to 6 of level expert"),
    ("expert", "626513633641353556655315512526321644",
     "it ends after 36 of the 37 tiles of level expert; tile 66 is missing"),
    ("hexagon-2-12", "1 2 3 4 5 6 13",
     "'13' in place 7 (tile 22) is not one of the numbers 1 to 12 of level hexagon-2-12"),
    ("hexagon-2-12", "1234567",
     "with 12 directions numbers can have two digits; set them apart by spaces"),
    ("hexagon-2-12", "12/345/67",
     "with 12 directions numbers can have two digits; set them apart by spaces"),
    ("hexagon-2-12", "12 345 67",
     "with 12 directions numbers can have two digits; set them apart by spaces"),
    ("hexagon-2-10", "1234567",
     "with 10 directions numbers can have two digits; set them apart by spaces"),
    ("square-11-2", "1 2 1",
     "it ends after 3 of the 121 tiles of level square-11-2; tile 0-3 is missing"),
    ("hexagon-1-4", "1/2", "it should have as many lines as the board has rows, 1, but has 2"),
    ("hexagon-1-4", "11", "'1' in place 2 is too much, level hexagon-1-4 has 1 tile"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), FAULTS)
def test_what_is_no_board_is_refused_with_its_place(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_board(text, level_of(name))
    assert str(error.value) == f"the board: {message}"
    assert error.value.exit_status == 2


@pytest.mark.parametrize(
    ("name", "layout", "up", "text", "message"),
    [
        ("easy", Layout.COLUMNS, 1, "434151344",
         "'5' in place 5 (tile 11) is not one of the numbers 1 to 4 of level easy"),
        ("easy", Layout.COLUMNS, 1, "434131844",
         "'8' in place 7 (tile 02) is not one of the numbers 1 to 4 of level easy"),
        ("expert", Layout.COLUMNS, 1, "62651",
         "it ends after 5 of the 37 tiles of level expert; tile 11 is missing"),
        ("expert", Layout.COLUMNS, 1, "6265x",
         "'x' in place 5 (tile 01) is not one of the numbers 1 to 6 of level expert"),
        ("easy", Layout.ROWS, 0, "434131344",
         "'4' in place 1 (tile 00) is not one of the numbers 0 to 3 of level easy"),
        ("square-2-10", Layout.ROWS, 0, "012x",
         "'x' in place 4 (tile 11) is not one of the numbers 0 to 9 of level square-2-10"),
    ],
)  # fmt: skip
def test_the_place_is_that_of_the_layout_and_the_numbers_are_those_of_up(
    name: str, layout: Layout, up: int, text: str, message: str
) -> None:
    with pytest.raises(InputError) as error:
        parse_board(text, level_of(name), layout, up)
    assert str(error.value) == f"the board: {message}"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("easy", "20330212", "it ends after 8 of the 9 tiles of level easy; tile 22 is missing"),
        ("easy", "203302124",
         "'4' in place 9 (tile 22) is not one of the numbers 0 to 3 of level easy"),
        ("easy", "↑03302123",
         "'↑' in place 1 (tile 00) is not one of the numbers 0 to 3 of level easy"),
        ("easy", "203/302/12", "line 3 has 2 tiles, but must have 3"),
        ("square-2-11", "0123",
         "with 11 directions numbers can have two digits; set them apart by spaces"),
    ],
)  # fmt: skip
def test_what_are_no_taps_is_refused_with_its_place(name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_taps(text, level_of(name))
    assert str(error.value) == f"the taps: {message}"


@given(st.sampled_from(["easy", "hexagon-2-6", "hexagon-2-12", "square-1-4"]), st.text(max_size=20))
def test_any_text_is_read_or_refused_in_one_sentence(name: str, text: str) -> None:
    level = level_of(name)
    try:
        found = parse_board(text, level)
    except InputError as error:
        assert str(error).startswith("the board: ")  # noqa: PT017 - most texts are no boards
        assert len(str(error).splitlines()) == 1  # noqa: PT017
    else:
        assert found.shape == (level.tiles,)
        assert found.max() < level.directions


# --- many boards -----------------------------------------------------------------------------


def slowly(texts: Sequence[str], level: Level, up: int) -> list[list[int]]:
    return [parse_board(text, level, up=up).tolist() for text in texts]


@pytest.mark.parametrize("up", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_many_boards_are_read_as_each_of_them_alone(name: str, up: int) -> None:
    level = level_of(name)
    texts = [written(row, level, up) for row in random_boards(name, 50)]
    found = parse_boards(texts, level, up=up)
    assert found.dtype == np.uint8
    assert found.shape == (50, level.tiles)
    assert found.tolist() == random_boards(name, 50).tolist() == slowly(texts, level, up)


@pytest.mark.parametrize("name", ["easy", "expert"])
def test_glued_digits_are_read_without_looking_at_each_board(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def refuse(*_: Any) -> None:
        raise AssertionError

    texts = [row["board"] for row in known_rows(name)]
    expected = slowly(texts, level_of(name), 1)
    monkeypatch.setattr(notation, "parse_board", refuse)
    assert parse_boards(texts, level_of(name)).tolist() == expected


def test_boards_may_each_have_another_notation() -> None:
    texts = ["434131344", "4 3 4 1 3 1 3 4 4", "434/131/344", "←↓←↑↓↑↓←←"]
    assert parse_boards(texts, level_of("easy")).tolist() == [EASY_STEPS] * 4


def test_no_boards_are_read_too() -> None:
    assert parse_boards([], level_of("easy")).shape == (0, 9)


@pytest.mark.parametrize(
    ("up", "wrong"),
    [(1, digit) for digit in "0789"] + [(0, digit) for digit in "6789"]
    + [(up, other) for up in (0, 1) for other in ["a", "/", ":", "²", "٣", WIDE_6, "①", "x", "-"]],
)  # fmt: skip
@pytest.mark.parametrize("place", [0, 20, 36])
def test_a_wrong_sign_among_glued_digits_is_refused(up: int, wrong: str, place: int) -> None:
    level = level_of("expert")
    good = [written(row, level, up) for row in random_boards("expert", 5)]
    bad = good[3][:place] + wrong + good[3][place + 1 :]
    with pytest.raises(BoardError) as error:
        parse_boards([*good[:3], bad, good[4]], level, up=up)
    assert error.value.number == 3
    with pytest.raises(InputError) as alone:
        parse_board(bad, level, up=up)
    assert str(error.value) == str(alone.value)
    assert error.value.exit_status == 2


@pytest.mark.parametrize(
    "change", [lambda text: text[:-1], lambda text: text + "1", lambda _: ""]
)  # fmt: skip
def test_the_first_board_of_a_wrong_length_is_named(change: Callable[[str], str]) -> None:
    texts = [row["board"] for row in known_rows("expert")]
    texts[7], texts[9] = change(texts[7]), change(texts[9])
    with pytest.raises(BoardError) as error:
        parse_boards(texts, level_of("expert"))
    assert error.value.number == 7


def test_boards_whose_lengths_add_up_are_not_taken_for_others() -> None:
    with pytest.raises(BoardError) as error:
        parse_boards(["43413134", "4434131344"], level_of("easy"))
    assert error.value.number == 0


@pytest.mark.parametrize("lowest", [0, 1])
@pytest.mark.parametrize("name", NAMES)
def test_many_are_written_as_each_of_them_alone(name: str, lowest: int) -> None:
    level = level_of(name)
    vectors = random_boards(name, 20)
    assert all_written(vectors, level, lowest) == [written(row, level, lowest) for row in vectors]
    assert all_written(vectors[::-2], level, lowest) == all_written(vectors, level, lowest)[::-2]
    assert all_written(vectors[:0], level, lowest) == []


# --- tiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAME_NAMES, "hexagon-2-6", "hexagon-5-6", "square-10-2"])
def test_tiles_are_named_by_row_and_column(name: str) -> None:
    cells = oracle_level(name).cells()
    assert tile_names(level_of(name), Layout.ROWS) == [f"{row}{column}" for row, column in cells]
    # Read column by column, the tiles come in the order of their columns.
    by_column = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert tile_names(level_of(name), Layout.COLUMNS) == [f"{row}{column}" for row, column in by_column]


@pytest.mark.parametrize("name", ["hexagon-6-2", "square-11-2"])
def test_where_there_are_more_than_ten_rows_names_have_a_hyphen(name: str) -> None:
    for layout in Layout:
        names = tile_names(level_of(name), layout)
        assert names[0] == "0-0"
        assert names[-1] == "10-10"
        assert len(set(names)) == level_of(name).tiles


@pytest.mark.parametrize(
    ("name", "layout", "text", "tiles"),
    [
        ("hard", Layout.ROWS, "00,66", [0, 36]),
        ("hard", Layout.ROWS, " 66 00 ", [36, 0]),
        ("hard", Layout.ROWS, "33, 14", [18, 8]),
        ("hard", Layout.COLUMNS, "41", [8]),
        ("easy", Layout.ROWS, "01,01", [1, 1]),
        ("easy", Layout.COLUMNS, "01", [3]),
        ("square-11-2", Layout.ROWS, "3-10", [43]),
    ],
)
def test_tiles_are_found_by_their_names(name: str, layout: Layout, text: str, tiles: list[int]) -> None:
    assert parse_tiles(text, level_of(name), layout) == tiles


@given(st.sampled_from(NAMES), st.sampled_from(Layout), st.data())
def test_names_of_tiles_are_read_back(name: str, layout: Layout, data: st.DataObject) -> None:
    level = level_of(name)
    tiles = data.draw(st.lists(st.integers(0, level.tiles - 1), min_size=1, max_size=9))
    names = [tile_names(level, layout)[tile] for tile in tiles]
    assert parse_tiles(",".join(names), level, layout) == tiles
    assert parse_tiles(" ".join(names), level, layout) == tiles


@pytest.mark.parametrize(
    ("name", "text", "wrong", "last"),
    [("hard", "00,04", "04", "66"), ("hard", "", "", "66"), ("hard", "00,", "", "66"),
     ("hard", "0-0", "0-0", "66"), ("easy", "00 33 11", "33", "22"), ("easy", "0,1", "0", "22")],
)  # fmt: skip
def test_a_tile_that_is_not_there_is_named(name: str, text: str, wrong: str, last: str) -> None:
    with pytest.raises(InputError) as error:
        parse_tiles(text, level_of(name), Layout.ROWS)
    assert str(error.value) == (
        f"there is no tile '{wrong}' in level {name}; tiles are named by row and column from 0, 00 to {last}"
    )
    assert error.value.exit_status == 2


def test_a_board_read_by_columns_has_the_taps_of_its_mirror_image() -> None:
    # The numbers are the same ones in both layouts, since the shapes are their own mirror images.
    found = algebra("expert").level
    text = known_rows("expert")[0]["board"]
    rows, columns = (parse_board(text, found, layout).tolist() for layout in Layout)
    assert rows == columns
