"""The command `tablebases atlas`: the web pages, served to this machine or to its local network."""

from __future__ import annotations

import gzip
import io
import os
import re
import socket
import sys
import webbrowser
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from socketserver import TCPServer
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Annotated
from zipfile import BadZipFile, ZipFile

import typer

from tablebases.atlas.pages import NOT_FOUND
from tablebases.errors import Error, system_reason
from tablebases.languages import current_language, named_languages, t
from tablebases.locations import ATLAS

HERE = Path("results/atlas")
HOST = "127.0.0.1"
PORT = 8000


class _Server(ThreadingHTTPServer):
    """A server with a port of its own: on Windows, two servers could share a reusable port."""

    allow_reuse_address = os.name != "nt"
    request_queue_size = 1000  # of clients that wait, by default 5

    def server_bind(self) -> None:
        """Bind without looking up the name of the host, which can take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    @property
    def names(self) -> set[str]:
        """The hosts that requests may name."""
        return {self.server_name, "localhost"} if self.server_name == HOST else {self.server_name}

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that leave before their answer."""


class _QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, compressed as on web hosts, without a log."""

    server: _Server

    extensions_map = {  # noqa: RUF012 - as in the base class
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".html": "text/html",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
    }
    """The types of all files of the atlas: the registry of Windows may have types that browsers refuse."""

    def do_GET(self) -> None:
        """Serve a file, the index page of a folder, or for any other address 404.html; to HEAD all but the content.

        Requests for other hosts are refused: a foreign site may have a name that leads to this address. The port may be
        another one, such as that of a tunnel.
        """
        hosts = [host.rpartition(":")[0] or host for host in self.headers.get_all("Host", [])]
        if len(hosts) != 1 or hosts[0].lower() not in self.server.names:
            explanation = f"This server is {self.server.server_name}:{self.server.server_port}"
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, explain=explanation)
            return
        path, status = Path(self.translate_path(self.path)), HTTPStatus.OK
        is_folder = self.path.partition("?")[0].endswith("/")
        try:
            if path.is_dir() and not is_folder:
                self.send_head()  # leads to the address with a slash
                return
            path = path / "index.html" if is_folder else path
            content = path.read_bytes()
        except (OSError, ValueError):  # also a name that is too long, or has a zero byte
            path, status = Path(self.directory, NOT_FOUND), HTTPStatus.NOT_FOUND
            content = path.read_bytes() if path.is_file() else b""  # not in an atlas of an earlier version
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(path))
        if re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", self.headers.get("Accept-Encoding", "")):
            content = gzip.compress(content, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    do_HEAD = do_GET  # noqa: N815 - the name of http.server

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Log nothing."""


@contextmanager
def atlas_files(folder: Path | None) -> Iterator[Path]:
    """A folder with the atlas: `folder`, that of the results here, or that of the package, temporarily unpacked."""
    chosen = folder or HERE
    if (chosen / "index.html").is_file():
        yield chosen
    elif folder is None and ATLAS.is_file():
        with TemporaryDirectory() as unpacked:
            try:
                with ZipFile(ATLAS) as archive:
                    archive.extractall(unpacked)
            except (BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
                text = "{path} cannot be unpacked: {error}; if it is damaged, install the package again"
                raise Error(text, path=ATLAS, error=error) from error
            yield Path(unpacked, "atlas")
    else:
        raise Error("there is no atlas in {folder}; run `snakemake --cores 2 atlas` to build it", folder=chosen)


def own_addresses() -> Iterator[str]:
    """The IPv4 addresses of this machine, the one of the default route first."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", PORT))  # sends nothing; the system chooses the network that leads elsewhere
        yield way.getsockname()[0]
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def local_address() -> str:
    """The address of this machine in its local network; an Error if it has no private one."""
    for address in map(ip_address, own_addresses()):
        if address.is_private and not (address.is_loopback or address.is_unspecified):
            return str(address)
    raise Error("this machine has no address in a local network; connect it to one, or leave out --lan")


def print_code(address: str) -> None:
    """Print an address as a QR code that cameras read on dark and on light terminals."""
    import segno  # only for a local network
    from rich.console import Console

    code = io.StringIO()
    segno.make(address, micro=False).terminal(code, compact=True)
    with suppress(UnicodeEncodeError):  # the encoding of the terminal has no blocks
        console = Console(highlight=False, soft_wrap=True)
        console.print(code.getvalue(), style="bright_white on black", end="")


def atlas_server(folder: Path, port: int | None, host: str = HOST) -> ThreadingHTTPServer:
    """A server of a folder, at `port` of the address `host`; None is port 8000, or any free port."""
    handler = partial(_QuietHandler, directory=str(folder))
    if port is None:
        with suppress(OSError):
            return _Server((host, PORT), handler)
    try:
        return _Server((host, port or 0), handler)
    except OSError as error:
        text = "port {port} cannot be used: {reason}; choose another with --port"
        raise Error(text, port=port, reason=system_reason(error)) from error


def atlas(
    folder: Annotated[
        Path | None, typer.Argument(help="An atlas; else results/atlas, or the atlas of the package.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; else 8000, or a free port if that is taken.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")] = True,
    lan: Annotated[bool, typer.Option("--lan", help="Serve it to all devices in the local network.")] = False,
) -> None:
    """Serve the web pages of all puzzles until Ctrl-C, to this machine only or to its local network.

    Example: tablebases atlas

    Example: tablebases atlas --lan

    Example: tablebases atlas results/mini/atlas --no-browser --port 8080
    """
    host = local_address() if lan else HOST
    with atlas_files(folder) as files, atlas_server(files, port, host) as server:
        is_asked = current_language() == "ja" or named_languages(sys.argv)
        language = f"?lang={current_language()}" if is_asked else ""  # otherwise the browser chooses
        address = f"http://{host}:{server.server_port}/{language}"
        text = "The atlas is at {address} until Ctrl-C"
        if lan:
            text = "The atlas is at {address} until Ctrl-C, and every device in the local network can open it"
        print(t(text, address=address), flush=True)
        if lan:
            print_code(address)
        if browser:
            # In a thread, because `open` waits for the end of a browser within the terminal.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()
