"""The one kind of error that a user is meant to read."""


class PipelineError(Exception):
    """What is wrong and how to mend it, in one sentence; shown without a traceback."""
