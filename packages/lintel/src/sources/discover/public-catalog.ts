/** What every public catalog does: answer a search, a page of datasets at a time. */
import type { FoundDataset } from './found-dataset.js';
import type { AskedRequest } from './portal-reader.js';

interface CatalogQuery {
  readonly words: string;
  /** West, south, east, north in degrees: catalogs that know places search only there. */
  readonly box: readonly [number, number, number, number] | null;
}

export interface CatalogPage {
  readonly found: readonly FoundDataset[];
  /** What asks for the next page; null after the last one. */
  readonly next: string | null;
}

export interface PublicCatalog {
  /** For people, such as `ArcGIS Hub`. */
  readonly name: string;
  /** Whether `box` limits a search, so that words for the place are not needed. */
  readonly knowsPlaces: boolean;
  /** Only for these states; null for the whole country. */
  readonly states: readonly string[] | null;
  /** The request for a page: the first with `next` null. */
  request(query: CatalogQuery, next: string | null): Omit<AskedRequest, 'expected'>;
  /** The page in an answer; throws a PortalFault for any other JSON. `next` is what asked for it. */
  page(answer: unknown, next: string | null): CatalogPage;
}

/** Datasets of one page. */
export const pageSize = 100;
