"""The commands `tablebases millijan`: what they answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tablebases.millijan.units import NEVER, RuleSet
from tests.databases import rows_of
from tests.millijan.commands import (
    EXAMPLE,
    FAR,
    HOPELESS,
    THIRTEEN,
    TWELVE,
    UNITS,
    Data,
    as_row,
    as_strings,
    asked_with,
    check_nearest_win,
    check_splits,
    check_value,
    check_waits,
    config_text,
    csv_of,
    data_of,
    discard_expected,
    failed,
    lines_of,
    names,
    options_of,
    refused,
    run,
    tables_of,
    text_of,
    unit_expected,
    where,
)
from tests.millijan.helpers import (
    RULES,
    SHIIKA,
    SORA,
    TILES,
    deal,
    distances_of,
)
from tests.millijan.known_hands import known_rows, whole
from tests.millijan.results import (
    HAND_FILE,
    Asked,
    Results,
    answer_of_2019,
    answer_of_oracle,
    copies_by_oracle,
    discards_by_oracle,
    in_words,
    questions,
    write_hands,
)
from tests.oracle import millijan as oracle

pytestmark = pytest.mark.usefixtures("_in_the_folder_of_the_project")


# --- score -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_json_has_the_score_and_all_splits_of_the_oracle(rules: RuleSet) -> None:
    for asked in questions()[::3]:
        data = data_of("score", in_words(asked.hand), *options_of(asked, rules))
        check_value(data, asked, rules, answer_of_2019(asked, rules))


def test_the_published_examples_score_as_published() -> None:
    hands = [row["names"] for row in known_rows("examples") if row["what"] == "hand"]
    assert [data_of("score", hand)["score"] for hand in hands] == [whole("example_1_score"), whole("example_2_score")]


def test_a_split_is_printed_as_a_table() -> None:
    words = ["score", EXAMPLE]
    assert lines_of(*words)[:2] == ["won, 18000 points; 1 best split", "split 1 of 1"]
    assert tables_of(*words) == [[
        ["unit", "members", "points"],
        ["Decided", "まつり このみ", "2000"],
        ["アイル", "翼 瑞希 ジュリア", "4000"],
        ["Vault That Borderline!", "春香 千早 律子 あずさ", "6000"],
        ["Clover", "星梨花 海美 志保 可奈", "6000"],
    ]]  # fmt: skip


@pytest.mark.parametrize("rules", RULES)
def test_all_splits_that_tie_are_printed_on_demand_only(rules: RuleSet) -> None:
    tied = 0
    for question in questions():
        asked = replace(question, main=None) if rules is RuleSet.SEED else question
        count = len(answer_of_2019(asked, rules).splits)
        if count > 1:
            tied += 1
            words = ["score", in_words(asked.hand), *options_of(asked, rules)]
            data = data_of(*words)
            columns = ["unit", "members", "points", *(["called"] if asked.called else [])]
            expected = [
                [
                    columns,
                    *(as_row(unit, columns) for unit in split["units"]),
                    *([["bonus of the main idol", "2000"]] if split["bonus"] else []),
                ]
                for split in data["splits"]
            ]
            assert tables_of(*words, "--all") == expected
            assert tables_of(*words) == expected[:1]
            titles = [line for line in lines_of(*words, "--all") if line.startswith("split ")]
            assert titles == [f"split {number} of {count}" for number in range(1, count + 1)]
            assert lines_of(*words)[0].endswith(f" points; {count} best splits")
    assert tied >= 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([THIRTEEN], "won, 24000 points; 1 best split"),
        (["はるか ちはや みき"], "all tiles in units, 4000 points; 1 best split"),
        (["春香 千早 そら"], "not won, 2000 points; 1 best split"),
        (["春香 千早 そら", "--rules", "v1.6"], "not won, 1000 points; 1 best split"),
        (["そら そら そら"], "not won, 0 points; 1 best split"),
        (["詩花", "--called", "ハルカナミライ"], "all tiles in units, 3000 points; 1 best split"),
        (["詩花", "--called", "4", "--rules", "2019-10-08"],
         "all tiles in units, 2000 points; 1 best split"),
    ],
)  # fmt: skip
def test_it_is_said_whether_a_hand_has_won(words: list[str], said: str) -> None:
    assert lines_of("score", *words)[0] == said


def test_a_called_unit_is_marked_and_the_bonus_is_a_row() -> None:
    words = ["score", "千早 雪歩", "--called", "春香+未来", "--rules", "v1.6", "--main", "未来"]
    assert tables_of(*words) == [[
        ["unit", "members", "points", "called"],
        ["inferno SQUARING", "千早 雪歩", "2000", "False"],
        ["ハルカナミライ", "春香 未来", "2000", "True"],
        ["bonus of the main idol", "2000"],
    ]]  # fmt: skip


@pytest.mark.parametrize("command", ["score", "waits", "distance", "discard", "chi"])
def test_a_main_idol_is_of_no_use_under_seed_and_that_is_said(command: str) -> None:
    hand = {"score": "春香 千早", "discard": THIRTEEN}.get(command, TWELVE)
    words = [command, hand, *(["響"] if command == "chi" else [])]
    done = run(*words, "--main", "春香")
    assert (done.exit_code, done.stdout) == (0, text_of(*words))
    assert done.stderr == "note: the rule set seed knows no main idol, so --main changes nothing\n"
    assert run(*words, "--main", "春香", "--rules", "v1.6").stderr == ""


# --- waits -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_json_has_the_waits_of_the_oracle_with_all_splits(rules: RuleSet) -> None:
    tenpai = 0
    for asked in asked_with(12):
        data = data_of("waits", in_words(asked.hand), *options_of(asked, rules))
        check_waits(data, asked, rules, answer_of_2019(asked, rules))
        tenpai += bool(data)
    assert tenpai > 10


def test_waits_are_printed_with_their_splits() -> None:
    data = data_of("waits", TWELVE)
    first, second = tables_of("waits", TWELVE)
    assert first[0] == ["tile", "score", "copies_left", "n_splits"]
    assert first[1:] == [
        [wait["tile"], str(wait["score"]), str(wait["copies_left"]), str(len(wait["splits"]))] for wait in data
    ]
    assert first[1] == ["響", "24000", "3", "1"]
    assert second[0] == ["tile", "split", "points", "unit", "members"]
    rows = []
    for wait in data:
        for number, split in enumerate(wait["splits"], start=1):
            units = [as_row(unit, ["points", "unit", "members"]) for unit in split["units"]]
            rows += [[wait["tile"], str(number), *units[0]], *units[1:]]
    assert second[1:] == rows


def test_a_hand_that_is_not_tenpai_is_told_its_distance() -> None:
    assert lines_of("waits", FAR) == [
        "not tenpai: no tile completes this hand; its distance is 2"
    ]  # fmt: skip
    assert data_of("waits", FAR) == []


def test_a_hand_that_can_never_win_is_not_told_a_distance(tmp_path: Path) -> None:
    units, config = tmp_path / "units.csv", tmp_path / "my.yaml"
    units.write_text("id,name,members\n0,pair,春香 千早\n", encoding="utf-8")
    config.write_text(config_text(unit_file=str(units)), encoding="utf-8")
    words = [TWELVE, "--config", str(config)]
    assert lines_of("distance", *words) == ["distance never: nothing wins"]
    (said,) = lines_of("waits", *words)
    assert said.startswith("not tenpai: ")
    assert str(NEVER) not in said


# --- distance and discard --------------------------------------------------------------------


def test_json_has_the_distance_and_accepted_kinds_of_the_oracle() -> None:
    found = set()
    for asked in [*asked_with(12)[::2], *asked_with(13)[::2], *(Asked(h) for h in deal(4, 13))]:
        answer = answer_of_2019(asked, RuleSet.SEED)
        data = data_of("distance", in_words(asked.hand), *options_of(asked))
        nearest = data.pop("nearest_win")
        first = answer.discards[0].kind if answer.discards and not answer.won else None
        assert data == {
            "hand": names(asked.hand), "distance": answer.distance,
            "discard": None if first is None else TILES[first].name,
            "accepted_copies": answer.accepted_copies, "accepted": names(answer.accepted),
        }  # fmt: skip
        rest = asked.hand if first is None else oracle.without(asked.hand, [first])
        assert rest is not None
        assert answer.distance is not None
        check_nearest_win(nearest, rest, asked.called, answer.distance)
        found.add(answer.distance)
    assert {0, 1, 2, 3, NEVER} <= found


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([FAR], ["distance 2", "accepted, 60 copies: 美希 真 伊織 響"]),
        ([f"{FAR} 静香"], ["distance 1, tenpai", "discard 志保", "accepted, 3 copies: 未来"]),
        ([TWELVE], ["distance 1, tenpai", "accepted, 32 copies: 美希 雪歩"]),
        ([THIRTEEN], ["distance 0, won", "one of the nearest wins"]),
        (["春香", *HOPELESS], ["distance never: nothing wins", "discard 春香"]),
    ],
)
def test_a_distance_is_printed_in_words(words: list[str], said: list[str]) -> None:
    lines = lines_of("distance", *words)
    assert len(lines) >= len(said)
    for line, start in zip(lines, said, strict=False):
        assert line.startswith(start)


def test_a_nearest_win_is_printed_with_what_is_missing() -> None:
    called = ["美希 真 貴音 そら 志保 翼 静香", "--called", "109"]
    for words, missing in ((["distance", FAR], 2), (["distance", *called], None)):
        data = data_of(*words)
        rows = data["nearest_win"]
        columns = ["unit", "members", "points", *([] if missing else ["called"]), "missing"]
        assert tables_of(*words) == [[columns, *(as_row(unit, columns) for unit in rows)]]
        assert sum(len(unit["missing"]) for unit in rows) == data["distance"]
        assert missing in (data["distance"], None)
    assert rows[-1]["called"]


def test_json_ranks_the_discards_as_the_oracle_does() -> None:
    for asked in [*asked_with(13), *(Asked(hand) for hand in deal(3, 13, seed=2))]:
        expected = discards_by_oracle(asked.hand, asked.called, distances_of("2019"))
        data = data_of("discard", in_words(asked.hand), *options_of(asked))
        for one, row in zip(expected, data, strict=True):
            nearest = row.pop("nearest_win")
            assert row == discard_expected(one)
            rest = oracle.without(asked.hand, [one.kind])
            assert rest is not None
            check_nearest_win(nearest, rest, asked.called, one.distance)


def test_discards_are_printed_and_given_as_csv() -> None:
    words = ["discard", f"{FAR} 静香"]
    columns = ["discard", "distance", "accepted_copies", "accepted"]
    data = data_of(*words)
    assert csv_of(*words) == as_strings(data, columns)
    ranked, nearest = tables_of(*words)
    assert ranked == [columns, *(as_row(row, columns) for row in data)]
    assert ranked[1] == ["志保", "1", "3", "未来"]
    assert "one of the nearest wins without 志保" in lines_of(*words)
    of_unit = ["unit", "members", "points", "missing"]
    assert nearest == [of_unit, *(as_row(unit, of_unit) for unit in data[0]["nearest_win"])]


def test_no_nearest_win_is_printed_where_nothing_wins() -> None:
    words = ["discard", "春香", *HOPELESS]
    assert len(tables_of(*words)) == 1
    assert "nearest" not in text_of(*words)


# --- chi -------------------------------------------------------------------------------------


def calls_expected(asked: Asked, kind: int, rules: RuleSet) -> list[Data]:
    """What the oracle says of each unit that a called tile can form, by the number of the unit."""
    found = []
    for unit in oracle.calls(asked.hand, UNITS, kind):
        rest = oracle.without((*asked.hand, kind), unit.members)
        assert rest is not None
        after = Asked(rest, (*asked.called, unit), asked.main)
        answer = answer_of_oracle(after, rules, UNITS, distances_of("2019"))
        data: Data = {"id": unit.number, "distance": answer.distance}
        if answer.won:
            data["score"] = answer.score
        else:
            best = oracle.best_discards(answer.discards)
            data["discards"] = names(one.kind for one in best)
            data["accepted_copies"] = best[0].copies
        found.append(data)
    return found


def questions_to_call() -> list[tuple[Asked, int]]:
    """Hands of 12 with a tile that somebody else discards, some of which it completes."""
    pool = [
        (asked, kind)
        for asked in asked_with(12)
        for kind in [*list(answer_of_2019(asked, RuleSet.SEED).waits)[:1], 0, 30]
        if copies_by_oracle(asked, [kind])[kind]
    ]
    return pool[::2]


@pytest.mark.parametrize("rules", RULES)
def test_every_unit_that_can_be_called_is_answered_as_by_the_oracle(rules: RuleSet) -> None:
    won = 0
    for asked, kind in questions_to_call():
        words = ["chi", in_words(asked.hand), TILES[kind].name, *options_of(asked, rules)]
        data = data_of(*words)
        expected = {row["id"]: row for row in calls_expected(asked, kind, rules)}
        assert sorted(row["id"] for row in data) == sorted(expected)
        for row in data:
            mine = expected[row["id"]]
            assert {key: row[key] for key in mine} == mine
            others = {"score", "discards", "accepted_copies"} - set(mine)
            assert all(row[key] is None for key in others)
            unit = UNITS[row["id"]]
            assert (row["unit"], row["members"]) == (unit.name, names(unit.members))
            won += row["distance"] == 0
        order = [(row["distance"], -(row["score"] or 0), -(row["accepted_copies"] or 0), row["id"]) for row in data]
        assert order == sorted(order)
    assert won > 5


def test_a_call_that_wins_has_its_splits_and_another_all_discards_and_a_nearest_win() -> None:
    asked = Asked(tuple(range(12)))
    data = data_of("chi", TWELVE, "響")
    assert data[0]["unit"] == "765 ALL STARS"
    for row in data:
        unit = UNITS[row["id"]]
        rest = oracle.without((*asked.hand, 12), unit.members)
        assert rest is not None
        after = Asked(rest, (unit,))
        answer = answer_of_2019(after, RuleSet.SEED)
        if answer.won:
            check_splits(row["splits"], answer.splits, row["score"], True, after, RuleSet.SEED)
            assert row["all_discards"] is row["nearest_win"] is None
        else:
            assert row["splits"] is None
            assert row["all_discards"] == [discard_expected(one) for one in answer.discards]
            first = oracle.without(rest, [answer.discards[0].kind])
            assert first is not None
            check_nearest_win(row["nearest_win"], first, (unit,), row["distance"])
    assert {row["distance"] for row in data} == {0, 1}


def test_calls_are_printed_and_given_as_csv() -> None:
    words = ["chi", TWELVE, "響"]
    data = data_of(*words)
    columns = ["unit", "members", "points", "score", "distance", "discards", "accepted_copies"]
    assert csv_of(*words) == as_strings(data, columns)
    (table,) = tables_of(*words)
    assert table[0] == ["distance", "score", "points", "unit", "members", "then"]
    for row, printed in zip(data, table[1:], strict=True):
        then = f"discard {' or '.join(row['discards'] or [])}: {row['accepted_copies']} copies"
        assert printed == [
            *as_row(row, ["distance", "score", "points", "unit", "members"]),
            *([then] if row["distance"] else []),
        ]


def test_all_discards_that_are_as_good_after_a_call_are_named() -> None:
    tied = [
        (asked, kind, row)
        for asked, kind in questions_to_call()
        for row in calls_expected(asked, kind, RuleSet.SEED)
        if len(row.get("discards", [])) > 1
    ]
    assert tied
    for asked, kind, row in tied:
        words = ["chi", in_words(asked.hand), TILES[kind].name, *options_of(asked)]
        said = f"discard {' or '.join(row['discards'])}: {row['accepted_copies']} copies"
        assert said in run(*words).stdout


def test_a_tile_that_no_unit_takes_is_not_called() -> None:
    assert lines_of("chi", TWELVE, "そら") == ["no unit of this hand has そら"]
    assert data_of("chi", TWELVE, "そら") == []
    assert csv_of("chi", TWELVE, "そら") == []
    assert text_of("chi", TWELVE, "そら", "--csv").count("\n") == 1


def test_a_unit_of_13_can_be_called_so_that_the_hand_is_empty() -> None:
    (first, *_) = data_of("chi", TWELVE, "響")
    assert (first["id"], first["score"]) == (148, 24000)
    assert [unit["called"] for unit in first["splits"][0]["units"]] == [True]
    (half,) = [row for row in data_of("chi", TWELVE, "響", "--rules", "2019-10-08") if row["id"] == 148]
    assert (half["score"], half["points"]) == (12000, 12000)


# --- units -----------------------------------------------------------------------------------


def test_all_units_are_listed() -> None:
    data = data_of("units")
    assert data == [
        {key: value for key, value in unit_expected(unit, False, True, RuleSet.SEED, None).items()
         if key != "called"}
        for unit in range(len(UNITS))
    ]  # fmt: skip
    columns = ["id", "unit", "points", "members"]
    assert csv_of("units") == as_strings(data, columns)
    assert tables_of("units") == [[columns, *(as_row(unit, columns) for unit in data)]]


@pytest.mark.parametrize("kind", [0, 20, 51, SHIIKA, SORA])
def test_the_units_of_an_idol_are_those_with_her(kind: int) -> None:
    expected = [unit.number for unit in UNITS if kind in unit.members]
    assert [row["id"] for row in data_of("units", "--idol", TILES[kind].name)] == expected
    assert bool(expected) is (kind != SORA)


@pytest.mark.parametrize("missing", [0, 1, 2, 13])
@pytest.mark.parametrize("hand", ["春香 千早 美希", TWELVE, "そら", "春香 春香 詩花 百合子"])
def test_units_that_lack_at_most_so_many_tiles_of_a_hand_are_listed(hand: str, missing: int) -> None:
    own = set(hand.split())
    expected = []
    for unit in UNITS:
        lacking = [name for name in names(unit.members) if name not in own]
        if len(lacking) <= missing and len(lacking) < unit.size:
            expected.append((unit.number, lacking))
    words = ["units", "--missing", str(missing), hand]
    data = data_of(*words)
    assert [(row["id"], row["missing"]) for row in data] == expected
    columns = ["id", "unit", "points", "members", "missing"]
    assert csv_of(*words) == as_strings(data, columns)
    with_idol = data_of(*words, "--idol", "春香")
    assert with_idol == [row for row in data if "春香" in row["members"]]


@pytest.mark.parametrize("rules", RULES)
def test_units_of_a_full_hand_score_the_same_under_all_rules(rules: RuleSet) -> None:
    assert data_of("units", "--rules", rules.value) == data_of("units")


# --- batch -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_json_has_all_about_the_hands_of_a_file(tmp_path: Path, rules: RuleSet) -> None:
    every = questions(seed=3)
    path = write_hands(tmp_path / "hands.csv", every)
    found = data_of("batch", str(path), "--rules", rules.value)
    assert [data.pop("hand_id") for data in found] == list(range(1, len(every) + 1))
    for data, asked in zip(found, every, strict=True):
        answer = answer_of_2019(asked, rules)
        check_waits(data.pop("waits"), asked, rules, answer)
        assert data.pop("discards") == [discard_expected(one) for one in answer.discards]
        assert data.pop("n_tiles") == answer.n_tiles
        assert data.pop("distance") == answer.distance
        assert data.pop("accepted") == names(answer.accepted)
        assert data.pop("accepted_copies") == answer.accepted_copies
        check_value(data, asked, rules, answer)


def test_a_file_is_answered_with_a_row_for_each_hand(tmp_path: Path) -> None:
    path = str(write_hands(tmp_path / "hands.csv", questions(seed=3)))
    columns = ["hand_id", "won", "score", "n_splits", "distance", "accepted_copies", "units"]
    rows = [
        {
            **data,
            "called": "; ".join(data["called"]),
            "units": "; ".join(unit["unit"] for unit in data["splits"][0]["units"]),
        }
        for data in data_of("batch", path)
    ]
    all_columns = ["hand_id", "hand", "called", "main", *columns[1:]]
    assert csv_of("batch", path) == as_strings(rows, all_columns)
    assert tables_of("batch", path) == [[columns, *(as_row(row, columns) for row in rows)]]


def test_a_file_without_hands_has_no_rows(tmp_path: Path) -> None:
    path = write_hands(tmp_path / "hands.csv", [])
    assert data_of("batch", str(path)) == []
    assert csv_of("batch", str(path)) == []


def test_a_main_idol_in_a_file_is_of_use_under_v1_6(tmp_path: Path) -> None:
    path = write_hands(tmp_path / "hands.csv", [Asked((0, 1), (), main) for main in (None, 0, 2)])
    found = data_of("batch", str(path), "--rules", "v1.6")
    assert [data["score"] for data in found] == [2000, 4000, 2000]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("hand\n春香\n春花\n", "hand 2: nobody is called '春花'; perhaps "),
        ("hand\n春香 春香 春香 春香\n", "hand 1: the hand has 4 copies of 春香, but there are 3"),
        (f"hand\n{THIRTEEN} 未来\n", "hand 1: the hand has 14 tiles, but must have 1 to 13"),
        ("hand,called\n春香,誰か\n", "hand 1: there is no unit '誰か'"),
        ("hand,called\n,4\n", "hand 1: the hand is empty"),
        ("tiles\n春香\n", ": the columns must be hand, and perhaps called and main, but are tiles"),
        ("", ": the columns must be hand, and perhaps called and main"),
    ],
)
def test_a_bad_file_is_refused_and_nothing_is_printed(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "hands.csv"
    path.write_text(content, encoding="utf-8")
    for output in ([], ["--json"], ["--csv"]):
        message = refused("batch", str(path), *output)
        assert message.startswith(f"hand file {path}")
        assert said in message


def test_a_hand_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    assert failed("batch", str(path)) == f"cannot read {path}: No such file or directory"
    path.write_bytes("hand\n春香\n".encode("shift_jis"))
    assert failed("batch", str(path)).startswith(f"{path} is not a CSV file in UTF-8: ")


# --- summary ---------------------------------------------------------------------------------


def test_the_summary_has_a_row_for_each_deck(results: Results) -> None:
    columns = [
        "deck", "n_kinds", "n_hands", "win_chance", "win_chance_error", "tenpai_share",
        "tenpai_share_error", "mean_winning_score", "mean_winning_score_error",
    ]  # fmt: skip
    data = data_of("summary", *where(results))
    assert [tuple(row[column] for column in columns) for row in data] == rows_of(
        results.database, f"SELECT {', '.join(columns)} FROM simulated_decks ORDER BY rowid"
    )
    for row in data:
        sql = "SELECT distance, share FROM simulated_distances WHERE deck = ?"
        distances = rows_of(results.database, sql, [row["deck"]])
        mean = sum(distance * share for distance, share in distances)
        assert row["mean_distance"] == pytest.approx(mean)
        sql = "SELECT share FROM winning_deals WHERE deck = ?"
        shares = [share for (share,) in rows_of(results.database, sql, [row["deck"]])]
        assert row["exact_win_chance"] == (pytest.approx(sum(shares)) if shares else None)
        assert bool(shares) is (row["deck"] != "all")


def test_a_deck_of_which_no_hand_has_won_has_no_mean_winning_score(results: Results) -> None:
    data = {row["deck"]: row for row in data_of("summary", *where(results))}
    assert data["all"]["mean_winning_score"] is data["all"]["mean_winning_score_error"] is None
    assert data["AS"]["mean_winning_score"] > 10_000
    (table,) = tables_of("summary", *where(results))
    cells = {row[0]: len(row) for row in table}
    assert cells["all"] < cells["AS"] == cells["deck"]


def test_the_summary_is_printed_and_given_as_csv(results: Results) -> None:
    data = data_of("summary", *where(results))
    assert csv_of("summary", *where(results)) == as_strings(data, data[0])
    assert lines_of("summary", *where(results))[0] == f"MilliJan: {results.database}"
    (table,) = tables_of("summary", *where(results))
    assert [row[0] for row in table] == ["deck", *(row["deck"] for row in data)]
    assert [float(row[-1]) for row in table[1:]] == [pytest.approx(row["mean_distance"], abs=0.006) for row in data]
    (of_as,) = (row for row in table if row[0] == "AS")
    assert len(of_as) == len(table[0])
    assert f"{data[1]['mean_winning_score']:.0f}" in " ".join(of_as).replace("±", " ").split()


def test_a_missing_or_damaged_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "millijan.db"
    said = failed("summary", "--results", str(tmp_path))
    assert said == f"{path} does not exist; run `snakemake` to make it, or `make` for everything"
    path.write_bytes(b"mine\n" * 99)
    assert str(path) in failed("summary", "--results", str(tmp_path))


def test_a_part_is_no_whole_database(results: Results, tmp_path: Path) -> None:
    (tmp_path / "millijan.db").write_bytes(results.simulation.read_bytes())
    said = failed("summary", "--results", str(tmp_path))
    assert "was not written by the stage millijan_database; " in said


def test_hands_need_no_results_and_a_named_folder_must_have_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(config_text(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert data_of("score", THIRTEEN)["score"] == 24000
    assert data_of("batch", str(HAND_FILE))[0]["score"] == 18000
    said = refused("summary", "--results", "results/millijan")
    assert said == "there is no folder results/millijan; name one with finished results, such as results/millijan"
