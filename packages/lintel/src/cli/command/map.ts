/** `lintel map fetch`: street tiles of a place, cut out of a public archive and served by the service itself. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readSettings } from '../../base/config.js';
import { freeBytes } from '../../base/disk-space.js';
import { writeWhole } from '../../base/files/write-whole.js';
import { formatBytes, formatCount } from '../../base/format-number.js';
import { findHome } from '../../base/home.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { currentReleaseId } from '../../format/published.js';
import type { Box, Extract } from '../../tiles/extract.js';
import type { RemoteFile } from '../../tiles/remote-file.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { version } from '../terminal/version.js';
import { noteAct } from '../work/note-act.js';

interface FetchOptions {
  readonly place?: string;
  readonly bbox?: string;
  readonly from?: string;
  readonly maxZoom: string;
  readonly yes?: boolean;
}

/** Where the newest public build of the whole world is looked for, and how many days back. */
const builds = 'https://build.protomaps.com';
const daysBack = 7;

export function defineMap(group: CommandGroup): void {
  group
    .define(
      'fetch',
      'Fetch the street tiles of a place, for the map of the service',
      'lintel map fetch --place "Nashville, TN"\n  lintel map fetch --bbox=-87.1,35.9,-86.5,36.4 --yes',
    )
    .option('--place <name>', 'state, ZIP code, city ("Nashville, TN") or geo_id of the published release')
    .option('--bbox <box>', 'box instead of a place: west,south,east,north in degrees')
    .option('--from <url>', 'a PMTiles archive instead of the newest public build of Protomaps')
    .option('--max-zoom <zoom>', 'last zoom whose tiles are fetched', '15')
    .option('--yes', 'fetch without asking')
    .details(
      'Says whose tiles they are and how large before it fetches. Run again, it goes on where it was interrupted.',
    )
    .run((installation, options: FetchOptions) => fetchMap(installation, options));
}

export async function fetchMap(installation: Installation, options: FetchOptions) {
  const { planExtract, copyExtract } = await import('../../tiles/extract.js');
  const box = await boxOf(installation, options);
  const maxZoom = Number(options.maxZoom);
  if (!Number.isInteger(maxZoom) || maxZoom < 0 || maxZoom > 22)
    throw new UsageError(`'${options.maxZoom}' is no zoom.`, { hint: 'Give --max-zoom from 0 to 22.' });
  const source = await openSource(installation, options.from);
  const extract = await planExtract(source, box, maxZoom);
  const attribution = extract.attribution || new URL(source.url).host;
  const { map, settings } = findHome(installation.directory);
  const path = join(map, 'streets.pmtiles');
  const facts = [
    `${formatCount(extract.tiles)} tiles of ${box.map((degrees) => degrees.toFixed(2)).join(', ')} to zoom ${extract.maxZoom}`,
    `from ${source.url}`,
    `whose: ${attribution}`,
    `${formatBytes(extract.bytes)} into ${path}`,
  ];
  mkdirSync(map, { recursive: true });
  if (freeBytes(map) < extract.bytes)
    throw new UserError(`The disk has no room for ${formatBytes(extract.bytes)}.`, {
      hint: 'Give a lower --max-zoom.',
    });
  if (options.yes !== true && !(await agreed(facts)))
    return { data: { fetched: false }, text: 'Nothing was fetched.' };
  await copyExtract(source, extract, path, installation.progress);
  installation.progress.done();
  const isSet = setMapTiles(settings, { url: path, attribution });
  await noteAct(installation, 'map.fetch', path, `${formatCount(extract.tiles)} tiles of ${source.url}`);
  return {
    data: { fetched: true, ...summary(extract), path, attribution, source: source.url },
    text: [
      ...facts,
      isSet
        ? `${settings} names it in map_tiles: the map has streets from the next start or reload of serve on.`
        : `${settings} names other tiles in map_tiles, which stay. To use these: "map_tiles": ${JSON.stringify({ url: path, attribution })}`,
      nextStep(installation, 'serve'),
    ].join('\n'),
  };
}

const summary = ({ tiles, bytes, minZoom, maxZoom }: Extract) => ({
  tiles,
  bytes,
  min_zoom: minZoom,
  max_zoom: maxZoom,
});

/** Asks on the terminal; without one it says what to add to the command. */
async function agreed(facts: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UserError('Nothing was fetched: nobody is there to say yes.', {
      list: facts,
      hint: 'Add --yes to fetch this.',
    });
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${facts.join('\n')}\nFetch it? [y/N] `)).trim());
  } finally {
    asking.close();
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

async function boxOf(installation: Installation, { place, bbox }: FetchOptions): Promise<Box> {
  if ((place === undefined) === (bbox === undefined))
    throw new UsageError('Give either --place or --bbox.', {
      hint: 'lintel map fetch --place "Nashville, TN"',
    });
  if (bbox !== undefined) {
    const [west = Number.NaN, south = 0, east = 0, north = 0, ...more] = bbox.split(',').map(Number);
    const isBox =
      west >= -180 && west < east && east <= 180 && south >= -85.05 && south < north && north <= 85.05;
    if (isBox && more.length === 0) return [west, south, east, north];
    throw new UsageError(`'${bbox}' is no box.`, {
      hint: 'Give west,south,east,north in degrees: --bbox=-87.1,35.9,-86.5,36.4',
    });
  }
  const { openRelease } = await import('../../releases/open-release.js');
  const { namedPlace } = await import('../work/named-place.js');
  const { home } = installation;
  const id = currentReleaseId(home);
  if (id === null)
    throw new UserError('No release is published that knows the place.', {
      hint: 'Give --bbox, or build and publish first.',
    });
  const release = openRelease(join(home.releases, id));
  try {
    const { geoId, name } = namedPlace(release, place ?? '');
    const { boxOfPlace } = await import('../../releases/box-of-place.js');
    const found = await boxOfPlace(release, geoId);
    if (found === null) throw new UserError(`No permit of ${name} has a point.`, { hint: 'Give --bbox.' });
    return found;
  } finally {
    release.close();
  }
}

/** The archive that is named, or the newest public build that is there. */
async function openSource({ signal, config }: Installation, from?: string): Promise<RemoteFile> {
  const { RemoteFile: File } = await import('../../tiles/remote-file.js');
  const { userAgentOf } = await import('../../sources/fetch/user-agent.js');
  const userAgent = userAgentOf(`Lintel/${version}`, config.fetch.operator);
  if (from !== undefined) {
    if (!/^https?:\/\/[^/]+\/.+/.test(from))
      throw new UsageError(`'${from}' is no address.`, { hint: 'Give --from https://HOST/FILE.pmtiles.' });
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
