"""The arrow puzzle: what algebra says of every level, boards solved, how hard boards are."""

ARROW = configuration.arrow_puzzle
ARROW_BOUNDS = "data/arrow_puzzle/proven_bounds.csv"


rule arrow_puzzle_levels:
    """What algebra says of every level."""
    input:
        made_of("arrow_puzzle.levels", levels=ARROW.level_options),
    output:
        f"{ARROW.output}/parts/levels.db",
    log:
        f"{ARROW.output}/logs/levels.log",
    benchmark:
        f"{ARROW.output}/benchmarks/levels.tsv"
    resources:
        mem_mb=500,
    params:
        levels=options(level=ARROW.level_options),
    shell:
        "python -m pipeline.arrow_puzzle.stages.levels"
        " {params.levels}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule arrow_puzzle_boards:
    """Fewest taps of the boards of a file."""
    input:
        made_of("arrow_puzzle.boards", data=[ARROW.board_file], optimal=ARROW.optimal),
        boards=ancient(ARROW.board_file),
        levels=f"{ARROW.output}/parts/levels.db",
    output:
        f"{ARROW.output}/parts/solutions.db",
    log:
        f"{ARROW.output}/logs/boards.log",
    benchmark:
        f"{ARROW.output}/benchmarks/boards.tsv"
    resources:
        mem_mb=2000,
    params:
        optimal=ARROW.optimal,
    shell:
        "python -m pipeline.arrow_puzzle.stages.boards"
        " --levels {input.levels:q}"
        " --boards {input.boards:q}"
        " --optimal {params.optimal}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule arrow_puzzle_tap_counts:
    """How many boards of each level need how many taps."""
    input:
        made_of("arrow_puzzle.tap_counts", data=[ARROW_BOUNDS], sample=ARROW.sample),
        levels=f"{ARROW.output}/parts/levels.db",
        bounds=ancient(ARROW_BOUNDS),
    output:
        f"{ARROW.output}/parts/tap_counts.db",
    log:
        f"{ARROW.output}/logs/tap_counts.log",
    benchmark:
        f"{ARROW.output}/benchmarks/tap_counts.tsv"
    resources:
        mem_mb=1000,
    params:
        sample=options(**dict(ARROW.sample)),
    shell:
        "python -m pipeline.arrow_puzzle.stages.tap_counts"
        " --levels {input.levels:q}"
        " --bounds {input.bounds:q}"
        " {params.sample}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule arrow_puzzle_hardest_boards:
    """A search for boards that need many taps."""
    input:
        made_of("arrow_puzzle.hardest_boards", search=ARROW.search),
        levels=f"{ARROW.output}/parts/levels.db",
    output:
        out=f"{ARROW.output}/parts/hardest_boards.db",
    log:
        f"{ARROW.output}/logs/hardest_boards.log",
    benchmark:
        f"{ARROW.output}/benchmarks/hardest_boards.tsv"
    resources:
        mem_mb=1000,
    params:
        arguments(**dict(ARROW.search)),
    shell:
        "python -m pipeline.arrow_puzzle.stages.hardest_boards {params} > {log:q} 2>&1"


rule arrow_puzzle_database:
    """All tables of the arrow puzzle in one database."""
    input:
        made_of("arrow_puzzle.database"),
        levels=f"{ARROW.output}/parts/levels.db",
        solutions=f"{ARROW.output}/parts/solutions.db",
        tap_counts=f"{ARROW.output}/parts/tap_counts.db",
        hardest_boards=f"{ARROW.output}/parts/hardest_boards.db",
    output:
        f"{ARROW.output}/arrow_puzzle.db",
    log:
        f"{ARROW.output}/logs/database.log",
    benchmark:
        f"{ARROW.output}/benchmarks/database.tsv"
    resources:
        mem_mb=500,
    shell:
        "python -m pipeline.arrow_puzzle.stages.database"
        " --levels {input.levels:q}"
        " --solutions {input.solutions:q}"
        " --tap-counts {input.tap_counts:q}"
        " --hardest-boards {input.hardest_boards:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule arrow_puzzle_tap_charts:
    """How many boards need how many taps, as charts."""
    input:
        made_of("arrow_puzzle.tap_charts"),
        tap_counts=f"{ARROW.output}/parts/tap_counts.db",
    output:
        report(
            f"{ARROW.output}/figures/tap_counts.svg",
            category="Arrow puzzle",
            caption="captions/tap_counts.rst",
        ),
    log:
        f"{ARROW.output}/logs/tap_charts.log",
    benchmark:
        f"{ARROW.output}/benchmarks/tap_charts.tsv"
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.arrow_puzzle.stages.tap_charts"
        " --tap-counts {input.tap_counts:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule arrow_puzzle_page:
    """The page that solves boards in the browser."""
    input:
        made_of("arrow_puzzle.page", data=hand_written("arrow_puzzle")),
        levels=f"{ARROW.output}/parts/levels.db",
    output:
        multiext(f"{ARROW.output}/page/arrow/", *page_files("arrow_puzzle")),
    log:
        f"{ARROW.output}/logs/page.log",
    benchmark:
        f"{ARROW.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        folder=f"{ARROW.output}/page/arrow",
    shell:
        "python -m pipeline.arrow_puzzle.stages.page"
        " --levels {input.levels:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"


rule arrow_puzzle:
    """All artifacts of the arrow puzzle."""
    input:
        rules.arrow_puzzle_levels.output,
        rules.arrow_puzzle_boards.output,
        rules.arrow_puzzle_tap_counts.output,
        rules.arrow_puzzle_hardest_boards.output,
        rules.arrow_puzzle_database.output,
        rules.arrow_puzzle_tap_charts.output,
        rules.arrow_puzzle_page.output,
