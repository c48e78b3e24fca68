/**
 * The schema of `lintel.json`. It is separate from config.ts because the schema library takes long to load,
 * and most commands run on the defaults.
 */
import { isIP } from 'node:net';
import { forEachResource, nearest } from '@lintel/contract/plain';
import Type, { Errors, type Static } from '@lintel/contract/typebox';
import { mayBeSecret } from './config.js';

const planNamePattern = '^[a-z][a-z0-9_-]{0,31}$';

/** What may stand where a pattern is: an example in words. */
const examples = new Map<string, string>();

function shaped(pattern: string, example: string, options: { readonly maxLength?: number } = {}) {
  examples.set(pattern, example);
  return Type.String({ ...options, pattern });
}

const Price = Type.Integer({ minimum: 0, maximum: 1 });

const Prices = Type.Object(forEachResource(Price), { additionalProperties: false });

const Address = shaped(
  '^(https?://|mailto:)',
  'https://permits.example.org/plans or mailto:permits@example.org',
);

/** `host` or `host:port` each. */
const HostList = Type.Array(shaped('^[^\\s/@?#]{1,253}$', 'portal.example.org or 10.0.0.5:8443'), {
  maxItems: 100,
});

const Plan = Type.Object(
  {
    credits: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Requests a minute with all keys of an account; default: twice those of a key (C48). */
    account_requests_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000 })),
    /** Seconds that the service works for an account in a minute; default: 15 (C48). */
    work_seconds_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    /** Length of the credit window in days of 24 hours; default 30 (C17). */
    window_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
    /** Credits per record, by resource; default: the prices for all plans. */
    prices: Type.Optional(Type.Partial(Prices)),
    /** The message of a 402, a sentence (C18). */
    overage_message: Type.Optional(
      shaped('^.{1,199}\\.$', '"Your credits are used up.", with a full stop and at most 200 characters'),
    ),
    /** The address for upgrading the plan, in a 402. */
    upgrade_url: Type.Optional(Address),
  },
  { additionalProperties: false },
);

