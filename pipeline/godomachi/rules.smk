"""Godomachi: winner, plies and moves of every pair of polyominoes."""

from tablebases.godomachi.tablebase import PRACTICE_FILE, chart_files

GODOMACHI = configuration.godomachi
GODOMACHI_GAME = {"max_n": GODOMACHI.max_n, "max_cut": GODOMACHI.max_cut}


rule godomachi_database:
    """All polyominoes, cuts, pairs with their plies, and puzzles in one database."""
    input:
        rerun_trigger(
            "godomachi.database", data=[GODOMACHI.record_file], **GODOMACHI_GAME
        ),
        records=ancient(GODOMACHI.record_file),
    output:
        out=f"{GODOMACHI.output}/godomachi.db",
    log:
        f"{GODOMACHI.output}/logs/database.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/database.tsv"
    resources:
        mem_mb=2500,
    params:
        arguments(**GODOMACHI_GAME),
    shell:
        "python -m pipeline godomachi.database {params} > {log:q} 2>&1"


rule godomachi_wall_charts:
    """All pairs and all shapes of a size at a glance."""
    input:
        rerun_trigger("godomachi.wall_charts"),
        database=rules.godomachi_database.output.out,
    output:
        report(
            expand(
                f"{GODOMACHI.output}/figures/{{name}}",
                name=chart_files(GODOMACHI.max_n),
            ),
            category="Godomachi",
            caption="captions/wall_charts.rst",
        ),
    log:
        f"{GODOMACHI.output}/logs/wall_charts.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/wall_charts.tsv"
    resources:
        mem_mb=500,
    params:
        arguments(out=f"{GODOMACHI.output}/figures"),
    shell:
        "python -m pipeline godomachi.wall_charts {params} > {log:q} 2>&1"


rule godomachi_page:
    """The page to look up pairs and to play against the program."""
    input:
        rerun_trigger("godomachi.page", data=hand_written("godomachi")),
        rules.godomachi_wall_charts.output,
        database=rules.godomachi_database.output.out,
    output:
        multiext(
            f"{GODOMACHI.output}/page/godomachi/",
            *page_files("godomachi"),
            *chart_files(GODOMACHI.max_n),
            PRACTICE_FILE,
        ),
    log:
        f"{GODOMACHI.output}/logs/page.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        arguments(
            charts=f"{GODOMACHI.output}/figures",
            out=f"{GODOMACHI.output}/page/godomachi",
        ),
    shell:
        "python -m pipeline godomachi.page {params} > {log:q} 2>&1"


include: "records.smk"


rule godomachi:
    """All artifacts of Godomachi."""
    input:
        rules.godomachi_database.output,
        rules.godomachi_wall_charts.output,
        rules.godomachi_page.output,
