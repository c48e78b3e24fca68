/**
 * `lintel source`: the catalog as an operator sees it, and trying definitions before their rows are stored.
 */
import { UserError } from '../../base/user-error.js';
import type { ReadItem } from '../../sources/read/read-item.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { wholeNumber } from '../terminal/option-value.js';
import { wrapLines } from '../terminal/outcome.js';
import { findSource } from '../work/find-source.js';
import { portalOptions } from '../work/portal-options.js';
import { defineSourceAdd } from './source-add.js';
import { defineSourceDiscover } from './source-discover.js';
import { defineSourceList } from './source-list.js';
import { defineSourceNew } from './source-new.js';
import { defineSourceShare } from './source-share.js';
import { defineSourceVerify } from './source-verify.js';

/** Most rows that a check reads. */
const maxCheckRows = 100_000;

export function defineSource(group: CommandGroup): void {
  defineSourceList(group);
  defineShow(group);
  defineCheck(group);
  defineSourceDiscover(group);
  defineSourceNew(group);
  defineSourceAdd(group);
  defineSourceVerify(group);
  defineSourceShare(group);
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
    .makesHome()
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
      const { knownOfPlace, knownText } = await import('../../sources/ingest/same-place.js');
      const columns = tried.items.flatMap((item) => ('row' in item ? Object.keys(item.row) : []));
      const known = knownOfPlace(source, columns, (await installation.catalog()).sources);
      const noted = knownText(source.context.jurisdiction, known);
      const problems = trial.usable > 0 ? [] : [`No row of ${tried.where} can be used.`];
      return {
        data: { source: source.id, where: tried.where, trial, known },
        text: [trialText(source, trial, tried.where), ...(noted === null ? [] : [wrapLines(noted)])].join(
          '\n\n',
        ),
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
