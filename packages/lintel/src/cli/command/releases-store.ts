/** `lintel releases push`, `pull` and `clean`: releases of a home to and from a store that several machines read. */
import { hostname, userInfo } from 'node:os';
import { formatBytes, formatCount, formatTime } from '../../base/format-number.js';
import type { Objects } from '../../replication/objects.js';
import type { CommandDefinition } from '../terminal/define.js';
import type { Installation } from '../terminal/installation.js';
import { commandLine, nextStep } from '../terminal/next-step.js';
import { wholeNumber } from '../terminal/option-value.js';
import { type Outcome, table } from '../terminal/outcome.js';
import { notePublication, notingRefusal } from '../work/publish-built.js';

/** Releases that `clean` keeps at most, and of a store unless it is told how many. */
const maxKept = 10_000;
const keptInStore = 7;

/** The store at an address. */
export async function openStore({ signal }: Installation, address: string): Promise<Objects> {
  const { openObjects } = await import('../../replication/objects.js');
  return openObjects(address, signal);
}

/** Who works here, for the catalog of a store. */
export function whoPublishes(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // In a container the user may have no name.
    return `${process.getuid?.() ?? 'lintel'}@${hostname()}`;
  }
}

/** Defines the commands beneath `lintel releases`. */
export function defineStoreCommands(releases: CommandDefinition): void {
  releases
    .beneath(
      'push <to> [release]',
      'Bring a release into a store and publish it there (default: the published one)',
      'lintel releases push s3://releases/lintel',
    )
    .details(storeHelp)
    .run(push);
  releases
    .beneath(
      'pull <from> [release]',
      'Bring a release of a store into the home (default: the one published there)',
      'lintel releases pull https://releases.example.org/lintel --publish',
    )
    .makesHome()
    .option('--publish', 'publish it here too')
    .details(storeHelp)
    .run(pull);
  releases
    .beneath(
      'clean [store]',
      'Remove old releases from the home, or from a store, where what they alone use goes a day later',
      'lintel releases clean s3://releases/lintel --keep 7',
    )
    .option(
      '--keep <number>',
      'releases that stay, those published last (default: 7 of a store; in the home as the settings say)',
    )
    .details(storeHelp)
    .run(clean);
}

const storeHelp = 'A store is a directory, s3://BUCKET/FOLDER, or http(s)://…, which is only read.';

async function push(installation: Installation, _: object, to = '', id?: string): Promise<Outcome> {
  const { home, progress, signal } = installation;
  const { pushRelease } = await import('../../replication/push.js');
  const objects = await openStore(installation, to);
  const pushed = await pushRelease(home, objects, id, { by: whoPublishes(), progress, signal });
  await notePublication(installation, { ...pushed, overridden: [] }, [`in ${objects.name}`]);
  const after = pushed.previous === null ? '' : `, after ${pushed.previous}`;
  const sent = `${formatBytes(pushed.new_bytes)} of ${formatBytes(pushed.bytes)} were new there`;
  return {
    data: pushed,
    text: `Published ${pushed.id} in ${objects.name}${after}.\n${sent}; ${formatBytes(pushed.sent_bytes)} were sent.`,
  };
}

async function pull(
  installation: Installation,
  options: { publish?: boolean },
  from = '',
  id?: string,
): Promise<Outcome> {
  const { home, config, progress, signal } = installation;
  const { requiredCatalog } = await import('../../replication/catalog.js');
  const { pullRelease, wantedRelease } = await import('../../replication/pull.js');
  const objects = await openStore(installation, from);
  const wanted = wantedRelease(objects, await requiredCatalog(objects), id);
  const pulled = await pullRelease(home, objects, wanted, { progress, signal });
  const text = `${pulled.id} is here: ${formatBytes(pulled.fetched_bytes)} of ${formatBytes(pulled.bytes)} were fetched.`;
  if (options.publish !== true) {
    return { data: pulled, text: `${text}\n${nextStep(installation, `publish ${pulled.id}`)}` };
  }
  const { publish } = await import('../../releases/release-store.js');
  const { retentionOf } = await import('../../releases/retention.js');
  const publishing = {
    isChosen: true,
    isVerified: true,
    keep: retentionOf(config),
    limits: config.sources,
    progress,
    signal,
  };
  const publication = await notingRefusal(installation, () => publish(home, pulled.id, publishing));
  await notePublication(installation, publication);
  return { data: { ...pulled, previous: publication.previous }, text: `${text}\nPublished ${pulled.id}.` };
}

async function clean(
  installation: Installation,
  options: { keep?: string },
  store?: string,
): Promise<Outcome> {
  const keep = options.keep === undefined ? null : wholeNumber('--keep', options.keep, 1, maxKept);
  if (store === undefined) return cleanHome(installation, keep);
  const { cleanStore } = await import('../../replication/clean.js');
  const objects = await openStore(installation, store);
  const cleaned = await cleanStore(objects, keep ?? keptInStore, installation.progress);
  const freed = `${formatBytes(cleaned.bytes)} in ${formatCount(cleaned.objects)} objects of releases removed before`;
  return { data: cleaned, text: `${removedText(cleaned.removed)} Freed ${freed}.` };
}

/** Removes what the settings, or a number, do not keep; those that wait for a person stay. */
async function cleanHome({ home, config }: Installation, keep: number | null): Promise<Outcome> {
  const { removeOldReleases } = await import('../../releases/release-store.js');
  const { retentionOf } = await import('../../releases/retention.js');
  const removed = removeOldReleases(home, keep === null ? retentionOf(config) : { last: keep });
  return { data: { removed }, text: removedText(removed) };
}

const removedText = (removed: readonly string[]) =>
  removed.length === 0 ? 'No release was too many.' : `Removed ${removed.join(', ')}.`;

/** `lintel releases --in` a store: what is there, and who published it when. */
export async function releasesInStore(installation: Installation, address: string): Promise<Outcome> {
  const { publishedIn, requiredCatalog } = await import('../../replication/catalog.js');
  const catalog = await requiredCatalog(await openStore(installation, address));
  const current = publishedIn(catalog);
  const releases = catalog.releases.toReversed().map(({ list: _, ...release }) => ({
    ...release,
    current: release.id === current,
    publications: catalog.publications.filter(({ id }) => id === release.id),
  }));
  const cells = releases.map(({ id, permits, bytes, publications, current: isCurrent }) => {
    const last = publications.at(-1);
    const { at = '', by = '' } = last ?? {};
    return [
      id,
      permits,
      formatBytes(bytes),
      at === '' ? '' : formatTime(Date.parse(at)),
      by,
      isCurrent ? 'published' : last?.rolled_back === undefined ? '' : `taken back by ${last.rolled_back.by}`,
    ];
  });
  return {
    data: releases,
    text:
      releases.length === 0
        ? `No releases in the store. Next: ${commandLine(installation, `releases push ${address}`)}`
        : table(['release', 'permits', 'size', 'published at', 'by', 'state'], cells),
  };
}
