"""All pipelines. `snakemake --cores N` runs them; the configuration is config.yaml."""

import gc
from pathlib import Path

from snakemake.exceptions import WorkflowError

from pipeline.atlas.page import atlas_folder, hand_written, page_files
from pipeline.core.configuration import (
    check_files,
    check_places,
    configuration_of_puzzles,
)
from pipeline.core.errors import PipelineError
from pipeline.core.made_of import MadeOf, options
from pipeline.puzzles import PUZZLES

CONFIG = "config.yaml"

gc.freeze()  # what is imported stays: the collector need not look through it again


if workflow.is_main_process:
    try:
        files = {Path(file) for file in (CONFIG, *workflow.configfiles)}
        check_files(file for file in files if file.exists())
    except PipelineError as error:
        raise WorkflowError(str(error))


configfile: CONFIG


try:
    configuration = configuration_of_puzzles(config)
    if workflow.is_main_process:
        check_places(configuration)
except PipelineError as error:
    raise WorkflowError(str(error))

outputs = {name: section.output for name, section in configuration}
atlas = atlas_folder(outputs)
made_of = MadeOf(
    workflow,
    {**outputs, **dict.fromkeys(("atlas", "checksums", "figures"), str(atlas.parent))},
)

for puzzle in PUZZLES:

    include: f"pipeline/{puzzle.package}/rules.smk"


include: "pipeline/figures/rules.smk"
include: "pipeline/atlas/rules.smk"
include: "pipeline/checksums/rules.smk"
include: "pipeline/verification/rules.smk"
include: "pipeline/release/rules.smk"


rule all:
    """Every artifact of every puzzle, and their digests."""
    default_target: True
    input:
        [getattr(rules, f"{puzzle.package}_checksums").output for puzzle in PUZZLES],
