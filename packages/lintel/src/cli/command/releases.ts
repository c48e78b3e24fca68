/** `lintel releases`: the releases on disk or in a database, newest first. */
import { formatTime } from '../../base/format-number.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { type Outcome, table } from '../terminal/outcome.js';

export function defineReleases(root: CommandGroup): void {
  root
    .define('releases', 'List the releases on disk', 'lintel releases')
    .option('--in <address>', 'in PostgreSQL, where releases are published for SQL: postgres://…')
    .run((installation, options: { in?: string }) =>
      options.in === undefined ? onDisk(installation) : inDatabase(installation, options.in),
    );
}

async function onDisk(installation: Installation): Promise<Outcome> {
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
}

async function inDatabase(installation: Installation, address: string): Promise<Outcome> {
  const { releasesInDatabase } = await import('../../postgres/publish-release.js');
  const releases = await releasesInDatabase(address, installation.signal);
  const cells = releases.map(({ id, schema, publishedAt, isCurrent, isLoaded }) => [
    id,
    schema,
    publishedAt === null ? '' : formatTime(Date.parse(publishedAt)),
    isCurrent ? 'published' : isLoaded ? '' : 'loading',
  ]);
  return {
    data: releases.map(({ id, schema, isCurrent, isLoaded, releasedAt, builtAt, publishedAt }) => ({
      id,
      schema,
      current: isCurrent,
      loaded: isLoaded,
      released_at: releasedAt,
      built_at: builtAt,
      published_at: publishedAt,
    })),
    text:
      releases.length > 0
        ? table(['release', 'schema', 'published at', 'state'], cells)
        : `No releases in the database yet. ${nextStep(installation, 'publish --to postgres://…')}`,
  };
}
