"""Godomachi: counts of larger pairs; run by name, because they take minutes."""

GODOMACHI_RECORDS = f"{GODOMACHI.output}/records"
GODOMACHI_LARGEST = {**GODOMACHI_GAME, "max_n": GODOMACHI.records.largest}
GODOMACHI_COUNTS = [
    *(
        f"plies_{plies:02d}.csv"
        for plies in range(1, GODOMACHI.records.most_plies + 1)
        if GODOMACHI.records.plies
    ),
    *(f"winners_{n:02d}.csv" for n in GODOMACHI.records.winners),
]


rule godomachi_record_cuts:
    """All cuts of polyominoes too large for plies of all pairs."""
    output:
        out=f"{GODOMACHI_RECORDS}/cuts.db",
    log:
        f"{GODOMACHI.output}/logs/record_cuts.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/record_cuts.tsv"
    resources:
        mem_mb=6000,
    params:
        *made_from("godomachi.record_cuts", **GODOMACHI_LARGEST),
        options=arguments(**GODOMACHI_LARGEST),
    shell:
        "python -m pipeline godomachi.record_cuts {params.options} > {log:q} 2>&1"


rule godomachi_record_plies:
    """Numbers of pairs that are not lost with a number of plies to go."""
    input:
        cuts=rules.godomachi_record_cuts.output.out,
    output:
        out=f"{GODOMACHI_RECORDS}/plies_{{plies}}.csv",
        notes=f"{GODOMACHI.output}/provenance/record_plies_{{plies}}.json",
    log:
        f"{GODOMACHI.output}/logs/record_plies_{{plies}}.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/record_plies_{{plies}}.tsv"
    threads: 64  # all cores of the run
    resources:
        mem_mb=2000,
    params:
        *made_from("godomachi.record_plies", plies=GODOMACHI.records.plies),
        options=arguments(n=GODOMACHI.records.plies),
    shell:
        "NUMBA_NUM_THREADS={threads} python -m pipeline godomachi.record_plies {params.options} > {log:q} 2>&1"


rule godomachi_record_winners:
    """Wins of the first player in all pairs of a size."""
    input:
        cuts=rules.godomachi_record_cuts.output.out,
    output:
        out=f"{GODOMACHI_RECORDS}/winners_{{n}}.csv",
        notes=f"{GODOMACHI.output}/provenance/record_winners_{{n}}.json",
    log:
        f"{GODOMACHI.output}/logs/record_winners_{{n}}.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/record_winners_{{n}}.tsv"
    threads: 64  # all cores of the run
    resources:
        mem_mb=3000,
    params:
        *made_from("godomachi.record_winners"),
        options=arguments(),
    shell:
        "NUMBA_NUM_THREADS={threads} python -m pipeline godomachi.record_winners {params.options} > {log:q} 2>&1"


rule godomachi_records:
    """Numbers of larger pairs by winner and plies."""
    input:
        [
            f"{GODOMACHI.output}/provenance/record_{Path(name).stem}.json"
            for name in GODOMACHI_COUNTS
        ],
        counts=[f"{GODOMACHI_RECORDS}/{name}" for name in GODOMACHI_COUNTS],
    output:
        out=f"{GODOMACHI_RECORDS}/records.csv",
        notes=f"{GODOMACHI.output}/provenance/records.json",
    log:
        f"{GODOMACHI.output}/logs/records.log",
    benchmark:
        f"{GODOMACHI.output}/benchmarks/records.tsv"
    resources:
        mem_mb=500,
    params:
        *made_from("godomachi.records", max_cut=GODOMACHI.max_cut),
        options=arguments(max_cut=GODOMACHI.max_cut),
    shell:
        "python -m pipeline godomachi.records {params.options} > {log:q} 2>&1"
