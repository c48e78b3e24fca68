/**
 * Looks whether an installation is well: settings, disk, files that others must not read, memory, clock, ledger, release.
 * Each look gives findings of its own and none stops the others; nothing is changed.
 */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { canMap } from '../base/mapped-file.js';
import { currentReleaseId, listReleases } from '../release/shelf.js';
import type { Installation } from './installation.js';

export interface Finding {
  readonly what: 'settings' | 'disk' | 'files' | 'memory' | 'clock' | 'ledger' | 'release';
  readonly state: 'good' | 'warning' | 'bad';
  readonly finding: string;
}

const mebibyte = 1024 * 1024;
/** Free space below which a build or the ledger may soon stop. */
const lowDiskBytes = 1024 * mebibyte;
const fullDiskBytes = 64 * mebibyte;
/** What a clock may differ from the database's, or run behind what was written. Milliseconds. */
const clockToleranceMs = 60_000;
/** No clock is right before this version of Lintel was written. */
const earliestMs = Date.UTC(2026, 0, 1);
/** A release older than this is pointed out. */
const staleDays = 45;
const dayMs = 86_400_000;

type Look = (installation: Installation, quick: boolean) => Promise<Finding[]> | Finding[];

/** All findings, in the order of the looks. `quick` reads no release through. */
export async function examine(installation: Installation, quick: boolean): Promise<Finding[]> {
  const looks: readonly [Finding['what'], Look][] = [
    ['settings', lookAtSettings],
    ['disk', lookAtDisk],
    ['files', lookAtFiles],
    ['memory', lookAtMemory],
    ['clock', lookAtClock],
    ['ledger', lookAtLedger],
    ['release', lookAtRelease],
  ];
  const findings: Finding[] = [];
  for (const [what, look] of looks) {
    try {
      findings.push(...(await look(installation, quick)));
    } catch (error) {
      findings.push({ what, state: 'bad', finding: (error as Error).message });
    }
  }
  return findings;
}

async function lookAtSettings({ config }: Installation): Promise<Finding[]> {
  // The file itself was read, strictly, before any command runs.
  const { readCertificate } = await import('../http/transport.js');
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
  if (config.upgrade_url.startsWith('https://example.com')) warnings.push('upgrade_url leads nowhere');
  return warnings.length === 0
    ? [{ what: 'settings', state: 'good', finding: 'read' }]
    : warnings.map((finding) => ({ what: 'settings', state: 'warning', finding }));
}

function lookAtDisk({ home }: Installation): Finding[] {
  const { bavail, bsize } = statfsSync(home.directory);
  const free = bavail * bsize;
  const state = free < fullDiskBytes ? 'bad' : free < lowDiskBytes ? 'warning' : 'good';
  return [
    { what: 'disk', state, finding: `${Math.floor(free / mebibyte).toLocaleString('en-US')} MiB free` },
  ];
}

function lookAtFiles({ home }: Installation): Finding[] {
  const open = [home.ledger, home.secret].filter(
    (path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0,
  );
  if (open.length === 0) return [{ what: 'files', state: 'good', finding: 'ledger and secret are private' }];
  return open.map((path) => ({ what: 'files', state: 'bad', finding: `others may read ${path}: chmod 600` }));
}

function lookAtMemory(): Finding[] {
  if (canMap()) return [{ what: 'memory', state: 'good', finding: 'releases are mapped into memory' }];
  if (process.platform === 'win32')
    return [
      { what: 'memory', state: 'good', finding: 'releases are read, which is slower: Windows maps none' },
    ];
  const finding =
    'releases are read, which is slower than mapping them: koffi, an optional dependency, is not installed';
  return [{ what: 'memory', state: 'warning', finding }];
}

async function lookAtClock({ ledger }: Installation): Promise<Finding[]> {
  const now = Date.now();
  if (now < earliestMs)
    return [{ what: 'clock', state: 'bad', finding: `it is not ${new Date(now).toISOString()}` }];
  const [last] = await (await ledger()).audit(1);
  if (last && last.atMs > now + clockToleranceMs) {
    const finding = `the ledger was written at ${new Date(last.atMs).toISOString()}, which is yet to come`;
    return [{ what: 'clock', state: 'bad', finding }];
  }
  return [{ what: 'clock', state: 'good', finding: new Date(now).toISOString() }];
}

async function lookAtLedger({ ledger }: Installation): Promise<Finding[]> {
  const opened = await ledger();
  const faults = await opened.check();
  if (faults.length > 0) return faults.map((finding) => ({ what: 'ledger', state: 'bad', finding }));
  const accounts = await opened.accounts();
  return [{ what: 'ledger', state: 'good', finding: `${accounts.length} accounts, every balance adds up` }];
}

async function lookAtRelease({ home, progress }: Installation, quick: boolean): Promise<Finding[]> {
  const id = currentReleaseId(home);
  if (id === null)
    return [{ what: 'release', state: 'warning', finding: 'none is published: lintel publish' }];
  const release = listReleases(home).find((each) => each.id === id);
  if (!release?.manifest)
    return [{ what: 'release', state: 'bad', finding: release?.fault ?? `${id} is missing` }];
  if (!quick) {
    const { verifyRelease } = await import('../release/store/verify-release.js');
    await verifyRelease(release.directory, progress);
  }
  const days = Math.floor((Date.now() - Date.parse(release.manifest.info.released_at)) / dayMs);
  const finding = `${id}, ${days} days old${quick ? '' : ', every file as it was built'}`;
  return [{ what: 'release', state: days > staleDays ? 'warning' : 'good', finding }];
}
