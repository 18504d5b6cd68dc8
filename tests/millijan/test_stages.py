"""The stages: contents of tables, charts and the page, logs, provenance and wrong options."""

from __future__ import annotations

import csv
import json
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from pipeline.millijan.stages import database as millijan_database
from pipeline.millijan.stages import page as millijan_page
from pipeline.millijan.stages import simulation, tenpai, winning_deals
from pipeline.millijan.tables import DATABASE, HAND_TABLES, SIMULATION_PART, TENPAI_PART, WINNING_DEALS_PART
from pipeline.stage import app_of
from tablebases.atlas.pages import DATA_FILE, hand_written
from tablebases.files import read_provenance
from tablebases.millijan.names import latin_name
from tablebases.millijan.simulation import share_of, simulate
from tablebases.millijan.table import decks
from tablebases.millijan.units import RuleSet
from tests.databases import content_of, rows_of
from tests.millijan.helpers import BY_HAND, TILES_FILE, table_of, units_file, units_of
from tests.millijan.known_hands import figure, known_rows, whole, wholes
from tests.millijan.questions import Answer, Case, answer_of_2019, copies_by_oracle, in_words, questions
from tests.millijan.results import DISTANCES, GAME, GAMES, HAND_FILE, HANDS, SEED, Results, run_all_stages

OF_EACH_DECK = [("all", 54), ("AS", 13), ("Princess", 17), ("Fairy", 17), ("Angel", 18)]


