/** What a name on the command line may mean. A name is taken only if one place has it; nothing is guessed. */
import type { GeoIdKind } from '@lintel/contract/plain';
import { UsageError } from '../../base/usage-error.js';

export interface Candidate {
  readonly geo_id: string;
  readonly name: string;
  readonly kind: GeoIdKind;
  /** Whether the text names it without doubt. */
  readonly isCertain: boolean;
}

/**
 * The candidate that the text names without doubt; otherwise a UsageError that lists what it may mean, or says what can
 * be given instead.
 */
export function onlyCandidate(text: string, candidates: readonly Candidate[], hint: string): Candidate {
  const certain = candidates.filter(({ isCertain }) => isCertain);
  const [only, ...more] = certain;
  if (only === undefined || more.length > 0)
    throw ambiguous(text, certain.length > 0 ? certain : candidates, hint);
  return only;
}

function ambiguous(text: string, candidates: readonly Candidate[], hint: string): UsageError {
  if (candidates.length === 0) {
    return new UsageError(`No place is called "${text}".`, { hint });
  }
  const lines = candidates.map(({ geo_id, name }) => `${geo_id}  ${name}`);
  return new UsageError(`"${text}" may be one of these places; name one by its geo_id:`, {
    list: lines,
  });
}

/** Names are `City, County, ST`, `County name, ST` or of a state: their parts must have those of the text. */
export function named(
  text: string,
  kind: GeoIdKind,
  items: readonly { readonly geo_id: string; readonly name: string }[],
): Candidate[] {
  const wanted = partsOf(text);
  return items.map(({ geo_id, name }) => {
    const { first, rest } = partsOf(name);
    const isCertain = first === wanted.first && wanted.rest.every((part) => rest.includes(part));
    return { geo_id, name, kind, isCertain };
  });
}

function partsOf(name: string): { first: string; rest: string[] } {
  const [first = '', ...rest] = name.split(',').map((part) => part.trim().toLowerCase());
  return { first, rest };
}
