/**
 * The views of the schema `lintel`: one for each table of the published release, with its comments. They are made from
 * the tables as they are, so a release that another version of Lintel loaded can be shown too.
 */
import type { Sql } from 'postgres';
import { UserError } from '../base/user-error.js';
import { apiPrefix } from './api-tables.js';
import { hasReaderRole, literal, quoted, readerRole, stableSchema } from './catalog.js';

interface Relation {
  readonly name: string;
  readonly comment: string;
  /** In their order: name, type and comment. */
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly comment: string;
  }[];
}

/** Lets the views show the tables of the release; gives the name of its schema. */
export async function showRelease(sql: Sql, id: string): Promise<string> {
  const [row] = await sql`SELECT schema_name FROM lintel.releases WHERE id = ${id}`;
  const schema = String(row?.schema_name);
  for (const { name, comment, columns, isNew } of await shownViews(sql, schema)) {
    const view = `${stableSchema}.${quoted(name)}`;
    if (isNew) await sql.unsafe(`DROP VIEW IF EXISTS ${view}`);
    const names = columns.map((column) => quoted(column.name)).join(', ');
    const statements = [
      `CREATE OR REPLACE VIEW ${view} AS SELECT ${names} FROM ${schema}.${quoted(name)}`,
      `COMMENT ON VIEW ${view} IS ${literal(comment)}`,
      ...columns.map(
        (column) => `COMMENT ON COLUMN ${view}.${quoted(column.name)} IS ${literal(column.comment)}`,
      ),
    ];
    await sql.unsafe(statements.join(';\n'));
  }
  await sql.unsafe(`COMMENT ON SCHEMA ${stableSchema} IS ${literal(rightsOf(id))}`);
  await letRead(sql, [schema, stableSchema]);
  return schema;
}

const rightsOf = (id: string) =>
  `Building permits, release ${id} of Lintel. Each record is under the license of its source: ` +
  'lintel.sources has the licenses, and the attribution to show beside records.';

/** Throws a UserError that names the views of somebody that would have to be dropped to show the tables of a schema. */
export async function refuseOwnViews(sql: Sql, schema: string): Promise<void> {
  const replaced = (await shownViews(sql, schema)).filter(({ isNew }) => isNew).map(({ name }) => name);
  const rows = await sql`
    SELECT DISTINCT format('%I.%I', n.nspname, c.relname) AS name
    FROM pg_depend d
    JOIN pg_rewrite r ON r.oid = d.objid
    JOIN pg_class c ON c.oid = r.ev_class
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_class v ON v.oid = d.refobjid AND v.oid <> c.oid
    WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
      AND v.relnamespace = to_regnamespace(${stableSchema}) AND v.relname = ANY (string_to_array(${replaced.join()}, ','))
    ORDER BY name`;
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => String(name)).join(', ');
  throw new UserError(`The columns have changed, and views of your own use the views of Lintel: ${names}.`, {
    hint: 'Keep their definitions (\\sv in psql), drop them, publish again, and create them again.',
  });
}

interface ShownView extends Relation {
  /** Whether it cannot go on from the view that there is: columns may be added at its end, nothing else. */
  readonly isNew: boolean;
}

/** What the views are once they show the tables of a schema. */
async function shownViews(sql: Sql, schema: string): Promise<readonly ShownView[]> {
  const views = await relations(sql, stableSchema, 'v');
  const tables = await relations(sql, schema, 'rp');
  return tables.flatMap((table) => {
    if (table.name.startsWith(apiPrefix)) return [];
    const columns = table.columns.filter(({ name }) => !name.startsWith(apiPrefix));
    const before = views.find(({ name }) => name === table.name);
    return [{ ...table, columns, isNew: before === undefined || !beginsLike(columns, before) }];
  });
}

function beginsLike(columns: Relation['columns'], view: Relation): boolean {
  return view.columns.every(({ name, type }, i) => {
    const column = columns[i];
    return column?.name === name && column.type === type;
  });
}

/** The tables (`r`, and `p` where they are divided) or views (`v`) of a schema. */
async function relations(sql: Sql, schema: string, kinds: 'rp' | 'v'): Promise<readonly Relation[]> {
  const rows = await sql`
    SELECT c.relname AS name, coalesce(obj_description(c.oid, 'pg_class'), '') AS comment,
      json_agg(json_build_object(
        'name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod),
        'comment', coalesce(col_description(c.oid, a.attnum), '')
      ) ORDER BY a.attnum)::text AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname = ${schema} AND strpos(${kinds}, c.relkind::text) > 0 AND NOT c.relispartition
    GROUP BY c.oid, c.relname ORDER BY c.relname`;
  return rows.map(({ name, comment, columns }) => ({
    name: String(name),
    comment: String(comment),
    columns: JSON.parse(String(columns)) as Relation['columns'],
  }));
}

/** Lets the role that reads, where there is one, read the schemas. */
async function letRead(sql: Sql, schemas: readonly string[]): Promise<void> {
  if (!(await hasReaderRole(sql))) return;
  for (const schema of schemas) {
    await sql.unsafe(`GRANT USAGE ON SCHEMA ${schema} TO ${readerRole}`);
    await sql.unsafe(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${readerRole}`);
  }
}
