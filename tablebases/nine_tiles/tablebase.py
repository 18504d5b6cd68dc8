"""The databases of Nine Tiles Panic, and their readers.

best_towns.db                 best answers, cover and learning list, less than a megabyte; comes with the package
answers.db                    the best answers to every theme set, and how they were found
theme_synonyms.db             the scores of every theme synonym
theme_synonym_distance.db     distances of every theme synonym from the best scores
success_pattern.db            every town, by theme synonym

Functions that open a file raise an `Error` if it is missing, damaged, or of another kind.
"""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tablebases.database import Kind, Parts, open_parts, open_rows
from tablebases.errors import DamagedDataError, Error
from tablebases.files import conflicting, notes_of
from tablebases.nine_tiles.rules.themes import Theme, theme_synonym_name
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.puzzles import NINE_TILES

if TYPE_CHECKING:
    from tablebases.nine_tiles.rules.laid_town import LaidTown

VERSION = 5
ANSWERS_VERSION = 7
"""Version of the databases about theme sets."""
BEST_TOWNS = Kind(NINE_TILES.stage("best_towns"), ANSWERS_VERSION, "best_towns.db")
ANSWERS = Kind(NINE_TILES.stage("answers"), ANSWERS_VERSION, "answers.db")
THEME_SYNONYMS = Kind(NINE_TILES.stage("theme_synonyms"), VERSION, "theme_synonyms.db")
DISTANCES = Kind(NINE_TILES.stage("distances"), VERSION, "theme_synonym_distance.db")
SUCCESS_PATTERN = Kind(NINE_TILES.stage("success_pattern"), VERSION, "success_pattern.db")

GREEDY, MINIMUM, OPTIMAL = "greedy", "minimum", "optimal"
"""Methods that choose covers and towns to learn."""

WINNER, UNBEATEN, MIX = "winner", "unbeaten", "mix"
"""Outcomes of a theme set: one combination of scores beats all others; none does, but some lose to none; all lose."""

Triple = tuple[int, int, int]
"""Distances of a theme synonym in the three themes of a set: ranks, 0 the best."""


def themes_in(database: sqlite3.Connection) -> list[Theme]:
    """The themes in a database, by number."""
    columns = ", ".join(field.name for field in fields(Theme))
    return [Theme(*row) for row in database.execute(f"SELECT {columns} FROM themes ORDER BY no")]  # noqa: S608


def read_themes(path: Path, kind: Kind = THEME_SYNONYMS) -> list[Theme]:
    """The themes of an artifact, by number."""
    with open_rows(path, kind) as database:
        return themes_in(database)


def board_in(database: sqlite3.Connection) -> Board:
    """The board of a database."""
    return Board(*database.execute("SELECT rows, columns FROM board").fetchone())


@dataclass(frozen=True)
class Game:
    """The board, tiles and rules of a run."""

    board: Board
    tiles: list[int] | None
    """Numbers of the tiles; None for all of the tile file."""
    rule_set: str


def read_game(path: Path, kind: Kind = ANSWERS) -> Game:
    """The game of `ANSWERS` or `BEST_TOWNS`."""
    with open_rows(path, kind) as database:
        rows, columns, rule_set = database.execute("SELECT rows, columns, rule_set FROM board").fetchone()
        return Game(Board(rows, columns), [tile for (tile,) in database.execute("SELECT tile FROM tiles")], rule_set)


def read_best_triples(path: Path, kind: Kind = ANSWERS) -> dict[str, list[Triple]]:
    """Theme set -> its best answers, ascending. `kind` is a database with the table `triples`."""
    triples: dict[str, list[Triple]] = {}
    sql = "SELECT theme_set_id, dist_1, dist_2, dist_3 FROM triples WHERE kept = 1 ORDER BY 1, 2, 3, 4"
    with open_rows(path, kind) as database:
        for theme_set, *triple in database.execute(sql):
            triples.setdefault(theme_set, []).append((triple[0], triple[1], triple[2]))
    return triples


def read_minimum_cover(path: Path, kind: Kind = ANSWERS) -> tuple[list[int], int]:
    """The theme synonyms of the minimum cover, most answers first, and its bound."""
    ids = "SELECT theme_synonym_id FROM cover_theme_synonyms WHERE cover = ? ORDER BY n DESC, theme_synonym_id"
    with open_rows(path, kind) as database:
        found = [id_ for (id_,) in database.execute(ids, (MINIMUM,))]
        (bound,) = database.execute("SELECT value FROM cover_figures WHERE name = 'proven_lower_bound'").fetchone()
        return found, bound


