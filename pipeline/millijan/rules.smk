"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""

MILLIJAN = configuration.millijan
MILLIJAN_GAME = [MILLIJAN.tile_file, MILLIJAN.unit_file]
MILLIJAN_SIMULATION = {"rules": MILLIJAN.rules, "simulation": MILLIJAN.simulation}
MILLIJAN_DEALS = {"rules": MILLIJAN.rules, "winning_deals": MILLIJAN.winning_deals}
MILLIJAN_UNIT_FILES = ["data/millijan/units_2019.csv", "data/millijan/units_2025.csv"]
"""The page offers these lists, whatever the configuration names."""


rule millijan_simulation:
    """Random hands of several decks."""
    input:
        tiles=data_file(MILLIJAN.tile_file),
        units=data_file(MILLIJAN.unit_file),
    output:
        out=f"{MILLIJAN.output}/parts/simulation.db",
    log:
        f"{MILLIJAN.output}/logs/simulation.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/simulation.tsv"
    resources:
        mem_mb=1000,
    params:
        *made_from("millijan.simulation", data=MILLIJAN_GAME, **MILLIJAN_SIMULATION),
        options=arguments(**MILLIJAN_SIMULATION),
    shell:
        "python -m pipeline millijan.simulation {params.options} > {log:q} 2>&1"


rule millijan_winning_deals:
    """Count the deals that win."""
    input:
        tiles=data_file(MILLIJAN.tile_file),
        units=data_file(MILLIJAN.unit_file),
    output:
        out=f"{MILLIJAN.output}/parts/winning_deals.db",
    log:
        f"{MILLIJAN.output}/logs/winning_deals.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/winning_deals.tsv"
    resources:
        mem_mb=1500,
    params:
        *made_from("millijan.winning_deals", data=MILLIJAN_GAME, **MILLIJAN_DEALS),
        options=arguments(**MILLIJAN_DEALS),
    shell:
        "python -m pipeline millijan.winning_deals {params.options} > {log:q} 2>&1"


rule millijan_tenpai:
    """Count the deals that wait for a win, and the draws until a win."""
    input:
        tiles=data_file(MILLIJAN.tile_file),
        units=data_file(MILLIJAN.unit_file),
    output:
        out=f"{MILLIJAN.output}/parts/tenpai.db",
    log:
        f"{MILLIJAN.output}/logs/tenpai.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/tenpai.tsv"
    priority: 1  # the longest job that waits for nothing long
    resources:
        mem_mb=1200,
    params:
        *made_from("millijan.tenpai", data=MILLIJAN_GAME, tenpai=MILLIJAN.tenpai),
        options=arguments(tenpai=MILLIJAN.tenpai),
    shell:
        "python -m pipeline millijan.tenpai {params.options} > {log:q} 2>&1"


rule millijan_database:
    """Collect the game, judged hands and all counts in one database, and draw charts."""
    input:
        tiles=data_file(MILLIJAN.tile_file),
        units=data_file(MILLIJAN.unit_file),
        hands=data_file(MILLIJAN.hand_file),
        simulation=rules.millijan_simulation.output.out,
        winning_deals=rules.millijan_winning_deals.output.out,
        tenpai=rules.millijan_tenpai.output.out,
    output:
        out=f"{MILLIJAN.output}/millijan.db",
        chart=report(
            f"{MILLIJAN.output}/figures/simulation.svg",
            category="MilliJan",
            caption="captions/simulation.rst",
        ),
        units_chart=report(
            f"{MILLIJAN.output}/figures/simulated_units.svg",
            category="MilliJan",
            caption="captions/simulated_units.rst",
        ),
        notes=f"{MILLIJAN.output}/provenance/database.json",
    log:
        f"{MILLIJAN.output}/logs/database.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/database.tsv"
    resources:
        mem_mb=1000,
    params:
        *made_from(
            "millijan.database",
            data=[*MILLIJAN_GAME, MILLIJAN.hand_file],
            rules=MILLIJAN.rules,
        ),
        options=arguments(rules=MILLIJAN.rules),
    shell:
        "python -m pipeline millijan.database {params.options} > {log:q} 2>&1"


rule millijan_page:
    """The page that judges hands in the browser."""
    input:
        tiles=data_file(MILLIJAN.tile_file),
        units=map(data_file, MILLIJAN_UNIT_FILES),
    output:
        page_outputs(f"{MILLIJAN.output}/page/millijan", "millijan"),
        out=f"{MILLIJAN.output}/page/millijan/about.json",
        notes=f"{MILLIJAN.output}/provenance/page.json",
    log:
        f"{MILLIJAN.output}/logs/page.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from(
            "millijan.page",
            data=[MILLIJAN.tile_file, *MILLIJAN_UNIT_FILES, *hand_written("millijan")],
        ),
        options=arguments(),
    shell:
        "python -m pipeline millijan.page {params.options} > {log:q} 2>&1"


rule millijan:
    """All artifacts of MilliJan."""
    input:
        rules.millijan_simulation.output,
        rules.millijan_winning_deals.output,
        rules.millijan_tenpai.output,
        rules.millijan_database.output,
        rules.millijan_page.output,
