"""MilliJan: the best split of a hand into units, its waits, its distance, its discards."""

from pipeline.millijan.workflow import OTHER_UNIT_FILES, prepare as prepare_millijan

# Dates do not count; see the rules of Nine Tiles Panic.

try:
    MILLIJAN = prepare_millijan(config["millijan"])
except PipelineError as error:
    raise WorkflowError(str(error))

MILLIJAN_OUT = MILLIJAN.output


rule units:
    """The tiles and units of the game, checked."""
    input:
        outdated=MILLIJAN.outdated["units"],
        tiles=ancient(MILLIJAN.tile_file),
        units=ancient(MILLIJAN.unit_file),
    output:
        update(f"{MILLIJAN_OUT}/parts/units.db"),
    log:
        f"{MILLIJAN_OUT}/logs/units.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/units.tsv"
    threads: 1
    resources:
        mem_mb=500,
    shell:
        "python -m pipeline.millijan.units --tiles {input.tiles:q} --units "
        "{input.units:q} --out {output:q} 2>&1 | tee {log:q}"


rule hands:
    """Best splits, waits, distances and discards of the hands of a file."""
    input:
        outdated=MILLIJAN.outdated["hands"],
        game=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/units.db"),
        hands=ancient(MILLIJAN.hand_file),
    output:
        update(f"{MILLIJAN_OUT}/parts/hands.db"),
    log:
        f"{MILLIJAN_OUT}/logs/hands.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/hands.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        rules=MILLIJAN.rules,
    shell:
        "python -m pipeline.millijan.hands --game {input.game:q} --hands "
        "{input.hands:q} --rules {params.rules} --out {output:q} 2>&1 | tee {log:q}"


rule simulation:
    """Random hands of several decks."""
    input:
        outdated=MILLIJAN.outdated["simulation"],
        game=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/units.db"),
    output:
        update(f"{MILLIJAN_OUT}/parts/simulation.db"),
    log:
        f"{MILLIJAN_OUT}/logs/simulation.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/simulation.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        rules=MILLIJAN.rules,
        options=MILLIJAN.simulation_options,
    shell:
        "python -m pipeline.millijan.simulation --game {input.game:q} --rules "
        "{params.rules} {params.options} --out {output:q} 2>&1 | tee {log:q}"


rule winning_deals:
    """How many of all deals win."""
    input:
        outdated=MILLIJAN.outdated["winning_deals"],
        game=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/units.db"),
    output:
        update(f"{MILLIJAN_OUT}/parts/winning_deals.db"),
    log:
        f"{MILLIJAN_OUT}/logs/winning_deals.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/winning_deals.tsv"
    threads: 1
    resources:
        mem_mb=1500,
    params:
        rules=MILLIJAN.rules,
        most_ways=MILLIJAN.most_ways,
    shell:
        "python -m pipeline.millijan.winning_deals --game {input.game:q} --rules "
        "{params.rules} --most-ways {params.most_ways} --out {output:q} 2>&1 | tee {log:q}"


rule millijan_database:
    """All tables of MilliJan in one database."""
    input:
        outdated=MILLIJAN.outdated["millijan_database"],
        game=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/units.db"),
        hands=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/hands.db"),
        simulation=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/simulation.db"),
        winning_deals=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/winning_deals.db"),
    output:
        update(f"{MILLIJAN_OUT}/millijan.db"),
    log:
        f"{MILLIJAN_OUT}/logs/millijan_database.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/millijan_database.tsv"
    threads: 1
    resources:
        mem_mb=500,
    shell:
        "python -m pipeline.millijan.millijan_database --game {input.game:q} --hands "
        "{input.hands:q} --simulation {input.simulation:q} --winning-deals "
        "{input.winning_deals:q} --out {output:q} 2>&1 | tee {log:q}"


rule simulation_charts:
    """What random hands are worth, as charts."""
    input:
        outdated=MILLIJAN.outdated["simulation_charts"],
        game=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/units.db"),
        simulation=made_by(MILLIJAN, f"{MILLIJAN_OUT}/parts/simulation.db"),
    output:
        scores=report(
            update(f"{MILLIJAN_OUT}/figures/simulation.svg"),
            category="MilliJan",
            caption="captions/simulation.rst",
        ),
        units=report(
            update(f"{MILLIJAN_OUT}/figures/simulated_units.svg"),
            category="MilliJan",
            caption="captions/simulated_units.rst",
        ),
    log:
        f"{MILLIJAN_OUT}/logs/simulation_charts.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/simulation_charts.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    shell:
        "python -m pipeline.millijan.simulation_charts --game {input.game:q} --simulation "
        "{input.simulation:q} --out {output.scores:q} --units-out {output.units:q} "
        "2>&1 | tee {log:q}"


rule millijan_page:
    """The page that judges hands in the browser."""
    input:
        outdated=MILLIJAN.outdated["millijan_page"],
        tiles=ancient(MILLIJAN.tile_file),
        units=ancient(OTHER_UNIT_FILES),
    output:
        update(MILLIJAN.page_files),
    log:
        f"{MILLIJAN_OUT}/logs/millijan_page.log",
    benchmark:
        f"{MILLIJAN_OUT}/benchmarks/millijan_page.tsv"
    threads: 1
    resources:
        mem_mb=500,
    params:
        folder=MILLIJAN.page_folder,
    shell:
        "python -m pipeline.millijan.millijan_page --tiles {input.tiles:q} --units "
        "{input.units[0]:q} --more-units {input.units[1]:q} --out {params.folder:q} "
        "2>&1 | tee {log:q}"


rule millijan:
    """All artifacts of MilliJan."""
    input:
        rules.units.output,
        rules.hands.output,
        rules.simulation.output,
        rules.winning_deals.output,
        rules.millijan_database.output,
        rules.simulation_charts.output,
        rules.millijan_page.output,
