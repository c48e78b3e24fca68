/** A layer as the server describes it: fields, domains, object ids, and how a feature becomes a row. */

import type { Columns } from '../ingest/drift.js';
import { isObject, type Json, nameOf, recordsOf } from './connector.js';
import { PortalFault } from './portal-fault.js';

interface Field {
  readonly name: string;
  /** Its name in rows. */
  readonly column: string;
  readonly type: string;
  /** Code, as text → meaning. */
  readonly domain: ReadonlyMap<string, string> | null;
}

export interface Layer {
  readonly idField: string;
  readonly maxRecords: number | null;
  /** Whether features can be requested in order. */
  readonly canOrder: boolean;
  readonly hasGeometry: boolean;
  /** Columns of the rows; the object id among them only when it is one of `read` (in lower case). */
  columnsFor(read: ReadonlySet<string>): Columns;
  /** Throws a PortalFault if it is not a feature with attributes and an object id. */
  check(feature: Json): void;
  idOf(feature: Json): number;
  timeOf(feature: Json, field: string): number | null;
  rowOf(feature: Json, read: ReadonlySet<string>): Record<string, unknown>;
}

/** Makes a layer from its description. */
export function layerOf(description: Json, names: 'field' | 'label'): Layer {
  const fields = recordsOf(description.fields, 'the list "fields"').map((field) => fieldOf(field, names));
  const idField =
    typeof description.objectIdField === 'string'
      ? description.objectIdField
      : fields.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  if (idField === undefined) {
    throw new PortalFault('describes a layer without an object id, by which its features are read');
  }
  const can = isObject(description.advancedQueryCapabilities) ? description.advancedQueryCapabilities : {};
  const canOrder = can.supportsOrderBy ?? can.supportsPagination ?? description.supportsAdvancedQueries;
  const idLike = new Set([idField, ...fields.filter(isMeasure).map(({ name }) => name)]);
  const isKept = (field: Field, read: ReadonlySet<string>) =>
    !idLike.has(field.name) || read.has(field.column.toLowerCase());
  const idOf = (feature: Json) => Number((feature.attributes as Json)[idField]);
  return {
    idField,
    maxRecords: typeof description.maxRecordCount === 'number' ? description.maxRecordCount : null,
    canOrder: canOrder === true,
    hasGeometry: typeof description.geometryType === 'string',
    columnsFor: (read) =>
      new Map(fields.filter((field) => isKept(field, read)).map(({ column, type }) => [column, type])),
    check(feature) {
      if (!isObject(feature.attributes))
        throw new PortalFault(`sent a feature without attributes: ${nameOf(feature)}`);
      if (!Number.isFinite(idOf(feature))) {
        throw new PortalFault(
          `sent a feature without its object id "${idField}", by which the next page is asked for`,
        );
      }
    },
    idOf,
    timeOf(feature, field) {
      const value = (feature.attributes as Json)[field];
      return typeof value === 'number' ? value : null;
    },
    rowOf(feature, read) {
      const attributes = feature.attributes as Json;
      const row: Record<string, unknown> = {};
      for (const field of fields) {
        const value = attributes[field.name];
        if (value !== undefined && isKept(field, read)) row[field.column] = wireValue(field, value);
      }
      if (isObject(feature.geometry)) row.geometry = feature.geometry;
      return row;
    },
  };
}

function fieldOf(field: Json, names: 'field' | 'label'): Field {
  const name = String(field.name);
  const alias = typeof field.alias === 'string' && field.alias !== '' ? field.alias : name;
  return {
    name,
    column: names === 'label' ? alias : name,
    type: String(field.type),
    domain: isObject(field.domain) ? codesOf(field.domain) : null,
  };
}

function codesOf(domain: Json): ReadonlyMap<string, string> | null {
  if (!Array.isArray(domain.codedValues)) return null;
  const values = recordsOf(domain.codedValues, 'the list "codedValues"');
  return new Map(values.map(({ code, name }) => [String(code), String(name)]));
}

/** Lengths and areas that the server recomputes with each new version of its software. */
function isMeasure({ name }: Field): boolean {
  return /^shape(__|_|\.st)(area|length)/i.test(name);
}

function wireValue(field: Field, value: unknown): unknown {
  if (value === null) return null;
  if (field.domain !== null) return field.domain.get(String(value)) ?? value;
  if (field.type !== 'esriFieldTypeDate' || typeof value !== 'number') return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}
