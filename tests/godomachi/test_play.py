"""Games against the perfect player: whole games as they are typed, and that it is perfect."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from tablebases.cli.main import app
from tablebases.errors import InputError
from tablebases.godomachi import commands
from tablebases.godomachi.pair import Move, Pair, cells_with_letters, letters_of, parse_move
from tablebases.godomachi.tablebase import MaxCut
from tablebases.godomachi.terminal import Match
from tests.godomachi.helpers import check_is_legal, drawn, kind_of, pair_of, pairs, plies_of
from tests.oracle import godomachi as oracle
from tests.oracle.godomachi import Shape

GREETING = "Cut congruent pieces off both shapes; who makes them congruent wins. ? for help."
LOST = ("#####", "##/.##/..#")
"""The second player wins in 2 plies."""
WON_LATE = ("######", "##./###/#..")
"""The first player wins in 3 plies."""
WON_AT_ONCE = ("###/#..", "####")


def played(a: str, b: str, *typed: str, options: tuple[str, ...] = ()) -> list[str]:
    """All that is printed in a game, line by line; the input ends after the last line."""
    done = CliRunner().invoke(app, ["godomachi", "play", a, b, *options], input="".join(f"{t}\n" for t in typed))
    assert (done.exit_code, done.stderr) == (0, ""), done.exception
    return done.stdout.splitlines()


def answers(lines: list[str]) -> list[str]:
    """What is said after each prompt."""
    return [line.removeprefix("your move:").strip() for line in lines if line.startswith("your m")]


# --- whole games -----------------------------------------------------------------------------


def test_a_game_that_the_program_wins() -> None:
    assert played(*LOST, "e e") == [
        GREETING,
        "",
        "              a b",
        "                c d",
        "a b c d e         e",
        "",
        "your move: ",
        "the program cuts",
        "              ▒▒▒▒",
        "                ████",
        "▒▒▒▒████·         ·",
        "",
        "the shapes are congruent: the program wins",
    ]


def test_a_game_that_you_win_with_the_first_move() -> None:
    lines = played(*WON_AT_ONCE, "B A")
    assert lines[-1] == "your move: the shapes are congruent: you win"
    assert "the program cuts" not in lines


def test_a_game_that_you_win_after_the_program_has_moved() -> None:
    lines = played(*LOST, "bc bc", options=("--second",))
    assert lines[:7] == [
        GREETING,
        "",
        "the program cuts",
        "              ▒▒██",
        "                ████",
        "▒▒████████        ██",
        "",
    ]
    assert lines[-1] == "your move: the shapes are congruent: you win"


def test_a_won_game_that_is_lost_by_a_mistake() -> None:
    pair = Pair(drawn(WON_LATE[0]), drawn(WON_LATE[1]))
    assert pair.plies(*pair.start) == 3
    bad = pair.moves(*pair.start)[-1]
    assert not bad.wins
    lines = played(*WON_LATE, " ".join(map(letters_of, bad.pieces)))
    assert "a mistake: you could have won in 3 plies" in answers(lines)
    assert lines[-1] == "the shapes are congruent: the program wins"


def test_a_won_game_that_is_won_later_than_it_could_be() -> None:
    moves: list[Move] = []
    for first, second in [(x, y) for x in oracle.polyominoes(6) for y in oracle.polyominoes(6)]:
        pair = pair_of(first, second)
        moves = [move for move in pair.moves(*pair.start) if move.wins]
        if len({move.plies for move in moves}) > 1:
            break
    fast, slow = moves[0].plies, moves[-1]
    assert slow.plies > fast
    texts = (oracle.format_shape(oracle.moved_to_zero(map(tuple, parts.cells.tolist())))
             for parts in (pair.a, pair.b))  # fmt: skip
    lines = played(*texts, " ".join(map(letters_of, slow.pieces)), "quit")
    assert answers(lines)[0] == (f"good, but {fast} {'ply was' if fast == 1 else 'plies were'} enough to win")


def test_congruent_shapes_are_won_by_who_moves_second() -> None:
    assert played("##", "#/#") == [GREETING, "the shapes are congruent: the program wins"]
    assert played("##", "#/#", options=("--second",)) == [
        GREETING,
        "the shapes are congruent: you win",
    ]


@pytest.mark.parametrize("both", [LOST, WON_LATE, ("8:22", "8:206"), ("7:0", "7:10")])
@pytest.mark.parametrize("options", [(), ("--second",)])
def test_who_takes_every_hint_wins_what_can_be_won_in_the_plies_of_the_table(
    both: tuple[str, str], options: tuple[str, ...]
) -> None:
    typed: list[str] = []
    for _ in range(9):
        lines = played(*both, *typed, "hint", options=options)
        if not lines[-1].startswith("your move: the game ends here"):
            break
        hint = [line for line in answers(lines) if " in " in line][-1]
        typed.append(" ".join(hint.split()[:2]))
    pair_data = played(*both, *typed, options=options)
    plies = 2 if both == LOST else 3 if both == WON_LATE else 5 if both[0][0] == "8" else 4
    you_win = (plies % 2 == 1) == (options == ())
    winner = "you win" if you_win else "the program wins"
    assert pair_data[-1].endswith(f"the shapes are congruent: {winner}")
    assert pair_data.count("the program cuts") + len(typed) == plies


# --- what may be typed -----------------------------------------------------------------------


@pytest.mark.parametrize("word", ["quit", "QUIT", "q", "exit", " quit "])
def test_a_game_may_be_ended_at_any_time(word: str) -> None:
    lines = played(*LOST, word, "e e")
    assert lines[-1] == "your move: the game ends here"
    assert played(*LOST) == lines  # the end of the input does the same


@pytest.mark.parametrize("word", ["?", "help", "HELP", ""])
def test_help_says_what_may_be_typed(word: str) -> None:
    lines = played(*LOST, word, "quit")
    said = "\n".join(lines)
    assert "Type the letters of the piece in the first shape, a blank, and those in the sec" in said
    assert [line.split()[0] for line in lines if line.startswith("  ") and "  " in line[2:]
            and line.split()[0] in ("moves", "hint", "back", "quit")] == [
        "moves", "hint", "back", "quit"
    ]  # fmt: skip


def test_a_hint_is_a_best_move_and_says_what_it_leads_to() -> None:
    assert answers(played(*WON_AT_ONCE, "hint"))[0] == "b a wins in 1 ply"
    assert answers(played(*LOST, "hint"))[0] == "a a loses, but only in 2 plies"
    assert answers(played(*LOST, "hint", options=("--second",)))[0] == "bc bc wins in 1 ply"


def test_all_kinds_of_moves_are_listed() -> None:
    lines = played(*WON_AT_ONCE, "moves")
    assert lines[5:9] == ["your move:   b a", "  ab ab", "  d a", "  acd abc"]
    some = played(*WON_AT_ONCE, "moves", options=("--max-cut", "half"))
    assert some[5:8] == ["your move:   b a", "  ab ab", "  d a"]
    assert some[8] == ""


def test_moves_are_taken_back() -> None:
    game = ("8:22", "8:206")
    (hint,) = [line for line in answers(played(*game, "hint")) if " in " in line]
    first = " ".join(hint.split()[:2])
    lines = played(*game, first, "back", first, "quit")
    assert answers(lines)[1] == "your last move is taken back"
    once = played(*game, first, "quit")
    boards = [line for line in lines if line.startswith("a ")]
    assert len(boards) >= 2  # the start is shown again
    assert lines[-len(once) + 2 :] == once[2:]  # and the game goes on as if nothing had been


@pytest.mark.parametrize("options", [(), ("--second",)])
def test_nothing_is_taken_back_before_you_have_moved(options: tuple[str, ...]) -> None:
    lines = played(*LOST, "back", "quit", options=options)
    assert answers(lines)[0] == "you have not moved yet"
    assert lines.count("the program cuts") == len(options)


def test_the_same_game_goes_on_after_taking_back_and_after_faults() -> None:
    typed = ["x", "back", "a a b", "bc bc"]
    lines = played(*LOST, *typed, options=("--second",))
    assert lines[-1].endswith("you win")
    assert answers(lines)[:3] == [
        "type the letters of two pieces with a blank between them, or ? for help",
        "you have not moved yet",
        "type the letters of two pieces with a blank between them, or ? for help",
    ]


NEED_TWO = "type the letters of two pieces with a blank between them, or ? for help"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("abc", NEED_TWO),
        ("a b c", NEED_TWO),
        ("z a", "the first shape has no cell z"),
        ("a z", "the second shape has no cell z"),
        ("f a", "the first shape has no cell f"),
        ("ä a", "the first shape has no cell ä"),
        ("1 a", "the first shape has no cell 1"),
        ("a, b", "the first shape has no cell ,"),
        ("abcde a", "nothing would be left of the first shape"),
        ("a abcde", "nothing would be left of the second shape"),
        ("ac ab", "the piece of the first shape is not connected"),
        ("ab ac", "the piece of the second shape is not connected"),
        ("c a", "what is left of the first shape would not be connected"),
        ("a c", "what is left of the second shape would not be connected"),
        ("a ab", "the two pieces are not congruent"),
        ("abc abc", "the two pieces are not congruent"),
    ],
)
def test_what_is_no_move_is_answered_with_the_reason(typed: str, said: str) -> None:
    lines = played(*LOST, typed, "quit")
    assert answers(lines) == [said, "the game ends here"]


def test_what_is_gone_cannot_be_cut_off_again() -> None:
    lines = played(*LOST, "a b", "b a", options=("--second",))
    assert answers(lines)[:2] == ["the first shape has no cell a", "the second shape has no cell a"]


def test_more_than_half_is_refused_only_where_the_rule_says_so() -> None:
    both = ("#####", "####/#...")
    assert plies_of(5)[0, 1] == 1
    said = "the piece is more than half of the first shape"
    assert answers(played(*both, "cde bce", options=("--max-cut", "half")))[0] in (
        said, "the two pieces are not congruent"
    )  # fmt: skip
    half = played(*both, "abc cde", "quit", options=("--max-cut", "half"))
    assert answers(half) == [said, "the game ends here"]
    free = played(*both, "abc cde", "quit")
    assert free[-1] == "your move: the shapes are congruent: you win"


@given(pairs(2, 7))
def test_every_move_can_be_typed(both: tuple[Shape, Shape]) -> None:
    pair = pair_of(*both)
    for move in pair.moves(*pair.start):
        letters = list(map(letters_of, move.pieces))
        typed = parse_move(f"  {letters[0].upper()}   {letters[1][::-1]} ", pair, pair.start)
        assert (typed.pieces, typed.left, typed.plies) == (move.pieces, move.left, move.plies)


@given(pairs(2, 6), st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)), st.sampled_from(MaxCut))
def test_any_two_pieces_are_a_move_or_refused(
    both: tuple[Shape, Shape], cells_a: set[int], cells_b: set[int], max_cut: MaxCut
) -> None:
    pair = pair_of(*both, max_cut)
    words = " ".join("".join("abcdef"[i] for i in cells) for cells in (cells_a, cells_b))
    n = len(both[0])
    if not cells_a or not cells_b or max(cells_a | cells_b) >= n:
        with pytest.raises(InputError):
            parse_move(words, pair, pair.start)
        return
    kinds = {kind_of(pair, move) for move in pair.moves(*pair.start)}
    pieces = [frozenset(shape[i] for i in cells)
              for shape, cells in zip(both, (cells_a, cells_b), strict=True)]  # fmt: skip
    rests = [frozenset(shape) - piece for shape, piece in zip(both, pieces, strict=True)]
    is_move = (
        all(oracle.connected(cells) for cells in (*pieces, *rests))
        and oracle.canonical(pieces[0]) == oracle.canonical(pieces[1])
        and (max_cut is MaxCut.ANY or 2 * len(pieces[0]) <= n)
    )
    if is_move:
        move = parse_move(words, pair, pair.start)
        check_is_legal(pair, *pair.start, move)
        assert kind_of(pair, move) in kinds or pair.is_over(*pair.start)
    else:
        with pytest.raises(InputError):
            parse_move(words, pair, pair.start)


@given(st.integers(1, 2**18 - 1))
def test_letters_name_cells(part: int) -> None:
    letters = letters_of(part)
    assert letters == "".join(sorted(set(letters)))
    assert cells_with_letters(letters, part, "it") == part
    assert cells_with_letters(letters * 2, 2**18 - 1, "it") == part


# --- the perfect player ----------------------------------------------------------------------


def random_game(monkeypatch: pytest.MonkeyPatch, both: tuple[Shape, Shape], options: list[str], seed: int) -> Match:
    """A game whose human moves at random, with now and then a move taken back; as it ended."""
    chance = Random(seed)  # noqa: S311 - moves, not secrets
    matches: list[Match] = []

    def kept(*arguments: Any) -> Match:
        matches.append(Match(*arguments))
        return matches[-1]

    def ask(match: Match) -> bool:
        if chance.random() < 0.2:
            before = match.game.moves
            is_first = match.human == "first"
            assert match.take_back() == (len(before) >= (2 if is_first else 3))
            assert match.game.moves == (before[:-2] if len(before) >= (2 if is_first else 3) else before)
        match.game.make(chance.choice(match.game.legal_moves()))
        return True

    with monkeypatch.context() as patched:
        patched.setattr(commands, "Match", kept)
        patched.setattr(Match, "_ask", ask)
        done = CliRunner().invoke(app, ["godomachi", "play", *map(oracle.format_shape, both), *options])
    assert done.exit_code == 0, done.exception
    (match,) = matches
    human_made_the_last = (len(match.game.moves) % 2 == 1) == (match.human == "first")
    winner = "you win" if human_made_the_last else "the program wins"
    assert done.stdout.splitlines()[-1] == f"the shapes are congruent: {winner}"
    return match


@settings(max_examples=60)
@given(
    both=pairs(4, 9), second=st.booleans(), max_cut=st.sampled_from(MaxCut),
    seed=st.integers(0, 9999),
)  # fmt: skip
def test_the_program_never_loses_what_is_won_and_holds_out_as_long_as_the_table_says(
    both: tuple[Shape, Shape], second: bool, max_cut: MaxCut, seed: int
) -> None:
    options = ["--max-cut", max_cut.value, *(["--second"] if second else [])]
    with pytest.MonkeyPatch.context() as patched:
        game = random_game(patched, both, options, seed).game
    assert game.is_over
    pair = pair_of(*both, max_cut)
    position = pair.start
    human_won = (len(game.moves) % 2 == 1) == (not second)
    for ply, made in enumerate(game.moves):
        move = parse_move(made.letters, pair, position)
        assert move.plies == made.plies
        check_is_legal(pair, *position, move)
        left, is_program = len(game.moves) - ply, (ply % 2 == 0) == second
        plies = plies_of(position[0].bit_count(), max_cut)[
            oracle.number(kind_of_part(pair, position, 0)),
            oracle.number(kind_of_part(pair, position, 1)),
        ]
        if is_program:
            assert move.plies == plies  # it plays the best there is
            if plies % 2:
                assert not human_won
                assert left <= plies
            elif human_won:
                assert left >= plies
        position = move.left
    assert pair.is_over(*position)


def kind_of_part(pair: Pair, position: tuple[int, int], which: int) -> Shape:
    """What is left of one of the two shapes, in canonical form."""
    parts = (pair.a, pair.b)[which]
    return tuple((x, y) for x, y in parts.form(position[which]).tolist())


def test_prompts_show_what_is_left_with_the_same_letters() -> None:
    lines = played(*LOST, "quit", options=("--second",))
    shown = [line for line in lines if re.search(r"\b[a-e]\b", line) and not line.startswith("y")]
    assert [line.rstrip() for line in shown] == [
        "              · b", "                c d", "· b c d e         e"
    ]  # fmt: skip
