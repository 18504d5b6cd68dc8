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

FIGURES = ["data/figures.csv", "data/sequences.csv"]
PAGES = {
    puzzle: getattr(rules, f"{puzzle.package}_page").output
    for puzzle in PUZZLES
    if puzzle.page is not None
}


rule atlas:
    """Choose cards, solve boards, look up pairs and hands in the browser."""
    input:
        made_of(
            "atlas.atlas",
            data=[
                *FIGURES,
                *kit_files(),
                *hand_written(RESULTS.package),
                *hand_written(FRONT.package),
                MANIFEST,
                SERVICE_WORKER,
            ],
        ),
        *PAGES.values(),
        figures=ancient(FIGURES[0]),
        sequences=ancient(FIGURES[1]),
    output:
        [f"{atlas}/{name}" for name in front_files()],
        [
            f"{atlas}/{KIT.name}/{path.name}"
            for path in kit_files()
            if is_shipped(path.name)
        ],
        [
            f"{atlas}/{RESULTS.page}/{name}"
            for name in page_files(RESULTS.package)
            if is_shipped(name)
        ],
        [
            f"{atlas}/{puzzle.page}/{Path(file).name}"
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
        arguments(
            page=[
                f"{puzzle.package}={Path(files[0]).parent}"
                for puzzle, files in PAGES.items()
            ],
            out=atlas,
        ),
    shell:
        "python -m pipeline.atlas.stages.atlas {params} > {log:q} 2>&1 && tail -n 1 {log:q}"
