/**
 * A portal of permit software on a local port: Accela Citizen Access as cities run it, with made-up permits.
 *
 * Every page has a view state and an anti-forgery field of its own, and the next request must bring those of the page
 * before, with cookies, Origin and Referer; else it leads to Error.aspx. A search shows ten permits a page, the pager
 * shifts after ten pages, a search that finds one permit leads to its page, and more than a hundred are `100+`.
 */
import type { IncomingMessage } from 'node:http';
import { type DetailKind, detailHtml, kindOf } from './accela-detail.js';
import { LocalServer } from './local-server.js';
import { htmlPage, type Reply } from './reply.js';

export interface AccelaPermit {
  readonly id: number;
  readonly number: string;
  readonly type: string;
  /** `2026-06-30`. */
  readonly opened: string;
  status: string;
  readonly address: string;
  readonly project: string;
}

const agency = '/ELMCITY';
const search = `${agency}/Cap/CapHome.aspx`;
const dayMs = 86_400_000;
const pageRows = 10;
const grid = 'ctl00$PlaceHolderMain$dgvPermitList$gdvPermitList';
const gridId = grid.replaceAll('$', '_');
const form = 'ctl00$PlaceHolderMain$generalSearchForm$';
/** The day of the last made-up permit. */
export const accelaEndMs = Date.UTC(2026, 5, 30);

/** `count` permits back from the last day, so many a day; the same in every run. Some are drafts or have no page. */
export function accelaPermits(count: number, perDay = 2): AccelaPermit[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at,
    number: `${at % 17 === 5 ? '26TMP' : 'B26'}-${String(at).padStart(6, '0')}`,
    type: at % 2 === 0 ? 'Residential New' : 'Electrical & Solar',
    opened: new Date(accelaEndMs - Math.floor(at / perDay) * dayMs).toISOString().slice(0, 10),
    status: at % 3 === 0 ? 'Issued' : 'Finaled',
    address: `${100 + at} N Elm ST, Elm City KS 67001`,
    project: `House <${at}> "new"`,
  }));
}

interface Session {
  /** Number of its latest page. */
  page: number;
  found: readonly AccelaPermit[];
  at: number;
}

const columns: Readonly<Record<string, (permit: AccelaPermit) => string>> = {
  Date: ({ opened }) => `<span id="x_lblUpdatedTime">${american(opened)}</span>`,
  'Record Number': (permit) => numberCell(permit),
  'Record Type': ({ type }) => `<span id="x_lblType">${escaped(type)}</span>`,
  Address: ({ address }) => `<span id="x_lblPermitAddress">${escaped(address)}</span>`,
  'Project Name': ({ project }) => `<span id="x_lblProjectName">${escaped(project)}</span>`,
  Status: ({ status }) => `<span id="x_lblStatus">${status}</span>`,
  'Owner Name': () => '<span>Ann Example</span>',
};

export class AccelaServer extends LocalServer {
  permits: AccelaPermit[] = [];
  /** Columns of this city, in its order: heading → which of the known columns it is. */
  headings: Readonly<Record<string, string>> = Object.fromEntries(
    Object.keys(columns).map((name) => [name, name]),
  );
  /** Rows that a search gives at most, whatever it found. */
  cap = Number.POSITIVE_INFINITY;
  module = 'Building';
  isLoginOnly = false;
  /** Whether it finds the same permits whatever days are asked for. */
  ignoresDates = false;
  hasDates = true;
  robots: string | null = null;
  /** What a search that finds nothing says: some show the form again and no word. */
  nothing = 'Your search returned no results. Please modify your search criteria and try again.';
  /** How the pages of permits are given: to all, within a session only, to those who sign in, or refused. */
  details: 'all' | 'session' | 'login' | 'refused' = 'all';
  /** What such a page shows. */
  detailKind: (permit: AccelaPermit) => DetailKind = kindOf;
  /** Pages of permits that were asked for. */
  detailed = 0;
  /** Called before each request of the search page; a reply replaces the right one. */
  before: (number: number) => Reply | null = () => null;
  /** Requests so far that began a search or turned a page. */
  posts = 0;
  asked = 0;
  readonly paths: string[] = [];
  readonly #sessions = new Map<string, Session>();

  get url(): string {
    return `${this.origin}${agency}`;
  }

  /** As after twenty minutes: every session is forgotten. */
  endSessions(): void {
    this.#sessions.clear();
  }

