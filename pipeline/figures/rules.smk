"""The page of all figures of the full run, for the atlas."""

from pipeline.atlas.page import RESULTS

FIGURES = [f"data/{name}.csv" for name in ("figures", "sequences")]


rule figures_results:
    """Every figure that is known, how sure it is, and integer sequences."""
    input:
        made_of("figures.results", data=[*FIGURES, *hand_written(RESULTS.package)]),
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
        "python -m pipeline.figures.stages.results"
        " --figures {input.figures:q}"
        " --sequences {input.sequences:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"
