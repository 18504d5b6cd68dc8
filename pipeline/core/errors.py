"""The kinds of error that a user is meant to read."""

LONGEST_MESSAGE = 2000


class PipelineError(Exception):
    """What is wrong and how to mend it, in one sentence; shown without a traceback."""

    exit_status = 1

    def __str__(self) -> str:
        """The sentence in one line: what it repeats of what was typed or read may be long, or no text to print."""
        text = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in super().__str__())
        if len(text) > LONGEST_MESSAGE:
            text = f"{text[: LONGEST_MESSAGE // 2]} [...] {text[-LONGEST_MESSAGE // 2 :]}"
        return text


class InputError(PipelineError):
    """What somebody has typed cannot be understood."""

    exit_status = 2
