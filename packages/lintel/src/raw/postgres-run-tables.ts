/**
 * The rows of one batch, between PostgreSQL and the code that decides what becomes of them: `load` fetches what is
 * stored of their keys, and `save` writes what has changed, in a few statements for all rows together.
 */
import type { Sql } from 'postgres';
import type { ColumnHistory } from './column-history.js';
import { arrayOf, storable } from './postgres-tables.js';
import type { FaultyRow, RawRow } from './raw-store.js';
import { keepReplaced } from './revert-run.js';
import type { Entry } from './run-buffer.js';
import {
  contentHash,
  type FoundRow,
  type RowVersion,
  type RunPlace,
  type RunTables,
  unknownLine,
} from './run-rows.js';

interface StoredHeader {
  readonly run: number;
  readonly columns: string | null;
}

export class PostgresRunTables implements RunTables {
  readonly #place: RunPlace;
  /** The number of the source's last stored row. */
  #lastStored: number;
  /** The number of its last row, those of the batch included. */
  #last: number;
  readonly #headers = new Map<number, StoredHeader>();
  /** By the hash of the key in hexadecimal: rows as they are after what the batch did so far. */
  readonly #found = new Map<string, FoundRow>();
  readonly #keyOf = new Map<number, string>();
  readonly #bodies = new Map<number, string>();
  readonly #earlier = new Map<number, string>();
  readonly #inserted: { readonly no: number; readonly key: string; readonly hash: string }[] = [];
  readonly #kept = new Set<number>();
  readonly #newPast = new Map<number, string>();
  readonly #newBodies = new Set<number>();
  readonly #newVersions = new Map<number, RowVersion>();
  readonly #newEarlier = new Map<number, string | null>();
  readonly #faults = new Map<string, { readonly fault: FaultyRow; readonly hash: string }>();

  constructor(place: RunPlace, lastStored: number) {
    this.#place = place;
    this.#lastStored = lastStored;
    this.#last = lastStored;
  }

