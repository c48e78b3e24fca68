/**
 * `GET /v2/meta/coverage`: which fields the permits of a place and a period fill too rarely (C31), and which portals
 * the place has (C99). Free.
 */
import type { Coverage, CoverageGeoType, endpoints } from '@lintel/contract';
import { portalsOfPlace } from '../../explain/portals-of-places.js';
import type { PlaceKind } from '../../format/record.js';
import type { DataHandler } from '../answer/handler.js';

const kinds: Record<CoverageGeoType, PlaceKind> = {
  city: 'city',
  county: 'county',
  jurisdiction: 'jurisdiction',
  state: 'state',
  zipcode: 'zip',
};

export const coverage: DataHandler<typeof endpoints.coverage> = async ({ query, release }) => {
  const kind = kinds[query.geo_type];
  const geoId = kind === 'zip' ? query.geo_id.slice(0, 5) : query.geo_id;
  const items = await release.coverage(kind, geoId, query.date_from, query.date_to);
  if (items === null) return null;
  const body: Coverage = {
    items,
    size: items.length,
    next_cursor: null,
    ...(kind !== 'zip' && { portals: [...portalsOfPlace(geoId)] }),
  };
  return { body: Buffer.from(JSON.stringify(body)) };
};
