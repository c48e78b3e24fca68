/**
 * Accela Citizen Access: the public search of a city's permit software, pages of HTML made for a browser.
 *
 * A search needs the session, the hidden fields and the address of the page before, and shows ten permits a page. Days
 * are asked for in windows, the newest first, each with a session of its own and stored as a whole. How many were found
 * is compared with how many were read: a window with too many or too few is halved, down to one day; what was still not
 * read is said (`unread`), and marks nothing as vanished. Asked once a second at most, within robots.txt, without
 * signing in.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AccelaFetch } from '../definition/fetch-schema.js';
import { AccelaDetails, type Detail, detailOf, isAt } from './accela-details.js';
import {
  detailPage,
  type FormFields,
  type FoundRow,
  formFields,
  foundNothing,
  isDraft,
  messageOf,
  modulesOf,
  type ResultPage,
  resultPage,
} from './accela-page.js';
import {
  type Connector,
  type Described,
  formOf,
  type Json,
  join,
  type Page,
  type Span,
  withQuery,
} from './connector.js';
import { CookieJar } from './cookie-jar.js';
import { asDate, type DayWindow, DayWindows } from './day-windows.js';
import type { PortalClient } from './portal-client.js';
import { faultOf, PortalFault } from './portal-fault.js';
import { heedRobots } from './robots.js';

const requestsPerSecond = 1;
const sizes = { firstDays: 7, mostDays: 64, fewRows: 40, manyRows: 100 };
/** Permits whose own pages are read before they are stored. */
const detailedRows = 10;
/** Some cities give no more than these rows of a search. */
const capRows = 100;
const mostPages = 2000;
/** Attempts at a window: sessions end. */
const attempts = 3;
/** Columns that may name a person. */
const personal = /\b(?:owner|applicant|contact|phone|e-?mail|created by|(?:first|last|full) name)\b/i;

/** A permit that a search found, and the session of that search. */
interface Row extends FoundRow {
  readonly cookies: CookieJar;
  /** What its page says, where the search led there. */
  readonly detail: Detail | null;
}

type Window = DayWindow<Row>;

/** The portal has forgotten the session, or had none: the search must begin anew. */
class SessionLost extends PortalFault {}

interface Opened {
  readonly page: string;
  readonly url: string;
}

export class AccelaConnector implements Connector {
  readonly address: string;
  readonly canAskSince = true;
  readonly #definition: AccelaFetch;
  readonly #client: PortalClient;
  readonly #search: string;
  readonly #windows: DayWindows<Row>;
  readonly #details: AccelaDetails;
  #stored: Span['stored'];
  /** Whether everything is read, also what is known. */
  #isAnew = true;

