/**
 * What visitors see before any script runs: the document of the explorer says how many permits there are, up to which
 * day and of which places, those of pages that are about no record have their heading. The documents of all pages bring along what pages ask first, as data. It is asked of this
 * service in process in the name of the visitors' account, once for a release; without an answer in time the document
 * is sent as it is, and the pages ask for themselves (docs/decisions/276-a-first-screen-without-scripts.md).
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  ApiError,
  Lintel,
  type PermitAggregateParameters,
  type PermitGroups,
  type ReleaseInfo,
} from '@lintel/client';
import { everywhere, geoIdKind } from '@lintel/contract/plain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dayMs } from '../../base/calendar-date.js';
import { escapeHtml } from '../../base/escape-html.js';
import type { ServedRelease } from '../../releases/release.js';
import { fetchFrom } from '../connection/fetch-from.js';
import type { ServiceContext } from '../request/context.js';
import { askAsVisitor, mayVisit } from '../request/visitors.js';
import { aboutFreePage } from './about.js';
import type { WebFiles } from './files.js';
import { withPageMain } from './page-main.js';

/** What the pages ask first, by the interface. `packages/web/src/shell/first-screen.ts` reads it. */
interface Known {
  readonly release: ReleaseInfo;
  readonly authorities: PermitGroups;
}

/** The permits of the last year by state, by which the explorer of everywhere shades its map at first. */
interface States {
  readonly parameters: PermitAggregateParameters;
  readonly groups: PermitGroups;
}

/** Milliseconds for which a document waits; a paint that comes later is worth less than one without. */
const patienceMs = 200;
/** Milliseconds after a refusal, such as for used-up credits, until the service asks itself again. */
const pauseMs = 60_000;

/** Puts it into documents. */
export class FirstScreen {
  readonly #app: FastifyInstance;
  readonly #context: ServiceContext;
  #releaseId: string | null = null;
  #asked: Promise<Known | null> = Promise.resolve(null);
  /** Null while they are not known: no document waits for them. */
  #states: States | null = null;
  #askAgainAt = 0;

  constructor(app: FastifyInstance, context: ServiceContext) {
    this.#app = app;
    this.#context = context;
  }

