"""Nine Tiles Panic: what hangs on the rule set, and on the word "best"; asked for by name, as it takes minutes."""

NINE_COMPARED = ["theme_synonyms.npz", "success_pattern.db", "best_towns.db"]


rule nine_tiles_panic_compare_rules:
    """Towns, best answers, covers and learning lists under both rule sets."""
    input:
        made_of("nine_tiles_panic.compare_rules", data=[NINE.tile_file]),
        expand(
            "{results}/{file}",
            results=[NINE.output, NINE.impartial],
            file=NINE_COMPARED,
        ),
        published=f"{NINE.output}/answers.db",
        impartial=f"{NINE.impartial}/answers.db",
        tiles=ancient(NINE.tile_file),
    output:
        database=f"{NINE.output}/compare_rules.db",
        picture=report(
            f"{NINE.output}/figures/two_answers.svg",
            category="Nine Tiles Panic",
            caption="captions/two_answers.rst",
        ),
    log:
        f"{NINE.output}/logs/compare_rules.log",
    benchmark:
        f"{NINE.output}/benchmarks/compare_rules.tsv"
    resources:
        mem_mb=4000,
    params:
        published=subpath(input.published, parent=True),
        impartial=subpath(input.impartial, parent=True),
    shell:
        "python -m pipeline.nine_tiles_panic.stages.compare_rules"
        " --published {params.published:q}"
        " --impartial {params.impartial:q}"
        " --tiles {input.tiles:q}"
        " --out {output.database:q}"
        " --picture {output.picture:q}"
        " > {log:q} 2>&1"


rule nine_tiles_panic_definitions:
    """Best answers, covers and learning lists by five definitions of the best."""
    input:
        made_of("nine_tiles_panic.definitions", data=[NINE.tile_file]),
        scores=f"{NINE.output}/theme_synonyms.npz",
        answers=f"{NINE.output}/answers.db",
        success_pattern=f"{NINE.output}/success_pattern.db",
        tiles=ancient(NINE.tile_file),
    output:
        database=f"{NINE.output}/definitions.db",
        picture=report(
            f"{NINE.output}/figures/definitions.svg",
            category="Nine Tiles Panic",
            caption="captions/definitions.rst",
        ),
    log:
        f"{NINE.output}/logs/definitions.log",
    benchmark:
        f"{NINE.output}/benchmarks/definitions.tsv"
    resources:
        mem_mb=3000,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.definitions"
        " --scores {input.scores:q}"
        " --answers {input.answers:q}"
        " --success-pattern {input.success_pattern:q}"
        " --tiles {input.tiles:q}"
        " --out {output.database:q}"
        " --picture {output.picture:q}"
        " > {log:q} 2>&1"
