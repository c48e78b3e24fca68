/**
 * Checks an installation: settings, disks, files that others must not read, memory, clock, raw rows, ledger, release.
 * Each check reports its own findings and none stops the others; nothing is changed.
 */

import { existsSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { dayMs } from '../base/calendar-date.js';
import { type Config, exampleUpgradeUrl } from '../base/config.js';
import { freeBytes } from '../base/disk-space.js';
import { formatBytes, formatCount, formatTime } from '../base/format-number.js';
import { canMap } from '../base/mapped-file.js';
import { isOpenToOthers } from '../base/private-file.js';
import { messageOf } from '../base/user-error.js';
import { currentReleaseId } from '../format/published.js';
import type { Installation } from '../installation/installation.js';
import { listReleases } from '../releases/release-store.js';

export interface Finding {
  readonly what: 'settings' | 'disk' | 'files' | 'memory' | 'clock' | 'raw rows' | 'ledger' | 'release';
  readonly state: 'good' | 'warning' | 'bad';
  readonly finding: string;
}

const mebibyte = 1024 * 1024;
/** Free space below which a build or the ledger may soon stop. */
const lowDiskBytes = 1024 * mebibyte;
const fullDiskBytes = 64 * mebibyte;
/** How far a clock may differ from the database's, or lag behind the newest entries. Milliseconds. */
const clockToleranceMs = 60_000;
/** A clock before this date is wrong: this version of Lintel did not exist yet. */
const earliestMs = Date.UTC(2026, 0, 1);
/** A release older than this is reported. */
const staleDays = 45;

type Look = (installation: Installation, quick: boolean) => Promise<Finding[]> | Finding[];

/** All findings, in the order of the checks. `quick` does not read releases in full. */
export async function examine(installation: Installation, quick: boolean): Promise<Finding[]> {
  const looks: readonly [Finding['what'], Look][] = [
    ['settings', lookAtSettings],
    ['disk', lookAtDisk],
    ['files', lookAtFiles],
    ['memory', lookAtMemory],
    ['clock', lookAtClock],
    ['raw rows', lookAtRawRows],
    ['ledger', lookAtLedger],
    ['release', lookAtRelease],
  ];
  const findings: Finding[] = [];
  for (const [what, look] of looks) {
    try {
      findings.push(...(await look(installation, quick)));
    } catch (error) {
      findings.push({ what, state: 'bad', finding: messageOf(error) });
    }
  }
  return findings;
}

async function lookAtSettings({ config }: Installation): Promise<Finding[]> {
  // The file itself was read, strictly, before any command runs.
  const { readCertificate } = await import('../base/certificate.js');
  readCertificate(config);
  const warnings: string[] = [];
  if (config.tls === null && config.plain_http === 'allow') {
    warnings.push('keys may travel in the clear: set tls, or plain_http behind a proxy');
  }
  if (config.plain_http !== 'allow' && config.tls === null && config.trusted_proxies.length === 0) {
    warnings.push(
      'plain HTTP is not answered, and there is neither tls nor a trusted proxy: nobody can call',
    );
  }
  if (config.visitors === 'local' && config.public_url === null && config.trusted_proxies.length === 0) {
    warnings.push(
      'people on this machine may look without a key, and so may everybody whose requests something on it forwards ' +
        'without a header: set visitors to none on a server',
    );
  }
  if (config.upgrade_url === exampleUpgradeUrl) warnings.push('upgrade_url is still the example address');
  return warnings.length === 0
    ? [{ what: 'settings', state: 'good', finding: 'read' }]
    : warnings.map((finding) => ({ what: 'settings', state: 'warning', finding }));
}

/** The free space of every disk that Lintel writes to: parts of a home may lie on others, and so may scratch files. */
function lookAtDisk({ home }: Installation): Finding[] {
  const { directory, releases, raw, ledger, fetch, tasks, fromDatabase } = home;
  const disks = new Map<number, string>();
  for (const path of [directory, releases, raw, ledger, fetch, tasks, fromDatabase, tmpdir()]) {
    if (!existsSync(path)) continue;
    const real = realpathSync(path);
    const where = statSync(real).isDirectory() ? real : dirname(real);
    const { dev } = statSync(where);
    if (!disks.has(dev)) disks.set(dev, where);
  }
  return [...disks.values()].map((where) => {
    const free = freeBytes(where);
    const state = free < fullDiskBytes ? 'bad' : free < lowDiskBytes ? 'warning' : 'good';
    const disk = disks.size === 1 ? '' : ` on the disk of ${where}`;
    return { what: 'disk', state, finding: `${formatBytes(free)} free${disk}` };
  });
}

function lookAtFiles({ home, config }: Installation): Finding[] {
  // What an operator has opened on purpose stays open: only files that expose accounts or passwords are bad.
  const files: readonly [string, Finding['state']][] = [
    [home.ledger, 'bad'],
    [home.secret, 'bad'],
    [home.settings, hasPasswords(config) ? 'bad' : 'warning'],
    [home.raw, 'warning'],
  ];
  const open = files.filter(([path]) => existsSync(path) && isOpenToOthers(path));
  if (open.length === 0) {
    return [{ what: 'files', state: 'good', finding: 'ledger, secret, settings and raw rows are private' }];
  }
  return open.map(([path, state]) => {
    const unless = state === 'bad' ? '' : ' unless that is intended';
    return { what: 'files', state, finding: `other users may read ${path}: chmod 600${unless}` };
  });
}

/** Whether the settings hold credentials. */
function hasPasswords({ ledger_url, raw_url, metrics_token, fetch }: Config): boolean {
  return (
    ledger_url !== null ||
    raw_url !== null ||
    metrics_token !== null ||
    Object.keys({ ...fetch.app_tokens, ...fetch.access_tokens }).length > 0
  );
}

function lookAtMemory(): Finding[] {
  if (canMap()) return [{ what: 'memory', state: 'good', finding: 'releases are mapped into memory' }];
  if (process.platform === 'win32')
    return [
      {
        what: 'memory',
        state: 'good',
        finding: 'releases are read, which is slower: Windows cannot map them',
      },
    ];
  const finding =
    'releases are read, which is slower than mapping them: koffi, an optional dependency, is not installed';
  return [{ what: 'memory', state: 'warning', finding }];
}

async function lookAtClock(installation: Installation): Promise<Finding[]> {
  const now = Date.now();
  if (now < earliestMs) return [{ what: 'clock', state: 'bad', finding: `it cannot be ${formatTime(now)}` }];
  if (missingLedger(installation) !== null) return [clockIsGood(now)];
  const ledger = await installation.ledger();
  const [last] = await ledger.audit(1);
  if (last && last.atMs > now + clockToleranceMs) {
    const finding = `the ledger was written at ${formatTime(last.atMs)}, which is in the future`;
    return [{ what: 'clock', state: 'bad', finding }];
  }
  const ahead = await ledger.chargesAhead();
  if (ahead.length === 0) return [clockIsGood(now)];
  const credits = ahead.reduce((sum, each) => sum + each.credits, 0);
  const until = formatTime(Math.max(...ahead.map(({ untilMs }) => untilMs)));
  const which = ahead.length === 1 ? `${ahead[0]?.accountId} has` : `${ahead.length} accounts have`;
  const finding =
    `${which} ${formatCount(credits)} credits dated up to ${until}: the clock was ahead then, or is behind now. ` +
    'When the clock is right: lintel ledger mend-clock';
  return [{ what: 'clock', state: 'bad', finding }];
}

function clockIsGood(now: number): Finding {
  return { what: 'clock', state: 'good', finding: formatTime(now) };
}

/** What is the matter with sources that are fetched. */
async function lookAtSources({ rawStore, catalog, config }: Installation): Promise<Finding[]> {
  const { sourceStates } = await import('../sources/fetch/source-findings.js');
  const runs = await (await rawStore()).runs();
  const states = sourceStates((await catalog()).sources, runs, config.sources, Date.now());
  return states.flatMap(({ findings }) =>
    findings.map(({ text }): Finding => ({ what: 'raw rows', state: 'warning', finding: text })),
  );
}

async function lookAtRawRows(installation: Installation): Promise<Finding[]> {
  const { home, config } = installation;
  const { hasRawStoreOf } = await import('../raw/open-raw-store.js');
  if (!(await hasRawStoreOf(home.raw, config))) {
    const finding = 'there are none yet; a file brings some: lintel ingest FILE --source ID';
    return [{ what: 'raw rows', state: 'warning', finding }];
  }
  const totals = await (await installation.rawStore()).totals();
  const rows = totals.reduce((sum, total) => sum + total.rows, 0);
  const where = config.raw_url === null ? '' : ', in PostgreSQL';
  const finding = `${formatCount(rows)} of ${formatCount(totals.length)} sources${where}`;
  return [{ what: 'raw rows', state: 'good', finding }, ...(await lookAtSources(installation))];
}

async function lookAtLedger(installation: Installation): Promise<Finding[]> {
  const missing = missingLedger(installation);
  if (missing !== null) return [missing];
  const opened = await installation.ledger();
  const faults = await opened.check();
  if (faults.length > 0) return faults.map((finding) => ({ what: 'ledger', state: 'bad', finding }));
  await opened.probe();
  const accounts = await opened.accounts();
  const { otherLedger } = await import('../ledger/other-ledger.js');
  const other = await otherLedger(opened, installation.home.ledger, installation.config);
  return [
    { what: 'ledger', state: 'good', finding: `the balance of each account adds up (${accounts.length})` },
    ...(other === null ? [] : [{ what: 'ledger', state: 'warning', finding: other } as const]),
  ];
}

/**
 * The finding where there is no ledger yet: opening one would create it. Null where there is one, or remains
 * of one.
 */
function missingLedger({ home, config }: Installation): Finding | null {
  if (config.ledger_url !== null || existsSync(`${home.ledger}-wal`)) return null;
  const bytes = statSync(home.ledger, { throwIfNoEntry: false })?.size;
  if (bytes === undefined)
    return {
      what: 'ledger',
      state: 'warning',
      finding: 'there is none yet; it is made by: lintel accounts create',
    };
  if (bytes > 0) return null;
  const finding = `${home.ledger} is empty; if it held accounts, restore a backup: lintel restore`;
  return { what: 'ledger', state: 'warning', finding };
}

async function lookAtRelease({ home, progress }: Installation, quick: boolean): Promise<Finding[]> {
  const id = currentReleaseId(home);
  if (id === null)
    return [
      {
        what: 'release',
        state: 'warning',
        finding: 'none is published; make and publish one with: lintel build --publish',
      },
    ];
  const release = listReleases(home).find((each) => each.id === id);
  if (!release?.manifest)
    return [{ what: 'release', state: 'bad', finding: release?.fault ?? `${id} is missing` }];
  if (!quick) {
    const { verifyRelease } = await import('../format/verify-release.js');
    await verifyRelease(release.directory, progress);
  }
  const days = Math.floor((Date.now() - Date.parse(release.manifest.info.released_at)) / dayMs);
  const finding = `${id}, ${days} days old${quick ? '' : ', every file intact'}`;
  if (days < 0) {
    const date = release.manifest.info.released_at;
    return [
      {
        what: 'release',
        state: 'warning',
        finding: `${id} is of a day to come: ${date}. Is the clock right?`,
      },
    ];
  }
  return [{ what: 'release', state: days > staleDays ? 'warning' : 'good', finding }];
}
