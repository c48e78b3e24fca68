/**
 * Which key permits should be divided by: for each candidate, how many of 32 parts a question of each kind must ask, and
 * in how many it finds something, and how unequal the parts are. Asked of the permits of a release, without a database.
 *
 *     node bench/dist/partitions.js HOME
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Permit } from '@lintel/contract';
import { syntheticNumbers } from '@lintel/testing/release/synthetic-records.js';
import { openHome } from 'lintel/dist/base/home.js';
import { currentReleaseId } from 'lintel/dist/format/published.js';
import { scanRecords } from 'lintel/dist/format/segment/scan-records.js';
import { figure, median, print, quantile } from './figures.js';

/** Parts of a key; of places and years, so many groups of about the same size. */
const parts = 32;
/** Questions of each kind. */
const questions = 300;
/** Records of a page, and ids of a question by id. */
const pageSize = 50;

interface Row {
  readonly position: number;
  readonly id: string;
  readonly state: string;
  readonly county: string;
  readonly year: string;
  readonly address: string | null;
  readonly contractor: string | null;
}

/** What a question knows of the permits that it asks for. */
type Known = Partial<Pick<Row, 'id' | 'state' | 'county' | 'year'>> & {
  readonly positions?: readonly [number, number];
};

/** A way to divide permits. */
interface Key {
  readonly name: string;
  partOf(row: Row): number;
  /** The parts that may hold what the question asks for, in the order in which they are asked. */
  partsFor(known: Known): readonly number[];
  /** Whether parts are asked one after the other, until a page is full: they hold permits in the order of the page. */
  readonly inOrder: boolean;
}

interface Question {
  readonly kind: string;
  readonly known: readonly Known[];
  readonly found: readonly Row[];
}

const everyPart = Array.from({ length: parts }, (_, part) => part);
const hashOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() % parts;

/** Values in parts of about the same number of permits: the largest first into the smallest part. */
function balanced(rows: readonly Row[], placedBy: (row: Row) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(placedBy(row), (counts.get(placedBy(row)) ?? 0) + 1);
  const sizes = everyPart.map(() => 0);
  const partOf = new Map<string, number>();
  for (const [value, count] of [...counts].sort((a, b) => b[1] - a[1])) {
    const part = sizes.indexOf(Math.min(...sizes));
    sizes[part] = (sizes[part] ?? 0) + count;
    partOf.set(value, part);
  }
  return partOf;
}

function keysOf(rows: readonly Row[]): readonly Key[] {
  const byValue = (
    name: string,
    placedBy: (row: Row) => string,
    valuesFor: (known: Known, all: readonly string[]) => readonly string[],
  ): Key => {
    const partOf = balanced(rows, placedBy);
    const all = [...partOf.keys()];
    const at = (value: string) => partOf.get(value) ?? 0;
    return {
      name,
      partOf: (row) => at(placedBy(row)),
      partsFor: (known) => [...new Set(valuesFor(known, all).map(at))],
      inOrder: false,
    };
  };
  const stateOf = new Map(rows.map(({ county, state }) => [county, state]));
  const countiesOf = ({ county, state }: Known, all: readonly string[]) =>
    county !== undefined
      ? [county]
      : state === undefined
        ? all
        : all.filter((each) => stateOf.get(each) === state);
  const size = Math.ceil(rows.length / parts);
  return [
    {
      name: 'id (hash)',
      partOf: ({ id }) => hashOf(id),
      partsFor: ({ id }) => (id === undefined ? everyPart : [hashOf(id)]),
      inOrder: false,
    },
    byValue(
      'state',
      ({ state }) => state,
      ({ state }, all) => (state === undefined ? all : [state]),
    ),
    byValue('county', ({ county }) => county, countiesOf),
    byValue(
      'county and year',
      ({ county, year }) => `${county} ${year}`,
      ({ year, ...known }, all) => {
        const counties = new Set(countiesOf(known, [...stateOf.keys()]));
        return all.filter((each) => {
          const [county = '', own] = each.split(' ');
          return counties.has(county) && (year === undefined || own === year);
        });
      },
    ),
    {
      name: 'position',
      partOf: ({ position }) => Math.floor(position / size),
      partsFor: ({ positions: [from, to] = [0, rows.length - 1] }) =>
        everyPart.filter((part) => part >= Math.floor(from / size) && part <= Math.floor(to / size)),
      inOrder: true,
    },
  ];
}

