/**
 * Tyler EnerGov Citizen Self Service ("Civic Access"): the public search of a city's permit software.
 *
 * There is no list of permits, only a search: newest first, a hundred a page, and never more than its first 10,000. Its
 * own date criteria are mostly ignored, so the window is cut here, once a page is wholly older; an order that does not
 * hold cuts nothing. Where all permits are too many for one search, they are read from both ends, then by the
 * beginnings of their numbers, year by year; what was still not reached is said (`unread`), and marks nothing as
 * vanished. Asked once a second at most, within robots.txt, without signing in.
 */
import type { EnergovFetch } from '../definition/fetch-schema.js';
import { readInstant } from '../read/instant.js';
import {
  asItems,
  type Connector,
  type Described,
  isObject,
  type Json,
  join,
  nameOf,
  type Page,
  recordsOf,
  type Span,
} from './connector.js';
import { EnergovContractors } from './energov-contractors.js';
import { earlierPrefix, prefixesIn } from './number-prefixes.js';
import type { PortalClient } from './portal-client.js';
import { isOfOnePage, PortalFault, passing } from './portal-fault.js';
import { heedRobots } from './robots.js';

const pageRows = 100;
/** What one search gives at most. */
const searchCeiling = 10_000;
const recentDays = 90;
const dayMs = 86_400_000;
const requestsPerSecond = 1;
/** A kind of permit number is followed back until it has none for so many years. */
const quietYears = 3;
const permits = 2;

interface Session {
  /** Which of the authorities of the host is asked. */
  readonly headers: Readonly<Record<string, string>>;
  /** A whole body of a search: most hosts fail at a part of one. */
  readonly criteria: Json;
}

interface Found {
  readonly rows: readonly Record<string, unknown>[];
  readonly found: number;
}

interface Search {
  readonly keyword: string;
  readonly isOldestFirst: boolean;
}

const newestFirst: Search = { keyword: '', isOldestFirst: false };

interface Cursor extends Search {
  readonly page: number;
  /** Rows of the search up to the end of this page. */
  readonly given: number;
  /** How many the search had: fewer later means that rows moved up a page. */
  readonly found: number;
}

export class EnergovConnector implements Connector {
  readonly address: string;
  readonly canAskSince = true;
  readonly #definition: EnergovFetch;
  readonly #client: PortalClient;
  readonly #contractors: EnergovContractors;
  #session: Promise<Session> | null = null;
  readonly #ceiling: number;
  #first: Found | null = null;
  #hasOrder = true;
  readonly #seen = new Set<string>();
  #unread: string | null = null;

  constructor(definition: EnergovFetch, client: PortalClient, ceiling = searchCeiling) {
    this.#definition = definition;
    this.#client = client;
    this.#ceiling = ceiling;
    this.address = definition.base_url;
    this.#contractors = new EnergovContractors(client, this.address);
    client.slowTo(requestsPerSecond);
  }