  constructor(definition: AccelaFetch, client: PortalClient) {
    this.#definition = definition;
    this.#client = client;
    this.address = definition.base_url;
    const tab = { module: definition.dataset, TabName: definition.dataset };
    this.#search = withQuery(join(this.address, 'Cap/CapHome.aspx'), tab);
    this.#details = new AccelaDetails(client, this.#search, async () => (await this.#open()).cookies);
    this.#windows = new DayWindows<Row>(
      {
        read: (start, end) => this.#window(start, end),
        keyOf,
        records: (rows) => this.#records(rows),
        storedRows: definition.details === true ? detailedRows : Number.POSITIVE_INFINITY,
      },
      sizes,
    );
    client.slowTo(requestsPerSecond);
  }

  /** The portal lists neither columns nor how many permits it has. */
  async describe(): Promise<Described> {
    return { columns: null, rows: null };
  }

  unread(): string | null {
    return this.#windows.unread();
  }

  unshown(): string | null {
    return this.#details.count();
  }

  pages(span: Span): AsyncGenerator<Page> {
    this.#stored = span.stored;
    this.#isAnew = span.sinceMs === null;
    return this.#windows.pages(span, this.#definition, this.#client.access.clock.now());
  }

  /** The permits of these days, both included. */
  async #window(start: number, end: number): Promise<Window> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#readWindow(start, end);
      } catch (error) {
        if (!(faultOf(error) instanceof SessionLost) || attempt >= attempts) throw error;
      }
    }
  }

  async #readWindow(start: number, end: number): Promise<Window> {
    const { opened, cookies } = await this.#open();
    const fields = withDates(formFields(opened.page), start, end);
    if (fields === null) throw noSearch(opened.page, this.#definition.dataset);
    const found = await this.#post(fields, 'ctl00$PlaceHolderMain$btnNewSearch', cookies);
    if (isAt(found.url, 'CapDetail.aspx')) {
      const row = { ...onlyRow(found, start), cookies, detail: detailOf(found.page) };
      return { rows: [row], doubt: end > start ? 'its day is not known' : null };
    }
    return this.#readPages(found, cookies, end === start);
  }

  async #readPages(found: Opened, cookies: CookieJar, isOneDay: boolean): Promise<Window> {
    let { page } = found;
    let shown = resultPage(page);
    if (shown === null) return nothingFound(page);
    if (shown.count?.isFloor === true && !isOneDay) return { rows: [], doubt: 'too many for one search' };
    const rows = new Map<string, Row>();
    for (let pages = 1; ; pages += 1) {
      const before = rows.size;
      for (const row of shown.rows) rows.set(keyOf(row), { ...row, cookies, detail: null });
      const isNew = rows.size > before;
      if (shown.next === null || !isNew || pages >= mostPages)
        return {
          rows: [...rows.values()],
          doubt: isNew ? doubtOf(rows.size, shown.count) : 'a page came twice',
        };
      ({ page } = await this.#post(formFields(page), shown.next, cookies));
      const next: ResultPage | null = resultPage(page);
      if (next === null)
        throw new SessionLost('sent a page without results where the next one was asked for');
      shown = next;
    }
  }

  /** The search page, in a session of its own. */
  async #open(): Promise<{ readonly opened: Opened; readonly cookies: CookieJar }> {
    const cookies = new CookieJar(new URL(this.address).host);
    await heedRobots(this.#client, this.#search);
    const request = { url: this.#search, cookies, expected: 'the search page' };
    return { opened: await this.#client.page(request, this.#checked), cookies };
  }

  readonly #checked = (page: string, url: string) => checked(page, url, this.#definition.dataset);

  #post(fields: FormFields, target: string, cookies: CookieJar): Promise<Opened> {
    const sent = new Map(fields).set('__EVENTTARGET', target).set('__EVENTARGUMENT', '');
    // Names of fields have signs that a form must escape.
    const form = formOf(
      Object.fromEntries([...sent].map(([name, value]) => [encodeURIComponent(name), value])),
    );
    const headers = { origin: new URL(this.address).origin, referer: this.#search };
    const request = { url: this.#search, form, headers, cookies, expected: 'a page of permits' };
    return this.#client.page(request, this.#checked);
  }

  /** Rows as they are stored: without drafts and persons, with the identity and the address of the permit. */
  async #records(rows: readonly Row[]): Promise<Record<string, unknown>[]> {
    const records = [];
    for (const row of rows) {
      if (isDraft(row.number)) continue;
      const cells = Object.entries(row.cells).filter(([heading]) => !personal.test(heading));
      const link = row.link === null ? null : new URL(row.link, this.address).href;
      const own = { ...Object.fromEntries(cells), CapId: keyOf(row), Number: row.number, Link: link };
      const record = row.detail === null ? own : await this.#withColumns(own);
      const isAsked = this.#definition.details === true && link !== null;
      records.push(isAsked ? { ...record, Detail: await this.#detailOf(row, record, link) } : record);
    }
    return records;
  }

  /** A permit's own page has fewer columns than a list of them: those of an earlier reading are kept. */
  async #withColumns(own: Json): Promise<Json> {
    const { Detail: _, ...before } = (await this.#stored?.(own)) ?? {};
    return { ...before, ...own };
  }

  /** What the permit's own page says, which is not asked again while the search shows the permit as before. */
  async #detailOf(row: Row, record: Json, link: string): Promise<unknown> {
    if (row.detail !== null) return row.detail;
    const { Detail, ...before } = (this.#isAnew ? null : await this.#stored?.(record)) ?? {};
    const isKnown = Detail !== undefined && Detail !== null && isDeepStrictEqual(before, record);
    return isKnown ? Detail : this.#details.of(link, row.cookies);
  }
}

/** The page, unless the portal led elsewhere. */
function checked(page: string, url: string, module: string): Opened {
  if (isAt(url, 'Login.aspx'))
    throw new PortalFault('shows its search only to those who sign in', {
      hint: 'Lintel signs in nowhere. Ask the city for its records.',
      refusal: 'login only',
    });
  if (isAt(url, 'Error.aspx') || isAt(url, 'SessionEnded.aspx')) {
    const said = messageOf(page);
    if (/\bmodule\b/i.test(said)) throw noSearch(page, module);
    const words = said === '' ? '' : ` ("${said}")`;
    throw new SessionLost(`led to its page of errors${words}, as it does where a session has ended`);
  }
  return { page, url };
}

/** The form with these days; null where it asks for none. */
function withDates(fields: FormFields, start: number, end: number): FormFields | null {
  const dated = new Map(fields);
  for (const [suffix, day] of [
    ['txtGSStartDate', start],
    ['txtGSEndDate', end],
  ] as const) {
    const name = [...fields.keys()].find((one) => one.endsWith(`$${suffix}`));
    if (name === undefined) return null;
    dated.set(name, asDate(day));
  }
  return dated;
}

function noSearch(page: string, module: string): PortalFault {
  const said = messageOf(page);
  const modules = modulesOf(page);
  const others = modules.length === 0 ? '' : ` It has ${modules.join(', ')}.`;
  return new PortalFault(
    said === ''
      ? `shows no search by dates for the module "${module}"`
      : `says "${said}" of the module "${module}"`,
    { hint: `"dataset" is the module whose permits are read, as the page's address names it.${others}` },
  );
}

/** A search that showed no table: it found nothing, or complains. */
function nothingFound(page: string): Window {
  if (foundNothing.test(page)) return { rows: [], doubt: null };
  const said = messageOf(page);
  // Some cities show the form again and say nothing.
  if (said === '') return { rows: [], doubt: null };
  return { rows: [], doubt: `it says "${said}"` };
}

/** Why a search may have given less than it found. */
function doubtOf(read: number, count: ResultPage['count']): string | null {
  if (count?.isFloor === true)
    return read > count.rows ? null : `${read} were read of more than ${count.rows}`;
  if (count !== null && read !== count.rows) return `${read} of ${count.rows} were read`;
  return read === capRows ? `${read} were read, and it may have more` : null;
}

function keyOf({ link, number }: FoundRow): string {
  const query = new URL(link ?? '', 'https://portal').searchParams;
  const parts = ['capID1', 'capID2', 'capID3'].map((name) => query.get(name) ?? '');
  return parts[0] === '' ? number : parts.join('-');
}

/** A search that found one permit leads to its page. */
function onlyRow({ page, url }: Opened, day: number): FoundRow {
  const { cells } = detailPage(page);
  const { pathname, search } = new URL(url);
  return {
    cells: { Date: asDate(day), ...cells },
    number: cells['Record Number'] ?? '',
    link: pathname + search,
  };
}
