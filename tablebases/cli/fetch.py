"""The command `tablebases fetch`: the full results, from a published release."""

from __future__ import annotations

from typing import Annotated

import typer

from tablebases.languages import t
from tablebases.messages import counted


def fetch(
    address: Annotated[
        str, typer.Argument(help="Where the release is, such as https://example.org/release, or a folder.")
    ],
) -> None:
    """Download the full results of all puzzles, and verify them.

    The results go into your data folder, or into the folder that TABLEBASES_DATA names. All commands find them there.
    After an interruption run the same command again: it continues. The command accepts only results of the full run, in
    the version that this program reads.

    Example: tablebases fetch https://example.org/release
    """
    from tablebases.fetching import fetch_release, file_size

    fetched = fetch_release(address)
    text = "{databases}, {size}, verified: {folder}"
    if not fetched.downloaded:
        text = "{databases}, {size}, verified, already downloaded: {folder}"
    databases = counted(len(fetched.databases), "database")
    print(t(text, databases=databases, size=file_size(fetched.size), folder=fetched.folder))
    example = 'tablebases nine-tiles find "longest road >= 8 and capture >= 2"'
    print(t("All commands find them there; try `{example}`", example=example))
