"""Godomachi: winner, plies and moves of every pair of polyominoes."""

from tablebases.godomachi.tablebase import PRACTICE_FILE, chart_files

GODOMACHI = configuration.godomachi
GODOMACHI_GAME = {"max_n": GODOMACHI.max_n, "max_cut": GODOMACHI.max_cut}


rule godomachi_database:
    """All polyominoes, cuts, pairs with their plies, and puzzles in one database."""
    input:
        records=data_file(GODOMACHI.record_file),
    output:
        out=f"{GODOMACHI.output}/godomachi.db",
    log:
        f"{GODOMACHI.output}/logs/database.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/database.tsv"
    resources:
        mem_mb=2500,
    params:
        *made_from("godomachi.database", data=[GODOMACHI.record_file], **GODOMACHI_GAME),
        options=arguments(**GODOMACHI_GAME),
    shell:
        "python -m pipeline godomachi.database {params.options} > {log:q} 2>&1"


rule godomachi_wall_charts:
    """All pairs and all shapes of a size at a glance."""
    input:
        database=rules.godomachi_database.output.out,
    output:
        out=report(
            expand(
                f"{GODOMACHI.output}/figures/{{name}}",
                name=chart_files(GODOMACHI.max_n),
            ),
            category="Godomachi",
            caption="captions/wall_charts.rst",
        ),
        notes=f"{GODOMACHI.output}/provenance/wall_charts.json",
    log:
        f"{GODOMACHI.output}/logs/wall_charts.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/wall_charts.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from("godomachi.wall_charts"),
        options=arguments(),
    shell:
        "python -m pipeline godomachi.wall_charts {params.options} > {log:q} 2>&1"


rule godomachi_page:
    """The page to look up pairs and to play against the program."""
    input:
        rules.godomachi_wall_charts.output.notes,
        charts=rules.godomachi_wall_charts.output.out,
        database=rules.godomachi_database.output.out,
    output:
        page_outputs(
            f"{GODOMACHI.output}/page/godomachi",
            "godomachi",
            *chart_files(GODOMACHI.max_n),
            PRACTICE_FILE,
        ),
        out=f"{GODOMACHI.output}/page/godomachi/about.json",
        notes=f"{GODOMACHI.output}/provenance/page.json",
    log:
        f"{GODOMACHI.output}/logs/page.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from("godomachi.page", data=hand_written("godomachi")),
        options=arguments(),
    shell:
        "python -m pipeline godomachi.page {params.options} > {log:q} 2>&1"


include: "records.smk"


rule godomachi:
    """All artifacts of Godomachi."""
    input:
        rules.godomachi_database.output,
        rules.godomachi_wall_charts.output,
        rules.godomachi_page.output,
