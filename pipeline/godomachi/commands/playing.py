"""A game against the perfect player in the terminal."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from pipeline.core.errors import InputError
from pipeline.godomachi.commands.answers import draw, plies_in_words
from pipeline.godomachi.drawing.terminal import lettered, side_by_side
from pipeline.godomachi.game.pair import Move
from pipeline.godomachi.game.play import Game, letters_of, parse_move

HELP = """\
Type the letters of the piece in the first shape, a blank, and those in the second: ab cd
Both pieces must be connected and congruent, and so must what is left be connected.
Who makes the two shapes congruent wins.
  moves  all kinds of moves, an example each
  hint   a best move, and what it leads to
  back   take back your last move
  quit   end the game"""


def _typed(move: Move) -> str:
    """A move as it is typed."""
    return " ".join(map(letters_of, move.pieces))


def _ask(console: Console, game: Game) -> Move | None:
    """The next move of the human, or None to end the game."""
    pair = game.pair
    while True:
        position = game.position
        console.print()
        console.print(side_by_side(list(map(lettered, (pair.a.cells, pair.b.cells), position))))
        print("your move: ", end="", flush=True)
        line = sys.stdin.readline()
        words = line.strip().lower()
        if not line or words in ("quit", "exit", "q"):
            return None
        if words in ("?", "help", ""):
            print(HELP)
        elif words == "moves":
            for move in sorted(pair.moves(*position), key=lambda move: move.pieces[0]):
                print(f"  {_typed(move)}")
        elif words == "hint":
            best = pair.moves(*position)[0]
            print(f"  {_typed(best)} {'wins' if best.wins else 'loses, but only'} in {plies_in_words(best.plies)}")
        elif words == "back":
            print("your last move is taken back" if game.take_back() else "you have not moved yet")
        else:
            try:
                return parse_move(words, pair, position)
            except InputError as error:
                print(f"  {error}")


def _comment(best_plies: int, move: Move) -> str:
    """What to say about a move of the human; best_plies: plies of the best one."""
    if best_plies % 2 and not move.wins:
        return f"a mistake: you could have won in {plies_in_words(best_plies)}"
    if best_plies % 2 and move.plies > best_plies:
        were = "was" if best_plies == 1 else "were"
        return f"good, but {plies_in_words(best_plies)} {were} enough to win"
    return ""


def play_to_the_end(game: Game) -> None:
    """Ask the human for moves, answer with the best ones, and say who has won."""
    console = Console(highlight=False, soft_wrap=True)
    print("Cut congruent pieces off both shapes; who makes them congruent wins. ? for help.")
    while not game.is_over:
        if game.is_turn_of_human:
            move = _ask(console, game)
            if move is None:
                print("the game ends here")
                return
            comment = _comment(game.pair.plies(*game.position), move)
            game.moves.append(move)
            if comment:
                print(f"  {comment}")
        else:
            move = game.pair.moves(*game.position)[0]
            console.print(Text("\nthe program cuts"))
            console.print(draw(game.pair, move.left, move.pieces))
            game.moves.append(move)
    print(f"the shapes are congruent: {'the program wins' if game.is_turn_of_human else 'you win'}")
