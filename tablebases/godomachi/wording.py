"""Words about pairs: the players, the winner and the plies."""

from __future__ import annotations

from tablebases.languages import t
from tablebases.messages import counted

PLAYERS = ("first", "second")
PLAYER_NAMES = ("the first player", "the second player")
SHAPES = ("the first shape", "the second shape")


def player_name(player: str) -> str:
    """`first` or `second` in words."""
    return t(PLAYER_NAMES[PLAYERS.index(player)])


def winner_of(plies: int) -> str:
    """Winner after `plies` plies, `first` or `second`."""
    return PLAYERS[0] if plies % 2 else PLAYERS[1]


def plies_in_words(plies: int) -> str:
    """Length of a game."""
    return counted(plies, "ply", "plies")


def winner_in_words(plies: int) -> str:
    """Winner of a position, and the length of the game."""
    if plies == 0:
        return t("the shapes are congruent: the second player has won before the first move")
    return t("{player} wins in {plies}", player=player_name(winner_of(plies)), plies=plies_in_words(plies))


def pair_in_words(n: int, a: int, b: int) -> str:
    """A pair by its cells and both numbers."""
    return t("{cells}, {a} and {b}", cells=counted(n, "cell"), a=a, b=b)


def match_name(n: int) -> str:
    """The name of a match by the cells of its shapes, which Japanese has."""
    return t("{n} cell" if n == 1 else "{n} cells", n=n)


def move_title(ply: int) -> str:
    """Number and player of a move; `ply` counts from 0."""
    return t("{ply}. {player} cuts", ply=ply + 1, player=player_name(PLAYERS[ply % 2]))
