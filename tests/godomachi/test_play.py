"""Games against the perfect player: typed games, and best play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import godomachi as oracle
from oracle.godomachi import Shape
from tablebases.errors import InputError
from tablebases.godomachi.answers import Game, play
from tablebases.godomachi.pair import letters_of, parse_move
from tablebases.godomachi.tablebase import MaxCut
from tablebases.godomachi.terminal import Match, Strength
from tests.command_lines.typed import run_typed
from tests.godomachi.helpers import cells_of, check_is_legal, kind_of, number, pair_of, pairs, plies_of

LOST = ("#####", "##/.##/..#")
"""The second player wins in 2 plies."""
WON_LATE = ("######", "##./###/#..")
"""The first player wins in 3 plies."""
LONG_GAME = ("8:22", "8:206")
"""The first player wins in 5 plies."""
END = "the game ends here"
YOU_WIN = "the shapes are congruent: you win"
PROGRAM_WINS = "the shapes are congruent: the program wins"

GAMES = yaml.safe_load(Path(__file__).with_name("games.yaml").read_text(encoding="utf-8"))


def played(both: Sequence[str], *typed: str, options: Sequence[str] = ()) -> list[str]:
    """The lines that a game prints; the input ends after the last line of `typed`."""
    done = run_typed(["godomachi", "play", *both, *options], "".join(f"{line}\n" for line in typed))
    assert (done.status, done.errors) == (0, "")
    return done.output.splitlines()


# Whole games.


@pytest.mark.parametrize("game", GAMES)
def test_game_prints_the_positions_the_answers_and_the_end(game: dict[str, Any]) -> None:
    answers = game.get("answers", {})
    lines = played(game["shapes"], *game.get("typed", answers), options=game.get("options", "").split())
    if "prints" in game:
        assert lines == game["prints"].splitlines()
    elif "ends" in game:
        assert lines[-1] == game["ends"]
        assert "the program cuts" not in lines
    said = [line.removeprefix("your move:").strip() for line in lines if line.startswith("your move")]
    if answers:
        assert said[: len(answers)] == list(answers.values())
        assert said[len(answers) :] == [""] * (lines[-1] == END)


@pytest.mark.parametrize("both", [WON_LATE, LONG_GAME])
@pytest.mark.parametrize("options", [(), ("--second",)])
def test_hints_win_a_won_game_in_the_plies_of_the_table(both: tuple[str, str], options: tuple[str, ...]) -> None:
    plies = 3 if both == WON_LATE else 5
    typed: list[str] = []
    while len(typed) < 9:
        lines = played(both, *typed, "hint", options=options)
        if lines[-1] != END:
            break
        best = next(line for line in reversed(lines) if "wins in" in line or "loses, but only in" in line)
        typed.append(" ".join(best.removeprefix("your move:").split()[:2]))
    assert lines[-1].endswith(PROGRAM_WINS if options else YOU_WIN)
    assert lines.count("the program cuts") + len(typed) == plies


@pytest.mark.parametrize("strength", Strength)
def test_program_plays_as_well_as_its_strength(strength: Strength) -> None:
    first_moves, last_moves = set(), set()
    for seed in range(40):
        for both, moves in ((LONG_GAME, first_moves), (("###/#..", "####"), last_moves)):
            game = play(*both)
            with redirect_stdout(StringIO()):
                Match(game, "second", strength, Random(seed))._answer()  # noqa: S311 - moves, not secrets
            moves.add(game.moves[0].plies)
    assert (first_moves == {5}) == (strength is Strength.PERFECT)
    assert (last_moves == {1}) == (strength is not Strength.RANDOM)


def test_seed_repeats_a_game() -> None:
    options = ["--second", "--strength", "random", "--seed"]
    games = [played(LONG_GAME, options=[*options, str(seed)]) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert any(game != games[0] for game in games[2:])


# What may be typed.


@pytest.mark.parametrize("word", ["?", "help", "HELP", ""])
def test_help_lists_what_may_be_typed(word: str) -> None:
    lines = played(LOST, word)
    assert "Type the letters of the piece in the first shape, a blank, and those in the sec" in "\n".join(lines)
    words = [line.split()[0] for line in lines if line.startswith("  ") and "  " in line[2:].strip()]
    assert [word for word in words if len(word) == 4 or word == "moves"] == ["moves", "hint", "back", "quit"]


# Moves as letters.


@settings(max_examples=12)
@given(pairs(2, 7))
def test_parser_reads_letters_in_any_order_and_case(both: tuple[Shape, Shape]) -> None:
    pair = pair_of(*both)
    for move in pair.moves(*pair.start):
        letters = list(map(letters_of, move.pieces))
        typed = parse_move(f"  {letters[0].upper()}   {letters[1][::-1]} ", pair, pair.start)
        assert (typed.pieces, typed.left, typed.plies) == (move.pieces, move.left, move.plies)


@pytest.mark.thorough
@settings(max_examples=60)
@given(pairs(2, 6), st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)), st.sampled_from(MaxCut))
def test_parser_accepts_legal_moves_only(
    both: tuple[Shape, Shape], cells_a: set[int], cells_b: set[int], max_cut: MaxCut
) -> None:
    pair = pair_of(*both, max_cut)
    words = " ".join("".join("abcdef"[i] for i in cells) for cells in (cells_a, cells_b))
    n = len(both[0])
    is_move = bool(cells_a) and bool(cells_b) and max(cells_a | cells_b) < n
    if is_move:
        pieces = [frozenset(shape[i] for i in cells) for shape, cells in zip(both, (cells_a, cells_b), strict=True)]
        rests = [frozenset(shape) - piece for shape, piece in zip(both, pieces, strict=True)]
        is_move = (
            all(oracle.connected(cells) for cells in (*pieces, *rests))
            and oracle.canonical(pieces[0]) == oracle.canonical(pieces[1])
            and (max_cut is MaxCut.ANY or 2 * len(pieces[0]) <= n)
        )
    if is_move:
        move = parse_move(words, pair, pair.start)
        check_is_legal(pair, *pair.start, move)
        kinds = {kind_of(pair, known) for known in pair.moves(*pair.start)}
        assert kind_of(pair, move) in kinds or pair.is_over(*pair.start)
    else:
        with pytest.raises(InputError):
            parse_move(words, pair, pair.start)


# The perfect player.


def random_game(both: tuple[Shape, Shape], second: bool, max_cut: MaxCut, seed: int) -> Game:
    """A game against random moves, some of them taken back."""
    chance = Random(seed)  # noqa: S311 - moves, not secrets

    class AtRandom(Match):
        def _ask(self) -> bool:
            before = self.game.moves
            if chance.random() < 0.2:
                can_go_back = len(before) >= (3 if second else 2)
                assert (self.take_back() == "your last move is taken back") == can_go_back
                assert self.game.moves == (before[:-2] if can_go_back else before)
            self.game.make(chance.choice(self.game.legal_moves()))
            return True

    game = play(*map(oracle.format_shape, both), max_cut.value)
    with redirect_stdout(StringIO()) as output:
        AtRandom(game, "second" if second else "first").play()
    human_won = (len(game.moves) % 2 == 1) == (not second)
    assert output.getvalue().splitlines()[-1] == (YOU_WIN if human_won else PROGRAM_WINS)
    return game


@pytest.mark.thorough
@settings(max_examples=25)
@given(both=pairs(4, 9), second=st.booleans(), max_cut=st.sampled_from(MaxCut), seed=st.integers(0, 9999))
def test_program_wins_what_can_be_won_and_else_holds_out(
    both: tuple[Shape, Shape], second: bool, max_cut: MaxCut, seed: int
) -> None:
    game = random_game(both, second, max_cut, seed)
    assert game.is_over
    human_won = (len(game.moves) % 2 == 1) == (not second)
    pair = pair_of(*both, max_cut)
    position = pair.start
    for ply, made in enumerate(game.moves):
        move = parse_move(made.letters, pair, position)
        assert move.plies == made.plies
        check_is_legal(pair, *position, move)
        is_program = (ply % 2 == 0) == second
        left = len(game.moves) - ply
        a, b = (number(cells_of(parts.cells, part)) for parts, part in zip((pair.a, pair.b), position, strict=True))
        plies = plies_of(position[0].bit_count(), max_cut)[a, b]
        if is_program:
            assert move.plies == plies
            if plies % 2:
                assert not human_won
                assert left <= plies
            elif human_won:
                assert left >= plies
        position = move.left
    assert pair.is_over(*position)
