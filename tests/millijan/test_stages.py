"""The stages: what their tables hold, twice the same, and files that they cannot use."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner, Result

from pipeline.millijan.stages import database as millijan_database
from pipeline.millijan.stages import page as millijan_page
from pipeline.millijan.stages import simulation, tenpai, winning_deals
from pipeline.millijan.tables import DATABASE, HAND_TABLES, SIMULATION_PART, TENPAI_PART, WINNING_DEALS_PART
from pipeline.stage import _with_options
from tablebases.atlas.pages import DATA_FILE, hand_written, page_files
from tablebases.errors import Error, InputError
from tablebases.files import provenance_file, read_provenance
from tablebases.millijan.game_files import read_questions
from tablebases.millijan.simulation import deals, mean_and_error, share_of, simulate
from tablebases.millijan.table import decks
from tablebases.millijan.units import RuleSet
from tests.databases import content_of, rows_of
from tests.millijan.helpers import RULES, TILES, TILES_FILE, table_of, units_file, units_of
from tests.millijan.known_hands import figure, known_rows, whole, wholes
from tests.millijan.results import (
    DATABASES,
    DISTANCES,
    GAME,
    GAMES,
    HAND_FILE,
    HANDS,
    MAX_NODES,
    MAX_WAYS,
    SEED,
    Answer,
    Asked,
    Results,
    answer_of_2019,
    copies_by_oracle,
    make_database,
    questions,
    write_hands,
)
from tests.oracle import millijan as oracle

MODULES = {
    "simulation": simulation, "winning_deals": winning_deals, "tenpai": tenpai,
    "database": millijan_database, "page": millijan_page,
}  # fmt: skip
OF_EACH_DECK = [("all", 54), ("AS", 13), ("Princess", 17), ("Fairy", 17), ("Angel", 18)]


def rows_of_file(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def database_of(results: Results, folder: Path, hand_file: Path, **other: Any) -> Path:
    """The database of a run with other hands, units or rules."""
    made = folder / "made.db"
    make_database(results, made, folder / "chart.svg", folder / "units.svg", hand_file=hand_file, **other)
    return made


# --- units -----------------------------------------------------------------------------------


def test_all_tiles_of_the_file_are_there(results: Results) -> None:
    found = rows_of(results.database, "SELECT * FROM tiles ORDER BY id")
    expected = [tuple(row.values()) for row in rows_of_file(TILES_FILE)]
    assert [tuple(map(str, row)) for row in found] == expected
    assert len(found) == 54


@pytest.mark.parametrize("year", ["2019", "2025"])
def test_all_units_of_the_file_are_there_with_their_points(results: Results, tmp_path: Path, year: str) -> None:
    path = database_of(results, tmp_path, HAND_FILE, units=units_file(year))
    points = dict(zip(wholes(figure("unit_sizes")), wholes(figure("unit_scores")), strict=True))
    assert rows_of(path, "SELECT * FROM units ORDER BY id") == [
        (unit.number, unit.name, unit.size, points[unit.size],
         " ".join(TILES[kind].name for kind in unit.members))
        for unit in units_of(year)
    ]  # fmt: skip
    assert rows_of(path, "SELECT * FROM unit_members ORDER BY unit, kind") == [
        (unit.number, kind) for unit in units_of(year) for kind in unit.members
    ]


# --- hands -----------------------------------------------------------------------------------


def rows_expected(number: int, asked: Asked, rules: RuleSet, answer: Answer) -> dict[str, Any]:
    """The rows of a hand in each table, by what the oracle says of it."""
    row = asked.row
    accepted = copies_by_oracle(asked, answer.accepted)
    waits = copies_by_oracle(asked, answer.waits)
    return {
        "hands": [(
            number, rules.value, row["hand"], row["called"], row["main"] or None, answer.n_tiles,
            answer.value, int(answer.won), answer.score, len(answer.splits),
        )],
        "splits": [
            (number, split, place, unit)
            for split, some in enumerate(answer.splits)
            for place, unit in enumerate(some)
        ],
        "waits": [(number, kind, answer.waits[kind], waits[kind]) for kind in sorted(waits)],
        "distance": [(number, answer.distance, answer.accepted_copies)]
        if answer.distance is not None
        else [],
        "accepted": [(number, kind, copies) for kind, copies in accepted.items()],
        "discards": sorted(
            (number, one.kind, place, one.distance, one.copies)
            for place, one in enumerate(answer.discards, start=1)
        ),
    }  # fmt: skip


@pytest.fixture(scope="module")
def asked() -> tuple[Asked, ...]:
    """Hands of all sizes, many with called units or a main idol."""
    return questions()


def test_the_hands_asked_are_of_all_sorts(asked: tuple[Asked, ...]) -> None:
    answers = [answer_of_2019(one, RuleSet.SEED) for one in asked]
    assert len(asked) > 50
    assert len({answer.n_tiles for answer in answers}) >= 6
    assert {12, 13} < {answer.n_tiles for answer in answers}
    assert sum(answer.won for answer in answers) > 8
    assert sum(bool(answer.waits) for answer in answers) > 8
    assert {0, 1, 2, 3, None} < {answer.distance for answer in answers}
    assert sum(bool(one.called) for one in asked) > 20
    assert sum(one.main is not None for one in asked) > 20
    assert sum(len(answer.splits) > 1 for answer in answers) >= 3


@pytest.mark.parametrize("rules", RULES)
def test_all_tables_of_hands_have_what_the_oracle_says(
    results: Results, tmp_path: Path, asked: tuple[Asked, ...], rules: RuleSet
) -> None:
    path = database_of(results, tmp_path, write_hands(tmp_path / "hands.csv", asked), rules=rules)
    expected: dict[str, list[Any]] = {of.name: [] for of in HAND_TABLES}
    for number, one in enumerate(asked, start=1):
        for table, rows in rows_expected(number, one, rules, answer_of_2019(one, rules)).items():
            expected[table] += rows
    for table, rows in expected.items():
        assert rows
        assert rows_of(path, f"SELECT * FROM {table} ORDER BY 1, 2, 3") == rows, table


def test_the_first_hands_of_the_data_file_are_those_published(results: Results) -> None:
    rows = rows_of(results.database, "SELECT hand, won, score FROM hands ORDER BY hand_id LIMIT 2")
    published = [row["names"] for row in known_rows("examples") if row["what"] == "hand"]
    scores = [whole("example_1_score"), whole("example_2_score")]
    assert rows == [(hand, 1, score) for hand, score in zip(published, scores, strict=True)]


def test_splits_and_waits_are_read_with_sql(results: Results) -> None:
    best = "SELECT name FROM splits JOIN units ON units.id = unit WHERE hand_id = 1 ORDER BY place"
    (printed,) = (
        row["names"] for row in known_rows("examples") if (row["example"], row["what"]) == ("1", "best as printed")
    )
    names = [name for (name,) in rows_of(results.database, best)]
    assert sorted(names) == sorted(printed.split(" | "))
    waits = """
    SELECT name, score FROM waits JOIN tiles ON tiles.id = kind
    WHERE hand_id = 4 ORDER BY score DESC LIMIT 1
    """
    assert rows_of(results.database, waits) == [("響", 24000)]


def test_hands_may_be_written_as_people_do_and_are_kept_by_name(results: Results, tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(
        'main,hand,called\r\nはるか,"ハルカ,チハヤ、みき/3", 4 ;千早+雪歩;\r\n,天海 春香 '
        "\N{FULLWIDTH DIGIT SEVEN},\r\n",
        encoding="utf-8-sig",
        newline="",
    )
    made = database_of(results, tmp_path, path)
    assert rows_of(made, "SELECT hand, called, main, n_tiles FROM hands") == [
        ("春香 千早 美希 雪歩", "ハルカナミライ; inferno SQUARING", "春香", 8),
        ("春香 貴音", "", None, 2),
    ]


@pytest.mark.parametrize("text", ["hand\n春香\n", "hand,main\n春香,\n", "called,hand\n,春香\n"])
def test_called_and_main_may_be_left_out(results: Results, tmp_path: Path, text: str) -> None:
    (tmp_path / "hands.csv").write_text(text, encoding="utf-8")
    made = database_of(results, tmp_path, tmp_path / "hands.csv")
    sql = "SELECT hand_id, hand, called, main FROM hands"
    assert rows_of(made, sql) == [(1, "春香", "", None)]


def test_a_file_without_hands_makes_empty_tables(results: Results, tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("hand,called,main\n", encoding="utf-8")
    made = database_of(results, tmp_path, tmp_path / "hands.csv")
    for table in HAND_TABLES:
        assert rows_of(made, f"SELECT * FROM {table.name}") == []


def test_hands_are_judged_by_the_units_of_the_file(results: Results, tmp_path: Path) -> None:
    path = write_hands(tmp_path / "hands.csv", [Asked(tuple(range(13)))])
    made = database_of(results, tmp_path, path, units=units_file("2025"))
    best = oracle.best_packings(tuple(range(13)), units_of("2025"))
    rows = rows_of(made, "SELECT split, unit FROM splits ORDER BY split, place")
    assert rows == [(number, u.number) for number, some in enumerate(best) for u in some]


# --- simulation ------------------------------------------------------------------------------


def simulated(path: Path, rules: RuleSet, hands: int = HANDS, seed: int = SEED) -> Path:
    """Random hands once more."""
    simulation.main(*GAME, path, rules, hands, DISTANCES, seed)
    return path


@pytest.fixture(scope="module")
def under_v1_6(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same random hands under other rules."""
    return simulated(tmp_path_factory.mktemp("v1_6") / "simulation.db", RuleSet.V1_6)


