"""The atlas: the pages of all puzzles in one folder, for any file server."""

from tablebases.atlas import pages
from tablebases.atlas.pages import FRONT, RESULTS

FIGURES = ["data/figures.csv", "data/sequences.csv"]
PAGES = {
    puzzle: getattr(rules, f"{puzzle.package}_page").output
    for puzzle in PUZZLES
    if puzzle.page is not None
}
ATLAS_FILES = [
    *pages.front_files(),
    *(f"{pages.KIT.name}/{path.name}" for path in pages.kit_files()),
    *(f"{RESULTS.page}/{name}" for name in pages.page_files(RESULTS.package)),
    *(
        f"{puzzle.page}/{Path(file).name}"
        for puzzle, files in PAGES.items()
        for file in files
    ),
]


rule atlas:
    """Choose cards, solve boards, look up pairs and hands in the browser."""
    input:
        rerun_trigger(
            "atlas",
            data=[
                *FIGURES,
                *pages.kit_files(),
                *pages.hand_written(RESULTS.package),
                *pages.hand_written(FRONT.package),
                pages.MANIFEST,
                pages.SERVICE_WORKER,
            ],
            address=config.get("atlas_address", ""),
        ),
        *PAGES.values(),
        figures=ancient(FIGURES[0]),
        sequences=ancient(FIGURES[1]),
    output:
        [f"{atlas}/{name}" for name in ATLAS_FILES if pages.is_shipped(Path(name).name)],
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
            address=config.get("atlas_address", ""),
        ),
    shell:
        "python -m pipeline atlas {params} > {log:q} 2>&1 && tail -n 1 {log:q}"
