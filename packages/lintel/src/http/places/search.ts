/** `GET /v2/{counties|jurisdictions|states|zipcodes}/search` and `GET /v2/list/zip` (C30). */
import type { endpoints } from '@lintel/contract';
import type { CountedPage, SearchedKind } from '../../format/record.js';
import type { DataHandler, PageResult, SharedHandler } from '../answer/handler.js';

/** Answers the search for places of a kind. */
export function searchPlaces(
  kind: Exclude<SearchedKind, 'zip'>,
): SharedHandler<typeof endpoints.county_search> {
  return async ({ query, release, offset }) =>
    page(await release.searchPlaces(kind, query.q, offset, query.size));
}

export const searchZipCodes: DataHandler<typeof endpoints.zipcode_search> = async ({
  query,
  release,
  offset,
}) => page(await release.searchPlaces('zip', query.q, offset, query.size));

export const listZipCodes: DataHandler<typeof endpoints.zipcodes> = async ({ query, release, offset }) =>
  page(await release.zipCodes(offset, query.size));

function page({ items, next, total }: CountedPage): PageResult {
  return { items, next, count: () => total };
}