@dataclass(frozen=True)
class TownsToLearn:
    """A choice of `k` towns to learn."""

    k: int
    """Number of towns."""
    method: str
    """`GREEDY` or `OPTIMAL`."""
    n_theme_sets: int
    """Theme sets that they answer together."""
    bound: int
    """No choice of `k` towns answers more."""
    theme_synonyms: list[int]
    """Ids."""


def read_learn(path: Path, kind: Kind = ANSWERS) -> list[TownsToLearn]:
    """The learning list, by `k`, the greedy choice before the optimal one."""
    with open_rows(path, kind) as database:
        ids: dict[tuple[int, str], list[int]] = {}
        listed = "SELECT k, method, theme_synonym_id FROM learn_theme_synonyms ORDER BY k, method, place"
        for k, method, id_ in database.execute(listed):
            ids.setdefault((k, method), []).append(id_)
        chosen = database.execute("SELECT k, method, n_theme_sets, bound FROM learn ORDER BY k, method")
        return [TownsToLearn(k, method, n, bound, ids[k, method]) for k, method, n, bound in chosen]


def read_optimal(path: Path) -> dict[int, TownsToLearn]:
    """`k` -> the `k` towns that answer most theme sets."""
    return {chosen.k: chosen for chosen in read_learn(path, ANSWERS) if chosen.method == OPTIMAL}


# best_towns.db


@dataclass(frozen=True)
class BestAnswer:
    """One of the equally good answers for some cards."""

    distances: tuple[int, ...]
    """Distances of the scores from the best ones: ranks, 0 the best; one for each card."""
    scores: tuple[int, ...]
    wins: int
    """Occurring scores that it beats."""
    losses: int
    n_theme_synonyms: int
    """Theme synonyms with these scores."""
    n_towns: int
    """Towns with these scores."""
    theme_synonym: int
    """The id of one of these theme synonyms."""
    runner_up: tuple[int, ...] | None
    """Distances of the runner-up; None if all scores are best answers, or it is not known."""


@dataclass(frozen=True)
class NamedTown:
    """A theme synonym in best_towns.db."""

    pattern: str
    """Its first town."""
    n_towns: int
    scores: tuple[int, ...]
    """Scores in all themes."""


@dataclass(frozen=True)
class BestTowns:
    """The contents of best_towns.db."""

    themes: list[Theme]
    scores: dict[int, dict[int, int]]
    """Number of a theme -> score -> towns that have it, the best score first."""
    answers: dict[str, list[BestAnswer]]
    """Numbers of one, two or three themes, such as 02_05 -> the best answers."""
    cover: list[int]
    """The theme synonyms of the minimum cover, by answers, most first."""
    cover_bound: int
    """No cover has fewer."""
    learned: list[TownsToLearn]
    towns: dict[int, NamedTown]
    """Theme synonym -> its first town and scores."""
    n_theme_synonyms: int
    """Number of all theme synonyms, most of which are not in `towns`."""


Row = Mapping[str, Any] | sqlite3.Row


def answer_of(row: Row) -> BestAnswer:
    """A row of the table `best_answers`."""
    distances, scores, runner_up = (
        tuple(row[column] for card in (1, 2, 3) if row[column := f"{name}_{card}"] is not None)
        for name in ("dist", "score", "runner_up")
    )
    wins, losses, n_theme_synonyms, n_towns, id_ = (
        row[name] for name in ("wins", "losses", "n_theme_synonyms", "n_towns", "theme_synonym_id")
    )
    return BestAnswer(distances, scores, wins, losses, n_theme_synonyms, n_towns, id_, runner_up or None)


def answers_for(database: sqlite3.Connection, cards: str) -> list[BestAnswer]:
    """The best answers for some cards, such as 02_05."""
    return list(map(answer_of, database.execute("SELECT * FROM best_answers WHERE cards = ? ORDER BY place", (cards,))))


class MixedTriple(NamedTuple):
    """A row of the table `mixes`: a combination of scores that an optimal mix uses."""

    distances: Triple
    numerator: int
    """Its probability is `numerator` / `denominator`."""
    denominator: int
    beaten_by: Triple
    """Distances of the combination with the most wins that beats it."""
    theme_synonym: int
    pattern: str
    """A town with these distances."""


class Outcome(NamedTuple):
    """Whether a combination of scores of a theme set is unbeaten, and an optimal mix if none is."""

    outcome: str
    """`WINNER`, `UNBEATEN` or `MIX`."""
    n_mixes: int
    """Number of extreme optimal mixes; 0 if a combination is unbeaten."""
    mix: list[MixedTriple]
    """Ascending."""


