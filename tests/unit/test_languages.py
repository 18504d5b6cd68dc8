"""Every text of the library has a Japanese translation, and every translation is of a text."""

from __future__ import annotations

import ast
import errno
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Set
from inspect import cleandoc
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command

import tablebases
from tablebases.answer.text import text_width
from tablebases.cli.help_texts import COMMAND, EXAMPLE, TITLES, USAGE, help_catalogues
from tablebases.cli.main import app
from tablebases.database import open_rows
from tablebases.errors import InputError
from tablebases.languages import CATALOGUE, asked_language, catalogues, use_language
from tablebases.locations import PACKAGED
from tablebases.messages import counted
from tablebases.nine_tiles.rules.measures import MEASURES
from tablebases.nine_tiles.tablebase import BEST_TOWNS
from tests.command_lines.typed import run_typed

LIBRARY = Path(tablebases.__file__).parent
GAMES = [path.parent.parent.name for path in catalogues() if path.parent.name == "page"]
FOLDERS = ["", "answer", "cli", "atlas", *GAMES]
"""Of the library, with texts for people; the empty name is the library without its folders."""
TRANSLATORS = {
    "t": 0,
    "_refusal": 0,
    "counted": 1,
    "Error": 0,
    "InputError": 0,
    "MissingDataError": 0,
    "DamagedDataError": 0,
}
"""Function -> the place of the English text among its arguments."""
PRINTERS = {"print", "say"}
SHOWN = {"title", "next_step"}
"""Arguments that people read."""


