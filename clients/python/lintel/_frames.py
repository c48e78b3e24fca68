"""Records as tables of pandas and geopandas, which are imported only here and only when they are asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence, Union

if TYPE_CHECKING:
    import geopandas
    import pandas

# Records, or what gives them: it is called only when the library is there, since records cost credits.
Source = Union[Iterable[Mapping[str, Any]], Callable[[], Iterable[Mapping[str, Any]]]]

# The names that the interface has for latitude and longitude.
_COORDINATES = (("latitude", "longitude"), ("lat", "long"))


def lacking(item: str, query: Mapping[str, Any]) -> list[str]:
    """The fields that records of this type leave out when they are unknown, of those that the query asks for."""
    from ._generated import OPTIONAL_FIELDS

    fields = query.get("fields")
    wanted = fields.split(",") if isinstance(fields, str) else fields
    return [name for name in OPTIONAL_FIELDS.get(item, ()) if wanted is None or name in wanted]


def to_dataframe(records: Source, columns: Sequence[str] = ()) -> pandas.DataFrame:
    """A table with a row a record.

    `address` becomes columns such as `address_street`, `geo_ids` columns such as `city_id`, `latlng` the columns
    `latitude` and `longitude`. Dates become timestamps, whole numbers stay whole (`Int64`). Money is in cents.
    The `columns` are there even if no record has them; a list of the client names those that its records may lack.
    """
    from ._generated import DATE_FIELDS

    pandas = _needed("pandas", "to_dataframe")
    rows = [_flat(record) for record in _given(records)]
    frame = pandas.DataFrame(rows).convert_dtypes()
    for name in columns if rows else ():
        if name not in frame.columns:
            frame[name] = None
    for name in frame.columns:
        if name in DATE_FIELDS:
            frame[name] = pandas.to_datetime(frame[name], errors="coerce")
    return frame


def to_geodataframe(records: Source, columns: Sequence[str] = ()) -> geopandas.GeoDataFrame:
    """The same table with a point a record in EPSG:4326; none where the place is not known."""
    geopandas = _needed("geopandas", "to_geodataframe")
    frame = to_dataframe(records, columns)
    for latitude, longitude in _COORDINATES:
        if latitude in frame.columns and longitude in frame.columns:
            y, x = (frame[name].astype("Float64").to_numpy("float64", na_value=float("nan")) for name in (latitude, longitude))
            points = geopandas.GeoSeries(geopandas.points_from_xy(x, y), index=frame.index, crs="EPSG:4326")
            points[frame[latitude].isna() | frame[longitude].isna()] = None
            return geopandas.GeoDataFrame(frame, geometry=points)
    if len(frame) > 0:
        raise ValueError("these records have no coordinates: keep `address`, or ask without `fields`")
    return geopandas.GeoDataFrame(frame, geometry=[], crs="EPSG:4326")


def _given(records: Source) -> Iterable[Mapping[str, Any]]:
    return records() if callable(records) else records


def _needed(library: str, method: str) -> Any:
    try:
        return importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        raise ModuleNotFoundError(f"{method} needs {library}: pip install {library}", name=library) from error


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with its address and its geo_ids laid beside its other fields."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if name == "geo_ids" and isinstance(value, dict):
            flat.update(value)
        elif name == "address" and isinstance(value, dict):
            for part, text in value.items():
                if part == "latlng":
                    flat["latitude"], flat["longitude"] = text if text else (None, None)
                else:
                    flat[part if part == "address_id" else f"address_{part}"] = text
        else:
            flat[name] = value
    return flat
