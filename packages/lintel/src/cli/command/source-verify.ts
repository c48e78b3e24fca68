/**
 * `lintel source verify`: tries definitions on the first rows of their portals, one after the other, and marks those
 * that hold with the date and the number of rows.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../base/files/write-whole.js';
import { shellWord } from '../../base/shell-word.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Trial } from '../../sources/draft/source-trial.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { type Outcome, wrapLines } from '../terminal/outcome.js';
import { portalOptions } from '../work/portal-options.js';
import { filteredSources, type SourceFilter } from './source-list.js';

interface VerifyOptions extends Pick<SourceFilter, 'state' | 'kind'> {
  readonly rows: string;
  readonly platform?: string;
  readonly most: string;
  readonly out?: string;
  readonly baseUrl?: string;
  readonly write?: string;
}

interface Verdict {
  readonly source: string;
  readonly rows: number;
  /** What is wrong; none if the definition holds. */
  readonly faults: readonly string[];
}

/** Most portals that are looked at in one run. */
const maxPortals = 1_000;

/** Most rows that a source is tried on. */
const maxRows = 100_000;

export function defineSourceVerify(group: CommandGroup): void {
  group
    .define(
      'verify [source...]',
      'Try definitions on the rows of their portals, and mark those that hold',
      'lintel source verify --state TX',
    )
    .makesHome()
    .option('--platform <name>', 'look at the portals of this permit software instead: energov or accela')
    .option('--most <count>', 'with --platform: portals to look at', '40')
    .option('--out <directory>', 'with --platform: folder to write (default: discovered-AREA-PLATFORM)')
    .option('--state <code>', 'without names: the unverified sources of this state')
    .option('--kind <kind>', 'without names: the unverified sources of this kind')
    .option('--rows <count>', 'rows to read of each', '1000')
    .option('--base-url <url>', 'read from this address instead of the portal, such as a mirror')
    .option('--write <directory>', 'turn the mark in the definitions in this folder')
    .details(
      '--platform goes through the inventory of portals as source discover does, writes what\n' +
        'it saw and a definition of each portal that answered, and tries and marks these.',
    )
    .run(async (installation, options: VerifyOptions, ...names: string[]) => {
      const limit = wholeNumber('--rows', options.rows, 1, maxRows);
      if (options.platform !== undefined)
        return verifyPortals(installation, options.platform, names, limit, options);
      const sources = await chosen(installation, names, options);
      return outcomeOf(await verdictsOf(installation, sources, limit, options), options.write);
    });
}

async function verdictsOf(
  installation: Installation,
  sources: readonly CatalogSource[],
  limit: number,
  options: Pick<VerifyOptions, 'baseUrl' | 'write'>,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const source of sources) {
    if (installation.signal.aborted) break;
    verdicts.push(await verify(installation, source, limit, options));
  }
  return verdicts;
}

function outcomeOf(verdicts: readonly Verdict[], folder: string | undefined): Outcome {
  const held = verdicts.filter(({ faults }) => faults.length === 0);
  const marked = `, marked in ${folder ?? 'the home'}`;
  const count = `${held.length} of ${verdicts.length} definitions hold${held.length > 0 ? marked : ''}.`;
  const text = wrapLines([...verdicts.map(verdictText), count].join('\n'));
  const problems = verdicts
    .filter(({ faults }) => faults.length > 0)
    .map(({ source }) => `${source} does not hold.`);
  return { data: verdicts, text, problems };
}

