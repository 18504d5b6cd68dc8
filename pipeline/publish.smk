"""SHA256SUMS of every puzzle: the digests of its artifacts."""

MAKERS = {file: rule.name for rule in workflow.rules for file in rule.output}

for puzzle in PUZZLES:

    rule:
        name:
            f"{puzzle.package}_checksums"
        input:
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
            *made_from("checksums"),
            options=arguments(
                stages=[MAKERS[file] for file in getattr(rules, puzzle.package).input]
            ),
        shell:
            "python -m pipeline checksums {params.options} > {log:q} 2>&1"


"""Files to upload, in the folder `release`; built only on request."""

RELEASE = atlas.parent / "release"
RELEASED_DATABASES = [
    file
    for puzzle in PUZZLES
    for file in getattr(rules, puzzle.package).input
    if Path(file).parent == Path(outputs[puzzle.package]) and file.endswith(".db")
]
RELEASED_TABLES = {
    "theme_synonyms": "theme_synonyms.db",
    "distances": "theme_synonym_distance.db",
    "answers": "answers.db",
}
RELEASED_TEXTS = ["README.md", "datasette.yaml", "CITATION.cff"]


rule release:
    """Files to upload, and their digests."""
    input:
        local(sorted(Path(workflow.basedir, "scripts", "release").glob("*.*"))),
        local(sorted(Path(workflow.basedir, "docs").rglob("*.md"))),
        local(Path(workflow.basedir, "CITATION.cff")),
        rules.atlas.output,
        database=RELEASED_DATABASES,
        atlas=rules.atlas.output.out,
    output:
        [RELEASE / Path(file).name for file in RELEASED_DATABASES],
        [RELEASE / f"{table}.parquet" for table in RELEASED_TABLES],
        RELEASE / "atlas.zip",
        [RELEASE / name for name in RELEASED_TEXTS],
        out=RELEASE / "SHA256SUMS",
    log:
        f"{RELEASE.parent}/logs/release.log",
    resources:
        mem_mb=1000,
    params:
        arguments(table=[f"{table}={file}" for table, file in RELEASED_TABLES.items()]),
    shell:
        "python -m scripts.release {params} > {log:q} 2>&1"
