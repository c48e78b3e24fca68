/** `lintel publish`: make a built release the one that is served. */
import { formatCount } from '../../base/format-number.js';
import type { ChangeCounts } from '../../releases/changes/layout.js';
import type { Publication } from '../../releases/release-store.js';
import type { CommandGroup } from '../terminal/define.js';
import { servingStep } from '../terminal/next-step.js';
import { watchesAfterPublication } from '../work/run-watches.js';

export function definePublish(root: CommandGroup): void {
  root
    .define('publish [release]', 'Publish a release, by default the newest', 'lintel publish')
    .option('--force', 'publish even if the quality gate refuses')
    .run(async (installation, options: { force?: boolean }, id?: string) => {
      const { home, config, progress, signal } = installation;
      const { publish } = await import('../../releases/release-store.js');
      const publication = await publish(home, id, {
        force: options.force === true,
        isChosen: true,
        keep: config.keep_releases,
        progress,
        signal,
      });
      const watched = await watchesAfterPublication(installation);
      const parts = [publicationText(publication), watched, servingStep(installation)];
      return { data: publication, text: parts.filter(Boolean).join('\n') };
    });
}

/** What publication did, for people. */
export function publicationText({ id, previous, overridden, pruned, changes }: Publication): string {
  const lines = [`Published ${id}${previous === null ? '' : `, after ${previous}`}.`];
  for (const { from, counts, fault } of changes) {
    if (fault !== null) lines.push(`What changed since ${from} is not known: ${fault}`);
    else if (counts !== null && from === previous) lines.push(`Since ${from}: ${countsText(counts)}.`);
  }
  for (const objection of overridden) lines.push(`Published although the gate objected: ${objection}`);
  if (pruned.length > 0) lines.push(`Removed old releases beyond keep_releases: ${pruned.join(', ')}.`);
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
