/**
 * What search engines and readers of links need: the record of a page in its document, before any script, with title,
 * description and schema.org; `robots.txt`, the site map, the icon and `security.txt`. By the setting `search_engines`
 * it is on: then documents give away, free, the few facts that they name. Off, robots are asked to stay away.
 */
import {
  type Contractor,
  endpoints,
  type Permit,
  type Property,
  parseQuery,
  stateCodes,
} from '@lintel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dayMs } from '../../base/calendar-date.js';
import { escapeHtml } from '../../base/escape-html.js';
import { sumsOf } from '../../query/aggregate.js';
import { ReleaseUnavailable, type ServedRelease } from '../../releases/release.js';
import { chooseCoding, compress } from '../answer/compression.js';
import { entityTag, matches } from '../answer/conditional.js';
import { uncounted } from '../request/account-work.js';
import type { ServiceContext } from '../request/context.js';
import { vary } from '../request/headers.js';
import { HttpError } from '../request/http-error.js';
import { addressOf } from '../request/request-address.js';
import type { WebFiles } from './files.js';
import { picturePath, pictureSize, placeKinds } from './picture.js';

/** Paths, in OpenAPI form, that programs look for at every site. */
export const foundPaths = {
  robots: '/robots.txt',
  siteMap: '/sitemap.xml',
  siteMapPart: '/sitemap/{part}',
  icon: '/favicon.ico',
  security: '/.well-known/security.txt',
} as const;

