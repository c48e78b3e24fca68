/**
 * A PMTiles file (version 3, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) with one vector tile for the
 * whole world at every zoom: a named road across each tile.
 */
import { writeFileSync } from 'node:fs';
import Point from '@mapbox/point-geometry';
import { fromVectorTileJs } from '@maplibre/vt-pbf';

const headerBytes = 127;
const maxZoom = 14;
const uncompressed = 1;
const vector = 1;

export function writeStreetTiles(path: string): void {
  const tile = Buffer.from(roadTile());
  // All tiles of all zooms are one run of the same content.
  const tiles = (4 ** (maxZoom + 1) - 1) / 3;
  const directory = Buffer.from([1, 0, tiles, tile.length, 1].flatMap(varint));
  const metadata = Buffer.from('{"vector_layers":[{"id":"roads","fields":{"name":"String"}}]}');
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const [rootAt, metadataAt] = [headerBytes, headerBytes + directory.length];
  const tilesAt = metadataAt + metadata.length;
  const numbers = [
    ...[rootAt, directory.length, metadataAt, metadata.length, tilesAt, 0, tilesAt, tile.length],
    ...[tiles, 1, 1],
  ];
  for (const [at, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + 8 * at);
  header.set([1, uncompressed, uncompressed, vector, 0, maxZoom], 96);
  for (const [at, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * at);
  writeFileSync(path, Buffer.concat([header, directory, metadata, tile]));
}

function roadTile(): Uint8Array {
  const road = {
    id: undefined,
    type: 2,
    extent: 4096,
    properties: { name: 'Example Street' },
    loadGeometry: () => [[new Point(0, 1500), new Point(4096, 2600)]],
  } as const;
  const layer = { version: 2, name: 'roads', extent: 4096, length: 1, feature: () => road };
  return fromVectorTileJs({ layers: { roads: layer } });
}

function varint(number: number): number[] {
  const bytes: number[] = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
