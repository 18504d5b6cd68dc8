"""All pipelines. `snakemake --cores N` runs them; the configuration is config.yaml."""

import gc
from pathlib import Path
from shlex import quote

from snakemake.exceptions import WorkflowError
from snakemake.utils import min_version

from pipeline.artifacts import report_full_disks
from pipeline.pages import atlas_folder, page_outputs
from tablebases.atlas.pages import hand_written
from pipeline.configuration import check_files, check_places, configuration_of_puzzles
from tablebases.errors import Error
from pipeline.digests import data_file, made_from
from pipeline.locks import remove_stale_locks
from pipeline.stage import arguments
from pipeline.timestamps import reset_future_timestamps
from tablebases.puzzles import PUZZLES

min_version("9.10")

CONFIG = "config.yaml"

# Stages are programs of this checkout, whatever the working directory. Snakemake formats the prefix: double the braces.
CHECKOUT = quote(str(workflow.basedir)).replace("{", "{{").replace("}", "}}")
shell.prefix(f"export PYTHONPATH={CHECKOUT}${{{{PYTHONPATH:+:$PYTHONPATH}}}}; ")
gc.freeze()  # imported modules stay, so the collector can skip them


if workflow.is_main_process:
    try:
        files = {Path(file) for file in (CONFIG, *workflow.configfiles)}
        check_files(file for file in files if file.exists())
    except Error as error:
        raise WorkflowError(str(error))


configfile: CONFIG


try:
    configuration = configuration_of_puzzles(config)
    if workflow.is_main_process:
        check_places(configuration)
        remove_stale_locks()
except Error as error:
    raise WorkflowError(str(error))

outputs = {name: section.output for name, section in configuration}
atlas = atlas_folder(outputs)


onstart:
    reset_future_timestamps([*outputs.values(), str(atlas)])


onerror:
    report_full_disks(outputs.values())


for puzzle in PUZZLES:

    include: f"pipeline/{puzzle.package}/rules.smk"


include: "pipeline/atlas.smk"
include: "pipeline/publish.smk"


rule all:
    """Every artifact of every puzzle, and their digests."""
    default_target: True
    input:
        [getattr(rules, f"{puzzle.package}_checksums").output for puzzle in PUZZLES],
