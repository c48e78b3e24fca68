/** `GET /v2/permits/tiles/{z}/{x}/{y}`: permits of a tile as a Mapbox Vector Tile 2.1 (C43). */
import type { endpoints } from '@lintel/contract';
import Point from '@mapbox/point-geometry';
import { fromVectorTileJs } from '@maplibre/vt-pbf';
import { type TilePoint, tileExtent } from '../../query/permit-map.js';
import type { DataHandler } from '../answer/handler.js';
import { soughtPermits } from '../answer/sought.js';

export const permitTile: DataHandler<typeof endpoints.permit_tile> = async ({ query, release }) => {
  const points = await release.permitTile(query, query);
  return {
    body: points.length === 0 ? Buffer.alloc(0) : encode(points),
    isEmpty: points.length === 0,
    sought: soughtPermits(query),
  };
};

/** The only layer of a tile. */
export const tileLayer = 'permits';
const pointType = 1;

function encode(points: readonly TilePoint[]): Buffer {
  const layer = {
    version: 2,
    name: tileLayer,
    extent: tileExtent,
    length: points.length,
    feature(i: number) {
      const { x, y, properties } = points[i] ?? { x: 0, y: 0, properties: {} };
      return {
        id: undefined,
        type: pointType,
        extent: tileExtent,
        properties: { ...properties },
        loadGeometry: () => [[new Point(x, y)]],
      } as const;
    },
  };
  return Buffer.from(fromVectorTileJs({ layers: { [tileLayer]: layer } }));
}
