/** Permits on a map: bins with counts, and the description of vector tiles (TileJSON 3.0.0). */
import { Estimate } from '../envelope.js';
import { maxBins, maxMapNames, maxTileZoom } from '../limits.js';
import { Cents, Count, LatLng, Nullable, Point, type Static, Type } from '../schema.js';

/** The media type of a vector tile. */
export const tileMediaType = 'application/vnd.mapbox-vector-tile';

/** The permits of one cell of the grid. */
export const PermitBin = Type.Object(
  {
    tile: Type.String({
      pattern: '^\\d+/\\d+/\\d+$',
      description: 'The cell, as zoom, column and row of a tile in Web Mercator.',
    }),
    latlng: LatLng(),
    permit_count: Count('Permits in the cell.'),
    total_job_value: Nullable(Cents('Sum of their declared values.')),
  },
  { title: 'PermitBin', description: 'The permits of a cell; `latlng` is the mean of their points.' },
);

export const PermitBins = Type.Object(
  {
    bins: Type.Array(PermitBin, { maxItems: maxBins, description: 'Cells with permits.' }),
    zoom: Type.Integer({ minimum: 0, description: 'Zoom of the cells.' }),
    permit_count: Estimate,
    sampled_share: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'Share of the permits that were counted. 1: all, every number is exact. Less: numbers are multiplied accordingly, and a cell with few permits may be missing.',
    }),
  },
  { title: 'PermitBins' },
);

export const TileJson = Type.Object(
  {
    tilejson: Type.Literal('3.0.0', { description: 'Version of TileJSON.' }),
    name: Type.String({ description: 'Name of the map.' }),
    description: Type.String({ description: 'What the map shows.' }),
    attribution: Type.String({ description: 'Sources with their licenses.' }),
    tiles: Type.Array(Type.String(), { description: 'Address of the tiles, with the filters asked for.' }),
    minzoom: Type.Integer({ minimum: 0, description: 'Least zoom of the tiles.' }),
    maxzoom: Type.Integer({ minimum: 0, maximum: maxTileZoom, description: 'Greatest zoom of the tiles.' }),
    bounds: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: 'West, south, east and north of the tiles in degrees (WGS 84).',
    }),
    vector_layers: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Name of the layer in a tile.' }),
        description: Type.String({ description: 'What the layer holds.' }),
        fields: Type.Record(Type.String(), Type.String(), {
          description: 'Attributes of a feature, each with its meaning.',
        }),
      }),
      { description: 'The layers of a tile.' },
    ),
  },
  { title: 'TileJson', description: 'TileJSON 3.0.0.' },
);

/** The course of a street (C105). */
const StreetCourse = Type.Object({
  type: Type.Literal('Feature', { description: 'Type in GeoJSON.' }),
  geometry: Type.Object(
    {
      type: Type.Literal('LineString', { description: 'Type in GeoJSON.' }),
      coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        minItems: 2,
        description: 'Longitude and latitude in degrees (WGS 84), in the order of house numbers.',
      }),
    },
    { description: 'Where it runs.' },
  ),
  properties: Type.Object(
    { name: Type.String({ description: 'Name as in addresses.' }) },
    { description: 'What the street is.' },
  ),
});

export const StreetMap = Type.Object(
  {
    type: Type.Literal('FeatureCollection', { description: 'Type in GeoJSON.' }),
    features: Type.Array(StreetCourse, { description: 'The streets; one with gaps has several lines.' }),
  },
  { title: 'StreetMap', description: 'GeoJSON (RFC 7946).' },
);

/** The name of a place on a map (C89). */
const NamedPoint = Type.Object({
  type: Type.Literal('Feature', { description: 'Type in GeoJSON.' }),
  geometry: Point('Where the name is written: amid the permits.'),
  properties: Type.Object(
    {
      geo_id: Type.String({ description: 'geo_id of the city, or the ZIP code.' }),
      name: Type.String({ description: 'Name of the city alone, or the ZIP code.' }),
      permit_count: Count('Permits there of the place that was asked for.'),
    },
    { description: 'What is there.' },
  ),
});

export const PlaceNames = Type.Object(
  {
    type: Type.Literal('FeatureCollection', { description: 'Type in GeoJSON.' }),
    features: Type.Array(NamedPoint, {
      maxItems: maxMapNames.zip,
      description: 'The most permits first.',
    }),
  },
  { title: 'PlaceNames', description: 'GeoJSON (RFC 7946).' },
);

/** The bytes of a tile. */
export const VectorTile = Type.Unsafe<Uint8Array>({
  type: 'string',
  format: 'binary',
  description: 'Mapbox Vector Tile 2.1 with one layer, `permits`.',
});

export type StreetMap = Static<typeof StreetMap>;
export type PlaceNames = Static<typeof PlaceNames>;
export type PermitBin = Static<typeof PermitBin>;
export type PermitBins = Static<typeof PermitBins>;
export type TileJson = Static<typeof TileJson>;
