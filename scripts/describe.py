"""Write the documents that describe tables and answers.

Example: make docs, or python -m scripts.describe
"""

from __future__ import annotations

from pipeline.stage import run_program
from scripts import describe_answers, describe_tables
from tablebases.messages import say


def main() -> None:
    """Write docs/tables.md and docs/answers.md.

    Example: python -m scripts.describe
    """
    for module in (describe_tables, describe_answers):
        module.DOCUMENT.write_text(module.document(), encoding="utf-8")
        say(f"wrote {module.DOCUMENT.name}")


if __name__ == "__main__":
    run_program(main)
