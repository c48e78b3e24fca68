/** Made-up named areas around made-up permits: two sets, of which one has areas that overlap, and one has a hole. */
import type { Ring } from '@lintel/contract/plain';
import type { AreaSet, NamedArea } from 'lintel/dist/format/areas/area-sets.js';

/** Beside the points of five decimals, none of which lies on an edge so. */
const beside = 0.000_004;

const box = (west: number, south: number, east: number, north: number): Ring =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([lng = 0, lat = 0]) => [lng + beside, lat + beside] as const);

const area = (set: string, key: string, ...polygons: NamedArea['polygons']): NamedArea => ({
  id: `${set}:${key}`,
  key,
  name: `${set} ${key}`,
  polygons,
});

export const syntheticAreas: readonly AreaSet[] = [
  {
    id: 'wards',
    areas: [
      area('wards', '1', [box(-122.6, 37.6, -122.41, 37.78)]),
      area('wards', '2', [box(-122.41, 37.6, -122.2, 37.78)]),
      area('wards', '3', [box(-122.6, 37.78, -122.2, 38)], [box(-98, 30.27, -97, 31)]),
    ],
  },
  {
    id: 'zones',
    areas: [
      area('zones', 'east-side', [box(-122.42, 37.7, -122.3, 37.9)]),
      area('zones', 'middle', [box(-122.43, 37.76, -122.4, 37.8), box(-122.415, 37.765, -122.405, 37.775)]),
      area('zones', 'nobody', [box(-100, 45, -99, 46)]),
    ],
  },
];
