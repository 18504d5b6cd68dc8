"""Every argument of every public function is read, or refused in one sentence."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, suppress
from inspect import BoundArguments, signature
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablebases
from tablebases import arrow, godomachi, millijan, nine_tiles
from tablebases.errors import LONGEST_MESSAGE, InputError, MissingDataError
from tablebases.locations import PACKAGED
from tablebases.nine_tiles.rules.tiles import Board
from tablebases.puzzles import PUZZLES

Call = tuple[Callable[..., Any], Mapping[str, Any]]
"""A public function, and arguments that it takes."""
Folders = Callable[[str], Path]
"""Puzzle -> the folder of a small run."""

TOWN, LEAST_TOWN = "206745813361230035", "036582714004421544"
DIGITS = [*map(int, TOWN)]
HAND = "春香 千早 美希 雪歩 やよい 真 伊織 貴音 律子 あずさ 亜美 真美"


def opened(stack: ExitStack, folder: Folders) -> nine_tiles.Results:
    """The results of a small run."""
    return stack.enter_context(nine_tiles.open_results(folder("nine_tiles")))


def best_with(_: ExitStack, folder: Folders) -> nine_tiles.BestWith:
    """An answer from a small run."""
    return nine_tiles.best_with([2, 5, 18], ["tile 2 back"], results=folder("nine_tiles"))


EASY = arrow.Board.parse("434131344")


def godomachi_results(stack: ExitStack, folder: Folders) -> godomachi.Results:
    """The results of a small run."""
    return stack.enter_context(godomachi.open_results(folder("godomachi")))


def game(*_: object) -> godomachi.Game:
    """A game at its beginning."""
    return godomachi.play("#####", "##/.##/..#")


CALLS: Mapping[str, Callable[[ExitStack, Folders], Call]] = {
    "Answer.in_words": lambda *_: (millijan.score(HAND).in_words, {}),
    "arrow.solve": lambda *_: (arrow.solve, {"board": "434131344", "least": "tiles"}),
    "arrow.generate": lambda *_: (arrow.generate, {"level": "easy"}),
    "arrow.levels": lambda *_: (arrow.levels, {"folder": PACKAGED / "arrow_puzzle"}),
    "arrow.algebra": lambda *_: (arrow.algebra, {"level": "easy"}),
    "arrow.Answer.in_words": lambda *_: (arrow.solve("434131344").in_words, {}),
    "arrow.Board.apply": lambda *_: (EASY.apply, {"taps": "203302121"}),
    "arrow.Board.drawn_in_text": lambda *_: (EASY.drawn_in_text, {}),
    "arrow.Board.in_words": lambda *_: (EASY.in_words, {}),
    "arrow.Board.laid_out": lambda *_: (EASY.laid_out, {"values": range(9)}),
    "arrow.Level.drawn": lambda *_: (EASY.level.drawn, {"layout": "rows"}),
    "arrow.Level.lines": lambda *_: (EASY.level.lines, {"layout": "rows"}),
    "arrow.Level.order": lambda *_: (EASY.level.order, {"layout": "rows"}),
    "arrow.LevelAlgebra.in_words": lambda *_: (arrow.algebra("easy").in_words, {}),
    "arrow.Levels.in_words": lambda *_: (arrow.levels(PACKAGED / "arrow_puzzle").in_words, {}),
    "arrow.TappedBoard.in_words": lambda *_: (EASY.apply("203302121").in_words, {}),
    "arrow.Board.parse": lambda *_: (arrow.Board.parse, {"text": "434131344"}),
    "arrow.Board.after": lambda *_: (EASY.after, {"taps": "203302121"}),
    "godomachi.Game.make": lambda *_: (game().make, {"move": "a a"}),
    "godomachi.Game.reply_to": lambda *_: (game().reply_to, {"move": "a a"}),
    "godomachi.Puzzle.answer": lambda *given: (godomachi_results(*given).puzzle(n=6, seed=1).answer, {}),
    "godomachi.Results.pair": lambda *given: (godomachi_results(*given).pair, {"n": 5, "a": 0, "b": 4}),
    "godomachi.Results.probe": lambda *given: (godomachi_results(*given).probe, {"a": "5:0", "b": "5:4"}),
    "godomachi.Results.puzzle": lambda *given: (godomachi_results(*given).puzzle, {}),
    "godomachi.Results.shape": lambda *given: (godomachi_results(*given).shape, {"n": 5, "number": 0}),
    "godomachi.Shape.parse": lambda *_: (godomachi.Shape.parse, {"text": "##/#."}),
    "godomachi.cuts": lambda *_: (godomachi.cuts, {"a": "##/#.", "b": "###"}),
    "godomachi.open_results": lambda _, folder: (godomachi.open_results, {"folder": folder("godomachi")}),
    "godomachi.play": lambda *_: (godomachi.play, {"a": "##/#.", "b": "###"}),
    "godomachi.shapes": lambda *_: (godomachi.shapes, {"n": 4}),
    "godomachi.solve": lambda *_: (godomachi.solve, {"a": "##/#.", "b": "###"}),
    "nine_tiles.BestWith.cost": lambda *given: (best_with(*given).cost, {"answer": best_with(*given).answers[0]}),
    "nine_tiles.BestWith.outcome": lambda *given: (best_with(*given).outcome, {"answer": best_with(*given).answers[0]}),
    "nine_tiles.BestWith.table": lambda *given: (best_with(*given).table, {"answer": best_with(*given).answers[0]}),
    "nine_tiles.Results.find": lambda *given: (
        opened(*given).find,
        {"condition": "t01 >= 1", "order": "t05", "ascending": False, "limit": 3},
    ),
    "nine_tiles.Results.probe": lambda *given: (opened(*given).probe, {"town": opened(*given).towns(7).first[0].town}),
    "nine_tiles.Results.theme_synonyms": lambda *given: (
        opened(*given).theme_synonyms,
        {"condition": "t01 >= 1", "limit": 3},
    ),
    "nine_tiles.Results.towns": lambda *given: (opened(*given).towns, {"theme_synonym": 7}),
    "nine_tiles.Results.towns_with": lambda *given: (
        opened(*given).towns_with,
        {"tiles": ("tile 2 back",), "limit": 3},
    ),
    "nine_tiles.Town.empty": lambda *_: (nine_tiles.Town.empty, {"rows": 2, "columns": 4}),
    "nine_tiles.Town.explained": lambda *_: (nine_tiles.Town(TOWN).explained, {"theme": "surrounded"}),
    "nine_tiles.Town.flip": lambda *_: (nine_tiles.Town(TOWN).flip, {"place": "top left"}),
    "nine_tiles.Town.lay": lambda *_: (nine_tiles.Town.empty().lay, {"tile": 4, "place": "centre", "direction": 7}),
    "nine_tiles.Town.parse": lambda *_: (nine_tiles.Town.parse, {"text": TOWN}),
    "nine_tiles.Town.rotate": lambda *_: (nine_tiles.Town(TOWN).rotate, {"quarters": -1}),
    "nine_tiles.Town.svg": lambda *_: (nine_tiles.Town(TOWN).svg, {"theme": "surrounded"}),
    "nine_tiles.Town.take_away": lambda *_: (nine_tiles.Town(TOWN).take_away, {"place": 8}),
    "nine_tiles.Town.turn": lambda *_: (nine_tiles.Town(TOWN).turn, {"place": "row 3 column 1", "quarters": -1}),
    "nine_tiles.best": lambda *_: (nine_tiles.best, {"cards": (2, "longest road", [18])}),
    "nine_tiles.best_with": lambda _, folder: (
        nine_tiles.best_with,
        {"cards": [2, 5, 18], "conditions": ["tile 2 back"], "results": folder("nine_tiles")},
    ),
    "nine_tiles.cards": lambda *_: (nine_tiles.cards, {}),
    "nine_tiles.complete": lambda _, folder: (
        nine_tiles.complete,
        {"town": "", "cards": (2, 5, 18), "results": folder("nine_tiles")},
    ),
    "nine_tiles.judge": lambda *_: (nine_tiles.judge, {"cards": [2, 5, 18], "towns": [TOWN, TOWN], "order": [2]}),
    "nine_tiles.learn": lambda *_: (nine_tiles.learn, {"n": 3}),
    "nine_tiles.open_results": lambda _, folder: (nine_tiles.open_results, {"folder": folder("nine_tiles")}),
    "nine_tiles.summary": lambda *_: (nine_tiles.summary, {}),
    "nine_tiles.score": lambda *_: (nine_tiles.score, {"town": TOWN, "cards": (2, "longest road", [18])}),
    "millijan.Discards.reasons": lambda *_: (millijan.discards(HAND + " 翼").reasons, {}),
    "millijan.Judgement.blocks": lambda *_: (millijan.judge(HAND).blocks, {}),
    "millijan.Score.blocks": lambda *_: (millijan.score(HAND).blocks, {}),
    "millijan.Split.blocks": lambda *_: (millijan.score(HAND).splits[0].blocks, {}),
    "millijan.chi": lambda *_: (millijan.chi, {"hand": HAND, "tile": "響"}),
    "millijan.discards": lambda *_: (millijan.discards, {"hand": HAND + " 翼"}),
    "millijan.distance": lambda *_: (millijan.distance, {"hand": HAND}),
    "millijan.find_units": lambda *_: (millijan.find_units, {"hand": HAND, "missing": 1}),
    "millijan.judge": lambda *_: (millijan.judge, {"hand": HAND}),
    "millijan.judge_file": lambda *_: (millijan.judge_file, {"file": PACKAGED / "data/millijan/hands.csv"}),
    "millijan.score": lambda *_: (millijan.score, {"hand": HAND}),
    "millijan.summary": lambda *_: (millijan.summary, {}),
    "millijan.waits": lambda *_: (millijan.waits, {"hand": HAND}),
}
"""Name of a public function -> how a user calls it."""


def public_functions() -> Iterator[str]:
    """The names of all public functions and methods that take an argument; those of every answer come once."""
    yield "Answer.in_words"
    for package in (puzzle.library for puzzle in PUZZLES):
        module = getattr(tablebases, package)
        for name in module.__all__:
            member = getattr(module, name)
            methods = [each for each in dir(member) if inspect.isclass(member) and not each.startswith("_")]
            functions = {f"{package}.{name}.{each}": getattr(member, each) for each in methods}
            for title, function in ({f"{package}.{name}": member} if inspect.isfunction(member) else functions).items():
                module_name = getattr(function, "__module__", "") or ""
                is_ours = module_name.startswith("tablebases.") and module_name != "tablebases.answer.base"
                if is_ours and inspect.isroutine(function) and set(signature(function).parameters) - {"self"}:
                    yield title


NEVER = (b"434131344", 1.5, math.nan, object(), {"board": 1}, [[[[[[1]]]]]], [b"1"], [None], 10**5000, "1" * 100_001)
"""Values that are wrong for every argument."""
OFTEN: tuple[Any, ...] = (
    None, "", "\0", " ", "x", "a\ud800", "9" * 5000, "/" * 3000, True, -1, 0, 5, 2**62, np.int64(2), [], (), [""],
    ["x", "y"], [3, 1], np.array([[1, 2], [3, 4]]), {1, 2}, range(3), lambda *_: None, Path("no/such/file"),
)  # fmt: skip
"""Values that are right for a few arguments, and wrong for the others."""


def call(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Call a function, enter the context that it returns, and take the first values of an iterator."""
    bound = BoundArguments(signature(function), {**arguments})
    answer = function(*bound.args, **bound.kwargs)
    if isinstance(answer, AbstractContextManager):
        with answer:
            pass
    elif isinstance(answer, Iterator):
        list(islice(answer, 3))
    return answer


