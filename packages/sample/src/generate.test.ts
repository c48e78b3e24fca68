import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type TagId, tagIds } from '@lintel/contract';
import { loadGeography } from 'lintel/dist/geography/load.js';
import { generateSample, planSample, sampleSources } from './generate.js';
import { messRates } from './mess.js';

const geography = loadGeography();

/** Hash of the first rows of each source. */
function digest(options: { permits: number; seed?: string; today?: string }, rowsEach: number): string {
  const hash = createHash('sha256');
  for (const source of planSample({ ...options, geography })) {
    let left = rowsEach;
    for (const row of source.generate()) {
      hash.update(`${source.id} ${JSON.stringify(row)}\n`);
      if (--left === 0) break;
    }
  }
  return hash.digest('hex');
}

test('the same options give the same bytes', () => {
  const options = { permits: 40_000, seed: 'same' };
  assert.equal(digest(options, 100), digest(options, 100));
});

test('two samples made in alternation do not affect each other', () => {
  const alone = [...generateSample({ geography, permits: 600, seed: 'a' })].map((row) => JSON.stringify(row));
  const first = generateSample({ geography, permits: 600, seed: 'a' });
  const second = generateSample({ geography, permits: 600, seed: 'b' });
  const mixed: string[] = [];
  for (const row of first) {
    mixed.push(JSON.stringify(row));
    second.next();
  }
  assert.deepEqual(mixed, alone);
});

test('seed, size and today change the sample', () => {
  const digests = [
    digest({ permits: 2000, seed: 'a' }, 20),
    digest({ permits: 2000, seed: 'b' }, 20),
    digest({ permits: 2001, seed: 'a' }, 20),
    digest({ permits: 2000, seed: 'a', today: '2025-01-31' }, 20),
  ];
  assert.equal(new Set(digests).size, digests.length);
});

test('invalid options are refused with the valid ones', () => {
  const make = (options: { permits: number; today?: string }) => () => planSample({ ...options, geography });
  assert.throws(make({ permits: 0 }), /whole number from 1/);
  assert.throws(make({ permits: 1.5 }), /whole number from 1/);
  assert.throws(make({ permits: 100, today: '2011-01-01' }), /must be a date like/);
  assert.throws(make({ permits: 100, today: 'yesterday' }), /must be a date like/);
});

test('rows of a source are consecutive, in the order of the sources, with ascending keys', () => {
  const keyColumns = [
    'record_id',
    'OBJECTID',
    'PermitNum',
    'PERMIT_NUMBER',
    'n',
    'license_number',
    'matter_id',
    'PARCEL_ID',
  ];
  const order: string[] = [];
  let previous = '';
  for (const { source, row } of generateSample({ geography, permits: 4000 })) {
    const key = String(keyColumns.map((column) => row[column]).find((value) => value !== undefined));
    if (order.at(-1) !== source) {
      order.push(source);
      previous = '';
    }
    if (key === 'null') continue;
    assert.ok(key >= previous, `${source}: ${key} after ${previous}`);
    previous = key;
  }
  assert.deepEqual(order, sampleSources());
});

