"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""

MILLIJAN = configuration.millijan
MILLIJAN_UNIT_FILES = ["data/millijan/units_2019.csv", "data/millijan/units_2025.csv"]
"""The page offers these lists, whatever the configuration names."""


rule millijan_units:
    """The tiles and units of the game, checked."""
    input:
        made_of("millijan.units", data=[MILLIJAN.tile_file, MILLIJAN.unit_file]),
        tiles=ancient(MILLIJAN.tile_file),
        units=ancient(MILLIJAN.unit_file),
    output:
        f"{MILLIJAN.output}/parts/units.db",
    log:
        f"{MILLIJAN.output}/logs/units.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/units.tsv"
    resources:
        mem_mb=500,
    shell:
        "python -m pipeline.millijan.stages.units"
        " --tiles {input.tiles:q}"
        " --units {input.units:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule millijan_hands:
    """Best splits, waits, distances and discards of the hands of a file."""
    input:
        made_of("millijan.hands", data=[MILLIJAN.hand_file], rules=MILLIJAN.rules),
        game=f"{MILLIJAN.output}/parts/units.db",
        hands=ancient(MILLIJAN.hand_file),
    output:
        f"{MILLIJAN.output}/parts/hands.db",
    log:
        f"{MILLIJAN.output}/logs/hands.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/hands.tsv"
    resources:
        mem_mb=1000,
    params:
        rules=MILLIJAN.rules,
    shell:
        "python -m pipeline.millijan.stages.hands"
        " --game {input.game:q}"
        " --hands {input.hands:q}"
        " --rules {params.rules}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule millijan_simulation:
    """Random hands of several decks."""
    input:
        made_of(
            "millijan.simulation", rules=MILLIJAN.rules, simulation=MILLIJAN.simulation
        ),
        game=f"{MILLIJAN.output}/parts/units.db",
    output:
        f"{MILLIJAN.output}/parts/simulation.db",
    log:
        f"{MILLIJAN.output}/logs/simulation.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/simulation.tsv"
    resources:
        mem_mb=1000,
    params:
        rules=MILLIJAN.rules,
        simulation=options(**dict(MILLIJAN.simulation)),
    shell:
        "python -m pipeline.millijan.stages.simulation"
        " --game {input.game:q}"
        " --rules {params.rules}"
        " {params.simulation}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule millijan_winning_deals:
    """How many of all deals win."""
    input:
        made_of(
            "millijan.winning_deals",
            rules=MILLIJAN.rules,
            most_ways=MILLIJAN.most_ways,
        ),
        game=f"{MILLIJAN.output}/parts/units.db",
    output:
        f"{MILLIJAN.output}/parts/winning_deals.db",
    log:
        f"{MILLIJAN.output}/logs/winning_deals.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/winning_deals.tsv"
    resources:
        mem_mb=1500,
    params:
        rules=MILLIJAN.rules,
        most_ways=MILLIJAN.most_ways,
    shell:
        "python -m pipeline.millijan.stages.winning_deals"
        " --game {input.game:q}"
        " --rules {params.rules}"
        " --most-ways {params.most_ways}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule millijan_tenpai:
    """How many of all deals wait for a win, and how many draws it takes."""
    input:
        made_of("millijan.tenpai", tenpai=MILLIJAN.tenpai),
        game=f"{MILLIJAN.output}/parts/units.db",
    output:
        f"{MILLIJAN.output}/parts/tenpai.db",
    log:
        f"{MILLIJAN.output}/logs/tenpai.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/tenpai.tsv"
    priority: 1  # the longest job that waits for nothing long
    resources:
        mem_mb=2000,
    params:
        tenpai=options(**dict(MILLIJAN.tenpai)),
    shell:
        "python -m pipeline.millijan.stages.tenpai"
        " --game {input.game:q}"
        " {params.tenpai}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule millijan_database:
    """All tables of MilliJan in one database."""
    input:
        made_of("millijan.database"),
        game=f"{MILLIJAN.output}/parts/units.db",
        hands=f"{MILLIJAN.output}/parts/hands.db",
        simulation=f"{MILLIJAN.output}/parts/simulation.db",
        winning_deals=f"{MILLIJAN.output}/parts/winning_deals.db",
        tenpai=f"{MILLIJAN.output}/parts/tenpai.db",
    output:
        f"{MILLIJAN.output}/millijan.db",
    log:
        f"{MILLIJAN.output}/logs/database.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/database.tsv"
    resources:
        mem_mb=500,
    shell:
        "python -m pipeline.millijan.stages.database"
        " --game {input.game:q}"
        " --hands {input.hands:q}"
        " --simulation {input.simulation:q}"
        " --winning-deals {input.winning_deals:q}"
        " --tenpai {input.tenpai:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule millijan_simulation_charts:
    """What random hands are worth, as charts."""
    input:
        made_of("millijan.simulation_charts"),
        game=f"{MILLIJAN.output}/parts/units.db",
        simulation=f"{MILLIJAN.output}/parts/simulation.db",
    output:
        scores=report(
            f"{MILLIJAN.output}/figures/simulation.svg",
            category="MilliJan",
            caption="captions/simulation.rst",
        ),
        units=report(
            f"{MILLIJAN.output}/figures/simulated_units.svg",
            category="MilliJan",
            caption="captions/simulated_units.rst",
        ),
    log:
        f"{MILLIJAN.output}/logs/simulation_charts.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/simulation_charts.tsv"
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.millijan.stages.simulation_charts"
        " --game {input.game:q}"
        " --simulation {input.simulation:q}"
        " --out {output.scores:q}"
        " --units-out {output.units:q}"
        " > {log:q} 2>&1"


rule millijan_page:
    """The page that judges hands in the browser."""
    input:
        made_of(
            "millijan.page",
            data=[MILLIJAN.tile_file, *MILLIJAN_UNIT_FILES, *hand_written("millijan")],
        ),
        tiles=ancient(MILLIJAN.tile_file),
        units=ancient(MILLIJAN_UNIT_FILES),
    output:
        multiext(f"{MILLIJAN.output}/page/millijan/", *page_files("millijan")),
    log:
        f"{MILLIJAN.output}/logs/page.log",
    benchmark:
        f"{MILLIJAN.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        folder=f"{MILLIJAN.output}/page/millijan",
    shell:
        "python -m pipeline.millijan.stages.page"
        " --tiles {input.tiles:q}"
        " --units {input.units[0]:q}"
        " --more-units {input.units[1]:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"


rule millijan:
    """All artifacts of MilliJan."""
    input:
        rules.millijan_units.output,
        rules.millijan_hands.output,
        rules.millijan_simulation.output,
        rules.millijan_winning_deals.output,
        rules.millijan_tenpai.output,
        rules.millijan_database.output,
        rules.millijan_simulation_charts.output,
        rules.millijan_page.output,
