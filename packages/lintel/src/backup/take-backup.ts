/**
 * Takes a backup of a whole home into a new directory, while the home is served, charged, ingested into and
 * built from.
 *
 * The ledger and the raw store are each copied as a snapshot, releases as they were built, and everything is
 * flushed and listed with its checksum before the directory gets its name. An aborted or failed backup leaves
 * nothing.
 */
import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from '../base/config.js';
import { syncDirectory } from '../base/directory.js';
import { freeBytes } from '../base/disk-space.js';
import type { Home } from '../base/home.js';
import { messageOf, UserError } from '../base/user-error.js';
import { inspectLedger, type LedgerSummary } from '../ledger/inspect.js';
import { writeLastBackup } from '../releases/last-backup.js';
import { type Copying, copyDatabaseFile, copyFile, describeFile, flushFile, goOn } from './copy-files.js';
import { copyRelease, publishedRelease, releasesToCopy, writePublication } from './copy-releases.js';
import { makeDraft, removeDraft, syncDirectories } from './draft-directory.js';
import {
  type BackedUpFile,
  type BackupManifest,
  backupFormat,
  backupMagic,
  contentOf,
  type LeftOut,
  manifestName,
  replacedPrefix,
} from './manifest.js';

export interface BackupOptions extends Copying {
  readonly home: Home;
  readonly config: Pick<Config, 'ledger_url' | 'raw_url' | 'tls'>;
  /** The new directory. */
  readonly to: string;
  /** Whether finished releases are taken too. */
  readonly releases: boolean;
  /** Whether the raw store is taken. */
  readonly raw: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}

/** A backup that was taken, and what went wrong along the way. */
interface TakenBackup {
  readonly directory: string;
  readonly manifest: BackupManifest;
  readonly problems: readonly string[];
}

/** Free bytes required beyond what is copied: lists, directories, what is charged meanwhile. */
const spareBytes = 16 * 1024 * 1024;

/** Takes a backup. Throws a UserError, and leaves nothing, when it cannot be complete. */
export async function takeBackup(options: BackupOptions): Promise<TakenBackup> {
  const { home, now } = options;
  const to = resolve(options.to);
  checkPlace(home, to);
  const startedAt = new Date(now()).toISOString();
  const plan = planOf(options);
  checkSpace(dirname(to), plan.bytes);
  const draft = makeDraft(dirname(to), basename(to));
  try {
    const { files, ledger, published, leftOut, problems } = await fill(draft, plan, options);
    const manifest: BackupManifest = {
      ...{ magic: backupMagic, format: backupFormat, content: contentOf(files), made_at: startedAt },
      ...{ home: home.directory, covers: plan.covers, ledger, published, files },
      left_out: [...plan.leftOut, ...leftOut],
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    writeFileSync(join(draft, manifestName), text, { mode: 0o600, flush: true });
    syncDirectories(draft);
    goOn(options);
    renameSync(draft, to);
    syncDirectory(dirname(to));
    return { directory: to, manifest, problems: [...problems, ...noteBackup(home, startedAt, to)] };
  } catch (error) {
    removeDraft(draft);
    throw error;
  } finally {
    options.progress.done();
  }
}

/** Notes in the home that it was backed up; gives why that was not possible. */
function noteBackup(home: Home, made_at: string, directory: string): string[] {
  try {
    writeLastBackup(home, { made_at, directory });
    return [];
  } catch (error) {
    return [`The backup is whole, but the home could not note it: ${messageOf(error)}`];
  }
}

function checkPlace(home: Home, to: string): void {
  if (!existsSync(home.directory)) throw new UserError(`There is no home ${home.directory}.`);
  if (existsSync(to))
    throw new UserError(`${to} already exists.`, { hint: 'A backup never replaces anything.' });
  const fromHome = relative(home.directory, to);
  if (fromHome === '' || !fromHome.startsWith('..')) {
    throw new UserError(`${to} is inside the home that it would be a backup of.`, {
      hint: 'Choose a directory elsewhere, at best on another disk.',
    });
  }
  if (!existsSync(dirname(to)))
    throw new UserError(`There is no directory ${dirname(to)} to put the backup into.`);
}

/** What is taken, in which files, and about how many bytes. */
interface Plan {
  /** Small files, with the settings first. */
  readonly files: readonly string[];
  readonly ledger: string | null;
  readonly raw: string | null;
  readonly releases: readonly string[];
  /** The release that is published when the backup begins. */
  readonly wasPublished: string | null;
  readonly covers: readonly string[];
  readonly bytes: number;
  readonly leftOut: readonly LeftOut[];
}

function planOf({ home, config, releases, raw }: BackupOptions): Plan {
  const name = (path: string) => basename(path);
  const isThere = (path: string) => existsSync(path);
  const tls = tlsFiles(home, config);
  const files = [
    ...smallFiles(home).filter(isThere).map(name),
    ...folders(home)
      .filter(isThere)
      .flatMap((path) => filesBelow(home.directory, name(path))),
    ...tls.inside,
  ];
  const hasLedger = config.ledger_url === null && isThere(home.ledger);
  const takenReleases = releases ? releasesToCopy(home) : [];
  const covers = [...smallFiles(home), ...folders(home)].map(name);
  if (config.ledger_url === null) covers.push(name(home.ledger));
  const hasRaw = raw && config.raw_url === null;
  if (hasRaw) covers.push(name(home.raw));
  if (releases) covers.push(name(home.releases));
  covers.push(...tls.inside.map((path) => path.split('/')[0] ?? path));
  const plan = {
    files,
    ledger: hasLedger ? name(home.ledger) : null,
    raw: hasRaw && isThere(home.raw) ? name(home.raw) : null,
    releases: takenReleases.map(({ id }) => id),
    wasPublished: releases ? publishedRelease(home) : null,
    covers: [...new Set(covers)],
    leftOut: [...leftOutOf(home, config, { releases, raw, taken: files }), ...tls.outside],
  };
  const databases = [plan.ledger, plan.raw].filter((each) => each !== null);
  const sizes = [...files, ...databases].map((path) => statSync(join(home.directory, path)).size);
  const bytes = [...sizes, ...takenReleases.map((release) => release.bytes)].reduce(
    (sum, each) => sum + each,
    0,
  );
  return { ...plan, bytes };
}

function checkSpace(directory: string, bytes: number): void {
  const free = freeBytes(directory);
  const needed = bytes + spareBytes;
  if (free >= needed) return;
  const mebibytes = (count: number) => `${Math.ceil(count / 2 ** 20).toLocaleString('en-US')} MiB`;
  throw new UserError(
    `The backup needs ${mebibytes(needed)}, but ${directory} has only ${mebibytes(free)} free.`,
    {
      hint: 'Free some disk space, or choose a larger disk.',
    },
  );
}

/** Regular files below a directory of the home, by their paths in the home. */
function filesBelow(directory: string, path: string): string[] {
  return readdirSync(join(directory, path), { withFileTypes: true })
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(directory, below) : entry.isFile() ? [below] : [];
    })
    .sort();
}