def outcomes_in(database: sqlite3.Connection, theme_set: str | None = None) -> dict[str, Outcome]:
    """Theme set -> its outcome; None for all theme sets. `database` is best_towns.db."""
    chosen = "WHERE theme_set_id = coalesce(?, theme_set_id) ORDER BY theme_set_id"
    rows = database.execute(f"SELECT theme_set_id, outcome, extreme_mixes FROM outcomes {chosen}", (theme_set,))  # noqa: S608
    found = {id_: Outcome(outcome, n_mixes or 0, []) for id_, outcome, n_mixes in rows}
    sql = f"SELECT * FROM mixes {chosen}, dist_1, dist_2, dist_3"  # noqa: S608
    for row in database.execute(sql, (theme_set,)):
        distances, beaten_by = (
            (row[f"{name}_1"], row[f"{name}_2"], row[f"{name}_3"]) for name in ("dist", "beaten_by")
        )
        probability, town = (row["numerator"], row["denominator"]), (row["theme_synonym_id"], row["pattern"])
        found[row["theme_set_id"]].mix.append(MixedTriple(distances, *probability, beaten_by, *town))
    return found


def answer_to(distances: Triple, mix: Sequence[MixedTriple]) -> Triple:
    """The first triple of an optimal mix that beats `distances`, a triple that beats another one of the mix."""
    return next(
        row.distances
        for row in mix
        if sum((a < b) - (a > b) for a, b in zip(row.distances, distances, strict=True)) > 0
    )


def scores_in(database: sqlite3.Connection, themes: Sequence[Theme]) -> dict[int, dict[int, int]]:
    """Number of a theme -> score -> towns that have it, the best score first."""
    found: dict[int, dict[int, int]] = {theme.no: {} for theme in themes}
    for theme, score, n_towns in database.execute(
        "SELECT theme, score, n_towns FROM theme_scores ORDER BY theme, dist"
    ):
        if theme in found:
            found[theme][score] = n_towns
    return found


def towns_in(
    database: sqlite3.Connection, themes: Sequence[Theme], ids: Sequence[int] | None = None
) -> dict[int, NamedTown]:
    """Theme synonym -> its first town and scores.

    `ids` are the theme synonyms to read; None for all in best_towns.db. `themes` are all of its themes.
    """
    columns = ", ".join(["theme_synonym_id", "pattern", "n_towns", *(theme.column for theme in themes)])
    sql = f"SELECT {columns} FROM towns"  # noqa: S608
    if ids is not None:
        sql += f" WHERE theme_synonym_id IN ({', '.join('?' * len(ids))})"
    rows = database.execute(f"{sql} ORDER BY theme_synonym_id", ids or ())
    return {id_: NamedTown(pattern, n, tuple(scores)) for id_, pattern, n, *scores in rows}


def read_best_towns(path: Path) -> BestTowns:
    """The contents of best_towns.db."""
    cover, bound = read_minimum_cover(path, BEST_TOWNS)
    learned = read_learn(path, BEST_TOWNS)
    with open_rows(path, BEST_TOWNS) as database:
        themes = themes_in(database)
        answers: dict[str, list[BestAnswer]] = {}
        for row in database.execute("SELECT * FROM best_answers ORDER BY cards, place"):
            answers.setdefault(row["cards"], []).append(answer_of(row))
        (count,) = database.execute("SELECT value FROM figures WHERE file = ?", (THEME_SYNONYMS.file,)).fetchone()
        return BestTowns(
            themes, scores_in(database, themes), answers, cover, bound, learned, towns_in(database, themes), count
        )


# success_pattern.db: the towns of single theme synonyms, without NumPy.


