/** `GET /v2/{counties|jurisdictions|states|zipcodes}/search` and `GET /v2/list/zip` (C30). */
import type { endpoints } from '@lintel/contract';
import type { SearchedKind } from '../../release/store/release.js';
import type { DataHandler, SharedHandler } from '../route.js';

/** Answers the search for places of a kind. */
export function searchPlaces(kind: SearchedKind): SharedHandler<typeof endpoints.county_search> {
  return ({ query, release, offset }) => ({
    kind: 'page',
    ...release.searchPlaces(kind, query.q, offset, query.size),
  });
}

export const listZipCodes: DataHandler<typeof endpoints.zipcodes> = ({ query, release, offset }) => ({
  kind: 'page',
  ...release.zipCodes(offset, query.size),
});
