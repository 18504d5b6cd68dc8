"""The commands `tablebases millijan`.

Each command prints the answer of a function of `tablebases.millijan`. Searches are imported when the first hand is
judged, so that help and usage errors do not wait for them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from tablebases import millijan
from tablebases.answer.share import Card
from tablebases.cli.options import SETTINGS, ResultsOption, artifact_path, read_text
from tablebases.cli.output import Output, answers, show
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import CONFIG, data_file
from tablebases.messages import say
from tablebases.millijan.answers import (
    BONUS,
    DISCARD_COLUMNS,
    HEADINGS,
    UNIT_COLUMNS,
    DeckSummary,
    HandAnswer,
    TextTable,
    distance_in_cell,
    distance_in_words,
)
from tablebases.millijan.game_files import HAND_COLUMNS
from tablebases.millijan.tablebase import FILE
from tablebases.millijan.units import MAX_TILES, RuleSet

app = typer.Typer(**SETTINGS)


# Options: how hands are judged.

HAND_HELP = "Tiles, such as 春香x2 千早 美希: names, kana, Latin letters, full names, numbers; - for standard input."
HandArgument = Annotated[list[str], typer.Argument(help=HAND_HELP)]
ConfigOption = Annotated[
    Path, typer.Option("--config", help="The configuration file that names tiles, units and rules.")
]
OPTIONS: dict[str, object] = {
    "units": Annotated[
        str | None, typer.Option("--units", help="Units: 2019, 2025 or a file; else those of the configuration.")
    ],
    "rules": Annotated[
        RuleSet | None, typer.Option("--rules", help="The rule set; else that of the configuration.")
    ],
    "main": Annotated[str | None, typer.Option("--main", help="The main idol of the player.")],
    "called": Annotated[
        list[str] | None,
        typer.Option("--called", help="A called unit: its name, number, or members with +; may be given again."),
    ],
    "seen": Annotated[
        list[str] | None,
        typer.Option("--seen", help="Tiles seen elsewhere, which cannot be drawn; may be given again."),
    ],
}  # fmt: skip
Command = Callable[..., Output]


def judged_by(*names: str) -> Callable[[Command], Command]:
    """Add the options `names`, keys of `OPTIONS`, and `--config` to a command.

    They replace `**how` of the command, as keywords of the functions of `tablebases.millijan`.
    """
    keyword = inspect.Parameter.KEYWORD_ONLY
    options = [
        *(inspect.Parameter(name, keyword, default=None, annotation=OPTIONS[name]) for name in names),
        inspect.Parameter("config", keyword, default=CONFIG, annotation=ConfigOption),
    ]

    def decorated(command: Command) -> Command:
        @wraps(command)
        def judged(*, config: Path, **values: Any) -> Output:
            given = {name: values.pop(name) for name in names}
            how = _keywords_of(config) | {name: value for name, value in given.items() if value is not None}
            answer = command(**values, **how)
            if "main" in how and how["rules"] == RuleSet.SEED:
                say(t("note: the rule set {rules} knows no main idol, so --main changes nothing", rules=RuleSet.SEED))
            return answer

        signature = inspect.signature(command, eval_str=True)
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        judged.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
        return judged

    return decorated


def _keywords_of(config: Path) -> dict[str, Any]:
    """The keywords that a configuration file gives."""
    from tablebases.yaml_file import section_of

    with section_of(config, "millijan", "tiles, units and rules") as section:
        return {
            "tiles": data_file(Path(section["tile_file"])),
            "units": data_file(Path(section["unit_file"])),
            "rules": RuleSet(section["rules"]),
        }


def _typed(words: Sequence[str]) -> str:
    """The hand on the command line or on standard input."""
    return read_text(" ".join(words))


# Answers as text, and as data for JSON and CSV.

Data = dict[str, Any]
SCORE_NAMES = ("hand", "called", "main", "rules", "won", "score", "value", "n_splits")
DISTANCE_NAMES = ("hand", "distance", "discard", "accepted_copies", "accepted")
JUDGEMENT_NAMES = ("n_tiles", "distance", "accepted_copies", "accepted")
CALL_NAMES = ("unit", "members", "points", "score", "distance", "discards", "accepted_copies")
BATCH_COLUMNS = ("hand_id", "won", "score", "n_splits", "distance", "accepted_copies", "units")


def _print(blocks: Iterable[str | TextTable]) -> None:
    """Print the sentences and tables of an answer."""
    for block in blocks:
        if isinstance(block, str):
            print(block)
        else:
            show(block.rows, block.columns, title=block.title, headings=HEADINGS)


def _fields(answer: object, names: Iterable[str]) -> Data:
    return {name: getattr(answer, name) for name in names}


def _split_data(split: millijan.Split) -> Data:
    return {"units": [*map(vars, split.units)], "bonus": split.bonus}


def _score_data(score: millijan.Score) -> Data:
    splits = [{**_split_data(split), "loose": split.loose} for split in score.splits]
    return {**_fields(score, SCORE_NAMES), "splits": splits}


def _wait_data(wait: millijan.Wait) -> Data:
    return {**vars(wait), "splits": [*map(_split_data, wait.splits)]}


def _call_data(call: millijan.Call) -> Data:
    """A call as data; missing answers are None."""
    return {
        "id": call.id,
        **_fields(call, CALL_NAMES),
        "discards": None if call.won else call.discards,
        "splits": [*map(_split_data, call.splits)] if call.won else None,
        "all_discards": None if call.won else [*map(vars, call.all_discards)],
        "nearest_win": None if call.won else [*map(vars, call.nearest_win)],
    }


def _judgement_data(judgement: millijan.Judgement) -> Data:
    return {
        **_score_data(judgement),
        **_fields(judgement, JUDGEMENT_NAMES),
        "waits": [*map(_wait_data, judgement.waits)],
        "discards": [*map(vars, judgement.discards)],
    }


# CSV: one value in a cell. Members have numbered columns; each accepted kind and best discard has a row.


def _numbered(name: str, count: int = MAX_TILES) -> list[str]:
    return [f"{name}_{place}" for place in range(1, count + 1)]


SPLIT_CSV_COLUMNS = ("split", "id", "unit", "points", "called", *_numbered("member"))
WAIT_CSV_COLUMNS = ("tile", "score", "copies_left", *SPLIT_CSV_COLUMNS)
CALL_CSV_COLUMNS = ("unit", "points", "score", "distance", "discard", "accepted_copies", *_numbered("member"))


def _in_columns(row: Mapping[str, Any], values: str, name: str) -> Data:
    """A row with the list `values` in the columns `name_1`, `name_2` and so on."""
    return {**row, **dict(zip(_numbered(name), row[values], strict=False))}


def _in_rows(row: Mapping[str, Any], values: str, name: str) -> Iterator[Data]:
    """A row for each of the list `values` in the column `name`, a single one without it if the list is empty."""
    yield from ({**row, name: value} for value in row[values] or [None])


def _split_rows(splits: Iterable[millijan.Split]) -> Iterator[Data]:
    """A row for each unit and each bonus of the numbered `splits`."""
    for number, split in enumerate(splits, start=1):
        for unit in split.units:
            yield {"split": number, **_in_columns(vars(unit), "members", "member")}
        if split.bonus:
            yield {"split": number, "unit": BONUS, "points": split.bonus}


# The commands.


@answers(app)
def summary(results: ResultsOption = None) -> Output:
    """Show chances and scores of random hands, deck by deck, with 95 % intervals (±).

    A legend explains the columns. --csv and --json have shares and chances from 0 to 1.

    Example: tablebases millijan summary
    """
    artifact_path("millijan", FILE, results)
    answer = millijan.summary(results)
    columns = [*DeckSummary.__dataclass_fields__]
    next_step = t("`tablebases millijan discard HAND` ranks the discards of your 13 tiles.")
    return Output(columns, map(vars, answer.decks), text=lambda: _print(answer.blocks()), next_step=next_step)


def _drawn(answer: HandAnswer, how: Mapping[str, Any], title: str, best: Sequence[str] = ()) -> Data:
    """The drawing of a hand and its card, as keywords of `Output`; `best` are the discards to mark."""

    def card() -> Card:
        from tablebases.millijan.questions import share_card

        return share_card(answer, title, best, **how)

    return {"picture": lambda: card().drawing, "card": card}


@answers(app, draws=True)
@judged_by("units", "rules", "main", "called")
def score(
    hand: HandArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Show all best splits.")] = False,
    **how: Any,
) -> Output:
    """Score a hand of 1 to 13 tiles: its best split into units, and the number of best splits.

    A hand has won if all its 13 tiles, those of called units included, are in units; any win beats any
    other hand. A hand that has not won scores the best units that it holds.

    A tile is loose if it is in no unit. --csv has all best splits: a row for each unit, with its
    members in the columns member_1, member_2 and so on.

    Examples:
    tablebases millijan score 志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 8 0 1 9

    tablebases millijan score 春香千早美希

    tablebases millijan score haruka chihaya miki --rules v1.6 --main 春香 --json
    """
    answer = millijan.score(_typed(hand), **how)
    return Output(
        SPLIT_CSV_COLUMNS,
        _split_rows(answer.splits),
        text=lambda: _print(answer.blocks(show_all)),
        data=_score_data(answer),
        **_drawn(answer, how, t("Won: {points:,} points" if answer.won else "{points:,} points", points=answer.score)),
    )


def _title_of_waits(count: int) -> str:
    if count == 1:
        return t("Tenpai: one wait")
    return t("Tenpai: {count} waits", count=count) if count else t("Not tenpai")


@answers(app, draws=True)
@judged_by(*OPTIONS)
def waits(hand: HandArgument, **how: Any) -> Output:
    """List the waits of a hand of 12 tiles, the kinds that complete it, with all best splits.

    The best score comes first. --csv has a row for each unit of each split.

    Examples:
    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11

    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11 --seen 響響
    """
    answer = millijan.waits(_typed(hand), **how)
    words = " ".join(answer.hand)
    text = "`tablebases millijan distance {hand}` shows which tiles bring it nearer to a win."
    return Output(
        WAIT_CSV_COLUMNS,
        ({**vars(wait), **row} for wait in answer.waits for row in _split_rows(wait.splits)),
        next_step=None if answer.waits or answer.called or answer.seen else t(text, hand=words),
        text=lambda: _print(answer.blocks()),
        data=[*map(_wait_data, answer.waits)],
        **_drawn(answer, how, _title_of_waits(len(answer.waits))),
    )


@answers(app, draws=True)
@judged_by(*OPTIONS)
def distance(hand: HandArgument, **how: Any) -> Output:
    """Find how far a hand of 12 or 13 tiles is from a win, and which tiles bring it nearer.

    1 is tenpai. Of 13 tiles it is 0 if they have won, else that of the best discard.
    --csv has a row for each accepted kind: a kind that lowers the distance when drawn.

    Example: tablebases millijan distance 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30
    """
    answer = millijan.distance(_typed(hand), **how)
    row = _fields(answer, DISTANCE_NAMES)
    return Output(
        DISTANCE_NAMES,
        _in_rows(row, "accepted", "accepted"),
        text=lambda: _print(answer.blocks()),
        data={**row, "nearest_win": [*map(vars, answer.nearest_win)]},
        **_drawn(answer, how, t("Distance {distance}", distance=distance_in_words(answer.distance))),
    )


@answers(app, draws=True)
@judged_by(*OPTIONS)
def discard(hand: HandArgument, **how: Any) -> Output:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted tiles.

    Accepted tiles lower the distance when drawn. Below the table stands what the best discard keeps, and
    what the next one gives up. --json adds to each discard the units of a nearest win, and those of all
    nearest wins (reachable). --csv has a row for each discard and accepted kind.

    Example: tablebases millijan discard 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30 40
    """
    answer = millijan.discards(_typed(hand), **how)
    best = answer.discards[0]
    left = [*answer.hand]
    left.remove(best.discard)
    command = "waits" if best.distance == 1 else "distance"
    text = "`tablebases millijan {command} {hand}` shows more about the hand without {tile}."
    next_step = t(text, command=command, hand=" ".join(left), tile=best.discard)
    return Output(
        DISCARD_COLUMNS,
        (row for one in answer.discards for row in _in_rows(vars(one), "accepted", "accepted")),
        next_step=None if answer.called or answer.seen else next_step,
        text=lambda: _print(answer.blocks()),
        data=[
            {**vars(one), **{name: [*map(vars, getattr(one, name))] for name in ("nearest_win", "reachable")}}
            for one in answer.discards
        ],
        **_drawn(answer, how, answer.title, answer.best),
    )


