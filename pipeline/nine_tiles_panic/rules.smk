"""Nine Tiles Panic: from the tiles to the fewest towns that answer all theme sets."""

NINE = configuration.nine_tiles_panic
NINE_GAME = {"board": NINE.board, "tile_numbers": NINE.tile_numbers}
NINE_RULES = {"rule_set": NINE.rule_set, **NINE_GAME}
NINE_SHARES = {"shards": NINE.shards, **NINE_RULES}
NINE_SHARDS = [f"{NINE.output}/shards/{shard:02d}.db" for shard in range(NINE.shards)]
NINE_CHARTS = ["theme_scores", "distances", "maxima", "cover", "learning"]


rule nine_tiles_panic_town_synonyms:
    """Complete towns of road shapes, in the rotation with the smallest pattern."""
    input:
        tiles=data_file(NINE.tile_file),
    output:
        out=f"{NINE.output}/town_synonyms.csv",
        notes=f"{NINE.output}/provenance/town_synonyms.json",
    log:
        f"{NINE.output}/logs/town_synonyms.log",
    benchmark:
        f"{NINE.output}/benchmarks/town_synonyms.tsv"
    resources:
        mem_mb=1000,
    params:
        *made_from("nine_tiles_panic.town_synonyms", data=[NINE.tile_file], **NINE_GAME),
        options=arguments(**NINE_GAME),
    shell:
        "python -m pipeline nine_tiles_panic.town_synonyms {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_towns:
    """Every town of one shard of the town synonyms, scored and grouped."""
    input:
        rules.nine_tiles_panic_town_synonyms.output.notes,
        tiles=data_file(NINE.tile_file),
        themes=data_file(NINE.theme_file),
        town_synonyms=f"{NINE.output}/town_synonyms.csv",
    output:
        out=temp(f"{NINE.output}/shards/{{shard}}.db"),
    log:
        f"{NINE.output}/logs/towns_{{shard}}.log",
    benchmark:
        f"{NINE.output}/benchmarks/towns_{{shard}}.tsv"
    resources:
        mem_mb=4000,
    params:
        *made_from(
            "nine_tiles_panic.towns",
            data=[NINE.tile_file, NINE.theme_file],
            **NINE_SHARES,
        ),
        options=arguments(**NINE_SHARES),
    shell:
        "python -m pipeline nine_tiles_panic.towns {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_theme_synonyms:
    """The distinct score vectors of all towns, and their ids."""
    input:
        themes=data_file(NINE.theme_file),
        shards=NINE_SHARDS,
    output:
        out=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
        notes=f"{NINE.output}/provenance/theme_synonyms.json",
    log:
        f"{NINE.output}/logs/theme_synonyms.log",
    benchmark:
        f"{NINE.output}/benchmarks/theme_synonyms.tsv"
    priority: 1  # the longest job waits for it
    resources:
        mem_mb=4000,
    params:
        *made_from("nine_tiles_panic.theme_synonyms", data=[NINE.theme_file]),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.theme_synonyms {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_success_pattern:
    """Every town by theme synonym, for plain SQL."""
    input:
        rules.nine_tiles_panic_town_synonyms.output.notes,
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        tiles=data_file(NINE.tile_file),
        shards=NINE_SHARDS,
        theme_synonyms=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
        town_synonyms=f"{NINE.output}/town_synonyms.csv",
    output:
        out=f"{NINE.output}/success_pattern.db",
    log:
        f"{NINE.output}/logs/success_pattern.log",
    benchmark:
        f"{NINE.output}/benchmarks/success_pattern.tsv"
    priority: 1  # the longest job, and the best towns wait for it
    resources:
        mem_mb=4000,
    params:
        *made_from(
            "nine_tiles_panic.success_pattern", data=[NINE.tile_file], **NINE_GAME
        ),
        options=arguments(**NINE_GAME),
    shell:
        "python -m pipeline nine_tiles_panic.success_pattern {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_distances:
    """Squared distances from the best score of every theme."""
    input:
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        theme_synonyms=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
    output:
        out=f"{NINE.output}/theme_synonym_distance.db",
    log:
        f"{NINE.output}/logs/distances.log",
    benchmark:
        f"{NINE.output}/benchmarks/distances.tsv"
    resources:
        mem_mb=4000,
    params:
        *made_from("nine_tiles_panic.distances"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.distances {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_most_win:
    """The best answers to every theme set, by round robin, and the towns at all three best scores."""
    input:
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        scores=f"{NINE.output}/theme_synonyms.npz",
    output:
        out=f"{NINE.output}/most_win.csv",
        points=f"{NINE.output}/most_win_points.csv",
        triples=f"{NINE.output}/triples.csv",
        theme_sets=f"{NINE.output}/theme_sets.csv",
        rounds=f"{NINE.output}/parts/rounds.db",
        notes=f"{NINE.output}/provenance/most_win.json",
    log:
        f"{NINE.output}/logs/most_win.log",
    benchmark:
        f"{NINE.output}/benchmarks/most_win.tsv"
    priority: 1  # the learning list waits for it
    resources:
        mem_mb=2000,
    params:
        *made_from("nine_tiles_panic.most_win"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.most_win {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_mixes:
    """Theme sets without an unbeaten combination of scores, and their optimal mixes."""
    input:
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        scores=f"{NINE.output}/theme_synonyms.npz",
        rounds=f"{NINE.output}/parts/rounds.db",
        success_pattern=f"{NINE.output}/success_pattern.db",
    output:
        out=f"{NINE.output}/parts/mixes.db",
    log:
        f"{NINE.output}/logs/mixes.log",
    benchmark:
        f"{NINE.output}/benchmarks/mixes.tsv"
    resources:
        mem_mb=2000,
    params:
        *made_from("nine_tiles_panic.mixes"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.mixes {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_most_win_match:
    """The theme sets that each theme synonym is a best answer to."""
    input:
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        scores=f"{NINE.output}/theme_synonyms.npz",
        rounds=f"{NINE.output}/parts/rounds.db",
    output:
        out=f"{NINE.output}/most_win_match.csv",
        match_sets=f"{NINE.output}/parts/match_sets.db",
        notes=f"{NINE.output}/provenance/most_win_match.json",
    log:
        f"{NINE.output}/logs/most_win_match.log",
    benchmark:
        f"{NINE.output}/benchmarks/most_win_match.tsv"
    priority: 1  # the learning list waits for it
    resources:
        mem_mb=2000,
    params:
        *made_from("nine_tiles_panic.most_win_match"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.most_win_match {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_cover:
    """The fewest theme synonyms that answer all theme sets."""
    input:
        match_sets=f"{NINE.output}/parts/match_sets.db",
        success_pattern=f"{NINE.output}/success_pattern.db",
    output:
        match_min=f"{NINE.output}/most_win_match_min.csv",
        most_win_min=f"{NINE.output}/most_win_min.csv",
        minimum=f"{NINE.output}/minimum_cover.csv",
        tables=f"{NINE.output}/parts/cover.db",
        notes=f"{NINE.output}/provenance/cover.json",
    log:
        f"{NINE.output}/logs/cover.log",
    benchmark:
        f"{NINE.output}/benchmarks/cover.tsv"
    resources:
        mem_mb=4000,
    params:
        *made_from("nine_tiles_panic.cover"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.cover {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_learn:
    """The k theme synonyms that answer the most theme sets, for every k."""
    input:
        match_sets=f"{NINE.output}/parts/match_sets.db",
    output:
        out=f"{NINE.output}/learn.csv",
        notes=f"{NINE.output}/provenance/learn.json",
    log:
        f"{NINE.output}/logs/learn.log",
    benchmark:
        f"{NINE.output}/benchmarks/learn.tsv"
    priority: 1  # the answers, and so the best towns, wait for it
    resources:
        mem_mb=2000,
    params:
        *made_from("nine_tiles_panic.learn"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.learn {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_answers:
    """Everything about theme sets in one database."""
    input:
        rules.nine_tiles_panic_town_synonyms.output.notes,
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        rules.nine_tiles_panic_most_win.output.notes,
        rules.nine_tiles_panic_learn.output.notes,
        town_synonyms=f"{NINE.output}/town_synonyms.csv",
        theme_synonyms=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
        theme_sets=f"{NINE.output}/theme_sets.csv",
        rounds=f"{NINE.output}/parts/rounds.db",
        mixes=f"{NINE.output}/parts/mixes.db",
        match_sets=f"{NINE.output}/parts/match_sets.db",
        cover=f"{NINE.output}/parts/cover.db",
        learn=f"{NINE.output}/learn.csv",
    output:
        out=f"{NINE.output}/answers.db",
    log:
        f"{NINE.output}/logs/answers.log",
    benchmark:
        f"{NINE.output}/benchmarks/answers.tsv"
    resources:
        mem_mb=1000,
    params:
        *made_from("nine_tiles_panic.answers", **NINE_RULES),
        options=arguments(**NINE_RULES),
    shell:
        "python -m pipeline nine_tiles_panic.answers {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_best_towns:
    """The best towns for any cards in one small database."""
    input:
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        scores=f"{NINE.output}/theme_synonyms.npz",
        success_pattern=f"{NINE.output}/success_pattern.db",
        answers=f"{NINE.output}/answers.db",
    output:
        out=f"{NINE.output}/best_towns.db",
    log:
        f"{NINE.output}/logs/best_towns.log",
    benchmark:
        f"{NINE.output}/benchmarks/best_towns.tsv"
    resources:
        mem_mb=2000,
    params:
        *made_from("nine_tiles_panic.best_towns"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.best_towns {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_figures:
    """Charts of the results for the report."""
    input:
        rules.nine_tiles_panic_theme_synonyms.output.notes,
        scores=f"{NINE.output}/theme_synonyms.npz",
        answers=f"{NINE.output}/answers.db",
    output:
        out=[
            report(
                f"{NINE.output}/figures/{name}.svg",
                category="Nine Tiles Panic",
                caption=f"captions/{name}.rst",
            )
            for name in NINE_CHARTS
        ],
        notes=f"{NINE.output}/provenance/figures.json",
    log:
        f"{NINE.output}/logs/figures.log",
    benchmark:
        f"{NINE.output}/benchmarks/figures.tsv"
    resources:
        mem_mb=2000,
    params:
        *made_from("nine_tiles_panic.figures"),
        options=arguments(),
    shell:
        "python -m pipeline nine_tiles_panic.figures {params.options} > {log:q} 2>&1"


rule nine_tiles_panic_page:
    """The page: choose cards, browse the cover, score towns."""
    input:
        tiles=data_file(NINE.tile_file),
        best_towns=f"{NINE.output}/best_towns.db",
    output:
        page_outputs(
            f"{NINE.output}/page", "nine_tiles_panic", "tiles.svg", "mixes.json"
        ),
        out=f"{NINE.output}/page/about.json",
        notes=f"{NINE.output}/provenance/page.json",
    log:
        f"{NINE.output}/logs/page.log",
    benchmark:
        f"{NINE.output}/benchmarks/page.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from(
            "nine_tiles_panic.page",
            data=[NINE.tile_file, *hand_written("nine_tiles_panic")],
            **NINE_RULES,
        ),
        options=arguments(**NINE_RULES),
    shell:
        "python -m pipeline nine_tiles_panic.page {params.options} > {log:q} 2>&1"


rule nine_tiles_panic:
    """All artifacts of Nine Tiles Panic."""
    input:
        rules.nine_tiles_panic_town_synonyms.output,
        rules.nine_tiles_panic_theme_synonyms.output,
        rules.nine_tiles_panic_success_pattern.output,
        rules.nine_tiles_panic_distances.output,
        rules.nine_tiles_panic_most_win.output,
        rules.nine_tiles_panic_mixes.output,
        rules.nine_tiles_panic_most_win_match.output,
        rules.nine_tiles_panic_cover.output,
        rules.nine_tiles_panic_learn.output,
        rules.nine_tiles_panic_answers.output,
        rules.nine_tiles_panic_best_towns.output,
        rules.nine_tiles_panic_figures.output,
        rules.nine_tiles_panic_page.output,