/** What a page is about. */
interface About {
  readonly title: string;
  readonly description: string;
  /** Terms with values, for readers without scripts. */
  readonly facts: readonly (readonly [term: string, value: string])[];
  /** Whether there is a map to show with a link to it. */
  readonly hasPicture: boolean;
  /** As schema.org has it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The document of a page with what it is about; null for the document as it is. */
export async function documentOf(
  { config, releases }: ServiceContext,
  files: WebFiles,
  request: FastifyRequest,
): Promise<string | null> {
  if (config.search_engines === 'off') return null;
  const release = releases.current();
  const html = files('index.html')?.text();
  if (release === null || html === undefined) return null;
  const { base, url } = addressOf(config, request);
  const [path = '/'] = url.split('?', 1);
  try {
    const about = await aboutPath(release, path);
    return about === null ? null : withAbout(html, about, base, path);
  } catch (error) {
    if (error instanceof ReleaseUnavailable) return null;
    throw error;
  }
}

/** Sends a document with its record, compressed as the caller likes, or that it has not changed. */
export async function sendDocument(
  html: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const body = Buffer.from(html);
  const coding = chooseCoding(request.headers['accept-encoding'], body.length);
  const tag = entityTag([html], coding);
  vary(reply, ['Accept-Encoding']);
  reply.header('etag', tag).header('content-type', 'text/html; charset=utf-8');
  if (matches(request.headers['if-none-match'], tag)) return void reply.code(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  reply.send(await compress(body, coding, uncounted));
}

function withAbout(html: string, about: About, base: string, path: string): string {
  const { title, description, facts, hasPicture, data } = about;
  const address = `${base}${path}`;
  const named = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`;
  const json = JSON.stringify({ '@context': 'https://schema.org', url: address, ...data });
  const head = [
    `<title>${escapeHtml(title)} · Lintel</title>`,
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(address)}" />`,
    named('og:type', 'website'),
    named('og:site_name', 'Lintel'),
    named('og:title', title),
    named('og:description', description),
    named('og:url', address),
    ...(hasPicture
      ? [
          named('og:image', `${base}${picturePath(path)}`),
          named('og:image:width', String(pictureSize.width)),
          named('og:image:height', String(pictureSize.height)),
          named('og:image:alt', `Map of building permits: ${title}`),
          '<meta name="twitter:card" content="summary_large_image" />',
        ]
      : []),
    // Data, which no browser runs.
    `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ');
  const rows = facts.map(
    ([term, value]) => `<div><dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  const body = `<main class="page"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p><dl>${rows.join('')}</dl></main>`;
  // A function: what sources write may hold `$&`.
  return html
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<main></main>', () => body);
}

async function aboutPath(release: ServedRelease, path: string): Promise<About | null> {
  if (path === '/') return aboutRelease(release);
  const [, kind = '', id = '', last] = path.split('/');
  if (kind === 'places') {
    const placeKind = placeKinds.find((known) => known === id);
    const place =
      placeKind && last && /^[\w-]{1,20}$/.test(last) ? await release.place(placeKind, last) : null;
    return place === null ? null : aboutPlace(JSON.parse(place.toString()) as { readonly name: string });
  }
  if (!/^[\w-]{1,40}$/.test(id)) return null;
  if (kind !== 'permits' && kind !== 'contractors' && kind !== 'properties') return null;
  const [record] = await release.records(kind, [id]);
  if (record === undefined) return null;
  const known: unknown = JSON.parse(record.toString());
  if (kind === 'permits') return aboutPermit(known as Permit);
  return kind === 'contractors' ? aboutContractor(known as Contractor) : aboutProperty(known as Property);
}

function aboutRelease({ info }: ServedRelease): About {
  const { from, to } = info.date_range;
  const description = `${info.counts.permits.toLocaleString('en-US')} building permits of ${info.counts.jurisdictions.toLocaleString('en-US')} permit authorities, with contractors, properties and how long works take.`;
  return {
    title: 'Building permits',
    description,
    facts: [
      ['Newest permit', to ?? '–'],
      ['Sources', info.sources.map(({ name }) => name).join(', ')],
    ],
    hasPicture: false,
    data: {
      '@type': 'Dataset',
      name: 'Building permits',
      description,
      dateModified: info.released_at,
      ...(from !== null && to !== null && { temporalCoverage: `${from}/${to}` }),
    },
  };
}

function aboutPlace({ name }: { readonly name: string }): About {
  const description = `Building permits in ${name}: how many by month, what is built, by whom, and how long it takes.`;
  return {
    title: `Building permits in ${name}`,
    description,
    facts: [],
    hasPicture: true,
    data: {
      '@type': 'Dataset',
      name: `Building permits in ${name}`,
      description,
      spatialCoverage: { '@type': 'Place', name },
    },
  };
}

type AddressParts = Pick<Permit['address'], 'street_no' | 'street' | 'city' | 'state' | 'zip_code'>;

function lineOf({ street_no, street, city, state, zip_code }: AddressParts): string {
  const parts = [[street_no, street], [city], [state, zip_code]].map((words) =>
    words.filter(Boolean).join(' '),
  );
  return parts.filter((part) => part !== '').join(', ');
}

const postal = ({ street_no, street, city, state, zip_code }: AddressParts) => ({
  '@type': 'PostalAddress',
  streetAddress: [street_no, street].filter(Boolean).join(' '),
  addressLocality: city,
  addressRegion: state,
  postalCode: zip_code,
  addressCountry: 'US',
});

function placeOf(address: AddressParts & Pick<Permit['address'], 'latlng'>) {
  const [latitude, longitude] = address.latlng ?? [];
  return {
    '@type': 'Place',
    address: postal(address),
    ...(latitude !== undefined && { geo: { '@type': 'GeoCoordinates', latitude, longitude } }),
  };
}

const known = (facts: readonly (readonly [string, string | null | undefined])[]) =>
  facts.filter((fact): fact is readonly [string, string] => typeof fact[1] === 'string' && fact[1] !== '');

function aboutPermit(permit: Permit): About {
  const where = lineOf(permit.address);
  const what = permit.description_derived ?? permit.description ?? permit.type ?? 'Building permit';
  const title = `Permit ${permit.number ?? permit.id}${where === '' ? '' : `, ${where}`}`;
  return {
    title,
    description: what,
    facts: known([
      ['Status', permit.status],
      ['Filed', permit.file_date],
      ['Issued', permit.issue_date],
      ['Final', permit.final_date],
      ['Type', permit.type],
    ]),
    hasPicture: permit.address.latlng !== null,
    data: {
      '@type': 'GovernmentPermit',
      name: title,
      description: what,
      identifier: permit.number,
      validFrom: permit.issue_date,
      issuedBy: { '@type': 'GovernmentOrganization', name: permit.jurisdiction },
      validIn: placeOf(permit.address),
    },
  };
}

function aboutContractor(contractor: Contractor): About {
  const title = contractor.business_name ?? contractor.name ?? 'Contractor';
  const { address, permit_count: permits } = contractor;
  const where = address === null ? '' : [address.city, address.state].filter(Boolean).join(', ');
  const description = `${title}${where === '' ? '' : ` of ${where}`}: ${permits.toLocaleString('en-US')} building ${permits === 1 ? 'permit' : 'permits'}, kinds of work, typical values and days.`;
  return {
    title,
    description,
    facts: known([['License', contractor.license]]),
    hasPicture: false,
    data: {
      '@type': 'HomeAndConstructionBusiness',
      name: title,
      ...(address && { address: postal(address) }),
    },
  };
}

function aboutProperty(property: Property): About {
  const title = lineOf(property.address);
  const permits = property.permit_count;
  return {
    title,
    description: `${permits.toLocaleString('en-US')} building ${permits === 1 ? 'permit' : 'permits'} at ${title}, and what is being built around it.`,
    facts: known([['Last permit', property.last_permit_date]]),
    hasPicture: property.address.latlng !== null,
    data: { ...placeOf(property.address), name: title },
  };
}

/** Pages that a part of the site map names: records are read for them. */
const perPart = 1_000;
const listedKinds = ['permits', 'contractors', 'properties'] as const;

const text = (reply: FastifyReply, type: string, body: string) =>
  reply
    .header('cache-control', 'public, max-age=3600')
    .header('content-type', `${type}; charset=utf-8`)
    .send(Buffer.from(body));

export function sendRobots({ config }: ServiceContext, request: FastifyRequest, reply: FastifyReply): void {
  const { base } = addressOf(config, request);
  const body =
    config.search_engines === 'off'
      ? 'User-agent: *\nDisallow: /\n'
      : `User-agent: *\nDisallow: /v2/\nDisallow: /account\nDisallow: /files/\n\nSitemap: ${base}${foundPaths.siteMap}\n`;
  text(reply, 'text/plain', body);
}

/** The site map: its parts, or the pages of a part. */
export async function sendSiteMap(context: ServiceContext, request: FastifyRequest, reply: FastifyReply) {
  const { config, releases } = context;
  const release = releases.current();
  if (config.search_engines === 'off' || release === null) throw new HttpError('not_found');
  const { base } = addressOf(config, request);
  const { part } = request.params as { readonly part?: string };
  const address = (path: string) =>
    `<loc>${escapeHtml(base + path)}</loc><lastmod>${release.info.released_at}</lastmod>`;
  if (part === undefined) {
    const { permits, contractors, addresses } = release.info.counts;
    const counts = { permits, contractors, properties: addresses };
    const parts = listedKinds.flatMap((kind) =>
      Array.from({ length: Math.ceil(counts[kind] / perPart) }, (_, at) => `/sitemap/${kind}-${at}.xml`),
    );
    parts.push('/sitemap/places.xml');
    const listed = parts.map((path) => `<sitemap>${address(path)}</sitemap>`).join('\n');
    return text(reply, 'application/xml', wrapped('sitemapindex', listed));
  }
  if (part === 'places.xml') {
    const places = (await placesOf(release)).map((path) => `<url>${address(path)}</url>`);
    return text(reply, 'application/xml', wrapped('urlset', places.join('\n')));
  }
  const [, kind, at = ''] = /^(permits|contractors|properties)-(\d{1,7})\.xml$/.exec(part) ?? [];
  const listed = listedKinds.find((known) => known === kind);
  if (listed === undefined) throw new HttpError('not_found');
  const { items } = await release.all(listed, Number(at) * perPart, perPart);
  const pages = items.map((record) => {
    const { id } = JSON.parse(record.toString()) as { readonly id: string };
    return `<url>${address(`/${listed}/${id}`)}</url>`;
  });
  return text(reply, 'application/xml', wrapped('urlset', pages.join('\n')));
}

/** Most addresses of one part (sitemaps.org). */
const mostOfPart = 50_000;
const listedPlaces = new WeakMap<ServedRelease, Promise<string[]>>();

/** The pages of all places with permits; counted once for a release. */
function placesOf(release: ServedRelease): Promise<string[]> {
  const known = listedPlaces.get(release) ?? countPlaces(release);
  listedPlaces.set(release, known);
  known.catch(() => listedPlaces.delete(release));
  return known;
}

async function countPlaces(release: ServedRelease): Promise<string[]> {
  const asked = new URLSearchParams({ geo_id: 'TX', group_by: 'state', include_undated: 'true' });
  const parsed = parseQuery(endpoints.permit_aggregate, { query: asked, path: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.detail));
  // More states than a caller may name, so that permits without a point count too.
  const query = { ...parsed.value, geo_id: [...stateCodes] };
  const paths: string[] = [];
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
    paths.push(...groups.flatMap(({ values: [id] }) => (id == null ? [] : `/places/${kind}/${id}`)));
  }
  return paths.slice(0, mostOfPart);
}

const wrapped = (element: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${body}\n</${element}>\n`;

/** The icon that browsers ask for by its old name. */
export function sendIcon(files: WebFiles, reply: FastifyReply): void {
  const html = files('index.html')?.text() ?? '';
  const [, icon] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
  if (icon === undefined) throw new HttpError('not_found');
  reply.code(302).header('cache-control', 'public, max-age=86400').header('location', icon).send();
}

/** Days for which `security.txt` is to be believed (RFC 9116). */
const securityDays = 180;

export function sendSecurity({ config, now }: ServiceContext, reply: FastifyReply): void {
  if (config.security_contact === null) throw new HttpError('not_found');
  const expires = new Date(now() + securityDays * dayMs).toISOString();
  text(
    reply,
    'text/plain',
    `Contact: ${config.security_contact}\nExpires: ${expires}\nPreferred-Languages: en\n`,
  );
}
