"""The kinds of error that a user is meant to read."""


class PipelineError(Exception):
    """What is wrong and how to mend it, in one sentence; shown without a traceback."""

    exit_status = 1


class InputError(PipelineError):
    """What somebody has typed cannot be understood."""

    exit_status = 2
