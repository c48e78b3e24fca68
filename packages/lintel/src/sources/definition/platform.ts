/**
 * Platforms of permit software: all cities that run one have the same columns, so these are mapped once, in
 * `platforms/NAME.json`, and the definition of a city says only what is its own. What both say, the city says.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { definitionFault, unknownName } from './definition-fault.js';

export const platforms = ['energov', 'accela', 'accela_rest'] as const;

const directory = join(dirname(fileURLToPath(import.meta.url)), '..', 'platforms');
type Json = Readonly<Record<string, unknown>>;
const read = new Map<string, Json>();

/** The definition with what its platform says of it; as it is without one. */
export function withPlatform(value: unknown, file: string): unknown {
  if (!isJson(value) || value.platform === undefined) return value;
  const name = String(value.platform);
  if (!platforms.some((known) => known === name))
    throw unknownName({ file, path: 'platform' }, 'the platform', name, platforms);
  const shared = platformOf(name);
  const { map = {} } = value;
  if (!isJson(map)) throw definitionFault({ file, path: 'map' }, 'must be an object.');
  return { ...shared, ...value, map: { ...addressed(shared.map, value.fetch), ...map } };
}

/** The shared map with the portal's own address where it says `{base_url}`. */
function addressed(map: unknown, fetch: unknown): Json {
  const base = isJson(fetch) && typeof fetch.base_url === 'string' ? fetch.base_url.replace(/\/$/, '') : '';
  return JSON.parse(JSON.stringify(map), (_, value) =>
    typeof value === 'string' ? value.replace('{base_url}', () => base) : value,
  ) as Json;
}

function platformOf(name: string): Json {
  const known = read.get(name) ?? (JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8')) as Json);
  read.set(name, known);
  return known;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
