"""Nine Tiles Panic: what differs between the two rule sets; asked for by name, when the results of both are there."""

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
