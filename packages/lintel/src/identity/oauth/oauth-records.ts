/**
 * What the authorization server keeps, as rows of the ledger: clients, running requests, codes, tokens, grants. The
 * library names a record by its secret (a code, a token): only the hash of that is stored, and it is not in the payload.
 * Using a record up is one statement, so that of two requests with one code at most one gets a token. The end of a grant
 * is the end of the app's key, and the other way round: a token names its key, which is looked up with each request.
 */
import { createHash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Ledger } from '../../ledger/ledger.js';
import { first, one, run, type StoredRow, statement, type Work } from '../../ledger/storage.js';

/** Registered clients that nobody has connected yet; more are refused. */
const maxWaitingClients = 2_000;
/** Milliseconds that a registered client has until somebody connects it. */
const waitingMs = 24 * 60 * 60 * 1000;
/** Seconds that a client is kept that somebody has connected. */
const connectedMs = 400 * 24 * 60 * 60 * 1000;

interface RecordRow {
  readonly payload: string;
  readonly used_ms: number | null;
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url');

/** The records of a kind, such as `RefreshToken`. */
export function oauthRecords(ledger: Ledger, kind: string): Adapter {
  const { storage } = ledger;
  const found = async (where: string, value: string, id?: string): Promise<AdapterPayload | undefined> => {
    const row = await storage.ask(() =>
      first<RecordRow>(
        `SELECT payload, used_ms FROM oauth_record WHERE kind = ? AND ${where} = ? AND expires_ms > ?`,
        kind,
        value,
        Date.now(),
      ),
    );
    if (row === undefined) return undefined;
    const payload: AdapterPayload = JSON.parse(row.payload);
    if (id !== undefined && kind !== 'Client') payload.jti = id;
    return row.used_ms === null ? payload : { ...payload, consumed: Math.floor(row.used_ms / 1000) };
  };
  return {
    async upsert(id, { jti: _, ...payload }, expiresIn) {
      const nowMs = Date.now();
      const expiresMs = expiresIn === undefined ? nowMs + waitingMs : nowMs + expiresIn * 1000;
      const values = [payload.grantId ?? null, payload.uid ?? null, payload.accountId ?? null];
      await storage.commit(function* () {
        if (kind === 'Client') yield* checkRoom(nowMs);
        yield* run(
          statement(
            `INSERT INTO oauth_record (kind, id, grant_id, uid, key, payload, expires_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
             ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, expires_ms = excluded.expires_ms`,
            kind,
            hashOf(id),
            ...values,
            JSON.stringify(payload),
            expiresMs,
          ),
        );
      });
    },
    find: (id) => found('id', hashOf(id), id),
    findByUid: (uid) => found('uid', uid),
    // No device asks here.
    findByUserCode: async () => undefined,
    async consume(id) {
      const used = await storage.commit(() =>
        returned(
          'UPDATE oauth_record SET used_ms = ? WHERE kind = ? AND id = ? AND used_ms IS NULL RETURNING id',
          Date.now(),
          kind,
          hashOf(id),
        ),
      );
      if (used.length === 0) throw new errors.InvalidGrant('it was used already');
    },
    async destroy(id) {
      const [row] = await storage.commit(() =>
        returned('DELETE FROM oauth_record WHERE kind = ? AND id = ? RETURNING key', kind, hashOf(id)),
      );
      if (kind === 'Grant' && typeof row?.key === 'string') await ledger.as('app').revokeKey(row.key);
    },
    async revokeByGrantId(grantId) {
      await storage.commit(() =>
        run(statement('DELETE FROM oauth_record WHERE kind = ? AND grant_id = ?', kind, grantId)),
      );
    },
  };
}

/** Keeps the registration of a client that somebody has connected. */
export async function keepClient(storage: Ledger['storage'], clientId: string): Promise<void> {
  await storage.commit(() =>
    run(
      statement(
        "UPDATE oauth_record SET expires_ms = ? WHERE kind = 'Client' AND id = ?",
        Date.now() + connectedMs,
        hashOf(clientId),
      ),
    ),
  );
}

/** Throws if too many registered clients wait to be connected. */
function* checkRoom(nowMs: number): Work<void> {
  const { count } = yield* one<{ count: number }>(
    "SELECT count(*) AS count FROM oauth_record WHERE kind = 'Client' AND expires_ms > ? AND expires_ms <= ?",
    nowMs,
    nowMs + waitingMs,
  );
  if (Number(count) < maxWaitingClients) return;
  throw new errors.TemporarilyUnavailable('too many clients wait for somebody to connect them; try tomorrow');
}

function* returned(sql: string, ...values: (string | number)[]): Work<readonly StoredRow[]> {
  const [rows = []] = yield [statement(sql, ...values)];
  return rows;
}
