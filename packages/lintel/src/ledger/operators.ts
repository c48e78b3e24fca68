/**
 * People who may operate this service in the browser, by the address with which they sign in. An address may be added
 * before its owner has signed up; only an address that its owner has proved counts (identity.ts).
 */
import { UserError } from '../base/user-error.js';
import type { AdminContext } from './accounts.js';
import { auditStatement } from './audit.js';
import type { Operator } from './ledger.js';
import { all, first, run, statement, type Work } from './storage.js';

const maxEmailLength = 254;

/** Adds the address; one that is known stays as it is. */
export function* addOperator({ storage, actor }: AdminContext, email: string): Work<Operator> {
  const address = addressOf(email);
  const known = yield* find(address);
  if (known !== undefined) return known;
  const createdMs = yield* storage.now();
  yield* run(
    statement('INSERT INTO operator (email, created_ms) VALUES (?, ?)', address, createdMs),
    auditStatement(actor, createdMs, 'operator.add', address, ''),
  );
  return { email: address, createdMs };
}

/** Removes the address. Throws a UserError if it is not an operator's. */
export function* removeOperator({ storage, actor }: AdminContext, email: string): Work<void> {
  const address = addressOf(email);
  if ((yield* find(address)) === undefined) {
    throw new UserError(`${address} is not an operator.`, { hint: 'lintel operators list shows them all.' });
  }
  yield* run(
    statement('DELETE FROM operator WHERE email = ?', address),
    auditStatement(actor, yield* storage.now(), 'operator.remove', address, ''),
  );
}

export function* listOperators(): Work<readonly Operator[]> {
  const rows = yield* all<{ email: string; created_ms: number }>(
    'SELECT email, created_ms FROM operator ORDER BY email',
  );
  return rows.map(({ email, created_ms }) => ({ email, createdMs: created_ms }));
}

export function* isOperator(email: string): Work<boolean> {
  return (yield* find(email.toLowerCase())) !== undefined;
}

function* find(email: string): Work<Operator | undefined> {
  const row = yield* first<{ email: string; created_ms: number }>(
    'SELECT email, created_ms FROM operator WHERE email = ?',
    email,
  );
  return row === undefined ? undefined : { email: row.email, createdMs: row.created_ms };
}

/** An address in lower case, as people sign in with. */
function addressOf(email: string): string {
  const address = email.trim().toLowerCase();
  if (address.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(address)) return address;
  throw new UserError(`${email} is not an e-mail address.`);
}
