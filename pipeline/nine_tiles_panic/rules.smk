"""Nine Tiles Panic: from nine tiles to the fewest towns that answer every theme set."""

from pipeline.nine_tiles_panic.workflow import prepare

try:
    GAME = prepare(config["nine_tiles_panic"])
except PipelineError as error:
    raise WorkflowError(str(error))

OUT = GAME.output
SHARDS = expand(f"{OUT}/shards/{{shard}}.db", shard=GAME.shard_names)


rule nine_tiles_panic:
    """All artifacts of Nine Tiles Panic."""
    input:
        f"{OUT}/theme_sets.csv",
        f"{OUT}/most_win_points.csv",
        f"{OUT}/minimum_cover.csv",
        f"{OUT}/success_pattern.db",
        f"{OUT}/theme_synonym_distance.db",


rule town_synonyms:
    """Complete towns of road shapes, the smallest of their rotations."""
    input:
        tiles=GAME.tile_file,
    output:
        f"{OUT}/town_synonyms.csv",
    log:
        f"{OUT}/logs/town_synonyms.log",
    benchmark:
        f"{OUT}/benchmarks/town_synonyms.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        recipe=GAME.recipes["town_synonyms"],
        board=GAME.board_options,
        tile_numbers=GAME.tile_numbers,
    shell:
        "python -m pipeline.nine_tiles_panic.town_synonyms --tiles {input.tiles:q} "
        "--tile-numbers {params.tile_numbers} {params.board} --out {output:q} 2>&1 | tee {log:q}"


rule towns:
    """Every town of a share of the town synonyms, scored and grouped."""
    input:
        tiles=GAME.tile_file,
        themes=GAME.theme_file,
        town_synonyms=rules.town_synonyms.output[0],
    output:
        temp(f"{OUT}/shards/{{shard}}.db"),
    log:
        f"{OUT}/logs/towns_{{shard}}.log",
    benchmark:
        f"{OUT}/benchmarks/towns_{{shard}}.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    params:
        recipe=GAME.recipes["towns"],
        board=GAME.board_options,
        tile_numbers=GAME.tile_numbers,
        rule_set=GAME.rule_set,
        shard=lambda wildcards: int(wildcards.shard),
        shards=GAME.shards,
    shell:
        "python -m pipeline.nine_tiles_panic.towns --tiles {input.tiles:q} "
        "--tile-numbers {params.tile_numbers} --themes {input.themes:q} {params.board} "
        "--town-synonyms {input.town_synonyms:q} --rule-set {params.rule_set} "
        "--shard {params.shard} --shards {params.shards} --out {output:q} 2>&1 | tee {log:q}"


rule theme_synonyms:
    """The different score vectors of all towns, and their ids."""
    input:
        themes=GAME.theme_file,
        shards=SHARDS,
    output:
        f"{OUT}/theme_synonyms.db",
    log:
        f"{OUT}/logs/theme_synonyms.log",
    benchmark:
        f"{OUT}/benchmarks/theme_synonyms.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    params:
        recipe=GAME.recipes["theme_synonyms"],
    shell:
        "python -m pipeline.nine_tiles_panic.theme_synonyms --themes {input.themes:q} "
        "--out {output:q} {input.shards:q} 2>&1 | tee {log:q}"


rule success_pattern:
    """Every town by theme synonym, for plain SQL."""
    input:
        themes=GAME.theme_file,
        shards=SHARDS,
        theme_synonyms=rules.theme_synonyms.output[0],
        town_synonyms=rules.town_synonyms.output[0],
    output:
        f"{OUT}/success_pattern.db",
    log:
        f"{OUT}/logs/success_pattern.log",
    benchmark:
        f"{OUT}/benchmarks/success_pattern.tsv"
    priority: 1
    threads: 1
    resources:
        mem_mb=4000,
    params:
        recipe=GAME.recipes["success_pattern"],
    shell:
        "python -m pipeline.nine_tiles_panic.success_pattern --themes {input.themes:q} "
        "--theme-synonyms {input.theme_synonyms:q} --town-synonyms {input.town_synonyms:q} "
        "--out {output:q} {input.shards:q} 2>&1 | tee {log:q}"


rule distances:
    """Squared distances from the best score of every theme."""
    input:
        theme_synonyms=rules.theme_synonyms.output[0],
    output:
        f"{OUT}/theme_synonym_distance.db",
    log:
        f"{OUT}/logs/distances.log",
    benchmark:
        f"{OUT}/benchmarks/distances.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    params:
        recipe=GAME.recipes["distances"],
    shell:
        "python -m pipeline.nine_tiles_panic.distances "
        "--theme-synonyms {input.theme_synonyms:q} --out {output:q} 2>&1 | tee {log:q}"


rule theme_sets:
    """Theme sets for which a town is at all three best scores."""
    input:
        theme_synonyms=rules.theme_synonyms.output[0],
    output:
        f"{OUT}/theme_sets.csv",
    log:
        f"{OUT}/logs/theme_sets.log",
    benchmark:
        f"{OUT}/benchmarks/theme_sets.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    params:
        recipe=GAME.recipes["theme_sets"],
    shell:
        "python -m pipeline.nine_tiles_panic.theme_sets "
        "--theme-synonyms {input.theme_synonyms:q} --out {output:q} 2>&1 | tee {log:q}"


rule most_win:
    """The best answers to every theme set, by round robin."""
    input:
        distances=rules.distances.output[0],
    output:
        most_win=f"{OUT}/most_win.csv",
        points=f"{OUT}/most_win_points.csv",
    log:
        f"{OUT}/logs/most_win.log",
    benchmark:
        f"{OUT}/benchmarks/most_win.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    params:
        recipe=GAME.recipes["most_win"],
    shell:
        "python -m pipeline.nine_tiles_panic.most_win --distances {input.distances:q} "
        "--out {output.most_win:q} --points {output.points:q} 2>&1 | tee {log:q}"


rule most_win_match:
    """The theme sets that each theme synonym is a best answer to."""
    input:
        distances=rules.distances.output[0],
        most_win=rules.most_win.output.most_win,
    output:
        f"{OUT}/most_win_match.csv",
    log:
        f"{OUT}/logs/most_win_match.log",
    benchmark:
        f"{OUT}/benchmarks/most_win_match.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    params:
        recipe=GAME.recipes["most_win_match"],
    shell:
        "python -m pipeline.nine_tiles_panic.most_win_match --distances {input.distances:q} "
        "--most-win {input.most_win:q} --out {output:q} 2>&1 | tee {log:q}"


rule cover:
    """As few theme synonyms as possible that answer all theme sets."""
    input:
        most_win_match=rules.most_win_match.output[0],
        success_pattern=rules.success_pattern.output[0],
    output:
        match_min=f"{OUT}/most_win_match_min.csv",
        most_win_min=f"{OUT}/most_win_min.csv",
        minimum=f"{OUT}/minimum_cover.csv",
    log:
        f"{OUT}/logs/cover.log",
    benchmark:
        f"{OUT}/benchmarks/cover.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    params:
        recipe=GAME.recipes["cover"],
    shell:
        "python -m pipeline.nine_tiles_panic.cover --most-win-match {input.most_win_match:q} "
        "--success-pattern {input.success_pattern:q} --match-min {output.match_min:q} "
        "--most-win-min {output.most_win_min:q} --minimum {output.minimum:q} 2>&1 | tee {log:q}"
