"""A running service on a small generated release, started as its user starts it, and a bad network before it."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_BIN = Path(__file__).parents[3] / "packages" / "lintel" / "bin" / "lintel.js"
_PLANS = {
    "few_credits": {"credits": 30, "requests_per_minute": 6_000},
    "few_requests": {"credits": None, "requests_per_minute": 3},
}


class Service:
    def __init__(self) -> None:
        self._home = tempfile.mkdtemp(prefix="lintel-python-")
        Path(self._home, "lintel.json").write_text(json.dumps({"plans": _PLANS}))
        command = ["demo", "--permits", "1000", "--port", "0"]
        self._process = subprocess.Popen(
            self._command(*command), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        greeting = json.loads(self._process.stdout.readline())
        self.url: str = greeting["address"]
        # A key without limits.
        self.key: str = greeting["key"]

    def key_of(self, plan: str) -> str:
        """A key of a new account on the plan."""
        account = self._lintel("accounts", "create", "--name", f"{plan} {time.time()}", "--plan", plan)
        return str(self._lintel("keys", "create", "--account", account["id"])["key"])

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()
        shutil.rmtree(self._home)

    def _command(self, *args: str) -> list[str]:
        return ["node", str(_BIN), *args, "--home", self._home, "--json"]

    def _lintel(self, *args: str) -> dict[str, Any]:
        done = subprocess.run(self._command(*args), check=True, capture_output=True, text=True)
        result: dict[str, Any] = json.loads(done.stdout)
        return result


class BadServers:
    """Servers that answer as no service does, each at a path of one address."""

    def __init__(self) -> None:
        program = _BIN.parents[2] / "testing" / "dist" / "clients" / "bad-servers.js"
        self._process = subprocess.Popen(["node", str(program)], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()


class BadNetwork:
    """A proxy that does to the next requests what networks and busy services do, and notes what came.

    A fate is `pass`, `drop` (the connection breaks before the service has the request), `cut` (it breaks within the
    answer), `hang` (no answer), or an answer: status, headers and body.
    """

    def __init__(self, target: str) -> None:
        self.fates: list[str | tuple[int, dict[str, str], str]] = []
        self.request_ids: list[str | None] = []
        self.times: list[float] = []
        # Where requests came from: as many as there were connections.
        self.ports: set[int] = set()
        self.targets: list[str] = []
        network = self
        address = urlsplit(target)

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                network.request_ids.append(self.headers["X-Request-Id"])
                network.times.append(time.monotonic())
                network.ports.add(self.client_address[1])
                network.targets.append(self.path)
                fate = network.fates.pop(0) if network.fates else "pass"
                if fate == "drop":
                    self.close_connection = True
                elif fate == "hang":
                    time.sleep(2.5)
                    self.close_connection = True
                elif isinstance(fate, tuple):
                    self._answer(fate[0], list(fate[1].items()), fate[2].encode())
                else:
                    self._pass(is_cut=fate == "cut")

            def _pass(self, is_cut: bool) -> None:
                connection = http.client.HTTPConnection(address.hostname or "", address.port)
                path = self.path.removeprefix(target)
                connection.request("GET", path, headers=dict(self.headers.items()))
                answer = connection.getresponse()
                body = answer.read()
                connection.close()
                dropped = ("connection", "keep-alive", "transfer-encoding", "content-length", "date")
                headers = [each for each in answer.getheaders() if each[0].lower() not in dropped]
                self._answer(answer.status, headers, body, is_cut)

            def _answer(
                self, status: int, headers: list[tuple[str, str]], body: bytes, is_cut: bool = False
            ) -> None:
                self.send_response(status)
                for name, value in [*headers, ("Content-Length", str(len(body)))]:
                    self.send_header(name, value)
                self.end_headers()
                with suppress(OSError):
                    self.wfile.write(body[: len(body) // 2] if is_cut else body)
                self.close_connection = self.close_connection or is_cut

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def next(self, *fates: str | tuple[int, dict[str, str], str]) -> None:
        """Sets the fates of the next requests and forgets what came."""
        self.fates = list(fates)
        self.request_ids.clear()
        self.times.clear()
        self.ports.clear()
        self.targets.clear()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class CuttingProxy:
    """A TCP proxy that resets each of the next connections after a number of bytes of the answer."""

    def __init__(self, target: str, cuts: list[int]) -> None:
        # Cuts of the next connections; later ones are whole.
        self.cuts = cuts
        self._target = (urlsplit(target).hostname, urlsplit(target).port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                cut = self.cuts.pop(0) if self.cuts else None
                threading.Thread(target=self._join, args=(near, cut), daemon=True).start()

    def _join(self, near: socket.socket, cut: int | None) -> None:
        far = socket.create_connection(self._target)
        threading.Thread(target=self._pass, args=(near, far), daemon=True).start()
        self._pass(far, near, cut)
        if cut is not None:
            # What was passed on before the reset must arrive.
            time.sleep(0.05)
            near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for each in (near, far):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RD)
            each.close()

    def _pass(self, source: socket.socket, sink: socket.socket, most: int | None = None) -> None:
        with suppress(OSError):
            while most != 0 and (piece := source.recv(65_536 if most is None else min(most, 65_536))):
                sink.sendall(piece)
                most = None if most is None else most - len(piece)
