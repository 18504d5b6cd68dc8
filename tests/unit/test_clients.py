"""The program that asks `tablebases atlas` with many clients notices wrong and missing answers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from scripts.clients import Clients
from tablebases.cli.atlas import atlas_server

FILES = {"index.html": b"a page", "data.json": b"{}"}


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a server of `FILES`."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    with atlas_server(tmp_path, 0) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("expected", "answers", "errors"),
    [
        (FILES, 2, []),
        ({**FILES, "data.json": b"[]"}, 1, ["slow client, data.json: b'HTTP/1.0 200 OK'"]),
        ({"missing.js": b""}, 0, ["slow client, missing.js: b'HTTP/1.0 404 Not Found'"]),
    ],
)
def test_clients_count_complete_answers_and_note_all_others(
    port: int, expected: dict[str, bytes], answers: int, errors: list[str]
) -> None:
    clients = Clients(port, expected, end=0)
    assert asyncio.run(clients.run(slow=len(expected), fast=0, process=os.getpid())) == []
    assert clients.answers.total() == answers
    assert [error.partition(" and ")[0] for error in clients.errors] == errors
