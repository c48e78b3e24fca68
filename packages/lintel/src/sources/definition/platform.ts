/**
 * Platforms of permit software: all cities that run one have the same columns, so these are mapped once, in
 * `platforms/NAME.json`, and the definition of a city says only what is its own. With the `address` of its portal it
 * need not say what the inventory knows of that. What a definition says itself goes before.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definitionFault, unknownName } from './definition-fault.js';
import { portalDefinition } from './portal-definition.js';

export const platforms = ['energov', 'accela', 'accela_rest'] as const;
export type Platform = (typeof platforms)[number];

const directory = join(dirname(fileURLToPath(import.meta.url)), '..', 'platforms');
type Json = Readonly<Record<string, unknown>>;
const read = new Map<string, Json>();

/** The definition with what its platform and the inventory say of it; as it is without a platform. */
export function withPlatform(value: unknown, file: string): unknown {
  if (!isJson(value)) return value;
  if (value.platform === undefined) {
    if (value.address === undefined) return value;
    throw definitionFault({ file, path: 'address' }, 'is that of a portal, and needs "platform" beside it.');
  }
  const platform = platforms.find((known) => known === value.platform);
  if (platform === undefined)
    throw unknownName({ file, path: 'platform' }, 'the platform', String(value.platform), platforms);
  const { map = {} } = value;
  if (!isJson(map)) throw definitionFault({ file, path: 'map' }, 'must be an object.');
  const shared = platformOf(platform);
  const known = value.address === undefined ? {} : portalDefinition(platform, value, file);
  const fetch = isJson(known.fetch) && isJson(value.fetch) ? { ...known.fetch, ...value.fetch } : undefined;
  const whole: Json = {
    ...known,
    ...shared,
    ...value,
    ...(known.address !== undefined && { address: known.address }),
    ...(fetch !== undefined && { fetch }),
  };
  return { ...whole, map: { ...addressed(shared.map, whole), ...map } };
}

/**
 * The shared map with the portal's own address, agency and module where it says `{base_url}`, `{address}`, `{agency}`
 * and `{module}`; without the fields whose parts the definition does not say.
 */
function addressed(map: unknown, { fetch, address }: Json): Json {
  const { base_url: base, dataset } = isJson(fetch) ? fetch : {};
  const [agency, module] = typeof dataset === 'string' ? dataset.split('/').map(encodeURIComponent) : [];
  const parts: Json = { base_url: base, address, agency, module };
  const fields = Object.entries(isJson(map) ? map : {}).flatMap(([field, expression]) => {
    let isWhole = true;
    const said = JSON.stringify(expression).replace(/\{(base_url|address|agency|module)\}/g, (_, name) => {
      const part = parts[name];
      isWhole &&= typeof part === 'string';
      return JSON.stringify(String(part).replace(/\/$/, '')).slice(1, -1);
    });
    return isWhole ? [[field, JSON.parse(said)]] : [];
  });
  return Object.fromEntries(fields);
}

function platformOf(name: string): Json {
  const known = read.get(name) ?? (JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8')) as Json);
  read.set(name, known);
  return known;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
