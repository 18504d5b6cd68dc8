"""What `tablebases verify` says of each puzzle, for the report; asked for by name."""

VERIFIED = [
    puzzle
    for puzzle in PUZZLES
    if Path(workflow.basedir, "scripts", "verify", puzzle.package).is_dir()
]

for puzzle in VERIFIED:

    rule:
        name:
            f"{puzzle.package}_verification"
        input:
            f"{outputs[puzzle.package]}/SHA256SUMS",
        output:
            f"{outputs[puzzle.package]}/verification.json",
            report(
                f"{outputs[puzzle.package]}/verification.html",
                category="Verification",
                labels={"puzzle": puzzle.title},
            ),
        log:
            f"{outputs[puzzle.package]}/logs/verification.log",
        benchmark:
            f"{outputs[puzzle.package]}/benchmarks/verification.tsv"
        resources:
            mem_mb=4000,
        params:
            puzzle=puzzle.command,
            configs=[f"--config={path}" for path in workflow.configfiles],
        shell:
            "tablebases verify {params.puzzle}"
            " --level full"
            " {params.configs:q}"
            " > {log:q} 2>&1"


rule verification:
    """Every artifact verified, a page of the report for each puzzle."""
    input:
        [f"{outputs[puzzle.package]}/verification.html" for puzzle in VERIFIED],
