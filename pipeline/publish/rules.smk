"""SHA256SUMS of every puzzle: the digests of its artifacts."""

for puzzle in PUZZLES:

    rule:
        name:
            f"{puzzle.package}_checksums"
        input:
            made_of("publish.checksums"),
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
            "python -m pipeline.publish.stages.checksums"
            " --out {output:q}"
            " {params.lasting:q}"
            " > {log:q} 2>&1"


"""Verification of each puzzle at level full, for the report; runs only if it is asked for by name."""

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
            "python -m scripts.verify {params.puzzle}"
            " --level full"
            " {params.configs:q}"
            " > {log:q} 2>&1"


rule verification:
    """Every artifact verified, a page of the report for each puzzle."""
    input:
        [f"{outputs[puzzle.package]}/verification.html" for puzzle in VERIFIED],


"""What one uploads, in the folder `release`; asked for by name."""

RELEASE = atlas.parent / "release"
RELEASE_CODE = sorted(Path(workflow.basedir, "scripts", "release").glob("*.py"))
RELEASE_DOCUMENTS = [
    *sorted(Path(workflow.basedir, "docs").glob("*.md")),
    Path(workflow.basedir, "CITATION.cff"),
]

RELEASED_DATABASES = {
    Path(file).stem: file
    for puzzle in PUZZLES
    for file in getattr(rules, puzzle.package).input
    if Path(file).parent == Path(outputs[puzzle.package]) and file.endswith(".db")
}
RELEASED_TABLES = {
    "theme_synonyms": f"{NINE.output}/theme_synonyms.db",
    "distances": f"{NINE.output}/theme_synonym_distance.db",
    "answers": f"{NINE.output}/answers.db",
}
RELEASED_FILES = [
    *(RELEASE / f"{database}.db" for database in RELEASED_DATABASES),
    *(RELEASE / f"{table}.parquet" for table in RELEASED_TABLES),
    RELEASE / "atlas.zip",
]
RELEASE_CARD = [
    RELEASE / name for name in ("README.md", "datasette.yaml", "CITATION.cff")
]


rule release_database:
    """A database, each smaller than 2 GB."""
    input:
        lambda wildcards: RELEASED_DATABASES[wildcards.database],
    output:
        f"{RELEASE}/{{database}}.db",
    log:
        f"{RELEASE.parent}/logs/release_{{database}}_database.log",
    resources:
        mem_mb=500,
    shell:
        "python -m scripts.release.database"
        " --database {input:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule release_parquet:
    """A table for programs that read columns."""
    input:
        RELEASE_CODE,
        database=lambda wildcards: RELEASED_TABLES[wildcards.table],
    output:
        f"{RELEASE}/{{table}}.parquet",
    log:
        f"{RELEASE.parent}/logs/release_{{table}}_parquet.log",
    resources:
        mem_mb=1000,
    shell:
        "python -m scripts.release.parquet"
        " --database {input.database:q}"
        " --table {wildcards.table}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule release_atlas:
    """The atlas as one archive."""
    input:
        RELEASE_CODE,
        pages=lambda _: rules.atlas.output,
    output:
        f"{RELEASE}/atlas.zip",
    log:
        f"{RELEASE.parent}/logs/release_atlas.log",
    resources:
        mem_mb=500,
    params:
        atlas=atlas,
    shell:
        "python -m scripts.release.atlas"
        " --atlas {params.atlas:q}"
        " --out {output:q}"
        " > {log:q} 2>&1"


rule release_card:
    """What the files are: for people, for Datasette, for those who cite."""
    input:
        RELEASE_CODE,
        RELEASE_DOCUMENTS,
        files=RELEASED_FILES,
    output:
        RELEASE_CARD,
    log:
        f"{RELEASE.parent}/logs/release_card.log",
    resources:
        mem_mb=500,
    params:
        folder=RELEASE,
    shell:
        "python -m scripts.release.card"
        " --out {params.folder:q}"
        " {input.files:q}"
        " > {log:q} 2>&1"


rule release:
    """All that one uploads, and the digests of it."""
    input:
        files=[*RELEASED_FILES, *RELEASE_CARD],
    output:
        f"{RELEASE}/SHA256SUMS",
    log:
        f"{RELEASE.parent}/logs/release.log",
    resources:
        mem_mb=500,
    shell:
        "python -m scripts.release.checksums"
        " --out {output:q}"
        " {input.files:q}"
        " > {log:q} 2>&1"
