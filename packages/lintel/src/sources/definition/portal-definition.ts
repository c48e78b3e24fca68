/**
 * The definition of a portal of permit software from two facts, its platform and its address: the inventory knows
 * whose portal is there, and the rest follows. What the definition says itself goes before; the authority of a portal
 * that the inventory does not know must be said.
 */
import { basename } from 'node:path';
import { slug } from '../../base/slug.js';
import { type Portal, portalAt } from '../inventory/inventory.js';
import { portalOfAddress } from '../inventory/recognise-portal.js';
import { software } from '../inventory/software.js';
import type { Jurisdiction } from './catalog-schema.js';
import { definitionFault, type Place } from './definition-fault.js';
import type { Platform } from './platform.js';
import { timeZoneOf } from './time-zone-of.js';

type Json = Readonly<Record<string, unknown>>;

/** Module of most agencies that run Accela. */
export const usualModule = 'Building';
const interfaceOfAccela = 'https://apis.accela.com';

/** Everything that `own` need not say; `own` has the platform and the address, and what differs. */
export function portalDefinition(platform: Platform, own: Json, file: string): Json {
  const place = { file, path: 'address' };
  const { root, module } = partsOf(own.address, place);
  const listed = listedAt(root, platform, place);
  const jurisdiction = own.jurisdiction ?? (listed === null ? null : jurisdictionOf(listed));
  if (typeof jurisdiction !== 'object' || jurisdiction === null)
    throw definitionFault(
      place,
      `is of no portal whose authority the inventory knows: ${root}. Say it: "jurisdiction" with "geoid", "name", "state", "county_geoid" and "default_city". \`lintel source new ${root} --id ID --city NAME --state CODE\` writes that.`,
    );
  const { name, state, county_geoid: county } = jurisdiction as Json;
  const named = slug(`${name} ${state}`);
  return {
    id: file.endsWith('.json') ? basename(file, '.json') : `${named}-${platform.replace('_', '-')}`,
    kind: 'permits',
    name: `${name}, permit portal`,
    license: null,
    attribution: null,
    homepage: root,
    address: root,
    jurisdiction,
    namespace: listed?.place?.namespace ?? named,
    time_zone: timeZoneOf(String(state), typeof county === 'string' ? county : null),
    fetch: fetchOf(platform, root, module ?? usualModule, own.fetch, place),
  };
}

/** The portal's root, and the module that the address of one of its pages names. */
function partsOf(address: unknown, place: Place): { readonly root: string; readonly module: string | null } {
  if (typeof address !== 'string' || !/^https?:\/\//.test(address) || !URL.canParse(address))
    throw definitionFault(
      place,
      `must be a web address such as "https://aca-prod.accela.com/ELMCITY"; it is ${JSON.stringify(address)}.`,
    );
  const found = portalOfAddress(address);
  return {
    root: found?.address ?? address.replace(/[?#].*$/, '').replace(/\/+$/, ''),
    module: found?.module ?? null,
  };
}

function listedAt(root: string, platform: Platform, place: Place): ReturnType<typeof portalAt> {
  const listed = portalAt(root);
  const own = platform === 'accela_rest' ? 'accela' : platform;
  if (listed === null || listed.software === own) return listed;
  throw definitionFault(
    place,
    `is that of a portal of ${software[listed.software].name}, by the inventory: ${root}.`,
  );
}

/** The interface for programs knows an agency by its code, which addresses at Accela end in. */
function fetchOf(platform: Platform, root: string, module: string, own: unknown, place: Place): Json {
  if (platform === 'energov') return { protocol: platform, base_url: root, dataset: 'permits' };
  if (platform === 'accela') return { protocol: platform, base_url: root, dataset: module };
  const agency = agencyAt(root);
  const isSaid = typeof own === 'object' && own !== null && 'dataset' in own;
  if (agency === null && !isSaid)
    throw definitionFault(
      place,
      `does not say what Accela calls the agency: ${root}. Say it: "fetch": { "dataset": "AGENCY/${module}" }.`,
    );
  return { protocol: platform, base_url: interfaceOfAccela, dataset: `${agency}/${module}` };
}

/** The agency's code in an address at Accela; null where the portal has a host of its own. */
export function agencyAt(root: string): string | null {
  const { hostname, pathname } = new URL(root);
  return hostname.endsWith('.accela.com') ? (pathname.split('/').at(-1) ?? null) : null;
}

/** Null where the inventory names no place, or none that the Census knows. */
export function jurisdictionOf({ place }: Portal): Jurisdiction | null {
  if (place === null || place.geoid === null) return null;
  const { geoid, name, state, level, countyGeoid } = place;
  return {
    geoid,
    name,
    state,
    county_geoid: countyGeoid,
    default_city: level === 'place' ? name : null,
  };
}
