"""Records of larger polyominoes: counted, put together, read from a file, shown and verified."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import yaml

from pipeline.godomachi.configuration import Records as Settings
from pipeline.godomachi.records import read_counts, read_records
from pipeline.godomachi.stages import database, record_cuts, record_plies, record_winners, records
from scripts.replay_godomachi import Replay
from scripts.verify import godomachi
from scripts.verify.checks import ask
from tablebases.errors import Error
from tablebases.files import PROVENANCE
from tablebases.godomachi import lost_pairs
from tablebases.godomachi.tablebase import MaxCut
from tablebases.verification import Outcome
from tests.command_lines.typed import run_typed
from tests.godomachi.helpers import KNOWN, LARGEST, REPOSITORY, RULES, histogram, plies_of, shapes, shapes_up_to
from tests.godomachi.results import RECORD_FILE
from tests.provenance import noted


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Counts of the sizes in the file of records."""
    folder = tmp_path_factory.mktemp("records")
    cuts = folder / "cuts.db"
    record_cuts.main(8, cuts)
    found = []
    for plies in range(1, 6):
        found.append(folder / f"plies_{plies}.csv")
        record_plies.main(cuts, [6, 7], plies, found[-1], noted(folder, f"plies_{plies}"))
    record_winners.main(cuts, 8, folder / "winners_8.csv", noted(folder, "winners_8"))
    return [*found, folder / "winners_8.csv"]


def test_records_are_those_of_the_plies_of_all_pairs(counts: list[Path], tmp_path: Path) -> None:
    records.main(counts, tmp_path / "records.csv", tmp_path / "notes.json")
    found = read_records(tmp_path / "records.csv")
    for n in (6, 7):
        assert {each.plies: each.pairs for each in found if each.n == n} == histogram(plies_of(n))
        assert all(each.winner == (each.plies or 0) % 2 for each in found if each.n == n)
    wins = {1: KNOWN.terms("first_wins")[8], 0: KNOWN.terms("second_wins")[8]}
    assert {each.winner: each.pairs for each in found if each.n == 8} == wins
    assert {each.plies for each in found if each.n == 8} == {None}
    assert (tmp_path / "records.csv").read_bytes() == RECORD_FILE.read_bytes()


