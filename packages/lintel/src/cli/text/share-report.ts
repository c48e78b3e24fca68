/** The report on a source for the people who review it: what its rows gave, and what is wrong. Markdown. */
import type { Trial } from '../../sources/draft/source-trial.js';
import { inWords } from '../../sources/mapping/in-words.js';
import type { CatalogSource } from '../../sources/source/catalog-source.js';

export function shareReport(source: CatalogSource, trial: Trial, faults: readonly string[]): string {
  const { definition } = source;
  const { name, state } = definition.jurisdiction;
  const fields = trial.fields.map(
    ({ field, filled, distinct }) =>
      `| \`${field}\` | ${inWords(definition.map[field]).replaceAll('|', '\\|')} | ${percent(filled, trial.read)} | ${distinct} |`,
  );
  const unread = trial.unreadColumns.map(({ column }) => `\`${column}\``).join(', ');
  return `${[
    `# ${definition.name}`,
    `\`${source.id}\`, ${definition.kind} of ${name}, ${state}. ${trial.read} rows were read, ${trial.usable} usable.`,
    faults.length === 0
      ? 'The definition holds: columns exist, keys are unique, dates and places are understood.'
      : ['What is wrong:', '', ...faults.map((fault) => `- ${fault}`)].join('\n'),
    ['| field | from | filled | distinct |', '| --- | --- | --- | --- |', ...fields].join('\n'),
    `Columns that are not read: ${unread === '' ? 'none' : unread}.`,
    `License: ${definition.license ?? 'none stated'}. Attribution: ${definition.attribution ?? 'none asked for'}.`,
  ].join('\n\n')}\n`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.floor((part / whole) * 100)} %`;
}
