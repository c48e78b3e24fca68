/**
 * Every published record can be traced: permits, contractors, decisions and addresses of a made-up home, and of one with
 * rows of real cities where they are; every day a hundred of each kind, all of them in a proof.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import type { Address, Contractor, Decision, Permit } from '@lintel/contract';
import { drawn, proof, seedName } from '@lintel/testing/base/rounds.js';
import { runLintel } from '@lintel/testing/cli/run-lintel.js';
import { copySampleHome } from '@lintel/testing/cli/sample-home.js';
import { recordsOf } from '@lintel/testing/release/oracle.js';
import { filesOf } from '@lintel/testing/sources/ingested-files.js';
import { silentProgress } from '../base/progress.js';
import { currentReleaseId } from '../format/published.js';
import { type Installation, openInstallation } from '../installation/installation.js';
import { traceAddress } from './trace-address.js';
import { contractorTracer } from './trace-contractor.js';
import { traceDecision } from './trace-decision.js';
import { tracePermit } from './trace-permit.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-trace-all-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** The installation in a directory, which reads the definitions and the places once, not for each trace. */
async function opened(directory: string): Promise<Installation> {
  const installation = await openInstallation(directory, silentProgress, () => new AbortController().signal);
  after(() => installation.close());
  const catalog = await installation.catalog();
  const geography = await installation.geography();
  return Object.create(installation, {
    catalog: { value: async () => catalog },
    geography: { value: async () => geography },
  });
}

/** Records of a kind that are traced every day. */
const daily = 100;

/** Traces records of the published release; gives how many there are of each kind. */
async function traceAll(installation: Installation): Promise<Record<string, number>> {
  const release = join(installation.home.releases, currentReleaseId(installation.home) ?? '');
  const permits = recordsOf<Permit>(release, 'permits');
  for (const { id } of drawn(permits, daily)) {
    const { record, joined } = await tracePermit(installation, id, undefined);
    assert.equal(record.id, id);
    for (const fact of joined) assert.ok(fact.given_by, `${id} has ${fact.field} from nowhere`);
  }
  const contractors = recordsOf<Contractor>(release, 'contractors');
  const traceContractor = await contractorTracer(installation, undefined);
  for (const { id } of drawn(contractors, daily)) {
    const { rows } = await traceContractor(id);
    assert.ok(rows.length > 0, `no row names the contractor ${id}`);
  }
  const decisions = recordsOf<Decision>(release, 'decisions');
  for (const { id } of drawn(decisions, daily)) {
    assert.equal((await traceDecision(installation, id, undefined)).record.id, id);
  }
  const addresses = recordsOf<Address>(release, 'addresses');
  for (const { name } of drawn(addresses, daily)) {
    const { search } = await traceAddress(installation, name, undefined);
    assert.ok(search !== null && search.results.length > 0, `nothing is found for ${name}`);
  }
  const counts = { permits, contractors, decisions, addresses };
  return Object.fromEntries(Object.entries(counts).map(([kind, records]) => [kind, records.length]));
}

test(`records of a made-up home can be traced ${seedName}`, async () => {
  const home = join(root, 'sample');
  await copySampleHome(home);
  const counts = await traceAll(await opened(home));
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 0, `there are no ${kind}`);
});

const shared = resolve('../shared/data');
const skip = existsSync(shared) ? false : `no real permit files at ${shared}`;

/** Sources that name contractors and state facts of buildings; few rows, as each is traced on its own. */
const realFiles: Readonly<Record<string, readonly [folder: string, names: RegExp]>> = {
  'boulder-co': ['boulder-county-co', /^Construction/],
  'chicago-il-portal': ['chicago-il', /\.csv$/],
  'yarmouth-me': ['yarmouth-me', /\.geojson$/],
};
/** Decisions that are traced: each trace reads the rows of all. */
const decisionRows = 50;

proof(`records of real rows can be traced ${seedName}`, { skip }, async () => {
  const home = join(root, 'real');
  const run = async (...args: readonly string[]) => {
    const { status, stderr } = await runLintel(home, ...args);
    assert.equal(status, 0, stderr);
  };
  for (const [source, [folder, names]] of Object.entries(realFiles)) {
    await run('ingest', '--source', source, ...filesOf(join(shared, folder), names));
  }
  const [decisions = ''] = filesOf(join(shared, 'decisions'), /\.ndjson$/);
  const some = join(root, 'decisions.ndjson');
  writeFileSync(some, readFileSync(decisions, 'utf8').split('\n').slice(0, decisionRows).join('\n'));
  await run('ingest', '--source', 'new-york-ny-land-use', some);
  await run('build', '--publish', '--as-of', '2026-06-30');
  const counts = await traceAll(await opened(home));
  for (const [kind, count] of Object.entries(counts)) assert.ok(count > 0, `there are no ${kind}`);
});