@pytest.mark.parametrize("rows_kept", [1, 20, 60])
def test_wins_are_the_same_if_memory_has_room_for_few_smaller_pairs(
    counts: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows_kept: int
) -> None:
    words_of_a_row = -(-len(shapes(7)) // lost_pairs.WORD)
    monkeypatch.setattr(lost_pairs, "BYTES_KEPT", rows_kept * words_of_a_row * 8)
    monkeypatch.setattr(lost_pairs, "SHAPES_AT_ONCE", 5)
    record_winners.main(counts[0].with_name("cuts.db"), 8, tmp_path / "winners_8.csv", tmp_path / "notes.json")
    assert (tmp_path / "winners_8.csv").read_bytes() == counts[-1].read_bytes()


def test_cuts_of_some_shapes_at_a_time_are_the_same(
    counts: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_cuts, "SHAPES_AT_ONCE", 50)
    record_cuts.main(8, tmp_path / "cuts.db")
    assert (tmp_path / "cuts.db").read_bytes() == counts[0].with_name("cuts.db").read_bytes()


@pytest.mark.parametrize("missing", ["plies_2", "plies_4 plies_5"])
def test_records_report_missing_plies(counts: list[Path], tmp_path: Path, missing: str) -> None:
    some = [path for path in counts if path.stem not in missing.split()]
    with pytest.raises(Error, match=r"^[67] cells: .*; give the files of (all|more plies)$"):
        records.main(some, tmp_path / "records.csv", tmp_path / "notes.json")
    assert not (tmp_path / "records.csv").exists()


def test_records_report_repeated_foreign_and_changed_counts(counts: list[Path], tmp_path: Path) -> None:
    for stem in ("plies_1", "winners_8"):
        again = tmp_path / f"{stem}_again.csv"
        shutil.copy(counts[0].with_name(f"{stem}.csv"), again)
        notes = noted(counts[0].parent, stem)
        (tmp_path / PROVENANCE).mkdir(exist_ok=True)
        text = notes.read_text(encoding="utf-8").replace(f"file {stem}", f"file {stem}_again")
        (tmp_path / PROVENANCE / notes.name).write_text(text, encoding="utf-8")
        with pytest.raises(Error, match=r"each once|several files of winners"):
            records.main([*counts, again], tmp_path / "records.csv", tmp_path / "notes.json")
    foreign = tmp_path / "others.csv"
    foreign.write_text("n\n1\n")
    with pytest.raises(Error, match=r"others\.csv is neither"):
        records.main([foreign], tmp_path / "records.csv", tmp_path / "notes.json")
    changed = tmp_path / "plies_1_again.csv"
    changed.write_text(changed.read_text().replace("450", "451"))
    with pytest.raises(Error, match=r"plies_1_again\.csv has been changed"):
        read_counts(changed, "godomachi_record_plies")


WRONG = yaml.safe_load(Path(__file__).with_name("wrong_records.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_reader_names_the_wrong_line_of_a_file_of_records(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "records.csv"
    path.write_text(f"rule,n,winner,plies,pairs\nany,6,1,1,450\nany,100,1,1,1\n{line}\n")
    with pytest.raises(Error) as raised:
        read_records(path)
    assert str(raised.value).startswith(f"{path}, line 4{message}")


# In the database.


@pytest.fixture
def database_with(tmp_path: Path) -> Callable[[str], Path]:
    """A maker of databases with other records."""

    def make(lines: str) -> Path:
        (tmp_path / "records.csv").write_text(f"rule,n,winner,plies,pairs\n{lines}")
        database.main(6, tmp_path / "records.csv", tmp_path / "godomachi.db")
        return tmp_path

    return make


def test_summary_shows_records_of_larger_sizes_by_the_same_rule(database_with: Callable[[str], Path]) -> None:
    folder = database_with("any,9,1,5,30\nany,9,0,6,6\nany,6,1,,526\nhalf,10,1,,5\n")
    rows = json.loads(run_typed(["godomachi", "summary", "--json", "--results", str(folder)]).output)["sizes"]
    assert rows[-1] == {
        "n": 9, "polyominoes": 9, "pairs": 36, "first_wins": 30, "second_wins": 6, "longest": 6, "puzzles": None,
    }  # fmt: skip
    assert [row["longest"] for row in rows if row["n"] == 6] == [3]


CHECKS = [check for check in godomachi.checks if check.run in (godomachi.records, godomachi.records_again)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("old", "new", "outcomes"),
    [
        ("", "", (Outcome.AGREES, Outcome.AGREES)),
        ("any,6,1,1,450", "any,6,1,1,451", (Outcome.DIFFERS, Outcome.DIFFERS)),
        ("any,8,0,,8189", "any,8,0,,8188", (Outcome.DIFFERS, Outcome.DIFFERS)),
        ("any,8,0,,8189", "any,8,0,,8189\nany,5,1,,54", (Outcome.DIFFERS, Outcome.DIFFERS)),
        ("any,6,1,3,76\n", "", (Outcome.DIFFERS, Outcome.DIFFERS)),
    ],
)
def test_verification_counts_records_again(
    godomachi_folder: Path, database_with: Callable[[str], Path], old: str, new: str, outcomes: tuple[Outcome, Outcome]
) -> None:
    folder, records_of_run = godomachi_folder, RECORD_FILE
    if old:
        folder = database_with(RECORD_FILE.read_text().replace(old, new).partition("\n")[2])
        records_of_run = folder / "records.csv"
    section = SimpleNamespace(record_file=str(records_of_run), max_cut="any", max_n=8)
    found = [ask(check, godomachi.Artifacts(folder, cast(Any, section))) for check in CHECKS]
    assert tuple(result.outcome for result in found) == outcomes
    assert ("some differ" in found[1].found) == bool(old)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("", "", ""),
        ("any,6,1,1,450", "any,6,1,1,451", "451 pairs are listed, 450 is right"),
        ("any,7,0,4,559", "any,7,0,4,558", "1,049 pairs are listed, 1,050 is right"),
        ("", "wrong program", "8 cells, any: the two programs differ in"),
    ],
)
def test_second_program_confirms_records_and_reports_wrong_ones(
    godomachi_folder: Path,
    database_with: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    old: str,
    new: str,
    fault: str,
) -> None:
    monkeypatch.setattr(godomachi, "LARGEST_STORED", 6)
    if new == "wrong program":
        monkeypatch.setattr(godomachi, "wins_below", lambda _, moves: lost_pairs.lost_pairs(moves[:-1], 0))
    folder = godomachi_folder
    if old:
        assert old in RECORD_FILE.read_text()
        folder = database_with(RECORD_FILE.read_text().replace(old, new).partition("\n")[2])
    (check,) = (each for each in godomachi.checks if each.run is godomachi.records_by_second_program)
    result = ask(check, godomachi.Artifacts(folder, cast(Any, SimpleNamespace(max_cut="any", max_n=8))))
    assert result.outcome is (Outcome.DIFFERS if fault else Outcome.AGREES), result.found
    assert fault in result.found


@pytest.mark.parametrize("max_cut", RULES)
def test_second_program_finds_the_plies_of_all_pairs(max_cut: MaxCut) -> None:
    samples = {6: np.arange(len(shapes(6))), 7: np.arange(0, len(shapes(7)), 9)}
    replay = Replay(shapes_up_to(LARGEST)[:7], max_cut is MaxCut.HALF, 5, samples)
    counts, found = replay.run()
    for n in range(2, 6):
        assert counts[n] == histogram(plies_of(n, max_cut))
    wins = {plies: pairs for plies, pairs in histogram(plies_of(6, max_cut)).items() if plies % 2}
    assert {plies: pairs for plies, pairs in counts[6].items() if plies} == wins
    assert (found[6] == plies_of(6, max_cut)).all()
    assert (found[7] == plies_of(7, max_cut)[np.ix_(samples[7], samples[7])] % 2).all()


def test_the_records_of_the_project_are_of_all_pairs_and_no_game_is_longer_than_known() -> None:
    listed = read_records(REPOSITORY / "data" / "godomachi" / "records.csv")
    free = KNOWN.terms("polyominoes") | dict(enumerate(KNOWN.wholes("free_polyominoes_11_to_13"), start=11))
    free[14] = 901_971  # OEIS A000105
    longest = KNOWN.terms("longest_game")
    for n in {each.n for each in listed}:
        some = [each for each in listed if each.n == n]
        assert sum(each.pairs for each in some) == free[n] * (free[n] - 1) // 2
        assert {each.rule for each in some} == {MaxCut.ANY}
        assert max(each.plies or 0 for each in some) in (0, longest.get(n))
        if n == 11:
            wins = [sum(each.pairs for each in some if each.winner == winner) for winner in (1, 0)]
            assert wins == [KNOWN.terms("first_wins")[11], KNOWN.terms("second_wins")[11]]


@pytest.mark.parametrize(
    ("plies", "winners", "largest", "most_plies"),
    [([11, 13], [14], 14, 11), ([5, 4], [], 5, 3), ([], [6], 6, 1), ([], [], 3, 1)],
)
def test_settings_give_the_largest_size_and_the_most_plies(
    plies: list[int], winners: list[int], largest: int, most_plies: int
) -> None:
    settings = Settings(plies=plies, winners=winners)
    assert (settings.largest, settings.most_plies) == (largest, most_plies)
