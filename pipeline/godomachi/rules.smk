"""Godomachi: who wins every pair of polyominoes, in how many plies, and with which move."""

from pipeline.godomachi.workflow import prepare as prepare_godomachi

# Dates do not count; see the rules of Nine Tiles Panic.

try:
    GODOMACHI = prepare_godomachi(config["godomachi"])
except PipelineError as error:
    raise WorkflowError(str(error))

GODOMACHI_OUT = GODOMACHI.output


rule polyominoes:
    """All free polyominoes up to a size."""
    input:
        outdated=GODOMACHI.outdated["polyominoes"],
    output:
        update(f"{GODOMACHI_OUT}/parts/polyominoes.db"),
    log:
        f"{GODOMACHI_OUT}/logs/polyominoes.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/polyominoes.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        max_n=GODOMACHI.max_n,
    shell:
        "python -m pipeline.godomachi.polyominoes --max-n {params.max_n} --out {output:q} 2>&1 "
        "| tee {log:q}"


rule cuts:
    """All ways to cut a piece off a polyomino."""
    input:
        outdated=GODOMACHI.outdated["cuts"],
        polyominoes=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/polyominoes.db"),
    output:
        update(f"{GODOMACHI_OUT}/parts/cuts.db"),
    log:
        f"{GODOMACHI_OUT}/logs/cuts.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/cuts.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        max_cut=GODOMACHI.max_cut,
    shell:
        "python -m pipeline.godomachi.cuts --polyominoes {input.polyominoes:q} "
        "--max-cut {params.max_cut} --out {output:q} 2>&1 | tee {log:q}"


rule plies:
    """Who wins every pair, and in how many plies."""
    input:
        outdated=GODOMACHI.outdated["plies"],
        cuts=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/cuts.db"),
    output:
        update(f"{GODOMACHI_OUT}/parts/plies.db"),
    log:
        f"{GODOMACHI_OUT}/logs/plies.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/plies.tsv"
    threads: 1
    resources:
        mem_mb=2500,
    shell:
        "python -m pipeline.godomachi.plies --cuts {input.cuts:q} --out {output:q} 2>&1 "
        "| tee {log:q}"


rule puzzles:
    """Pairs with exactly one kind of winning first move."""
    input:
        outdated=GODOMACHI.outdated["puzzles"],
        cuts=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/cuts.db"),
        plies=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/plies.db"),
    output:
        update(f"{GODOMACHI_OUT}/parts/puzzles.db"),
    log:
        f"{GODOMACHI_OUT}/logs/puzzles.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/puzzles.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.godomachi.puzzles --cuts {input.cuts:q} --plies {input.plies:q} "
        "--out {output:q} 2>&1 | tee {log:q}"


rule godomachi_database:
    """All tables of Godomachi in one database."""
    input:
        outdated=GODOMACHI.outdated["godomachi_database"],
        polyominoes=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/polyominoes.db"),
        cuts=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/cuts.db"),
        plies=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/plies.db"),
        puzzles=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/puzzles.db"),
    output:
        update(f"{GODOMACHI_OUT}/godomachi.db"),
    log:
        f"{GODOMACHI_OUT}/logs/godomachi_database.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/godomachi_database.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.godomachi.godomachi_database --polyominoes {input.polyominoes:q} "
        "--cuts {input.cuts:q} --plies {input.plies:q} --puzzles {input.puzzles:q} "
        "--out {output:q} 2>&1 | tee {log:q}"


rule wall_charts:
    """All pairs and all shapes of a size at one sight."""
    input:
        outdated=GODOMACHI.outdated["wall_charts"],
        polyominoes=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/polyominoes.db"),
        plies=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/plies.db"),
    output:
        report(
            update(GODOMACHI.charts),
            category="Godomachi",
            caption="captions/wall_charts.rst",
        ),
    log:
        f"{GODOMACHI_OUT}/logs/wall_charts.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/wall_charts.tsv"
    threads: 1
    resources:
        mem_mb=500,
    params:
        folder=f"{GODOMACHI_OUT}/figures",
    shell:
        "python -m pipeline.godomachi.wall_charts --polyominoes {input.polyominoes:q} "
        "--plies {input.plies:q} --out {params.folder:q} 2>&1 | tee {log:q}"


rule godomachi_page:
    """The page to look up pairs and to play against the table in the browser."""
    input:
        outdated=GODOMACHI.outdated["godomachi_page"],
        polyominoes=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/polyominoes.db"),
        cuts=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/cuts.db"),
        plies=made_by(GODOMACHI, f"{GODOMACHI_OUT}/parts/plies.db"),
        charts=made_by(GODOMACHI, GODOMACHI.charts),
    output:
        update(GODOMACHI.page_files),
    log:
        f"{GODOMACHI_OUT}/logs/godomachi_page.log",
    benchmark:
        f"{GODOMACHI_OUT}/benchmarks/godomachi_page.tsv"
    threads: 1
    resources:
        mem_mb=500,
    params:
        charts=f"{GODOMACHI_OUT}/figures",
        folder=GODOMACHI.page_folder,
    shell:
        "python -m pipeline.godomachi.godomachi_page --polyominoes {input.polyominoes:q} "
        "--cuts {input.cuts:q} --plies {input.plies:q} --charts {params.charts:q} "
        "--out {params.folder:q} 2>&1 | tee {log:q}"


rule godomachi:
    """All artifacts of Godomachi."""
    input:
        rules.polyominoes.output,
        rules.cuts.output,
        rules.plies.output,
        rules.puzzles.output,
        rules.godomachi_database.output,
        rules.wall_charts.output,
        rules.godomachi_page.output,
