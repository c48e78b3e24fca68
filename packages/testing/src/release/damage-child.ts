/**
 * Searches a small release whose files are damaged at random, for the test that detects from outside whether
 * a search hangs: each line printed is a search that begins. Arguments: the directory of the release, a seed,
 * the number of rounds, and files of it (default: all).
 *
 * In each round bytes of one file are changed in place, before the release is opened or while it is open, all
 * kinds of searches are made, and the file is restored. What a search throws or finds does not matter.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { endpoints } from '@lintel/contract';
import { readManifest } from 'lintel/dist/format/manifest.js';
import { openRelease } from 'lintel/dist/releases/open-release.js';
import type { Release } from 'lintel/dist/releases/release.js';
import { SearchComparison } from './compare-searches.js';
import { emptyQuery } from './empty-query.js';
import type { AllRecords } from './naive-search.js';
import { readAllRecords } from './read-all-records.js';
import { syntheticNumbers } from './synthetic-records.js';

type Chance = () => number;

/** Rounds after which unused memory is released: a process may map 65,530 regions of it. */
const roundsToTidy = 50;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const [directory = '', seed = '1', rounds = '1', ...wanted] = process.argv.slice(2);
const files = wanted.length > 0 ? wanted : readManifest(directory).files.map(({ name }) => name);
const all = readAllRecords(directory);

/**
 * Changes some bytes: single ones, a run of zeros or ones, words that are huge or small, or a part moved
 * elsewhere.
 */
function damage(bytes: Buffer, chance: Chance): void {
  const at = () => Math.floor(chance() * bytes.length);
  const stretch = () => 1 + Math.floor(chance() ** 3 * bytes.length);
  const kind = Math.floor(chance() * 5);
  const times = 1 + Math.floor(chance() * 20);
  for (let i = 0; i < times; i++) {
    const from = at();
    if (kind === 0) bytes[from] = Math.floor(chance() * 256);
    if (kind === 1) bytes.fill(0, from, Math.min(bytes.length, from + stretch()));
    if (kind === 2) bytes.fill(0xff, from, Math.min(bytes.length, from + stretch()));
    if (kind === 3 && bytes.length >= 4) {
      const word = Math.min(bytes.length - 4, from - (from % 4));
      bytes.writeUInt32LE(Math.floor(chance() ** 4 * 2 ** 32), word);
    }
    if (kind === 4) bytes.copy(bytes, from, at(), at());
  }
}

function put(path: string, bytes: Buffer): void {
  const fd = openSync(path, 'r+');
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
  closeSync(fd);
}

function ask(name: string, work: () => unknown): void {
  process.stdout.write(`${name}\n`);
  try {
    work();
  } catch {
    // A damaged release may refuse any query; it must only not take forever.
  }
}

const texts = [
  'main',
  '12 n',
  'oak st',
  '100 main st san francisco ca 94103',
  'mn str',
  'shd',
  '5th',
  '9410',
  'zz',
];
const places = ['san', 'sn francisco', 'county', 'ca', '941', 'davidson tn', 'x'];

/** Every kind of query to a release, with values that it has and some that it has not. */
function askAll(release: Release, { permits, contractors, properties }: AllRecords, chance: Chance): void {
  const pick = <T>(values: readonly T[]) => values[Math.floor(chance() * values.length)];
  const comparison = new SearchComparison(release, all, chance);
  for (let i = 0; i < 8; i++) {
    ask('permits', () => comparison.permits());
    ask('contractors', () => comparison.contractors());
    ask('contractor permits', () => comparison.contractorPermits());
    ask('properties', () => comparison.properties());
  }
  const [permit, contractor, property] = [pick(permits), pick(contractors), pick(properties)];
  const ids = (records: readonly { id: string }[]) => records.slice(0, 60).map(({ id }) => id);
  ask('records', () => release.records('permits', ids(permits)).map(String));
  ask('records', () => release.records('contractors', ids(contractors)).map(String));
  ask('records', () => release.records('properties', ids(properties)).map(String));
  for (const text of [...texts, permit?.address.street ?? '']) {
    ask(`addresses ${text}`, () => release.searchAddresses(text, 0, 50));
  }
  for (const text of places) {
    ask(`cities ${text}`, () => release.searchCities(text, 1, 50));
    for (const kind of ['county', 'jurisdiction', 'state', 'zip'] as const)
      ask(`${kind} ${text}`, () => release.searchPlaces(kind, text, 0, 50));
  }
  ask('zip codes', () => release.zipCodes(0, 50));
  for (const kind of ['permits', 'contractors', 'properties', 'decisions', 'addresses'] as const)
    ask(`all ${kind}`, () => release.all(kind, Math.floor(chance() * 400), 100).items.map(String));
  ask('origin', () => release.permitOrigin(permit?.id ?? ''));
  ask('spellings', () => release.spellings(contractor?.id ?? ''));
  const months = { from: 0, to: 100_000 };
  const query = { tag: 'all', propertyType: 'all' };
  const { county_id: county, city_id: city, address_id: address } = permit?.geo_ids ?? {};
  for (const [kind, id] of [
    ['county', county],
    ['city', city],
    ['address', address],
  ] as const) {
    if (typeof id !== 'string') continue;
    ask('current metrics', () => release.currentMetrics(kind, id, query, null));
    ask('past metrics', () => release.currentMetrics(kind, id, query, '2025-06-30'));
    ask('monthly metrics', () => release.monthlyMetrics(kind, id, query, months));
    if (kind === 'address') continue;
    ask('details', () => release.place(kind, id));
    ask('coverage', () => release.coverage(kind, id, '1900-01-01', '2100-01-01'));
    const decisions = {
      ...emptyQuery(endpoints.decision_search),
      geo_id: [id],
      decision_from: '1900-01-01',
      decision_to: '2100-01-01',
      decision_q: pick([null, 'plan', 'height']) ?? null,
    };
    ask('decisions', () => release.searchDecisions(decisions, 0, 50));
    ask('decisions counted', () => release.countDecisions(decisions, 250));
  }
  if (contractor) ask('contractor metrics', () => release.contractorMetrics(contractor.id, query, months));
  if (property) ask('property', () => release.records('properties', [property.id]));
}

for (let round = 0; round < Number(rounds); round++) {
  const chance = syntheticNumbers(Number(seed) * 1000 + round);
  const path = join(directory, files[Math.floor(chance() * files.length)] ?? '');
  const sound = readFileSync(path);
  const harmed = Buffer.from(sound);
  damage(harmed, chance);
  const isBefore = chance() < 0.5;
  process.stdout.write(`round ${round} ${basename(path)} damaged ${isBefore ? 'before' : 'after'} opening\n`);
  try {
    if (isBefore) put(path, harmed);
    const release = openRelease(directory);
    if (!isBefore) put(path, harmed);
    askAll(release, all, chance);
    release.close();
  } catch {
    // Refused when it was opened.
  } finally {
    put(path, sound);
  }
  if (round % roundsToTidy === 0) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
process.stdout.write(`most memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`);
process.stdout.write('done\n');
