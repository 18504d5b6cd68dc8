"""best_towns.db: best answers for one, two and three cards, against slow code, and the stage that writes it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.nine_tiles_panic.stages import best_towns as stage
from pipeline.nine_tiles_panic.stages.most_win import play_all
from tablebases.errors import Error
from tablebases.files import seal
from tablebases.nine_tiles.tablebase import read_best_towns
from tests.nine_tiles_panic.helpers import real_towns, synonyms_of

Vectors = list[list[int]]
Ranks = tuple[int, ...]


def ranks(vectors: Vectors) -> list[Ranks]:
    """The distance of every score of every theme synonym, slowly."""
    themes = range(len(vectors[0]))
    best_first = [sorted({vector[t] for vector in vectors}, reverse=True) for t in themes]
    return [tuple(best_first[t].index(vector[t]) for t in themes) for vector in vectors]


def beats(one: Ranks, other: Ranks) -> bool:
    """Whether one is closer to the best in more themes than the other."""
    return sum(a < b for a, b in zip(one, other, strict=True)) > sum(a > b for a, b in zip(one, other, strict=True))


def winners(occurring: set[Ranks]) -> set[Ranks]:
    """Those with the fewest losses, and of these with the most wins, again and again."""
    fared = {one: (-sum(beats(x, one) for x in occurring), sum(beats(one, x) for x in occurring)) for one in occurring}
    best = {one for one in occurring if fared[one] == max(fared.values())}
    return best if best == occurring else winners(best)


@given(st.lists(st.lists(st.integers(-2, 1), min_size=4, max_size=4), min_size=1, max_size=12), st.data())
def test_best_answers_for_any_cards_against_slow_code(vectors: Vectors, data: st.DataObject) -> None:
    ids = list(range(1, len(vectors) + 1))
    cover = data.draw(st.lists(st.sampled_from(ids), unique=True))
    synonyms = synonyms_of(vectors)
    found = [tuple(row.values()) for row in stage.best_answers(synonyms, play_all(synonyms), cover)]
    expected = []
    for size in (1, 2, 3):
        nothing = (None,) * (3 - size)
        for cards in combinations(range(4), size):
            of_cards = [tuple(row[card] for card in cards) for row in ranks(vectors)]
            for place, best in enumerate(sorted(winners(set(of_cards))), 1):
                having = [i for i in ids if of_cards[i - 1] == best]
                scores = tuple(vectors[having[0] - 1][card] for card in cards)
                wins, losses = sum(beats(best, x) for x in set(of_cards)), sum(beats(x, best) for x in set(of_cards))
                example = next((id_ for id_ in cover if id_ in having), having[0])
                name = "_".join(f"{card + 1:02d}" for card in cards)
                fared = (name, place, *best, *nothing, *scores, *nothing, wins, losses)
                expected.append((*fared, len(having), sum(having), example))
    assert [(*row[:10], *row[11:]) for row in found] == expected


def test_every_theme_synonym_that_is_named_has_a_town(artifacts: Path) -> None:
    best = read_best_towns(artifacts / "best_towns.db")
    towns = real_towns((0, 1, 2, 5), 2, 2).by_pattern
    named = {answer.theme_synonym for answers in best.answers.values() for answer in answers}
    named |= {id_ for of in best.learned for id_ in of.theme_synonyms} | set(best.cover)
    assert named <= best.towns.keys()
    for town in best.towns.values():
        assert towns[town.pattern] == town.scores
        assert town.n_towns == list(towns.values()).count(town.scores)
    for cards, answers in best.answers.items():
        for answer in answers:
            scores = best.towns[answer.theme_synonym].scores
            assert tuple(scores[int(card) - 1] for card in cards.split("_")) == answer.scores
    assert len(best.answers) == 26 + 325 + 2600
    assert sum(best.scores[5].values()) == len(towns)


def test_answers_about_other_themes_are_refused(artifacts: Path, tmp_path: Path) -> None:
    other = tmp_path / "answers.db"
    other.write_bytes((artifacts / "answers.db").read_bytes())
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("DELETE FROM themes WHERE no = 26")
        connection.commit()
    seal(other)
    with pytest.raises(Error, match=r"is not about the themes of"):
        stage.main(artifacts / "theme_synonyms.npz", artifacts / "success_pattern.db", other, tmp_path / "out.db")
