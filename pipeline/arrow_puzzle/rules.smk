"""The arrow puzzle: the algebra of every level, solved boards, and how hard boards are."""

ARROW = configuration.arrow_puzzle
ARROW_HARDEST = "data/arrow_puzzle/hardest_boards.csv"


rule arrow_puzzle_tap_counts:
    """Count the boards of each level by their fewest taps, and list those that need the most."""
    input:
        families=data_file(ARROW_HARDEST),
    output:
        out=f"{ARROW.output}/parts/tap_counts.db",
    log:
        f"{ARROW.output}/logs/tap_counts.log",
    benchmark:
        f"{ARROW.output}/benchmarks/tap_counts.tsv"
    resources:
        mem_mb=1000,
    params:
        *made_from(
            "arrow_puzzle.tap_counts",
            data=[ARROW_HARDEST],
            levels=ARROW.level_options,
            sample=ARROW.sample,
            search=ARROW.search,
        ),
        options=arguments(
            level=ARROW.level_options, **dict(ARROW.sample), **ARROW.search_options
        ),
    shell:
        "python -m pipeline arrow_puzzle.tap_counts {params.options} > {log:q} 2>&1"


rule arrow_puzzle_database:
    """Write levels, solved boards and all counts to one database, and draw the tap counts."""
    input:
        boards=data_file(ARROW.board_file),
        tap_counts=rules.arrow_puzzle_tap_counts.output.out,
    output:
        out=f"{ARROW.output}/arrow_puzzle.db",
        chart=report(
            f"{ARROW.output}/figures/tap_counts.svg",
            category="Arrow puzzle",
            caption="captions/tap_counts.rst",
        ),
        notes=f"{ARROW.output}/provenance/database.json",
    log:
        f"{ARROW.output}/logs/database.log",
    benchmark:
        f"{ARROW.output}/benchmarks/database.tsv"
    resources:
        mem_mb=2000,
    params:
        *made_from(
            "arrow_puzzle.database",
            data=[ARROW.board_file],
            levels=ARROW.level_options,
            optimal=ARROW.optimal,
        ),
        options=arguments(level=ARROW.level_options, optimal=ARROW.optimal),
    shell:
        "python -m pipeline arrow_puzzle.database {params.options} > {log:q} 2>&1"


rule arrow_puzzle_page:
    """Write the page that solves boards in the browser."""
    input:
        families=data_file(ARROW_HARDEST),
    output:
        page_outputs(f"{ARROW.output}/page/arrow", "arrow_puzzle"),
        out=f"{ARROW.output}/page/arrow/about.json",
        notes=f"{ARROW.output}/provenance/page.json",
    log:
        f"{ARROW.output}/logs/page.log",
    benchmark:
        f"{ARROW.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from(
            "arrow_puzzle.page",
            data=[ARROW_HARDEST, *hand_written("arrow_puzzle")],
            levels=ARROW.level_options,
        ),
        options=arguments(level=ARROW.level_options),
    shell:
        "python -m pipeline arrow_puzzle.page {params.options} > {log:q} 2>&1"


rule arrow_puzzle:
    """All artifacts of the arrow puzzle."""
    input:
        rules.arrow_puzzle_tap_counts.output,
        rules.arrow_puzzle_database.output,
        rules.arrow_puzzle_page.output,


rule arrow_puzzle_hardest:
    """Prove how many taps the hardest boards need, and list them; run by name, because it takes minutes."""
    output:
        out=f"{ARROW.output}/hardest/hardest_boards.csv",
        notes=f"{ARROW.output}/provenance/hardest.json",
    log:
        f"{ARROW.output}/logs/hardest.log",
    benchmark:
        f"{ARROW.output}/benchmarks/hardest.tsv"
    threads: 64  # all cores of the run
    resources:
        mem_mb=2000,
    params:
        *made_from(
            "arrow_puzzle.hardest",
            levels=ARROW.level_options,
            search=ARROW.search,
        ),
        options=arguments(level=ARROW.level_options, **dict(ARROW.search)),
    shell:
        "NUMBA_NUM_THREADS={threads} python -m pipeline arrow_puzzle.hardest {params.options} > {log:q} 2>&1"
