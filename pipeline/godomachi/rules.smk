"""Godomachi: who wins every pair of polyominoes, in how many plies, and with which move."""

from pipeline.godomachi.chart_files import chart_files

GODOMACHI = configuration.godomachi
GODOMACHI_CHARTS = [
    f"{GODOMACHI.output}/figures/{name}" for name in chart_files(GODOMACHI.max_n)
]


rule godomachi_polyominoes:
    """All free polyominoes up to a size."""
    input:
        made_of("godomachi.polyominoes", max_n=GODOMACHI.max_n),
    output:
        f"{GODOMACHI.output}/parts/polyominoes.db",
    log:
        f"{GODOMACHI.output}/logs/polyominoes.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/polyominoes.tsv"
    resources:
        mem_mb=1000,
    params:
        max_n=GODOMACHI.max_n,
    shell:
        "python -m pipeline.godomachi.stages.polyominoes"
        " --max-n {params.max_n}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule godomachi_cuts:
    """All ways to cut a piece off a polyomino."""
    input:
        made_of("godomachi.cuts", max_cut=GODOMACHI.max_cut),
        polyominoes=f"{GODOMACHI.output}/parts/polyominoes.db",
    output:
        f"{GODOMACHI.output}/parts/cuts.db",
    log:
        f"{GODOMACHI.output}/logs/cuts.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/cuts.tsv"
    resources:
        mem_mb=1000,
    params:
        max_cut=GODOMACHI.max_cut,
    shell:
        "python -m pipeline.godomachi.stages.cuts"
        " --polyominoes {input.polyominoes:q}"
        " --max-cut {params.max_cut}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule godomachi_plies:
    """Who wins every pair, and in how many plies."""
    input:
        made_of("godomachi.plies"),
        cuts=f"{GODOMACHI.output}/parts/cuts.db",
    output:
        f"{GODOMACHI.output}/parts/plies.db",
    log:
        f"{GODOMACHI.output}/logs/plies.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/plies.tsv"
    resources:
        mem_mb=2500,
    shell:
        "python -m pipeline.godomachi.stages.plies"
        " --cuts {input.cuts:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule godomachi_puzzles:
    """Pairs with exactly one kind of winning first move."""
    input:
        made_of("godomachi.puzzles"),
        cuts=f"{GODOMACHI.output}/parts/cuts.db",
        plies=f"{GODOMACHI.output}/parts/plies.db",
    output:
        f"{GODOMACHI.output}/parts/puzzles.db",
    log:
        f"{GODOMACHI.output}/logs/puzzles.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/puzzles.tsv"
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.godomachi.stages.puzzles"
        " --cuts {input.cuts:q}"
        " --plies {input.plies:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule godomachi_database:
    """All tables of Godomachi in one database."""
    input:
        made_of("godomachi.database", data=[GODOMACHI.record_file]),
        polyominoes=f"{GODOMACHI.output}/parts/polyominoes.db",
        cuts=f"{GODOMACHI.output}/parts/cuts.db",
        plies=f"{GODOMACHI.output}/parts/plies.db",
        puzzles=f"{GODOMACHI.output}/parts/puzzles.db",
        records=ancient(GODOMACHI.record_file),
    output:
        f"{GODOMACHI.output}/godomachi.db",
    log:
        f"{GODOMACHI.output}/logs/database.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/database.tsv"
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.godomachi.stages.database"
        " --polyominoes {input.polyominoes:q}"
        " --cuts {input.cuts:q}"
        " --plies {input.plies:q}"
        " --puzzles {input.puzzles:q}"
        " --records {input.records:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule godomachi_wall_charts:
    """All pairs and all shapes of a size at a glance."""
    input:
        made_of("godomachi.wall_charts"),
        polyominoes=f"{GODOMACHI.output}/parts/polyominoes.db",
        plies=f"{GODOMACHI.output}/parts/plies.db",
    output:
        report(
            GODOMACHI_CHARTS,
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
        folder=f"{GODOMACHI.output}/figures",
    shell:
        "python -m pipeline.godomachi.stages.wall_charts"
        " --polyominoes {input.polyominoes:q}"
        " --plies {input.plies:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"


rule godomachi_page:
    """The page to look up pairs and to play against the table in the browser."""
    input:
        made_of("godomachi.page", data=hand_written("godomachi")),
        polyominoes=f"{GODOMACHI.output}/parts/polyominoes.db",
        cuts=f"{GODOMACHI.output}/parts/cuts.db",
        plies=f"{GODOMACHI.output}/parts/plies.db",
        charts=GODOMACHI_CHARTS,
    output:
        multiext(
            f"{GODOMACHI.output}/page/godomachi/",
            *page_files("godomachi"),
            *chart_files(GODOMACHI.max_n),
        ),
    log:
        f"{GODOMACHI.output}/logs/page.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        charts=f"{GODOMACHI.output}/figures",
        folder=f"{GODOMACHI.output}/page/godomachi",
    shell:
        "python -m pipeline.godomachi.stages.page"
        " --polyominoes {input.polyominoes:q}"
        " --cuts {input.cuts:q}"
        " --plies {input.plies:q}"
        " --charts {params.charts:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"


include: "records.smk"


rule godomachi:
    """All artifacts of Godomachi."""
    input:
        rules.godomachi_polyominoes.output,
        rules.godomachi_cuts.output,
        rules.godomachi_plies.output,
        rules.godomachi_puzzles.output,
        rules.godomachi_database.output,
        rules.godomachi_wall_charts.output,
        rules.godomachi_page.output,