@pytest.mark.parametrize("rules", [RuleSet.SEED, RuleSet.V1_6])
def test_wins_and_scores_of_random_hands_are_counted(results: Results, under_v1_6: Path, rules: RuleSet) -> None:
    path = results.simulation if rules is RuleSet.SEED else under_v1_6
    for deck in decks(table_of("2019", rules)):
        dealt = [hand for some in deals(deck, HANDS, SEED) for hand in some.tolist()]
        values = [deck.table.value(hand) for hand in dealt]
        counts = Counter((int(value.won), value.score) for value in values)
        sql = "SELECT won, score, n_hands, share, share_error FROM simulated_scores WHERE deck = ?"
        assert rows_of(path, f"{sql} ORDER BY 1, 2", [deck.name]) == [
            (*key, count, *share_of(count, HANDS)) for key, count in sorted(counts.items())
        ]
        won = share_of(sum(value.won for value in values), HANDS)
        scores = Counter(value.score for value in values if value.won)
        sql = """
        SELECT win_share, win_share_error, mean_winning_score, mean_winning_score_error
        FROM simulated_decks WHERE deck = ?
        """
        assert rows_of(path, sql, [deck.name]) == [(*won, *(mean_and_error(scores) or (None, None)))]


def test_what_is_found_of_12_tiles_and_of_units_is_kept(results: Results) -> None:
    for deck in decks(table_of("2019")):
        found = simulate(deck, HANDS, DISTANCES, SEED)
        sql = """
        SELECT win_chance, win_chance_error, tenpai_share, tenpai_share_error
        FROM simulated_decks WHERE deck = ?
        """
        assert rows_of(results.simulation, sql, [deck.name]) == [(*found.win_chance, *found.tenpai)]
        for table, column, counts, of in (
            ("simulated_distances", "distance", found.distances, DISTANCES),
            ("simulated_units", "unit", found.unit_hands, HANDS),
        ):
            sql = f"SELECT {column}, n_hands, share, share_error FROM {table} WHERE deck = ?"
            assert rows_of(results.simulation, f"{sql} ORDER BY 1", [deck.name]) == [
                (key, count, *share_of(count, of)) for key, count in sorted(counts.items())
            ]


