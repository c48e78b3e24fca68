/** `lintel releases`: the releases on disk, in a database or in a store, newest first. */
import { formatBytes, formatTime } from '../../base/format-number.js';
import type { KeptBecause } from '../../releases/release-store.js';
import { isDatabase } from '../../replication/objects.js';
import type { CommandGroup } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { nextStep } from '../terminal/next-step.js';
import { type Outcome, table } from '../terminal/outcome.js';
import { defineStoreCommands, releasesInStore } from './releases-store.js';

export function defineReleases(root: CommandGroup): void {
  const releases = root
    .define('releases', 'List the releases on disk', 'lintel releases')
    .option('--in <address>', 'in PostgreSQL (postgres://…), or in a store: a directory, s3://…, https://…');
  defineStoreCommands(releases);
  releases.run((installation, options: { in?: string }) => {
    if (options.in === undefined) return onDisk(installation);
    return isDatabase(options.in)
      ? inDatabase(installation, options.in)
      : releasesInStore(installation, options.in);
  });
}

async function onDisk(installation: Installation): Promise<Outcome> {
  const { keepReasons, listReleases } = await import('../../releases/release-store.js');
  const { retentionOf } = await import('../../releases/retention.js');
  const { releaseSize } = await import('../../releases/release-size.js');
  const { home, config } = installation;
  const stored = listReleases(home);
  const reasons = keepReasons(home, stored, retentionOf(config));
  const releases = stored.map(({ id, directory, isCurrent, manifest, fault }) => ({
    id,
    current: isCurrent,
    released_at: manifest?.info.released_at ?? null,
    built_at: manifest?.info.built_at ?? null,
    counts: manifest?.info.counts ?? null,
    ...releaseSize(directory),
    kept_because: reasons.get(id) ?? [],
    fault,
  }));
  const cells = releases.map((release) => [
    release.id,
    release.built_at === null ? '' : formatTime(Date.parse(release.built_at)).slice(0, -':00Z'.length),
    release.counts?.permits ?? null,
    formatBytes(release.bytes),
    formatBytes(release.shared_bytes),
    release.fault ??
      (release.kept_because.map((reason) => reasonWords[reason]).join(', ') || 'nothing: it goes'),
  ]);
  return {
    data: releases,
    text:
      releases.length > 0
        ? table(['release', 'built (UTC)', 'permits', 'size', 'shared', 'kept because'], cells)
        : `No releases yet. ${nextStep(installation, 'build --publish')}`,
  };
}

const reasonWords: Readonly<Record<KeptBecause, string>> = {
  published: 'published',
  newer: 'newer',
  stopped: 'stopped by the gate',
  last: 'last',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
};

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
