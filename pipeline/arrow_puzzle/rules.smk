"""The arrow puzzle: what algebra says of every level, boards solved, how hard boards are."""

from pipeline.arrow_puzzle.workflow import prepare as prepare_arrow_puzzle

# Dates do not count; see the rules of Nine Tiles Panic.

try:
    ARROW = prepare_arrow_puzzle(config["arrow_puzzle"])
except PipelineError as error:
    raise WorkflowError(str(error))

ARROW_OUT = ARROW.output


rule levels:
    """What algebra says of every level."""
    input:
        outdated=ARROW.outdated["levels"],
    output:
        update(f"{ARROW_OUT}/parts/levels.db"),
    log:
        f"{ARROW_OUT}/logs/levels.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/levels.tsv"
    threads: 1
    resources:
        mem_mb=500,
    params:
        levels=ARROW.level_options,
    shell:
        "python -m pipeline.arrow_puzzle.levels {params.levels} --out {output:q} 2>&1 "
        "| tee {log:q}"


rule boards:
    """Fewest taps of the boards of a file."""
    input:
        outdated=ARROW.outdated["boards"],
        boards=ancient(ARROW.board_file),
        levels=made_by(ARROW, f"{ARROW_OUT}/parts/levels.db"),
    output:
        update(f"{ARROW_OUT}/parts/solutions.db"),
    log:
        f"{ARROW_OUT}/logs/boards.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/boards.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    params:
        optimal=ARROW.optimal,
    shell:
        "python -m pipeline.arrow_puzzle.boards --levels {input.levels:q} "
        "--boards {input.boards:q} --optimal {params.optimal} --out {output:q} 2>&1 "
        "| tee {log:q}"


rule tap_counts:
    """How many boards of each level need how many taps."""
    input:
        outdated=ARROW.outdated["tap_counts"],
        levels=made_by(ARROW, f"{ARROW_OUT}/parts/levels.db"),
    output:
        update(f"{ARROW_OUT}/parts/tap_counts.db"),
    log:
        f"{ARROW_OUT}/logs/tap_counts.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/tap_counts.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        sample=ARROW.sample_options,
    shell:
        "python -m pipeline.arrow_puzzle.tap_counts --levels {input.levels:q} {params.sample} "
        "--out {output:q} 2>&1 | tee {log:q}"


rule hardest_boards:
    """A search for boards that need many taps."""
    input:
        outdated=ARROW.outdated["hardest_boards"],
        levels=made_by(ARROW, f"{ARROW_OUT}/parts/levels.db"),
    output:
        update(f"{ARROW_OUT}/parts/hardest_boards.db"),
    log:
        f"{ARROW_OUT}/logs/hardest_boards.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/hardest_boards.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        search=ARROW.search_options,
    shell:
        "python -m pipeline.arrow_puzzle.hardest_boards --levels {input.levels:q} "
        "{params.search} --out {output:q} 2>&1 | tee {log:q}"


rule arrow_database:
    """All tables of the arrow puzzle in one database."""
    input:
        outdated=ARROW.outdated["arrow_database"],
        levels=made_by(ARROW, f"{ARROW_OUT}/parts/levels.db"),
        solutions=made_by(ARROW, f"{ARROW_OUT}/parts/solutions.db"),
        tap_counts=made_by(ARROW, f"{ARROW_OUT}/parts/tap_counts.db"),
        hardest_boards=made_by(ARROW, f"{ARROW_OUT}/parts/hardest_boards.db"),
    output:
        update(f"{ARROW_OUT}/arrow_puzzle.db"),
    log:
        f"{ARROW_OUT}/logs/arrow_database.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/arrow_database.tsv"
    threads: 1
    resources:
        mem_mb=500,
    shell:
        "python -m pipeline.arrow_puzzle.arrow_database --levels {input.levels:q} "
        "--solutions {input.solutions:q} --tap-counts {input.tap_counts:q} "
        "--hardest-boards {input.hardest_boards:q} --out {output:q} 2>&1 | tee {log:q}"


rule tap_charts:
    """How many boards need how many taps, as charts."""
    input:
        outdated=ARROW.outdated["tap_charts"],
        tap_counts=made_by(ARROW, f"{ARROW_OUT}/parts/tap_counts.db"),
    output:
        report(
            update(f"{ARROW_OUT}/figures/tap_counts.svg"),
            category="Arrow puzzle",
            caption="captions/tap_counts.rst",
        ),
    log:
        f"{ARROW_OUT}/logs/tap_charts.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/tap_charts.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.arrow_puzzle.tap_charts --tap-counts {input.tap_counts:q} "
        "--out {output:q} 2>&1 | tee {log:q}"


rule arrow_page:
    """The page that solves boards in the browser."""
    input:
        outdated=ARROW.outdated["arrow_page"],
        levels=made_by(ARROW, f"{ARROW_OUT}/parts/levels.db"),
    output:
        update(ARROW.page_files),
    log:
        f"{ARROW_OUT}/logs/arrow_page.log",
    benchmark:
        f"{ARROW_OUT}/benchmarks/arrow_page.tsv"
    threads: 1
    resources:
        mem_mb=500,
    params:
        folder=ARROW.page_folder,
    shell:
        "python -m pipeline.arrow_puzzle.arrow_page --levels {input.levels:q} "
        "--out {params.folder:q} 2>&1 | tee {log:q}"


rule arrow_puzzle:
    """All artifacts of the arrow puzzle."""
    input:
        rules.levels.output,
        rules.boards.output,
        rules.tap_counts.output,
        rules.hardest_boards.output,
        rules.arrow_database.output,
        rules.tap_charts.output,
        rules.arrow_page.output,
