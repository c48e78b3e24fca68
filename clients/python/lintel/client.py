"""The client: the resources of the interface over one service and one key."""

from __future__ import annotations

from typing import Callable, Mapping

from ._answer import Answer, Credits
from ._generated import Api
from ._transport import Cache, Transport


class Lintel(Api):
    """A client of one service; many threads may use it at once.

    Its methods are named as the paths are: `GET /v2/permits/search` is `permits.search(…)`. Parameters have their names
    on the wire; money is in cents. A method that gives many records gives `Records`; nothing is sent before you take
    a page or a record of them.
    """

    def __init__(
        self,
        base_url: str,
        key: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 3,
        max_wait: float = 60.0,
        cache: Cache | None = None,
        headers: Mapping[str, str] | None = None,
        on_answer: Callable[[Answer], object] | None = None,
    ) -> None:
        """
        base_url: where the service is, for example `https://permits.example.org`.

        key: API key. Only the OpenAPI document and the health of a service are without one.

        timeout: seconds that an attempt may wait for the service.

        retries: repetitions of a request after a failed connection, a timeout, 429 or 5xx.

        max_wait: a longer wait than this, in seconds, is not waited for: the error is raised instead.

        cache: for example a dict. What is kept there is asked for with `If-None-Match`: an answer that has not changed costs
        nothing.

        headers: further headers of every request.

        on_answer: called with the head of every answer, also of errors.
        """
        super().__init__(Transport(base_url, key, timeout, retries, max_wait, cache, headers, on_answer))

    @property
    def last_answer(self) -> Answer | None:
        """The head of the last answer, also of an error; None before the first one."""
        return self._transport.last_answer

    @property
    def credits(self) -> Credits | None:
        """Credits as the last answer that names them does; None before it."""
        return self._transport.credits

    def close(self) -> None:
        """Closes connections that are kept open. A `with` block does it too."""
        self._transport.close()

    def __enter__(self) -> Lintel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
