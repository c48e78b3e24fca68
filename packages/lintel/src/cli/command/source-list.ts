/** `lintel source list`: the catalog, a line a source, that fits eighty columns with hundreds of them. */
import { existsSync } from 'node:fs';
import { formatCount } from '../../base/format-number.js';
import { locateHome } from '../../base/home.js';
import { type SourceKind, sourceKinds } from '../../base/source-kind.js';
import { UsageError } from '../../base/usage-error.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { table } from '../terminal/outcome.js';

export interface SourceFilter {
  readonly state?: string;
  readonly kind?: string;
  readonly verified?: boolean;
  readonly unverified?: boolean;
}

interface ListOptions extends SourceFilter {
  readonly sample?: boolean;
}

export function defineSourceList(group: CommandGroup): void {
  group
    .define(
      'list',
      'List the sources of the catalog, whether they were tried on real rows, and what is stored of them',
      'lintel source list --state FL --kind permits',
    )
    .option('--state <code>', 'only sources of this state')
    .option('--kind <kind>', 'only permits, contractors, decisions or properties')
    .option('--verified', 'only those that were tried on real rows')
    .option('--unverified', 'only those that were never tried on real rows')
    .option('--sample', 'include the sources of generated sample data')
    .run(async (installation, options: ListOptions) => {
      const totals = new Map((await storedTotals(installation)).map((total) => [total.source, total]));
      const chosen = await filteredSources(installation, options);
      const shown = chosen
        .filter(
          ({ source: { id } }) => options.sample === true || !id.startsWith('sample-') || totals.has(id),
        )
        .map(({ source, verified }) => ({
          id: source.id,
          name: source.name,
          state: source.context.jurisdiction.state,
          protocol: source.fetch?.protocol ?? null,
          kind: source.kind,
          verified,
          updates: source.definition.updates ?? null,
          rows: totals.get(source.id)?.rows ?? 0,
          last_read: totals.get(source.id)?.lastSeenMs ?? null,
        }));
      const cells = shown.map(({ id, state, kind, verified, rows }) => [
        id,
        state,
        kind,
        verified?.on ?? 'unverified',
        rows,
      ]);
      const tried = shown.filter(({ verified }) => verified !== null).length;
      const summary = `${formatCount(shown.length)} sources, ${formatCount(tried)} tried on real rows. About one: lintel source show ID`;
      const text = `${table(['id', 'state', 'kind', 'verified', 'rows'], cells)}\n\n${summary}`;
      return { data: shown, text: shown.length === 0 ? 'No source matches.' : text };
    });
}

/** The sources that the options choose, each with when it was last tried on real rows. */
export async function filteredSources(installation: Installation, options: SourceFilter) {
  const { readMarks, verifiedOf } = await import('../../sources/source/verified-marks.js');
  if (options.kind !== undefined && !isKind(options.kind)) {
    throw new UsageError(`--kind takes ${sourceKinds.join(', ')}, not "${options.kind}".`);
  }
  const marks = readMarks(locateHome(installation.directory).verified);
  const state = options.state?.toUpperCase();
  const { sources } = await installation.catalog();
  return sources
    .map((source: CatalogSource) => ({ source, verified: verifiedOf(source.definition, marks) }))
    .filter(({ source }) => state === undefined || source.context.jurisdiction.state === state)
    .filter(({ source }) => options.kind === undefined || source.kind === options.kind)
    .filter(({ verified }) => options.verified !== true || verified !== null)
    .filter(({ verified }) => options.unverified !== true || verified === null);
}

function isKind(text: string): text is SourceKind {
  return sourceKinds.some((kind) => kind === text);
}

/** What is stored of each source; nothing if there is no raw store yet, and none is created for this. */
async function storedTotals(installation: Installation) {
  const { raw } = locateHome(installation.directory);
  if (installation.config.raw_url === null && !existsSync(raw)) return [];
  return (await installation.rawStore()).totals();
}