def rows_of_file(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# --- tiles, units and hands ------------------------------------------------------------------


def test_the_database_has_the_tiles_and_the_units_with_their_points(results: Results) -> None:
    found = rows_of(results.database, "SELECT * FROM tiles ORDER BY id")
    assert [tuple(map(str, row)) for row in found] == [tuple(row.values()) for row in rows_of_file(TILES_FILE)]
    points = dict(zip(wholes(figure("unit_sizes")), wholes(figure("unit_scores")), strict=True))
    units = units_of("2019")
    assert rows_of(results.database, "SELECT * FROM units ORDER BY id") == [
        (unit.number, unit.name, unit.size, points[unit.size], in_words(unit.members)) for unit in units
    ]
    assert rows_of(results.database, "SELECT * FROM unit_members ORDER BY unit, kind") == [
        (unit.number, kind) for unit in units for kind in unit.members
    ]


def rows_expected(number: int, case: Case, rules: RuleSet, answer: Answer) -> dict[str, list[Any]]:
    """Table -> the rows of a hand, from the oracle's answer."""
    row = case.row
    accepted, waits = copies_by_oracle(case, answer.accepted), copies_by_oracle(case, answer.waits)
    copies = sum(accepted.values()) if answer.distance else None
    discards = [(one.kind, place, one.distance, one.copies) for place, one in enumerate(answer.discards, start=1)]
    return {
        "hands": [(
            number, rules.value, row["hand"], row["called"], row["main"] or None, answer.n_tiles,
            answer.value, int(answer.won), answer.score, len(answer.splits),
        )],
        "splits": [
            (number, split, place, unit) for split, some in enumerate(answer.splits) for place, unit in enumerate(some)
        ],
        "waits": [(number, kind, score, waits[kind]) for kind, score in sorted(answer.waits.items())],
        "distance": [] if answer.distance is None else [(number, answer.distance, copies)],
        "accepted": [(number, kind, left) for kind, left in accepted.items()],
        "discards": [(number, *discard) for discard in sorted(discards)],
    }  # fmt: skip


@pytest.mark.thorough
def test_tables_of_hands_have_the_answers_of_the_oracle(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(millijan_database, "write_chart", lambda *_: None)
    monkeypatch.setattr("pipeline.artifacts._check_that_they_belong_together", lambda *_: None)  # parts of other rules
    cases, rules, path = questions(), RuleSet.OF_2019_10_08, tmp_path / "hands.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["hand", "called", "main"])
        writer.writeheader()
        writer.writerows(one.row for one in cases)
    made = tmp_path / "made.db"
    millijan_database.main(*GAME, path, *results.parts.values(), made, made, made, tmp_path / "notes.json", rules)
    answers = [answer_of_2019(one, rules) for one in cases]
    assert {12, 13} < {answer.n_tiles for answer in answers}
    assert {0, 1, 2, 3, None} < {answer.distance for answer in answers}
    expected: dict[str, list[Any]] = {table.name: [] for table in HAND_TABLES}
    for number, (one, answer) in enumerate(zip(cases, answers, strict=True), start=1):
        for table, rows in rows_expected(number, one, rules, answer).items():
            expected[table] += rows
    for table, rows in expected.items():
        assert rows
        assert rows_of(made, f"SELECT * FROM {table} ORDER BY 1, 2, 3") == rows, table


def test_sql_finds_the_published_examples_their_splits_and_waits(results: Results) -> None:
    rows = rows_of(results.database, "SELECT hand, won, score FROM hands ORDER BY hand_id LIMIT 2")
    hands = [row["names"] for row in known_rows("examples") if row["what"] == "hand"]
    scores = [whole("example_1_score"), whole("example_2_score")]
    assert rows == [(hand, 1, score) for hand, score in zip(hands, scores, strict=True)]
    best = "SELECT name FROM splits JOIN units ON units.id = unit WHERE hand_id = 1 ORDER BY place"
    printed = next(row["names"] for row in known_rows("examples") if row["what"] == "best as printed")
    assert sorted(name for (name,) in rows_of(results.database, best)) == sorted(printed.split(" | "))
    waits = "SELECT name, score FROM waits JOIN tiles ON tiles.id = kind WHERE hand_id = 4 ORDER BY score DESC LIMIT 1"
    assert rows_of(results.database, waits) == [("響", 24000)]


# --- random hands and deals ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "hands", "distances", "seed"), [("seed", HANDS, DISTANCES, SEED), ("v1.6", 40, 50, 2)]
)
def test_the_tables_of_a_simulation_have_its_counts(
    results: Results, tmp_path: Path, rules: str, hands: int, distances: int, seed: int
) -> None:
    path = results.parts["simulation"]
    if rules != "seed":
        path = tmp_path / "simulation.db"
        simulation.main(*GAME, path, RuleSet(rules), hands, distances, seed)
    for deck in decks(table_of("2019", RuleSet(rules))):
        found = simulate(deck, hands, min(hands, distances), seed)
        sql = "SELECT * FROM simulated_decks WHERE deck = ?"
        assert rows_of(path, sql, [deck.name]) == [(
            deck.name, deck.n_kinds, hands, *found.won, *found.win_chance, *found.tenpai,
            *(found.winning_score or (None, None)),
        )]  # fmt: skip
        for table, columns, counts, total in (
            ("simulated_scores", "won, score", {(int(won), key): n for (won, key), n in found.scores.items()}, hands),
            ("simulated_distances", "distance", found.distances, min(hands, distances)),
            ("simulated_units", "unit", found.unit_hands, hands),
        ):
            sql = f"SELECT {columns}, n_hands, share, share_error FROM {table} WHERE deck = ? ORDER BY 1, 2"
            assert rows_of(path, sql, [deck.name]) == [
                (*(key if isinstance(key, tuple) else (key,)), count, *share_of(count, total))
                for key, count in sorted(counts.items())
            ]


def test_winning_deals_of_as_are_as_many_as_known(results: Results) -> None:
    sql = "SELECT score, deals, share FROM winning_deals WHERE deck = 'AS' ORDER BY score"
    rows = rows_of(results.parts["winning_deals"], sql)
    every = comb(39, 13)
    assert all(share == n_deals / every for _, n_deals, share in rows)
    assert sum(share for *_, share in rows) == pytest.approx(float(figure("as_win_chance")), abs=0.0015)
    # Only the hand with one tile of each kind scores 24,000; each kind can be dealt in 3 ways.
    assert rows[-1] == (24000, 3**13, 3**13 / every)


def test_stages_leave_out_decks_with_more_nodes_than_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    winning_deals.main(*GAME, tmp_path / "deals.db", RuleSet.SEED, 2)
    assert rows_of(tmp_path / "deals.db", "SELECT * FROM winning_deals") == []
    log, text = capsys.readouterr().err, "winning deals, deck {}: left out, because its families have more nodes"
    assert log.splitlines() == [text.format(deck) for deck, _ in OF_EACH_DECK]
    tenpai.main(*GAME, tmp_path / "tenpai.db", 2, 1, 1, 1, SEED)
    assert rows_of(tmp_path / "tenpai.db", "SELECT * FROM waiting_deals") == []
    assert capsys.readouterr().err.count("are left out, because they need more nodes or states") == 10


def test_the_database_has_a_row_for_each_deck_and_all_shares_of_it(results: Results) -> None:
    sql = "SELECT deck, n_kinds, n_hands FROM simulated_decks ORDER BY rowid"
    assert rows_of(results.database, sql) == [(*deck, HANDS) for deck in OF_EACH_DECK]
    for table, hands in (("simulated_scores", HANDS), ("simulated_distances", DISTANCES)):
        sql = f"SELECT deck, sum(share), sum(n_hands) FROM {table} GROUP BY deck ORDER BY 1"
        expected = [(deck, pytest.approx(1), hands) for deck, _ in sorted(OF_EACH_DECK)]
        assert rows_of(results.database, sql) == expected
    waiting = rows_of(results.database, "SELECT deck, share, n_tiles, deals FROM waiting_deals")
    assert {(deck, n_tiles) for deck, _, n_tiles, _ in waiting} >= {("AS", 12), ("AS", 13)}
    for deck, share, n_tiles, n_deals in waiting:
        assert share == n_deals / comb(3 * dict(OF_EACH_DECK)[deck], n_tiles)
    sql = "SELECT deck, n_games, n_won <= n_games FROM simulated_games"
    assert rows_of(results.database, sql) == [(deck, GAMES, 1) for deck, _ in OF_EACH_DECK]


def test_the_database_has_the_tables_of_all_parts_and_nothing_else(results: Results) -> None:
    tables = [table.name for table in DATABASE.tables]
    rows = rows_of(results.database, "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL")
    assert sorted(rows) == sorted(("table", name) for name in [*tables, "arrays", "columns", "provenance"])
    for part in (SIMULATION_PART, WINNING_DEALS_PART, TENPAI_PART):
        for table in part.tables:
            sql = f"SELECT * FROM {table.name}"
            rows = rows_of(results.database, sql)
            assert rows
            assert rows == rows_of(results.parts[part.stage.removeprefix("millijan_")], sql)


# --- charts and page -------------------------------------------------------------------------


def test_the_charts_show_every_deck_and_its_most_frequent_units(results: Results) -> None:
    text = results.charts[0].read_text(encoding="utf-8")
    root = ElementTree.parse(results.charts[1]).getroot()  # noqa: S314 - our own
    words = {"".join(element.itertext()).strip() for element in root.iter()}
    for deck, _ in OF_EACH_DECK:
        assert f"{deck}: distance of 12 tiles" in text
        assert f"{deck}: score of 13 tiles" in text
        assert deck in words
        sql = """
        SELECT name FROM simulated_units JOIN units ON units.id = unit
        WHERE deck = ? ORDER BY n_hands DESC, unit LIMIT 5
        """
        assert {name for (name,) in rows_of(results.database, sql, [deck])} <= words


def test_the_page_has_all_tiles_and_both_lists_of_units(results: Results, tmp_path: Path) -> None:
    data = json.loads((results.page / DATA_FILE).read_text(encoding="utf-8"))
    columns = ("name", "kana", "full_name", "type")
    assert data == {
        "tiles": [
            {column: row[column] for column in columns} | {"latin": latin_name(row["kana"])}
            for row in rows_of_file(TILES_FILE)
        ],
        "units": {
            year: [{"name": unit.name, "members": list(unit.members)} for unit in units_of(year)]
            for year in ("2019", "2025")
        },
        "rules": ["seed", "2019-10-08", "v1.6"],
    }
    assert list(data["units"]) == ["2019", "2025"]
    millijan_page.main(
        TILES_FILE, [units_file("2025"), units_file("2019")], tmp_path / "page" / "about.json", tmp_path / "notes.json"
    )
    data = json.loads((tmp_path / "page" / DATA_FILE).read_text(encoding="utf-8"))
    assert list(data["units"]) == ["2025", "2019"]


# --- stages as the workflow calls them -------------------------------------------------------


def artifacts_of(made: Results) -> list[Path]:
    """All artifacts with provenance."""
    return [*made.parts.values(), made.database, *made.charts, made.page / DATA_FILE]


def test_a_second_run_writes_the_same_and_logs_its_results(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(millijan_database, "write_chart", lambda *_: None)
    run_all_stages(tmp_path)
    log = capsys.readouterr().err.splitlines()
    again = Results(tmp_path)
    for one, other in zip(artifacts_of(results), artifacts_of(again), strict=True):
        if one.suffix == ".db":
            assert (read_provenance(one), content_of(one)) == (read_provenance(other), content_of(other))
        elif one.suffix != ".svg":
            assert one.read_bytes() == other.read_bytes()
    of_decks = [line.split(": ")[1] for line in log if line.startswith("simulation: ")]
    assert of_decks == [f"deck {deck}" for deck, _ in OF_EACH_DECK]
    charts = " and ".join(map(str, again.charts))
    assert log[-4:] == [
        "units: 155 units of 54 kinds of tiles",
        "hands: 7 hands, 3 of them won",
        f"millijan database: {len(DATABASE.tables)} tables in {again.database}; charts {charts}",
        f"millijan page: 2019 and 2025 in {again.page}",
    ]


def test_artifacts_have_provenance(results: Results) -> None:
    notes = dict(zip(BY_HAND["provenance"], map(read_provenance, artifacts_of(results)), strict=True))
    for name, (stage, inputs, parameters) in BY_HAND["provenance"].items():
        assert notes[name]["stage"] == f"millijan_{stage}"
        written = [path.name for path in hand_written("millijan")] if name == "page" else []
        expected = {f"input {file}" for file in (*inputs, *written)}
        assert {key for key in notes[name] if key.startswith("input ")} == expected
        assert json.loads(notes[name]["parameters"]) == parameters
    assert notes["database"]["rows units"] == str(len(units_of("2019")))
    assert notes["database"]["rows hands"] == str(len(rows_of_file(HAND_FILE)))
    assert notes["database"]["input tenpai.db"] == notes["tenpai"]["content_digest"]


@pytest.mark.parametrize(
    ("stage", "option", "value"),
    [(winning_deals, "--most-ways", "-1"), (winning_deals, "--rules", "2019"), (tenpai, "--most-nodes", "1"),
     (tenpai, "--games", "0"), (simulation, "--hands", "1"), (simulation, "--distances", "0"),
     (simulation, "--seed", "-1"), (simulation, "--rules", "2019")],
)  # fmt: skip
def test_a_stage_refuses_a_wrong_option(tmp_path: Path, stage: ModuleType, option: str, value: str) -> None:
    tiles, units = map(str, GAME)
    words = ["--tiles", tiles, "--units", units, "--out", str(tmp_path / "out.db"), option, value]
    done = CliRunner().invoke(app_of(stage.main), words)
    assert done.exit_code == 2
    assert option in done.stderr
    assert list(tmp_path.iterdir()) == []
