"""The commands `tablebases millijan`.

Each command prints the answer of a function of `tablebases.millijan`. Searches are imported when the first hand is
judged, so that help and usage errors do not wait for them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from tablebases import millijan
from tablebases.answer.base import Answer
from tablebases.cli.options import SETTINGS, ResultsOption, artifact_path, read_text
from tablebases.cli.output import Command, Printed, answers
from tablebases.errors import InputError
from tablebases.languages import t
from tablebases.locations import CONFIG, data_file
from tablebases.messages import say
from tablebases.millijan.game_files import HAND_COLUMNS
from tablebases.millijan.tablebase import KIND
from tablebases.millijan.units import RuleSet
from tablebases.puzzles import MILLIJAN

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
        def judged(*, config: Path, **values: Any) -> Answer | Printed:
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

    with section_of(config, MILLIJAN.package, "tiles, units and rules") as section:
        return {
            "tiles": data_file(Path(section["tile_file"])),
            "units": data_file(Path(section["unit_file"])),
            "rules": RuleSet(section["rules"]),
        }


def _typed(words: Sequence[str]) -> str:
    """The hand on the command line or on standard input."""
    return read_text(" ".join(words))


# The commands.


@answers(app)
def summary(results: ResultsOption = None) -> Answer | Printed:
    """Show chances and scores of random hands, deck by deck, with 95 % intervals (±).

    A legend explains the columns. --csv and --json have shares and chances from 0 to 1.

    Example: tablebases millijan summary
    """
    artifact_path(MILLIJAN, KIND.file, results)
    next_step = t("`tablebases millijan discard` ranks the discards of the 13 tiles that you write after it.")
    return Printed(millijan.summary(results), next_step=next_step)


@answers(app, draws=True)
@judged_by("units", "rules", "main", "called")
def score(
    hand: HandArgument,
    show_all: Annotated[bool, typer.Option("--all", help="Show all best splits.")] = False,
    **how: Any,
) -> Answer | Printed:
    """Score a hand of 1 to 13 tiles: its best split into units, and the number of best splits.

    A hand has won if all its 13 tiles, those of called units included, are in units; any win beats any
    other hand. A hand that has not won scores the best units that it holds.

    A tile is loose if it is in no unit. --csv has a row for each best split, with its units in the
    columns units_1, units_2 and so on, and their points in points_1, points_2 and so on. --json also
    has the members.

    Examples:
    tablebases millijan score 志保 星梨花 海美 可奈 まつり このみ 瑞希 翼 ジュリア 8 0 1 9

    tablebases millijan score 春香千早美希

    tablebases millijan score haruka chihaya miki --rules v1.6 --main 春香 --json
    """
    answer = millijan.score(_typed(hand), **how)
    return Printed(answer, answer.blocks(show_all))


@answers(app, draws=True)
@judged_by(*OPTIONS)
def waits(hand: HandArgument, **how: Any) -> Answer | Printed:
    """List the waits of a hand of 12 tiles, the kinds that complete it, with all best splits.

    The best score comes first. --csv has a row for each wait, --json also the splits.

    Examples:
    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11

    tablebases millijan waits 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 10 11 --seen 響響
    """
    answer = millijan.waits(_typed(hand), **how)
    words = " ".join(answer.hand)
    text = "`tablebases millijan distance {hand}` shows which tiles bring it nearer to a win."
    is_known = answer.waits or answer.called or answer.seen
    return Printed(answer, next_step=None if is_known else t(text, hand=words))


@answers(app, draws=True)
@judged_by(*OPTIONS)
def distance(hand: HandArgument, **how: Any) -> Answer | Printed:
    """Find how far a hand of 12 or 13 tiles is from a win, and which tiles bring it nearer.

    1 is tenpai. Of 13 tiles it is 0 if they have won, else that of the best discard.
    Accepted kinds lower the distance when drawn. --csv has them in accepted_1, accepted_2 and so on.

    Example: tablebases millijan distance 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30
    """
    return millijan.distance(_typed(hand), **how)


@answers(app, draws=True)
@judged_by(*OPTIONS)
def discard(hand: HandArgument, **how: Any) -> Answer | Printed:
    """Rank the discards of a hand of 13 tiles: low distance first, then many accepted tiles.

    Accepted tiles lower the distance when drawn. Below the table stands what the best discard keeps, and
    what the next one gives up. --json adds to each discard the units of a nearest win, and those of all
    nearest wins (reachable). --csv has a row for each discard.

    Example: tablebases millijan discard 春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 9 20 30 40
    """
    answer = millijan.discards(_typed(hand), **how)
    best = answer.discards[0]
    left = [*answer.hand]
    left.remove(best.discard)
    command = "waits" if best.distance == 1 else "distance"
    text = "`tablebases millijan {command} {hand}` shows more about the hand without {tile}."
    next_step = t(text, command=command, hand=" ".join(left), tile=best.discard)
    return Printed(answer, next_step=None if answer.called or answer.seen else next_step)


@answers(app)
@judged_by(*OPTIONS)
def chi(
    words: Annotated[
        list[str],
        typer.Argument(metavar="HAND TILE", help=f"{HAND_HELP} The last one is the discard of another player."),
    ],
    **how: Any,
) -> Answer | Printed:
    """List the units that a hand of 12 can form with a called tile, and where each leads.

    The best call comes first. A win has distance 0 and a score; any other call has its best
    discards, with distance and accepted tiles after them. --csv has a row for each call, with these
    discards in the columns discards_1, discards_2 and so on. --json also has all other discards.

    Example: tablebases millijan chi 0 1 2 3 4 5 6 7 8 9 10 11 響
    """
    *hand, tile = words
    if not hand:
        raise InputError("chi needs a hand, and after it the tile that another player discards")
    return millijan.chi(_typed(hand), tile, **how)


@answers(app)
@judged_by("units", "rules")
def units(
    hand: Annotated[list[str] | None, typer.Argument(help="A hand, for --missing.")] = None,
    idol: Annotated[str | None, typer.Option("--idol", help="Units of this idol.")] = None,
    missing: Annotated[
        int | None, typer.Option("--missing", min=0, help="Units that lack at most this many tiles.")
    ] = None,
    **how: Any,
) -> Answer | Printed:
    """List units: all, those of an idol, or those of which a hand lacks at most `--missing` tiles.

    --csv has the members in the columns members_1, members_2 and so on, and with --missing the
    tiles that the hand lacks in missing_1, missing_2 and so on.

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
    return millijan.find_units(_typed(hand) if hand else None, idol=idol, missing=missing, **how)


@answers(app)
@judged_by("units", "rules")
def batch(
    file: Annotated[Path, typer.Argument(help=f"CSV file with {', '.join(HAND_COLUMNS)}.")],
    **how: Any,
) -> Answer | Printed:
    """Judge all hands of a file, one in each row.

    The file has the column hand, and optionally called (units with ; between them) and main.
    --csv has a row for each hand: its tiles in the columns hand_1, hand_2 and so on, the called units in
    called_1, called_2 and so on, and the units of the first best split in units_1, units_2 and so on.
    --json also has all splits, waits and discards.

    Example: tablebases millijan batch data/millijan/hands.csv --csv
    """
    return millijan.judge_file(file, **how)
