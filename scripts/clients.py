"""Ask `tablebases atlas` for pages from hundreds of clients at once, slow and fast ones, and watch its memory.

A slow client sends a request line by line, one line a second, until time is up. A fast client asks for one file after
the other. Each answer must be complete, with the bytes of the file. The memory of the server must stay constant.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from pipeline.stage import run_program
from scripts.release.files import atlas_files as files_of_atlas
from tablebases.cli.atlas import atlas_files
from tablebases.errors import Error
from tablebases.messages import say

MOST_GROWTH = 1.1
"""Memory of the server in the second half of the time, at most, as a multiple of that in the first half."""
MEGABYTE = 2**20


def memory(process: int) -> int:
    """Resident bytes of a process, from /proc of Linux."""
    fields = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in fields if line.startswith("VmRSS:"))


class Clients:
    """Clients of a server, until a moment of `time.monotonic`."""

    def __init__(self, port: int, files: dict[str, bytes], end: float) -> None:
        self._port = port
        self._files = files
        self._end = end
        self.answers: Counter[str] = Counter()
        """Kind of client -> complete answers."""
        self.errors: list[str] = []

    async def _ask(self, kind: str, file: str, slowly: bool) -> None:
        """Ask for a file, and count the answer or note the error."""
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(f"GET /{file} HTTP/1.0\r\n".encode())
            while slowly and time.monotonic() < self._end:
                await writer.drain()
                await asyncio.sleep(1)
                writer.write(b"X-Slow: yes\r\n")  # Python's server takes 100 headers, so 90 seconds at most
            writer.write(b"\r\n")
            answer = await reader.read()
            writer.close()
        except OSError as error:
            self.errors.append(f"{kind} client, {file}: {error}")
            return
        head, _, content = answer.partition(b"\r\n\r\n")
        if b" 200 " in head.partition(b"\r\n")[0] and content == self._files[file]:
            self.answers[kind] += 1
        else:
            status = head.partition(b"\r\n")[0]
            self.errors.append(f"{kind} client, {file}: {status!r} and {len(content):,} bytes")

    async def _fast(self, random: Random) -> None:
        names = list(self._files)
        while time.monotonic() < self._end:
            await self._ask("fast", random.choice(names), slowly=False)

    async def run(self, slow: int, fast: int, process: int) -> list[int]:
        """Run all clients to the end; returns the server's memory at each second, in bytes."""
        names = list(self._files)
        tasks = [self._ask("slow", names[i % len(names)], slowly=True) for i in range(slow)]
        tasks += [self._fast(Random(i)) for i in range(fast)]  # noqa: S311
        clients = asyncio.gather(*tasks)
        measured = []
        while time.monotonic() < self._end:
            await asyncio.sleep(1)
            measured.append(memory(process))
        await clients
        return measured


def main(
    seconds: Annotated[int, typer.Option(min=4, max=90, help="How long the clients ask.")] = 60,
    slow: Annotated[int, typer.Option(min=0, help="Number of slow clients.")] = 300,
    fast: Annotated[int, typer.Option(min=1, help="Number of fast clients.")] = 200,
) -> None:
    """Ask `tablebases atlas` for pages from slow and fast clients at once; needs Linux.

    The exit status is 1 if an answer is missing or wrong, or if the memory of the server grows.

    Example: python -m scripts.clients --seconds 10 --slow 30 --fast 20
    """
    with atlas_files(None) as folder:
        files = dict(files_of_atlas(folder))
        command = [sys.executable, "-m", "tablebases.cli.main", "atlas", str(folder), "--no-browser", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port = int(server.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
                say(f"{slow} slow and {fast} fast clients ask for {len(files)} files for {seconds} seconds")
                clients = Clients(port, files, time.monotonic() + seconds)
                measured = asyncio.run(clients.run(slow, fast, server.pid))
            finally:
                server.terminate()
            said = server.communicate()[1]
    half = len(measured) // 2
    before, after = max(measured[:half]), max(measured[half:])
    for kind in ("slow", "fast"):
        print(f"answers to {kind} clients: {clients.answers[kind]:,}")
    print(
        f"memory of the server: {before / MEGABYTE:.0f} MB in the first half, {after / MEGABYTE:.0f} MB in the second"
    )
    if said:
        raise Error(f"the server reports an error: {said.splitlines()[-1]}")
    if clients.errors:
        raise Error(f"{len(clients.errors):,} answers are missing or wrong; the first: {clients.errors[0]}")
    if after > MOST_GROWTH * before:
        raise Error("the memory of the server grows")


if __name__ == "__main__":
    run_program(main)
