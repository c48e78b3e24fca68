/**
 * A dialect of Kysely over the storage of the ledger, so that the tables of people lie beside the accounts that they
 * use, on both engines. The statements are in the SQL that SQLite and PostgreSQL share, as all of the ledger's are.
 * Each is a transaction of its own; what must happen once (using up a token, counting an attempt) is one statement.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Ledger } from '../ledger/ledger.js';
import { all, type Value } from '../ledger/storage.js';

/** Statements that change rows without giving them back: their number is asked for, which not every engine tells. */
const counted = new Set(['UpdateQueryNode', 'DeleteQueryNode']);

/** The dialect over an open ledger. */
export function ledgerDialect(storage: Ledger['storage']): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createDriver: () => ledgerDriver(storage),
  };
}

function ledgerDriver(storage: Ledger['storage']): Driver {
  const noTransactions = async () => {
    throw new Error('Tables of people are changed by single statements');
  };
  return {
    init: async () => {},
    acquireConnection: async () => ledgerConnection(storage),
    beginTransaction: noTransactions,
    commitTransaction: noTransactions,
    rollbackTransaction: noTransactions,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

function ledgerConnection(storage: Ledger['storage']): DatabaseConnection {
  return {
    async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const values = parameters.map(toValue);
      if (query.kind === 'SelectQueryNode') {
        return { rows: [...(await storage.ask(() => all<R>(sql, ...values)))] };
      }
      const isCounted = counted.has(query.kind) && !('returning' in query && query.returning !== undefined);
      const text = isCounted ? `${sql} returning 1` : sql;
      const rows = await storage.commit(() => all<R>(text, ...values));
      return { rows: isCounted ? [] : [...rows], numAffectedRows: BigInt(rows.length) };
    },
    streamQuery() {
      throw new Error('Tables of people are not streamed');
    },
  };
}

function toValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`The ledger stores no ${typeof value} of people`);
}