  protected reply(request: IncomingMessage, body: string): Reply {
    const { url = '', method } = request;
    this.paths.push(url);
    const { pathname, searchParams } = new URL(url, this.origin);
    if (pathname === '/robots.txt') {
      return this.robots === null ? page(htmlPage, 404) : page(this.robots);
    }
    if (pathname === agency) return redirect(`${agency}/Default.aspx`);
    if (pathname === `${agency}/Default.aspx`) return page(frontPage(this.module));
    if (pathname === `${agency}/Error.aspx` && searchParams.has('ErrorId'))
      return page(wrongModule(this.module));
    if (pathname === `${agency}/Login.aspx` || pathname === `${agency}/Error.aspx`) return page(htmlPage);
    if (pathname === `${agency}/Cap/CapDetail.aspx`) return this.#detail(searchParams, request);
    if (pathname !== search) return page(htmlPage, 404);
    this.asked += 1;
    const other = this.before(this.asked);
    if (other !== null) return other;
    if (this.isLoginOnly) return redirect(`${agency}/Login.aspx?ReturnUrl=x`);
    if (searchParams.get('module') !== this.module) return redirect(`${agency}/Error.aspx?ErrorId=5851a3b1`);
    return method === 'POST' ? this.#post(request, new URLSearchParams(body)) : this.#form();
  }

  #form(): Reply {
    const key = `s${this.asked}`;
    this.#sessions.set(key, { page: 1, found: [], at: 0 });
    return page(this.#page(1, ''), 200, { 'set-cookie': `ACA_SS_STORE=${key}; path=/; HttpOnly` });
  }

  #post({ headers }: IncomingMessage, sent: URLSearchParams): Reply {
    this.posts += 1;
    const key = /ACA_SS_STORE=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const session = this.#sessions.get(key);
    const isRight =
      session !== undefined &&
      headers.origin === this.origin &&
      headers.referer?.startsWith(`${this.origin}${search}`) === true &&
      sent.get('__VIEWSTATE') === `view+${session.page}/=` &&
      sent.get('ACA_CS_FIELD') === `cs${session.page}` &&
      sent.get(`${form}ddlGSPermitType`) === '' &&
      sent.has('Submit') &&
      !sent.has('ctl00$btn');
    if (!isRight) return redirect(`${agency}/Error.aspx`);
    const target = sent.get('__EVENTTARGET') ?? '';
    if (target === 'ctl00$PlaceHolderMain$btnNewSearch') this.#find(session, sent);
    else if (target === `${grid}$ctl13$ctl${session.at % 7 === 0 ? '04' : '14'}`) session.at += 1;
    else return redirect(`${agency}/Error.aspx`);
    session.page += 1;
    const [only, second] = session.found;
    if (only === undefined)
      return page(this.#page(session.page, `<div id="x_messageBar">${this.nothing}</div>`));
    if (second === undefined) return redirect(linkOf(only));
    return page(this.#page(session.page, this.#grid(session)));
  }

  #find(session: Session, sent: URLSearchParams): void {
    const [from = '', to = ''] = ['txtGSStartDate', 'txtGSEndDate'].map((name) =>
      iso(sent.get(form + name) ?? ''),
    );
    const found = this.permits.filter(({ opened }) => this.ignoresDates || (opened >= from && opened <= to));
    session.found = found.slice(0, this.cap);
    session.at = 0;
  }

