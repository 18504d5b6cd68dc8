"""How shapes are read: every way to write one, and a sentence for everything that is none."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablebases.errors import InputError
from tablebases.godomachi.answers import plies_in_words, solve, winner_in_words
from tablebases.godomachi.commands import read_pair, read_shape, read_shapes
from tablebases.godomachi.notation import array_of, parse_shape, shape_with_number, shapes_of_size, split_pictures
from tablebases.godomachi.pair import marked_text
from tablebases.godomachi.polyominoes import shape_text
from tablebases.godomachi.tablebase import MaxCut
from tests.godomachi.helpers import as_cells, as_shape, polyominoes, shapes
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

NAME = "the shape"
BOTH = ["the first shape", "the second shape"]
L_PENTOMINO = "#..\n###\n..#"


def read(text: str, most: int = 18) -> str:
    """What is read, written again."""
    return shape_text(parse_shape(text, NAME, most))


def type_in(monkeypatch: pytest.MonkeyPatch, typed: str | bytes) -> None:
    """Let standard input be this."""
    content = typed.encode() if isinstance(typed, str) else typed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


# --- shapes as they are written --------------------------------------------------------------


@given(polyominoes(1, 18))
def test_a_shape_is_read_as_it_is_written(shape: Shape) -> None:
    text = oracle.format_shape(shape)
    for written in (text, text.replace("/", "\n"), text.replace("/", "\r\n"), text + "\n"):
        assert as_shape(parse_shape(written, NAME, 18)) == oracle.moved_to_zero(shape)


@given(polyominoes(1, 18), st.integers(0, 3), st.integers(0, 3), st.booleans(), st.booleans())
def test_gaps_around_a_shape_do_not_matter_and_may_be_blanks_or_nothing(
    shape: Shape, left: int, top: int, blanks: bool, ragged: bool
) -> None:
    rows = ["." * left + row + "." for row in ["." * left] * top + oracle.format_shape(
        shape
    ).split("/")]  # fmt: skip
    if ragged:
        rows = [row.rstrip(".") for row in rows]
    text = "/".join(rows)
    found = parse_shape(text.replace(".", " ") if blanks else text, NAME, 18)
    assert as_shape(found) == oracle.moved_to_zero(shape)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#", "#"),
        ("##/#.", "##/#."),
        ("##/#", "##/#."),
        ("/##/#/", "##/#."),
        ("\n##\n#\n", "##/#."),
        ("\r\n##\r\n#.\r\n", "##/#."),
        (" ## \n #  ", "##/#."),
        (" #/##", ".#/##"),
        ("....\n.##.\n.#..\n....", "##/#."),
        ("##\n#./##", "##/#./##"),
        ("###/# #/###", "###/#.#/###"),
    ],
)
def test_the_same_shape_may_be_written_in_many_ways(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the shape has no cells; write # for each, as in ##/#."),
        ("...", "the shape has no cells; write # for each, as in ##/#."),
        (" / ", "the shape has no cells; write # for each, as in ##/#."),
        ("##x", "the shape: 'x' in row 1, column 3 is neither # for a cell nor . for a gap"),
        ("##/#o/#", "the shape: 'o' in row 2, column 2 is neither # for a cell nor . for a gap"),
        ("##\r\n#X", "the shape: 'X' in row 2, column 2 is neither # for a cell nor . for a gap"),
        ("#\t#", r"the shape: '\t' in row 1, column 2 is neither # for a cell nor . for a gap"),
        ("##,#", "the shape: ',' in row 1, column 3 is neither # for a cell nor . for a gap"),
        ("■■", "the shape: '■' in row 1, column 1 is neither # for a cell nor . for a gap"),
        ("#.#", "the shape is not connected: it is in 2 parts that do not meet at edges"),
        ("#./.#", "the shape is not connected: it is in 2 parts that do not meet at edges"),
        ("#//#", "the shape is not connected: it is in 2 parts that do not meet at edges"),
        ("#.#.#/#...#", "the shape is not connected: it is in 3 parts that do not meet at edges"),
        ("#" * 19, "the shape has 19 cells, but 18 is the most"),
    ],
)
def test_what_is_no_shape_is_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert str(error.value) == message
    assert error.value.exit_status == 2


@given(st.text(alphabet="#. /\n", max_size=30))
def test_any_picture_is_read_as_the_cells_it_shows_or_refused(text: str) -> None:
    rows = text.replace("/", "\n").split("\n")
    cells = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    if oracle.connected(cells) and len(cells) <= 18:
        assert as_shape(parse_shape(text, NAME, 18)) == oracle.moved_to_zero(cells)
    else:
        with pytest.raises(InputError, match=r"^the shape (has|is not connected)"):
            parse_shape(text, NAME, 18)


@given(polyominoes(2, 9), st.integers(0, 511), st.integers(0, 511))
def test_a_marked_shape_shows_piece_and_rest_and_nothing_of_what_is_gone(shape: Shape, rest: int, piece: int) -> None:
    whole = 2 ** len(shape) - 1
    piece, rest = piece & whole, rest & whole & ~piece
    text = marked_text(as_cells(shape), rest, piece)
    signs = {
        (x, y): sign for y, row in enumerate(text.split("/")) for x, sign in enumerate(row)
    }  # fmt: skip
    for cell, at in enumerate(shape):
        assert signs[at] == ("o" if piece >> cell & 1 else "#" if rest >> cell & 1 else ".")
    assert set(text) <= set("o#./")
    assert text.count("o") + text.count("#") == (piece | rest).bit_count()
    assert marked_text(as_cells(shape), whole, 0) == oracle.format_shape(shape)


# --- pictures in a text ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pictures"),
    [
        ("", []),
        ("\n \n", []),
        ("##\n#.\n", ["##\n#."]),
        ("##/#.\n", ["##/#."]),
        ("##\n\n##", ["##", "##"]),
        ("\n\n##\n#\n\n\n \n###\n\n", ["##\n#", "###"]),
        ("##\r\n#.\r\n\r\n###\r\n", ["##\n#.", "###"]),
        ("  #  \n###", ["  #\n###"]),
        ("#\n\n#\n\n#", ["#", "#", "#"]),
    ],
)
def test_empty_lines_part_pictures(text: str, pictures: list[str]) -> None:
    assert split_pictures(text) == pictures


# --- words on the command line ---------------------------------------------------------------


@pytest.mark.parametrize("content", [L_PENTOMINO, "#../###/..#\n", "\n#\r\n###\r\n  #\r\n",
                                     "\N{BYTE ORDER MARK}" + L_PENTOMINO])  # fmt: skip
def test_a_file_with_a_picture_is_a_shape(tmp_path: Path, content: str) -> None:
    path = tmp_path / "shape.txt"
    path.write_bytes(content.encode())
    assert read_shape(str(path)).text == "#../###/..#"


@pytest.mark.parametrize("n", [1, 5, 9])
def test_cells_and_number_name_a_shape(n: int) -> None:
    for chosen in (0, len(shapes(n)) // 2, len(shapes(n)) - 1):
        assert (array_of(read_shape(f"{n}:{chosen}")) == shapes(n)[chosen]).all()
        assert (array_of(shape_with_number(n, chosen)) == shapes(n)[chosen]).all()
        assert shape_with_number(n, chosen).number == chosen
    assert (shapes_of_size(n) == shapes(n)).all()


def test_numbers_may_begin_with_zeros() -> None:
    assert read_shape("05:003") == read_shape("5:3")


@pytest.mark.parametrize(
    "content", ["##/#.\n\n###\n", "##\n#.\n\n###", "\n\n##\r\n#\r\n\r\n\r\n###\r\n\r\n",
                "\N{BYTE ORDER MARK}##\n#\n\n###\n"]
)  # fmt: skip
def test_standard_input_has_both_shapes_of_a_pair(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    type_in(monkeypatch, content)
    one, other = read_shapes(["-", "-"], BOTH)
    assert (one.text, other.text) == ("##/#.", "###")


@pytest.mark.parametrize("words", [["-", "###"], ["###", "-"]])
def test_standard_input_may_have_one_of_the_two(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    type_in(monkeypatch, "##\n#.\n")
    found = [shape.text for shape in read_shapes(words, BOTH)]
    assert found == ["##/#." if word == "-" else word for word in words]


def test_standard_input_is_left_alone_where_it_is_not_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert read_shape("##/#").text == "##/#."


NO_PICTURE = "standard input has no picture left; pictures have an empty line between them"


@pytest.mark.parametrize(
    ("words", "typed", "message"),
    [
        (["-", "-"], "", f"the first shape: {NO_PICTURE}"),
        (["-", "-"], "##\n##\n", f"the second shape: {NO_PICTURE}"),
        (["##", "-"], " \n\n", f"the second shape: {NO_PICTURE}"),
        (["-", "##"], "##\n\n##\n",
         "standard input has 1 picture more than were asked for; an empty line ends a picture"),
        (["-", "-"], "##\n\n##\n\n#\n\n#\n",
         "standard input has 2 pictures more than were asked for; an empty line ends a picture"),
        (["-", "-"], "##\n\n#x\n",
         "the second shape: 'x' in row 1, column 2 is neither # for a cell nor . for a gap"),
        (["-", "-"], b"##\xff\n", "standard input is not text in UTF-8"),
    ],
)  # fmt: skip
def test_standard_input_that_does_not_fit_is_refused(
    monkeypatch: pytest.MonkeyPatch, words: list[str], typed: str | bytes, message: str
) -> None:
    type_in(monkeypatch, typed)
    with pytest.raises(InputError) as error:
        read_shapes(words, BOTH)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "the shape has no cells; write # for each, as in ##/#."),
        ("./.", "the shape has no cells; write # for each, as in ##/#."),
        ("no.txt", "the shape: 'no.txt' is neither a shape such as ##/#. nor a file to read: "
                   "No such file or directory"),
        ("XX/X", "the shape: 'XX/X' is neither a shape such as ##/#. nor a file to read: "
                 "No such file or directory"),
        ("folder", "the shape: 'folder' is neither a shape such as ##/#. nor a file to read: "
                   "Is a directory"),
        ("picture", "the shape: 'picture' is neither a shape such as ##/#. nor a file to read: "
                    "it is not text in UTF-8"),
        ("empty", "the shape has no cells; write # for each, as in ##/#."),
        ("two", "the shape is not connected: it is in 2 parts that do not meet at edges"),
        ("5:12", "polyominoes of 5 cells have the numbers 0 to 11, not 12"),
        ("1:1", "polyominoes of 1 cell have the numbers 0 to 0, not 1"),
        ("0:0", "polyominoes are listed for 1 to 12 cells, not for 0"),
        ("13:0", "polyominoes are listed for 1 to 12 cells, not for 13"),
        ("99:0", "polyominoes are listed for 1 to 12 cells, not for 99"),
        ("5:", "the shape: '5:' is neither a shape such as ##/#. nor a file to read: "
               "No such file or directory"),
        ("5:-1", "the shape: '5:-1' is neither a shape such as ##/#. nor a file to read: "
                 "No such file or directory"),
    ],
)  # fmt: skip
def test_a_word_that_is_no_shape_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, word: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\x00")
    (tmp_path / "empty").touch()
    (tmp_path / "two").write_text("##\n\n##\n")
    with pytest.raises(InputError) as error:
        read_shape(word)
    assert str(error.value) == message
    assert error.value.exit_status == 2


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ("##/##", "###", "the shapes have 4 and 3 cells; a pair needs two of the same size"),
        ("###", "##", "the shapes have 3 and 2 cells; a pair needs two of the same size"),
        ("#", "##", "the shapes have 1 and 2 cells; a pair needs two of the same size"),
        ("#.#", "##", "the first shape is not connected: it is in 2 parts that do not meet at "
                      "edges"),
        ("##", "", "the second shape has no cells; write # for each, as in ##/#."),
        ("##", "#?", "the second shape: '?' in row 1, column 2 is neither # for a cell nor . for "
                     "a gap"),
        ("##", "#" * 20, "the second shape has 20 cells, but 18 is the most"),
        ("5:0", "4:0", "the shapes have 5 and 4 cells; a pair needs two of the same size"),
    ],
)  # fmt: skip
def test_what_is_no_pair_is_refused_naming_the_shape(a: str, b: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_pair(a, b)
    assert str(error.value) == message
    with pytest.raises(InputError) as error:
        solve(a, b)
    assert str(error.value) == message


def test_two_shapes_of_the_same_size_are_a_pair() -> None:
    answer = solve(*read_pair("##/##", "####"), MaxCut.HALF)
    assert [shape.text for shape in (answer.a, answer.b)] == ["##/##", "####"]
    assert answer.max_cut == MaxCut.HALF


# --- words for positions ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plies", "words"),
    [
        (0, "the shapes are congruent: the second player has won before the first move"),
        (1, "the first player wins in 1 ply"),
        (2, "the second player wins in 2 plies"),
        (3, "the first player wins in 3 plies"),
        (8, "the second player wins in 8 plies"),
    ],
)
def test_plies_say_who_wins(plies: int, words: str) -> None:
    assert winner_in_words(plies) == words
    assert plies == 0 or words.endswith(plies_in_words(plies))
