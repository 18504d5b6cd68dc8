"""All pipelines. `snakemake --cores N` runs them; the configuration is config.yaml."""

from pathlib import Path

from snakemake.exceptions import WorkflowError

from pipeline.config import check_config
from pipeline.errors import PipelineError
from pipeline.snakemake_locks import remove_locks_of_dead_runs


configfile: "config.yaml"


try:
    check_config(config, Path(workflow.basedir) / "config.schema.yaml")
except PipelineError as error:
    raise WorkflowError(str(error))

remove_locks_of_dead_runs()


def made_by(puzzle, artifact):
    """An artifact that another stage of a puzzle makes, as an input."""
    return ancient(artifact) if puzzle.is_up_to_date else artifact


include: "pipeline/arrow_puzzle/rules.smk"
include: "pipeline/godomachi/rules.smk"
include: "pipeline/millijan/rules.smk"
include: "pipeline/nine_tiles_panic/rules.smk"
include: "pipeline/nine_tiles_panic/atlas.smk"


rule all:
    """Every artifact of every puzzle."""
    default_target: True
    input:
        rules.nine_tiles_panic.input,
        rules.arrow_puzzle.input,
        rules.godomachi.input,
        rules.millijan.input,
