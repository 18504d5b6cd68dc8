"""The commands `tablebases millijan`.

A command asks a function of `tablebases.millijan`, and prints its answer. Searches are imported when the first hand is
judged, so that help and usage errors do not wait for them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from tablebases import millijan
from tablebases.cli.options import SETTINGS, ResultsOption, artifact_path, read_text
from tablebases.cli.output import Output, answers, show
from tablebases.errors import InputError
from tablebases.locations import CONFIG, data_file
from tablebases.messages import say
from tablebases.millijan.answers import DISCARD_COLUMNS, UNIT_COLUMNS, DeckSummary, TextTable
from tablebases.millijan.game_files import HAND_COLUMNS
from tablebases.millijan.tablebase import FILE
from tablebases.millijan.units import RuleSet

app = typer.Typer(**SETTINGS)


# The options that say how hands are judged.

HAND_HELP = "Tiles, such as 春香 千早 美希: names, kana, Latin letters, full names or numbers; - for standard input."
HandArgument = Annotated[list[str], typer.Argument(help=HAND_HELP)]
ConfigOption = Annotated[
    Path, typer.Option("--config", help="The configuration file that names tiles, units and rules.")
]
OPTIONS: dict[str, object] = {
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
    """Give a command options that say how hands are judged, and `--config`.

    The command gets them as keywords of the functions of `tablebases.millijan`, in place of its `**how`. `names` are
    keys of `OPTIONS`.
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
                say(f"note: the rule set {RuleSet.SEED} knows no main idol, so --main changes nothing")
            return answer

        signature = inspect.signature(command, eval_str=True)
        own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
        judged.__signature__ = signature.replace(parameters=[*own, *options])  # type: ignore[attr-defined]
        return judged

    return decorated


def _keywords_of(config: Path) -> dict[str, Any]:
    """What a configuration says of hands."""
    from tablebases.yaml_file import section_of

    with section_of(config, "millijan", "tiles, units and rules") as section:
        return {
            "tiles": data_file(Path(section["tile_file"])),
            "units": data_file(Path(section["unit_file"])),
            "rules": RuleSet(section["rules"]),
        }


def _typed(words: Sequence[str]) -> str:
    """A hand of the command line, or of standard input."""
    return read_text(" ".join(words))


# Answers as text, and as data for JSON and CSV.

Data = dict[str, Any]
SCORE_NAMES = ("hand", "called", "main", "rules", "won", "score", "value", "n_splits")
DISTANCE_NAMES = ("hand", "distance", "discard", "accepted_copies", "accepted")
JUDGEMENT_NAMES = ("n_tiles", "distance", "accepted_copies", "accepted")
SPLIT_CSV_COLUMNS = ("split", "id", "unit", "members", "points", "called")
WAIT_CSV_COLUMNS = ("tile", "score", "copies_left", *SPLIT_CSV_COLUMNS)
CALL_CSV_COLUMNS = ("unit", "members", "points", "score", "distance", "discards", "accepted_copies")
BATCH_COLUMNS = ("hand_id", "won", "score", "n_splits", "distance", "accepted_copies", "units")


def _print(parts: Iterable[str | TextTable]) -> None:
    """Print the sentences and tables of an answer."""
    for part in parts:
        if isinstance(part, str):
            print(part)
        else:
            show(part.rows, part.columns, title=part.title)


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
        **_fields(call, CALL_CSV_COLUMNS),
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


def _split_rows(splits: Iterable[millijan.Split]) -> Iterator[Data]:
    """Numbered splits as rows, for CSV."""
    for number, split in enumerate(splits, start=1):
        yield from ({"split": number, **row} for row in split.rows())


# The commands.


@answers(app)
def summary(results: ResultsOption = None) -> Output:
    """Show chances and scores of random hands, deck by deck, with standard errors (±).

    win: of 13 tiles; exactly: by counting all deals. score: of those that win.
    tenpai, distance: of 12 tiles; of 12 exactly, of 13: percent that wait for a win,
    of 13 without some tile, by counting all deals. draws: to a win from 12 tiles.

    Example: tablebases millijan summary
    """
    artifact_path("millijan", FILE, results)
    answer = millijan.summary(results)
    columns = [*DeckSummary.__dataclass_fields__]
    next_step = "`tablebases millijan discard HAND` ranks the discards of your 13 tiles."
    return Output(columns, map(vars, answer.decks), text=lambda: _print(answer.parts()), next_step=next_step)


@answers(app)
@judged_by("rules", "main", "called")
def score(
    hand: HandArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Show all best splits.")] = False,
    **how: Any,
) -> Output:
    """Score a hand of 1 to 13 tiles: its best split into units, and how many score as much.

    A hand has won if all its 13 tiles, those of called units included, are in units; any win beats any
    other hand. A hand that has not won scores the best units that it holds.

    A tile is loose if it is in no unit. --csv has all best splits, a row for each unit.

    Examples:
    tablebases millijan score 志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 8 0 1 9

    tablebases millijan score 春香千早美希

    tablebases millijan score haruka chihaya miki --rules v1.6 --main 春香 --json
    """
    answer = millijan.score(_typed(hand), **how)
    return Output(
        SPLIT_CSV_COLUMNS,
        _split_rows(answer.splits),
        text=lambda: _print(answer.parts(show_all)),
        data=_score_data(answer),
    )


