"""The errors of the client.

`ApiError` and its classes are answers of the service, one class a status, with `detail` in every shape that the
interface has; `NoAnswerError` is the absence of one. All are `LintelError`s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._answer import Answer

if TYPE_CHECKING:
    from ._generated import Fault


class LintelError(Exception):
    """Anything that went wrong between the client and the service."""


class NoAnswerError(LintelError, ConnectionError):
    """No answer arrived, also after repeating the request: `__cause__` says why."""

    def __init__(self, message: str, url: str, request_id: str, attempts: int) -> None:
        super().__init__(message)
        self.url = url
        # Sent with every attempt.
        self.request_id = request_id
        self.attempts = attempts


class TimedOutError(NoAnswerError, TimeoutError):
    """No answer arrived in time."""


class ProtocolError(LintelError):
    """Something answered that does not speak this interface: a redirect, or a body that is not JSON."""

    def __init__(self, message: str, answer: Answer) -> None:
        super().__init__(message)
        self.answer = answer


class ApiError(LintelError):
    """The service answered with an error."""

    def __init__(self, answer: Answer, body: Any, retry_after: float | None) -> None:
        # `detail` of the body, as it came: a text, the faults of a 422, or the object of a 402. None without one.
        self.detail: Any = _field(body, "detail")
        hint = _field(body, "hint")
        # What can be done, where the service says so.
        self.hint: str | None = hint if isinstance(hint, str) else None
        self.status = answer.status
        # The whole body: parsed JSON, or the text of a body that is none.
        self.body = body
        # The wait in seconds that the service asks for; None where it asks for none.
        self.retry_after = retry_after
        self.answer = answer
        message = f"{answer.status}: {_message_of(self.detail, answer.status)}"
        end = "" if message.endswith((".", "?")) else "."
        super().__init__(message if self.hint is None else f"{message}{end} {self.hint}")

    @property
    def request_id(self) -> str:
        """Names the request in the log of the service."""
        return self.answer.request_id


class AuthenticationError(ApiError):
    """401: the key is missing, unknown, revoked or expired."""


class CreditLimitError(ApiError):
    """402: the page would pass the credit limit. Nothing was charged."""

    def __init__(self, answer: Answer, body: Any, retry_after: float | None) -> None:
        super().__init__(answer, body, retry_after)
        told = answer.credits
        # Credits that the plan allows; None where the service does not say, as before its `detail` was an object.
        self.limit: int | None = _whole(_field(self.detail, "limit"), told.limit if told else None)
        url = _field(self.detail, "upgrade_url")
        self.upgrade_url: str | None = url if isinstance(url, str) else None
        # What the page would have cost.
        self.needed: int | None = _whole(_field(body, "credits_needed"), None)
        # The credits that are left: a page of this `size` fits.
        self.remaining: int | None = _whole(_field(body, "credits_remaining"), told.remaining if told else None)


class PermissionDeniedError(ApiError):
    """403: the account is suspended, or the key does not cover the endpoint."""


class NotFoundError(ApiError):
    """404: nothing has this id."""


class ValidationError(ApiError):
    """422: parameters are missing or wrong."""

    @property
    def faults(self) -> list[Fault]:
        """All faults of the request. Empty where `detail` is a sentence about a geo_id."""
        return [each for each in self.detail if _is_fault(each)] if isinstance(self.detail, list) else []

    def fault(self, parameter: str) -> Fault | None:
        """The first fault of the parameter, if it has one."""
        return next((each for each in self.faults if each["loc"][1:2] == [parameter]), None)


class RateLimitError(ApiError):
    """429: requests came too quickly, also after waiting as `Retry-After` says."""


class ServerError(ApiError):
    """5xx: the service failed or is not ready, also after repeating the request."""


_CLASSES: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    402: CreditLimitError,
    403: PermissionDeniedError,
    404: NotFoundError,
    422: ValidationError,
    429: RateLimitError,
}


def api_error(answer: Answer, body: Any, retry_after: float | None) -> ApiError:
    """The error that an answer is. `body` is parsed JSON, or text where it is none."""
    cls = _CLASSES.get(answer.status, ServerError if answer.status >= 500 else ApiError)
    return cls(answer, body, retry_after)


def _field(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def _whole(value: Any, otherwise: int | None) -> int | None:
    return value if isinstance(value, int) else otherwise


def _is_fault(value: Any) -> bool:
    return isinstance(_field(value, "loc"), list) and isinstance(_field(value, "msg"), str)


def _fault_text(fault: Any) -> str:
    unless = _field(_field(fault, "ctx"), "unless")
    place = ".".join(str(step) for step in fault["loc"][1:])
    return f"{place}: {fault['msg']}" + (f" unless {unless}" if isinstance(unless, str) else "")


def _message_of(detail: Any, status: int) -> str:
    """One sentence of any shape of `detail`."""
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list):
        faults = [each for each in detail if _is_fault(each)]
        return "; ".join(_fault_text(each) for each in faults)
    error = _field(detail, "error")
    return error if isinstance(error, str) else f"The service answered {status} without a message."
