/**
 * The authentication library's adapter for the ledger, so that the tables of people lie beside the accounts that they
 * use, on both engines. Its statements are in the SQL that SQLite and PostgreSQL share, as all of the ledger's are.
 * Each is a transaction of its own; what must happen once (using up a token, counting an attempt) is one statement,
 * and what must hold of many rows (a limit) is checked in the transaction of the statement that changes one.
 */
import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from 'better-auth/adapters';
import type { Ledger } from '../ledger/ledger.js';
import {
  all,
  oneAtATime,
  run,
  type Statement,
  type StoredRow,
  statement,
  type Value,
  type Work,
} from '../ledger/storage.js';

/**
 * Looks at what a statement did to a table, and throws to undo it: the rows that it added (`isNew`), changed or
 * removed. Such statements wait for each other.
 */
export type Check = (rows: readonly StoredRow[], isNew: boolean) => Work<void>;

/** The adapter over an open ledger, with the checks of its tables by name. */
export function ledgerAdapter(storage: Ledger['storage'], checks: Readonly<Record<string, Check>>) {
  const ask = <T>({ sql, values }: Statement) => storage.ask(() => all<T>(sql, ...values));
  /** Runs a statement that changes rows of a table, and returns them. */
  const change = (table: string, { sql, values }: Statement, isNew = false) =>
    storage.commit(function* () {
      const check = checks[table];
      if (check !== undefined) yield* run(oneAtATime);
      const rows = yield* all<StoredRow>(`${sql} RETURNING *`, ...values);
      if (check !== undefined) yield* check(rows, isNew);
      return rows;
    });
  const update = (table: string, set: Statement, where: Statement) =>
    change(table, joined([text(`UPDATE ${name(table)}`), set, where]));
  const remove = (table: string, where: Statement) =>
    change(table, joined([text(`DELETE FROM ${name(table)}`), where]));
  const adapter: CustomAdapter = {
    async create<T>({ model, data }: { model: string; data: T & object }) {
      const columns = Object.keys(data);
      const places = columns.map(() => '?').join(', ');
      const sql = `INSERT INTO ${name(model)} (${columns.map(name).join(', ')}) VALUES (${places})`;
      const [row] = await change(model, statement(sql, ...Object.values(data).map(toValue)), true);
      return row as T;
    },
    async findOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const [row] = await ask<T>(
        joined([text(`SELECT * FROM ${name(model)}`), condition(where), text('LIMIT 1')]),
      );
      return row ?? null;
    },
    async findMany<T>({ model, where, limit, sortBy, offset }: Parameters<CustomAdapter['findMany']>[0]) {
      const order = sortBy ? [text(`ORDER BY ${name(sortBy.field)} ${sortBy.direction}`)] : [];
      const page = statement('LIMIT ? OFFSET ?', limit, offset ?? 0);
      const from = text(`SELECT * FROM ${name(model)}`);
      return [...(await ask<T>(joined([from, condition(where), ...order, page])))];
    },
    async count({ model, where }) {
      const from = text(`SELECT count(*) AS count FROM ${name(model)}`);
      const [row] = await ask<{ count: number }>(joined([from, condition(where)]));
      return Number(row?.count);
    },
    async update<T>({ model, where, update: values }: { model: string; where: CleanedWhere[]; update: T }) {
      if (where.length === 0) return null;
      const [row] = await update(model, assignments(Object(values)), condition(where));
      return (row as T | undefined) ?? null;
    },
    updateMany: async ({ model, where, update: values }) =>
      (await update(model, assignments(values), condition(where))).length,
    delete: async ({ model, where }) => void (await remove(model, condition(where))),
    deleteMany: async ({ model, where }) => (await remove(model, condition(where))).length,
    async consumeOne<T>({ model, where }: { model: string; where: CleanedWhere[] }) {
      const [row] = await remove(model, conditionOfOne(model, where));
      return (row as T | undefined) ?? null;
    },
    async incrementOne<T>({ model, where, increment, set }: Increment) {
      const [row] = await update(model, assignments(set ?? {}, increment), conditionOfOne(model, where));
      return (row as T | undefined) ?? null;
    },
  };
  return createAdapterFactory({
    config: { adapterId: 'ledger', supportsBooleans: false, supportsDates: false },
    adapter: () => adapter,
  });
}

type Increment = Parameters<NonNullable<CustomAdapter['incrementOne']>>[0];

const text = (sql: string) => statement(sql);

/** A table or a column. The library's own names, in the letters of an identifier. */
function name(identifier: string): string {
  if (!/^\w+$/.test(identifier)) throw new Error(`${identifier} is no name of a table or a column`);
  return `"${identifier}"`;
}

/** Columns with a new value, and numbers to which something is added. */
function assignments(set: object, increment: Readonly<Record<string, number>> = {}): Statement {
  const columns = [
    ...Object.keys(set).map((column) => `${name(column)} = ?`),
    ...Object.keys(increment).map((column) => `${name(column)} = ${name(column)} + ?`),
  ];
  const values = [...Object.values(set), ...Object.values(increment)];
  return statement(`SET ${columns.join(', ')}`, ...values.map(toValue));
}

const operators: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};

/** All conditions that are joined by AND hold, and one of those that are joined by OR, if there are any. */
function condition(where: readonly CleanedWhere[] = []): Statement {
  const of = (connector: CleanedWhere['connector']) =>
    where.filter((each) => each.connector === connector).map(comparison);
  const either = of('OR');
  const parts = [...of('AND'), ...(either.length === 0 ? [] : [joined(either, ' OR ')])];
  if (parts.length === 0) return text('');
  const { sql, values } = joined(
    parts.map((part) => statement(`(${part.sql})`, ...part.values)),
    ' AND ',
  );
  return statement(`WHERE ${sql}`, ...values);
}

/** The condition, for one of the rows of which it holds. */
function conditionOfOne(table: string, where: readonly CleanedWhere[]): Statement {
  const one = joined([text(`SELECT id FROM ${name(table)}`), condition(where), text('LIMIT 1')]);
  return joined([condition(where), statement(`AND id IN (${one.sql})`, ...one.values)]);
}

/** Throws for a comparison that no endpoint of ours leads to. */
function comparison({ field, operator, value, mode }: CleanedWhere): Statement {
  const column = name(field);
  if (value === null && operator === 'eq') return text(`${column} IS NULL`);
  if (value === null && operator === 'ne') return text(`${column} IS NOT NULL`);
  if (mode === 'sensitive') {
    if (operator === 'in' && Array.isArray(value)) {
      const places = value.map(() => '?').join(', ');
      return value.length === 0
        ? text('1 = 0')
        : statement(`${column} IN (${places})`, ...value.map(toValue));
    }
    const sign = operators[operator ?? ''];
    if (sign !== undefined) return statement(`${column} ${sign} ?`, toValue(value));
  }
  throw new Error(`The ledger does not compare people ${mode} by ${operator}`);
}

/** Pieces of SQL as one, with the values of all. */
function joined(pieces: readonly Statement[], between = ' '): Statement {
  return statement(pieces.map(({ sql }) => sql).join(between), ...pieces.flatMap(({ values }) => values));
}

function toValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`The ledger stores no ${typeof value} of people`);
}
