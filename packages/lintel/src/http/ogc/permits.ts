/**
 * Permits as a collection: points with the columns of an export as properties.
 *
 * Conditions that the index of the permit search knows narrow the rows; each row that is left is then read and
 * tested. A request reads a bounded number of rows, and may give fewer features than wanted with a next page.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Column, pointOf, readerOf } from '../../export/column.js';
import { columnsOf } from '../../export/columns.js';
import type { RecordBytes } from '../../format/record.js';
import { maxTestedRows } from '../request/limits.js';
import { inDollars, isAmount } from './amounts.js';
import type { Collection, Feature, Property, Test } from './collection.js';
import type { QueryableType } from './cql2/expression.js';
import { permitExtent } from './permit-extent.js';
import { searchFor } from './permit-query.js';

const columns = columnsOf('permits');
const point = pointOf(columns);
const [readLat, readLong] = [point?.lat, point?.long].map((column) =>
  column === undefined ? () => null : readerOf(column),
);

const queryable: Readonly<Record<string, QueryableType>> = {
  text: 'string',
  date: 'date',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

/** Columns that are flat, without those of the point. */
const shown = columns
  .filter((column) => column !== point?.lat && column !== point?.long && column.type !== 'json')
  .map((column) => (isAmount(column.name) ? amountColumn(column) : { ...column, read: readerOf(column) }));

function amountColumn(column: Column): Column & { readonly read: (record: unknown) => unknown } {
  const read = readerOf(column);
  return {
    ...column,
    name: inDollars(column.name),
    type: 'number',
    description: column.description.replace('US cents', 'US dollars'),
    read: (record) => {
      const cents = read(record);
      return typeof cents === 'number' ? cents / 100 : null;
    },
  };
}

const properties: readonly Property[] = shown.map(({ name, type, description }) => ({
  name,
  description,
  type: queryable[type] ?? null,
}));

const readers = new Map(shown.map(({ name, read }) => [name, read]));

/** A parsed record as a feature. */
function featureOf(record: unknown): Feature {
  const [lat, long] = [readLat?.(record), readLong?.(record)];
  const isKnown = typeof lat === 'number' && typeof long === 'number';
  return {
    id: String((record as { readonly id: unknown }).id),
    geometry: isKnown ? { type: 'Point', coordinates: [long, lat] } : null,
    properties: Object.fromEntries(shown.map(({ name, read }) => [name, read(record)])),
  };
}

const parse = (record: RecordBytes): unknown => JSON.parse(record.toString());

/** The first features that pass, up to `limit`, and how many records were tested for them. */
function passing(records: readonly RecordBytes[], passes: Test, limit: number) {
  const features: Feature[] = [];
  let tested = 0;
  for (const bytes of records) {
    if (features.length === limit) break;
    tested += 1;
    const record = parse(bytes);
    if (passes((name) => readers.get(name)?.(record))) features.push(featureOf(record));
  }
  return { features, tested };
}

/** Rows that are read at a time where each must be tested. */
const testedAtOnce = 100;

export const permitCollection: Collection = {
  id: 'permits',
  title: 'Building permits',
  description: 'Building permits as points, the newest first. `datetime` compares `start_date`.',
  extent: permitExtent,
  geometry: 'Point',
  isTemporal: true,
  resource: 'permits',
  properties,
  extra: {
    tags: 'Tags that a permit must all have, with commas between them; `-` before one excludes it.',
  },
  async page({ release, conditions, passes, from, limit, work }) {
    const { query, isExact } = searchFor(conditions);
    const features: Feature[] = [];
    let next: number | null = from;
    for (let tested = 0; next !== null && features.length < limit && tested < maxTestedRows; ) {
      // Testing all of them takes long enough for others to wait.
      if (tested > 0) await nextTurn();
      const start: number = next;
      const page = await release.searchPermits(
        query,
        start,
        isExact ? limit - features.length : testedAtOnce,
      );
      const wanted = limit - features.length;
      const read = work.during(() => passing(page.items, passes, wanted));
      features.push(...read.features);
      tested += read.tested;
      // Where the page is full in the middle of what was read, the search says where the row after it is.
      const isAll = read.tested === page.items.length;
      next = isAll ? page.next : (await release.searchPermits(query, start, read.tested)).next;
    }
    return { features, next };
  },
  async count(release, conditions) {
    const { query, isExact } = searchFor(conditions);
    const { bbox, from, to, comparisons, extra } = conditions;
    if (!isExact) return null;
    const isAll = bbox === null && from === null && to === null && extra.tags === undefined;
    if (isAll && comparisons.length === 0) return release.info.counts.permits;
    const count = await release.countPermits(query);
    return count?.relation === 'eq' ? count.value : null;
  },
  async feature(release, id) {
    const [record] = await release.records('permits', [id]);
    return record === undefined ? null : featureOf(parse(record));
  },
};
