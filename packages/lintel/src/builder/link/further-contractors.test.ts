/** A permit names each further contractor once by its linked id, and is among the permits of each. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Contractor, Permit } from '@lintel/contract';
import { permitId } from '@lintel/contract/plain';
import { recordsOf } from '@lintel/testing/release/oracle.js';
import {
  syntheticCatalog,
  syntheticNumbers,
  syntheticPermit,
  syntheticRow,
  syntheticSource,
} from '@lintel/testing/release/synthetic-records.js';
import { ingest, makeWorld } from '@lintel/testing/release/synthetic-world.js';
import { readContractorOrigins } from '../../format/segment/read-contractor-origins.js';
import { emptyContractor } from '../../refine/record/empty-records.js';
import type { ContractorMention, OtherMention } from '../../refine/record/refined.js';
import type { Source } from '../../refine/record/source.js';

const root = mkdtempSync(join(tmpdir(), 'lintel-further-'));
after(() => rmSync(root, { recursive: true, force: true }));

const named = (name: string, ...keys: readonly string[]): ContractorMention => ({
  keys,
  facts: { ...emptyContractor, business_name: name },
});
const general = named('MAPLE BUILDERS INC', 'license:CA:G1');
const electric = named('ELM "ELECTRIC" & SONS', 'license:CA:E1');
const electricToo = named('ELM ELECTRIC', 'license:CA:E1', 'phone:+14155550100');
const plumbing = named('OAK PLUMBING {"id":"', 'license:CA:P1');

function row(
  source: string,
  key: string,
  contractor: ContractorMention | null,
  others: readonly OtherMention[],
) {
  const made = syntheticPermit(1, syntheticNumbers(1));
  assert.ok(made.kind === 'permit');
  const record = { ...made.record, id: permitId(source, key), source_id: source, number: `BLD-${key}` };
  return syntheticRow(key, { ...made, record, contractor, otherContractors: others, defects: [] });
}

/** The permits by number, and the contractors by name, of a release of the rows of two sources. */
async function built(rows: Readonly<Record<string, readonly ReturnType<typeof row>[]>>) {
  const sources = Object.keys(rows).map((id): Source => {
    const source = syntheticSource(id, 'permits');
    return { ...source, context: { ...source.context, namespace: id } };
  });
  const world = makeWorld(root, (store) => {
    for (const [source, of] of Object.entries(rows)) ingest(store, source, of);
  });
  const { directory } = await world.build({ catalog: syntheticCatalog(sources) });
  return {
    directory,
    permits: new Map(recordsOf<Permit>(directory, 'permits').map((permit) => [permit.number, permit])),
    contractors: recordsOf<Contractor>(directory, 'contractors'),
  };
}

const roles = { electrical: { mention: electric, role: 'electrical' } } as const;

test('further contractors are linked, each once, without the main one, and counted apart', async () => {
  const others: OtherMention[] = [
    { mention: plumbing, role: 'plumbing' },
    roles.electrical,
    { mention: electricToo, role: null },
    { mention: general, role: null },
  ];
  const { directory, permits, contractors } = await built({
    a: [
      row('a', '1', general, others),
      row('a', '2', electricToo, []),
      row('a', '3', null, [roles.electrical]),
    ],
  });
  const idOf = (license: string) => contractors.find((each) => each.business_name?.startsWith(license))?.id;
  const [elm, oak, maple] = ['ELM', 'OAK', 'MAPLE'].map(idOf);
  assert.ok(elm && oak && maple);
  assert.equal(contractors.length, 3);
  assert.equal(permits.get('BLD-1')?.contractor_id, maple);
  const asElectrician = { id: elm, name: 'ELM "ELECTRIC" & SONS', role: 'electrical' };
  assert.deepEqual(permits.get('BLD-1')?.other_contractors, [
    { id: oak, name: 'OAK PLUMBING {"id":"', role: 'plumbing' },
    asElectrician,
  ]);
  assert.ok(!('other_contractors' in (permits.get('BLD-2') ?? {})));
  assert.deepEqual(permits.get('BLD-3')?.other_contractors, [asElectrician]);
  assert.ok(!('contractor_id' in (permits.get('BLD-3') ?? {})));
  const counts = contractors.map(({ id, permit_count, other_permit_count }) => [
    id,
    permit_count,
    other_permit_count,
  ]);
  assert.deepEqual(
    new Map(counts.map(([id, ...both]) => [id, both])),
    new Map([
      [elm, [1, 2]],
      [oak, [0, 1]],
      [maple, [1, 0]],
    ]),
  );
  const keys = readContractorOrigins(directory, elm, 10).map(({ key }) => key);
  assert.deepEqual(keys.sort(), ['1', '2', '3']);
});
