"""What stages read back from each other, and what they say about damaged files."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.artifact.csv_file import create_csv
from pipeline.artifact.database import create_database
from pipeline.artifact.provenance import ProvenanceNotes, read_provenance
from pipeline.errors import PipelineError
from pipeline.nine_tiles_panic import (
    cover,
    distances,
    most_win,
    most_win_match,
    success_pattern,
    theme_synonyms,
    town_synonyms,
    towns,
)
from pipeline.nine_tiles_panic.cover import read_match_table
from pipeline.nine_tiles_panic.game.tiles import TILE_FILE_COLUMNS
from pipeline.nine_tiles_panic.most_win_match import COLUMNS as MATCH_COLUMNS
from pipeline.nine_tiles_panic.most_win_match import read_matches, row_ending
from pipeline.nine_tiles_panic.success_pattern import TownStream
from pipeline.nine_tiles_panic.theme_sets import towns_at_all_three
from pipeline.nine_tiles_panic.theme_synonyms import ThemeSynonyms
from pipeline.nine_tiles_panic.town_synonyms import COLUMNS as TOWN_SYNONYM_COLUMNS
from pipeline.nine_tiles_panic.town_synonyms import TownSynonymList, read_town_synonyms
from pipeline.nine_tiles_panic.towns import Shard
from tests.nine_tiles_panic.helpers import THEME_FILE, TILE_FILE, oriented_of

# --- town_synonyms.csv -----------------------------------------------------------------------

TOWN_SYNONYM_LINES = ["00,00,1,0,0,0,2,0,6,6,24", "03,00,2,1,0,1,1,1,6,7,40"]


def written_town_synonyms(folder: Path, *lines: str) -> Path:
    """A file of town synonyms with these lines below its header."""
    path = folder / "town_synonyms.csv"
    provenance = ProvenanceNotes(town_synonyms.__file__, [], {})
    with create_csv(path, TOWN_SYNONYM_COLUMNS, provenance) as writer:
        writer.lines(f"{line}\n" for line in lines)
    return path


def test_town_synonyms_are_read_back(tmp_path: Path) -> None:
    found = read_town_synonyms(written_town_synonyms(tmp_path, *TOWN_SYNONYM_LINES))
    assert found.oriented.tolist() == oriented_of("0000", "0300").tolist()
    assert found.shape_counts.tolist() == [[0, 0, 0, 2, 0], [1, 0, 1, 1, 1]]
    assert found.n_placements.tolist() == [6, 6]
    assert found.n_towns.tolist() == [6, 7]
    assert found[1:].n_towns.tolist() == [7]
    assert found[np.array([1, 0])].n_towns.tolist() == [7, 6]


# --- shards ----------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 9)), min_size=1, max_size=30
    ),
    st.integers(1, 8),
)
def test_shards_share_out_what_can_be_filled_and_keep_equal_shapes_together(
    rows: list[tuple[int, int, int]], shards: int
) -> None:
    # Shapes scores are told apart by two numbers here; every town synonym is its own number.
    listed = TownSynonymList(
        np.arange(len(rows), dtype=np.uint8)[:, np.newaxis],
        np.array([(a, b, 0, 0, 0) for a, b, _ in rows]),
        np.array([n for _, _, n in rows]),
        np.array([n for _, _, n in rows]),
    )
    shares = [towns._share(listed, shard, shards) for shard in range(shards)]
    dealt = [share.oriented[:, 0].tolist() for share in shares]
    assert sorted(chain(*dealt)) == [i for i, (_, _, n) in enumerate(rows) if n]
    shapes = [{tuple(shape) for shape in share.shape_counts.tolist()} for share in shares]
    assert all(not a & b for a, b in combinations(shapes, 2))


@given(st.lists(st.integers(1, 1_200_000), max_size=12))
def test_batches_follow_each_other_with_about_the_same_number_of_towns(sizes: list[int]) -> None:
    batches = list(towns._batches(np.array(sizes, dtype=np.int64)))
    covered = [i for batch in batches for i in range(batch.start, batch.stop)]
    assert covered == list(range(len(sizes)))
    for batch in batches:
        assert batch.stop == batch.start + 1 or sum(sizes[batch]) <= towns.TOWNS_IN_A_BATCH


def written_shard(path: Path, patterns: Any) -> None:
    """A shard with one theme synonym, its towns in two rows."""
    provenance = ProvenanceNotes(towns.__file__, [], {})
    with create_database(path, towns.SCHEMA_VERSION, provenance) as writer:
        writer.insert_array("keys", np.array([[1, 2]], dtype=np.uint64))
        writer.insert_array("n_towns", np.array([len(patterns)], dtype=np.int32))
        writer.insert_array("positions", np.array([patterns.shape[1]]))
        writer.execute("CREATE TABLE towns (chunk INTEGER PRIMARY KEY, patterns BLOB NOT NULL)")
        halves = [patterns[:2].tobytes(), patterns[2:].tobytes()]
        writer.insert_rows("towns", enumerate(halves), patterns.tobytes())


def test_a_shard_is_read_back(tmp_path: Path) -> None:
    patterns = np.arange(20, dtype=np.uint8).reshape(5, 4)
    written_shard(tmp_path / "00.db", patterns)
    shard = Shard(tmp_path / "00.db")
    assert shard.keys.tolist() == [[1, 2]]
    assert (shard.n_towns.tolist(), shard.positions) == ([5], 4)
    assert [part.shape for part in shard.patterns()] == [(2, 4), (3, 4)]
    assert (np.concatenate(list(shard.patterns())) == patterns).all()


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    with pytest.raises(PipelineError, match=r"00\.db does not exist; run `snakemake` to make it"):
        Shard(tmp_path / "00.db")


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=6), st.lists(st.integers(0, 30), max_size=6)
)
def test_a_stream_of_towns_gives_as_many_as_asked_for(sizes: list[int], cuts: list[int]) -> None:
    patterns = np.arange(2 * sum(sizes), dtype=np.uint8).reshape(-1, 2)

    def parts() -> Iterator[Any]:
        yield from np.split(patterns, np.cumsum(sizes)[:-1])

    shard = SimpleNamespace(n_towns=np.array([len(patterns)]), positions=2, patterns=parts)
    stream = TownStream(shard, np.array([0]))  # type: ignore[arg-type]
    places = sorted({0, len(patterns), *(cut for cut in cuts if cut <= len(patterns))})
    for first, end in pairwise([*places, len(patterns)]):
        assert (stream.take(end - first) == patterns[first:end]).all()


# --- theme_sets.csv --------------------------------------------------------------------------


@given(st.lists(st.lists(st.integers(-2, 0), min_size=5, max_size=5), min_size=1, max_size=12))
def test_towns_at_all_three_best_scores(vectors: list[list[int]]) -> None:
    n_towns = np.arange(1, len(vectors) + 1, dtype=np.int32)
    scores = np.array(vectors, dtype=np.int8).T.copy()
    best = [max(column) for column in zip(*vectors, strict=True)]
    expected = {}
    for themes in combinations(range(5), 3):
        at_best = [all(vector[t] == best[t] for t in themes) for vector in vectors]
        if any(at_best):
            expected[themes] = int(n_towns[at_best].sum())
    assert towns_at_all_three(ThemeSynonyms([1, 2, 3, 4, 5], scores, n_towns)) == expected


# --- most_win_match.csv ----------------------------------------------------------------------


def written_matches(path: Path, *rows: tuple[int, list[str]]) -> Path:
    """A file of matches."""
    provenance = ProvenanceNotes(most_win_match.__file__, [], {})
    with create_csv(path, MATCH_COLUMNS, provenance) as writer:
        writer.lines(f"{id_},{row_ending(theme_sets)}" for id_, theme_sets in rows)
    return path


def test_different_match_sets_are_read_with_their_first_theme_synonym(tmp_path: Path) -> None:
    a, b = ["01_02_03"], ["01_02_03", "01_02_04"]
    path = written_matches(tmp_path / "m.csv", (3, b), (5, a), (8, b), (9, a))
    assert list(read_matches(path)) == [(3, tuple(b)), (5, tuple(a))]


def test_match_sets_become_a_table_of_theme_sets(tmp_path: Path) -> None:
    path = written_matches(tmp_path / "m.csv", (3, ["02_03_04", "05_06_07"]), (5, ["01_02_03"]))
    table = read_match_table(path)
    assert table.theme_sets == ["01_02_03", "02_03_04", "05_06_07"]
    assert table.theme_synonym == [3, 5]
    assert table.sets.toarray().tolist() == [[0, 1, 1], [1, 0, 0]]
    assert table.rows([(1, [0]), (0, [2, 1])]) == [
        (5, ["01_02_03"]),
        (3, ["02_03_04", "05_06_07"]),
    ]


def test_changed_matches_are_refused(tmp_path: Path) -> None:
    path = written_matches(tmp_path / "m.csv", (3, ["02_03_04"]))
    path.write_text(path.read_text() + "5,1,01_02_03\n")
    with pytest.raises(PipelineError, match=r"m\.csv has been changed since it was made"):
        list(read_matches(path))


# --- the stages one after the other ----------------------------------------------------------


def run_all_stages(folder: Path, tiles: Path, tile_numbers: str, rows: int, columns: int) -> None:
    """All artifacts of a board, without the workflow."""
    town_synonyms.main(tiles, tile_numbers, rows, columns, folder / "town_synonyms.csv")
    towns.main(
        tiles, tile_numbers, THEME_FILE, rows, columns, folder / "town_synonyms.csv", 0, 1,
        folder / "00.db",
    )  # fmt: skip
    theme_synonyms.main([folder / "00.db"], THEME_FILE, folder / "theme_synonyms.db")
    success_pattern.main(
        [folder / "00.db"], folder / "theme_synonyms.db", folder / "town_synonyms.csv", THEME_FILE,
        folder / "success_pattern.db",
    )  # fmt: skip
    distances.main(folder / "theme_synonyms.db", folder / "distances.db")
    most_win.main(folder / "distances.db", folder / "most_win.csv", folder / "points.csv")
    most_win_match.main(
        folder / "distances.db", folder / "most_win.csv", folder / "most_win_match.csv"
    )
    cover.main(
        folder / "most_win_match.csv", folder / "success_pattern.db", folder / "greedy.csv",
        folder / "answers.csv", folder / "minimum.csv",
    )  # fmt: skip


def test_the_cover_of_two_theme_synonyms(tmp_path: Path) -> None:
    run_all_stages(tmp_path, TILE_FILE, "3", 1, 1)
    assert read_provenance(tmp_path / "theme_synonyms.db")["towns"] == "2"
    assert int(read_provenance(tmp_path / "minimum.csv")["minimum_cover"]) == 2


def test_the_cover_of_a_single_theme_synonym(tmp_path: Path) -> None:
    # It matches every theme set, as all theme synonyms do, so it is a cover of size one.
    tiles = tmp_path / "tiles.csv"
    tiles.write_text(
        f"{','.join(TILE_FILE_COLUMNS)}\n0,front,0-1,0,0,0,0,0,0,0\n0,back,0-1,0,0,0,0,0,0,0\n"
    )
    run_all_stages(tmp_path, tiles, "0", 1, 1)
    assert read_provenance(tmp_path / "minimum.csv")["minimum_cover"] == "1"
