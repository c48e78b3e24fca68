import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { inspect } from './lifecycle.js';
import { makePermit, type Permit } from './permits.js';
import { createWorld, type Office, type World } from './world.js';

const world = createWorld({ permits: 12_000, seed: 'permits' }, loadGeography());

function* permitsOf(world: World): Generator<{ office: Office; permit: Permit }> {
  for (const office of world.offices) {
    for (let index = 0; index < office.permits; index++)
      yield { office, permit: makePermit(world, office, index) };
  }
}

function facts(permit: Permit): unknown {
  const { office, random, contractor, property, ...rest } = permit;
  return {
    ...rest,
    id: office.place.id,
    draw: random.next(),
    contractor: contractor?.license,
    property: property.index,
  };
}

test('a permit made alone equals the one made in sequence', () => {
  const office = world.offices[3];
  assert.ok(office);
  const inOrder = Array.from({ length: 200 }, (_, index) => facts(makePermit(world, office, index)));
  for (const index of [199, 7, 150, 0]) {
    assert.deepEqual(facts(makePermit(world, office, index)), inOrder[index]);
  }
});

test('the events of a permit are in order and not after today', () => {
  for (const { permit } of permitsOf(world)) {
    const { filed, issued, finaled, phase } = permit.life;
    assert.ok(filed <= world.today);
    assert.ok(issued === null || (issued >= filed && issued <= world.today));
    assert.ok(finaled === null || (issued !== null && finaled > issued && finaled <= world.today));
    assert.equal(phase === 'finaled', finaled !== null);
    if (phase === 'received' || phase === 'denied') assert.equal(issued, null);
  }
});

test('inspections are between issue and end, and finished work has passed its last one', () => {
  for (const { permit } of permitsOf(world)) {
    const inspections = inspect(permit.life, permit.work, 0.3, world.today, permit.random);
    for (const { day } of inspections) {
      assert.ok(permit.life.issued !== null && day >= permit.life.issued && day <= world.today);
    }
    if (permit.life.phase === 'finaled') assert.equal(inspections.at(-1)?.result, 'passed');
  }
});

test('the permits that follow a new building come after it and are on the same lot', () => {
  let following = 0;
  for (const office of world.offices) {
    const built = new Map<number, number>();
    for (let index = 0; index < office.permits; index++) {
      const { group, property, life } = makePermit(world, office, index);
      if (group.startsWith('new')) built.set(property.index, life.filed);
      if (!group.startsWith('on')) continue;
      following++;
      const start = built.get(property.index);
      assert.ok(start !== undefined && start <= life.filed, `lot ${property.index} of ${office.place.id}`);
    }
  }
  assert.ok(following > 400);
});

test('an address is one parcel only, and most have several permits', () => {
  const parcels = new Map<string, number>();
  const visits = new Map<string, number>();
  for (const { office, permit } of permitsOf(world)) {
    const { street, streetNo, index } = permit.property;
    const address = [office.place.id, streetNo, street.pre, street.name, street.suffix, street.post].join(
      ' ',
    );
    assert.equal(parcels.get(address) ?? index, index, address);
    parcels.set(address, index);
    visits.set(address, (visits.get(address) ?? 0) + 1);
  }
  assert.ok([...visits.values()].filter((count) => count > 1).length > visits.size / 2);
});

test('shares of states, phases and kinds of lot are believable', () => {
  const share = new Map<string, number>();
  const count = (key: string) => share.set(key, (share.get(key) ?? 0) + 1 / 12_000);
  for (const { office, permit } of permitsOf(world)) {
    count(office.place.state);
    count(permit.life.phase);
    count(permit.property.class);
    count(permit.work.category);
    if (permit.contractor) count('contractor');
  }
  const within = (key: string, low: number, high: number) => {
    const value = share.get(key) ?? 0;
    assert.ok(value >= low && value <= high, `${key} has ${(100 * value).toFixed(1)} %`);
  };
  within('CA', 0.12, 0.25);
  within('TX', 0.08, 0.2);
  within('finaled', 0.65, 0.85);
  within('issued', 0.03, 0.12);
  within('expired', 0.05, 0.15);
  within('reviewing', 0.002, 0.03);
  within('house', 0.45, 0.7);
  within('apartments', 0.03, 0.15);
  within('office', 0.005, 0.05);
  within('new_building', 0.03, 0.08);
  within('electrical', 0.1, 0.25);
  within('contractor', 0.85, 0.98);
});

test('new techniques spread over the years, and pools are built where it is hot', () => {
  const chargers = { early: 0, late: 0 };
  const pools = { hot: 0, cold: 0 };
  for (const { office, permit } of permitsOf(world)) {
    if (permit.work.id === 'ev_charger') chargers[permit.year < 2018 ? 'early' : 'late']++;
    if (permit.work.id === 'new_pool') {
      if (office.place.climate === 'hot') pools.hot++;
      if (office.place.climate === 'cold') pools.cold++;
    }
  }
  assert.ok(chargers.late > 3 * chargers.early, `${chargers.early} before 2018, ${chargers.late} after`);
  assert.ok(pools.hot > 5 * pools.cold, `${pools.hot} in hot places, ${pools.cold} in cold ones`);
});

test('a larger world has more addresses, not more permits on each', () => {
  const larger = createWorld({ permits: 120_000, seed: 'permits' }, loadGeography());
  for (const [at, office] of world.offices.entries()) {
    const grown = larger.offices[at];
    assert.ok(grown);
    const ratio = grown.parcels.existing / office.parcels.existing;
    assert.ok(ratio > 9 && ratio < 11, `${office.place.id} grows ${ratio} times`);
  }
  const contractors = (of: World) => [...of.pools.values()].reduce((sum, { size }) => sum + size, 0);
  assert.ok(contractors(larger) > 4 * contractors(world));
});
