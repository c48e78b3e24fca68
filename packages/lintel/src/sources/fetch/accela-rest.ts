/**
 * Accela's interface for programs ("Construct", version 4), for who has an app id of Accela and an agency that lets it
 * read.
 *
 * Records are searched by the days on which they were opened, a hundred a request, from an offset on. Days are asked
 * for in windows as on the pages of Citizen Access: each is stored as a whole, and one that gave fewer than it has is
 * halved and, at a day, said (`unread`). Most agencies let nobody read without a person who signs in: they are `login
 * only`. App id and token come from the settings, by host, and are sent to no other. Staff, owners and contacts in a
 * record are dropped here.
 */
import { UserError } from '../../base/user-error.js';
import type { AccelaRestFetch } from '../definition/fetch-schema.js';
import { isDraft } from './accela-page.js';
import {
  type Connector,
  type Described,
  isObject,
  type Json,
  join,
  nameOf,
  type Page,
  recordsOf,
  type Span,
  withQuery,
} from './connector.js';
import { type DayWindow, DayWindows, isoDate } from './day-windows.js';
import type { PortalClient } from './portal-client.js';
import { PortalFault, type Refusal } from './portal-fault.js';
import { heedRobots } from './robots.js';

const requestsPerSecond = 1;
const pageRows = 100;
const sizes = { firstDays: 16, mostDays: 256, fewRows: 300, manyRows: 2000 };
/** Rows of a window that are read; one with more is halved. */
const mostRows = 10_000;
/** Fields that name people: staff, owners, contacts and who signed. */
const personal = /^(?:owners?|contacts?|createdBy|.*(?:User|UserId|ByUser)|inspector\w*|.*[Ss]ignature)$/;

interface Found {
  readonly records: readonly Json[];
  readonly hasMore: boolean;
  /** How many the search has; null where it does not say. */
  readonly total: number | null;
}

export class AccelaRestConnector implements Connector {
  readonly address: string;
  readonly canAskSince = true;
  readonly #definition: AccelaRestFetch;
  readonly #client: PortalClient;
  readonly #windows: DayWindows<Json>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #token: string | undefined;

  constructor(definition: AccelaRestFetch, client: PortalClient) {
    this.#definition = definition;
    this.#client = client;
    this.address = join(definition.base_url, 'v4/search/records');
    const { host } = new URL(this.address);
    this.#token = client.access.accessTokens?.[host];
    this.#headers = {
      'x-accela-agency': definition.dataset.split('/')[0] ?? '',
      'x-accela-environment': definition.environment ?? 'PROD',
      ...(this.#token !== undefined && { authorization: this.#token }),
    };
    this.#windows = new DayWindows<Json>(
      {
        read: (start, end) => this.#window(start, end),
        keyOf: ({ id }) => String(id),
        records: async (rows) => rows.filter(({ customId }) => !isDraft(String(customId ?? ''))).map(asRow),
        storedRows: Number.POSITIVE_INFINITY,
      },
      sizes,
    );
    client.nameToken('x-accela-appid');
    client.slowTo(requestsPerSecond);
  }

  /** It counts a search, not all records. */
  async describe(): Promise<Described> {
    const { host } = new URL(this.address);
    if (this.#client.access.tokens[host] === undefined)
      throw new UserError(
        `${host} answers programs with an app id only, and the settings have none for it.`,
        {
          hint: `Set LINTEL_ACCELA_APP_ID, or "fetch": {"app_tokens": {"${host}": "…"}} in lintel.json; developer.accela.com gives app ids. A token that an agency gave you is LINTEL_ACCELA_TOKEN.`,
        },
      );
    return { columns: null, rows: null };
  }

  unread(): string | null {
    return this.#windows.unread();
  }

  credentials(): string {
    return this.#token === undefined ? 'app id' : 'app id and token';
  }

  async *pages(span: Span): AsyncGenerator<Page> {
    await heedRobots(this.#client, this.address);
    yield* this.#windows.pages(span, this.#definition, this.#client.access.clock.now());
  }

  async #window(start: number, end: number): Promise<DayWindow<Json>> {
    const rows = new Map<string, Json>();
    for (let offset = 0; ; ) {
      const { records, hasMore, total } = await this.#page(start, end, offset);
      const before = rows.size;
      for (const record of records) rows.set(String(record.id), record);
      const read = [...rows.values()];
      const isMuch = end > start && (total ?? rows.size) > mostRows;
      if (isMuch) return { rows: [], doubt: 'too many for one search' };
      if (records.length > 0 && rows.size === before) return { rows: read, doubt: 'a page came twice' };
      if (hasMore && records.length === 0) return { rows: read, doubt: 'a page came empty' };
      const isShort = total !== null && total !== rows.size;
      if (!hasMore) return { rows: read, doubt: isShort ? `${rows.size} of ${total} were read` : null };
      offset += records.length;
    }
  }

  #page(start: number, end: number, offset: number): Promise<Found> {
    const { dataset, details } = this.#definition;
    const url = withQuery(this.address, {
      offset,
      limit: pageRows,
      expand: details === true ? 'addresses,professionals' : 'addresses',
    });
    const module = dataset.slice(dataset.indexOf('/') + 1);
    const json = JSON.stringify({ module, openedDateFrom: isoDate(start), openedDateTo: isoDate(end) });
    const headers = this.#headers;
    const asked = { url, json, headers, expected: 'JSON with the list "result" of records', explain };
    return this.#client.json(asked, foundIn);
  }
}

