/**
 * The picture that a link to a page is shown with: a map of the permits of the place, around the record, or where a
 * contractor works, as PNG.
 * Only with the setting `search_engines`, as the documents that name it.
 */

import { maxBinZoom } from '@lintel/contract/plain';
import { encode } from 'fast-png';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { latOf, lngOf, xOf, yOf } from '../../format/points/mercator.js';
import { binsQuery, boxAround, boxOfPlace, type Degrees } from '../../releases/box-of-place.js';
import type { ServedRelease } from '../../releases/release.js';
import { keptAnswers } from '../answer/kept-answers.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';

/** Paths of pictures, in OpenAPI form: that of the page behind a first part. */
export const picturePaths = [
  '/pictures/permits/{file}',
  '/pictures/contractors/{file}',
  '/pictures/properties/{file}',
  '/pictures/places/{kind}/{file}',
] as const;

/** The path of the picture of a page. */
export const picturePath = (page: string) => `/pictures${page}.png`;

/** Kinds of places that have pages. */
export const placeKinds = ['state', 'county', 'city', 'jurisdiction', 'zip'] as const;

/** Pixels, as readers of links ask for (ogp.me). */
export const pictureSize = { width: 1200, height: 630 } as const;

const paper = [0xfb, 0xfa, 0xf7] as const;
const ink = [0x0f, 0x57, 0x68] as const;
const mark = [0xc2, 0x41, 0x0c] as const;
/** Metres from a record to the upper edge of its picture. */
const around = 700;
/** The box is counted in so many parts a side, so that cells are small enough. */
const parts = 2;
/** Pictures of a release, by the paths of their pages. */
const kept = keptAnswers<Buffer>(200);

export async function sendPicture(
  { config, releases }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const release = releases.current();
  const [path = ''] = request.url.slice('/pictures'.length).split('?', 1);
  if (config.search_engines === 'off' || release === null || !path.endsWith('.png'))
    throw new HttpError('not_found');
  const page = path.slice(0, -'.png'.length);
  const picture = await kept(release, page, () => draw(release, page));
  if (picture === null) throw new HttpError('not_found');
  reply.header('cache-control', 'public, max-age=86400').header('content-type', 'image/png').send(picture);
}

/** The picture of a page; null if the page has none. */
async function draw(release: ServedRelease, page: string): Promise<Buffer | null> {
  const [, kind, id = '', last = ''] = page.split('/');
  if (!/^[\w-]{1,40}$/.test(last || id)) return null;
  if (kind === 'places') {
    const placeKind = placeKinds.find((known) => known === id);
    if (placeKind === undefined || (await release.place(placeKind, last)) === null) return null;
    const box = await boxOfPlace(release, last);
    return box === null ? null : drawMap(release, fitted(box), last, []);
  }
  if (kind === 'contractors') {
    const points = await pointsOfContractor(release, id, mostPoints);
    const box = boxAround(points.map((latlng) => ({ latlng: [...latlng], permit_count: 1 })));
    return box === null ? null : drawMap(release, fitted(box), null, points);
  }
  const [record] = await release.records(kind === 'permits' ? 'permits' : 'properties', [id]);
  if (record === undefined) return null;
  const { address } = JSON.parse(record.toString()) as {
    readonly address: { readonly latlng: Point | null };
  };
  if (address.latlng === null) return null;
  const [lat, lng] = address.latlng;
  const high = around / 111_320;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  return drawMap(release, fitted([lng - wide, lat - high, lng + wide, lat + high]), null, [address.latlng]);
}

/** Permits of a contractor whose points are marked: those of its newest addresses. */
const mostPoints = 1_000;

/** Where its first permits are, those without a point left out. */
export async function pointsOfContractor(
  release: ServedRelease,
  id: string,
  most: number,
): Promise<readonly Point[]> {
  const found = await release.contractorPermits(id, 0, most);
  return (found?.items ?? []).flatMap((record) => {
    const { address } = JSON.parse(record.toString()) as {
      readonly address: { readonly latlng: Point | null };
    };
    return address.latlng === null ? [] : [address.latlng];
  });
}

type Point = readonly [lat: number, lng: number];

/** Steps of a side of the world, and pixels of it at zoom 0. */
const world = 2 ** 32;
const worldPixels = 256;

/** What a picture shows: its north-west corner and its width, in steps of Mercator. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly span: number;
}

/** The smallest frame that holds the box. */
function fitted([west, south, east, north]: Degrees): Frame {
  const [left, right, top, bottom] = [xOf(west), xOf(east), yOf(north), yOf(south)];
  const ratio = pictureSize.width / pictureSize.height;
  const span = Math.min(world, Math.max(right - left, (bottom - top) * ratio));
  const [x, y] = [(left + right - span) / 2, (top + bottom - span / ratio) / 2];
  return { left: Math.min(world - span, Math.max(0, x)), top: y, span };
}

async function drawMap(
  release: ServedRelease,
  { left, top, span }: Frame,
  geoId: string | null,
  marks: readonly Point[],
): Promise<Buffer | null> {
  const { width, height } = pictureSize;
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = paper[(at % 3) as 0 | 1 | 2];
  const scale = width / span;
  const zoom = Math.min(maxBinZoom, Math.ceil(Math.log2((scale * world) / worldPixels)) + 1);
  let most = 1;
  const dots: { x: number; y: number; count: number; radius: number }[] = [];
  const [stepX, stepY] = [span / parts, (span * height) / width / parts];
  for (let part = 0; part < parts * parts; part++) {
    const [x, y] = [left + (part % parts) * stepX, top + Math.floor(part / parts) * stepY];
    const box: Degrees = [lngOf(x), latOf(y + stepY), Math.min(180, lngOf(x + stepX)), latOf(y)];
    const { bins, zoom: cells } = await release.permitBins(binsQuery(box, zoom, geoId), zoom);
    for (const { latlng, permit_count: count } of bins) {
      const [lat = 0, lng = 0] = latlng;
      most = Math.max(most, count);
      const radius = Math.max(2, Math.min(7, ((scale * world) / 2 ** cells) * 0.45));
      dots.push({ x: (xOf(lng) - left) * scale, y: (yOf(lat) - top) * scale, count, radius });
    }
  }
  if (dots.length === 0) return null;
  for (const { x, y, count, radius } of dots)
    drawDot(pixels, x, y, radius, ink, 0.35 + (0.65 * Math.log(1 + count)) / Math.log(1 + most));
  const size = marks.length > 1 ? 7 : 12;
  for (const [room, colour] of [
    [size / 3, paper],
    [0, mark],
  ] as const) {
    for (const [lat, lng] of marks)
      drawDot(pixels, (xOf(lng) - left) * scale, (yOf(lat) - top) * scale, size + room, colour, 1);
  }
  return Buffer.from(encode({ width, height, data: pixels, channels: 3 }));
}

type Colour = readonly [red: number, green: number, blue: number];

/** A disk with a smooth edge, laid over what is there. */
function drawDot(
  pixels: Uint8Array,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  opacity: number,
): void {
  const { width, height } = pictureSize;
  for (let row = Math.max(0, Math.floor(y - radius)); row <= Math.min(height - 1, y + radius + 1); row++) {
    for (
      let column = Math.max(0, Math.floor(x - radius));
      column <= Math.min(width - 1, x + radius + 1);
      column++
    ) {
      const cover = opacity * Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y)));
      if (cover === 0) continue;
      const at = (row * width + column) * 3;
      for (const part of [0, 1, 2] as const) {
        const before = pixels[at + part] ?? 0;
        pixels[at + part] = Math.round(before + (colour[part] - before) * cover);
      }
    }
  }
}
