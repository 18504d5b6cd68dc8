"""Boards by rows, by columns, and line by line as the screen of the game shows them."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from oracle import arrow_puzzle as oracle
from tablebases import arrow
from tablebases.arrow.boards import Layout, written
from tablebases.arrow.drawing import board_text
from tablebases.errors import InputError
from tests.arrow_puzzle.helpers import (
    EXPERT,
    HEXAGON_NAMES,
    algebra,
    all_solutions,
    as_board,
    as_taps,
    level_of,
    oracle_level,
    random_boards,
    solvable_boards,
)
from tests.command_lines.typed import run_typed

HEXAGONS = [*HEXAGON_NAMES, "hexagon-2-6", "hexagon-3-4", "hexagon-3-12", "hexagon-5-2", "hexagon-1-4"]
HARD_BY_LINES = "1112211222112111222112112222122222222"
"""A hard board as a player typed it from the screen."""


def answered(*words: str) -> str:
    """The standard output of a command."""
    return run_typed(["arrow", *words]).output


def data_of(*words: str) -> Any:
    """The answer of a command as JSON."""
    return json.loads(answered(*words, "--json"))


def in_order(name: str, values: list[int], lowest: int, layout: str) -> str:
    """Numbers as text in a layout, by the oracle."""
    words = [str(values[tile] + lowest) for tile in oracle.reading_order(oracle_level(name), layout)]
    return (" " if level_of(name).directions - 1 + lowest > 9 else "").join(words)


def screen_text(name: str, values: list[Any], gaps: bool) -> str:
    """Values as the screen shows them, by the oracle: with gaps, or only what stands in each line."""
    places, lines = oracle.screen(oracle_level(name)), oracle.lines_of_screen(oracle_level(name))
    wide = max(len(str(value)) for value in values) + 1
    if not gaps:
        return "\n".join(" ".join(str(values[tile]) for tile in line) for line in lines)
    drawn = []
    for line in lines:
        text = ""
        for tile in line:
            text = text.ljust(2 * wide * places[tile][0]) + str(values[tile])
        drawn.append(text)
    return "\n".join(drawn)


@pytest.mark.parametrize("name", HEXAGONS)
def test_line_by_line_a_board_needs_the_taps_of_the_same_board_by_columns(name: str) -> None:
    for values in solvable_boards(name, 5).tolist():
        by_columns = arrow.solve(in_order(name, values, 1, "columns"), name, layout="columns")
        by_lines = arrow.solve(in_order(name, values, 1, "lines"), name, layout="lines")
        assert (by_lines.taps, by_lines.min_taps, by_lines.min_tiles) == (
            by_columns.taps, by_columns.min_taps, by_columns.min_tiles,
        )  # fmt: skip
        assert by_lines.board.steps == by_columns.board.steps == tuple(values)
        assert by_lines.board.text == in_order(name, values, 1, "lines")
        assert by_lines.solutions[0] == in_order(name, list(by_lines.taps), 0, "lines")
        assert by_lines.board.drawn_in_text() == by_columns.board.drawn_in_text()
        assert by_lines._repr_svg_() == by_columns._repr_svg_()


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("name", HEXAGONS)
def test_the_number_of_lines_tells_that_a_board_is_read_line_by_line(name: str, gaps: bool) -> None:
    for values in random_boards(name, 4).tolist():
        text = screen_text(name, [value + 1 for value in values], gaps)
        board = arrow.Board.parse(text, name)
        assert board.steps == tuple(values)
        if name != "hexagon-1-4":
            assert board.layout is Layout.LINES
            for layout in Layout:
                given = arrow.Board.parse(text, name, layout=layout)
                assert given.steps == tuple(values)
                assert given.layout is (Layout.COLUMNS if layout is Layout.COLUMNS else Layout.LINES)
        if level_of(name).directions < 9:
            lines = [line.replace(" ", "") for line in text.split("\n")]
            for end in ("/", " / ", "\n", " "):
                assert arrow.Board.parse(end.join(lines), name).steps == tuple(values)


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_columns_without_the_gaps_above_them_are_read_across(side: int) -> None:
    name = f"hexagon-{side}-6"
    columns = level_of(name).lines(Layout.COLUMNS)
    for values in random_boards(name, 4).tolist():
        rows = [
            "".join(str(values[column[place]] + 1) for column in columns if place < len(column))
            for place in range(2 * side - 1)
        ]
        assert arrow.Board.parse("/".join(rows), name).steps == tuple(values)


def test_hard_boards_by_lines_are_solvable_by_columns_too_about_1_in_16() -> None:
    boards = solvable_boards("hard", 2000)
    both = 0
    for number, values in enumerate(boards.tolist()):
        text = in_order("hard", values, 1, "lines")
        as_given = as_board(text)
        solvable = bool(algebra("hard").is_solvable(boards[:1] * 0 + [as_given])[0])
        both += solvable
        if number % 20 == 0 or (solvable and both < 20):
            board = arrow.Board.parse(text, "hard")
            by_lines = board.line_by_line if solvable else board
            assert by_lines
            assert by_lines.layout is Layout.LINES
            assert by_lines.steps == tuple(values)
            assert board.note.startswith("Solvable by columns, which" if solvable else "Read line by line, because")
    assert 90 < both < 160  # 2000 / 16 = 125, standard deviation 11


def test_unsolvable_numbers_and_boards_that_are_equal_in_both_orders_stay_by_columns() -> None:
    for text in ("1" * 36 + "2", "1" * 37, EXPERT):
        board = arrow.Board.parse(text, "expert")
        assert (board.layout, board.line_by_line, board.note) == (Layout.COLUMNS, None, "")
    given = arrow.Board.parse(HARD_BY_LINES, layout="columns")
    assert (given.layout, given.is_solvable, given.note) == (Layout.COLUMNS, False, "")
    assert arrow.Board.parse("434131344", layout="lines") == replace(
        arrow.Board.parse("434131344"), layout=Layout.LINES
    )


def test_both_answers_are_shown_if_a_board_can_be_solved_both_ways() -> None:
    text = next(
        text
        for values in solvable_boards("hard", 60, seed=3).tolist()
        if (text := in_order("hard", values, 1, "lines"))
        and algebra("hard").is_solvable(random_boards("hard", 1) * 0 + [as_board(text)])[0]
    )
    each = {layout: arrow.solve(text, "hard", layout=layout) for layout in ("columns", "lines")}
    answer = arrow.solve(text, "hard")
    assert answer == replace(each["columns"], line_by_line=each["lines"])
    assert str(answer).startswith("Solvable by columns, which pictures show, and by lines: --layout")
    _, first, second = str(answer).replace("Line by line:\n\n", "Column by column:\n\n").split("Column by column:\n\n")
    assert (first.strip("\n"), second.strip("\n")) == (
        str(each["columns"]).strip("\n"), str(each["lines"]).strip("\n"),
    )  # fmt: skip
    data = data_of("solve", "hard", text)
    parts = {layout: data_of("solve", "hard", text, "--layout", layout) for layout in each}
    by_lines = {name: value for name, value in parts["lines"].items() if name != "version"}
    board = parts["columns"]["board"] | {"line_by_line": by_lines["board"], "note": answer.board.note}
    assert data == {**parts["columns"], "board": board, "line_by_line": by_lines}
    checked = data_of("check", "hard", text)
    assert (checked["layout"], checked["line_by_line"]["layout"]) == ("columns", "lines")
    rows = answered("solve", "hard", text, "--csv").splitlines()
    assert [row.split(",")[1] for row in rows[1:]] == ["columns", "lines"]
    for layout, solved in each.items():
        applied = data_of("apply", "hard", text, *solved.solutions)
        assert (applied["board"]["layout"], applied["after"]["is_solved"]) == (layout, True)


# --- pasted back -----------------------------------------------------------------------------


@pytest.mark.parametrize("layout", [None, *Layout])
@pytest.mark.parametrize("name", ["easy", "hard", "expert", "hexagon-2-6", "hexagon-2-12", "hexagon-3-9"])
def test_pictures_of_boards_and_taps_can_be_pasted_back(name: str, layout: Layout | None) -> None:
    options = ["--layout", layout] if layout else []
    # The picture of a square in columns is its mirror image, so it is pasted without --layout.
    again = [] if name == "easy" and layout is Layout.COLUMNS else options
    for values in solvable_boards(name, 3).tolist():
        level = level_of(name)
        text = written(values, level, 1, layout or level.usual_layout)
        answer = arrow.solve(text, name, layout=layout)
        if answer.line_by_line:
            continue  # it has two pictures
        board, _, taps, line = answered("solve", name, text, *options).rstrip("\n").split("\n\n")
        solved = data_of("solve", name, board, *again)
        assert solved["min_taps"] == answer.min_taps
        assert data_of("check", name, board, *again)["is_solvable"]
        assert data_of("apply", name, board, taps, *again)["after"]["is_solved"]
        if again == options:
            assert data_of("apply", name, board, line, *options)["after"]["is_solved"]
            assert data_of("apply", name, text, taps, *options)["after"]["is_solved"]
        assert data_of("apply", name, text, line, *options)["after"]["is_solved"]
        after = answered("apply", name, text, line, *options).rstrip("\n").split("\n\n")
        assert (after[0], after[-1]) == (board, written([0] * len(values), level, 1))
        assert data_of("check", name, after[2], *again)["is_solvable"]


def test_a_pasted_picture_takes_taps_in_the_order_that_solves_it() -> None:
    answer = arrow.solve(EXPERT)
    picture = answer.board.drawn_in_text()
    by_lines = in_order("expert", list(answer.taps), 0, "lines")
    assert by_lines != answer.solutions[0]
    for taps, layout in ((answer.solutions[0], "columns"), (by_lines, "lines")):
        applied = data_of("apply", "expert", picture, taps)
        assert (applied["after"]["is_solved"], applied["board"]["layout"]) == (True, layout)
    assert data_of("apply", "expert", picture, "1" + "0" * 36)["board"]["layout"] == "lines"


# --- unknown tiles ---------------------------------------------------------------------------


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("tile", [0, 5, 18, 36])
def test_a_question_mark_is_the_number_that_the_others_determine(tile: int, layout: Layout) -> None:
    level = oracle_level("expert")
    text = in_order("expert", list(as_board(EXPERT)), 1, layout)
    board, matrix = as_board(EXPERT), level.matrix()
    place = oracle.reading_order(level, layout).index(tile)
    fitting = [
        value for value in range(6) if oracle.solvable((*board[:tile], value, *board[tile + 1 :]), matrix, level.m)
    ]
    typed = f"{text[:place]}?{text[place + 1 :]}"
    if fitting == [board[tile]]:
        found = arrow.Board.parse(typed, "expert", layout=layout)
        assert found == arrow.Board.parse(text, "expert", layout=layout)
    else:
        with pytest.raises(InputError, match=r"^the other numbers do not determine the \? in (row|column) 4, tile 4;"):
            arrow.Board.parse(typed, "expert", layout=layout)


def test_numbers_by_lines_with_a_question_mark_are_found_to_be_by_lines() -> None:
    board = arrow.Board.parse(f"{HARD_BY_LINES[:2]}?{HARD_BY_LINES[3:]}")
    by_columns = [
        value
        for value in "12"
        if arrow.Board.parse(f"{HARD_BY_LINES[:2]}{value}{HARD_BY_LINES[3:]}", layout="columns").is_solvable
    ]
    found = board.line_by_line if by_columns else board
    assert found
    assert found.text == HARD_BY_LINES
    assert found.layout is Layout.LINES


def test_the_answer_of_a_hard_board_by_lines_is_that_of_the_oracle() -> None:
    answer = arrow.solve(HARD_BY_LINES)
    assert (answer.board.layout, answer.min_taps) == (Layout.LINES, 11)
    order = oracle.reading_order(oracle_level("hard"), "lines")
    steps = tuple(as_board(HARD_BY_LINES)[order.index(tile)] for tile in range(37))
    assert min(map(sum, all_solutions("hard", steps))) == 11
    taps = as_taps(answer.solutions[0])
    assert tuple(taps[order.index(tile)] for tile in range(37)) == answer.taps
    assert answered("solve", HARD_BY_LINES).startswith("Read line by line, because column by column no taps solve")
    drawn = board_text(level_of("hard"), Layout.COLUMNS, ["↑↓"[step] for step in steps])
    assert drawn in str(answer)


def test_a_level_whose_boards_can_all_be_solved_is_read_by_columns_only() -> None:
    (board,) = arrow.generate("hexagon-5-6", 1, seed=3)
    parsed = arrow.Board.parse(board, "hexagon-5-6")
    assert (parsed.n_solutions, parsed.layout, parsed.line_by_line, parsed.note) == (1, "columns", None, "")
