"""A client of the Lintel interface: building permits, contractors and construction activity. Standard library only.

    from lintel import Lintel

    lintel = Lintel("http://127.0.0.1:8080", key="lk_…")
    for permit in lintel.permits.search(geo_id="TX", permit_from="2026-01-01", permit_to="2026-06-30"):
        print(permit["number"], permit["job_value"])
"""

from ._answer import Answer, Credits, WiderPlace
from ._frames import to_dataframe, to_geodataframe
from ._records import Export, NumberedRecords, Page, Records
from .client import Lintel
from .errors import (
    ApiError,
    AuthenticationError,
    CreditLimitError,
    LintelError,
    NoAnswerError,
    NotFoundError,
    PermissionDeniedError,
    ProtocolError,
    RateLimitError,
    ServerError,
    TimedOutError,
    ValidationError,
)

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "ApiError",
    "AuthenticationError",
    "CreditLimitError",
    "Credits",
    "Export",
    "Lintel",
    "LintelError",
    "NoAnswerError",
    "NotFoundError",
    "NumberedRecords",
    "Page",
    "PermissionDeniedError",
    "ProtocolError",
    "RateLimitError",
    "Records",
    "ServerError",
    "TimedOutError",
    "ValidationError",
    "WiderPlace",
    "to_dataframe",
    "to_geodataframe",
]