/** Certificate and key: those in the home are included, others are the operator's. */
function tlsFiles(home: Home, { tls }: Pick<Config, 'tls'>): { inside: string[]; outside: LeftOut[] } {
  const inside: string[] = [];
  const outside: LeftOut[] = [];
  for (const file of tls === null ? [] : [tls.cert, tls.key]) {
    const path = relative(home.directory, resolve(file));
    if (path.startsWith('..')) outside.push({ name: resolve(file), why: 'a TLS file outside the home' });
    else if (existsSync(resolve(file))) inside.push(path.split(sep).join('/'));
  }
  return { inside, outside };
}

/** Files of a home that are taken whole. */
function smallFiles({ settings, secret, verified }: Home): string[] {
  return [settings, secret, verified];
}

/** Folders of a home that are taken whole. */
function folders({ sources, areas, official }: Home): string[] {
  return [sources, areas, official];
}

/** Names in a home that a restored one can do without, and why. */
function madeAgain(home: Home): ReadonlyMap<string, string> {
  return new Map(
    [
      [home.tables, 'made again of a release when they are asked for'],
      [home.refined, 'made again by the next build'],
      [home.fetch, 'unfinished downloads, which are fetched again'],
      [home.map, 'street tiles, which lintel map fetch fetches again'],
      [home.fromDatabase, 'copied again from the database when it is served'],
      [home.tasks, 'what operators did in the browser; the audit log has it too'],
      [home.settingsNoted, 'says which settings are in the audit log'],
      [home.night, 'what the last night did; the next one says it anew'],
      [home.servedAddress, 'says where the home is served'],
      [home.lastBackup, 'says when a backup was taken'],
    ].map(([path = '', why = '']) => [basename(path), why]),
  );
}

