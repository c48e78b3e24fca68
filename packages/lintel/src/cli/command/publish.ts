/** `lintel publish`: make a built release the one that is served. */
import { formatCount } from '../../base/format-number.js';
import type { DatabasePublication } from '../../postgres/publish-release.js';
import type { ChangeCounts } from '../../releases/changes/layout.js';
import type { Publication } from '../../releases/release-store.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { servingStep } from '../terminal/next-step.js';
import type { Outcome } from '../terminal/outcome.js';
import { notePublication, notingRefusal, openFiles } from '../work/publish-built.js';
import { watchesAfterPublication } from '../work/run-watches.js';

export function definePublish(root: CommandGroup): void {
  root
    .define('publish [release]', 'Publish a release, by default the newest', 'lintel publish')
    .option('--force', 'publish even if the quality gate refuses')
    .option('--to <address>', 'publish for SQL, in PostgreSQL: postgres://… (default: the published release)')
    .run(async (installation, options: { force?: boolean; to?: string }, id?: string) => {
      if (options.to !== undefined) return publishTo(installation, options.to, options.force === true, id);
      const { home, config, progress, signal } = installation;
      const { publish } = await import('../../releases/release-store.js');
      const { retentionOf } = await import('../../releases/retention.js');
      const publishing = {
        force: options.force === true,
        isChosen: true,
        keep: retentionOf(config),
        limits: config.sources,
        progress,
        signal,
      };
      const publication = await notingRefusal(installation, () => publish(home, id, publishing));
      await notePublication(installation, publication);
      await openFiles(installation);
      const watched = await watchesAfterPublication(installation);
      const parts = [publicationText(publication), watched, servingStep(installation)];
      return { data: publication, text: parts.filter(Boolean).join('\n') };
    });
}

/** Loads a release into PostgreSQL and publishes it there. */
async function publishTo(
  installation: Installation,
  address: string,
  force: boolean,
  id?: string,
): Promise<Outcome> {
  const { home, config, progress, signal } = installation;
  const { findRelease } = await import('../../releases/release-store.js');
  const { publishInDatabase } = await import('../../postgres/publish-release.js');
  const { keep_releases: keep, sources: limits } = config;
  const directory = findRelease(home, id);
  const published = await notingRefusal(installation, () =>
    publishInDatabase(address, directory, { force, keep, limits, progress, signal }),
  );
  await notePublication(installation, published, ['in the database']);
  return { data: published, text: databaseText(published) };
}

/** What publication in PostgreSQL did, for people. */
function databaseText(published: DatabasePublication): string {
  const { id, schema, previous, rows, overridden, pruned, inUse, hasReader } = published;
  const counts = Object.entries(rows).map(([table, count]) => `${table} ${formatCount(count)}`);
  return [
    `Published ${id} in the database${previous === null ? '' : `, after ${previous}`}.`,
    `Its tables are in the schema ${schema}: ${counts.sort().join(', ')}.`,
    ...overridden.map((objection) => `Published although the gate objected: ${objection}`),
    ...(pruned.length > 0 ? [`Dropped old releases beyond keep_releases: ${pruned.join(', ')}.`] : []),
    ...inUse.map(({ id: old, reason }) => `Kept ${old}, which is too many: ${reason}.`),
    hasReader
      ? 'Next: SELECT * FROM lintel.permits LIMIT 10; for other people: GRANT lintel_reader TO their role.'
      : 'This user may not create roles, so nobody else can read yet: have lintel_reader created, and publish again.',
  ].join('\n');
}

/** What publication did, for people. */
export function publicationText({ id, previous, overridden, pruned, changes }: Publication): string {
  const lines = [`Published ${id}${previous === null ? '' : `, after ${previous}`}.`];
  for (const { from, counts, fault } of changes) {
    if (fault !== null) lines.push(`What changed since ${from} is not known: ${fault}`);
    else if (counts !== null && from === previous) lines.push(`Since ${from}: ${countsText(counts)}.`);
  }
  for (const objection of overridden) lines.push(`Published although the gate objected: ${objection}`);
  if (pruned.length > 0) lines.push(`Removed old releases that no setting keeps: ${pruned.join(', ')}.`);
  return lines.join('\n');
}

/** `permits 120 new, 34 changed; contractors 12 changed`. */
function countsText(counts: ChangeCounts): string {
  const kinds = Object.entries(counts).map(([kind, byType]) => {
    const parts = Object.entries(byType).filter(([, count]) => count > 0);
    return `${kind} ${parts.map(([type, count]) => `${formatCount(count)} ${type}`).join(', ')}`;
  });
  return kinds.length === 0 ? 'nothing changed' : kinds.join('; ');
}
