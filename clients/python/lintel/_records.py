"""Lists of records that the service gives page by page.

Nothing is asked before you say how much you want: one page, all pages, or every record. Since records cost
credits, a walk that you leave has cost the pages that it read, and one with a limit never asks for more records.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Generic, Iterator, Mapping, Sequence, TypeVar

from ._answer import Answer
from ._frames import lacking, to_dataframe, to_geodataframe
from .errors import ProtocolError

if TYPE_CHECKING:
    import geopandas
    import pandas

T = TypeVar("T", bound=Mapping[str, Any])
AskPage = Callable[[Mapping[str, Any]], "tuple[Any, Answer]"]

# Records on a page at most.
_MAX_SIZE = 100
# Records on a numbered page where the caller names no size.
_NUMBERED_SIZE = 15


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of records."""

    items: list[T]
    # None on the last page, and on numbered pages.
    next_cursor: str | None
    # `{"value": …, "relation": "eq" | "gte"}` on first pages of requests with `include_count`, else None.
    total_count: dict[str, Any] | None
    # The whole body: some pages have further keys, such as `absence` or `pagination_type`.
    body: dict[str, Any]
    # The head of the answer.
    answer: Answer

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)


class Records(Generic[T]):
    """A list of records. Iterate over it for all of them; the next page is asked for when one is used up."""

    def __init__(self, ask: AskPage, query: Mapping[str, Any], item: str = "", limit: float = math.inf) -> None:
        self._ask = ask
        self._query = query
        # The type of the records.
        self._item = item
        self._limit = limit

    def take(self, limit: int) -> Records[T]:
        """The same list, ended after so many records. No more than these are asked for and paid."""
        return type(self)(self._ask, self._query, self._item, min(self._limit, limit))

    def page(self) -> Page[T]:
        """One page: the first, or the one that `cursor` or `page` of the parameters names."""
        return self._page(_at_most(self._query, self._limit))

    def pages(self) -> Iterator[Page[T]]:
        """All pages, one after another; the next is asked for when you ask for it."""
        left = self._limit
        query = self._query
        while left > 0:
            page = self._page(_at_most(query, left))
            yield page
            left -= len(page)
            if page.next_cursor is None:
                return
            if page.next_cursor == query.get("cursor"):
                raise ProtocolError(f"{page.answer.url} leads to itself as the next page.", page.answer)
            # A cursor leads on from a numbered page too.
            query = {**self._query, "page": None, "cursor": page.next_cursor}

    def __iter__(self) -> Iterator[T]:
        left = self._limit
        for page in self.pages():
            yield from page.items if left >= len(page) else page.items[: int(left)]
            left -= len(page)

    def to_list(self) -> list[T]:
        """All records at once, in as few requests as the size of a page allows."""
        size = _MAX_SIZE if self._query.get("size") is None else self._query["size"]
        return list(type(self)(self._ask, {**self._query, "size": size}, self._item, self._limit))

    def to_dataframe(self) -> pandas.DataFrame:
        """All records as a table (see `lintel.to_dataframe`). Needs pandas."""
        return to_dataframe(self.to_list, lacking(self._item, self._query))

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """All records as points on the map (see `lintel.to_geodataframe`). Needs geopandas."""
        return to_geodataframe(self.to_list, lacking(self._item, self._query))

    def _page(self, query: Mapping[str, Any]) -> Page[T]:
        body, answer = self._ask(query)
        if not isinstance(body.get("items"), list):
            raise ProtocolError(f"{answer.url} answered {answer.status} without records.", answer)
        return Page(body["items"], body.get("next_cursor"), body.get("total_count"), body, answer)


class NumberedRecords(Records[T]):
    """A list in numbered pages: it ends with the first one that is not full.

    The size is always sent, since only so is it known which page is not full, and never changes on the way, since it
    decides where a page begins.
    """

    def pages(self) -> Iterator[Page[T]]:
        left = self._limit
        usual = _NUMBERED_SIZE if left > _MAX_SIZE else int(left)
        size = int(min(self._query.get("size") or usual, left))
        number = self._query.get("page") or 1
        while left > 0:
            page = self._page({**self._query, "page": number, "size": size})
            yield page
            left -= len(page)
            number += 1
            if len(page) < size:
                return


class Export(Generic[T]):
    """All records that the filters of an export find, in one stream. Nothing is asked before you iterate over it.

    A stream that breaks is resumed after its last whole record. Each iteration is an export of its own.
    """

    def __init__(self, open_: Callable[[], Iterator[T]], columns: Sequence[str] = ()) -> None:
        self._open = open_
        # Those of its table that records may lack.
        self._columns = columns

    def __iter__(self) -> Iterator[T]:
        return self._open()

    def to_list(self) -> list[T]:
        """All records at once."""
        return list(self)

    def to_dataframe(self) -> pandas.DataFrame:
        """All records as a table (see `lintel.to_dataframe`). Needs pandas."""
        return to_dataframe(self.to_list, self._columns)

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """All records as points on the map (see `lintel.to_geodataframe`). Needs geopandas."""
        return to_geodataframe(self.to_list, self._columns)


def _at_most(query: Mapping[str, Any], limit: float) -> Mapping[str, Any]:
    """The query for a page of at most so many records."""
    if limit == math.inf:
        return query
    size = _MAX_SIZE if query.get("size") is None else query["size"]
    return {**query, "size": int(min(size, limit))}