/** What is in the home, or belongs to it, and is not taken. */
function leftOutOf(
  home: Home,
  { ledger_url: url, raw_url: rawUrl }: Pick<Config, 'ledger_url' | 'raw_url'>,
  { releases, raw, taken }: { releases: boolean; raw: boolean; taken: readonly string[] },
): LeftOut[] {
  const leftOut: LeftOut[] = [];
  if (url !== null) {
    const why = 'accounts, keys and charges are there: back them up with pg_dump --schema=lintel_ledger';
    leftOut.push({ name: 'the ledger in PostgreSQL', why });
  }
  if (rawUrl !== null) {
    const why = 'raw rows are there: back them up with pg_dump --schema=lintel_raw';
    leftOut.push({ name: 'the raw store in PostgreSQL', why });
  }
  const known = new Set([...smallFiles(home), ...folders(home)].map((path) => basename(path)));
  const remade = madeAgain(home);
  for (const path of taken) known.add(path.split('/')[0] ?? path);
  for (const name of readdirSync(home.directory).sort()) {
    if (known.has(name) || /^(?:raw|ledger)\.sqlite-(?:wal|shm)$|\.lock$/.test(name)) continue;
    if (name === basename(home.ledger)) {
      if (url !== null) leftOut.push({ name, why: 'not in use: the ledger is in PostgreSQL' });
    } else if (name === basename(home.raw)) {
      if (rawUrl !== null) leftOut.push({ name, why: 'not in use: the raw store is in PostgreSQL' });
      else if (!raw) leftOut.push({ name, why: 'left out by --no-raw' });
    } else if (name === basename(home.releases)) {
      if (!releases)
        leftOut.push({ name: `${name}/`, why: 'included only with --releases; a build can make them again' });
    } else if (name.startsWith(replacedPrefix)) {
      leftOut.push({ name: `${name}/`, why: 'kept by an earlier restore' });
    } else leftOut.push({ name, why: remade.get(name) ?? 'not part of a home' });
  }
  return leftOut;
}

interface Filled {
  readonly files: readonly BackedUpFile[];
  readonly ledger: BackupManifest['ledger'];
  readonly published: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly string[];
}

/** Copies everything into the draft. */
async function fill(draft: string, plan: Plan, options: BackupOptions): Promise<Filled> {
  const { home, config, progress } = options;
  const files: BackedUpFile[] = [];
  progress.step('Copying', plan.bytes, 'bytes');
  for (const path of plan.files) files.push(await copyFile(home.directory, draft, path, options));
  let summary: LedgerSummary | null = null;
  if (plan.ledger !== null) {
    await copyDatabaseFile(home.directory, draft, plan.ledger, options);
    summary = inspectLedger(join(draft, plan.ledger));
  }
  if (plan.raw !== null) await copyDatabaseFile(home.directory, draft, plan.raw, options);
  const copied = await copyReleases(draft, plan, options);
  const databases = [plan.ledger, plan.raw].filter((each) => each !== null);
  const sizes = databases.map((path) => statSync(join(draft, path)).size);
  if (databases.length > 0)
    progress.step(
      'Checking',
      sizes.reduce((sum, each) => sum + each, 0),
      'bytes',
    );
  for (const path of databases) {
    await flushFile(join(draft, path));
    files.push(await describeFile(draft, path, options));
  }
  const kind = config.ledger_url === null ? (summary === null ? 'none' : 'file') : 'postgresql';
  return {
    ...copied,
    files: [...files, ...copied.files],
    ledger: { kind, ...(summary ? wire(summary) : {}) },
  };
}

/** Copies the releases and the files that say which of them is published. */
async function copyReleases(
  draft: string,
  { releases, wasPublished }: Plan,
  options: BackupOptions,
): Promise<Omit<Filled, 'ledger'>> {
  const files: BackedUpFile[] = [];
  const leftOut: LeftOut[] = [];
  const problems: string[] = [];
  const taken: string[] = [];
  for (const id of releases) {
    const copy = await copyRelease(options.home, draft, id, options);
    if ('files' in copy) {
      files.push(...copy.files);
      taken.push(id);
    } else {
      leftOut.push({ name: `releases/${id}`, why: copy.why });
      if (copy.isFault) problems.push(`${id} is left out: ${copy.why}`);
    }
  }
  if (!options.releases) return { files, published: null, leftOut, problems };
  const { published, written } = writePublication(options.home, draft, taken, wasPublished);
  for (const path of written) files.push(await describeFile(draft, path, options));
  return { files, published, leftOut, problems };
}

function wire({ accounts, keys, lastChargeMs }: LedgerSummary) {
  return {
    accounts,
    keys,
    last_charge_at: lastChargeMs === null ? null : new Date(lastChargeMs).toISOString(),
  };
}
