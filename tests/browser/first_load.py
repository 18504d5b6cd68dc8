"""Measure the first load of the pages of an atlas on a slow connection, in Chromium.

Example: python -m tests.browser.first_load results/atlas
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from tablebases.cli.atlas import atlas_server
from tablebases.puzzles import PUZZLES, RESULTS
from tests.browser.pages import chromium

SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 400_000 / 8, "uploadThroughput": 400_000 / 8}
"""Milliseconds for each request, and bytes a second."""
TIMES = 3
MOST_SECONDS = 30
ARRIVED = """
return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .map(({ transferSize }) => transferSize)
"""


@contextmanager
def served_compressed(folder: Path) -> Iterator[str]:
    """Serve an atlas as `tablebases atlas` does; yields its address."""
    with atlas_server(folder, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def first_load(driver: Any, address: str) -> tuple[float, list[int]]:
    """Seconds until an uncached page is ready, and the bytes of each response."""
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    start = time.monotonic()
    driver.get(address)
    while time.monotonic() - start < MOST_SECONDS and not driver.execute_script(
        "return document.body.dataset.ready === 'yes'"
    ):
        time.sleep(0.01)
    return time.monotonic() - start, driver.execute_script(ARRIVED)


def main(folder: Path) -> None:
    """Print a line for each page."""
    with TemporaryDirectory() as profile, served_compressed(folder) as root, chromium(Path(profile)) as driver:
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW_3G)
        for place in ("", *(f"{puzzle.page}/" for puzzle in (*PUZZLES, RESULTS) if puzzle.page)):
            loads = [first_load(driver, root + place) for _ in range(TIMES)]
            seconds = statistics.median(seconds for seconds, _ in loads)
            sizes = loads[-1][1]
            print(f"{place or 'front':12} {seconds:4.1f} s  {len(sizes):2} answers  {sum(sizes) / 1e3:5.1f} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
