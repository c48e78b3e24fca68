/** `lintel map fetch`: street tiles of a place, cut out of a public archive and served by the service itself. */
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Box, Extract } from '../../tiles/extract.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { isAnswered, yes } from '../terminal/question.js';
import { boxOfPublished, copyStreets, planStreets, usualZoom } from '../work/street-tiles.js';

interface FetchOptions {
  readonly place?: string;
  readonly bbox?: string;
  readonly from?: string;
  readonly maxZoom: string;
  readonly yes?: boolean;
}

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
    .option('--max-zoom <zoom>', 'last zoom whose tiles are fetched', String(usualZoom))
    .option('--yes', 'fetch without asking')
    .details(
      'Says whose tiles they are and how large before it fetches. Run again, it goes on where it was interrupted.',
    )
    .run((installation, options: FetchOptions) => fetchMap(installation, options));
}

async function fetchMap(installation: Installation, options: FetchOptions) {
  const box = await boxOf(installation, options);
  const maxZoom = Number(options.maxZoom);
  if (!Number.isInteger(maxZoom) || maxZoom < 0 || maxZoom > 22)
    throw new UsageError(`'${options.maxZoom}' is no zoom.`, { hint: 'Give --max-zoom from 0 to 22.' });
  const plan = await planStreets(installation, box, maxZoom, options.from);
  const { facts, path, attribution } = plan;
  if (options.yes !== true && !(await agreed(installation, facts)))
    return { data: { fetched: false }, text: 'Nothing was fetched.' };
  const isSet = await copyStreets(installation, plan);
  return {
    data: { fetched: true, ...summary(plan.extract), path, attribution, source: plan.source.url },
    text: [
      ...facts,
      isSet
        ? `${settingsOf(installation)} names it in map_tiles: the map has streets from the next start or reload of serve on.`
        : `${settingsOf(installation)} names other tiles in map_tiles, which stay. To use these: "map_tiles": ${JSON.stringify({ url: path, attribution })}`,
      nextStep(installation, 'serve'),
    ].join('\n'),
  };
}

const settingsOf = ({ home }: Installation) => home.settings;

const summary = ({ tiles, bytes, minZoom, maxZoom }: Extract) => ({
  tiles,
  bytes,
  min_zoom: minZoom,
  max_zoom: maxZoom,
});

/** Asks on the terminal; without one it says what to add to the command. */
async function agreed({ signal }: Installation, facts: readonly string[]): Promise<boolean> {
  if (isAnswered()) return yes(signal, facts, 'Fetch it?');
  throw new UserError('Nothing was fetched: nobody is there to say yes.', {
    list: facts,
    hint: 'Add --yes to fetch this.',
  });
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
  const { namedPlace } = await import('../work/named-place.js');
  const { box } = await boxOfPublished(installation, async (release) => namedPlace(release, place ?? ''));
  return box;
}