@dataclass(frozen=True)
class PackedBoxes:
    """The town boxes of an open success_pattern.db, see `packed_boxes`."""

    path: Path
    database: Parts
    positions: int
    """Number of positions of the board."""
    stride: int
    """The distance between the block ids of neighbouring theme synonyms, see `town_blocks_table`."""
    turn_sets: Mapping[int, tuple[int, str]]
    """Byte of a town box -> a tile and its directions, a digit each."""

    def boxes_of(self, theme_synonym: int) -> list[bytes]:
        """The town boxes of a theme synonym, one byte per position."""
        part = self.database.part_with("town_blocks", theme_synonym * self.stride, ("id", "boxes"))
        boxes = b"".join(boxes for block, boxes in part if block // self.stride == theme_synonym)
        return [boxes[first : first + self.positions] for first in range(0, len(boxes), self.positions)]

    def count(self, boxes: Iterable[bytes]) -> int:
        """Number of towns in these boxes."""
        return sum(prod(len(self.turn_sets[number][1]) for number in box) for box in boxes)

    def towns(self, boxes: Iterable[bytes]) -> list[str]:
        """The patterns of all towns of these boxes, ascending."""
        patterns = []
        for box in boxes:
            tiles, directions = zip(*map(self.turn_sets.__getitem__, box), strict=True)
            position = "".join(map(str, tiles))
            patterns += [position + "".join(turned) for turned in product(*directions)]
        return sorted(patterns)


@contextmanager
def packed_boxes(path: Path, *others: Path) -> Iterator[PackedBoxes]:
    """Open the town boxes of success_pattern.db.

    Raises a DamagedDataError if one of the databases `others`, whose answers it completes, is of another run.
    """
    with open_parts(path, SUCCESS_PATTERN) as database:
        notes: dict[str, str] = dict(database.part_with("provenance", 1, ("key", "value")))
        for other in others:
            if conflicting({path: notes, other: notes_of(other)}):
                text = "{path} and {other} are of different runs; name a folder of one run with --results"
                raise DamagedDataError(text, path=path, other=other)
        rows = database.part_with("turn_sets", 0, ("number", "tile", "directions"))
        turn_sets = {number: (tile, directions) for number, tile, directions in rows}
        yield PackedBoxes(path, database, int(notes["positions"]), int(notes["stride"]), turn_sets)


def towns_of(packed: PackedBoxes, theme_synonyms: Iterable[int], limit: int) -> list[str]:
    """The patterns of the first towns of theme synonyms, in their order."""
    towns = (town for id_ in theme_synonyms for town in packed.towns(packed.boxes_of(id_)))
    return list(islice(towns, limit))


def _id_of(database: Parts, columns: str, scores: Sequence[int]) -> int:
    """The id that the theme synonym with these scores has, if there is one; found by bisection."""
    ((last,),) = database.query_unverified("SELECT max(id) FROM theme_synonyms")
    sql = f"SELECT {columns} FROM theme_synonyms WHERE id = ?"  # noqa: S608

    def name(id_: int) -> bytes:
        return b"".join(map(theme_synonym_name, database.query_unverified(sql, (id_,))))

    return 1 + bisect_left(range(1, (last or 0) + 1), theme_synonym_name(scores), key=name)


def find_town(packed: PackedBoxes, town: LaidTown, columns: Iterable[str], scores: Sequence[int]) -> tuple[int, int]:
    """Find a listed town by its scores: its theme synonym, and the number of towns with these scores.

    `columns` and `scores` are in the order of the themes. Raises an Error if the database is damaged, or of another
    board, other tiles or other themes.
    """
    if packed.positions != len(town.tiles):
        raise Error(
            "{path} is about towns of {positions} tiles; name another with --results",
            path=packed.path,
            positions=packed.positions,
        )
    id_ = _id_of(packed.database, ", ".join(columns), scores)
    boxes = packed.boxes_of(id_)
    if not any(map(_is_in(town, packed.turn_sets), boxes)):
        raise Error(
            "the town {pattern} is not in {path}: that is about other tiles, or is damaged",
            pattern=town.pattern,
            path=packed.path,
        )
    return id_, packed.count(boxes)


def _is_in(town: LaidTown, turn_sets: Mapping[int, tuple[int, str]]) -> Callable[[Sequence[int]], bool]:
    """A test whether a town box has `town`."""
    half = len(town.tiles)
    wanted = [(tile.number, town.pattern[half + position]) for position, tile in enumerate(town.tiles)]
    fitting = [
        {number for number, (tile, directions) in turn_sets.items() if tile == wanted_tile and direction in directions}
        for wanted_tile, direction in wanted
    ]
    return lambda box: all(number in fits for number, fits in zip(box, fitting, strict=True))


# Theme synonyms by their scores: theme_synonyms.db and theme_synonym_distance.db.


def with_scores(database: sqlite3.Connection, themes: Sequence[Theme], scores: Sequence[int]) -> list[int]:
    """The theme synonyms with these scores in these themes. `database` is theme_synonyms.db."""
    condition = " AND ".join(f"{theme.column} = ?" for theme in themes)
    rows = database.execute(f"SELECT id FROM theme_synonyms WHERE {condition} ORDER BY id", tuple(scores))  # noqa: S608
    return [id_ for (id_,) in rows]


def nearest_in(database: sqlite3.Connection, themes: Sequence[Theme]) -> list[int]:
    """The theme synonyms nearest to the best scores in these themes, by their scores.

    The larger a distance in a theme, the lower the score. `database` is theme_synonym_distance.db.
    """
    columns = [theme.column for theme in themes]
    is_of_all = columns == [theme.column for theme in themes_in(database)]
    total = "all_dist" if is_of_all else " + ".join(columns)
    order = ", ".join(f"{column} DESC" for column in columns)
    rows = database.execute(
        f"SELECT id FROM distances WHERE {total} = (SELECT min({total}) FROM distances) ORDER BY {order}"  # noqa: S608
    )
    return [id_ for (id_,) in rows]
