/**
 * Finds records that are in both releases under different ids: what vanished is joined with what is new.
 *
 * The joins are tried in order: permits by the raw row that they come from, then by jurisdiction and number;
 * contractors by state and licence; decisions by jurisdiction, date and title. A value that two records of a
 * release share joins nothing. A property is its address, so it is never rekeyed. The join is an external
 * sort: its memory does not grow with the number of records.
 */
import type { Contractor, Decision, Permit } from '@lintel/contract';
import { ExternalSort } from '../../base/sort/external-sort.js';
import type { RecordKind } from '../../format/record.js';
import type { ComparedRecords } from './compared-records.js';

/** The value by which a row is joined; null if it has none. */
type JoinValue = (records: ComparedRecords, row: number) => readonly string[] | null;

/** The values, unless one is unknown. */
function known(...values: readonly (string | null)[]): readonly string[] | null {
  return values.every((value) => value !== null && value !== '') ? values.map(String) : null;
}

const joins: Readonly<Record<RecordKind, readonly JoinValue[]>> = {
  permits: [
    (records, row) => records.origin(row),
    (records, row) => {
      const { number, geo_ids } = records.record<Permit>(row);
      return known(geo_ids.jurisdiction_id, number);
    },
  ],
  contractors: [
    (records, row) => {
      const { license, address } = records.record<Contractor>(row);
      return known(address.state, license);
    },
  ],
  decisions: [
    (records, row) => {
      const { jurisdiction_id, decision_date, title } = records.record<Decision>(row);
      return known(jurisdiction_id, decision_date, title);
    },
  ],
  properties: [],
};

/** The rows of one release that the other does not have. */
interface OneSided {
  readonly records: ComparedRecords;
  rows(): Iterable<number>;
  /** Takes a row out: it has been joined. */
  delete(row: number): void;
}

/** What `joinRekeyed` gives for a row that was not rekeyed. */
export const notRekeyed = 0xffffffff;

/**
 * For each row of the current release the row of the earlier one from which it was rekeyed, or `notRekeyed`.
 * Both rows are taken out of their side.
 */
export function joinRekeyed(kind: RecordKind, old: OneSided, now: OneSided, scratch: string): Uint32Array {
  const joined = new Uint32Array(now.records.count).fill(notRekeyed);
  for (const join of joins[kind]) {
    const sort = new ExternalSort({ path: `${scratch}-${kind}` });
    try {
      addRows(sort, join, old, 0);
      addRows(sort, join, now, 1);
      for (const [oldRow, newRow] of uniquePairs(sort)) {
        joined[newRow] = oldRow;
        old.delete(oldRow);
        now.delete(newRow);
      }
    } finally {
      sort.close();
    }
  }
  return joined;
}

const payloadBytes = 5;

function addRows(sort: ExternalSort, join: JoinValue, from: OneSided, side: 0 | 1): void {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt8(side);
  for (const row of from.rows()) {
    const value = join(from.records, row);
    if (value === null) continue;
    payload.writeUInt32LE(row, 1);
    sort.push(Buffer.from(JSON.stringify(value)), payload);
  }
}

/** The rows with a value that exactly one row of each side has. */
function* uniquePairs(sort: ExternalSort): Generator<readonly [oldRow: number, newRow: number]> {
  let value = Buffer.alloc(0);
  let sides: [number[], number[]] = [[], []];
  const pair = (): [number, number][] => {
    const [[oldRow, ...moreOld], [newRow, ...moreNew]] = sides;
    const isUnique = moreOld.length === 0 && moreNew.length === 0;
    return isUnique && oldRow !== undefined && newRow !== undefined ? [[oldRow, newRow]] : [];
  };
  for (const { bytes, key, payload } of sort.sorted()) {
    const here = bytes.subarray(key, payload);
    if (!here.equals(value)) {
      yield* pair();
      value = Buffer.from(here);
      sides = [[], []];
    }
    const side = sides[bytes.readUInt8(payload) === 0 ? 0 : 1];
    // Two are enough to know that the value is not unique.
    if (side.length < 2) side.push(bytes.readUInt32LE(payload + 1));
  }
  yield* pair();
}
