"""SHA256SUMS of every puzzle: the digests of its artifacts."""

for puzzle in PUZZLES:

    rule:
        name:
            f"{puzzle.package}_checksums"
        input:
            made_of("checksums.checksums"),
            artifacts=getattr(rules, puzzle.package).input,
        output:
            f"{outputs[puzzle.package]}/SHA256SUMS",
        log:
            f"{outputs[puzzle.package]}/logs/checksums.log",
        benchmark:
            f"{outputs[puzzle.package]}/benchmarks/checksums.tsv"
        resources:
            mem_mb=500,
        params:
            lasting=lambda wildcards, input: [
                path for path in input.artifacts if "/benchmarks/" not in path
            ],
        shell:
            "python -m pipeline.checksums.stages.checksums"
            " --out {output:q}"
            " {params.lasting:q}"
            " > {log:q} 2>&1"
