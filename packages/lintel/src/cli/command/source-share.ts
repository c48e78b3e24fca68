/**
 * `lintel source share`: the content of a pull request that adds a source to the catalog: the definition, a report on
 * real rows, and three made-up rows in their shape as a fixture.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../../base/files/write-whole.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import { givenFields } from '../../refine/record/canonical.js';
import type { ReadItem } from '../../sources/read/read-item.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { findSource } from '../work/find-source.js';
import { portalOptions } from '../work/portal-options.js';

interface ShareOptions {
  readonly file?: string;
  readonly portal?: boolean;
  readonly baseUrl?: string;
  readonly out?: string;
}

/** Rows that the report is made of, and those of the fixture. */
const triedRows = 1000;
const fixtureRows = 3;

export function defineSourceShare(group: CommandGroup): void {
  group
    .define(
      'share <source>',
      'Make the content of a pull request for a source: definition, report, made-up rows',
      'lintel source share elm-city-ks.json --file permits.csv',
    )
    .makesHome()
    .option('--file <data>', 'try it on this local file')
    .option('--portal', 'try it on the portal named in its "fetch"')
    .option('--base-url <url>', 'try it on its portal at another address, such as a mirror')
    .option('--out <directory>', 'folder to write (default: share-ID)')
    .run(async (installation, options: ShareOptions, name = '') => {
      const source = await findSource(installation, name);
      const { items, listed } = await readRows(installation, source, options);
      const { trySource } = await import('../../sources/draft/source-trial.js');
      const { faultsOf } = await import('../../sources/draft/verdict.js');
      const today = new Date().toISOString().slice(0, 10);
      const trial = trySource(source, items, await installation.geography(), { today, shown: 0 });
      const faults = faultsOf(source, trial, listed);
      const verified = faults.length === 0 ? { on: today, rows: trial.read } : null;
      const { shareReport } = await import('../text/share-report.js');
      const directory = resolve(options.out ?? `share-${source.id}`);
      const files = {
        [`packages/lintel/src/sources/catalog/${source.id}.json`]: json({ ...source.definition, verified }),
        [`packages/testing/catalog/${source.id}.json`]: json(await fixtureOf(source, items)),
        'report.md': shareReport(source, trial, faults),
      };
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(directory, path, '..'), { recursive: true });
        writeWhole(join(directory, path), text);
      }
      const text = [
        `${directory} was written:`,
        ...Object.keys(files).map((path) => `  ${path}`),
        'The fixture has made-up values in the shape of three rows: read it before you publish it.',
        'Copy the folder "packages" into a checkout, run "npm run coverage && npm run format", commit, and paste report.md into the pull request.',
      ].join('\n');
      const problems = faults.map((fault) => `${source.id}: ${fault}`);
      return { data: { directory, files: Object.keys(files), faults }, text, problems };
    });
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function readRows(
  installation: Installation,
  source: CatalogSource,
  { file, portal, baseUrl }: ShareOptions,
): Promise<{ readonly items: readonly ReadItem[]; readonly listed: Iterable<string> }> {
  if (file !== undefined) {
    const { firstRows } = await import('../../sources/read/first-rows.js');
    return { items: await firstRows(file, source, triedRows), listed: [] };
  }
  if (portal !== true && baseUrl === undefined)
    throw new UsageError('Name rows to try it on: --file DATA or --portal.');
  const { portalRows } = await import('../../sources/fetch/portal-rows.js');
  const options = { ...portalOptions(installation), ...(baseUrl !== undefined && { baseUrl }) };
  const { columns, items } = await portalRows(source, triedRows, options);
  return { items, listed: columns?.keys() ?? [] };
}

/** Made-up rows in the shape of the fullest ones, with the fields that they give. */
async function fixtureOf(source: CatalogSource, items: readonly ReadItem[]) {
  const { madeUpRows } = await import('../../sources/draft/made-up-rows.js');
  const seen = items.flatMap((item) => ('row' in item && source.rowKey(item.row) !== null ? [item.row] : []));
  const fullest = seen
    .map((row) => ({ row, filled: givenFields(source.map(row).fields).length }))
    .sort((a, b) => b.filled - a.filled)
    .slice(0, fixtureRows)
    .map(({ row }) => row);
  const rows = madeUpRows(source, fullest, seen);
  if (rows.length === 0) throw new UserError('No row has a key, so there is nothing to make a fixture of.');
  return { rows, records: rows.map((row) => Object.fromEntries(givenFields(source.map(row).fields))) };
}
