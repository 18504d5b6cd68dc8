"""Run modules as programs in processes forked from a server that has loaded the libraries.

Hundreds of tests run a stage or a command. A short one spends most of its time importing libraries. Each forked
process has its own arguments, folder, environment and streams. Stages of the workflow are also forked if their jobs
find the `python` of the folder `forked` first.
"""

from __future__ import annotations

import atexit
import json
import multiprocessing
import os
import runpy
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

LIBRARIES = [
    "matplotlib.figure", "numba", "pandas", "pydantic", "rich.table", "scipy.optimize", "sqlalchemy.dialects.sqlite",
    "typer", "snakemake.cli", "snakemake.report.html_reporter", "snakemake_logger_plugin_rich", "smart_open",
]  # fmt: skip
"""Libraries of stages, and of Snakemake with plugins whose options it reads."""


@cache
def _server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LIBRARIES)
    return context


def _run(
    module: str, words: Sequence[str], folder: Path, code: Path, environment: Mapping[str, str], said: Path
) -> None:
    """Become the program, in a process group of its own, with the loaded libraries."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let background processes ignore it
    _become(module, words, folder, code, environment, os.open(said, os.O_WRONLY))


def _become(
    module: str, words: Sequence[str], folder: Path, code: Path, environment: Mapping[str, str], said: int
) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(said, 1)
    os.dup2(said, 2)
    sys.stdin, sys.stdout, sys.stderr = (
        open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - until the process ends
        for descriptor, mode in enumerate(("r", "w", "w"))
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:] = [str(code), *(path for path in sys.path if "site-packages" in path or "lib/python" in path)]
    sys.argv = [module, *words]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        atexit._run_exitfuncs()  # processes of multiprocessing end without them


def start_module(
    module: str, words: Sequence[str], folder: Path, code: Path, environment: Mapping[str, str], said: Path
) -> BaseProcess:
    """Start `python -m module words` in a process group of its own; it imports from `code` and writes to `said`."""
    process = _server().Process(target=_run, args=(module, words, folder, code, environment, said))
    process.start()
    return process


def run_module(
    module: str, words: Sequence[str], folder: Path, code: Path, environment: Mapping[str, str], seconds: float
) -> tuple[int, str]:
    """Run `python -m module words` like `start_module`; returns its exit status and output."""
    with tempfile.NamedTemporaryFile() as said:
        process = start_module(module, words, folder, code, environment, Path(said.name))
        process.join(seconds)
        if process.is_alive():
            process.kill()
            raise TimeoutError(f"{module} {' '.join(words)} has not ended in {seconds} seconds")
        assert process.exitcode is not None
        return process.exitcode, said.read().decode("utf-8", errors="replace")


def _answer(connection: socket.socket) -> None:
    """Run the stage that a `python` of the folder `forked` requests, and send the exit status."""
    request, descriptors, _, _ = socket.recv_fds(connection, 1 << 16, 1)
    with connection.makefile("rb") as rest:
        module, words, folder, environment = json.loads(request + rest.read())
    code = Path(environment["PYTHONPATH"].split(os.pathsep)[0])
    program = (module, words, Path(folder), code, environment, *descriptors)
    process = multiprocessing.get_context("fork").Process(target=_become, args=program)
    process.start()
    process.join()
    assert process.exitcode is not None
    connection.sendall(str(process.exitcode % 256).encode())


def _fork_for_all(listener: socket.socket) -> None:
    """Fork a process for each connection until the process of the tests ends."""
    tests = multiprocessing.parent_process()
    assert tests is not None
    while tests.sentinel not in wait([listener, tests.sentinel]):
        connection, _ = listener.accept()
        with connection:
            if os.fork() == 0:
                _answer(connection)
                os._exit(0)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:  # reap finished processes
                pass


@cache
def forked_stages() -> dict[str, str]:
    """Environment in which stages are forked. Signals to a process group do not reach them."""
    address = Path(tempfile.mkdtemp()) / "stages"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(address))
        listener.listen()
        process = _server().Process(target=_fork_for_all, args=(listener,))
        process.start()
    atexit.register(shutil.rmtree, address.parent)
    atexit.register(process.kill)
    return {"FORKED_STAGES": str(address)}
