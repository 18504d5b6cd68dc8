"""Polyominoes: how many there are, their forms, holes and symmetry, and every way to write one."""

from __future__ import annotations

import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import godomachi as oracle
from oracle.godomachi import Shape as OracleShape
from tablebases.errors import InputError
from tablebases.godomachi.drawing import shape_lines
from tablebases.godomachi.notation import (
    Shape,
    array_of,
    canonical_text,
    parse_shape,
    shapes_of_size,
)
from tablebases.godomachi.polyominoes import (
    _cells_of,
    _numbered,
    canonical_shapes,
    components,
    holes,
    larger_polyominoes,
    shape_keys,
    shape_size,
    shape_text,
    symmetry,
)
from tests.godomachi.helpers import KNOWN, SIZES, as_cells, as_shape, polyominoes, read_shape, shapes

FIXED = [1, 2, 6, 19, 63, 216, 760, 2725, 9910]
"""OEIS A001168: polyominoes of 1, 2, .. cells, those that are turned or mirrored counted too."""
WITH_HOLES = [0, 0, 0, 0, 0, 0, 1, 6, 37]
"""OEIS A001419: free polyominoes of 1, 2, .. cells with holes."""


# All polyominoes of a size.


@pytest.mark.parametrize("n", [1, *SIZES])
def test_polyominoes_are_those_of_the_oracle_and_as_many_as_known(n: int) -> None:
    assert [as_shape(shape) for shape in shapes(n)] == list(oracle.polyominoes(n))
    assert len(shapes(n)) == KNOWN.terms("polyominoes")[n]
    assert sum(8 // symmetry(shape) for shape in shapes(n)) == FIXED[n - 1]
    assert sum(holes(shape) > 0 for shape in shapes(n)) == WITH_HOLES[n - 1]
    keys = shape_keys(shapes(n))
    assert len(np.unique(keys)) == len(keys)
    assert keys.min() > 0


def test_order_of_smaller_polyominoes_does_not_matter() -> None:
    assert (larger_polyominoes(np.ascontiguousarray(shapes(7)[::-1])) == shapes(8)).all()


# Forms.


@settings(max_examples=30)
@given(polyominoes(1, 13), st.integers(0, 7), st.integers(-20, 20), st.integers(-20, 20), st.randoms())
def test_all_images_in_any_place_and_order_have_the_same_form(
    shape: OracleShape, image: int, right: int, down: int, chance: Any
) -> None:
    moved = [(x + right, y + down) for x, y in oracle.images(shape)[image]]
    chance.shuffle(moved)
    cells = np.array(moved, dtype=np.int8)
    (form,) = canonical_shapes(cells[np.newaxis])
    assert as_shape(form) == oracle.canonical(shape)


@settings(max_examples=30)
@given(polyominoes(1, 14))
def test_shapes_are_turned_written_and_measured_as_by_the_oracle(shape: OracleShape) -> None:
    cells = as_cells(shape)
    images = [_cells_of(_numbered(cells[np.newaxis], turn))[0] for turn in range(8)]
    assert sorted(map(as_shape, images)) == sorted(oracle.images(shape))
    assert as_shape(images[0]) == shape
    assert shape_text(cells) == oracle.format_shape(shape)
    assert oracle.parse(canonical_text(cells)) == oracle.canonical(shape)
    assert shape_size(cells) == oracle.size(shape)
    assert holes(cells) == oracle.holes(shape)
    assert symmetry(cells) * len(set(oracle.images(shape))) == 8


@settings(max_examples=50)
@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3))))
def test_cells_fall_into_the_components_of_the_oracle(cells: set[tuple[int, int]]) -> None:
    expected = sorted(sorted(part) for part in oracle.components(cells))
    assert sorted(sorted(part) for part in components(cells)) == expected


# Shapes as people write and draw them, and as commands do.


