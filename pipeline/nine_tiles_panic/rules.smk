"""Nine Tiles Panic: from nine tiles to the fewest towns that answer every theme set."""

from pipeline.nine_tiles_panic.workflow import FIGURES, prepare

# Dates do not count. `GAME.outdated` names a file for a stage only if its artifacts are not made as
# they would be now, and data files are `ancient`, as is every artifact once all are up to date.
# (Not before: Snakemake then overlooks what follows from a stage that runs.)
#
# What a stage writes is marked `update`, so that Snakemake does not remove the earlier artifact
# when the stage starts, and brings it back when it fails; not so the largest, of which a run would
# need room for three.

try:
    GAME = prepare(
        config["nine_tiles_panic"],
        pages=[ARROW.page_recipe, GODOMACHI.page_recipe, MILLIJAN.page_recipe],
    )
except PipelineError as error:
    raise WorkflowError(str(error))

OUT = GAME.output
SHARDS = [f"{OUT}/shards/{name}.db" for name in GAME.shard_names]


rule town_synonyms:
    """Complete towns of road shapes, the smallest of their rotations."""
    input:
        outdated=GAME.outdated["town_synonyms"],
        tiles=ancient(GAME.tile_file),
    output:
        update(f"{OUT}/town_synonyms.csv"),
    log:
        f"{OUT}/logs/town_synonyms.log",
    benchmark:
        f"{OUT}/benchmarks/town_synonyms.tsv"
    threads: 1
    resources:
        mem_mb=1000,
    params:
        board=GAME.board_options,
        tile_numbers=GAME.tile_numbers,
    shell:
        "python -m pipeline.nine_tiles_panic.town_synonyms --tiles {input.tiles:q} "
        "--tile-numbers {params.tile_numbers} {params.board} --out {output:q} 2>&1 | tee {log:q}"


rule towns:
    """Every town of a share of the town synonyms, scored and grouped."""
    input:
        outdated=GAME.outdated["towns"],
        tiles=ancient(GAME.tile_file),
        themes=ancient(GAME.theme_file),
        town_synonyms=made_by(GAME, f"{OUT}/town_synonyms.csv"),
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
        outdated=GAME.outdated["theme_synonyms"],
        themes=ancient(GAME.theme_file),
        shards=made_by(GAME, SHARDS),
    output:
        update(f"{OUT}/theme_synonyms.db"),
    log:
        f"{OUT}/logs/theme_synonyms.log",
    benchmark:
        f"{OUT}/benchmarks/theme_synonyms.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.theme_synonyms --themes {input.themes:q} "
        "--out {output:q} {input.shards:q} 2>&1 | tee {log:q}"


rule success_pattern:
    """Every town by theme synonym, for plain SQL."""
    input:
        outdated=GAME.outdated["success_pattern"],
        themes=ancient(GAME.theme_file),
        shards=made_by(GAME, SHARDS),
        theme_synonyms=made_by(GAME, f"{OUT}/theme_synonyms.db"),
        town_synonyms=made_by(GAME, f"{OUT}/town_synonyms.csv"),
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
    shell:
        "python -m pipeline.nine_tiles_panic.success_pattern --themes {input.themes:q} "
        "--theme-synonyms {input.theme_synonyms:q} --town-synonyms {input.town_synonyms:q} "
        "--out {output:q} {input.shards:q} 2>&1 | tee {log:q}"


rule distances:
    """Squared distances from the best score of every theme."""
    input:
        outdated=GAME.outdated["distances"],
        theme_synonyms=made_by(GAME, f"{OUT}/theme_synonyms.db"),
    output:
        update(f"{OUT}/theme_synonym_distance.db"),
    log:
        f"{OUT}/logs/distances.log",
    benchmark:
        f"{OUT}/benchmarks/distances.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.distances "
        "--theme-synonyms {input.theme_synonyms:q} --out {output:q} 2>&1 | tee {log:q}"


rule theme_sets:
    """Theme sets for which a town is at all three best scores."""
    input:
        outdated=GAME.outdated["theme_sets"],
        theme_synonyms=made_by(GAME, f"{OUT}/theme_synonyms.db"),
    output:
        update(f"{OUT}/theme_sets.csv"),
    log:
        f"{OUT}/logs/theme_sets.log",
    benchmark:
        f"{OUT}/benchmarks/theme_sets.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.theme_sets "
        "--theme-synonyms {input.theme_synonyms:q} --out {output:q} 2>&1 | tee {log:q}"


rule most_win:
    """The best answers to every theme set, by round robin."""
    input:
        outdated=GAME.outdated["most_win"],
        distances=made_by(GAME, f"{OUT}/theme_synonym_distance.db"),
    output:
        most_win=update(f"{OUT}/most_win.csv"),
        points=update(f"{OUT}/most_win_points.csv"),
    log:
        f"{OUT}/logs/most_win.log",
    benchmark:
        f"{OUT}/benchmarks/most_win.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.most_win --distances {input.distances:q} "
        "--out {output.most_win:q} --points {output.points:q} 2>&1 | tee {log:q}"


