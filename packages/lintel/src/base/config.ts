/**
 * The settings of an installation: `lintel.json` in LINTEL_HOME, all optional, strict.
 *
 * An unknown key or a value out of range is refused with the file, the key and what would be right.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { Failure } from './failure.js';

const Plan = Type.Object(
  {
    credits: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  },
  { additionalProperties: false },
);

const Price = Type.Integer({ minimum: 0, maximum: 1 });

export const Config = Type.Object(
  {
    /** Plans by name: credits in the rolling 30 days (null = unlimited) and requests a minute a key. */
    plans: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_-]{0,31}$' }), Plan),
    /** Credits a record, by resource: 1, or 0 to give it away (C15). */
    prices: Type.Object(
      {
        permits: Price,
        contractors: Price,
        decisions: Price,
        addresses: Price,
        cities: Price,
        tags: Price,
        metrics: Price,
      },
      { additionalProperties: false },
    ),
    /** Address for upgrading the plan, as 402 answers give it. */
    upgrade_url: Type.String({ pattern: '^(https?://|mailto:)' }),
    /** Published releases to keep on disk for rollback and for cursors that began on them. */
    keep_releases: Type.Integer({ minimum: 1, maximum: 100 }),
    /** Origins that browsers may call from; `*` for all. */
    cors_origins: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);
export type Config = Static<typeof Config>;

export const defaultConfig: Config = {
  plans: {
    free: { credits: 500, requests_per_minute: 120 },
    unlimited: { credits: null, requests_per_minute: 6000 },
  },
  prices: { permits: 1, contractors: 1, decisions: 1, addresses: 1, cities: 1, tags: 1, metrics: 1 },
  upgrade_url: 'https://example.com/upgrade',
  keep_releases: 3,
  cors_origins: ['*'],
};

/** The settings in `lintel.json` of the directory, over the defaults. Plans and prices merge key by key. */
export function loadConfig(directory: string): Config {
  const path = join(directory, 'lintel.json');
  if (!existsSync(path)) return defaultConfig;
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Failure(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Failure(`${path} must hold one JSON object, such as {"upgrade_url": "https://…"}`);
  }
  const partial = given as Partial<Config>;
  const merged = {
    ...defaultConfig,
    ...partial,
    plans: { ...defaultConfig.plans, ...partial.plans },
    prices: { ...defaultConfig.prices, ...partial.prices },
  };
  const [fault] = Value.Errors(Config, merged);
  if (fault) {
    const where = fault.instancePath.slice(1).replaceAll('/', '.') || 'the file';
    const extra = fault.keyword === 'additionalProperties' ? ` (known: ${knownKeys(where)})` : '';
    throw new Failure(`${path}: ${where} ${fault.message}${extra}`);
  }
  return merged;
}

function knownKeys(where: string): string {
  return Object.keys(where === 'prices' ? Config.properties.prices.properties : Config.properties).join(', ');
}
