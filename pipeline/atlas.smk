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
        for puzzle, output in PAGES.items()
        for file in output
        if file != output.notes
    ),
]
ATLAS_PREVIEWS = [
    f"{atlas}/{place}{pages.PREVIEW}"
    for place in ("", *(f"{puzzle.page}/" for puzzle in (*PAGES, RESULTS)))
    if config.get("atlas_address")
]


rule atlas:
    """Choose cards, solve boards, look up pairs and hands in the browser."""
    input:
        *PAGES.values(),
        about=[output.out for output in PAGES.values()],
        figures=data_file(FIGURES[0]),
        sequences=data_file(FIGURES[1]),
    output:
        [
            f"{atlas}/{name}"
            for name in ATLAS_FILES
            if pages.is_shipped(Path(name).name) and name != "index.html"
        ],
        ATLAS_PREVIEWS,
        out=f"{atlas}/index.html",
    log:
        f"{atlas.parent}/logs/atlas.log",
    benchmark:
        f"{atlas.parent}/benchmarks/atlas.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from(
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
        options=arguments(address=config.get("atlas_address", "")),
    shell:
        "python -m pipeline atlas {params.options} > {log:q} 2>&1 && tail -n 1 {log:q}"
