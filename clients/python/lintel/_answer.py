"""What an answer says beside its body: its credits, its request id, and what the service noticed."""

from __future__ import annotations

import email.utils
import re
import time
from dataclasses import dataclass
from email.message import Message
from urllib.parse import unquote


@dataclass(frozen=True)
class Credits:
    """Credits as the headers of an answer give them."""

    # Credits that the request used; None for an export, which is charged while it is read.
    used: int | None
    # Credits that the plan allows in 30 days; None when it is unlimited.
    limit: int | None
    # Credits that are left; None when the plan is unlimited.
    remaining: int | None


@dataclass(frozen=True)
class WiderPlace:
    """The permit authority of a city that has most but not all of its permits."""

    # geo_id of the jurisdiction, which finds all of its permits.
    geo_id: str
    # How many of its permits are in the city.
    in_city: int
    # How many it has.
    in_all: int


@dataclass(frozen=True)
class Answer:
    """The head of an answer."""

    # HTTP status. 304: the body is the one of the cache, and cost nothing.
    status: int
    url: str
    # Names the request in the log of the service.
    request_id: str
    # None without credit headers: single objects, errors but 402, 304, and exports on an unlimited plan.
    credits: Credits | None
    # `no_coverage`, `window` or `no_match`; None unless the first page of a list is empty.
    empty_reason: str | None
    # None unless one city was asked for that has most but not all of the permits of its authority.
    wider_place: WiderPlace | None
    # Parameters that the service does not have and ignored.
    ignored_parameters: tuple[str, ...]
    # Whether the shape of the body may still change.
    is_beta: bool
    # How often the request was sent; more than once after failures.
    attempts: int


def answer_of(status: int, headers: Message, url: str, request_id: str, attempts: int) -> Answer:
    """Reads the head of an answer to the request of this id."""
    ignored = headers.get("X-Ignored-Parameters")
    return Answer(
        status=status,
        url=url,
        request_id=headers.get("X-Request-Id", request_id),
        credits=_credits_of(headers),
        empty_reason=headers.get("X-Empty-Reason"),
        wider_place=_wider_place_of(headers.get("X-Wider-Place")),
        ignored_parameters=tuple(unquote(name) for name in ignored.split(", ")) if ignored else (),
        is_beta=headers.get("X-Stability") == "beta",
        attempts=attempts,
    )


def _wider_place_of(text: str | None) -> WiderPlace | None:
    found = re.fullmatch(r"([\w-]+); city=([0-9]{1,15}); jurisdiction=([0-9]{1,15})", text or "")
    return None if found is None else WiderPlace(found[1], int(found[2]), int(found[3]))


def _credits_of(headers: Message) -> Credits | None:
    used = _whole_number(headers.get("X-Credits-Request"))
    limit = _whole_number(headers.get("X-Credits-Limit"))
    if used is None and limit is None:
        return None
    return Credits(
        used,
        limit,
        _whole_number(headers.get("X-Credits-Remaining")),
    )


def _whole_number(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch(r"[0-9]{1,15}", text) else None


def retry_after(headers: Message) -> float | None:
    """The wait that `Retry-After` asks for, in seconds or as a date (RFC 9110, 10.2.3); None without it.

    A date is compared with that of the answer: the clocks of both sides may differ.
    """
    text = headers.get("Retry-After")
    seconds = _whole_number(text)
    if seconds is not None:
        return float(seconds)
    then = _time_of(text)
    return None if then is None else max(0.0, then - (_time_of(headers.get("Date")) or time.time()))


def _time_of(text: str | None) -> float | None:
    try:
        return None if text is None else email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