function readRows(directory: string): Row[] {
  const rows: Row[] = [];
  for (const line of scanRecords(directory, 'permits')) {
    const { id, geo_ids, address, start_date, contractor_id } = JSON.parse(line.toString()) as Permit;
    rows.push({
      position: rows.length,
      id,
      state: address.state ?? '',
      county: geo_ids.county_id ?? address.state ?? '',
      year: start_date?.slice(0, 4) ?? '',
      address: geo_ids.address_id ?? null,
      contractor: contractor_id ?? null,
    });
  }
  return rows;
}

/** Questions about permits that are there, chosen by chance. */
function questionsOf(rows: readonly Row[]): readonly Question[] {
  const chance = syntheticNumbers(11);
  const some = (): Row => {
    const row = rows[Math.floor(chance() * rows.length)];
    if (row === undefined) throw new Error('the release has no permits');
    return row;
  };
  const group = (keyOf: (row: Row) => string | null) => {
    const groups = new Map<string | null, Row[]>();
    for (const row of rows) {
      const own = groups.get(keyOf(row));
      if (own === undefined) groups.set(keyOf(row), [row]);
      else own.push(row);
    }
    return groups;
  };
  const [states, counties, contractors, addresses] = [
    group(({ state }) => state),
    group(({ county }) => county),
    group(({ contractor }) => contractor),
    group(({ address }) => address),
  ];
  /** A place in a year or two, by the newest first. */
  const inPeriod = (kind: string, all: readonly Row[], known: Known, years: readonly string[]): Question => {
    const found = all.filter(({ year }) => years.includes(year));
    const from = rows.findIndex(({ year }) => years.includes(year));
    const to = rows.findLastIndex(({ year }) => years.includes(year));
    return { kind, known: years.map((year) => ({ ...known, year, positions: [from, to] })), found };
  };
  const withContractor = rows.filter(({ contractor }) => contractor !== null);
  return Array.from({ length: questions }, () => {
    const one = some();
    const { state, county, year, address } = one;
    const ids = Array.from({ length: pageSize }, some);
    const { contractor } = withContractor[Math.floor(chance() * withContractor.length)] ?? one;
    return [
      { kind: 'one id', known: [{ id: one.id }], found: [one] },
      { kind: '50 ids', known: ids.map(({ id }) => ({ id })), found: ids },
      inPeriod('county, one year', counties.get(county) ?? [], { state, county }, [year]),
      inPeriod('state, one year', states.get(state) ?? [], { state }, [year]),
      { kind: 'county, all years', known: [{ state, county }], found: counties.get(county) ?? [] },
      { kind: 'contractor', known: [{}], found: contractors.get(contractor) ?? [] },
      { kind: 'address', known: [{ state, county }], found: addresses.get(address) ?? [] },
    ];
  }).flat();
}

/** Parts asked for the first page, and parts that hold any of it. */
function asked(key: Key, { known, found }: Question): { readonly asked: number; readonly holding: number } {
  const page = found.slice(0, pageSize);
  const all = [...new Set(known.flatMap((each) => key.partsFor(each)))];
  const holding = new Set(page.map((row) => key.partOf(row)));
  if (!key.inOrder || page.length < pageSize || known[0]?.id !== undefined) {
    return { asked: all.length, holding: holding.size };
  }
  const last = Math.max(...holding);
  return { asked: all.filter((part) => part <= last).length, holding: holding.size };
}

const [argument = 'lintel-home'] = process.argv.slice(2);
const home = openHome(argument);
const rows = readRows(join(home.releases, currentReleaseId(home) ?? ''));
const all = questionsOf(rows);
const kinds = [...new Set(all.map(({ kind }) => kind))];
print(
  `${rows.length.toLocaleString('en-US')} permits in ${parts} parts; ${questions} questions of each kind.`,
);
print('Parts asked for the first page, mean (p99); parts that hold any of it, mean.\n');
print(
  `| question | ${keysOf(rows)
    .map(({ name }) => name)
    .join(' | ')} |`,
);
print(`| --- |${' --- |'.repeat(keysOf(rows).length)}`);
const keys = keysOf(rows);
for (const kind of kinds) {
  const cells = keys.map((key) => {
    const results = all.filter((question) => question.kind === kind).map((question) => asked(key, question));
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const counts = results.map((result) => result.asked);
    return `${figure(mean(counts))} (${quantile(counts, 0.99)}); ${figure(mean(results.map(({ holding }) => holding)))}`;
  });
  print(`| ${kind} | ${cells.join(' | ')} |`);
}
const sizes = keys.map((key) => {
  const counts = everyPart.map(() => 0);
  for (const row of rows) counts[key.partOf(row)] = (counts[key.partOf(row)] ?? 0) + 1;
  return `${figure(Math.max(...counts) / median(counts))}`;
});
print(`| largest part / median | ${sizes.join(' | ')} |`);