/** A search without a hit has no list. */
function foundIn(value: unknown): Found {
  if (!isObject(value) || (value.result === undefined && value.page === undefined && value.status !== 200))
    throw new PortalFault(`sent ${nameOf(value)}`);
  const records = recordsOf(value.result ?? [], 'the list "result"');
  const nameless = records.findIndex(({ id }) => typeof id !== 'string' || id === '');
  if (nameless >= 0) throw new PortalFault(`sent record ${nameless + 1} without its "id"`);
  const page = isObject(value.page) ? value.page : {};
  const more = page.hasmore ?? page.hasMore;
  const total = Number(page.total ?? Number.NaN);
  return {
    records,
    hasMore: typeof more === 'boolean' ? more : records.length >= pageRows,
    total: Number.isInteger(total) ? total : null,
  };
}

/** A record as it is stored: without people, its professionals by firm and licence, the main one first. */
function asRow(record: Json): Record<string, unknown> {
  const { professionals, ...rest } = record;
  const row = Object.fromEntries(Object.entries(rest).filter(([name]) => !personal.test(name)));
  if (!Array.isArray(professionals)) return row;
  const firms = professionals
    .filter(isObject)
    .toSorted((a, b) => Number(b.isPrimary === 'Y') - Number(a.isPrimary === 'Y'))
    .map(({ businessName, fullName, licenseNumber, licenseType }) => ({
      name: businessName || fullName || null,
      license: licenseNumber ?? null,
      type: isObject(licenseType) ? (licenseType.text ?? licenseType.value ?? null) : (licenseType ?? null),
    }));
  return { ...row, professionals: firms };
}

const refusals: Readonly<Record<string, Refusal>> = {
  anonymous_user_unavailable: 'login only',
  no_token: 'login only',
  unauthorized_app: 'blocked',
  forbidden: 'blocked',
};
const hints: Readonly<Record<string, string>> = {
  anonymous_user_unavailable: 'Ask the agency to let your app read without a user, or for a token.',
  no_token: 'Ask the agency to let your app read without a user, or for a token.',
  unauthorized_app: 'Ask the agency to enable your app.',
  forbidden: 'Ask the agency to let your app read its records.',
  token_expired: 'Set a new token (LINTEL_ACCELA_TOKEN), or none.',
  invalid_token: 'Set a new token of this agency (LINTEL_ACCELA_TOKEN), or none.',
  bad_request:
    'See whether "dataset" is AGENCY/Module as Accela writes them, and whether the app id is right.',
};

/** What the interface says of a request that it does not answer: `{status, code, message, more, traceId}`. */
function explain(status: number, text: string): PortalFault | null {
  if (status !== 400 && status !== 401 && status !== 403) return null;
  const [, code = ''] = /"code"\s*:\s*"(\w+)"/.exec(text) ?? [];
  const [, message = ''] = /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  if (code === '') return null;
  const hint = hints[code];
  const refusal = refusals[code];
  return new PortalFault(`answered ${code} (${message})`, {
    ...(hint !== undefined && { hint }),
    ...(refusal !== undefined && { refusal }),
  });
}
