"""The atlas: the pages of all puzzles in one folder, for any file server."""

from pathlib import Path

from tablebases.atlas.pages import (
    FRONT,
    KIT,
    MANIFEST,
    RESULTS,
    SERVICE_WORKER,
    front_files,
    hand_written,
    is_shipped,
    kit_files,
)

FIGURES = [f"data/{name}.csv" for name in ("figures", "sequences")]


rule atlas_results:
    """Every figure that is known, how sure it is, and integer sequences."""
    input:
        made_of("atlas.results", data=[*FIGURES, *hand_written(RESULTS.package)]),
        figures=ancient(FIGURES[0]),
        sequences=ancient(FIGURES[1]),
    output:
        multiext(f"{atlas.parent}/results_page/", *page_files(RESULTS.package)),
    log:
        f"{atlas.parent}/logs/results_page.log",
    benchmark:
        f"{atlas.parent}/benchmarks/results_page.tsv"
    resources:
        mem_mb=500,
    params:
        folder=f"{atlas.parent}/results_page",
    shell:
        "python -m pipeline.atlas.stages.results"
        " --figures {input.figures:q}"
        " --sequences {input.sequences:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"


PAGES = {
    puzzle: getattr(rules, f"{puzzle.package}_page").output
    for puzzle in PUZZLES
    if puzzle.page is not None
} | {RESULTS: rules.atlas_results.output}


rule atlas:
    """Choose cards, solve boards, look up pairs and hands in the browser."""
    input:
        made_of(
            "atlas.atlas",
            data=[
                *kit_files(),
                *hand_written(FRONT.package),
                MANIFEST,
                SERVICE_WORKER,
            ],
        ),
        pages=PAGES.values(),
    output:
        [f"{atlas}/{name}" for name in front_files()],
        [
            f"{atlas}/{KIT.name}/{path.name}"
            for path in kit_files()
            if is_shipped(path.name)
        ],
        [
            str(atlas / puzzle.page / Path(file).name)
            for puzzle, files in PAGES.items()
            for file in files
            if is_shipped(Path(file).name)
        ],
    log:
        f"{atlas.parent}/logs/atlas.log",
    benchmark:
        f"{atlas.parent}/benchmarks/atlas.tsv"
    resources:
        mem_mb=500,
    params:
        pages=[
            f"--page={puzzle.package}={Path(files[0]).parent}"
            for puzzle, files in PAGES.items()
        ],
        folder=atlas,
    shell:
        "python -m pipeline.atlas.stages.atlas"
        " {params.pages:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"
        " && tail -n 1 {log:q}"