  /** Fetches what the store has of the rows of a batch. What an earlier batch that failed has left is forgotten. */
  async load(sql: Sql, entries: readonly Entry[], history: ColumnHistory): Promise<void> {
    this.#forget();
    const rows = entries.flatMap((entry) =>
      'row' in entry ? [{ ...entry, hash: hexOf(entry.row.key) }] : [],
    );
    if (this.#lastStored === 0 || rows.length === 0) return;
    await this.#loadFound(sql, new Set(rows.map(({ hash }) => hash)));
    if (this.#found.size === 0) return;
    await this.loadHeaders(
      sql,
      [...this.#found.values()].map(({ header }) => header),
    );
    const changed = new Set<number>();
    for (const { row, header, hash } of rows) {
      const found = this.#found.get(hash);
      if (found === undefined || contentHash(row.body).equals(found.hash)) continue;
      if (this.#place.stateOf !== null || history.readsBody(found.header, header)) changed.add(found.id);
    }
    const { sourceId } = this.#place;
    if (changed.size > 0) {
      const bodies = await sql.unsafe(
        'SELECT no, body FROM row WHERE source = $1 AND no = ANY ($2::bigint[])',
        [sourceId, arrayOf(changed)],
      );
      for (const { no, body } of bodies) this.#bodies.set(Number(no), String(body));
    }
    if (history.hasEarlier) {
      const earlier = await sql.unsafe(
        'SELECT row, fields FROM earlier WHERE source = $1 AND row = ANY ($2::bigint[])',
        [sourceId, arrayOf(this.#keyOf.keys())],
      );
      for (const { row, fields } of earlier) this.#earlier.set(Number(row), String(fields));
    }
  }

  /** Fetches headers that are not known yet. */
  async loadHeaders(sql: Sql, ids: Iterable<number | null>): Promise<void> {
    const missing = new Set<number>();
    for (const id of ids) if (id !== null && !this.#headers.has(id)) missing.add(id);
    if (missing.size === 0) return;
    const found = await sql.unsafe('SELECT id, run, columns FROM header WHERE id = ANY ($1::bigint[])', [
      arrayOf(missing),
    ]);
    for (const { id, run, columns } of found) {
      this.#headers.set(Number(id), { run: Number(run), columns: columns === null ? null : String(columns) });
    }
  }

  /** Writes what has changed since `load`; all in one transaction of the caller. */
  async save(sql: Sql): Promise<void> {
    await this.#saveKept(sql);
    await Promise.all([
      this.#saveInserted(sql),
      this.#saveBodies(sql),
      this.#saveVersions(sql),
      this.#saveEarlier(sql),
      this.#savePast(sql),
      this.#saveFaults(sql),
    ]);
  }

  /** What was saved is committed. */
  committed(): void {
    this.#lastStored = this.#last;
    this.#forget();
  }

  find(key: string): FoundRow | undefined {
    return this.#found.get(hexOf(key));
  }

  insert(row: RawRow, version: RowVersion): boolean {
    const hash = hexOf(row.key);
    if (this.#found.has(hash)) return false;
    this.#last += 1;
    const no = this.#last;
    this.#inserted.push({ no, key: row.key, hash });
    this.#found.set(hash, { id: no, ...version });
    this.#keyOf.set(no, hash);
    this.#bodies.set(no, row.body);
    this.#newVersions.set(no, version);
    return true;
  }

  keep(row: number): void {
    this.#kept.add(row);
  }

  addPast(row: number, state: string): void {
    this.#newPast.set(row, state);
  }

  setBody(row: number, body: string): void {
    this.#bodies.set(row, body);
    if (row <= this.#lastStored) this.#newBodies.add(row);
  }

  setVersion(row: number, version: RowVersion): void {
    this.#newVersions.set(row, version);
    const key = this.#keyOf.get(row);
    if (key !== undefined) this.#found.set(key, { id: row, ...version });
  }

  quarantine(fault: FaultyRow, hash: Buffer): void {
    const hex = hash.toString('hex');
    this.#faults.set(`${fault.line ?? unknownLine} ${hex}`, { fault, hash: hex });
  }

  header(id: number): StoredHeader | undefined {
    return this.#headers.get(id);
  }

  body(row: number): string {
    const body = this.#bodies.get(row);
    if (body === undefined) throw new Error(`the body of row ${row} was not loaded`);
    return body;
  }

  earlier(row: number): string | undefined {
    return this.#earlier.get(row);
  }

  setEarlier(row: number, fields: string): void {
    this.#earlier.set(row, fields);
    this.#newEarlier.set(row, fields);
  }

  dropEarlier(row: number): void {
    this.#earlier.delete(row);
    this.#newEarlier.set(row, null);
  }

  #forget(): void {
    this.#last = this.#lastStored;
    this.#inserted.length = 0;
    for (const batch of [this.#found, this.#keyOf, this.#bodies, this.#earlier]) batch.clear();
    for (const batch of [this.#kept, this.#newBodies]) batch.clear();
    for (const batch of [this.#newVersions, this.#newEarlier, this.#newPast, this.#faults]) batch.clear();
  }

  async #loadFound(sql: Sql, hashes: Iterable<string>): Promise<void> {
    const found = await sql
      .unsafe(
        `SELECT r.no, r.key_hash, v.hash, v.last_run, v.said_ms, v.vanished_run, v.header
         FROM row r JOIN version v ON v.source = r.source AND v.row = r.no
         WHERE r.source = $1 AND r.key_hash = ANY ($2::uuid[])`,
        [this.#place.sourceId, arrayOf(hashes)],
      )
      .values();
    for (const [no, key, hash, lastRun, said, vanished, header] of found) {
      const hex = String(key).replaceAll('-', '');
      this.#keyOf.set(Number(no), hex);
      this.#found.set(hex, {
        id: Number(no),
        hash: Buffer.from(String(hash).replaceAll('-', ''), 'hex'),
        last_run: Number(lastRun),
        said_ms: numberOrNull(said),
        vanished_run: numberOrNull(vanished),
        header: numberOrNull(header),
      });
    }
  }

  async #saveKept(sql: Sql): Promise<void> {
    if (this.#kept.size === 0) return;
    const { sourceId, id } = this.#place;
    const which = 'v.source = $2::integer AND v.row = ANY ($3::bigint[])';
    await sql.unsafe(keepReplaced('no', '$1::bigint', which), [id, sourceId, arrayOf(this.#kept)]);
  }

  async #saveInserted(sql: Sql): Promise<void> {
    const rows = this.#inserted;
    if (rows.length === 0) return;
    const { sourceId, id } = this.#place;
    await sql.unsafe(
      `INSERT INTO row (source, first_run, no, key, key_hash, body)
       SELECT $1::integer, $2::bigint, * FROM unnest($3::bigint[], $4::text[], $5::uuid[], $6::text[])`,
      [
        sourceId,
        id,
        arrayOf(rows.map(({ no }) => no)),
        arrayOf(rows.map(({ key }) => storable(key))),
        arrayOf(rows.map(({ hash }) => hash)),
        arrayOf(rows.map(({ no }) => this.body(no))),
      ],
    );
  }

  async #saveBodies(sql: Sql): Promise<void> {
    if (this.#newBodies.size === 0) return;
    const rows = [...this.#newBodies];
    await sql.unsafe(
      `UPDATE row SET body = given.body FROM unnest($2::bigint[], $3::text[]) AS given (no, body)
       WHERE row.source = $1 AND row.no = given.no`,
      [this.#place.sourceId, arrayOf(rows), arrayOf(rows.map((row) => this.body(row)))],
    );
  }

  async #saveVersions(sql: Sql): Promise<void> {
    if (this.#newVersions.size === 0) return;
    const versions = [...this.#newVersions.values()];
    await sql.unsafe(
      `INSERT INTO version (source, row, hash, last_run, said_ms, vanished_run, header)
       SELECT $1::integer, *
       FROM unnest($2::bigint[], $3::uuid[], $4::bigint[], $5::float8[], $6::bigint[], $7::bigint[])
       ON CONFLICT (source, row) DO UPDATE SET hash = excluded.hash, last_run = excluded.last_run,
         said_ms = excluded.said_ms, vanished_run = excluded.vanished_run, header = excluded.header`,
      [
        this.#place.sourceId,
        arrayOf(this.#newVersions.keys()),
        arrayOf(versions.map(({ hash }) => Buffer.from(hash).toString('hex'))),
        arrayOf(versions.map(({ last_run }) => last_run)),
        arrayOf(versions.map(({ said_ms }) => said_ms)),
        arrayOf(versions.map(({ vanished_run }) => vanished_run)),
        arrayOf(versions.map(({ header }) => header)),
      ],
    );
  }

  async #saveEarlier(sql: Sql): Promise<void> {
    const { sourceId } = this.#place;
    const kept = [...this.#newEarlier].filter(([, fields]) => fields !== null);
    const dropped = [...this.#newEarlier].filter(([, fields]) => fields === null);
    if (kept.length > 0) {
      await sql.unsafe(
        `INSERT INTO earlier (source, row, fields) SELECT $1::integer, * FROM unnest($2::bigint[], $3::text[])
         ON CONFLICT (source, row) DO UPDATE SET fields = excluded.fields`,
        [sourceId, arrayOf(kept.map(([row]) => row)), arrayOf(kept.map(([, fields]) => fields))],
      );
    }
    if (dropped.length > 0) {
      await sql.unsafe('DELETE FROM earlier WHERE source = $1 AND row = ANY ($2::bigint[])', [
        sourceId,
        arrayOf(dropped.map(([row]) => row)),
      ]);
    }
  }

  async #savePast(sql: Sql): Promise<void> {
    if (this.#newPast.size === 0) return;
    const { sourceId, id } = this.#place;
    await sql.unsafe(
      `INSERT INTO past (source, run, row, state)
       SELECT $1::integer, $2::bigint, * FROM unnest($3::bigint[], $4::text[])`,
      [sourceId, id, arrayOf(this.#newPast.keys()), arrayOf(this.#newPast.values())],
    );
  }

  async #saveFaults(sql: Sql): Promise<void> {
    if (this.#faults.size === 0) return;
    const { sourceId, input, id } = this.#place;
    const faults = [...this.#faults.values()];
    await sql.unsafe(
      `INSERT INTO quarantine (source, input, run, line, hash, reason, body)
       SELECT $1::integer, $2::text, $3::bigint, * FROM unnest($4::bigint[], $5::uuid[], $6::text[], $7::text[])
       ON CONFLICT (source, md5(input), line, hash) DO UPDATE SET run = excluded.run`,
      [
        sourceId,
        storable(input),
        id,
        arrayOf(faults.map(({ fault }) => fault.line ?? unknownLine)),
        arrayOf(faults.map(({ hash }) => hash)),
        arrayOf(faults.map(({ fault }) => storable(fault.reason))),
        arrayOf(faults.map(({ fault }) => storable(fault.body))),
      ],
    );
  }
}

function hexOf(key: string): string {
  return contentHash(key).toString('hex');
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}