@app.command()
def practice(
    solo: Annotated[bool, typer.Option("--solo", help="A whole game of one player, from the deal to the win.")] = False,
    daily: Annotated[
        bool, typer.Option("--daily", help="The five hands or the game of today in UTC, the same for all.")
    ] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same hands, as in the page.")] = None,
) -> None:
    """Practise discards: random hands of 13 tiles, and a score against the best discard.

    Type the tile that you discard, as a name or a number; ? shows more. The command says what a best discard keeps, and
    what yours gives up. After a game it says so of all discards, given the tiles that were unseen then. The units are
    those of 2019.

    Examples:
    tablebases millijan practice --seed 7

    tablebases millijan practice --daily

    tablebases millijan practice --solo
    """
    from tablebases.millijan.practice import SoloGame, Tally, daily_hands, play, practise, seeded_hands
    from tablebases.practice import random_seed, today

    if daily and seed is not None:
        raise InputError("--daily chooses the hands, so leave out --seed")
    day = today() if daily else None
    seed = random_seed() if seed is None else seed
    if solo:
        play(SoloGame(day or str(seed)), day)
    else:
        practise(daily_hands(day) if day else seeded_hands(seed), Tally(day))


@answers(app)
@judged_by(*OPTIONS)
def chi(
    words: Annotated[
        list[str],
        typer.Argument(metavar="HAND TILE", help=f"{HAND_HELP} The last one is the discard of another player."),
    ],
    **how: Any,
) -> Output:
    """List the units that a hand of 12 can form with a called tile, and where each leads.

    The best call comes first. A win has distance 0 and a score; any other call has its best
    discards, with distance and accepted tiles after them. --csv has a row for each of these
    discards, and the members of the unit in the columns member_1, member_2 and so on.

    Example: tablebases millijan chi 0 1 2 3 4 5 6 7 8 9 10 11 響
    """
    *hand, tile = words
    if not hand:
        raise InputError("chi needs a hand, and after it the tile that another player discards")
    answer = millijan.chi(_typed(hand), tile, **how)
    return Output(
        CALL_CSV_COLUMNS,
        (
            _in_columns(row, "members", "member")
            for call in answer.calls
            for row in _in_rows(vars(call), "discards", "discard")
        ),
        text=lambda: _print(answer.blocks()),
        data=[*map(_call_data, answer.calls)],
    )


