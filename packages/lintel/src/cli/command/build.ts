/** `lintel build`: a new release from everything in the raw store, with its report. */

import { formatCount } from '../../base/format-number.js';
import type { BuildReport, RowCounts } from '../../format/report.js';
import type { CommandGroup } from '../terminal/define.js';
import { nextStep, servingStep } from '../terminal/next-step.js';
import { calendarDate, wholeNumber } from '../terminal/option-value.js';
import { columns, indent, nestedWidth, table } from '../terminal/outcome.js';
import { buildStages } from '../terminal/stages.js';
import { overlapParts, rowCells, rowHeadings } from '../text/data-quality-text.js';
import { publishBuilt } from '../work/publish-built.js';
import { maxWorkers } from './build-worker.js';
import { publicationText } from './publish.js';

/** Defects that the text names; `--json` has them all. */
const defectsShown = 12;

export function defineBuild(root: CommandGroup): void {
  root
    .define('build', 'Build a new release from the rows of the raw store', 'lintel build --publish')
    .option('--as-of <date>', 'date of the release (default: today, UTC)')
    .option('--publish', 'publish it if it passes the quality gate')
    .option('--workers <number>', 'worker processes to start on this machine (raw_url only)', '0')
    .details(stagesText())
    .run(async (installation, options: { asOf?: string; publish?: boolean; workers: string }) => {
      const asOf = options.asOf === undefined ? undefined : calendarDate('--as-of', options.asOf);
      const workers = wholeNumber('--workers', options.workers, 0, maxWorkers);
      const { buildFrom } = await import('../work/build.js');
      const { leftAsItIs, sameRelease } = await import('../work/same-release.js');
      const same = asOf === undefined ? await sameRelease(installation) : null;
      if (same === null) installation.progress.plan(buildStages);
      const built = same ?? (await buildFrom(installation, { workers, ...(asOf !== undefined && { asOf }) }));
      const { id, report, info } = built;
      const data = { id, counts: info.counts, report };
      const made = same === null ? `Built ${id}.` : `Nothing has changed since ${id} was built.`;
      const text = `${made}\n\n${reportText(report)}`;
      const left = same === null ? null : await leftAsItIs(installation, id);
      if (left !== null)
        return { data: { ...data, published: left.isPublished }, text: `${text}\n\n${left.text}` };
      if (options.publish !== true) {
        const next = nextStep(installation, `publish ${id}`);
        return { data: { ...data, published: false }, text: `${text}\n\n${next}` };
      }
      const attempt = await publishBuilt(installation, built, same === null);
      if (attempt.publication === null) {
        const problems = [attempt.refusal];
        return { data: { ...data, published: false, problems }, text, problems };
      }
      const parts = [publicationText(attempt.publication), attempt.watched, servingStep(installation)];
      return {
        data: { ...data, published: true },
        text: `${text}\n\n${parts.filter(Boolean).join('\n')}`,
      };
    });
}

/** The list of stages that a build runs. */
function stagesText(): string {
  const rows = buildStages.map(({ title, does }, index) => [`${index + 1}. ${title}`, does]);
  return `Stages:\n${indent(columns(rows, nestedWidth()))}`;
}

/**
 * The report as tables: rows by what became of them, how often key fields are filled, and the commonest
 * defects.
 */
function reportText(report: BuildReport): string {
  const headings = ['source', ...rowHeadings];
  const cells = (name: string, row: RowCounts) => [name, ...rowCells(row)];
  const rows = report.sources.map((source) => cells(source.source, source));
  const permits = report.sources.reduce((sum, s) => sum + (s.kind === 'permits' ? s.records : 0), 0);
  const fill = Object.entries(report.fill).map(([field, count]) => [
    field,
    permits === 0 ? '-' : `${((100 * count) / permits).toFixed(1)} %`,
  ]);
  const defects = [...report.defects].sort((a, b) => b.count - a.count);
  const shown = defects.slice(0, defectsShown).map((d) => [d.name, d.field, d.count]);
  const more = defects.length - shown.length;
  const parts = [
    table(headings, [...rows, cells('all', report)]),
    ...overlapParts(report.overlaps ?? []),
    table(['field', 'filled'], fill),
  ];
  if (shown.length > 0) parts.push(table(['defect', 'field', 'count'], shown));
  if (more > 0) parts.push(`… and ${formatCount(more)} kinds of defect more (--json)`);
  return parts.join('\n\n');
}
