"""Nine Tiles Panic: from nine tiles to the fewest towns that answer every theme set."""

NINE = configuration.nine_tiles_panic
NINE_GAME = {"board": NINE.board, "tiles": NINE.tile_numbers}
NINE_GAME_OPTIONS = options(tile_numbers=NINE.tile_numbers, **dict(NINE.board))
NINE_SHARDS = [f"{NINE.output}/shards/{shard:02d}.db" for shard in range(NINE.shards)]
NINE_CHARTS = ["theme_scores", "distances", "maxima", "cover", "learning"]


rule nine_tiles_panic_town_synonyms:
    """Complete towns of road shapes, the smallest of their rotations."""
    input:
        made_of("nine_tiles_panic.town_synonyms", data=[NINE.tile_file], **NINE_GAME),
        tiles=ancient(NINE.tile_file),
    output:
        f"{NINE.output}/town_synonyms.csv",
    log:
        f"{NINE.output}/logs/town_synonyms.log",
    benchmark:
        f"{NINE.output}/benchmarks/town_synonyms.tsv"
    resources:
        mem_mb=1000,
    params:
        game=NINE_GAME_OPTIONS,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.town_synonyms"
        " --tiles {input.tiles:q}"
        " {params.game}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_towns:
    """Every town of a share of the town synonyms, scored and grouped."""
    input:
        made_of(
            "nine_tiles_panic.towns",
            data=[NINE.tile_file, NINE.theme_file],
            rule_set=NINE.rule_set,
            shards=NINE.shards,
            **NINE_GAME,
        ),
        tiles=ancient(NINE.tile_file),
        themes=ancient(NINE.theme_file),
        town_synonyms=f"{NINE.output}/town_synonyms.csv",
    output:
        temp(f"{NINE.output}/shards/{{shard}}.db"),
    log:
        f"{NINE.output}/logs/towns_{{shard}}.log",
    benchmark:
        f"{NINE.output}/benchmarks/towns_{{shard}}.tsv"
    resources:
        mem_mb=4000,
    params:
        game=NINE_GAME_OPTIONS,
        settings=options(rule_set=NINE.rule_set, shards=NINE.shards),
        shard=lambda wildcards: int(wildcards.shard),
    shell:
        "python -m pipeline.nine_tiles_panic.stages.towns"
        " --tiles {input.tiles:q}"
        " --themes {input.themes:q}"
        " --town-synonyms {input.town_synonyms:q}"
        " {params.game}"
        " {params.settings}"
        " --shard {params.shard}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_score_vectors:
    """The different score vectors of all towns, and their ids."""
    input:
        made_of("nine_tiles_panic.score_vectors", data=[NINE.theme_file]),
        themes=ancient(NINE.theme_file),
        shards=NINE_SHARDS,
    output:
        f"{NINE.output}/theme_synonyms.npz",
    log:
        f"{NINE.output}/logs/score_vectors.log",
    benchmark:
        f"{NINE.output}/benchmarks/score_vectors.tsv"
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.score_vectors"
        " --themes {input.themes:q}"
        " --out {output:q}"
        " {input.shards:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_theme_synonyms:
    """All theme synonyms, for plain SQL."""
    input:
        made_of("nine_tiles_panic.theme_synonyms", data=[NINE.theme_file]),
        themes=ancient(NINE.theme_file),
        scores=f"{NINE.output}/theme_synonyms.npz",
    output:
        f"{NINE.output}/theme_synonyms.db",
    log:
        f"{NINE.output}/logs/theme_synonyms.log",
    benchmark:
        f"{NINE.output}/benchmarks/theme_synonyms.tsv"
    priority: 1  # the longest job waits for it
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.theme_synonyms"
        " --themes {input.themes:q}"
        " --scores {input.scores:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_success_pattern:
    """Every town by theme synonym, for plain SQL."""
    input:
        made_of("nine_tiles_panic.success_pattern", data=[NINE.tile_file], **NINE_GAME),
        tiles=ancient(NINE.tile_file),
        shards=NINE_SHARDS,
        theme_synonyms=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
        town_synonyms=f"{NINE.output}/town_synonyms.csv",
    output:
        f"{NINE.output}/success_pattern.db",
    log:
        f"{NINE.output}/logs/success_pattern.log",
    benchmark:
        f"{NINE.output}/benchmarks/success_pattern.tsv"
    priority: 1  # the longest job, and the best towns wait for it
    resources:
        mem_mb=4000,
    params:
        game=NINE_GAME_OPTIONS,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.success_pattern"
        " --tiles {input.tiles:q}"
        " {params.game}"
        " --theme-synonyms {input.theme_synonyms:q}"
        " --scores {input.scores:q}"
        " --town-synonyms {input.town_synonyms:q}"
        " --out {output:q}"
        " {input.shards:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_distances:
    """Squared distances from the best score of every theme."""
    input:
        made_of("nine_tiles_panic.distances"),
        theme_synonyms=f"{NINE.output}/theme_synonyms.db",
        scores=f"{NINE.output}/theme_synonyms.npz",
    output:
        f"{NINE.output}/theme_synonym_distance.db",
    log:
        f"{NINE.output}/logs/distances.log",
    benchmark:
        f"{NINE.output}/benchmarks/distances.tsv"
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.distances"
        " --theme-synonyms {input.theme_synonyms:q}"
        " --scores {input.scores:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_theme_sets:
    """Theme sets for which a town is at all three best scores."""
    input:
        made_of("nine_tiles_panic.theme_sets"),
        scores=f"{NINE.output}/theme_synonyms.npz",
    output:
        f"{NINE.output}/theme_sets.csv",
    log:
        f"{NINE.output}/logs/theme_sets.log",
    benchmark:
        f"{NINE.output}/benchmarks/theme_sets.tsv"
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.theme_sets"
        " --scores {input.scores:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_most_win:
    """The best answers to every theme set, by round robin."""
    input:
        made_of("nine_tiles_panic.most_win"),
        scores=f"{NINE.output}/theme_synonyms.npz",
    output:
        most_win=f"{NINE.output}/most_win.csv",
        points=f"{NINE.output}/most_win_points.csv",
        rounds=f"{NINE.output}/parts/rounds.db",
    log:
        f"{NINE.output}/logs/most_win.log",
    benchmark:
        f"{NINE.output}/benchmarks/most_win.tsv"
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.most_win"
        " --scores {input.scores:q}"
        " --out {output.most_win:q}"
        " --points {output.points:q}"
        " --rounds {output.rounds:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_most_win_match:
    """The theme sets that each theme synonym is a best answer to."""
    input:
        made_of("nine_tiles_panic.most_win_match"),
        scores=f"{NINE.output}/theme_synonyms.npz",
        rounds=f"{NINE.output}/parts/rounds.db",
    output:
        most_win_match=f"{NINE.output}/most_win_match.csv",
        match_sets=f"{NINE.output}/parts/match_sets.db",
    log:
        f"{NINE.output}/logs/most_win_match.log",
    benchmark:
        f"{NINE.output}/benchmarks/most_win_match.tsv"
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.most_win_match"
        " --scores {input.scores:q}"
        " --rounds {input.rounds:q}"
        " --out {output.most_win_match:q}"
        " --match-sets {output.match_sets:q}"
        " > {log:q} 2>&1"


include: "answers.smk"


rule nine_tiles_panic:
    """All artifacts of Nine Tiles Panic."""
    input:
        rules.nine_tiles_panic_town_synonyms.output,
        rules.nine_tiles_panic_score_vectors.output,
        rules.nine_tiles_panic_theme_synonyms.output,
        rules.nine_tiles_panic_success_pattern.output,
        rules.nine_tiles_panic_distances.output,
        rules.nine_tiles_panic_theme_sets.output,
        rules.nine_tiles_panic_most_win.output,
        rules.nine_tiles_panic_most_win_match.output,
        rules.nine_tiles_panic_cover.output,
        rules.nine_tiles_panic_learn.output,
        rules.nine_tiles_panic_answers.output,
        rules.nine_tiles_panic_best_towns.output,
        rules.nine_tiles_panic_figures.output,
        rules.nine_tiles_panic_costs.output,