@answers(app)
@judged_by("units", "rules")
def units(
    hand: Annotated[list[str] | None, typer.Argument(help="A hand, for --missing.")] = None,
    idol: Annotated[str | None, typer.Option("--idol", help="Units of this idol.")] = None,
    missing: Annotated[
        int | None, typer.Option("--missing", min=0, help="Units that lack at most this many tiles.")
    ] = None,
    **how: Any,
) -> Output:
    """List units: all, those of an idol, or those of which a hand lacks at most `--missing` tiles.

    --csv has the members in the columns member_1, member_2 and so on, and with --missing 2 the
    tiles that the hand lacks in missing_1 and missing_2.

    Examples:
    tablebases millijan units --idol 春香

    tablebases millijan units --missing 1 春香 千早 美希
    """
    if missing is not None and not hand:
        raise InputError("--missing needs a hand; for example `tablebases millijan units --missing 1 春香 千早 美希`")
    if hand and missing is None:
        names = millijan.find_units(_typed(hand), missing=0, **how).hand  # an error for an unknown name comes first
        text = "{hand} needs an option: `units --missing 1 {hand}` for a hand, `units --idol {idol}` for an idol"
        raise InputError(text, hand=" ".join(names), idol=names[0])
    answer = millijan.find_units(_typed(hand) if hand else None, idol=idol, missing=missing, **how)
    lacking = _numbered("missing", min(missing or 0, MAX_TILES))
    rows = (_in_columns(_in_columns(vars(unit), "members", "member"), "missing", "missing") for unit in answer.units)
    names = UNIT_COLUMNS if hand else UNIT_COLUMNS[:-1]
    return Output(
        ("id", "unit", "points", *_numbered("member"), *lacking),
        rows,
        text=lambda: _print(answer.blocks()),
        data=[_fields(unit, names) for unit in answer.units],
    )


