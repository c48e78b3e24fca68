/**
 * The columns of each kind of record, from the contract's schema. A field added to a resource becomes a column
 * automatically.
 */
import { Address, Contractor, Decision, OfficialRow, Permit, Property, type TSchema } from '@lintel/contract';
import { type Column, columnsOfSchema, type JsonSchema } from './column.js';
import type { ExportKind } from './kinds.js';

const schemas: Readonly<Record<ExportKind, TSchema>> = {
  permits: Permit,
  contractors: Contractor,
  decisions: Decision,
  properties: Property,
  addresses: Address,
  official: OfficialRow,
};

/** The columns of a kind of record, in the order of the record's keys. */
export function columnsOf(kind: ExportKind): readonly Column[] {
  return columnsOfSchema(schemas[kind] as JsonSchema);
}
