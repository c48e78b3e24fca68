/**
 * A source as refinement and the release build see it: its place and words, and its mapping to canonical
 * input names. The `sources` room makes these from catalog files.
 */

import type { SourceKind } from '../../base/source-kind.js';
import type {
  CanonicalContractor,
  CanonicalDecision,
  CanonicalPermit,
  CanonicalProperty,
  stateFields,
} from './canonical.js';
import type { SourceContext } from './source-context.js';

export type Canonical = CanonicalRow & {
  /** The row's authority, if the source collects rows of several and this row is from another one. */
  readonly context?: SourceContext;
  /** Fields whose text was cut before it was mapped; absent for none. */
  readonly cut?: readonly string[];
  /** Why the row could not be mapped: refinement refuses it with this reason. */
  readonly fault?: string;
  /** What a permit's row said before it changed, the oldest first; absent for nothing. */
  readonly past?: readonly PastFields[];
};

/** A state of a row, and the date of the data that had another one; milliseconds since 1970 UTC. */
interface EndedState {
  readonly state: string;
  readonly untilMs: number;
}

/** What a row said of how far its permit is, until it said something else. */
export interface PastFields {
  readonly fields: Pick<CanonicalPermit, (typeof stateFields)[number]>;
  /** The date of the data that said something else, YYYY-MM-DD. */
  readonly until: string;
}

type CanonicalRow =
  | { readonly kind: 'permits'; readonly key: string; readonly fields: CanonicalPermit }
  | { readonly kind: 'contractors'; readonly key: string; readonly fields: CanonicalContractor }
  | { readonly kind: 'decisions'; readonly key: string; readonly fields: CanonicalDecision }
  | { readonly kind: 'properties'; readonly key: string; readonly fields: CanonicalProperty };

export interface Source {
  readonly id: string;
  readonly kind: SourceKind;
  /** Name for people, for example `City of Chicago, building permits`. */
  readonly name: string;
  readonly license: string | null;
  readonly attribution: string | null;
  readonly context: SourceContext;
  /**
   * Whether a row of permits is a permit, or one of the addresses of a permit whose rows share the natural
   * key.
   */
  readonly rowIs: 'permit' | 'address';
  /** Contexts of the further authorities whose rows it collects; absent for none. */
  readonly otherContexts?: readonly SourceContext[];
  /** The canonical fields that its definition maps; absent if unknown. */
  readonly mapped?: readonly string[];
  /** Row key of a raw row, or null if it has none (it is then quarantined). */
  rowKey(row: Readonly<Record<string, unknown>>): string | null;
  /**
   * The raw row in canonical input names; fields without a value are undefined or absent. `key` is the
   * natural key within the namespace (C9). It differs from the row key if the exports of one authority key
   * their rows differently. `past` are the states that the row had before, as the source's `stateOf` gave them.
   */
  map(row: Readonly<Record<string, unknown>>, past?: readonly EndedState[]): Canonical;
}

/** All sources of a catalog, by id. */
export interface Catalog {
  readonly sources: readonly Source[];
  get(id: string): Source | null;
}