def test_units_that_can_be_formed_of_a_deck_have_a_row(results: Results) -> None:
    for deck, kinds in {"all": range(54), "AS": range(13)}.items():
        sql = "SELECT unit FROM simulated_units WHERE deck = ? ORDER BY unit"
        assert rows_of(results.simulation, sql, [deck]) == [
            (unit.number,) for unit in units_of("2019") if set(unit.members) <= set(kinds)
        ]


def test_all_deals_of_as_are_counted(results: Results) -> None:
    sql = "SELECT score, deals, share FROM winning_deals WHERE deck = 'AS' ORDER BY score"
    rows = rows_of(results.winning_deals, sql)
    every = comb(39, 13)
    assert all(share == n_deals / every for _, n_deals, share in rows)
    assert sum(share for *_, share in rows) == pytest.approx(float(figure("as_win_chance")), abs=0.0015)
    # Only one of each scores so much, in 3 ways a kind.
    assert rows[-1] == (24000, 3**13, 3**13 / every)
    sql = "SELECT score FROM simulated_scores WHERE deck = 'AS' AND won"
    assert set(rows_of(results.simulation, sql)) <= {(score,) for score, *_ in rows}


def test_all_deals_say_how_often_random_hands_win(results: Results) -> None:
    sql = "SELECT deck, sum(share) FROM winning_deals GROUP BY deck"
    chances = dict(rows_of(results.winning_deals, sql))
    assert set(chances) == {deck for deck, _ in OF_EACH_DECK} - {"all"}
    sql = "SELECT deck, win_chance, win_chance_error FROM simulated_decks WHERE deck <> 'all'"
    for deck, chance, error in rows_of(results.simulation, sql):
        assert abs(chances[deck] - chance) < 5 * error + 0.01


