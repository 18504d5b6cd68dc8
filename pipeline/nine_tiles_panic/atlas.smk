"""The atlas: a web page that shows the best towns for any three cards."""

from pathlib import Path

from pipeline.nine_tiles_panic.atlas_site import atlas_files, atlas_folder

ATLAS = atlas_folder(Path(OUT))


rule atlas:
    """A folder for any file server: choose cards, browse the cover, score towns."""
    input:
        outdated=GAME.outdated["atlas"],
        tiles=ancient(GAME.tile_file),
        themes=ancient(GAME.theme_file),
        theme_synonyms=made_by(GAME, f"{OUT}/theme_synonyms.db"),
        success_pattern=made_by(GAME, f"{OUT}/success_pattern.db"),
        most_win=made_by(GAME, f"{OUT}/most_win.csv"),
        minimum_cover=made_by(GAME, f"{OUT}/minimum_cover.csv"),
        learn=made_by(GAME, f"{OUT}/learn.csv"),
        arrow_page=made_by(ARROW, ARROW.page_files),
        godomachi_page=made_by(GODOMACHI, GODOMACHI.page_files),
        millijan_page=made_by(MILLIJAN, MILLIJAN.page_files),
    output:
        update(atlas_files(ATLAS)),
    log:
        f"{OUT}/logs/atlas.log",
    benchmark:
        f"{OUT}/benchmarks/atlas.tsv"
    threads: 1
    resources:
        mem_mb=2000,
    params:
        board=GAME.board_options,
        tile_numbers=GAME.tile_numbers,
        rule_set=GAME.rule_set,
        folder=ATLAS,
        arrow_page=ARROW.page_folder,
        godomachi_page=GODOMACHI.page_folder,
        millijan_page=MILLIJAN.page_folder,
    shell:
        "python -m pipeline.nine_tiles_panic.atlas --tiles {input.tiles:q} "
        "--tile-numbers {params.tile_numbers} {params.board} --themes {input.themes:q} "
        "--rule-set {params.rule_set} --theme-synonyms {input.theme_synonyms:q} "
        "--success-pattern {input.success_pattern:q} --most-win {input.most_win:q} "
        "--minimum-cover {input.minimum_cover:q} --learn {input.learn:q} "
        "--page {params.arrow_page:q} --page {params.godomachi_page:q} "
        "--page {params.millijan_page:q} --out {params.folder:q} 2>&1 | tee {log:q}"