def japanese(path: Path) -> dict[str, str]:
    """A catalogue."""
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def nodes(folder: str) -> Iterator[tuple[str, ast.AST]]:
    """(place, node) of all syntax in a folder of the library; the empty name is the library without its folders."""
    for path in sorted((LIBRARY / folder).rglob("*.py") if folder else LIBRARY.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{path.relative_to(LIBRARY)}:{getattr(node, 'lineno', 0)}", node


def strings(node: ast.AST) -> list[str]:
    """The constant texts of an expression, a plain or a formatted text."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def is_words(node: ast.expr) -> bool:
    """Whether an expression is a text with a word in it."""
    return any(re.search(r"[a-z]{2}", text) for text in strings(node))


def faults(call: ast.Call, known: Set[str]) -> list[str]:
    """Texts of a call that are not translated."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    shown = [each.value for each in call.keywords if each.arg in SHOWN] + call.args[:1] * (name in PRINTERS)
    found = [f"not in t(): {ast.unparse(node)}" for node in shown if is_words(node)]
    text = call.args[TRANSLATORS[name]] if name in TRANSLATORS and call.args else None
    if isinstance(text, ast.JoinedStr):
        found.append(f"a formatted text: {ast.unparse(text)}")
    elif isinstance(text, ast.Constant):
        key = f"{{n}} {text.value}" if name == "counted" else str(text.value)
        found += [f"not in a catalogue: {key}"] * (key not in known)
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_text_of_the_code_has_a_translation(folder: str) -> None:
    known = {key for path in catalogues() for key in japanese(path)}
    calls = [(place, node) for place, node in nodes(folder) if isinstance(node, ast.Call)]
    assert not [f"{place}: {fault}" for place, call in calls for fault in faults(call, known)]


def meanings() -> list[str]:
    """What the figures of `nine-tiles summary` mean, which only the database says."""
    with open_rows(PACKAGED / "nine_tiles_panic" / BEST_TOWNS.file, BEST_TOWNS) as database:
        return [meaning for (meaning,) in database.execute("SELECT meaning FROM figures")]


@pytest.fixture(scope="module")
def texts_of_code() -> set[str]:
    """Every text that the library may look up."""
    every = [node for folder in FOLDERS for _, node in nodes(folder)]
    found = {text for node in every for text in strings(node)}
    found |= {ast.unparse(node.target) for node in every if isinstance(node, ast.AnnAssign)}  # fields head columns
    found |= {f"{{n}} {text}" for text in found} | {text.replace("_", " ") for text in found} | {*meanings()}
    return found | {*map(os.strerror, errno.errorcode)}


TEXTS_OF_PAGES = [LIBRARY / "atlas" / "kit" / "languages.js", *sorted(LIBRARY.rglob("*texts.js"))]


@pytest.mark.parametrize("path", TEXTS_OF_PAGES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_text_of_a_page_has_a_translation(path: Path) -> None:
    (table,) = re.findall(
        r"addTexts\(\{\n(.*?)^\}, JAPANESE\)", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    texts = [json.loads(text) for text in re.findall(r'^  [\w".]+: ("(?:[^"\\]|\\.)*"),?$', table, re.MULTILINE)]
    assert texts
    assert not [text for text in texts if text not in japanese(path.with_name(CATALOGUE))]


@pytest.mark.parametrize(
    "path", sorted(LIBRARY.rglob("japanese*.json")), ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)
def test_no_text_stands_twice_in_a_catalogue(path: Path) -> None:
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert [key for key, count in Counter(keys).items() if count > 1] == []


@pytest.mark.parametrize("path", sorted(LIBRARY.rglob(CATALOGUE)), ids=lambda path: path.parts[-3])
def test_every_translation_has_a_text_with_the_same_gaps_and_commands(path: Path, texts_of_code: set[str]) -> None:
    gaps = re.compile(r"\{\w+|`[^`]+`")  # and commands
    assert not [
        key for key, text in japanese(path).items() if {*gaps.findall(key)} != {*gaps.findall(text)} or not text
    ]
    page = "".join(module.read_text(encoding="utf-8") for module in path.parent.glob("*.js"))
    assert not [key for key in japanese(path).keys() - texts_of_code if json.dumps(key, ensure_ascii=False) not in page]


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
def test_japanese_texts_of_commands_are_printable(path: Path) -> None:
    """A wide blank would be printed as its escape."""
    assert not [text for text in japanese(path).values() if not text.replace("\n", "").isprintable()]


def test_figures_of_the_summary_have_translations() -> None:
    assert {*meanings()} <= japanese(LIBRARY / "nine_tiles" / "page" / CATALOGUE).keys()


def test_words_of_cards_have_translations() -> None:
    counts = {measure.counts for measure in MEASURES.values()}
    assert counts <= japanese(LIBRARY / "nine_tiles" / "page" / CATALOGUE).keys()


def test_commands_of_all_games_translate_a_text_alike(texts_of_code: set[str]) -> None:
    found: dict[str, set[str]] = {}
    for path in catalogues():
        for key in japanese(path).keys() & texts_of_code:
            found.setdefault(key, set()).add(japanese(path)[key])
    assert not {key: texts for key, texts in found.items() if len(texts) > 1}


def commands(found: Any = None, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The words of every command and group, and the command."""
    found = found or get_command(app)
    yield words, found
    if isinstance(found, TyperGroup):
        for name in found.commands:
            yield from commands(found.get_command(None, name), (*words, name))  # type: ignore[arg-type]


EVERY_COMMAND = dict(commands())


def texts_of_help(command: Any) -> Iterator[str]:
    """What the help of a command shows, except for examples, names of options, and values."""
    context = command.make_context("tablebases", [], resilient_parsing=True)
    for paragraph in cleandoc(command.help).split("\n\n"):
        if not COMMAND.match(paragraph):
            yield " ".join(paragraph.split())
    yield command.options_metavar
    if isinstance(command, TyperGroup):
        yield command.subcommand_metavar
    for parameter in command.get_params(context):
        yield " ".join(parameter.help.split())
        if parameter.param_type_name == "argument":
            yield parameter.metavar or parameter.name
        elif parameter.metavar:
            assert not re.search("[a-z]{3}", parameter.metavar), "names in it would need Japanese"
        if not hasattr(parameter.type, "choices") and not parameter.type.name.startswith("bool"):
            yield parameter.type.name


def test_every_text_of_help_has_a_translation_and_every_translation_is_of_one() -> None:
    texts = {EXAMPLE, USAGE, *TITLES.values()}
    missing = []
    known = {key: path for path in help_catalogues() for key in japanese(path)}
    assert len(known) == sum(len(japanese(path)) for path in help_catalogues()), "a text stands in two catalogues"
    for words, command in EVERY_COMMAND.items():
        shown = {*texts_of_help(command)}
        missing += [f"{' '.join(words)}: {text}" for text in shown - known.keys()]
        texts |= shown
    assert not missing
    assert not known.keys() - texts


@pytest.mark.parametrize("path", help_catalogues(), ids=lambda path: path.parent.name)
def test_a_translation_of_help_has_the_same_options_columns_and_numbers(path: Path) -> None:
    """Codes such as `best`, --towns, units_1 and t05; numbers that are words in English may be digits in Japanese."""
    codes = re.compile(r"--?[a-z]+\b|\b[a-z]+_[a-z0-9]+|\bt\d\d|`[^` ]+`|\.[a-z]{3}\b", re.ASCII)
    faults = []
    for key, text in japanese(path).items():
        if " " not in key:
            continue  # the name of an argument
        wanted, found = ({*codes.findall(each)} for each in (key, text))
        numbers = [number for number in re.findall(r"\d+(?:,\d{3})*", key) if number not in text]
        faults += [(key, wanted ^ found, numbers)] * (wanted != found or bool(numbers) or not text)
    assert not faults


@pytest.mark.thorough
def test_help_in_japanese_fits_the_terminal_and_keeps_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words, command in EVERY_COMMAND.items():
        pages = {code: run_typed([*words, "--lang", code, "--help"]) for code in ("en", "ja")}
        lines = pages["ja"].output.splitlines()
        assert {page.status for page in pages.values()} == {0}
        assert not [line for line in lines if text_width(line) > 80 or re.search("… +│", line)], "cut off"
        assert not re.search(r"(?<![\w-])(Usage|Options|Example|default|required|int|str|path)\b", pages["ja"].output)
        examples = re.findall(r"^ *(?:Examples?: )?(tablebases .+)$", command.help, re.MULTILINE)
        joined = {code: " ".join(page.output.split()) for code, page in pages.items()}
        assert not [line for line in examples if (line in joined["en"]) != (line in joined["ja"])]
        assert any(line in joined["ja"] for line in examples) or isinstance(command, TyperGroup)


@pytest.mark.parametrize(
    ("words", "environment", "language"),
    [
        ([], {}, "en"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LC_ALL": "en_GB.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ([], {"LANGUAGE": "ja:en", "LANG": "en_GB.UTF-8"}, "ja"),
        (["arrow", "solve", "--lang", "ja"], {}, "ja"),
        (["--lang=en"], {"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_language_is_that_of_the_option_else_of_the_environment(
    words: list[str], environment: dict[str, str], language: str
) -> None:
    assert asked_language(words, environment) == language


def test_errors_and_counts_are_in_the_chosen_language() -> None:
    use_language("ja")
    try:
        assert str(InputError("--lang takes en or ja, not {value}", value="xx")).startswith("--langには")
        assert counted(2, "noun without a translation") == "2 noun without a translations"
    finally:
        use_language("en")
