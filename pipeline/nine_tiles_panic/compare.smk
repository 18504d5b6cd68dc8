"""Nine Tiles Panic: what differs between the two rule sets; asked for by name, when the results of both are there."""

NINE_COMPARED = [
    "theme_synonyms.npz",
    "success_pattern.db",
    "best_towns.db",
    "answers.db",
]


rule nine_tiles_panic_compare_rules:
    """Towns, best answers, covers and learning lists under both rule sets."""
    input:
        made_of("nine_tiles_panic.compare_rules", data=[NINE.tile_file]),
        published=expand(f"{NINE.output}/{{file}}", file=NINE_COMPARED),
        impartial=expand(f"{NINE.impartial}/{{file}}", file=NINE_COMPARED),
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
        published=NINE.output,
        impartial=NINE.impartial,
    shell:
        "python -m pipeline.nine_tiles_panic.stages.compare_rules"
        " --published {params.published:q}"
        " --impartial {params.impartial:q}"
        " --tiles {input.tiles:q}"
        " --out {output.database:q}"
        " --picture {output.picture:q}"
        " > {log:q} 2>&1"
