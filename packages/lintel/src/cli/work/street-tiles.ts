/**
 * Street tiles of a box, cut out of an archive on a web server into the home: planned, so that somebody can be told whose
 * they are and how large, then fetched and named in the settings.
 */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../../base/config.js';
import { freeBytes } from '../../base/disk-space.js';
import { writeWhole } from '../../base/files/write-whole.js';
import { formatBytes, formatCount } from '../../base/format-number.js';
import { findHome } from '../../base/home.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { currentReleaseId } from '../../format/published.js';
import type { Release } from '../../releases/release.js';
import type { Box, Extract } from '../../tiles/extract.js';
import type { RemoteFile } from '../../tiles/remote-file.js';
import type { Installation } from '../terminal/installation.js';
import { version } from '../terminal/version.js';
import { noteAct } from './note-act.js';

/** Where the newest public build of the whole world is looked for, and how many days back. */
const builds = 'https://build.protomaps.com';
const daysBack = 7;

/** The last zoom whose tiles are fetched unless another is asked for. */
export const usualZoom = 15;

/** What would be fetched. */
export interface StreetPlan {
  readonly source: RemoteFile;
  readonly extract: Extract;
  readonly attribution: string;
  /** The file that the tiles go to. */
  readonly path: string;
  /** Which tiles, from where, whose, and how large, in a line each. */
  readonly facts: readonly string[];
}

/** Throws a UserError where the archive cannot be read or the disk has no room. */
export async function planStreets(
  installation: Installation,
  box: Box,
  maxZoom: number,
  from?: string,
): Promise<StreetPlan> {
  const { interruptedBytes, planExtract } = await import('../../tiles/extract.js');
  const source = await openSource(installation, from);
  const extract = await planExtract(source, box, maxZoom);
  const attribution = extract.attribution || new URL(source.url).host;
  const { map } = findHome(installation.directory);
  const path = join(map, 'streets.pmtiles');
  mkdirSync(map, { recursive: true });
  const room = freeBytes(map) + interruptedBytes(path);
  if (room < extract.bytes)
    throw new UserError(
      `The disk has no room for ${formatBytes(extract.bytes)}, only for ${formatBytes(room)}.`,
      {
        hint: 'Give a lower --max-zoom.',
      },
    );
  const facts = [
    `${formatCount(extract.tiles)} tiles of ${box.map((degrees) => degrees.toFixed(2)).join(', ')} to zoom ${extract.maxZoom}`,
    `from ${source.url}`,
    `whose: ${attribution}`,
    `${formatBytes(extract.bytes)} into ${path}`,
  ];
  return { source, extract, attribution, path, facts };
}

/** Fetches them, and names them in the settings unless these name others; whether it did. */
export async function copyStreets(installation: Installation, plan: StreetPlan): Promise<boolean> {
  const { source, extract, attribution, path } = plan;
  const { copyExtract } = await import('../../tiles/extract.js');
  await copyExtract(source, extract, path, installation.progress);
  installation.progress.done();
  const isSet = setMapTiles(findHome(installation.directory).settings, { url: path, attribution });
  await noteAct(installation, 'map.fetch', path, `${formatCount(extract.tiles)} tiles of ${source.url}`);
  return isSet;
}

/** The box of a place of the published release, and what the place is called. */
export async function boxOfPublished(
  installation: Installation,
  find: (release: Release) => Promise<{ readonly geoId: string; readonly name: string }>,
): Promise<{ readonly box: Box; readonly name: string }> {
  const { home } = installation;
  const id = currentReleaseId(home);
  if (id === null)
    throw new UserError('No release is published that knows the place.', {
      hint: 'Give --bbox, or build and publish first.',
    });
  const { openRelease } = await import('../../releases/open-release.js');
  const { boxOfPlace } = await import('../../releases/box-of-place.js');
  const release = openRelease(join(home.releases, id));
  try {
    const { geoId, name } = await find(release);
    const box = await boxOfPlace(release, geoId);
    if (box === null) throw new UserError(`No permit of ${name} has a point.`, { hint: 'Give --bbox.' });
    return { box, name };
  } finally {
    release.close();
  }
}

/** Names the tiles in the settings, unless others are named there; whether it did. */
function setMapTiles(
  settings: string,
  tiles: { readonly url: string; readonly attribution: string },
): boolean {
  const now: { map_tiles?: { readonly url?: string } | null } = existsSync(settings)
    ? readSettings(settings)
    : {};
  if (now.map_tiles && now.map_tiles.url !== tiles.url) return false;
  writeWhole(settings, `${JSON.stringify({ ...now, map_tiles: tiles }, null, 2)}\n`);
  return true;
}

/** The archive that is named, or the newest public build that is there. */
async function openSource({ signal, config }: Installation, from?: string): Promise<RemoteFile> {
  const { RemoteFile: File } = await import('../../tiles/remote-file.js');
  const { userAgentOf } = await import('../../sources/fetch/user-agent.js');
  const userAgent = userAgentOf(`Lintel/${version}`, config.fetch.operator);
  if (from !== undefined) {
    checkArchive(from, '--from');
    return new File(from, userAgent, signal);
  }
  for (let day = 0; ; day++) {
    const date = new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    const file = new File(`${builds}/${date}.pmtiles`, userAgent, signal);
    try {
      await file.read({ offset: 0, length: 1 });
      return file;
    } catch (error) {
      const isMissing = error instanceof UserError && / 40[34]\.$/.test(error.message);
      if (!isMissing || day === daysBack) throw error;
    }
  }
}

/** Throws a UsageError if the value of the option is not the address of an archive. */
export function checkArchive(from: string, option: string): void {
  if (/^https?:\/\/[^/]+\/.+/.test(from)) return;
  throw new UsageError(`'${from}' is no address.`, { hint: `Give ${option} https://HOST/FILE.pmtiles.` });
}
