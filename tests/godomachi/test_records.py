"""Records of larger polyominoes: counted in shares, put together, read from a file, shown and verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from pipeline.godomachi.configuration import Records as Settings
from pipeline.godomachi.records import read_records, read_shares
from pipeline.godomachi.stages import database, record_cuts, record_plies, record_winners, records
from pipeline.godomachi.tables import RECORDS
from scripts.verify import godomachi
from scripts.verify.checks import Result, ask
from tablebases.cli.main import app
from tablebases.errors import Error
from tablebases.godomachi.tablebase import MaxCut
from tablebases.verification import Outcome
from tests.godomachi.helpers import FREE_POLYOMINOES, histogram, plies_of, shapes, terms
from tests.godomachi.results import RECORD_FILE, Results

SHARES = 3
FREE_OF_14_CELLS = 901_971


@pytest.fixture(scope="module")
def shares(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """What is counted of the sizes of the file."""
    folder = tmp_path_factory.mktemp("records")
    cuts = folder / "cuts.db"
    record_cuts.main(8, cuts)
    found = []
    for plies in range(1, 6):
        found.append(folder / f"plies_{plies}.csv")
        record_plies.main(cuts, [6, 7], plies, found[-1])
    for share in range(SHARES):
        found.append(folder / f"winners_8_{share}.csv")
        record_winners.main(cuts, 8, share, SHARES, found[-1])
    return found


def test_records_are_what_the_plies_of_all_pairs_say(shares: list[Path], tmp_path: Path) -> None:
    records.main(shares, tmp_path / "records.csv")
    found = read_records(tmp_path / "records.csv")
    for n in (6, 7):
        assert {of.plies: of.pairs for of in found if of.n == n} == histogram(plies_of(n))
        assert all(of.winner == (of.plies or 0) % 2 for of in found if of.n == n)
    wins = {1: terms("first_wins")[8], 0: terms("second_wins")[8]}
    assert {of.winner: of.pairs for of in found if of.n == 8} == wins
    assert {of.plies for of in found if of.n == 8} == {None}
    assert (tmp_path / "records.csv").read_bytes() == RECORD_FILE.read_bytes()


@pytest.mark.parametrize("shares_of_all", [1, 2, 7, 400])
def test_every_shape_is_in_one_share_and_shares_have_as_many_pairs(shares_of_all: int) -> None:
    count = len(shapes(8))
    rows = [record_winners.rows_of_share(count, share, shares_of_all) for share in range(shares_of_all)]
    assert [a for some in rows for a in some] == list(range(count))
    pairs = [sum(count - 1 - a for a in some) for some in rows]
    assert max(pairs) - min(pairs) <= 2 * count


def test_cuts_found_some_at_a_time_are_the_same(
    shares: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_cuts, "SHAPES_AT_ONCE", 50)
    record_cuts.main(8, tmp_path / "cuts.db")
    assert (tmp_path / "cuts.db").read_bytes() == shares[0].with_name("cuts.db").read_bytes()


@pytest.mark.parametrize("missing", ["plies_2", "plies_4 plies_5", "winners_8_0", "winners_8_1", "winners_8_2"])
def test_a_missing_share_is_told(shares: list[Path], tmp_path: Path, missing: str) -> None:
    some = [path for path in shares if path.stem not in missing.split()]
    with pytest.raises(Error, match=r"^[678] cells: .*; give the files of (all|more plies)$"):
        records.main(some, tmp_path / "records.csv")
    assert not (tmp_path / "records.csv").exists()


def test_a_share_given_twice_and_a_foreign_or_changed_file_are_told(shares: list[Path], tmp_path: Path) -> None:
    for path, again in (("plies_1", "plies_1_again"), ("winners_8_1", "winners_8_1_again")):
        original = next(share for share in shares if share.stem == path)
        copy = tmp_path / f"{again}.csv"
        for suffix in ("", ".provenance.json"):
            copy.with_name(copy.name + suffix).write_bytes(original.with_name(original.name + suffix).read_bytes())
        with pytest.raises(Error, match=r"each once|each polyomino once"):
            records.main([*shares, copy], tmp_path / "records.csv")
    foreign = tmp_path / "others.csv"
    with pytest.raises(Error, match=r"cannot read .*others\.csv"):
        records.main([foreign], tmp_path / "records.csv")
    foreign.write_text("n\n1\n")
    with pytest.raises(Error, match=r"others\.csv is neither"):
        records.main([foreign], tmp_path / "records.csv")
    changed = tmp_path / "plies_1_again.csv"
    changed.write_text(changed.read_text().replace("450", "451"))
    with pytest.raises(Error, match=r"plies_1_again\.csv has been changed"):
        read_shares(changed, "godomachi_record_plies")


def test_a_share_beyond_the_last_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Error, match=r"^--share 3: shares are numbered from 0, and there are 3$"):
        record_winners.main(tmp_path / "cuts.db", 8, 3, 3, tmp_path / "out.csv")


FAULTS = {
    "any,6,1,,0": "n must be from 1 to 100 and pairs from 1, not 6 and 0",
    "any,0,1,,5": "n must be from 1 to 100",
    "any,6,2,,5": "plies must be below n, odd with winner 1 and even with winner 0",
    "any,6,1,2,5": "plies must be below n",
    "any,6,0,3,5": "plies must be below n",
    "any,6,1,7,5": "plies must be below n",
    "any,6,0,0,5": "plies must be below n",
    "third,6,1,1,5": "needs rule, n, winner, plies (or nothing) and pairs: 'third' is not a valid MaxCut",
    "any,6,1,x,5": "needs rule",
    "any,6,1": "needs rule",
    "any,6,1,1,450": "there are two rows for the same pairs; remove one",
}


@pytest.mark.parametrize("line", FAULTS)
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "records.csv"
    path.write_text(f"rule,n,winner,plies,pairs\nany,6,1,1,450\n{line}\n")
    with pytest.raises(Error) as raised:
        read_records(path)
    assert str(raised.value).startswith(f"{path}, line 3")
    assert FAULTS[line] in str(raised.value)


# --- in the database -------------------------------------------------------------------------


def test_the_summary_shows_records_of_sizes_that_the_run_has_not(
    database_with: Callable[[str], Path],
) -> None:
    folder = database_with("any,9,1,5,30\nany,9,0,6,6\nany,8,1,,59707\nhalf,10,1,,5\n")
    said = CliRunner().invoke(app, ["godomachi", "summary", "--json", "--results", str(folder)]).stdout
    rows = {row["n"]: row for row in json.loads(said)}
    assert rows[9] == {
        "n": 9, "polyominoes": 9, "pairs": 36, "first wins": 30, "second wins": 6, "longest": 6, "puzzles": None,
    }  # fmt: skip
    assert max(rows) == 9
    assert rows[8]["longest"] == 5


@pytest.fixture
def database_with(results: Results, tmp_path: Path) -> Callable[[str], Path]:
    """A folder with a database of the small run that has other records."""

    def make(lines: str) -> Path:
        (tmp_path / "records.csv").write_text(f"rule,n,winner,plies,pairs\n{lines}")
        database.main(results.max_n, tmp_path / "records.csv", tmp_path / "godomachi.db")
        return tmp_path

    return make


def asked(folder: Path, record_file: Path) -> list[Result]:
    """What the checks of records say of a database."""
    section = SimpleNamespace(
        record_file=str(record_file), max_cut="any", max_n=8, records=SimpleNamespace(shares=SHARES)
    )
    artifacts = godomachi.Artifacts(folder, cast(Any, section))
    of_records = (godomachi.records, godomachi.records_again)
    return [ask(check, artifacts) for check in godomachi.checks if check.run in of_records]


def test_right_records_are_counted_again(results: Results) -> None:
    assert [result.outcome for result in asked(results.folder, RECORD_FILE)] == [Outcome.AGREES] * 2


@pytest.mark.parametrize(
    ("old", "new"),
    [("any,6,1,1,450", "any,6,1,1,451"), ("any,8,0,,8189", "any,8,0,,8188"), ("any,6,1,3,76\n", "")],
)
def test_a_record_file_that_is_wrong_is_named_by_both_levels(
    database_with: Callable[[str], Path], old: str, new: str
) -> None:
    lines = RECORD_FILE.read_text().replace(old, new).partition("\n")[2]
    folder = database_with(lines)
    quick, again = asked(folder, folder / "records.csv")
    assert quick.outcome is (Outcome.DIFFERS if new else Outcome.AGREES)
    assert again.outcome is Outcome.DIFFERS
    assert "some differ" in again.found


def test_a_database_with_other_records_than_the_file_is_named(database_with: Callable[[str], Path]) -> None:
    folder = database_with("any,6,1,1,450\n")
    quick, _ = asked(folder, RECORD_FILE)
    assert RECORDS.name in quick.found


def test_the_records_of_the_project_are_of_all_pairs_and_no_game_is_longer_than_known() -> None:
    listed = read_records(Path(__file__).parents[2] / "data" / "godomachi" / "records.csv")
    free = [*FREE_POLYOMINOES, FREE_OF_14_CELLS]
    longest = terms("longest_game")
    for n in {of.n for of in listed}:
        of_size = [of for of in listed if of.n == n]
        assert sum(of.pairs for of in of_size) == free[n - 1] * (free[n - 1] - 1) // 2
        assert {of.rule for of in of_size} == {MaxCut.ANY}
        assert max(of.plies or 0 for of in of_size) in (0, longest.get(n))
        if n == 11:
            wins = [sum(of.pairs for of in of_size if of.winner == winner) for winner in (1, 0)]
            assert wins == [terms("first_wins")[11], terms("second_wins")[11]]


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plies", "winners", "largest", "most_plies"),
    [([11, 13], [14], 14, 11), ([5, 4], [], 5, 3), ([], [6], 6, 1), ([], [], 3, 1)],
)
def test_sizes_say_how_large_shapes_are_and_how_many_plies_are_asked(
    plies: list[int], winners: list[int], largest: int, most_plies: int
) -> None:
    settings = Settings(plies=plies, winners=winners, shares=1)
    assert (settings.largest, settings.most_plies) == (largest, most_plies)
