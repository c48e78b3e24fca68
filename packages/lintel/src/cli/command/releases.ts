/** `lintel releases`: the releases on disk, newest first. */
import type { CommandGroup } from '../terminal/define.js';
import { nextStep } from '../terminal/next-step.js';
import { table } from '../terminal/outcome.js';

export function defineReleases(root: CommandGroup): void {
  root.define('releases', 'List the releases on disk', 'lintel releases').run(async (installation) => {
    const { listReleases } = await import('../../releases/release-store.js');
    const releases = listReleases(installation.home).map(({ id, isCurrent, manifest, fault }) => ({
      id,
      current: isCurrent,
      released_at: manifest?.info.released_at ?? null,
      built_at: manifest?.info.built_at ?? null,
      counts: manifest?.info.counts ?? null,
      fault,
    }));
    const cells = releases.map((release) => [
      release.id,
      release.counts?.permits ?? null,
      release.counts?.contractors ?? null,
      release.counts?.decisions ?? null,
      release.fault ?? (release.current ? 'published' : ''),
    ]);
    return {
      data: releases,
      text:
        releases.length > 0
          ? table(['release', 'permits', 'contractors', 'decisions', 'state'], cells)
          : `No releases yet. ${nextStep(installation, 'build --publish')}`,
    };
  });
}