  /** The document with it; as it was given for those who may not visit, or before anything is known. */
  async in(html: string | null, files: WebFiles, request: FastifyRequest): Promise<string | null> {
    const release = this.#context.releases.current();
    if (release === null || !mayVisit(this.#context.config, request)) return html;
    if (release.id !== this.#releaseId || this.#context.now() > this.#askAgainAt) {
      this.#releaseId = release.id;
      this.#askAgainAt = Number.POSITIVE_INFINITY;
      this.#states = null;
      this.#asked = this.#ask(request);
    }
    const known = await Promise.race([this.#asked, wait(patienceMs, null)]);
    const document = html ?? files('index.html')?.text() ?? null;
    if (known === null || document === null) return html;
    const [path, query = ''] = request.url.split('?', 2);
    if (path !== '/') return withKnown(await withFreeMain(document, release, path, query), known);
    const isEverywhere = !new URLSearchParams(query).has('in');
    const withData = withKnown(document, isEverywhere ? { ...known, states: this.#states } : known);
    if (query === '') return withMain(withData, mainOf(known));
    const title = await Promise.race([
      titleOf(release, new URLSearchParams(query)).catch(() => null),
      wait(patienceMs, null),
    ]);
    return title === null ? withData : withMain(withData, askedMain(title));
  }

  async #ask({ ip, log }: FastifyRequest): Promise<Known | null> {
    const fetch = fetchFrom(this.#app, { remoteAddress: ip, onRequest: askAsVisitor });
    const lintel = new Lintel({ baseUrl: 'http://lintel.invalid', fetch, retries: 0 });
    try {
      const [release, authorities] = await Promise.all([
        lintel.release(),
        lintel.permits.aggregate({
          group_by: ['jurisdiction'],
          measures: ['count', 'median_approval_duration'],
          limit: 5,
        }),
      ]);
      if (release.counts.jurisdictions > 1) void this.#askStates(lintel, release).catch(() => {});
      return { release, authorities };
    } catch (error) {
      // Refused, such as for used-up credits, or a fault: the pages ask for themselves and say what is wrong.
      if (!(error instanceof ApiError)) log.error({ err: error }, 'no first screen');
      this.#askAgainAt = this.#context.now() + pauseMs;
      return null;
    }
  }

  /** As `areasQuery` of the pages asks, which takes them by their parameters. */
  async #askStates(lintel: Lintel, release: ReleaseInfo): Promise<void> {
    const to = newestDay(release);
    const parameters = {
      geo_id: everywhere,
      permit_from: new Date(Date.parse(to) - 364 * dayMs).toISOString().slice(0, 10),
      permit_to: to,
      group_by: ['state'],
      measures: [],
      limit: maxGroups,
    } satisfies PermitAggregateParameters;
    const groups = await lintel.permits.aggregate(parameters);
    if (release.release_id === this.#releaseId) this.#states = { parameters, groups };
  }
}

/** Groups that one answer may have, as the pages ask for. */
const maxGroups = 5_000;

/** The document of a page that is about no record; as it was given where it says so already, or nobody knows in time. */
async function withFreeMain(html: string, release: ServedRelease, path = '', query = ''): Promise<string> {
  if (!html.includes('<main></main>')) return html;
  const about = await Promise.race([
    aboutFreePage(release, path, new URLSearchParams(query)).catch(() => null),
    wait(patienceMs, null),
  ]);
  return about === null ? html : withPageMain(html, about);
}

/** Data, which no browser runs. A function: what sources write may hold `$&`. */
function withKnown(document: string, known: Known & { readonly states?: States | null }): string {
  const json = JSON.stringify(known).replaceAll('<', '\\u003c');
  return document.replace(
    '</head>',
    () => `  <script type="application/json" id="known">${json}</script>\n  </head>`,
  );
}

function withMain(document: string, main: string): string {
  return document
    .replace('<div id="first" class="frame">', '<div id="first" class="frame fixed">')
    .replace(/<main\b.*?<\/main>/s, () => main);
}

const wholeTitle = 'Building permits of the United States';

/** The heading of the explorer that a query asks for; null where only the pages know it. */
async function titleOf(release: ServedRelease, query: URLSearchParams): Promise<string | null> {
  if (query.has('within')) return 'Permits in this area';
  const geoId = query.get('in');
  const kind = geoId === null ? null : geoIdKind(geoId);
  if (geoId === null) return query.has('area') ? null : wholeTitle;
  const place = kind === null || kind === 'address' ? null : await release.place(kind, geoId);
  if (place === null) return null;
  return `Permits in ${(JSON.parse(place.toString()) as { readonly name: string }).name}`;
}

/** The explorer with a question, before its answer. */
function askedMain(title: string): string {
  return [
    '<main><div class="explorer">',
    `<div class="explorer-head"><h1>${escapeHtml(title)}</h1><p class="soft">Searching…</p></div>`,
    waiting,
    '</div></main>',
  ].join('');
}

const waiting =
  '<div class="explorer-map"><div class="waiting fill"></div></div><div class="explorer-table"></div>';

/** The explorer without a question, as `packages/web/src/explorer` draws it. */
function mainOf({ release, authorities }: Known): string {
  const { counts } = release;
  const places = authorities.rows.flatMap(({ jurisdiction: id, jurisdiction_name: name }) =>
    id == null || name == null ? [] : [{ id, name }],
  );
  const [only] = counts.jurisdictions === 1 ? places : [];
  const newest = newestDay(release);
  const permits = `${counts.permits.toLocaleString('en-US')} ${counts.permits === 1 ? 'permit' : 'permits'}`;
  const links = places.map(({ id, name }) => `<a href="/?in=${escapeHtml(id)}">${escapeHtml(name)}</a>`);
  const further = (authorities.group_count ?? 0) - places.length;
  const more = further > 0 ? ` and <a href="/data">${further} more</a>` : '';
  const title = only ? `Permits in ${only.name}` : wholeTitle;
  return [
    '<main><div class="explorer">',
    `<div class="explorer-head"><h1>${escapeHtml(title)}</h1><p class="soft">Searching…</p></div>`,
    `<section class="landing${counts.jurisdictions > 1 ? ' many' : ''}" aria-label="What is here">`,
    `<p>${permits}, the newest of ${day.format(new Date(newest))}${links.length > 0 ? ': ' : ''}${links.join(' · ')}${more}</p>`,
    '</section>',
    waiting,
    '</div></main>',
  ].join('');
}

/** The day of the newest permit, up to the day of the release. */
const newestDay = ({ date_range: { to }, released_at: day }: ReleaseInfo) =>
  to !== null && to < day ? to : day;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