@answers(app)
@judged_by("units", "rules")
def batch(
    file: Annotated[Path, typer.Argument(help=f"CSV file with {', '.join(HAND_COLUMNS)}.")],
    **how: Any,
) -> Output:
    """Judge all hands of a file, one in each row.

    The file has the column hand, and optionally called (units with ; between them) and main.
    --csv has the hand as other commands read it, the called units in the columns called_1, called_2 and so on,
    and the units of the best split in unit_1, unit_2 and so on.
    --json has all splits, waits and discards.

    Example: tablebases millijan batch data/millijan/hands.csv --csv
    """
    hands = [
        {"hand_id": number, **_judgement_data(judgement)}
        for number, judgement in enumerate(millijan.judge_file(file, **how), start=1)
    ]
    rows = [{**hand, "units": [unit["unit"] for unit in hand["splits"][0]["units"]]} for hand in hands]
    for_people = [
        {**row, "units": "; ".join(row["units"]), "distance": distance_in_cell(row["distance"])} for row in rows
    ]
    return Output(
        ("hand_id", "hand", *_numbered("called"), "main", *BATCH_COLUMNS[1:-1], *_numbered("unit")),
        (_in_columns(_in_columns(row, "called", "called"), "units", "unit") for row in rows),
        text=lambda: show(for_people, BATCH_COLUMNS, headings=HEADINGS),
        data=hands,
    )
