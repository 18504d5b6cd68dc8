"""The pictures of `--share`: their size and words, and addresses that the pages of the atlas read."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.arrow_puzzle.levels import algebras_of
from pipeline.arrow_puzzle.stages import page as arrow_page
from pipeline.godomachi.stages import page as godomachi_page
from pipeline.millijan.stages import page as millijan_page
from pipeline.nine_tiles_panic.stages import page as nine_tiles_page
from tablebases import pictures
from tablebases.answer.share import ACCENT, ADDRESS_SIZE, Card, share_picture, wrapped
from tablebases.locations import PACKAGED
from tablebases.millijan.game_files import load_tiles, load_units
from tablebases.millijan.units import RuleSet
from tablebases.nine_tiles.rules.game_files import TILES
from tablebases.nine_tiles.tablebase import BEST_TOWNS
from tablebases.pictures import JAPANESE, japanese_font, to_png
from tablebases.puzzles import PUZZLES
from tests.command_lines.typed import run_typed
from tests.nine_tiles_panic.helpers import real_tiles

REPOSITORY = Path(__file__).parents[2]
ADDRESS = "https://example.org/atlas"
TABLE = yaml.safe_load(Path(__file__).with_name("sharing.yaml").read_text(encoding="utf-8"))
MILLIJAN = REPOSITORY / "data" / "millijan"
OTHER_UNITS = "id,name,members\n0,one,春香 千早\n"
CONFIGURATIONS = {"my.yaml": "data/millijan/units_2025.csv", "other.yaml": "other.csv"}

every_picture = pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row["typed"], marks=[pytest.mark.thorough] if "{results}" in row["typed"] else [])
        for row in TABLE
    ],
)


def shared(row: dict[str, str], folder: Path, address: str, *more: str, results: object = "") -> tuple[str, bytes]:
    """The SVG of a command line, and with an address of the atlas in the configuration also the PNG."""
    config = (REPOSITORY / "config.yaml").read_text(encoding="utf-8")
    (folder / "config.yaml").write_text(config.replace('atlas_address: ""', f'atlas_address: "{address}"'))
    for name, units in CONFIGURATIONS.items():
        (folder / name).write_text(f"millijan: {{unit_file: {units}}}")
    (folder / "other.csv").write_text(OTHER_UNITS, encoding="utf-8")
    files = [folder / name for name in ("shared.svg", "shared.png")[: 1 + bool(address)]]
    words = shlex.split(row["typed"].replace("{results}", str(results)))
    done = run_typed([*words, *more, *(word for file in files for word in ("--share", str(file)))])
    assert done.status == 0, done
    return files[0].read_text(encoding="utf-8"), files[-1].read_bytes()


def words_of(svg: str, look: str = "") -> str:
    """The words of a picture that look like this, without blanks."""
    return "".join("".join(map(unescape, re.findall(f"<text[^>]*{look}>([^<]*)<", svg))).split())


def address_of(svg: str) -> str:
    """The address in a picture."""
    return words_of(svg, f'font-size="{ADDRESS_SIZE}" fill="{ACCENT}"')


@every_picture
def test_a_picture_to_share_has_size_title_and_address_and_is_the_same_twice(
    row: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    results = request.getfixturevalue("godomachi_folder") if "{results}" in row["typed"] else ""
    pictures = {}
    for language in ("en", "ja"):
        for address, shown in (("", "puzzle-tablebases:"), (ADDRESS, "example.org/atlas/")):
            svg, png = shared(row, tmp_path, address, "--lang", language, results=results)
            pictures[language, address] = svg, png
            assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" ')
            assert not address or [int.from_bytes(png[at : at + 4]) for at in (16, 20)] == [1200, 630]
            (title,) = re.findall("<title>(.*)</title>", svg)
            game, _, title = title.partition(": ")
            assert "".join(unescape(game + title).split()) in words_of(svg)
            assert title.startswith(row["title"]) if language == "en" else JAPANESE.search(title)
            assert address_of(svg).startswith(f"{shown}{row['place']}")
    assert shared(row, tmp_path, ADDRESS, "--lang", "ja", results=results) == pictures["ja", ADDRESS]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("この盤面は解けません。", ["この盤面は", "解けません。"]),
        ("2手で後手勝ち", ["2手で後手勝ち"]),
        ("3手で先手勝ち\uff08勝てる初手は1種類だけ\uff09", ["3手で先手勝ち", "\uff08勝てる初手は", "1種類だけ\uff09"]),
        ("90通りのお題で", ["90通りのお題で"]),
        ("これが最善の捨て牌です。", ["これが最善の", "捨て牌です。"]),
        ("捨てた後\uff1aテンパイ", ["捨てた後\uff1a", "テンパイ"]),
        ("Solvable in 14 taps", ["Solvable in 14", "taps"]),
    ],
)
def test_lines_of_a_picture_break_between_words_and_japanese_phrases(words: str, lines: list[str]) -> None:
    assert wrapped(words, 10, 88) == lines


@pytest.mark.parametrize(
    ("installed", "chosen"),
    [
        (["ipam.ttf", "ipag.ttf", "DejaVuSans.ttf"], "ipag.ttf"),
        (["NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "NotoSerifCJK-Regular.ttc", "a/ipag.ttf"],
         "NotoSansCJK-Regular.ttc"),
        (["DejaVuSans.ttf", "ipamp.ttf", "ipam.ttf"], "ipam.ttf"),
        (["DejaVuSans.ttf"], None),
    ],
)  # fmt: skip
def test_japanese_words_take_a_gothic_font_before_a_mincho_font(
    installed: list[str], chosen: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "FONT_FOLDERS", [str(tmp_path), str(tmp_path / "none")])
    for name in installed:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    font = japanese_font()
    assert (font and font.name) == chosen


def test_a_png_with_japanese_words_says_that_no_font_is_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pictures, "FONT_FOLDERS", [])
    for words, note in (("taps", ""), ("手牌", "note: the picture may lack characters")):
        to_png(pictures.document(90, 20, words, [pictures.text(0, 15, words, 12)]), 90)
        assert capsys.readouterr().err[: len(note) or None] == note


PREVIEWS: dict[str, Callable[[], Card | None]] = {
    "nine-tiles best 2 5 18": lambda: nine_tiles_page.preview(
        {"themes": [{"no": number} for number in range(1, 27)]},
        PACKAGED / "nine_tiles_panic" / BEST_TOWNS.file,
        REPOSITORY / TILES,
    ),
    "arrow solve 6244352156345646536233221423451614663": lambda: arrow_page.preview(algebras_of(LEVELS), "expert"),
    "godomachi solve 6:2 6:14": lambda: godomachi_page.preview("any"),
    "millijan discard 0 1 2 3 4 5 6 7 8 9 20 30 40": lambda: millijan_page.preview(
        MILLIJAN / "tiles.csv", MILLIJAN / "units_2019.csv"
    ),
}
LEVELS = ["easy=square-3-4", "expert=hexagon-4-6"]


@pytest.mark.parametrize("typed", PREVIEWS)
def test_the_preview_of_a_page_is_the_picture_of_a_command(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = PREVIEWS[typed]()
    assert card
    monkeypatch.chdir(tmp_path)
    assert share_picture(card, f"{ADDRESS}/") == shared({"typed": typed}, tmp_path, ADDRESS)[0]


READ = """
globalThis.window = { matchMedia: () => ({}) };
globalThis.localStorage = { getItem: () => null };
const { addresses, levels, board, tiles, units, rules } = JSON.parse(process.argv[2]);
const arrow = await import("./arrow/reading.js");
const godomachi = await import("./godomachi/session.js");
const millijan = await import("./millijan/reading.js");
const { addressOfCards, TOWN } = await import("./nine-tiles/parts.js");
const { layTown, patternOf } = await import("./nine-tiles/town.js");
const { Session } = await import("./millijan/session.js");
const { known, units: lists } = new Session({ tiles, units, rules });
const read = {
  arrow(hash) {
    const { level, turns, layout } = arrow.readAddress(hash, levels);
    return arrow.addressOf(level, turns, layout);
  },
  godomachi: (hash) => godomachi.addressOf(godomachi.readAddress(hash)),
  "nine-tiles": (hash) => (hash.startsWith(TOWN) ? TOWN + patternOf(layTown(board, hash.slice(TOWN.length)).tiles)
    : addressOfCards(hash.slice(1).split("_").map((no) => ({ no })))),
  millijan: (hash) => millijan.addressOf(millijan.readAddress(hash, known, lists), known),
};
console.log(JSON.stringify(addresses.map(([page, hash]) => [page, read[page](hash)])));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_pages_read_the_addresses_and_write_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    addresses = []
    for row in TABLE:
        page, _, end = row["place"].partition("/")
        if end and "{results}" not in row["typed"]:
            addresses.append([page, address_of(shared(row, tmp_path, ADDRESS)[0]).partition(f"atlas/{page}/")[2]])
    for puzzle in PUZZLES:
        shutil.copytree(REPOSITORY / "tablebases" / puzzle.library / "page", tmp_path / puzzle.command)
    shutil.copytree(REPOSITORY / "tablebases" / "atlas" / "kit", tmp_path / "kit")
    kinds = load_tiles(MILLIJAN / "tiles.csv")
    data: dict[str, Any] = {
        "addresses": addresses,
        "levels": arrow_page.page_data(algebras_of([*LEVELS, "hard=hexagon-4-2"]).values(), {})["levels"],
        "board": {"rows": 3, "columns": 3, "tiles": nine_tiles_page.tile_data(real_tiles())},
        "tiles": [vars(tile) for tile in kinds],
        "units": {
            year: [vars(unit) for unit in load_units(MILLIJAN / f"units_{year}.csv", kinds)]
            for year in ("2019", "2025")
        },
        "rules": list(RuleSet),
    }
    (tmp_path / "read.mjs").write_text(READ)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        ["node", "read.mjs", json.dumps(data)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == addresses
