"""`tablebases atlas` answers hundreds of clients at once, slow and fast ones, and its memory stays constant."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.release.files import atlas_files as files_of_atlas
from tablebases.cli.atlas import atlas_files

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(sys.platform != "linux", reason="/proc has the memory of the server"),
]

SECONDS = 6
SLOW, FAST = 300, 200
MOST_GROWTH = 1.1
"""Memory of the server in the second half of the time, at most, as a multiple of that in the first half."""


def memory(process: int) -> int:
    """Resident bytes of a process, from /proc of Linux."""
    fields = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return 1024 * next(int(line.split()[1]) for line in fields if line.startswith("VmRSS:"))


async def ask(port: int, file: str, slow_until: float = 0) -> bytes:
    """Ask for a file; returns status line, headers and content. Until a moment a header line is sent each second."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /{file} HTTP/1.0\r\n".encode())
    while time.monotonic() < slow_until:
        await writer.drain()
        await asyncio.sleep(1)
        writer.write(b"X-Slow: yes\r\n")
    writer.write(b"\r\n")
    answer = await reader.read()
    writer.close()
    return answer


async def ask_at_once(port: int, process: int, files: dict[str, bytes]) -> tuple[list[str], list[int], list[int]]:
    """Files with wrong answers, the number of answers to each client, and the server's memory at each second."""
    end = time.monotonic() + SECONDS
    names = list(files)
    wrong: list[str] = []

    async def client(number: int) -> int:
        for count in range(sys.maxsize):
            name = names[(number + count) % len(names)]
            answer = await ask(port, name, end if number < SLOW else 0)
            head, _, content = answer.partition(b"\r\n\r\n")
            if b" 200 " not in head.partition(b"\r\n")[0] or content != files[name]:
                wrong.append(name)
            if time.monotonic() >= end:
                return count + 1
        raise AssertionError

    clients = asyncio.gather(*map(client, range(SLOW + FAST)))
    measured = []
    while time.monotonic() < end:
        await asyncio.sleep(1)
        measured.append(memory(process))
    return wrong, await clients, measured


def test_the_server_answers_slow_and_fast_clients_at_once_in_constant_memory() -> None:
    with atlas_files(None) as folder:
        command = [sys.executable, "-m", "tablebases.cli.main", "atlas", str(folder), "--no-browser", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port = int(server.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
                answers = ask_at_once(port, server.pid, dict(files_of_atlas(folder)))
                wrong, counts, measured = asyncio.run(answers)
            finally:
                server.terminate()
            assert server.communicate()[1] == ""
    assert wrong == []
    assert counts[:SLOW] == [1] * SLOW
    assert sum(counts[SLOW:]) > FAST
    half = len(measured) // 2
    assert max(measured[half:]) <= MOST_GROWTH * max(measured[:half])
