/** `lintel official`: official counts of homes authorised, which the next release puts beside its permits. */
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
      "Keep files of the Census Bureau's Building Permits Survey, by county or by place",
      'lintel official add co2023a.txt so2024a.txt',
    )
    .details(
      'Files as they are published at census.gov/permits. One of a period that is kept already replaces it.',
    )
    .run(async (installation, _options, ...files) => {
      const { keepSurvey } = await import('../../official/home-surveys.js');
      const { readSurvey } = await import('../../official/read-survey.js');
      const { home } = installation;
      // All are read before any is kept.
      const read = files.map((path) => {
        const text = textOf(path);
        return { text, survey: readSurvey(text, path) };
      });
      const kept = read.map(({ text, survey }) => ({
        file: keepSurvey(home, survey, text),
        survey,
      }));
      const names = kept.map(({ file }) => file);
      await noteAct(installation, 'official.add', 'official counts', names.join(', '));
      const rows = kept.map(({ survey }) => [survey.kind, survey.period, formatCount(survey.rows.length)]);
      return {
        data: {
          files: kept.map(({ file, survey }) => ({ file, period: survey.period, rows: survey.rows.length })),
        },
        text: [
          table(['by', 'period', 'rows'], rows),
          'The next release has them.',
          nextStep(installation, 'build --publish'),
        ].join('\n'),
      };
    });
}

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
      const { readSurveys } = await import('../../official/home-surveys.js');
      const kept = readSurveys(installation.home).map(({ kind, period, rows }) => ({
        kind,
        period,
        rows: rows.length,
      }));
      const text =
        kept.length === 0
          ? `No official counts yet. To add some: ${commandLine(installation, 'official add FILE')}`
          : table(
              ['by', 'period', 'rows'],
              kept.map(({ kind, period, rows }) => [kind, period, formatCount(rows)]),
            );
      return { data: kept, text };
    });
}