def test_decks_with_more_ways_to_win_are_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    winning_deals.main(*GAME, tmp_path / "deals.db", RuleSet.SEED, 0)
    assert rows_of(tmp_path / "deals.db", "SELECT * FROM winning_deals") == []
    said = capsys.readouterr().err.splitlines()
    assert said == [f"winning deals, deck {deck}: left out, as its units win in more ways" for deck, _ in OF_EACH_DECK]


def test_there_is_a_row_for_each_deck(results: Results) -> None:
    sql = "SELECT deck, n_kinds, n_hands FROM simulated_decks ORDER BY rowid"
    assert rows_of(results.database, sql) == [(*deck, HANDS) for deck in OF_EACH_DECK]
    for table in ("simulated_scores", "simulated_distances", "simulated_units"):
        found = rows_of(results.database, f"SELECT DISTINCT deck FROM {table}")
        assert sorted(found) == sorted((deck,) for deck, _ in OF_EACH_DECK)


def test_shares_of_scores_and_of_distances_add_up_to_1(results: Results) -> None:
    for table, hands_of_deck in (("simulated_scores", HANDS), ("simulated_distances", DISTANCES)):
        sql = f"SELECT sum(share), sum(n_hands) FROM {table} GROUP BY deck"
        for share, count in rows_of(results.database, sql):
            assert share == pytest.approx(1)
            assert count == hands_of_deck


def test_more_distances_than_hands_are_those_of_all_hands(tmp_path: Path) -> None:
    path = simulated(tmp_path / "s.db", RuleSet.SEED, hands=5)
    sql = "SELECT sum(n_hands) FROM simulated_distances GROUP BY deck"
    assert rows_of(path, sql) == [(5,)] * len(OF_EACH_DECK)


def test_another_seed_deals_other_hands(results: Results, tmp_path: Path) -> None:
    paths = [
        simulated(tmp_path / f"{seed}.db", RuleSet.SEED, seed=seed)
        for seed in (SEED, 2, 3)
    ]  # fmt: skip
    for table in ("simulated_decks", "simulated_scores", "simulated_units"):
        sql = f"SELECT * FROM {table}"
        contents = [rows_of(path, sql) for path in paths]
        assert contents[0] == rows_of(results.simulation, sql)
        assert len(set(map(tuple, contents))) == 3


def test_other_rules_score_the_same_hands_otherwise(results: Results, under_v1_6: Path) -> None:
    same = "SELECT deck, win_share, win_chance, tenpai_share FROM simulated_decks"
    assert rows_of(under_v1_6, same) == rows_of(results.simulation, same)
    of_lost = "SELECT deck, score, n_hands FROM simulated_scores WHERE won = 0"
    assert rows_of(under_v1_6, of_lost) != rows_of(results.simulation, of_lost)


# --- the whole database ----------------------------------------------------------------------


def test_the_database_has_all_tables_and_nothing_else(results: Results) -> None:
    tables = [table.name for table in DATABASE.tables]
    rows = rows_of(results.database, "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL")
    assert sorted(rows) == sorted(("table", name) for name in [*tables, "arrays", "columns", "provenance"])


def test_the_tables_are_those_of_the_parts(results: Results) -> None:
    for part in (SIMULATION_PART, WINNING_DEALS_PART, TENPAI_PART):
        for table in part.tables:
            sql = f"SELECT * FROM {table.name}"
            rows = rows_of(results.database, sql)
            assert rows
            assert rows == rows_of(getattr(results, part.stage.removeprefix("millijan_")), sql)


