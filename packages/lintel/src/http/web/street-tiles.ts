/**
 * Street tiles of the operator: a server of tiles or a PMTiles file elsewhere, which pages ask by themselves, or a file on
 * this machine, of which they read ranges from this service.
 */
import { basename, dirname } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../base/config.js';
import { HttpError } from '../request/http-error.js';

/** Where pages find the file on this machine. */
export const streetTilesPath = '/tiles/streets.pmtiles';

/** How long caches keep a range without asking again, in milliseconds: a new file may take the old one's place. */
const maxAgeMs = 3_600_000;

/** The setting as pages need it: without a path of this machine. */
export function publicMapTiles({ map_tiles }: Config): Config['map_tiles'] {
  return map_tiles === null || isElsewhere(map_tiles.url)
    ? map_tiles
    : { ...map_tiles, url: streetTilesPath };
}

/** The origin of tiles elsewhere; null without any. */
export function tilesOrigin({ map_tiles }: Pick<Config, 'map_tiles'>): string | null {
  return map_tiles !== null && isElsewhere(map_tiles.url) ? new URL(map_tiles.url).origin : null;
}

/** Sends a range of the file on this machine; 404 without one. */
export async function sendStreetTiles(
  { map_tiles }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (map_tiles === null || isElsewhere(map_tiles.url)) throw new HttpError('not_found');
  const { url: path } = map_tiles;
  const found = await send(request.raw, encodeURIComponent(basename(path)), {
    root: dirname(path),
    dotfiles: 'allow',
    maxAge: maxAgeMs,
    contentType: false,
  });
  if (found.type !== 'file' && found.statusCode !== 416) throw new HttpError('not_found');
  reply
    .code(found.statusCode)
    .headers({ ...found.headers, 'cross-origin-resource-policy': 'same-origin' })
    .type('application/vnd.pmtiles')
    .send(found.stream);
}

const isElsewhere = (url: string) => /^https?:/.test(url);
