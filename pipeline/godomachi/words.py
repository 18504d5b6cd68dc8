"""Numbers with their nouns; see `pipeline.core.words`."""

from pipeline.core.words import counted as counted
