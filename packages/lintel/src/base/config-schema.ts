/**
 * The schema of `lintel.json`, apart from reading it: the schema library takes long to load, and most commands run
 * on the defaults.
 */
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

const planNamePattern = '^[a-z][a-z0-9_-]{0,31}$';

const Price = Type.Integer({ minimum: 0, maximum: 1 });

const Prices = Type.Object(
  {
    permits: Price,
    contractors: Price,
    decisions: Price,
    addresses: Price,
    cities: Price,
    tags: Price,
    metrics: Price,
    places: Price,
    properties: Price,
  },
  { additionalProperties: false },
);

const Address = Type.String({ pattern: '^(https?://|mailto:)' });

const Plan = Type.Object(
  {
    credits: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Days of 24 hours in which used credits count, by default 30 (C17). */
    window_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
    /** Credits a record, by resource, in place of the prices for all. */
    prices: Type.Optional(Type.Partial(Prices)),
    /** What a 402 says; a sentence (C18). */
    overage_message: Type.Optional(Type.String({ pattern: '^.{1,199}\\.$' })),
    /** Where a 402 sends the caller. */
    upgrade_url: Type.Optional(Address),
  },
  { additionalProperties: false },
);

export const Config = Type.Object(
  {
    /** Plans by name: credits in the rolling window (null = unlimited) and requests a minute a key. */
    plans: Type.Record(Type.String({ pattern: planNamePattern }), Plan, { additionalProperties: false }),
    /** Credits a record, by resource: 1, or 0 to give it away (C15). */
    prices: Prices,
    /** Address for upgrading the plan, as 402 answers give it. */
    upgrade_url: Address,
    /** Published releases to keep on disk for rollback and for cursors that began on them. */
    keep_releases: Type.Integer({ minimum: 1, maximum: 100 }),
    /** How portals are fetched from. */
    fetch: Type.Object(
      {
        /** Who runs this and an address to write to, as portals see it; null when nobody says. */
        operator: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]),
        /** At most so many requests a second to one host. */
        requests_per_second: Type.Number({ minimum: 0.01, maximum: 100 }),
        /** Sources of one host that are fetched at the same time. */
        concurrency_per_host: Type.Integer({ minimum: 1, maximum: 16 }),
        /** Hosts that are fetched from at the same time. */
        hosts_at_once: Type.Integer({ minimum: 1, maximum: 64 }),
        /** Host → application token, such as Socrata gives. */
        app_tokens: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 })),
        /** Hosts that are not of the public internet and may be fetched from all the same: `host` or `host:port`. */
        allow_hosts: Type.Array(Type.String({ pattern: '^[^\\s/@?#]{1,253}$' }), { maxItems: 100 }),
      },
      { additionalProperties: false },
    ),
    /** Origins that browsers may call from; `*` for all. */
    cors_origins: Type.Array(Type.String()),
    /** Address of the ledger in PostgreSQL, for several machines; null for the file in the home directory. */
    ledger_url: Type.Union([Type.String({ pattern: '^postgres(ql)?://' }), Type.Null()]),
    /** Requests a minute of one address that gives no good key (C18). */
    anonymous_requests_per_minute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Addresses and networks (CIDR) of the proxies whose X-Forwarded-* headers are believed. */
    trusted_proxies: Type.Array(Type.String({ pattern: '^[0-9a-fA-F:.]+(/[0-9]{1,3})?$' })),
    /** Files with the certificate chain and its key (PEM); null to serve plain HTTP. */
    tls: Type.Union([
      Type.Object(
        { cert: Type.String({ minLength: 1 }), key: Type.String({ minLength: 1 }) },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    /** What becomes of requests that did not come over TLS: answered, redirected, or refused. */
    plain_http: Type.Union([Type.Literal('allow'), Type.Literal('redirect'), Type.Literal('refuse')]),
    /** Address at which callers reach the service, over TLS; plain HTTP is redirected to it. Null when nobody says. */
    public_url: Type.Union([Type.String({ pattern: '^https://[^\\s/?#@]+(/[^\\s?#]*)?$' }), Type.Null()]),
    /** Address and port that serve Prometheus metrics; null for none. */
    metrics_listen: Type.Union([Type.String({ pattern: '^[^\\s/]+:[0-9]{1,5}$' }), Type.Null()]),
    /** What a request for metrics must carry as a bearer token; null for nothing, on loopback addresses only. */
    metrics_token: Type.Union([Type.String({ minLength: 16 }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type Config = Static<typeof Config>;

/** What is wrong with the settings, as the end of a sentence that begins with the file; null when they are right. */
export function configFault(settings: unknown): string | null {
  const faults = Value.Errors(Config, settings);
  // An unknown key is told twice: first as a value that must not be, then with its name.
  const fault = faults.find(({ keyword }) => keyword === 'additionalProperties') ?? faults[0];
  if (!fault) return null;
  const where = fault.instancePath.slice(1).replaceAll('/', '.');
  if (fault.keyword !== 'additionalProperties') return `${where || 'the file'} ${fault.message}`;
  const { additionalProperties } = fault.params as { additionalProperties: string[] };
  const unknown = additionalProperties.map((key) => (where === '' ? key : `${where}.${key}`)).join(', ');
  if (where === 'plans') {
    return `${unknown}: the name of a plan is up to 32 lower-case letters, digits, _ and -, a letter first`;
  }
  const known = Object.keys(knownKeys(where));
  return `unknown key ${unknown} (known${where === '' ? '' : ` in ${where}`}: ${known.join(', ')})`;
}

function knownKeys(where: string): object {
  if (where === 'prices') return Prices.properties;
  if (where === 'fetch') return Config.properties.fetch.properties;
  if (/^plans\.[^.]*\.prices$/.test(where)) return Prices.properties;
  return where.startsWith('plans.') ? Plan.properties : Config.properties;
}
