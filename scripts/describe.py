"""Write the documents that describe tables and answers, and the address of the atlas into the READMEs.

Example: make docs, or python -m scripts.describe
"""

from __future__ import annotations

import re

from pipeline.stage import run_program
from scripts import ROOT, describe_answers, describe_tables
from tablebases.answer.share import configured_address
from tablebases.messages import say

PLAY = {
    "README.md": ("## Play", "Open the page: <{address}>. Or on your own machine:\n\n"),
    "README.ja.md": (
        "## 遊ぶ",
        "ページは <{address}> で開けます。自分のコンピューターでも使えます。\n\n",
    ),
}
"""README -> the heading of its section for players, and what comes first there if the atlas is on the web."""


def with_address(name: str, text: str, address: str) -> str:
    """The text of a README after writing the address of the atlas, or removing it if `address` is empty."""
    heading, line = PLAY[name]
    earlier = re.escape(line).replace(re.escape("{address}"), "[^>]*")
    return re.sub(
        rf"^({heading}\n(?:<!--.*-->\n)?\n)(?:{earlier})?",
        lambda found: found[1] + line.format(address=address) * bool(address),
        text,
        flags=re.MULTILINE,
    )


def main() -> None:
    """Write docs/tables.md and docs/answers.md, and `atlas_address` of config.yaml into the READMEs.

    Example: python -m scripts.describe
    """
    for module in (describe_tables, describe_answers):
        module.DOCUMENT.write_text(module.document(), encoding="utf-8")
        say(f"wrote {module.DOCUMENT.name}")
    for name in PLAY:
        text = (ROOT / name).read_text(encoding="utf-8")
        (ROOT / name).write_text(with_address(name, text, configured_address()), encoding="utf-8")
        say(f"wrote {name}")


if __name__ == "__main__":
    run_program(main)
