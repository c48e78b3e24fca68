/**
 * `lintel source`: the catalog as an operator sees it, and trying definitions before their rows are stored.
 */
import { existsSync } from 'node:fs';
import { formatTime } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import type { ReadItem } from '../../sources/read/read-item.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table } from '../terminal/outcome.js';
import { portalOptions } from '../work/portal-options.js';
import { defineSourceNew } from './source-new.js';

/** Most rows that a check reads. */
const maxCheckRows = 100_000;

export function defineSource(group: CommandGroup): void {
  defineList(group);
  defineShow(group);
  defineCheck(group);
  defineSourceNew(group);
}

function defineList(group: CommandGroup): void {
  group
    .define(
      'list',
      'List the sources of the catalog and what is stored of them',
      'lintel source list --state FL',
    )
    .option('--state <code>', 'only sources of this state')
    .option('--kind <kind>', 'only permits, contractors, decisions or properties')
    .option('--sample', 'include the sources of generated sample data')
    .run(async (installation, options: { state?: string; kind?: string; sample?: boolean }) => {
      const catalog = await installation.catalog();
      const totals = new Map((await storedTotals(installation)).map((total) => [total.source, total]));
      const state = options.state?.toUpperCase();
      const sources = catalog.sources
        .filter(({ id }) => options.sample === true || !id.startsWith('sample-') || totals.has(id))
        .filter(({ context }) => state === undefined || context.jurisdiction.state === state)
        .filter(({ kind }) => options.kind === undefined || kind === options.kind)
        .map((source) => ({
          id: source.id,
          name: source.name,
          state: source.context.jurisdiction.state,
          protocol: source.fetch?.protocol ?? null,
          kind: source.kind,
          rows: totals.get(source.id)?.rows ?? 0,
          last_read: totals.get(source.id)?.lastSeenMs ?? null,
        }));
      const cells = sources.map(({ id, name, state: code, protocol, kind, rows, last_read }) => [
        id,
        code,
        protocol ?? 'files',
        kind,
        rows,
        last_read === null ? '-' : formatTime(last_read),
        name,
      ]);
      const text = table(['id', 'state', 'read from', 'kind', 'rows', 'last read', 'name'], cells);
      return { data: sources, text: sources.length === 0 ? 'No source matches.' : text };
    });
}

/** What is stored of each source; nothing if there is no raw store yet, and none is created for this. */
async function storedTotals(installation: Installation) {
  const { locateHome } = await import('../../base/home.js');
  const { raw } = locateHome(installation.directory);
  return existsSync(raw) ? (await installation.rawStore()).totals() : [];
}

function defineShow(group: CommandGroup): void {
  group
    .define(
      'show <id>',
      'Describe a source and how its columns are read',
      'lintel source show san-francisco-ca',
    )
    .run(async (installation, _options, id = '') => {
      const source = await findSource(installation, id);
      const { sourceText } = await import('../text/source-text.js');
      return { data: source.definition, text: sourceText(source) };
    });
}

function defineCheck(group: CommandGroup): void {
  group
    .define(
      'check <definition>',
      'Check a definition (a file or an id) and try it on the first rows of its source',
      'lintel source check elm-city-ks.json --file permits.csv',
    )
    .option('--file <data>', 'try it on this local file')
    .option('--portal', 'try it on the portal named in its "fetch"')
    .option('--base-url <url>', 'try it on its portal at another address, such as a mirror')
    .option('--rows <count>', 'rows to read', '1000')
    .option('--show <count>', 'rows to show with the records that they become', '2')
    .run(async (installation, options: CheckOptions, name = '') => {
      const source = await findSource(installation, name);
      const limit = wholeNumber('--rows', options.rows, 1, maxCheckRows);
      const shown = wholeNumber('--show', options.show, 0, 100);
      const tried = await readRows(installation, source, limit, options);
      if (tried === null) {
        const hint = source.fetch === null ? '--file DATA' : '--file DATA or --portal';
        const text = `${source.id} is a valid definition. Try it on rows with ${hint}.`;
        return { data: { source: source.id, trial: null }, text };
      }
      const { trySource } = await import('../../sources/draft/source-trial.js');
      const { trialText } = await import('../text/source-trial-text.js');
      const today = new Date().toISOString().slice(0, 10);
      const trial = trySource(source, tried.items, await installation.geography(), { today, shown });
      const problems = trial.usable > 0 ? [] : [`No row of ${tried.where} can be used.`];
      return {
        data: { source: source.id, where: tried.where, trial },
        text: trialText(source, trial, tried.where),
        problems,
      };
    });
}

interface CheckOptions {
  readonly file?: string;
  readonly portal?: boolean;
  readonly baseUrl?: string;
  readonly rows: string;
  readonly show: string;
}

/** The first rows of the file or portal that the options name; null when they name none. */
async function readRows(
  installation: Installation,
  source: CatalogSource,
  limit: number,
  { file, portal, baseUrl }: CheckOptions,
): Promise<{ readonly where: string; readonly items: readonly ReadItem[] } | null> {
  if (file !== undefined) {
    const { firstRows } = await import('../../sources/read/first-rows.js');
    try {
      return { where: file, items: await firstRows(file, source, limit) };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const { withMeantSource } = await import('../../sources/ingest/fitting-sources.js');
      throw await withMeantSource(error, source, (await installation.catalog()).sources, file);
    }
  }
  if (portal !== true && baseUrl === undefined) return null;
  const { portalRows } = await import('../../sources/fetch/portal-rows.js');
  const options = { ...portalOptions(installation), ...(baseUrl !== undefined && { baseUrl }) };
  const { address, items } = await portalRows(source, limit, options);
  return { where: address, items };
}

/** The source with a catalog id, or of a definition file. */
async function findSource(installation: Installation, name: string): Promise<CatalogSource> {
  const { readDefinition } = await import('../../sources/source/load-catalog.js');
  if (name.endsWith('.json')) {
    if (!existsSync(name)) throw new UserError(`There is no file ${name}.`);
    return readDefinition(name);
  }
  return (await installation.catalog()).require(name);
}