  async describe(sinceMs: number | null): Promise<Described> {
    if (sinceMs !== null) return { columns: null, rows: null };
    this.#first = await this.#search(newestFirst, 1);
    return { columns: null, rows: this.#first.found };
  }

  unread(): string | null {
    return this.#unread;
  }

  async *pages({ cursor, sinceMs }: Span): AsyncGenerator<Page> {
    const resumed = cursor as Cursor | null;
    const first = sinceMs === null ? (this.#first ?? (await this.#search(newestFirst, 1))) : null;
    if (first === null || first.found <= this.#ceiling) {
      yield* this.#walk(newestFirst, resumed, this.#endOf(sinceMs));
      return;
    }
    const searches = [newestFirst, { ...newestFirst, isOldestFirst: true }];
    const begun = searches.findIndex((search) => isOf(resumed, search));
    for (const search of resumed === null || begun >= 0 ? searches.slice(Math.max(0, begun)) : [])
      yield* this.#walk(search, resumed, null);
    if (first.found > 2 * this.#ceiling || this.#definition.prefixes !== undefined)
      yield* this.#byPrefix(first.rows, begun >= 0 ? null : resumed);
    const missed = first.found - this.#seen.size;
    if (resumed !== null)
      this.#unread = `of ${first.found} permits it is not known whether all were read, as the fetch was resumed`;
    else if (missed > 0) this.#unread = `${missed} of ${first.found} permits are out of reach of its search`;
  }

  /** Searches by the beginnings of numbers, from the one in which a fetch stopped on. */
  async *#byPrefix(newest: Found['rows'], resumed: Cursor | null): AsyncGenerator<Page> {
    const given = this.#definition.prefixes;
    const numbers = newest.map(({ CaseNumber }) => String(CaseNumber ?? '').trim());
    let isPast = resumed !== null;
    for (const start of given ?? prefixesIn(numbers)) {
      let quiet = 0;
      for (let keyword: string | null = start; keyword !== null && quiet < quietYears; ) {
        if (keyword === resumed?.keyword) isPast = false;
        if (!isPast) {
          const before = this.#seen.size;
          yield* this.#walk({ keyword, isOldestFirst: false }, resumed, null);
          quiet = this.#seen.size > before ? 0 : quiet + 1;
        }
        keyword = given === undefined ? earlierPrefix(keyword) : null;
      }
    }
  }

  /** The pages of a search with what was not read before, to its end or the first that is wholly before `endMs`. */
  async *#walk(search: Search, resumed: Cursor | null, endMs: number | null): AsyncGenerator<Page> {
    const isBegun = resumed !== null && isOf(resumed, search);
    let page = isBegun ? resumed.page + 1 : 1;
    let before = isBegun ? resumed.found : 0;
    let given = isBegun ? resumed.given : 0;
    let size = 0;
    let lastMs = Number.POSITIVE_INFINITY;
    let isOrdered = true;
    for (;;) {
      const { rows, found } = await this.#search(search, page);
      const gone = before - found;
      before = found;
      if (gone > 0 && page > 1) {
        const back = Math.min(page - 1, Math.ceil(gone / Math.max(1, size)));
        page -= back;
        given = Math.max(0, given - back * size);
        continue;
      }
      given += rows.length;
      size = Math.max(size, rows.length);
      const times = rows.map((row) => this.#timeOf(row)).filter((time) => time !== null);
      if (Math.max(...times) > lastMs) isOrdered = false;
      lastMs = Math.min(lastMs, ...times);
      const unseen = rows.filter(({ CaseId }) => !this.#seen.has(String(CaseId)));
      for (const { CaseId } of unseen) this.#seen.add(String(CaseId));
      if (unseen.length > 0) {
        const items = asItems(await this.#detailed(unseen.filter(isPermit).map(withoutPersons)));
        yield { items, cursor: { ...search, page, given, found }, newestMs: this.#newest(times) };
      }
      // A page without any date says nothing of where it stands.
      const isOld = endMs !== null && times.length > 0 && times.every((time) => time < endMs);
      const isBefore = isOld && this.#hasOrder && isOrdered;
      if (rows.length === 0 || given >= Math.min(found, this.#ceiling) || isBefore) return;
      page += 1;
    }
  }

  #endOf(sinceMs: number | null): number | null {
    return sinceMs === null ? null : sinceMs - (this.#definition.recent_days ?? recentDays) * dayMs;
  }

  #timeOf(row: Record<string, unknown>): number | null {
    return readInstant(row[this.#definition.order_by ?? 'ApplyDate']);
  }

  /** The latest that is not in the future: some are, by typing errors, and would end every later fetch. */
  #newest(times: readonly number[]): number | null {
    const now = this.#client.access.clock.now();
    const past = times.filter((time) => time <= now);
    return past.length === 0 ? null : Math.max(...past);
  }

  async #search(search: Search, page: number): Promise<Found> {
    const sorted = await this.#ask(search, page, this.#hasOrder);
    if (sorted !== null) return sorted;
    // Some hosts give no result for any order; a search that had one keeps it.
    const unsorted = page === 1 && search === newestFirst ? await this.#ask(search, page, false) : null;
    if (unsorted === null) throw passing(`gave no result for page ${page} of a search`);
    this.#hasOrder = false;
    return unsorted;
  }

  /** Null where the portal says that it has no result. */
  async #ask({ keyword, isOldestFirst }: Search, page: number, isSorted: boolean): Promise<Found | null> {
    const { headers, criteria } = await this.#opened();
    const order = isSorted && {
      SortBy: this.#definition.order_by ?? 'ApplyDate',
      SortAscending: isOldestFirst,
    };
    const paging = { PageNumber: page, PageSize: pageRows, ...order };
    const { PermitCriteria } = criteria;
    const body = {
      ...criteria,
      Keyword: keyword,
      ExactMatch: true,
      SearchModule: 1,
      FilterModule: permits,
      ...paging,
      PermitCriteria: { ...(isObject(PermitCriteria) && PermitCriteria), ...paging },
    };
    const url = join(this.address, 'api/energov/search/search');
    const expected = 'JSON with the list "EntityResults"';
    return this.#client.json({ url, json: JSON.stringify(body), headers, expected }, (value) => {
      if (isObject(value) && value.Result === null && value.Success === false) return null;
      const result = resultOf(value);
      const found = Number(result.TotalFound);
      if (!Number.isInteger(found))
        throw new PortalFault(`sent ${nameOf(result.TotalFound)} as "TotalFound"`);
      return { rows: recordsOf(result.EntityResults, 'the list "EntityResults"'), found };
    });
  }

  /** The rows, each with what the page of the permit says of its value, where the definition asks for it. */
  async #detailed(rows: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
    if (this.#definition.details !== true) return [...rows];
    const detailed = [];
    for (const row of rows) detailed.push({ ...row, Detail: await this.#detailOf(row) });
    return detailed;
  }

  /** Null for a permit whose page is not public. */
  async #detailOf({ CaseId }: Record<string, unknown>): Promise<Json | null> {
    const { headers } = await this.#opened();
    const url = join(this.address, 'api/energov/permits/permitdetail');
    const json = JSON.stringify({ EntityId: CaseId, ModuleId: 1 });
    try {
      const request = { url, json, headers, expected: 'the page of a permit' };
      const said = await this.#client.json(request, (value) => {
        if (isObject(value) && value.Success === false) return null;
        const { Value, SquareFeet } = resultOf(value);
        return { Value, SquareFeet };
      });
      return said === null ? null : { ...said, Contractors: await this.#contractors.of(CaseId, headers) };
    } catch (error) {
      if (isOfOnePage(error)) return null;
      throw error;
    }
  }

  #opened(): Promise<Session> {
    this.#session ??= this.#open();
    return this.#session;
  }

  async #open(): Promise<Session> {
    const { origin } = new URL(this.address);
    await heedRobots(this.#client, join(this.address, 'api/energov/search/search'));
    const tenants = {
      url: join(this.address, 'api/tenants/gettenantslist'),
      expected: 'the list of tenants',
    };
    const headers = await this.#client.json(tenants, (value) => headersOf(value, origin, this.address));
    const template = {
      url: join(this.address, 'api/energov/search/criteria'),
      headers,
      expected: 'the criteria',
    };
    return { headers, criteria: await this.#client.json(template, resultOf) };
  }
}

function isOf(cursor: Cursor | null, { keyword, isOldestFirst }: Search): boolean {
  return cursor?.keyword === keyword && cursor.isOldestFirst === isOldestFirst;
}

/** Plans may have the number of a permit; those found beside permits are left out. */
function isPermit({ ModuleName }: Record<string, unknown>): boolean {
  return ModuleName === undefined || ModuleName === null || Number(ModuleName) === permits;
}

/** Columns of licences and businesses, which may name a person. */
const personal = /^(Holder|Company|Business|TaxID$|DBA$)/;

function withoutPersons(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !personal.test(name)));
}

function resultOf(value: unknown): Json {
  if (isObject(value) && isObject(value.Result)) return value.Result;
  const said = isObject(value) ? (value.ErrorMessage ?? value.Message) : undefined;
  throw new PortalFault(`sent ${nameOf(said ?? value)}`, { isPassing: true });
}

/** What names the first active tenant in later requests. Without it every one of them fails with status 500. */
function headersOf(value: unknown, origin: string, referer: string): Record<string, string> {
  const tenants = recordsOf(isObject(value) ? value.Result : value, 'the list "Result" of tenants');
  const tenant = tenants.find(({ IsActive }) => IsActive !== false);
  if (tenant === undefined) throw new PortalFault('lists no active tenant');
  return {
    tenantid: String(tenant.TenantID ?? 1),
    tenantname: String(tenant.TenantName ?? ''),
    'tyler-tenanturl': String(tenant.TenantUrl ?? ''),
    'tyler-tenant-culture': 'en-US',
    accept: 'application/json, text/plain, */*',
    origin,
    referer,
  };
}