# --- charts and page -------------------------------------------------------------------------


def test_a_chart_shows_of_every_deck_how_often_it_wins_and_is_tenpai(results: Results) -> None:
    text = results.charts[0].read_text(encoding="utf-8")
    sql = "SELECT deck, win_chance, tenpai_share FROM simulated_decks"
    for deck, won, waiting in rows_of(results.database, sql):
        assert f"{deck}: distance of 12 tiles, tenpai {waiting:.2%}" in text
        assert f"{deck}: score of 13 tiles, {won:.4%} win" in text


def test_a_chart_names_the_units_that_are_most_frequent(results: Results) -> None:
    root = ElementTree.parse(results.charts[1]).getroot()  # noqa: S314 - our own
    words = {"".join(element.itertext()).strip() for element in root.iter()}
    for deck, _ in OF_EACH_DECK:
        assert deck in words
        sql = """
        SELECT name FROM simulated_units JOIN units ON units.id = unit
        WHERE deck = ? ORDER BY n_hands DESC, unit LIMIT 5
        """
        assert {name for (name,) in rows_of(results.database, sql, [deck])} <= words


def test_the_page_has_all_tiles_and_both_lists_of_units(results: Results) -> None:
    data = json.loads((results.page / DATA_FILE).read_text(encoding="utf-8"))
    assert set(data) == {"tiles", "units", "rules"}
    columns = ("name", "kana", "full_name", "type")
    assert data["tiles"] == [{column: row[column] for column in columns} for row in rows_of_file(TILES_FILE)]
    assert list(data["units"]) == ["2019", "2025"]
    for year, some in data["units"].items():
        assert some == [{"name": unit.name, "members": list(unit.members)} for unit in units_of(year)]
    assert data["rules"] == ["seed", "2019-10-08", "v1.6"]


def test_the_list_that_is_named_first_is_shown_first(tmp_path: Path) -> None:
    millijan_page.main(TILES_FILE, [units_file("2025"), units_file("2019")], tmp_path / "page")
    data = json.loads((tmp_path / "page" / DATA_FILE).read_text(encoding="utf-8"))
    assert list(data["units"]) == ["2025", "2019"]


def test_the_page_is_a_folder_with_all_that_is_written_by_hand(results: Results) -> None:
    by_hand = {path.name: path.read_bytes() for path in hand_written("millijan") if path.suffix != ".html"}
    made = {path.name: path.read_bytes() for path in results.page.iterdir()}
    assert {name: made[name] for name in by_hand} == by_hand
    assert set(made) == {*page_files("millijan"), provenance_file(results.page / DATA_FILE).name}


# --- two runs --------------------------------------------------------------------------------