@pytest.fixture
def usual_call(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, ExitStack], Call]:
    """How a user calls the function of a name, tried once in an empty folder; the stack holds its open results."""
    monkeypatch.chdir(tmp_path)

    def tried(name: str, stack: ExitStack) -> Call:
        found = CALLS[name](stack, lambda puzzle: request.getfixturevalue(f"{puzzle}_folder"))
        call(*found)
        return found

    return tried


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*public_functions()])
def test_every_argument_is_read_or_refused(name: str, usual_call: Callable[[str, ExitStack], Call]) -> None:
    with ExitStack() as stack:
        function, arguments = usual_call(name, stack)
        for parameter in signature(function).parameters.values():
            is_rest = parameter.kind is parameter.VAR_POSITIONAL
            for value in (*NEVER, *OFTEN):
                changed = {**arguments, parameter.name: (value,) if is_rest else value}
                try:
                    call(function, changed)
                except (InputError, MissingDataError) as error:
                    refusal = str(error)
                else:
                    refusal = ""
                    assert not any(value is never for never in NEVER), f"{parameter.name} takes {value!r:.60}"
                assert refusal == "" or (refusal.isprintable() and len(refusal) < LONGEST_MESSAGE + 100)


SAME: list[tuple[Call, Call]] = [
    ((arrow.solve, {"board": board}), (arrow.solve, {"board": "434131344"}))
    for board in (
        [4, 3, 4, 1, 3, 1, 3, 4, 4],
        [[4, 3, 4], [1, 3, 1], [3, 4, 4]],
        np.array([[4, 3, 4], [1, 3, 1], [3, 4, 4]]),
        434131344,
    )
]
SAME += [
    ((nine_tiles.score, {"town": town, **board}), (nine_tiles.score, {"town": pattern, **board}))
    for board, pattern, town in (
        ({}, TOWN, int(TOWN)),
        ({}, LEAST_TOWN, int(LEAST_TOWN)),
        ({}, TOWN, np.str_(TOWN)),
        ({}, TOWN, np.array([int(TOWN)])[0]),
        ({}, TOWN, nine_tiles.Town.parse(TOWN)),
        ({}, TOWN, DIGITS),
        ({}, TOWN, [*TOWN]),
        ({}, TOWN, [TOWN[:9], TOWN[9:]]),
        ({}, TOWN, [[2, 0, 6], [7, 4, 5], [8, 1, 3], [3, 6, 1], [2, 3, 0], [0, 3, 5]]),
        ({}, TOWN, np.array(DIGITS)),
        ({}, TOWN, np.array(DIGITS).reshape(2, 3, 3)),
        ({}, TOWN, [*zip(DIGITS[:9], DIGITS[9:], strict=True)]),
        ({}, TOWN, np.array(DIGITS).reshape(2, 9).T),
        ({}, TOWN, np.array(DIGITS).reshape(2, 9).T.reshape(3, 3, 2)),
        ({"rows": 2, "columns": 2}, "12060404", [[1, 2], [0, 6], [0, 4], [0, 4]]),
        ({"rows": 2, "columns": 2}, "01250240", 1250240),
    )
]
SAME += [
    ((nine_tiles.best, {"cards": cards}), (nine_tiles.best, {"cards": (2, 5, 18)}))
    for cards in ([{2, 5, 18}], [np.array([2, 5, 18])], [(2, np.int8(5)), 18], ["2_5_18"], ["2", [5, "Abduction"]])
]
SAME += [
    ((nine_tiles.judge, given), (nine_tiles.judge, {"cards": 5, "towns": [TOWN, LEAST_TOWN], "order": [2, 1]}))
    for given in (
        {"cards": np.int64(5), "towns": np.array([TOWN, LEAST_TOWN]), "order": np.array([2, 1])},
        {"cards": {5}, "towns": np.array([int(TOWN), int(LEAST_TOWN)]), "order": (2, 1)},
        {"cards": "5", "towns": (DIGITS, nine_tiles.Town.parse(LEAST_TOWN)), "order": iter([2, 1])},
    )
]
SAME += [
    (
        (millijan.score, given),
        (millijan.score, {"hand": "春香 千早 美希", "called": "1", "seen": "雪歩", "main": "春香"}),
    )
    for given in (
        {"hand": [0, 1, 2], "called": 1, "seen": 3, "main": 0},
        {"hand": np.array([0, 1, 2]), "called": [1], "seen": np.array([3]), "main": np.int64(0), "units": 2019},
        {"hand": (0, "千早", ["美希"]), "called": ("1",), "seen": range(3, 4), "main": "0"},
    )
]
"""Two calls with the same answer."""

