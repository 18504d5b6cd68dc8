"""Nine Tiles Panic: covers, what to learn, all results in one database, charts and the page."""


rule nine_tiles_panic_cover:
    """As few theme synonyms as possible that answer all theme sets."""
    input:
        made_of("nine_tiles_panic.cover"),
        match_sets=f"{NINE.output}/parts/match_sets.db",
        success_pattern=f"{NINE.output}/success_pattern.db",
    output:
        match_min=f"{NINE.output}/most_win_match_min.csv",
        most_win_min=f"{NINE.output}/most_win_min.csv",
        minimum=f"{NINE.output}/minimum_cover.csv",
        tables=f"{NINE.output}/parts/cover.db",
    log:
        f"{NINE.output}/logs/cover.log",
    benchmark:
        f"{NINE.output}/benchmarks/cover.tsv"
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.cover"
        " --match-sets {input.match_sets:q}"
        " --success-pattern {input.success_pattern:q}"
        " --match-min {output.match_min:q}"
        " --most-win-min {output.most_win_min:q}"
        " --minimum {output.minimum:q}"
        " --tables {output.tables:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_learn:
    """The few theme synonyms that answer the most theme sets."""
    input:
        made_of("nine_tiles_panic.learn"),
        match_sets=f"{NINE.output}/parts/match_sets.db",
    output:
        f"{NINE.output}/learn.csv",
    log:
        f"{NINE.output}/logs/learn.log",
    benchmark:
        f"{NINE.output}/benchmarks/learn.tsv"
    priority: 1  # the answers, and so the best towns, wait for it
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.learn"
        " --match-sets {input.match_sets:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_answers:
    """Everything about theme sets in one database."""
    input:
        made_of("nine_tiles_panic.answers", rule_set=NINE.rule_set, **NINE_GAME),
        town_synonyms=f"{NINE.output}/town_synonyms.csv",
        theme_synonyms=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
        theme_sets=f"{NINE.output}/theme_sets.csv",
        rounds=f"{NINE.output}/parts/rounds.db",
        match_sets=f"{NINE.output}/parts/match_sets.db",
        cover=f"{NINE.output}/parts/cover.db",
        learn=f"{NINE.output}/learn.csv",
    output:
        f"{NINE.output}/answers.db",
    log:
        f"{NINE.output}/logs/answers.log",
    benchmark:
        f"{NINE.output}/benchmarks/answers.tsv"
    resources:
        mem_mb=1000,
    params:
        game=NINE_GAME_OPTIONS,
        rule_set=NINE.rule_set,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.answers"
        " {params.game}"
        " --rule-set {params.rule_set}"
        " --town-synonyms {input.town_synonyms:q}"
        " --theme-synonyms {input.theme_synonyms:q}"
        " --scores {input.scores:q}"
        " --theme-sets {input.theme_sets:q}"
        " --rounds {input.rounds:q}"
        " --match-sets {input.match_sets:q}"
        " --cover {input.cover:q}"
        " --learn {input.learn:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_best_towns:
    """The best towns for any cards in one small database."""
    input:
        made_of("nine_tiles_panic.best_towns"),
        scores=f"{NINE.output}/theme_synonyms.npz",
        success_pattern=f"{NINE.output}/success_pattern.db",
        answers=f"{NINE.output}/answers.db",
    output:
        f"{NINE.output}/best_towns.db",
    log:
        f"{NINE.output}/logs/best_towns.log",
    benchmark:
        f"{NINE.output}/benchmarks/best_towns.tsv"
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.best_towns"
        " --scores {input.scores:q}"
        " --success-pattern {input.success_pattern:q}"
        " --answers {input.answers:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_figures:
    """Charts of what was found, for the report."""
    input:
        made_of("nine_tiles_panic.figures"),
        scores=f"{NINE.output}/theme_synonyms.npz",
        answers=f"{NINE.output}/answers.db",
    output:
        [
            report(
                f"{NINE.output}/figures/{name}.svg",
                category="Nine Tiles Panic",
                caption=f"captions/{name}.rst",
            )
            for name in NINE_CHARTS
        ],
    log:
        f"{NINE.output}/logs/figures.log",
    benchmark:
        f"{NINE.output}/benchmarks/figures.tsv"
    resources:
        mem_mb=2000,
    params:
        folder=f"{NINE.output}/figures",
    shell:
        "python -m pipeline.nine_tiles_panic.stages.figures"
        " --scores {input.scores:q}"
        " --answers {input.answers:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_costs:
    """Time and memory of the stages, for the report."""
    input:
        made_of("nine_tiles_panic.costs"),
        f"{NINE.output}/theme_sets.csv",
        f"{NINE.output}/theme_synonym_distance.db",
        rules.nine_tiles_panic_figures.output,
    output:
        report(
            f"{NINE.output}/benchmarks/costs.svg",
            category="Stages",
            caption="captions/costs.rst",
        ),
    log:
        f"{NINE.output}/logs/costs.log",
    resources:
        mem_mb=1000,
    params:
        benchmarks=subpath(output[0], parent=True),
    shell:
        "python -m pipeline.nine_tiles_panic.stages.costs"
        " --benchmarks {params.benchmarks:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_page:
    """The page: choose cards, browse the cover, score towns."""
    input:
        made_of(
            "nine_tiles_panic.page",
            data=[NINE.tile_file, *hand_written("nine_tiles_panic")],
            rule_set=NINE.rule_set,
            **NINE_GAME,
        ),
        tiles=ancient(NINE.tile_file),
        best_towns=f"{NINE.output}/best_towns.db",
    output:
        multiext(f"{NINE.output}/page/", *page_files("nine_tiles_panic"), "tiles.svg"),
    log:
        f"{NINE.output}/logs/page.log",
    benchmark:
        f"{NINE.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        game=NINE_GAME_OPTIONS,
        rule_set=NINE.rule_set,
        folder=f"{NINE.output}/page",
    shell:
        "python -m pipeline.nine_tiles_panic.stages.page"
        " --tiles {input.tiles:q}"
        " {params.game}"
        " --rule-set {params.rule_set}"
        " --best-towns {input.best_towns:q}"
        " --out {params.folder:q}"
        " > {log:q} 2>&1"
