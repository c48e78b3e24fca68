/** `lintel official`: official counts of homes authorised and of inhabitants, which the next release puts beside its permits. */
import { readFileSync, statSync } from 'node:fs';
import { formatCount } from '../../base/format-number.js';
import { UserError } from '../../base/user-error.js';
import type { CommandGroup } from '../terminal/define.js';
import { commandLine, nextStep } from '../terminal/next-step.js';
import { table } from '../terminal/outcome.js';
import { noteAct } from '../work/note-act.js';

/** The largest file of the survey has 3 MB. */
const maxBytes = 64 << 20;

export function defineOfficial(group: CommandGroup): void {
  defineAdd(group);
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