SAME += [
    ((arrow.solve, {"board": "434131344", "avoid": given}), (arrow.solve, {"board": "434131344", "avoid": text}))
    for given, text in (
        (["00", "21"], "00, 21"),
        ([(0, 0), (2, 1)], "0-0, 2-1"),
        (np.array([[0, 0]]), "0-0"),
        ({"00"}, "00"),
        (21, "21"),
    )
]


@pytest.mark.parametrize(("given", "usual"), SAME)
def test_arguments_are_read_as_people_pass_them(given: Call, usual: Call) -> None:
    assert call(*given) == call(*usual)


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in public_functions() if ".Results." in name])
def test_results_answer_or_refuse_after_their_block(name: str, usual_call: Callable[[str, ExitStack], Call]) -> None:
    with ExitStack() as stack:
        usual = usual_call(name, stack)
    with suppress(InputError):
        call(*usual)


TWO_BOARDS = nine_tiles.Town("01250000", Board(2, 2))
REFUSED: Mapping[str, tuple[Call, str]] = {
    "digits without an order": ((nine_tiles.score, {"town": {*TOWN}}), "town must be .*, not set"),
    "players without an order": (
        (nine_tiles.judge, {"cards": 5, "towns": {TOWN, LEAST_TOWN}}),
        "must be a list, not set",
    ),
    "two digits too few": ((nine_tiles.score, {"town": int(LEAST_TOWN[2:])}), "a pattern has 18 digits"),
    "a number without its zeros": ((nine_tiles.complete, {"town": 36582714}), "town must be Town or a text, not int"),
    "rows of numbers": ((nine_tiles.score, {"town": [206745813, 361230035][::-1]}), "direction 8 at bottom left"),
    "a town of another board": ((nine_tiles.complete, {"town": TWO_BOARDS}), "a pattern has 18 digits"),
    "no town": ((nine_tiles.score, {"town": nine_tiles.Town("x")}), "a pattern has digits only, but 'x'"),
    "an incomplete town": ((nine_tiles.score, {"town": [*DIGITS[:17], 6]}), f"{TOWN[:17]}6 is not a complete town"),
    "no card of the answer": (
        (nine_tiles.score(TOWN, 18, 5).__getitem__, {"card": "surrounded"}),
        "2 Surrounded is not scored here, only Abduction and The Longest Road",
    ),
    "no card": ((nine_tiles.score(TOWN).__getitem__, {"card": 0}), "there is no card 0; cards are numbered 1 to 26"),
    "a part of several cards": ((nine_tiles.score(TOWN).__getitem__, {"card": "dog"}), "'dog' fits several cards"),
    "a tile at a place that has one": (
        (nine_tiles.Town(TOWN).lay, {"tile": 2, "place": "top left"}),
        "tile 2 lies at top left; take it away first",
    ),
    "a tile twice": (
        (nine_tiles.Town.empty().lay(4, 0).lay, {"tile": 4, "place": "top"}),
        "tile 4 is used twice, at top left and top",
    ),
    "a tile that the game lacks": (
        (nine_tiles.Town.empty().lay, {"tile": 9, "place": "top"}),
        "there is no tile 9 at top; the tiles are 0, 1, 2",
    ),
    "a direction above 7": (
        (nine_tiles.Town.empty().lay, {"tile": 4, "place": "top", "direction": 8}),
        "direction must be a whole number from 0 to 7, not 8",
    ),
    "no tile to turn": ((nine_tiles.Town.empty().turn, {"place": "top"}), "no tile lies at top"),
    "no such place": (
        (nine_tiles.Town.empty().flip, {"place": 9}),
        "'9' is not a position of this board; the positions are top left, top",
    ),
    "a place of another board": (
        (nine_tiles.Town.empty(rows=1, columns=2).take_away, {"place": "centre"}),
        "'centre' is not a position of this board; the positions are row 1 column 1, row 1 column 2",
    ),
    "no town to turn": ((nine_tiles.Town("2067").rotate, {}), "a pattern has 18 digits"),
    "no board": ((nine_tiles.score, {"town": TOWN, "rows": -3, "columns": -3}), "a board of -3 rows"),
    "a rule set": ((nine_tiles.score, {"town": TOWN, "rule_set": "x"}), "must be 'published' or 'impartial', not 'x'"),
    "members of a called unit": ((millijan.score, {"hand": [0], "called": [[1, 2]]}), "called must be"),
}
"""What is wrong -> a call, and the beginning of its error."""


@pytest.mark.parametrize("fault", REFUSED)
def test_functions_refuse_what_only_looks_right(fault: str) -> None:
    (function, arguments), message = REFUSED[fault]
    with pytest.raises(InputError, match=message):
        function(**arguments)
