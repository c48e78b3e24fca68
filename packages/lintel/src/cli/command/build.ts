/** `lintel build`: a new release from everything in the raw store, with its report. */
import { Failure } from '../../base/failure.js';
import type { BuildReport } from '../../release/build/report.js';
import { type CommandGroup, failureText } from '../define.js';
import { calendarDate } from '../option-value.js';
import { formatCount, table } from '../outcome.js';
import { publicationText } from './publish.js';

/** Defects that the text names; `--json` has them all. */
const defectsShown = 12;

export function defineBuild(root: CommandGroup): void {
  root
    .define('build', 'Refine the raw store into a new release', 'lintel build --publish')
    .option('--as-of <date>', 'date of the release (default: today, UTC)')
    .option('--publish', 'publish it when the gate agrees')
    .run(async (installation, options: { asOf?: string; publish?: boolean }) => {
      const { home, config, progress } = installation;
      const asOf = options.asOf === undefined ? undefined : calendarDate('--as-of', options.asOf);
      const { buildFrom } = await import('../build.js');
      const { id, report, info } = await buildFrom(installation, asOf === undefined ? {} : { asOf });
      const data = { id, counts: info.counts, report };
      const text = `Built ${id}.\n\n${reportText(report)}\n\n`;
      if (options.publish !== true) {
        return { data: { ...data, published: false }, text: `${text}Next: lintel publish ${id}` };
      }
      const { publish } = await import('../../release/shelf.js');
      try {
        const publication = await publish(home, id, {
          isVerified: true,
          keep: config.keep_releases,
          progress,
        });
        return { data: { ...data, published: true }, text: text + publicationText(publication) };
      } catch (error) {
        // The release is built and its report is what a person needs to see why the gate refused it.
        if (!(error instanceof Failure)) throw error;
        const problems = [failureText(error)];
        return { data: { ...data, published: false, problems }, text: text.trimEnd(), problems };
      }
    });
}

/** The report as tables: rows by what became of them, how often key fields are filled, and the commonest defects. */
function reportText(report: BuildReport): string {
  const headings = ['source', 'rows read', 'records', 'merged', 'quarantined'];
  const cells = (name: string, row: Pick<BuildReport, 'read' | 'records' | 'merged' | 'quarantined'>) => [
    name,
    row.read,
    row.records,
    row.merged,
    row.quarantined,
  ];
  const rows = report.sources.map((source) => cells(source.source, source));
  const permits = report.sources.reduce((sum, s) => sum + (s.kind === 'permits' ? s.records : 0), 0);
  const fill = Object.entries(report.fill).map(([field, count]) => [
    field,
    permits === 0 ? '-' : `${((100 * count) / permits).toFixed(1)} %`,
  ]);
  const defects = [...report.defects].sort((a, b) => b.count - a.count);
  const shown = defects.slice(0, defectsShown).map((d) => [d.name, d.field, d.count]);
  const more = defects.length - shown.length;
  const parts = [table(headings, [...rows, cells('all', report)]), table(['field', 'filled'], fill)];
  if (shown.length > 0) parts.push(table(['defect', 'field', 'count'], shown));
  if (more > 0) parts.push(`… and ${formatCount(more)} kinds of defect more (--json)`);
  return parts.join('\n\n');
}
