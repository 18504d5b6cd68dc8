"""Stands in for `python` in the jobs of a measured run: runs it, and notes what it took.

Snakemake's own benchmarks look at a job every half second, and after a quarter of a minute every half minute only, so
they miss the end of what it computes and much of its memory. The operating system knows both when a process has ended.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

LOG = "SCALING_LOG"
"""The environment variable with the file that is written to, a line of JSON a process."""


def main() -> int:
    """Run the real Python with the same arguments; returns its exit status."""
    status = subprocess.call([sys.executable, *sys.argv[1:]])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    stage = sys.argv[2].rpartition(".")[2]  # after -m
    noted = {"stage": stage, "seconds": usage.ru_utime + usage.ru_stime, "memory_mb": usage.ru_maxrss / 1024}
    with Path(os.environ[LOG]).open("a", encoding="utf-8") as log:
        log.write(json.dumps(noted) + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
