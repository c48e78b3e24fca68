/** The streets of a place that was just loaded: offered on a terminal, or fetched as the options of the command say. */
import { geoId } from '@lintel/contract/plain';
import { formatBytes } from '../../base/format-number.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandDefinition } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine } from '../terminal/next-step.js';
import { printNote } from '../terminal/print.js';
import { isAnswered, yes } from '../terminal/question.js';
import { boxOfPublished, checkArchive, copyStreets, planStreets, usualZoom } from './street-tiles.js';

export interface StreetOptions {
  /** True: fetch without asking; false: do not ask; undefined: ask on a terminal. */
  readonly map?: boolean;
  readonly mapFrom?: string;
}

/** Adds the options of streets to a command. */
export function withStreetOptions(definition: CommandDefinition): CommandDefinition {
  return definition
    .option('--map', 'fetch the streets of the city for the map, without asking')
    .option('--no-map', 'do not ask whether to fetch them')
    .option('--map-from <url>', 'fetch them from this PMTiles archive, not the public build of Protomaps');
}

/** Throws a UsageError for options that cannot be met. Called before hours of work are spent. */
export function checkStreets({ map, mapFrom }: StreetOptions): void {
  if (mapFrom === undefined) return;
  checkArchive(mapFrom, '--map-from');
  if (map === false) throw new UsageError('--map-from and --no-map exclude each other.');
}

/**
 * Fetches the streets of the source's city, if somebody wants them and the settings name no other tiles. The city is loaded
 * already: where streets cannot be had, a line says so and the work goes on.
 */
export async function offerStreets(
  installation: Installation,
  source: CatalogSource,
  { map, mapFrom }: StreetOptions,
): Promise<void> {
  const isWanted = map ?? (isAnswered() ? null : false);
  if (isWanted === false) return;
  const { home, config } = installation;
  const isOwn = config.map_tiles?.url.startsWith(home.map) === true;
  if (config.map_tiles !== null && !(isWanted && isOwn)) return;
  const { geoid, name, state } = source.definition.jurisdiction;
  const again = commandLine(installation, `map fetch --place ${geoId('jurisdiction', geoid)}`);
  try {
    installation.progress.step('Looking for streets', null, 'bytes');
    const { box } = await boxOfPublished(installation, async () => ({
      geoId: geoId('jurisdiction', geoid),
      name,
    }));
    const plan = await planStreets(installation, box, usualZoom, mapFrom);
    installation.progress.done();
    const question = `Fetch streets of ${name}, ${state}, about ${formatBytes(plan.extract.bytes)}?`;
    if (isWanted) for (const fact of plan.facts) printNote(fact);
    else if (!(await yes(installation.signal, plan.facts, question)))
      return printNote(`Later: \`${again}\`.`);
    await copyStreets(installation, plan);
  } catch (error) {
    if (!(error instanceof UserError) || installation.signal.aborted) throw error;
    installation.progress.done();
    printNote(`The map has no street tiles: ${error.message} Later: \`${again}\`.`);
  }
}
