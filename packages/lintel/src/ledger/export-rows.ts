/** The stored rows of exports (stretches.ts): how they are read, written and given back. */
import { type PaidExports, requestName } from './decide.js';
import type { Receipt } from './ledger.js';
import { first, run, type Statement, type Storage, statement, typedRows, type Work } from './storage.js';
import { resumeMs } from './stretches.js';

interface ExportRow {
  readonly hash: Uint8Array;
  readonly at_ms: number;
  readonly paid_from: number;
  readonly paid_to: number;
  readonly charged_from: number;
  readonly entry_ms: number;
  readonly price: number;
  readonly handed_to: number;
  readonly holders: number;
}

const columns = 'hash, at_ms, paid_from, paid_to, charged_from, entry_ms, price, handed_to, holders';
export const selectExport = `SELECT ${columns} FROM export WHERE hash = ?`;

export function paidExports(rows: readonly Readonly<Record<string, unknown>>[]): PaidExports {
  return new Map(
    typedRows<ExportRow>(rows).map((row) => [
      requestName(row.hash),
      {
        atMs: row.at_ms,
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
export function* paidTo(storage: Storage, hash: Uint8Array): Work<number> {
  const row = yield* first<ExportRow>(selectExport, hash);
  const nowMs = yield* storage.now();
  return row === undefined || Math.abs(nowMs - row.at_ms) >= resumeMs ? 0 : row.paid_to;
}

/** Stores the exports, and deletes those that are too old to resume. */
export function exportWrites(account: number, exports: PaidExports, nowMs: number): Statement[] {
  if (exports.size === 0) return [];
  const stored = [...exports].map(([name, paid]) =>
    statement(
      `INSERT INTO export (account, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (hash) DO UPDATE SET at_ms = excluded.at_ms, paid_from = excluded.paid_from,
       paid_to = excluded.paid_to, charged_from = excluded.charged_from, entry_ms = excluded.entry_ms,
       price = excluded.price, handed_to = excluded.handed_to, holders = excluded.holders`,
      account,
      Buffer.from(name, 'hex'),
      paid.atMs,
      paid.paidFrom,
      paid.paidTo,
      paid.chargedFrom,
      paid.entryMs,
      paid.price,
      paid.handedTo,
      paid.holders,
    ),
  );
  return [
    ...stored,
    statement('DELETE FROM export WHERE account = ? AND at_ms <= ?', account, nowMs - resumeMs),
    statement('DELETE FROM export WHERE account = ? AND at_ms >= ?', account, nowMs + resumeMs),
  ];
}

/** Credits of an export to give back, and the entry that holds them. */
export interface Undelivered {
  readonly credits: number;
  readonly atMs: number;
}

/**
 * Takes back the records of the last charge that nobody was handed; null while another request still hands them
 * over, or has been charged for further ones since.
 */
export function* undelivered(
  hash: Uint8Array,
  to: number,
  { handedTo = 0 }: Receipt,
): Work<Undelivered | null> {
  const row = yield* first<Omit<ExportRow, 'hash'>>(
    `UPDATE export SET holders = holders - 1, handed_to = CASE WHEN handed_to < ? THEN ? ELSE handed_to END
     WHERE hash = ? AND paid_to = ? AND holders > 0 RETURNING ${columns}`,
    handedTo,
    handedTo,
    hash,
    to,
  );
  if (!row || row.holders > 0 || row.handed_to >= row.paid_to) return null;
  yield* run(statement('UPDATE export SET paid_to = handed_to WHERE hash = ?', hash));
  return { credits: (row.paid_to - row.handed_to) * row.price, atMs: row.entry_ms };
}
