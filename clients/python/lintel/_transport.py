"""Sends requests: the key, an id, a time limit for each attempt, and a repetition after what may pass.

A repetition carries the same `X-Request-Id`, so that the service does not charge it again. Where the service names a wait
in `Retry-After` it is kept; else waits double, with chance in them, so that many clients do not come back at once.
"""

from __future__ import annotations

import datetime
import http.client
import json
import random
import re
import ssl
import time
import uuid
import zlib
from contextlib import ExitStack, contextmanager
from email.message import Message
from typing import Any, Callable, Iterator, Mapping, MutableMapping, Tuple
from urllib.parse import urlencode

from ._answer import Answer, Credits, answer_of, retry_after
from ._connections import Connections, body_of, lines_of
from .errors import ApiError, LintelError, NoAnswerError, ProtocolError, TimedOutError, api_error

# Bodies that were served before with their tags, by address. A dict will do.
Cache = MutableMapping[str, Tuple[str, bytes]]

# The first wait where the service names none, in seconds; it doubles from time to time.
_FIRST_WAIT = 0.5
_LONGEST_OWN_WAIT = 8.0


class Transport:
    def __init__(
        self,
        base_url: str,
        key: str | None,
        timeout: float,
        retries: int,
        max_wait: float,
        cache: Cache | None,
        headers: Mapping[str, str] | None,
        on_answer: Callable[[Answer], object] | None,
    ) -> None:
        # What may be written behind the address: slashes, and the version that every path has.
        self._base = re.sub(r"/v2$", "", base_url.rstrip("/"))
        self._connections = Connections(self._base)
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait
        self._cache = cache
        self._headers = {**(headers or {}), "Accept-Encoding": "gzip"}
        if key is not None:
            # Keys are read from files, which end with a line end.
            self._headers["X-API-Key"] = key.strip()
        self._on_answer = on_answer
        # The head of the last answer, and credits as the last answer that names them does.
        self.last_answer: Answer | None = None
        self.credits: Credits | None = None

    def close(self) -> None:
        self._connections.close()

    def get(self, path: str, query: Mapping[str, Any]) -> tuple[Any, Answer]:
        """Asks for a JSON object."""
        target = target_of(path, query)
        url = self._base + target
        headers = {**self._headers, "X-Request-Id": uuid.uuid4().hex}
        cached = self._cache.get(url) if self._cache is not None else None
        if cached is not None:
            headers["If-None-Match"] = cached[0]
        answer, received, body = self._until_answered(target, url, headers)
        if answer.status == 304 and cached is not None:
            body = cached[1]
        elif self._cache is not None and body is not None and received.get("ETag") is not None:
            self._cache[url] = (received["ETag"], body)
        parsed = _json_or_text(body)
        if not isinstance(parsed, dict):
            what = "endlessly" if body is None else "without a JSON object"
            raise ProtocolError(f"{url} answered {answer.status} {what}.", answer)
        return parsed, answer

    def records(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """The records of a stream, each once.

        A broken stream is resumed with its cursor after the records that were given. Raises as `get` does when it cannot be
        resumed, and after too many attempts without a record between them.
        """
        headers = {**self._headers, "X-Request-Id": uuid.uuid4().hex}
        position: dict[str, Any] = {"offset": query.get("offset")}
        attempt = 1
        while True:
            target = target_of(path, {**query, **position})
            url = self._base + target
            try:
                with ExitStack() as stack:
                    with self._no_answer(url, headers, attempt):
                        response = stack.enter_context(self._connections.open(target, headers, self._timeout))
                        is_export = response.status == 200
                        body = b"" if is_export else body_of(response, time.monotonic() + self._timeout)
                    answer = self._judged(response.status, response.headers, body, url, headers, attempt)
                    cursor = response.headers.get("X-Export-Cursor")
                    if cursor is None:
                        raise ProtocolError(f"{url} answered without an export.", answer)
                    position["cursor"] = cursor
                    with self._no_answer(url, headers, attempt):
                        for line in lines_of(response):
                            record = json.loads(line)
                            attempt = 1
                            position["offset"] = (position["offset"] or 0) + 1
                            yield record
                return
            except LintelError as error:
                wait = self._wait_before(error, attempt)
            time.sleep(wait)
            attempt += 1

    def _until_answered(
        self, target: str, url: str, headers: dict[str, str]
    ) -> tuple[Answer, Message, bytes | None]:
        """Repeats the request while that may help and is allowed."""
        attempt = 1
        while True:
            try:
                return self._send(target, url, headers, attempt)
            except LintelError as error:
                wait = self._wait_before(error, attempt)
            time.sleep(wait)
            attempt += 1

    def _wait_before(self, error: LintelError, attempt: int) -> float:
        """The wait before the next attempt, in seconds. Raises the error if there shall be none."""
        wait = _wait_before(error, attempt)
        if wait is None or wait > self._max_wait or attempt > self._retries:
            raise error
        return wait

    def _send(
        self, target: str, url: str, headers: dict[str, str], attempt: int
    ) -> tuple[Answer, Message, bytes | None]:
        """One attempt: an answer that is good, or the error that it is."""
        with self._no_answer(url, headers, attempt):
            status, received, body = self._connections.get(target, headers, self._timeout)
        return self._judged(status, received, body, url, headers, attempt), received, body

    @contextmanager
    def _no_answer(self, url: str, headers: dict[str, str], attempt: int) -> Iterator[None]:
        """What fails in the block is a NoAnswerError."""
        request_id = headers["X-Request-Id"]
        try:
            yield
        except TimeoutError as cause:
            message = f"No answer within {self._timeout:g} s from {url}"
            raise TimedOutError(message, url, request_id, attempt) from cause
        except (OSError, http.client.HTTPException, zlib.error, ValueError, RecursionError) as cause:
            raise NoAnswerError(f"No answer from {url}: {cause}", url, request_id, attempt) from cause

    def _judged(
        self, status: int, received: Message, body: bytes | None, url: str, headers: dict[str, str], attempt: int
    ) -> Answer:
        """Notes the head of an answer. Raises the error that it is."""
        answer = answer_of(status, received, url, headers["X-Request-Id"], attempt)
        self.last_answer = answer
        self.credits = answer.credits or self.credits
        if self._on_answer is not None:
            self._on_answer(answer)
        if 200 <= status < 300 or status == 304:
            return answer
        if status < 400:
            # A redirect is not followed: the key would go to whoever it leads to.
            where = received.get("Location", "elsewhere")
            raise ProtocolError(f"The service redirects to {where}. Give that address as base_url.", answer)
        raise api_error(answer, _json_or_text(body), retry_after(received))


def target_of(path: str, query: Mapping[str, Any]) -> str:
    """Path and query: a list is a repeated key, and what is None is left out."""
    pairs = [
        (name, _text_of(each))
        for name, value in query.items()
        for each in (value if isinstance(value, (list, tuple, set, frozenset)) else [value])
        if each is not None
    ]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, datetime.date) else str(value)


def _wait_before(error: LintelError, attempt: int) -> float | None:
    """The wait before the request may be repeated, in seconds; None when that would not help."""
    if isinstance(error, ApiError):
        if error.status < 500 and error.status not in (408, 429):
            return None
        if error.retry_after is not None:
            return error.retry_after
    elif not isinstance(error, NoAnswerError) or isinstance(error.__cause__, ssl.SSLCertVerificationError):
        return None
    most = min(_FIRST_WAIT * float(2 ** (attempt - 1)), _LONGEST_OWN_WAIT)
    return most * random.uniform(0.5, 1.0)


def _json_or_text(body: bytes | None) -> Any:
    if body is None:
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body.decode("utf-8", "replace")
