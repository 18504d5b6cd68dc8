"""That deals which wait for a win were counted rightly, and that games take as many draws as the oracle's."""

from __future__ import annotations

from math import comb, sqrt

from pipeline.cli.verify import Level
from pipeline.millijan import tables
from pipeline.millijan.game.units import ALL, COPIES, MAX_TILES
from scripts.verify.ladder import Ladder, require
from scripts.verify.millijan.artifacts import Artifacts
from scripts.verify.millijan.chances import ERRORS
from tests.oracle import millijan as oracle

ladder: Ladder[Artifacts] = Ladder()


@ladder.add(Level.QUICK)
def shares_that_wait(artifacts: Artifacts) -> None:
    """Shares of waiting deals follow from their numbers, and the simulation does not contradict them."""
    waiting = artifacts.frame(tables.WAITING_DEALS)
    require(set(waiting["deck"]) <= artifacts.decks.keys(), "the table waiting_deals has other decks")
    simulated = artifacts.frame(tables.SIMULATED_DECKS).set_index("deck")
    for row in waiting.itertuples():
        deals = comb(COPIES * len(artifacts.decks[row.deck]), row.n_tiles)
        require(abs(row.share * deals - row.deals) <= 1e-9 * row.deals, f"waiting_deals.share of {row.deck} is wrong")
        if row.n_tiles == MAX_TILES - 1:
            found, n_hands = simulated["tenpai_share"][row.deck], artifacts.section.simulation.hands
            require(
                abs(found - row.share) <= ERRORS * sqrt(row.share * (1 - row.share) / n_hands) + 1 / n_hands,
                f"simulated_decks.tenpai_share of {row.deck} is {found}, but of all deals {row.share} wait",
            )


@ladder.add(Level.QUICK)
def games_won(artifacts: Artifacts) -> None:
    """Every deck was played, and a win takes at least one draw, at most all tiles beside the hand."""
    games = artifacts.frame(tables.SIMULATED_GAMES)
    require(set(games["deck"]) == artifacts.decks.keys(), "the table simulated_games has other decks")
    require((games["n_games"] == artifacts.section.tenpai.games).all(), "simulated_games has other numbers of games")
    for row in games.itertuples():
        most = COPIES * len(artifacts.decks[row.deck]) - (MAX_TILES - 1)
        require(0 <= row.n_won <= row.n_games, f"simulated_games.n_won of {row.deck} is {row.n_won}")
        require(not row.n_won or 1 <= row.mean_draws <= most, f"simulated_games.mean_draws of {row.deck} is wrong")


@ladder.add(Level.FULL)
def waiting_deals_again(artifacts: Artifacts) -> None:
    """Deals of every deck but the whole one that wait are as many as the oracle finds from the hands that win."""
    waiting = artifacts.frame(tables.WAITING_DEALS).set_index(["deck", "n_tiles"])["deals"].to_dict()
    for deck, kinds in artifacts.decks.items():
        if deck == ALL:
            continue
        counted = oracle.waiting_deals(artifacts.units_of(deck), kinds)
        for n_tiles, right in zip((MAX_TILES - 1, MAX_TILES), counted, strict=True):
            deals = waiting.get((deck, n_tiles), right)  # what was left out is not wrong
            require(deals == right, f"waiting_deals: {deals} deals of {n_tiles} from {deck}, but {right} wait")
