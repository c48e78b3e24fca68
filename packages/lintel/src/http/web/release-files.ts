/**
 * The tables of releases as files (C78, C90): Parquet with ranges, so that DuckDB, GDAL, pandas and Polars read them by
 * address. Free and without a key, where the operator opens them.
 */
import { send } from '@fastify/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTables, tableFiles, tablesDirectory } from '../../tables/layout.js';
import { publishedRelease } from '../answer/published-release.js';
import type { ServiceContext } from '../request/context.js';
import { HttpError } from '../request/http-error.js';

export const releaseFilePath = '/files/{release}/{file}';

/** The name that stands for the published release. */
const current = 'current';

/** How long caches keep the file of a release, in milliseconds: it never changes. */
const maxAgeMs = 30 * 86_400_000;

const mediaTypes: Readonly<Record<string, string>> = {
  parquet: 'application/vnd.apache.parquet',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  duckdb: 'application/octet-stream',
};

/** Sends a file of a release's tables, or a range of it; from `current` it leads to the published release's. */
export async function sendReleaseFile(
  { releases, operate, config }: ServiceContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { release, file } = request.params as { release: string; file: string };
  if (operate === null || config.release_files === 'off' || !tableFiles.includes(file))
    throw new HttpError('not_found');
  const { home } = operate;
  if (release === current) {
    const { id } = publishedRelease(releases);
    if (!hasTables(home, id)) throw new HttpError('not_found');
    reply
      .code(302)
      .headers({ location: `/files/${id}/${file}`, 'cache-control': 'no-cache' })
      .send();
    return;
  }
  if (!hasTables(home, release)) throw new HttpError('not_found');
  const found = await send(request.raw, file, {
    root: tablesDirectory(home, release),
    maxAge: maxAgeMs,
    immutable: true,
    contentType: false,
  });
  if (found.type !== 'file' && found.statusCode !== 416) throw new HttpError('not_found');
  reply
    .code(found.statusCode)
    .headers(found.headers)
    .type(mediaTypes[file.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8')
    .send(found.stream);
}
