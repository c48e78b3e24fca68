"""Connections to one service, kept open between requests: a walk over many pages pays for one TLS handshake.

Proxies are those of the environment (`HTTPS_PROXY`, `NO_PROXY` and so on), as `urllib` reads them.
"""

from __future__ import annotations

import base64
import http.client
import threading
import time
import urllib.request
import zlib
from contextlib import contextmanager
from email.message import Message
from typing import Callable, Iterator
from urllib.parse import SplitResult, unquote, urlsplit

# Services close connections that are idle; one that was idle for longer is not used again.
_LONGEST_IDLE = 30.0
# Bytes of a body that are read at once, at most.
_PIECE = 65_536
# Bytes of an answer, or of a record of an export, at most: a page of 100 records has less than a million.
_MOST = 64 << 20


class Connections:
    """Sends GET requests. May be used by many threads at once."""

    def __init__(self, base_url: str, clock: Callable[[], float] = time.monotonic) -> None:
        base = urlsplit(base_url)
        if base.scheme not in ("http", "https") or not base.hostname:
            raise ValueError(f"base_url must be an address such as https://permits.example.org, not {base_url!r}")
        self._base = base
        self._clock = clock
        self._proxy = _proxy_of(base)
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._lock = threading.Lock()

    def get(self, target: str, headers: dict[str, str], timeout: float) -> tuple[int, Message, bytes | None]:
        """Status, headers and body of the answer, as `body_of` gives and raises."""
        until = time.monotonic() + timeout
        with self.open(target, headers, timeout) as response:
            return response.status, response.headers, body_of(response, until)

    @contextmanager
    def open(self, target: str, headers: dict[str, str], timeout: float) -> Iterator[http.client.HTTPResponse]:
        """The answer, whose body is read within the block. Raises OSError or HTTPException."""
        connection = self._take(timeout)
        try:
            connection.request("GET", self._target(target), headers={**self._proxy_headers(), **headers})
            response = connection.getresponse()
            yield response
        except BaseException:
            connection.close()
            raise
        if response.will_close or not response.isclosed():
            connection.close()
        else:
            with self._lock:
                self._idle.append((connection, self._clock()))

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def _take(self, timeout: float) -> http.client.HTTPConnection:
        with self._lock:
            while self._idle:
                connection, since = self._idle.pop()
                if self._clock() - since < _LONGEST_IDLE and connection.sock is not None:
                    connection.sock.settimeout(timeout)
                    return connection
                connection.close()
        return self._open(timeout)

    def _open(self, timeout: float) -> http.client.HTTPConnection:
        at = self._proxy or self._base
        secure = self._base.scheme == "https"
        cls: type[http.client.HTTPConnection]
        cls = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = cls(at.hostname or "", at.port or (None if at is self._base else 80), timeout=timeout)
        if secure and self._proxy is not None:
            connection.set_tunnel(self._base.hostname or "", self._base.port or 443, _authorization(self._proxy))
        return connection

    def _target(self, target: str) -> str:
        """The request line's target: a proxy for plain HTTP is given the whole address."""
        path = self._base.path + target
        via_proxy = self._proxy is not None and self._base.scheme == "http"
        return f"http://{self._base.netloc}{path}" if via_proxy else path

    def _proxy_headers(self) -> dict[str, str]:
        plain = self._proxy is not None and self._base.scheme == "http"
        return _authorization(self._proxy) if plain and self._proxy is not None else {}


def body_of(response: http.client.HTTPResponse, until: float) -> bytes | None:
    """The whole body; None where it is longer than any of the interface.

    Raises OSError, HTTPException or zlib.error where it breaks, TimeoutError at the time `until` of the monotonic clock.
    """
    body = bytearray()
    for piece in _pieces_of(response):
        body += piece
        if len(body) > _MOST:
            return None
        if time.monotonic() > until:
            raise TimeoutError
    return bytes(body)


def lines_of(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The whole lines of a body. Raises OSError, HTTPException or zlib.error where it breaks or ends within a line."""
    rest = b""
    for piece in _pieces_of(response):
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
        if len(rest) > _MOST:
            break
    if rest:
        raise http.client.IncompleteRead(rest[:100])


def _pieces_of(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The body as it arrives, decompressed."""
    decoder = zlib.decompressobj(31) if response.headers.get("Content-Encoding") == "gzip" else None
    is_whole = True
    # `read1` waits behind the end of a body that has a Content-Length, where `read` ends the answer.
    while piece := response.read() if response.length == 0 else _read1(response):
        yield piece if decoder is None else decoder.decompress(piece)
        is_whole = decoder is None or decoder.eof
    # `read1` is silent about a body that is shorter than its Content-Length.
    if response.length or not is_whole:
        raise http.client.IncompleteRead(b"", response.length)


def _read1(response: http.client.HTTPResponse) -> bytes:
    before = response.length
    piece = response.read1(_PIECE)
    # Before Python 3.13 it does not count.
    if before is not None and response.length == before:
        response.length = before - len(piece)
    return piece


def _proxy_of(base: SplitResult) -> SplitResult | None:
    host = base.hostname or ""
    address = urllib.request.getproxies().get(base.scheme)
    if address is None or urllib.request.proxy_bypass(host):
        return None
    return urlsplit(address if "://" in address else f"http://{address}")


def _authorization(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
