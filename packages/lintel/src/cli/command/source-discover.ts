/**
 * `lintel source discover`: searches the public catalogs for datasets that are sources, drafts a definition of each,
 * and writes a folder to review.
 */
import { join, resolve } from 'node:path';
import { formatCount } from '../../base/format-number.js';
import { type SourceKind, sourceKinds } from '../../base/source-kind.js';
import { UsageError } from '../../base/usage-error.js';
import { UserError } from '../../base/user-error.js';
import type { Discovery } from '../../sources/discover/discovery.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table, wrap } from '../terminal/outcome.js';
import { cut } from '../terminal/progress.js';
import { outputWidth } from '../terminal/style.js';
import type { ReportEntry } from '../text/discovery-report.js';
import { earlierReport, writeDiscovery } from '../work/discovery-files.js';
import { portalOptions } from '../work/portal-options.js';

interface DiscoverOptions {
  readonly state?: string;
  readonly place?: string;
  readonly kind: string;
  readonly platform?: string;
  readonly most: string;
  readonly baseUrl?: string;
  readonly out?: string;
}

/** Most datasets that are read in one search. */
const maxRead = 1000;
/** Drafts that the text lists. */
const shownDrafts = 25;
/** Of a title in the text. */
const titleChars = 60;
const longestWord = 18;
/** What people call the lists of licensed contractors and of properties. */
const otherNames: Readonly<Record<string, SourceKind>> = { licenses: 'contractors', assessor: 'properties' };

export function defineSourceDiscover(group: CommandGroup): void {
  group
    .define(
      'discover',
      'Search the public catalogs for datasets of a kind and draft a definition of each',
      'lintel source discover --place "Travis County" --state TX',
    )
    .makesHome()
    .option('--state <code>', 'only datasets of this state')
    .option('--place <name>', 'only those of this city or county, and of all of its state')
    .option('--kind <kind>', 'permits, contractors (licenses), decisions or properties (assessor)', 'permits')
    .option('--platform <name>', 'ask the portals of this permit software instead: energov or accela')
    .option('--most <count>', 'datasets to read, or portals to ask', '40')
    .option('--base-url <url>', 'ask this address instead of catalogs and portals, such as a mirror')
    .option('--out <directory>', 'folder to write (default: discovered-AREA-KIND)')
    .details(
      'It asks Socrata, ArcGIS Hub, data.gov, Opendatasoft and some CKAN portals.\n' +
        'What was asked within a week is not asked again: after a break, run the\n' +
        'same command, and it goes on.\n' +
        '--platform goes through the inventory of portals: it reads a page of each and\n' +
        'writes a definition where one answers. Others are not asked again for a week.',
    )
    .run(async (installation, options: DiscoverOptions) => {
      const kind = kindOf(options.kind);
      const most = wholeNumber('--most', options.most, 1, maxRead);
      if (options.platform !== undefined) {
        const { checkStep, discoverPortals } = await import('../work/discover-portals.js');
        const { platform } = options;
        const seen = await discoverPortals(installation, { ...options, platform, kind, most });
        const next = checkStep(installation, seen);
        return { data: seen.data, text: next === null ? seen.text : `${seen.text}\n\n${next}` };
      }
      const { areaOf } = await import('../../sources/discover/area.js');
      const { definitionsIn } = await import('../../sources/source/load-catalog.js');
      const area = areaOf(options, await installation.geography());
      const folder = options.out ?? `discovered-${slug(area.name)}-${kind}`;
      const directory = resolve(folder);
      const search = { kind, area: area.name };
      const earlier = earlierReport(directory, search);
      const today = new Date().toISOString().slice(0, 10);
      const ids = new Map([...earlier].map(([identity, { id }]) => [identity, id]));
      const taken = definitionsIn(join(directory, 'sources'));
      const discovery = await searchCatalogs(
        installation,
        { kind, area, most, today, ids, taken },
        directory,
        options.baseUrl,
      );
      const entries = writeDiscovery(directory, search, discovery, earlier, today);
      return {
        data: { directory, report: join(directory, 'report.json'), drafts: entries },
        text: discoveryText(installation, discovery, entries, folder, area.name, kind),
        problems: discovery.catalogs
          .filter(({ failure, isRefused }) => failure !== null && !isRefused)
          .map(({ name, failure }) => `${name} was not asked to its end: ${failure}`),
      };
    });
}

