"""The command `tablebases fetch`: the full results, from a published release."""

from __future__ import annotations

from typing import Annotated

import typer

from tablebases.messages import counted


def fetch(
    address: Annotated[
        str, typer.Argument(help="Where the release is, such as https://example.org/release, or a folder.")
    ],
) -> None:
    """Download the full results of all puzzles, and verify them.

    The results go into your data folder, or into the folder that TABLEBASES_DATA names. All commands find them there.
    After an interruption run the same command again: it goes on. Only results of the full run are accepted, in the
    version that this program reads.

    Example: tablebases fetch https://example.org/release
    """
    from tablebases.fetching import fetch_release

    fetched = fetch_release(address)
    size = f"{fetched.size / 1e9:.1f} GB" if fetched.size >= 1e9 else f"{fetched.size / 1e6:.1f} MB"
    is_new = "" if fetched.downloaded else ", all of them from before"
    print(f"{counted(len(fetched.databases), 'database')}, {size}, verified{is_new}: {fetched.folder}")
    print('All commands find them there; try `tablebases nine-tiles find "longest road >= 8 and capture >= 2"`')
