/**
 * The site map: every page of a record or place, each with the day since which it is unchanged, as far as releases that
 * are kept tell.
 */
import { setImmediate } from 'node:timers/promises';
import { endpoints, parseQuery, stateCodes } from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../base/escape-html.js';
import { releaseIdPattern } from '../../format/layout.js';
import { sumsOf } from '../../query/aggregate.js';
import type { ServedChanges, ServedRelease } from '../../releases/release.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';
import { addressOf } from '../request/request-address.js';
import { placeKinds } from './picture.js';
import { sendText } from './send-text.js';

/** Records of a part: each is read for it. */
const perPart = 1_000;
/** Most addresses of one part (sitemaps.org). */
const mostOfPart = 50_000;
/** Places looked up between two turns of the event loop. */
const placesPerTurn = 100;
const listedKinds = ['permits', 'contractors', 'properties'] as const;

/** A page: its path, and the day since which it is unchanged, as YYYY-MM-DD. */
interface ListedPage {
  readonly path: string;
  readonly day: string;
}

/** Sends the list of parts, or the pages of a part. */
export async function sendSiteMap(context: ServiceContext, request: FastifyRequest, reply: FastifyReply) {
  const { config, releases } = context;
  const release = releases.current();
  if (config.search_engines === 'off' || release === null) throw new HttpError('not_found');
  const { base } = addressOf(config, request);
  const { part } = request.params as { readonly part?: string };
  const [list, element] = part === undefined ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
  const pages = part === undefined ? partsOf(release) : await pagesOf(release, part);
  const lines = pages.map(
    ({ path, day }) =>
      `<${element}><loc>${escapeHtml(base + path)}</loc><lastmod>${day}</lastmod></${element}>\n`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${list}>\n`;
  return sendText(reply, 'application/xml', body);
}

/** The parts. Each is of the day of the release: a new permit moves those that follow. */
function partsOf({ info }: ServedRelease): ListedPage[] {
  const { permits, contractors, addresses } = info.counts;
  const counts = { permits, contractors, properties: addresses };
  const parts = listedKinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(counts[kind] / perPart) }, (_, at) => `${kind}-${at}`),
  );
  return [...parts, 'places'].map((part) => ({ path: `/sitemap/${part}.xml`, day: info.released_at }));
}

async function pagesOf(release: ServedRelease, part: string): Promise<readonly ListedPage[]> {
  if (part === 'places.xml') return listedPlaces(release);
  const [, name, at = ''] = /^(permits|contractors|properties)-(\d{1,7})\.xml$/.exec(part) ?? [];
  const kind = listedKinds.find((known) => known === name);
  if (kind === undefined) throw new HttpError('not_found');
  const from = Number(at) * perPart;
  const { items } = await release.all(kind, from, perPart);
  const { first, steps } = await historyOf(release);
  const days = items.map(() => first);
  for (const { day, since } of steps) {
    for (const row of since.rows(kind, from, from + items.length)) days[row - from] = day;
  }
  return items.map((record, i) => {
    const { id } = JSON.parse(record.toString()) as { readonly id: string };
    return { path: `/${kind}/${id}`, day: days[i] ?? first };
  });
}

/** What is known of the days before a release. */
interface History {
  /** The day of the earliest release with which this one is compared: what did not change since is as old or older. */
  readonly first: string;
  /** What changed since each of those, the earliest first, with the day of the release that followed it. */
  readonly steps: readonly { readonly day: string; readonly since: ServedChanges }[];
}

async function historyOf(release: ServedRelease): Promise<History> {
  const today = release.info.released_at;
  const dayOf = (id: string) => id.slice(0, 'YYYY-MM-DD'.length);
  // After a rollback, a release is compared with later ones too.
  const earlier = [...(await release.comparedWith())]
    .filter((id) => releaseIdPattern.test(id) && dayOf(id) < today)
    .sort();
  const steps: { day: string; since: ServedChanges }[] = [];
  for (const [at, id] of earlier.entries()) {
    const since = await release.changesSince(id);
    if (since !== null) steps.push({ day: dayOf(earlier[at + 1] ?? today), since });
  }
  return { first: dayOf(earlier[0] ?? today), steps };
}

const placesOfReleases = new WeakMap<ServedRelease, Promise<ListedPage[]>>();

/** The pages of all places with permits; counted once for a release. */
function listedPlaces(release: ServedRelease): Promise<ListedPage[]> {
  const known = placesOfReleases.get(release) ?? countPlaces(release);
  placesOfReleases.set(release, known);
  known.catch(() => placesOfReleases.delete(release));
  return known;
}

async function countPlaces(release: ServedRelease): Promise<ListedPage[]> {
  const asked = new URLSearchParams({ geo_id: 'TX', group_by: 'state', include_undated: 'true' });
  const parsed = parseQuery(endpoints.permit_aggregate, { query: asked, path: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
  // More states than a caller may name, so that permits without a point count too.
  const query = { ...parsed.value, geo_id: [...stateCodes] };
  const { first, steps } = await historyOf(release);
  const pages: ListedPage[] = [];
  for (const kind of placeKinds) {
    const { groups } = await sumsOf(release, {
      query,
      groupBy: [kind],
      fields: new Map(),
      contractors: false,
      facts: 'stated',
      most: null,
      areaSet: null,
      together: null,
    });
    for (const { values: [id] = [] } of groups) {
      if (id == null) continue;
      const geoId = String(id);
      let day = first;
      for (const step of steps) if (await hasChanged(step.since, geoId)) day = step.day;
      pages.push({ path: `/places/${kind}/${geoId}`, day });
      // A nation has tens of thousands: others are answered meanwhile.
      if (pages.length % placesPerTurn === 0) await setImmediate();
    }
  }
  return pages.slice(0, mostOfPart);
}

async function hasChanged(since: ServedChanges, geoId: string): Promise<boolean> {
  return (await since.count({ kinds: ['permits'], changes: [], geoId })).value > 0;
}