type Search = Parameters<typeof import('../../sources/discover/discovery.js').discover>[0];

async function searchCatalogs(
  installation: Installation,
  options: Search,
  directory: string,
  baseUrl: string | undefined,
): Promise<Discovery> {
  const { discover } = await import('../../sources/discover/discovery.js');
  const { Journal } = await import('../../sources/discover/journal.js');
  const { PortalReader } = await import('../../sources/discover/portal-reader.js');
  const { publicCatalogs } = await import('../../sources/discover/public-catalogs.js');
  const portals = { ...portalOptions(installation), ...(baseUrl !== undefined && { baseUrl }) };
  const reader = new PortalReader(portals, new Journal(join(directory, 'answers.ndjson')));
  const { signal, progress } = installation;
  try {
    return await discover(options, {
      catalogs: publicCatalogs(options.area.state, portals.tokens),
      reader,
      sources: (await installation.catalog()).sources.filter(({ id }) => !id.startsWith('sample-')),
      geography: await installation.geography(),
      progress,
      signal,
    });
  } catch (error) {
    if (!signal.aborted || error instanceof UserError) throw error;
    throw new UserError('Interrupted.', { hint: 'Run the same command again: it goes on from here.' });
  } finally {
    await reader.close();
  }
}

function kindOf(text: string): SourceKind {
  const kind = sourceKinds.find((known) => known === (otherNames[text] ?? text));
  if (kind === undefined) throw new UsageError(`--kind takes ${sourceKinds.join(', ')}, not "${text}".`);
  return kind;
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function discoveryText(
  installation: Installation,
  { catalogs, found, known, elsewhere, unlike, leftOut, waiting }: Discovery,
  entries: readonly ReportEntry[],
  folder: string,
  area: string,
  kind: SourceKind,
): string {
  const cells = entries
    .slice(0, shownDrafts)
    .map(({ score, id, rows, updated, title, is_new: isNew }) => [
      score,
      id,
      rows,
      updated,
      `${isNew ? 'new: ' : ''}${narrow(title)}`,
    ]);
  const [first] = entries;
  const asked = catalogs.map(({ name, found: listed }) => `${name} ${formatCount(listed)}`).join(', ');
  const more = entries.length - cells.length;
  return [
    ...(cells.length === 0 ? [] : [table(['score', 'id', 'rows', 'updated', 'title'], cells)]),
    ...(more > 0 ? [`${more} more are in the report.`] : []),
    [
      `Listed: ${asked}; ${formatCount(found)} different datasets.`,
      `Of ${area}, and like ${kind}: ${formatCount(entries.length)} drafted, ${formatCount(known.size)} in the catalog already, ` +
        `${formatCount(leftOut.length)} left out, ${formatCount(waiting.length)} not read yet${waiting.length > 0 ? ' (--most)' : ''}.`,
      `Of another place: ${formatCount(elsewhere)}. Something else: ${formatCount(unlike)}.`,
    ]
      .flatMap((line) => wrap(line, outputWidth()))
      .join('\n'),
    `${join(folder, 'report.md')} says what was mapped, how sure, and what is missing.`,
    first === undefined
      ? 'Try a larger area, or another kind.'
      : `After you have read it: ${nextStep(installation, `source add ${join(folder, first.file)}`).replace('Next: ', '')}`,
  ].join('\n\n');
}

/** A title whose words do not widen a table: names of services are one long word. */
function narrow(title: string): string {
  const text = title
    .replace(/(?<=\w)[-_]+(?=\w)/g, ' ')
    .split(' ')
    .map((word) => cut(word, longestWord))
    .join(' ');
  return cut(text, titleChars);
}