NOTATIONS = yaml.safe_load(Path(__file__).with_name("shapes.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "expected"), NOTATIONS)
def test_parser_reads_every_notation(text: str, expected: str) -> None:
    assert Shape.parse(text).text == read_shape(text).text == expected


DRAWN = (
    {"#": "██", ".": "  "}, {"#": "■", ".": "□"}, {"#": "\uff03", ".": "\uff0e"}, {"#": "■", ".": "\u3000"},
    *({"#": sign, ".": "."} for sign in "Xx@*"), {"#": "X", ".": " "}, {"#": "1", ".": "0"},
    {"#": "\uff11", ".": "\uff10"},
    {"#": "🟦", ".": "⬜"}, {"#": "🟥", ".": "⬛"}, {"#": "⬛\ufe0f", ".": "⬜\ufe0f"}, {"#": "🟩", ".": "."},
)  # fmt: skip


@settings(max_examples=40)
@given(polyominoes(1, 18), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_parser_reads_any_signs_with_any_gaps_around_the_shape(
    shape: OracleShape, left: int, top: int, ragged: bool
) -> None:
    rows = ["." * left] * top + ["." * left + row + "." for row in oracle.format_shape(shape).split("/")]
    for signs in ({"#": "#", ".": "."}, {"#": "#", ".": " "}, *DRAWN):
        written = ["".join(signs[sign] for sign in (row.rstrip(".") if ragged else row)) for row in rows]
        for between in ("\n", "\r\n") if "██" in signs.values() else ("/", "\n", "\r\n"):
            text = between.join(written)
            if len(text) == 1 or text.isdecimal():  # the letter X, a number
                continue
            assert read_shape(text).cells == Shape.parse(text).cells == oracle.moved_to_zero(shape)
    by_command = "\n".join(shape_lines(oracle.format_shape(shape)))
    assert read_shape(str(read_shape(by_command))).cells == oracle.moved_to_zero(shape)


PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#####", "L": "#./#./#./##", "N": ".#/##/#./#.", "P": "##/##/#.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z": "##./.#./.##",
}  # fmt: skip
"""The letters of Golomb."""


@pytest.mark.parametrize(("letter", "text"), PENTOMINOES.items())
def test_a_letter_is_a_pentomino(letter: str, text: str) -> None:
    for word in (letter, letter.lower(), chr(ord(letter) + ord("\uff21") - ord("A"))):
        assert read_shape(word) == Shape.parse(word) == Shape.parse(text).canonical()


@settings(max_examples=40)
@given(polyominoes(1, 9), st.integers(-9, 9), st.integers(-9, 9), st.randoms())
def test_lists_have_rows_or_cells(shape: OracleShape, right: int, down: int, chance: Any) -> None:
    rows = oracle.format_shape(shape).split("/")
    marks = [[sign == "#" for sign in row] for row in rows]
    for texts in (rows, [*map(list, rows)], np.array([*map(list, rows)]), marks, np.array(marks)):
        assert Shape.parse(texts).cells == oracle.moved_to_zero(shape)
    moved = [(x + right, y + down) for x, y in shape]
    chance.shuffle(moved)
    numbers = [[*map(int, row)] for row in marks]
    for given_list, meant in ((moved, shape), (np.array(moved), shape), (numbers, shape), (np.array(numbers), shape)):
        pairs = [*map(tuple, np.array(given_list).tolist())]
        may_be_both = {*pairs} <= {(0, 0), (0, 1), (1, 0), (1, 1)} and len({*pairs}) == len(pairs)
        if not may_be_both:
            assert oracle.canonical(Shape.parse(given_list).cells) == oracle.canonical(meant)


def test_only_pairs_of_0_and_1_can_be_cells_and_rows() -> None:
    every = [list(cells) for count in range(1, 5) for cells in permutations([(0, 0), (0, 1), (1, 0), (1, 1)], count)]
    refused = 0
    for pairs in every:
        drawn = [(x, y) for y, row in enumerate(pairs) for x in range(2) if row[x]]
        readings = {oracle.canonical(cells) for cells in (pairs, drawn) if cells and oracle.connected(cells)}
        if len(readings) == 1:
            assert {oracle.canonical(Shape.parse(pairs).cells)} == readings
        else:
            refused += 1
            with pytest.raises(InputError):
                Shape.parse(pairs)
    assert refused < len(every) / 2


@settings(max_examples=50)
@given(st.text(alphabet="#. /\n", max_size=30))
def test_parser_reads_connected_pictures_and_rejects_others(text: str) -> None:
    rows = text.replace("/", "\n").split("\n")
    cells = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    if oracle.connected(cells) and len(cells) <= 18:
        assert as_shape(parse_shape(text, "the shape", 18)) == oracle.moved_to_zero(cells)
    else:
        with pytest.raises(InputError, match=r"^the shape (has|is not connected)"):
            parse_shape(text, "the shape", 18)


@pytest.mark.parametrize("n", [1, 5, 8])
def test_cells_and_a_number_name_a_shape(n: int) -> None:
    assert (shapes_of_size(n) == shapes(n)).all()
    for chosen in (0, len(shapes(n)) // 2, len(shapes(n)) - 1):
        shape = read_shape(f"{n}:{chosen}")
        assert (array_of(shape) == shapes(n)[chosen]).all()
        assert shape.number == shape.canonical().number == chosen


def test_standard_input_is_read_only_for_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert read_shape("##/#").text == "##/#."


def test_commands_reject_files_that_are_not_text(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\x00")
    with pytest.raises(
        InputError, match=r"picture' is neither a shape such as ##/#\. nor .*: it is not text in UTF-8$"
    ):
        read_shape(str(tmp_path / "picture"))
