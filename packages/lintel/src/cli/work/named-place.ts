/** Places as people name them on the command line: by code, by geo_id, or by the name of a city. */
import { geoIdKind } from '@lintel/contract/plain';
import { UsageError } from '../../base/usage-error.js';
import type { Release } from '../../releases/release.js';

export interface NamedPlace {
  readonly geoId: string;
  readonly name: string;
}

/** The place that the user names: a geo_id, state or ZIP code as it is, else the city of that name. */
export function namedPlace(release: Release, text: string): NamedPlace {
  const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text;
  if (geoIdKind(code) !== null) return { geoId: code, name: code };
  const [best] = release.searchCities(text, 0, 1).items;
  if (best === undefined) {
    throw new UsageError(`No place is called "${text}".`, {
      hint: 'Give a state such as TX, a ZIP code, a city with its state ("Austin, TX"), or a geo_id.',
    });
  }
  const city = JSON.parse(best.toString()) as { readonly geo_id: string; readonly name: string };
  return { geoId: city.geo_id, name: city.name };
}
