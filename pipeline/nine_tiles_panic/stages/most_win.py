"""Stage most_win: the best answers to every theme set, by round robin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.artifacts import ProvenanceNotes, write_frame
from pipeline.database import create_database
from pipeline.nine_tiles_panic.readers import ThemeSynonyms, read_theme_synonyms
from pipeline.nine_tiles_panic.tables import ROUNDS, THEME_SCORES, TRIPLES
from pipeline.stage import run_stage
from tablebases.messages import Progress, say
from tablebases.nine_tiles.round_robin import OccurringTriples, pareto_best, round_robin
from tablebases.nine_tiles.themes import all_theme_sets

DISTANCES = ["dist_1", "dist_2", "dist_3"]


def play_all(synonyms: ThemeSynonyms) -> pd.DataFrame:
    """Play the round robin of every theme set: one row per triple, columns as in the table `triples`."""
    say("most_win: finding the occurring triples of distances")
    occurring = OccurringTriples(synonyms.distances)
    theme_sets = all_theme_sets(synonyms.theme_numbers)
    progress = Progress("most_win", len(theme_sets), "theme sets")
    triples, results, pareto = [], [], []
    for theme_set in theme_sets:
        triples.append(occurring.triples_of(*theme_set.indices))
        results.append(round_robin(triples[-1]))
        pareto.append(pareto_best(triples[-1]))
        progress.advance(1)
    progress.finish()
    frame = pd.DataFrame(np.concatenate(triples), columns=DISTANCES)
    frame.insert(0, "theme_set_id", np.repeat([each.id for each in theme_sets], list(map(len, triples))))
    for column, field in (("wins", "wins"), ("losses", "losses"), ("rounds", "rounds"), ("kept", "is_best")):
        frame[column] = np.concatenate([getattr(result, field) for result in results]).astype(np.int64)
    frame["pareto"] = np.concatenate(pareto).astype(np.int64)
    return frame


def _triple_texts(triples: pd.DataFrame) -> pd.Series[str]:
    """Triples of distances in the form of the CSV files: squared, such as `(0, 1, 4)`."""
    squares = (triples[DISTANCES] ** 2).astype(str)
    return "(" + squares["dist_1"] + ", " + squares["dist_2"] + ", " + squares["dist_3"] + ")"


def _best_answers(triples: pd.DataFrame) -> pd.DataFrame:
    """The rows of most_win.csv: the best triples of each theme set, ascending."""
    best = triples[triples["kept"] == 1]
    place = best.groupby("theme_set_id").cumcount() + 1
    wide = best.assign(place=place).pivot(index="theme_set_id", columns="place", values="theme_set_dist")
    wide = wide.add_prefix("theme_set_dist_")
    wide.insert(0, "n", wide.notna().sum(axis=1))
    return wide.reset_index()


def main(scores: Path, out: Path, points: Path, rounds: Path) -> None:
    """Find the best answers to every theme set.

    The distinct occurring triples of squared distances meet each other: a triple wins if it is closer in more of the
    three themes. The triples with the fewest losses, and of these with the most wins, meet again until one is left or
    nothing changes. A triple is marked as pareto if no other is as close or closer in all three themes.
    """
    provenance = ProvenanceNotes(__file__, [scores], {})
    synonyms = read_theme_synonyms(scores)
    triples = play_all(synonyms)
    occurring = [
        {"theme": theme, "dist": dist, "score": score, "n_towns": n_towns}
        for i, theme in enumerate(synonyms.theme_numbers)
        for dist, (score, n_towns) in enumerate(reversed(synonyms.towns_of_scores(i).items()))
    ]
    with create_database(rounds, ROUNDS, provenance) as writer:
        writer.insert(THEME_SCORES, occurring)
        rows = list(triples.itertuples(index=False, name=None))
        writer.insert_values(TRIPLES, rows, repr(rows).encode())
    triples.insert(1, "theme_set_dist", _triple_texts(triples))
    best = _best_answers(triples)
    provenance.notes.update({"rows theme_sets": str(len(best)), "triples": str(len(triples))})
    write_frame(points, triples.drop(columns=DISTANCES), provenance)
    write_frame(out, best, provenance)


if __name__ == "__main__":
    run_stage(main)