/** Looks at the portals of the inventory, and tries the definitions of those that answered and have no mark yet. */
async function verifyPortals(
  installation: Installation,
  platform: string,
  names: readonly string[],
  limit: number,
  options: VerifyOptions,
): Promise<Outcome> {
  if (names.length > 0 || options.write !== undefined)
    throw new UsageError('--platform looks at portals of the inventory; leave names and --write out.');
  if (options.kind !== undefined) throw new UsageError('--platform finds permits only; leave --kind out.');
  const [{ checkStep, discoverPortals }, { readDefinition }] = await Promise.all([
    import('../work/discover-portals.js'),
    import('../../sources/source/load-catalog.js'),
  ]);
  const most = wholeNumber('--most', options.most, 1, maxPortals);
  const kind = 'permits' as const;
  const seen = await discoverPortals(installation, { ...options, platform, kind, most });
  const { directory, portals } = seen.data;
  const sources = portals
    .flatMap(({ file }) => (file === null ? [] : [readDefinition(join(directory, file))]))
    .filter(({ definition }) => definition.verified == null);
  const write = join(directory, 'sources');
  const verdicts = await verdictsOf(installation, sources, limit, { ...options, write });
  const tried = outcomeOf(verdicts, join(seen.folder, 'sources'));
  const held = verdicts.find(({ faults }) => faults.length === 0);
  const file = held === undefined ? null : join(seen.folder, 'sources', `${held.source}.json`);
  const next =
    file === null ? checkStep(installation, seen) : nextStep(installation, `source add ${shellWord(file)}`);
  const text = [seen.text, ...(sources.length === 0 ? [] : [tried.text]), ...(next === null ? [] : [next])];
  return { ...tried, data: { ...seen.data, verdicts }, text: text.join('\n\n') };
}

async function chosen(
  installation: Installation,
  names: readonly string[],
  { state, kind }: VerifyOptions,
): Promise<CatalogSource[]> {
  const catalog = await installation.catalog();
  if (names.length > 0) return [...new Set(names)].map((name) => catalog.require(name));
  const filter = {
    unverified: true,
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
  };
  const sources = (await filteredSources(installation, filter))
    .map(({ source }) => source)
    .filter(({ fetch, id }) => fetch !== null && !id.startsWith('sample-'));
  if (sources.length === 0) throw new UserError('No unverified source with a portal matches.');
  return sources;
}

/** Tries one source; what its portal does wrong is a fault of it, so that the others are tried. */
async function verify(
  installation: Installation,
  source: CatalogSource,
  limit: number,
  { baseUrl, write }: Pick<VerifyOptions, 'baseUrl' | 'write'>,
): Promise<Verdict> {
  const { portalRows } = await import('../../sources/fetch/portal-rows.js');
  const { trySource } = await import('../../sources/draft/source-trial.js');
  const { faultsOf } = await import('../../sources/draft/verdict.js');
  const today = new Date().toISOString().slice(0, 10);
  let trial: Trial;
  let listed: Iterable<string>;
  try {
    const options = { ...portalOptions(installation), ...(baseUrl !== undefined && { baseUrl }) };
    const { columns, items } = await portalRows(source, limit, options);
    trial = trySource(source, items, await installation.geography(), { today, shown: 0 });
    listed = columns?.keys() ?? [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { source: source.id, rows: 0, faults: [error.message] };
  }
  const faults = faultsOf(source, trial, listed);
  if (faults.length === 0) await mark(installation, source, { on: today, rows: trial.read }, write);
  return { source: source.id, rows: trial.read, faults };
}

async function mark(
  installation: Installation,
  source: CatalogSource,
  verified: { readonly on: string; readonly rows: number },
  directory: string | undefined,
): Promise<void> {
  const { withMark, writeMark } = await import('../../sources/source/verified-marks.js');
  writeMark(installation.home.verified, source.definition, verified);
  if (directory === undefined) return;
  const path = join(directory, `${source.id}.json`);
  if (!existsSync(path)) throw new UserError(`There is no definition ${path}.`);
  writeWhole(path, withMark(readFileSync(path, 'utf8'), verified));
}

function verdictText({ source, rows, faults }: Verdict): string {
  if (faults.length === 0) return `${source}: holds on ${rows} rows`;
  return [`${source}: does not hold`, ...faults.map((fault) => `  - ${fault}`)].join('\n');
}