const SourceLimits = Type.Object(
  {
    /** The share of its rows that a source may lose between two releases; default 0.1. */
    vanished_share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** Days without a new or changed row after which it counts as silent; by default its habit says. */
    silent_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3660 })),
    /** Whether a night may bring any number of rows; default false. */
    any_rows: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const Config = Type.Object(
  {
    /** Plans by name: credits in the rolling window (null = unlimited) and requests a minute for each key. */
    plans: Type.Record(Type.String({ pattern: planNamePattern }), Plan, { additionalProperties: false }),
    /** Credits per record, by resource: 1, or 0 if it is free (C15). */
    prices: Prices,
    /** The address for upgrading a plan, in a 402. */
    upgrade_url: Address,
    /** Published releases kept on disk, for rollback and for cursors that began on them. */
    keep_releases: Type.Integer({ minimum: 1, maximum: 100 }),
    /** Beside those: how many are kept by age, the newest one of each of the last days, weeks and months that have one. */
    keep: Type.Object(
      {
        daily: Type.Integer({ minimum: 0, maximum: 366 }),
        weekly: Type.Integer({ minimum: 0, maximum: 520 }),
        monthly: Type.Integer({ minimum: 0, maximum: 1200 }),
      },
      { additionalProperties: false },
    ),
    /** The most gigabytes of refined rows that a build keeps for the next one; 0: none. */
    refined_cache_gb: Type.Number({ minimum: 0, maximum: 10_000 }),
    /** Fetching from portals. */
    fetch: Type.Object(
      {
        /** Who runs this installation, with a contact address, for the portals; null if not given. */
        operator: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()]),
        /** The most requests a second to one host. */
        requests_per_second: Type.Number({ minimum: 0.01, maximum: 100 }),
        /** Hours of the place in which portals of permit software are asked, such as `20-6`; null: all. */
        portal_hours: Type.Union([shaped('^([01]?\\d|2[0-3])-([01]?\\d|2[0-3])$', '20-6'), Type.Null()]),
        /** The most requests of one fetch of such a portal. */
        portal_requests: Type.Integer({ minimum: 500, maximum: 10_000_000 }),
        /** Sources of one host fetched at the same time. */
        concurrency_per_host: Type.Integer({ minimum: 1, maximum: 16 }),
        /** Hosts fetched from at the same time. */
        hosts_at_once: Type.Integer({ minimum: 1, maximum: 64 }),
        /** Application tokens by host, for example for Socrata. */
        app_tokens: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 })),
        /** Access tokens by host, which stand for a user there, for example of Accela's interface. */
        access_tokens: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 4000 })),
        /** Hosts outside the public internet that may be fetched from: `host` or `host:port`. */
        allow_hosts: HostList,
      },
      { additionalProperties: false },
    ),
    /** Saved searches and their channels. */
    watch: Type.Object(
      {
        /** Hosts outside the public internet that webhooks may call: `host` or `host:port`. */
        allow_hosts: HostList,
        /** The mail server of digests; null: no mail is sent. */
        smtp_url: Type.Union([shaped('^smtps?://', 'smtps://user:password@mail.example.org'), Type.Null()]),
        /** The sender's address, such as `Lintel <permits@example.org>`. */
        mail_from: Type.Union([
          shaped('^[^\\r\\n]*@[^\\r\\n]+$', 'Lintel <permits@example.org>', { maxLength: 320 }),
          Type.Null(),
        ]),
      },
      { additionalProperties: false },
    ),
    /** Accounts of people, who sign in at /account. */
    accounts: Type.Object(
      {
        /** Who may sign up: people on this machine, everybody, or only who was invited. */
        sign_up: Type.Union([Type.Literal('local'), Type.Literal('open'), Type.Literal('invited')]),
        /** The plan of a new account. */
        plan: Type.String({ pattern: planNamePattern }),
        /** An identity provider (OpenID Connect) beside passwords; null for none. */
        oidc: Type.Union([
          Type.Object(
            {
              /** What the button says: "Continue with NAME". */
              name: Type.String({ minLength: 1, maxLength: 60 }),
              /** The address below which `.well-known/openid-configuration` lies. */
              issuer: shaped('^https?://', 'https://example.org/path'),
              client_id: Type.String({ minLength: 1 }),
              client_secret: Type.String({ minLength: 1 }),
            },
            { additionalProperties: false },
          ),
          Type.Null(),
        ]),
      },
      { additionalProperties: false },
    ),
    /** What is usual for a source, by its id, where the rules of all sources are wrong for it. */
    sources: Type.Record(Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$' }), SourceLimits, {
      additionalProperties: false,
    }),
    /** Who is told when a night did not go well. */
    alerts: Type.Object(
      {
        /** The address that gets a mail, through the mail server of `watch`; null for no mail. */
        mail_to: Type.Union([
          shaped('^[^\\s@]+@[^\\s@]+$', 'operator@example.org', { maxLength: 320 }),
          Type.Null(),
        ]),
        /** The address that is called, with what signs the call (Standard Webhooks); null for none. */
        webhook: Type.Union([
          Type.Object(
            {
              url: shaped('^https?://', 'https://example.org/path'),
              secret: shaped('^whsec_[\\w+/=-]{24,}$', 'whsec_ and at least 24 characters of base64'),
            },
            { additionalProperties: false },
          ),
          Type.Null(),
        ]),
      },
      { additionalProperties: false },
    ),
    /** Origins from which browsers may call; `*` for all. */
    cors_origins: Type.Array(Type.String()),
    /** Address of the ledger in PostgreSQL, for several machines; null for the file in the home directory. */
    ledger_url: Type.Union([
      shaped('^postgres(ql)?://', 'postgres://user:password@db.example.org/lintel'),
      Type.Null(),
    ]),
    /** Address of the raw store in PostgreSQL, for several machines; null for the file in the home directory. */
    raw_url: Type.Union([
      shaped('^postgres(ql)?://', 'postgres://user:password@db.example.org/lintel'),
      Type.Null(),
    ]),
    /** Address of the releases in PostgreSQL that are served; null for those in the home directory. */
    release_url: Type.Union([
      shaped('^postgres(ql)?://', 'postgres://user:password@db.example.org/lintel'),
      Type.Null(),
    ]),
    /** Requests a minute from one address without a valid key (C18). */
    anonymous_requests_per_minute: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    /** Addresses and networks (CIDR) of the proxies whose X-Forwarded-* headers are trusted. */
    trusted_proxies: Type.Array(shaped('^[0-9a-fA-F:.]+(/[0-9]{1,3})?$', '10.0.0.0/8 or 2001:db8::/32')),
    /** Files with the certificate chain and its key (PEM); null for plain HTTP. */
    tls: Type.Union([
      Type.Object(
        { cert: Type.String({ minLength: 1 }), key: Type.String({ minLength: 1 }) },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
    /** Whether requests without TLS are answered, redirected or refused. */
    plain_http: Type.Union([Type.Literal('allow'), Type.Literal('redirect'), Type.Literal('refuse')]),
    /** The service's address over TLS, to which plain HTTP is redirected; null if not given. */
    public_url: Type.Union([
      shaped('^https://[^\\s/?#@]+(/[^\\s?#]*)?$', 'https://permits.example.org'),
      Type.Null(),
    ]),
    /** Address and port for Prometheus metrics; null for none. */
    metrics_listen: Type.Union([shaped('^[^\\s/]+:[0-9]{1,5}$', '127.0.0.1:9464'), Type.Null()]),
    /** The bearer token for metrics; null for none, on loopback addresses only. */
    metrics_token: Type.Union([Type.String({ minLength: 16 }), Type.Null()]),
    /** Who may use the pages without a key: people on this machine, everybody, or nobody. */
    visitors: Type.Union([Type.Literal('local'), Type.Literal('all'), Type.Literal('none')]),
    /** Whether pages are made to be found by search engines, and the site map is served. */
    search_engines: Type.Union([Type.Literal('off'), Type.Literal('on')]),
    /** Whom to tell of a weakness, in `security.txt`; null for none. */
    security_contact: Type.Union([
      shaped(
        '^(?:mailto:|https://|tel:)[^\\s]+$',
        'mailto:security@example.org or https://example.org/security',
      ),
      Type.Null(),
    ]),
    /** Origins whose pages may show charts in frames; `*` for all, none: there are no embeds. */
    embed_origins: Type.Array(Type.String(), { maxItems: 100 }),
    /** Whether anybody may download the published release as Parquet files, free and without a key (C78). */
    release_files: Type.Union([Type.Literal('off'), Type.Literal('open')]),
    /** Questions in SQL that the Query page offers beside its own. */
    query_examples: Type.Array(
      Type.Object(
        {
          title: Type.String({ minLength: 1, maxLength: 80 }),
          sql: Type.String({ minLength: 1, maxLength: 4_000 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 50 },
    ),
    /** Street tiles of the map; null for a map without streets, which needs no other host. */
    map_tiles: Type.Union([
      Type.Object(
        {
          /** Address of raster tiles with {z}, {x} and {y}, or of a PMTiles file, or the path of one on this machine. */
          url: shaped(
            '^(?:https?://[^\\s"\';,]+/[^\\s"\';,]*(?:\\{z\\}[^\\s"\';,]*|\\.pmtiles)|(?:/|[A-Za-z]:[\\\\/])[^:]+\\.pmtiles)$',
            'https://tiles.example.org/{z}/{x}/{y}.png, or the address or path of a .pmtiles file',
          ),
          /** Whose tiles these are, as their licence demands. */
          attribution: Type.String({ maxLength: 200 }),
        },
        { additionalProperties: false },
      ),
      Type.Null(),
    ]),
  },
  { additionalProperties: false },
);
export type Config = Static<typeof Config>;

/** What is wrong with the settings, each to follow the file name and a colon; empty if they are valid. */
export function configFaults(settings: unknown): string[] {
  // The library reports an unknown key twice: at its own path it only says that its schema is false.
  const faults = Errors(Config, settings)[1].filter(({ keyword }) => keyword !== 'boolean');
  const paths = [...new Set(faults.map(({ instancePath }) => instancePath))];
  // Of a value that may be null or an object, what is wrong within the object says more.
  const innermost = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
  return innermost.map((path) => {
    const ofPath = faults.filter(({ instancePath }) => instancePath === path);
    const where = path.slice(1).replaceAll('/', '.');
    const unknown = ofPath.find(({ keyword }) => keyword === 'additionalProperties');
    if (unknown?.keyword === 'additionalProperties')
      return unknownKeys(where, unknown.params.additionalProperties);
    const choices = ofPath.flatMap((fault) => (fault.keyword === 'const' ? [fault.params.allowedValue] : []));
    const wanted =
      choices.length > 0
        ? `must be one of ${choices.join(', ')}`
        : [...new Set(ofPath.filter(({ keyword }) => keyword !== 'anyOf').map(wish))].join(' or ');
    return `${where || 'the file'} ${wanted}${shownValue(where, settings)}`;
  });
}

/** What may stand there, in words. */
function wish(fault: Fault): string {
  switch (fault.keyword) {
    case 'pattern': {
      const example = examples.get(String(fault.params.pattern));
      return example === undefined ? fault.message : `must be like ${example}`;
    }
    case 'minimum':
      return `must be at least ${fault.params.limit}`;
    case 'maximum':
      return `must be at most ${fault.params.limit}`;
    case 'required':
      return `lacks ${fault.params.requiredProperties.join(', ')}`;
    default:
      return fault.message;
  }
}

type Fault = ReturnType<typeof Errors>[1][number];

function unknownKeys(where: string, keys: readonly string[]): string {
  const unknown = keys.map((key) => (where === '' ? key : `${where}.${key}`)).join(', ');
  if (where === 'plans') {
    return `${unknown}: the name of a plan is a lower-case letter, then up to 31 letters, digits, _ or -`;
  }
  if (where === 'sources')
    return `${unknown}: the id of a source is of lower-case letters, digits and -, as lintel source list has it`;
  const known = Object.keys(knownKeys(where));
  const meant = keys.map((key) => nearest(key, known)).filter((near) => near !== null);
  const hint = meant.length === 0 ? '' : `; did you mean ${meant.join(', ')}?`;
  return `unknown key ${unknown} (known${where === '' ? '' : ` in ${where}`}: ${known.join(', ')}${hint})`;
}

const maxShown = 60;

/** `, not "x"`: the value that stands there; empty for one that is long or may be a secret. */
function shownValue(where: string, settings: unknown): string {
  let value = settings;
  for (const key of where.split('.')) value = Object(value)[key];
  if (typeof value === 'object' || value === undefined || mayBeSecret(where)) return '';
  const text = JSON.stringify(value);
  return text.length > maxShown ? '' : `, not ${text}`;
}

/** What is wrong with settings that are well formed: names of nothing, and addresses that no request can have. */
export function configContradictions(config: Config): string[] {
  const { accounts, plans, trusted_proxies } = config;
  const faults: string[] = [];
  if (!Object.hasOwn(plans, accounts.plan)) {
    faults.push(`accounts.plan names no plan: "${accounts.plan}" (plans: ${Object.keys(plans).join(', ')})`);
  }
  for (const key of ['cors_origins', 'embed_origins'] as const) {
    for (const origin of config[key]) {
      if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue;
      faults.push(
        `${key} has "${origin}", which no browser sends: an origin is * or like https://app.example.org`,
      );
    }
  }
  for (const proxy of trusted_proxies) {
    const [address = '', length = '0'] = proxy.split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    if (Number(length) <= bits) continue;
    faults.push(`trusted_proxies has "${proxy}": an address, or a network like 10.0.0.0/8 or 2001:db8::/32`);
  }
  return faults;
}

function knownKeys(where: string): object {
  if (where === 'prices') return Prices.properties;
  if (where === 'keep') return Config.properties.keep.properties;
  if (where === 'watch') return Config.properties.watch.properties;
  if (where === 'accounts') return Config.properties.accounts.properties;
  if (where === 'accounts.oidc') return { name: '', issuer: '', client_id: '', client_secret: '' };
  if (where === 'fetch') return Config.properties.fetch.properties;
  if (where === 'alerts') return Config.properties.alerts.properties;
  if (where === 'alerts.webhook') return { url: '', secret: '' };
  if (where.startsWith('sources.')) return SourceLimits.properties;
  if (where === 'map_tiles') return { url: '', attribution: '' };
  if (/^plans\.[^.]*\.prices$/.test(where)) return Prices.properties;
  return where.startsWith('plans.') ? Plan.properties : Config.properties;
}