rule most_win_match:
    """The theme sets that each theme synonym is a best answer to."""
    input:
        outdated=GAME.outdated["most_win_match"],
        distances=made_by(GAME, f"{OUT}/theme_synonym_distance.db"),
        most_win=made_by(GAME, f"{OUT}/most_win.csv"),
    output:
        update(f"{OUT}/most_win_match.csv"),
    log:
        f"{OUT}/logs/most_win_match.log",
    benchmark:
        f"{OUT}/benchmarks/most_win_match.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.most_win_match --distances {input.distances:q} "
        "--most-win {input.most_win:q} --out {output:q} 2>&1 | tee {log:q}"


rule cover:
    """As few theme synonyms as possible that answer all theme sets."""
    input:
        outdated=GAME.outdated["cover"],
        most_win_match=made_by(GAME, f"{OUT}/most_win_match.csv"),
        success_pattern=made_by(GAME, f"{OUT}/success_pattern.db"),
    output:
        match_min=update(f"{OUT}/most_win_match_min.csv"),
        most_win_min=update(f"{OUT}/most_win_min.csv"),
        minimum=update(f"{OUT}/minimum_cover.csv"),
    log:
        f"{OUT}/logs/cover.log",
    benchmark:
        f"{OUT}/benchmarks/cover.tsv"
    threads: 1
    resources:
        mem_mb=4000,
    shell:
        "python -m pipeline.nine_tiles_panic.cover --most-win-match {input.most_win_match:q} "
        "--success-pattern {input.success_pattern:q} --match-min {output.match_min:q} "
        "--most-win-min {output.most_win_min:q} --minimum {output.minimum:q} 2>&1 | tee {log:q}"


rule learn:
    """The few theme synonyms that answer the most theme sets."""
    input:
        outdated=GAME.outdated["learn"],
        most_win_match=made_by(GAME, f"{OUT}/most_win_match.csv"),
    output:
        update(f"{OUT}/learn.csv"),
    log:
        f"{OUT}/logs/learn.log",
    benchmark:
        f"{OUT}/benchmarks/learn.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    shell:
        "python -m pipeline.nine_tiles_panic.learn --most-win-match {input.most_win_match:q} "
        "--out {output:q} 2>&1 | tee {log:q}"


rule figures:
    """Charts of what was found, for the report."""
    input:
        outdated=GAME.outdated["figures"],
        theme_synonyms=made_by(GAME, f"{OUT}/theme_synonyms.db"),
        distances=made_by(GAME, f"{OUT}/theme_synonym_distance.db"),
        match_min=made_by(GAME, f"{OUT}/most_win_match_min.csv"),
        minimum=made_by(GAME, f"{OUT}/minimum_cover.csv"),
        learn=made_by(GAME, f"{OUT}/learn.csv"),
    output:
        [
            report(
                update(f"{OUT}/figures/{name}.svg"),
                category="Nine Tiles Panic",
                caption=f"captions/{name}.rst",
            )
            for name in FIGURES
        ],
    log:
        f"{OUT}/logs/figures.log",
    benchmark:
        f"{OUT}/benchmarks/figures.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    params:
        folder=f"{OUT}/figures",
    shell:
        "python -m pipeline.nine_tiles_panic.figures "
        "--theme-synonyms {input.theme_synonyms:q} --distances {input.distances:q} "
        "--match-min {input.match_min:q} --minimum {input.minimum:q} --learn {input.learn:q} "
        "--out {params.folder:q} 2>&1 | tee {log:q}"


rule costs:
    """Time and memory of the stages, for the report."""
    input:
        outdated=GAME.outdated["costs"],
        theme_sets=made_by(GAME, f"{OUT}/theme_sets.csv"),
        figures=made_by(GAME, [f"{OUT}/figures/{name}.svg" for name in FIGURES]),
    output:
        report(
            update(f"{OUT}/figures/costs.svg"),
            category="Stages",
            caption="captions/costs.rst",
        ),
    log:
        f"{OUT}/logs/costs.log",
    threads: 1
    resources:
        mem_mb=1000,
    params:
        benchmarks=f"{OUT}/benchmarks",
    shell:
        "python -m pipeline.nine_tiles_panic.costs --benchmarks {params.benchmarks:q} "
        "--out {output:q} 2>&1 | tee {log:q}"


rule nine_tiles_panic:
    """All artifacts of Nine Tiles Panic."""
    input:
        rules.town_synonyms.output,
        rules.theme_synonyms.output,
        rules.success_pattern.output,
        rules.distances.output,
        rules.theme_sets.output,
        rules.most_win.output,
        rules.most_win_match.output,
        rules.cover.output,
        rules.learn.output,
        rules.figures.output,
        rules.costs.output,
