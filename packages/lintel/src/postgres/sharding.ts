/**
 * How the tables of a release lie on a Citus cluster (https://docs.citusdata.com): permits, properties and all that
 * belongs to one of them are divided by county, so that what is asked of a county is answered by one server and joins
 * stay on it; small tables are whole on every server. On a plain server nothing is divided.
 */
import type { Permit, Property } from '@lintel/contract';
import type { Sql } from 'postgres';
import type { Column } from '../export/column.js';
import { quoted } from './catalog.js';

export type Layout = 'plain' | 'citus';

/** Where Citus keeps the rows of a table: divided by a column, whole on every server, or on the coordinator alone. */
export type Placement = 'shard_county' | 'position' | 'id' | 'everywhere' | 'coordinator';

/** The layout that the database is made for. */
export async function layoutOf(sql: Sql): Promise<Layout> {
  const found = await sql`SELECT 1 FROM pg_extension WHERE extname = 'citus'`;
  return found.length > 0 ? 'citus' : 'plain';
}

export const shardCounty: Column = {
  name: 'shard_county',
  path: ['shard_county'],
  type: 'text',
  description:
    'The county_id by which rows are divided over the servers, empty where it is not known. Permits and ' +
    'properties that are joined by it too are joined on their own servers.',
};

/** The value of that column for a permit or property. */
export const shardCountyOf = ({
  geo_ids: { county_id: county },
}: Pick<Permit | Property, 'geo_ids'>): string => county ?? '';

/** Divides a table that has no rows yet. */
export function placing(schema: string, name: string, placement: Placement): string[] {
  const table = `'${schema}.${quoted(name)}'`;
  if (placement === 'coordinator') return [];
  if (placement === 'everywhere') return [`SELECT create_reference_table(${table})`];
  return [`SELECT create_distributed_table(${table}, '${placement}')`];
}
