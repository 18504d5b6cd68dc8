"""SHA256SUMS of every puzzle: the digests of its artifacts."""

CHECKSUMS = rerun_trigger("checksums")
MAKERS = {file: rule.name for rule in workflow.rules for file in rule.output}

for puzzle in PUZZLES:

    rule:
        name:
            f"{puzzle.package}_checksums"
        input:
            CHECKSUMS,
            artifacts=getattr(rules, puzzle.package).input,
        output:
            out=f"{outputs[puzzle.package]}/SHA256SUMS",
        log:
            f"{outputs[puzzle.package]}/logs/checksums.log",
        benchmark:
            f"{outputs[puzzle.package]}/benchmarks/checksums.tsv"
        resources:
            mem_mb=500,
        params:
            arguments(
                stages=[MAKERS[file] for file in getattr(rules, puzzle.package).input]
            ),
        shell:
            "python -m pipeline checksums {params} > {log:q} 2>&1"


"""Files to upload, in the folder `release`; built only on request."""

RELEASE = atlas.parent / "release"
RELEASED_DATABASES = [
    file
    for puzzle in PUZZLES
    for file in getattr(rules, puzzle.package).input
    if Path(file).parent == Path(outputs[puzzle.package]) and file.endswith(".db")
]
RELEASED_TABLES = {
    "theme_synonyms": f"{NINE.output}/theme_synonyms.db",
    "distances": f"{NINE.output}/theme_synonym_distance.db",
    "answers": f"{NINE.output}/answers.db",
}
RELEASED_TEXTS = ["README.md", "datasette.yaml", "CITATION.cff", "SHA256SUMS"]


rule release:
    """Files to upload, and their digests."""
    input:
        sorted(Path(workflow.basedir, "scripts", "release").glob("*.*")),
        sorted(Path(workflow.basedir, "docs").glob("*.md")),
        Path(workflow.basedir, "CITATION.cff"),
        rules.atlas.output,
        database=RELEASED_DATABASES,
    output:
        [RELEASE / Path(file).name for file in RELEASED_DATABASES],
        [RELEASE / f"{table}.parquet" for table in RELEASED_TABLES],
        RELEASE / "atlas.zip",
        [RELEASE / name for name in RELEASED_TEXTS],
    log:
        f"{RELEASE.parent}/logs/release.log",
    resources:
        mem_mb=1000,
    params:
        arguments(
            table=[f"{table}={file}" for table, file in RELEASED_TABLES.items()],
            atlas=atlas,
            out=RELEASE,
        ),
    shell:
        "python -m scripts.release {params} > {log:q} 2>&1"
