/**
 * A dialect of Kysely over the storage of the ledger, so that the tables of people lie beside the accounts that they
 * use, on both engines. The statements are in the SQL that SQLite and PostgreSQL share, as all of the ledger's are.
 * Each is a transaction of its own; what must happen once (using up a token, counting an attempt) is one statement,
 * and what must hold of many rows (a limit) is checked in the transaction of the statement that changes one.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import type { Ledger } from '../ledger/ledger.js';
import { all, oneAtATime, type Row, run, type Value, type Work } from '../ledger/storage.js';

/**
 * Looks at what a statement did to a table, and throws to undo it: the rows that it added (`isNew`), changed or
 * removed. Such statements wait for each other.
 */
export type Check = (rows: readonly Row[], isNew: boolean) => Work<void>;

/** The dialect over an open ledger, with the checks of its tables by name. */
export function ledgerDialect(
  storage: Ledger['storage'],
  checks: Readonly<Record<string, Check>> = {},
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createDriver: () => ledgerDriver(storage, checks),
  };
}

function ledgerDriver(storage: Ledger['storage'], checks: Readonly<Record<string, Check>>): Driver {
  const noTransactions = async () => {
    throw new Error('Tables of people are changed by single statements');
  };
  return {
    init: async () => {},
    acquireConnection: async () => ledgerConnection(storage, checks),
    beginTransaction: noTransactions,
    commitTransaction: noTransactions,
    rollbackTransaction: noTransactions,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

function ledgerConnection(
  storage: Ledger['storage'],
  checks: Readonly<Record<string, Check>>,
): DatabaseConnection {
  return {
    async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const values = parameters.map(toValue);
      if (query.kind === 'SelectQueryNode') {
        return { rows: [...(await storage.ask(() => all<R>(sql, ...values)))] };
      }
      const table = changedTable(query);
      const isReturning = 'returning' in query && query.returning !== undefined;
      // Not every engine tells how many rows were changed, and checks look at them.
      const text = isReturning || table === null ? sql : `${sql} returning *`;
      const check = table === null ? undefined : checks[table];
      const rows = await storage.commit(function* () {
        if (check === undefined) return yield* all<R>(text, ...values);
        yield* run(oneAtATime);
        const changed = yield* all<R>(text, ...values);
        yield* check(changed as readonly Row[], InsertQueryNode.is(query));
        return changed;
      });
      return { rows: isReturning ? [...rows] : [], numAffectedRows: BigInt(rows.length) };
    },
    streamQuery() {
      throw new Error('Tables of people are not streamed');
    },
  };
}

/** The table that a statement changes; null if it changes none. */
function changedTable(query: CompiledQuery['query']): string | null {
  const node = InsertQueryNode.is(query)
    ? query.into
    : UpdateQueryNode.is(query)
      ? query.table
      : DeleteQueryNode.is(query)
        ? query.from.froms[0]
        : undefined;
  return node !== undefined && TableNode.is(node) ? node.table.identifier.name : null;
}

function toValue(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`The ledger stores no ${typeof value} of people`);
}
