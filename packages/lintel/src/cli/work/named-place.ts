/** Places as people name them on the command line: by code, by geo_id, or by the name of a city. */
import { everywhere, geoIdKind } from '@lintel/contract/plain';
import type { Release } from '../../releases/release.js';
import { named, onlyCandidate } from './place-candidates.js';

export interface NamedPlace {
  readonly geoId: string;
  readonly name: string;
}

const hint = 'Give a state such as TX, a ZIP code, a city with its state ("Austin, TX"), or a geo_id.';

/** Whether the text names no place in particular, but everywhere. */
export const isEverywhere = (text: string) => text.toUpperCase() === everywhere;

/** Cities that are looked at. */
const maxCandidates = 5;

/**
 * The place that the user names: a geo_id, state or ZIP code as it is, else the only city of that name. Throws a
 * UsageError with the candidates if there are none or several.
 */
export function namedPlace(release: Release, text: string): NamedPlace {
  const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text;
  if (geoIdKind(code) !== null) return { geoId: code, name: code };
  const cities = release
    .searchCities(text, 0, maxCandidates)
    .items.map((item) => JSON.parse(item.toString()) as { readonly geo_id: string; readonly name: string });
  const { geo_id: geoId, name } = onlyCandidate(text, named(text, 'city', cities), hint);
  return { geoId, name };
}
