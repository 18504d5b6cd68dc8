"""Shapes as people draw them and as commands do; pairs by numbers or shapes; rows of CSV."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings

from tablebases.godomachi.commands import read_shape
from tablebases.godomachi.drawing import shape_lines
from tablebases.godomachi.notation import Shape as Typed
from tablebases.godomachi.notation import canonical_text
from tests.godomachi.helpers import as_cells, polyominoes
from tests.godomachi.results import Results
from tests.godomachi.test_commands import as_strings, csv_of, data_of, refused, run, where
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

DRAWN = ({"#": "██", ".": "  "}, {"#": "■", ".": "□"}, {"#": "\uff03", ".": "\uff0e"}, {"#": "■", ".": "\u3000"})


@settings(max_examples=30)
@given(polyominoes(1, 9))
def test_a_shape_may_be_drawn_in_many_signs(shape: Shape) -> None:
    rows = oracle.format_shape(shape).split("/")
    for signs in DRAWN:
        for between in ("/", "\n"):
            drawn = between.join("".join(signs[sign] for sign in row) for row in rows)
            if not ("██" in drawn and between == "/"):
                assert read_shape(drawn).cells == Typed.parse(drawn).cells == oracle.moved_to_zero(shape)


@settings(max_examples=30)
@given(polyominoes(1, 9))
def test_a_shape_that_a_command_has_drawn_is_read_again(shape: Shape) -> None:
    drawn = "\n".join(shape_lines(oracle.format_shape(shape)))
    assert read_shape(drawn).cells == oracle.moved_to_zero(shape)
    assert read_shape(str(read_shape(drawn))).cells == oracle.moved_to_zero(shape)


@settings(max_examples=30)
@given(polyominoes(1, 9))
def test_the_canonical_form_is_that_of_the_table(shape: Shape) -> None:
    assert oracle.parse(canonical_text(as_cells(shape))) == oracle.canonical(shape)


@pytest.mark.parametrize(
    "words", [["8:22", "8:206"], ["\uff18:22", "8\uff1a206"], ["8", "22", "206"]], ids=lambda words: " ".join(words)
)
def test_a_pair_is_found_by_its_numbers_or_shapes(results: Results, words: list[str]) -> None:
    expected = data_of("pair", "8", "22", "206", *where(results))
    assert data_of("pair", *words, *where(results)) == expected
    mirrored = expected["cells_a"].replace("/", "\n")[::-1]
    assert data_of("pair", mirrored, expected["cells_b"], *where(results)) == expected
    moves = expected["moves"]
    assert csv_of("pair", *words, *where(results)) == as_strings(moves)


def test_what_is_no_pair_of_the_table_is_refused(results: Results) -> None:
    how = "a pair is cells and two numbers, as in 5 0 4, or two shapes, as in 5:0 5:4"
    assert refused("pair", "5", "0", "x", *where(results)) == f"5 0 x are not three numbers; {how}"
    assert refused("pair", "5", *where(results)) == refused("pair", "5", "0", "1", "2", *where(results)) == how
    assert refused("pair", "##", "###", *where(results)).startswith("the shapes have 2 and 3 cells; ")
    assert refused("pair", "#" * 9, "#" * 9, *where(results)).startswith("the table has polyominoes of 1 to 8 cells, ")
    assert refused("pair", "5", "0", *where(results)).startswith("the first shape: '5' is neither a shape such as ")


def test_csv_has_a_row_for_each_kind_of_first_move_and_for_a_puzzle(results: Results) -> None:
    rows = csv_of("solve", "8:22", "8:206")
    assert rows == as_strings(data_of("solve", "8:22", "8:206")["moves"])
    puzzle = run("puzzle", "--seed", "3", "--csv", *where(results)).stdout
    (row,) = csv.DictReader(io.StringIO(puzzle))
    data = data_of("puzzle", "--seed", "3", *where(results))
    assert row == {key: str(data[key]) for key in row}
    assert {"n", "id_a", "id_b", "a", "b", "plies"} <= row.keys()
