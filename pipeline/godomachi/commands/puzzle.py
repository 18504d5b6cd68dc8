"""`tablebases godomachi puzzle`: a pair with exactly one kind of winning first move."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from pipeline.cli.options import PicturesOption, ResultsOption
from pipeline.cli.output import CsvOption, JsonOption, OutputFormat, output_format, print_json, show
from pipeline.cli.pictures import write_pictures
from pipeline.godomachi.commands.arguments import RESULTS

SEEDS = 1_000_000
CSV_COLUMNS = ("n", "id_a", "id_b", "seed", "a", "b", "max_cut", "plies", "winner")


def puzzle(
    plies: Annotated[int | None, typer.Option(help="In how many plies the first player wins: 3, 5, ..")] = None,
    n: Annotated[int | None, typer.Option("-n", help="Cells of both shapes.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed, the same puzzle.")] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Show the answer.")] = False,
    results: ResultsOption = RESULTS,
    output: PicturesOption = None,
    as_json: JsonOption = False,
    as_csv: CsvOption = False,
) -> None:
    """Set a puzzle: the first player can win, but with one kind of first move only. Which?

    Examples:
    tablebases godomachi puzzle --plies 5 --seed 1

    tablebases godomachi puzzle --plies 5 --seed 1 --answer
    """
    form = output_format(as_json, as_csv)
    from pipeline.godomachi.commands.results import godomachi_database

    chosen_seed = secrets.randbelow(SEEDS) if seed is None else seed
    with godomachi_database(results) as database:
        cells, a, b, value = database.choose_puzzle(plies, n, chosen_seed)
        shapes = database.shape(cells, a), database.shape(cells, b)
        max_cut = database.max_cut
    from rich.console import Console

    from pipeline.godomachi.commands.answers import as_data, draw, plies_in_words, print_line
    from pipeline.godomachi.commands.shapes import read_pair
    from pipeline.godomachi.drawing.line_drawing import draw_line

    pair = read_pair(*shapes, max_cut)
    line = list(pair.best_line(*pair.start)) if answer else []
    headline = f"the first player wins in {plies_in_words(value)}, with one kind of move only"
    data = as_data(pair, pair.moves(*pair.start) if answer else [], line)
    data = {"n": cells, "id_a": a, "id_b": b, "seed": chosen_seed, **data}
    if form is OutputFormat.JSON:
        print_json(data)
    elif form is OutputFormat.CSV:
        show([data], CSV_COLUMNS, form)
    else:
        print(f"{cells} cells, {a} and {b}: {headline}")
        print()
        if answer:
            print_line(pair, line)
        else:
            Console(highlight=False, soft_wrap=True).print(draw(pair, pair.start))
            print(f"The answer: the same command with --seed {chosen_seed} --answer")
    write_pictures(draw_line(pair, line, headline), output)
