/** What a collection of OGC API Features is made of: features by page and by id, and what filters them. */
import type { Geometry } from 'geojson';
import type { Awaitable } from '../../base/awaitable.js';
import type { ServedRelease } from '../../releases/release.js';
import type { Work } from '../request/account-work.js';
import type { Comparison, QueryableType, Scalar } from './cql2/expression.js';

/** A property of the features of a collection. */
export interface Property {
  readonly name: string;
  readonly description: string;
  /** The type by which it may be filtered; null where it cannot. */
  readonly type: QueryableType | null;
}

/** West, south, east, north in degrees. */
export type Extent = readonly [number, number, number, number];

export interface Feature {
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Conditions that an index may help with; the features are tested for all others, and again for these. */
export interface Conditions {
  /** Boxes of west, south, east, north in degrees, of which a feature must touch one; null for anywhere. */
  readonly bbox: readonly number[] | null;
  /** First and last day (YYYY-MM-DD); null where open, and both null for any time, or none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly comparisons: readonly {
    readonly property: string;
    readonly op: Comparison;
    readonly value: Scalar;
  }[];
  /** Whether the filter says nothing but these comparisons. */
  readonly isComplete: boolean;
  /** Further parameters of the collection. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Whether a feature passes the filter; `read` gives its properties by name. */
export type Test = (read: (name: string) => unknown) => boolean;

/** A page that is wanted. */
interface FeatureSearch {
  readonly release: ServedRelease;
  readonly conditions: Conditions;
  readonly passes: Test;
  readonly from: number;
  readonly limit: number;
  /** Counts what reading and testing takes. */
  readonly work: Work;
}

interface FeaturePage {
  readonly features: readonly Feature[];
  /** Where the next page begins; null on the last one. It may be set after fewer features than were wanted. */
  readonly next: number | null;
}

export interface Collection {
  readonly id: 'permits' | 'states' | 'counties';
  readonly title: string;
  readonly description: string;
  /** The box around the features of a release; null where none has a place. */
  extent(release: ServedRelease): Awaitable<Extent | null>;
  /** The type of the geometries, as JSON Schemas of GeoJSON are named. */
  readonly geometry: 'Point' | 'MultiPolygon';
  /** Whether features have a date, which `datetime` compares. */
  readonly isTemporal: boolean;
  /** What a feature costs. */
  readonly resource: 'permits' | 'places';
  readonly properties: readonly Property[];
  /** Parameters besides those of the standard, with what they do. */
  readonly extra: Readonly<Record<string, string>>;
  /** A page of up to `limit` features that pass, from a position on. */
  page(search: FeatureSearch): Promise<FeaturePage>;
  /** The feature of an id; null if there is none. */
  feature(release: ServedRelease, id: string): Promise<Feature | null>;
  /** How many features there are under the conditions; null where that takes too long to say. */
  count(release: ServedRelease, conditions: Conditions): Promise<number | null>;
}
