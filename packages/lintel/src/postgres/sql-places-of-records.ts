/** Where the records of a release in PostgreSQL are: for the reason of an empty page. */
import type { Decision } from '@lintel/contract';
import type { RecordKind } from '../format/record.js';
import { maxLooked, type PlacesOfRecords } from '../query/empty-reason.js';
import { addArea, inPlaces, Statement } from './conditions.js';
import type { DatabaseRow } from './database-client.js';
import type { Ask } from './sum-permits.js';

interface Parts {
  readonly ask: Ask;
  table(kind: RecordKind): string;
  /** The record of a decision at a position. */
  decision(position: number): Promise<Buffer>;
}

export function sqlPlacesOfRecords({ ask, table, decision }: Parts): PlacesOfRecords {
  const jurisdictions = (rows: readonly DatabaseRow[]) => rows.map(({ jurisdiction_id: id }) => String(id));
  return {
    async jurisdictionsIn(area) {
      const statement = new Statement();
      addArea(statement, 'p', area);
      const rows = await ask(
        `SELECT DISTINCT jurisdiction_id FROM (
           SELECT p.jurisdiction_id FROM ${table('permits')} p
           WHERE ${statement.where} ORDER BY p.position LIMIT ${maxLooked}
         ) looked`,
        statement.values,
      );
      return jurisdictions(rows);
    },
    async jurisdictionsOf(place) {
      const statement = new Statement();
      statement.and(inPlaces(statement, 't', [place], null));
      const rows = await ask(
        `SELECT DISTINCT jurisdiction_id FROM ${table('properties')} t
         WHERE jurisdiction_id IS NOT NULL AND ${statement.where}`,
        statement.values,
      );
      return jurisdictions(rows);
    },
    async property(address) {
      const [property] = await ask(
        `SELECT jurisdiction_id, city_id FROM ${table('properties')} WHERE id = $1`,
        [address],
      );
      if (property === undefined) return null;
      const { jurisdiction_id: jurisdiction, city_id: city } = property;
      return { jurisdiction_id: textOf(jurisdiction), city_id: textOf(city) };
    },
    decision: async (position) => JSON.parse((await decision(position)).toString()) as Decision,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