  #page(number: number, results: string): string {
    const dates = ['txtGSStartDate', 'txtGSEndDate'].map(
      (name) => `<input name="${form}${name}" type="text" value="04/19/2023" id="${name}" />`,
    );
    return `<!DOCTYPE html><html><head><script>var a = "<input name='no'>";</script></head><body>
<form name="aspnetForm" method="post" action="./CapHome.aspx?module=${this.module}">
<input type="hidden" name="ACA_CS_FIELD" value="cs${number}" /><input type="hidden" name="__EVENTTARGET" value="" />
<input type="hidden" name="__VIEWSTATE" value="view+${number}/=" /><!-- <input name="__VIEWSTATE" value="no"> -->
<input type="submit" name="ctl00$btn" value="Search" />
<select name="${form}ddlGSPermitType"><option selected="selected" value="">--Select--</option><option value="Building/New/NA/NA">New</option></select>
${this.hasDates ? dates.join('') : ''}${results}<input type="hidden" name="Submit" value="Submit" />
${pager(`ctl00$Hidden`, 1, 3, 'ctl09')}</form></body></html>`;
  }

  #grid({ found, at }: Session): string {
    const first = at * pageRows;
    const rows = found.slice(first, first + pageRows);
    const count = found.length > 100 ? `${Math.floor(Math.max(100, first) / 100) * 100}+` : found.length;
    const head = Object.keys(this.headings).map((name) => `<th scope="col"><a href="#">${name}</a></th>`);
    const lines = rows.map((permit, index) => {
      const cells = Object.values(this.headings).map((name) => `<td>${columns[name]?.(permit)}</td>`);
      const odd = index % 2 === 0 ? 'Odd' : 'Even';
      return `<tr class="ACA_TabRow_${odd} ACA_TabRow_${odd}_FontSize"><td></td>${cells.join('')}</tr>`;
    });
    const pages = Math.ceil(found.length / pageRows);
    const next = at % 7 === 0 ? 'ctl04' : 'ctl14';
    return `<table id="${gridId}" class="ACA_GridView">
<tr><td><table><tr><td>Showing ${first + 1}-${first + rows.length} of ${count}&nbsp;|&nbsp;<a href="#">Download results</a></td></tr></table></td></tr>
<tr><th></th>${head.join('')}</tr>${lines.join('\n')}
<tr class="ACA_Table_Pages"><td colspan="9">${pager(`${grid}$ctl13`, at + 1, pages, next)}</td></tr></table>`;
  }

  #detail(query: URLSearchParams, { headers }: IncomingMessage): Reply {
    this.detailed += 1;
    if (this.details === 'login') return redirect(`${agency}/Login.aspx?ReturnUrl=x`);
    if (this.details === 'refused') return page(htmlPage, 403);
    const permit = this.permits.find(({ id }) => capId(id) === query.get('capID3'));
    const hasSession = this.#sessions.has(/ACA_SS_STORE=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '');
    if (permit === undefined || (this.details === 'session' && !hasSession))
      return redirect(`${agency}/Error.aspx`);
    return page(detailHtml(permit, this.detailKind(permit), escaped));
  }
}

function capId(id: number): string {
  return String(id).padStart(5, '0');
}

function linkOf({ id }: AccelaPermit): string {
  return `${agency}/Cap/CapDetail.aspx?Module=Building&TabName=Building&capID1=26REC&capID2=00000&capID3=${capId(id)}&agencyCode=ELMCITY`;
}

/** Some records have no page of their own. */
function numberCell(permit: AccelaPermit): string {
  if (permit.id % 11 === 7) return `<span id="x_lblPermitNumber">${permit.number}</span>`;
  return `<a href="${escaped(linkOf(permit))}"><span id="x_lblPermitNumber1">${permit.number}</span></a>`;
}

/** Ten pages at a time, then the window shifts: only the link that says so leads to the next page. */
function pager(prefix: string, at: number, pages: number, next: string): string {
  const post = (control: string) => `javascript:__doPostBack(&#39;${prefix}$${control}&#39;,&#39;&#39;)`;
  const first = Math.floor((at - 1) / 10) * 10 + 1;
  const shown = Array.from({ length: Math.min(10, pages - first + 1) }, (_, index) => first + index);
  const links = shown.map((one) =>
    one === at ? `<span>${one}</span>` : `<a href="${post(`ctl${String((one % 10) + 20)}`)}">${one}</a>`,
  );
  const more = first + 10 <= pages ? `<a href="${post('ctl12')}">...</a>` : '';
  const last = at < pages ? `<a href="${post(next)}">Next &gt;</a>` : '<span>Next &gt;</span>';
  return `<table class="aca_pagination"><tr><td>${links.join('</td><td>')}${more}</td><td>${last}</td></tr></table>`;
}

function frontPage(module: string): string {
  const tabs = ['Enforcement', module].map(
    (name) => `<a href="${agency}/Cap/CapHome.aspx?module=${name}&amp;TabName=${name}">${name}</a>`,
  );
  return `<html><head><title>Accela Citizen Access</title></head><body>${tabs.join('')}</body></html>`;
}

function wrongModule(module: string): string {
  return `<html><body><a href="Cap/CapHome.aspx?module=${module}&amp;TabName=${module}">${module}</a>
<div id="ctl00_systemErrorMessage_messageBar">An error has occurred. <span>Invalid Module param value</span></div></body></html>`;
}

function page(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

function redirect(location: string): Reply {
  return { status: 302, headers: { location, 'content-type': 'text/html' }, body: '' };
}

function american(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

function iso(day: string): string {
  return `${day.slice(6)}-${day.slice(0, 2)}-${day.slice(3, 5)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