@answers(app)
@judged_by(*OPTIONS)
def waits(hand: HandArgument, **how: Any) -> Output:
    """List the kinds that complete a hand of 12 tiles, best score first, with all splits then.

    Examples:
    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11

    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11 --seen 響響
    """
    answer = millijan.waits(_typed(hand), **how)
    words = " ".join(answer.hand)
    next_step = f"`tablebases millijan distance {words}` shows which tiles bring it nearer to a win."
    return Output(
        WAIT_CSV_COLUMNS,
        ({**vars(wait), **row} for wait in answer.waits for row in _split_rows(wait.splits)),
        next_step=None if answer.waits or answer.called or answer.seen else next_step,
        text=lambda: _print(answer.parts()),
        data=[*map(_wait_data, answer.waits)],
    )


@answers(app)
@judged_by(*OPTIONS)
def distance(hand: HandArgument, **how: Any) -> Output:
    """Say how far a hand of 12 or 13 tiles is from a win, and which tiles bring it nearer.

    1 is tenpai. Of 13 tiles it is 0 if they have won, else that of the best discard.

    Example: tablebases millijan distance 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30
    """
    answer = millijan.distance(_typed(hand), **how)
    row = _fields(answer, DISTANCE_NAMES)
    return Output(
        DISTANCE_NAMES,
        [row],
        text=lambda: _print(answer.parts()),
        data={**row, "nearest_win": [*map(vars, answer.nearest_win)]},
    )


@answers(app)
@judged_by(*OPTIONS)
def discard(hand: HandArgument, **how: Any) -> Output:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted copies.

    With --json each comes with one of the nearest wins that are left, as units.

    Example: tablebases millijan discard 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30 40
    """
    answer = millijan.discards(_typed(hand), **how)
    best = answer.discards[0]
    left = [*answer.hand]
    left.remove(best.discard)
    question = "waits" if best.distance == 1 else "distance"
    next_step = f"`tablebases millijan {question} {' '.join(left)}` says more of the hand without {best.discard}."
    return Output(
        DISCARD_COLUMNS,
        map(vars, answer.discards),
        next_step=None if answer.called or answer.seen else next_step,
        text=lambda: _print(answer.parts()),
        data=[{**vars(one), "nearest_win": [*map(vars, one.nearest_win)]} for one in answer.discards],
    )


@answers(app)
@judged_by(*OPTIONS)
def chi(
    words: Annotated[
        list[str],
        typer.Argument(metavar="HAND TILE", help=f"{HAND_HELP} The last is what another player discards."),
    ],
    **how: Any,
) -> Output:
    """List the units that a hand of 12 can form with a called tile, and where each leads.

    score: of a win, which has distance 0. discards: all that are best after the call;
    distance, accepted_copies: what is left then. The best call comes first.

    Example: tablebases millijan chi 0 1 2 3 4 5 6 7 8 9 10 11 響
    """
    *hand, tile = words
    if not hand:
        raise InputError("chi needs a hand, and after it the tile that another player discards")
    answer = millijan.chi(_typed(hand), tile, **how)
    return Output(
        CALL_CSV_COLUMNS,
        map(vars, answer.calls),
        text=lambda: _print(answer.parts()),
        data=[*map(_call_data, answer.calls)],
    )


@answers(app)
@judged_by("rules")
def units(
    hand: Annotated[list[str] | None, typer.Argument(help="A hand, for --missing.")] = None,
    idol: Annotated[str | None, typer.Option("--idol", help="Units of this idol.")] = None,
    missing: Annotated[
        int | None, typer.Option("--missing", min=0, help="Units that lack at most this many tiles.")
    ] = None,
    **how: Any,
) -> Output:
    """List units: all, those of an idol, or those of which a hand lacks at most `--missing` tiles.

    Examples:
    tablebases millijan units --idol 春香

    tablebases millijan units --missing 1 春香 千早 美希
    """
    if (not hand) != (missing is None):
        raise InputError("--missing needs a hand, and a hand needs --missing")
    answer = millijan.find_units(_typed(hand) if hand else None, idol=idol, missing=missing, **how)
    return Output(UNIT_COLUMNS if hand else UNIT_COLUMNS[:-1], map(vars, answer.units))


@answers(app)
@judged_by("rules")
def batch(
    file: Annotated[Path, typer.Argument(help=f"CSV file with {', '.join(HAND_COLUMNS)}.")],
    **how: Any,
) -> Output:
    """Judge all hands of a file: a row each; --json has all splits, waits and discards.

    Its columns are hand, and perhaps called (units with ; between them) and main.

    Example: tablebases millijan batch data/millijan/hands.csv --csv
    """
    hands = [
        {"hand_id": number, **_judgement_data(judgement)}
        for number, judgement in enumerate(millijan.judge_file(file, **how), start=1)
    ]
    rows = [
        {
            **hand,
            "called": "; ".join(hand["called"]),
            "units": "; ".join(unit["unit"] for unit in hand["splits"][0]["units"]),
        }
        for hand in hands
    ]
    return Output(
        ("hand_id", *HAND_COLUMNS, *BATCH_COLUMNS[1:]), rows, text=lambda: show(rows, BATCH_COLUMNS), data=hands
    )
