"""`tablebases godomachi puzzle`: a pair with exactly one kind of winning first move."""

from __future__ import annotations

import secrets
from random import Random
from typing import Annotated

import typer
from rich.console import Console

from pipeline.command_line import PicturesOption
from pipeline.errors import InputError
from pipeline.godomachi.commands.answers import as_data, draw, print_line
from pipeline.godomachi.commands.asking import (
    RESULTS,
    ResultsOption,
    plies_in_words,
    solved_pair,
)
from pipeline.godomachi.commands.results import GodomachiDatabase, godomachi_database
from pipeline.godomachi.drawing.line_drawing import draw_line
from pipeline.godomachi.game.cuts import MaxCut
from pipeline.output import JsonOption, print_json
from pipeline.pictures import write_pictures

WHERE = "FROM puzzles WHERE (?1 IS NULL OR plies = ?1) AND (?2 IS NULL OR n = ?2)"
SEEDS = 1_000_000


def _choose(
    database: GodomachiDatabase, plies: int | None, n: int | None, seed: int
) -> tuple[int, ...]:
    """(n, a, b, plies) of a puzzle; the same for the same seed.

    Raises:
        InputError: there is none.
    """
    count = database.rows(f"SELECT count(*) {WHERE}", plies, n)[0][0]
    if not count:
        kinds = database.rows("SELECT DISTINCT n, plies FROM puzzles ORDER BY n, plies")
        if not kinds:
            raise InputError(
                f"the table has no puzzles: there are none of at most {database.largest} cells"
            )
        known = ", ".join(f"{plies} with {n} cells" for n, plies in kinds)
        raise InputError(f"there is no such puzzle; there are puzzles in plies: {known}")
    sql = f"SELECT n, a, b, plies {WHERE} ORDER BY n, a, b LIMIT 1 OFFSET ?3"
    return database.rows(sql, plies, n, Random(seed).randrange(count))[0]  # noqa: S311


def puzzle(
    plies: Annotated[
        int | None, typer.Option(help="In how many plies the first player wins: 3, 5, ..")
    ] = None,
    n: Annotated[int | None, typer.Option("-n", help="Cells of both shapes.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed, the same puzzle.")] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the answer.")] = False,
    results: ResultsOption = RESULTS,
    output: PicturesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Set a puzzle: the first player can win, but with one kind of first move only. Which?

    Examples:
    tablebases godomachi puzzle --plies 5 --seed 1

    tablebases godomachi puzzle --plies 5 --seed 1 --answer
    """
    chosen_seed = secrets.randbelow(SEEDS) if seed is None else seed
    with godomachi_database(results) as database:
        cells, a, b, value = _choose(database, plies, n, chosen_seed)
        max_cut = MaxCut(database.max_cut)
        pair = solved_pair(database.shape(cells, a), database.shape(cells, b), max_cut)
    line = list(pair.best_line(*pair.start)) if answer else []
    headline = f"the first player wins in {plies_in_words(value)}, with one kind of move only"
    if as_json:
        data = as_data(pair, pair.moves(*pair.start) if answer else [], line)
        print_json({"n": cells, "id_a": a, "id_b": b, "seed": chosen_seed, **data})
    else:
        print(f"{cells} cells, {a} and {b}: {headline}")
        print()
        if answer:
            print_line(pair, line)
        else:
            Console(highlight=False).print(draw(pair, *pair.start))
            print(f"The answer: the same command with --seed {chosen_seed} --answer")
    write_pictures(draw_line(pair, line, headline), output)
