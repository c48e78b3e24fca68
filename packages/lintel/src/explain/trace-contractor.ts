/**
 * Traces a published contractor: the raw rows that name it, the rules that linked them, and the rows that
 * each field comes from.
 *
 * Its permits lead to their rows; rows of licence lists are those that share a key with them. They are linked
 * again by the rules of a build, but without the rows of other contractors: rows that are linked only through
 * those are listed as not linked again.
 */
import { type Contractor, contractorId, contractorIdPattern } from '@lintel/contract';
import { UsageError } from '../base/usage-error.js';
import { UserError } from '../base/user-error.js';
import { ContractorIdentity, type Join } from '../builder/link/contractor-identity.js';
import type { ContractorOrigin } from '../format/segment/read-contractor-origins.js';
import type { Installation } from '../installation/installation.js';
import { wholeRow } from '../raw/earlier-values.js';
import type { StoredRow } from '../raw/raw-store.js';
import { type ContractorFacts, shownName } from '../refine/record/refined.js';
import { refine } from '../refine/refine.js';
import { releaseToTrace } from './release-to-trace.js';

/** Permits whose rows are read, the newest. */
const maxPermits = 1000;

/** A raw row that names the contractor. */
export interface ContractorRow {
  readonly source: string;
  readonly row_key: string;
  readonly keys: readonly string[];
  readonly facts: ContractorFacts;
}

export interface ContractorTrace {
  readonly release: string;
  readonly rows: readonly ContractorRow[];
  /** Why rows of different names or keys are one contractor. */
  readonly joins: readonly Join[];
  /** Rows that were not linked again, without the rows of other contractors. */
  readonly apart: readonly ContractorRow[];
  /** Each field that a row has: its value, and the sources that give it. */
  readonly fields: readonly {
    readonly field: string;
    readonly value: string;
    readonly sources: readonly string[];
  }[];
  readonly record: Contractor;
}

/** The trace of a contractor of the published release, or of the one named. */
export async function traceContractor(
  installation: Installation,
  id: string,
  releaseId: string | undefined,
): Promise<ContractorTrace> {
  if (!contractorIdPattern.test(id)) {
    throw new UsageError(
      `A contractor id has 10 letters and digits, as in answers of the service; this is not one: "${id}".`,
    );
  }
  const trace = await contractorTracer(installation, releaseId);
  return await trace(id);
}

/** Traces contractors of one release, each by its id: the licence lists are read once. */
export async function contractorTracer(
  installation: Installation,
  releaseId: string | undefined,
): Promise<(id: string) => Promise<ContractorTrace>> {
  const { readRecord } = await import('../format/segment/read-record.js');
  const { readContractorOrigins } = await import('../format/segment/read-contractor-origins.js');
  const { directory, release, info } = await releaseToTrace(installation.home, releaseId);
  const read = await rowReader(installation, info.released_at);
  let lists: Promise<ListedRows> | null = null;
  return async (id) => {
    const record = readRecord<Contractor>(directory, 'contractors', id);
    if (record === null) throw new UserError(`The release ${release} has no contractor ${id}.`);
    const origins = readContractorOrigins(directory, id, maxPermits);
    const found = await Promise.all(origins.map((origin) => read.row(origin)));
    const named = found.flat();
    lists ??= read.lists(info.sources.map((source) => source.id));
    const rows = [...named, ...listed(id, named, await lists)];
    const { joins, isJoined } = link(rows);
    const apart = rows.filter((row) => !isJoined(row));
    return { release, rows, joins, apart, fields: fieldsOf(record, rows), record };
  };
}

/** Reads raw rows as mentions of a contractor. */
async function rowReader(installation: Installation, today: string) {
  const catalog = await installation.catalog();
  const store = await installation.rawStore();
  const geography = await installation.geography();
  const mentionsOf = (source: string, stored: StoredRow): ContractorRow[] => {
    const definition = catalog.require(source);
    const canonical = definition.map(wholeRow(stored));
    const refined = refine(canonical, definition.context, geography, { today });
    if (refined.kind !== 'permit' && refined.kind !== 'contractor') return [];
    const others = refined.kind === 'permit' ? refined.otherContractors.map(({ mention }) => mention) : [];
    return [refined.contractor, ...others].flatMap((mention) =>
      mention === null || mention.keys.length === 0 ? [] : { source, row_key: stored.key, ...mention },
    );
  };
  return {
    /** What the row says of the contractor: as the main one, or as the further one that it calls so. */
    async row({ source, key, furtherName }: ContractorOrigin): Promise<ContractorRow[]> {
      const stored = await store.row(source, key);
      const rows = stored === null ? [] : mentionsOf(source, stored);
      if (furtherName === undefined) return rows.slice(0, 1);
      return rows.filter(({ facts }) => shownName(facts) === furtherName);
    },
    /** The rows of the licence lists among the sources. */
    async lists(sources: readonly string[]): Promise<ListedRows> {
      const rows = new Map<string, ContractorRow[]>();
      for (const source of sources) {
        if (catalog.get(source)?.kind !== 'contractors') continue;
        for await (const stored of store.rows(source)) {
          for (const row of mentionsOf(source, stored)) {
            for (const key of row.keys.flatMap((own) => [own, contractorId(own)])) {
              const same = rows.get(key);
              if (same === undefined) rows.set(key, [row]);
              else same.push(row);
            }
          }
        }
      }
      return rows;
    },
  };
}

/** Rows of licence lists by each of their keys, and by the contractor's id that each key makes. */
type ListedRows = ReadonlyMap<string, readonly ContractorRow[]>;

/** The rows of licence lists that share a key with the rows, with each other, or with the id. */
function listed(id: string, named: readonly ContractorRow[], lists: ListedRows): ContractorRow[] {
  const known = new Set([id, ...named.flatMap(({ keys }) => keys)]);
  const found = new Set<ContractorRow>();
  // Keys that are added on the way are looked up as well.
  for (const key of known) {
    for (const row of lists.get(key) ?? []) {
      found.add(row);
      for (const own of row.keys) known.add(own);
    }
  }
  return [...found];
}

/** Links the rows by the rules of a build; the contractor is the one with most of them. */
function link(rows: readonly ContractorRow[]) {
  const joins: Join[] = [];
  const identity = new ContractorIdentity((join) => joins.push(join));
  const nodes = rows.map((row) => [row, identity.link(row.keys)] as const);
  identity.resolve();
  const contractors = new Map(nodes.map(([row, node]) => [row, identity.contractor(node)]));
  const counts = new Map<number, number>();
  for (const contractor of contractors.values()) counts.set(contractor, (counts.get(contractor) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [null];
  return { joins, isJoined: (row: ContractorRow) => contractors.get(row) === most };
}

/** Which sources give the fields of the record, in its order. */
function fieldsOf(record: Contractor, rows: readonly ContractorRow[]): ContractorTrace['fields'] {
  return Object.entries(record).flatMap(([field, value]) => {
    if (value === null || typeof value !== 'string' || field === 'id') return [];
    const name = field === 'phone' ? 'primary_phone' : field === 'email' ? 'primary_email' : field;
    const giving = rows.filter(({ facts }) => {
      const given = facts[name as keyof ContractorFacts];
      return typeof given === 'string' && value.split(',').concat(value).includes(given);
    });
    const sources = [...new Set(giving.map(({ source }) => source))].sort();
    return sources.length === 0 ? [] : [{ field, value, sources }];
  });
}
