/**
 * The views of the schema `lintel`: one for each table of the published release, with its comments. They are made from
 * the tables as they are, so a release that another version of Lintel loaded can be shown too.
 */
import type { Sql } from 'postgres';
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
  const views = await relations(sql, stableSchema, 'v');
  for (const table of await relations(sql, schema, 'rp')) {
    if (table.name.startsWith(apiPrefix)) continue;
    const view = `${stableSchema}.${quoted(table.name)}`;
    const shown = table.columns.filter(({ name }) => !name.startsWith(apiPrefix));
    const before = views.find(({ name }) => name === table.name);
    // Columns may be added at the end of a view, nothing else.
    if (before !== undefined && !beginsLike(shown, before)) await sql.unsafe(`DROP VIEW ${view}`);
    const columns = shown.map(({ name }) => quoted(name)).join(', ');
    const statements = [
      `CREATE OR REPLACE VIEW ${view} AS SELECT ${columns} FROM ${schema}.${quoted(table.name)}`,
      `COMMENT ON VIEW ${view} IS ${literal(table.comment)}`,
      ...shown.map(({ name, comment }) => `COMMENT ON COLUMN ${view}.${quoted(name)} IS ${literal(comment)}`),
    ];
    await sql.unsafe(statements.join(';\n'));
  }
  await letRead(sql, [schema, stableSchema]);
  return schema;
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