/** Words by which a reader would give a tag; a description or type must have them. */
const tagWords: Readonly<Record<TagId, RegExp>> = {
  accessory_structure: /\b(fence|deck|garage|shed|pergola|porch)\b/,
  addition: /\baddition\b/,
  adu: /\b(adu|accessory dwelling)\b/,
  bath_remodel: /\b(bath|bathroom)s? (remodel|renovation)|remodel .*bath/,
  bathroom: /\bbath(room)?\b/,
  battery: /\b(battery|energy storage)\b/,
  commercial: /\b(tenant improvement|retail|office|restaurant)\b/,
  demolition: /\b(demo|demolition|demolish|wreck and remove)\b/,
  electric_meter: /\b(panel|meter|service)\b.*\b(amp|upgrade|mast|relocate)|200a/,
  electrical: /\b(electrical|receptacles|circuits?)\b/,
  ev_charger: /\b(ev charger|electric vehicle charging|evse)\b/,
  fire_sprinkler: /\b(sprinkler heads?|fire sprinkler|fire suppression|standpipe)\b/,
  gas: /\bgas (line|piping|test)\b/,
  generator: /\bgenerator\b/,
  grading: /\b(grading|excavation|fill dirt)\b/,
  heat_pump: /\bheat pump\b/,
  hvac: /\b(furnace|condenser|a\/c|rtu|hvac)\b/,
  kitchen: /\bkitchen\b/,
  kitchen_remodel: /\bkitchen (remodel|renovation)|remodel kitchen/,
  new_adu: /new (detached accessory dwelling|adu)|convert .*(adu|accessory dwelling)/,
  new_construction: /\b(construct new|new construction|core and shell|new .*building)\b/,
  new_dwelling: /\bnew (single family dwelling|sfr|house)|nsfr\b/,
  plumbing: /\b(plumbing|repipe|backflow)\b/,
  pool_and_hot_tub: /\b(pool|hot tub)\b/,
  pool_spa: /\bnew (in-ground gunite )?pool\b/,
  remodel: /\b(remodel|interior alterations?|tenant improvement)\b/,
  reroof: /\bre-?roof\b/,
  residential: /\b(sfr|residence|dwelling)\b/,
  roofing: /\broof\b/,
  room_addition: /\b(addition|second story|2nd floor)\b.*\b(bedrooms?|family room|primary suite)\b/,
  sitework: /\b(driveway|retaining wall|parking lot|landscaping)\b/,
  solar: /\b(solar|photovoltaic)\b/,
  solar_battery_storage: /\b(solar|pv|modules)\b.*\b(battery|batteries|energy storage)\b/,
  telecom: /\b(antennas?|cell site|data cabling)\b/,
  utilities: /\b(sewer|water service|septic)\b/,
  water_heater: /\b(water heater|wtr htr|w\/h)\b/,
  window_door: /\b(windows?|skylights|storefront)\b/,
};

test('the words of every tag occur', () => {
  const missing = new Set<TagId>(tagIds);
  const columns = ['description', 'WORK_DESC', 'Description', 'DESCRIPTION', 'x'];
  for (const { row } of generateSample({ geography, permits: 20_000 })) {
    const text = columns.map((column) => row[column]).find((value) => typeof value === 'string');
    if (text === undefined) continue;
    const words = String(text).toLowerCase();
    for (const tag of missing) if (tagWords[tag].test(words)) missing.delete(tag);
    if (missing.size === 0) break;
  }
  assert.deepEqual([...missing], []);
});

test('no phone number, e-mail or web address can belong to a real person or firm', () => {
  for (const { row } of generateSample({ geography, permits: 3000, seed: 'privacy' })) {
    const text = JSON.stringify(row);
    for (const [, host] of text.matchAll(/(?:@|https?:\/\/)([a-z0-9.-]+)/g))
      assert.match(host ?? '', /\bexample\.com$/);
    for (const [column, value] of Object.entries(row)) {
      if (!/phone|^gp$/i.test(column) || typeof value !== 'string') continue;
      assert.match(value.replaceAll(/\D/g, ''), /^1?[2-9]\d\d55501\d\d$/, `${column} ${value}`);
    }
  }
});

test('faults occur at about their rates', () => {
  const permits = 20_000;
  let rows = 0;
  let keyless = 0;
  let zipPlusFour = 0;
  for (const { source, row } of generateSample({ geography, permits })) {
    if (!source.includes('county') && !/sample-[a-z-]+-[a-z]{2}$/.test(source)) continue;
    if (/^sample-(?:licenses|decisions|assessor)/.test(source)) continue;
    rows++;
    if ([row.record_id, row.OBJECTID, row.PermitNum, row.PERMIT_NUMBER, row.n].includes(null)) keyless++;
    if (
      /\d{5}-\d{4}/.test(String(row.zipcode ?? row.OriginalZip ?? row.SITUS_ZIP ?? row.z ?? row.FULL_ADDRESS))
    )
      zipPlusFour++;
  }
  const about = (value: number, rate: number) => Math.abs(value / permits / rate - 1) < 0.35;
  assert.ok(about(keyless, messRates.keylessRow), `${keyless} rows without a key`);
  assert.ok(about(zipPlusFour, messRates.zipPlusFour), `${zipPlusFour} ZIP+4 codes`);
  assert.ok(rows > permits * 1.01 && rows < permits * 1.03, `${rows} rows`);
});

test('memory does not grow with the rows made', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let rows = 0;
  let early = 0;
  for (const _ of generateSample({ geography, permits: 200_000 })) {
    rows++;
    if (rows === 50_000) {
      collect();
      early = process.memoryUsage().heapUsed;
    }
    if (rows === 200_000) break;
  }
  collect();
  const grown = (process.memoryUsage().heapUsed - early) / 1_048_576;
  assert.ok(grown < 24, `${grown.toFixed(0)} MiB more after 150,000 further rows`);
});
