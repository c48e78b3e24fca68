/** The filters of properties by SQL: the condition of each on a property `t` and its permits `p`. */
import { permitStatuses } from '@lintel/contract/plain';
import { foldOwner } from '../format/filters/layout.js';
import { applyFilters, type FilterTable, type PropertyFilters } from '../query/questions.js';
import { statusIn } from './api-tables.js';
import {
  areaFilters,
  hasTags,
  inPlaces,
  inRows,
  isNumbered,
  numberFilters,
  Statement,
} from './conditions.js';
import type { ReleaseTables } from './release-tables.js';
import { shardCounty } from './sharding.js';

/** The conditions that are put together. */
interface AskedProperties {
  readonly statement: Statement;
  readonly tables: ReleaseTables;
}

/** Whether a property has a permit in the period for which the conditions hold (C32). */
function hasPermit(
  { statement, tables }: AskedProperties,
  { permit_from: from, permit_to: to }: PropertyFilters,
  conditions: readonly string[],
): string {
  const isAnyTime = from === null && to === null;
  const period = isAnyTime ? [] : [inRows(statement, 'p', tables.dates.period(from, to))];
  const exists = (source: string, isOf: string) =>
    `EXISTS (SELECT 1 FROM ${source} WHERE ${[isOf, ...period, ...conditions].join(' AND ')})`;
  const permits = `${tables.table('permits')} p`;
  const isByCounty = tables.rowKey('permits').includes(shardCounty.name);
  const ofCounty = isByCounty ? ' AND p.shard_county = t.shard_county' : '';
  const first = exists(permits, `p.address_id = t.id${ofCounty}`);
  if (!tables.hasOtherPlaces) return first;
  const others = `${tables.recordTable('other_places')} o JOIN ${permits} USING (position)`;
  // A permit may lie in another county than its further addresses, so that no server could look for it row by row.
  const byOthers = isByCounty
    ? `t.id IN (SELECT o.place FROM ${others} WHERE ${['true', ...period, ...conditions].join(' AND ')})`
    : exists(others, 'o.place = t.id');
  return `(${first} OR ${byOthers})`;
}

/** Whether a permit counts as present. */
const isPresent = (statement: Statement, { permit_status: statuses }: PropertyFilters) =>
  (statuses ?? []).length === 0 ? [] : [isNumbered(statement, statusIn('p'), permitStatuses, statuses ?? [])];

const unfinaled = permitStatuses.filter((status) => status !== 'final');

/** A period alone asks for a permit in it. */
function hasPermitInPeriod(asked: AskedProperties, _: unknown, query: PropertyFilters): void {
  const { permit_tags: tags, permit_tags_unfinaled: open, permit_status: statuses } = query;
  if ([tags, open, statuses].every((words) => (words ?? []).length === 0))
    asked.statement.and(hasPermit(asked, query, []));
}

const numbers = <Name extends string>(name: Name, column: string) =>
  numberFilters(({ statement }: AskedProperties) => statement, 'property', name, column);

const table: FilterTable<PropertyFilters, AskedProperties> = {
  geo_id: ({ statement }, places) => statement.and(inPlaces(statement, 't', places, null)),
  ...areaFilters('t'),
  legal_owner: ({ statement }, owners) =>
    statement.and(`t.api_owner = ANY (${statement.value(owners.map(foldOwner), 'text[]')})`),
  permit_tags: (asked, tags, query) => {
    const { statement } = asked;
    for (const tag of tags) {
      const isAbsent = tag.startsWith('-');
      const conditions = [
        ...(isAbsent ? [] : isPresent(statement, query)),
        hasTags(statement, 'p', [isAbsent ? tag.slice(1) : tag]),
      ];
      statement.and(`${isAbsent ? 'NOT ' : ''}${hasPermit(asked, query, conditions)}`);
    }
  },
  permit_status: (asked, _, query) =>
    asked.statement.and(hasPermit(asked, query, isPresent(asked.statement, query))),
  permit_from: hasPermitInPeriod,
  permit_to: (asked, to, query) => {
    if (query.permit_from === null) hasPermitInPeriod(asked, to, query);
  },
  permit_tags_unfinaled: (asked, tags, query) => {
    const { statement } = asked;
    for (const tag of tags) {
      const isOpen = isNumbered(statement, statusIn('p'), permitStatuses, unfinaled);
      statement.and(hasPermit(asked, query, [isOpen, hasTags(statement, 'p', [tag])]));
    }
  },
  property_type: ({ statement }, types) =>
    statement.and(`coalesce(t.property_type, 'unknown') = ANY (${statement.value(types, 'text[]')})`),
  ...numbers('market_value', 't.property_assess_market_value'),
  ...numbers('lot_size', 't.property_lot_size'),
  ...numbers('building_area', 't.property_building_area'),
  ...numbers('unit_count', 't.property_unit_count'),
  ...numbers('year_built', 't.property_year_built'),
  ...numbers('permit_count', 't.permit_count'),
};

/** All conditions on properties `t`. */
export function propertyConditions(query: PropertyFilters, tables: ReleaseTables): Statement {
  return applyFilters(table, query, { statement: new Statement(), tables }).statement;
}

/** Those of place and owner: what the jurisdictions of an absence are looked up by. */
export function placeConditions(query: PropertyFilters, tables: ReleaseTables): Statement {
  const names = ['geo_id', 'bbox', 'near', 'radius_m', 'within', 'legal_owner'] as const;
  return applyFilters(table, query, { statement: new Statement(), tables }, names).statement;
}
