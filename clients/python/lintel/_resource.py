"""What the generated resources are made of: objects, lists, exports and records by id, over one transport."""

from __future__ import annotations

from typing import Any, List, Mapping, Tuple, Union
from urllib.parse import quote

from ._frames import lacking
from ._records import Export, NumberedRecords, Records
from ._transport import Transport

# Not any sequence: a single text is one of texts, too.
Ids = Union[List[str], Tuple[str, ...]]

# Ids of one request at most.
_MAX_IDS = 50


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _object(self, path: str, query: Mapping[str, Any]) -> Any:
        return self._transport.get(path, query)[0]

    def _list(self, path: str, query: Mapping[str, Any], item: str = "") -> Records[Any]:
        return Records(lambda page: self._transport.get(path, page), query, item)

    def _numbered_list(self, path: str, query: Mapping[str, Any], item: str = "") -> NumberedRecords[Any]:
        return NumberedRecords(lambda page: self._transport.get(path, page), query, item)

    def _export(self, path: str, query: Mapping[str, Any], item: str = "") -> Export[Any]:
        return Export(lambda: self._transport.records(path, query), lacking(item, query))

    def _by_ids(self, path: str, ids: Ids, query: Mapping[str, Any]) -> list[Any]:
        """The records of any number of ids, in their order, each once, 50 a request."""
        if isinstance(ids, str):
            raise TypeError("ids must be a list of ids")
        unique = list(dict.fromkeys(ids))
        found: list[Any] = []
        for at in range(0, len(unique), _MAX_IDS):
            batch = unique[at : at + _MAX_IDS]
            found.extend(self._list(path, {**query, "id": batch, "size": _MAX_IDS}).to_list())
        return found


def part(value: str) -> str:
    """A part of a path."""
    return quote(value, safe="")
