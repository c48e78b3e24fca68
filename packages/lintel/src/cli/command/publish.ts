/** `lintel publish`: make a built release the one that is served. */
import type { Publication } from '../../releases/release-store.js';
import type { CommandGroup } from '../terminal/define.js';
import { servingStep } from '../terminal/next-step.js';

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
      const text = `${publicationText(publication)}\n${servingStep(installation)}`;
      return { data: publication, text };
    });
}

/** What publication did, for people. */
export function publicationText({ id, previous, overridden, pruned }: Publication): string {
  const lines = [`Published ${id}${previous === null ? '' : `, after ${previous}`}.`];
  for (const objection of overridden) lines.push(`Published although the gate objected: ${objection}`);
  if (pruned.length > 0) lines.push(`Removed old releases beyond keep_releases: ${pruned.join(', ')}.`);
  return lines.join('\n');
}
