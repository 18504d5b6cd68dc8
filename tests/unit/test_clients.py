"""`tablebases atlas` answers fast clients while hundreds of slow ones wait."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from itertools import cycle, islice

import pytest

from scripts.release.files import atlas_files as files_of_atlas
from tablebases.cli.atlas import atlas_files

pytestmark = pytest.mark.thorough

SLOW, FAST = 300, 200


async def begin(port: int, file: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request without its end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /{file} HTTP/1.0\r\nHost: 127.0.0.1\r\n".encode())
    await writer.drain()
    return reader, writer


async def end(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
    """Send the end of a request; returns status line, headers and content."""
    writer.write(b"\r\n")
    answer = await reader.read()
    writer.close()
    return answer


async def wrong_answers(port: int, files: dict[str, bytes]) -> list[str]:
    """The files that slow clients, which have begun, or fast ones, which come meanwhile, do not get as they are."""

    async def ask(file: str) -> bytes:
        return await end(*await begin(port, file))

    slow, fast = list(islice(cycle(files), SLOW)), list(islice(cycle(files), FAST))
    begun = [await begin(port, file) for file in slow]
    answers = [await asyncio.gather(*map(ask, fast)), await asyncio.gather(*(end(*each) for each in begun))]
    return [
        file
        for names, found in zip((fast, slow), answers, strict=True)
        for file, answer in zip(names, found, strict=True)
        if not (answer.partition(b"\r\n")[0].endswith(b" 200 OK") and answer.endswith(b"\r\n\r\n" + files[file]))
    ]


def test_fast_clients_are_answered_while_slow_ones_have_not_ended_their_requests() -> None:
    with atlas_files(None) as folder:
        command = [sys.executable, "-m", "tablebases.cli.main", "atlas", str(folder), "--no-browser", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                port = int(server.stdout.readline().partition("127.0.0.1:")[2].partition("/")[0])
                wrong = asyncio.run(wrong_answers(port, dict(files_of_atlas(folder))))
            finally:
                server.terminate()
            assert server.communicate()[1] == ""
    assert wrong == []
