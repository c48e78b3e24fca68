/** `lintel official`: official counts of homes authorised and of inhabitants, which the next release puts beside its permits. */
import { readFileSync, statSync } from 'node:fs';
import { formatCount } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';
import { commandLine, nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { table, wrap } from '../terminal/outcome.js';
import { outputWidth } from '../terminal/style.js';
import { noteAct } from '../work/note-act.js';

/** The largest file of the survey has 3 MB. */
const maxBytes = 64 << 20;

export function defineOfficial(group: CommandGroup): void {
  defineAdd(group);
  defineFetch(group);
  defineList(group);
}

function defineAdd(group: CommandGroup): void {
  group
    .define(
      'add <files...>',
      "Keep files of the Census Bureau's Building Permits Survey, or a CSV of inhabitants and homes",
      'lintel official add co2023a.txt so2024a.txt',
    )
    .details(
      'Files as they are published at census.gov/permits; one of a period that is kept already replaces it. A CSV has the columns geoid, population and if known homes, and replaces an earlier one.',
    )
    .run(async (installation, _options, ...files) => {
      const { keepPopulation, keepSurvey } = await import('../../official/home-surveys.js');
      const { isPopulation, readPopulation } = await import('../../official/population.js');
      const { readSurvey } = await import('../../official/read-survey.js');
      const { home } = installation;
      // All are read before any is kept.
      const read = files.map((path) => {
        const text = textOf(path);
        if (!isPopulation(text)) {
          const survey = readSurvey(text, path);
          return { survey, keep: () => keepSurvey(home, survey, text) };
        }
        const survey = { kind: 'population', period: null, rows: readPopulation(text, path) };
        return { survey, keep: () => keepPopulation(home, text) };
      });
      const kept = read.map(({ survey, keep }) => ({
        by: survey.kind,
        file: keep(),
        period: survey.period,
        rows: survey.rows.length,
      }));
      const names = kept.map(({ file }) => file);
      await noteAct(installation, 'official.add', 'official counts', names.join(', '));
      return {
        data: { files: kept.map(({ file, period, rows }) => ({ file, period, rows })) },
        text: [
          table(['by', 'period', 'rows'], kept.map(lineOf)),
          'The next release has them.',
          nextStep(installation, 'build --publish'),
        ].join('\n'),
      };
    });
}

interface FetchOptions {
  readonly from?: string;
  readonly to?: string;
  readonly months?: boolean;
  readonly baseUrl?: string;
}

/** Years that are fetched without being named, and the first of files of today's shape. */
const usualYears = 10;
const firstYear = 2000;

function defineFetch(group: CommandGroup): void {
  group
    .define(
      'fetch',
      'Fetch and keep files of the Building Permits Survey from the Census Bureau',
      'lintel official fetch --from 2015',
    )
    .makesHome()
    .option('--from <year>', 'first year (default: ten years ago)')
    .option('--to <year>', 'last year (default: this one)')
    .option('--months', 'the months of states and counties too')
    .option('--base-url <url>', 'fetch from this address instead, such as a mirror')
    .details(
      'Years of states, counties and places, one file after the other. What is kept\n' +
        'already is not asked for again, but for the last two years, which the Bureau\n' +
        'revises. A file that is not published yet is said.',
    )
    .run(async (installation, options: FetchOptions) => {
      const { fetchSurveys, surveyFiles } = await import('../work/fetch-official.js');
      const year = new Date().getUTCFullYear();
      const to = options.to === undefined ? year : wholeNumber('--to', options.to, firstYear, year);
      const from =
        options.from === undefined
          ? Math.min(to, year - usualYears)
          : wholeNumber('--from', options.from, firstYear, to);
      const files = surveyFiles(from, to, options.months === true);
      const fetched = await fetchSurveys(installation, files, options.baseUrl);
      const came = fetched.filter(({ rows }) => rows !== null);
      const missing = fetched.filter(({ rows, kept }) => rows === null && !kept).map(({ file }) => file);
      if (came.length > 0)
        await noteAct(
          installation,
          'official.fetch',
          'official counts',
          came.map(({ file }) => file).join(', '),
        );
      const kept = fetched.length - came.length - missing.length;
      return {
        data: { files: fetched },
        text: [
          ...(came.length > 0 ? [table(['file', 'rows'], came.map(fetchedLine))] : []),
          `${came.length} files came, ${kept} were kept already, ${missing.length} are not published.`,
          ...(missing.length > 0 ? wrap(`Not published: ${named(missing)}.`, outputWidth()) : []),
          ...(came.length > 0
            ? ['The next release has them.', nextStep(installation, 'build --publish')]
            : []),
        ].join('\n'),
        problems:
          came.length + kept > 0
            ? []
            : [`Nothing of ${from} to ${to} is published at ${options.baseUrl ?? 'the Census Bureau'}.`],
      };
    });
}

const shownMissing = 8;

/** The names of files, the first of them. */
function named(urls: readonly string[]): string {
  const names = urls.slice(0, shownMissing).map((url) => url.slice(url.lastIndexOf('/') + 1));
  const more = urls.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

const fetchedLine = ({ file, rows }: { file: string; rows: number | null }) => [file, formatCount(rows ?? 0)];

const lineOf = ({ by, period, rows }: { by: string; period: string | null; rows: number }) => [
  by,
  period ?? '–',
  formatCount(rows),
];

function textOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UserError(`There is no file ${path}.`);
  if (!found.isFile() || found.size > maxBytes)
    throw new UserError(`${path} is no file of the survey: they have at most ${maxBytes >> 20} MB.`);
  return readFileSync(path, 'latin1');
}

function defineList(group: CommandGroup): void {
  group
    .define('list', 'The files of official counts that this home keeps', 'lintel official list')
    .run(async (installation) => {
      const { readKeptPopulation, readSurveys } = await import('../../official/home-surveys.js');
      const { length: places } = readKeptPopulation(installation.home);
      const kept = [
        ...readSurveys(installation.home).map(({ kind, period, rows }) => ({
          kind,
          period,
          rows: rows.length,
        })),
        ...(places === 0 ? [] : [{ kind: 'population', period: null, rows: places }]),
      ];
      const text =
        kept.length === 0
          ? `No official counts yet. To add some: ${commandLine(installation, 'official add FILE')}`
          : table(
              ['by', 'period', 'rows'],
              kept.map(({ kind, ...rest }) => lineOf({ by: kind, ...rest })),
            );
      return { data: kept, text };
    });
}
