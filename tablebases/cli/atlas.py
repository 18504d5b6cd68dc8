"""The command `tablebases atlas`: the web pages, served on this machine."""

from __future__ import annotations

import gzip
import os
import webbrowser
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Annotated
from zipfile import BadZipFile, ZipFile

import typer

from tablebases.errors import Error
from tablebases.locations import ATLAS

HERE = Path("results/atlas")
HOST = "127.0.0.1"
PORT = 8000


class _Server(ThreadingHTTPServer):
    """A server on a port of its own: on Windows two servers could share one that may be reused."""

    allow_reuse_address = os.name != "nt"


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files, compressed as web hosts do, and says nothing of them."""

    extensions_map = {  # noqa: RUF012 - as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".html": "text/html",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
    """The types of all files of the atlas: the registry of Windows may have others, which browsers refuse."""

    def do_GET(self) -> None:
        """Serve a file or, of a folder, its page."""
        path = Path(self.translate_path(self.path))
        if self.path.partition("?")[0].endswith("/"):
            path /= "index.html"
        if "gzip" not in self.headers.get("Accept-Encoding", "") or not path.is_file():
            super().do_GET()
            return
        content = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


@contextmanager
def atlas_files(folder: Path | None) -> Iterator[Path]:
    """A folder with the atlas: the given one, that of the results here, or that of the package, unpacked meanwhile."""
    chosen = folder or HERE
    if (chosen / "index.html").is_file():
        yield chosen
    elif folder is None and ATLAS.is_file():
        with TemporaryDirectory() as unpacked:
            try:
                with ZipFile(ATLAS) as archive:
                    archive.extractall(unpacked)
            except (BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
                raise Error(
                    f"{ATLAS} cannot be unpacked: {error}; if it is damaged, install the package again"
                ) from error
            yield Path(unpacked, "atlas")
    else:
        raise Error(f"there is no atlas in {chosen}; run `snakemake atlas` to make it")


def atlas_server(folder: Path, port: int | None) -> ThreadingHTTPServer:
    """A server of a folder on this machine, at port 8000 or any free one if `port` is None."""
    handler = partial(_Quiet, directory=str(folder))
    if port is None:
        with suppress(OSError):
            return _Server((HOST, PORT), handler)
    try:
        return _Server((HOST, port or 0), handler)
    except OSError as error:
        raise Error(f"port {port} cannot be used: {error.strerror}; choose another with --port") from error


def atlas(
    folder: Annotated[
        Path | None, typer.Argument(help="An atlas; else results/atlas, or what comes with the package.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; else 8000, or a free one if that is taken.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")] = True,
) -> None:
    """Look at the web pages of all puzzles, served on this machine alone, until Ctrl-C.

    Example: tablebases atlas

    Example: tablebases atlas results/mini/atlas --no-browser --port 8080
    """
    with atlas_files(folder) as files, atlas_server(files, port) as server:
        address = f"http://{HOST}:{server.server_port}/"
        print(f"The atlas is at {address} until Ctrl-C", flush=True)
        if browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # a browser of the terminal waits
        with suppress(KeyboardInterrupt):
            server.serve_forever()