def run_stage(module: Any, *words: str) -> Result:
    """A stage as the workflow calls it."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(_with_options(module.main))
    return CliRunner().invoke(app, list(words))


def options_of(made: Results) -> dict[str, list[str]]:
    """Stage -> options that it takes."""
    parts = {name: str(getattr(made, name)) for name in DATABASES}
    lists = [str(units_file(year)) for year in ("2019", "2025")]
    game = ["--tiles", str(TILES_FILE), "--units", lists[0]]
    return {
        "simulation": [*game, "--hands", str(HANDS), "--distances",
                       str(DISTANCES), "--seed", str(SEED), "--out", parts["simulation"]],
        "winning_deals": [*game, "--rules", "seed", "--most-ways",
                          str(MAX_WAYS), "--out", parts["winning_deals"]],
        "tenpai": [*game, "--most-nodes", str(MAX_NODES), "--games", str(GAMES),
                   "--seed", str(SEED), "--out", parts["tenpai"]],
        "database": [*game, "--hands", str(HAND_FILE), "--rules", "seed", "--simulation", parts["simulation"],
                     "--winning-deals", parts["winning_deals"], "--tenpai", parts["tenpai"],
                     "--out", parts["database"], "--chart", str(made.charts[0]),
                     "--units-chart", str(made.charts[1])],
        "page": [*game, "--units", lists[1], "--out", str(made.page)],
    }  # fmt: skip


@dataclass(frozen=True)
class Started:
    """What the stages have made and said."""

    made: Results
    said: dict[str, Result]


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Started:
    """All stages once more, as the workflow calls them."""
    made = Results(tmp_path_factory.mktemp("started"))
    options = options_of(made)
    return Started(made, {name: run_stage(MODULES[name], *options[name]) for name in options})


def artifacts_of(made: Results) -> list[Path]:
    """All artifacts that have a provenance."""
    databases = [getattr(made, name) for name in DATABASES]
    return [*databases, *made.charts, made.page / DATA_FILE]


def test_two_runs_differ_in_nothing(results: Results, started: Started) -> None:
    again = started.made
    for name in DATABASES:
        assert content_of(getattr(results, name)) == content_of(getattr(again, name))
    for one, other in zip(results.charts, again.charts, strict=True):
        assert one.read_bytes() == other.read_bytes()
    assert (results.page / DATA_FILE).read_bytes() == (again.page / DATA_FILE).read_bytes()
    for one, other in zip(artifacts_of(results), artifacts_of(again), strict=True):
        assert read_provenance(one) == read_provenance(other)


def test_artifacts_say_how_they_were_made(results: Results) -> None:
    stages = ["simulation", "winning_deals", "tenpai", "database", "database", "database", "page"]
    notes = [read_provenance(path) for path in artifacts_of(results)]
    assert [some["stage"] for some in notes] == [f"millijan_{stage}" for stage in stages]
    by_stage = dict(zip([*stages[:4], "chart", "units_chart", "page"], notes, strict=True))
    inputs = {
        stage: {key.removeprefix("input ") for key in some if key.startswith("input ")}
        for stage, some in by_stage.items()
    }
    assert inputs == {
        **{key: {"tiles.csv", "units_2019.csv"} for key in ("simulation", "winning_deals", "tenpai")},
        "database": {"tiles.csv", "units_2019.csv", "hands.csv", "simulation.db", "winning_deals.db", "tenpai.db"},
        **{key: {"units_2019.csv", "simulation.db"} for key in ("chart", "units_chart")},
        "page": {"tiles.csv", "units_2019.csv", "units_2025.csv",
                          *(path.name for path in hand_written("millijan"))},
    }  # fmt: skip
    assert {stage: json.loads(some["parameters"]) for stage, some in by_stage.items()} == {
        **{key: {} for key in ("chart", "units_chart", "page")},
        "database": {"rules": "seed"},
        "simulation": {
            "rules": "seed", "hands": HANDS, "distances": DISTANCES, "seed": SEED,
        },
        "winning_deals": {"rules": "seed", "most_ways": MAX_WAYS},
        "tenpai": {"most_nodes": MAX_NODES, "games": GAMES, "seed": SEED},
    }  # fmt: skip
    assert by_stage["database"]["rows units"] == str(len(units_of("2019")))
    assert by_stage["database"]["rows hands"] == str(len(rows_of_file(HAND_FILE)))
    assert by_stage["database"]["input tenpai.db"] == by_stage["tenpai"]["content_digest"]


# --- the command line of a stage -------------------------------------------------------------


def test_stages_work_with_the_options_of_their_help(started: Started) -> None:
    for name, options in options_of(started.made).items():
        done = started.said[name]
        assert (done.exit_code, done.stdout) == (0, ""), done.output
        said = run_stage(MODULES[name], "--help").stdout
        assert all(word in said for word in options if word.startswith("--"))


def test_stages_say_what_they_found(started: Started) -> None:
    said = {name: done.stderr for name, done in started.said.items()}
    assert [line.split(": ")[1] for line in said["simulation"].splitlines()] == [
        f"deck {deck}" for deck, _ in OF_EACH_DECK
    ]
    tables = len(DATABASE.tables)
    made = started.made
    assert said["database"].splitlines() == [
        "units: 155 units of 54 kinds of tiles",
        "hands: 7 hands, 3 of them won",
        f"millijan database: {tables} tables in {made.database}; charts {made.charts[0]} and {made.charts[1]}",
    ]
    assert said["page"] == f"millijan page: 2019 and 2025 in {made.page}\n"


@pytest.mark.parametrize(
    ("stage", "option", "value"),
    [("winning_deals", "--most-ways", "-1"), ("winning_deals", "--rules", "2019"),
     ("tenpai", "--most-nodes", "1"), ("tenpai", "--games", "0"),
     ("simulation", "--hands", "1"), ("simulation", "--hands", "many"),
     ("simulation", "--distances", "0"), ("simulation", "--seed", "-1"),
     ("simulation", "--rules", "2019"), ("database", "--rules", "v1.7"), ("database", "--rules", "")],
)  # fmt: skip
def test_a_wrong_option_is_refused(tmp_path: Path, stage: str, option: str, value: str) -> None:
    done = run_stage(MODULES[stage], *options_of(Results(tmp_path))[stage], option, value)
    assert done.exit_code == 2
    assert option in done.stderr
    assert list(tmp_path.iterdir()) == []


# --- artifacts that cannot be used -----------------------------------------------------------

PARTS = ("simulation", "winning_deals", "tenpai")


def refusal(results: Results, part: str, path: Path, out: Path) -> str:
    """What the stage `database` says if one of the parts it reads is this file."""
    parts = {name: getattr(results, name) for name in PARTS} | {part: path}
    with pytest.raises(Error) as error:
        millijan_database.main(*GAME, HAND_FILE, **parts, out=out, chart=out, units_chart=out)
    assert error.value.exit_status == 1
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


@pytest.mark.parametrize("part", PARTS)
def test_an_artifact_of_another_stage_is_refused(results: Results, tmp_path: Path, part: str) -> None:
    said = refusal(results, part, results.database, tmp_path / "out")
    assert said == (
        f"{results.database} was not written by the stage millijan_{part}; move it away and run "
        f"`snakemake -R millijan_{part}` to make it again"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("part", PARTS)
def test_an_artifact_that_is_missing_is_named(results: Results, tmp_path: Path, part: str) -> None:
    said = refusal(results, part, tmp_path / "no.db", tmp_path / "out")
    assert said == f"{tmp_path / 'no.db'} does not exist; run `snakemake` to make it, or `make` for everything"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("damage", ["cut short", "text", "empty", "overwritten", "other version", "a table"])
def test_a_damaged_artifact_is_named(results: Results, tmp_path: Path, part: str, damage: str) -> None:
    path = tmp_path / "damaged.db"
    content = getattr(results, part).read_bytes()
    ((page_size,),) = rows_of(getattr(results, part), "PRAGMA page_size")
    instead = {
        "cut short": content[: len(content) // 2],
        "text": b"mine\n" * 99,
        "empty": b"",
        "overwritten": content[:page_size] + b"\xa5" * (len(content) - page_size),
    }
    path.write_bytes(instead.get(damage, content))
    if damage == "other version":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA user_version = 99")
            connection.commit()
    if damage == "a table":
        ((page,),) = rows_of(path, "SELECT min(rootpage) FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")
        path.write_bytes(content[: (page - 1) * page_size] + b"\xff" * page_size + content[page * page_size :])
    said = refusal(results, part, path, tmp_path / "out")
    assert str(path) in said
    assert [found.name for found in tmp_path.iterdir()] == ["damaged.db"]


def test_an_earlier_artifact_stays_if_a_stage_fails(results: Results, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    kept.write_bytes(b"an earlier artifact")
    for part in PARTS:
        refusal(results, part, results.database, kept)
        assert kept.read_bytes() == b"an earlier artifact"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.db"]


@pytest.mark.parametrize("wrong", ["tiles", "units"])
def test_wrong_data_files_leave_no_artifact(results: Results, tmp_path: Path, wrong: str) -> None:
    (tmp_path / "wrong.csv").write_text("id,name\n0,春香\n", encoding="utf-8")
    files = {"tiles": TILES_FILE, "units": units_file("2019"), wrong: tmp_path / "wrong.csv"}
    out = tmp_path / "out"
    for main in (
        lambda: millijan_page.main(files["tiles"], [files["units"], units_file("2025")], out),
        lambda: winning_deals.main(files["tiles"], files["units"], out),
        lambda: millijan_database.main(
            files["tiles"], files["units"], HAND_FILE, *(getattr(results, part) for part in PARTS), out, out, out
        ),
    ):
        with pytest.raises(Error, match=r"wrong.csv: the column .* is missing"):
            main()
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.csv"]


# --- hand files that cannot be used ----------------------------------------------------------

THIRTEEN = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美 響"
COLUMNS = "hand,called,main"


def refusal_of_hands(results: Results, path: Path, out: Path) -> Error:
    """What is said of a hand file."""
    with pytest.raises(Error) as error:
        make_database(results, out, out.with_suffix(".svg"), out.with_suffix(".units.svg"), hand_file=path)
    assert not out.exists()
    assert len(str(error.value).splitlines()) == 1
    return error.value


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("春花 千早,,", "nobody is called '春花'; perhaps "),
        ("春香 春香 千早 はるか 0,,", "the hand has 4 copies of 春香, but there are 3"),
        (f"{THIRTEEN} 未来,,", "the hand has 14 tiles, but must have 1 to 13"),
        (",,", "the hand is empty; name its tiles"),
        ("  ,,春香", "the hand is empty; name its tiles"),
        ("春香,Clove,", "there is no unit 'Clove'; perhaps "),
        ("春香,ハルカナミライ; 春香+そら,", "there is no unit '春香+そら'"),
        ("春香,,天海", "nobody is called '天海'; perhaps "),
        ("春香 春香,ハルカナミライ; Fate of the World,",
         "the hand with its called units has 4 copies of 春香, but there are 3"),
        (f"{THIRTEEN},ハルカナミライ,", "the hand has 13 tiles, but must have 1 to 11"),
        ("未来,765 ALL STARS,", "the called units have 13 tiles, which leaves none for the hand"),
    ],
)  # fmt: skip
def test_a_bad_hand_is_refused_with_its_number(results: Results, tmp_path: Path, row: str, said: str) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(f"{COLUMNS}\n春香,,\n千早,,\n{row}\n美希,,\n", encoding="utf-8")
    error = refusal_of_hands(results, path, tmp_path / "hands.db")
    assert str(error).startswith(f"hand file {path}, hand 3: {said}")
    assert error.exit_status == 2
    assert [found.name for found in tmp_path.iterdir()] == ["hands.csv"]


@pytest.mark.parametrize(("columns", "row"), [("hand", "春香,千早,美希"), (COLUMNS, "春香,,春香,千早")])
def test_a_hand_with_more_values_than_columns_is_refused(
    results: Results, tmp_path: Path, columns: str, row: str
) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(f"{columns}\n{row}\n", encoding="utf-8")
    error = refusal_of_hands(results, path, tmp_path / "hands.db")
    assert str(error).startswith(f"hand file {path}, hand 1: ")


@pytest.mark.parametrize("header", ["called,main", "hands", "hand,main idol", "春香,千早", "Hand",
                                    "hand,called,main,more"])  # fmt: skip
def test_other_columns_are_refused(results: Results, tmp_path: Path, header: str) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(f"{header}\n春香\n", encoding="utf-8")
    error = refusal_of_hands(results, path, tmp_path / "hands.db")
    assert str(error) == (
        f"hand file {path}: the columns must be hand, and perhaps called and main, but are {header.replace(',', ', ')}"
    )
    assert error.exit_status == 2


def test_a_column_that_stands_twice_is_refused(results: Results, tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("hand,hand\n春香,千早\n", encoding="utf-8")
    error = refusal_of_hands(results, path, tmp_path / "hands.db")
    assert str(error) == f"{path}: the column hand occurs twice"


@pytest.mark.parametrize(
    "content",
    [b"", b"\n\n", "hand\n春香\n".encode("shift_jis"), b"\x89PNG\r\n\x1a\n\x00\xff",
     "hand\n春香\n".encode("utf-16")],
    ids=["empty", "blank", "Shift JIS", "PNG", "UTF-16"],
)  # fmt: skip
def test_what_is_no_hand_file_is_refused_by_name(results: Results, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hands.csv"
    path.write_bytes(content)
    error = refusal_of_hands(results, path, tmp_path / "hands.db")
    assert str(path) in str(error)


def test_a_missing_hand_file_or_a_folder_is_named(results: Results, tmp_path: Path) -> None:
    path = tmp_path / "no.csv"
    error = refusal_of_hands(results, path, tmp_path / "hands.db")
    assert str(error) == f"cannot read {path}: No such file or directory"
    error = refusal_of_hands(results, tmp_path, tmp_path / "hands.db")
    assert str(error) == f"cannot read {tmp_path}: Is a directory"
    assert list(tmp_path.iterdir()) == []


def test_a_fault_is_found_in_the_last_hand_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("hand\n" + "春香\n" * 50 + "誰か\n", encoding="utf-8")
    with pytest.raises(InputError, match="hand 51: nobody is called '誰か'"):
        list(read_questions(path, TILES, table_of("2019").units))
