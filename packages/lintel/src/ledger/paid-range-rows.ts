/** The stored rows of paid ranges (paid-ranges.ts): how they are read, written and given back. */
import { type PaidRanges, requestName } from './decide.js';
import type { Receipt } from './ledger.js';
import { isForgotten, type PaidRange, priceOf, repeatMs, resumeMs, type Times } from './paid-ranges.js';
import type { SteadyClock } from './steady-clock.js';
import {
  first,
  overRows,
  type Statement,
  type Storage,
  type StoredRow,
  statement,
  typedRows,
  type Work,
} from './storage.js';

interface RangeRow {
  readonly hash: Uint8Array;
  readonly at_ms: number;
  readonly keep_ms: number;
  readonly paid_from: number;
  readonly paid_to: number;
  readonly charged_from: number;
  readonly entry_ms: number;
  readonly price: number;
  readonly handed_to: number;
  readonly holders: number;
}

const columns = 'at_ms, keep_ms, paid_from, paid_to, charged_from, entry_ms, price, handed_to, holders';
const types = {
  hash: 'BYTEA',
  account: 'BIGINT',
  at_ms: 'BIGINT',
  keep_ms: 'BIGINT',
  paid_from: 'BIGINT',
  paid_to: 'BIGINT',
  charged_from: 'BIGINT',
  entry_ms: 'BIGINT',
  price: 'BIGINT',
  handed_to: 'BIGINT',
  holders: 'BIGINT',
} as const;

/** Reads the ranges with the hashes in `given`. */
export const selectRanges = `SELECT paid_range.hash, ${columns} FROM given JOIN paid_range ON paid_range.hash = given.hash`;

export function paidRanges(rows: readonly StoredRow[] | undefined): PaidRanges {
  return new Map(
    typedRows<RangeRow>(rows).map((row): [string, PaidRange] => [
      requestName(row.hash),
      {
        atMs: row.at_ms,
        keepMs: row.keep_ms,
        paidFrom: row.paid_from,
        paidTo: row.paid_to,
        chargedFrom: row.charged_from,
        entryMs: row.entry_ms,
        price: row.price,
        handedTo: row.handed_to,
        holders: row.holders,
      },
    ]),
  );
}

/** The number up to which records of an export were paid for within the time in which it can be resumed; 0 for none. */
export function* paidTo(storage: Storage, hash: Uint8Array, steady: SteadyClock): Work<number> {
  const row = yield* first<RangeRow>(`SELECT ${columns} FROM paid_range WHERE hash = ?`, hash);
  const nowMs = yield* storage.now();
  const isKnown = row !== undefined && !isForgotten(row.at_ms, resumeMs, { steadyMs: steady(nowMs) });
  return isKnown ? row.paid_to : 0;
}

/** Stores the ranges, and deletes those that are too old. */
export function rangeWrites(
  account: number,
  ranges: PaidRanges,
  { steadyMs }: Pick<Times, 'steadyMs'>,
): Statement[] {
  if (ranges.size === 0) return [];
  const names = columns.split(', ');
  const kept = new Set([...ranges.values()].map(({ keepMs }) => keepMs));
  return [
    overRows(
      `INSERT INTO paid_range (hash, account, ${columns}) SELECT hash, account, ${columns} FROM given WHERE true
       ON CONFLICT (hash) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      types,
      [...ranges].map(([name, range]) => [
        Buffer.from(name, 'hex'),
        account,
        range.atMs,
        range.keepMs,
        range.paidFrom,
        range.paidTo,
        range.chargedFrom,
        range.entryMs,
        range.price,
        range.handedTo,
        range.holders,
      ]),
    ),
    ...[...kept].map((keepMs) =>
      statement(`${removeRanges} AND at_ms <= ?`, account, keepMs, steadyMs - keepMs),
    ),
    statement(`${removeRanges} AND at_ms >= ?`, account, repeatMs, steadyMs + repeatMs),
  ];
}

const removeRanges = 'DELETE FROM paid_range WHERE account = ? AND keep_ms = ?';

/** Records of a charge that nobody was handed, and the entry that holds their credits. */
interface Undelivered {
  readonly records: number;
  readonly price: number;
  readonly atMs: number;
  /** Whether not one record of the charge was handed over. */
  readonly isWhole: boolean;
}

/**
 * The records of a charge that nobody was handed; null while another request still hands them over, or has been charged
 * for further ones since. The caller of an unnamed charge is the only one that was granted it.
 */
export function* undelivered(receipt: Receipt): Work<Undelivered | null> {
  const { requestHash, records, handedTo = records.from, atMs } = receipt;
  if (requestHash === null) {
    const left = Math.max(0, records.to - handedTo);
    return left === 0
      ? null
      : { records: left, price: priceOf(receipt), atMs, isWhole: handedTo <= records.from };
  }
  const row = yield* first<RangeRow>(
    `UPDATE paid_range SET holders = holders - 1, handed_to = CASE WHEN handed_to < ? THEN ? ELSE handed_to END
     WHERE hash = ? AND charged_from < ? AND paid_to >= ? AND holders > 0 RETURNING ${columns}`,
    handedTo,
    handedTo,
    requestHash,
    records.to,
    records.to,
  );
  const left = row === undefined || row.holders > 0 ? 0 : row.paid_to - row.handed_to;
  if (row === undefined || left <= 0) return null;
  return { records: left, price: row.price, atMs: row.entry_ms, isWhole: row.handed_to <= row.charged_from };
}

/** Notes that the last records of a range are not paid any more. */
export function unpaidWrites({ requestHash }: Receipt, records: number): Statement[] {
  if (requestHash === null) return [];
  return [statement('UPDATE paid_range SET paid_to = paid_to - ? WHERE hash = ?', records, requestHash)];
}
